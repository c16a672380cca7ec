/* SPDX-License-Identifier: MIT */
/* Prints src/site/suffix_table.h: the Public Suffix List as the library compiles it. Arguments: the list
 * and its date. */
#include <stdio.h>
#include <stdlib.h>

#include "uriel_site.h"

enum { LINE = 28, TEXT_MAX = 1 << 22 };

int main(int argc, char **argv)
{
  FILE *const file = argc == 3 ? fopen(argv[1], "rb") : NULL;
  char *const text = malloc(TEXT_MAX);
  if (!file || !text)
    return 2;
  const size_t len = fread(text, 1, TEXT_MAX, file), room = uriel_suffix_list_bound(text, len);
  uriel_suffix_list list;
  uriel_suffix_error error;
  if (!uriel_suffix_list_compile(&list, text, len, malloc(room), room, &error)) {
    fprintf(stderr, "%s:%zu: %s\n", argv[1], error.line, error.message);
    return 1;
  }
  printf("/* SPDX-License-Identifier: MPL-2.0 */\n"
         "/* Made by tools/make-suffixes of data/psl/public_suffix_list.dat. Do not edit. */\n\n"
         "/* clang-format off */\n"
         "static const char suffix_table_date[] = \"%s\";\n"
         "static const unsigned char suffix_table[] = {",
         argv[2]);
  for (size_t i = 0; i < list.size; i++)
    printf("%s%u,", i % LINE ? "" : "\n", list.bytes[i]);
  puts("\n};");
  return ferror(stdout) || fflush(stdout) ? 2 : 0;
}
