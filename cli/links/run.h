/* SPDX-License-Identifier: MIT */
/* Shared by the files of `uriel links`. Nothing is freed at the end of the run: the process ends. */
#ifndef URIEL_CLI_LINKS_RUN_H
#define URIEL_CLI_LINKS_RUN_H

#include "base/budget.h"
#include "base/texts.h"
#include "cli/get/pages.h"
#include "cli/shared/cli.h"
#include "cli/shared/general.h"
#include "links/check.h"
#include "online.h"

struct fix;
struct links_jobs;

enum links_fix { LINKS_FIX_NOTHING, LINKS_FIX_NEAR, LINKS_FIX_REDIRECTS };

/* The run. Each thread has a copy: the options are the same in all, the members from `files` on are its
 * own and zero at first. */
struct links_run {
  /* The options. */
  struct general general; /* its form: RENDER_LONG is the list for people, RENDER_PLAIN only targets */
  const char *base;       /* from the last --base, absolute; may be NULL */
  bool file_base, checks;
  const char *media_type; /* from --kind, for each file; may be NULL */
  bool no_identifiers, guess;
  bool is_unique;
  uriel_spec spec;
  bool to_uri;
  struct render render;
  struct links_limits limits;
  struct check *check; /* with --check */
  struct check_options check_options;
  struct buffer ignore;    /* const char *: patterns of broken links to skip */
  enum links_fix fixes;    /* --fix */
  bool writes;             /* --write */
  bool crosses_sites;      /* --fix-across-sites */
  struct fix *fix;         /* with --fix */
  bool is_printing;        /* --check: documents are read again to print their links */
  bool has_results;        /* SARIF: one was printed */
  struct output held;      /* broken links of the first reading */
  struct budget *budget;   /* shared by all threads */
  struct links_jobs *jobs; /* NULL: this thread reads all files */
  bool many;               /* several files may follow */
  struct buffer base_chain;
  struct pages_options online;
  struct pages *pages; /* NULL until the first one */
  struct online_options servers;
  struct online *answers; /* of servers: texts of the check are in it */

  /* The results, and the progress. */
  uint64_t files, bytes, references;
  bool invalid; /* a reference or document had an error: STATUS_INVALID */
  bool failed;  /* the system could not read a document: STATUS_IO */
  struct progress progress;

  /* The file that is being read. */
  int fd;
  off_t begin;                /* the offset of its first byte that is read */
  char *root;                 /* with --file-base: the absolute path of the operand */
  const char *file;           /* as printed: the operand and the path below it */
  bool is_found;              /* it is in a folder operand */
  bool is_page;               /* it is a page of a server */
  struct links_levels levels; /* the open documents */
  uint64_t heading;           /* the document of the last printed heading */
  uint64_t unheaded;          /* a document without a base whose heading waits for content */

  struct links *links;
  struct links_sink sink;
  struct texts seen;                                  /* for --unique */
  void (*key)(struct links_run *run, uriel_text key); /* for --unique in another thread: see jobs.c */
  struct record record; /* here because it is large; written as soon as it is filled in */
  char digits[RECORD_COLUMNS][NUMBER_DIGITS]; /* of its numbers */
  struct buffer retrieval, label, scratch, host;
};

/* ---- main.c ------------------------------------------------------------------------------------- */

/* Reads an open file into the sink of the run. `retrieval` is undefined if unknown. Returns whether
 * there was memory. */
bool links_read_fd(struct links_run *run, int fd, const char *name, uriel_text retrieval);

/* Draws the progress if it is time. */
void links_draw(struct links_run *run);

/* Reads the text of --base leniently (retrieval_read) and resolves it against the previous URI in
 * `chain`, if any: the last is where the chain of redirects ended (RFC 3986, 5.1.3). `chain` ends in
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

/* Prints the start of a text of a document, without its password and without control characters.
 * TONE_PLAIN: with a colour for each component of a reference. */
void links_put_text(struct links_run *run, uriel_text text, enum tone tone);

/* Writes a reference for --json, --tsv and --format. `broken` is NULL, or what --check found. */
void links_put_record(struct links_run *run, const struct links_reference *reference,
                      const struct check_broken *broken);

/* ---- broken.c: --check --------------------------------------------------------------------------- */

/* Sets the check and the sink of the run. */
void broken_start(struct links_run *run);

/* After the last document: prints the broken links and the summary. */
void broken_finish(struct links_run *run);

/* ---- servers.c: --online ------------------------------------------------------------------------- */

/* After the last option. */
void servers_ready(struct links_run *run);

/* --check: keeps a page, for a second reading, and starts it. Ends the program without --online. */
void servers_keep_page(struct links_run *run, const struct page *page);

/* Reads it again: a check_sink.read_page. */
void servers_read_page(void *context, const char *shown, uint32_t page, uriel_text retrieval);

/* Asks the servers of the links that the check has collected, and passes on their answers. */
void servers_check(struct links_run *run);

/* ---- jobs.c: --jobs ------------------------------------------------------------------------------ */

/* Starts the threads, each with a copy of the run. Does nothing if none can be started. */
void links_jobs_start(struct links_run *run);

/* Returns how many folders may be open at once: the same for any number of threads, so that the same
 * folders are too deep. */
size_t links_jobs_depth(void);

/* Reads the open file `run->file`, now or later, and closes it. `name` is a part of that. */
void links_jobs_add(struct links_run *run, int fd, const char *name, uriel_text retrieval);

/* Prints the output of all files that were added. Call it before printing anything else. */
void links_jobs_finish(struct links_run *run);

#endif
