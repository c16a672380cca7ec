/* SPDX-License-Identifier: MIT */
/* matrix: reads lines of hexadecimal bytes, each a text. Prints for each pair of present readers on how
 * many of the texts that both accept they see different hosts or ports, and on how many texts not all
 * agree. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "uriel_agree.h"

enum { READERS = 64 };

static unsigned long differ[READERS][READERS];

static void *memory(size_t size)
{
  void *const block = malloc(size + !size);
  if (!block)
    exit(3);
  return block;
}

/* Returns whether the readers that accept the text see different places. */
static bool parts(const uriel_reader *readers, size_t count, uriel_text text, char *out, size_t size)
{
  uriel_agreement agreement;
  uriel_agree(&agreement, NULL, readers, count, URIEL_AGREE_PLACE, text.ptr, text.len, out, size);
  return agreement.same != agreement.accepts;
}

int main(void)
{
  size_t count, size = 0, texts = 0, parted = 0;
  char *line = NULL;
  const uriel_reader *const readers = uriel_present_readers(&count);
  while (getline(&line, &size, stdin) >= 0) {
    const size_t len = strcspn(line, "\n") / 2, bound = uriel_agree_bound(0, len);
    char *const text = memory(len), *const out = memory(bound);
    for (size_t i = 0; i < len; i++) {
      const char digits[3] = {line[2 * i], line[2 * i + 1], '\0'};
      text[i] = (char)strtoul(digits, NULL, 16);
    }
    texts++;
    if (parts(readers, count, (uriel_text){text, len}, out, bound)) {
      parted++;
      for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++) {
          const uriel_reader pair[2] = {readers[i], readers[j]};
          differ[i][j] += parts(pair, 2, (uriel_text){text, len}, out, bound);
        }
    }
    free(text);
    free(out);
  }
  for (size_t j = 0; j < count; j++)
    printf("\t%s", readers[j].name);
  putchar('\n');
  for (size_t i = 0; i < count; i++) {
    printf("%s", readers[i].name);
    for (size_t j = 0; j < count; j++)
      printf("\t%lu", i > j ? differ[i][j] : differ[j][i]);
    putchar('\n');
  }
  printf("%zu texts, readers differ on %zu\n", texts, parted);
  free(line);
  return ferror(stdin) || fclose(stdout) ? 3 : 0;
}
