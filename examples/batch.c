/* SPDX-License-Identifier: MIT */
/* Counts the references of standard input, one per line, with a host, without a host and invalid, and
 * prints the error of the first invalid line. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uriel_batch.h>

enum { ROWS = 256, PIECE = 65536 };

typedef struct counts {
  unsigned long hosts;
  unsigned long others;
  unsigned long invalid;
} counts;

static void print_invalid(const uriel_ref *row)
{
  uriel_ref none;
  uriel_error error;
  char why[URIEL_ERROR_TEXT_MAX];
  uriel_parse(&none, row->text, row->length, &error);
  const size_t len = uriel_error_describe(&error, row->text, row->length, why, sizeof why);
  printf("the first invalid line, error at byte %zu: %.*s\n", error.offset, (int)len, why);
}

static void take(counts *found, const uriel_ref *rows, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    if (!(rows[i].flags & URIEL_INVALID))
      *(uriel_host(&rows[i]).len > 0 ? &found->hosts : &found->others) += 1;
    else if (found->invalid++ == 0)
      print_invalid(&rows[i]);
  }
}

/* Reserves space for another piece after the text; doubles the buffer, so that the bytes of a long line
 * are copied a constant number of times. */
static bool make_room(char **text, size_t len, size_t *capacity)
{
  if (*capacity - len >= PIECE)
    return true;
  char *const larger = realloc(*text, 2 * *capacity + PIECE);
  if (!larger)
    return false;
  *text = larger;
  *capacity = 2 * *capacity + PIECE;
  return true;
}

int main(void)
{
  counts found = {0};
  uriel_ref rows[ROWS];
  char *text = NULL;
  size_t len = 0, capacity = 0;
  for (bool end = false; !end;) {
    size_t from = 0, count;
    if (!make_room(&text, len, &capacity))
      return 1;
    len += fread(text + len, 1, PIECE, stdin);
    end = feof(stdin) || ferror(stdin);
    while ((count = uriel_parse_lines(rows, ROWS, &from, text, len, end)) > 0)
      take(&found, rows, count);
    len -= from;
    memmove(text, text + from, len); /* a line whose end is still to come */
  }
  free(text);
  printf("%lu with a host, %lu without, %lu invalid\n", found.hosts, found.others, found.invalid);
  return ferror(stdin) ? 1 : 0;
}
