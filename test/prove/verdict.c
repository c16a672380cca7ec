/* SPDX-License-Identifier: MIT */
/* verdict SPEC [OPTION...]: reads texts from standard input, each after its length (4 bytes,
 * little-endian), and writes the line of each (line.h). Each text is in a heap block of its exact
 * size. */
#include <stdlib.h>

#include "line.h"

static void die(const char *message)
{
  fprintf(stderr, "verdict: %s\n", message);
  exit(3);
}

static bool read_length(size_t *len)
{
  unsigned char bytes[4];
  if (fread(bytes, 1, sizeof bytes, stdin) != sizeof bytes)
    return false;
  *len = bytes[0] | (size_t)bytes[1] << 8 | (size_t)bytes[2] << 16 | (size_t)bytes[3] << 24;
  return true;
}

static void answer_one(const reading *how, size_t len)
{
  char *const text = malloc(len ? len : 1);
  if (!text)
    die("out of memory");
  if (fread(text, 1, len, stdin) != len)
    die("standard input ends within a text");
  const verdict answer = verdict_of(how, text, len);
  verdict_print(stdout, how, &answer, text, len);
  free(text);
}

int main(int argc, char **argv)
{
  reading how;
  size_t len;
  if (!reading_from(argv + 1, argc - 1, &how))
    die("usage: verdict SPEC [partial] [require-prefix]");
  while (read_length(&len))
    answer_one(&how, len);
  if (ferror(stdin) || fflush(stdout) || ferror(stdout))
    die("cannot read or write");
  return 0;
}
