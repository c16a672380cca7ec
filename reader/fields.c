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
