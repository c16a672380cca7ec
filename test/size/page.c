/* SPDX-License-Identifier: MIT */
/* Reads a page without the tables of encodings. */
#include "uriel_html.h"

int main(int argc, char **argv)
{
  static uriel_page page;
  static char scratch[URIEL_HTML_SCRATCH], out[8192];
  const uriel_page_options options = {.url = uriel_text_of(argv[0])};
  uriel_html_reference found;
  uriel_ref target;
  size_t len = 0;
  uriel_page_begin(&page, &options, scratch, sizeof scratch);
  uriel_page_feed(&page, argv[argc - 1], uriel_text_of(argv[argc - 1]).len, true);
  while (uriel_page_next(&page, &found) == URIEL_PAGE_FOUND)
    len += uriel_page_target(&target, &page, &found, out, sizeof out);
  return len > sizeof out;
}
