/* SPDX-License-Identifier: MIT */
/* The summary of a harvest, for people and for programs. */
#ifndef URIEL_CLI_HARVEST_REPORT_H
#define URIEL_CLI_HARVEST_REPORT_H

#include "harvest/harvest.h"

struct harvest_report {
  const char *database; /* as it was given */
  const struct harvest_counts *counts;
  const struct harvest_summary *summary;
  double seconds;
};

void harvest_report_print(const struct harvest_report *report);

/* One JSON object. */
void harvest_report_json(const struct harvest_report *report);

#endif
