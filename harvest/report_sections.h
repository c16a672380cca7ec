/* SPDX-License-Identifier: MIT */
/* The page's sections: which pictures and tables, in which order, with which words. */
#ifndef URIEL_HARVEST_REPORT_SECTIONS_H
#define URIEL_HARVEST_REPORT_SECTIONS_H

#include <stdbool.h>

#include "report_data.h"
#include "report_out.h"

struct db;

struct report_sections {
  struct db *db;
  struct report_out *out;
  const struct report_data *data;
  uriel_text root;
};

/* False where the database fails. */
bool report_sections(const struct report_sections *sections);

#endif
