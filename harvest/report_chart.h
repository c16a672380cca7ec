/* SPDX-License-Identifier: MIT */
/* Pictures of lists, as SVG that fits any width, each with its numbers as a table below. */
#ifndef URIEL_HARVEST_REPORT_CHART_H
#define URIEL_HARVEST_REPORT_CHART_H

#include "report_data.h"
#include "report_out.h"

enum chart_kind {
  CHART_BARS,   /* a bar below each name */
  CHART_STEPS,  /* columns side by side, in their order */
  CHART_SHARES, /* one bar in parts, each with its own pattern */
};

enum chart_second { CHART_NO_SECOND, CHART_NUMBER, CHART_BYTES };

struct chart {
  const char *id; /* unique in the page, of letters */
  const char *title;
  const char *about; /* a sentence: what is counted */
  enum chart_kind kind;
  const char *name, *count, *unit; /* headings of the columns; what the counts are of */
  const char *second_name;
  enum chart_second second;
  bool wide;
};

void report_chart(struct report_out *out, const struct chart *chart, const struct report_list *list);

#endif
