/* SPDX-License-Identifier: MIT */
/* Header fields, read line by line. */
#include "fields.h"

#include <string.h>

#include "base/unicode.h"

static bool fields_is_empty(const char *line, size_t len)
{
  return (len == 1 && line[0] == '\n') || (len == 2 && line[0] == '\r' && line[1] == '\n');
}

/* Scans each line once: `*at` is the start of the first line that was not scanned. */
static bool fields_find_end(const struct source *source, size_t *at)
{
  while (*at < source->len) {
    const char *line = source->data + *at;
    const size_t len = text_line(line, source->len - *at);
    if (line[len - 1] != '\n')
      return false;
    *at += len;
    if (fields_is_empty(line, len))
      return true;
  }
  return false;
}

size_t fields_end(struct source *source)
{
  size_t at = 0;
  source_fill(source, 1);
  while (!fields_find_end(source, &at)) {
    if (source->ended || source->len > FIELDS_LIMIT || !source_fill(source, source->len * 2))
      return 0;
  }
  return at;
}

static uriel_text fields_trim(const char *begin, const char *end)
{
  return text_trim((uriel_text){begin, (size_t)(end - begin)}, " \t\r\n");
}

bool fields_next(uriel_text header, size_t *at, struct field *field)
{
  const char *line = header.ptr + *at;
  size_t len = text_line(line, header.len - *at);
  if (*at >= header.len || fields_is_empty(line, len))
    return false;
  const char *colon = memchr(line, ':', len);
  *at += len;
  /* A folded line continues with white space (RFC 9112, 5.2). */
  while (*at < header.len && (header.ptr[*at] == ' ' || header.ptr[*at] == '\t'))
    *at += text_line(header.ptr + *at, header.len - *at);
  len = (size_t)(header.ptr + *at - line);
  field->name = colon ? fields_trim(line, colon) : (uriel_text){line, 0};
  field->value = fields_trim(colon ? colon + 1 : line, line + len);
  return true;
}

uriel_text fields_find(uriel_text header, const char *name)
{
  struct field field;
  for (size_t at = 0; fields_next(header, &at, &field);)
    if (text_is_word(field.name, name))
      return field.value;
  return (uriel_text){NULL, 0};
}

/* ---- Links (RFC 8288, 3) ------------------------------------------------------------------------- */

static bool fields_white(char c)
{
  return c == ' ' || (c >= '\t' && c <= '\r');
}

static size_t fields_skip_white(uriel_text value, size_t at)
{
  while (at < value.len && fields_white(value.ptr[at]))
    at++;
  return at;
}

/* Reads the value of a parameter: a token, or a quoted string. */
static size_t fields_value(uriel_text value, size_t at, uriel_text *out)
{
  const bool quoted = at < value.len && value.ptr[at] == '"';
  size_t end = at += quoted;
  if (quoted)
    for (; end < value.len && value.ptr[end] != '"'; end++)
      end += value.ptr[end] == '\\';
  else
    while (end < value.len && !strchr(";, \t\r\n", value.ptr[end]))
      end++;
  end = end < value.len ? end : value.len;
  *out = (uriel_text){value.ptr + at, end - at};
  return quoted && end < value.len ? end + 1 : end;
}

/* Reads the parameter after a semicolon. Returns the end of the parameter. */
static size_t fields_parameter(uriel_text value, size_t at, struct field_link *link)
{
  at = fields_skip_white(value, at);
  const size_t begin = at;
  while (at < value.len && !fields_white(value.ptr[at]) && !strchr("=;,", value.ptr[at]))
    at++;
  const uriel_text name = {value.ptr + begin, at - begin};
  const size_t equals = fields_skip_white(value, at);
  if (equals >= value.len || value.ptr[equals] != '=')
    return equals;
  uriel_text text;
  at = fields_value(value, fields_skip_white(value, equals + 1), &text);
  uriel_text *const wanted = text_is_word(name, "rel")      ? &link->rel
                             : text_is_word(name, "rev")    ? &link->rev
                             : text_is_word(name, "anchor") ? &link->anchor
                                                            : NULL;
  if (wanted && !wanted->ptr) /* only the first of each name is used (3.2, 3.3) */
    *wanted = text;
  return fields_skip_white(value, at);
}

bool fields_link(uriel_text value, size_t *at, struct field_link *link)
{
  size_t i = *at;
  *link = (struct field_link){.target = {NULL, 0}};
  while (i < value.len && (fields_white(value.ptr[i]) || value.ptr[i] == ','))
    i++;
  const size_t begin = i;
  if (begin == value.len)
    return false;
  const char *const end = value.ptr[i] == '<' ? memchr(value.ptr + i, '>', value.len - i) : NULL;
  if (end) {
    link->target = (uriel_text){value.ptr + i + 1, (size_t)(end - value.ptr) - i - 1};
    i = fields_skip_white(value, (size_t)(end - value.ptr) + 1);
    while (i < value.len && value.ptr[i] == ';')
      i = fields_parameter(value, i + 1, link);
  } else if (value.ptr[i] == '<') {
    i = value.len;
  } else { /* up to the next "," before a "<" */
    do {
      const char *const comma = memchr(value.ptr + i, ',', value.len - i);
      i = comma ? fields_skip_white(value, (size_t)(comma - value.ptr) + 1) : value.len;
    } while (i < value.len && value.ptr[i] != '<');
  }
  link->text = (uriel_text){value.ptr + begin, i - begin};
  *at = i;
  return true;
}

/* ---- Lists --------------------------------------------------------------------------------------- */

bool fields_item(uriel_text *list, char separator, uriel_text *item)
{
  while (list->len > 0) {
    bool quoted = false;
    size_t end = 0;
    for (; end < list->len && (quoted || list->ptr[end] != separator); end++) {
      if (quoted && list->ptr[end] == '\\' && end + 1 < list->len)
        end++;
      else if (list->ptr[end] == '"')
        quoted = !quoted;
    }
    *item = fields_trim(list->ptr, list->ptr + end);
    end += end < list->len;
    *list = (uriel_text){list->ptr + end, list->len - end};
    if (item->len > 0)
      return true;
  }
  return false;
}

void fields_split(uriel_text item, uriel_text *name, uriel_text *value)
{
  const char *const end = item.ptr + item.len;
  const char *const equals = item.len > 0 ? memchr(item.ptr, '=', item.len) : NULL;
  *name = item;
  *value = (uriel_text){NULL, 0};
  if (!equals)
    return;
  *name = fields_trim(item.ptr, equals);
  *value = fields_trim(equals + 1, end);
  if (value->len > 1 && value->ptr[0] == '"' && value->ptr[value->len - 1] == '"')
    *value = (uriel_text){value->ptr + 1, value->len - 2};
}

bool fields_directive(uriel_text header, const char *name, const char *directive, uriel_text *value)
{
  struct field field;
  uriel_text item, word;
  for (size_t at = 0; fields_next(header, &at, &field);)
    while (text_is_word(field.name, name) && fields_item(&field.value, ',', &item)) {
      fields_split(item, &word, value);
      if (text_is_word(word, directive))
        return true;
    }
  return false;
}
