/* SPDX-License-Identifier: MIT */
/* Documents in one stream, each after its length: 4 bytes, the lowest first. */
#ifndef URIEL_TEST_BROWSER_PAGES_H
#define URIEL_TEST_BROWSER_PAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct page {
  char *ptr; /* a heap block of exactly `len` bytes, so that sanitizers see each read past the end */
  size_t len;
};

/* Returns false at the end of the stream. Frees the page that was read before. */
bool page_read(struct page *page, FILE *from);

void page_write(const struct page *page, FILE *to);

void page_free(struct page *page);

/* Returns a heap block, or ends the program. `memory` is NULL for a new one. */
void *page_memory(void *memory, size_t size);

#endif
