/* SPDX-License-Identifier: MIT */
/* The word that somebody most likely meant: by edit distance, for short words only. */
#include <string.h>

#include "option.h"

enum { NEAREST_MAX = 32 };

static size_t nearest_least(size_t a, size_t b, size_t c)
{
  const size_t ab = a < b ? a : b;
  return ab < c ? ab : c;
}

/* Insertions, deletions, substitutions, and exchanges of neighbours ("optimal string alignment"). */
static size_t nearest_distance(const char *a, size_t a_len, const char *b, size_t b_len)
{
  size_t row[3][NEAREST_MAX + 1];
  for (size_t j = 0; j <= b_len; j++)
    row[0][j] = j;
  for (size_t i = 1; i <= a_len; i++) {
    size_t *const here = row[i % 3];
    const size_t *const above = row[(i + 2) % 3];
    here[0] = i;
    for (size_t j = 1; j <= b_len; j++) {
      here[j] = nearest_least(above[j] + 1, here[j - 1] + 1, above[j - 1] + (a[i - 1] != b[j - 1]));
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        here[j] = nearest_least(here[j], row[(i + 1) % 3][j - 2] + 1, here[j]);
    }
  }
  return row[a_len % 3][b_len];
}

const char *nearest_word(const char *wrong, const char *const *words)
{
  const size_t len = strlen(wrong);
  const char *best = NULL;
  size_t best_distance = len / 3 + 2; /* one less than this still counts */
  if (len == 0 || len > NEAREST_MAX)
    return NULL;
  for (; *words; words++) {
    const size_t word_len = strlen(*words);
    if (len >= 2 && strncmp(*words, wrong, len) == 0)
      return *words;
    if (word_len > NEAREST_MAX)
      continue;
    const size_t distance = nearest_distance(wrong, len, *words, word_len);
    if (distance < best_distance && distance < word_len) {
      best = *words;
      best_distance = distance;
    }
  }
  return best;
}
