/* SPDX-License-Identifier: MIT */
/* The numbers of a report, read from the database. */
#include "report_data.h"

#include <string.h>

#include "answer.h"
#include "broken.h"
#include "db.h"

static void data_set(struct report_name *to, uriel_text from)
{
  to->len = from.ptr ? from.len : 0;
  if (to->len > sizeof to->data)
    to->len = sizeof to->data;
  if (to->len)
    memcpy(to->data, from.ptr, to->len);
}

/* Rows of (name, count, second, total, groups). */
static bool data_add(void *context, const struct db_row *row)
{
  struct report_list *list = context;
  struct report_row *next = &list->rows[list->count++];
  data_set(&next->name, row->texts[0]);
  next->count = (uint64_t)row->numbers[1];
  next->second = (uint64_t)row->numbers[2];
  list->total = (uint64_t)row->numbers[3];
  list->groups = (uint64_t)row->numbers[4];
  return list->count < REPORT_ROWS;
}

static bool data_add_totals(void *context, const struct db_row *row)
{
  struct report_data *data = context;
  uint64_t *const totals[] = {&data->documents,   &data->files, &data->references,
                              &data->identifiers, &data->hosts, &data->errors};
  for (size_t i = 0; i < sizeof totals / sizeof *totals; i++)
    *totals[i] = (uint64_t)row->numbers[i];
  return false;
}

static bool data_add_span(void *context, const struct db_row *row)
{
  struct report_data *data = context;
  data_set(&data->newest, row->texts[0]);
  data_set(&data->first, row->texts[1]);
  data_set(&data->last, row->texts[2]);
  return false;
}

static const char data_totals_sql[] =
    "SELECT (SELECT count(*) FROM document), (SELECT count(*) FROM document WHERE parent_id IS NULL),"
    " (SELECT count(*) FROM reference), (SELECT count(*) FROM identifier),"
    " (SELECT count(DISTINCT host) FROM identifier WHERE host <> ''), (SELECT count(*) FROM error)";

/* As bytes, which have one order; text and what is no text have two. */
static const char data_span_sql[] =
    "SELECT (SELECT date(max(mtime_ns) / 1000000000, 'unixepoch') FROM document WHERE mtime_ns > 0),"
    " min(CAST(path AS BLOB)), max(CAST(path AS BLOB)) FROM document WHERE path <> '-'";

/* References are counted by identifier first, which an index does, and then joined. */
#define DATA_COUNTED                                                                                    \
  " FROM (SELECT identifier_id, count(*) AS n FROM reference WHERE identifier_id IS NOT NULL"           \
  " GROUP BY identifier_id) JOIN identifier ON identifier.id = identifier_id "
#define DATA_ALL ", sum(sum(n)) OVER (), count(*) OVER ()"

static const char data_schemes_sql[] = "SELECT scheme, sum(n), count(*)" DATA_ALL DATA_COUNTED
                                       "GROUP BY scheme ORDER BY 2 DESC, 1 LIMIT 10";

static const char data_hosts_sql[] = "SELECT host, sum(n), count(*)" DATA_ALL DATA_COUNTED
                                     "WHERE host <> '' GROUP BY host ORDER BY 2 DESC, 1 LIMIT 20";

/* Segments of the path; an empty one at its end, as in "a/", is none. The last bar is for all deeper. */
static const char data_depths_sql[] =
    "WITH RECURSIVE depth(d) AS (VALUES(0) UNION ALL SELECT d + 1 FROM depth WHERE d < 11),"
    " counted(d, n) AS (SELECT min(length(path) - length(replace(path, '/', ''))"
    "  - (substr(path, -1) = '/'), 11), count(*) FROM identifier WHERE substr(path, 1, 1) = '/'"
    "  GROUP BY 1)"
    " SELECT CASE d WHEN 11 THEN '11+' ELSE d END, ifnull(n, 0), 0, sum(n) OVER (), 12"
    " FROM depth LEFT JOIN counted USING (d) ORDER BY d";

static const char data_kinds_sql[] =
    "SELECT CASE WHEN kind = 'binary' THEN ifnull(format, 'binary') || ' (not read)'"
    "  WHEN status IN ('done', 'binary') THEN kind ELSE kind || ' (' || status || ')' END,"
    " count(*), sum(size), sum(count(*)) OVER (), count(*) OVER ()"
    " FROM document GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 12";

/* The steps of RFC 3986, 5.1, also those that gave nothing. */
static const char data_bases_sql[] =
    "WITH step(source, name) AS (VALUES('content', 'Stated in the content (5.1.1)'),"
    "  ('entity', 'From what encloses it (5.1.2)'), ('retrieval', 'Where it was retrieved (5.1.3)'),"
    "  ('none', 'None is known (5.1.4)')),"
    " read(source, n) AS (SELECT base_source, count(*) FROM document"
    "  WHERE status NOT IN ('binary', 'unreadable') AND kind <> 'folder' GROUP BY 1)"
    " SELECT name, ifnull(n, 0), 0, sum(n) OVER (), 4 FROM step LEFT JOIN read USING (source)"
    " ORDER BY source = 'none', source = 'retrieval', source = 'entity'";

static const char data_errors_sql[] =
    "SELECT code, count(*), count(DISTINCT document_id), sum(count(*)) OVER (), count(*) OVER ()"
    " FROM error GROUP BY code ORDER BY 2 DESC, 1 LIMIT 24";

/* Names, such as those of namespaces, lead nowhere. */
static const char data_places_sql[] =
    "WITH place(p, name) AS (VALUES(1, 'Within the same site'), (2, 'To other hosts'),"
    "  (3, 'To no host (mailto, urn)'), (4, 'Not resolved')),"
    " led(p, n) AS (SELECT CASE WHEN identifier_id IS NULL THEN 4 WHEN host = site THEN 1"
    "  WHEN host <> '' THEN 2 ELSE 3 END, count(*)"
    "  FROM reference JOIN document ON document.id = document_id"
    "  LEFT JOIN identifier ON identifier.id = identifier_id WHERE NOT identifies GROUP BY 1)"
    " SELECT name, ifnull(n, 0), 0, sum(n) OVER (), 4 FROM place LEFT JOIN led USING (p) ORDER BY p";

#define DATA_ENCRYPTED                                                                                  \
  "('https', 'wss', 'ftps', 'sftp', 'ssh', 'ldaps', 'nntps', 'imaps', 'rtsps', 'ircs')"

/* What is fetched over a network, by how; local files and names are not. */
static const char data_channels_sql[] =
    "WITH channel(c, name) AS (VALUES(1, 'Encrypted (https, wss, ...)'),"
    "  (2, 'http, where https is used as well'), (3, 'Not encrypted (http, ftp, ...)')),"
    " used(c, n) AS (SELECT CASE WHEN scheme IN " DATA_ENCRYPTED " THEN 1"
    "  WHEN scheme = 'http' AND EXISTS (SELECT 1 FROM identifier AS safe"
    "   WHERE safe.normal = 'https' || substr(identifier.normal, 5)) THEN 2 ELSE 3 END, count(*)"
    "  FROM identifier JOIN reference ON identifier_id = identifier.id"
    "  WHERE (scheme IN " ANSWER_INSECURE_SCHEMES " OR scheme IN " DATA_ENCRYPTED
    ") AND NOT identifies GROUP BY 1)"
    " SELECT name, ifnull(n, 0), 0, sum(n) OVER (), 3 FROM channel LEFT JOIN used USING (c) ORDER BY c";

static bool data_lists(struct db *db, struct report_data *data)
{
  return db_query(db, data_schemes_sql, data_add, &data->schemes) &&
         db_query(db, data_hosts_sql, data_add, &data->host_list) &&
         db_query(db, data_depths_sql, data_add, &data->depths) &&
         db_query(db, data_kinds_sql, data_add, &data->kinds) &&
         db_query(db, data_bases_sql, data_add, &data->bases) &&
         db_query(db, data_errors_sql, data_add, &data->error_codes) &&
         db_query(db, data_places_sql, data_add, &data->places) &&
         db_query(db, data_channels_sql, data_add, &data->channels);
}

/* ---- Spellings -------------------------------------------------------------------------------- */

/* By the level on which it is what most references to the same are. Dot segments are gone: it is targets
 * that are compared. */
static const uriel_level data_levels[] = {URIEL_LEVEL_CASE, URIEL_LEVEL_PERCENT, URIEL_LEVEL_SCHEME};
enum { DATA_LEVELS = sizeof data_levels / sizeof *data_levels };

static bool data_spelling(void *context, const struct answer *answer)
{
  struct report_list *list = context;
  for (size_t i = 0; i < DATA_LEVELS; i++) {
    if (answer->level != data_levels[i])
      continue;
    list->rows[i].count += answer->references;
    list->rows[i].second++;
    list->total += answer->references;
  }
  return true;
}

static bool data_spellings(struct db *db, struct report_data *data)
{
  static const char *const names[DATA_LEVELS] = {"Case (6.2.2.1)", "Percent-encoding (6.2.2.2)",
                                                 "The scheme's rules (6.2.3)"};
  struct report_list *list = &data->spellings;
  for (size_t i = 0; i < DATA_LEVELS; i++)
    data_set(&list->rows[i].name, uriel_text_of(names[i]));
  list->count = list->groups = DATA_LEVELS;
  return answer_tell(db, ANSWER_DUPLICATES, data_spelling, list, &data->no_memory);
}

/* References to what is not there, the rest of the broken ones being errors. */
static const char data_missing_sql[] = "SELECT count(*) FROM broken WHERE error_id IS NULL";

static bool data_missing(void *context, const struct db_row *row)
{
  struct report_data *data = context;
  data->missing = (uint64_t)row->numbers[0];
  return false;
}

bool report_read(struct db *db, struct report_data *data)
{
  return db_query(db, data_totals_sql, data_add_totals, data) &&
         db_query(db, data_span_sql, data_add_span, data) &&
         db_query(db, data_missing_sql, data_missing, data) && broken_count(db, &data->broken) &&
         data_lists(db, data) && data_spellings(db, data);
}
