/* SPDX-License-Identifier: MIT */
/* What a person sees of the text of an IRI: characters, and the parts that RFC 3987, 4.2 calls
 * components. */
#ifndef URIEL_IRI_SHOWN_H
#define URIEL_IRI_SHOWN_H

#include "idna/unicode.h"
#include "text/text.h"
#include "uriel_iri.h"

/* A host in Unicode has at most this many bytes, or is not looked at. The DNS has 253, encoded. */
enum { SHOWN_HOST_MAX = 1024 };

typedef struct shown_character {
  uriel_text source;
  uint32_t code;    /* if it is not kept */
  bool kept;        /* not a character to show: encoded, or not UTF-8 */
  bool hidden;      /* a character outside US-ASCII that nobody would see as what it is */
  bool left, right; /* a left-to-right letter, a right-to-left one */
  bool mark;        /* on the character before */
} shown_character;

static inline bool shown_is_ascii(uriel_text text)
{
  for (size_t at = 0; at < text.len; at++)
    if ((unsigned char)text.ptr[at] >= 0x80)
      return false;
  return true;
}

/* Returns the character at the begin of `rest`, which is not empty, and moves `rest` after it. With
 * `decode`, "%XX" that need not stay encoded are the characters they stand for (3.2). */
shown_character uriel_shown_next(uriel_text *rest, bool decode);

/* Returns the part at the begin of `rest` and moves `rest` after it. Parts of a component are the
 * components of 4.2, divided at full stops and at what separates names and values. A delimiter is a
 * part. */
uriel_text uriel_shown_part(uriel_text *rest, uriel_component component);

/* Returns the top-level domain of a host: its last label, without a full stop after it; empty if there
 * is only one label. */
uriel_text uriel_shown_top(uriel_text host);

/* The first rule of 4.2 that a part breaks, or 0. `place` gets the character at fault. */
unsigned uriel_shown_bidi(uriel_text part, bool decode, const char **place);

/* Writes a host or label in Unicode, mapped, without "xn--" and "%XX". Returns the length, or
 * URIEL_FAILED if that is not possible or not valid. */
size_t uriel_shown_host(uriel_text host, char unicode[SHOWN_HOST_MAX]);

#endif
