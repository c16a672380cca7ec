/* SPDX-License-Identifier: MIT */
/* The options of pages. */
#include "base/full.h"
#include "cli/shared/cli.h"
#include "pages.h"

void pages_off(const char *command)
{
  die_usage(command, "an operand is a URI, and reading pages needs " FULL_URIEL);
}

void pages_option_off(void *to, struct option_reader *reader)
{
  (void)to;
  die_usage(reader->command, "option \"%s\" needs " FULL_URIEL, reader->name);
}

#ifdef URIEL_GET
const bool pages_are_read = true;
#else
const bool pages_are_read = false;
#endif

const struct option_spec pages_option_table[] = {
#ifdef URIEL_GET
    CLIENT_OPTIONS(struct pages_options, "300", "Options for operands that are URIs", NULL),
    REQUEST_AGENT_OPTION(struct pages_options),
#else
    PAGES_OPTION_OFF("cache", "FILE"),
    PAGES_OPTION_OFF("timeout", "SECONDS"),
#endif
    {0}};
