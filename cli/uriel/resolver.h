/* SPDX-License-Identifier: MIT */
/* The resolvers of names: a built-in table, and the user's file, which takes precedence. */
#ifndef URIEL_CLI_RESOLVER_H
#define URIEL_CLI_RESOLVER_H

#include "cli/shared/buffer.h"
#include "uriel_urn.h"

struct resolver {
  const char *key;          /* a namespace, or a namespace, ":" and a prefix of its names */
  const char *uri_template; /* {rest} is replaced by the text after the key */
  const char *source;       /* its documentation, or the file that defines it, or "" */
};

struct resolvers {
  struct buffer own;  /* array of struct resolver, in the order of the file */
  struct buffer text; /* the file's text, which `own` points into */
};

/* Reads `path`, or the configuration file if `path` is NULL and the file exists. Ends the program if a
 * file cannot be read or understood. */
void resolvers_read(struct resolvers *resolvers, const char *command, const char *path);
void resolvers_free(struct resolvers *resolvers);

/* The request to a resolver. */
struct asked {
  uriel_urn urn;
  uriel_text name;     /* the URN, with the part of its query that is sent */
  uriel_text fragment; /* the fragment that is sent, or undefined */
};

/* Returns the request for a URN. urn-2011 (2) sends the query and the fragment, RFC 8141 (2.3.1) the
 * r-component. */
struct asked resolver_asked(const uriel_ref *ref, const uriel_urn *urn);

/* Returns the resolver with the longest key that matches the name, or NULL. `rest` is the part of the
 * name after the key. */
const struct resolver *resolvers_find(const struct resolvers *resolvers, const struct asked *asked,
                                      uriel_text *rest);

/* Writes the URI that resolves the name. Returns false if the template gives no URI. */
bool resolver_expand(const struct resolver *resolver, const struct asked *asked, uriel_text rest,
                     struct buffer *out, uriel_error *error);

#endif
