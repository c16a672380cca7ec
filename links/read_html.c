/* SPDX-License-Identifier: MIT */
/* References of an HTML document. */
#include <string.h>
#include <strings.h>

#include "entity.h"
#include "html_bytes.h"
#include "html_pass.h"
#include "reader/charset.h"

enum { HTML_PIECE = 256 * 1024 };

struct html_document {
  struct entity *entity;
  struct html_bytes bytes;
  struct html_pass pass; /* for the references */
  struct place place;    /* of the last reference */
  uint64_t begin;        /* the offset of the window's first byte */
  bool has_base;         /* the <base href> that counts is known, or known to be absent */
  struct html_frames frames;
};

/* ---- References ------------------------------------------------------------------------------- */

static bool html_base(struct html_document *document, uriel_text href)
{
  struct entity *const entity = document->entity;
  uriel_text cleaned;
  bool used = false;
  document->has_base = true;
  return html_clean(entity, &entity->links->cleaned, href, &cleaned) &&
         (!entity_base_counts(cleaned) || entity_base(entity, cleaned, "base element", &used));
}

/* Returns the place at an offset in the document, and moves `place` there unless it is beyond it:
 * offsets must be in their order. */
static struct place html_locate(void *context, uint64_t offset)
{
  struct html_document *const document = context;
  struct place *const place = &document->place;
  if (offset > place->offset)
    place_advance(place, document->bytes.source->data + (place->offset - document->begin),
                  (size_t)(offset - place->offset));
  return *place;
}

static bool html_found(void *context, const uriel_html_reference *found)
{
  struct html_document *const document = context;
  if (found->kind == URIEL_HTML_ATTRIBUTE)
    return html_pass_anchor(&document->pass, found);
  if (found->kind == URIEL_HTML_SRCDOC)
    return html_frames_add(&document->frames, document->entity, found->value);
  if ((found->flags & URIEL_HTML_BASE) && !document->has_base &&
      !(entity_error(document->entity, "base-too-late", found->offset + document->pass.origin,
                     found->length,
                     "<base href> counts only for the references after it: it is not in the first %d MiB"
                     " of a document that cannot be read twice",
                     HTML_HELD / (1024 * 1024)) &&
        html_base(document, found->value)))
    return false;
  return html_pass_report(&document->pass, found, html_locate, document);
}

/* ---- Pieces ----------------------------------------------------------------------------------- */

/* Drops what was read, except what the next references may start in: the reader holds no more than its
 * scratch buffer. */
static void html_drop(struct html_document *document)
{
  struct source *const source = document->bytes.source;
  const size_t kept = document->pass.size;
  const size_t len = source->len > kept ? source->len - kept : 0;
  (void)html_locate(document, document->begin + len);
  document->begin += len;
  source_drop(source, len);
}

/* Returns the length of the byte order mark, which is not read. */
static size_t html_mark(const struct source *source)
{
  return source->len > 2 && memcmp(source->data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

static bool html_read_pieces(struct html_document *document)
{
  struct source *const source = document->bytes.source;
  size_t fed = html_mark(source);
  document->pass.origin = fed;
  for (;;) {
    const bool last = source->ended;
    if (!html_pass_feed(&document->pass, source->data + fed, source->len - fed, last))
      return false;
    if (last)
      return true;
    html_drop(document);
    fed = source->len;
    if (!html_bytes_fill(&document->bytes, fed + HTML_PIECE))
      return true; /* the source has the error */
  }
}

static bool html_read(struct html_document *document)
{
  struct html_pass *const pass = &document->pass;
  *pass = (struct html_pass){
      .entity = document->entity, .found = html_found, .context = document, .window = HTML_PIECE};
  if (document->bytes.is_converted)
    charset_decoder(document->entity->encoder, &pass->options);
  html_pass_anchors(pass);
  const bool more = html_pass_begin(pass) && html_read_pieces(document);
  html_pass_end(pass);
  return more;
}

/* ---- The base --------------------------------------------------------------------------------- */

/* Whether a <base> with attributes begins in the text. Looks at blocks, which compilers vectorise. */
static bool html_has_base(const char *text, size_t len)
{
  enum { BLOCK = 128 };
  for (size_t at = 0, end; at < len; at = end) {
    unsigned char some = len - at <= BLOCK; /* the last block is looked at in any case */
    end = some ? len : at + BLOCK;
    if (!some)
      for (size_t i = at; i < at + BLOCK; i++)
        some |= (unsigned char)((text[i] == '<') & ((text[i + 1] | 0x20) == 'b'));
    for (size_t i = at; some && i < end; i++)
      if (text[i] == '<' && len - i > 5 && (text[i + 2] | 0x20) == 'a' &&
          strncasecmp(text + i, "<base", 5) == 0 &&
          ((unsigned char)text[i + 5] <= ' ' || text[i + 5] == '/'))
        return true;
  }
  return false;
}

static bool html_found_base(void *context, const uriel_html_reference *found)
{
  html_base(context, found->value);
  return false;
}

/* Finds the <base href> that counts, in the held part or the whole source. */
static bool html_pass_base(struct html_document *document, struct html_bytes *bytes, bool held)
{
  struct source *const source = bytes->source;
  struct html_pass pass = {.entity = document->entity,
                           .found = html_found_base,
                           .context = document,
                           .options = {.only_base = true}};
  if (bytes->is_converted)
    charset_decoder(document->entity->encoder, &pass.options);
  bool more = html_pass_begin(&pass) && (held || html_bytes_fill(bytes, HTML_PIECE));
  for (size_t skipped = html_mark(source); more; skipped = 0) {
    const bool last = held || source->ended;
    more = html_pass_feed(&pass, source->data + skipped, source->len - skipped, last && !held) && !last;
    source_drop(source, held ? 0 : source->len);
    more = more && html_bytes_fill(bytes, HTML_PIECE);
  }
  html_pass_end(&pass);
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
  struct html_document document = {.entity = entity, .place = {0, 1, 1}};
  bool more = html_bytes_begin(&document.bytes, entity);
  if (more)
    more =
        html_find_base(&document) && html_read(&document) && html_frames_read(&document.frames, entity);
  else
    more = !entity->links->no_memory;
  charset_close(entity->encoder);
  entity->encoder = NULL;
  buffer_free(&document.frames.texts);
  html_bytes_end(&document.bytes);
  return more;
}
