/* SPDX-License-Identifier: MIT */
/* The references that uriel_page_next finds, one a line. */
#include "page_listing.h"

#include <stdlib.h>
#include <string.h>

#include "listing.h"
#include "support.h"

static uriel_page page;

/* The bytes at the place of a reference are its raw value, decoded. */
static void check_place(const listing *l, const uriel_html_reference *r)
{
  const uriel_text name = uriel_page_encoding(&page);
  const uriel_text bytes = {l->document.ptr + r->offset, (size_t)r->length};
  uriel_encoding_context context = {.encoding =
                                        uriel_encoding_find(&uriel_encodings, name.ptr, name.len)};
  if (uriel_encoding_has_ascii(context.encoding)) {
    if (r->length == r->raw.len && r->raw.len && memcmp(bytes.ptr, r->raw.ptr, r->raw.len) != 0)
      die("the raw value is not the page's");
    return;
  }
  if (memcmp(name.ptr, "utf-16", 6) != 0)
    return; /* the state at the offset is not known */
  char *const decoded = room(3 * bytes.len);
  const size_t len = uriel_encoding_decode(&context, bytes.ptr, bytes.len, decoded, 3 * bytes.len);
  if (len != r->raw.len || (len && memcmp(decoded, r->raw.ptr, len) != 0))
    die("the raw value is not the page's, decoded");
  free(decoded);
}

static void write_reference(const listing *l, const uriel_html_reference *r, bool check)
{
  static char out[8192];
  uriel_ref target;
  const size_t len = uriel_page_target(&target, &page, r, out, sizeof out);
  listing_write(l, r);
  if (check)
    check_place(l, r);
  if (len <= sizeof out)
    fprintf(l->out, "%.*s\n", (int)len, target.text);
  else
    fprintf(l->out, len == URIEL_FAILED ? "-\n" : "long\n");
}

static void feed(listing *l)
{
  const bool last = listing_feed(l);
  uriel_page_feed(&page, l->piece, l->piece_len, last);
}

char *page_list(const page_listing *how, uriel_text document)
{
  listing l;
  uriel_page_status status;
  const bool frames = document.len && memchr(document.ptr, 's', document.len) != NULL;
  listing_begin(&l, document, how->piece, how->scratch);
  uriel_page_begin(&page, &how->options, l.scratch, l.size);
  feed(&l);
  do {
    uriel_html_reference reference;
    status = uriel_page_next(&page, &reference);
    if (status == URIEL_PAGE_FOUND) {
      write_reference(&l, &reference, !frames);
    } else if (status == URIEL_PAGE_MORE) {
      feed(&l);
    } else if (status == URIEL_PAGE_FULL && !how->ignore) {
      listing_grow(&l, uriel_page_needed(&page));
      uriel_page_grow(&page, l.scratch, l.size);
    } else if (status == URIEL_PAGE_UNSUPPORTED) {
      fprintf(l.out, "unsupported %.*s\n", (int)reference.value.len, reference.value.ptr);
    }
  } while (status != URIEL_PAGE_END);
  const uriel_text name = uriel_page_encoding(&page);
  fprintf(l.out, "%.*s\n", (int)name.len, name.ptr ? name.ptr : "");
  return listing_end(&l);
}
