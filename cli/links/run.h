/* SPDX-License-Identifier: MIT */
/* Shared by the files of `uriel links`: the options, the progress of the run, and the output. */
#ifndef URIEL_CLI_LINKS_RUN_H
#define URIEL_CLI_LINKS_RUN_H

#include "cli/shared/general.h"
#include "cli/shared/progress.h"
#include "cli/shared/texts.h"
#include "links/links.h"
#include "reader/budget.h"

extern const struct schema links_schema, links_check_schema;

/* An open document: the data needed to print its references. */
struct links_level {
  uint64_t number;
  const char *kind;
  unsigned flags; /* enum kind_flag */
  enum links_base base_source;
  uint64_t baseless; /* number of relative references without a base */
  struct buffer part, base, retrieval;
};

struct check;

struct links_run {
  /* The options. */
  struct general general; /* its form: RENDER_LONG is the list for people, RENDER_PLAIN only targets */
  const char *base;       /* from the last --base, absolute; may be NULL */
  bool file_base;
  const char *media_type; /* from --kind, for each file; may be NULL */
  bool no_identifiers;
  bool is_unique;
  uriel_spec spec;
  bool to_uri;
  struct render render;
  struct check *check; /* with --check */

  /* The file that is being read. */
  const char *file;                   /* as printed: the operand and the path below it */
  bool is_found;                      /* it is in a folder operand */
  struct links_level *levels;         /* the open documents, */
  struct links_level *level;          /* and the innermost of them */
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

/* A document begins, or ends: `level`. */
void links_push(struct links_run *run, const struct links_document *document);
void links_pop(struct links_run *run);

/* Reports an error of a document: a links_sink.error. */
bool links_print_error(void *context, const struct links_error *error);

/* Reports on standard error and, with --json, in a record that the file cannot be read. */
void links_print_unread(struct links_run *run, const char *file, const char *reason);

/* Returns "page.html" or "mail.eml!1.2", the current document, then ":LINE:COLUMN" of a place. */
const char *links_label(struct links_run *run, const struct place *place);

/* Prints a text of a document without its password, without control characters, and not more than its
 * start. TONE_PLAIN: with a colour for each component of a reference. */
void links_put_text(struct links_run *run, uriel_text text, enum tone tone);

struct links_broken {
  const char *problem;
  uriel_text target, path, fragment, suggestion; /* may be undefined */
};

/* Writes a reference for --json, --tsv and --format. `broken` is NULL, or what --check found. */
void links_put_record(struct links_run *run, const struct links_reference *reference,
                      const struct links_broken *broken);

/* Reads an open file into the sink of the run. `retrieval` is undefined if unknown. */
void links_read_fd(struct links_run *run, int fd, const char *name, uriel_text retrieval);

/* Returns the list with room for one element more than `count`; new elements are zero. */
void *links_grow(void *list, size_t count, size_t *capacity, size_t size);

/* Reads the text of --base as people have it (retrieval_read) and resolves it against the URI before it
 * in `chain`, if any: the last is where the chain of redirects ended (RFC 3986, 5.1.3). `chain` ends in
 * NUL. Ends the program if the text is not a base. */
void links_read_base(const char *command, const char *text, struct buffer *chain);

/* Prints a note if the operand is a folder and the URI of --base does not end in "/": the contents
 * then resolve next to it, not below it. */
void links_note_folder(const char *base, const char *operand);

#endif
