/* SPDX-License-Identifier: MIT */
/* Reading the conditions of an expression. */
#include "expression_read.h"

#include <string.h>

#include "cli/shared/cli.h"

/* ---- Errors ----------------------------------------------------------------------------------- */

bool expression_fail(struct expression_reader *reader, size_t begin, size_t end, const char *before,
                     uriel_text word, const char *after)
{
  struct expression_error *const error = reader->error;
  error->offset = begin;
  error->length = end - begin;
  error->message.len = 0;
  buffer_append(&error->message, before, strlen(before));
  buffer_append_escaped(&error->message, word.ptr, word.len);
  buffer_append(&error->message, after, strlen(after) + 1);
  return false;
}

bool expression_fail_here(struct expression_reader *reader, const char *message, const char *expected)
{
  const size_t end = reader->at < reader->source.len ? reader->at + 1 : reader->at;
  reader->error->expected = expected;
  return expression_fail(reader, reader->at, end, message, uriel_text_of(""), "");
}

bool expression_fail_word(struct expression_reader *reader, size_t begin, uriel_text word,
                          const char *before, const char *const *words)
{
  enum { LONGEST = 64 };
  char text[LONGEST] = "";
  struct buffer after = {0};
  if (word.len < sizeof text)
    memcpy(text, word.ptr, word.len);
  const char *const near = nearest_word(text, words);
  buffer_append(&after, "\"", 1);
  if (near) {
    buffer_append(&after, ": did you mean \"", strlen(": did you mean \""));
    buffer_append(&after, near, strlen(near));
    buffer_append(&after, "\"?", 2);
  }
  buffer_append(&after, "", 1);
  expression_fail(reader, begin, begin + word.len, before, word, after.ptr);
  buffer_free(&after);
  return false;
}

/* ---- Words ------------------------------------------------------------------------------------ */

static bool expression_is(const char *set, char c)
{
  return c != '\0' && strchr(set, c) != NULL;
}

void expression_space(struct expression_reader *reader)
{
  while (reader->at < reader->source.len && expression_is(" \t\r\n", reader->source.ptr[reader->at]))
    reader->at++;
}

bool expression_next_is(const struct expression_reader *reader, char c)
{
  return reader->at < reader->source.len && reader->source.ptr[reader->at] == c;
}

uriel_text expression_word(const struct expression_reader *reader, const char *ends)
{
  const uriel_text source = reader->source;
  size_t end = reader->at;
  while (end < source.len && !expression_is(" \t\r\n", source.ptr[end]) &&
         !expression_is(ends, source.ptr[end]))
    end++;
  return (uriel_text){source.ptr + reader->at, end - reader->at};
}

const char expression_key_ends[] = "()=!<>,\"'";
static const char expression_value_ends[] = "(),";

bool expression_same(uriel_text word, const char *name)
{
  return word.len == strlen(name) && memcmp(word.ptr, name, word.len) == 0;
}

/* Reads a value: a word, or a text in quotation marks. */
static bool expression_value(struct expression_reader *reader, uriel_text *value, bool *quoted)
{
  expression_space(reader);
  *quoted = expression_next_is(reader, '"') || expression_next_is(reader, '\'');
  if (*quoted) {
    const char *const begin = reader->source.ptr + reader->at + 1;
    const char *const end = memchr(begin, begin[-1], reader->source.len - reader->at - 1);
    if (!end)
      return expression_fail_here(reader, "a quotation mark without a second one", NULL);
    *value = (uriel_text){begin, (size_t)(end - begin)};
    reader->at += value->len + 2;
    return true;
  }
  *value = expression_word(reader, expression_value_ends);
  if (value->len == 0)
    return expression_fail_here(reader, "a value is missing", "a word or a text in quotation marks");
  reader->at += value->len;
  if (expression_next_is(reader, '('))
    return expression_fail_here(reader, "a value with parentheses must be in quotation marks", NULL);
  return true;
}

/* ---- Predicates ------------------------------------------------------------------------------- */

enum expression_operator {
  OPERATOR_EQUAL,
  OPERATOR_NOT_EQUAL,
  OPERATOR_LESS_EQUAL,
  OPERATOR_GREATER_EQUAL,
  OPERATOR_LESS,
  OPERATOR_GREATER,
  OPERATOR_LIKE,
  OPERATOR_IN,
  OPERATOR_HAS,
  OPERATOR_NONE
};
static const char *const expression_symbols[] = {"==", "!=", "<=", ">=", "<", ">", NULL};

/* Names in expressions: those of keys, and "valid". */
static const char *const *expression_names(void)
{
  static const char *names[KEY_NAMES + 2];
  memcpy(names, key_words, KEY_NAMES * sizeof *names);
  names[KEY_NAMES] = "valid";
  return names;
}

/* Reads ":lower:decode". */
static bool expression_modifiers(struct expression_reader *reader, struct predicate *predicate,
                                 uriel_text rest)
{
  while (rest.len > 0) {
    const char *const colon = memchr(rest.ptr + 1, ':', rest.len - 1);
    const uriel_text word = {rest.ptr + 1, colon ? (size_t)(colon - rest.ptr - 1) : rest.len - 1};
    const size_t begin = (size_t)(word.ptr - reader->source.ptr);
    size_t i = 0;
    while (key_modifier_words[i] && !expression_same(word, key_modifier_words[i]))
      i++;
    if (!key_modifier_words[i])
      return expression_fail_word(reader, begin, word, "no modifier \"", key_modifier_words);
    if (predicate->modifier_count == PREDICATE_MODIFIERS)
      return expression_fail(reader, begin, begin + word.len, "too many modifiers", uriel_text_of(""),
                             "");
    predicate->modifiers[predicate->modifier_count++] = (enum key_modifier)i;
    rest = (uriel_text){word.ptr + word.len, rest.len - word.len - 1};
  }
  return true;
}

/* Reads "host" or "path.1:lower". "port" is the effective port. */
static bool expression_key(struct expression_reader *reader, struct predicate *predicate,
                           uriel_text word)
{
  struct key *const key = &predicate->key;
  const char *const colon = memchr(word.ptr, ':', word.len);
  const uriel_text name = {word.ptr, colon ? (size_t)(colon - word.ptr) : word.len};
  if (expression_same(word, "valid")) {
    predicate->kind = PREDICATE_VALID;
    reader->expression->asks_valid = true;
    return true;
  }
  if (!key_read(key, name.ptr, name.len))
    return expression_fail_word(reader, reader->at, name, "no key \"", expression_names());
  if (!expression_modifiers(reader, predicate, (uriel_text){name.ptr + name.len, word.len - name.len}))
    return false;
  key->suffixes = reader->expression->suffixes;
  if (key->name == KEY_PORT)
    key->name = KEY_PORT_EFFECTIVE;
  const bool of_host = key->name == KEY_SCHEME || key->name == KEY_HOST || key->name == KEY_SITE ||
                       key->name == KEY_SUFFIX;
  predicate->ignores_case = of_host || key->name == KEY_HOST_UNICODE || key->name == KEY_HOST_KIND ||
                            key->name == KEY_HOST_REVERSED || key->name == KEY_FORM;
  predicate->case_is_flagged = of_host && predicate->modifier_count == 0;
  return true;
}

/* Reads an operator, or OPERATOR_NONE, without moving. */
static bool expression_operator(struct expression_reader *reader, enum expression_operator *operator)
{
  expression_space(reader);
  const uriel_text source = {reader->source.ptr + reader->at, reader->source.len - reader->at};
  const uriel_text word = expression_word(reader, expression_key_ends);
  for (size_t i = 0; expression_symbols[i]; i++) {
    const size_t len = strlen(expression_symbols[i]);
    if (source.len < len || memcmp(source.ptr, expression_symbols[i], len) != 0)
      continue;
    reader->at += len;
    *operator=(enum expression_operator) i;
    return true;
  }
  if (source.len > 0 && expression_is("=!", source.ptr[0]))
    return expression_fail_here(reader,
                                source.ptr[0] == '=' ? "write \"==\" for equality"
                                                     : "write \"not\" before what it negates",
                                NULL);
  *operator= expression_same(word, "like") ? OPERATOR_LIKE
  : expression_same(word, "in")            ? OPERATOR_IN
  : expression_same(word, "has")           ? OPERATOR_HAS
                                           : OPERATOR_NONE;
  if (*operator!= OPERATOR_NONE)
    reader->at += word.len;
  return true;
}

/* What kind of comparison it is, if the first value does not decide. */
static enum predicate_kind expression_kind(const struct predicate *predicate,
                                           enum expression_operator operator)
{
  switch (operator) {
  case OPERATOR_LESS:
  case OPERATOR_LESS_EQUAL:
  case OPERATOR_GREATER:
  case OPERATOR_GREATER_EQUAL:
    return PREDICATE_NUMBER;
  case OPERATOR_NONE:
    return PREDICATE_DEFINED;
  case OPERATOR_HAS:
    return PREDICATE_HAS;
  case OPERATOR_LIKE:
    return PREDICATE_TEXT;
  default:
    return predicate->key.name == KEY_IP && predicate->modifier_count == 0 ? PREDICATE_NETWORK
                                                                           : PREDICATE_TEXT;
  }
}

/* Fills the item of a value. Returns the error in the value, or NULL. */
static const char *expression_item_of(struct expression *expression, const struct predicate *predicate,
                                      uriel_text value, bool exact, struct item *item)
{
  const enum key_name name = predicate->key.name;
  switch (predicate->kind) {
  case PREDICATE_NUMBER:
    return item_number(item, value, &expression->texts) ? NULL : "\" is not a number";
  case PREDICATE_NETWORK:
    return item_network(item, value) ? NULL
                                     : "\" is not an address or a network; \"like\" takes patterns";
  default:
    break;
  }
  if (name == KEY_HOST && memchr(value.ptr, '/', value.len) && item_network(item, value))
    return "\" is a network, which no host is; write \"ip\" for \"host\"";
  /* These keys have no leading zeros. */
  if ((name == KEY_PORT_EFFECTIVE || name == KEY_LENGTH) && item_number(item, value, &expression->texts))
    item->kind = ITEM_EXACT;
  else
    item_pattern(item, value, exact, predicate->ignores_case, &expression->texts);
  return NULL;
}

/* Reads a value, and adds it as an item. */
static bool expression_item(struct expression_reader *reader, struct predicate *predicate,
                            enum expression_operator operator)
{
  struct item item = {.kind = ITEM_EXACT};
  uriel_text value;
  bool quoted;
  if (!expression_value(reader, &value, &quoted))
    return false;
  const bool exact = quoted && operator!= OPERATOR_LIKE;
  const size_t begin = (size_t)(value.ptr - reader->source.ptr);
  const char *const wrong = expression_item_of(reader->expression, predicate, value, exact, &item);
  if (wrong)
    return expression_fail(reader, begin, begin + value.len, "\"", value, wrong);
  buffer_append(&reader->expression->items, (const char *)&item, sizeof item);
  predicate->count++;
  return true;
}

/* Reads the values: "(a, b)" if the operator takes a list, or one. */
static bool expression_items(struct expression_reader *reader, struct predicate *predicate,
                             enum expression_operator operator)
{
  const bool takes_list = operator== OPERATOR_LIKE || operator== OPERATOR_IN || operator== OPERATOR_HAS;
  expression_space(reader);
  if (!takes_list || !expression_next_is(reader, '('))
    return expression_item(reader, predicate, operator);
  do {
    reader->at++; /* "(" or "," */
    if (!expression_item(reader, predicate, operator))
      return false;
    expression_space(reader);
  } while (expression_next_is(reader, ','));
  if (!expression_next_is(reader, ')'))
    return expression_fail_here(reader, "the list does not end", "\",\" or \")\"");
  reader->at++;
  return true;
}

static bool expression_fits(struct expression_reader *reader, const struct predicate *predicate,
                            enum expression_operator operator, size_t begin)
{
  const enum key_name name = predicate->key.name;
  const uriel_text none = {"", 0};
  if (operator== OPERATOR_HAS &&(name != KEY_QUERY || predicate->modifier_count > 0))
    return expression_fail(reader, begin, reader->at, "only \"query\" has names: \"query has NAME\"",
                           none, "");
  if (predicate->kind == PREDICATE_NUMBER && name == KEY_IP)
    return expression_fail(reader, begin, reader->at, "addresses have no order: \"ip in 10.0.0.0/8\"",
                           none, "");
  return true;
}

bool expression_predicate(struct expression_reader *reader, uriel_text word)
{
  static const enum predicate_order orders[] = {[OPERATOR_LESS] = ORDER_LESS,
                                                [OPERATOR_LESS_EQUAL] = ORDER_LESS_EQUAL,
                                                [OPERATOR_GREATER] = ORDER_GREATER,
                                                [OPERATOR_GREATER_EQUAL] = ORDER_GREATER_EQUAL};
  struct expression *const expression = reader->expression;
  struct predicate predicate = {.first = expression->items.len / sizeof(struct item)};
  enum expression_operator operator= OPERATOR_NONE;
  const size_t begin = reader->at;
  predicate.kind = PREDICATE_DEFINED;
  if (!expression_key(reader, &predicate, word))
    return false;
  reader->at += word.len;
  if (predicate.kind != PREDICATE_VALID) {
    if (!expression_operator(reader, &operator))
      return false;
    predicate.kind = expression_kind(&predicate, operator);
    predicate.negative = operator== OPERATOR_NOT_EQUAL;
    predicate.order = operator<= OPERATOR_GREATER ? orders[operator] : ORDER_LESS;
    if (!expression_fits(reader, &predicate, operator, begin) ||
        (operator!= OPERATOR_NONE && !expression_items(reader, &predicate, operator)))
      return false;
  }
  reader->after_key = predicate.kind == PREDICATE_DEFINED;
  buffer_append(&expression->predicates, (const char *)&predicate, sizeof predicate);
  return true;
}
