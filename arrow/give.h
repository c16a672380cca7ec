/* SPDX-License-Identifier: MIT */
/* Columns handed out as arrays, which own their memory. Return false without memory; columns
 * that were not handed out are unchanged. */
#ifndef URIEL_ARROW_GIVE_H
#define URIEL_ARROW_GIVE_H

#include "column.h"

/* The views of a column lead into the texts of `input`, which is otherwise unused. */
bool uriel_arrow_give(struct ArrowArray *out, arrow_column *column, const arrow_input *input);

/* The array of lists owns `child`, which is moved into it. */
bool uriel_arrow_give_list(struct ArrowArray *out, arrow_column *column, struct ArrowArray *child);

/* The same for indices and their dictionary. */
bool uriel_arrow_give_encoded(struct ArrowArray *out, arrow_column *column,
                              struct ArrowArray *dictionary);

/* A struct of columns, without nulls. A consumer can move its columns out of it. */
bool uriel_arrow_give_struct(struct ArrowArray *out, arrow_column *columns, size_t count, int64_t length,
                             const arrow_input *input);

/* The input array, if views lead into it. */
struct arrow_kept;
struct arrow_kept *uriel_arrow_kept(void);
void uriel_arrow_kept_free(struct arrow_kept *kept);

/* Moves the input array to `kept`, which the struct and each of its columns with views hold. */
void uriel_arrow_keep(struct ArrowArray *out, struct arrow_kept *kept, struct ArrowArray *array);

#endif
