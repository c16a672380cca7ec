/* SPDX-License-Identifier: MIT */
/* Exit statuses, messages and the list of subcommands.
 *
 * A subcommand is `int cmd_NAME(int argc, char **argv)`: argv[0] is its name, it returns an exit status.
 */
#ifndef URIEL_CLI_H
#define URIEL_CLI_H

#include <stdbool.h>
#include <stddef.h>

enum cli_status {
  STATUS_OK = 0,
  STATUS_INVALID = 1, /* some input was not valid; compare: not equivalent */
  STATUS_USAGE = 2,
  STATUS_IO = 3 /* reading, writing or memory failed */
};

int cmd_parse(int argc, char **argv);
int cmd_check(int argc, char **argv);
int cmd_filter(int argc, char **argv);
int cmd_lint(int argc, char **argv);
int cmd_lineage(int argc, char **argv);
int cmd_resolve(int argc, char **argv);
int cmd_relative(int argc, char **argv);
int cmd_normalize(int argc, char **argv);
int cmd_compare(int argc, char **argv);
int cmd_encode(int argc, char **argv);
int cmd_decode(int argc, char **argv);
int cmd_build(int argc, char **argv);
int cmd_edit(int argc, char **argv);
int cmd_schemes(int argc, char **argv);
int cmd_functions(int argc, char **argv);
int cmd_plan(int argc, char **argv);
int cmd_urn(int argc, char **argv);
int cmd_clean(int argc, char **argv);
int cmd_sort(int argc, char **argv);
int cmd_sample(int argc, char **argv);
int cmd_count(int argc, char **argv);
int cmd_wrap(int argc, char **argv);

/* Each in a program of its own, which `uriel` runs; the last two only with URIEL_HARVEST. */
int cmd_find(int argc, char **argv);
int cmd_links(int argc, char **argv);
int cmd_harvest(int argc, char **argv);

/* Prints "uriel: MESSAGE" and a line feed on standard error, after flushing standard output.
 * Control characters and bytes that are not UTF-8 come out as \xNN, so that arguments may be quoted
 * safely. */
void message(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Like message(), then exits with `status`. */
_Noreturn void die(enum cli_status status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
_Noreturn void die_io(const char *format, ...) __attribute__((format(printf, 1, 2))); /* STATUS_IO */
_Noreturn void die_memory(void); /* "out of memory", STATUS_IO */

/* "uriel COMMAND: MESSAGE", a line that names `uriel help COMMAND`, STATUS_USAGE. COMMAND may be NULL.
 */
_Noreturn void die_usage(const char *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The word most similar to `wrong`, or NULL. `words` ends with NULL. */
const char *nearest_word(const char *wrong, const char *const *words);

#endif
