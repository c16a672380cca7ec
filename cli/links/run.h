/* SPDX-License-Identifier: MIT */
/* What the files of `uriel links` share: the options, how far the run is, and how documents are told. */
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

/* A document that has begun and not ended: what its references need to be told. */
struct links_level {
  uint64_t number;
  const char *kind;
  enum links_base base_source;
  uint64_t baseless; /* relative references that were told, and had no base */
  struct buffer part, base, retrieval;
};

struct links_run {
  /* What was asked for. */
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
  const char *file; /* as it is shown: the operand, and what is below it */
  bool is_found;    /* it is in a folder that was named, not named itself */
  struct links_level *levels;
  size_t level_count, level_capacity; /* as many as were ever open; their buffers are kept */
  uint64_t heading;                   /* the document of the heading that was printed last */
  uint64_t untold;                    /* one without a base, not told as long as nothing is in it */

  /* How far it is. */
  struct progress progress;
  uint64_t files, bytes, references;
  bool invalid; /* some reference or document was at error: STATUS_INVALID */
  bool failed;  /* the system failed to read one: STATUS_IO */

  struct links *links;
  struct budget budget;
  struct find_set seen;
  struct buffer base_chain, label, scratch;
};

/* Tells one document after the other in the form asked for. */
struct links_sink links_printer(struct links_run *run);

/* Frees what the printer keeps. */
void links_print_free(struct links_run *run);

/* A line about the file as a whole on standard error and, with --json, a record: it cannot be read. */
void links_print_unread(struct links_run *run, const char *file, const char *reason);

/* The document that references are told of now. */
const struct links_level *links_level_now(const struct links_run *run);

/* Which of the steps of RFC 3986, 5.1 gave what a reference was resolved against. */
enum links_base links_base_of(const struct links_level *level, const struct links_reference *reference);

/* A reference's error as the other subcommands print theirs. */
struct record_error links_error_of(const struct links_reference *reference);

/* The list for people: what heads a document, what heads one without a base, which is known when it has
 * something, or nothing, and a line for a reference. */
void links_list_heading(struct links_run *run, const struct links_document *document);
void links_list_untold(struct links_run *run, const char *what);
void links_list_reference(struct links_run *run, const struct links_reference *reference);

/* Records of --json, and of --tsv and --format, which have references only. */
void links_record_document(struct links_run *run, const struct links_document *document);
void links_record_reference(struct links_run *run, const struct links_reference *reference);
void links_record_error(struct links_run *run, const struct links_error *error);
void links_record_end(struct links_run *run, const struct links_end *end);
void links_record_unread(struct links_run *run, const char *file, const char *reason);

/* Says that the URI of --base does not end in "/" where the operand is a folder: what is in it is then
 * taken to be beside that, not below. */
void links_note_folder(const char *base, const char *operand);

/* Reads an operand: a file, a folder with all below it, or "-". */
void links_operand(struct links_run *run, const char *operand);

#endif
