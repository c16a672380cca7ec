/* SPDX-License-Identifier: MIT */
/* html_against_gumbo COUNT SEED: reads COUNT mutated pages with src/html and with Gumbo, and writes
 * those on which they differ to standard output (pages.h): compare.mjs --pages asks Chromium about them.
 */
#include <stdint.h>
#include <stdlib.h>

#include "gumbo_lines.h"
#include "list_lines.h"
#include "mutate.h"

static bool agree(const struct page *page)
{
  struct lines ours = {0}, theirs = {0};
  list_lines(page->ptr, page->len, &ours);
  const bool same =
      gumbo_lines(page->ptr, page->len, &theirs) && lines_differ(&ours, &theirs) == SIZE_MAX;
  lines_free(&ours);
  lines_free(&theirs);
  return same;
}

int main(int argc, char **argv)
{
  if (argc != 3)
    return 2;
  const uint64_t count = strtoull(argv[1], NULL, 10), from = strtoull(argv[2], NULL, 10);
  uint64_t differ = 0;
  for (uint64_t seed = from; seed < from + count; seed++) {
    struct page page = mutate_page(seed, NULL, 0);
    if (!agree(&page)) {
      page_write(&page, stdout);
      differ++;
    }
    page_free(&page);
  }
  fprintf(stderr, "%llu pages from seed %llu: src/html and Gumbo differ in %llu\n",
          (unsigned long long)count, (unsigned long long)from, (unsigned long long)differ);
  return fflush(stdout) != 0;
}
