/* SPDX-License-Identifier: MIT */
/* Text of XML: a reference, HTML, a style sheet, or running text, depending on its element. */
#include <string.h>

#include "base/unicode.h"
#include "html_pass.h"
#include "reader/text.h"
#include "retrieval.h"
#include "uriel_find.h"
#include "uriel_html.h"
#include "xml_document.h"

enum {
  XML_TEXT = 64 * 1024,
  XML_TEXT_PENDING = TEXT_REFERENCE_LIMIT + 1024,
  /* After this many marks, every place is the last mark's: escaped markup in a feed may need one mark
   * for each byte. */
  XML_MARKS = 64 * 1024
};

/* ---- Places ----------------------------------------------------------------------------------- */

/* Appends text. Its bytes are in the document at `place`, as far as they are verbatim. Returns false if
 * memory runs out. */
static bool xml_run_add(struct xml_run *run, const char *text, size_t len, const struct place *place)
{
  const struct xml_mark mark = {run->text.len, *place};
  const struct xml_mark *const marks = ARRAY_OF(struct xml_mark, run->marks);
  const size_t count = ARRAY_COUNT(struct xml_mark, run->marks);
  const bool continues =
      count && marks[count - 1].place.offset + (mark.at - marks[count - 1].at) == place->offset;
  if (!continues && count < XML_MARKS && !buffer_add(&run->marks, &mark, sizeof mark))
    return false;
  if (run->marks.len == sizeof mark && run->mark == 0)
    run->last = *ARRAY_OF(struct xml_mark, run->marks);
  return buffer_add(&run->text, text, len);
}

/* Returns the place of a byte. Request places in ascending order. */
static struct place xml_run_place(void *context, size_t at)
{
  struct xml_run *const run = context;
  const struct xml_mark *const marks = ARRAY_OF(struct xml_mark, run->marks);
  const size_t count = ARRAY_COUNT(struct xml_mark, run->marks);
  while (run->mark + 1 < count && marks[run->mark + 1].at <= at)
    run->last = marks[++run->mark];
  if (at > run->last.at) {
    place_advance(&run->last.place, run->text.ptr + run->last.at, at - run->last.at);
    run->last.at = at;
  }
  return run->last.place;
}

static void xml_run_clear(struct xml_run *run)
{
  run->text.len = run->marks.len = run->mark = 0;
}

/* Drops the first bytes. */
static void xml_run_drop(struct xml_run *run, size_t len)
{
  const struct place place = xml_run_place(run, len);
  struct xml_mark *const marks = ARRAY_OF(struct xml_mark, run->marks);
  const size_t dropped = run->mark * sizeof *marks;
  if (len == run->text.len) {
    xml_run_clear(run);
    return;
  }
  run->text.len -= len;
  memmove(run->text.ptr, run->text.ptr + len, run->text.len);
  run->marks.len -= dropped;
  memmove(run->marks.ptr, run->marks.ptr + dropped, run->marks.len);
  marks[0] = run->last = (struct xml_mark){0, place};
  for (size_t i = 1; i < ARRAY_COUNT(struct xml_mark, run->marks); i++)
    marks[i].at -= len;
  run->mark = 0;
}

/* ---- References ------------------------------------------------------------------------------- */

bool xml_tell(struct xml_document *document, struct links_reference *item)
{
  struct entity *const entity = document->entity;
  if (!item->cleaned.ptr && !html_clean(entity, &entity->links->cleaned, item->raw, &item->cleaned))
    return false;
  /* Text outside of the root is outside of its xml:base (XML Base, 4.1). */
  if (!document->has_root && document->root_base_is_known)
    item->base_of = BASE_OF_RETRIEVAL;
  if (item->base_of == BASE_OF_DOCUMENT && xml_names_has_base(&document->names, false, &item->codebase))
    item->base_of = BASE_OF_ITS_OWN;
  return entity_reference(entity, item);
}

bool xml_find(struct xml_document *document, const struct links_reference *value, bool whole,
              size_t *from, struct place (*place_of)(void *context, size_t at), void *context)
{
  struct buffer *const cleaned = &document->entity->links->cleaned;
  const uriel_text text = value->raw;
  uriel_hit hit;
  while (uriel_find(&hit, from, text.ptr, text.len, whole, NULL)) {
    struct links_reference item = *value;
    item.place = place_of(context, hit.begin);
    item.raw = (uriel_text){text.ptr + hit.begin, hit.end - hit.begin};
    if (item.raw.len > TEXT_REFERENCE_LIMIT) {
      if (!entity_too_long(document->entity, &item.place))
        return false;
      continue;
    }
    if (!text_clean(text.ptr, &hit, 0, cleaned))
      return entity_no_memory(document->entity);
    item.cleaned = buffer_text(cleaned);
    if (!xml_tell(document, &item))
      return false;
  }
  return true;
}

/* The same in the text since the last tag. */
static bool xml_run_find(struct xml_document *document, bool whole, size_t *from)
{
  const struct links_reference value = {.raw = buffer_text(&document->run.text)};
  return xml_find(document, &value, whole, from, xml_run_place, &document->run);
}

/* Reports the references of text that may continue; keeps the possible start of the next one. */
static bool xml_find_some(struct xml_document *document)
{
  struct xml_run *run = &document->run;
  size_t from = 0;
  bool more = xml_run_find(document, false, &from);
  if (more && run->text.len - from > XML_TEXT_PENDING) {
    document->skipping = true;
    more = xml_run_find(document, true, &from);
    from = run->text.len;
  }
  xml_run_drop(run, from);
  return more;
}

static bool xml_content_reference(struct xml_document *document)
{
  struct xml_run *const run = &document->run;
  const uriel_text raw = text_trim(buffer_text(&run->text), ASCII_SPACES);
  if (!raw.len)
    return true;
  struct links_reference item = {.place = xml_run_place(run, (size_t)(raw.ptr - run->text.ptr)),
                                 .element = document->element,
                                 .raw = raw,
                                 .identifies = document->use != FEED_USE_LINK};
  if (document->use == FEED_USE_OPAQUE && !retrieval_is_uri(raw))
    return true;
  return raw.len > TEXT_REFERENCE_LIMIT ? entity_too_long(document->entity, &item.place)
                                        : xml_tell(document, &item);
}

static bool xml_content_css(struct xml_document *document)
{
  struct buffer *const text = &document->run.text;
  uriel_css css = {0};
  uriel_css_reference found;
  for (size_t from = 0; uriel_css_next(&css, &found, &from, text->ptr, text->len, true);) {
    struct links_reference item = {
        .place = xml_run_place(&document->run, (size_t)(found.raw.ptr - text->ptr)),
        .element = document->element,
        .raw = found.raw,
        .identifies = found.kind == URIEL_HTML_NAME,
        .is_css = true};
    if (!html_clean_css(document->entity, found.raw, &item.cleaned) || !xml_tell(document, &item))
      return false;
  }
  return true;
}

/* Whether text that may be HTML has any of its tags. */
static bool xml_has_tags(const char *text, size_t len)
{
  for (const char *at = text; (at = memchr(at, '<', len - (size_t)(at - text))); at++) {
    const size_t left = len - (size_t)(at - text);
    if (left > 2 && ((at[1] | 0x20) >= 'a' && (at[1] | 0x20) <= 'z'))
      return true;
  }
  return false;
}

bool xml_content_nested(struct xml_document *document, uriel_text html)
{
  struct source_memory memory = {html.ptr, html.len};
  struct entity_child child = {
      .read = source_read_memory, .context = &memory, .media_type = uriel_text_of("text/html")};
  child.no_base = xml_names_has_base(&document->names, false, &child.base) && !child.base.ptr;
  if (child.base.ptr)
    child.base_by = "xml:base";
  return entity_read_child(document->entity, &child);
}

bool xml_content_end(struct xml_document *document)
{
  const uriel_text text = buffer_text(&document->run.text);
  enum feed_use use = text.len ? document->use : FEED_USE_NONE;
  size_t from = 0;
  bool more = true;
  if (use == FEED_USE_HTML && !xml_has_tags(text.ptr, text.len))
    use = FEED_USE_TEXT;
  switch (use) {
  case FEED_USE_LINK:
  case FEED_USE_NAME:
  case FEED_USE_OPAQUE:
    more = xml_content_reference(document);
    break;
  case FEED_USE_CSS:
    more = xml_content_css(document);
    break;
  case FEED_USE_HTML:
    more = xml_content_nested(document, text);
    break;
  case FEED_USE_TEXT:
    more = !memchr(text.ptr, ':', text.len) || xml_run_find(document, true, &from);
    break;
  default:
    break;
  }
  xml_run_clear(&document->run);
  document->skipping = false;
  return more;
}

/* ---- Pieces ----------------------------------------------------------------------------------- */

bool xml_content_add(struct xml_document *document, const char *text, size_t len,
                     const struct place *place)
{
  const size_t most = document->entity->links->limits.whole;
  struct xml_run *run = &document->run;
  struct place at = *place;
  if (document->use == FEED_USE_NONE)
    return true;
  if (document->skipping) {
    const size_t skipped = text_skip(text, len, 0);
    place_advance(&at, text, skipped);
    text += skipped;
    len -= skipped;
    document->skipping = len == 0;
  }
  if (len == 0)
    return true;
  if (document->use != FEED_USE_TEXT && run->text.len + len > most) {
    document->use = FEED_USE_NONE;
    xml_run_clear(run);
    return entity_error(document->entity, "document-too-large", 0, 0,
                        "an element's text of more than %zu bytes", most);
  }
  if (!xml_run_add(run, text, len, &at))
    return entity_no_memory(document->entity);
  return document->use != FEED_USE_TEXT || run->text.len < XML_TEXT || xml_find_some(document);
}
