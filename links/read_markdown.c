/* SPDX-License-Identifier: MIT */
/* References of Markdown: destinations of its links and images, and what else is found as in running
 * text. */
#include <string.h>

#include "entity.h"
#include "markdown.h"
#include "uriel_find.h"

struct markdown_document {
  struct entity *entity;
  struct place place;
  size_t at; /* the byte of the place */
};

static bool markdown_tell(struct markdown_document *document, uriel_text raw)
{
  const char *data = document->entity->source.data;
  const size_t at = (size_t)(raw.ptr - data);
  place_advance(&document->place, data + document->at, at - document->at);
  document->at = at;
  const struct entity_item item = {
      .place = document->place, .raw = raw, .cleaned = buffer_text(&document->entity->links->cleaned)};
  return entity_reference(document->entity, &item);
}

/* What is found in bytes [begin, end) as in running text. */
static bool markdown_text(struct markdown_document *document, size_t begin, size_t end)
{
  const char *text = document->entity->source.data + begin;
  struct buffer *cleaned = &document->entity->links->cleaned;
  uriel_hit hit;
  for (size_t from = 0; uriel_find(NULL, text, end - begin, true, &from, &hit);) {
    while (buffer_again(cleaned, uriel_hit_clean(text, &hit, 0, cleaned->ptr, cleaned->capacity)))
      ;
    if (cleaned->no_memory)
      return entity_no_memory(document->entity);
    if (!markdown_tell(document, (uriel_text){text + hit.begin, hit.end - hit.begin}))
      return false;
  }
  return true;
}

static bool markdown_link(struct markdown_document *document, size_t begin, size_t end)
{
  const char *raw = document->entity->source.data + begin;
  struct buffer *cleaned = &document->entity->links->cleaned;
  if (!buffer_grow(cleaned, end - begin))
    return entity_no_memory(document->entity);
  cleaned->len = markdown_unescape(raw, end - begin, cleaned->ptr);
  return markdown_tell(document, (uriel_text){raw, end - begin});
}

bool read_markdown(struct entity *entity)
{
  struct source *source = &entity->source;
  struct markdown_document document = {entity, {0, 1, 1}, 0};
  const size_t most = entity_whole(entity);
  if (!source_fill(source, most + 1))
    return true;
  if (source->len > most)
    return read_text(entity);
  struct markdown markdown = {.data = source->data, .len = source->len};
  size_t from = 0, begin, end;
  while (markdown_next(&markdown, &begin, &end)) {
    if (!markdown_text(&document, from, begin) || !markdown_link(&document, begin, end))
      return false;
    from = end;
  }
  return markdown_text(&document, from, source->len);
}
