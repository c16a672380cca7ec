/* SPDX-License-Identifier: MIT */
/* The header of a message or of a part. */
#include "message_header.h"

#include <string.h>
#include <strings.h>

#include "header.h"
#include "retrieval.h"

static const char message_content_base[] = "Content-Base";
static const char message_content_location[] = "Content-Location";

/* Longer values are not decoded: encoded-words are for text that people read. */
enum { MESSAGE_WORDS_LIMIT = 1024 * 1024 };

/* Returns the value of a field until the next call, with encoded-words decoded if the field may have any
 * (RFC 2047). `*words` is whether it has any. */
static uriel_text message_value(struct message_header *header, const struct mime_field *field,
                                bool *words)
{
  const uriel_text value = field->value;
  *words = value.len <= MESSAGE_WORDS_LIMIT && header_has_words(field->name) && strstr(value.ptr, "=?");
  if (!*words)
    return value;
  mime_words_free(header->words);
  header->words = mime_words(value.ptr);
  return uriel_text_of(header->words);
}

/* Finds the first field of the name that contains a reference, such as a browser's URL. */
static bool message_header_find(struct message_header *header, const char *name, bool absolute,
                                struct buffer *out)
{
  uriel_ref ref;
  bool words;
  for (size_t i = 0; i < header->count; i++) {
    if (strcasecmp(header->fields[i].name, name) != 0)
      continue;
    if (!header_clean(message_value(header, &header->fields[i], &words), &header->cleaned))
      return false;
    if (!retrieval_read(buffer_text(&header->cleaned), out, NULL) && out->no_memory)
      return false;
    if (out->len && uriel_parse(&ref, out->ptr, out->len, NULL) && (!absolute || uriel_scheme(&ref).ptr))
      return true;
  }
  out->len = 0;
  return true;
}

bool message_header_take(struct message_header *header, struct mime *mime, const struct mime_node *node,
                         enum mime_header which)
{
  return mime_fields(mime, node, which, &header->fields, &header->count) &&
         message_header_find(header, message_content_base, true, &header->base) &&
         message_header_find(header, message_content_location, false, &header->location);
}

uriel_text message_header_base(const struct message_header *header, const char **by)
{
  *by = header->base.len ? message_content_base : message_content_location;
  return buffer_defined(header->base.len ? &header->base : &header->location);
}

/* ---- References -------------------------------------------------------------------------------- */

struct message_teller {
  const struct message_header *header;
  const struct mime_field *field;
  struct entity *entity;
  uriel_text outer, base;
  struct message_place *place;
  bool words; /* the value was decoded: all references in it have its place */
};

/* Returns the place of `raw` in the message; all 0 if unknown. */
static struct place message_place_of(const struct message_teller *teller, uriel_text raw)
{
  struct message_place *at = teller->place;
  const struct mime_field *field = teller->field;
  if (field->offset == MIME_NOWHERE || !raw.ptr)
    return (struct place){0, 0, 0};
  const uint64_t within =
      teller->words ? strspn(field->value.ptr, " \t\r\n") : (uint64_t)(raw.ptr - field->value.ptr);
  const uint64_t offset = field->offset + within;
  if (offset < at->place.offset)
    return (struct place){offset, 0, 0};
  place_advance(&at->place, at->data + at->place.offset, (size_t)(offset - at->place.offset));
  return at->place;
}

static uriel_text message_base_of(const struct message_teller *teller, const char *name)
{
  const struct buffer *base = &teller->header->base;
  if (strcmp(name, message_content_base) == 0)
    return teller->outer;
  if (strcmp(name, message_content_location) == 0)
    return base->len ? buffer_text(base) : teller->outer;
  return teller->base;
}

static bool message_found(void *context, const struct header_hit *hit)
{
  const struct message_teller *teller = context;
  struct links_reference item = {.place = message_place_of(teller, hit->raw),
                                 .header = hit->name,
                                 .attribute = hit->attribute,
                                 .raw = hit->raw,
                                 .cleaned = hit->cleaned,
                                 .base_of = BASE_OF_ITS_OWN,
                                 .codebase = message_base_of(teller, hit->name),
                                 .identifies = hit->identifies,
                                 .relation = hit->relation};
  return entity_reference(teller->entity, &item);
}

static bool message_malformed(void *context, const char *name, uriel_text where)
{
  const struct message_teller *teller = context;
  const bool known = teller->field->offset != MIME_NOWHERE;
  const uint64_t at = (uint64_t)(where.ptr - teller->field->value.ptr);
  return entity_error(teller->entity, "header-field-malformed", known ? teller->field->offset + at : 0,
                      known ? where.len : 0, "%s is not as its document prescribes", name);
}

bool message_header_tell(struct message_header *header, struct entity *entity, uriel_text outer,
                         uriel_text base, struct message_place *place)
{
  struct message_teller teller = {header, NULL, entity, outer, base, place, false};
  const struct header_sink sink = {&teller, message_found, message_malformed};
  enum header_result result = HEADER_READ;
  for (size_t i = 0; i < header->count && result == HEADER_READ; i++) {
    teller.field = &header->fields[i];
    const uriel_text value = message_value(header, teller.field, &teller.words);
    result = header_references(teller.field->name, value, false, &entity->links->cleaned, &sink);
  }
  return result == HEADER_NO_MEMORY ? entity_no_memory(entity) : result == HEADER_READ;
}

struct place message_header_place(const struct message_header *header, const char *name,
                                  const struct message_place *from)
{
  struct message_place at = *from;
  struct message_teller teller = {.header = header, .place = &at};
  for (size_t i = 0; i < header->count; i++) {
    teller.field = &header->fields[i];
    const uriel_text value = teller.field->value;
    if (strcasecmp(teller.field->name, name) == 0)
      return message_place_of(&teller,
                              (uriel_text){value.ptr + strspn(value.ptr, " \t\r\n"), value.len});
  }
  return (struct place){0, 0, 0};
}

void message_header_free(struct message_header *header)
{
  mime_words_free(header->words);
  buffer_free(&header->cleaned);
  buffer_free(&header->base);
  buffer_free(&header->location);
}
