/* SPDX-License-Identifier: MIT */
/* Reads HTML in pieces: its tokens, the facts of its tree, and the references of each element. */
#include "uriel_html.h"

#include "html/modes.h"
#include "html/reader.h"
#include "html/tag.h"
#include "text/bytes.h"

enum { HTML_JOIN = 1024 }; /* bytes of a piece that are joined at once with what the last one cut */

_Static_assert(sizeof(struct html_reader) <= sizeof(uriel_html), "the public struct is too small");

void uriel_html_begin(uriel_html *html, const uriel_html_options *options, char *scratch, size_t size)
{
  static const uriel_html_options none = {0};
  struct html_reader *const r = (struct html_reader *)(void *)html->state;
  memset(r, 0, sizeof *r);
  r->options = options ? options : &none;
  r->tokens.further = r->options->attributes;
  r->tokens.further_count = r->options->attribute_count;
  r->tokens.conditional = r->options->guess && !r->options->only_base;
  if (r->options->guess) {
    for (size_t i = 0; i < r->options->attribute_count; i++)
      r->further[i] = r->options->attributes[i];
    memcpy(r->further + r->options->attribute_count, uriel_html_guesses, sizeof uriel_html_guesses);
    r->tokens.further = r->further;
    r->tokens.further_count += HTML_GUESSES;
  }
  r->scratch = scratch ? scratch : (char *)html->state; /* no byte is used */
  r->size = size;
  uriel_html_tree_begin(&r->tree, r->options->scripting);
  r->tree_size = size / 4;
  r->tree.scratch = r->scratch;
  r->tree.size = r->tree_size;
  html_token_move(&r->tokens, "", 0);
  r->tokens.texts = r->tree.texts;
}

/* ---- The window ------------------------------------------------------------------------------- */

static char *html_joined(const struct html_reader *r)
{
  return r->scratch + r->tree_size;
}

size_t uriel_html_done(const struct html_reader *r)
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
  struct html_reader *const r = (struct html_reader *)(void *)html->state;
  r->piece = piece = len ? piece : "";
  r->piece_len = len;
  r->piece_at = 0;
  r->last = last;
  r->old = r->joined;
  if (!r->in_joined)
    html_window(r, piece, len, r->tokens.len);
  r->tokens.last = last && (!r->in_joined || len == 0);
}

/* Returns to the piece after the joined bytes of earlier pieces. */
static void html_unjoin(struct html_reader *r)
{
  const size_t done = uriel_html_done(r);
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
  const size_t done = uriel_html_done(r), rest = r->tokens.len - done;
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
  const size_t done = uriel_html_done(r);
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

unsigned uriel_html_full(struct html_reader *r, uint64_t offset, uint64_t length, size_t needed,
                         uriel_html_reference *reference)
{
  r->full = true;
  /* A quarter more at least: each value that does not fit is decoded again. */
  const size_t least = size_add(r->size, r->size / 4 + 64);
  r->needed = needed > least ? needed : least;
  *reference = (uriel_html_reference){.offset = offset, .length = length};
  return URIEL_HTML_FULL;
}

/* FULL was ignored: forgets the style sheet, or the bytes of the cut tag or text. */
static void html_give_up(struct html_reader *r)
{
  const size_t at = r->tokens.at;
  r->full = false;
  if (uriel_html_done(r) < at) {
    r->style = false;
    return;
  }
  uriel_html_token_pass(&r->tokens);
  if (r->tokens.at == at)
    r->tokens.at = r->tokens.len;
}

/* The window is read. Returns 0 to continue in a larger one, or the status to return. */
static unsigned html_more(struct html_reader *r, uriel_html_reference *reference)
{
  if (r->full)
    html_give_up(r);
  if (r->in_joined && uriel_html_done(r) >= r->old) {
    html_unjoin(r);
    return 0;
  }
  const size_t done = uriel_html_done(r), rest = r->tokens.len - done;
  if (r->in_joined ? r->piece_at == r->piece_len : html_cut(r))
    return URIEL_HTML_MORE;
  if (r->in_joined && html_join(r))
    return 0;
  return uriel_html_full(r, r->offset + done, rest,
                         size_add(r->tree_size, size_add(size_add(rest, rest), 2 * (size_t)HTML_JOIN)),
                         reference);
}

char *uriel_html_room(const struct html_reader *r, size_t *size)
{
  const size_t used = r->tree_size + (r->in_joined ? r->joined : 0);
  *size = r->size - used;
  return r->scratch + used;
}

/* ---- A larger buffer -------------------------------------------------------------------------- */

/* The joined bytes have moved, with the token in them. */
static void html_moved(struct html_reader *r)
{
  if (!r->in_joined)
    return;
  html_token_move(&r->tokens, html_joined(r), r->joined);
  r->token.text.ptr = r->tokens.window + r->token_at;
  r->token.name.ptr = r->token.text.ptr + 1 + (r->token.kind == HTML_TOKEN_END);
  r->tokens.values.base = (uintptr_t)r->token.text.ptr;
}

size_t uriel_html_needed(const uriel_html *html)
{
  return ((const struct html_reader *)(const void *)html->state)->needed;
}

void uriel_html_grow(uriel_html *html, char *scratch, size_t size)
{
  struct html_reader *const r = (struct html_reader *)(void *)html->state;
  r->scratch = r->tree.scratch = scratch;
  r->size = size;
  r->full = false;
  html_moved(r);
}

/* Gives the tree more of the buffer. Returns false if all is given. */
static bool html_grow_tree(struct html_reader *r)
{
  const size_t used = r->in_joined ? r->joined : 0;
  size_t size = size_add(r->tree_size, r->tree_size);
  if (size < r->tree.needed || size > r->size - used)
    size = r->tree.needed;
  if (size > r->size - used)
    return false;
  if (used)
    memmove(r->scratch + size, html_joined(r), used);
  r->tree_size = r->tree.size = size;
  html_moved(r);
  return true;
}

/* ---- Conditional comments --------------------------------------------------------------------- */

/* Microsoft, "About conditional comments": "<!--[if IE]> HTML <![endif]-->". The HTML is read as a
 * document that ends with the comment. It does not reach the tree, so the rest of the page is read as
 * without options.guess. */

/* Enters such a comment, or leaves it at its end. Returns whether it left. */
static APART bool html_comment_turn(struct html_reader *r)
{
  const bool enters = r->token.kind == HTML_TOKEN_COMMENT && !r->style && !r->comment;
  const bool leaves = r->token.kind == HTML_TOKEN_EOF && r->comment;
  if (leaves)
    r->tokens.at = (size_t)(r->comment_after - r->offset);
  if (enters) {
    r->comment_end = r->offset + r->tokens.at;
    r->comment_after = 0;
  }
  if (enters || leaves) {
    r->comment = enters;
    html_token_reset(&r->tokens);
  }
  return leaves;
}

/* Reads a token of the comment, at whose end is an EOF. */
static APART void html_comment_next(struct html_reader *r)
{
  struct html_tokens *const tokens = &r->tokens;
  const size_t len = tokens->len;
  const bool last = tokens->last;
  if (!r->comment_after) {
    const char *const window = tokens->window, *const end = window + len, *after;
    const uint64_t at = r->offset + tokens->at;
    const uint64_t from = r->comment_end > at ? r->comment_end : at;
    const char *data = uriel_html_comment_end(window + (from - r->offset), end, &after);
    if (!data && last)
      data = after = end;
    r->comment_end = r->offset + (uint64_t)((data ? data : after) - window);
    r->comment_after = data ? r->offset + (uint64_t)(after - window) : 0;
  }
  tokens->len = (size_t)(r->comment_end - r->offset);
  tokens->last = r->comment_after > 0;
  uriel_html_token_next(tokens, &r->token);
  tokens->len = len;
  tokens->last = last;
  r->made = (struct html_made){.element = true,
                               .html = true,
                               .inert = true,
                               .id = r->token.id,
                               .content = uriel_html_content_likely(r->token.id)};
}

/* ---- A watched element ------------------------------------------------------------------------- */

static uint64_t html_token_place(const struct html_reader *r)
{
  return r->offset + (uint64_t)(r->token.text.ptr - r->tokens.window);
}

void uriel_html_watch(uriel_html *html)
{
  struct html_reader *const r = (struct html_reader *)(void *)html->state;
  struct html_watch *const watch = &r->watch;
  r->tree.watched = r->made.merged ? r->tree.last[r->made.id] : r->made.place;
  *watch = (struct html_watch){.begin = html_token_place(r),
                               .name = uriel_html_name_hash(r->token.name),
                               .id = r->token.id,
                               .is_text = !r->tree.watched && r->made.content != HTML_AS_DATA};
  watch->is_watched = r->tree.watched || watch->is_text;
  watch->is_over = !watch->is_watched;
  watch->end = watch->is_over ? watch->begin + r->token.text.len : 0;
}

/* Does an end tag have the name of the watched element? The one of a heading ends any heading
 * (13.2.6.4.7). */
static bool html_watch_is_named(const struct html_watch *watch, const struct html_token *token)
{
  if (uriel_html_kinds[token->id].end == HTML_END_HEADING)
    return uriel_html_kinds[watch->id].end == HTML_END_HEADING;
  return token->id == watch->id && (token->id || uriel_html_name_hash(token->name) == watch->name);
}

/* The tree took a token: did it end the watched element? An element that is still open after the
 * document's last end tag, as <html> and <body> are, ends with its last end tag. */
static APART void html_watch_token(struct html_reader *r)
{
  struct html_watch *const watch = &r->watch;
  const struct html_token *const token = &r->token;
  const bool is_end = token->kind == HTML_TOKEN_END, is_eof = token->kind == HTML_TOKEN_EOF;
  const size_t spaces =
      token->kind == HTML_TOKEN_TEXT ? (size_t)(html_trim(token->text).ptr - token->text.ptr) : 0;
  const bool is_named = is_end && html_watch_is_named(watch, token);
  const bool is_ended = watch->is_text ? is_end : !r->tree.watched;
  if (is_named && (is_ended || r->tree.mode >= HTML_AFTER_BODY))
    watch->end = html_token_place(r) + token->text.len;
  else if (is_ended) /* by text: after white space, which does not end it */
    watch->end = html_token_place(r) + spaces;
  else if (is_eof && !watch->end)
    watch->end = r->offset + r->tokens.at;
  watch->is_over = is_ended || is_eof;
  watch->is_watched = !watch->is_over;
}

/* ---- Tokens ----------------------------------------------------------------------------------- */

/* The tree took a start tag. */
static void html_start(struct html_reader *r)
{
  const bool wanted = !r->options->only_base || r->token.id == HTML_TAG_BASE;
  r->tokens.content = r->made.content;
  r->tokens.raw = r->token.id;
  if (!r->made.element && !r->made.merged)
    return;
  if (r->made.html && (r->token.id == HTML_TAG_HTML || r->token.id == HTML_TAG_BODY) && !r->comment) {
    /* A second <html> or <body> gives the first one only the attributes that it lacks (13.2.6.4.7). */
    uint64_t *const first = &r->first[r->token.id == HTML_TAG_BODY];
    const uint64_t has = r->tokens.values.has;
    if (r->made.merged)
      r->tokens.values.has &= ~*first;
    *first |= has;
  }
  if (r->token.id == HTML_TAG_STYLE && !r->options->only_base &&
      !(r->token.self_closing && !r->made.html))
    uriel_html_style_begin(r, HTML_JSON_NONE);
  if (r->token.id == HTML_TAG_SCRIPT && r->made.html && !r->options->only_base) {
    const enum html_json_kind json = uriel_html_json_of(&r->tokens.values, r->options->guess);
    if (json)
      uriel_html_style_begin(r, json);
  }
  if (!wanted || !r->tokens.values.has)
    return;
  if (uriel_html_cursor_begin(&r->cursor, r->made.id, &r->token.name, &r->made, &r->tokens.values,
                              r->options))
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
  return uriel_html_full(r, r->offset + (uint64_t)(r->token.text.ptr - r->tokens.window),
                         r->token.text.len, size_add(r->tree.needed, r->size), reference);
}

/* Takes the token to the tree. Returns 0 or the status to return. */
static unsigned html_take(struct html_reader *r, uriel_html_reference *reference)
{
  r->step = HTML_STEP_READ;
  const unsigned status = r->comment || html_follow(r) ? 0 : html_follow_again(r, reference);
  if (status)
    return status;
  r->full = false;
  if (r->watch.is_watched && !r->comment)
    html_watch_token(r);
  const bool leaves = r->token.kind > HTML_TOKEN_TEXT && html_comment_turn(r);
  r->tokens.foreign = r->tree.foreign;
  r->tokens.texts = r->tree.texts || r->style || r->comment;
  if (r->token.kind == HTML_TOKEN_START)
    html_start(r);
  else if (r->token.kind == HTML_TOKEN_EOF && !leaves)
    r->step = HTML_STEP_END;
  return 0;
}

/* Reads and takes tags while nothing else matters, up to one with references. */
static void html_read_tags(struct html_reader *r)
{
  struct html_tokens *const tokens = &r->tokens;
  const struct html_token *const token = &r->token;
  while (r->step == HTML_STEP_READ && uriel_html_tag_next(tokens, &r->token)) {
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
  if (!r->in_joined && !r->style && !r->full && !r->watch.is_watched)
    html_read_tags(r);
  if (r->step != HTML_STEP_READ)
    return 0;
  if (r->comment)
    html_comment_next(r);
  else
    uriel_html_token_next(&r->tokens, &r->token);
  r->token_at = r->token.text.len ? (size_t)(r->token.text.ptr - r->tokens.window) : 0;
  if (r->token.kind == HTML_TOKEN_MORE)
    return html_more(r, reference);
  if (!r->style || !uriel_html_style_token(r))
    return html_take(r, reference);
  r->step = HTML_STEP_STYLE;
  return 0;
}

/* Finds the next reference of the tag. Returns 0 after the last one. */
static unsigned html_values(struct html_reader *r, uriel_html_reference *reference)
{
  struct html_cursor *const cursor = &r->cursor;
  size_t size;
  char *const room = uriel_html_room(r, &size);
  if (r->full)
    uriel_html_cursor_skip(&r->cursor);
  r->full = false;
  switch (uriel_html_cursor_next(&r->cursor, room, size, reference)) {
  case URIEL_HTML_FOUND:
    reference->offset = r->offset + (uint64_t)(reference->raw.ptr - r->tokens.window);
    if (!cursor->open && !cursor->links && !cursor->further)
      r->step = HTML_STEP_READ;
    /* The first <base href> of the tree is the base. */
    if ((reference->flags & ((unsigned)URIEL_HTML_BASE_ELEMENT | URIEL_HTML_INERT)) ==
            URIEL_HTML_BASE_ELEMENT &&
        !r->base) {
      reference->flags |= URIEL_HTML_BASE;
      r->base = true;
      if (r->options->only_base)
        r->step = HTML_STEP_END;
      return URIEL_HTML_FOUND;
    }
    return r->options->only_base ? 0 : URIEL_HTML_FOUND;
  case URIEL_HTML_FULL:
    return uriel_html_full(r, r->offset + (uint64_t)(r->token.text.ptr - r->tokens.window),
                           r->token.text.len, size_add(r->size - size, r->cursor.needed), reference);
  default:
    r->step = HTML_STEP_READ;
    return 0;
  }
}

uriel_html_status uriel_html_next(uriel_html *html, uriel_html_reference *reference)
{
  struct html_reader *const r = (struct html_reader *)(void *)html->state;
  unsigned status = 0;
  while (!status) {
    if (r->watch.is_over) {
      r->watch.is_over = false;
      *reference = (uriel_html_reference){
          .kind = URIEL_HTML_ELEMENT, .offset = r->watch.begin, .length = r->watch.end - r->watch.begin};
      return URIEL_HTML_FOUND;
    }
    switch (r->step) {
    case HTML_STEP_READ:
      status = html_read(r, reference);
      break;
    case HTML_STEP_STYLE:
      status = uriel_html_style_step(r, reference);
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
    if (r->comment && status == URIEL_HTML_FOUND) {
      /* Names and documents are not guesses. */
      if (reference->kind != URIEL_HTML_LINK && reference->kind != URIEL_HTML_GUESS)
        status = 0;
      reference->kind = URIEL_HTML_GUESS;
    }
  }
  return (uriel_html_status)status;
}
