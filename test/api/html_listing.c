/* SPDX-License-Identifier: MIT */
/* The references that uriel_html_next finds, one a line. */
#include "html_listing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

typedef struct listing {
  html_listing *how;
  uriel_text document;
  uriel_html html;
  char *scratch, *piece;
  size_t size, at;
  FILE *out;
} listing;

static void must(bool holds, const char *what)
{
  if (!holds) {
    fprintf(stderr, "uriel_html_next: %s\n", what);
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
  uriel_html_feed(&l->html, l->piece, len, l->at == l->document.len);
}

static void full(listing *l)
{
  const size_t needed = uriel_html_needed(&l->html);
  l->how->fulls++;
  if (l->how->ignore)
    return;
  must(needed > l->size, "needs a larger buffer");
  char *const scratch = room(needed);
  memcpy(scratch, l->scratch, l->size);
  free(l->scratch);
  l->scratch = scratch;
  l->size = needed;
  uriel_html_grow(&l->html, scratch, needed);
}

/* Control characters and "\\" are written as "\\x0a". */
static void write_text(const listing *l, uriel_text text)
{
  for (size_t i = 0; i < text.len; i++) {
    const unsigned char c = (unsigned char)text.ptr[i];
    if (c < ' ' || c == '\\')
      fprintf(l->out, "\\x%02x", c);
    else
      fputc(c, l->out);
  }
}

static void write_reference(const listing *l, const uriel_html_reference *r)
{
  must(r->offset + r->length <= l->document.len, "a range in the document");
  if (r->length == r->raw.len)
    must(!r->raw.len || memcmp(l->document.ptr + r->offset, r->raw.ptr, r->raw.len) == 0,
         "the raw value is the document's");
  must(r->element.ptr[r->element.len] == 0, "a NUL after the element's name");
  fprintf(l->out, "%d %u %s %s %llu+%llu ", (int)r->kind, r->flags, r->element.ptr,
          r->attribute.ptr ? r->attribute.ptr : "-", (unsigned long long)r->offset,
          (unsigned long long)r->length);
  write_text(l, r->value);
  if (r->codebase.ptr) {
    fputs(" in ", l->out);
    write_text(l, r->codebase);
  }
  fputc('\n', l->out);
}

char *html_list(html_listing *how, uriel_text document)
{
  static listing l;
  char *lines = NULL;
  size_t size = 0;
  uriel_html_status status;
  l = (listing){.how = how, .document = document, .out = open_memstream(&lines, &size)};
  l.size = how->scratch ? how->scratch : (size_t)URIEL_HTML_SCRATCH;
  l.scratch = room(l.size);
  how->fulls = 0;
  uriel_html_begin(&l.html, how->options, l.scratch, l.size);
  feed(&l);
  do {
    uriel_html_reference reference;
    status = uriel_html_next(&l.html, &reference);
    if (status == URIEL_HTML_FOUND)
      write_reference(&l, &reference);
    else if (status == URIEL_HTML_MORE)
      feed(&l);
    else if (status == URIEL_HTML_FULL)
      full(&l);
  } while (status != URIEL_HTML_END);
  fclose(l.out);
  free(l.scratch);
  free(l.piece);
  return lines;
}
