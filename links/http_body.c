/* SPDX-License-Identifier: MIT */
/* The content of an HTTP message. */
#include "http_body.h"

#include <errno.h>
#include <string.h>
#include <strings.h>

#include "base/unicode.h"
#include "reader/kind.h"

/* The most bytes of a line with the size of a chunk. */
enum { HTTP_BODY_LINE = 4096 };

/* ---- Chunks ------------------------------------------------------------------------------------ */

/* Reads the size at the start of the line; an extension may follow. */
static bool http_body_size(const char *line, size_t len, uint64_t *size)
{
  size_t digits = 0;
  *size = 0;
  for (; digits < len && hex_value(line[digits]) >= 0; digits++) {
    if (digits > 14)
      return false;
    *size = *size * 16 + (uint64_t)hex_value(line[digits]);
  }
  return digits > 0 && digits < len && strchr("; \t\r\n", line[digits]) && line[digits] != 0;
}

/* If the first chunk has no size, the body has no chunks: archives often store the decoded body with the
 * original header. */
static void http_body_begin_chunk(struct http_body *body)
{
  struct source *from = body->from;
  if (body->any) {
    source_fill(from, 2);
    const bool is_crlf = from->len > 1 && from->data[0] == '\r' && from->data[1] == '\n';
    source_drop(from, is_crlf ? 2 : from->len && from->data[0] == '\n');
  }
  source_fill(from, HTTP_BODY_LINE);
  const size_t most = from->len < HTTP_BODY_LINE ? from->len : HTTP_BODY_LINE;
  const char *feed = most ? memchr(from->data, '\n', most) : NULL;
  const size_t line = feed ? (size_t)(feed - from->data) + 1 : 0;
  if (line && http_body_size(from->data, line, &body->left)) {
    source_drop(from, line);
    body->any = true;
    body->state = body->left ? HTTP_BODY_DATA : HTTP_BODY_ENDED;
    return;
  }
  body->cut_off = body->any && from->ended && !feed;
  body->malformed = body->any && !body->cut_off;
  body->state = body->any ? HTTP_BODY_ENDED : HTTP_BODY_PLAIN;
}

static ssize_t http_body_take(struct http_body *body, char *data, size_t capacity)
{
  const bool chunk = body->state == HTTP_BODY_DATA;
  const size_t most = chunk && body->left < capacity ? (size_t)body->left : capacity;
  const ssize_t got = source_take(body->from, data, most);
  if (got > 0 && chunk) {
    body->left -= (uint64_t)got;
    if (!body->left)
      body->state = HTTP_BODY_SIZE;
  }
  if (got == 0) {
    body->cut_off = chunk;
    body->state = HTTP_BODY_ENDED;
  }
  return got;
}

static ssize_t http_body_unchunked(void *context, char *data, size_t capacity)
{
  struct http_body *body = context;
  if (body->state == HTTP_BODY_SIZE)
    http_body_begin_chunk(body);
  return body->state == HTTP_BODY_ENDED ? 0 : http_body_take(body, data, capacity);
}

/* ---- Codings ----------------------------------------------------------------------------------- */

/* Removes the last item from a list. Returns false if the list is empty. */
static bool http_body_last(uriel_text *list, uriel_text *item)
{
  if (!list->len)
    return false;
  while (list->len && strchr(", \t\r\n", list->ptr[list->len - 1]))
    list->len--;
  size_t begin = list->len;
  while (begin && list->ptr[begin - 1] != ',')
    begin--;
  *item = (uriel_text){list->ptr + begin, list->len - begin};
  list->len = begin;
  while (item->len && strchr(" \t\r\n", *item->ptr)) {
    item->ptr++;
    item->len--;
  }
  return item->len > 0;
}

static bool http_body_is(uriel_text coding, const char *name)
{
  return coding.len == strlen(name) && strncasecmp(coding.ptr, name, coding.len) == 0;
}

static const char *http_body_coding(uriel_text coding)
{
  static const char *const names[][2] = {
      {"gzip", "gzip"}, {"x-gzip", "gzip"}, {"deflate", "deflate"}, {"zstd", "zstd"}, {"br", "br"}};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (http_body_is(coding, names[i][0]))
      return names[i][1];
  return NULL;
}

/* Whether the content does not have the coding: archives often store content that is already decoded,
 * and servers declare codings that they do not use. */
static bool http_body_is_plain(struct source *layer, const char *coding)
{
  source_fill(layer, KIND_SAMPLE);
  const struct kind *const kind = kind_of(layer->data, layer->len, NULL, NULL);
  if (strcmp(coding, "gzip") == 0 || strcmp(coding, "zstd") == 0)
    return strcmp(kind->format, coding) != 0;
  /* Without magic bytes; damaged data must not pass for text. */
  return strcmp(kind->format, "data") != 0 && !decoder_fits(coding, layer->data, layer->len);
}

/* Returns false if there is no memory. */
static bool http_body_add(struct http_body *body, uriel_text item)
{
  struct source *layer = &body->layers[body->count];
  const char *const coding = http_body_coding(item);
  if (http_body_is(item, "identity") || http_body_is(item, "none") || !source_fill(layer, 1) ||
      !layer->len)
    return true;
  const bool unknown = !coding || body->count == HTTP_BODY_CODINGS;
  if (unknown || http_body_is_plain(layer, coding)) {
    body->unread = body->unread.ptr ? body->unread : item;
    body->unknown |= unknown;
    return true;
  }
  struct decoder *decoder = decoder_new(coding, layer, body->measure);
  if (!decoder)
    return false;
  body->decoders[body->count++] = decoder;
  body->known = coding;
  source_start(&body->layers[body->count], decoder_read, decoder);
  return true;
}

bool http_body_start(struct http_body *body, struct source *from, struct decoder_measure *measure,
                     uriel_text transfer, uriel_text content)
{
  uriel_text item = {NULL, 0};
  *body = (struct http_body){.from = from, .measure = measure, .state = HTTP_BODY_PLAIN};
  bool more = http_body_last(&transfer, &item);
  if (more && http_body_is(item, "chunked")) {
    body->state = HTTP_BODY_SIZE;
    more = http_body_last(&transfer, &item);
  }
  source_start(&body->layers[0], http_body_unchunked, body);
  for (; more; more = http_body_last(&transfer, &item))
    if (!http_body_add(body, item))
      return false;
  while (http_body_last(&content, &item))
    if (!http_body_add(body, item))
      return false;
  return true;
}

ssize_t http_body_read(void *context, char *data, size_t capacity)
{
  struct http_body *body = context;
  return source_take(&body->layers[body->count], data, capacity);
}

void http_body_stop(struct http_body *body)
{
  for (unsigned i = 0; i < body->count; i++)
    decoder_free(body->decoders[i]);
  for (unsigned i = 0; i <= body->count; i++)
    source_free(&body->layers[i]);
}
