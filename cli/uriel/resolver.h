/* SPDX-License-Identifier: MIT */
/* Where names are resolved: a table that is built in, and a file of the user's before it. */
#ifndef URIEL_CLI_RESOLVER_H
#define URIEL_CLI_RESOLVER_H

#include "cli/shared/buffer.h"
#include "uriel_urn.h"

struct resolver {
  const char *key;          /* a namespace, or a namespace, ":" and the beginning of its names */
  const char *uri_template; /* with {rest} for the text after the key */
  const char *source;       /* its documentation, the file that it is from, or "" */
};

struct resolvers {
  struct buffer own;  /* of struct resolver, in the order of the file */
  struct buffer text; /* the file, which they point into */
};

/* Reads `path`; NULL: the configuration file, if there is one. What cannot be read or understood ends
 * the program. */
void resolvers_read(struct resolvers *resolvers, const char *command, const char *path);
void resolvers_free(struct resolvers *resolvers);

/* The request to a resolver. */
struct asked {
  uriel_urn urn;
  uriel_text name;     /* the URN, with the part of its query that is sent */
  uriel_text fragment; /* that is sent, or undefined */
};

/* Of a URN: by urn-2011 (2), the query and the fragment; by RFC 8141 (2.3.1), the r-component. */
struct asked resolver_asked(const uriel_ref *ref, const uriel_urn *urn);

/* The resolver with the longest key that matches the name, or NULL. `rest` is the part of the name after
 * the key. */
const struct resolver *resolvers_find(const struct resolvers *resolvers, const struct asked *asked,
                                      uriel_text *rest);

/* The URI at which the resolver is asked for the name. False if the template gives no URI. */
bool resolver_expand(const struct resolver *resolver, const struct asked *asked, uriel_text rest,
                     struct buffer *out, uriel_error *error);

#endif
