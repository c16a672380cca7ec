/* SPDX-License-Identifier: MIT */
#include "json_field.h"

#include <string.h>

#include "escape.h"
#include "unicode.h"

/* A search for the field. */
struct search {
  struct json_field *field;
  const uriel_text *path;
  size_t path_count;
  size_t on;   /* so many levels, from the first, are objects of the path */
  bool wanted; /* the next value is on the path */
  enum json_field_found found;
  bool met; /* the field was there */
};

static bool search_fail(struct search *search, size_t offset, const char *message)
{
  search->field->message = message;
  search->field->offset = offset;
  search->found = JSON_FIELD_INVALID;
  return false;
}

static bool search_fail_field(struct search *search, const char *message)
{
  search->field->of_field = true;
  return search_fail(search, search->field->tokens.begin, message);
}

/* Decodes the last string or key. Returns whether all of it was decoded. */
static bool search_decode(struct search *search, struct buffer *out, size_t *decoded)
{
  const uriel_text raw = json_reader_raw(&search->field->tokens);
  if (!json_reader_decode(raw, out, decoded))
    base_die_memory();
  return *decoded == raw.len;
}

/* The value after a key is wanted if the key is the next of the path. */
static void search_key(struct search *search)
{
  struct json_field *const field = search->field;
  size_t decoded;
  search->wanted = false;
  if (search->on != field->tokens.stack.len)
    return;
  const uriel_text want = search->path[search->on - 1];
  uriel_text key = json_reader_raw(&field->tokens);
  if (field->tokens.escapes) {
    if (!search_decode(search, &field->line, &decoded))
      return;
    key = buffer_text(&field->line);
  }
  search->wanted = key.len == want.len && memcmp(key.ptr, want.ptr, key.len) == 0;
}

/* Reads the token of a value that is the field. */
static bool search_take(struct search *search, enum json_token token)
{
  struct json_field *const field = search->field;
  size_t decoded;
  if (token != JSON_OPEN && search->met)
    return search_fail_field(search, "occurs twice");
  search->met = true;
  if (token == JSON_NULL)
    return true;
  if (token != JSON_STRING)
    return search_fail_field(search, "is not a string");
  if (field->tokens.escapes) {
    if (!search_decode(search, &field->text, &decoded))
      return search_fail(search, field->tokens.begin + 1 + decoded,
                         "half a pair of surrogates is not a character");
  } else {
    const uriel_text raw = json_reader_raw(&field->tokens);
    buffer_put(&field->text, raw.ptr, raw.len);
  }
  search->found = JSON_FIELD_FOUND;
  field->begin = field->tokens.begin;
  field->end = field->tokens.end;
  return true;
}

/* Reads a token. Returns whether to read the next. */
static bool search_token(struct search *search, enum json_token token)
{
  const struct json_reader *const tokens = &search->field->tokens;
  const size_t depth = tokens->stack.len;
  const bool wanted = search->wanted;
  switch (token) {
  case JSON_KEY:
    search_key(search);
    return true;
  case JSON_OPEN:
    search->wanted = false;
    if (wanted && depth - 1 == search->path_count)
      return search_take(search, token);
    if (wanted && json_reader_in_object(tokens))
      search->on = depth;
    return true;
  case JSON_CLOSE:
    search->on = search->on > depth ? depth : search->on;
    return true;
  case JSON_INVALID:
    /* Of the field itself, only a text is read. */
    if (wanted && depth == search->path_count && tokens->begin < tokens->len &&
        (search->met || !byte_is_among("\"n", tokens->text[tokens->begin])))
      return search_take(search, JSON_OTHER);
    return search_fail(search, tokens->offset, tokens->message);
  case JSON_NO_MEMORY:
    base_die_memory();
  case JSON_END:
    return false;
  default:
    search->wanted = false;
    return !wanted || depth != search->path_count || search_take(search, token);
  }
}

enum json_field_found json_field_find(struct json_field *json, const uriel_text *path, size_t count,
                                      uriel_text line)
{
  struct search search = {.field = json, .path = path, .path_count = count, .wanted = true};
  json->of_field = false;
  const size_t valid = uriel_utf8_span(line.ptr, line.len);
  if (valid < line.len)
    search_fail(&search, valid, "not UTF-8");
  json_reader_begin(&json->tokens, line);
  while (valid == line.len && search_token(&search, json_reader_next(&json->tokens)))
    continue;
  return search.found;
}

/* ---- Writing ------------------------------------------------------------------------------------ */

uriel_text json_field_put(struct json_field *json, uriel_text line, uriel_text text)
{
  struct buffer *const out = &json->line;
  buffer_put(out, line.ptr, json->begin + 1);
  buffer_append_as(out, ESCAPE_JSON, text.ptr, text.len);
  buffer_append(out, line.ptr + json->end - 1, line.len - json->end + 1);
  return buffer_text(out);
}

void json_field_free(struct json_field *json)
{
  buffer_free(&json->tokens.stack);
  buffer_free(&json->text);
  buffer_free(&json->line);
}
