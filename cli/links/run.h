/* SPDX-License-Identifier: MIT */
/* Shared by the files of `uriel links`. Nothing is freed at the end of the run: the process ends. */
#ifndef URIEL_CLI_LINKS_RUN_H
#define URIEL_CLI_LINKS_RUN_H

#include "base/budget.h"
#include "base/texts.h"
#include "cli/shared/cli.h"
#include "cli/shared/general.h"
#include "cli/shared/output.h"
#include "links/check.h"

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
  struct check_options check_options;
  struct glob_list ignore; /* broken links to skip */
  struct output held;      /* broken links of the first reading */

  /* The file that is being read. */
  int fd;
  off_t begin;                /* the offset of its first byte that is read */
  char *root;                 /* with --file-base: the absolute path of the operand */
  const char *file;           /* as printed: the operand and the path below it */
  bool is_found;              /* it is in a folder operand */
  struct links_levels levels; /* the open documents */
  uint64_t heading;           /* the document of the last printed heading */
  uint64_t unheaded;          /* a document without a base whose heading waits for content */

  /* The progress. */
  struct progress progress;
  uint64_t files, bytes, references;
  bool invalid; /* a reference or document had an error: STATUS_INVALID */
  bool failed;  /* the system could not read a document: STATUS_IO */

  struct links *links;
  struct links_sink sink;
  struct budget budget;
  struct texts seen; /* for --unique */
  struct buffer base_chain, retrieval, label, scratch, host;
};

/* ---- main.c ------------------------------------------------------------------------------------- */

/* Reads an open file into the sink of the run. `retrieval` is undefined if unknown. */
void links_read_fd(struct links_run *run, int fd, const char *name, uriel_text retrieval);

/* Reads the text of --base as people have it (retrieval_read) and resolves it against the URI before it
 * in `chain`, if any: the last is where the chain of redirects ended (RFC 3986, 5.1.3). `chain` ends in
 * NUL. Ends the program if the text is not a base. */
void links_read_base(const char *command, const char *text, struct buffer *chain);

/* Prints a note if the operand is a folder and the URI of --base does not end in "/": the contents
 * then resolve next to it, not below it. */
void links_note_folder(const char *base, const char *operand);

/* ---- print.c ------------------------------------------------------------------------------------ */

extern const struct schema links_schema, links_check_schema;

/* Returns the sink that prints each document in the form of the run. */
struct links_sink links_printer(struct links_run *run);

/* Reports an error of a document: a links_sink.error. */
bool links_print_error(void *context, const struct links_error *error);

/* Reports on standard error and, with --json, in a record that the file cannot be read. */
void links_print_unread(struct links_run *run, const char *file, const char *reason);

/* Starts a line: prints "page.html" or "mail.eml!1.2", the current document, then ":LINE:COLUMN" of a
 * place that is known, and ": ". */
void links_put_label(struct links_run *run, const struct place *place);

/* Prints a text of a document without its password, without control characters, and not more than its
 * start. TONE_PLAIN: with a colour for each component of a reference. */
void links_put_text(struct links_run *run, uriel_text text, enum tone tone);

/* Writes a reference for --json, --tsv and --format. `broken` is NULL, or what --check found. */
void links_put_record(struct links_run *run, const struct links_reference *reference,
                      const struct check_broken *broken);

/* ---- broken.c: --check --------------------------------------------------------------------------- */

/* Sets the check and the sink of the run. */
void broken_start(struct links_run *run);

/* After the last document: prints the broken links and the summary. */
void broken_finish(struct links_run *run, struct links_limits *limits);

#endif
