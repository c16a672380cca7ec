/* SPDX-License-Identifier: MIT */
/* What the files of `uriel links` share: the options, the progress of the run, and the output. */
#ifndef URIEL_CLI_LINKS_RUN_H
#define URIEL_CLI_LINKS_RUN_H

#include "cli/shared/option.h"
#include "cli/shared/progress.h"
#include "cli/shared/render.h"
#include "cli/uriel/find_set.h"
#include "links/links.h"
#include "reader/budget.h"
#include "reader/glob.h"

extern const struct schema links_schema;

/* A document that has begun and not ended: what printing its references needs. */
struct links_level {
  uint64_t number;
  const char *kind;
  enum links_base base_source;
  uint64_t baseless; /* relative references without a base */
  struct buffer part, base, retrieval;
};

struct links_run {
  /* The options. */
  const char *base; /* that of the last --base, absolute; NULL */
  bool file_base;
  const char *media_type; /* that --kind declares for each file; NULL */
  bool no_identifiers;
  struct glob_choice choice; /* of the files of folders */
  bool is_unique;
  bool quiet, silent;
  size_t max_size, memory;
  bool to_uri;
  struct render render; /* RENDER_LONG is the list for people, RENDER_PLAIN only the targets */

  /* The file that is being read. */
  const char *file; /* as printed: the operand and the path below it */
  bool is_found;    /* it is in a folder that was named */
  struct links_level *levels;
  size_t level_count, level_capacity; /* the most that were ever open; their buffers are kept */
  uint64_t heading;                   /* the document of the heading that was printed last */
  uint64_t unheaded; /* a document without a base whose heading is not printed yet: it needs content */

  /* The progress. */
  struct progress progress;
  uint64_t files, bytes, references;
  bool invalid; /* a reference or document had an error: STATUS_INVALID */
  bool failed;  /* the system could not read one: STATUS_IO */

  struct links *links;
  struct budget budget;
  struct find_set seen;
  struct buffer base_chain, label, scratch;
};

/* Prints each document in the form of the run. */
struct links_sink links_printer(struct links_run *run);

/* Frees what the printer keeps. */
void links_print_free(struct links_run *run);

/* Reports on standard error and, with --json, in a record that the file cannot be read. */
void links_print_unread(struct links_run *run, const char *file, const char *reason);

/* The document that references belong to now. */
const struct links_level *links_level_now(const struct links_run *run);

/* The step of RFC 3986, 5.1, that gave the base of a reference. */
enum links_base links_base_of(const struct links_level *level, const struct links_reference *reference);

/* The error of a reference. */
struct record_error links_error_of(const struct links_reference *reference);

/* Records of --json, and of --tsv and --format, which have references only. */
void links_record_document(struct links_run *run, const struct links_document *document);
void links_record_reference(struct links_run *run, const struct links_reference *reference);
void links_record_error(struct links_run *run, const struct links_error *error);
void links_record_end(struct links_run *run, const struct links_end *end);
void links_record_unread(struct links_run *run, const char *file, const char *reason);

/* Prints a note if the operand is a folder and the URI of --base does not end in "/": the contents are
 * then resolved beside it, not below. */
void links_note_folder(const char *base, const char *operand);

#endif
