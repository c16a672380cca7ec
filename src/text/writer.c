/* SPDX-License-Identifier: MIT */
/* Output into a caller's buffer. */
#include "text/writer.h"

#include "text/mem.h"

void uriel_write_bytes(writer *w, const char *bytes, size_t n)
{
  const size_t room = w->len < w->capacity ? w->capacity - w->len : 0;
  const size_t fits = n < room ? n : room;
  if (fits)
    copy_bytes(w->out + w->len, bytes, fits);
  else if (w->hashed)
    uriel_blocks_put(w->hashed, w->len, bytes, n);
  w->len += n;
}

void uriel_write_number(writer *w, size_t number)
{
  size_t power = 1;
  while (number / power > 9)
    power *= 10;
  for (; power; power /= 10)
    write_byte(w, (char)('0' + number / power % 10));
}

/* The second condition never fails. With only the first, compilers make this a call of strlen. */
size_t uriel_string_length(const char *string)
{
  size_t len = 0;
  while (string[len] && len < PTRDIFF_MAX)
    len++;
  return len;
}
