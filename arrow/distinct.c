/* SPDX-License-Identifier: MIT */
/* The distinct texts of a column, for a dictionary: some consumers take only values that differ. */
#include <stdlib.h>

#include "column.h"

typedef struct distinct_table {
  int64_t *slots; /* 1 and the place of a text; 0: free */
  size_t mask;
} distinct_table;

/* Returns the slot of the text: the one that has it, or a free one. */
static int64_t *distinct_slot(const distinct_table *table, const arrow_column *texts, uriel_text text)
{
  size_t at = (size_t)uriel_hash_bytes(text.ptr, text.len, 0);
  for (;; at++) {
    int64_t *const slot = &table->slots[at & table->mask];
    uriel_value value;
    if (*slot == 0)
      return slot;
    uriel_arrow_column_get(texts, *slot - 1, &value);
    if (value.text.len == text.len && memcmp(value.text.ptr, text.ptr, text.len) == 0)
      return slot;
  }
}

static int distinct_add(arrow_column *texts, const distinct_table *table, const arrow_column *column,
                        int64_t *places, const char **why)
{
  int error = 0;
  for (int64_t row = 0; row < column->length && !error; row++) {
    uriel_value value;
    uriel_arrow_column_get(column, row, &value);
    places[row] = -1;
    if (value.kind == URIEL_KIND_UNDEFINED)
      continue;
    int64_t *const slot = distinct_slot(table, texts, value.text);
    if (*slot == 0) {
      error = uriel_arrow_column_add(texts, &value, why);
      *slot = texts->length;
    }
    places[row] = *slot - 1;
  }
  return error;
}

int uriel_arrow_column_distinct(arrow_column *texts, const arrow_column *column, int64_t *places,
                                const char **why)
{
  distinct_table table = {.mask = 1};
  while (table.mask < 2 * (size_t)column->length)
    table.mask = 2 * table.mask + 1;
  int error = uriel_arrow_column_open(texts, column->format, 0, why);
  if (error)
    return error;
  table.slots = calloc(table.mask + 1, sizeof *table.slots);
  error = table.slots ? distinct_add(texts, &table, column, places, why) : arrow_no_memory(why);
  free(table.slots);
  return error;
}
