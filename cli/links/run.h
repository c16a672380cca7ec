/* SPDX-License-Identifier: MIT */
/* Shared by the files of `uriel links`: the options, the progress of the run, and the output. */
#ifndef URIEL_CLI_LINKS_RUN_H
#define URIEL_CLI_LINKS_RUN_H

#include "cli/shared/option.h"
#include "cli/shared/progress.h"
#include "cli/shared/render.h"
#include "cli/shared/texts.h"
#include "links/links.h"
#include "reader/budget.h"
#include "reader/glob.h"

extern const struct schema links_schema, links_check_schema;

/* An open document: the data needed to print its references. */
struct links_level {
  uint64_t number;
  const char *kind, *format;
  enum links_base base_source;
  uint64_t baseless; /* number of relative references without a base */
  struct buffer part, base, retrieval;
};

struct check;
struct links_broken;

struct links_run {
  /* The options. */
  const char *base; /* from the last --base, absolute; may be NULL */
  bool file_base;
  const char *media_type; /* from --kind, for each file; may be NULL */
  bool no_identifiers;
  struct glob_choice choice; /* selects files in folders */
  bool is_unique;
  bool quiet, silent;
  size_t max_size, memory;
  uriel_spec spec;
  bool to_uri;
  struct render render; /* RENDER_LONG is the list for people, RENDER_PLAIN only the targets */
  struct check *check;  /* with --check */

  /* The file that is being read. */
  const char *file; /* as printed: the operand and the path below it */
  bool is_found;    /* it is in a folder operand */
  struct links_level *levels;
  size_t level_count, level_capacity; /* capacity: the most ever open; their buffers are kept */
  uint64_t heading;                   /* the document of the last printed heading */
  uint64_t unheaded;                  /* a document without a base whose heading waits for content */

  /* The progress. */
  struct progress progress;
  uint64_t files, bytes, references;
  bool invalid; /* a reference or document had an error: STATUS_INVALID */
  bool failed;  /* the system could not read a document: STATUS_IO */

  struct links *links;
  struct budget budget;
  struct texts seen; /* for --unique */
  struct buffer base_chain, label, scratch, host;
};

/* Returns a sink that prints each document in the form of the run. */
struct links_sink links_printer(struct links_run *run);

/* A document begins, or ends: links_level_now. */
void links_push(struct links_run *run, const struct links_document *document);
void links_pop(struct links_run *run);

/* Reports an error of a document: a links_sink.error. */
bool links_print_error(void *context, const struct links_error *error);

/* Returns "page.html" or "mail.eml!1.2", the current document, then `more`. */
const char *links_label(struct links_run *run, const char *more);

/* Prints a text of a document without its password, without control characters, and not more than its
 * start. */
void links_put_text(struct links_run *run, uriel_text text);

/* Reads an open file into the sink of the run. `retrieval` is undefined if unknown. */
void links_read_fd(struct links_run *run, int fd, const char *name, uriel_text retrieval);

/* Frees the printer's memory. */
void links_print_free(struct links_run *run);

/* Reports on standard error and, with --json, in a record that the file cannot be read. */
void links_print_unread(struct links_run *run, const char *file, const char *reason);

/* Returns the document to which references belong now. */
const struct links_level *links_level_now(const struct links_run *run);

/* Returns the step of RFC 3986, 5.1, that determined the base of a reference. */
enum links_base links_base_of(const struct links_level *level, const struct links_reference *reference);

/* Returns the form for people of a target's host in ASCII, and sets `*host` to that; both undefined if
 * it has no other form. */
uriel_text links_host(struct links_run *run, const struct links_reference *reference, uriel_text *host);

struct record_error links_error_of(const struct links_reference *reference);

/* Write records for --json; for --tsv and --format, which have only references. */
void links_record_document(struct links_run *run, const struct links_document *document);
void links_record_reference(struct links_run *run, const struct links_reference *reference);
void links_record_broken(struct links_run *run, const struct links_reference *reference,
                         const struct links_broken *broken);
void links_record_error(struct links_run *run, const struct links_error *error);
void links_record_end(struct links_run *run, const struct links_end *end);
void links_record_unread(struct links_run *run, const char *file, const char *reason);

/* Reads the text of --base as people have it (retrieval_read) and resolves it against the URI before it
 * in `chain`, if any: the last is where the chain of redirects ended (RFC 3986, 5.1.3). `chain` ends in
 * NUL. Ends the program if the text is not a base. */
void links_read_base(const char *command, const char *text, struct buffer *chain);

/* Prints a note if the operand is a folder and the URI of --base does not end in "/": the contents
 * then resolve next to it, not below it. */
void links_note_folder(const char *base, const char *operand);

#endif
