/* SPDX-License-Identifier: MIT */
/* The most important numbers of a database. */
#include "summary.h"

#include <string.h>

#include "answer.h"
#include "db.h"

static const char summary_totals_sql[] =
    "SELECT (SELECT count(*) FROM document), (SELECT count(*) FROM reference),"
    " (SELECT count(*) FROM identifier), (SELECT count(*) FROM error),"
    " (SELECT count(DISTINCT scheme) FROM identifier),"
    " (SELECT count(*) FROM reference WHERE elsewhere IS NOT NULL), (SELECT count(*) FROM reported),"
    " (SELECT count(*) FROM error CROSS JOIN reference ON reference.id = reference_id"
    " WHERE identifier_id IS NOT NULL),"
    " (SELECT count(*) FROM disagreement)";

/* The texts of a row come first. */
static const struct summary_query {
  size_t list; /* its offset in the summary */
  size_t most; /* rows */
  size_t texts;
  const char *sql;
} summary_queries[] = {
    {offsetof(struct harvest_summary, kinds), 24, 2,
     "SELECT kind, status, count(*), sum(size) FROM document GROUP BY kind, status"
     " ORDER BY 3 DESC, 1, 2"},
    {offsetof(struct harvest_summary, formats), 24, 1,
     "SELECT format, count(*), sum(size) FROM document WHERE kind = 'binary'"
     " GROUP BY format ORDER BY 2 DESC, 1"},
    {offsetof(struct harvest_summary, schemes), 24, 1,
     "SELECT scheme, sum(n), sum(identifiers) FROM tally GROUP BY scheme ORDER BY 2 DESC, 1"},
    {offsetof(struct harvest_summary, sites), 10, 1, answer_sites_sql},
    {offsetof(struct harvest_summary, busiest), 5, 4, answer_documents_sql},
    {offsetof(struct harvest_summary, erroriest), 5, 4, answer_failed_sql},
    {offsetof(struct harvest_summary, error_kinds), SUMMARY_ROWS, 4,
     "SELECT f.code, d.path, r.raw, error.message, f.n, r.line, r.\"column\""
     " FROM (SELECT code, count(*) AS n, min(id) AS id FROM error GROUP BY code) AS f"
     " JOIN error ON error.id = f.id JOIN document AS d ON d.id = error.document_id"
     " LEFT JOIN reference AS r ON r.id = error.reference_id ORDER BY f.n DESC, f.code"}};

static bool summary_add_totals(void *context, const struct db_row *row)
{
  struct harvest_summary *summary = context;
  uint64_t *const totals[] = {&summary->documents, &summary->references,   &summary->identifiers,
                              &summary->errors,    &summary->scheme_count, &summary->elsewhere,
                              &summary->broken,    &summary->lenient,      &summary->disagreed};
  for (size_t i = 0; i < sizeof totals / sizeof *totals; i++)
    *totals[i] = (uint64_t)row->numbers[i];
  return false;
}

struct summary_reading {
  struct harvest_summary *summary;
  const struct summary_query *query;
  struct summary_list *list;
};

static bool summary_add(void *context, const struct db_row *row)
{
  const struct summary_reading *const reading = context;
  const struct summary_query *const query = reading->query;
  struct summary_list *const list = reading->list;
  const bool is_sites = list == &reading->summary->sites;
  reading->summary->site_count += is_sites;
  if (list->count == query->most)
    return is_sites;
  struct summary_row *const next = &list->rows[list->count++];
  for (size_t i = 0; i < query->texts; i++) {
    const uriel_text from = row->texts[i];
    struct summary_text *const to = &next->texts[i];
    to->len = from.len < sizeof to->data ? from.len : sizeof to->data;
    if (to->len)
      memcpy(to->data, from.ptr, to->len);
  }
  for (size_t i = query->texts; i < row->count; i++)
    next->numbers[i - query->texts] = (uint64_t)row->numbers[i];
  return true;
}

bool summary_read(struct db *db, struct harvest_summary *summary)
{
  bool good = answer_view(db) && answer_count(db) &&
              db_query(db, summary_totals_sql, summary_add_totals, summary);
  for (size_t i = 0; good && i < sizeof summary_queries / sizeof *summary_queries; i++) {
    const struct summary_query *const query = &summary_queries[i];
    struct summary_list *const list = (void *)((char *)summary + query->list);
    good = db_query(db, query->sql, summary_add, &(struct summary_reading){summary, query, list});
  }
  return good;
}
