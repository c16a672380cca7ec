/* SPDX-License-Identifier: MIT */
/* References of a style sheet. */
#include "css.h"
#include "entity.h"
#include "page.h"

struct css_document {
  struct entity *entity;
  const char *at; /* the byte whose place is known */
  struct place place;
};

static bool css_found(void *context, const struct css_reference *found)
{
  struct css_document *document = context;
  struct entity *entity = document->entity;
  struct buffer *cleaned = &entity->links->cleaned;
  place_advance(&document->place, document->at, (size_t)(found->raw - document->at));
  document->at = found->raw;
  if (!buffer_grow(cleaned, found->len * 2))
    return entity_no_memory(entity);
  const size_t n = css_unescape(found->raw, found->len, cleaned->ptr);
  cleaned->len = page_clean(cleaned->ptr, n, cleaned->ptr);
  const struct entity_item item = {.place = document->place,
                                   .element = found->rule,
                                   .raw = {found->raw, found->len},
                                   .cleaned = buffer_text(cleaned),
                                   .identifies = css_identifies(found)};
  return entity_reference(entity, &item);
}

bool read_css(struct entity *entity)
{
  struct source *source = &entity->source;
  bool goes_on;
  if (!entity_fill(entity, "a style sheet", &goes_on))
    return goes_on;
  struct css_document document = {entity, source->data, {0, 1, 1}};
  return css_read(source->data, source->len, css_found, &document);
}
