/* SPDX-License-Identifier: MIT */
/* Pages in a build without get: a clear error. */
#include "cli/shared/cli.h"
#include "pages.h"

struct pages *pages_new(struct pages_options *options, const char *command)
{
  (void)options;
  die_usage(command, PAGES_OFF);
}

const char *pages_get(struct pages *pages, uriel_text uri, struct page *page)
{
  (void)pages, (void)uri, (void)page;
  return "";
}
