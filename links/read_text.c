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
  return entity_fault(context, "reference too long", place->offset, 0,
                      "a reference of more than %d bytes at line %llu, column %llu",
                      (int)TEXT_REFERENCE_LIMIT, (unsigned long long)place->line,
                      (unsigned long long)place->column);
}

bool read_text(struct entity *entity)
{
  static const struct text_request request = {.clean = 0};
  const struct text_sink sink = {entity, text_found, text_too_long};
  return text_read(&entity->source, &request, &entity->links->cleaned, &sink) != TEXT_ENDED;
}
