/* SPDX-License-Identifier: MIT */
/* The compiled form of an expression: an automaton, and its bracket expressions. */
#ifndef URIEL_TEXT_REGEX_H
#define URIEL_TEXT_REGEX_H

#include "text/bytes.h"
#include "text/nfa.h"
#include "text/utf8.h"
#include "uriel_regex.h"

/* A set of characters; `ranges` pairs of first and last follow it, all beyond US-ASCII. */
typedef struct regex_set {
  uint32_t ascii[4]; /* bits */
  uint32_t negated;  /* beyond US-ASCII; `ascii` is already inverted */
  uint32_t ranges;
} regex_set;

enum { REGEX_SET_WORDS = sizeof(regex_set) / sizeof(uint32_t) };

/* The states, the words of the sets, at which the values of NFA_SET point, and for each group the number
 * of the group around it follow. */
struct uriel_regex {
  uint32_t state_count;
  uint32_t set_words;
  uint32_t groups;
  uint32_t start;
  uint32_t fold;
};

static inline const nfa_state *regex_states(const uriel_regex *regex)
{
  return (const nfa_state *)(const void *)(regex + 1);
}

/* A byte that does not belong to a character of UTF-8 is a character of its own, from here on. */
enum { REGEX_STRAY = 0x110000 };

/* Returns the character at *at, which is before `end`, and moves *at past it. */
static inline uint32_t regex_character(const char **at, const char *end)
{
  uint32_t character = (unsigned char)**at;
  const size_t n = character < 0x80 ? 1 : uriel_utf8_character(*at, end, &character);
  *at += n > 0 ? n : 1;
  return n > 0 ? character : REGEX_STRAY + (uint32_t)(unsigned char)(*at)[-1];
}

static inline uint32_t regex_fold(uint32_t character)
{
  return character < 0x80 ? (uint32_t)(unsigned char)byte_lower((char)character) : character;
}

#endif
