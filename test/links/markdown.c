/* SPDX-License-Identifier: MIT */
/* Reads documents of Markdown from standard input, each a line with its length and then its bytes, and
 * prints what the reader finds, for compare_markdown.mjs and test_commonmark.py. Lines: a letter, a
 * space and the text in hexadecimal: "l" a link's destination, decoded, "d" that of a definition that is
 * used, "u" of one that is not, "h" HTML, "." the end of a document. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "links/markdown.h"

static void put_hexadecimal(const char *text, size_t len)
{
  for (size_t i = 0; i < len; i++)
    printf("%02x", (unsigned)(unsigned char)text[i]);
}

static bool list(void *context, const struct markdown_found *found)
{
  static const char mailto[] = "mailto:";
  char *const out = context;
  const bool is_email = found->kind == MARKDOWN_EMAIL;
  size_t len;
  switch (found->kind) {
  case MARKDOWN_TAG:
  case MARKDOWN_HTML:
  case MARKDOWN_HTML_END:
    printf("h ");
    put_hexadecimal(found->text.ptr, found->text.len);
    break;
  case MARKDOWN_HEADING:
    return true;
  default:
    len = markdown_destination_decode(found->text.ptr, found->text.len,
                                      is_email || found->kind == MARKDOWN_AUTOLINK, out);
    printf("%s ", found->kind != MARKDOWN_DEFINITION ? "l" : found->is_used ? "d" : "u");
    put_hexadecimal(mailto, is_email ? sizeof mailto - 1 : 0);
    put_hexadecimal(out, len);
  }
  putchar('\n');
  return true;
}

int main(void)
{
  size_t len;
  while (scanf("%zu", &len) == 1 && getchar() == '\n') {
    char *const data = malloc(len ? len : 1), *const out = malloc(len * 3 + MARKDOWN_ROOM);
    if (!data || !out || fread(data, 1, len, stdin) != len)
      return 2;
    struct markdown markdown = {.data = data, .len = len, .found = list, .context = out};
    if (!markdown_read(&markdown))
      return 1;
    markdown_free(&markdown);
    puts(".");
    free(data);
    free(out);
  }
  return 0;
}
