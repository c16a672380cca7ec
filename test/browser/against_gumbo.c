/* SPDX-License-Identifier: MIT */
/* html_against_gumbo COUNT SEED: reads COUNT mutated pages with src/html and with Gumbo, and writes
 * those on which they differ to standard output (pages.h): compare.mjs --pages asks Chromium about them.
 */
#include <stdint.h>
#include <stdlib.h>

#include "cuts.h"
#include "gumbo_lines.h"
#include "list_lines.h"
#include "mutate.h"

struct totals {
  unsigned long long pages, differ, errors, show;
};

static void check(const struct page *page, uint64_t seed, struct totals *totals)
{
  struct lines ours = {0}, gumbos = {0};
  list_lines(page->ptr, page->len, false, &ours);
  totals->pages++;
  if (!gumbo_lines(page->ptr, page->len, &gumbos) || lines_differ(&ours, &gumbos) != SIZE_MAX) {
    totals->differ++;
    page_write(page, stdout);
  }
  const char *const why = cuts_check(page->ptr, page->len, seed);
  if (why && totals->errors++ < totals->show) {
    fprintf(stderr, "seed %llu: %s\n", (unsigned long long)seed, why);
    fwrite(page->ptr, 1, page->len, stderr);
    fputc('\n', stderr);
  }
  lines_free(&ours);
  lines_free(&gumbos);
}

int main(int argc, char **argv)
{
  if (argc < 3)
    return 2;
  const uint64_t count = strtoull(argv[1], NULL, 10), from = strtoull(argv[2], NULL, 10);
  struct totals totals = {.show = argc > 3 ? strtoull(argv[3], NULL, 10) : 20};
  for (uint64_t seed = from; seed < from + count; seed++) {
    struct page page = mutate_page(seed, NULL, 0);
    check(&page, seed, &totals);
    page_free(&page);
  }
  fprintf(stderr,
          "%llu pages: src/html and Gumbo differ in %llu; the public reader differs from its parts, or "
          "if a page is cut, in %llu\n",
          totals.pages, totals.differ, totals.errors);
  return fflush(stdout) || totals.errors;
}
