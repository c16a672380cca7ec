/* SPDX-License-Identifier: MIT */
/* Where names are resolved: a table that is built in, and a file of the user's before it. */
#ifndef URIEL_CLI_RESOLVER_H
#define URIEL_CLI_RESOLVER_H

#include "cli/shared/buffer.h"
#include "uriel_urn.h"

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

/* What a resolver is asked about. */
struct asked {
  uriel_urn urn;
  uriel_text name;     /* the URN with what is passed of its query */
  uriel_text fragment; /* that is passed; undefined where none is */
};

/* Of a URN: by urn-2011 (2), the query and the fragment; by RFC 8141 (2.3.1), the r-component. */
struct asked resolver_asked(const uriel_ref *ref, const uriel_urn *urn);

/* The resolver of a name: that with the longest key. `rest` is what of the name comes behind the key.
 * NULL where there is none. */
const struct resolver *resolvers_find(const struct resolvers *resolvers, const struct asked *asked,
                                      uriel_text *rest);

/* The URI at which the resolver is asked for the name. False where the template makes none. */
bool resolver_expand(const struct resolver *resolver, const struct asked *asked, uriel_text rest,
                     struct buffer *out, uriel_error *error);

#endif
