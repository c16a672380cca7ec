/* SPDX-License-Identifier: MIT */
/* Resolvers of names: the user's table, and the fields "resolver" of the files of namespaces. */
#ifndef URIEL_CLI_RESOLVERS_H
#define URIEL_CLI_RESOLVERS_H

#include "base/buffer.h"
#include "uriel_urn.h"

struct resolver {
  const char *key;          /* a namespace, or a namespace, ":" and a prefix of its names */
  const char *uri_template; /* {rest} is replaced by the text after the key */
  const char *source;       /* its documentation, or the file that defines it, or "" */
  unsigned long line;       /* of the user's file, or 0 */
};

struct resolvers {
  struct buffer own;        /* array of struct resolver: the user's */
  struct buffer text;       /* of the user's file, which `own` points into */
  struct buffer known;      /* array of struct resolver: of the files of namespaces */
  struct buffer known_text; /* which `known` points into */
};

/* The request to a resolver. */
struct asked {
  uriel_urn urn;
  uriel_text name;     /* the URN, with the part of its query that is sent */
  uriel_text fragment; /* the fragment that is sent, or undefined */
};

/* Reads the user's table from `path` or, if that is NULL, from the configuration file (XDG base
 * directories) if it exists, and the resolvers of the files of namespaces. Ends the program if the
 * user's table is not one. */
void resolvers_read(struct resolvers *resolvers, const char *command, const char *path);

/* Returns the resolver with the longest key that matches the name, the user's first, or NULL. `rest` is
 * the part of the name after the separator that follows the key, or directly after a key that ends in a
 * separator. */
const struct resolver *resolver_find(const struct resolvers *resolvers, const struct asked *asked,
                                     uriel_text *rest);

/* Fills in the template. {rest} is encoded for its place, including each "%", so that two names have two
 * URIs; {+rest} is copied as written, and {uri} is left to uriel_template_expand. "#" and the fragment
 * follow each, encoded as the name before them is: a literal "#" would end the URI. {rest} is this
 * program's own extension. */
void resolver_fill(const struct resolver *resolver, const struct asked *asked, uriel_text rest,
                   struct buffer *out);

#endif
