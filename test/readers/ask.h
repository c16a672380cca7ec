/* SPDX-License-Identifier: MIT */
/* What the programs in C that ask libraries share. Requests and answers: compare.py. */
#ifndef URIEL_TEST_READERS_ASK_H
#define URIEL_TEST_READERS_ASK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Prints a scheme or host and a tab. */
static inline void print_hex(const char *text)
{
  if (!text)
    putchar('-');
  for (; text && *text; text++)
    printf("%02x", (unsigned char)*text);
  putchar('\t');
}

/* Calls `answer` with the text of each line, which it ends with NUL. Returns the exit status. */
static inline int answer_lines(void (*answer)(const char *text))
{
  char *line = NULL;
  size_t size = 0;
  while (getline(&line, &size, stdin) >= 0) {
    const size_t len = strcspn(line, "\n") / 2;
    for (size_t i = 0; i < len; i++) {
      const char digits[3] = {line[2 * i], line[2 * i + 1], '\0'};
      line[i] = (char)strtoul(digits, NULL, 16);
    }
    line[len] = '\0';
    answer(line);
  }
  free(line);
  return ferror(stdin) || fclose(stdout) ? 3 : 0;
}

#endif
