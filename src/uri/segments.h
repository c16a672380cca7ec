/* SPDX-License-Identifier: MIT */
/* Paths without their dot segments (RFC 3986, 5.2.4), read segment by segment from the end.
 * Reading forward, a later ".." can remove a segment, so it needs a stack, and the core allocates no
 * memory. Reading backward needs only a counter: ".." increments it, and the next plain segment
 * decrements it and is skipped.
 * Segments here are the pieces between slashes: "/a/b" is "", "a", "b", and joining them with "/"
 * gives the path again. An absolute path therefore begins with an empty piece, which ".." never
 * removes. */
#ifndef URIEL_URI_SEGMENTS_H
#define URIEL_URI_SEGMENTS_H

#include "text/text.h"

typedef enum segment_dots_kind { SEGMENT_PLAIN, SEGMENT_DOT, SEGMENT_DOT_DOT } segment_dots_kind;

/* Reports whether a segment is "." or ".."; with `decode`, "%2E" is a dot. */
segment_dots_kind uriel_segment_dots(uriel_text segment, unsigned decode);

typedef enum segments_mode {
  SEGMENTS_RESOLVED, /* 5.2.4 exactly: no ".." is left */
  SEGMENTS_RELATIVE, /* for a relative reference: leading ".." stay */
  SEGMENTS_EXCESS,   /* url-1997 and uri-2003, 5.2: a ".." without a segment to remove stays */
  SEGMENTS_ELEMENTS, /* url-1993, Partial form: removes "/xxx/.." and "/." with their first slash */
  SEGMENTS_WRITTEN   /* dots have no meaning */
} segments_mode;

/* Reads the path that is `head` then `tail` backward. Copied by assignment. */
typedef struct segments {
  uriel_text head, tail; /* a head ends in "/" unless it is empty */
  const char *at;        /* the end of the next piece */
  uriel_text root;       /* the first piece, read but not yet returned */
  bool in_head;
  bool last;      /* nothing has been read yet */
  bool last_kept; /* the last piece is a ".." without a segment to remove (SEGMENTS_EXCESS) */
  bool finished;  /* all of the text has been read */
  bool rooted;    /* ".." never removes the first piece */
  segments_mode mode;
  unsigned decode; /* with BYTE_UNRESERVED, "%2E" is a dot */
  size_t skip;     /* plain segments that ".." still removes */
} segments;

segments uriel_segments_of(uriel_text head, uriel_text tail, segments_mode mode, unsigned decode);

/* Gets the piece before the one returned last; returns false at the begin of the path. */
bool uriel_segments_previous(segments *s, uriel_text *piece);

/* Returns the number of equal bytes at the end of two paths. */
size_t uriel_segments_same_end(uriel_text a, uriel_text b);

/* Skips the equal last segments of two paths from which nothing has been read. One of the paths must
 * have no dot segments. */
void uriel_segments_pass(segments *a, segments *b);

/* The joined pieces: their count, their length under `rules`, and the first two (undefined if
 * missing). */
typedef struct segments_shape {
  size_t count;
  size_t length;
  uriel_text first, second;
  /* The prefix that keeps a path without an authority from being read as one ("//", which 3.3 forbids),
   * and a relative path from being read as a scheme, an absolute path or an empty path; "" if none is
   * needed. */
  const char *guard;
} segments_shape;

segments_shape uriel_segments_measure(segments s, unit_rules rules);

/* Reports whether a relative path that begins with this segment needs "./" before it: otherwise it would
 * be absolute or empty, or begin with a scheme. */
static inline bool segments_need_lead(uriel_text first)
{
  const char *const end = first.ptr + first.len;
  return first.len == 0 || view_find(first.ptr, end, ':') != end;
}

/* Returns how many of the first `most` pieces two paths share. The counts are of all pieces of each. */
size_t uriel_segments_common(segments a, size_t count_a, segments b, size_t count_b, size_t most);

/* Writes the last `count` pieces, joined; they take `length` bytes under `rules`. */
void uriel_segments_write(writer *w, segments s, unit_rules rules, size_t count, size_t length);

#endif
