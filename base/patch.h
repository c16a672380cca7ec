/* SPDX-License-Identifier: MIT */
/* Changes of a text: the changed text, and a unified diff. Memory as in the functions of buffer.h that
 * end the program. */
#ifndef URIEL_BASE_PATCH_H
#define URIEL_BASE_PATCH_H

#include "buffer.h"

/* Bytes that are replaced. */
struct patch_edit {
  size_t offset, length; /* in the old text */
  uriel_text text;       /* instead of them */
};

/* Edits in ascending order, which do not overlap, and the text that they change. */
struct patch {
  uriel_text old;
  const struct patch_edit *list;
  size_t count;
};

/* Appends the changed text. */
void patch_apply(const struct patch *patch, struct buffer *out);

/* Appends a unified diff with three lines of context, for `patch -p1` and `git apply`. `name` is the
 * path of the file, relative to the folder where they run. */
void patch_diff(const struct patch *patch, const char *name, struct buffer *out);

#endif
