/* SPDX-License-Identifier: MIT */
/* How the value of an attribute contains references. */
#include "value.h"

#include <string.h>
#include <strings.h>

struct value {
  const char *ptr;
  size_t len;
  value_sink *sink;
  void *context;
};

bool value_space(char c)
{
  return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
}

/* Reads a list separated by white space, or by commas with white space around them. */
static bool value_list(const struct value *value, char comma)
{
  size_t at = 0;
  while (at < value->len) {
    const size_t begin = at;
    while (at < value->len && value->ptr[at] != comma && (comma != ' ' || !value_space(value->ptr[at])))
      at++;
    size_t end = at++;
    size_t first = begin;
    while (first < end && value_space(value->ptr[first]))
      first++;
    while (end > first && value_space(value->ptr[end - 1]))
      end--;
    if (end > first && !value->sink(value->context, first, end))
      return false;
  }
  return true;
}

/* Skips the descriptors of a candidate, up to the comma that is not in parentheses. */
static size_t value_descriptors(const struct value *value, size_t at)
{
  bool inside = false;
  while (at < value->len && (inside || value->ptr[at] != ',')) {
    if (value->ptr[at] == '(')
      inside = true;
    if (value->ptr[at] == ')')
      inside = false;
    at++;
  }
  return at;
}

/* HTML, "parsing a srcset attribute". */
static bool value_srcset(const struct value *value)
{
  size_t at = 0;
  for (;;) {
    while (at < value->len && (value_space(value->ptr[at]) || value->ptr[at] == ','))
      at++;
    if (at == value->len)
      return true;
    const size_t begin = at;
    while (at < value->len && !value_space(value->ptr[at]))
      at++;
    size_t end = at;
    while (end > begin && value->ptr[end - 1] == ',')
      end--;
    if (!value->sink(value->context, begin, end))
      return false;
    if (end == at)
      at = value_descriptors(value, at);
  }
}

static size_t value_skip_space(const struct value *value, size_t at)
{
  while (at < value->len && value_space(value->ptr[at]))
    at++;
  return at;
}

/* Skips `url =`, if present. */
static size_t value_skip_url(const struct value *value, size_t at)
{
  if (value->len - at < 3 || strncasecmp(value->ptr + at, "url", 3) != 0)
    return at;
  const size_t equals = value_skip_space(value, at + 3);
  if (equals == value->len || value->ptr[equals] != '=')
    return at;
  return value_skip_space(value, equals + 1);
}

/* HTML, "shared declarative refresh steps": 5; url='...'. */
static bool value_refresh(const struct value *value)
{
  const size_t time = value_skip_space(value, 0);
  size_t at = time;
  while (at < value->len && ((value->ptr[at] >= '0' && value->ptr[at] <= '9') || value->ptr[at] == '.'))
    at++;
  if (at == time || at == value->len || !(strchr(";,", value->ptr[at]) || value_space(value->ptr[at])))
    return true;
  at = value_skip_space(value, at);
  if (at < value->len && strchr(";,", value->ptr[at]))
    at = value_skip_space(value, at + 1);
  if (at == value->len)
    return true;
  at = value_skip_url(value, at);
  size_t end = value->len;
  if (at < end && strchr("'\"", value->ptr[at])) {
    const char *quote = memchr(value->ptr + at + 1, value->ptr[at], end - at - 1);
    at++;
    end = quote ? (size_t)(quote - value->ptr) : end;
  }
  return value->sink(value->context, at, end);
}

bool value_read(enum value_form form, const char *text, size_t len, value_sink *sink, void *context)
{
  struct value value = {text, len, sink, context};
  switch (form) {
  case VALUE_SPACES:
    return value_list(&value, ' ');
  case VALUE_COMMAS:
    return value_list(&value, ',');
  case VALUE_SRCSET:
    return value_srcset(&value);
  case VALUE_REFRESH:
    return value_refresh(&value);
  case VALUE_CSS:
  case VALUE_ONE:
    break;
  }
  return sink(context, 0, len);
}
