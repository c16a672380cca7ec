/* SPDX-License-Identifier: MIT */
/* uriel-html-tokens FILE...: the speed of the tokeniser of HTML on the files in memory, beside that of
 * memchr for each "<" and for each ">". With no FILE, reads their names from standard input. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "html/token.h"

enum { ROUNDS = 7 };

static uriel_text *files;
static size_t file_count, byte_count;

static _Noreturn void fail(const char *what, const char *name)
{
  fprintf(stderr, "uriel-html-tokens: %s: %s\n", what, name);
  exit(1);
}

static void add_file(const char *name)
{
  FILE *const file = fopen(name, "rb");
  if (!file || fseek(file, 0, SEEK_END) != 0)
    fail("cannot read", name);
  const long size = ftell(file);
  char *const text = malloc(size > 0 ? (size_t)size : 1);
  if (size < 0 || !text || fseek(file, 0, SEEK_SET) != 0 ||
      fread(text, 1, (size_t)size, file) != (size_t)size)
    fail("cannot read", name);
  fclose(file);
  if ((file_count & (file_count - 1)) == 0) {
    files = realloc(files, 2 * (file_count + 1) * sizeof *files);
    if (!files)
      fail("out of memory", name);
  }
  files[file_count++] = (uriel_text){text, (size_t)size};
  byte_count += (size_t)size;
}

/* ---- Passes: each returns a count, so that none is left out --------------------------------------- */

static size_t pass_less(uriel_text text)
{
  size_t count = 0;
  const char *const end = text.ptr + text.len;
  for (const char *at = text.ptr; at < end && (at = memchr(at, '<', (size_t)(end - at))); at++)
    count++;
  return count;
}

static size_t pass_both(uriel_text text)
{
  size_t count = 0;
  const char *const end = text.ptr + text.len;
  for (const char *at = text.ptr; at < end && (at = memchr(at, '<', (size_t)(end - at))); count++)
    if (!(at = memchr(at, '>', (size_t)(end - at))))
      break;
  return count;
}

static enum html_content content_of(enum html_element id)
{
  switch (id) {
  case HTML_TAG_TITLE:
  case HTML_TAG_TEXTAREA:
    return HTML_AS_RCDATA;
  case HTML_TAG_STYLE:
  case HTML_TAG_XMP:
  case HTML_TAG_IFRAME:
    return HTML_AS_RAWTEXT;
  case HTML_TAG_SCRIPT:
    return HTML_AS_SCRIPT;
  default:
    return HTML_AS_DATA;
  }
}

static size_t pass_tokens(uriel_text text)
{
  struct html_tokens tokens = {.window = text.ptr, .len = text.len, .last = true};
  struct html_token token;
  size_t count = 0;
  for (;;) {
    html_token_next(&tokens, &token);
    if (token.kind == HTML_TOKEN_EOF)
      return count;
    if (token.kind == HTML_TOKEN_START) {
      tokens.content = content_of(token.id);
      tokens.raw = token.id;
      count++;
    } else {
      count++;
    }
  }
}

static void measure(const char *name, size_t pass(uriel_text text))
{
  double best = 1e9;
  size_t count = 0;
  for (int round = 0; round < ROUNDS; round++) {
    struct timespec begin, end;
    count = 0;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
    for (size_t i = 0; i < file_count; i++)
      count += pass(files[i]);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    const double seconds =
        (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9;
    best = seconds < best ? seconds : best;
  }
  printf("%-16s %8.3f GB/s %8.2f ns each of %zu\n", name, (double)byte_count / best / 1e9,
         best * 1e9 / (double)(count ? count : 1), count);
}

int main(int argc, char **argv)
{
  char line[4096];
  for (int i = 1; i < argc; i++)
    add_file(argv[i]);
  while (argc == 1 && fgets(line, sizeof line, stdin)) {
    line[strcspn(line, "\n")] = '\0';
    add_file(line);
  }
  printf("%zu files, %zu bytes, %s\n", file_count, byte_count, uriel_cpu_name(uriel_cpu_used()));
  measure("memchr <", pass_less);
  measure("memchr < and >", pass_both);
  measure("tokens", pass_tokens);
  return 0;
}
