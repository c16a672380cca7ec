/* SPDX-License-Identifier: MIT */
/* answers NAME: the reader with that name reads each line of hexadecimal bytes. The answer is "-"
 * if it refuses the text, else scheme and host in hexadecimal and the port, with tabs; "-" is undefined.
 * Without NAME: the name, version and program of each reader. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "uriel_agree.h"

static void print_hex(uriel_text text)
{
  if (!text.ptr)
    putchar('-');
  for (size_t i = 0; i < text.len; i++)
    printf("%02x", (unsigned char)text.ptr[i]);
  putchar('\t');
}

/* Each text is in memory of its own, so that the sanitizers find a read outside it. */
static void answer(const uriel_reader *reader, const char *line, size_t len)
{
  const size_t bound = uriel_reader_bound(len);
  char *const text = malloc(len + !len), *const out = malloc(bound + !bound);
  uriel_reading reading;
  if (!text || !out)
    exit(3);
  for (size_t i = 0; i < len; i++) {
    const char digits[3] = {line[2 * i], line[2 * i + 1], '\0'};
    text[i] = (char)strtoul(digits, NULL, 16);
  }
  if (uriel_reader_read(&reading, reader, text, len, out, bound)) {
    print_hex(reading.scheme);
    print_hex(reading.host);
    printf(reading.port < 0 ? "-\n" : "%ld\n", (long)reading.port);
  } else {
    puts("-");
  }
  free(text);
  free(out);
}

int main(int argc, char **argv)
{
  size_t count, size = 0;
  char *line = NULL;
  const uriel_reader *const readers = uriel_readers(&count);
  if (argc < 2) {
    for (size_t i = 0; i < count; i++)
      printf("%s\t%s\t%s\n", readers[i].name, readers[i].version, readers[i].program);
    return 0;
  }
  const uriel_reader *const reader = uriel_reader_find(argv[1], strlen(argv[1]));
  if (!reader)
    return 2;
  while (getline(&line, &size, stdin) >= 0)
    answer(reader, line, strcspn(line, "\n") / 2);
  free(line);
  return ferror(stdin) || fclose(stdout) ? 3 : 0;
}
