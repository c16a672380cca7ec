/* SPDX-License-Identifier: MIT */
/* Documents of Markdown from standard input, each a line with its length and then its bytes, and what
 * uriel finds in each, for compare_markdown.mjs: the lines of markdown_lines.h, and a line ".". */
#include <stdio.h>
#include <stdlib.h>

#include "markdown_lines.h"

int main(void)
{
  char line[32];
  while (fgets(line, sizeof line, stdin)) {
    const size_t len = strtoul(line, NULL, 10);
    char *const data = malloc(len ? len : 1);
    if (!data || fread(data, 1, len, stdin) != len || !markdown_lines(data, len, stdout))
      return 1;
    puts(".");
    free(data);
  }
  return 0;
}
