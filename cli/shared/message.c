/* SPDX-License-Identifier: MIT */
/* Messages on standard error, the ends of the program that they explain, and the words that they
 * suggest: by edit distance relative to the length. */
#include <ctype.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli.h"
#include "output.h"

static void message_write(const char *command, const char *format, va_list arguments)
{
  char text[4096];
  const int len = vsnprintf(text, sizeof text, format, arguments);
  const bool cut = len >= (int)sizeof text;
  output_turn();
  output_flush(&standard_out);
  output_text(&standard_error, "uriel");
  if (command) {
    output_char(&standard_error, ' ');
    output_text(&standard_error, command);
  }
  output_text(&standard_error, ": ");
  output_escaped(&standard_error, text, cut ? sizeof text - 1 : len < 0 ? 0 : (size_t)len);
  output_text(&standard_error, cut ? "...\n" : "\n");
}

void message(const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  message_write(NULL, format, arguments);
  va_end(arguments);
  output_flush(&standard_error);
}

void die(enum cli_status status, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  message_write(NULL, format, arguments);
  va_end(arguments);
  output_flush(&standard_error);
  exit((int)status);
}

void die_io(const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  message_write(NULL, format, arguments);
  va_end(arguments);
  output_flush(&standard_error);
  exit(STATUS_IO);
}

void die_memory(void)
{
  die(STATUS_IO, "out of memory");
}

void die_usage(const char *command, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  message_write(command, format, arguments);
  va_end(arguments);
  output_format(&standard_error, "Try \"uriel %s%s\".\n", command ? "help " : "--help",
                command ? command : "");
  output_flush(&standard_error);
  exit(STATUS_USAGE);
}

/* Longer words get no suggestion; a prefix of at least this length counts as similar. */
enum { NEAREST_MAX = 32, NEAREST_PREFIX = 3 };

/* The case of letters does not count. */
static bool nearest_same(char a, char b)
{
  return tolower((unsigned char)a) == tolower((unsigned char)b);
}

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
      here[j] =
          nearest_least(above[j] + 1, here[j - 1] + 1, above[j - 1] + !nearest_same(a[i - 1], b[j - 1]));
      if (i > 1 && j > 1 && nearest_same(a[i - 1], b[j - 2]) && nearest_same(a[i - 2], b[j - 1]))
        here[j] = nearest_least(here[j], row[(i + 1) % 3][j - 2] + 1, here[j]);
    }
  }
  return row[a_len % 3][b_len];
}

/* Whether two words of the same length differ by one exchange of neighbours. */
static bool nearest_is_exchange(const char *a, const char *b, size_t len)
{
  size_t at = 0;
  while (at < len && nearest_same(a[at], b[at]))
    at++;
  return at + 1 < len && nearest_same(a[at], b[at + 1]) && nearest_same(a[at + 1], b[at]) &&
         strncasecmp(a + at + 2, b + at + 2, len - at - 2) == 0;
}

/* How many letters may be wrong in a word of that length. Most short words are one letter from another.
 */
static size_t nearest_limit(size_t len)
{
  return len < 4 ? 0 : len < 6 ? 1 : len < 10 ? 2 : 3;
}

/* Twice the distance, SIZE_MAX if it is too large for the words' length. An exchange is nearest. */
static size_t nearest_measure(const char *wrong, size_t len, const char *word)
{
  const size_t word_len = strlen(word);
  const size_t longer = len > word_len ? len : word_len;
  if (longer > NEAREST_MAX)
    return SIZE_MAX;
  if (len == word_len && nearest_is_exchange(wrong, word, len))
    return 1;
  const size_t distance = nearest_distance(wrong, len, word, word_len);
  return distance <= nearest_limit(longer) ? 2 * distance : SIZE_MAX;
}

const char *nearest_word(const char *wrong, const char *const *words)
{
  const size_t len = strlen(wrong);
  const char *best = NULL;
  size_t best_distance = SIZE_MAX;
  for (; *words; words++) {
    if (len >= NEAREST_PREFIX && strncasecmp(*words, wrong, len) == 0)
      return *words;
    const size_t distance = nearest_measure(wrong, len, *words);
    if (distance < best_distance) {
      best = *words;
      best_distance = distance;
    }
  }
  return best;
}
