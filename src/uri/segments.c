/* SPDX-License-Identifier: MIT */
/* Paths without their dot segments, read segment by segment from the end. */
#include "uri/segments.h"

#include "text/bytes.h"

segment_dots_kind uriel_segment_dots(uriel_text segment, unsigned decode)
{
  const unit_rules rules = {decode != 0, decode, false};
  size_t dots = 0;
  if (segment.len == 0 || segment.len > 6)
    return SEGMENT_PLAIN;
  const char *at = segment.ptr;
  const char *const end = at + segment.len;
  for (; at < end; dots++)
    if (unit_next(&at, end, rules) != '.')
      return SEGMENT_PLAIN;
  return dots == 1 ? SEGMENT_DOT : dots == 2 ? SEGMENT_DOT_DOT : SEGMENT_PLAIN;
}

/* Takes the first piece off `rest`; returns false if no slash follows it. */
static bool segments_take(uriel_text *rest, uriel_text *piece)
{
  const char *const end = rest->ptr + rest->len;
  const char *const slash = view_find(rest->ptr, end, '/');
  *piece = view_of(rest->ptr, slash);
  *rest = view_of(slash == end ? end : slash + 1, end);
  return slash != end;
}

/* SEGMENTS_EXCESS needs a forward pass first, to find whether a last ".." finds a segment, and whether
 * a rootless path loses everything before a slash, and so begins with it. */
static void segments_survey(segments *s)
{
  uriel_text head = s->head, tail = s->tail, piece;
  size_t depth = 0;
  bool bottom = s->rooted; /* a piece exists that ".." cannot remove */
  if (s->rooted)
    segments_take(head.len > 0 ? &head : &tail, &piece);
  while (segments_take(head.len > 0 ? &head : &tail, &piece)) {
    const segment_dots_kind kind = uriel_segment_dots(piece, s->decode);
    const uriel_text rest = head.len > 0 ? head : tail;
    if (kind == SEGMENT_PLAIN)
      depth++;
    else if (kind == SEGMENT_DOT_DOT && depth > 0)
      depth--;
    else if (kind == SEGMENT_DOT_DOT)
      bottom = true;
    if (kind != SEGMENT_PLAIN && depth == 0 && !bottom && rest.len > 0 && rest.ptr[0] == '/') {
      s->head = head;
      s->tail = tail;
      s->rooted = bottom = true;
      segments_take(head.len > 0 ? &head : &tail, &piece);
    }
  }
  s->last_kept = depth == 0 && uriel_segment_dots(piece, s->decode) == SEGMENT_DOT_DOT;
}

segments uriel_segments_of(uriel_text head, uriel_text tail, segments_mode mode, unsigned decode)
{
  segments s = {.head = head, .tail = tail, .mode = mode, .decode = decode, .last = true};
  /* Steps 2A and 2D of 5.2.4: removes leading "." and ".." segments of a rootless path. */
  while (mode == SEGMENTS_RESOLVED && s.head.len + s.tail.len > 0) {
    uriel_text *const rest = s.head.len > 0 ? &s.head : &s.tail;
    const char *const begin = rest->ptr, *const end = begin + rest->len;
    const char *const slash = view_find(begin, end, '/');
    if (uriel_segment_dots((uriel_text){begin, (size_t)(slash - begin)}, decode) == SEGMENT_PLAIN)
      break;
    rest->ptr = slash == end ? end : slash + 1;
    rest->len = (size_t)(end - rest->ptr);
  }
  const uriel_text front = s.head.len > 0 ? s.head : s.tail;
  s.rooted = mode == SEGMENTS_ELEMENTS || (front.len > 0 && front.ptr[0] == '/');
  if (mode == SEGMENTS_EXCESS)
    segments_survey(&s);
  s.at = s.tail.ptr + s.tail.len;
  return s;
}

bool uriel_segments_previous(segments *s, uriel_text *piece)
{
  while (!s->finished) {
    /* The previous piece as written. */
    const char *const begin = s->in_head ? s->head.ptr : s->tail.ptr, *const end = s->at;
    const char *at = end;
    const bool last = s->last;
    while (at > begin && at[-1] != '/')
      at--;
    *piece = (uriel_text){at, (size_t)(end - at)};
    if (at > begin) {
      s->at = at - 1;
    } else if (!s->in_head && s->head.len > 0) {
      s->in_head = true;
      s->at = s->head.ptr + s->head.len - 1;
    } else {
      s->finished = true;
    }
    s->last = false;
    if (s->mode == SEGMENTS_WRITTEN)
      return true;
    if (s->finished && s->rooted) {
      s->root = *piece;
      break;
    }
    const segment_dots_kind kind = uriel_segment_dots(*piece, s->decode);
    if ((kind == SEGMENT_PLAIN && s->skip == 0) || (last && s->last_kept))
      return true;
    if (kind == SEGMENT_PLAIN)
      s->skip--;
    if (kind == SEGMENT_DOT_DOT)
      s->skip++;
    /* A last "." or ".." leaves the slash before it. So does a rootless path's first segment that ".."
     * removes (5.2.4). */
    if (kind == SEGMENT_PLAIN ? s->finished && s->mode == SEGMENTS_RESOLVED
                              : last && s->mode != SEGMENTS_ELEMENTS) {
      piece->len = 0;
      return true;
    }
  }
  /* At the begin of the text: the ".." without a segment to remove, then the first piece. */
  if (s->skip > 0 && s->mode != SEGMENTS_RESOLVED) {
    s->skip--;
    *piece = (uriel_text){"..", 2};
    return true;
  }
  if (!s->root.ptr)
    return false;
  *piece = s->root;
  s->root.ptr = NULL;
  return true;
}

size_t uriel_segments_same_end(uriel_text a, uriel_text b)
{
  const size_t most = a.len < b.len ? a.len : b.len;
  const char *const end = a.ptr + a.len, *const other = b.ptr + b.len;
  size_t same = 0;
  while (most - same >= 8 && word_read(end - same - 8) == word_read(other - same - 8))
    same += 8;
  while (same < most && *(end - same - 1) == *(other - same - 1))
    same++;
  return same;
}

void uriel_segments_pass(segments *a, segments *b)
{
  const size_t same = uriel_segments_same_end(view_of(a->tail.ptr, a->at), view_of(b->tail.ptr, b->at));
  const char *const slash = view_find(a->at - same, a->at, '/');
  if (slash == a->at)
    return;
  b->at -= a->at - slash;
  a->at = slash;
  a->last = b->last = false;
}

segments_shape uriel_segments_measure(segments s, unit_rules rules)
{
  segments_shape shape = {.guard = ""};
  writer counted = {NULL, 0, 0, NULL};
  uriel_text piece;
  while (uriel_segments_previous(&s, &piece)) {
    counted.len += shape.count > 0;
    if (rules.triplets)
      uriel_write_units(&counted, piece, rules);
    else
      counted.len += piece.len;
    shape.count++;
    shape.second = shape.first;
    shape.first = piece;
  }
  shape.length = counted.len;
  if (s.mode == SEGMENTS_RELATIVE && segments_need_lead(shape.first))
    shape.guard = "./";
  if (s.mode != SEGMENTS_RELATIVE && shape.count > 2 && shape.first.len == 0 && shape.second.len == 0)
    shape.guard = "/.";
  return shape;
}

/* Skips `n` pieces, from the end. */
static void segments_drop(segments *s, size_t n)
{
  uriel_text piece;
  while (n-- > 0)
    uriel_segments_previous(s, &piece);
}

size_t uriel_segments_common(segments a, size_t count_a, segments b, size_t count_b, size_t most)
{
  uriel_text piece = view_undefined(), other = piece;
  size_t common = most;
  segments_drop(&a, count_a - most);
  segments_drop(&b, count_b - most);
  for (size_t left = most; left > 0; left--) {
    uriel_segments_previous(&a, &piece);
    uriel_segments_previous(&b, &other);
    if (!view_equal(piece, other))
      common = left - 1;
  }
  return common;
}

void uriel_segments_write(writer *w, segments s, unit_rules rules, size_t count, size_t length)
{
  writer here = *w; /* at the begin of the text that is written */
  size_t at = w->len + length;
  uriel_text piece;
  for (size_t i = 0; i < count && uriel_segments_previous(&s, &piece); i++) {
    writer counted = {NULL, 0, piece.len, NULL};
    if (i > 0) {
      here.len = --at;
      write_byte(&here, '/');
    }
    if (rules.triplets) {
      counted.len = 0;
      uriel_write_units(&counted, piece, rules);
    }
    here.len = at -= counted.len;
    uriel_write_units(&here, piece, rules);
  }
  w->len += length;
}

size_t uriel_remove_dot_segments(const char *path, size_t len, char *out, size_t capacity)
{
  static const unit_rules as_written = {false, 0, false};
  writer w = writer_to(out, capacity);
  const uriel_text no_head = {"", 0}, whole = {len ? path : "", len};
  const segments s = uriel_segments_of(no_head, whole, SEGMENTS_RESOLVED, 0);
  const segments_shape shape = uriel_segments_measure(s, as_written);
  uriel_segments_write(&w, s, as_written, shape.count, shape.length);
  return w.len;
}
