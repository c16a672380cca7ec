/* SPDX-License-Identifier: MIT */
/* uriel harvest: pages, by the client. */
#ifndef URIEL_CLI_HARVEST_PAGES_H
#define URIEL_CLI_HARVEST_PAGES_H

#include "cli/get/pages.h"
#include "get/robots.h"
#include "harvest/follow.h"

/* The rules of the robots.txt of an origin. */
struct harvest_rules {
  struct buffer origin;
  struct robots robots;
};

/* Initialise with HARVEST_PAGES_DEFAULTS. */
struct harvest_pages {
  size_t depth, rate, most; /* set by options */
  struct buffer uris;       /* array of char *: the operands that are pages */
  /* private */
  struct follow_options follow;
  struct pages_options options, robots_options;
  struct pages *pages, *robots; /* of pages, and of robots.txt; NULL until the first one */
  struct buffer origins;        /* array of struct buffer: of the operands */
  struct buffer rules;          /* array of struct harvest_rules */
  struct buffer url, origin, fields[2], target, text;
};

#define HARVEST_PAGES_DEFAULTS                                                                          \
  {                                                                                                     \
    .rate = 10, .most = 100000                                                                          \
  }

/* The table of options for a struct harvest_pages, after pages_option_table; empty in a build without
 * get. */
extern const struct option_spec harvest_pages_table[];

/* Takes an operand that is a page. Ends the program if it is not a URI, or has user information. */
void harvest_pages_add(struct harvest_pages *self, const char *operand);

/* Returns the options of a run that reads the pages, or NULL without pages. */
const struct follow_options *harvest_pages_start(struct harvest_pages *self,
                                                 const struct pages_options *options);

void harvest_pages_free(struct harvest_pages *self);

#endif
