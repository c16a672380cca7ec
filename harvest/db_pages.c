/* SPDX-License-Identifier: MIT */
/* The frontier of a site: the pages that wait, and the state of the others. */
#include <string.h>

#include "base/unicode.h"
#include "db_private.h"
#include "links/relation.h"
#include "schema.h"

/* ---- Statements ------------------------------------------------------------------------------- */

#define PAGE(statement) [DB_##statement - DB_ORIGIN_WAIT]

/* A page waits if this round finds it for the first time, at a smaller depth, or again after a run that
 * followed fewer links. */
#define PAGE_CONFLICT                                                                                   \
  " ON CONFLICT(url) DO UPDATE SET depth = iif(page.round = excluded.round, min(depth, "                \
  "excluded.depth),"                                                                                    \
  " excluded.depth), round = excluded.round, redirects = excluded.redirects, waiting = 1"               \
  " WHERE page.round < excluded.round OR page.depth > excluded.depth"                                   \
  " OR (NOT page.waiting AND ifnull(page.asked, 0) < excluded.round)"

const char *const db_pages_sql[DB_STATEMENTS - DB_ORIGIN_WAIT] = {
    /* More links are followed than in the unfinished round so far; or fewer. */
    PAGE(ORIGIN_WAIT) = "UPDATE page SET waiting = 1 WHERE origin = ?1 AND depth < ?2 AND EXISTS"
                        " (SELECT 1 FROM origin AS o WHERE o.origin = ?1 AND NOT o.finished"
                        " AND o.follow <= page.depth AND o.round = page.asked)",
    PAGE(ORIGIN_REST) = "UPDATE page SET waiting = 0 WHERE origin = ?1 AND depth > ?2",
    PAGE(ORIGIN_BEGIN) = "INSERT INTO origin(origin, round, follow, finished) VALUES(?1, 1, ?2, 0)"
                         " ON CONFLICT(origin) DO UPDATE SET round = round + finished, finished = 0,"
                         " follow = excluded.follow",
    PAGE(ORIGIN_OWN) = "INSERT OR IGNORE INTO own SELECT origin, round, follow FROM origin"
                       " WHERE origin = ?1",
    PAGE(ORIGIN_LEAVE) = "DELETE FROM own WHERE origin = ?1",
    PAGE(ROBOTS) = "SELECT robots FROM origin WHERE origin = ?1 AND robots_round = round"
                   " AND robots_time > ?2",
    PAGE(KEEP_ROBOTS) = "UPDATE origin SET robots = ?2, robots_round = round, robots_time = ?3"
                        " WHERE origin = ?1",
    PAGE(ADD_PAGE) = "INSERT INTO page(url, origin, depth, redirects, round, waiting)"
                     " SELECT ?1, origin, ?3, ?4, round, 1 FROM own WHERE origin = ?2" PAGE_CONFLICT,
    PAGE(ADD_LINKS) =
        "INSERT INTO page(url, origin, depth, redirects, round, waiting)"
        " SELECT substr(i.normal, 1, length(i.normal) - ifnull(length(i.fragment) + 1, 0)), own.origin,"
        " ?2, 0, own.round, 1"
        " FROM document AS d CROSS JOIN reference AS r ON r.document_id = d.id"
        " CROSS JOIN identifier AS i ON i.id = r.identifier_id"
        " CROSS JOIN own ON own.origin = i.scheme || '://' || ifnull(i.host, '') || ifnull(':' || "
        "i.port, '')"
        " WHERE d.path = ?1 AND NOT r.identifies AND i.userinfo IS NULL AND i.scheme IN ('http', "
        "'https')"
        " AND length(i.normal) <= 4096 AND leads(r.element, r.attribute, r.header, r.relation)"
        " ORDER BY r.document_id, r.ordinal" PAGE_CONFLICT,
    PAGE(NEXT_PAGE) =
        "SELECT id, depth, redirects, ifnull(asked = page.round, 0), url, page.origin, etag,"
        " last_modified, state, target FROM page INDEXED BY page_waiting CROSS JOIN own"
        " ON own.origin = page.origin WHERE waiting AND depth <= follow"
        " ORDER BY depth, id LIMIT 1",
    PAGE(END_PAGE) = "UPDATE page SET waiting = 0, asked = round, state = ?2, code = ?3, target = ?4,"
                     " note = ?5, etag = ?6, last_modified = ?7, time = ?8 WHERE id = ?1",
    PAGE(REST_PAGE) = "UPDATE page SET waiting = 0 WHERE id = ?1",
    PAGE(WAIT_AGAIN) = "UPDATE page SET waiting = 1, asked = NULL WHERE id = ?1",
};

/* ---- Links that lead to pages ------------------------------------------------------------------ */

static bool page_has(uriel_text types, const char *const *words)
{
  uriel_text type;
  while (relation_next(&types, &type))
    for (size_t i = 0; words[i]; i++)
      if (text_is_word(type, words[i]))
        return true;
  return false;
}

/* leads(ELEMENT, ATTRIBUTE, HEADER, RELATION): whether a reference leads to a page that is followed. */
static void page_leads(sqlite3_context *context, int count, sqlite3_value **values)
{
  static const char *const not_followed[] = {"nofollow", NULL};
  static const char *const pages[] = {
      "alternate", "author",  "bookmark", "canonical", "contents", "first", "help", "index",
      "last",      "license", "next",     "prev",      "previous", "start", "up",   NULL};
  static const char *const places[][2] = {
      {"a", "href"}, {"area", "href"}, {"frame", "src"}, {"iframe", "src"}};
  uriel_text texts[4];
  (void)count;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    texts[i].ptr = sqlite3_value_blob(values[i]);
    texts[i].len = (size_t)sqlite3_value_bytes(values[i]);
  }
  const uriel_text element = texts[0], header = texts[2], relation = texts[3];
  bool leads = text_is_word(header, "Refresh");
  for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    leads |= text_is_word(element, places[i][0]) && text_is_word(texts[1], places[i][1]);
  if (text_is_word(element, "link") || text_is_word(header, "Link"))
    leads = page_has(relation, pages);
  sqlite3_result_int(context, leads && !page_has(relation, not_followed));
}

bool db_pages_prepare(struct db *db)
{
  return (sqlite3_create_function(db->handle, "leads", 4, SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL,
                                  page_leads, NULL, NULL) == SQLITE_OK ||
          db_fail(db)) &&
         db_run(db, schema_own);
}

/* ---- Origins ------------------------------------------------------------------------------------ */

bool db_origin_begin(struct db *db, uriel_text origin, int64_t follow)
{
  const struct row_cell cells[] = {row_text(origin), row_number((uint64_t)follow)};
  return db_do(db, DB_ORIGIN_WAIT, cells, 2) && db_do(db, DB_ORIGIN_REST, cells, 2) &&
         db_do(db, DB_ORIGIN_BEGIN, cells, 2) && db_do(db, DB_ORIGIN_OWN, cells, 1);
}

bool db_origin_leave(struct db *db, uriel_text origin)
{
  const struct row_cell cell = row_text(origin);
  return db_do(db, DB_ORIGIN_LEAVE, &cell, 1);
}

static uriel_text page_column(sqlite3_stmt *statement, int column)
{
  const char *const ptr = sqlite3_column_blob(statement, column);
  return (uriel_text){ptr, (size_t)sqlite3_column_bytes(statement, column)};
}

bool db_robots(struct db *db, uriel_text origin, int64_t since, bool *has, struct buffer *out)
{
  const struct row_cell cells[] = {row_text(origin), row_number((uint64_t)since)};
  const int code = db_start(db, DB_ROBOTS, cells, 2);
  *has = code == SQLITE_ROW;
  const uriel_text text = *has ? page_column(db->statements[DB_ROBOTS], 0) : uriel_text_of("");
  buffer_put(out, text.ptr, text.len);
  sqlite3_reset(db->statements[DB_ROBOTS]);
  return code;
}

bool db_keep_robots(struct db *db, uriel_text origin, uriel_text text, int64_t time)
{
  const struct row_cell cells[] = {row_text(origin), row_text(text), row_number((uint64_t)time)};
  return db_do(db, DB_KEEP_ROBOTS, cells, 3);
}

/* ---- Pages -------------------------------------------------------------------------------------- */

bool db_add_page(struct db *db, const struct db_page *page)
{
  const struct row_cell cells[] = {row_text(page->url), row_text(page->origin),
                                   row_number((uint64_t)page->depth),
                                   row_number((uint64_t)page->redirects)};
  return db_do(db, DB_ADD_PAGE, cells, 4);
}

bool db_add_links(struct db *db, const struct db_page *page)
{
  const struct row_cell cells[] = {row_text(page->url), row_number((uint64_t)page->depth + 1)};
  return db_do(db, DB_ADD_LINKS, cells, 2);
}

enum { PAGE_NUMBERS = 4, PAGE_TEXTS = 6 };

bool db_next_page(struct db *db, struct db_page *page)
{
  sqlite3_stmt *const statement = db->statements[DB_NEXT_PAGE];
  uriel_text *const texts[PAGE_TEXTS] = {&page->url,           &page->origin, &page->etag,
                                         &page->last_modified, &page->state,  &page->target};
  const int code = db_start(db, DB_NEXT_PAGE, NULL, 0);
  size_t ends[PAGE_TEXTS] = {0};
  *page = (struct db_page){.id = 0};
  db->page.len = 0;
  if (code == SQLITE_ROW) {
    page->id = sqlite3_column_int64(statement, 0);
    page->depth = sqlite3_column_int64(statement, 1);
    page->redirects = sqlite3_column_int64(statement, 2);
    page->is_asked = sqlite3_column_int(statement, 3) != 0;
    for (int i = 0; i < PAGE_TEXTS; i++) {
      *texts[i] = page_column(statement, PAGE_NUMBERS + i);
      buffer_append(&db->page, texts[i]->ptr, texts[i]->len);
      ends[i] = db->page.len;
    }
  }
  sqlite3_reset(statement);
  for (size_t i = 0; i < PAGE_TEXTS; i++)
    if (texts[i]->ptr)
      texts[i]->ptr = db->page.ptr + ends[i] - texts[i]->len;
  return code;
}

bool db_end_page(struct db *db, const struct db_page_end *end)
{
  const struct row_cell cells[] = {row_id(end->id),
                                   row_string(end->state),
                                   row_string(end->code),
                                   row_text(end->target),
                                   row_text(end->note),
                                   row_text(end->etag),
                                   row_text(end->last_modified),
                                   row_number((uint64_t)end->time)};
  return end->state ? db_do(db, DB_END_PAGE, cells, sizeof cells / sizeof *cells)
                    : db_do(db, DB_REST_PAGE, cells, 1);
}

bool db_wait_again(struct db *db, int64_t id)
{
  const struct row_cell cell = row_id(id);
  return db_do(db, DB_WAIT_AGAIN, &cell, 1);
}

/* ---- Queries ------------------------------------------------------------------------------------ */

/* The parameter of a query. */
struct page_query {
  uriel_text text;
  db_text_visitor *visit;
  void *context;
};

static uriel_text page_parameter(void *context, const char *name)
{
  (void)name;
  return ((const struct page_query *)context)->text;
}

static bool page_visit(void *context, const struct db_row *row)
{
  const struct page_query *const query = context;
  return query->visit(query->context, row->texts[0]);
}

bool db_redirects(struct db *db, uriel_text origin, db_text_visitor *visit, void *context)
{
  static const char sql[] = "SELECT target FROM page JOIN own ON own.origin = page.origin WHERE "
                            "page.origin = :origin AND depth = 0"
                            " AND state = 'redirect' AND asked = own.round";
  struct page_query query = {origin, visit, context};
  return db_query_with(db, uriel_text_of(sql), page_parameter, page_visit, &query);
}

bool db_count_waiting(struct db *db, uint64_t *count)
{
  int64_t number = 0;
  const bool good = db_number(db, "SELECT count(*) FROM page WHERE waiting", &number);
  *count = (uint64_t)number;
  return good;
}

bool db_end_rounds(struct db *db)
{
  return db_run(db, schema_end_rounds);
}

static bool page_found(void *is_gone, uriel_text text)
{
  (void)text;
  *(bool *)is_gone = true;
  return false;
}

bool db_page_is_gone(struct db *db, uriel_text url, bool *is_gone)
{
  static const char sql[] =
      "SELECT url FROM page WHERE url = :url AND state = 'failed' AND code IN ('404', '410')";
  struct page_query query = {url, page_found, is_gone};
  *is_gone = false;
  return db_query_with(db, uriel_text_of(sql), page_parameter, page_visit, &query);
}
