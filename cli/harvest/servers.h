/* SPDX-License-Identifier: MIT */
/* uriel harvest --check-online: what servers say of the targets in a database. */
#ifndef URIEL_CLI_HARVEST_SERVERS_H
#define URIEL_CLI_HARVEST_SERVERS_H

#include "cli/links/online.h"

struct servers {
  struct online_options online;
  struct pages_options pages;
  struct buffer named; /* array of uriel_text: the operands that are pages */
};

/* Asks the servers of all targets, and replaces the table `unreachable`. Ends the program if the
 * database fails. */
void servers_ask(struct servers *servers, const char *database, struct progress *progress);

#endif
