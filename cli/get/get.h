/* SPDX-License-Identifier: MIT */
/* The state of uriel get, and its output: bytes to a file or standard output, and records. */
#ifndef URIEL_CLI_GET_H
#define URIEL_CLI_GET_H

#include "base/file_out.h"
#include "cli/get/client.h"
#include "cli/shared/cli.h"
#include "cli/shared/general.h"
#include "uriel_function.h"

enum { GET_GROUP_OUTPUT = OPTION_GROUP_OWN };

struct get_command {
  struct general general;
  const char *output, *folder, *messages, *articles;
  struct client client;
  struct request request;
  bool dry_run, part;
  struct cache *cache; /* of --dry-run */
  struct buffer dry;   /* array of struct buffer: the arguments of uriel plan */

  struct get *get;
  struct get_result result;
  uriel_text input; /* the present operand or line, */
  uint64_t number;  /* and its number */
  size_t operands;  /* how many there are; SIZE_MAX for lines */
  uriel_digest digest;
  struct file_out file; /* of -o and --output-dir */
  bool has_file;
  struct buffer object; /* with `part` */
  struct buffer path, asked, scratch;
  struct progress progress;
  int status; /* the highest one so far */
};

/* Prepares for the object of a URI: opens the file. Returns false with the failure in `result`. */
bool save_begin(struct get_command *self, const uriel_ref *ref);

/* The functions of struct get_options. */
bool save_object(void *context, const char *data, size_t len, struct get_failure *failure);
void netrc_find(void *context, uriel_text host, struct get_login *login, struct buffer *problem);
bool prompt_ask(void *context, uriel_fill fill, uriel_text host, uriel_text user, struct buffer *out);

/* Writes bytes of the object, or of its part. */
bool save_bytes(struct get_command *self, const char *data, size_t len, struct get_failure *failure);

/* With --part: keeps bytes of the object; then writes the part. Return false with the failure. */
bool part_keep(struct get_command *self, const char *data, size_t len, struct get_failure *failure);
bool part_write(struct get_command *self);

/* Closes the file, which gets its name only if the object is complete. */
void save_end(struct get_command *self, bool whole);

/* Prints the record or the failure, and sets the exit status. `error` is the error of an operand
 * that is not a URI or has no plan, or NULL. */
void get_report(struct get_command *self, const struct record_error *error);

/* uriel compare --fetched. Returns the exit status. */
int fetched_run(int argc, char **argv);

/* Returns the URI with its password hidden, perhaps in `scratch`. */
uriel_text get_hide(struct get_command *self, uriel_text uri);

#endif
