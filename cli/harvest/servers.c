/* SPDX-License-Identifier: MIT */
#include "servers.h"

#include "get/store.h"
#include "harvest/db.h"

static const char servers_table[] =
    "CREATE TABLE IF NOT EXISTS unreachable(uri TEXT PRIMARY KEY, reason TEXT NOT NULL, status TEXT,"
    " chain TEXT, message TEXT NOT NULL)";

/* Targets of references, in the order of their normal forms. */
static const char servers_targets[] =
    "SELECT normal FROM identifier AS i WHERE scheme IN ('http', 'https', 'ftp', 'ftps', 'gopher')"
    " AND EXISTS (SELECT 1 FROM reference AS r WHERE r.identifier_id = i.id AND NOT r.identifies)"
    " ORDER BY normal";

static bool servers_target(void *context, const struct db_row *row)
{
  texts_add(context, row->texts[0]);
  return true;
}

/* Reads the targets, which stay. */
static void servers_read(const char *database, struct texts *targets)
{
  char reason[DB_MESSAGE];
  struct db *const db = db_open_read(database, reason);
  if (!db)
    die(STATUS_IO, "%s", reason);
  if (!db_query(db, servers_targets, servers_target, targets))
    die(STATUS_IO, "%s", db_message(db));
  db_close(db);
}

/* Inserts the row of a target that a server refuses. Returns false if the database fails. */
static bool servers_put(struct store *store, uriel_text uri, enum check_problem problem,
                        const struct online_result *result)
{
  static const char no_fragment[] = "the page has no place of that name";
  const struct store_value values[] = {
      store_text(uri), store_text(uriel_text_of(check_problem_names[problem])), store_text(result->code),
      store_text(result->chain),
      store_text(problem == CHECK_FRAGMENT ? uriel_text_of(no_fragment) : result->message)};
  return store_run(store, "INSERT INTO unreachable VALUES(?, ?, ?, ?, ?)", values,
                   sizeof values / sizeof *values, NULL, NULL);
}

void servers_ask(struct servers *servers, const char *database, struct progress *progress)
{
  struct texts targets = {0};
  char reason[STORE_MESSAGE];
  uint64_t broken = 0, unasked = 0;
  servers_read(database, &targets);
  servers->online.client = &servers->pages;
  servers->pages.client.cache = database;
  client_read_settings(&servers->pages.request, "harvest");
  struct online *const online = online_new(&servers->online, &servers->named, "harvest");
  for (size_t i = 0; i < targets.count; i++)
    online_add(online, targets.of[i]);
  online_run(online, progress);
  online_close(online);
  struct store *const store = store_open(database, STORE_OR_HARVEST, servers_table, reason);
  if (!store)
    die(STATUS_IO, "%s", reason);
  bool good = store_begin(store) && store_run(store, "DELETE FROM unreachable", NULL, 0, NULL, NULL);
  for (uint32_t i = 0; i < targets.count && good; i++) {
    struct online_result result;
    online_result(online, i, &result);
    const enum check_problem problem = online_problem(&result);
    unasked += problem == CHECK_UNASKED;
    if (problem == CHECK_NONE || problem == CHECK_UNASKED)
      continue;
    broken++;
    good = servers_put(store, targets.of[i], problem, &result);
  }
  if (!good || !store_commit(store))
    die(STATUS_IO, "%s", store_message(store));
  store_close(store);
  online_free(online);
  message("%zu target%s of servers: %llu broken, %llu not asked", targets.count,
          targets.count == 1 ? "" : "s", (unsigned long long)broken, (unsigned long long)unasked);
  texts_free(&targets);
}
