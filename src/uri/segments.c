/* SPDX-License-Identifier: MIT */
/* Paths without their dot segments, read segment by segment from the end. */
#include "uri/segments.h"

segment_dots_kind uriel_segment_dots(uriel_text segment, bool decode)
{
  const unit_rules rules = {decode, decode, false};
  const char *at = segment.ptr;
  const char *const end = at + segment.len;
  size_t dots = 0;
  if (segment.len == 0 || segment.len > 6)
    return SEGMENT_PLAIN;
  for (; at < end; dots++)
    if (unit_next(&at, end, rules) != '.')
      return SEGMENT_PLAIN;
  return dots == 1 ? SEGMENT_DOT : dots == 2 ? SEGMENT_DOT_DOT : SEGMENT_PLAIN;
}

/* Steps 2A and 2D of 5.2.4: takes the "." and ".." off that a rootless path begins with. */
static uriel_text segments_strip(uriel_text path, bool decode)
{
  const char *const end = path.ptr + path.len;
  while (path.len > 0) {
    const char *const slash = view_find(path.ptr, end, '/');
    if (uriel_segment_dots(view_of(path.ptr, slash), decode) == SEGMENT_PLAIN)
      break;
    path = view_of(slash == end ? end : slash + 1, end);
  }
  return path;
}

segments uriel_segments_of(uriel_text head, uriel_text tail, segments_mode mode, bool decode)
{
  segments s = {.head = head, .tail = tail, .mode = mode, .decode = decode, .last = true};
  if (mode == SEGMENTS_RESOLVED) {
    s.head = segments_strip(head, decode);
    if (s.head.len == 0)
      s.tail = segments_strip(tail, decode);
  }
  const uriel_text front = s.head.len > 0 ? s.head : s.tail;
  s.rooted = front.len > 0 && front.ptr[0] == '/';
  s.at = s.tail.ptr + s.tail.len;
  return s;
}

/* The piece before, as it stands in the text. */
static uriel_text segments_raw(segments *s)
{
  const char *const begin = s->in_head ? s->head.ptr : s->tail.ptr;
  const char *const end = s->at;
  const char *at = end;
  while (at > begin && at[-1] != '/')
    at--;
  if (at > begin) {
    s->at = at - 1;
  } else if (!s->in_head && s->head.len > 0) {
    s->in_head = true;
    s->at = s->head.ptr + s->head.len - 1;
  } else {
    s->finished = true;
  }
  return view_of(at, end);
}

/* What is left where the text has ended: the ".." that nothing was there for. */
static bool segments_parent(segments *s, uriel_text *piece)
{
  if (s->mode == SEGMENTS_RESOLVED || s->skip == 0)
    return false;
  s->skip--;
  *piece = uriel_text_of("..");
  return true;
}

bool uriel_segments_previous(segments *s, uriel_text *piece)
{
  while (!s->finished) {
    const bool last = s->last;
    *piece = segments_raw(s);
    s->last = false;
    if (s->finished && s->rooted)
      return true;
    const segment_dots_kind kind = uriel_segment_dots(*piece, s->decode);
    if (kind == SEGMENT_PLAIN && s->skip == 0)
      return true;
    if (kind == SEGMENT_PLAIN)
      s->skip--;
    if (kind == SEGMENT_DOT_DOT)
      s->skip++;
    /* A last "." or ".." leaves its folder, and the taking of a rootless path's first segment its slash.
     */
    if ((kind != SEGMENT_PLAIN && last) ||
        (kind == SEGMENT_PLAIN && s->finished && s->mode == SEGMENTS_RESOLVED)) {
      piece->len = 0;
      return true;
    }
  }
  return segments_parent(s, piece);
}

static size_t segments_length(uriel_text piece, unit_rules rules)
{
  writer w = writer_to(NULL, 0);
  if (!rules.triplets)
    return piece.len;
  uriel_write_units(&w, piece, rules);
  return w.len;
}

segments_shape uriel_segments_measure(segments s, unit_rules rules)
{
  segments_shape shape = {0, 0, {NULL, 0}, {NULL, 0}};
  uriel_text piece;
  while (uriel_segments_previous(&s, &piece)) {
    shape.length += segments_length(piece, rules) + (shape.count > 0);
    shape.count++;
    shape.second = shape.first;
    shape.first = piece;
  }
  return shape;
}

void uriel_segments_write(writer *w, segments s, unit_rules rules, size_t count, size_t length)
{
  writer back = *w;
  uriel_text piece;
  back.len += length;
  for (size_t i = 0; i < count && uriel_segments_previous(&s, &piece); i++) {
    if (i > 0) {
      back.len--;
      writer slash = back;
      write_byte(&slash, '/');
    }
    back.len -= segments_length(piece, rules);
    writer here = back;
    uriel_write_units(&here, piece, rules);
  }
  w->len += length;
}
