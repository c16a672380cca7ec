/* SPDX-License-Identifier: MIT */
/* Prints what a fragment selects of standard input: cut_text FRAGMENT [csv]. Exits with 1 if it is
 * missing, and with 2 if it is not such a fragment. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "reader/cut.h"

int main(int argc, char **argv)
{
  struct buffer text = {0}, out = {0};
  if (argc < 2 || !buffer_read(&text, STDIN_FILENO))
    return 3;
  /* A block of the exact size, so that reads past its end are found. */
  char *const exact = malloc(text.len ? text.len : 1);
  if (!exact)
    return 3;
  memcpy(exact, text.ptr, text.len);
  const enum fragment_answer answer =
      cut_text((uriel_text){exact, text.len}, argc > 2, uriel_text_of(argv[1]), &out);
  if (out.len)
    fwrite(out.ptr, 1, out.len, stdout);
  free(exact);
  buffer_free(&text);
  buffer_free(&out);
  return answer == FRAGMENT_FOUND ? 0 : answer == FRAGMENT_MISSING ? 1 : 2;
}
