/* SPDX-License-Identifier: MIT */
/* Text of XML: a reference, HTML, a style sheet, or running text, depending on its element. */
#include <string.h>

#include "base/unicode.h"
#include "reader/text.h"
#include "uriel_find.h"
#include "uriel_html.h"
#include "xml_document.h"

enum { XML_TEXT = 64 * 1024, XML_TEXT_PENDING = TEXT_REFERENCE_LIMIT + 1024 };

/* ---- Reporting -------------------------------------------------------------------------------- */

bool xml_tell_item(struct xml_document *document, struct links_reference *item)
{
  if (item->base_of == BASE_OF_DOCUMENT && xml_names_has_base(&document->names, false, &item->codebase))
    item->base_of = BASE_OF_ITS_OWN;
  return entity_reference(document->entity, item);
}

bool xml_tell(struct xml_document *document, const struct xml_found *found)
{
  struct buffer *cleaned = &document->entity->links->cleaned;
  if (!buffer_grow(cleaned, found->raw.len))
    return entity_no_memory(document->entity);
  cleaned->len = uriel_html_clean(found->raw.ptr, found->raw.len, cleaned->ptr);
  struct links_reference item = {.place = found->place,
                                 .element = found->element,
                                 .attribute = found->attribute,
                                 .raw = found->raw,
                                 .cleaned = buffer_text(cleaned),
                                 .identifies = found->identifies};
  /* Text outside of the root is outside of its xml:base (XML Base, 4.1). */
  if (!document->has_root && document->root_base_is_known)
    item.base_of = BASE_OF_RETRIEVAL;
  return xml_tell_item(document, &item);
}

static bool xml_too_long(struct xml_document *document, const struct place *place)
{
  return entity_error(document->entity, "reference-too-long", place->offset, 0,
                      "a reference of more than %d bytes at line %llu, column %llu",
                      (int)TEXT_REFERENCE_LIMIT, (unsigned long long)place->line,
                      (unsigned long long)place->column);
}

/* ---- Running text ----------------------------------------------------------------------------- */

static bool xml_tell_hit(struct xml_document *document, const struct xml_found *value,
                         const uriel_hit *hit, const struct place *place)
{
  struct buffer *cleaned = &document->entity->links->cleaned;
  const char *text = value->raw.ptr;
  const uriel_text raw = {text + hit->begin, hit->end - hit->begin};
  if (raw.len > TEXT_REFERENCE_LIMIT)
    return xml_too_long(document, place);
  while (buffer_again(cleaned, uriel_hit_clean(text, hit, 0, cleaned->ptr, cleaned->capacity)))
    ;
  if (cleaned->no_memory)
    return entity_no_memory(document->entity);
  struct links_reference item = {.place = *place,
                                 .element = value->element,
                                 .attribute = value->attribute,
                                 .raw = raw,
                                 .cleaned = buffer_text(cleaned)};
  return xml_tell_item(document, &item);
}

bool xml_content_find(struct xml_document *document, const struct xml_found *value,
                      struct place (*place_of)(void *context, size_t at), void *context)
{
  uriel_hit hit;
  for (size_t from = 0; uriel_find(&hit, &from, value->raw.ptr, value->raw.len, true, NULL);) {
    const struct place place = place_of(context, hit.begin);
    if (!xml_tell_hit(document, value, &hit, &place))
      return false;
  }
  return true;
}

/* Reports the references in the text: all, or only the references that end in it for certain. Sets
 * `*from` to the earliest start of the next reference. */
static bool xml_find_hits(struct xml_document *document, bool whole, size_t *from)
{
  struct xml_run *run = &document->run;
  const struct xml_found value = {.raw = buffer_text(&run->text)};
  uriel_hit hit;
  while (uriel_find(&hit, from, value.raw.ptr, value.raw.len, whole, NULL)) {
    const struct place place = xml_run_place(run, hit.begin);
    if (!xml_tell_hit(document, &value, &hit, &place))
      return false;
  }
  return true;
}

static bool xml_find_all(struct xml_document *document)
{
  struct xml_run *run = &document->run;
  size_t from = 0;
  const bool more = !memchr(run->text.ptr, ':', run->text.len) || xml_find_hits(document, true, &from);
  xml_run_clear(run);
  return more;
}

/* The same for text that may continue; keeps the possible start of a reference. */
static bool xml_find_some(struct xml_document *document)
{
  struct xml_run *run = &document->run;
  size_t from = 0;
  bool more = xml_find_hits(document, false, &from);
  if (more && run->text.len - from > XML_TEXT_PENDING) {
    document->skipping = true;
    more = xml_find_hits(document, true, &from);
    from = run->text.len;
  }
  xml_run_drop(run, from);
  return more;
}

/* ---- Other text ------------------------------------------------------------------------------- */

static bool xml_content_reference(struct xml_document *document)
{
  struct xml_run *run = &document->run;
  size_t begin = 0, end = run->text.len;
  while (begin < end && ascii_space(run->text.ptr[begin]))
    begin++;
  while (end > begin && ascii_space(run->text.ptr[end - 1]))
    end--;
  if (begin == end)
    return true;
  const struct xml_found found = {.place = xml_run_place(run, begin),
                                  .element = document->element,
                                  .raw = {run->text.ptr + begin, end - begin},
                                  .identifies = document->use != FEED_USE_LINK};
  uriel_ref ref;
  if (document->use == FEED_USE_OPAQUE &&
      !(uriel_parse(&ref, found.raw.ptr, found.raw.len, NULL) && uriel_scheme(&ref).ptr))
    return true;
  return found.raw.len > TEXT_REFERENCE_LIMIT ? xml_too_long(document, &found.place)
                                              : xml_tell(document, &found);
}

static bool xml_content_css_found(struct xml_document *document, const uriel_css_reference *found)
{
  struct buffer *cleaned = &document->entity->links->cleaned;
  const size_t at = (size_t)(found->raw.ptr - document->run.text.ptr);
  if (!buffer_grow(cleaned, found->raw.len * 2))
    return entity_no_memory(document->entity);
  const size_t n = uriel_css_unescape(found->raw.ptr, found->raw.len, cleaned->ptr, found->raw.len * 2);
  cleaned->len = uriel_html_clean(cleaned->ptr, n, cleaned->ptr);
  struct links_reference item = {.place = xml_run_place(&document->run, at),
                                 .element = document->element,
                                 .raw = found->raw,
                                 .cleaned = buffer_text(cleaned),
                                 .identifies = found->kind == URIEL_HTML_NAME};
  return xml_tell_item(document, &item);
}

static bool xml_content_css(struct xml_document *document)
{
  const struct buffer *const text = &document->run.text;
  uriel_css css = {0};
  uriel_css_reference found;
  bool more = true;
  for (size_t from = 0; more && uriel_css_next(&css, &found, &from, text->ptr, text->len, true);)
    more = xml_content_css_found(document, &found);
  return more;
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

bool xml_content_nested(struct xml_document *document, const char *html, size_t len)
{
  struct source_memory memory = {html, len};
  struct entity_child child = {
      .read = source_read_memory, .context = &memory, .media_type = uriel_text_of("text/html")};
  child.no_base = xml_names_has_base(&document->names, false, &child.base) && !child.base.ptr;
  if (child.base.ptr)
    child.base_by = "xml:base";
  return entity_read_child(document->entity, &child);
}

static bool xml_content_tell(struct xml_document *document)
{
  const struct buffer *text = &document->run.text;
  switch (document->use) {
  case FEED_USE_LINK:
  case FEED_USE_NAME:
  case FEED_USE_OPAQUE:
    return xml_content_reference(document);
  case FEED_USE_CSS:
    return xml_content_css(document);
  case FEED_USE_HTML:
    return xml_has_tags(text->ptr, text->len) ? xml_content_nested(document, text->ptr, text->len)
                                              : xml_find_all(document);
  case FEED_USE_TEXT:
    return xml_find_all(document);
  default:
    return true;
  }
}

bool xml_content_end(struct xml_document *document)
{
  const bool more = document->run.text.len == 0 || xml_content_tell(document);
  xml_run_clear(&document->run);
  document->skipping = false;
  return more;
}

/* ---- Pieces ----------------------------------------------------------------------------------- */

/* Returns the length of the text up to a character that no reference contains. */
static size_t xml_skip(const char *text, size_t len)
{
  size_t at = 0;
  while (at < len && (unsigned char)text[at] > ' ' && !strchr("<>\"", text[at]))
    at++;
  return at;
}

static bool xml_content_large(struct xml_document *document)
{
  const size_t most = document->entity->links->limits.whole;
  document->use = FEED_USE_NONE;
  xml_run_clear(&document->run);
  return entity_error(document->entity, "document-too-large", 0, 0,
                      "an element's text of more than %zu bytes", most);
}

bool xml_content_add(struct xml_document *document, const char *text, size_t len,
                     const struct place *place)
{
  struct xml_run *run = &document->run;
  struct place at = *place;
  if (document->use == FEED_USE_NONE)
    return true;
  if (document->skipping) {
    const size_t skipped = xml_skip(text, len);
    place_advance(&at, text, skipped);
    text += skipped;
    len -= skipped;
    document->skipping = len == 0;
  }
  if (len == 0)
    return true;
  if (document->use != FEED_USE_TEXT && run->text.len + len > document->entity->links->limits.whole)
    return xml_content_large(document);
  if (!xml_run_add(run, text, len, &at))
    return entity_no_memory(document->entity);
  return document->use != FEED_USE_TEXT || run->text.len < XML_TEXT || xml_find_some(document);
}
