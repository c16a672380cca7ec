/* SPDX-License-Identifier: MIT */
/* The values of a reference by name. */
#include "key.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/escape.h"
#include "base/unicode.h"
#include "cli.h"
#include "uriel_query.h"
#include "uriel_scheme.h"

/* In the order of enum key_name. "path.N" and "query.NAME" stand for all keys of their kind. */
const char *const key_words[KEY_NAMES + 1] = {
    "reference", "scheme",       "authority",      "userinfo", "user",          "password",
    "host",      "host_unicode", "host_kind",      "ip",       "host_reversed", "site",
    "suffix",    "port",         "port_effective", "path",     "path.N",        "extension",
    "query",     "query.NAME",   "query_all.NAME", "params",   "query_names",   "fragment",
    "form",      "surt",         "length"};

/* ---- Names ------------------------------------------------------------------------------------ */

static bool key_is_word(const char *word, const char *text, size_t len)
{
  size_t at = 0;
  while (at < len && word[at] && word[at] == (text[at] == '-' ? '_' : text[at]))
    at++;
  return at == len && word[at] == '\0';
}

bool key_read(struct key *key, const char *text, size_t len)
{
  static const char path[] = "path.";
  const char *const dot = memchr(text, '.', len);
  const size_t word = dot && dot + 1 < text + len ? (size_t)(dot - text) : 0;
  const bool one = word > 0 && key_is_word("query", text, word);
  if (one || (word > 0 && key_is_word("query_all", text, word))) {
    *key = (struct key){.name = one ? KEY_PARAMETER : KEY_PARAMETER_ALL,
                        .text = {text, len},
                        .parameter = {dot + 1, len - word - 1}};
    return true;
  }
  if (len > strlen(path) && memcmp(text, path, strlen(path)) == 0) {
    /* "1", "-1": up to nine digits. */
    const bool back = text[strlen(path)] == '-';
    uint64_t number;
    const uriel_text digits = {text + strlen(path) + back, len - strlen(path) - back};
    *key = (struct key){.name = KEY_SEGMENT,
                        .text = {text, len},
                        .function = uriel_function_find("segment", strlen("segment"))};
    if (digits.len == 0 || digits.len > 9 || !number_read(digits, 999999999, &number))
      return false;
    key->segment = back ? -(long)number : (long)number;
    return number > 0;
  }
  for (int i = 0; i < KEY_NAMES; i++) {
    if (!key_is_word(key_words[i], text, len))
      continue;
    *key = (struct key){.name = (enum key_name)i,
                        .text = {key_words[i], len},
                        .function = uriel_function_find(key_words[i], strlen(key_words[i]))};
    return true;
  }
  /* Errors are not keys of a reference: --format has other names for them. */
  size_t count;
  const uriel_function *const all = uriel_functions(&count);
  for (size_t i = 0; i < count; i++) {
    const uriel_function *const function = &all[i];
    bool alone =
        (function->arguments[0].kind == URIEL_KIND_REFERENCE || function->result == URIEL_KIND_BOOL) &&
        function->result != URIEL_KIND_LIST && strncmp(function->name, "error", 5) != 0 &&
        strcmp(function->name, "valid") != 0;
    for (size_t a = 1; a < function->argument_count; a++)
      alone &= function->arguments[a].usual != NULL;
    if (!alone || !key_is_word(function->name, text, len))
      continue;
    *key = (struct key){.name = KEY_FUNCTION, .text = {function->name, len}, .function = function};
    return true;
  }
  return false;
}

const char key_pattern_message[] = "a pattern of names has no value: write one name (%2A for \"*\"), or "
                                   "params for all parameters";

uriel_kind key_kind(const struct key *key)
{
  const uriel_kind result = key->function ? key->function->result : URIEL_KIND_TEXT;
  const bool plain = key->name != KEY_PORT && key->modifier_count == 0 &&
                     (result == URIEL_KIND_INTEGER || result == URIEL_KIND_BOOL);
  return plain ? result : URIEL_KIND_TEXT;
}

bool key_is_pattern(const struct key *key)
{
  const uriel_text name = key->parameter;
  return name.len > 0 && (memchr(name.ptr, '*', name.len) || memchr(name.ptr, '?', name.len));
}

/* ---- Hosts and ports -------------------------------------------------------------------------- */

/* Most names start with a letter, which is quick to test. Only addresses without brackets contain ":".
 */
bool key_address(uriel_address *address, uriel_text host)
{
  const char first = host.len > 0 ? (char)(host.ptr[0] | 0x20) : 'z';
  if (first >= 'a' && first <= 'z' && !(first <= 'f' && memchr(host.ptr, ':', host.len)))
    return false;
  return uriel_host_address(address, host) || uriel_address_parse(address, host.ptr, host.len);
}

/* Replaces the text, a host with or without its brackets, by that address as text without brackets, or
 * by the empty text. */
static void key_address_put(struct buffer *text)
{
  uriel_address address;
  const bool is = key_address(&address, (uriel_text){text->ptr, text->len});
  text->len = 0;
  if (!is)
    return;
  buffer_reserve(text, URIEL_IPV6_MAX);
  text->len = uriel_address_print(&address, text->ptr, text->capacity);
}

bool key_host_put(struct buffer *out, uriel_text host)
{
  out->len = 0;
  buffer_append(out, host.ptr, host.len);
  key_address_put(out);
  if (out->len > 0 && memchr(out->ptr, ':', out->len)) {
    buffer_append(out, "[]", 2);
    memmove(out->ptr + 1, out->ptr, out->len - 2);
    out->ptr[0] = '[';
    out->ptr[out->len - 1] = ']';
  }
  return out->len > 0;
}

/* ---- Parameters ------------------------------------------------------------------------------- */

/* Returns the next byte of a name, decoded. */
static unsigned char key_byte(uriel_text *rest)
{
  const int encoded = triplet_read(rest->ptr, rest->len);
  const unsigned char byte = (unsigned char)(encoded >= 0 ? encoded : *rest->ptr);
  const size_t len = encoded >= 0 ? 3 : 1;
  rest->ptr += len;
  rest->len -= len;
  return byte;
}

/* Returns the value of the first parameter of that name, or with `scratch` all their values. */
static uriel_text key_parameter(uriel_text query, uriel_text wanted, struct buffer *scratch)
{
  bool found = false;
  for (uriel_param param; uriel_query_next(&query, &param, 0);) {
    bool same = true;
    uriel_text a = param.name, b = wanted;
    while (same && a.len > 0 && b.len > 0)
      same = key_byte(&a) == key_byte(&b);
    if (!same || a.len != b.len)
      continue;
    if (!scratch)
      return param.value;
    if (!param.value.ptr)
      continue;
    buffer_append(scratch, " ", found);
    buffer_append(scratch, param.value.ptr, param.value.len);
    found = true;
  }
  return found ? buffer_text(scratch) : uriel_text_of(NULL);
}

/* Appends the text, decoded except for bytes that would make a list ambiguous: equal names are the same
 * bytes. */
static void key_put_decoded(struct buffer *out, uriel_text text, const char *separators)
{
  while (text.len > 0) {
    const char *const from = text.ptr;
    const char byte = (char)key_byte(&text);
    const unsigned char code = (unsigned char)byte;
    const bool keep = code <= ' ' || code == 0x7F || strchr(separators, byte);
    if (keep && text.ptr - from == 3)
      buffer_append_triplet(out, code);
    else
      buffer_append(out, &byte, 1);
  }
}

void key_put_parameter_name(struct buffer *out, uriel_text name)
{
  if (name.len > 0 && memchr(name.ptr, '%', name.len))
    key_put_decoded(out, name, "%&");
  else
    buffer_append(out, name.ptr, name.len);
}

static uriel_text key_parameters(uriel_text query, struct buffer *scratch)
{
  if (!query.ptr)
    return query;
  for (uriel_param param; uriel_query_next(&query, &param, 0);) {
    buffer_append(scratch, " ", scratch->len > 0);
    key_put_decoded(scratch, param.name, "%=");
    if (!param.value.ptr)
      continue;
    buffer_append(scratch, "=", 1);
    key_put_decoded(scratch, param.value, "%");
  }
  buffer_reserve(scratch, 1);
  return (uriel_text){scratch->ptr, scratch->len};
}

/* Returns the text in lower case: itself, or a copy in the buffer, where the text may already be. */
static uriel_text key_lower(uriel_text text, struct buffer *scratch)
{
  unsigned char upper = 0;
  for (size_t i = 0; i < text.len; i++) /* without an early exit, so that compilers vectorise it */
    upper |= (unsigned char)(text.ptr[i] - 'A') < 26;
  if (!upper)
    return text;
  buffer_reserve(scratch, text.len);
  for (size_t i = 0; i < text.len; i++)
    scratch->ptr[i] = ascii_lower(text.ptr[i]);
  return (uriel_text){scratch->ptr, text.len};
}

/* ---- All -------------------------------------------------------------------------------------- */

/* Returns what the function of the vocabulary returns, as text. */
static uriel_text key_function(const struct key *key, const uriel_ref *ref, uriel_text given,
                               struct buffer *scratch)
{
  const uriel_function *const function = key->function;
  const uriel_value arguments[] = {{.kind = function->arguments[0].kind, .ref = ref, .text = given},
                                   {.kind = URIEL_KIND_INTEGER, .integer = key->segment}};
  const size_t count = key->name == KEY_SEGMENT ? 2 : 1;
  const size_t bound = uriel_function_bound(function, arguments, count);
  uriel_value result;
  buffer_reserve(scratch, NUMBER_DIGITS + 1 + bound);
  char *const out = scratch->ptr + NUMBER_DIGITS + 1;
  if (!uriel_function_call(&result, function, arguments, count, out, bound, NULL))
    return uriel_text_of(NULL);
  if (result.kind == URIEL_KIND_BOOL)
    return uriel_text_of(result.integer ? "true" : "false");
  if (result.kind != URIEL_KIND_INTEGER)
    return result.text;
  const bool negative = result.integer < 0;
  const uriel_text digits =
      number_text(out, negative ? 0 - (uint64_t)result.integer : (uint64_t)result.integer);
  scratch->ptr[0] = '-';
  memmove(scratch->ptr + negative, digits.ptr, digits.len);
  return (uriel_text){scratch->ptr, negative + digits.len};
}

bool key_is_of_text(const struct key *key)
{
  return key->name == KEY_FUNCTION && key->function->arguments[0].kind == URIEL_KIND_TEXT;
}

uriel_text key_value(const struct key *key, const uriel_ref *ref, uriel_text given,
                     struct buffer *scratch)
{
  static uriel_text (*const components[KEY_NAMES + 1])(const uriel_ref *) = {
      [KEY_SCHEME] = uriel_scheme,    [KEY_AUTHORITY] = uriel_authority, [KEY_USERINFO] = uriel_userinfo,
      [KEY_USER] = uriel_user,        [KEY_PASSWORD] = uriel_password,   [KEY_HOST] = uriel_host,
      [KEY_PORT] = uriel_port,        [KEY_PATH] = uriel_path,           [KEY_QUERY] = uriel_query,
      [KEY_FRAGMENT] = uriel_fragment};
  scratch->len = 0;
  if (components[key->name])
    return components[key->name](ref);
  switch (key->name) {
  case KEY_REFERENCE:
    return (uriel_text){ref->text, ref->length};
  case KEY_SITE:
    return key_lower(uriel_host_site(uriel_host(ref), suffixes.list, suffixes.options), scratch);
  case KEY_SUFFIX:
    return key_lower(uriel_host_suffix(uriel_host(ref), suffixes.list, suffixes.options), scratch);
  case KEY_PORT_EFFECTIVE: {
    const uriel_text port = number_significant(uriel_port(ref)), scheme = uriel_scheme(ref);
    const uriel_scheme_info *const info =
        port.len == 0 && uriel_host(ref).ptr ? uriel_scheme_find(NULL, scheme.ptr, scheme.len) : NULL;
    buffer_reserve(scratch, NUMBER_DIGITS);
    return port.len > 0         ? port
           : info && info->port ? number_text(scratch->ptr, info->port)
                                : uriel_text_of(NULL);
  }
  case KEY_PARAMETER:
  case KEY_PARAMETER_ALL:
    buffer_reserve(scratch, 1);
    return key_parameter(uriel_query(ref), key->parameter, key->name == KEY_PARAMETER ? NULL : scratch);
  case KEY_PARAMETERS:
    return key_parameters(uriel_query(ref), scratch);
  default:
    return key_function(key, ref, given, scratch);
  }
}

bool key_put(const struct key *key, const uriel_ref *ref, uriel_text given, struct buffer *out)
{
  const uriel_text text =
      ref || key_is_of_text(key) ? key_value(key, ref, given, out) : uriel_text_of(NULL);
  const bool held = text.ptr && out->ptr && text.ptr >= out->ptr && text.ptr < out->ptr + out->capacity;
  if (held)
    memmove(out->ptr, text.ptr, text.len);
  out->len = held ? text.len : 0;
  if (!held)
    buffer_append(out, text.ptr, text.len);
  return text.ptr != NULL;
}

/* ---- Modifiers -------------------------------------------------------------------------------- */

const char *const key_modifier_words[] = {[KEY_LOWER] = "lower",       [KEY_UPPER] = "upper",
                                          [KEY_DECODE] = "decode",     [KEY_DECODE_FORM] = "form",
                                          [KEY_ENCODE] = "encode",     [KEY_ADDRESS] = "address",
                                          [KEY_FILENAME] = "filename", NULL};

bool key_add_modifier(struct key *key, uriel_text word)
{
  for (size_t i = 0; key_modifier_words[i] && key->modifier_count < KEY_MODIFIERS; i++)
    if (text_is(word, key_modifier_words[i])) {
      key->modifiers[key->modifier_count++] = (enum key_modifier)i;
      return true;
    }
  return false;
}

static void key_case(struct buffer *text, char from, char to)
{
  for (size_t i = 0; i < text->len; i++) {
    const unsigned offset = (unsigned)(unsigned char)text->ptr[i] - (unsigned char)from;
    if (offset < 26)
      text->ptr[i] = (char)(to + (char)offset);
  }
}

void key_modify(struct buffer *text, enum key_modifier modifier)
{
  enum { FILENAME_ROOM = 256 };
  const size_t bound = uriel_encode_bound(text->len);
  if (text->len == 0 && modifier != KEY_FILENAME)
    return;
  switch (modifier) {
  case KEY_LOWER:
    key_case(text, 'A', 'a');
    break;
  case KEY_UPPER:
    key_case(text, 'a', 'A');
    break;
  case KEY_DECODE:
    text->len = uriel_decode(text->ptr, text->len, 0, text->ptr, text->len, NULL);
    break;
  case KEY_DECODE_FORM:
    text->len = uriel_decode(text->ptr, text->len, URIEL_DECODE_PLUS, text->ptr, text->len, NULL);
    break;
  case KEY_ENCODE:
    /* The text moves to the end of the buffer, and the result is written before it. */
    buffer_reserve(text, bound + text->len);
    memmove(text->ptr + bound, text->ptr, text->len);
    text->len = uriel_encode(text->ptr + bound, text->len, URIEL_ENCODE_ANY, URIEL_ENCODE_PERCENT,
                             text->ptr, bound);
    break;
  case KEY_ADDRESS:
    key_address_put(text);
    break;
  case KEY_FILENAME: {
    char name[FILENAME_ROOM];
    const uriel_value argument = {.kind = URIEL_KIND_TEXT,
                                  .text = {text->len > 0 ? text->ptr : "", text->len}};
    uriel_value result;
    (void)uriel_function_call(&result, uriel_function_find("filename", strlen("filename")), &argument, 1,
                              name, sizeof name, NULL);
    text->len = 0;
    buffer_append(text, result.text.ptr, result.text.len);
    break;
  }
  }
}

uriel_text key_modified(const struct key *key, const uriel_ref *ref, uriel_text given,
                        struct buffer *scratch)
{
  if (key->modifier_count == 0)
    return key_value(key, ref, given, scratch);
  if (!key_put(key, ref, given, scratch))
    return uriel_text_of(NULL);
  for (size_t i = 0; i < key->modifier_count; i++)
    key_modify(scratch, key->modifiers[i]);
  return buffer_text(scratch);
}

/* ---- Lists of keys ------------------------------------------------------------------------------ */

void key_read_modifiers(struct key *key, uriel_text text, uriel_text modifiers, const char *command,
                        const char *option)
{
  char hint[WORD_HINT];
  if (key_is_pattern(key))
    die_usage(command, "%s: \"%.*s\": %s", option, (int)key->text.len, key->text.ptr,
              key_pattern_message);
  for (uriel_text modifier; uriel_list_next(&modifiers, &modifier, ':'); key->text = text) {
    if (key->modifier_count == KEY_MODIFIERS)
      die_usage(command, "%s: a key takes at most %d modifiers", option, KEY_MODIFIERS);
    if (!key_add_modifier(key, modifier))
      die_usage(command, "%s: no modifier \"%.*s\"%s", option, (int)modifier.len, modifier.ptr,
                word_hint(hint, modifier, key_modifier_words));
  }
}

void by_read(void *to, struct option_reader *reader)
{
  struct by *const by = to;
  uriel_text rest = uriel_text_of(reader->value), word;
  char hint[WORD_HINT];
  for (by->count = 0; uriel_list_next(&rest, &word, ',');) {
    if (by->count == BY_KEYS)
      die_usage(reader->command, "%s takes at most %d keys", reader->name, BY_KEYS);
    struct key *const key = &by->keys[by->count++];
    uriel_text words = word, modifier;
    (void)uriel_list_next(&words, &modifier, ':');
    if (!key_read(key, modifier.ptr, modifier.len))
      die_usage(reader->command, "%s has no key \"%.*s\"%s", reader->name, (int)modifier.len,
                modifier.ptr,
                *word_hint(hint, modifier, key_words) ? hint : "; man uriel lists the keys");
    key_read_modifiers(key, word, words, reader->command, reader->name);
  }
}

uriel_text by_value(const struct key *key, const uriel_ref *ref, uriel_text given,
                    struct buffer *scratch)
{
  const enum key_name name = key->name;
  if (key->modifier_count > 0)
    return key_modified(key, ref, given, scratch);
  const uriel_text value = name == KEY_HOST ? uriel_host(ref) : key_value(key, ref, given, scratch);
  return name == KEY_HOST || name == KEY_SCHEME ? key_lower(value, scratch) : value;
}

bool by_put(const struct by *by, const uriel_ref *ref, uriel_text given, struct buffer *out,
            struct buffer *scratch)
{
  bool any = false;
  for (size_t i = 0; i < by->count; i++) {
    const struct key *const key = &by->keys[i];
    uriel_text value = by_value(key, ref, given, scratch);
    buffer_append(out, value.ptr ? "=" : "-", 1);
    if (value.ptr &&
        (key->name == KEY_PORT || key->name == KEY_PORT_EFFECTIVE || key->name == KEY_LENGTH ||
         (key->name == KEY_FUNCTION && key->function->result == URIEL_KIND_INTEGER &&
          value.ptr[0] != '-'))) {
      /* A number in decimal, after the number of its digits. */
      value = number_significant(value);
      const char digits = (char)('0' + (value.len < 64 ? value.len : 64));
      buffer_append(out, &digits, 1);
    }
    buffer_append(out, value.ptr, value.len);
    buffer_append(out, "\t", 1);
    any |= value.ptr != NULL;
  }
  return any;
}

/* ---- The Public Suffix List ---------------------------------------------------------------------- */

struct suffixes suffixes;

void suffixes_load(const char *command, const char *file, unsigned options)
{
  static uriel_suffix_list compiled;
  static struct buffer bytes;
  struct buffer text = {0};
  uriel_suffix_error error;
  suffixes.options = options;
  if (!file)
    return;
  if (!buffer_load(&text, file))
    die(STATUS_IO, "cannot read %s: %s", file, strerror(errno));
  const size_t bound = uriel_suffix_list_bound(text.ptr, text.len);
  buffer_reserve(&bytes, bound);
  if (!uriel_suffix_list_compile(&compiled, text.ptr, text.len, bytes.ptr, bound, &error)) {
    if (error.line > 0)
      die_usage(command, "%s: line %zu: %s", file, error.line, error.message);
    die_usage(command, "%s: %s", file, error.message);
  }
  suffixes.list = &compiled;
  buffer_free(&text);
}

void suffixes_describe(struct buffer *out)
{
  char text[96];
  const uint64_t hash =
      suffixes.list ? uriel_hash_bytes((const char *)suffixes.list->bytes, suffixes.list->size, 0) : 0;
  const int len = suffixes.list
                      ? snprintf(text, sizeof text, ", suffixes %016llx", (unsigned long long)hash)
                      : snprintf(text, sizeof text, ", suffixes of %s", uriel_suffix_list_date());
  buffer_append(out, text, (size_t)len);
  if (suffixes.options & URIEL_SUFFIX_PRIVATE)
    buffer_append(out, " and private ones", strlen(" and private ones"));
}
