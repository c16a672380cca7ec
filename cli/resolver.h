/* SPDX-License-Identifier: MIT */
/* Where names are resolved: a table that is built in, and a file of the user's before it. */
#ifndef URIEL_CLI_RESOLVER_H
#define URIEL_CLI_RESOLVER_H

#include "buffer.h"
#include "uriel.h"

struct resolver {
  const char *key;          /* a namespace, or a namespace and ":" and what its names begin with */
  const char *uri_template; /* with {rest} for what comes behind the key */
  const char *source;       /* where it is documented, or the file that it is from; "" */
};

struct resolvers {
  struct buffer own;  /* of struct resolver, in the order of the file */
  struct buffer text; /* the file, which they point into */
};

/* Reads `path`; NULL: the configuration file, if there is one. What cannot be read or understood ends
 * the program. */
void resolvers_read(struct resolvers *resolvers, const char *command, const char *path);
void resolvers_free(struct resolvers *resolvers);

/* The resolver of a name: of those with the longest key, the first. `rest` is what of the NSS comes
 * behind the key. NULL where there is none. */
const struct resolver *resolvers_find(const struct resolvers *resolvers, const uriel_urn *urn,
                                      uriel_text *rest);

/* The URI at which the resolver is asked for the name. False where the template makes none. */
bool resolver_expand(const struct resolver *resolver, const uriel_ref *name, uriel_text rest,
                     struct buffer *out, uriel_fault *fault);

#endif
