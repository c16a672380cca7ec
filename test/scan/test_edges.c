/* SPDX-License-Identifier: MIT */
/* No kernel reads outside its text: texts of every length up to 300 that end at the end of memory, and
 * that begin at its beginning; valid ones, and ones with an end after which a kernel might look for
 * more. */
#include <stdio.h>
#include <string.h>

#include "kernel.h"

enum { LENGTH_MAX = 300 };

static const char *const leads[] = {
    "http://www.example.com/a/b/c?d=e#f/",
    "https://user:word@example.com:8080/%C3%A4/",
    "//h.",
    "mailto:a@b.",
    "/../.././a/",
    "%41%42%43",
    "?",
    "#",
    "A-long-scheme-of-many-letters.and.dots+",
};

static const char *const ends[] = {
    "",  "%",   "%4", "%41", "%G", ":",   "/",    ".",     "/.",    "/..", "@",
    "[", "]",   "?",  "#",   "//", ":80", "://",  "[::1]", "\x80",  " ",   "1",
    "A", "%4g", "\n", "/.%", "..", "@h:", "?%1F", "#%aG",  "/../.", "//h",
};

/* Repeats the lead, then appends the end, as far as both fit. */
static size_t fill(char *text, size_t len, const char *lead, const char *end)
{
  const size_t lead_len = strlen(lead), end_len = strlen(end) < len ? strlen(end) : len;
  for (size_t i = 0; i + end_len < len; i++)
    text[i] = lead[i < lead_len ? i : lead_len / 2 + i % (lead_len - lead_len / 2)];
  memcpy(text + len - end_len, end, end_len);
  return len;
}

static void both_edges(const char *text, size_t len)
{
  char *const begin = guarded_memory().begin;
  agree_on(text, len);
  if (len)
    memcpy(begin, text, len);
  agree_at(begin, len);
}

/* Also at each offset from the end of memory, as kernels may check for the end of a page. */
static void near_the_end(const char *text, size_t len)
{
  for (size_t gap = 1; gap <= 64; gap += gap < 4 ? 1 : 13) {
    char *const copy = guarded_memory().end - gap - len;
    memset(copy + len, '%', gap);
    if (len)
      memcpy(copy, text, len);
    agree_at(copy, len);
  }
}

int main(void)
{
  char text[LENGTH_MAX];
  for (size_t lead = 0; lead < sizeof leads / sizeof *leads; lead++)
    for (size_t end = 0; end < sizeof ends / sizeof *ends; end++)
      for (size_t len = 0; len <= LENGTH_MAX; len++) {
        fill(text, len, leads[lead], ends[end]);
        both_edges(text, len);
        if (len % 8 == end % 8)
          near_the_end(text, len);
      }
  return 0;
}
