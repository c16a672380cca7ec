/* SPDX-License-Identifier: MIT */
/* A document in pieces, and the lines of its listing. */
#include "listing.h"

#include <stdlib.h>
#include <string.h>

#include "support.h"

void listing_begin(listing *l, uriel_text document, size_t most, size_t size)
{
  *l = (listing){.document = document, .most = most, .size = size ? size : (size_t)URIEL_HTML_SCRATCH};
  l->scratch = room(l->size);
  l->out = open_memstream(&l->lines, &l->lines_len);
}

bool listing_feed(listing *l)
{
  const size_t rest = l->document.len - l->at;
  if (!rest && l->at)
    die("the reader wants more than there is");
  l->piece_len = l->most && l->most < rest ? l->most : rest;
  free(l->piece);
  l->piece = room(l->piece_len);
  if (l->piece_len)
    memcpy(l->piece, l->document.ptr + l->at, l->piece_len);
  l->at += l->piece_len;
  return l->at == l->document.len;
}

void listing_grow(listing *l, size_t needed)
{
  if (needed <= l->size)
    die("the reader does not need a larger buffer");
  char *const scratch = room(needed);
  memcpy(scratch, l->scratch, l->size);
  free(l->scratch);
  l->scratch = scratch;
  l->size = needed;
}

void listing_write(const listing *l, const uriel_html_reference *r)
{
  if (r->offset + r->length > l->document.len)
    die("a range outside of the document");
  fprintf(l->out, "%d %u %s %s %llu+%llu ", (int)r->kind, r->flags, r->element.ptr,
          r->attribute.ptr ? r->attribute.ptr : "-", (unsigned long long)r->offset,
          (unsigned long long)r->length);
}

char *listing_end(listing *l)
{
  fclose(l->out);
  free(l->scratch);
  free(l->piece);
  return l->lines;
}
