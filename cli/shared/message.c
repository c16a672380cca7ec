/* SPDX-License-Identifier: MIT */
/* Messages on standard error, the ends of the program that they explain, the words that they suggest (by
 * edit distance relative to the length), and the progress line. */
#include <ctype.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <time.h>

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

/* ---- Suggestions ------------------------------------------------------------------------------ */

/* Longer words get no suggestion; a prefix of at least this length counts as similar. */
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

/* ---- Progress --------------------------------------------------------------------------------- */

static double progress_now(void)
{
  struct timespec now;
  if (clock_gettime(CLOCK_MONOTONIC, &now) != 0)
    return 0;
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

void progress_start(struct progress *progress, bool beside_output)
{
  *progress = (struct progress){0};
  progress->possible = standard_error.terminal && (beside_output || !standard_out.terminal);
  progress->start = progress_now();
  progress->last = progress->start;
}

double progress_seconds(const struct progress *progress)
{
  return progress_now() - progress->start;
}

bool progress_due(struct progress *progress)
{
  if (!progress->possible)
    return false;
  const double now = progress_now();
  if (now - progress->start < 1.0 || (progress->visible && now - progress->last < 0.2))
    return false;
  progress->last = now;
  return true;
}

void progress_draw(struct progress *progress, const char *format, ...)
{
  char text[512];
  va_list arguments;
  va_start(arguments, format);
  const int len = vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (len < 0)
    return;
  size_t shown = (size_t)len < sizeof text ? (size_t)len : sizeof text - 1;
  struct winsize size;
  const bool known = ioctl(standard_error.fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  const size_t width = known ? (size_t)size.ws_col - 1 : 79; /* some terminals wrap a full last column */
  if (shown > width)
    shown = width;
  output_char(&standard_error, '\r');
  output_escaped(&standard_error, text, shown);
  output_text(&standard_error, "\033[K");
  output_flush(&standard_error);
  progress->visible = true;
}

void progress_clear(struct progress *progress)
{
  if (!progress->visible)
    return;
  output_text(&standard_error, "\r\033[K");
  output_flush(&standard_error);
  progress->visible = false;
}

const char *progress_bytes(double bytes, char out[16])
{
  static const char *const units[] = {"B", "kB", "MB", "GB", "TB", "PB"};
  size_t unit = 0;
  while (bytes >= 999.95 && unit + 1 < sizeof units / sizeof *units) {
    bytes /= 1000;
    unit++;
  }
  snprintf(out, 16, unit ? "%.1f %s" : "%.0f %s", bytes, units[unit]);
  return out;
}
