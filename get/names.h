/* SPDX-License-Identifier: MIT */
/* The addresses of hosts. Each name is looked up once, so that the addresses that were checked are the
 * addresses that are connected to, also if the answer changes. */
#ifndef URIEL_GET_NAMES_H
#define URIEL_GET_NAMES_H

#include <stddef.h>

#include "base/buffer.h"
#include "status.h"
#include "uriel_site.h"

struct names;

enum { NAMES_LONGEST = 255 /* bytes of a host */ };

/* Returns a resolver that asks `server` ("127.0.0.1:53", "[::1]:53"), or the servers and files of the
 * system if it is NULL; NULL if memory runs out or the server is not an address. names_free takes NULL.
 */
struct names *names_new(const char *server);
void names_free(struct names *names);

/* Returns the number of addresses of a host, which may be an address, and sets `addresses`, which stay
 * until names_free; 0 with the failure set if it
 * has no address or the clock reaches `end`. */
size_t names_find(struct names *names, uriel_text host, double end, const uriel_address **addresses,
                  struct get_failure *failure);

#endif
