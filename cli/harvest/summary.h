/* SPDX-License-Identifier: MIT */
/* Prints the summary, the lists and the tables of a database, for people and for programs. */
#ifndef URIEL_CLI_HARVEST_SUMMARY_H
#define URIEL_CLI_HARVEST_SUMMARY_H

#include <stdbool.h>
#include <stddef.h>

#include "harvest/answer.h"
#include "harvest/harvest.h"
#include "harvest/summary.h"

/* Printed as the site of file URIs, which have no host. */
#define HARVEST_FILES "(files)"

struct harvest_report {
  const char *database; /* as given */
  const struct harvest_counts *counts;
  const struct harvest_summary *summary;
  double seconds;
};

void harvest_report_print(const struct harvest_report *report);

/* Returns `out`, and writes 1234567 as 1,234,567 to it. */
const char *harvest_number(uint64_t number, char out[32]);

/* Prints one JSON object. */
void harvest_report_json(const struct harvest_report *report);

struct db;

enum harvest_by { HARVEST_BY_NOTHING, HARVEST_BY_SITE, HARVEST_BY_DOCUMENT };

/* Returns false if the database or memory fails. Prints a line or a JSON object for each reference,
 * and sets `*count`. */
bool harvest_list_print(struct db *db, enum answer_list list, bool json, uint64_t *count,
                        bool *no_memory);

/* Returns false if the database fails. Prints a line or a JSON object for each site or document. */
bool harvest_by_print(struct db *db, enum harvest_by by, bool json);

#endif
