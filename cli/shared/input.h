/* SPDX-License-Identifier: MIT */
/* Files whose lines are inputs or paths, and standard input. */
#ifndef URIEL_CLI_INPUT_H
#define URIEL_CLI_INPUT_H

#include <stdbool.h>

#include "base/buffer.h"
#include "option.h"
#include "reader/records.h"

/* An input_source.before: flushes the output, and refuses to read the output file. */
void input_before(const struct input_source *source);

/* Whether standard input is known to have data: a file that is not at its end, or a pipe or socket with
 * data. Neither reads nor waits. */
bool input_is_waiting(void);

/* --file: files whose lines are the inputs, in place of operands. `files` is an array of their names,
 * const char *; "-" is standard input. */

#define FILES_OPTION_HELP                                                                               \
  "read lines of FILE as from standard input,\nwhich is \"-\"; can be given several times"
#define FILES_OPTION_HELP_PATHS                                                                         \
  "read lines of FILE (\"-\": standard input), each a\npath, in place of operands"

/* An option_call: adds the option's value. */
option_call files_add;

/* Ends with a usage error if there are both operands and files, or standard input twice; `operands`:
 * operands are files, too. */
void files_refuse(const struct buffer *files, const struct option_reader *reader, bool operands);

/* Calls `visit` for each record. */
typedef void files_record(void *context, const struct input *record);
void files_each_record(const struct buffer *files, char terminator, files_record *visit, void *context);

/* Calls `visit` for each record that is not empty; one that is too long, or cannot be read, ends the
 * program. "-" is passed as "./-", because a list cannot name standard input. */
typedef void files_visit(void *context, const char *path);
void files_each_path(const struct buffer *files, char terminator, files_visit *visit, void *context);

/* Calls `visit` for each operand, for the records of --file, or for "-" if there are neither. */
void files_each(const struct buffer *files, const struct option_reader *reader, char terminator,
                files_visit *visit, void *context);

/* --json-in: the field of each line of JSON that is the input. Zero-initialise. */
struct json_in {
  const char *field;   /* as it was given; NULL: no --json-in */
  struct buffer texts; /* array of uriel_text: the keys from the outermost object on */
  struct buffer keys;  /* their bytes */
};

/* An option_call of a struct json_in: reads the names of nested objects, separated by "."; "\." is a dot
 * in a name. */
option_call json_in_read;

/* Ends with a usage error that names --file if the operands, which are references, are only names of
 * files, and none of them has a scheme. Operands after "--" are always references. */
void files_refuse_operands(const struct option_reader *reader);

/* Whether the operand is the URI of a page: it has a registered scheme, or "//" after a scheme, and is
 * not the name of a file. If it is both, prints a note. */
bool files_is_page(const char *operand);

/* If the operand is not a file and looks like a URI, prints a note that names uriel parse. */
void files_note_reference(const char *command, const char *operand);

#endif
