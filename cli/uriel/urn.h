/* SPDX-License-Identifier: MIT */
/* Shared by the actions of uriel urn. */
#ifndef URIEL_CLI_URN_H
#define URIEL_CLI_URN_H

#include "stage.h"
#include "uriel_urn.h"

/* Names of shared options, for the tables. */
#define URN_OPTION_NID 0, "nid", "NID", "encode: the namespace of the names"
#define URN_OPTION_PERCENT 0, "percent", NULL, "encode: encode every \"%\" too, also in \"%41\""
#define URN_OPTION_RESOLVER                                                                             \
  0, "resolver", "URI", "where: ask this resolver, by THTTP (RFC 2169),\nan http or https URI"
#define URN_OPTION_SERVICE                                                                              \
  0, "service", "NAME",                                                                                 \
      "where: for what, with --resolver: N2L (the\ndefault), N2Ls, N2R, N2Rs, N2C, N2Ns, L2Ns,\n"       \
      "L2Ls or L2C; services that begin with L\ntake any URI"
#define URN_OPTION_RESOLVERS 0, "resolvers", "FILE", "where: look here first, not in your own table"

/* Parses a URN by the record's document. Returns false and blames the record if that fails. */
bool urn_read(struct record *record, uriel_ref *ref, uriel_urn *urn, uriel_text text);

int urn_where(int argc, char **argv);

#endif
