/* SPDX-License-Identifier: MIT */
/* Lists and tables of a database's contents, for people and for programs. */
#ifndef URIEL_CLI_HARVEST_LIST_H
#define URIEL_CLI_HARVEST_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "harvest/answer.h"

struct db;

enum harvest_by { HARVEST_BY_NOTHING, HARVEST_BY_SITE, HARVEST_BY_DOCUMENT };

/* Prints a line or a JSON object for each reference, and sets `*count`. Returns false if the database or
 * memory fails. */
bool harvest_list_print(struct db *db, enum answer_list list, bool json, uint64_t *count,
                        bool *no_memory);

/* Prints a line or a JSON object for each site or document. Returns false if the database fails. */
bool harvest_by_print(struct db *db, enum harvest_by by, bool json);

#endif
