/* SPDX-License-Identifier: MIT */
/* The word that someone meant, by edit distance relative to the length. */
#ifndef URIEL_BASE_NEAREST_H
#define URIEL_BASE_NEAREST_H

/* Returns the word most similar to `wrong`, or NULL. `words` ends with NULL. */
const char *nearest_word(const char *wrong, const char *const *words);

/* Returns the word that `wrong` certainly means, or NULL: the only one that is the same in another case
 * (of ASCII), else the only one that one change of a letter makes of it, not of the case as well, if the
 * digits are the same. Each of the words, up to `end`, ends with a NUL. */
const char *nearest_certain(const char *wrong, const char *words, const char *end);

#endif
