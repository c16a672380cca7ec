/* SPDX-License-Identifier: MIT */
/* Relative references that lead into what was harvested, to what is not there. */
#include "report_missing.h"

#include <stdio.h>
#include <string.h>

#include "db.h"
#include "local.h"

static bool missing_count(void *context, const struct db_row *row)
{
  *(uint64_t *)context = (uint64_t)row->numbers[0];
  return false;
}

/* Identifiers below an operand that are neither a document nor a folder of one, once for all queries. */
static const char missing_sql[] =
    "CREATE TEMP TABLE missing AS"
    " WITH RECURSIVE folder(url) AS (SELECT rtrim(retrieval, replace(retrieval, '/', '')) FROM document"
    "  WHERE retrieval IS NOT NULL UNION SELECT rtrim(rtrim(url, '/'), replace(url, '/', ''))"
    "  FROM folder WHERE url LIKE '%://%/_%'),"
    " root(url) AS (SELECT ifnull(retrieval, 'file://' || replace(replace(path, '%', '%25'), ' ', '%20')"
    "  || '/') FROM operand),"
    " page(id, url) AS (SELECT id, substr(normal, 1, instr(replace(normal, '?', '#') || '#', '#') - 1)"
    "  FROM identifier WHERE substr(path, 1, 1) = '/')"
    " SELECT DISTINCT page.id AS id, page.url AS url FROM page JOIN root"
    "  ON substr(page.url, 1, length(root.url)) = root.url"
    "  WHERE page.url NOT IN (SELECT retrieval FROM document WHERE retrieval IS NOT NULL)"
    "  AND page.url NOT IN (SELECT url FROM folder) AND page.url || '/' NOT IN (SELECT url FROM folder)";

/* What a harvest passed over, as what is behind a symbolic link, is there all the same. It is looked for
 * where the files still are; elsewhere the database alone tells. */
struct missing_looking {
  struct db *db;
  struct local local;
  bool failed;
};

static bool missing_look(void *context, const struct db_row *row)
{
  struct missing_looking *looking = context;
  char sql[96];
  const uriel_text url = row->texts[1];
  const bool is_file = url.len > 5 && memcmp(url.ptr, "file:", 5) == 0;
  const bool missing =
      (!is_file && looking->local.count == 0) || local_is_missing(&looking->local, url, true);
  if (missing || looking->local.no_memory)
    return missing;
  snprintf(sql, sizeof sql, "UPDATE temp.missing SET url = NULL WHERE rowid = %lld",
           (long long)row->numbers[0]);
  looking->failed = !db_query(looking->db, sql, missing_count, NULL);
  return !looking->failed;
}

bool report_missing(struct db *db, uint64_t *broken, bool *no_memory)
{
  struct missing_looking looking = {.db = db};
  const bool good = db_query(db, "DROP TABLE IF EXISTS temp.missing", missing_count, NULL) &&
                    db_query(db, missing_sql, missing_count, NULL) && local_start(&looking.local, db) &&
                    db_query(db, "SELECT rowid, url FROM temp.missing", missing_look, &looking) &&
                    !looking.failed;
  *no_memory = looking.local.no_memory;
  local_free(&looking.local);
  return good && !*no_memory &&
         db_query(db, "DELETE FROM temp.missing WHERE url IS NULL", missing_count, NULL) &&
         db_query(db, "SELECT count(*)" REPORT_BROKEN_FROM, missing_count, broken);
}
