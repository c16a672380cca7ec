/* SPDX-License-Identifier: MIT */
/* Pages in a build without get: a clear error. */
#include "pages.h"

struct pages *pages_new(struct pages_options *options, const char *command)
{
  (void)options;
  pages_off(command);
}

const char *pages_get(struct pages *pages, uriel_text uri, struct page *page)
{
  return pages_ask(pages, uri, NULL, 0, page);
}

const char *pages_ask(struct pages *pages, uriel_text uri, const uriel_text *fields, size_t count,
                      struct page *page)
{
  (void)pages, (void)uri, (void)fields, (void)count, (void)page;
  return "";
}

void pages_free(struct pages *pages)
{
  (void)pages;
}
