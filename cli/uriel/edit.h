/* SPDX-License-Identifier: MIT */
/* Changes to the components of a reference, in the order of the options. */
#ifndef URIEL_CLI_EDIT_H
#define URIEL_CLI_EDIT_H

#include "cli/shared/buffer.h"
#include "cli/shared/option.h"
#include "cli/shared/reading.h"
#include "uriel.h"

struct edit_list {
  struct buffer edits; /* array of struct edit (edit.c) */
};

/* Adds to an edit list the values of --set ("NAME=VALUE") and --unset ("NAME"). */
option_call edit_set, edit_unset;
extern const char *const edit_names[]; /* components, then attributes of URLs; ends with NULL */

/* Percent-encodes each value for its component, by the reference's generation. Leaves scheme, port,
 * authority and values that cannot be encoded as they are. */
void edit_encode(struct edit_list *list, uriel_spec spec);

size_t edit_count(const struct edit_list *list);

/* Applies the changes to `parts`. Returns false if an authority cannot be split; `error` is then a place
 * in `blamed`. */
bool edit_apply(const struct edit_list *list, const struct reading *reading, uriel_parts *parts,
                uriel_error *error, uriel_text *blamed);

/* Returns the first name that references of the document lack, or NULL: attributes of URLs are whatwg's,
 * which has no "authority" and "userinfo". */
const char *edit_unknown(const struct edit_list *list, uriel_spec spec);

/* Applies the changes to a URL of whatwg, by the setters of the URL standard; the results are in `rooms`
 * by turns. Returns false if `blamed`, a value for href, is not a URL. */
bool edit_url(const struct edit_list *list, uriel_ref *url, struct buffer rooms[2], uriel_text *blamed);

void edit_free(struct edit_list *list);

/* Words for option_word, in the order of uriel_encode_for. */
extern const char *const encode_for_words[];

/* uriel_encode into a buffer. */
void encode_text(uriel_encode_for where, uriel_text text, unsigned options, struct buffer *out);

#endif
