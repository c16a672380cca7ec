/* SPDX-License-Identifier: MIT */
/* Documents in one stream. */
#include "pages.h"

#include <stdlib.h>

void *page_memory(void *memory, size_t size)
{
  void *const result = realloc(memory, size ? size : 1);
  if (!result) {
    fputs("there is no memory: compare smaller documents\n", stderr);
    exit(2);
  }
  return result;
}

bool page_read(struct page *page, FILE *from)
{
  unsigned char head[4];
  page_free(page);
  if (fread(head, 1, sizeof head, from) != sizeof head)
    return false;
  page->len = head[0] | (size_t)head[1] << 8 | (size_t)head[2] << 16 | (size_t)head[3] << 24;
  page->ptr = page_memory(NULL, page->len);
  return fread(page->ptr, 1, page->len, from) == page->len;
}

void page_write(const struct page *page, FILE *to)
{
  for (int shift = 0; shift < 32; shift += 8)
    fputc((int)(page->len >> shift & 0xff), to);
  fwrite(page->ptr, 1, page->len, to);
}

void page_free(struct page *page)
{
  free(page->ptr);
  *page = (struct page){0};
}
