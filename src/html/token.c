/* SPDX-License-Identifier: MIT */
/* The tags of an HTML document (HTML, 13.2.5 Tokenization). */
#include "html/token.h"

#include "html/character.h"
#include "html/tag.h"
#include "text/text.h"

/* html_tokens.state: which part the window cut. The states of scripts count only in HTML_AS_SCRIPT. */
enum token_state {
  TOKEN_DATA, /* by html_tokens.content; 0, see html_token_reset */
  TOKEN_IN_COMMENT,
  TOKEN_IN_BOGUS_COMMENT,
  TOKEN_IN_DOCTYPE,
  TOKEN_IN_CDATA,
  TOKEN_IN_TAG, /* which is not reported */
  TOKEN_IN_ESCAPED,
  TOKEN_IN_DOUBLE_ESCAPED
};

/* Whether a text begins at a place. */
enum token_found {
  TOKEN_NO,
  TOKEN_YES,
  TOKEN_CUT /* the window's end decides nothing */
};

/* Whether `word` is at `at`, with its lower-case letters in any case. */
static enum token_found token_word(const struct html_tokens *t, const char *at, uriel_text word)
{
  const char *const end = t->window + t->len;
  for (size_t i = 0; i < word.len; i++) {
    if (at + i == end)
      return t->last ? TOKEN_NO : TOKEN_CUT;
    if (at[i] != word.ptr[i] && byte_lower(at[i]) != word.ptr[i])
      return TOKEN_NO;
  }
  return TOKEN_YES;
}

/* Whether the name at `at` is `name`: what follows it ends it. */
static enum token_found token_name(const struct html_tokens *t, const char *at, uriel_text name)
{
  const enum token_found found = token_word(t, at, name);
  if (found != TOKEN_YES)
    return found;
  if (at + name.len == t->window + t->len)
    return t->last ? TOKEN_NO : TOKEN_CUT;
  return tag_name_ends(at[name.len]) ? TOKEN_YES : TOKEN_NO;
}

/* ---- Reports ---------------------------------------------------------------------------------- */

/* Reports the part from `at` to `end`, if anyone wants it. */
static bool token_part(struct html_tokens *t, struct html_token *token, enum html_token_kind kind,
                       const char *end, bool ended)
{
  const char *const at = t->window + t->at;
  t->at = (size_t)(end - t->window);
  if (end > at)
    t->seen = 0;
  if (!(t->all || (kind == HTML_TOKEN_TEXT && t->texts)) || (end == at && !ended))
    return false;
  *token = (struct html_token){.kind = kind, .text = view_of(at, end), .ended = ended};
  return true;
}

/* A part of a text, from `at` to `end`. */
static bool token_text(struct html_tokens *t, struct html_token *token, const char *end)
{
  const bool reported = token_part(t, token, HTML_TOKEN_TEXT, end, false);
  if (reported)
    token->references = t->state == TOKEN_DATA && t->content <= HTML_AS_RCDATA;
  return reported;
}

/* Everything before `at` is read: MORE, or EOF. */
static bool token_out(struct html_tokens *t, struct html_token *token)
{
  *token = (struct html_token){.kind = t->last ? HTML_TOKEN_EOF : HTML_TOKEN_MORE};
  html_token_forget(t);
  if (t->last)
    t->at = t->len;
  return true;
}

/* ---- Tags ------------------------------------------------------------------------------------- */

void uriel_html_token_pass(struct html_tokens *t)
{
  if (t->seen > 0 && t->window[t->at] == '<')
    t->state = TOKEN_IN_TAG;
  t->at += t->seen;
  t->seen = 0;
}

/* Reads the tag at `at`. If a window cut it, looks for the end first, so that each byte is looked at
 * twice at most. */
static bool token_tag(struct html_tokens *t, struct html_token *token)
{
  const char *const tag = t->window + t->at, *const end = t->window + t->len;
  const bool ended = t->seen == 0 || uriel_html_tag_end(t, tag + t->seen, end);
  const char *const after = ended ? uriel_html_tag_read(t, token, tag, end) : NULL;
  t->seen = after || t->last ? 0 : t->len - t->at;
  if (!after)
    return token_out(t, token);
  t->at = (size_t)(after - t->window);
  return true;
}

/* ---- Comments, document types, sections ------------------------------------------------------- */

/* Returns where the data of a part ends that begins at `at`, and sets *after to the end of the part.
 * Without an end before `end` returns NULL: the bytes before *after are data, and the others can belong
 * to the end. */
static const char *token_part_end(enum token_state state, const char *at, const char *end,
                                  const char **after)
{
  const char mark = state == TOKEN_IN_COMMENT ? '-' : ']';
  const bool marked = state == TOKEN_IN_COMMENT || state == TOKEN_IN_CDATA;
  for (const char *close = view_find(at, end, '>'); close < end;
       close = view_find(close + 1, end, '>')) {
    const bool bang = mark == '-' && close - at >= 3 && close[-1] == '!';
    const char *const data = marked ? close - 2 - bang : close;
    if (!marked || (close - at >= 2 && data[0] == mark && data[1] == mark)) {
      *after = close + 1;
      return data;
    }
  }
  const char *kept = end;
  if (state == TOKEN_IN_COMMENT && end - at >= 3 && memcmp(end - 3, "--!", 3) == 0)
    kept = end - 3;
  while (marked && kept > at && end - kept < 2 && kept[-1] == mark)
    kept--;
  if (state == TOKEN_IN_CDATA && kept == end && end > at && end[-1] == '\r')
    kept--;
  *after = kept;
  return NULL;
}

const char *uriel_html_comment_end(const char *at, const char *end, const char **after)
{
  return token_part_end(TOKEN_IN_COMMENT, at, end, after);
}

/* Reads on in a part, where the content is not read by its kind. Returns whether something is reported.
 */
static bool token_in_part(struct html_tokens *t, struct html_token *token)
{
  const char *const at = t->window + t->at, *const end = t->window + t->len;
  const enum token_state state = (enum token_state)t->state;
  if (state == TOKEN_IN_TAG) {
    const char *const after = uriel_html_tag_end(t, at, end);
    t->at = after ? (size_t)(after - t->window) : t->len;
    if (after || t->last)
      t->state = TOKEN_DATA;
    return !after && token_out(t, token);
  }
  const bool cdata = state == TOKEN_IN_CDATA;
  const char *after, *const data = token_part_end(state, at, end, &after);
  const bool ended = data || t->last;
  const bool reported = token_part(t, token,
                                   cdata                       ? HTML_TOKEN_TEXT
                                   : state == TOKEN_IN_DOCTYPE ? HTML_TOKEN_DOCTYPE
                                                               : HTML_TOKEN_COMMENT,
                                   data               ? data
                                   : cdata && t->last ? end
                                                      : after,
                                   ended && !cdata);
  if (ended) {
    t->state = TOKEN_DATA;
    t->at = (size_t)((data ? after : end) - t->window);
  }
  return reported || (!data && !t->last && token_out(t, token));
}

/* Begins a part whose data begins `from` bytes after `at`. */
static bool token_begin(struct html_tokens *t, enum token_state state, size_t from)
{
  t->state = state;
  t->at += from;
  return false;
}

/* "<!" (13.2.5.42). */
static bool token_declaration(struct html_tokens *t, struct html_token *token)
{
  const char *const at = t->window + t->at + 2;
  const enum token_found comment = token_word(t, at, (uriel_text){"--", 2});
  if (comment == TOKEN_YES) {
    /* A comment that is abruptly closed, by ">" or "->": 13.2.5.43, .44. */
    enum token_found abrupt = token_word(t, at + 2, (uriel_text){">", 1});
    const size_t close = abrupt == TOKEN_NO ? 2 : 1;
    if (abrupt == TOKEN_NO)
      abrupt = token_word(t, at + 2, (uriel_text){"->", 2});
    const enum token_found conditional =
        t->conditional && abrupt == TOKEN_NO ? token_word(t, at + 2, (uriel_text){"[if", 3}) : TOKEN_NO;
    if (abrupt == TOKEN_CUT || conditional == TOKEN_CUT)
      return token_out(t, token);
    token_begin(t, TOKEN_IN_COMMENT, 4);
    if (conditional == TOKEN_YES)
      *token = (struct html_token){.kind = HTML_TOKEN_COMMENT, .text = {t->window + t->at, 0}};
    if (abrupt == TOKEN_NO)
      return conditional == TOKEN_YES;
    const bool reported = token_part(t, token, HTML_TOKEN_COMMENT, t->window + t->at, true);
    return token_begin(t, TOKEN_DATA, close) || reported;
  }
  const enum token_found doctype = token_word(t, at, (uriel_text){"doctype", 7});
  if (doctype == TOKEN_YES)
    return token_begin(t, TOKEN_IN_DOCTYPE, 9);
  const enum token_found cdata = t->foreign ? token_word(t, at, (uriel_text){"[CDATA[", 7}) : TOKEN_NO;
  if (cdata == TOKEN_YES)
    return token_begin(t, TOKEN_IN_CDATA, 9);
  if (comment == TOKEN_CUT || doctype == TOKEN_CUT || cdata == TOKEN_CUT)
    return token_out(t, token);
  return token_begin(t, TOKEN_IN_BOGUS_COMMENT, 2);
}

/* ---- Data ------------------------------------------------------------------------------------- */

/* Whether markup begins at the "<" (13.2.5.6, .7). */
static enum token_found token_markup(const struct html_tokens *t, const char *at)
{
  const char *const end = t->window + t->len;
  if (at + 1 < end && byte_is(at[1], BYTE_ALPHA))
    return TOKEN_YES;
  if (at + 1 == end || (at[1] == '/' && at + 2 == end))
    return t->last ? TOKEN_NO : TOKEN_CUT;
  return at[1] == '/' || at[1] == '!' || at[1] == '?' ? TOKEN_YES : TOKEN_NO;
}

/* Reports a text that ends with the window: up to a CR or a character reference that the window may cut.
 */
static bool token_text_cut(struct html_tokens *t, struct html_token *token)
{
  const char *const at = t->window + t->at, *const end = t->window + t->len;
  const char *certain = end;
  const bool kept = !t->last && (t->texts || t->all) && at < end;
  if (kept && end[-1] == '\r') {
    certain = end - 1;
  } else if (kept && t->content <= HTML_AS_RCDATA) {
    if (*at == '&') { /* how much of it can be a reference? */
      const bool number = end - at > 1 && at[1] == '#';
      const size_t least = 1 + (size_t)number;
      const char *more = at + (t->seen > least ? t->seen : least);
      while (more < end && byte_is(*more, BYTE_ALPHA | BYTE_DIGIT))
        more++;
      if (more == end && (number || end - at <= CHARACTER_REFERENCE_MAX)) {
        t->seen = (size_t)(end - at);
        return token_text(t, token, at) || token_out(t, token);
      }
    }
    t->seen = 0;
    const char *amp = end;
    while (amp > at && (byte_is(amp[-1], BYTE_ALPHA | BYTE_DIGIT) || amp[-1] == '#'))
      amp--;
    if (amp > at + 1 && amp[-1] == '&')
      certain = amp - 1;
  }
  return token_text(t, token, certain) || token_out(t, token);
}

/* Where to look for the next "<": after a kept reference. */
static const char *token_from(const struct html_tokens *t)
{
  const char *const at = t->window + t->at;
  return t->seen > 0 && *at == '&' ? at + t->seen : at;
}

static bool token_data(struct html_tokens *t, struct html_token *token)
{
  const char *const at = t->window + t->at, *const end = t->window + t->len;
  const char *open = view_find(token_from(t), end, '<');
  enum token_found found = TOKEN_NO;
  while (open < end && (found = token_markup(t, open)) == TOKEN_NO)
    open = view_find(open + 1, end, '<');
  if (open == end)
    return token_text_cut(t, token);
  if (open > at && token_text(t, token, open))
    return true;
  if (found == TOKEN_CUT)
    return token_out(t, token);
  if (open[1] == '!')
    return token_declaration(t, token);
  if (open[1] == '?')
    return token_begin(t, TOKEN_IN_BOGUS_COMMENT, 1);
  if (byte_is(open[1], BYTE_ALPHA) || byte_is(open[2], BYTE_ALPHA))
    return token_tag(t, token);
  return open[2] == '>' ? token_begin(t, TOKEN_DATA, 3) : token_begin(t, TOKEN_IN_BOGUS_COMMENT, 2);
}

/* ---- RCDATA, RAWTEXT, scripts ----------------------------------------------------------------- */

/* Whether the appropriate end tag is at the "<". */
static enum token_found token_raw_end(const struct html_tokens *t, const char *at)
{
  const enum token_found slash = token_word(t, at + 1, (uriel_text){"/", 1});
  if (slash != TOKEN_YES || t->raw == HTML_TAG_OTHER)
    return slash == TOKEN_CUT ? TOKEN_CUT : TOKEN_NO;
  return token_name(t, at + 2, uriel_html_element_name(t->raw));
}

/* Reports the text before the "<" at `open`, then the end tag there, which ends the content. */
static bool token_raw_at(struct html_tokens *t, struct html_token *token, const char *open,
                         enum token_found found)
{
  if (open > t->window + t->at && token_text(t, token, open))
    return true;
  if (found == TOKEN_CUT)
    return token_out(t, token);
  const bool reported = token_tag(t, token);
  if (token->kind == HTML_TOKEN_END) {
    t->content = HTML_AS_DATA;
    t->state = TOKEN_DATA;
  }
  return reported;
}

static bool token_raw(struct html_tokens *t, struct html_token *token)
{
  const char *const end = t->window + t->len;
  for (const char *at = view_find(token_from(t), end, '<'); at < end; at = view_find(at + 1, end, '<')) {
    const enum token_found found = token_raw_end(t, at);
    if (found != TOKEN_NO)
      return token_raw_at(t, token, at, found);
  }
  return token_text_cut(t, token);
}

/* Follows the states of a script (13.2.5.15 to .31) at a "<" or "-". Returns whether the state changes.
 */
static enum token_found script_turn(const struct html_tokens *t, const char *at, unsigned *state,
                                    size_t *len)
{
  enum token_found found = TOKEN_NO;
  *len = 1;
  if (*at == '-') {
    found = *state == TOKEN_DATA ? TOKEN_NO : token_word(t, at, (uriel_text){"-->", 3});
    *state = found == TOKEN_YES ? TOKEN_DATA : *state;
  } else if (*state == TOKEN_DATA) {
    found = token_word(t, at, (uriel_text){"<!--", 4});
    *state = found == TOKEN_YES ? TOKEN_IN_ESCAPED : *state;
    *len = found == TOKEN_YES ? 2 : 1; /* "-->" can begin with these dashes */
  } else {
    const bool twice = *state == TOKEN_IN_DOUBLE_ESCAPED;
    found = token_name(t, at + 1, twice ? (uriel_text){"/script", 7} : (uriel_text){"script", 6});
    if (found == TOKEN_YES)
      *state = twice ? TOKEN_IN_ESCAPED : TOKEN_IN_DOUBLE_ESCAPED;
  }
  return found;
}

static const char *script_next(const char *at, const char *end, unsigned state)
{
  if (state == TOKEN_DATA)
    return view_find(at, end, '<');
  while (at < end && *at != '<' && *at != '-')
    at++;
  return at;
}

static bool token_script(struct html_tokens *t, struct html_token *token)
{
  const char *const end = t->window + t->len;
  size_t len;
  unsigned state = t->state;
  for (const char *at = script_next(t->window + t->at, end, state); at < end;
       at = script_next(at + len, end, state)) {
    enum token_found found = TOKEN_NO;
    if (*at == '<' && state != TOKEN_IN_DOUBLE_ESCAPED)
      found = token_raw_end(t, at);
    const enum token_found turn = found == TOKEN_YES ? TOKEN_NO : script_turn(t, at, &state, &len);
    if (found == TOKEN_YES || found == TOKEN_CUT || turn == TOKEN_CUT) {
      t->state = state;
      return token_raw_at(t, token, at, found == TOKEN_YES ? found : TOKEN_CUT);
    }
  }
  t->state = state;
  return token_text_cut(t, token);
}

/* ---- All of it -------------------------------------------------------------------------------- */

static APART void token_slowly(struct html_tokens *t, struct html_token *token)
{
  bool reported = false;
  while (!reported) {
    if (t->state >= TOKEN_IN_COMMENT && t->state <= TOKEN_IN_TAG)
      reported = token_in_part(t, token);
    else if (t->content == HTML_AS_DATA)
      reported = token_data(t, token);
    else if (t->content == HTML_AS_SCRIPT)
      reported = token_script(t, token);
    else if (t->content == HTML_AS_PLAINTEXT)
      reported = token_text_cut(t, token);
    else
      reported = token_raw(t, token);
  }
}

void uriel_html_token_next(struct html_tokens *t, struct html_token *token)
{
  if (!uriel_html_tag_next(t, token))
    token_slowly(t, token);
}
