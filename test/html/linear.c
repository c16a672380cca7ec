/* SPDX-License-Identifier: MIT */
/* The tokeniser of HTML on its worst inputs of a given length, for tools/check-linear, which compiles
 * this into the library: as test/linear/driver.c does it for the public functions. usage: linear LENGTH
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "html/character.h"
#include "html/token.h"
#include "steps.h"

typedef struct linear_input {
  const char *text;
  size_t len, step; /* how many bytes each window has more than the one before */
  bool all;
  enum html_content content;
  char *out;
} linear_input;

static volatile size_t linear_sink;

static void linear_run(const linear_input *input)
{
  struct html_tokens t = {.window = input->text,
                          .len = input->step < input->len ? input->step : input->len,
                          .last = input->step >= input->len,
                          .all = input->all,
                          .content = input->content,
                          .raw = HTML_TAG_SCRIPT};
  struct html_token token;
  do {
    uriel_html_token_next(&t, &token);
    linear_sink += token.text.len;
    if (token.kind == HTML_TOKEN_MORE) {
      const size_t read = (size_t)(t.window - input->text) + t.len, left = input->len - read;
      t.window += t.at;
      t.len = t.len - t.at + (input->step < left ? input->step : left);
      t.last = left <= input->step;
      t.at = 0;
    } else if (token.kind == HTML_TOKEN_TEXT) {
      linear_sink += uriel_html_decode_value(token.text.ptr, token.text.len, false, NULL, NULL,
                                             input->out, 3 * input->len);
    }
  } while (token.kind != HTML_TOKEN_EOF);
}

static void try(const char *start, const char *pattern, size_t len)
{
  char *const text = malloc(len), *const out = malloc(3 * len);
  if (!text || !out)
    exit(1);
  const size_t start_len = strlen(start), pattern_len = strlen(pattern);
  for (size_t i = 0; i < len; i++)
    text[i] = i < start_len ? start[i] : pattern[(i - start_len) % pattern_len];
  for (unsigned how = 0; how < 8; how++) {
    const linear_input input = {.text = text,
                                .len = len,
                                .step = how & 1 ? 1 : len,
                                .all = (how & 2) != 0,
                                .content = how & 4 ? HTML_AS_SCRIPT : HTML_AS_DATA,
                                .out = out};
    const size_t before = linear_steps;
    linear_run(&input);
    printf("%zu\t%s%s%s\t%s\t%s\n", linear_steps - before, how & 4 ? "script" : "data",
           how & 2 ? ", all" : "", how & 1 ? ", byte by byte" : "", start, pattern);
  }
  free(out);
  free(text);
}

int main(int argc, char **argv)
{
  static const char *const starts[] = {"", "<!--", "<a b='", "<![CDATA[", "<!--<script>", "&#"};
  static const char *const patterns[] = {"<",  "<a ",  "<a b=\"", "&",   "&a",         "&#x1", "a",
                                         "0",  "<!--", "-",       "--!", "]",          "\"",   "=",
                                         "a=", "</a",  ">",       "<a>", "<a b>",      "<?",   "/",
                                         "\f", "'",    "--><!--", "</s", "<b c=\"d\">"};
  const size_t len = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
    for (size_t j = 0; j < sizeof patterns / sizeof *patterns; j++)
      try(starts[i], patterns[j], len);
  return len == 0;
}
