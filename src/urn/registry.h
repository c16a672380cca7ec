/* SPDX-License-Identifier: MIT */
/* The registry of namespaces, and making it of files (data/namespaces). */
#ifndef URIEL_URN_REGISTRY_H
#define URIEL_URN_REGISTRY_H

#include "text/abnf.h"
#include "uriel_urn.h"
#include "urn/namespace.h"

/* The algorithms that names of a namespace must satisfy besides its syntax. */
typedef enum urn_algorithm {
  URN_ALGORITHM_NONE,
  URN_ALGORITHM_EPC,
  URN_ALGORITHM_ISAN,
  URN_ALGORITHM_ISBN,
  URN_ALGORITHM_ISSN,
  URN_ALGORITHM_MOD_37_36,
  URN_ALGORITHM_COUNT
} urn_algorithm;

/* The rules of the names of a namespace. */
struct urn_space {
  const char *noun;  /* the kind of name: "ISBN", as in "not a valid ISBN" */
  const char *words; /* what can be wrong, from number 1 */
  uint16_t syntax;   /* the first state, plus 1; 0: any NSS is a name */
  uint8_t algorithm;
};

typedef struct urn_registry {
  const uriel_urn_namespace *namespaces; /* in the order of their bytes */
  const urn_space *spaces;               /* of each */
  size_t count;
  syntax rules;
} urn_registry;

/* A registry while it is made. */
typedef struct urn_registry_maker {
  uriel_urn_namespace *namespaces;
  urn_space *spaces;
  size_t count, most;
  char *texts; /* copies, each ends with NUL */
  size_t text_count, text_most;
  syntax_maker rules;
} urn_registry_maker;

/* Adds the namespace of a file. Fails if the file does not have the form of doc/namespaces.md; the
 * error's place is in the file. `memory` has the size of uriel_abnf_bound(). */
bool uriel_urn_registry_add(urn_registry_maker *to, uriel_text nid, uriel_text file, void *memory,
                            abnf_error *error);

#endif
