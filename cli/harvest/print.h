/* SPDX-License-Identifier: MIT */
/* Prints the summary, the lists and the tables of a database, for people and for programs. */
#ifndef URIEL_CLI_HARVEST_PRINT_H
#define URIEL_CLI_HARVEST_PRINT_H

#include "harvest/answer.h"
#include "harvest/harvest.h"
#include "harvest/summary.h"

struct harvest_report {
  const char *database;                /* as given */
  const struct harvest_counts *counts; /* of the run; NULL if nothing was read */
  const struct harvest_summary *summary;
  double seconds;
};

/* The summary; as one JSON object. */
void harvest_report_print(const struct harvest_report *report);
void harvest_report_json(const struct harvest_report *report);

enum harvest_by { HARVEST_BY_NOTHING, HARVEST_BY_SITE, HARVEST_BY_DOCUMENT };

/* Returns false if the database or memory fails. Prints a line or a JSON object for each reference,
 * and sets `*count`. */
bool harvest_list_print(struct db *db, enum answer_list list, bool json, uint64_t *count,
                        bool *no_memory);

/* Returns false if the database fails. Prints a line or a JSON object for each site or document. */
bool harvest_by_print(struct db *db, enum harvest_by by, bool json);

#endif
