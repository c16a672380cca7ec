/* SPDX-License-Identifier: MIT */
/* References of an HTML document. */
#include "entity.h"
#include "page.h"

static bool html_clean(struct entity *entity, struct growing *buffer, const char *raw, size_t len,
                       uriel_text *cleaned)
{
  if (!growing_reserve(buffer, len))
    return entity_no_memory(entity);
  buffer->len = page_clean(raw, len, buffer->ptr);
  *cleaned = growing_text(buffer);
  return true;
}

static bool html_base(void *context, const char *href, size_t len)
{
  struct entity *entity = context;
  uriel_text cleaned;
  bool used = false;
  return html_clean(entity, &entity->links->cleaned, href, len, &cleaned) &&
         entity_base(entity, cleaned, "base element", &used);
}

static bool html_found(void *context, const struct page_reference *found, const struct place *place)
{
  struct entity *entity = context;
  struct links *links = entity->links;
  struct entity_item item = {.place = *place,
                             .element = found->element,
                             .attribute = found->attribute,
                             .raw = {found->raw, found->raw_len},
                             .base = found->base};
  return html_clean(entity, &links->message, found->codebase, found->codebase_len, &item.codebase) &&
         html_clean(entity, &links->cleaned, found->raw, found->raw_len, &item.cleaned) &&
         entity_reference(entity, &item);
}

bool read_html(struct entity *entity)
{
  struct source *source = &entity->source;
  const size_t most = entity->links->limits.whole;
  const struct page_sink sink = {entity, html_base, html_found};
  if (!source_fill(source, most + 1))
    return true;
  if (source->len > most) {
    entity->status = "too large";
    return entity_fault(entity, "document too large", 0, 0,
                        "HTML of more than %zu bytes (see --max-html)", most);
  }
  const enum page_result result =
      page_read(&entity->links->arena, source->data, source->len, &sink, &entity->note);
  return result == PAGE_NO_MEMORY ? entity_no_memory(entity) : result == PAGE_READ;
}
