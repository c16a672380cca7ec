/* SPDX-License-Identifier: MIT */
/* Prints the targets of the references of a page, in any encoding and of any size, as a crawler needs
 * them: crawl URL [CHARSET] < PAGE. The charset comes from the protocol (Content-Type). */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <uriel_html.h>

static void print(uriel_page *page, const uriel_html_reference *found)
{
  static char out[16384];
  uriel_ref target;
  const size_t len = uriel_page_target(&target, page, found, out, sizeof out);
  if (found->flags & URIEL_HTML_BASE_LATE)
    fprintf(stderr, "references before %llu have another base\n", (unsigned long long)found->offset);
  if (found->kind == URIEL_HTML_LINK && len <= sizeof out)
    printf("%s %s %llu %.*s\n", found->element.ptr, found->attribute.ptr ? found->attribute.ptr : "-",
           (unsigned long long)found->offset, (int)len, target.text);
}

int main(int argc, char **argv)
{
  static uriel_page page;
  const uriel_page_options options = {.url = uriel_text_of(argc > 1 ? argv[1] : NULL),
                                      .charset = uriel_text_of(argc > 2 ? argv[2] : NULL),
                                      .encodings = &uriel_encodings};
  char piece[16384];
  char *scratch = malloc(URIEL_HTML_SCRATCH);
  uriel_html_reference found;
  uriel_page_begin(&page, &options, scratch, scratch ? URIEL_HTML_SCRATCH : 0);
  for (;;) {
    const uriel_page_status status = uriel_page_next(&page, &found);
    if (status == URIEL_PAGE_FOUND) {
      print(&page, &found);
    } else if (status == URIEL_PAGE_MORE) {
      const ssize_t len = read(STDIN_FILENO, piece, sizeof piece); /* 0 at the end only */
      uriel_page_feed(&page, piece, len > 0 ? (size_t)len : 0, len <= 0);
    } else if (status == URIEL_PAGE_FULL) {
      scratch = realloc(scratch, uriel_page_needed(&page));
      if (!scratch)
        return 1;
      uriel_page_grow(&page, scratch, uriel_page_needed(&page));
    } else {
      free(scratch);
      return status != URIEL_PAGE_END; /* URIEL_PAGE_UNSUPPORTED: "replacement" */
    }
  }
}
