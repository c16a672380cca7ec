/* SPDX-License-Identifier: MIT */
/* A page as a crawler reads it: its encoding, its base, the documents in it, and the targets of its
 * references, with their places in the original bytes. */
#include "encoding/encoding.h"
#include "html/reader.h"
#include "text/bytes.h"
#include "uriel_url.h"

enum {
  PAGE_LEVELS = 3,      /* the page, and documents in <iframe srcdoc>, one in the other */
  PAGE_PRESCAN = 1024,  /* bytes that determine the encoding (HTML, 13.2.3.2) */
  PAGE_BASE = 2048,     /* the longest base */
  PAGE_PIECE = 1024,    /* bytes of UTF-8 that are decoded at once */
  PAGE_FRAME = 2048,    /* bytes of the scratch buffer that a document in the page needs, */
  PAGE_FRAME_TIMES = 12 /* and more for each byte of it */
};

/* A document: the page, or the value of a srcdoc. */
struct page_level {
  uriel_html reader;
  bool has_links;
  struct html_map map; /* srcdoc: the value, and where it is in the document above */
  uint64_t offset;     /* srcdoc: of the value there */
};

struct page_base {
  bool defined;
  uriel_ref url;
  char text[PAGE_BASE];
};

/* The part of the scratch buffer after `html_size` has the number of original bytes for each byte of
 * decoded text from `known` on, on the first byte of a character. */
struct page_reader {
  const uriel_page_options *options;
  uriel_html_options page_options, frame_options;
  uriel_encoding_context decoder;
  const uriel_encoding *encoding; /* NULL: not known yet */
  struct page_level levels[PAGE_LEVELS];
  struct page_base bases[PAGE_LEVELS + 1]; /* the URL of the page, and the <base> of each level */
  unsigned level;
  char *scratch;
  size_t size, html_size, needed;
  uriel_text queue[2]; /* the bytes to read: the head, and the piece */
  size_t head_len;
  size_t widths, used;   /* the number of widths, and of those before `known` */
  uint64_t known, place; /* the same place in the decoded text and in the page */
  uint32_t state;        /* of the encoding */
  size_t rest_len;       /* bytes of a character that a piece cut */
  bool transcodes, last, fed_last, waits, enters, full, failed;
  char rest[4];
  char head[PAGE_PRESCAN];
  char decoded[PAGE_PIECE];
};

_Static_assert(sizeof(struct page_reader) <= sizeof(uriel_page), "the public struct is too small");

static struct page_reader *page_of(uriel_page *page)
{
  return (struct page_reader *)(void *)page->state;
}

static struct html_reader *page_html(struct page_reader *p, unsigned level)
{
  return (struct html_reader *)(void *)p->levels[level].reader.state;
}

/* ---- The scratch buffer ------------------------------------------------------------------------- */

/* Returns the reader's part of the scratch buffer: without decoding, all. Otherwise as many bytes as it
 * can join, and a piece more, are left for the widths. */
static size_t page_html_size(const struct page_reader *p)
{
  if (!p->transcodes)
    return p->size;
  return p->size < 2 * (size_t)PAGE_PIECE ? 0 : (p->size - PAGE_PIECE) / 2 & ~(size_t)15;
}

static unsigned char *page_widths(const struct page_reader *p)
{
  return (unsigned char *)p->scratch + p->html_size;
}

/* Returns the size of a scratch buffer whose reader's part has this size. */
static size_t page_size(const struct page_reader *p, size_t html)
{
  return p->transcodes ? size_add(size_add(html, html), PAGE_PIECE + 32) : html;
}

static uriel_page_status page_full(struct page_reader *p, size_t needed)
{
  p->needed = needed;
  p->full = true;
  return URIEL_PAGE_FULL;
}

size_t uriel_page_needed(const uriel_page *page)
{
  return ((const struct page_reader *)(const void *)page->state)->needed;
}

/* Moves a text that is in the old buffer. */
static void page_move(const struct page_reader *p, const char *scratch, uriel_text *text)
{
  const uintptr_t at = (uintptr_t)text->ptr - (uintptr_t)p->scratch;
  if (text->ptr && at < p->size)
    text->ptr = scratch + at;
}

void uriel_page_grow(uriel_page *page, char *scratch, size_t size)
{
  struct page_reader *const p = page_of(page);
  const size_t widths = p->html_size;
  if (p->enters) {
    page_move(p, scratch, &p->levels[1].map.raw);
    page_move(p, scratch, &p->levels[1].map.value);
  }
  p->scratch = scratch;
  p->size = size;
  p->html_size = page_html_size(p);
  if (p->widths)
    memmove(page_widths(p), scratch + widths, p->widths);
  p->full = false;
  if (p->encoding)
    uriel_html_grow(&p->levels[0].reader, scratch, p->html_size);
}

/* ---- The encoding ------------------------------------------------------------------------------- */

/* Sets the encoding that the head determines, and the length of its byte order mark. Returns the name of
 * an encoding that is not in the set, or an undefined text. */
static uriel_text page_encoding(struct page_reader *p, uriel_text head, size_t *mark)
{
  const uriel_page_options *const options = p->options;
  uriel_text name = uriel_encoding_marked(mark, head.ptr, head.len);
  const char *const h = head.ptr;
  /* In a header, "us-ascii" is often a mere default. */
  if (!name.ptr && !view_is(options->charset, "us-ascii"))
    name = uriel_encoding_of(options->charset.ptr, options->charset.len);
  /* Markup in UTF-16 without a mark. */
  if (!name.ptr && head.len > 3 && h[0] == '<' && !h[1] && h[2] && !h[3])
    name = (uriel_text){"utf-16le", 8};
  if (!name.ptr && head.len > 3 && !h[0] && h[1] == '<' && !h[2] && h[3])
    name = (uriel_text){"utf-16be", 8};
  if (!name.ptr)
    name = uriel_encoding_declared(head.ptr, head.len);
  p->encoding =
      name.ptr ? uriel_encoding_find(options->encodings, name.ptr, name.len) : &uriel_encoding_fallback;
  return p->encoding ? view_undefined() : name;
}

/* Collects the head, and starts to read the page. Returns 0, MORE, FULL or UNSUPPORTED. */
static unsigned page_start(struct page_reader *p, uriel_html_reference *reference)
{
  uriel_text *const piece = &p->queue[1];
  if (p->head_len || (piece->len < PAGE_PRESCAN && !p->last)) {
    const size_t most = PAGE_PRESCAN - p->head_len, len = piece->len < most ? piece->len : most;
    if (len)
      memcpy(p->head + p->head_len, piece->ptr, len);
    p->head_len += len;
    *piece = (uriel_text){piece->ptr + len, piece->len - len};
    if (p->head_len < PAGE_PRESCAN && !p->last)
      return URIEL_PAGE_MORE;
    p->queue[0] = (uriel_text){p->head, p->head_len};
  }
  uriel_text *const first = &p->queue[p->head_len ? 0 : 1];
  size_t mark;
  const uriel_text lacks = page_encoding(p, *first, &mark);
  if (lacks.ptr) {
    p->failed = true;
    *reference = (uriel_html_reference){.value = lacks};
    return URIEL_PAGE_UNSUPPORTED;
  }
  *first = (uriel_text){first->ptr + mark, first->len - mark};
  p->place = mark;
  p->transcodes = !uriel_encoding_has_ascii(p->encoding);
  p->html_size = page_html_size(p);
  p->decoder = (uriel_encoding_context){.encoding = p->encoding};
  if (!p->transcodes && (p->encoding->points || p->encoding->write)) {
    p->page_options.decoder = uriel_encoding_decode;
    p->page_options.decoder_context = &p->decoder;
  }
  uriel_html_begin(&p->levels[0].reader, &p->page_options, p->scratch, p->html_size);
  return p->transcodes && !p->html_size ? page_full(p, URIEL_HTML_SCRATCH) : 0;
}

/* ---- Decoding ----------------------------------------------------------------------------------- */

/* Returns the place in the page of an offset in the decoded text, not before the last one that was
 * kept. */
static uint64_t page_place(struct page_reader *p, uint64_t offset, bool keep)
{
  if (!p->transcodes)
    return offset + p->place;
  const unsigned char *const widths = page_widths(p);
  uint64_t known = p->known, place = p->place;
  size_t used = p->used;
  for (; known < offset && used < p->widths; known++)
    place += widths[used++];
  if (keep) {
    p->known = known;
    p->place = place;
    p->used = used;
  }
  return place;
}

/* Reads a character of the queue, or 0 if it is cut. */
static size_t page_character(struct page_reader *p, uint32_t *scalar)
{
  char bytes[8];
  uriel_text *const from = &p->queue[p->queue[0].len ? 0 : 1];
  const bool last = p->last && (from == &p->queue[1] || !p->queue[1].len);
  if (!p->rest_len && from->len > 3) {
    const size_t n = uriel_encoding_read(scalar, &p->state, p->encoding, from->ptr, from->len, false);
    *from = (uriel_text){from->ptr + n, from->len - n};
    return n;
  }
  const size_t more = from->len < 4 ? from->len : 4, len = p->rest_len + more;
  memcpy(bytes, p->rest, p->rest_len);
  if (more)
    memcpy(bytes + p->rest_len, from->ptr, more);
  const size_t n =
      len ? uriel_encoding_read(scalar, &p->state, p->encoding, bytes, len, last && more == from->len)
          : 0;
  const size_t taken = n ? n : len; /* a cut character is kept */
  if (taken >= p->rest_len) {
    *from = (uriel_text){from->ptr + (taken - p->rest_len), from->len - (taken - p->rest_len)};
    p->rest_len = n ? 0 : len;
    memcpy(p->rest, bytes, p->rest_len);
  } else {
    p->rest_len -= taken;
    memmove(p->rest, p->rest + taken, p->rest_len);
  }
  return n;
}

/* Decodes the next part of the queue. Returns its length. */
static size_t page_decode(struct page_reader *p)
{
  const struct html_reader *const html = page_html(p, 0);
  unsigned char *const widths = page_widths(p);
  size_t len = 0, n;
  uint32_t scalar = 0;
  /* Forget the widths of text that the reader has left. */
  (void)page_place(p, html->offset + uriel_html_done(html), true);
  memmove(widths, widths + p->used, p->widths - p->used);
  p->widths -= p->used;
  p->used = 0;
  while (len + 4 <= PAGE_PIECE && (p->queue[0].len || p->queue[1].len || p->rest_len)) {
    n = page_character(p, &scalar);
    if (!n && !p->queue[0].len)
      break;
    if (scalar == URIEL_ENCODING_NOTHING && n) {
      if (p->widths)
        widths[p->widths - 1] = (unsigned char)(widths[p->widths - 1] + n);
      else
        p->place += n;
    } else if (n) {
      const size_t written = uriel_utf8_write(p->decoded + len, scalar > 0x10ffff ? 0xfffd : scalar);
      memset(widths + p->widths, 0, written);
      widths[p->widths] = (unsigned char)n;
      p->widths += written;
      len += written;
    }
  }
  return len;
}

/* Gives the reader the next bytes. Returns false without any. */
static bool page_feed(struct page_reader *p)
{
  uriel_text *const from = &p->queue[p->queue[0].len ? 0 : 1];
  if (p->fed_last)
    return false;
  if (!p->transcodes) {
    const bool last = p->last && from == &p->queue[1];
    if (!from->len && !last)
      return false;
    uriel_html_feed(&p->levels[0].reader, from->ptr, from->len, last);
    *from = (uriel_text){"", 0};
    p->fed_last = last;
    return true;
  }
  const size_t len = page_decode(p);
  p->fed_last = p->last && !p->queue[0].len && !p->queue[1].len && !p->rest_len;
  if (len || p->fed_last)
    uriel_html_feed(&p->levels[0].reader, p->decoded, len, p->fed_last);
  return len || p->fed_last;
}

/* ---- Bases and targets -------------------------------------------------------------------------- */

/* Returns the base of a level, or NULL; `outer`: the one that its <base> is resolved against. */
static const uriel_ref *page_base(const struct page_reader *p, unsigned level, bool outer)
{
  for (unsigned at = level + !outer; at > 0; at--)
    if (p->bases[at].defined)
      return &p->bases[at].url;
  return p->bases[0].defined ? &p->bases[0].url : NULL;
}

/* Sets a base. Ignores a text that is not a URL, is too long, or has a scheme that bases must not have
 * (HTML, "set the frozen base URL"). */
static void page_set_base(struct page_base *base, const uriel_ref *outer, uriel_text text,
                          uriel_url_options *options)
{
  uriel_ref url;
  const size_t len =
      uriel_url_parse(&url, outer, text.ptr, text.len, options, base->text, sizeof base->text);
  if (len > sizeof base->text ||
      (outer && (view_is(uriel_scheme(&url), "data") || view_is(uriel_scheme(&url), "javascript"))))
    return;
  if (url.text != base->text)
    memcpy(base->text, url.text, len);
  url.text = base->text;
  base->url = url;
  base->defined = true;
}

/* The encoding of the queries of a reference. */
static uriel_url_options page_url_options(const struct page_reader *p, const uriel_html_reference *found,
                                          uriel_encoding_context *context)
{
  const bool is_utf_8 = !p->page_options.decoder && !p->transcodes;
  *context = (uriel_encoding_context){.encoding = p->encoding};
  /* Style sheets and JSON have queries in UTF-8. */
  const bool is_own = (found->flags & (unsigned)URIEL_HTML_CSS) || !found->attribute.ptr;
  if (p->level || is_utf_8 || is_own ||
      (p->encoding->fallback && uriel_utf8_span(found->raw.ptr, found->raw.len) == found->raw.len))
    return (uriel_url_options){0};
  return (uriel_url_options){.encoder = uriel_encoding_encode, .encoder_context = context};
}

size_t uriel_page_resolve(uriel_ref *target, const uriel_page *page, const uriel_html_reference *found,
                          const uriel_ref *base, char *out, size_t capacity)
{
  const struct page_reader *const p = (const struct page_reader *)(const void *)page->state;
  uriel_encoding_context context;
  uriel_url_options options = page_url_options(p, found, &context);
  struct page_base codebase = {.defined = false};
  if (found->flags & (unsigned)URIEL_HTML_CODEBASE)
    page_set_base(&codebase, base, found->codebase, &options);
  if (codebase.defined)
    base = &codebase.url;
  return uriel_url_parse(target, base, found->value.ptr, found->value.len, &options, out, capacity);
}

size_t uriel_page_target(uriel_ref *target, uriel_page *page, const uriel_html_reference *found,
                         char *out, size_t capacity)
{
  const struct page_reader *const p = page_of(page);
  const bool is_base = found->flags & (unsigned)URIEL_HTML_BASE_ELEMENT;
  return uriel_page_resolve(target, page, found, page_base(p, p->level, is_base), out, capacity);
}

/* ---- Documents in the page ---------------------------------------------------------------------- */

/* Starts to read the value of a srcdoc, at levels[level + 1].map. Returns 0 or FULL. */
static unsigned page_enter(struct page_reader *p)
{
  struct html_reader *const above = page_html(p, p->level);
  struct page_level *const below = &p->levels[p->level + 1];
  const uriel_text value = below->map.value;
  const size_t needed = size_add(PAGE_FRAME, size_times(value.len, PAGE_FRAME_TIMES));
  size_t size;
  char *room = uriel_html_room(above, &size);
  const size_t used = above->cursor.room_len + size_to_align(room + above->cursor.room_len, 8);
  size = used < size ? size - used : 0;
  /* Inside a document in the page, its own text must not move. */
  if (size < needed && !p->level && !p->full)
    return page_full(p, page_size(p, size_add(p->html_size, needed - size)));
  p->full = p->enters = false;
  p->level++;
  below->has_links = false;
  p->bases[p->level + 1].defined = false;
  uriel_html_begin(&below->reader, &p->frame_options, size ? room + used : NULL, size);
  uriel_html_feed(&below->reader, value.ptr, value.len, true);
  return 0;
}

/* Returns the place in the page of an offset in the document of the present level. `keep`: later offsets
 * are not before it. */
static uint64_t page_offset(struct page_reader *p, uint64_t offset, bool keep)
{
  for (unsigned level = p->level; level > 0; level--) {
    struct html_map map = p->levels[level].map;
    offset =
        p->levels[level].offset + uriel_html_map_to(keep ? &p->levels[level].map : &map, (size_t)offset);
  }
  return page_place(p, offset, keep);
}

/* Takes a reference of the present level. Returns FOUND, or 0 for a document that is entered. */
static unsigned page_take(struct page_reader *p, uriel_html_reference *found)
{
  struct page_level *const level = &p->levels[p->level];
  p->full = false;
  if (found->kind == URIEL_HTML_SRCDOC && p->level + 1 < PAGE_LEVELS && !p->options->whole_srcdoc) {
    struct page_level *const below = &p->levels[p->level + 1];
    below->map = page_html(p, p->level)->cursor.map;
    below->map.raw_at = below->map.value_at = 0;
    below->offset = found->offset;
    p->enters = true;
    return 0;
  }
  const uint64_t offset = page_offset(p, found->offset, true);
  found->length = page_offset(p, found->offset + found->length, false) - offset;
  found->offset = offset;
  if (found->flags & (unsigned)URIEL_HTML_BASE) {
    uriel_encoding_context context;
    uriel_url_options options = page_url_options(p, found, &context);
    page_set_base(&p->bases[p->level + 1], page_base(p, p->level, true), found->value, &options);
    found->flags |= level->has_links ? (unsigned)URIEL_HTML_BASE_LATE : 0;
  }
  for (unsigned at = 0; at <= p->level; at++)
    p->levels[at].has_links |=
        found->kind == URIEL_HTML_LINK && !(found->flags & (unsigned)URIEL_HTML_BASE_ELEMENT);
  return URIEL_PAGE_FOUND;
}

/* ---- Reading ------------------------------------------------------------------------------------ */

void uriel_page_begin(uriel_page *page, const uriel_page_options *options, char *scratch, size_t size)
{
  struct page_reader *const p = page_of(page);
  uriel_url_options none = {0};
  memset(p, 0, offsetof(struct page_reader, head));
  p->options = options;
  p->frame_options.scripting = p->page_options.scripting = options->scripting;
  p->frame_options.guess = p->page_options.guess = options->guess;
  p->scratch = scratch;
  p->size = scratch ? size : 0;
  p->queue[0] = p->queue[1] = (uriel_text){"", 0};
  p->waits = true;
  page_set_base(&p->bases[0], NULL, options->url, &none);
}

void uriel_page_feed(uriel_page *page, const char *piece, size_t len, bool last)
{
  struct page_reader *const p = page_of(page);
  p->queue[1] = (uriel_text){len ? piece : "", len};
  p->last = last;
}

uriel_page_status uriel_page_next(uriel_page *page, uriel_html_reference *found)
{
  struct page_reader *const p = page_of(page);
  unsigned status = 0;
  if (p->failed)
    return URIEL_PAGE_END;
  if (!p->encoding)
    status = page_start(p, found);
  else if (p->transcodes && !p->html_size)
    return URIEL_PAGE_END;
  while (!status) {
    if (p->enters) {
      status = page_enter(p);
      continue;
    }
    if (p->waits) {
      p->waits = !page_feed(p);
      status = p->waits ? URIEL_PAGE_MORE : 0;
      continue;
    }
    switch (uriel_html_next(&p->levels[p->level].reader, found)) {
    case URIEL_HTML_FOUND:
      status = page_take(p, found);
      break;
    case URIEL_HTML_FULL:
      if (!p->level)
        status = page_full(p, page_size(p, uriel_html_needed(&p->levels[0].reader)));
      break;
    case URIEL_HTML_MORE:
      p->waits = true;
      break;
    case URIEL_HTML_END:
      status = p->level ? 0 : URIEL_PAGE_END;
      p->level -= p->level > 0;
      break;
    }
  }
  return (uriel_page_status)status;
}

uriel_text uriel_page_encoding(const uriel_page *page)
{
  const uriel_encoding *const encoding =
      ((const struct page_reader *)(const void *)page->state)->encoding;
  return uriel_text_of(encoding ? encoding->name : NULL);
}
