/* SPDX-License-Identifier: MIT */
/* The distinct texts of a column, for a dictionary: some consumers take only values that differ. They
 * are sorted, since a hash table would need a secret. */
#include <stdlib.h>

#include "column.h"

typedef struct distinct_row {
  uriel_text text;
  int64_t row;
} distinct_row;

static int distinct_compare(const void *left, const void *right)
{
  const uriel_text a = ((const distinct_row *)left)->text, b = ((const distinct_row *)right)->text;
  const size_t common = a.len < b.len ? a.len : b.len;
  const int order = memcmp(a.ptr, b.ptr, common);
  return order != 0 ? order : (a.len > b.len) - (a.len < b.len);
}

/* The rows that are not null, sorted by their texts. Returns their number. */
static size_t distinct_sort(distinct_row *rows, const arrow_column *column)
{
  size_t count = 0;
  for (int64_t row = 0; row < column->length; row++) {
    uriel_value value;
    uriel_arrow_column_get(column, row, &value);
    if (value.kind == URIEL_KIND_TEXT)
      rows[count++] = (distinct_row){value.text, row};
  }
  qsort(rows, count, sizeof *rows, distinct_compare);
  return count;
}

int uriel_arrow_column_distinct(arrow_column *texts, const arrow_column *column, int64_t *places,
                                const char **why)
{
  int error = uriel_arrow_column_open(texts, column->format, 0, why);
  if (error)
    return error;
  distinct_row *const rows = malloc(((size_t)column->length + 1) * sizeof *rows);
  if (!rows)
    return arrow_no_memory(why);
  const size_t count = distinct_sort(rows, column);
  for (int64_t row = 0; row < column->length; row++)
    places[row] = -1;
  for (size_t i = 0; i < count && !error; i++) {
    const uriel_value value = {.kind = URIEL_KIND_TEXT, .text = rows[i].text};
    if (i == 0 || distinct_compare(&rows[i - 1], &rows[i]) != 0)
      error = uriel_arrow_column_add(texts, &value, why);
    places[rows[i].row] = texts->length - 1;
  }
  free(rows);
  return error;
}
