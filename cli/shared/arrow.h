/* SPDX-License-Identifier: MIT */
/* --arrow: records as a stream of Arrow's IPC format, with the columns of --tsv. Text is utf8, in which
 * bytes that are not UTF-8 become U+FFFD, or binary. */
#ifndef URIEL_CLI_ARROW_H
#define URIEL_CLI_ARROW_H

#include "record.h"

/* The rows of a lane that are not written yet. The keys of `computed` must stay. */
struct arrow_rows;
struct arrow_rows *arrow_rows_new(const struct schema *schema, const struct record_column *computed,
                                  bool is_binary);
void arrow_rows_free(struct arrow_rows *rows);

/* The start of the stream, before the first record, and its end. */
void arrow_begin(const struct arrow_rows *rows);
void arrow_end(void);

/* Adds a record. Rows are written in batches of a fixed maximum. */
void arrow_record(struct arrow_rows *rows, const struct schema *schema, const struct record *record);

/* Adds references under RFC 3986 for row_put, up to the first text that needs a record. Returns how
 * many. arrow_takes_references returns whether no column needs a record. */
bool arrow_takes_references(const struct arrow_rows *rows);
size_t arrow_references(struct arrow_rows *rows, const uriel_ref *refs, size_t count);

/* Writes the rows as a batch, if there are any. With `may_wait`, rows for which a batch would be small
 * stay. */
void arrow_flush(struct arrow_rows *rows, bool may_wait);

#endif
