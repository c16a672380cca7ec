/* SPDX-License-Identifier: MIT */
/* Reads HTML in pieces: its tokens, the facts of its tree, and the references of each element. */
#include "uriel_html.h"

#include "html/character.h"
#include "html/reference.h"
#include "html/tag.h"
#include "html/tree.h"
#include "text/mem.h"

enum { HTML_JOIN = 1024 }; /* bytes of a piece that are joined at once with what the last one cut */

/* What uriel_html_next does next. */
enum html_step {
  HTML_STEP_READ,   /* read a token */
  HTML_STEP_STYLE,  /* find references in the style sheet, as far as it is read */
  HTML_STEP_TAKE,   /* take the token to the tree */
  HTML_STEP_VALUES, /* find the references of the tag */
  HTML_STEP_END
};

/* The scratch buffer has the tree's stack, then the joined bytes of a tag or text that a piece cut, then
 * room for a decoded value. The window is either the piece or the joined bytes. */
struct html_reader {
  struct html_tokens tokens;
  struct html_tree tree;
  struct html_cursor cursor;
  uriel_css css;
  struct html_token token;
  struct html_made made;
  const uriel_html_options *options;
  char *scratch;
  size_t size, tree_size;
  size_t needed;
  const char *piece;
  size_t piece_len;
  size_t piece_at;   /* bytes of the piece that are joined */
  size_t joined;     /* the length of the joined bytes */
  size_t old;        /* of these: from earlier pieces */
  uint64_t offset;   /* of the window in the document */
  size_t style_from; /* in the window: the style sheet's bytes that are not read yet */
  size_t style_end;
  size_t decoded; /* the length of a held style sheet in the room, or 0 */
  size_t decoded_from;
  size_t map_raw, map_value; /* the same place in a held style sheet and in the room */
  uint64_t first[2];         /* the attributes of the first <html>, and of the first <body> */
  enum html_step step;
  bool last;          /* the piece is the last */
  bool in_joined;     /* the window is the joined bytes */
  bool token_joined;  /* the token is in the joined bytes */
  bool style;         /* a style sheet is open */
  bool style_whole;   /* it ends at `style_end` */
  bool style_inert;   /* in a <template> */
  bool style_foreign; /* of SVG: it may contain character references */
  bool style_held;    /* it is read as a whole, since it may have to be decoded */
  bool base;          /* the <base href> that counts was found */
  bool full;          /* FULL was returned, and the buffer has not grown since */
};

_Static_assert(sizeof(struct html_reader) <= sizeof(uriel_html), "the public struct is too small");

static struct html_reader *html_reader(uriel_html *html)
{
  return (struct html_reader *)(void *)html->state;
}

void uriel_html_begin(uriel_html *html, const uriel_html_options *options, char *scratch, size_t size)
{
  static const uriel_html_options none = {0};
  struct html_reader *const r = html_reader(html);
  memset(r, 0, sizeof *r);
  r->options = options ? options : &none;
  r->tokens.further = r->options->attributes;
  r->tokens.further_count = r->options->attribute_count;
  r->scratch = scratch;
  r->size = size;
  uriel_html_tree_begin(&r->tree, r->options->scripting);
  r->tree_size = size / 4;
  r->tree.scratch = scratch;
  r->tree.size = r->tree_size;
  r->tokens.texts = r->tree.texts;
}

/* ---- The window ------------------------------------------------------------------------------- */

static char *html_joined(const struct html_reader *r)
{
  return r->scratch + r->tree_size;
}

/* Returns how many bytes of the window are done with. */
static size_t html_done(const struct html_reader *r)
{
  return r->style && r->style_from < r->tokens.at ? r->style_from : r->tokens.at;
}

/* Makes `ptr` the window; its byte 0 is byte `done` of the window before. */
static void html_window(struct html_reader *r, const char *ptr, size_t len, size_t done)
{
  html_token_move(&r->tokens, ptr, len);
  r->tokens.at -= done;
  r->style_from -= done;
  r->style_end -= done;
  r->offset += done;
}

void uriel_html_feed(uriel_html *html, const char *piece, size_t len, bool last)
{
  struct html_reader *const r = html_reader(html);
  r->piece = piece;
  r->piece_len = len;
  r->piece_at = 0;
  r->last = last;
  r->old = r->joined;
  if (!r->in_joined)
    html_window(r, piece, len, r->tokens.len);
  r->tokens.last = last && (!r->in_joined || len == 0);
}

/* Goes back to the piece once the joined bytes of earlier pieces are done with. */
static void html_unjoin(struct html_reader *r)
{
  const size_t done = html_done(r);
  if (done < r->old)
    return;
  const size_t before = done - r->old;
  html_window(r, r->piece, r->piece_len, done);
  r->offset -= before;
  r->tokens.at += before;
  r->style_from += before;
  r->style_end += before;
  r->tokens.last = r->last;
  r->in_joined = false;
}

/* Joins what the end of the piece cut. Returns false if it does not fit. */
static bool html_cut(struct html_reader *r)
{
  const size_t done = html_done(r), rest = r->tokens.len - done;
  if (rest > r->size - r->tree_size)
    return false;
  if (rest)
    memmove(html_joined(r), r->tokens.window + done, rest);
  html_window(r, html_joined(r), rest, done);
  r->in_joined = rest > 0;
  r->joined = rest;
  return true;
}

/* Joins as many bytes of the piece as are joined already, so that a long tag is looked at few times.
 * Returns false if none fits. */
static bool html_join(struct html_reader *r)
{
  const size_t done = html_done(r);
  size_t len = r->piece_len - r->piece_at;
  if (done) {
    memmove(html_joined(r), html_joined(r) + done, r->joined - done);
    r->joined -= done;
    r->old -= done;
    html_window(r, html_joined(r), r->joined, done);
  }
  const size_t room = r->size - r->tree_size - r->joined;
  const size_t most = r->joined < HTML_JOIN ? HTML_JOIN : r->joined;
  len = len < most ? len : most;
  len = len < room ? len : room;
  if (len == 0)
    return false;
  memcpy(html_joined(r) + r->joined, r->piece + r->piece_at, len);
  r->piece_at += len;
  r->joined += len;
  r->tokens.len = r->joined;
  r->tokens.last = r->last && r->piece_at == r->piece_len;
  return true;
}

static enum uriel_html_status html_full(struct html_reader *r, uint64_t offset, uint64_t length,
                                        size_t needed, uriel_html_reference *reference)
{
  r->full = true;
  r->needed = needed > r->size ? needed : size_add(r->size, r->size);
  *reference = (uriel_html_reference){.offset = offset, .length = length};
  return URIEL_HTML_FULL;
}

/* FULL was ignored: forgets the style sheet, or the bytes of the cut tag or text. */
static void html_give_up(struct html_reader *r)
{
  const size_t at = r->tokens.at;
  r->full = false;
  if (html_done(r) < at) {
    r->style = false;
    return;
  }
  uriel_html_token_pass(&r->tokens);
  if (r->tokens.at == at)
    r->tokens.at = r->tokens.len;
}

/* The window is read. Returns 0 to go on in a larger one, or the status to return. */
static unsigned html_more(struct html_reader *r, uriel_html_reference *reference)
{
  if (r->full)
    html_give_up(r);
  const size_t done = html_done(r), rest = r->tokens.len - done;
  if (r->in_joined ? r->piece_at == r->piece_len : html_cut(r))
    return URIEL_HTML_MORE;
  if (r->in_joined && html_join(r))
    return 0;
  return html_full(r, r->offset + done, rest,
                   size_add(r->tree_size, size_add(size_add(rest, rest), 2 * (size_t)HTML_JOIN)),
                   reference);
}

/* Where a value can be decoded. */
static char *html_room(const struct html_reader *r, size_t *size)
{
  const size_t used = r->tree_size + (r->in_joined || r->token_joined ? r->joined : 0);
  *size = r->size - used;
  return r->scratch + used;
}

/* ---- A larger buffer -------------------------------------------------------------------------- */

static void html_move(const char **ptr, uintptr_t from, const char *to)
{
  if (*ptr)
    *ptr = to + ((uintptr_t)*ptr - from);
}

/* The joined bytes are now at `to`. */
static void html_moved(struct html_reader *r, uintptr_t from, const char *to)
{
  if (r->in_joined)
    html_token_move(&r->tokens, to, r->joined);
  if (!r->token_joined)
    return;
  html_move(&r->token.name.ptr, from, to);
  html_move(&r->token.text.ptr, from, to);
  html_move(&r->token.attributes.ptr, from, to);
  for (unsigned i = 0; i < 64 && r->token.kind == HTML_TOKEN_START; i++) {
    if (r->tokens.values.has >> i & 1)
      html_move(&r->tokens.values.of[i].ptr, from, to);
  }
  if (r->step != HTML_STEP_VALUES)
    return;
  html_move(&r->cursor.name.ptr, from, to);
  r->cursor.window = to;
  r->cursor.loaded = false;
}

size_t uriel_html_needed(const uriel_html *html)
{
  return ((const struct html_reader *)(const void *)html->state)->needed;
}

void uriel_html_grow(uriel_html *html, char *scratch, size_t size)
{
  struct html_reader *const r = html_reader(html);
  const uintptr_t from = (uintptr_t)html_joined(r);
  r->scratch = r->tree.scratch = scratch;
  r->size = size;
  r->full = false;
  html_moved(r, from, html_joined(r));
}

/* Gives the tree more of the buffer. Returns false if there is no more. */
static bool html_grow_tree(struct html_reader *r)
{
  const size_t used = r->in_joined || r->token_joined ? r->joined : 0;
  size_t size = size_add(r->tree_size, r->tree_size);
  if (size < r->tree.needed || size > r->size - used)
    size = r->tree.needed;
  if (size > r->size - used)
    return false;
  const uintptr_t from = (uintptr_t)html_joined(r);
  if (used)
    memmove(r->scratch + size, html_joined(r), used);
  r->tree_size = r->tree.size = size;
  html_moved(r, from, html_joined(r));
  return true;
}

/* ---- Style sheets ----------------------------------------------------------------------------- */

/* Whether a byte of ASCII may be the second one of a character. */
static bool html_is_wide(const uriel_html_options *options)
{
  return options->decoder && options->decoder != uriel_encoding_decode;
}

/* A style sheet begins after the start tag of <style>. */
static void html_style_begin(struct html_reader *r)
{
  r->style = r->tokens.texts = true;
  r->style_foreign = !r->made.html;
  r->style_held = r->style_foreign || html_is_wide(r->options);
  r->style_inert = r->made.inert;
  r->style_whole = false;
  r->style_from = r->style_end = r->tokens.at;
  r->decoded = r->decoded_from = r->map_raw = r->map_value = 0;
  memset(&r->css, 0, sizeof r->css);
}

/* The token continues the style sheet, or ends it. Returns whether to look for references in it. */
static bool html_style_token(struct html_reader *r)
{
  const size_t begin = (size_t)(r->token.text.ptr - r->tokens.window);
  if (r->token.kind != HTML_TOKEN_TEXT) {
    r->style_whole = true;
    return true;
  }
  if (r->style_from == r->style_end)
    r->style_from = begin;
  r->style_end = begin + r->token.text.len;
  return !r->style_held;
}

/* Whether a style sheet has a CDATA section, whose "&" starts no character reference. */
static bool html_has_cdata(const char *text, size_t len)
{
  static const char mark[] = "<![CDATA[";
  const char *at = text, *const end = text + len;
  while ((at = memchr(at, '<', (size_t)(end - at)))) {
    if ((size_t)(end - at) >= sizeof mark - 1 && memcmp(at, mark, sizeof mark - 1) == 0)
      return true;
    at++;
  }
  return false;
}

/* Whether a "\" follows a byte beyond ASCII: it may be the second byte of a character. */
static bool html_has_trail(const char *text, size_t len)
{
  const char *at = text, *const end = text + len;
  while ((at = memchr(at, '\\', (size_t)(end - at)))) {
    if (at > text && (unsigned char)at[-1] >= 0x80)
      return true;
    at++;
  }
  return false;
}

/* Decodes a held style sheet into the room, if it has character references or characters that contain a
 * "\". Returns what it needs, if that is too much, or 0. */
static size_t html_style_decode(struct html_reader *r)
{
  const uriel_html_options *const options = r->options;
  const char *const text = r->tokens.window + r->style_from;
  const size_t len = r->style_end - r->style_from;
  size_t size, decoded;
  char *const room = html_room(r, &size);
  if (r->decoded || !len)
    return 0;
  if (r->style_foreign && memchr(text, '&', len) && !html_has_cdata(text, len))
    decoded = uriel_html_decode_value(text, len, false, options->decoder, options->decoder_context, room,
                                      size);
  else if (html_is_wide(options) && html_has_trail(text, len))
    decoded = options->decoder(options->decoder_context, text, len, room, size);
  else
    return 0;
  r->decoded = decoded <= size ? decoded : 0;
  return decoded <= size ? 0 : decoded;
}

/* Sets the source of a reference in a style sheet that was decoded. */
static void html_style_source(struct html_reader *r, uriel_html_reference *reference, const char *room)
{
  struct html_map map = {.raw = {r->tokens.window + r->style_from, r->style_end - r->style_from},
                         .value = {room, r->decoded},
                         .raw_at = r->map_raw,
                         .value_at = r->map_value,
                         .text = true,
                         .verbatim = !r->style_foreign,
                         .decoder = r->options->decoder,
                         .context = r->options->decoder_context};
  const size_t from = (size_t)(reference->raw.ptr - room), to = from + reference->raw.len;
  const size_t begin = uriel_html_map_to(&map, from);
  reference->offset += begin;
  reference->length = uriel_html_map_to(&map, to) - begin;
  reference->raw = (uriel_text){map.raw.ptr + begin, (size_t)reference->length};
  r->map_raw = map.raw_at;
  r->map_value = map.value_at;
}

/* Sets the value of a reference in a style sheet: its bytes in UTF-8, without escapes. Returns the room
 * that it needs. */
static size_t html_style_value(const struct html_reader *r, char *room, size_t size,
                               uriel_html_reference *reference)
{
  const uriel_html_options *const options = r->options;
  uriel_text text = reference->raw;
  size_t used = 0;
  if (options->decoder && !r->decoded) {
    used = options->decoder(options->decoder_context, text.ptr, text.len, room, size);
    if (used > size)
      return size_add(used, used);
    text = (uriel_text){room, used};
  }
  reference->value = text;
  if (!text.len || !memchr(text.ptr, '\\', text.len))
    return used;
  const size_t len = uriel_css_unescape(text.ptr, text.len, room + used, size - used);
  reference->value = (uriel_text){room + used, len};
  return size_add(used, len);
}

/* Fills the reference with one of the style sheet. Returns the room that it needs. */
static size_t html_style_found(const struct html_reader *r, const uriel_css_reference *css, char *room,
                               size_t size, uriel_html_reference *reference)
{
  const size_t at = r->decoded ? r->style_from : (size_t)(css->raw.ptr - r->tokens.window);
  *reference = (uriel_html_reference){.kind = css->kind,
                                      .flags = (unsigned)URIEL_HTML_CSS |
                                               (r->style_inert ? (unsigned)URIEL_HTML_INERT : 0U),
                                      .element = uriel_html_element_name(HTML_TAG_STYLE),
                                      .raw = css->raw,
                                      .offset = r->offset + at,
                                      .length = css->raw.len};
  return html_style_value(r, room, size, reference);
}

static unsigned html_style_full(struct html_reader *r, size_t room, uriel_html_reference *reference)
{
  return html_full(r, r->offset + r->style_from, r->style_end - r->style_from, size_add(r->size, room),
                   reference);
}

/* Finds the next reference in the text that is read of the style sheet. Returns 0 after the last one. If
 * its value does not fit, it is found again by the next call. */
static unsigned html_style_find(struct html_reader *r, bool ignored, uriel_html_reference *reference)
{
  size_t size;
  char *const room = html_room(r, &size);
  size_t *const from = r->decoded ? &r->decoded_from : &r->style_from;
  const size_t before = *from;
  const uriel_css css = r->css;
  uriel_css_reference found;
  while (uriel_css_next(&r->css, r->decoded ? room : r->tokens.window,
                        r->decoded ? r->decoded : r->style_end, r->style_whole, from, &found)) {
    const size_t needed = html_style_found(r, &found, room + r->decoded, size - r->decoded, reference);
    if (needed <= size - r->decoded) {
      if (r->decoded)
        html_style_source(r, reference, room);
      return URIEL_HTML_FOUND;
    }
    if (!ignored) {
      r->css = css;
      *from = before;
      return html_style_full(r, needed, reference);
    }
    ignored = false;
  }
  return 0;
}

/* Finds the next reference of the style sheet. Returns 0 after the last one. */
static unsigned html_style_step(struct html_reader *r, uriel_html_reference *reference)
{
  const bool ignored = r->full;
  const size_t whole = r->style_whole && r->style_held ? html_style_decode(r) : 0;
  r->full = false;
  if (whole && !ignored)
    return html_style_full(r, whole, reference);
  const unsigned status = whole ? 0 : html_style_find(r, ignored, reference);
  if (status)
    return status;
  r->step = HTML_STEP_TAKE;
  if (r->style_whole)
    r->style = r->style_whole = false;
  return 0;
}

/* ---- Tokens ----------------------------------------------------------------------------------- */

/* A second <html> or <body> gives the first one only the attributes that it does not have (13.2.6.4.7).
 */
static void html_merge(struct html_reader *r)
{
  uint64_t *const first = &r->first[r->token.id == HTML_TAG_BODY];
  const uint64_t has = r->tokens.values.has;
  if (r->made.merged)
    r->tokens.values.has &= ~*first;
  *first |= has;
}

/* The tree took a start tag. */
static void html_start(struct html_reader *r)
{
  const bool wanted = !r->options->only_base || r->token.id == HTML_TAG_BASE;
  r->tokens.content = r->made.content;
  r->tokens.raw = r->token.id;
  if (!r->made.element && !r->made.merged)
    return;
  if (r->made.html && (r->token.id == HTML_TAG_HTML || r->token.id == HTML_TAG_BODY))
    html_merge(r);
  if (r->token.id == HTML_TAG_STYLE && !r->options->only_base &&
      !(r->token.self_closing && !r->made.html))
    html_style_begin(r);
  if (!wanted || !r->tokens.values.has)
    return;
  uriel_html_cursor_begin(&r->cursor, r->made.id, r->token.name, &r->made, &r->tokens.values,
                          r->tokens.window, r->offset, r->options);
  if (html_cursor_has_more(&r->cursor))
    r->step = HTML_STEP_VALUES;
}

/* Takes the token to the tree. Returns whether the tree's part of the buffer is large enough. */
static bool html_follow(struct html_reader *r)
{
  const struct html_token *const token = &r->token;
  switch (token->kind) {
  case HTML_TOKEN_START:
    return uriel_html_tree_start(&r->tree, token, &r->tokens.values, &r->made);
  case HTML_TOKEN_END:
    return uriel_html_tree_end(&r->tree, token);
  case HTML_TOKEN_TEXT:
    return !r->tree.texts || uriel_html_tree_text(&r->tree, token);
  default:
    return true;
  }
}

/* Takes it again, with a larger part. Returns 0, or FULL, once. */
static APART unsigned html_follow_again(struct html_reader *r, uriel_html_reference *reference)
{
  const bool ignored = r->full;
  bool fits = false;
  while (!fits && html_grow_tree(r))
    fits = html_follow(r);
  r->full = false;
  if (fits || ignored)
    return 0;
  r->step = HTML_STEP_TAKE;
  return html_full(r, r->offset + (uint64_t)(r->token.text.ptr - r->tokens.window), r->token.text.len,
                   size_add(r->tree.needed, r->size), reference);
}

/* Takes the token to the tree. Returns 0 or the status to return. */
static unsigned html_take(struct html_reader *r, uriel_html_reference *reference)
{
  r->step = HTML_STEP_READ;
  const unsigned status = html_follow(r) ? 0 : html_follow_again(r, reference);
  if (status)
    return status;
  r->full = false;
  r->tokens.foreign = r->tree.foreign;
  r->tokens.texts = r->tree.texts || r->style;
  if (r->token.kind == HTML_TOKEN_START)
    html_start(r);
  else if (r->token.kind == HTML_TOKEN_EOF)
    r->step = HTML_STEP_END;
  return 0;
}

/* Reads and takes tags while nothing else matters, up to one with references. */
static void html_read_tags(struct html_reader *r)
{
  struct html_tokens *const tokens = &r->tokens;
  const struct html_token *const token = &r->token;
  r->token_joined = false;
  while (r->step == HTML_STEP_READ && html_token_is_tag(tokens) &&
         uriel_html_tag_next(tokens, &r->token)) {
    const bool start = token->kind == HTML_TOKEN_START;
    const bool fits = start ? uriel_html_tree_start(&r->tree, token, &tokens->values, &r->made)
                            : uriel_html_tree_end(&r->tree, token);
    if (!fits) {
      r->step = HTML_STEP_TAKE;
      return;
    }
    tokens->foreign = r->tree.foreign;
    tokens->texts = r->tree.texts;
    if (start && (tokens->values.has || token->id == HTML_TAG_STYLE || r->made.content != HTML_AS_DATA))
      html_start(r);
  }
}

/* Reads a token. Returns 0 or the status to return. */
static unsigned html_read(struct html_reader *r, uriel_html_reference *reference)
{
  if (r->in_joined)
    html_unjoin(r);
  if (!r->in_joined && !r->style && !r->full)
    html_read_tags(r);
  if (r->step != HTML_STEP_READ)
    return 0;
  r->token_joined = r->in_joined;
  uriel_html_token_next(&r->tokens, &r->token);
  if (r->token.kind == HTML_TOKEN_MORE)
    return html_more(r, reference);
  if (!r->style || !html_style_token(r))
    return html_take(r, reference);
  r->step = HTML_STEP_STYLE;
  return 0;
}

/* Whether the reference of a tag is reported. The first <base href> of the tree is the base. */
static bool html_reported(struct html_reader *r, uriel_html_reference *reference)
{
  const unsigned kind = reference->flags & ((unsigned)URIEL_HTML_BASE_ELEMENT | URIEL_HTML_INERT);
  if (kind == URIEL_HTML_BASE_ELEMENT && !r->base) {
    reference->flags |= URIEL_HTML_BASE;
    r->base = true;
    if (r->options->only_base)
      r->step = HTML_STEP_END;
    return true;
  }
  return !r->options->only_base;
}

/* Finds the next reference of the tag. Returns 0 after the last one. */
static unsigned html_values(struct html_reader *r, uriel_html_reference *reference)
{
  size_t size;
  char *const room = html_room(r, &size);
  if (r->full)
    uriel_html_cursor_skip(&r->cursor);
  r->full = false;
  switch (uriel_html_cursor_next(&r->cursor, room, size, reference)) {
  case URIEL_HTML_FOUND:
    if (!html_cursor_has_more(&r->cursor))
      r->step = HTML_STEP_READ;
    return html_reported(r, reference) ? URIEL_HTML_FOUND : 0;
  case URIEL_HTML_FULL:
    return html_full(r, r->offset + (uint64_t)(r->token.text.ptr - r->tokens.window), r->token.text.len,
                     size_add(r->size - size, r->cursor.needed), reference);
  default:
    r->step = HTML_STEP_READ;
    return 0;
  }
}

uriel_html_status uriel_html_next(uriel_html *html, uriel_html_reference *reference)
{
  struct html_reader *const r = html_reader(html);
  unsigned status = 0;
  while (!status) {
    switch (r->step) {
    case HTML_STEP_READ:
      status = html_read(r, reference);
      break;
    case HTML_STEP_STYLE:
      status = html_style_step(r, reference);
      break;
    case HTML_STEP_TAKE:
      status = html_take(r, reference);
      break;
    case HTML_STEP_VALUES:
      status = html_values(r, reference);
      break;
    case HTML_STEP_END:
      return URIEL_HTML_END;
    }
  }
  return (uriel_html_status)status;
}
