/* SPDX-License-Identifier: MIT */
/* The options of pages. Empty in a build without get. */
#include "pages.h"

const struct option_spec pages_option_table[] = {
#ifdef URIEL_GET
    CLIENT_OPTIONS(struct pages_options, "300", "Options for operands that are URIs", NULL),
    REQUEST_AGENT_OPTION(struct pages_options),
#endif
    {0}};
