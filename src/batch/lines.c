/* SPDX-License-Identifier: MIT */
/* References from the lines of a text. */
#include "batch/batch.h"
#include "scan/scan.h"
#include "text/view.h"
#include "uriel_batch.h"

/* Reads the line at `at`, which no kernel did, into `ref` and returns where the next one begins; NULL
 * where the line may go on behind `end`. */
static const char *lines_read(uriel_ref *ref, const char *at, const char *end, bool whole)
{
  const char *const feed = view_find(at, end, '\n');
  if (feed == end && !whole)
    return NULL;
  const bool carriage = feed > at && feed[-1] == '\r';
  batch_row(ref, at, (size_t)(feed - at) - carriage);
  return feed == end ? end : feed + 1;
}

size_t uriel_parse_lines(uriel_ref *refs, size_t capacity, const char *text, size_t len, bool whole,
                         size_t *from)
{
  if (*from >= len)
    return 0;
  const char *at = text + *from;
  const char *const end = text + len;
  size_t count = 0;
  while (at < end && count < capacity) {
    count += uriel_scan_lines(refs + count, capacity - count, &at, end, batch_row);
    if (at == end || count == capacity)
      break;
    const char *const next = lines_read(&refs[count], at, end, whole);
    if (!next)
      break;
    at = next;
    count++;
  }
  *from = (size_t)(at - text);
  return count;
}
