/* SPDX-License-Identifier: MIT */
/* WAIS: fields with a tag and a length, both in base 128. */
#include "wais.h"

#include "base/escape.h"

/* What stays in a URI. */
#define WAIS_KEPT "./-_$"

enum {
  TAG_DIAGNOSTIC = 28,
  TAG_INFORMATION = 99,
  TAG_IDENTIFIER = 116,
  TAG_HEADLINE = 123,
  TAG_TEXT = 127,
  TAG_TYPES = 132,
  TAG_TYPE = 133,
  TAG_RECORD = 150,
  TAG_DOCUMENT = 153
};

enum {
  WAIS_SEARCH_RESPONSE = 23,
  WAIS_FIXED = 10, /* the bytes of a response after its type, before the fields */
  WAIS_DIAGNOSTIC_END = 0x1d
};

/* Reads an integer in base 128, of at most five bytes. */
static bool wais_integer(uriel_text *rest, uint32_t *number)
{
  *number = 0;
  for (size_t i = 0; i < 5 && i < rest->len; i++) {
    const unsigned char byte = (unsigned char)rest->ptr[i];
    if (*number >> 25)
      return false;
    *number = *number << 7 | (byte & 0x7fU);
    if (byte & 0x80)
      continue;
    *rest = (uriel_text){rest->ptr + i + 1, rest->len - i - 1};
    return true;
  }
  return false;
}

/* Reads a field. Returns false if it does not fit. */
static bool wais_field(uriel_text *rest, uint32_t *tag, uriel_text *content)
{
  uint32_t len;
  if (!wais_integer(rest, tag) || !wais_integer(rest, &len) || len > rest->len)
    return false;
  *content = (uriel_text){rest->ptr, len};
  *rest = (uriel_text){rest->ptr + len, rest->len - len};
  return true;
}

int32_t wais_header(const char header[WAIS_HEADER])
{
  uint64_t length;
  const bool is_plain =
      (header[10] == 'z' || header[10] == 'Z') && header[22] == ' ' && header[23] == ' ';
  return is_plain && number_read((uriel_text){header, 10}, WAIS_LARGEST, &length) ? (int32_t)length : -1;
}

bool wais_start(struct wais_reader *reader, uriel_text message)
{
  uint32_t tag;
  if (message.len < 3)
    return false;
  const size_t counted = (size_t)((unsigned char)message.ptr[0] << 8 | (unsigned char)message.ptr[1]);
  if (counted < 1 + WAIS_FIXED || counted > message.len - 2 || message.ptr[2] != WAIS_SEARCH_RESPONSE)
    return false;
  uriel_text rest = {message.ptr + 2 + counted, message.len - 2 - counted};
  reader->rest = (uriel_text){rest.ptr, 0};
  return rest.len == 0 || (wais_field(&rest, &tag, &reader->rest) && tag == TAG_INFORMATION);
}

/* Reads "1c | 2 bytes n | 2 letters, a message, a flag | 1d", whose first byte was read. */
static bool wais_diagnostic(uriel_text *rest, uriel_text *text)
{
  if (rest->len < 2)
    return false;
  const size_t len = (size_t)((unsigned char)rest->ptr[0] << 8 | (unsigned char)rest->ptr[1]);
  if (len < 3 || len + 3 > rest->len || rest->ptr[2 + len] != WAIS_DIAGNOSTIC_END)
    return false;
  *text = (uriel_text){rest->ptr + 2, len - 1};
  *rest = (uriel_text){rest->ptr + len + 3, rest->len - len - 3};
  return true;
}

/* Reads the fields of a record or of a document's text. */
static bool wais_group(uriel_text group, struct wais_item *item)
{
  uriel_text content, types, type;
  uint32_t tag, inner;
  while (group.len > 0) {
    if (!wais_field(&group, &tag, &content))
      return false;
    types = content;
    if (tag == TAG_IDENTIFIER)
      item->identifier = content;
    else if (tag == (item->kind == WAIS_TEXT ? TAG_TEXT : TAG_HEADLINE))
      item->text = content;
    else if (tag == TAG_TYPES && wais_field(&types, &inner, &type) && inner == TAG_TYPE)
      item->type = type;
  }
  return item->identifier.len > 0;
}

struct wais_item wais_next(struct wais_reader *reader)
{
  static const struct wais_item bad = {.kind = WAIS_BAD};
  uriel_text content;
  uint32_t tag;
  while (reader->rest.len > 0) {
    struct wais_item item = {.kind = WAIS_DIAGNOSTIC, .text = {"", 0}, .type = {"TEXT", 4}};
    bool good;
    if (*reader->rest.ptr == TAG_DIAGNOSTIC) {
      reader->rest = (uriel_text){reader->rest.ptr + 1, reader->rest.len - 1};
      good = wais_diagnostic(&reader->rest, &item.text);
    } else {
      good = wais_field(&reader->rest, &tag, &content);
      if (good && tag != TAG_RECORD && tag != TAG_DOCUMENT)
        continue;
      item.kind = good && tag == TAG_RECORD ? WAIS_RECORD : WAIS_TEXT;
      good = good && wais_group(content, &item);
    }
    if (good)
      return item;
    reader->rest.len = 0;
    return bad;
  }
  return (struct wais_item){.kind = WAIS_END};
}

void wais_append_uri(struct buffer *out, uriel_text base, const struct wais_item *record)
{
  uriel_text rest = record->identifier, value;
  uint32_t tag;
  char digits[NUMBER_DIGITS];
  buffer_append(out, base.ptr, base.len);
  buffer_append(out, "/", 1);
  buffer_append_encoded(out, record->type, WAIS_KEPT);
  buffer_append(out, "/", 1);
  const size_t begin = out->len;
  while (rest.len > 0 && wais_field(&rest, &tag, &value)) {
    const uriel_text number = number_text(digits, tag);
    buffer_append(out, number.ptr, number.len);
    buffer_append(out, "=", 1);
    buffer_append_encoded(out, value, WAIS_KEPT);
    buffer_append(out, ";", 1);
  }
  if (rest.len == 0)
    return;
  out->len = begin;
  buffer_append_encoded(out, record->identifier, WAIS_KEPT);
}
