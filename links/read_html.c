/* SPDX-License-Identifier: MIT */
/* References of an HTML document. */
#include <string.h>
#include <strings.h>

#include "charset.h"
#include "css.h"
#include "entity.h"
#include "page.h"
#include "reader/unicode.h"
#include "uriel_html.h"

struct html_document {
  struct entity *entity;
  uriel_text bytes; /* as in the file */
  struct buffer decoded, map;
  size_t run;           /* in `map`, of `place` */
  struct place place;   /* of the last reference in `bytes` */
  struct buffer frames; /* for each <iframe srcdoc>: the length of its HTML as a size_t, then the HTML */
};

static bool html_clean(struct entity *entity, struct buffer *buffer, const char *raw, size_t len,
                       uriel_text *cleaned)
{
  if (!buffer_grow(buffer, len))
    return entity_no_memory(entity);
  buffer->len = page_clean(raw, len, buffer->ptr);
  *cleaned = buffer_text(buffer);
  return true;
}

static bool html_base(void *context, const char *href, size_t len)
{
  struct entity *entity = ((struct html_document *)context)->entity;
  uriel_text cleaned = {NULL, 0};
  bool used = false;
  return html_clean(entity, &entity->links->cleaned, href, len, &cleaned) &&
         (!page_base_counts(cleaned) || entity_base(entity, cleaned, "base element", &used));
}

/* The same for a reference in CSS, whose escapes are decoded first. */
static bool html_clean_css(struct entity *entity, struct buffer *buffer, const char *raw, size_t len,
                           uriel_text *cleaned)
{
  if (!buffer_grow(buffer, len * 2))
    return entity_no_memory(entity);
  const size_t n = css_unescape(raw, len, buffer->ptr);
  buffer->len = page_clean(buffer->ptr, n, buffer->ptr);
  *cleaned = buffer_text(buffer);
  return true;
}

/* Returns the place in the file's bytes of a place in the decoded text. Calls must be in their order. */
static struct place html_place(struct html_document *document, const struct place *place)
{
  struct place *const now = &document->place;
  if (!document->map.len)
    return *place;
  const uint64_t offset = charset_origin(&document->map, &document->run, place->offset);
  place_advance(now, document->bytes.ptr + now->offset, (size_t)(offset - now->offset));
  return *now;
}

static bool html_found(void *context, const struct page_reference *found, const struct place *place)
{
  struct html_document *const document = context;
  struct entity *entity = document->entity;
  struct links *links = entity->links;
  struct entity_item item = {.place = html_place(document, place),
                             .element = found->element,
                             .attribute = found->attribute,
                             .raw = {found->raw, found->raw_len},
                             .base = found->base,
                             .identifies = found->identifies,
                             .is_css = found->is_css};
  return html_clean(entity, &links->message, found->codebase, found->codebase_len, &item.codebase) &&
         (found->is_css ? html_clean_css : html_clean)(entity, &links->cleaned, found->raw,
                                                       found->raw_len, &item.cleaned) &&
         entity_reference(entity, &item);
}

static bool html_nested(void *context, const char *html, size_t len)
{
  struct html_document *document = context;
  struct buffer *frames = &document->frames;
  if (!buffer_grow(frames, frames->len + sizeof len + len))
    return entity_no_memory(document->entity);
  memcpy(frames->ptr + frames->len, &len, sizeof len);
  if (len)
    memcpy(frames->ptr + frames->len + sizeof len, html, len);
  frames->len += sizeof len + len;
  return true;
}

/* A frame was not retrieved from a URI of its own: its base is its parent's (HTML, "fallback base
 * URL"). */
static bool html_read_frames(const struct html_document *document)
{
  const struct buffer *frames = &document->frames;
  bool more = true;
  for (size_t at = 0; more && at < frames->len;) {
    size_t len;
    memcpy(&len, frames->ptr + at, sizeof len);
    at += sizeof len;
    struct source_memory memory = {frames->ptr + at, len};
    const struct entity_child child = {.read = source_read_memory,
                                       .context = &memory,
                                       .media_type = uriel_text_of("text/html"),
                                       .charset = "utf-8"};
    more = entity_read_child(document->entity, &child);
    at += len;
  }
  return more;
}

static bool html_is_utf_8(uriel_text text)
{
  uint32_t point = 0;
  for (size_t at = 0; at < text.len && point != UTF8_BAD;)
    at += utf8_next(text.ptr + at, text.len - at, &point);
  return point != UTF8_BAD;
}

/* Opens the document's encoding, unless it is UTF-8: that of its header, the declared one, or the
 * default for most locales (HTML, 13.2.3.2). "us-ascii" in a header says little. */
static bool html_charset(struct entity *entity, uriel_text text)
{
  static const char mark[] = "\xef\xbb\xbf";
  uriel_text label = uriel_text_of(entity->was ? entity->was : entity->charset);
  if (text.len > 2 && memcmp(text.ptr, mark, 3) == 0 && !entity->was)
    return true;
  if (!label.len || strcasecmp(label.ptr, "us-ascii") == 0)
    label = uriel_encoding_declared(text.ptr, text.len);
  if (!label.len && !html_is_utf_8(text))
    label = uriel_text_of("windows-1252");
  return !label.len || charset_open(&entity->encoder, label) || entity_no_memory(entity);
}

/* Converts the document to UTF-8. */
static bool html_decode_charset(struct html_document *document, uriel_text *text)
{
  struct entity *const entity = document->entity;
  struct buffer *const decoded = &document->decoded;
  if (!html_charset(entity, *text))
    return false;
  if (!entity->encoder || entity->was || charset_is_ascii(entity->encoder, *text))
    return true;
  if (!charset_decode(entity->encoder, *text, decoded, &document->map))
    return entity_no_memory(entity);
  *text = buffer_text(decoded);
  return true;
}

/* Converts UTF-16, whose places are those of the result, and other encodings to UTF-8. */
static bool html_decode(struct html_document *document, uriel_text *text)
{
  const enum utf16 order = utf16_of(text->ptr, text->len);
  struct buffer *decoded = &document->decoded;
  if (order == UTF16_NO)
    return html_decode_charset(document, text);
  if (!buffer_grow(decoded, (text->len + 1) / 2 * 3))
    return entity_no_memory(document->entity);
  decoded->len = utf16_decode(order, text->ptr, text->len, decoded->ptr);
  *text = buffer_text(decoded);
  return true;
}

/* Reports that the tree did not fit into the budget; references were found without it. */
static bool html_tell_over(struct entity *entity, const struct page_note *note)
{
  return !note->over ||
         entity_error(entity, "document-too-large", 0, 0,
                      "HTML whose tree takes more memory than the budget has (see --memory) is "
                      "read tag by tag");
}

bool read_html(struct entity *entity)
{
  struct source *source = &entity->source;
  bool goes_on;
  struct html_document document = {.entity = entity, .place = {0, 1, 1}};
  const struct page_sink sink = {&document, html_base, html_found, html_nested};
  struct page_note note;
  if (!entity_fill(entity, "HTML", &goes_on))
    return goes_on;
  uriel_text text = {source->data, source->len};
  document.bytes = text;
  const bool decoded = html_decode(&document, &text);
  enum page_result result = PAGE_ENDED;
  if (decoded) {
    result = page_read(&entity->links->arena, text.ptr, text.len, &sink, &note);
    entity->note = note.why;
  }
  charset_close(entity->encoder);
  entity->encoder = NULL;
  const bool more = result == PAGE_READ && html_read_frames(&document);
  buffer_free(&document.frames);
  buffer_free(&document.decoded);
  buffer_free(&document.map);
  if (result == PAGE_NO_MEMORY)
    return entity_no_memory(entity);
  return more && html_tell_over(entity, &note);
}
