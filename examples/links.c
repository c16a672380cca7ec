/* SPDX-License-Identifier: MIT */
/* Prints the references of the HTML page on standard input, of any size: element, attribute, offset and
 * value. */
#include <stdio.h>
#include <stdlib.h>
#include <uriel_html.h>

static void print(const uriel_html_reference *reference)
{
  const char *const attribute = reference->attribute.ptr ? reference->attribute.ptr : "";
  printf("%s %s %llu ", reference->element.ptr, attribute, (unsigned long long)reference->offset);
  printf("%.*s\n", (int)reference->value.len, reference->value.ptr);
}

/* Prints the references of the piece. Returns the scratch buffer, which may have grown. */
static char *read_piece(uriel_html *html, char *scratch)
{
  uriel_html_reference reference;
  for (;;) {
    switch (uriel_html_next(html, &reference)) {
    case URIEL_HTML_FOUND:
      print(&reference);
      break;
    case URIEL_HTML_FULL:
      scratch = realloc(scratch, uriel_html_needed(html));
      if (!scratch)
        exit(1);
      uriel_html_grow(html, scratch, uriel_html_needed(html));
      break;
    case URIEL_HTML_MORE:
    case URIEL_HTML_END:
      return scratch;
    }
  }
}

int main(void)
{
  uriel_html html;
  char piece[16384];
  char *scratch = malloc(URIEL_HTML_SCRATCH);
  size_t len;
  if (!scratch)
    return 1;
  uriel_html_begin(&html, NULL, scratch, URIEL_HTML_SCRATCH);
  do {
    len = fread(piece, 1, sizeof piece, stdin);
    uriel_html_feed(&html, piece, len,
                    len == 0); /* a piece may be short: only an empty one is the end */
    scratch = read_piece(&html, scratch);
  } while (len > 0);
  free(scratch);
  return ferror(stdin) != 0;
}
