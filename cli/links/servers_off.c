/* SPDX-License-Identifier: MIT */
/* Links to servers in a build without get. */
#include "base/full.h"
#include "run.h"

const struct option_spec online_of_links[] = {
    PAGES_OPTION_OFF("online", NULL), PAGES_OPTION_OFF("offline", NULL), {0}};
const struct option_spec online_of_harvest[] = {{0}};

void online_ready(struct online_options *options, const struct general *general, const char *command)
{
  (void)options, (void)general, (void)command;
}

void servers_ready(struct links_run *run)
{
  if (run->general.header && run->general.form != RENDER_TSV)
    die_usage("links", "--header goes with --tsv");
  if (run->fixes == LINKS_FIX_REDIRECTS)
    die_usage("links", "--fix=redirects asks servers, which needs " FULL_URIEL);
}

void servers_check(struct links_run *run)
{
  (void)run; /* no option asks for it */
}

void servers_keep_page(struct links_run *run, const struct page *page)
{
  (void)run, (void)page; /* there are no pages */
}

void servers_read_page(void *context, const char *shown, uint32_t page, uriel_text retrieval)
{
  (void)context, (void)shown, (void)page, (void)retrieval;
}
