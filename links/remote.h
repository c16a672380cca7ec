/* SPDX-License-Identifier: MIT */
/* Links to servers, each URI once: others ask the servers. */
#ifndef URIEL_LINKS_REMOTE_H
#define URIEL_LINKS_REMOTE_H

#include "base/texts.h"
#include "check.h"

#define REMOTE_NOTHING UINT32_MAX

/* Zero-initialise. Memory as in goals.h. */
struct remotes {
  const struct check_options *options;
  struct texts uris;         /* by number */
  struct check_remote *list; /* the same */
  size_t capacity;
  uriel_text here;                /* the file URI of the current folder, for `remaps` */
  struct buffer remapped, normal; /* scratch */
};

/* Returns the number of the link to a server that a reference is, or REMOTE_NOTHING. `prefix`: URIs that
 * start with it belong to no server. */
uint32_t remote_of(struct remotes *remotes, const struct links_reference *reference, uriel_text prefix);

#endif
