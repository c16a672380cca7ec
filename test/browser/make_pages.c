/* SPDX-License-Identifier: MIT */
/* make_pages FROM COUNT [SEEDS]: writes COUNT mutated pages, of the seeds FROM and up, to standard
 * output (pages.h). With SEEDS, half of them are cut from the pages on standard input. */
#include <stdlib.h>

#include "mutate.h"

int main(int argc, char **argv)
{
  struct page *seeds = NULL;
  size_t count = 0;
  if (argc < 3)
    return 2;
  for (struct page page = {0}; argc > 3 && page_read(&page, stdin); page = (struct page){0}) {
    seeds = page_memory(seeds, (count + 1) * sizeof *seeds);
    seeds[count++] = page;
  }
  const uint64_t from = strtoull(argv[1], NULL, 10), end = from + strtoull(argv[2], NULL, 10);
  for (uint64_t seed = from; seed < end; seed++) {
    struct page page = mutate_page(seed, seeds, count);
    page_write(&page, stdout);
    page_free(&page);
  }
  for (size_t i = 0; i < count; i++)
    page_free(&seeds[i]);
  free(seeds);
  return fflush(stdout) != 0;
}
