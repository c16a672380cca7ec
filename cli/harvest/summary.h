/* SPDX-License-Identifier: MIT */
/* The summary of a harvest, for people and for programs. */
#ifndef URIEL_CLI_HARVEST_SUMMARY_H
#define URIEL_CLI_HARVEST_SUMMARY_H

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

/* Writes 1234567 as 1,234,567 to `out`, and returns `out`. */
const char *harvest_number(uint64_t number, char out[32]);

/* Prints one JSON object. */
void harvest_report_json(const struct harvest_report *report);

#endif
