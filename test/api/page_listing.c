/* SPDX-License-Identifier: MIT */
/* The references that uriel_page_next finds, one a line. */
#include "page_listing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

typedef struct listing {
  const page_listing *how;
  uriel_text document;
  uriel_page page;
  char *scratch, *piece;
  size_t size, at;
  FILE *out;
} listing;

static void must(bool holds, const char *what)
{
  if (!holds) {
    fprintf(stderr, "uriel_page_next: %s\n", what);
    abort();
  }
}

static void feed(listing *l)
{
  const size_t rest = l->document.len - l->at;
  const size_t len = l->how->piece && l->how->piece < rest ? l->how->piece : rest;
  must(l->at < l->document.len || l->at == 0, "asks for more than there is");
  free(l->piece);
  l->piece = room(len);
  if (len)
    memcpy(l->piece, l->document.ptr + l->at, len);
  l->at += len;
  uriel_page_feed(&l->page, l->piece, len, l->at == l->document.len);
}

static void full(listing *l)
{
  const size_t needed = uriel_page_needed(&l->page);
  if (l->how->ignore)
    return;
  must(needed > l->size, "needs a larger buffer");
  char *const scratch = room(needed);
  memcpy(scratch, l->scratch, l->size);
  free(l->scratch);
  l->scratch = scratch;
  l->size = needed;
  uriel_page_grow(&l->page, scratch, needed);
}

/* The bytes at the place of a reference are its raw value, decoded. */
static void check_place(const listing *l, const uriel_html_reference *r)
{
  const uriel_text name = uriel_page_encoding(&l->page);
  const uriel_text bytes = {l->document.ptr + r->offset, (size_t)r->length};
  uriel_encoding_context context = {.encoding =
                                        uriel_encoding_find(&uriel_encodings, name.ptr, name.len)};
  must(r->offset + r->length <= l->document.len, "a range in the page");
  if (uriel_encoding_has_ascii(context.encoding)) {
    must(r->length != r->raw.len || !r->raw.len || memcmp(bytes.ptr, r->raw.ptr, r->raw.len) == 0,
         "the raw value is the page's");
    return;
  }
  if (memcmp(name.ptr, "utf-16", 6) != 0)
    return; /* the state at the offset is not known */
  char *const decoded = room(3 * bytes.len);
  const size_t len = uriel_encoding_decode(&context, bytes.ptr, bytes.len, decoded, 3 * bytes.len);
  must(len == r->raw.len && (!len || memcmp(decoded, r->raw.ptr, len) == 0),
       "the raw value is the page's, decoded");
  free(decoded);
}

static void write_reference(listing *l, const uriel_html_reference *r, bool check)
{
  static char out[8192];
  uriel_ref target;
  const size_t len = uriel_page_target(&target, &l->page, r, out, sizeof out);
  if (check)
    check_place(l, r);
  fprintf(l->out, "%d %u %s %s %llu+%llu ", (int)r->kind, r->flags, r->element.ptr,
          r->attribute.ptr ? r->attribute.ptr : "-", (unsigned long long)r->offset,
          (unsigned long long)r->length);
  if (len <= sizeof out)
    fprintf(l->out, "%.*s\n", (int)len, target.text);
  else
    fprintf(l->out, len == URIEL_FAILED ? "-\n" : "long\n");
}

char *page_list(const page_listing *how, uriel_text page)
{
  static listing l;
  char *lines = NULL;
  size_t size = 0;
  uriel_page_status status;
  const bool frames = page.len && memchr(page.ptr, 's', page.len) != NULL;
  l = (listing){.how = how, .document = page, .out = open_memstream(&lines, &size)};
  l.size = how->scratch ? how->scratch : (size_t)URIEL_HTML_SCRATCH;
  l.scratch = room(l.size);
  uriel_page_begin(&l.page, &how->options, l.scratch, l.size);
  feed(&l);
  do {
    uriel_html_reference reference;
    status = uriel_page_next(&l.page, &reference);
    if (status == URIEL_PAGE_FOUND)
      write_reference(&l, &reference, !frames);
    else if (status == URIEL_PAGE_MORE)
      feed(&l);
    else if (status == URIEL_PAGE_FULL)
      full(&l);
    else if (status == URIEL_PAGE_UNSUPPORTED)
      fprintf(l.out, "unsupported %.*s\n", (int)reference.value.len, reference.value.ptr);
  } while (status != URIEL_PAGE_END);
  const uriel_text name = uriel_page_encoding(&l.page);
  fprintf(l.out, "%.*s\n", (int)name.len, name.ptr ? name.ptr : "");
  fclose(l.out);
  free(l.scratch);
  free(l.piece);
  return lines;
}
