/* SPDX-License-Identifier: MIT */
/* Patterns of names with "*", "?", "[...]", "\" and "**", as git reads them in .gitignore: no wildcard
 * except "**" matches "/". A match takes time in proportion to the length of the pattern times that of
 * the name. */
#ifndef URIEL_READER_WILD_H
#define URIEL_READER_WILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buffer.h"
#include "uriel.h"

/* A step of a pattern. */
struct wild_step {
  enum wild_kind {
    WILD_TEXT,    /* these bytes */
    WILD_ANY,     /* a byte except "/" */
    WILD_SET,     /* a byte of the set, which has no "/" */
    WILD_STAR,    /* bytes except "/" */
    WILD_ALL,     /* bytes */
    WILD_FOLDERS, /* nothing, or bytes that end in "/" */
    WILD_END
  } kind;
  uriel_text text;  /* WILD_TEXT */
  uint32_t bits[8]; /* WILD_SET */
};

/* Appends the steps of a pattern to `steps`, an array of struct wild_step; WILD_END is the last.
 * WILD_TEXT borrows from the pattern. Returns false if memory runs out. Sets `*valid` to false, and
 * appends nothing, for a pattern that matches no name: "[" without "]", an unknown class, a "\" at its
 * end. */
bool wild_compile(struct buffer *steps, uriel_text pattern, bool *valid);

/* Whether the steps match all of `name`. `room` is scratch memory of at least 2 * (name.len + 1) bytes.
 */
bool wild_matches(const struct wild_step *steps, uriel_text name, char *room);

/* The length of the pattern before its first "*", "?", "[" or "\". */
size_t wild_plain(uriel_text pattern);

#endif
