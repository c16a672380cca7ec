/* SPDX-License-Identifier: MIT */
/* Options of long tables, in one table or in several: those numbered 64 and above exclude each other, go
 * with another one and are found in their groups as the first ones do. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "cli/shared/cli.h"
#include "cli/shared/option.h"

enum { COUNT = OPTION_MOST - 1, GROUP = OPTION_GROUP_OWN };

/* The options of the group; the others are in no group. */
static const size_t grouped[] = {0, 1, 62, 63, 64, 65, 100, COUNT - 1};
enum { GROUPED = sizeof grouped / sizeof *grouped };

static char names[COUNT][8];
static bool values[COUNT];
static struct option_spec specs[COUNT + OPTION_TABLES];

/* Makes so many tables, of the same length except the last. */
static struct option_reader make(size_t tables, char **argv, int argc)
{
  struct option_reader reader = {.command = "test", .argc = argc, .argv = argv};
  const size_t each = COUNT / tables;
  size_t at = 0;
  for (size_t number = 0, t = 0; t < tables; t++) {
    reader.tables[t] = (struct option_table){&specs[at], values};
    for (size_t end = t + 1 < tables ? number + each : COUNT; number < end; number++) {
      snprintf(names[number], sizeof *names, "n%zu", number);
      specs[at++] = (struct option_spec){
          .name = names[number], .kind = OPTION_FLAG, .to = number * sizeof *values};
    }
    specs[at++] = (struct option_spec){.kind = OPTION_END};
  }
  return reader;
}

static struct option_spec *spec_of(const struct option_reader *reader, size_t number)
{
  return (struct option_spec *)(uintptr_t)option_numbered(reader, number);
}

static struct option_reader make_group(size_t tables, char **argv, int argc)
{
  const struct option_reader reader = make(tables, argv, argc);
  for (size_t i = 0; i < GROUPED; i++)
    spec_of(&reader, grouped[i])->excludes = GROUP;
  return reader;
}

/* Reads the options in a process of its own. Returns its status, and what it wrote on standard error. */
static int read_apart(struct option_reader *reader, char *text, size_t size)
{
  int ends[2], status;
  size_t len = 0;
  assert_int_equal(pipe(ends), 0);
  const pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    dup2(ends[1], STDERR_FILENO);
    option_read(reader);
    _exit(STATUS_OK);
  }
  close(ends[1]);
  for (ssize_t got; (got = read(ends[0], text + len, size - 1 - len)) > 0;)
    len += (size_t)got;
  text[len] = '\0';
  close(ends[0]);
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFEXITED(status));
  return WEXITSTATUS(status);
}

/* Gives options a and b, and expects the usage error if there is a message, else success. */
static void expect(struct option_reader *reader, const char *message)
{
  char text[512];
  const int status = read_apart(reader, text, sizeof text);
  assert_int_equal(status, message ? STATUS_USAGE : STATUS_OK);
  if (message)
    assert_non_null(strstr(text, message));
  else
    assert_string_equal(text, "");
}

static void test_exclusion(void **state)
{
  char first[16], second[16], program[] = "test", message[64];
  char *argv[] = {program, first, second, NULL};
  (void)state;
  for (size_t tables = 1; tables < OPTION_TABLES; tables++)
    for (size_t a = 0; a < GROUPED; a++)
      for (size_t b = 0; b < GROUPED; b++) {
        struct option_reader reader = make_group(tables, argv, 3);
        snprintf(first, sizeof first, "--n%zu", grouped[a]);
        snprintf(second, sizeof second, "--n%zu", grouped[b]);
        snprintf(message, sizeof message, "%s and %s exclude each other", first, second);
        expect(&reader, a == b ? NULL : message);
      }
}

static void test_others(void **state)
{
  char first[16], second[16], program[] = "test";
  char *argv[] = {program, first, second, NULL};
  (void)state;
  for (size_t i = 0; i < GROUPED; i++)
    for (size_t other = 60; other < 70; other++) {
      struct option_reader reader = make_group(1, argv, 3);
      if (spec_of(&reader, other)->excludes)
        continue;
      snprintf(first, sizeof first, "--n%zu", grouped[i]);
      snprintf(second, sizeof second, "--n%zu", other);
      memset(values, 0, sizeof values);
      option_read(&reader);
      for (size_t v = 0; v < COUNT; v++)
        assert_int_equal(values[v], v == grouped[i] || v == other);
      assert_true(option_given(&reader, GROUP));
      assert_false(option_given(&reader, GROUP << 1));
    }
}

/* An option that goes with another one, which has another number. */
static void test_with(void **state)
{
  char first[] = "--n70", second[] = "--n90", program[] = "test";
  char *argv[] = {program, first, second, NULL};
  (void)state;
  for (int argc = 2; argc <= 3; argc++) {
    struct option_reader reader = make(1, argv, argc);
    spec_of(&reader, 70)->with = "n90";
    expect(&reader, argc == 2 ? "--n70 goes with --n90" : NULL);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_exclusion), cmocka_unit_test(test_others),
                                     cmocka_unit_test(test_with)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
