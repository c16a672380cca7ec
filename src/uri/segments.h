/* SPDX-License-Identifier: MIT */
/* Paths without their dot segments (RFC 3986, 5.2.4), read segment by segment from the end.
 *
 * Whether ".." takes a segment away is known only after it, so a forward reading needs a stack, and the
 * core has no memory for one. Read backwards, a counter does: ".." raises it, and the next plain segment
 * lowers it and is passed over.
 *
 * Segments here are the pieces between slashes: "/a/b" is "", "a", "b", and joining with "/" gives the
 * path again. So what makes a path absolute is its first piece, which is empty and which ".." never
 * takes. */
#ifndef URIEL_URI_SEGMENTS_H
#define URIEL_URI_SEGMENTS_H

#include "text/percent.h"

typedef enum segment_dots_kind { SEGMENT_PLAIN, SEGMENT_DOT, SEGMENT_DOT_DOT } segment_dots_kind;

/* Whether a segment is "." or ".."; also where "%2E" stands for a dot, if `decode` has it. */
segment_dots_kind uriel_segment_dots(uriel_text segment, unsigned decode);

typedef enum segments_mode {
  SEGMENTS_RESOLVED, /* 5.2.4 to the letter: no ".." is left */
  SEGMENTS_RELATIVE, /* of a relative reference: the ".." that it begins with stay */
  SEGMENTS_EXCESS,   /* url-1997 and uri-2003, 5.2: a ".." that finds no segment stays */
  SEGMENTS_ELEMENTS, /* url-1993, Partial form: "/xxx/.." and "/." go, their first slash with them */
  SEGMENTS_WRITTEN   /* dots mean nothing */
} segments_mode;

/* A backward reading of the path that is `head` then `tail`. Copied by assignment. */
typedef struct segments {
  uriel_text head, tail; /* a head ends in "/", unless it is empty */
  const char *at;        /* the end of the next piece */
  uriel_text root;       /* the first piece, read but not yet given */
  bool in_head;
  bool last;      /* nothing was read yet */
  bool last_kept; /* the last piece is a ".." that finds no segment (SEGMENTS_EXCESS) */
  bool finished;  /* nothing is left of the text */
  bool rooted;    /* the first piece is one that ".." never takes */
  segments_mode mode;
  unsigned decode; /* with BYTE_UNRESERVED, "%2E" is a dot */
  size_t skip;     /* plain segments that ".." is still to take */
} segments;

segments uriel_segments_of(uriel_text head, uriel_text tail, segments_mode mode, unsigned decode);

/* The piece before the one that it gave last; false at the path's begin. */
bool uriel_segments_previous(segments *s, uriel_text *piece);

/* With how many bytes two paths both end. */
size_t uriel_segments_same_end(uriel_text a, uriel_text b);

/* Passes over the last segments of two paths that are the same bytes, of which nothing was read yet. One
 * of the paths has no dot segments. */
void uriel_segments_pass(segments *a, segments *b);

/* All pieces, joined: how many, how long under `rules`, and the first two (undefined where there are
 * none). */
typedef struct segments_shape {
  size_t count;
  size_t length;
  uriel_text first, second;
} segments_shape;

segments_shape uriel_segments_measure(segments s, unit_rules rules);

/* Whether the pieces, joined, begin with "//", which without an authority would read as one: section 3.3
 * allows none such. */
static inline bool segments_read_as_authority(const segments_shape *shape)
{
  return shape->count > 2 && shape->first.len == 0 && shape->second.len == 0;
}

/* Reports whether a relative path that begins with this segment needs "./" before it: otherwise it would
 * be absolute or empty, or begin with a scheme. */
static inline bool segments_need_lead(uriel_text first)
{
  const char *const end = first.ptr + first.len;
  return first.len == 0 || view_find(first.ptr, end, ':') != end;
}

/* How many of the first `most` pieces two paths, of so many pieces, begin with in common. */
size_t uriel_segments_common(segments a, size_t count_a, segments b, size_t count_b, size_t most);

/* Writes the last `count` pieces, joined, which make `length` bytes under `rules`. */
void uriel_segments_write(writer *w, segments s, unit_rules rules, size_t count, size_t length);

#endif
