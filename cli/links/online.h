/* SPDX-License-Identifier: MIT */
/* Links to servers: each page is asked for once, redirects are followed, and fragments are looked for in
 * the bodies. The answers of servers stay in a file for later runs. */
#ifndef URIEL_CLI_LINKS_ONLINE_H
#define URIEL_CLI_LINKS_ONLINE_H

#include "cli/get/pages.h"
#include "cli/shared/cli.h"
#include "cli/shared/general.h"
#include "get/ask.h"
#include "links/check.h"

enum { ONLINE_MOST_CONNECTIONS = 1000, ONLINE_DAY = 24 * 60 * 60, ONLINE_SECONDS = 30 };

/* The options. Initialise with ONLINE_DEFAULTS. */
struct online_options {
  bool is_on, is_offline, obeys_robots, skips_private;
  const struct pages_options *client;
  size_t connections, per_host, rate, retries;
  size_t max_age; /* seconds */
  bool accepts[1000];
  struct buffer fields; /* struct online_field: see online_ready */
};

/* A header field for one host, with its port unless that is the usual one of the scheme. */
struct online_field {
  uriel_text host, field;
};

/* clang-format off */
#define ONLINE_DEFAULTS                                                                                 \
  {.connections = 64, .per_host = 2, .rate = 10, .retries = 2, .max_age = ONLINE_DAY}

/* clang-format on */

/* The tables of options for a struct online_options: --online of links, --check-online of harvest. Empty
 * in a build without get. */
extern const struct option_spec online_of_links[], online_of_harvest[];

enum online_fragment { ONLINE_PLAIN, ONLINE_HAS, ONLINE_LACKS, ONLINE_UNKNOWN };

/* The outcome of a link. Texts stay until online_free. */
struct online_result {
  enum ask_outcome outcome; /* REDIRECT: too many */
  enum online_fragment fragment;
  bool is_skipped; /* of a private network, with `skips_private` */
  uriel_text code, message;
  uriel_text page, wanted; /* where redirects lead to, and the fragment that is looked for there */
  uriel_text chain;        /* codes and URIs of redirects, with blanks between; or undefined */
  uriel_text moved; /* the URI that the first redirects lead to, all of them for good; or undefined */
};

/* After the last option: reads "HOST NAME: VALUE" of --header. */
void online_ready(struct online_options *options, const struct general *general, const char *command);

struct online;

/* `named`: URIs whose origins the user named; uriel_text, has to stay to the end of online_run. Ends the
 * program if the cache cannot be opened. */
struct online *online_new(const struct online_options *options, const struct buffer *named,
                          const char *command);

/* Adds a link: a URI in normal form, perhaps with a fragment. Returns its number, from 0; the URI has to
 * stay. */
uint32_t online_add(struct online *online, uriel_text uri);

/* Asks the servers. Draws the progress. */
void online_run(struct online *online, struct progress *progress);

/* After online_run: closes the file of answers. */
void online_close(struct online *online);

void online_result(struct online *online, uint32_t number, struct online_result *result);

/* Returns the problem that a link has for --check, or CHECK_NONE. */
enum check_problem online_problem(const struct online_result *result);

void online_free(struct online *online);

#endif
