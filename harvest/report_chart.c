/* SPDX-License-Identifier: MIT */
/* Pictures of lists. Widths are in percent and text keeps its size, so that a picture fits a phone as
 * well as paper; nothing is told by colour alone. */
#include "report_chart.h"

#include "report_text.h"

enum {
  CHART_LABEL = 30, /* characters beside a number, on a narrow screen */
  CHART_ROW = 36,   /* heights in pixels */
  CHART_COLUMN = 132,
  CHART_SHARE = 16,
  CHART_LEGEND = 26
};

static uint64_t chart_most(const struct report_list *list)
{
  uint64_t most = 1;
  for (size_t i = 0; i < list->count; i++)
    most = list->rows[i].count > most ? list->rows[i].count : most;
  return most;
}

/* ---- Bars ------------------------------------------------------------------------------------- */

static void chart_bar(struct report_out *out, const struct report_row *row, size_t at, uint64_t most)
{
  const size_t top = at * CHART_ROW;
  report_format(out, "<text x=\"0\" y=\"%zu\">", top + 15);
  report_foreign(out, report_name_text(&row->name), CHART_LABEL);
  report_format(out, "</text><text class=\"n\" x=\"100%%\" y=\"%zu\">", top + 15);
  report_number(out, row->count);
  report_format(out, "</text><rect class=\"track\" y=\"%zu\" width=\"100%%\" height=\"6\" rx=\"3\"/>",
                top + 22);
  /* What is there at all is seen. */
  const double width = 100.0 * (double)row->count / (double)most;
  if (row->count)
    report_format(out, "<rect class=\"bar\" y=\"%zu\" width=\"%.2f%%\" height=\"6\" rx=\"3\"/>",
                  top + 22, width < 0.6 ? 0.6 : width);
}

static void chart_bars(struct report_out *out, const struct report_list *list)
{
  const uint64_t most = chart_most(list);
  for (size_t i = 0; i < list->count; i++)
    chart_bar(out, &list->rows[i], i, most);
}

/* ---- Columns ---------------------------------------------------------------------------------- */

static void chart_step(struct report_out *out, const struct report_row *row, double left, double width,
                       uint64_t most)
{
  const double height = (double)CHART_COLUMN * (double)row->count / (double)most;
  const double shown = row->count && height < 1 ? 1 : height;
  const double middle = left + width / 2;
  report_format(
      out, "<rect class=\"bar\" x=\"%.2f%%\" y=\"%.1f\" width=\"%.2f%%\" height=\"%.1f\" rx=\"2\"/>",
      left + width * 0.12, 18 + CHART_COLUMN - shown, width * 0.76, shown);
  if (row->count) {
    report_format(out, "<text class=\"m\" x=\"%.2f%%\" y=\"%.1f\">", middle, 12 + CHART_COLUMN - shown);
    report_short(out, row->count);
    report_string(out, "</text>");
  }
  report_format(out, "<text class=\"a\" x=\"%.2f%%\" y=\"%d\">", middle, CHART_COLUMN + 36);
  report_foreign(out, report_name_text(&row->name), CHART_LABEL);
  report_string(out, "</text>");
}

static void chart_steps(struct report_out *out, const struct report_list *list)
{
  const uint64_t most = chart_most(list);
  const double width = 100.0 / (double)list->count;
  for (size_t i = 0; i < list->count; i++)
    chart_step(out, &list->rows[i], (double)i * width, width, most);
  report_format(out, "<rect class=\"axis\" y=\"%d\" width=\"100%%\" height=\"1\"/>", CHART_COLUMN + 18);
}

/* ---- Parts of a whole ------------------------------------------------------------------------- */

static void chart_parts(struct report_out *out, const struct report_list *list)
{
  double left = 0;
  for (size_t i = 0; i < list->count; i++) {
    const double width = 100.0 * (double)list->rows[i].count / (double)(list->total ? list->total : 1);
    if (width > 0)
      report_format(out,
                    "<rect class=\"p%zu edge\" x=\"%.2f%%\" y=\"1\" width=\"%.2f%%\" height=\"%d\"/>", i,
                    left, width, CHART_SHARE);
    left += width;
  }
}

static void chart_shares(struct report_out *out, const struct report_list *list)
{
  chart_parts(out, list);
  for (size_t i = 0; i < list->count; i++) {
    const size_t top = CHART_SHARE + 14 + i * CHART_LEGEND;
    report_format(out, "<rect class=\"p%zu edge\" x=\"1\" y=\"%zu\" width=\"14\" height=\"14\"/>", i,
                  top);
    report_format(out, "<text x=\"24\" y=\"%zu\">", top + 12);
    report_foreign(out, report_name_text(&list->rows[i].name), REPORT_NAME);
    report_format(out, "</text><text class=\"n\" x=\"100%%\" y=\"%zu\">", top + 12);
    report_share(out, list->rows[i].count, list->total);
    report_string(out, "</text>");
  }
}

/* ---- The figure ------------------------------------------------------------------------------- */

static size_t chart_height(const struct chart *chart, const struct report_list *list)
{
  if (chart->kind == CHART_BARS)
    return list->count * CHART_ROW - 4;
  return chart->kind == CHART_STEPS ? CHART_COLUMN + 42 : CHART_SHARE + 14 + list->count * CHART_LEGEND;
}

/* What the picture tells who does not see it: its largest parts; the table has all. */
static void chart_describe(struct report_out *out, const struct report_list *list)
{
  const size_t told = list->count < 4 ? list->count : 4;
  for (size_t i = 0; i < told; i++) {
    report_foreign(out, report_name_text(&list->rows[i].name), CHART_LABEL);
    report_string(out, ": ");
    report_number(out, list->rows[i].count);
    report_string(out, i + 1 < told ? "; " : ". The table below has all numbers.");
  }
}

static void chart_picture(struct report_out *out, const struct chart *chart,
                          const struct report_list *list)
{
  report_format(out,
                "<svg role=\"img\" aria-labelledby=\"%s-t %s-d\" width=\"100%%\" height=\"%zu\">"
                "<title id=\"%s-t\">%s</title><desc id=\"%s-d\">",
                chart->id, chart->id, chart_height(chart, list), chart->id, chart->title, chart->id);
  chart_describe(out, list);
  report_string(out, "</desc>\n");
  if (chart->kind == CHART_BARS)
    chart_bars(out, list);
  else if (chart->kind == CHART_STEPS)
    chart_steps(out, list);
  else
    chart_shares(out, list);
  report_string(out, "</svg>\n");
}

static void chart_line(struct report_out *out, const struct chart *chart, const struct report_row *row,
                       uint64_t total)
{
  report_string(out, "<tr><th scope=\"row\"><bdi>");
  report_foreign(out, report_name_text(&row->name), REPORT_NAME);
  report_string(out, "</bdi></th><td>");
  report_number(out, row->count);
  report_string(out, "</td><td>");
  report_share(out, row->count, total);
  if (chart->second != CHART_NO_SECOND)
    report_string(out, "</td><td>");
  if (chart->second == CHART_NUMBER)
    report_number(out, row->second);
  else if (chart->second == CHART_BYTES)
    report_bytes(out, row->second);
  report_string(out, "</td></tr>\n");
}

static void chart_table(struct report_out *out, const struct chart *chart,
                        const struct report_list *list)
{
  report_format(
      out,
      "<details><summary>The numbers</summary><table id=\"%s\"><caption>%s</caption><thead><tr>"
      "<th scope=\"col\">%s</th><th scope=\"col\">%s</th><th scope=\"col\">Share</th>",
      chart->id, chart->title, chart->name, chart->count);
  if (chart->second != CHART_NO_SECOND)
    report_format(out, "<th scope=\"col\">%s</th>", chart->second_name);
  report_string(out, "</tr></thead><tbody>\n");
  for (size_t i = 0; i < list->count; i++)
    chart_line(out, chart, &list->rows[i], list->total);
  report_string(out, "</tbody></table></details>\n");
}

void report_chart(struct report_out *out, const struct chart *chart, const struct report_list *list)
{
  report_format(out, "<figure%s><figcaption><h3>%s</h3><p>%s</p></figcaption>\n",
                chart->wide ? " class=\"wide\"" : "", chart->title, chart->about);
  if (list->total == 0) {
    report_format(out, "<p class=\"none\">No %s.</p></figure>\n", chart->unit);
    return;
  }
  chart_picture(out, chart, list);
  if (list->groups > list->count) {
    report_string(out, "<p class=\"more\">and ");
    report_number(out, list->groups - list->count);
    report_string(out, " more</p>\n");
  }
  chart_table(out, chart, list);
  report_string(out, "</figure>\n");
}
