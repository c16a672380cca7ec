/* SPDX-License-Identifier: MIT */
/* Laws of search parameters; see search_params.h. The order of sorting is decided here by another
 * way: over arrays of UTF-16, by insertion. */
#include "search_params.h"

#include <stdlib.h>
#include <string.h>

enum { FORM = URIEL_QUERY_FORM };

/* ---- Writers ---------------------------------------------------------------------------------- */

/* Where to write next, and how many bytes fit there. */
static size_t put_decoded(uriel_text text, char *out, size_t capacity, size_t at)
{
  const size_t left = at < capacity ? capacity - at : 0;
  const size_t n = uriel_query_decode(text, FORM, left ? out + at : NULL, left);
  if (n > 3 * text.len)
    die("a decoded text exceeds its bound");
  return at + n;
}

static size_t put_byte(char byte, char *out, size_t capacity, size_t at)
{
  if (at < capacity)
    out[at] = byte;
  return at + 1;
}

static size_t read_all(uriel_text rest, char *out, size_t capacity)
{
  size_t at = 0;
  for (uriel_param param; uriel_query_next(&rest, &param, FORM);) {
    at = put_byte('=', out, capacity, put_decoded(param.name, out, capacity, at));
    at = put_byte('\n', out, capacity, put_decoded(param.value, out, capacity, at));
  }
  return at;
}

static size_t read_named(uriel_text rest, uriel_text name, char *out, size_t capacity)
{
  size_t at = 0;
  for (uriel_param param; uriel_query_next(&rest, &param, FORM);)
    if (uriel_query_is(param.name, name.ptr, name.len, FORM))
      at = put_byte('\n', out, capacity, put_decoded(param.value, out, capacity, at));
  return at;
}

bool params_have(uriel_text query, uriel_text name, uriel_text value)
{
  for (uriel_param param; uriel_query_next(&query, &param, FORM);)
    if (uriel_query_is(param.name, name.ptr, name.len, FORM) &&
        (!value.ptr || uriel_query_is(param.value, value.ptr, value.len, FORM)))
      return true;
  return false;
}

static size_t do_read(const params_input *in, char *out, size_t capacity)
{
  return read_all(in->query, out, capacity);
}

static size_t do_all(const params_input *in, char *out, size_t capacity)
{
  return read_named(in->query, in->name, out, capacity);
}

static size_t do_get(const params_input *in, char *out, size_t capacity)
{
  return uriel_query_get(in->query, in->name.ptr, in->name.len, FORM, out, capacity);
}

static size_t do_serialize(const params_input *in, char *out, size_t capacity)
{
  return uriel_query_append(NULL, in->query, NULL, 0, FORM, out, capacity);
}

static size_t do_append(const params_input *in, char *out, size_t capacity)
{
  return uriel_query_append(NULL, in->query, &(uriel_param){in->name, in->value}, 1, FORM, out,
                            capacity);
}

static size_t do_set(const params_input *in, char *out, size_t capacity)
{
  return uriel_query_set(NULL, in->query, (uriel_param){in->name, in->value}, FORM, out, capacity);
}

static size_t do_delete(const params_input *in, char *out, size_t capacity)
{
  return uriel_query_remove(NULL, in->query, &(uriel_param){in->name, in->value}, 1, FORM, out,
                            capacity);
}

static size_t do_sort(const params_input *in, char *out, size_t capacity)
{
  const size_t count = uriel_query_count(in->query, FORM);
  uriel_text *const scratch = (uriel_text *)(void *)room(count * sizeof *scratch);
  if (count &&
      uriel_query_sort(NULL, in->query, FORM, scratch, count - 1, out, capacity) != URIEL_FAILED)
    die("sorted with too little scratch");
  const size_t n = uriel_query_sort(NULL, in->query, FORM, scratch, count, out, capacity);
  free(scratch);
  return n;
}

static size_t do_write(const params_input *in, char *out, size_t capacity)
{
  return uriel_query_append(NULL, (uriel_text){NULL, 0}, &(uriel_param){in->name, in->value}, 1, FORM,
                            out, capacity);
}

size_t write_params(const void *context, char *out, size_t capacity)
{
  static const struct {
    const char *name;
    size_t (*run)(const params_input *in, char *out, size_t capacity);
  } operations[] = {
      {"read", do_read},           {"all", do_all},       {"get", do_get},
      {"serialize", do_serialize}, {"append", do_append}, {"set", do_set},
      {"delete", do_delete},       {"sort", do_sort},     {"write", do_write},
  };
  const params_input *const in = context;
  for (size_t at = 0; at < sizeof operations / sizeof *operations; at++)
    if (strcmp(operations[at].name, in->operation) == 0) {
      const size_t n = operations[at].run(in, out, capacity);
      if (n != URIEL_FAILED && n > uriel_query_bound(in->query, 1, in->name.len + in->value.len, FORM))
        die("%s exceeds its bound", in->operation);
      return n;
    }
  die("no operation %s", in->operation);
}

static uriel_text done(const char *operation, uriel_text query, uriel_text name, uriel_text value)
{
  return text_written(write_params, &(params_input){operation, query, name, value});
}

/* ---- Laws ------------------------------------------------------------------------------------- */

static void must_equal(const char *what, uriel_text expected, uriel_text got)
{
  if (!text_equal(expected, got))
    die("%s: \"%.*s\" and \"%.*s\"", what, (int)expected.len, expected.ptr, (int)got.len, got.ptr);
}

/* Checks and frees both. */
static void must_equal_once(const char *what, uriel_text expected, uriel_text got)
{
  must_equal(what, expected, got);
  text_free(expected);
  text_free(got);
}

static void check_serialized(uriel_text text)
{
  for (size_t at = 0; at < text.len; at++)
    if (!memchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789*-._+%&=", text.ptr[at],
                70))
      die("a serialised query has the byte %02x", (unsigned char)text.ptr[at]);
  const uriel_text none = {NULL, 0};
  must_equal_once("serialised once more", text_copy(text), done("serialize", text, none, none));
}

/* `query`, "&" if neither is empty, and `pair`. */
static uriel_text joined(uriel_text query, uriel_text pair)
{
  char *const text = room(query.len + 1 + pair.len);
  memcpy(text, query.ptr, query.len);
  text[query.len] = '&';
  const size_t at = query.len ? query.len + 1 : 0;
  memcpy(text + at, pair.ptr, pair.len);
  return text_from(text, at + pair.len);
}

static void check_append(uriel_text query, uriel_text serialized, uriel_text name, uriel_text value)
{
  const uriel_text pair = done("write", query, name, value);
  const uriel_text appended = done("append", query, name, value);
  check_serialized(appended);
  if (!params_have(appended, name, value))
    die("has not what was appended");
  must_equal_once("append", joined(serialized, pair), appended);
  text_free(pair);
}

static void check_set(uriel_text query, uriel_text name, uriel_text value)
{
  const uriel_text none = {NULL, 0};
  const uriel_text set = done("set", query, name, value);
  check_serialized(set);
  must_equal_once("others of set", done("delete", query, name, none), done("delete", set, name, none));
  const uriel_text pair = done("write", query, name, value);
  must_equal_once("what was set", done("all", pair, name, none), done("all", set, name, none));
  text_free(pair);
  if (params_have(query, name, none) && uriel_query_count(set, FORM) > uriel_query_count(query, FORM))
    die("set added a parameter");
  text_free(set);
}

static void check_delete(uriel_text query, uriel_text name, uriel_text value)
{
  const uriel_text deleted = done("delete", query, name, value);
  check_serialized(deleted);
  if (params_have(deleted, name, value))
    die("has what was deleted");
  if (!params_have(query, name, value)) {
    const uriel_text none = {NULL, 0};
    must_equal_once("nothing deleted", done("serialize", query, none, none), text_copy(deleted));
  }
  text_free(deleted);
}

/* ---- Sorting ---------------------------------------------------------------------------------- */

/* A parameter: its name in UTF-16, and itself, written. */
typedef struct sorted_param {
  uint16_t *units;
  size_t length;
  uriel_text pair;
} sorted_param;

/* The character at *at, which is valid UTF-8. */
static uint32_t utf8_next(const char **at)
{
  const unsigned char lead = (unsigned char)*(*at)++;
  uint32_t scalar = lead < 0x80 ? lead : lead < 0xE0 ? lead & 0x1F : lead < 0xF0 ? lead & 0xF : lead & 7;
  for (unsigned more = lead < 0x80 ? 0 : lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3; more; more--)
    scalar = scalar << 6 | ((unsigned char)*(*at)++ & 0x3F);
  return scalar;
}

static sorted_param to_utf16(uriel_text name, uriel_text value)
{
  char *const text = room(3 * name.len);
  const char *at = text;
  const char *const end = text + uriel_query_decode(name, FORM, text, 3 * name.len);
  sorted_param param = {(uint16_t *)(void *)room(2 * (size_t)(end - text)), 0, {NULL, 0}};
  while (at < end) {
    const uint32_t scalar = utf8_next(&at);
    if (scalar >= 0x10000)
      param.units[param.length++] = (uint16_t)(0xD800 + ((scalar - 0x10000) >> 10));
    param.units[param.length++] =
        (uint16_t)(scalar < 0x10000 ? scalar : 0xDC00 + ((scalar - 0x10000) & 0x3FF));
  }
  free(text);
  const char *const pair_end = value.ptr ? value.ptr + value.len : name.ptr + name.len;
  const uriel_text none = {NULL, 0};
  param.pair = done("serialize", text_from(name.ptr, (size_t)(pair_end - name.ptr)), none, none);
  return param;
}

static bool name_less(const sorted_param *a, const sorted_param *b)
{
  size_t at = 0;
  while (at < a->length && at < b->length && a->units[at] == b->units[at])
    at++;
  return at < b->length && (at == a->length || a->units[at] < b->units[at]);
}

static void check_sort(uriel_text query)
{
  const uriel_text none = {NULL, 0};
  sorted_param *const params =
      (sorted_param *)(void *)room(uriel_query_count(query, FORM) * sizeof *params);
  size_t count = 0;
  uriel_text rest = query;
  for (uriel_param found; uriel_query_next(&rest, &found, FORM); count++) {
    const sorted_param param = to_utf16(found.name, found.value);
    size_t at = count;
    for (; at > 0 && name_less(&param, &params[at - 1]); at--)
      params[at] = params[at - 1];
    params[at] = param;
  }
  uriel_text expected = text_copy(text_from("", 0));
  for (size_t at = 0; at < count; at++) {
    const uriel_text longer = joined(expected, params[at].pair);
    text_free(expected);
    expected = longer;
    text_free(params[at].pair);
    free(params[at].units);
  }
  free(params);
  must_equal_once("sort", expected, done("sort", query, none, none));
}

void check_params_laws(uriel_text query, uriel_text name, uriel_text value)
{
  const uriel_text none = {NULL, 0};
  const uriel_text serialized = done("serialize", query, none, none);
  check_serialized(serialized);
  must_equal_once("read", done("read", query, none, none), done("read", serialized, none, none));
  if (uriel_query_count(query, FORM) != uriel_query_count(serialized, FORM))
    die("serialising changes the number of parameters");
  const uriel_text got = done("get", query, name, none);
  if (params_have(query, name, none) != (got.ptr != NULL))
    die("has and get differ");
  text_free(got);
  check_append(query, serialized, name, value);
  check_set(query, name, value);
  check_delete(query, name, none);
  if (value.ptr)
    check_delete(query, name, value);
  check_sort(query);
  text_free(serialized);
}
