/* SPDX-License-Identifier: MIT */
/* The references that uriel_html_next finds, one a line. */
#include "html_listing.h"

#include <string.h>

#include "listing.h"
#include "support.h"

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
  if (r->kind == URIEL_HTML_ELEMENT && !r->element.ptr) {
    listing_write(l, &(uriel_html_reference){r->kind, .element = {"-", 1}, .offset = r->offset,
                                             .length = r->length});
    fputc('\n', l->out);
    return;
  }
  listing_write(l, r);
  if (r->length == r->raw.len && r->raw.len &&
      memcmp(l->document.ptr + r->offset, r->raw.ptr, r->raw.len) != 0)
    die("the raw value is not the document's");
  if (r->element.ptr[r->element.len] != 0)
    die("no NUL after the element's name");
  write_text(l, r->value);
  if (r->codebase.ptr) {
    fputs(" in ", l->out);
    write_text(l, r->codebase);
  }
  fputc('\n', l->out);
}

static void feed(uriel_html *html, listing *l)
{
  const bool last = listing_feed(l);
  uriel_html_feed(html, l->piece, l->piece_len, last);
}

char *html_list(html_listing *how, uriel_text document)
{
  static uriel_html html;
  listing l;
  uriel_html_status status;
  listing_begin(&l, document, how->piece, how->scratch);
  how->fulls = 0;
  size_t values = 0;
  uriel_html_begin(&html, how->options, l.scratch, l.size);
  feed(&html, &l);
  do {
    uriel_html_reference reference;
    status = uriel_html_next(&html, &reference);
    how->fulls += status == URIEL_HTML_FULL;
    if (status == URIEL_HTML_FOUND) {
      write_reference(&l, &reference);
      if (reference.kind == URIEL_HTML_ATTRIBUTE && ++values == how->watch)
        uriel_html_watch(&html);
    } else if (status == URIEL_HTML_MORE) {
      feed(&html, &l);
    } else if (status == URIEL_HTML_FULL && !how->ignore) {
      listing_grow(&l, uriel_html_needed(&html));
      uriel_html_grow(&html, l.scratch, l.size);
    }
  } while (status != URIEL_HTML_END);
  return listing_end(&l);
}
