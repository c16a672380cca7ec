/* SPDX-License-Identifier: MIT */
/* The files of namespaces (doc/namespaces.md), which the program contains. */
#ifndef URIEL_CLI_NAMESPACES_H
#define URIEL_CLI_NAMESPACES_H

#include "stage.h"

extern const struct stage namespaces_stage; /* uriel urn namespaces */

/* Takes the next file off `rest`, which is undefined at first. Returns false after the last one. */
bool namespace_next(uriel_text *rest, uriel_text *nid, uriel_text *file);

#endif
