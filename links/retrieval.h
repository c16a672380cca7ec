/* SPDX-License-Identifier: MIT */
/* The URI that a document was retrieved from (RFC 3986, 5.1.3), if known. */
#ifndef URIEL_LINKS_RETRIEVAL_H
#define URIEL_LINKS_RETRIEVAL_H

#include <stdbool.h>
#include <stddef.h>

#include "reader/buffer.h"

/* Writes the file URI of an absolute path. Returns false if there is no memory. */
bool retrieval_of_file(const char *path, size_t len, struct buffer *out);

/* Writes the URI of a file below an operand that has the URI `given`: `given` itself for the operand
 * (`below` is empty), otherwise the path `below` resolved against it. `given` has a scheme. Returns
 * false if there is no memory. */
bool retrieval_given(const char *given, const char *below, size_t len, struct buffer *out);

#endif
