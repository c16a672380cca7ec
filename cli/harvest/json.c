/* SPDX-License-Identifier: MIT */
/* The summary of a harvest as one JSON object. Passwords are hidden. */
#include "cli/shared/json.h"
#include "cli/shared/buffer.h"
#include "cli/shared/excerpt.h"
#include "cli/shared/output.h"
#include "report.h"

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

/* What the counts of a row are called: of references or of documents, which have a second name too where
 * `second` says what it is. */
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
