/* SPDX-License-Identifier: MIT */
/* uriel: POSIX extended regular expressions (POSIX.1-2017, XBD 9.4), in time linear in the text. See
 * uriel.h for conventions.
 *
 *     _Alignas(8) char memory[SIZE], scratch[SIZE]; // uriel_regex_bound, uriel_regex_scratch
 *     const uriel_regex *regex = (const uriel_regex *)memory;
 *     uriel_text found[2]; // the match and its first group
 *     uriel_regex_compile("^/user/([0-9]+)$", 16, 0, memory, SIZE, NULL);
 *     if (uriel_regex_search(found, 2, regex, "/user/42", 8, scratch, SIZE))
 *       fwrite(found[1].ptr, 1, found[1].len, stdout); // 42
 *
 * An expression is matched anywhere in a text, as by grep -E; "^" and "$" match the start and the end
 * of the text, wherever they stand in the expression. "." matches any character, also a line feed.
 * Bracket expressions have ranges, classes such as [:alpha:] and [^...]; "\" in them is an ordinary
 * character.
 * "*", "+", "?", "{2}", "{2,}", "{2,5}" and "{,5}" repeat; "(...)" groups; "|" separates alternatives,
 * which can be empty. "\" before a punctuation mark is that character.
 *
 * What POSIX leaves undefined is an error: "\" before a letter or a digit (so there are no
 * back-references), "a**", "*" with nothing before it, "{" that does not start a repetition, ")"
 * without "(".
 *
 * Texts and expressions are UTF-8; a byte that is not is a character of its own, which "." and [^...]
 * match. Ranges are in the order of Unicode. Classes and URIEL_REGEX_FOLD cover US-ASCII only.
 *
 * The match is the longest of the leftmost ones. If several ways lead to it, the groups follow the first
 * way that backtracking would find: earlier alternatives and more repetitions first,
 * as in the POSIX mode of RE2 and Go. POSIX prefers the longest text for each group from left to right,
 * which differs only if an alternative is the beginning of a later one: (a|ab)(c|bcd). */
#ifndef URIEL_REGEX_H
#define URIEL_REGEX_H

#include "uriel.h"

/* A compiled expression: the first bytes of a caller's memory. It contains no addresses: its bytes can
 * be copied to other memory that is aligned for uint32_t. Searches only read it, so threads can share
 * it. */
typedef struct uriel_regex uriel_regex;

enum uriel_regex_option { URIEL_REGEX_FOLD = 1 }; /* the case of ASCII letters does not matter */

enum {
  /* A character, a bracket expression, an anchor and a repetition are a state each, a group two; "{m,n}"
   * repeats all states of the item before it. */
  URIEL_REGEX_STATES = 10000,
  URIEL_REGEX_RANGES = 64 /* ranges and characters beyond US-ASCII of one bracket expression */
};

/* Why a text is not an expression: bytes [offset, offset + length) of it. */
typedef struct uriel_regex_error {
  const char *message; /* a constant; NULL after success */
  size_t offset;
  size_t length;
} uriel_regex_error;

/* Compiles an expression into `memory`, which is aligned for uint32_t, and returns how many bytes of it
 * are used. Fails if the text is not an expression, or needs more states, and if `size` is less than the
 * bound: about 80,000 + 12 * len, and 36 for each of the first 10,000 bytes. O(len + states). */
URIEL_API size_t uriel_regex_compile(const char *pattern, size_t len, unsigned options, void *memory,
                                     size_t size, uriel_regex_error *error);
URIEL_API size_t uriel_regex_bound(size_t len);

/* Returns the number of groups. O(1). */
URIEL_API size_t uriel_regex_groups(const uriel_regex *regex);

/* Returns whether the expression matches in the text, and fills `count` texts: the match, and each group
 * in the order of their "(", as it matched last; undefined if it is not part of the match, or not of the
 * last repetition of the group around it. Also returns false if `size` is less than uriel_regex_scratch,
 * or the text has 2^32-1 bytes or more. O(states * len), with `count` above 1 O(states * len * count),
 * whatever the expression and the text. */
URIEL_API bool uriel_regex_search(uriel_text *found, size_t count, const uriel_regex *regex,
                                  const char *text, size_t len, void *memory, size_t size);

/* Returns how many bytes of memory, aligned for uint32_t, a search for `count` texts needs: for each
 * state 16, and 16 for each text. O(1). */
URIEL_API size_t uriel_regex_scratch(const uriel_regex *regex, size_t count);

#endif
