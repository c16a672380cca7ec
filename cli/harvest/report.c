/* SPDX-License-Identifier: MIT */
/* The summary of a harvest. Text of documents has its control characters escaped and its passwords
 * hidden. */
#include "report.h"

#include <stdio.h>
#include <string.h>

#include "cli/shared/colour.h"
#include "cli/shared/excerpt.h"
#include "cli/shared/output.h"
#include "cli/shared/progress.h"

enum { REPORT_NAME = 26, REPORT_NUMBER = 14, REPORT_NARROW = 12, REPORT_RAW = 200 };

const char *harvest_number(uint64_t number, char out[32])
{
  char digits[24];
  const size_t len = (size_t)snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
  size_t n = 0;
  for (size_t i = 0; i < len; i++) {
    if (i && (len - i) % 3 == 0)
      out[n++] = ',';
    out[n++] = digits[i];
  }
  out[n] = 0;
  return out;
}

static void report_tone(enum tone tone, const char *text)
{
  colour_put(&standard_out, tone, text, strlen(text));
}

static void report_pad(size_t columns)
{
  while (columns--)
    output_char(&standard_out, ' ');
}

static void report_right(const char *text, size_t columns)
{
  const size_t len = strlen(text);
  report_pad(len < columns ? columns - len : 1);
  output_text(&standard_out, text);
}

static void report_count(uint64_t number)
{
  char text[32];
  report_right(harvest_number(number, text), REPORT_NUMBER);
}

/* Text from documents, which may hold anything, on one line. */
static uriel_text report_text(const struct summary_text *text, struct buffer *out)
{
  const uriel_text whole = {text->data, text->len};
  out->len = 0;
  buffer_reserve(out, 1);
  if (whole.len)
    (void)excerpt_make(whole, (struct excerpt_marks){0}, out);
  return (uriel_text){out->ptr, out->len};
}

static void report_name(const struct summary_text *name, struct buffer *scratch)
{
  const uriel_text text = report_text(name, scratch);
  report_pad(2);
  output_put(&standard_out, text.ptr, text.len);
  report_pad(text.len < REPORT_NAME ? REPORT_NAME - text.len : 1);
}

static void report_heading(const char *name, uint64_t count, const char *first, const char *second)
{
  output_char(&standard_out, '\n');
  report_tone(TONE_STRONG, name);
  report_pad(REPORT_NAME + 2 - strlen(name));
  if (*first) {
    report_right(first, REPORT_NUMBER);
    report_right(second, REPORT_NUMBER);
  } else
    report_count(count);
  output_char(&standard_out, '\n');
}

static void report_run_part(const char *before, uint64_t count, const char *what)
{
  char text[32];
  if (count)
    output_format(&standard_out, "%s%s %s", before, harvest_number(count, text), what);
}

static void report_run(const struct harvest_report *report)
{
  const struct harvest_counts *counts = report->counts;
  const double seconds = report->seconds > 0.001 ? report->seconds : 0.001;
  char documents[32], files[32], references[32], rate[32];
  output_format(&standard_out, "%s document%s read", harvest_number(counts->documents, documents),
                counts->documents == 1 ? "" : "s");
  if (counts->documents != counts->files)
    output_format(&standard_out, " from %s file%s", harvest_number(counts->files, files),
                  counts->files == 1 ? "" : "s");
  output_format(&standard_out, " in %.1f s, %s reference%s", report->seconds,
                harvest_number(counts->references, references), counts->references == 1 ? "" : "s");
  if (counts->references)
    output_format(&standard_out, " (%s a second)",
                  harvest_number((uint64_t)((double)counts->references / seconds), rate));
  report_run_part("; ", counts->replaced, "replaced");
  report_run_part("; ", counts->unchanged, "unchanged");
  report_run_part("; ", counts->unreadable, "not readable");
  report_run_part("; ", counts->vanished, "vanished before they were opened");
  report_run_part("; ", counts->forgotten, "forgotten");
  report_run_part("; ", counts->links, "symbolic links not followed");
  report_run_part("; ", counts->special, "special files passed over");
  report_run_part("; ", counts->left_out, "left out");
  output_char(&standard_out, '\n');
}

static bool report_is(const struct summary_text *text, const char *word)
{
  return text->len == strlen(word) && memcmp(text->data, word, text->len) == 0;
}

/* "html", and what came of it where it was not read to its end: "html, too large". */
static void report_documents(const struct harvest_summary *summary, struct buffer *scratch)
{
  report_heading("Documents", summary->documents, "", "");
  for (size_t i = 0; i < summary->kind_rows; i++) {
    const struct summary_count *row = &summary->kinds[i];
    struct summary_text name = row->name;
    char bytes[16];
    const bool usual = report_is(&row->second, "done") || report_is(&row->second, "binary");
    if (!usual)
      (void)snprintf(name.data, sizeof name.data, "%.*s, %.*s", (int)row->name.len, row->name.data,
                     (int)row->second.len, row->second.data);
    name.len = usual ? name.len : strnlen(name.data, sizeof name.data);
    report_name(&name, scratch);
    report_count(row->references);
    report_right(progress_bytes((double)row->identifiers, bytes), REPORT_NUMBER);
    output_char(&standard_out, '\n');
  }
  for (size_t i = 0; i < summary->format_rows && i < 8; i++) {
    char count[32];
    output_text(&standard_out, i ? ", " : "    binary: ");
    const uriel_text name = report_text(&summary->formats[i].name, scratch);
    output_format(&standard_out, "%.*s %s", (int)name.len, name.ptr,
                  harvest_number(summary->formats[i].references, count));
  }
  if (summary->format_rows)
    output_text(&standard_out, summary->format_rows > 8 ? ", ...\n" : "\n");
}

static void report_more(uint64_t count)
{
  char text[32];
  if (count)
    output_format(&standard_out, "  and %s more\n", harvest_number(count, text));
}

static void report_table(const char *name, const struct summary_count *rows, size_t count, size_t most,
                         uint64_t total, struct buffer *scratch)
{
  if (count == 0)
    return;
  report_heading(name, 0, "references", "identifiers");
  const size_t shown = count < most ? count : most;
  for (size_t i = 0; i < shown; i++) {
    report_name(&rows[i].name, scratch);
    report_count(rows[i].references);
    report_count(rows[i].identifiers);
    output_char(&standard_out, '\n');
  }
  report_more(total - shown);
}

static void report_sites(const struct harvest_summary *summary, struct buffer *scratch)
{
  static const char *const columns[] = {"references", "identifiers", "insecure", "errors"};
  if (summary->site_rows == 0)
    return;
  output_char(&standard_out, '\n');
  report_tone(TONE_STRONG, "Sites");
  report_pad(REPORT_NAME + 2 - strlen("Sites"));
  for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
    report_right(columns[i], REPORT_NARROW);
  output_char(&standard_out, '\n');
  for (size_t i = 0; i < summary->site_rows; i++) {
    const struct summary_site *site = &summary->sites[i];
    const uint64_t numbers[] = {site->references, site->identifiers, site->insecure, site->errors};
    struct summary_text name = site->host;
    if (name.len == 0)
      name.len = (size_t)snprintf(name.data, sizeof name.data, "%s", HARVEST_FILES);
    report_name(&name, scratch);
    for (size_t j = 0; j < sizeof numbers / sizeof *numbers; j++) {
      char text[32];
      report_right(harvest_number(numbers[j], text), REPORT_NARROW);
    }
    output_char(&standard_out, '\n');
  }
  report_more(summary->site_count - summary->site_rows);
}

/* Numbers stand first, as paths are long. */
static void report_few(const char *name, const struct summary_document *rows, size_t count)
{
  if (count == 0)
    return;
  output_char(&standard_out, '\n');
  report_tone(TONE_STRONG, name);
  output_char(&standard_out, '\n');
  for (size_t i = 0; i < count; i++) {
    char references[32], errors[32];
    output_format(&standard_out, "%*s references%*s %s  ", REPORT_NARROW,
                  harvest_number(rows[i].references, references), REPORT_NARROW - 4,
                  harvest_number(rows[i].errors, errors), rows[i].errors == 1 ? "error " : "errors");
    output_escaped(&standard_out, rows[i].path.data, rows[i].path.len);
    output_text(&standard_out, rows[i].part.len ? "!" : "");
    output_escaped(&standard_out, rows[i].part.data, rows[i].part.len);
    output_char(&standard_out, '\n');
  }
}

/* PATH:LINE:COLUMN: TEXT, and the message below. */
static void report_error(const struct summary_error *error, struct buffer *scratch)
{
  char text[32];
  struct summary_text code = error->code;
  report_name(&code, scratch);
  report_right(harvest_number(error->count, text), REPORT_NUMBER);
  output_text(&standard_out, "\n      ");
  output_escaped(&standard_out, error->path.data, error->path.len);
  if (error->line) {
    struct buffer hidden = {0};
    struct excerpt_marks marks = {0};
    output_format(&standard_out, ":%llu:%llu: ", (unsigned long long)error->line,
                  (unsigned long long)error->column);
    const uriel_text raw = excerpt_hide_password((uriel_text){error->raw.data, error->raw.len},
                                                 URIEL_REFERENCE, &marks, &hidden);
    scratch->len = 0;
    buffer_reserve(scratch, 1);
    if (raw.len)
      (void)excerpt_make(raw, (struct excerpt_marks){0}, scratch);
    colour_put(&standard_out, TONE_ERROR, scratch->ptr, scratch->len);
    buffer_free(&hidden);
  }
  output_text(&standard_out, "\n      ");
  output_escaped(&standard_out, error->message.data, error->message.len);
  output_char(&standard_out, '\n');
}

/* A word for the shell, as it was given: quoted where it holds more than letters, digits and the signs
 * of paths. */
static void report_word(const char *word)
{
  static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./+@%:,=-";
  const size_t len = strlen(word);
  const char *const front = *word == '-' ? "./" : ""; /* it is no option */
  if (strspn(word, plain) == len) {
    output_format(&standard_out, "%s%s", front, word);
    return;
  }
  output_format(&standard_out, "%s'", front);
  for (size_t at = 0; at < len;) {
    const size_t run = strcspn(word + at, "'");
    output_escaped(&standard_out, word + at, run);
    at += run;
    if (at++ < len)
      output_text(&standard_out, "'\\''");
  }
  output_char(&standard_out, '\'');
}

static void report_database(const struct harvest_report *report)
{
  output_text(&standard_out, "\nDatabase  ");
  output_escaped(&standard_out, report->database, strlen(report->database));
  output_text(&standard_out, "\nAsk it    sqlite3 -box ");
  report_word(report->database);
  output_text(&standard_out,
              " 'SELECT host, count(*) FROM reference JOIN identifier\n"
              "            ON identifier.id = identifier_id GROUP BY host ORDER BY 2 DESC LIMIT 20'\n");
}

/* What is not valid, and what leads to files that are not there: the list of it is a command away. */
static void report_broken(const struct harvest_report *report)
{
  if (!report->summary->broken)
    return;
  report_heading("Broken references", report->summary->broken, "", "");
  output_text(&standard_out,
              "  not valid, or to a file or part that is not there (hosts are not asked):\n"
              "  uriel harvest --list=broken -o ");
  report_word(report->database);
  output_char(&standard_out, '\n');
}

void harvest_report_print(const struct harvest_report *report)
{
  const struct harvest_summary *summary = report->summary;
  struct buffer scratch = {0};
  if (report->counts)
    report_run(report);
  else
    output_text(&standard_out, "What the database holds\n");
  report_documents(summary, &scratch);
  report_heading("References", summary->references, "", "");
  report_heading("Distinct identifiers", summary->identifiers, "", "");
  report_table("Schemes", summary->schemes, summary->scheme_rows, 12, summary->scheme_count, &scratch);
  report_sites(summary, &scratch);
  report_few("Documents with the most references", summary->busiest, summary->busiest_rows);
  report_few("Documents with the most errors", summary->erroriest, summary->erroriest_rows);
  if (summary->errors)
    report_heading("Errors", summary->errors, "", "");
  for (size_t i = 0; i < summary->error_rows; i++)
    report_error(&summary->error_kinds[i], &scratch);
  report_broken(report);
  report_database(report);
  buffer_free(&scratch);
}
