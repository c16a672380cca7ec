/* SPDX-License-Identifier: MIT */
/* References in running text. */
#include "entity.h"
#include "reader/text.h"

static bool text_found(void *context, const struct text_hit *hit)
{
  const struct entity_item item = {.place = hit->place, .raw = hit->raw, .cleaned = hit->cleaned};
  return entity_reference(context, &item);
}

static bool text_too_long(void *context, const struct place *place)
{
  return entity_error(context, "reference-too-long", place->offset, 0,
                      "a reference of more than %d bytes at line %llu, column %llu",
                      (int)TEXT_REFERENCE_LIMIT, (unsigned long long)place->line,
                      (unsigned long long)place->column);
}

static bool text_search(struct entity *entity, struct source *source)
{
  static const struct text_request request = {.clean = 0};
  const struct text_sink sink = {entity, text_found, text_too_long};
  return text_read(source, &request, &entity->links->cleaned, &sink) != TEXT_ENDED;
}

/* Places are those of the joined text. */
static bool text_search_joined(struct entity *entity, enum joined_how how)
{
  struct joined joined = {.from = &entity->source, .how = how};
  struct source source = {0};
  source_start(&source, joined_read, &joined);
  const bool more = text_search(entity, &source);
  if (source.error && !entity->source.error)
    entity->source.error = source.error;
  source_free(&source);
  return more;
}

bool read_text(struct entity *entity)
{
  const struct source *source = &entity->source;
  const uriel_text type = buffer_text(&entity->media_type);
  enum joined_how how = entity->joined;
  if (how == JOINED_NOT && joined_is_folded(source->data, source->len, type.ptr, type.len))
    how = JOINED_FOLDED;
  return how == JOINED_NOT ? text_search(entity, &entity->source) : text_search_joined(entity, how);
}
