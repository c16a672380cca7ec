/* SPDX-License-Identifier: MIT */
/* Changes to the components of a reference, in the order in which they were asked for. */
#ifndef URIEL_CLI_EDIT_H
#define URIEL_CLI_EDIT_H

#include "cli/shared/buffer.h"
#include "cli/shared/option.h"
#include "cli/shared/reading.h"
#include "uriel.h"

struct edit_list {
  struct buffer edits; /* of struct edit, which edit.c knows */
};

/* Of an edit list: from the values of --set ("NAME=VALUE") and --unset ("NAME"). */
option_call edit_set, edit_unset;
extern const char *const edit_names[]; /* of components; ends with NULL */

/* Percent-encodes the values, each for its component of a reference of that generation; scheme, port and
 * authority are left as they are, and so are values that cannot be encoded there. */
void edit_encode(struct edit_list *list, uriel_spec spec);

size_t edit_count(const struct edit_list *list);

/* Makes the changes to `parts`. Fails where an authority cannot be split: `error` is in `blamed`. */
bool edit_apply(const struct edit_list *list, const struct reading *reading, uriel_parts *parts,
                uriel_error *error, uriel_text *blamed);

void edit_free(struct edit_list *list);

/* For option_word: in the order of uriel_encode_for. */
extern const char *const encode_for_words[];

/* uriel_encode into a buffer. */
void encode_text(uriel_encode_for where, uriel_text text, unsigned options, struct buffer *out);

#endif
