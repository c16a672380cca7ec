/* SPDX-License-Identifier: MIT */
/* The usual questions to a database. */
#include "answer.h"

#include <stdio.h>
#include <string.h>

#include "base/buffer.h"
#include "db.h"

const char *const answer_names[] = {
#define ANSWER_NAME(constant, name) name,
    ANSWER_LISTS(ANSWER_NAME)
#undef ANSWER_NAME
        NULL};

struct answering {
  answer_visitor *visit;
  void *context;
  struct buffer first; /* DUPLICATES: the identifier's most frequent spelling */
  int64_t identifier;
  bool mixed, no_memory;
};

/* ---- References ------------------------------------------------------------------------------- */

/* The number of columns that each query of references begins with. */
enum { ANSWER_FRONT = 14 };

#define ANSWER_COLUMNS                                                                                  \
  "SELECT d.path, d.part, r.line, r.\"column\", coalesce(r.cleaned, r.raw), r.target, i.normal, r.raw," \
  " r.element, r.attribute, r.header, r.original, i.host, i.host_unicode"

static struct answer answer_of(const struct db_row *row)
{
  return (struct answer){.path = row->texts[0],
                         .part = row->texts[1],
                         .line = (uint64_t)row->numbers[2],
                         .column = (uint64_t)row->numbers[3],
                         .reference = row->texts[4],
                         .target = row->texts[5],
                         .normal = row->texts[6],
                         .raw = row->texts[7],
                         .element = row->texts[8],
                         .attribute = row->texts[9],
                         .header = row->texts[10],
                         .original = row->texts[11],
                         .host = row->texts[13].ptr ? row->texts[12] : row->texts[13],
                         .host_unicode = row->texts[13]};
}

static const char answer_broken_sql[] =
    ANSWER_COLUMNS ", b.reason, f.message, b.path, f.component, f.\"offset\", f.\"begin\", f.length,"
                   " f.section, f.id, b.message, b.status, b.chain FROM reported AS b CROSS JOIN "
                   "reference AS r ON r.id = b.reference_id"
                   " CROSS JOIN document AS d ON d.id = r.document_id"
                   " LEFT JOIN identifier AS i ON i.id = r.identifier_id AND NOT r.identifies"
                   " LEFT JOIN error AS f ON f.id = b.error_id ORDER BY r.document_id, r.ordinal";

static bool answer_is(uriel_text code, const char *word)
{
  return code.len == strlen(word) && memcmp(code.ptr, word, code.len) == 0;
}

/* Writes the known fields of an error, as `uriel check` prints them. If a base is missing, a database of
 * an older run has the library's message. */
static void answer_error(struct answer *answer, const struct db_row *row)
{
  answer->is_error = true;
  answer->message = row->texts[ANSWER_FRONT + 1];
  answer->component = row->texts[ANSWER_FRONT + 3];
  answer->offset = (uint64_t)row->numbers[ANSWER_FRONT + 4];
  answer->begin = (uint64_t)row->numbers[ANSWER_FRONT + 5];
  answer->length = (uint64_t)row->numbers[ANSWER_FRONT + 6];
  answer->section = row->texts[ANSWER_FRONT + 7];
  if (answer_is(answer->code, "base-not-absolute"))
    answer->message = uriel_text_of("a relative reference, and no base URI is known (RFC 3986, 5.1)");
}

static bool answer_broken(void *context, const struct db_row *row)
{
  struct answering *answering = context;
  struct answer answer = answer_of(row);
  answer.code = row->texts[ANSWER_FRONT];
  answer.missing = row->texts[ANSWER_FRONT + 2];
  answer.status = row->texts[ANSWER_FRONT + 10];
  answer.chain = row->texts[ANSWER_FRONT + 11];
  if (row->numbers[ANSWER_FRONT + 8])
    answer_error(&answer, row);
  else if (answer_is(answer.code, "fragment missing"))
    answer.message = uriel_text_of("the file has no place of that name");
  else if (row->texts[ANSWER_FRONT + 9].ptr)
    answer.message = row->texts[ANSWER_FRONT + 9];
  else if (answer.missing.ptr)
    answer.message = uriel_text_of("there is no such file");
  else
    answer.message = uriel_text_of("no part of the message has this Content-ID");
  return answering->visit(answering->context, &answer);
}

static const char answer_external_sql[] =
    ANSWER_COLUMNS " FROM reference AS r JOIN document AS d ON d.id = r.document_id"
                   " JOIN identifier AS i ON i.id = r.identifier_id"
                   " WHERE NOT r.identifies AND i.host <> '' AND i.host IS NOT d.site"
                   " ORDER BY r.document_id, r.ordinal";

#define ANSWER_INSECURE_SQL(mixed)                                                                      \
  ANSWER_COLUMNS " FROM reference AS r JOIN document AS d ON d.id = r.document_id"                      \
                 " JOIN identifier AS i ON i.id = r.identifier_id WHERE NOT r.identifies AND i.scheme " \
                 "IN " ANSWER_INSECURE_SCHEMES " AND " mixed " (ifnull(d.base, '') LIKE 'https:%')"     \
                 " ORDER BY r.document_id, r.ordinal"

static bool answer_plain(void *context, const struct db_row *row)
{
  struct answering *answering = context;
  struct answer answer = answer_of(row);
  answer.mixed = answering->mixed;
  return answering->visit(answering->context, &answer);
}

/* ---- Elsewhere -------------------------------------------------------------------------------- */

static const char answer_elsewhere_sql[] = ANSWER_COLUMNS
    ", r.target, r.elsewhere, d.spec = 'whatwg',"
    " d.spec <> 'rfc3986' AND r.raw GLOB '*[^' || char(1) || '-' || char(127) || ']*' FROM reference AS "
    "r"
    " JOIN document AS d ON d.id = r.document_id LEFT JOIN identifier AS i ON i.id = r.identifier_id"
    " WHERE r.elsewhere IS NOT NULL ORDER BY r.document_id, r.ordinal";

static bool answer_elsewhere(void *context, const struct db_row *row)
{
  struct answering *answering = context;
  struct answer answer = answer_of(row);
  const bool by_url = row->numbers[ANSWER_FRONT + 2] != 0;
  const uriel_text other = row->texts[ANSWER_FRONT + 1];
  const uriel_text elsewhere = other.len ? other : (uriel_text){NULL, 0};
  answer.is_iri = row->numbers[ANSWER_FRONT + 3] != 0;
  answer.browser = by_url ? row->texts[ANSWER_FRONT] : elsewhere;
  answer.rfc3986 = by_url ? elsewhere : row->texts[ANSWER_FRONT];
  return answering->visit(answering->context, &answer);
}

/* ---- Disagreed -------------------------------------------------------------------------------- */

static const char answer_disagreed_sql[] =
    ANSWER_COLUMNS ", s.first, s.others, s.rule FROM disagreement AS s"
                   " CROSS JOIN reference AS r ON r.id = s.reference_id"
                   " CROSS JOIN document AS d ON d.id = r.document_id"
                   " LEFT JOIN identifier AS i ON i.id = r.identifier_id"
                   " ORDER BY r.document_id, r.ordinal";

static bool answer_disagreed(void *context, const struct db_row *row)
{
  struct answering *answering = context;
  struct answer answer = answer_of(row);
  answer.first_reader = row->texts[ANSWER_FRONT];
  answer.others = row->texts[ANSWER_FRONT + 1];
  answer.rule = row->texts[ANSWER_FRONT + 2];
  return answering->visit(answering->context, &answer);
}

/* ---- Duplicates ------------------------------------------------------------------------------- */

/* Each spelling with its first place. */
static const char answer_duplicates_sql[] = ANSWER_COLUMNS
    ", s.n, s.identifier_id FROM"
    " (SELECT identifier_id, target, count(*) AS n, min(id) AS id FROM reference WHERE identifier_id IN"
    " (SELECT identifier_id FROM reference WHERE identifier_id IS NOT NULL GROUP BY identifier_id"
    " HAVING min(target) <> max(target)) GROUP BY identifier_id, target) AS s"
    " JOIN reference AS r ON r.id = s.id JOIN document AS d ON d.id = r.document_id"
    " JOIN identifier AS i ON i.id = s.identifier_id ORDER BY s.identifier_id, s.n DESC, s.id";

static uriel_level answer_level(uriel_text a, uriel_text b)
{
  uriel_ref first, second;
  if (!uriel_parse(&first, a.ptr, a.len, NULL) || !uriel_parse(&second, b.ptr, b.len, NULL))
    return URIEL_LEVEL_DIFFERENT;
  return uriel_compare(&first, &second);
}

static bool answer_duplicate(void *context, const struct db_row *row)
{
  struct answering *answering = context;
  struct buffer *first = &answering->first;
  struct answer answer = answer_of(row);
  answer.references = (uint64_t)row->numbers[ANSWER_FRONT];
  if (answering->identifier != row->numbers[ANSWER_FRONT + 1]) {
    answering->identifier = row->numbers[ANSWER_FRONT + 1];
    answering->no_memory = !buffer_grow(first, answer.target.len);
    if (answering->no_memory)
      return false;
    memcpy(first->ptr, answer.target.ptr, answer.target.len);
    first->len = answer.target.len;
  }
  answer.first = buffer_text(first);
  answer.level = answer_level(answer.first, answer.target);
  return answering->visit(answering->context, &answer);
}

/* ---- Servers ---------------------------------------------------------------------------------- */

static const char answer_view_sql[] =
    "CREATE TEMP VIEW IF NOT EXISTS reported AS SELECT reference_id, reason, error_id, path,"
    " NULL AS message, NULL AS status, NULL AS chain FROM broken";

static const char answer_servers_sql[] =
    " UNION ALL SELECT r.id, u.reason, NULL, NULL, u.message, u.status, u.chain FROM unreachable AS u"
    " CROSS JOIN identifier AS i ON i.normal = u.uri"
    " CROSS JOIN reference AS r ON r.identifier_id = i.id WHERE NOT r.identifies";

/* Reads all identifiers once: a database that is not finished has no index of them. */
static const char answer_pages_sql[] =
    " UNION ALL SELECT r.id, iif(p.code < '400', 'redirect-loop', 'server-status'), NULL, NULL, p.note,"
    " p.code, NULL FROM identifier AS i CROSS JOIN page AS p"
    " ON p.url = substr(i.normal, 1, length(i.normal) - ifnull(length(i.fragment) + 1, 0))"
    " CROSS JOIN reference AS r ON r.identifier_id = i.id"
    " WHERE p.state = 'failed' AND p.code IS NOT NULL AND NOT r.identifies";

static bool answer_number(void *context, const struct db_row *row)
{
  *(int64_t *)context = row->numbers[0];
  return false;
}

bool answer_view(struct db *db)
{
  static const char not_twice[] = " AND i.normal NOT IN (SELECT uri FROM unreachable)";
  int64_t servers = 0, pages = 0;
  char sql[sizeof answer_view_sql + sizeof answer_servers_sql + sizeof answer_pages_sql +
           sizeof not_twice];
  if (!db_query(db, "SELECT count(*) FROM main.sqlite_master WHERE name = 'unreachable'", answer_number,
                &servers) ||
      !db_query(db, "SELECT count(*) FROM page WHERE state = 'failed' AND code IS NOT NULL",
                answer_number, &pages))
    return false;
  snprintf(sql, sizeof sql, "%s%s%s%s", answer_view_sql, servers ? answer_servers_sql : "",
           pages ? answer_pages_sql : "", servers && pages ? not_twice : "");
  return db_run(db, sql);
}

/* ---- Lists ------------------------------------------------------------------------------------ */

static bool answer_query(struct db *db, enum answer_list list, struct answering *answering)
{
  switch (list) {
  case ANSWER_BROKEN:
    return answer_view(db) && db_query(db, answer_broken_sql, answer_broken, answering);
  case ANSWER_EXTERNAL:
    return db_query(db, answer_external_sql, answer_plain, answering);
  case ANSWER_DUPLICATES:
    return db_query(db, answer_duplicates_sql, answer_duplicate, answering);
  case ANSWER_ELSEWHERE:
    return db_query(db, answer_elsewhere_sql, answer_elsewhere, answering);
  case ANSWER_DISAGREED:
    return db_query(db, answer_disagreed_sql, answer_disagreed, answering);
  case ANSWER_INSECURE:
    break;
  }
  answering->mixed = true;
  if (!db_query(db, ANSWER_INSECURE_SQL(""), answer_plain, answering))
    return false;
  answering->mixed = false;
  return db_query(db, ANSWER_INSECURE_SQL("NOT"), answer_plain, answering);
}

bool answer_tell(struct db *db, enum answer_list list, answer_visitor *visit, void *context,
                 bool *no_memory)
{
  struct answering answering = {.visit = visit, .context = context};
  const bool good = answer_query(db, list, &answering);
  *no_memory = answering.no_memory;
  buffer_free(&answering.first);
  return good && !*no_memory;
}

/* ---- Tables ----------------------------------------------------------------------------------- */

bool answer_count(struct db *db)
{
  /* Counts by identifier first, using an index, and then joins. */
  return db_run(db, "CREATE TEMP TABLE IF NOT EXISTS tally AS SELECT host, scheme,"
                    " max(host_unicode) AS host_unicode, sum(n) AS n, count(*) AS identifiers"
                    " FROM (SELECT identifier_id, count(*) AS n FROM reference"
                    " WHERE identifier_id IS NOT NULL GROUP BY identifier_id)"
                    " JOIN identifier ON identifier.id = identifier_id GROUP BY host, scheme");
}

const char answer_sites_sql[] =
    "SELECT name, sum(n), sum(identifiers), sum(insecure), sum(documents), sum(errors) FROM"
    " (SELECT host AS name, n, identifiers, iif(scheme IN " ANSWER_INSECURE_SCHEMES
    ", n, 0) AS insecure,"
    " 0 AS documents, 0 AS errors FROM tally WHERE host IS NOT NULL UNION ALL"
    " SELECT site, 0, 0, 0, count(*), sum(error_count) FROM document WHERE site IS NOT NULL"
    " GROUP BY site) GROUP BY name ORDER BY 2 DESC, 1";

#define ANSWER_DOCUMENTS_SQL(where, order)                                                              \
  "SELECT path, part, kind, status, reference_count, error_count FROM document WHERE " where            \
  " ORDER BY " order ", path, part"

const char answer_documents_sql[] = ANSWER_DOCUMENTS_SQL("reference_count > 0 OR error_count > 0",
                                                         "reference_count DESC, error_count DESC");
const char answer_failed_sql[] =
    ANSWER_DOCUMENTS_SQL("error_count > 0", "error_count DESC, reference_count");
