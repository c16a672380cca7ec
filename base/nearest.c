/* SPDX-License-Identifier: MIT */
#include "nearest.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

/* Longer words get no suggestion; a prefix of at least this length is similar. */
enum { NEAREST_MAX = 32, NEAREST_PREFIX = 3 };

static size_t nearest_lower(char lower[NEAREST_MAX], const char *word)
{
  size_t len = 0;
  for (; word[len] && len < NEAREST_MAX; len++)
    lower[len] = (char)tolower((unsigned char)word[len]);
  return word[len] ? SIZE_MAX : len;
}

/* Returns how many insertions, deletions, substitutions and exchanges of neighbours make one word of the
 * other ("optimal string alignment"). */
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
      const size_t replaced = above[j - 1] + (a[i - 1] != b[j - 1]);
      const size_t exchanged = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]
                                   ? row[(i + 1) % 3][j - 2] + 1
                                   : replaced;
      here[j] = (above[j] < here[j - 1] ? above[j] : here[j - 1]) + 1;
      here[j] = replaced < here[j] ? replaced : here[j];
      here[j] = exchanged < here[j] ? exchanged : here[j];
    }
  }
  return row[a_len % 3][b_len];
}

/* Returns twice the distance, or SIZE_MAX if it is too large for the words' length. One exchange of
 * neighbours is nearest. */
static size_t nearest_measure(const char *wrong, const char *word)
{
  char a[NEAREST_MAX], b[NEAREST_MAX];
  const size_t a_len = nearest_lower(a, wrong), b_len = nearest_lower(b, word);
  const size_t longer = a_len > b_len ? a_len : b_len;
  size_t at = 0;
  if (longer == SIZE_MAX)
    return SIZE_MAX;
  while (at < a_len && at < b_len && a[at] == b[at])
    at++;
  if (a_len == b_len && at + 1 < a_len && a[at] == b[at + 1] && a[at + 1] == b[at] &&
      memcmp(a + at + 2, b + at + 2, a_len - at - 2) == 0)
    return 1;
  /* Most short words are one letter from another. */
  const size_t limit = longer < 4 ? 0 : longer < 6 ? 1 : longer < 10 ? 2 : 3;
  const size_t distance = nearest_distance(a, a_len, b, b_len);
  return distance <= limit ? 2 * distance : SIZE_MAX;
}

const char *nearest_word(const char *wrong, const char *const *words)
{
  const size_t len = strlen(wrong);
  const char *best = NULL;
  size_t best_distance = SIZE_MAX;
  for (; *words; words++) {
    if (len >= NEAREST_PREFIX && strncasecmp(*words, wrong, len) == 0)
      return *words;
    const size_t distance = nearest_measure(wrong, *words);
    if (distance < best_distance) {
      best = *words;
      best_distance = distance;
    }
  }
  return best;
}

/* Whether the words have the same digits: another number is another thing, not a slip. */
static bool nearest_has_digits_of(const char *a, const char *b)
{
  static const char digits[] = "0123456789";
  for (; (a = strpbrk(a, digits)) != NULL && (b = strpbrk(b, digits)) != NULL && *a == *b; a++, b++)
    ;
  return !a && !strpbrk(b, digits);
}

/* Whether one insertion, deletion, substitution or exchange of neighbours makes one word of the other.
 * Most short words are one letter from another. */
static bool nearest_is_slip(const char *a, size_t a_len, const char *b, size_t b_len)
{
  enum { SHORT = 4 };
  if ((a_len < SHORT && b_len < SHORT) || (a_len > b_len ? a_len - b_len : b_len - a_len) > 1)
    return false;
  for (; *a && *a == *b; a++, b++)
    ;
  if (a_len != b_len)
    return strcmp(a_len > b_len ? a + 1 : a, a_len > b_len ? b : b + 1) == 0;
  const bool is_exchange = a[0] && a[1] && a[0] == b[1] && a[1] == b[0] && strcmp(a + 2, b + 2) == 0;
  return is_exchange || (*a && strcmp(a + 1, b + 1) == 0);
}

const char *nearest_certain(const char *wrong, const char *words, const char *end)
{
  const char *same = NULL, *similar = NULL;
  bool are_several_same = false, are_several_similar = false;
  const size_t wrong_len = strlen(wrong);
  for (size_t len; words < end; words += len + 1) {
    len = strlen(words);
    if (len == wrong_len && strcasecmp(words, wrong) == 0) {
      are_several_same |= same && strcmp(same, words) != 0;
      same = words;
    } else if (!same && nearest_is_slip(wrong, wrong_len, words, len)) {
      are_several_similar |= similar && strcmp(similar, words) != 0;
      similar = words;
    }
  }
  if (same)
    return are_several_same ? NULL : same;
  return similar && !are_several_similar && nearest_has_digits_of(wrong, similar) ? similar : NULL;
}
