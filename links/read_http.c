/* SPDX-License-Identifier: MIT */
/* HTTP messages: the references in the header, and the content as a nested document. Neither
 * Content-Location (RFC 7231, Appendix B) nor Content-Base (RFC 2616, 19.6.3) changes the base, except
 * by url-1997 and uri-2003. */
#include <errno.h>
#include <string.h>
#include <strings.h>

#include "entity.h"
#include "fields.h"
#include "header.h"
#include "http_body.h"

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

static bool http_found(void *context, const struct header_hit *hit)
{
  struct http_reader *reader = context;
  struct links_reference item = {.place = http_place_of(reader, hit->raw),
                                 .header = hit->name,
                                 .attribute = hit->attribute,
                                 .raw = hit->raw,
                                 .cleaned = hit->cleaned,
                                 .base_of = reader->base_by && hit->identifies ? BASE_OF_RETRIEVAL
                                                                               : BASE_OF_DOCUMENT,
                                 .identifies = hit->identifies,
                                 .relation = hit->relation};
  return entity_reference(reader->entity, &item);
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
                        "a line of the header is no field");
  const size_t len = field->name.len < HTTP_NAME ? field->name.len : HTTP_NAME - 1;
  memcpy(reader->name, field->name.ptr, len);
  reader->name[len] = 0;
  const enum header_result result =
      header_references(reader->name, field->value, true, &reader->entity->links->cleaned, &sink);
  return result == HEADER_NO_MEMORY ? entity_no_memory(reader->entity) : result == HEADER_READ;
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
    if (!fields_named(&field, name) || !field.value.len)
      continue;
    if (!buffer_grow(out, out->len + 1 + field.value.len))
      return entity_no_memory(reader->entity);
    if (out->len)
      out->ptr[out->len++] = ',';
    memcpy(out->ptr + out->len, field.value.ptr, field.value.len);
    out->len += field.value.len;
  }
  out->ptr[out->len] = 0;
  return true;
}

/* States the base that the header gives: by url-1997, 5.1.1 that of Content-Base, or else
 * Content-Location; for an agent of 2003 that of Content-Location (RFC 2616, 14.14). White space in the
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
  size_t at = fields_line(header.ptr, header.len);
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

static uriel_text http_text(const struct buffer *text)
{
  return text->len ? buffer_text(text) : (uriel_text){NULL, 0};
}

/* Returns the charset that Content-Type declares, in `out`, or NULL (RFC 9110, 8.3.2). */
static const char *http_charset(const struct buffer *type, char *out, size_t size)
{
  const char *at = type->len ? strchr(type->ptr, ';') : NULL;
  for (; at; at = strchr(at, ';')) {
    at += 1 + strspn(at + 1, " \t\r\n");
    if (strncasecmp(at, "charset=", 8) != 0)
      continue;
    at += 8 + (at[8] == '"');
    const size_t len = strcspn(at, "\"; \t\r\n");
    if (!len || len >= size)
      return NULL;
    memcpy(out, at, len);
    out[len] = 0;
    return out;
  }
  return NULL;
}

static bool http_content(struct http_reader *reader, struct http_body *body)
{
  struct entity *entity = reader->entity;
  char charset[64];
  const struct entity_child how = {.read = http_body_read,
                                   .charset = http_charset(&reader->type, charset, sizeof charset),
                                   .context = body,
                                   .encoding = body->known,
                                   .media_type = http_text(&reader->type),
                                   .retrieval = http_text(&entity->retrieval),
                                   .base = reader->base_by ? buffer_text(&entity->base)
                                                           : (uriel_text){NULL, 0},
                                   .base_by = reader->base_by};
  struct entity *child = entity_open_child(entity, &how, NULL);
  bool good = child && links_entity_read(child);
  if (good && body->unread.ptr && !child->note)
    child->note = body->unknown ? "its Content-Encoding is not known: read as it is"
                                : "it does not have its Content-Encoding: read as it is";
  if (good && body->unknown && strcmp(child->status, "binary") == 0)
    good = entity_error(child, "encoding-not-known", 0, 0, "the content's encoding is not known: %.*s",
                        (int)(body->unread.len < 64 ? body->unread.len : 64), body->unread.ptr);
  if (!good) {
    if (child)
      links_entity_done(child);
    return false;
  }
  if (!entity_close_child(child))
    return false;
  if (body->malformed)
    return entity_error(entity, "content-malformed", 0, 0, "a chunk of the content has no size");
  return !body->cut_off || entity_error(entity, "content-cut-off", 0, 0, "the last chunk is missing");
}

static bool http_read(struct http_reader *reader)
{
  struct source *source = &reader->entity->source;
  const size_t len = fields_end(source);
  struct http_body body;
  if (!http_header(reader, len ? len : source->len))
    return false;
  if (!source_fill(source, 1) || source->len == 0)
    return entity_begin(reader->entity);
  const bool started = http_body_start(&body, source, &reader->entity->links->measure,
                                       http_text(&reader->transfer), http_text(&reader->content));
  const bool good = started ? http_content(reader, &body) : entity_no_memory(reader->entity);
  http_body_stop(&body);
  return good;
}

bool read_http(struct entity *entity)
{
  struct http_reader reader = {.entity = entity, .place = {0, 1, 1}};
  const bool good = http_read(&reader);
  buffer_free(&reader.type);
  buffer_free(&reader.transfer);
  buffer_free(&reader.content);
  return good;
}
