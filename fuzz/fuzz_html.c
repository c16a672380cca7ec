/* SPDX-License-Identifier: MIT */
/* uriel_html_begin, _feed, _next, _watch, _needed, _grow: the references of a page do not depend on how
 * it is cut or on the size of the scratch buffer that grows; with a buffer that does not grow they end,
 * too; the base is the one that options.only_base finds; references that are not guesses are as without
 * them. The first bytes choose the options and the cuts. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "html_listing.h"

static char *listed(uriel_text page, const uriel_html_options *options, size_t piece, size_t scratch,
                    bool ignore, size_t watch)
{
  html_listing how = {
      .options = options, .piece = piece, .scratch = scratch, .ignore = ignore, .watch = watch};
  return html_list(&how, page);
}

/* Bytes beyond ASCII as Latin-1. */
static size_t latin_1(void *context, const char *text, size_t len, char *out, size_t capacity)
{
  size_t n = 0;
  (void)context;
  for (size_t i = 0; i < len; i++) {
    const unsigned char c = (unsigned char)text[i];
    char bytes[2] = {(char)c};
    const size_t count = c < 0x80 ? 1 : 2;
    if (count == 2) {
      bytes[0] = (char)(0xc0 | c >> 6);
      bytes[1] = (char)(0x80 | (c & 0x3f));
    }
    if (n + count <= capacity)
      memcpy(out + n, bytes, count);
    n += count;
  }
  return n;
}

/* The line of the base, or an empty text. */
static uriel_text base_line(const char *lines)
{
  for (const char *line = lines; *line; line = strchr(line, '\n') + 1) {
    char *rest;
    strtol(line, &rest, 10);
    if (strtol(rest, NULL, 10) & URIEL_HTML_BASE)
      return (uriel_text){line, (size_t)(strchr(line, '\n') - line)};
  }
  return (uriel_text){"", 0};
}

static void check_base(uriel_text page, const char *lines, const uriel_html_options *options)
{
  uriel_html_options only = *options;
  only.only_base = true;
  char *const base = listed(page, &only, 0, 0, false, 0);
  const uriel_text expected = base_line(lines), found = base_line(base);
  fuzz_must(expected.len == found.len && memcmp(expected.ptr, found.ptr, found.len) == 0,
            "the same base with only_base");
  free(base);
}

/* Removes the lines of guesses. */
static void drop_guesses(char *lines)
{
  char *to = lines;
  for (char *line = lines, *next; *line; line = next) {
    next = strchr(line, '\n') + 1;
    if (strtol(line, NULL, 10) == URIEL_HTML_GUESS)
      continue;
    memmove(to, line, (size_t)(next - line));
    to += next - line;
  }
  *to = 0;
}

static void check_guesses(uriel_text page, char *lines, const uriel_html_options *options, size_t watch)
{
  uriel_html_options plain = *options;
  plain.guess = false;
  char *const expected = listed(page, &plain, 0, 0, false, watch);
  drop_guesses(lines);
  fuzz_must(strcmp(lines, expected) == 0, "the same except guesses");
  free(expected);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static const uriel_text names[] = {{"id", 2}, {"name", 4}};
  if (size < 2)
    return 0;
  const uriel_html_options options = {.scripting = data[0] & 1,
                                      .guess = !(data[1] & 1),
                                      .attributes = names,
                                      .attribute_count = data[0] & 2 ? 2 : 0,
                                      .decoder = data[0] & 4 ? latin_1 : NULL};
  const size_t watch = data[1] % 16, piece = 1 + data[0] / 8, scratch = 1 + (size_t)data[1] * 4;
  const uriel_text page = fuzz_text(data + 2, size - 2);
  char *const whole = listed(page, &options, 0, 0, false, watch);
  char *const cut = listed(page, &options, piece, scratch, false, watch);
  fuzz_must(strcmp(whole, cut) == 0, "the references do not depend on cuts");
  free(listed(page, &options, piece, scratch, true, watch));
  check_base(page, whole, &options);
  check_guesses(page, whole, &options, watch);
  free(whole);
  free(cut);
  text_free(page);
  return 0;
}
