/* SPDX-License-Identifier: MIT */
/* References of an HTML document. */
#include <string.h>
#include <strings.h>

#include "charset.h"
#include "entity.h"
#include "html_bytes.h"
#include "reader/budget.h"
#include "uriel_html.h"

enum { HTML_PIECE = 256 * 1024 };

struct html_document {
  struct entity *entity;
  struct html_bytes bytes;
  struct place place;   /* of the last reference */
  uint64_t begin;       /* the offset of the window's first byte */
  uint64_t mark;        /* the length of the byte order mark, which is not read */
  bool has_base;        /* the <base href> that counts is known, or that there is none */
  struct buffer frames; /* for each <iframe srcdoc>: the length of its HTML as a size_t, then the HTML */
};

/* A pass over the document. */
struct html_pass {
  struct html_document *document;
  struct html_bytes *bytes;
  uriel_html reader;
  uriel_html_options options;
  char *scratch;
  size_t size; /* of `scratch` */
  /* Called for each reference; returns false to end the pass. */
  bool (*found)(struct html_pass *pass, const uriel_html_reference *reference);
  bool window_only; /* ends after the first piece */
};

/* ---- Values ----------------------------------------------------------------------------------- */

/* Whether the text has a space or a control character: only these may be removed. */
static bool html_has_space(uriel_text text)
{
  const uint64_t ones = UINT64_MAX / 255, highs = ones << 7;
  uint64_t some = 0, word;
  size_t i = 0;
  for (; text.len - i >= sizeof word; i += sizeof word) {
    memcpy(&word, text.ptr + i, sizeof word);
    some |= (word - ones * (' ' + 1)) & ~word;
  }
  for (; i < text.len; i++)
    some |= (unsigned char)text.ptr[i] <= ' ' ? highs : 0;
  return some & highs;
}

static bool html_clean(struct entity *entity, struct buffer *buffer, uriel_text text,
                       uriel_text *cleaned)
{
  *cleaned = text;
  if (!html_has_space(text))
    return true;
  if (!buffer_grow(buffer, text.len))
    return entity_no_memory(entity);
  buffer->len = uriel_html_clean(text.ptr, text.len, buffer->ptr);
  *cleaned = buffer_text(buffer);
  return true;
}

static bool html_base(struct html_document *document, uriel_text href)
{
  struct entity *const entity = document->entity;
  uriel_text cleaned;
  bool used = false;
  document->has_base = true;
  return html_clean(entity, &entity->links->cleaned, href, &cleaned) &&
         (!entity_base_counts(cleaned) || entity_base(entity, cleaned, "base element", &used));
}

static bool html_keep_frame(struct html_document *document, uriel_text html)
{
  struct buffer *frames = &document->frames;
  if (!buffer_grow(frames, frames->len + sizeof html.len + html.len))
    return entity_no_memory(document->entity);
  memcpy(frames->ptr + frames->len, &html.len, sizeof html.len);
  if (html.len)
    memcpy(frames->ptr + frames->len + sizeof html.len, html.ptr, html.len);
  frames->len += sizeof html.len + html.len;
  return true;
}

/* A frame was not retrieved from a URI of its own: its base is its parent's (HTML, "fallback base
 * URL"). */
static bool html_read_frames(struct html_document *document)
{
  struct buffer *frames = &document->frames;
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
  frames->len = 0;
  return more;
}

/* ---- References ------------------------------------------------------------------------------- */

/* Moves the place to an offset in the window, unless it is beyond it. */
static void html_advance(struct html_document *document, uint64_t offset)
{
  struct place *const place = &document->place;
  if (offset > place->offset)
    place_advance(place, document->bytes.source->data + (place->offset - document->begin),
                  (size_t)(offset - place->offset));
}

/* Returns the text as it is reported: with the escapes of CSS. */
static uriel_text html_raw(const struct html_pass *pass, const uriel_html_reference *found)
{
  const bool has_escapes = (found->flags & URIEL_HTML_CSS) && !pass->options.decoder && found->raw.len &&
                           memchr(found->raw.ptr, '\\', found->raw.len) &&
                           !memchr(found->raw.ptr, '&', found->raw.len);
  return has_escapes ? found->raw : found->value;
}

static enum reference_base html_base_of(unsigned flags)
{
  if (flags & (URIEL_HTML_BASE | URIEL_HTML_BASE_ELEMENT))
    return BASE_OF_RETRIEVAL;
  return flags & URIEL_HTML_CODEBASE ? BASE_OF_CODEBASE : BASE_OF_DOCUMENT;
}

/* Returns the place at an offset in the document. Offsets must be in their order. */
static struct place html_locate(void *context, uint64_t offset)
{
  struct html_document *const document = context;
  html_advance(document, offset);
  return document->place;
}

static bool html_reference(struct html_pass *pass, const uriel_html_reference *found)
{
  struct html_document *const document = pass->document;
  struct entity *const entity = document->entity;
  struct links *const links = entity->links;
  struct entity_item item = {.place = {.offset = found->offset + document->mark},
                             .locate = html_locate,
                             .locate_context = document,
                             .element = found->element.ptr,
                             .attribute = found->attribute.ptr,
                             .raw = html_raw(pass, found),
                             .base = html_base_of(found->flags),
                             .identifies = found->kind == URIEL_HTML_NAME,
                             .is_css = (found->flags & URIEL_HTML_CSS) != 0};
  return html_clean(entity, &links->message, found->codebase, &item.codebase) &&
         html_clean(entity, &links->cleaned, found->value, &item.cleaned) &&
         entity_reference(entity, &item);
}

static bool html_found(struct html_pass *pass, const uriel_html_reference *found)
{
  struct html_document *const document = pass->document;
  if (found->kind == URIEL_HTML_SRCDOC)
    return html_keep_frame(document, found->value) &&
           (document->frames.len < HTML_HELD || html_read_frames(document));
  if (!(found->flags & URIEL_HTML_BASE) || document->has_base)
    return html_reference(pass, found);
  return entity_error(
             document->entity, "base-too-late", found->offset + document->mark, found->length,
             "<base href> counts only for the references after it: it is not in the first %d MiB"
             " of a document that cannot be read twice",
             HTML_HELD / (1024 * 1024)) &&
         html_base(document, found->value) && html_reference(pass, found);
}

static bool html_found_base(struct html_pass *pass, const uriel_html_reference *found)
{
  html_base(pass->document, found->value);
  return false;
}

/* ---- Passes ----------------------------------------------------------------------------------- */

/* Enlarges the scratch buffer, if the window can then hold as much, which doubles its size. Returns
 * false if the budget or the system refuses. */
static bool html_enlarge(struct html_pass *pass)
{
  const size_t size = uriel_html_needed(&pass->reader), window = (size + HTML_PIECE) * 2;
  char *scratch = NULL;
  if (size < SIZE_MAX / 8 && budget_charge(window)) {
    scratch = budget_retake(pass->scratch, size);
    budget_refund(window);
  }
  if (!scratch)
    return false;
  pass->scratch = scratch;
  pass->size = size;
  uriel_html_grow(&pass->reader, scratch, size);
  return true;
}

/* Enlarges the scratch buffer, or reports that something does not fit. Returns false if the reading must
 * end. */
static bool html_grow(struct html_pass *pass, const uriel_html_reference *at)
{
  struct entity *const entity = pass->document->entity;
  if (html_enlarge(pass))
    return true;
  if (!budget_exceeded())
    return entity_no_memory(entity);
  return pass->options.only_base ||
         entity_error(entity, "tag-too-long", at->offset + pass->document->mark, at->length,
                      "what starts here takes more memory than the budget has (see --memory): the"
                      " references of a tag or style sheet are lost, and elements count as not nested");
}

/* Reads the piece that was fed. Returns false if the pass must end. */
static bool html_read_piece(struct html_pass *pass)
{
  for (;;) {
    uriel_html_reference reference;
    bool more = true;
    switch (uriel_html_next(&pass->reader, &reference)) {
    case URIEL_HTML_FOUND:
      more = pass->found(pass, &reference);
      break;
    case URIEL_HTML_FULL:
      more = html_grow(pass, &reference);
      break;
    case URIEL_HTML_MORE:
    case URIEL_HTML_END:
      return true;
    }
    if (!more)
      return false;
  }
}

/* Drops what was read, except what the next references may start in: the reader holds no more than its
 * scratch buffer. */
static void html_drop(struct html_pass *pass)
{
  struct html_document *const document = pass->document;
  struct source *const source = pass->bytes->source;
  const size_t len = source->len > pass->size ? source->len - pass->size : 0;
  if (pass->bytes == &document->bytes) {
    html_advance(document, document->begin + len);
    document->begin += len;
  }
  source_drop(source, len);
}

static bool html_read_pieces(struct html_pass *pass)
{
  struct source *const source = pass->bytes->source;
  size_t fed = pass->document->mark;
  if (!html_bytes_fill(pass->bytes, HTML_PIECE))
    return true; /* the source has the error */
  for (;;) {
    const bool last = source->ended;
    uriel_html_feed(&pass->reader, source->data + fed, source->len - fed, last);
    if (!html_read_piece(pass))
      return false;
    if (last || pass->window_only)
      return true;
    html_drop(pass);
    fed = source->len;
    if (!html_bytes_fill(pass->bytes, fed + HTML_PIECE))
      return true;
  }
}

static bool html_pass(struct html_pass *pass)
{
  pass->size = URIEL_HTML_SCRATCH;
  pass->scratch = budget_take(pass->size);
  if (!pass->scratch)
    return entity_no_memory(pass->document->entity);
  if (pass->bytes->is_converted) {
    pass->options.decoder = charset_decode;
    pass->options.decoder_context = pass->document->entity->encoder;
  }
  uriel_html_begin(&pass->reader, &pass->options, pass->scratch, pass->size);
  const bool good = html_read_pieces(pass);
  budget_give(pass->scratch);
  return good;
}

/* ---- The base --------------------------------------------------------------------------------- */

/* Whether a <base> with attributes begins at `at`, if that is "<". */
static bool html_is_base(const char *at, size_t len)
{
  return len > 5 && (at[2] | 0x20) == 'a' && strncasecmp(at, "<base", 5) == 0 &&
         ((unsigned char)at[5] <= ' ' || at[5] == '/');
}

/* Looks at blocks, which compilers vectorise. */
static bool html_has_base(const char *text, size_t len)
{
  enum { BLOCK = 128 };
  size_t at = 0;
  for (; len - at > BLOCK; at += BLOCK) {
    unsigned char some = 0;
    for (size_t i = at; i < at + BLOCK; i++)
      some |= (unsigned char)((text[i] == '<') & ((text[i + 1] | 0x20) == 'b'));
    for (size_t i = at; some && i < at + BLOCK; i++)
      if (text[i] == '<' && html_is_base(text + i, len - i))
        return true;
  }
  for (; at < len; at++)
    if (text[at] == '<' && html_is_base(text + at, len - at))
      return true;
  return false;
}

/* Finds the <base href> that counts. */
static bool html_pass_base(struct html_document *document, struct html_bytes *bytes, bool window_only)
{
  struct html_pass pass = {.document = document,
                           .bytes = bytes,
                           .options.only_base = true,
                           .found = html_found_base,
                           .window_only = window_only};
  html_pass(&pass);
  return !document->entity->links->no_memory;
}

/* Whether what follows the held part may have a <base>. */
static bool html_rest_has_base(struct html_bytes *bytes)
{
  enum { OVERLAP = 5 };
  struct source *const source = bytes->source;
  while (html_bytes_fill(bytes, OVERLAP + HTML_PIECE) && source->len > OVERLAP) {
    if (html_has_base(source->data, source->len))
      return true;
    source_drop(source, source->len - OVERLAP);
  }
  return false;
}

/* Reads the file once more, if what follows the held part may have a <base>. Sets `has_base` if it could
 * be read. */
static bool html_find_late_base(struct html_document *document)
{
  struct html_bytes again = {.entity = NULL};
  bool more = true;
  if (!html_bytes_again(&again, &document->bytes))
    return true;
  const bool has = html_rest_has_base(&again);
  bool good = !again.source->error;
  html_bytes_end(&again);
  if (has && html_bytes_again(&again, &document->bytes)) {
    more = html_pass_base(document, &again, false);
    good = !again.source->error;
    html_bytes_end(&again);
  }
  document->has_base |= good;
  return more;
}

/* The base counts also for the references before it. */
static bool html_find_base(struct html_document *document)
{
  const struct source *const source = document->bytes.source;
  bool more = true;
  if (html_has_base(source->data, source->len))
    more = html_pass_base(document, &document->bytes, true);
  if (more && !document->has_base && !source->ended)
    return html_find_late_base(document);
  document->has_base |= source->ended;
  return more;
}

bool read_html(struct entity *entity)
{
  static const char mark[] = "\xef\xbb\xbf";
  struct html_document document = {.entity = entity, .place = {0, 1, 1}};
  struct html_pass pass = {.document = &document, .bytes = &document.bytes, .found = html_found};
  bool more = html_bytes_begin(&document.bytes, entity);
  const struct source *const source = document.bytes.source;
  if (source->len > 2 && memcmp(source->data, mark, 3) == 0)
    document.mark = 3;
  if (more)
    more = html_find_base(&document) && html_pass(&pass) && html_read_frames(&document);
  else
    more = !entity->links->no_memory;
  charset_close(entity->encoder);
  entity->encoder = NULL;
  buffer_free(&document.frames);
  html_bytes_end(&document.bytes);
  return more;
}
