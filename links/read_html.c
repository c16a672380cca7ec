/* SPDX-License-Identifier: MIT */
/* References of an HTML document. */
#include <string.h>
#include <strings.h>

#include "base/unicode.h"
#include "entity.h"
#include "html_pass.h"
#include "reader/transcode.h"
#include "uriel_html.h"

/* How much of a document is held before its references are reported, to find its encoding and its base
 * first. */
enum { HTML_HELD = 2 * 1024 * 1024 };

/* A file that is read once more. */
struct html_file {
  const struct links_request *request;
  uint64_t offset;
  struct source source;
};

struct html_bytes {
  struct entity *entity;
  struct source *source; /* what to read: the source of the entity or of the file, or `converted` */
  enum utf16 order;      /* of `converted`; UTF16_NO: ISO-2022-JP */
  bool is_recoded;       /* `source` is `converted`: text in UTF-16 or ISO-2022-JP, read as UTF-8 */
  bool is_converted;     /* values are converted by entity->encoder */
  struct source converted;
  struct transcoder recoded;
  struct html_file file;
};

/* ---- The encoding ----------------------------------------------------------------------------- */

/* Fills the source up to `len` bytes. Returns false if that fails, which ends the document. */
static bool html_bytes_fill(struct html_bytes *bytes, size_t len)
{
  const bool good = source_fill(bytes->source, len);
  if (bytes->is_recoded && !bytes->recoded.from->error)
    bytes->recoded.from->error = bytes->converted.error;
  return good;
}

/* Returns the length of the byte order mark, which is not read. */
static size_t html_mark(const struct html_bytes *bytes)
{
  return text_mark(bytes->source->data, bytes->source->len);
}

/* Starts to convert the source, and drops its byte order mark. Returns false if the source fails. */
static bool html_convert(struct html_bytes *bytes, enum utf16 order)
{
  bytes->recoded = (struct transcoder){.from = bytes->source,
                                       .encoding = order == UTF16_NO ? bytes->entity->encoder.encoding
                                                                     : utf16_encoding(order),
                                       .to = &bytes->converted,
                                       .place = place_start};
  source_start(&bytes->converted, transcoder_read, &bytes->recoded);
  bytes->source = &bytes->converted;
  bytes->order = order;
  bytes->is_recoded = true;
  if (!html_bytes_fill(bytes, 3))
    return false;
  source_drop(bytes->source, order == UTF16_NO ? 0 : html_mark(bytes));
  return true;
}

/* Sets the document's encoding, unless it is UTF-8: the encoding in its header, the declared one, or
 * the default for most locales (HTML, 13.2.3.2). Ignores "us-ascii" in a header, which is often a mere
 * default. */
static void html_open_charset(struct entity *entity, uriel_text text, bool whole)
{
  uriel_text label = uriel_text_of(entity->was ? entity->was : entity->charset);
  if (!label.len || strcasecmp(label.ptr, "us-ascii") == 0)
    label = uriel_encoding_declared(text.ptr, text.len);
  if (!label.len) {
    const size_t good = uriel_utf8_span(text.ptr, text.len), rest = text.len - good;
    uint32_t point = 0;
    /* The end may cut a character. */
    if (rest && (whole || rest > 3 || utf8_next(text.ptr + good, rest, &point) < rest))
      label = uriel_text_of("windows-1252");
  }
  const uriel_encoding *const found = uriel_encoding_find(&uriel_encodings, label.ptr, label.len);
  if (found && strncmp(uriel_encoding_name(found), "utf-", 4) != 0)
    entity->encoder.encoding = found;
}

/* Reads the start of the document, or all of it, into `source`, and sets the encoding that this start
 * determines (HTML, 13.2.3.2): entity->encoder. Returns false if the reading must end. */
static bool html_bytes_begin(struct html_bytes *bytes, struct entity *entity)
{
  struct source *const source = &entity->source;
  bytes->entity = entity;
  bytes->source = source;
  if (!source_fill(source, HTML_HELD))
    return false;
  const uriel_text text = {source->data, source->len};
  const enum utf16 order = utf16_of(text.ptr, text.len);
  const bool marked = text_mark(text.ptr, text.len);
  if (order == UTF16_NO && (!marked || entity->was))
    html_open_charset(entity, text, source->ended);
  const bool is_converted = entity->encoder.encoding && !entity->was;
  if (order != UTF16_NO || (is_converted && !uriel_encoding_has_ascii(entity->encoder.encoding)))
    return html_convert(bytes, order) && html_bytes_fill(bytes, HTML_HELD);
  bytes->is_converted = is_converted;
  return true;
}

/* ---- Reading ---------------------------------------------------------------------------------- */

/* A source_reader. The context is a struct html_file. */
static ssize_t html_read_file(void *context, char *data, size_t capacity)
{
  struct html_file *const file = context;
  const ssize_t got = file->request->read_at(file->request->context, data, capacity, file->offset);
  file->offset += got > 0 ? (uint64_t)got : 0;
  return got;
}

/* The same for reading the document of `first` once more. Returns false if that is not possible. */
static bool html_bytes_again(struct html_bytes *bytes, const struct html_bytes *first)
{
  const struct links_request *const request = first->entity->links->request;
  if (!request->read_at || !entity_is_file(first->entity))
    return false;
  bytes->entity = first->entity;
  bytes->is_converted = first->is_converted;
  bytes->file = (struct html_file){.request = request};
  bytes->source = &bytes->file.source;
  source_start(bytes->source, html_read_file, &bytes->file);
  if (first->is_recoded)
    (void)html_convert(bytes, first->order); /* the source has the error */
  return true;
}

static void html_bytes_end(struct html_bytes *bytes)
{
  transcoder_free(&bytes->recoded);
  source_free(&bytes->converted);
  source_free(&bytes->file.source);
}

/* ---- The document ------------------------------------------------------------------------------ */

enum { HTML_PIECE = 256 * 1024 };

struct html_document {
  struct entity *entity;
  struct html_bytes bytes;
  struct html_pass pass; /* for the references */
  struct place place;    /* of the last reference */
  uint64_t begin;        /* the offset of the window's first byte */
  bool has_base;         /* the effective <base href> is known, or known to be absent */
  struct buffer frames;
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

/* Reports the part at these offsets in the text that is read. */
static bool html_part(const struct html_document *document, uint64_t begin, uint64_t end)
{
  struct html_bytes again = {.entity = NULL};
  if (document->bytes.is_recoded && html_bytes_again(&again, &document->bytes)) {
    const struct source *const text = again.source;
    while (text->len < end && !text->ended && html_bytes_fill(&again, text->len + HTML_PIECE))
      ;
    begin = transcoder_place(&again.recoded, text->dropped + begin).offset;
    end = transcoder_place(&again.recoded, text->dropped + end).offset;
    html_bytes_end(&again);
  }
  return entity_part(document->entity, begin, end);
}

static bool html_found(void *context, const uriel_html_reference *found)
{
  struct html_document *const document = context;
  const uint64_t begin = found->offset + document->pass.origin;
  if (found->kind == URIEL_HTML_ELEMENT)
    return html_part(document, begin, begin + found->length);
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

static void html_decoder(struct entity *entity, uriel_html_options *options)
{
  options->decoder = uriel_encoding_decode;
  options->decoder_context = &entity->encoder;
}

/* ---- Pieces ----------------------------------------------------------------------------------- */

static bool html_read(struct html_document *document)
{
  struct source *const source = document->bytes.source;
  struct html_pass *const pass = &document->pass;
  size_t fed = html_mark(&document->bytes);
  *pass = (struct html_pass){.entity = document->entity,
                             .found = html_found,
                             .context = document,
                             .origin = fed,
                             .window = HTML_PIECE};
  if (document->bytes.is_converted)
    html_decoder(document->entity, &pass->options);
  html_pass_anchors(pass);
  bool more = html_pass_begin(pass), last = false, good = true;
  while (more && good && !last) {
    last = source->ended;
    more = html_pass_feed(pass, source->data + fed, source->len - fed, last);
    if (!more || last)
      break;
    /* Keep the part in which the next references may start, at most the size of the scratch buffer. */
    const size_t dropped = source->len > pass->size ? source->len - pass->size : 0;
    (void)html_locate(document, document->begin + dropped);
    document->begin += dropped;
    source_drop(source, dropped);
    fed = source->len;
    good = html_bytes_fill(&document->bytes, fed + HTML_PIECE); /* else the source has the error */
  }
  html_pass_end(pass);
  return more;
}

/* ---- The base --------------------------------------------------------------------------------- */

/* Whether a <base> with attributes begins in the text. Looks at blocks, which compilers vectorise. */
static bool html_has_base(const char *text, size_t len)
{
  enum { BLOCK = 128 };
  for (size_t at = 0, end; at < len; at = end) {
    unsigned char some = len - at <= BLOCK; /* the last block is always searched */
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

/* Finds the effective <base href>, in the held part or the whole source. */
static bool html_pass_base(struct html_document *document, struct html_bytes *bytes, bool held)
{
  struct source *const source = bytes->source;
  struct html_pass pass = {.entity = document->entity,
                           .found = html_found_base,
                           .context = document,
                           .options = {.only_base = true}};
  if (bytes->is_converted)
    html_decoder(document->entity, &pass.options);
  bool more = html_pass_begin(&pass) && (held || html_bytes_fill(bytes, HTML_PIECE));
  for (size_t skipped = html_mark(bytes); more; skipped = 0) {
    const bool last = held || source->ended;
    more = html_pass_feed(&pass, source->data + skipped, source->len - skipped, last && !held) && !last;
    source_drop(source, held ? 0 : source->len);
    more = more && html_bytes_fill(bytes, HTML_PIECE);
  }
  html_pass_end(&pass);
  return !document->entity->links->no_memory;
}

/* Whether the document may have a <base> after the held part. */
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

/* Reads the file again if it may have a <base> after the held part. Sets `has_base` if it could be read.
 */
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

/* The base also applies to the references before it. */
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
  entity->encoder.encoding = NULL;
  buffer_free(&document.frames);
  html_bytes_end(&document.bytes);
  return more;
}
