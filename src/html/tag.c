/* SPDX-License-Identifier: MIT */
/* A whole tag: its name, its attributes, its end. Attributes are recorded while it is read. */
#include "html/tag.h"

#include "scan/kernels.h"
#include "scan/step.h"
#include "text/text.h"

/* ---- Attributes ------------------------------------------------------------------------------- */

STEP_INLINE step_block tag_specials(step_block block)
{
  return step_or(step_are(block, '&'), step_or(step_are(block, '\r'), step_are(block, '\0')));
}

/* Whether decoding changes nothing of a value. */
STEP_INLINE bool tag_plain(const char *at, size_t len, const char *end)
{
  uint64_t special = 0;
  const char *const stop = at + len;
  for (; at < stop && end - at >= STEP; at += STEP) {
    const uint64_t specials = step_mask(tag_specials(step_load(at)));
    const size_t left = (size_t)(stop - at);
    special |= left < STEP ? specials & (((uint64_t)1 << (left << STEP_SHIFT)) - 1) : specials;
  }
  for (; at < stop; at++)
    special |= *at == '&' || *at == '\r' || *at == '\0';
  return special == 0;
}

/* The first eight bytes of a name, if a window has so many. */
STEP_INLINE uint64_t tag_head_in(uriel_text name)
{
  const uint64_t word = word_read(name.ptr);
  return name.len < 8 ? word & (((uint64_t)1 << 8 * name.len) - 1) : word;
}

STEP_INLINE uint64_t tag_head(uriel_text name, const char *end)
{
  return end - name.ptr < 8 ? uriel_html_name_head(name.ptr, name.len) : tag_head_in(name);
}

/* Reads an attribute from *from on, which it moves. If *state is in the middle of an attribute, the
 * name is not complete. Returns false at the ">" of the tag, or at `end`. */
STEP_INLINE bool tag_attribute(const char **from, const char *end, unsigned *state, uriel_text *name,
                               struct html_value *value)
{
  const char *at = *from;
  *name = (uriel_text){at, 0};
  *value = (struct html_value){at, 0, true};
  if (*state <= TAG_SLASH) {
    for (; at < end && (*at == '/' || html_space(*at)); at++)
      *state = *at == '/' ? TAG_SLASH : TAG_BEFORE_ATTRIBUTE;
    *from = at;
    if (at == end || *at == '>')
      return false;
    name->ptr = at++; /* also a "=" */
    *state = TAG_ATTRIBUTE;
  }
  if (*state == TAG_ATTRIBUTE) {
    while (at < end && ((unsigned char)*at > '>' || !(*at == '=' || tag_name_ends(*at))))
      at++;
    name->len = (size_t)(at - name->ptr);
    value->ptr = at;
    *state = TAG_AFTER_ATTRIBUTE;
    if (at == end)
      *state = TAG_ATTRIBUTE;
  }
  if (*state == TAG_AFTER_ATTRIBUTE || *state == TAG_BEFORE_VALUE) {
    while (at < end && html_space(*at))
      at++;
    if (at < end && *state == TAG_AFTER_ATTRIBUTE) {
      if (*at != '=') {
        *from = at;
        *state = TAG_BEFORE_ATTRIBUTE;
        return true;
      }
      *state = TAG_BEFORE_VALUE;
      for (at++; at < end && html_space(*at);)
        at++;
    }
    if (at < end) {
      *state = *at == '"' ? TAG_DOUBLE_QUOTED : *at == '\'' ? TAG_SINGLE_QUOTED : TAG_UNQUOTED;
      at += *state != TAG_UNQUOTED;
      value->ptr = at;
    }
  }
  if (*state == TAG_UNQUOTED)
    while (at < end && *at != '>' && !html_space(*at))
      at++;
  else if (*state >= TAG_DOUBLE_QUOTED)
    at = view_find(at, end, *state == TAG_DOUBLE_QUOTED ? '"' : '\'');
  *from = at;
  if (at == end)
    return false;
  value->len = (size_t)(at - value->ptr);
  *from = at + (*state != TAG_UNQUOTED);
  *state = TAG_BEFORE_ATTRIBUTE;
  return true;
}

STEP_INLINE void tag_values_begin(struct html_tokens *t, const char *tag)
{
  t->values.has = 0;
  t->values.base = (uintptr_t)tag;
}

STEP_INLINE void tag_record(struct html_tokens *t, uint64_t head, uriel_text name,
                            struct html_value value, const char *end)
{
  unsigned number = uriel_html_attribute_at(head, name.ptr, name.len);
  if (number == HTML_ATTRIBUTES) {
    size_t i = 0;
    while (i < t->further_count &&
           !(t->further[i].len == name.len && fold_equal(t->further[i].ptr, name.ptr, name.len)))
      i++;
    number = i < t->further_count ? HTML_ATTRIBUTES + (unsigned)i : 64;
  }
  if (number == 64 || t->values.has >> number & 1)
    return;
  t->values.has |= (uint64_t)1 << number;
  t->values.of[number].at = (uintptr_t)value.ptr - t->values.base;
  t->values.of[number].len = value.len;
  t->values.of[number].plain = tag_plain(value.ptr, value.len, end);
}

bool uriel_html_attribute_read(const char **at, const char *end, uriel_text *name,
                               struct html_value *value)
{
  unsigned state = TAG_BEFORE_ATTRIBUTE;
  return tag_attribute(at, end, &state, name, value);
}

bool uriel_html_attribute_next(uriel_text *attributes, uriel_text *name, struct html_value *value)
{
  /* The byte after the attributes is a ">" or "/", which ends the last one. */
  const char *at = attributes->ptr, *const end = at + attributes->len;
  unsigned state = TAG_BEFORE_ATTRIBUTE;
  const bool found = at < end && tag_attribute(&at, end + 1, &state, name, value);
  if (found)
    value->plain = tag_plain(value->ptr, value->len, end);
  *attributes = view_of(at < end ? at : end, end);
  return found;
}

/* ---- Tags ------------------------------------------------------------------------------------- */

const char *uriel_html_tag_end(struct html_tokens *t, const char *at, const char *end)
{
  uriel_text name;
  struct html_value value;
  if (t->cut == TAG_NAME) {
    while (at < end && !tag_name_ends(*at))
      at++;
    if (at == end)
      return NULL;
    t->cut = TAG_BEFORE_ATTRIBUTE;
  }
  while (tag_attribute(&at, end, &t->cut, &name, &value))
    ;
  return at < end ? at + 1 : NULL;
}

/* Fills a token, whose ">" or "/>" is at `close`. Returns its end. */
STEP_INLINE const char *tag_fill(struct html_token *token, bool closing, enum html_element id,
                                 const char *tag, uriel_text name, const char *close)
{
  const bool slash = *close == '/';
  const char *const after = close + 1 + slash;
  token->kind = closing ? HTML_TOKEN_END : HTML_TOKEN_START;
  token->id = id;
  token->self_closing = slash;
  token->name = name;
  token->text = view_of(tag, after);
  return after;
}

const char *uriel_html_tag_read(struct html_tokens *t, struct html_token *token, const char *tag,
                                const char *end)
{
  const bool closing = tag[1] == '/';
  const char *const begin = tag + 1 + closing, *at = begin;
  if (!closing)
    tag_values_begin(t, tag);
  t->cut = TAG_NAME;
  while (at < end && ((unsigned char)*at > '>' || !tag_name_ends(*at)))
    at++;
  if (at == end)
    return NULL;
  const uriel_text name = view_of(begin, at);
  unsigned state = TAG_BEFORE_ATTRIBUTE;
  uriel_text attribute;
  struct html_value value;
  while (tag_attribute(&at, end, &state, &attribute, &value))
    if (!closing)
      tag_record(t, tag_head(attribute, end), attribute, value, end);
  if (at == end) {
    t->cut = state;
    return NULL;
  }
  const enum html_element id = uriel_html_element_at(tag_head(name, end), name.ptr, name.len);
  return tag_fill(token, closing, id, tag, name, at - (state == TAG_SLASH));
}

/* ---- The fast path ---------------------------------------------------------------------------- */

/* A simple tag has at most TAG_ATTRIBUTES, and so at most TAG_MARKS with its neighbours. */
enum { TAG_ATTRIBUTES = 6, TAG_MARKS = 16, TAG_AHEAD = 2 * STEP };

#define tag_rarely(condition) __builtin_expect(!!(condition), 0)

/* Finds the marks from `at` on. Returns whether they are enough for a tag. */
static APART bool tag_mark(struct html_tokens *t, const char *at)
{
  size_t read;
  t->marked = at;
  t->marks_at = at;
  t->mark = 0;
  t->mark_count = (unsigned)uriel_scan_markup(at, (size_t)(t->window + t->len - at), t->marks,
                                              sizeof t->marks / sizeof *t->marks, &read);
  const bool enough = t->mark_count >= TAG_MARKS;
  t->slow_until = enough ? NULL : at + read;
  t->mark_enough = enough ? t->mark_count - TAG_MARKS + 1 : 0;
  return enough;
}

/* Reads attributes of the form ` name="value"` from the end of the name at `at`. *mark is the first
 * quote, and then after the tag's ">". Returns the place of the ">" or "/>", or NULL if the tag has
 * another form. */
STEP_INLINE const char *tag_simple(struct html_tokens *t, const char *at, const uint16_t **mark,
                                   const char *end)
{
  const char *const base = t->marked;
  const uint16_t *k = *mark;
  for (unsigned n = 0; base[*k] == '"'; n++) {
    if (tag_rarely(end - at <= STEP))
      return NULL;
    const char *const open = base + *k++;
    const size_t len = (size_t)(open - at) - 2;
    if (tag_rarely(end - at <= STEP))
      return NULL;
    const step_block block = step_load(at + 1);
    const uint64_t stops = step_mask(step_or(step_or(step_upto(block, ' '), step_are(block, '=')),
                                             step_or(step_are(block, '/'), step_are(block, '>'))));
    if (tag_rarely(*at != ' ' || open[-1] != '=' || !stops || step_first(stops) != len ||
                   n == TAG_ATTRIBUTES))
      return NULL;
    while (tag_rarely(base[*k] != '"'))
      if (++k + 2 >= t->marks + t->mark_count)
        return NULL;
    const char *const close = base + *k++;
    const uriel_text name = view_of(at + 1, open - 1);
    tag_record(t, tag_head_in(name), name,
               (struct html_value){open + 1, (size_t)(close - open) - 1, true}, end);
    at = close + 1;
    if (tag_rarely(k + 2 >= t->marks + t->mark_count))
      return NULL;
  }
  const char *const gt = base + *k;
  *mark = k + 1;
  return *gt == '>' && (gt == at || (gt == at + 1 && *at == '/')) ? at : NULL;
}

/* Reads a tag of another form, and the marks after it. */
static APART const char *tag_general(struct html_tokens *t, struct html_token *token, const uint16_t *k,
                                     const char *end)
{
  const char *const after = uriel_html_tag_read(t, token, t->marked + *k, end);
  t->mark = (unsigned)(k - t->marks);
  while (after && t->mark < t->mark_count && t->marked + t->marks[t->mark] < after)
    t->mark++;
  return after;
}

/* Reads a start tag with attributes, or any tag of an unknown name, at a mark. Returns its end, or NULL.
 */
STEP_INLINE const char *tag_marked(struct html_tokens *t, struct html_token *token, const uint16_t *k,
                                   const char *end)
{
  const char *const tag = t->marked + k[0];
  const char *const name = tag + 1;
  const step_block block = step_load(name);
  const uint64_t stops =
      step_mask(step_or(step_upto(block, ' '), step_or(step_are(block, '/'), step_are(block, '>'))));
  const char *const name_end = name + (stops ? step_first(stops) : STEP);
  const uint16_t *mark = k + 1;
  if (tag_rarely(!byte_is(*name, BYTE_ALPHA)))
    return *name == '/' && byte_is(name[1], BYTE_ALPHA) ? tag_general(t, token, k, end) : NULL;
  if (tag_rarely(!stops || name_end > t->marked + *mark))
    return tag_general(t, token, k, end);
  const char *const close = tag_simple(t, name_end, &mark, end);
  if (tag_rarely(!close))
    return tag_general(t, token, k, end);
  const uriel_text text = view_of(name, name_end);
  t->mark = (unsigned)(mark - t->marks);
  return tag_fill(token, false, uriel_html_element_at(tag_head_in(text), name, text.len), tag, text,
                  close);
}

/* Reads the tag at a mark, first as the tag of a known element without attributes: such a name has no
 * byte that ends it. Returns its end, or NULL. */
STEP_INLINE const char *tag_at_mark(struct html_tokens *t, struct html_token *token, const uint16_t *k,
                                    const char *end)
{
  const char *const tag = t->marked + k[0], *const next = t->marked + k[1];
  const bool closing = tag[1] == '/';
  if (tag_rarely(end - tag < TAG_AHEAD))
    return NULL;
  if (!closing)
    tag_values_begin(t, tag);
  if (*next == '>') {
    const uriel_text name = view_of(tag + 1 + closing, next);
    const enum html_element id = uriel_html_element_at(tag_head_in(name), name.ptr, name.len);
    if (id != HTML_TAG_OTHER) {
      t->mark = (unsigned)(k - t->marks) + 2;
      return tag_fill(token, closing, id, tag, name, next);
    }
  }
  return tag_marked(t, token, k, end);
}

/* The mark of the next "<" at or after `at`; NULL if few marks or bytes follow it. */
STEP_INLINE const uint16_t *tag_next_mark(struct html_tokens *t, const char *at)
{
  if (tag_rarely(t->marks_at != at)) { /* keeps the marks after other tokens, such as a comment */
    if (t->mark_count > 0 && at > t->marks_at && at <= t->marked + t->marks[t->mark_count - 1])
      while (t->marked + t->marks[t->mark] < at)
        t->mark++;
    else
      t->mark = t->mark_count = t->mark_enough = 0;
  }
  for (;;) {
    unsigned i = t->mark;
    for (; i < t->mark_enough; i++)
      if (t->marked[t->marks[i]] == '<')
        return t->marks + i;
    if (i > t->mark)
      at = t->marked + t->marks[i];
    if (!tag_mark(t, at))
      return NULL;
  }
}

bool uriel_html_tag_next(struct html_tokens *t, struct html_token *token)
{
  if (t->texts || t->all || t->seen || t->content != HTML_AS_DATA || t->state)
    return false;
  const char *const at = t->window + t->at;
  const uint16_t *const k = tag_rarely(at < t->slow_until) ? NULL : tag_next_mark(t, at);
  if (tag_rarely(!k))
    return false;
  const char *const after = tag_at_mark(t, token, k, t->window + t->len);
  t->marks_at = after ? after : t->marked + *k;
  t->at = (size_t)(t->marks_at - t->window);
  if (tag_rarely(!after))
    t->mark = (unsigned)(k - t->marks);
  return after != NULL;
}
