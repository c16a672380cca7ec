/* SPDX-License-Identifier: MIT */
/* Bytes counted by columns, each in eight bits for as long as those last: a loop whose length is known,
 * which compilers turn into vector instructions. */
#include "count.h"

#include <stdint.h>

enum { COUNT_COLUMNS = 64, COUNT_ROWS = 255 };

static size_t count_rows(const char *text, size_t rows, char byte)
{
  uint8_t columns[COUNT_COLUMNS] = {0};
  size_t sum = 0;
  for (size_t row = 0; row < rows; row++)
    for (size_t i = 0; i < COUNT_COLUMNS; i++)
      columns[i] = (uint8_t)(columns[i] + (text[row * COUNT_COLUMNS + i] == byte));
  for (size_t i = 0; i < COUNT_COLUMNS; i++)
    sum += columns[i];
  return sum;
}

size_t count_byte(const char *text, size_t len, char byte)
{
  size_t sum = 0;
  while (len >= COUNT_COLUMNS) {
    const size_t rows = len / COUNT_COLUMNS < COUNT_ROWS ? len / COUNT_COLUMNS : COUNT_ROWS;
    sum += count_rows(text, rows, byte);
    text += rows * COUNT_COLUMNS;
    len -= rows * COUNT_COLUMNS;
  }
  for (size_t i = 0; i < len; i++)
    sum += text[i] == byte;
  return sum;
}
