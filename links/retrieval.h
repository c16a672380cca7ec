/* SPDX-License-Identifier: MIT */
/* The URI that a document was retrieved from (RFC 3986, 5.1.3), as far as one is known. */
#ifndef URIEL_LINKS_RETRIEVAL_H
#define URIEL_LINKS_RETRIEVAL_H

#include <stdbool.h>
#include <stddef.h>

#include "reader/buffer.h"

/* Writes the file URI of an absolute path. False: no memory. */
bool retrieval_of_file(const char *path, size_t len, struct buffer *out);

/* Writes `given` for the file or folder it was given for (`below` is empty), otherwise what the path
 * `below` that folder is when it is resolved against it. `given` has a scheme. False: no memory. */
bool retrieval_given(const char *given, const char *below, size_t len, struct buffer *out);

#endif
