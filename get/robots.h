/* SPDX-License-Identifier: MIT */
/* The rules of a robots.txt for one crawler (RFC 9309). */
#ifndef URIEL_GET_ROBOTS_H
#define URIEL_GET_ROBOTS_H

#include "base/buffer.h"

enum { ROBOTS_MOST = 512 * 1024 }; /* bytes of the file that are read (2.5) */

/* Zero-initialise. Without rules, every URI is allowed, as for a server without the file
 * (2.3.1.3). */
struct robots {
  bool is_closed; /* set it if the file is unreachable: no URI is allowed (2.3.1.4) */
  /* private */
  struct buffer rules, segments, octets, target;
};

/* Replaces the rules by the rules that the file has for the agent, or else for "*". The agent is a
 * product token, such as "uriel". */
void robots_read(struct robots *robots, uriel_text file, const char *agent);

/* Whether the crawler may ask for the URI: decides by its path and query. */
bool robots_allows(struct robots *robots, const uriel_ref *uri);

void robots_free(struct robots *robots);

#endif
