/* SPDX-License-Identifier: MIT */
/* A build without get: no option asks servers. */
#include "servers.h"

void servers_ask(struct servers *servers, const char *database, struct progress *progress)
{
  (void)servers, (void)database, (void)progress;
}
