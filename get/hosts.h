/* SPDX-License-Identifier: MIT */
/* The addresses of hosts. Each name is looked up once, so that the addresses that were checked are the
 * addresses that are connected to, also if the answer changes. */
#ifndef URIEL_GET_HOSTS_H
#define URIEL_GET_HOSTS_H

#include <stddef.h>

#include "base/buffer.h"
#include "status.h"
#include "uriel_site.h"

struct hosts;

enum { HOSTS_LONGEST = 255 /* bytes of a host */ };

/* Returns a resolver that asks `server` ("127.0.0.1:53", "[::1]:53"), or the servers and files of the
 * system if it is NULL; NULL if memory runs out or the server is not an address. hosts_free takes NULL.
 */
struct hosts *hosts_new(const char *server);
void hosts_free(struct hosts *hosts);

/* The last question to servers and files of the system. */
struct hosts_question {
  bool is_asked;
  char host[HOSTS_LONGEST + 1];
  double seconds;
};

/* Returns it, once; `is_asked` is false without a new one. */
struct hosts_question hosts_take_question(struct hosts *hosts);

/* Returns the number of addresses of a host, which may be an address, and sets `addresses`, which stay
 * until hosts_free; 0 with the failure set if it
 * has no address or the clock reaches `end`. */
size_t hosts_find(struct hosts *hosts, uriel_text host, double end, const uriel_address **addresses,
                  struct get_failure *failure);

#endif
