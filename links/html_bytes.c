/* SPDX-License-Identifier: MIT */
/* The bytes of an HTML document: its encoding, its conversion, and reading it twice. */
#include "html_bytes.h"

#include <errno.h>
#include <string.h>
#include <strings.h>

#include "uriel_html.h"

/* ---- Encodings that do not contain US-ASCII --------------------------------------------------- */

/* Returns how many bytes of UTF-16 to convert: no half of a character, except at the end. */
static size_t html_whole_units(const struct html_recoded *recoded, const char *data, size_t len)
{
  if (recoded->from->ended && len == recoded->from->len)
    return len;
  len &= ~(size_t)1;
  const char high = len ? data[len - (recoded->order == UTF16_BIG ? 2 : 1)] : 0;
  return len > 2 && ((unsigned char)high & 0xfc) == 0xd8 ? len - 2 : len;
}

/* Converts the next bytes to `text`. */
static void html_recode(struct html_recoded *recoded)
{
  static const char mark[] = "\xef\xbb\xbf";
  struct source *const from = recoded->from;
  size_t len = from->len < sizeof recoded->text / 3 - 1 ? from->len : sizeof recoded->text / 3 - 1;
  recoded->at = recoded->len = 0;
  if (recoded->order != UTF16_NO) {
    len = html_whole_units(recoded, from->data, len);
    /* Only at the start it is a byte order mark, which is left out. */
    if (recoded->begun && utf16_of(from->data, len < 2 ? len : 2) == recoded->order) {
      memcpy(recoded->text, mark, 3);
      recoded->len = 3;
    }
    recoded->len += utf16_decode(recoded->order, from->data, len, recoded->text + recoded->len);
  } else {
    len = charset_read_escapes(recoded->charset, &recoded->state, (uriel_text){from->data, len},
                               from->ended && len == from->len, recoded->text, &recoded->len);
  }
  recoded->begun = true;
  source_drop(from, len);
}

/* A source_reader. The context is a struct html_recoded. */
static ssize_t html_read_recoded(void *context, char *data, size_t capacity)
{
  struct html_recoded *const recoded = context;
  while (recoded->at == recoded->len) {
    source_fill(recoded->from, sizeof recoded->text / 3);
    if (!recoded->from->len && recoded->from->error) {
      errno = recoded->from->error;
      return -1;
    }
    if (!recoded->from->len)
      return 0;
    html_recode(recoded);
  }
  const size_t left = recoded->len - recoded->at, len = left < capacity ? left : capacity;
  memcpy(data, recoded->text + recoded->at, len);
  recoded->at += len;
  return (ssize_t)len;
}

static void html_convert(struct html_bytes *bytes, enum utf16 order)
{
  bytes->recoded.from = bytes->source;
  bytes->recoded.order = order;
  bytes->recoded.charset = bytes->entity->encoder;
  source_start(&bytes->converted, html_read_recoded, &bytes->recoded);
  bytes->source = &bytes->converted;
  bytes->is_recoded = true;
}

/* ---- The encoding ----------------------------------------------------------------------------- */

/* Whether the text is UTF-8, except a character that its end cuts. */
static bool html_is_utf_8(uriel_text text, bool whole)
{
  const size_t good = uriel_utf8_span(text.ptr, text.len), rest = text.len - good;
  uint32_t point = 0;
  return rest == 0 || (!whole && rest < 4 && utf8_next(text.ptr + good, rest, &point) == rest);
}

/* Opens the document's encoding, unless it is UTF-8: that of its header, the declared one, or the
 * default for most locales (HTML, 13.2.3.2). "us-ascii" in a header says little. */
static bool html_open_charset(struct entity *entity, uriel_text text, bool whole)
{
  uriel_text label = uriel_text_of(entity->was ? entity->was : entity->charset);
  if (!label.len || strcasecmp(label.ptr, "us-ascii") == 0)
    label = uriel_encoding_declared(text.ptr, text.len);
  if (!label.len && !html_is_utf_8(text, whole))
    label = uriel_text_of("windows-1252");
  return !label.len || charset_open(&entity->encoder, label) || entity_no_memory(entity);
}

bool html_bytes_begin(struct html_bytes *bytes, struct entity *entity)
{
  static const char mark[] = "\xef\xbb\xbf";
  struct source *const source = &entity->source;
  bytes->entity = entity;
  bytes->source = source;
  if (!source_fill(source, HTML_HELD))
    return false;
  const uriel_text text = {source->data, source->len};
  const enum utf16 order = utf16_of(text.ptr, text.len);
  const bool marked = text.len > 2 && memcmp(text.ptr, mark, 3) == 0;
  if (order == UTF16_NO && (!marked || entity->was) && !html_open_charset(entity, text, source->ended))
    return false;
  const bool is_converted = entity->encoder && !entity->was;
  if (order != UTF16_NO || (is_converted && charset_has_escapes(entity->encoder))) {
    html_convert(bytes, order);
    return html_bytes_fill(bytes, HTML_HELD);
  }
  bytes->is_converted = is_converted;
  return true;
}

/* ---- Reading ---------------------------------------------------------------------------------- */

bool html_bytes_fill(struct html_bytes *bytes, size_t len)
{
  const bool good = source_fill(bytes->source, len);
  if (bytes->is_recoded && !bytes->recoded.from->error)
    bytes->recoded.from->error = bytes->converted.error;
  return good;
}

/* A source_reader. The context is a struct html_file. */
static ssize_t html_read_file(void *context, char *data, size_t capacity)
{
  struct html_file *const file = context;
  const ssize_t got = file->request->read_at(file->request->context, data, capacity, file->offset);
  file->offset += got > 0 ? (uint64_t)got : 0;
  return got;
}

bool html_bytes_again(struct html_bytes *bytes, const struct html_bytes *first)
{
  const struct links_request *const request = first->entity->links->request;
  if (!request->read_at || !entity_is_file(first->entity))
    return false;
  bytes->entity = first->entity;
  bytes->is_converted = first->is_converted;
  bytes->file = (struct html_file){.request = request};
  bytes->source = &bytes->file.source;
  source_start(bytes->source, html_read_file, &bytes->file);
  if (first->is_recoded)
    html_convert(bytes, first->recoded.order);
  return true;
}

void html_bytes_end(struct html_bytes *bytes)
{
  source_free(&bytes->converted);
  source_free(&bytes->file.source);
}
