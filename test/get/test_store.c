/* SPDX-License-Identifier: MIT */
/* Files of answers: what may be one, faults of the disk, and several processes. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "get/store.h"

static const char tables[] =
    "CREATE TABLE IF NOT EXISTS thing(id INTEGER PRIMARY KEY, name TEXT, bytes BLOB)";
static const char insert[] = "INSERT INTO thing(name, bytes) VALUES(?1, ?2)";

static char folder[] = "/tmp/uriel-store-XXXXXX", path[64], message[STORE_MESSAGE];

static int set_up(void **state)
{
  (void)state;
  snprintf(path, sizeof path, "%s/file", folder);
  return 0;
}

static int tear_down(void **state)
{
  char name[96];
  (void)state;
  for (size_t i = 0; i < 4; i++) {
    snprintf(name, sizeof name, "%s%s", path, (const char *const[]){"", "-wal", "-shm", "-journal"}[i]);
    (void)unlink(name);
  }
  return 0;
}

static bool put(struct store *store, const char *name, uriel_text bytes)
{
  const struct store_value values[] = {store_text(uriel_text_of(name)), store_bytes(bytes)};
  return store_run(store, insert, values, 2, NULL, NULL);
}

static bool take_number(void *context, const struct store_value *row)
{
  *(int64_t *)context = row->number;
  return false;
}

static int64_t number(struct store *store, const char *sql)
{
  int64_t found = -1;
  assert_true(store_run(store, sql, NULL, 0, take_number, &found));
  return found;
}

/* Writes a file of these bytes. */
static void write_file(const char *bytes, size_t len)
{
  FILE *const file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(bytes, 1, len, file), len);
  fclose(file);
}

static void refused(enum store_kind kind, const char *part)
{
  struct store *const store = store_open(path, kind, tables, message);
  assert_null(store);
  if (!strstr(message, part))
    fail_msg("\"%s\" without \"%s\"", message, part);
}

/* ---- Values -------------------------------------------------------------------------------------- */

static bool check_row(void *context, const struct store_value *row)
{
  (*(size_t *)context)++;
  assert_memory_equal(row[0].text.ptr, "a\0b", 3);
  assert_int_equal(row[0].text.len, 3);
  assert_null(row[1].text.ptr);
  assert_non_null(row[2].text.ptr);
  assert_int_equal(row[2].text.len, 0);
  assert_true(row[3].number == INT64_MIN);
  return true;
}

static void test_values(void **state)
{
  const struct store_value values[] = {store_bytes((uriel_text){"a\0b", 3}),
                                       store_text((uriel_text){NULL, 0}), store_text(uriel_text_of("")),
                                       store_number(INT64_MIN)};
  size_t rows = 0;
  (void)state;
  struct store *const store = store_open(path, STORE_OWN, tables, message);
  assert_non_null(store);
  assert_true(store_run(store, "SELECT ?1, ?2, ?3, ?4", values, 4, check_row, &rows));
  assert_int_equal(rows, 1);
  assert_true(put(store, "x", uriel_text_of("y")));
  assert_int_equal(store_last_id(store), 1);
  assert_true(store_run(store, "DELETE FROM thing", NULL, 0, NULL, NULL));
  assert_int_equal(store_changes(store), 1);
  store_close(store);
}

static void test_kept(void **state)
{
  (void)state;
  for (int64_t i = 0; i < 3; i++) {
    struct store *const store = store_open(path, STORE_OR_HARVEST, tables, message);
    assert_non_null(store);
    assert_int_equal(number(store, "SELECT count(*) FROM thing"), i);
    assert_true(store_begin(store) && put(store, "x", uriel_text_of("y")) && store_commit(store));
    assert_true(store_begin(store) && put(store, "x", uriel_text_of("y"))); /* undone */
    store_close(store);
  }
}

/* ---- Other files --------------------------------------------------------------------------------- */

static void test_other_files(void **state)
{
  static const char text[] = "notes";
  char bytes[sizeof text];
  struct store *store;
  (void)state;
  write_file(text, sizeof text);
  refused(STORE_OWN, "not a file of --cache");
  FILE *const file = fopen(path, "rb");
  assert_int_equal(fread(bytes, 1, sizeof bytes, file), sizeof text);
  assert_memory_equal(bytes, text, sizeof text);
  fclose(file);
  write_file("SQLite format 3\0damaged", 23);
  refused(STORE_OWN, "");
  write_file("", 0);
  store = store_open(path, STORE_OWN, tables, message);
  assert_non_null(store);
  assert_true(store_run(store, "PRAGMA user_version = 2", NULL, 0, NULL, NULL));
  store_close(store);
  refused(STORE_OWN, "another version");
  tear_down(NULL);
  store = store_open(path, STORE_OWN, tables, message);
  assert_non_null(store);
  assert_true(store_run(store, "PRAGMA application_id = 1", NULL, 0, NULL, NULL));
  store_close(store);
  refused(STORE_OWN, "another program");
  *path = '\0';
  refused(STORE_OWN, "empty");
  snprintf(path, sizeof path, "%s", folder);
  refused(STORE_OWN, "");
  snprintf(path, sizeof path, "%s/no/file", folder);
  refused(STORE_OWN, "unable to open");
  set_up(NULL);
}

static void test_harvest(void **state)
{
  struct store *store = store_open(path, STORE_OWN, "CREATE TABLE document(id)", message);
  (void)state;
  assert_non_null(store);
  assert_true(store_run(store, "PRAGMA application_id = 0x7572696c", NULL, 0, NULL, NULL));
  assert_true(store_run(store, "PRAGMA user_version = 4", NULL, 0, NULL, NULL));
  store_close(store);
  refused(STORE_OWN, "database of uriel harvest");
  store = store_open(path, STORE_OR_HARVEST, tables, message);
  assert_non_null(store);
  assert_true(put(store, "x", uriel_text_of("y")));
  assert_int_equal(number(store, "PRAGMA user_version"), 4);
  assert_int_equal(number(store, "SELECT count(*) FROM document"), 0);
  store_close(store);
}

/* ---- Faults and processes ------------------------------------------------------------------------ */

static void test_full(void **state)
{
  static char bytes[1 << 20];
  const struct rlimit limit = {1 << 18, 1 << 18};
  int status;
  (void)state;
  const pid_t child = fork();
  if (child == 0) {
    struct store *const store = store_open(path, STORE_OWN, tables, message);
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &limit);
    const bool failed = store && !put(store, "x", (uriel_text){bytes, sizeof bytes}) &&
                        strncmp(store_message(store), path, strlen(path)) == 0 &&
                        put(store, "y", (uriel_text){bytes, 9});
    store_close(store);
    _exit(failed ? 0 : 1);
  }
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_int_equal(status, 0);
  struct store *const store = store_open(path, STORE_OWN, tables, message);
  assert_non_null(store);
  assert_int_equal(number(store, "SELECT count(*) FROM thing"), 1);
  store_close(store);
}

/* Four processes make the file, and each adds 50 rows; then others are killed while they do. */
static void test_processes(void **state)
{
  enum { PROCESSES = 4, ROWS = 50 };
  pid_t children[PROCESSES];
  int status;
  (void)state;
  for (int kills = 0; kills < 2; kills++) {
    for (size_t i = 0; i < PROCESSES; i++) {
      children[i] = fork();
      if (children[i] == 0) {
        struct store *const store = store_open(path, STORE_OWN, tables, message);
        bool good = store != NULL;
        for (int row = 0; (kills || row < ROWS) && good; row++)
          good = store_begin(store) && put(store, "x", uriel_text_of("y")) &&
                 put(store, "x", uriel_text_of("y")) && store_commit(store);
        if (!good)
          fprintf(stderr, "%s\n", store ? store_message(store) : message);
        store_close(store);
        _exit(good ? 0 : 1);
      }
    }
    usleep(kills ? 200000 : 0);
    for (size_t i = 0; i < PROCESSES; i++) {
      if (kills)
        kill(children[i], SIGKILL);
      assert_int_equal(waitpid(children[i], &status, 0), children[i]);
      assert_true(kills || status == 0);
    }
    struct store *const store = store_open(path, STORE_OWN, tables, message);
    assert_non_null(store);
    const int64_t rows = number(store, "SELECT count(*) FROM thing");
    assert_true(kills ? rows % 2 == 0 : rows == 2LL * PROCESSES * ROWS);
    store_close(store);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_values, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_kept, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_other_files, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_harvest, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_full, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_processes, set_up, tear_down)};
  if (!mkdtemp(folder))
    return 1;
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  set_up(NULL);
  tear_down(NULL);
  (void)rmdir(folder);
  return failed;
}
