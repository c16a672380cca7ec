/* SPDX-License-Identifier: MIT */
/* References with names that exist. */
#ifndef URIEL_LINKS_CORRECT_H
#define URIEL_LINKS_CORRECT_H

#include <stdbool.h>

#include "base/buffer.h"

/* Sets `out` to the reference with the names of the path `right` in place of the names of `wrong`, and
 * every other byte unchanged. Both are absolute paths with as many names; the last names of `wrong` are
 * in the reference. Returns false if the reference lacks a name that differs. Memory as in goals.h. */
bool correct_path(uriel_text reference, uriel_text wrong, uriel_text right, struct buffer *out);

/* Sets `out` to the reference with the fragment `right`, not yet encoded, in place of its own up to
 * ":~:". Returns false if it has no fragment. */
bool correct_fragment(uriel_text reference, uriel_text right, struct buffer *out);

#endif
