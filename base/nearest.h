/* SPDX-License-Identifier: MIT */
/* The word that someone meant, by edit distance relative to the length. */
#ifndef URIEL_BASE_NEAREST_H
#define URIEL_BASE_NEAREST_H

/* Returns the word most similar to `wrong`, or NULL. `words` ends with NULL. */
const char *nearest_word(const char *wrong, const char *const *words);

#endif
