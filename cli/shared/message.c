/* SPDX-License-Identifier: MIT */
/* Messages on standard error, the ends of the program that they explain, and the progress line. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>

#include "base/nearest.h"
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

static _Noreturn void message_end(enum cli_status status, const char *format, va_list arguments)
{
  if (standard_out.spool) {
    /* Another thread writes the output of this one, and may be writing now. */
    standard_out.len = standard_error.len = 0;
    standard_out.spool = standard_error.spool = NULL;
  }
  message_write(NULL, format, arguments);
  output_flush(&standard_error);
  exit((int)status);
}

void die(enum cli_status status, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  message_end(status, format, arguments);
}

void die_io(const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  message_end(STATUS_IO, format, arguments);
}

void die_wrong(const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  message_end(STATUS_USAGE, format, arguments);
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

/* Words of other tools and languages, and the words used here. */
static const struct {
  const char *other, *own;
} word_synonyms[] = {
    {"domain", "site"},
    {"tld", "suffix"},
    {"protocol", "scheme"},
    {"hostname", "host"},
    {"url", "reference"},
    {"uri", "reference"},
    {"href", "reference"},
    {"username", "user"},
    {"pass", "password"},
    {"anchor", "fragment"},
    {"search", "query"},
    {"querystring", "query"},
    {"pathname", "path"},
    {"netloc", "authority"},
    {"address", "ip"},
    {"&&", "and"},
    {"||", "or"},
    {"~", "matches"},
    {"regex", "matches"},
    {"contains", "like"},
    {"includes", "like"},
    {"startswith", "like"},
    {"endswith", "like"},
    {"is", "=="},
    {"eq", "=="},
    {"equals", "=="},
    {"ne", "!="},
    {"<>", "!="},
    {"lt", "<"},
    {"le", "<="},
    {"gt", ">"},
    {"ge", ">="},
    {"host", "site"},
    {"homograph", "looks-ascii"},
    {"homoglyph", "looks-ascii"},
    {"confusable", "looks-ascii"},
    {"segment", "path-segment"},
    {"key", "query-key"},
    {"name", "query-key"},
    {"value", "query-value"},
    {"param", "query-value"},
    {"parameter", "query-value"},
};

const char *word_synonym(const char *word, const char *const *words)
{
  for (size_t i = 0; i < sizeof word_synonyms / sizeof *word_synonyms; i++) {
    if (strcmp(word_synonyms[i].other, word) != 0)
      continue;
    for (; *words; words++)
      if (strcmp(word_synonyms[i].own, *words) == 0)
        return *words;
  }
  return NULL;
}

const char *word_hint(char out[WORD_HINT], uriel_text wrong, const char *const *words)
{
  char word[WORD_HINT] = "";
  if (wrong.len < sizeof word)
    memcpy(word, wrong.ptr, wrong.len);
  const char *near = word_synonym(word, words);
  near = near ? near : nearest_word(word, words);
  snprintf(out, WORD_HINT, "%s%s%s", near ? ": did you mean \"" : "", near ? near : "",
           near ? "\"?" : "");
  return out;
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
