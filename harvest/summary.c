/* SPDX-License-Identifier: MIT */
/* The most important numbers of a database. */
#include "summary.h"

#include <stdio.h>
#include <string.h>

#include "answer.h"
#include "broken.h"
#include "db.h"

static void summary_set(struct summary_text *to, uriel_text from)
{
  to->len = from.ptr ? from.len : 0;
  if (to->len > sizeof to->data)
    to->len = sizeof to->data;
  if (to->len)
    memcpy(to->data, from.ptr, to->len);
}

/* Rows of (name, second, number, number). */
struct summary_rows {
  struct summary_count *rows;
  size_t count, most;
};

static bool summary_add(void *context, const struct db_row *row)
{
  struct summary_rows *rows = context;
  struct summary_count *next = &rows->rows[rows->count++];
  summary_set(&next->name, row->texts[0]);
  summary_set(&next->second, row->texts[1]);
  next->references = (uint64_t)row->numbers[2];
  next->identifiers = (uint64_t)row->numbers[3];
  return rows->count < rows->most;
}

static bool summary_list(struct db *db, const char *sql, struct summary_count *to, size_t most,
                         size_t *count)
{
  struct summary_rows rows = {to, 0, most};
  const bool good = db_query(db, sql, summary_add, &rows);
  *count = rows.count;
  return good;
}

static bool summary_add_error(void *context, const struct db_row *row)
{
  struct harvest_summary *summary = context;
  struct summary_error *error = &summary->error_kinds[summary->error_rows++];
  summary_set(&error->code, row->texts[0]);
  error->count = (uint64_t)row->numbers[1];
  summary_set(&error->path, row->texts[2]);
  error->line = (uint64_t)row->numbers[3];
  error->column = (uint64_t)row->numbers[4];
  summary_set(&error->raw, row->texts[5]);
  summary_set(&error->message, row->texts[6]);
  return summary->error_rows < sizeof summary->error_kinds / sizeof *summary->error_kinds;
}

static bool summary_add_totals(void *context, const struct db_row *row)
{
  struct harvest_summary *summary = context;
  uint64_t *const totals[] = {&summary->documents, &summary->references,   &summary->identifiers,
                              &summary->errors,    &summary->scheme_count, &summary->elsewhere};
  for (size_t i = 0; i < sizeof totals / sizeof *totals; i++)
    *totals[i] = (uint64_t)row->numbers[i];
  return false;
}

static bool summary_add_site(void *context, const struct answer_site *site)
{
  struct harvest_summary *summary = context;
  if (summary->site_count++ >= SUMMARY_SITES)
    return true;
  struct summary_site *next = &summary->sites[summary->site_rows++];
  *next = (struct summary_site){.references = site->references,
                                .identifiers = site->identifiers,
                                .insecure = site->insecure,
                                .documents = site->documents,
                                .errors = site->errors};
  summary_set(&next->host, site->host);
  return true;
}

static bool summary_add_document(struct summary_document *rows, size_t *count,
                                 const struct answer_document *document)
{
  struct summary_document *next = &rows[(*count)++];
  summary_set(&next->path, document->path);
  summary_set(&next->part, document->part);
  next->references = document->references;
  next->errors = document->errors;
  return *count < SUMMARY_DOCUMENTS;
}

static bool summary_add_busiest(void *context, const struct answer_document *document)
{
  struct harvest_summary *summary = context;
  return summary_add_document(summary->busiest, &summary->busiest_rows, document);
}

static bool summary_add_erroriest(void *context, const struct answer_document *document)
{
  struct harvest_summary *summary = context;
  return summary_add_document(summary->erroriest, &summary->erroriest_rows, document);
}

bool summary_read(struct db *db, struct harvest_summary *summary)
{
  *summary = (struct harvest_summary){0};
  return db_query(db,
                  "SELECT (SELECT count(*) FROM document), (SELECT count(*) FROM reference),"
                  " (SELECT count(*) FROM identifier), (SELECT count(*) FROM error),"
                  " (SELECT count(DISTINCT scheme) FROM identifier),"
                  " (SELECT count(*) FROM reference WHERE elsewhere IS NOT NULL)",
                  summary_add_totals, summary) &&
         broken_count(db, &summary->broken) &&
         summary_list(db,
                      "SELECT kind, status, count(*), sum(size) FROM document GROUP BY kind, status"
                      " ORDER BY 3 DESC, 1, 2",
                      summary->kinds, SUMMARY_ROWS, &summary->kind_rows) &&
         summary_list(db,
                      "SELECT format, NULL, count(*), sum(size) FROM document WHERE kind = 'binary'"
                      " GROUP BY format ORDER BY 3 DESC, 1",
                      summary->formats, SUMMARY_ROWS, &summary->format_rows) &&
         answer_count(db) &&
         summary_list(db,
                      "SELECT scheme, NULL, sum(n), sum(identifiers) FROM counted GROUP BY scheme"
                      " ORDER BY 3 DESC, 1",
                      summary->schemes, SUMMARY_ROWS, &summary->scheme_rows) &&
         answer_sites(db, summary_add_site, summary) &&
         answer_documents(db, false, summary_add_busiest, summary) &&
         answer_documents(db, true, summary_add_erroriest, summary) &&
         db_query(db,
                  "SELECT f.code, f.n, d.path, r.line, r.\"column\", r.raw, error.message"
                  " FROM (SELECT code, count(*) AS n, min(id) AS id FROM error GROUP BY code) AS f"
                  " JOIN error ON error.id = f.id JOIN document AS d ON d.id = error.document_id"
                  " LEFT JOIN reference AS r ON r.id = error.reference_id ORDER BY f.n DESC, f.code",
                  summary_add_error, summary);
}
