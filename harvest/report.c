/* SPDX-License-Identifier: MIT */
/* The page: its head, its sections in order, its end. */
#include "report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db.h"
#include "report_chart.h"
#include "report_data.h"
#include "report_out.h"
#include "report_sections.h"
#include "report_text.h"

struct report {
  struct db *db;
  const char *database;
  struct report_data data;
  struct report_out out;
};

/* Made of report.css. */
extern const char report_style[];

/* The folder that all documents are in, with the slash at its end; empty where there is none. The first
 * and the last path have no less in common than any two. */
static uriel_text report_root(const struct report_data *data)
{
  const uriel_text first = report_name_text(&data->first);
  const uriel_text last = report_name_text(&data->last);
  size_t root = 0;
  for (size_t i = 0; i < first.len && i < last.len && first.ptr[i] == last.ptr[i]; i++) {
    if (first.ptr[i] == '/')
      root = i + 1;
  }
  return (uriel_text){first.ptr, root};
}

/* ---- Head ------------------------------------------------------------------------------------- */

/* Nothing is loaded, run or sent, whatever a document could smuggle in. */
static const char report_head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
    "'unsafe-inline';"
    " base-uri 'none'; form-action 'none'\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<meta name=\"color-scheme\" content=\"light dark\">\n"
    "<meta name=\"referrer\" content=\"no-referrer\">\n"
    "<meta name=\"robots\" content=\"noindex\">\n<meta name=\"generator\" content=\"uriel harvest\">\n"
    "<title>References in ";

/* How the parts of a whole are told apart, besides by colour. */
static const char report_patterns[] =
    "<svg class=\"patterns\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>"
    "<pattern id=\"hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\""
    " patternTransform=\"rotate(45)\"><rect class=\"b\" width=\"6\" height=\"6\"/>"
    "<rect class=\"f\" width=\"3\" height=\"6\"/></pattern>"
    "<pattern id=\"dots\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\">"
    "<rect class=\"b\" width=\"6\" height=\"6\"/><circle class=\"f\" cx=\"3\" cy=\"3\" "
    "r=\"1.4\"/></pattern>"
    "</defs></svg>\n";

static void report_begin(struct report *report)
{
  const uriel_text name = uriel_text_of(report->database);
  report_string(&report->out, report_head);
  report_foreign(&report->out, name, REPORT_NAME);
  report_string(&report->out, "</title>\n<style>\n");
  report_string(&report->out, report_style);
  report_string(&report->out, "</style>\n</head>\n<body>\n");
  report_string(&report->out, report_patterns);
  report_string(&report->out, "<header>\n<p class=\"by\">uriel harvest</p>\n<h1>References in <bdi>");
  report_foreign(&report->out, name, REPORT_NAME);
  report_string(&report->out, "</bdi></h1>\n");
}

static void report_where(struct report *report)
{
  const uriel_text root = report_root(&report->data);
  const uriel_text newest = report_name_text(&report->data.newest);
  if (!root.len && !newest.len)
    return;
  report_string(&report->out, "<p class=\"where\">");
  if (root.len) {
    report_string(&report->out, "Documents in <bdi>");
    report_foreign(&report->out, root, REPORT_NAME);
    report_string(&report->out, "</bdi>");
  }
  if (newest.len) {
    report_string(&report->out, root.len ? "<br>" : "");
    report_string(&report->out, "The newest document is of <time>");
    report_foreign(&report->out, newest, REPORT_NAME);
    report_string(&report->out, "</time>");
  }
  report_string(&report->out, "</p>\n");
}

/* ---- The numbers in front --------------------------------------------------------------------- */

static void report_tile(struct report_out *out, const char *id, const char *name, uint64_t number,
                        const char *about, bool wrong)
{
  report_format(out, "<div%s><dt>%s</dt><dd id=\"%s\">", wrong && number ? " class=\"wrong\"" : "", name,
                id);
  report_number(out, number);
  report_format(out, "</dd><dd class=\"about\">%s</dd></div>\n", about);
}

static void report_tiles(struct report *report)
{
  struct report_out *out = &report->out;
  const struct report_data *data = &report->data;
  report_string(out, "<dl class=\"tiles\">\n");
  report_tile(out, "documents", "Documents", data->documents, "files, and what is in archives", false);
  report_tile(out, "references", "References", data->references, "each place that refers", false);
  report_tile(out, "identifiers", "Identifiers", data->identifiers, "different ones, normalised", false);
  report_tile(out, "host-count", "Hosts", data->hosts, "different ones", false);
  report_tile(out, "error-count", "Errors", data->errors, "not valid, or not readable", true);
  report_tile(out, "broken", "Broken", data->broken, "references not valid, or to nothing", true);
  report_string(out, "</dl>\n</header>\n<main>\n");
}

static const char report_end[] =
    "</main>\n<footer><p>Made by uriel harvest from its database, and from the files that are still"
    " there. Nothing was fetched. Passwords are shown as ****; control characters and invisible ones as "
    "\\xNN.</p></footer>\n"
    "</body>\n</html>\n";

static bool report_page(struct report *report)
{
  if (!report_read(report->db, &report->data))
    return false;
  const struct report_sections sections = {report->db, &report->out, &report->data,
                                           report_root(&report->data)};
  report_begin(report);
  report_where(report);
  report_tiles(report);
  if (!report_sections(&sections))
    return false;
  report_string(&report->out, report_end);
  return true;
}

/* ---- To a file -------------------------------------------------------------------------------- */

static bool report_fail(char message[REPORT_MESSAGE], const char *what, const char *reason)
{
  snprintf(message, REPORT_MESSAGE, "%.4000s%s%s", what, *what ? ": " : "", reason);
  return false;
}

bool report_write(struct db *db, const char *database, const char *path, char message[REPORT_MESSAGE])
{
  struct report *report = calloc(1, sizeof *report);
  if (!report)
    return report_fail(message, path, "out of memory");
  const char *slash = strrchr(database, '/');
  const char *shown = strcmp(path, "-") == 0 ? "standard output" : path;
  report->db = db;
  report->database = slash ? slash + 1 : database;
  bool good = report_open(&report->out, path);
  if (good) {
    const bool whole = report_page(report);
    good = report_close(&report->out, whole);
    if (!whole && !report->out.error)
      report_fail(message, "", report->data.no_memory ? "out of memory" : db_message(db));
  }
  if (report->out.error)
    report_fail(message, shown, strerror(report->out.error));
  free(report);
  return good;
}
