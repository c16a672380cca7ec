/* SPDX-License-Identifier: MIT */
/* The local paths that file URIs stand for (RFC 8089, Appendices D to F). */
#ifndef URIEL_SCHEME_LOCAL_H
#define URIEL_SCHEME_LOCAL_H

#include "scheme/part.h"
#include "uriel_scheme.h"

/* How long the drive letter is that a path, as written, begins with, and its ":" or "|", encoded or not,
 * where a "/" follows (RFC 8089, E.2 and E.2.2); 0 where there is none. */
size_t uriel_local_drive(uriel_text path);

/* Whether a host is this machine: undefined, empty, or "localhost" in any case (RFC 8089, 2). */
bool uriel_local_host(uriel_text host);

/* Whether it is one of the styles; otherwise the error ARGUMENT. */
bool uriel_local_style_known(uriel_local_style style, uriel_error *error);

/* Writes the local path of the reader's reference. Nothing is written where there is none, which is the
 * reader's error. */
void uriel_local_write(part_reader *r, writer *w, uriel_local_style style);

#endif
