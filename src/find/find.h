/* SPDX-License-Identifier: MIT */
/* What the files that find references share: the text with what of it may be looked at, and a candidate.
 *
 * A candidate begins with its trigger: the ":" of a scheme, the "." of a host, the "@" of a mailbox, the
 * "//" of a network path. What stands before the trigger is looked at as far as FIND_BEHIND, what
 * follows by find_peek alone, which notes when it was asked for more than there is. So a verdict that
 * did not come to the end of the text holds whatever follows. */
#ifndef URIEL_FIND_FIND_H
#define URIEL_FIND_FIND_H

#include "text/bytes.h"
#include "text/view.h"
#include "uriel_find.h"

enum {
  FIND_BEHIND = 96,     /* how much of the text before a trigger counts */
  FIND_SCHEME_MAX = 40, /* the longest registered one has 36 letters */
  FIND_DOMAIN_MAX = 255,
  FIND_LABEL_MAX = 63,
  FIND_FORM_MAX = 256,    /* within so many bytes a scheme's form shows */
  FIND_WRAPPED_MAX = 8192 /* a reference with white space in it is no longer */
};

typedef struct find_text {
  const uriel_find_options *options; /* not NULL */
  const char *floor;                 /* nothing before it counts: the end of the last hit */
  const char *end;
  bool whole;
  bool touched; /* a byte at or past `end` was asked for */
} find_text;

typedef struct find_candidate {
  const char *begin, *end;
  const char *next; /* where to go on behind it: past its closing delimiter */
  uriel_hit_kind kind;
  uriel_delimiter delimiter;
  unsigned flags;
} find_candidate;

/* The byte at `at`, or -1 behind the end. */
static inline int find_peek(find_text *t, const char *at)
{
  if (at < t->end)
    return (unsigned char)*at;
  t->touched = true;
  return -1;
}

/* The first byte that counts for a trigger. */
static inline const char *find_low(const find_text *t, const char *trigger)
{
  return trigger - t->floor > FIND_BEHIND ? trigger - FIND_BEHIND : t->floor;
}

static inline bool find_blank(int byte)
{
  return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

static inline bool find_is(int byte, unsigned classes)
{
  return byte >= 0 && byte_is((char)byte, classes);
}

/* Whether `text` is `lower`, which is in lower case and ends in NUL, in any case. */
bool uriel_find_same(uriel_text text, const char *lower);

/* What an escape leaves of the word [begin, end): "31mhttp" behind ESC "[" of a terminal, "nhttp" behind
 * "\" of a string. NULL where no escape reaches into it. */
const char *uriel_find_past_escape(const char *low, const char *begin, const char *end);

/* The verdicts: whether a reference of the kind is there, and then `c`. */
bool uriel_find_scheme(find_text *t, const char *colon, find_candidate *c);
bool uriel_find_network_path(find_text *t, const char *slash, find_candidate *c);
bool uriel_find_abbreviated(find_text *t, const char *dot, find_candidate *c);
bool uriel_find_mail(find_text *t, const char *at_sign, find_candidate *c);

#endif
