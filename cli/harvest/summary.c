/* SPDX-License-Identifier: MIT */
/* Prints the summary of a harvest, for people and for programs. Escapes control characters in text
 * from documents, and hides passwords. */
#include "summary.h"

#include <stdio.h>
#include <string.h>

#include "cli/shared/colour.h"
#include "cli/shared/error.h"
#include "cli/shared/json.h"
#include "cli/shared/output.h"
#include "cli/shared/progress.h"

enum { PRINT_NAME = 26, PRINT_NUMBER = 14, PRINT_NARROW = 12, PRINT_RAW = 200 };

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

/* ---- For people ------------------------------------------------------------------------------- */

static void print_tone(enum tone tone, const char *text)
{
  colour_put(&standard_out, tone, text, strlen(text));
}

static void print_pad(size_t columns)
{
  while (columns--)
    output_char(&standard_out, ' ');
}

static void print_right(const char *text, size_t columns)
{
  const size_t len = strlen(text);
  print_pad(len < columns ? columns - len : 1);
  output_text(&standard_out, text);
}

static void print_count(uint64_t number)
{
  char text[32];
  print_right(harvest_number(number, text), PRINT_NUMBER);
}

/* Returns text from documents, which may contain anything, on one line. */
static uriel_text print_text(const struct summary_text *text, struct buffer *out)
{
  const uriel_text whole = {text->data, text->len};
  out->len = 0;
  buffer_reserve(out, 1);
  if (whole.len)
    (void)excerpt_make(whole, (struct excerpt_marks){0}, out);
  return (uriel_text){out->ptr, out->len};
}

static void print_name(const struct summary_text *name, struct buffer *scratch)
{
  const uriel_text text = print_text(name, scratch);
  print_pad(2);
  output_put(&standard_out, text.ptr, text.len);
  print_pad(text.len < PRINT_NAME ? PRINT_NAME - text.len : 1);
}

static void print_heading(const char *name, uint64_t count, const char *first, const char *second)
{
  output_char(&standard_out, '\n');
  print_tone(TONE_STRONG, name);
  print_pad(PRINT_NAME + 2 - strlen(name));
  if (*first) {
    print_right(first, PRINT_NUMBER);
    print_right(second, PRINT_NUMBER);
  } else
    print_count(count);
  output_char(&standard_out, '\n');
}

static void print_run_part(const char *before, uint64_t count, const char *what)
{
  char text[32];
  if (count)
    output_format(&standard_out, "%s%s %s", before, harvest_number(count, text), what);
}

static void print_run(const struct harvest_report *report)
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
  print_run_part("; ", counts->replaced, "replaced");
  print_run_part("; ", counts->unchanged, "unchanged");
  print_run_part("; ", counts->unreadable, "not readable");
  print_run_part("; ", counts->vanished, "vanished before they were opened");
  print_run_part("; ", counts->forgotten, "forgotten");
  print_run_part("; ", counts->links, "symbolic links not followed");
  print_run_part("; ", counts->special, "special files skipped");
  print_run_part("; ", counts->left_out, "left out");
  output_char(&standard_out, '\n');
}

static bool print_is(const struct summary_text *text, const char *word)
{
  return text->len == strlen(word) && memcmp(text->data, word, text->len) == 0;
}

/* Prints the kind, with the status of documents that were not read to the end: "html, too large". */
static void print_documents(const struct harvest_summary *summary, struct buffer *scratch)
{
  print_heading("Documents", summary->documents, "", "");
  for (size_t i = 0; i < summary->kind_rows; i++) {
    const struct summary_count *row = &summary->kinds[i];
    struct summary_text name = row->name;
    char bytes[16];
    const bool usual = print_is(&row->second, "done") || print_is(&row->second, "binary");
    if (!usual)
      (void)snprintf(name.data, sizeof name.data, "%.*s, %.*s", (int)row->name.len, row->name.data,
                     (int)row->second.len, row->second.data);
    name.len = usual ? name.len : strnlen(name.data, sizeof name.data);
    print_name(&name, scratch);
    print_count(row->references);
    print_right(progress_bytes((double)row->identifiers, bytes), PRINT_NUMBER);
    output_char(&standard_out, '\n');
  }
  for (size_t i = 0; i < summary->format_rows && i < 8; i++) {
    char count[32];
    output_text(&standard_out, i ? ", " : "    binary: ");
    const uriel_text name = print_text(&summary->formats[i].name, scratch);
    output_format(&standard_out, "%.*s %s", (int)name.len, name.ptr,
                  harvest_number(summary->formats[i].references, count));
  }
  if (summary->format_rows)
    output_text(&standard_out, summary->format_rows > 8 ? ", ...\n" : "\n");
}

static void print_more(uint64_t count)
{
  char text[32];
  if (count)
    output_format(&standard_out, "  and %s more\n", harvest_number(count, text));
}

static void print_table(const char *name, const struct summary_count *rows, size_t count, size_t most,
                        uint64_t total, struct buffer *scratch)
{
  if (count == 0)
    return;
  print_heading(name, 0, "references", "identifiers");
  const size_t shown = count < most ? count : most;
  for (size_t i = 0; i < shown; i++) {
    print_name(&rows[i].name, scratch);
    print_count(rows[i].references);
    print_count(rows[i].identifiers);
    output_char(&standard_out, '\n');
  }
  print_more(total - shown);
}

static void print_sites(const struct harvest_summary *summary, struct buffer *scratch)
{
  static const char *const columns[] = {"references", "identifiers", "insecure", "errors"};
  if (summary->site_rows == 0)
    return;
  output_char(&standard_out, '\n');
  print_tone(TONE_STRONG, "Sites");
  print_pad(PRINT_NAME + 2 - strlen("Sites"));
  for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
    print_right(columns[i], PRINT_NARROW);
  output_char(&standard_out, '\n');
  for (size_t i = 0; i < summary->site_rows; i++) {
    const struct summary_site *site = &summary->sites[i];
    const uint64_t numbers[] = {site->references, site->identifiers, site->insecure, site->errors};
    struct summary_text name = site->host;
    if (name.len == 0)
      name.len = (size_t)snprintf(name.data, sizeof name.data, "%s", HARVEST_FILES);
    print_name(&name, scratch);
    for (size_t j = 0; j < sizeof numbers / sizeof *numbers; j++) {
      char text[32];
      print_right(harvest_number(numbers[j], text), PRINT_NARROW);
    }
    output_char(&standard_out, '\n');
  }
  print_more(summary->site_count - summary->site_rows);
}

/* Numbers come first, as paths are long. */
static void print_few(const char *name, const struct summary_document *rows, size_t count)
{
  if (count == 0)
    return;
  output_char(&standard_out, '\n');
  print_tone(TONE_STRONG, name);
  output_char(&standard_out, '\n');
  for (size_t i = 0; i < count; i++) {
    char references[32], errors[32];
    output_format(&standard_out, "%*s references%*s %s  ", PRINT_NARROW,
                  harvest_number(rows[i].references, references), PRINT_NARROW - 4,
                  harvest_number(rows[i].errors, errors), rows[i].errors == 1 ? "error " : "errors");
    output_escaped(&standard_out, rows[i].path.data, rows[i].path.len);
    output_text(&standard_out, rows[i].part.len ? "!" : "");
    output_escaped(&standard_out, rows[i].part.data, rows[i].part.len);
    output_char(&standard_out, '\n');
  }
}

/* Prints PATH:LINE:COLUMN: TEXT, and the message on the next line. */
static void print_error(const struct summary_error *error, struct buffer *scratch)
{
  char text[32];
  struct summary_text code = error->code;
  print_name(&code, scratch);
  print_right(harvest_number(error->count, text), PRINT_NUMBER);
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

/* Prints a word for the shell, quoted unless it has only letters, digits and the usual characters of
 * paths. */
static void print_word(const char *word)
{
  static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./+@%:,=-";
  const size_t len = strlen(word);
  const char *const front = *word == '-' ? "./" : ""; /* so that it is not read as an option */
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

static void print_database(const struct harvest_report *report)
{
  output_text(&standard_out, "\nDatabase  ");
  output_escaped(&standard_out, report->database, strlen(report->database));
  output_text(&standard_out, "\nAsk it    sqlite3 -box ");
  print_word(report->database);
  output_text(&standard_out,
              " 'SELECT host, count(*) FROM reference JOIN identifier\n"
              "            ON identifier.id = identifier_id GROUP BY host ORDER BY 2 DESC LIMIT 20'\n");
}

/* Prints the number of broken references, and the command that lists them. */
static void print_broken(const struct harvest_report *report)
{
  if (!report->summary->broken)
    return;
  print_heading("Broken references", report->summary->broken, "", "");
  output_text(&standard_out,
              "  not valid, or to a file, place or part that is not there (hosts are not asked):\n"
              "  uriel harvest --list=broken -o ");
  print_word(report->database);
  output_char(&standard_out, '\n');
}

/* The same for references that a browser follows elsewhere. */
static void print_elsewhere(const struct harvest_report *report)
{
  if (!report->summary->elsewhere)
    return;
  print_heading("Elsewhere in a browser", report->summary->elsewhere, "", "");
  output_text(&standard_out, "  a browser goes to another target than RFC 3986 (3987 for IRIs) says, or "
                             "only one of them has one:\n"
                             "  uriel harvest --list=elsewhere -o ");
  print_word(report->database);
  output_char(&standard_out, '\n');
}

void harvest_report_print(const struct harvest_report *report)
{
  const struct harvest_summary *summary = report->summary;
  struct buffer scratch = {0};
  if (report->counts)
    print_run(report);
  else
    output_text(&standard_out, "What the database holds\n");
  print_documents(summary, &scratch);
  print_heading("References", summary->references, "", "");
  print_heading("Distinct identifiers", summary->identifiers, "", "");
  print_table("Schemes", summary->schemes, summary->scheme_rows, 12, summary->scheme_count, &scratch);
  print_sites(summary, &scratch);
  print_few("Documents with the most references", summary->busiest, summary->busiest_rows);
  print_few("Documents with the most errors", summary->erroriest, summary->erroriest_rows);
  if (summary->errors)
    print_heading("Errors", summary->errors, "", "");
  for (size_t i = 0; i < summary->error_rows; i++)
    print_error(&summary->error_kinds[i], &scratch);
  print_broken(report);
  print_elsewhere(report);
  print_database(report);
  buffer_free(&scratch);
}

/* ---- For programs ----------------------------------------------------------------------------- */

static void summary_json_text(struct json *json, const char *key, const struct summary_text *text)
{
  json_text(json, key, text->data, text->len);
}

static void summary_json_run(struct json *json, const struct harvest_report *report)
{
  const struct harvest_counts *counts = report->counts;
  json_object_begin(json, "run");
  json_real(json, "seconds", report->seconds);
  json_number(json, "files", counts->files);
  json_number(json, "documents", counts->documents);
  json_number(json, "references", counts->references);
  json_number(json, "errors", counts->errors);
  json_number(json, "replaced", counts->replaced);
  json_number(json, "unchanged", counts->unchanged);
  json_number(json, "unreadable", counts->unreadable);
  json_number(json, "vanished", counts->vanished);
  json_number(json, "forgotten", counts->forgotten);
  json_number(json, "links", counts->links);
  json_number(json, "special", counts->special);
  json_number(json, "left_out", counts->left_out);
  json_object_end(json);
}

/* The keys of a row. Rows of documents have a second name if `second` is its key. */
struct summary_keys {
  const char *array, *name, *second, *first_count, *second_count;
};

static void summary_json_table(struct json *json, struct summary_keys keys,
                               const struct summary_count *rows, size_t count)
{
  json_array_begin(json, keys.array);
  for (size_t i = 0; i < count; i++) {
    json_object_begin(json, NULL);
    summary_json_text(json, keys.name, &rows[i].name);
    if (keys.second)
      summary_json_text(json, keys.second, &rows[i].second);
    json_number(json, keys.first_count, rows[i].references);
    json_number(json, keys.second_count, rows[i].identifiers);
    json_object_end(json);
  }
  json_array_end(json);
}

static void summary_json_tables(struct json *json, const struct harvest_summary *summary)
{
  const struct summary_keys kinds = {"kinds", "kind", "status", "documents", "bytes"};
  const struct summary_keys formats = {"formats", "format", NULL, "documents", "bytes"};
  const struct summary_keys schemes = {"schemes", "scheme", NULL, "references", "identifiers"};
  summary_json_table(json, kinds, summary->kinds, summary->kind_rows);
  summary_json_table(json, formats, summary->formats, summary->format_rows);
  summary_json_table(json, schemes, summary->schemes, summary->scheme_rows);
}

static void summary_json_sites(struct json *json, const struct harvest_summary *summary)
{
  json_array_begin(json, "sites");
  for (size_t i = 0; i < summary->site_rows; i++) {
    const struct summary_site *site = &summary->sites[i];
    json_object_begin(json, NULL);
    summary_json_text(json, "site", &site->host);
    json_number(json, "references", site->references);
    json_number(json, "identifiers", site->identifiers);
    json_number(json, "insecure", site->insecure);
    json_number(json, "documents", site->documents);
    json_number(json, "errors", site->errors);
    json_object_end(json);
  }
  json_array_end(json);
}

static void summary_json_few(struct json *json, const char *key, const struct summary_document *rows,
                             size_t count)
{
  json_array_begin(json, key);
  for (size_t i = 0; i < count; i++) {
    json_object_begin(json, NULL);
    summary_json_text(json, "file", &rows[i].path);
    if (rows[i].part.len)
      summary_json_text(json, "part", &rows[i].part);
    json_number(json, "references", rows[i].references);
    json_number(json, "errors", rows[i].errors);
    json_object_end(json);
  }
  json_array_end(json);
}

static void summary_json_example(struct json *json, const struct summary_error *error)
{
  struct buffer hidden = {0};
  struct excerpt_marks marks = {0};
  json_object_begin(json, "example");
  summary_json_text(json, "file", &error->path);
  if (error->line) {
    const uriel_text raw = excerpt_hide_password((uriel_text){error->raw.data, error->raw.len},
                                                 URIEL_REFERENCE, &marks, &hidden);
    json_number(json, "line", error->line);
    json_number(json, "column", error->column);
    json_text(json, "raw", raw.ptr, raw.len);
  }
  summary_json_text(json, "message", &error->message);
  json_object_end(json);
  buffer_free(&hidden);
}

void harvest_report_json(const struct harvest_report *report)
{
  struct json json = {.out = &standard_out};
  const struct harvest_summary *summary = report->summary;
  json_object_begin(&json, NULL);
  json_string(&json, "database", report->database);
  json_number(&json, "documents", summary->documents);
  json_number(&json, "references", summary->references);
  json_number(&json, "identifiers", summary->identifiers);
  json_number(&json, "errors", summary->errors);
  json_number(&json, "broken", summary->broken);
  json_number(&json, "elsewhere", summary->elsewhere);
  if (report->counts)
    summary_json_run(&json, report);
  summary_json_tables(&json, summary);
  summary_json_sites(&json, summary);
  summary_json_few(&json, "most_references", summary->busiest, summary->busiest_rows);
  summary_json_few(&json, "most_errors", summary->erroriest, summary->erroriest_rows);
  json_array_begin(&json, "error_kinds");
  for (size_t i = 0; i < summary->error_rows; i++) {
    const struct summary_error *error = &summary->error_kinds[i];
    json_object_begin(&json, NULL);
    summary_json_text(&json, "code", &error->code);
    json_number(&json, "count", error->count);
    summary_json_example(&json, error);
    json_object_end(&json);
  }
  json_array_end(&json);
  json_object_end(&json);
  output_char(&standard_out, '\n');
}
