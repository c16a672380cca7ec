/* SPDX-License-Identifier: MIT */
/* The URI that a document was retrieved from (RFC 3986, 5.1.3), if known. */
#ifndef URIEL_LINKS_RETRIEVAL_H
#define URIEL_LINKS_RETRIEVAL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"

/* Writes the file URI of an absolute path. Returns false if memory runs out. */
bool retrieval_of_file(const char *path, size_t len, struct buffer *out);

/* Writes the URI of a file below an operand that has the URI `given`: `given` itself for the operand
 * (`below` is empty), otherwise the path `below` resolved against it. `given` has a scheme. Returns
 * false if memory runs out. */
bool retrieval_given(const char *given, const char *below, size_t len, struct buffer *out);

/* Returns the normal form of a reference, which `out` holds; undefined if it is not a reference. Memory
 * as in goals.h. */
uriel_text retrieval_normal(uriel_text reference, struct buffer *out);

/* Writes the URI reference that a person or program meant by a text, and a NUL. Text that RFC 3986
 * accepts stays. Otherwise "<" and ">" around it are removed, and each byte that its component does not
 * allow, and each "%" without two digits, is percent-encoded; a host is converted by IDNA. If that is
 * not a reference, or its host not a name, the text is read under the URL standard. Returns false with
 * the error of RFC 3986, or with `no_memory` of `out`. */
bool retrieval_read(uriel_text text, struct buffer *out, uriel_error *error);

/* Whether a text is a URI: a reference with a scheme. */
bool retrieval_is_uri(uriel_text text);

#endif
