/* SPDX-License-Identifier: MIT */
/* HTTP messages: the references in the header, and the content as a nested document. Neither
 * Content-Location (RFC 7231, Appendix B) nor Content-Base (RFC 2616, 19.6.3) changes the base, except
 * under url-1997 and uri-2003. */
#include <errno.h>
#include <string.h>
#include <strings.h>

#include "base/escape.h"
#include "base/unicode.h"
#include "entity.h"
#include "header.h"
#include "reader/decode.h"
#include "reader/fields.h"

/* ---- The content without its transfer coding (RFC 9112, 7.1) and content codings (RFC 9110, 8.4) ----
 */

enum { HTTP_BODY_CODINGS = 4 };

enum http_body_state {
  HTTP_BODY_SIZE,  /* the line with the size of a chunk is next */
  HTTP_BODY_DATA,  /* of a chunk */
  HTTP_BODY_PLAIN, /* without chunks */
  HTTP_BODY_ENDED
};

struct http_body {
  struct source *from; /* the message, after its header */
  struct decoder_measure *measure;
  enum http_body_state state;
  uint64_t left;     /* of the chunk */
  bool any;          /* chunk was read */
  bool cut_off;      /* the last chunk is missing */
  bool malformed;    /* a chunk has no size */
  const char *known; /* the last coding that is decoded; NULL for none */
  uriel_text unread; /* a coding that is unknown, or that the content does not have; may be undefined */
  bool unknown;      /* one is unknown */
  const char *lacking; /* one that another build decodes; NULL for none */
  struct source
      layers[HTTP_BODY_CODINGS + 1]; /* the first without chunks, each other without one coding */
  struct decoder *decoders[HTTP_BODY_CODINGS];
  unsigned count; /* of decoders */
};

/* The most bytes of a line with the size of a chunk. */
enum { HTTP_BODY_LINE = 4096 };

/* ---- Chunks ------------------------------------------------------------------------------------ */

/* Reads the size at the start of the line; an extension may follow. */
static bool http_body_size(const char *line, size_t len, uint64_t *size)
{
  size_t digits = 0;
  while (digits < len && hex_value(line[digits]) >= 0)
    digits++;
  return digits < 15 && hex_read((uriel_text){line, digits}, UINT64_MAX, size) && digits < len &&
         strchr("; \t\r\n", line[digits]) && line[digits] != 0;
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
  const uriel_text left = text_trim(*list, ", \t\r\n");
  *list = *item = (uriel_text){NULL, 0};
  if (left.len == 0)
    return false;
  const char *const comma = memrchr(left.ptr, ',', left.len);
  const size_t begin = comma ? (size_t)(comma - left.ptr) + 1 : 0;
  *list = (uriel_text){left.ptr, begin};
  *item = text_trim((uriel_text){left.ptr + begin, left.len - begin}, " \t\r\n");
  return item->len > 0;
}

static const char *http_body_coding(uriel_text coding)
{
  static const char *const names[][2] = {
      {"gzip", "gzip"}, {"x-gzip", "gzip"}, {"deflate", "deflate"}, {"zstd", "zstd"}, {"br", "br"}};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (text_is_word(coding, names[i][0]))
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

/* Returns false if memory runs out. */
static bool http_body_add(struct http_body *body, uriel_text item)
{
  struct source *layer = &body->layers[body->count];
  const char *const coding = http_body_coding(item);
  if (text_is_word(item, "identity") || text_is_word(item, "none") || !source_fill(layer, 1) ||
      !layer->len)
    return true;
  const bool unknown = !coding || body->count == HTTP_BODY_CODINGS;
  if (unknown || http_body_is_plain(layer, coding)) {
    body->unread = body->unread.ptr ? body->unread : item;
    body->unknown |= unknown;
    return true;
  }
  if (!decoder_knows(coding)) {
    body->lacking = coding;
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

/* Sets all of `*body`; `measure` is as for decoder_new. `transfer` and `content` are values of header
 * fields, which may be undefined. Returns false if memory runs out. */
static bool http_body_start(struct http_body *body, struct source *from, struct decoder_measure *measure,
                            uriel_text transfer, uriel_text content)
{
  uriel_text item = {NULL, 0};
  *body = (struct http_body){.from = from, .measure = measure, .state = HTTP_BODY_PLAIN};
  bool more = http_body_last(&transfer, &item);
  if (more && text_is_word(item, "chunked")) {
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

/* ---- Messages ----------------------------------------------------------------------------------- */

enum { HTTP_NAME = 128 };

struct http_reader {
  struct entity *entity;
  const char *header;                    /* its start */
  struct place place;                    /* the last position that was computed */
  char name[HTTP_NAME];                  /* of the field */
  struct buffer type, transfer, content; /* values that the body needs */
  const char *base_by;                   /* the field that states the base; NULL for none */
};

static struct place http_place_of(struct http_reader *reader, uriel_text raw)
{
  struct place *place = &reader->place;
  const uint64_t offset = (uint64_t)(raw.ptr - reader->header);
  if (offset > place->offset)
    place_advance(place, reader->header + place->offset, (size_t)(offset - place->offset));
  return *place;
}

static bool http_found(void *context, struct links_reference *item)
{
  struct http_reader *reader = context;
  item->place = http_place_of(reader, item->raw);
  if (reader->base_by && item->identifies)
    item->base_of = BASE_OF_RETRIEVAL;
  return entity_reference(reader->entity, item);
}

static bool http_malformed(void *context, const char *name, uriel_text where)
{
  struct http_reader *reader = context;
  return entity_error(reader->entity, "header-field-malformed", (uint64_t)(where.ptr - reader->header),
                      where.len, "%s is not as its document prescribes", name);
}

static bool http_field(struct http_reader *reader, const struct field *field)
{
  const struct header_sink sink = {reader, http_found, http_malformed};
  if (!field->name.len)
    return entity_error(reader->entity, "header-field-malformed",
                        (uint64_t)(field->value.ptr - reader->header), field->value.len,
                        "a line of the header is not a field");
  const size_t len = field->name.len < HTTP_NAME ? field->name.len : HTTP_NAME - 1;
  memcpy(reader->name, field->name.ptr, len);
  reader->name[len] = 0;
  return header_references(reader->entity, reader->name, field->value, HEADER_OF_HTTP, &sink);
}

/* Copies a field's value, and ends it with a NUL. Joins the values of a list (RFC 9110, 5.3). */
static bool http_keep(struct http_reader *reader, uriel_text header, const char *name, bool is_list,
                      struct buffer *out)
{
  struct field field;
  out->len = 0;
  if (!buffer_grow(out, 0))
    return entity_no_memory(reader->entity);
  for (size_t at = 0; fields_next(header, &at, &field) && (is_list || !out->len);) {
    if (text_is_word(field.name, name) && field.value.len &&
        (!buffer_add(out, ",", out->len > 0) || !buffer_add(out, field.value.ptr, field.value.len)))
      return entity_no_memory(reader->entity);
  }
  out->ptr[out->len] = 0;
  return true;
}

/* States the base that the header gives: under url-1997, 5.1.1, the value of Content-Base, or else of
 * Content-Location; under uri-2003, the value of Content-Location (RFC 2616, 14.14). White space in the
 * value is ignored. */
static bool http_base(struct http_reader *reader, uriel_text header)
{
  static const char *const names[] = {"Content-Base", "Content-Location"};
  struct entity *const entity = reader->entity;
  struct buffer *const cleaned = &entity->links->cleaned;
  const bool is_1997 = entity->links->rule.spec == URIEL_SPEC_URL_1997;
  bool used = false;
  for (size_t i = is_1997 ? 0 : 1; entity_is_old(entity) && i < 2; i++) {
    const uriel_text value = fields_find(header, names[i]);
    if (!value.len)
      continue;
    if (!header_clean(value, cleaned))
      return entity_no_memory(entity);
    reader->base_by = names[i];
    return entity_base(entity, buffer_text(cleaned), names[i], &used);
  }
  return true;
}

static bool http_header(struct http_reader *reader, size_t len)
{
  struct source *source = &reader->entity->source;
  const uriel_text header = {source->data, len};
  size_t at = text_line(header.ptr, header.len);
  struct field field;
  reader->header = header.ptr;
  if (!http_base(reader, header))
    return false;
  while (fields_next(header, &at, &field))
    if (!http_field(reader, &field))
      return false;
  if (!http_keep(reader, header, "Content-Type", false, &reader->type) ||
      !http_keep(reader, header, "Transfer-Encoding", true, &reader->transfer) ||
      !http_keep(reader, header, "Content-Encoding", true, &reader->content))
    return false;
  source_drop(source, len);
  return true;
}

/* ---- The content ------------------------------------------------------------------------------- */

static bool http_content(struct http_reader *reader, struct http_body *body)
{
  struct entity *entity = reader->entity;
  char charset[ENTITY_CHARSET];
  const struct entity_child how = {.read = source_take,
                                   .charset = entity_charset(&reader->type, charset),
                                   .context = &body->layers[body->count],
                                   .encoding = body->known,
                                   .media_type = buffer_defined(&reader->type),
                                   .retrieval = buffer_defined(&entity->retrieval),
                                   .base = reader->base_by ? buffer_text(&entity->base)
                                                           : (uriel_text){NULL, 0},
                                   .base_by = reader->base_by};
  struct entity *child = entity_open_child(entity, &how, NULL);
  bool good = child && (body->lacking ? entity_lacks(child, body->lacking) : links_entity_read(child));
  if (good && body->unread.ptr && !child->note)
    child->note = body->unknown ? "its Content-Encoding is not known: read as it is"
                                : "it does not have its Content-Encoding: read as it is";
  if (good && body->unknown && strcmp(child->status, "binary") == 0)
    good = entity_error(child, "encoding-not-known", 0, 0, "the content's encoding is not known: %.*s",
                        (int)(body->unread.len < 64 ? body->unread.len : 64), body->unread.ptr);
  if (!child || !entity_close_child(child, good))
    return false;
  if (body->malformed)
    return entity_error(entity, "content-malformed", 0, 0, "a chunk of the content has no size");
  return !body->cut_off || entity_error(entity, "content-cut-off", 0, 0, "the last chunk is missing");
}

bool read_http(struct entity *entity)
{
  struct http_reader reader = {.entity = entity, .place = {0, 1, 1}};
  struct source *const source = &entity->source;
  const size_t len = fields_end(source);
  struct http_body body;
  bool good = http_header(&reader, len ? len : source->len);
  if (good && (!source_fill(source, 1) || source->len == 0)) {
    good = entity_begin(entity);
  } else if (good) {
    good = http_body_start(&body, source, &entity->links->measure, buffer_defined(&reader.transfer),
                           buffer_defined(&reader.content))
               ? http_content(&reader, &body)
               : entity_no_memory(entity);
    for (unsigned i = 0; i < body.count; i++)
      decoder_free(body.decoders[i]);
    for (unsigned i = 0; i <= body.count; i++)
      source_free(&body.layers[i]);
  }
  buffer_free(&reader.type);
  buffer_free(&reader.transfer);
  buffer_free(&reader.content);
  return good;
}
