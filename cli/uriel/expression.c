/* SPDX-License-Identifier: MIT */
/* Compiling and running expressions.
 *
 * The program has one truth value. A test sets it; "and" and "or" skip steps that cannot change it.
 * "a and not b or c" is: test a, and -> 1, test b, not, 1: or -> 2, test c, 2: */
#include "expression.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/unicode.h"
#include "cli/shared/cli.h"
#include "cli/shared/error.h"

enum expression_op {
  STEP_TEST, /* sets the value to the result of predicate `at` */
  STEP_NOT,
  STEP_AND, /* continues at step `at` if the value is false */
  STEP_OR,  /* continues at step `at` if the value is true */
  STEP_OPEN /* only while compiling: "(" */
};

struct expression_step {
  enum expression_op op;
  size_t at; /* of STEP_OPEN, the place of "(" */
};

struct expression_reader {
  struct expression *expression;
  struct expression_error *error;
  uriel_text source;
  size_t at;
  struct buffer pending; /* operators whose second operand is not complete; `at`: the step to complete */
  bool after_key;        /* an operator can follow */
};

/* ---- Errors ----------------------------------------------------------------------------------- */

/* Sets the error [begin, end): the message is `before`, `word`, which is escaped, and `after`. Returns
 * false. */
static bool expression_fail(struct expression_reader *reader, size_t begin, size_t end,
                            const char *before, uriel_text word, const char *after)
{
  struct expression_error *const error = reader->error;
  error->offset = begin;
  error->length = end - begin;
  error->message.len = 0;
  buffer_append(&error->message, before, strlen(before));
  buffer_append_as(&error->message, ESCAPE_TERMINAL, word.ptr, word.len);
  buffer_append(&error->message, after, strlen(after) + 1);
  return false;
}

/* The same at the next byte; `expected` can be NULL. */
static bool expression_fail_here(struct expression_reader *reader, const char *message,
                                 const char *expected)
{
  const size_t end = reader->at < reader->source.len ? reader->at + 1 : reader->at;
  reader->error->expected = expected;
  return expression_fail(reader, reader->at, end, message, uriel_text_of(""), "");
}

/* The same for a word that is not one of `words`: names the nearest one. */
static bool expression_fail_word(struct expression_reader *reader, size_t begin, uriel_text word,
                                 const char *before, const char *const *words)
{
  char hint[1 + WORD_HINT] = "\"";
  word_hint(hint + 1, word, words);
  return expression_fail(reader, begin, begin + word.len, before, word, hint);
}

/* The same for a value that is not a network: names the nearest kind. */
static bool expression_fail_network(struct expression_reader *reader, size_t begin, uriel_text value)
{
  enum { WORDS = 128 };
  const char *words[WORDS] = {"global"};
  char hint[WORD_HINT], after[WORD_HINT + 150];
  size_t count;
  const uriel_network *const networks = uriel_networks(&count);
  for (size_t i = 0; i < count && i < WORDS - 2; i++)
    words[i + 1] = networks[i].name;
  word_hint(hint, value, words);
  snprintf(after, sizeof after,
           "\" is not an address, a network (a prefix with zeros after it, as in 10.0.0.0/8), or a kind "
           "of network%s",
           *hint ? hint : "; \"like\" takes patterns");
  return expression_fail(reader, begin, begin + value.len, "\"", value, after);
}

/* ---- Words ------------------------------------------------------------------------------------ */

static void expression_space(struct expression_reader *reader)
{
  while (reader->at < reader->source.len && byte_is_among(" \t\r\n", reader->source.ptr[reader->at]))
    reader->at++;
}

static bool expression_next_is(const struct expression_reader *reader, char c)
{
  return reader->at < reader->source.len && reader->source.ptr[reader->at] == c;
}

/* Returns the word up to one of `ends` or white space, without moving. */
static uriel_text expression_word(const struct expression_reader *reader, const char *ends)
{
  const uriel_text source = reader->source;
  size_t end = reader->at;
  while (end < source.len && !byte_is_among(" \t\r\n", source.ptr[end]) &&
         !byte_is_among(ends, source.ptr[end]))
    end++;
  return (uriel_text){source.ptr + reader->at, end - reader->at};
}

static const char expression_key_ends[] = "()=!<>,\"'";
static const char expression_value_ends[] = "(),";

/* Reads a value: a word, or a text in quotation marks. */
static bool expression_value(struct expression_reader *reader, uriel_text *value, bool *quoted)
{
  expression_space(reader);
  *quoted = expression_next_is(reader, '"') || expression_next_is(reader, '\'');
  if (*quoted) {
    const char *const begin = reader->source.ptr + reader->at + 1;
    const char *const end = memchr(begin, begin[-1], reader->source.len - reader->at - 1);
    if (!end)
      return expression_fail_here(reader, "a closing quotation mark is missing", NULL);
    *value = (uriel_text){begin, (size_t)(end - begin)};
    reader->at += value->len + 2;
    return true;
  }
  *value = expression_word(reader, expression_value_ends);
  if (value->len == 0)
    return expression_fail_here(reader, "a value is missing", "a word or a text in quotation marks");
  if (memmem(value->ptr, value->len, "||", 2) || memmem(value->ptr, value->len, "&&", 2))
    return expression_fail_here(
        reader, "write \"or\" and \"and\" between conditions, and values with \"||\" in quotation marks",
        NULL);
  reader->at += value->len;
  if (expression_next_is(reader, '('))
    return expression_fail_here(reader, "a value with parentheses must be in quotation marks", NULL);
  return true;
}

/* ---- Predicates ------------------------------------------------------------------------------- */

static const struct expression_operator {
  const char *name;
  enum predicate_kind kind; /* PREDICATE_TEXT also compares networks */
  enum predicate_order order;
  bool is_word;  /* takes a list, too */
  bool negative; /* "!=" */
  bool is_like;  /* texts in quotation marks are patterns */
} expression_operators[] = {
    {.name = "==", PREDICATE_TEXT},
    {.name = "=~", PREDICATE_MATCHES},
    {.name = "!=", PREDICATE_TEXT, .negative = true},
    {.name = "<=", PREDICATE_NUMBER, ORDER_LESS_EQUAL},
    {.name = ">=", PREDICATE_NUMBER, ORDER_GREATER_EQUAL},
    {.name = "<", PREDICATE_NUMBER, ORDER_LESS},
    {.name = ">", PREDICATE_NUMBER, ORDER_GREATER},
    {.name = "like", PREDICATE_TEXT, .is_word = true, .is_like = true},
    {.name = "in", PREDICATE_TEXT, .is_word = true},
    {.name = "matches", PREDICATE_MATCHES, .is_word = true},
    {.name = "has", PREDICATE_HAS, .is_word = true},
};
enum { EXPRESSION_OPERATORS = sizeof expression_operators / sizeof *expression_operators };

/* Reads ":lower:decode". */
static bool expression_modifiers(struct expression_reader *reader, struct predicate *predicate,
                                 uriel_text rest)
{
  while (rest.len > 0) {
    const char *const colon = memchr(rest.ptr + 1, ':', rest.len - 1);
    const uriel_text word = {rest.ptr + 1, colon ? (size_t)(colon - rest.ptr - 1) : rest.len - 1};
    const size_t begin = (size_t)(word.ptr - reader->source.ptr);
    if (predicate->key.modifier_count == KEY_MODIFIERS)
      return expression_fail(reader, begin, begin + word.len, "too many modifiers", uriel_text_of(""),
                             "");
    if (!key_add_modifier(&predicate->key, word))
      return expression_fail_word(reader, begin, word, "no modifier \"", key_modifier_words);
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
  if (text_is(word, "valid")) {
    predicate->kind = PREDICATE_VALID;
    reader->expression->selects_invalid = true;
    return true;
  }
  if (!key_read(key, name.ptr, name.len)) {
    const char *names[KEY_NAMES + 2] = {[KEY_NAMES] = "valid"};
    memcpy(names, key_words, KEY_NAMES * sizeof *names);
    return expression_fail_word(reader, reader->at, name, "no key \"", names);
  }
  reader->expression->selects_invalid |= key_is_of_text(key);
  if (!expression_modifiers(reader, predicate, (uriel_text){name.ptr + name.len, word.len - name.len}))
    return false;
  if (key->name == KEY_PORT)
    key->name = KEY_PORT_EFFECTIVE;
  const bool of_host = key->name == KEY_SCHEME || key->name == KEY_HOST || key->name == KEY_SITE ||
                       key->name == KEY_SUFFIX;
  predicate->ignores_case = of_host || key->name == KEY_HOST_UNICODE || key->name == KEY_HOST_KIND ||
                            key->name == KEY_HOST_REVERSED || key->name == KEY_FORM;
  predicate->case_is_flagged = of_host && predicate->key.modifier_count == 0;
  predicate->is_slow =
      (key->name == KEY_SITE || key->name == KEY_SURT) && predicate->key.modifier_count == 0;
  return true;
}

/* Reads an operator. Sets `*op` to NULL, and moves only over white space, if the text is another one. */
static bool expression_operator(struct expression_reader *reader, const struct expression_operator **op)
{
  expression_space(reader);
  const uriel_text source = {reader->source.ptr + reader->at, reader->source.len - reader->at};
  const uriel_text word = expression_word(reader, expression_key_ends);
  for (size_t i = 0; i < EXPRESSION_OPERATORS; i++) {
    const struct expression_operator *const next = &expression_operators[i];
    const size_t len = strlen(next->name);
    if (next->is_word ? !text_is(word, next->name)
                      : source.len < len || memcmp(source.ptr, next->name, len) != 0)
      continue;
    reader->at += len;
    *op = next;
    return true;
  }
  *op = NULL;
  if (source.len > 0 && byte_is_among("=!", source.ptr[0]))
    return expression_fail_here(reader,
                                source.ptr[0] == '=' ? "write \"==\" for equality"
                                                     : "write \"not\" before what it negates",
                                NULL);
  return true;
}

bool expression_is_operator(const char *word)
{
  const char *names[EXPRESSION_OPERATORS + 4] = {"and", "or", "not"};
  bool is = strcmp(word, "=") == 0;
  for (size_t i = 0; i < EXPRESSION_OPERATORS; i++) {
    const char *const name = names[3 + i] = expression_operators[i].name;
    const size_t len = strlen(name); /* "==b", too, but not "<b>" */
    is |= len == 2 && !expression_operators[i].is_word ? strncmp(word, name, len) == 0
                                                       : strcmp(word, name) == 0;
  }
  for (size_t i = 0; i < 3; i++)
    is |= strcmp(word, names[i]) == 0;
  return is || word_synonym(word, names);
}

static const char regex_unquoted[] =
    "a regular expression with parentheses or commas must be in quotation marks";

/* Reads a value, and adds it as an item. */
static bool expression_item(struct expression_reader *reader, struct predicate *predicate,
                            const struct expression_operator *op)
{
  struct buffer *const texts = &reader->expression->texts;
  const enum key_name name = predicate->key.name;
  const char *wrong = NULL;
  struct item item = {.kind = ITEM_EXACT};
  uriel_regex_error error = {NULL, 0, 0};
  uriel_text value;
  bool quoted;
  if (!expression_value(reader, &value, &quoted))
    return false;
  const size_t begin = (size_t)(value.ptr - reader->source.ptr);
  if (predicate->kind == PREDICATE_MATCHES && !quoted && expression_next_is(reader, ','))
    return expression_fail_here(reader, regex_unquoted, NULL);
  if (predicate->kind == PREDICATE_MATCHES)
    (void)item_regex(&item, value, predicate->ignores_case, texts, &error);
  else if (predicate->kind == PREDICATE_NUMBER)
    wrong = item_number(&item, value, texts) ? NULL : "\" is not a number";
  else if (predicate->kind == PREDICATE_NETWORK) {
    if (!uriel_network_parse(&item.network, value.ptr, value.len))
      return expression_fail_network(reader, begin, value);
  } else if (name == KEY_HOST && memchr(value.ptr, '/', value.len) &&
             uriel_network_parse(&item.network, value.ptr, value.len))
    wrong = "\" is a network, not a host; write \"ip\" instead of \"host\"";
  else if ((name == KEY_PORT_EFFECTIVE || name == KEY_LENGTH) && item_number(&item, value, texts))
    item.kind = ITEM_EXACT; /* these keys have no leading zeros */
  else
    item_pattern(&item, value, quoted && !op->is_like, predicate->ignores_case, texts);
  if (wrong)
    return expression_fail(reader, begin, begin + value.len, "\"", value, wrong);
  if (error.message)
    return expression_fail(reader, begin + error.offset, begin + error.offset + error.length,
                           error.message, uriel_text_of(""), "");
  buffer_append(&reader->expression->items, (const char *)&item, sizeof item);
  predicate->count++;
  return true;
}

/* Reads the values: "(a, b)" if the operator takes a list, or one. */
static bool expression_items(struct expression_reader *reader, struct predicate *predicate,
                             const struct expression_operator *op)
{
  expression_space(reader);
  const bool matches = op->kind == PREDICATE_MATCHES;
  const bool opens = (op->is_word || matches) && expression_next_is(reader, '(');
  if (opens && matches)
    return expression_fail_here(reader, regex_unquoted, NULL);
  if (!opens)
    return expression_item(reader, predicate, op);
  do {
    reader->at++; /* "(" or "," */
    if (!expression_item(reader, predicate, op))
      return false;
    expression_space(reader);
  } while (expression_next_is(reader, ','));
  if (!expression_next_is(reader, ')'))
    return expression_fail_here(reader, "the list is not closed", "\",\" or \")\"");
  reader->at++;
  return true;
}

/* Reads a condition that begins with that word, and adds its predicate. */
static bool expression_predicate(struct expression_reader *reader, uriel_text word)
{
  struct expression *const expression = reader->expression;
  struct predicate predicate = {.kind = PREDICATE_DEFINED,
                                .first = expression->items.len / sizeof(struct item)};
  const struct expression_operator *op = NULL;
  const size_t begin = reader->at;
  const char *wrong = NULL;
  if (!expression_key(reader, &predicate, word))
    return false;
  reader->at += word.len;
  if (predicate.kind != PREDICATE_VALID && !expression_operator(reader, &op))
    return false;
  const enum key_name name = predicate.key.name;
  struct item item = {.kind = ITEM_EXACT};
  if (name == KEY_PARAMETER || name == KEY_PARAMETER_ALL)
    item_pattern(&item, predicate.key.parameter, false, false, &expression->texts);
  if (item.kind != ITEM_EXACT) { /* "query.utm_*" is "query has utm_*" */
    if (op || predicate.key.modifier_count > 0)
      return expression_fail(reader, begin, reader->at,
                             "a pattern of names has no value: write \"query has NAME\"",
                             uriel_text_of(""), "");
    buffer_append(&expression->items, (const char *)&item, sizeof item);
    predicate.kind = PREDICATE_HAS;
    predicate.count = 1;
  } else if (op) {
    const bool is_plain = predicate.key.modifier_count == 0;
    const bool is_network = op->kind == PREDICATE_TEXT && !op->is_like && name == KEY_IP && is_plain;
    predicate.kind = is_network ? PREDICATE_NETWORK : op->kind;
    predicate.negative = op->negative;
    predicate.order = op->order;
    if (op->kind == PREDICATE_HAS && (name != KEY_QUERY || !is_plain))
      wrong = "\"has\" is only for \"query\": \"query has NAME\"";
    else if (op->kind == PREDICATE_NUMBER && name == KEY_IP)
      wrong = "addresses cannot be ordered: write \"ip in 10.0.0.0/8\"";
    if (wrong)
      return expression_fail(reader, begin, reader->at, wrong, uriel_text_of(""), "");
    if (!expression_items(reader, &predicate, op))
      return false;
  } else if (name == KEY_FUNCTION && predicate.key.function->result == URIEL_KIND_BOOL) {
    predicate.kind = PREDICATE_TRUE;
  }
  reader->after_key = !op && predicate.kind != PREDICATE_HAS && predicate.kind != PREDICATE_VALID;
  buffer_append(&expression->predicates, (const char *)&predicate, sizeof predicate);
  return true;
}

/* ---- and, or, not ----------------------------------------------------------------------------- */

static void expression_add(struct buffer *steps, enum expression_op op, size_t at)
{
  buffer_append(steps, &(struct expression_step){op, at}, sizeof(struct expression_step));
}

/* Completes the last operators as long as they are of these kinds, which are bits: "not" is a step after
 * its operand, "and" and "or" continue at the next step. */
static void expression_complete(struct expression_reader *reader, unsigned ops)
{
  struct buffer *const all = &reader->pending, *const steps = &reader->expression->steps;
  struct expression_step last;
  for (; all->len > 0; all->len -= sizeof last) {
    memcpy(&last, all->ptr + all->len - sizeof last, sizeof last);
    if (!(1U << last.op & ops))
      break;
    if (last.op == STEP_NOT)
      expression_add(steps, STEP_NOT, 0);
    else
      ARRAY_OF(struct expression_step, *steps)[last.at].at = ARRAY_COUNT(last, *steps);
  }
}

/* Completes "and" and "or", and removes the last "(". Returns false if there is no "(". */
static bool expression_close(struct expression_reader *reader, size_t *open)
{
  struct buffer *const all = &reader->pending;
  struct expression_step last;
  expression_complete(reader, 1U << STEP_AND | 1U << STEP_OR);
  if (all->len == 0)
    return false;
  all->len -= sizeof last;
  memcpy(&last, all->ptr + all->len, sizeof last);
  *open = last.at;
  return true;
}

/* ---- The expression --------------------------------------------------------------------------- */

/* Reads "(", "not" or a predicate. Sets `complete` after a predicate. */
static bool expression_operand(struct expression_reader *reader, bool *complete)
{
  const uriel_text word = expression_word(reader, expression_key_ends);
  *complete = false;
  if (expression_next_is(reader, '(')) {
    expression_add(&reader->pending, STEP_OPEN, reader->at++);
    return true;
  }
  if (expression_next_is(reader, '!'))
    return expression_fail_here(reader, "write \"not\" instead of \"!\"", NULL);
  if (word.len == 0)
    return expression_fail_here(reader, "a condition is missing", "a key, \"not\" or \"(\"");
  if (text_is(word, "not")) {
    expression_add(&reader->pending, STEP_NOT, 0);
    reader->at += word.len;
    return true;
  }
  *complete = true;
  expression_add(&reader->expression->steps, STEP_TEST,
                 ARRAY_COUNT(struct predicate, reader->expression->predicates));
  if (!expression_predicate(reader, word))
    return false;
  expression_complete(reader, 1U << STEP_NOT);
  return true;
}

/* Reads ")", or "and" or "or" after which `complete` is false. */
static bool expression_between(struct expression_reader *reader, bool *complete)
{
  static const char *const words[] = {
      "like", "in", "matches", "has", "and", "or", "==", "!=", "<", "<=", ">", ">=", NULL};
  const uriel_text word = expression_word(reader, expression_key_ends);
  const bool is_and = text_is(word, "and");
  if (expression_next_is(reader, ')')) {
    size_t open;
    if (!expression_close(reader, &open))
      return expression_fail_here(reader, "\")\" without \"(\"", NULL);
    reader->at++;
    reader->after_key = false;
    expression_complete(reader, 1U << STEP_NOT);
    return true;
  }
  if (is_and || text_is(word, "or")) {
    const enum expression_op op = is_and ? STEP_AND : STEP_OR;
    if (!is_and) /* "and" binds more */
      expression_complete(reader, 1U << STEP_AND);
    struct buffer *const steps = &reader->expression->steps;
    expression_add(&reader->pending, op, ARRAY_COUNT(struct expression_step, *steps));
    expression_add(steps, op, 0);
    reader->at += word.len;
    *complete = false;
    return true;
  }
  if (expression_next_is(reader, ','))
    return expression_fail_here(reader, "a list needs parentheses", "\"in (a, b)\"");
  if (word.len == 0)
    return expression_fail_here(reader, "an operator is missing", "\"and\", \"or\", \")\" or the end");
  reader->error->expected = reader->after_key ? "an operator, \"and\", \"or\", \")\" or the end"
                                              : "\"and\", \"or\", \")\" or the end";
  return expression_fail_word(reader, reader->at, word, "no operator \"", words);
}

bool expression_compile(struct expression *expression, uriel_text source, struct expression_error *error)
{
  struct expression_reader reader = {.expression = expression, .error = error, .source = source};
  buffer_reserve(&expression->items, 0);
  buffer_reserve(&expression->texts, 0);
  bool complete = false, is = true;
  size_t open;
  for (expression_space(&reader); is && (reader.at < source.len || !complete);
       is ? expression_space(&reader) : (void)0)
    is = (complete ? expression_between : expression_operand)(&reader, &complete);
  if (is && expression_close(&reader, &open))
    is = expression_fail(&reader, open, open + 1, "\"(\" without \")\"", uriel_text_of(""), "");
  buffer_free(&reader.pending);
  return is;
}

void expression_read(struct expression *expression, const char *source)
{
  const uriel_text text = uriel_text_of(source);
  struct expression_error error = {0};
  if (expression_compile(expression, text, &error)) {
    buffer_free(&error.message);
    return;
  }
  const struct record_error shown = {.error = {.component = URIEL_PATH, /* mark all of its bytes */
                                               .offset = error.offset,
                                               .begin = error.offset,
                                               .length = error.length},
                                     .text = text,
                                     .within = URIEL_PATH,
                                     .what = "",
                                     .code = "expression",
                                     .message = error.message.ptr,
                                     .expected = error.expected};
  error_print("expression", &shown);
  output_text(&standard_error, "Try \"uriel help filter\".\n");
  output_flush_both();
  exit(STATUS_USAGE);
}

bool expression_matches(const struct expression *expression, const uriel_ref *ref, uriel_text given,
                        bool valid, struct buffer *scratch)
{
  const struct expression_step *const steps = ARRAY_OF(struct expression_step, expression->steps);
  const struct predicate *const predicates = ARRAY_OF(struct predicate, expression->predicates);
  const struct item *const items = ARRAY_OF(struct item, expression->items);
  const size_t count = ARRAY_COUNT(struct expression_step, expression->steps);
  bool value = false;
  for (size_t i = 0; i < count; i++) {
    const struct expression_step step = steps[i];
    if (step.op == STEP_TEST) {
      const struct predicate *const predicate = &predicates[step.at];
      value = predicate->kind == PREDICATE_VALID
                  ? valid
                  : predicate_holds(predicate, items + predicate->first, expression->texts.ptr, ref,
                                    &given, scratch);
    } else if (step.op == STEP_NOT) {
      value = !value;
    } else if (value == (step.op == STEP_OR)) {
      i = step.at - 1;
    }
  }
  return value;
}
