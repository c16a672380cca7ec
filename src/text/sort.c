/* SPDX-License-Identifier: MIT */
/* Sorting of texts in place. */
#include "text/text.h"

/* Moves the text at `at` down the heap, in which no text comes before those below it. */
static void heap_sink(uriel_text *texts, size_t at, size_t count, sort_before *before, unsigned options)
{
  const uriel_text moved = texts[at];
  for (size_t child; (child = 2 * at + 1) < count; at = child) {
    if (child + 1 < count && before(texts[child], texts[child + 1], options))
      child++;
    if (!before(moved, texts[child], options))
      break;
    texts[at] = texts[child];
  }
  texts[at] = moved;
}

void uriel_sort_texts(uriel_text *texts, size_t count, sort_before *before, unsigned options)
{
  for (size_t at = count / 2; at > 0;)
    heap_sink(texts, --at, count, before, options);
  for (size_t last = count; last > 1;) {
    const uriel_text first = texts[0];
    texts[0] = texts[--last];
    texts[last] = first;
    heap_sink(texts, 0, last, before, options);
  }
}
