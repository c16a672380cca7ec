/* SPDX-License-Identifier: MIT */
/* Shared by the files that find references: the text and its limits, and a candidate. A candidate
 * starts at its trigger: the ":" of a scheme, the "." of a host, the "@" of a mailbox, the "//" of a
 * network path. Up to FIND_BEHIND bytes before the trigger are examined. Bytes after it are read with
 * find_peek only, which notes reads past the end, so that a result without such a read holds whatever
 * text follows. */
#ifndef URIEL_FIND_FIND_H
#define URIEL_FIND_FIND_H

#include "scheme/sought.h"
#include "text/text.h"
#include "uriel_find.h"

enum {
  FIND_BEHIND = 96,     /* bytes before a trigger that are examined */
  FIND_SCHEME_MAX = 40, /* the longest registered one has 36 letters */
  FIND_DOMAIN_MAX = 255,
  FIND_LABEL_MAX = 63,
  FIND_FORM_MAX = 256,    /* bytes in which a scheme's form must show */
  FIND_WRAPPED_MAX = 8192 /* maximum length of a reference with white space in it */
};

typedef struct find_text {
  const uriel_find_options *options; /* not NULL */
  const char *floor;                 /* the end of the last hit: bytes before it are ignored */
  const char *end;
  bool whole;
  bool touched; /* a byte at or past `end` was requested */
} find_text;

typedef struct find_candidate {
  const char *begin, *end;
  const char *next; /* where to resume: after the closing delimiter */
  uriel_hit_kind kind;
  uriel_delimiter delimiter;
  unsigned flags;
} find_candidate;

/* Returns the byte at `at`, or -1 past the end. */
static inline int find_peek(find_text *t, const char *at)
{
  if (at < t->end)
    return (unsigned char)*at;
  t->touched = true;
  return -1;
}

/* Returns the first byte that is examined for a trigger. */
static inline const char *find_low(const find_text *t, const char *trigger)
{
  return trigger - t->floor > FIND_BEHIND ? trigger - FIND_BEHIND : t->floor;
}

static inline bool find_is(int byte, unsigned classes)
{
  return byte >= 0 && byte_is((char)byte, classes);
}

/* Skips at most `most` bytes of the classes. */
static inline const char *find_past(find_text *t, const char *at, ptrdiff_t most, unsigned classes)
{
  const char *const begin = at;
  while (at - begin < most && find_is(find_peek(t, at), classes))
    at++;
  return at;
}

/* Skips user information, at most `most` bytes, with or without bytes beyond ASCII. */
static inline const char *find_past_user(find_text *t, const char *at, ptrdiff_t most, bool beyond)
{
  const char *const begin = at;
  for (; at - begin < most; at++) {
    const int byte = find_peek(t, at);
    if (!find_is(byte, BYTE_USERINFO) && byte != '%' && !(beyond && byte >= 0x80))
      break;
  }
  return at;
}

/* Returns the rest of the word [begin, end) after an escape: "31mhttp" after ESC "[" of a terminal,
 * "nhttp" after "\" of a string. NULL if no escape reaches into it. */
const char *uriel_find_past_escape(const char *low, const char *begin, const char *end);

/* Reports whether a reference can continue with the byte; -1 is the end. */
bool uriel_find_goes_on(int byte);

/* Reports whether `rest`, after the colon, has the form expected of the scheme, other than "//". */
bool uriel_find_has_form(find_text *t, const char *rest, scheme_sought sought);

/* Each reports whether a reference of its kind is there, and fills `c`. */
bool uriel_find_scheme(find_text *t, const char *colon, find_candidate *c);
bool uriel_find_network_path(find_text *t, const char *slash, find_candidate *c);
bool uriel_find_abbreviated(find_text *t, const char *dot, find_candidate *c);
bool uriel_find_mail(find_text *t, const char *at_sign, find_candidate *c);

#endif
