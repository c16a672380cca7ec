/* SPDX-License-Identifier: MIT */
/* Shared by the files of `uriel links`. Nothing is freed at the end of the run: the process ends. */
#ifndef URIEL_CLI_LINKS_RUN_H
#define URIEL_CLI_LINKS_RUN_H

#include "base/budget.h"
#include "base/texts.h"
#include "cli/shared/cli.h"
#include "cli/shared/general.h"
#include "links/links.h"

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
  int fd;
  off_t begin;                        /* the offset of its first byte that is read */
  char *root;                         /* with --file-base: the absolute path of the operand */
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

/* Returns the list with room for one element more than `count`; new elements are zero. */
void *links_grow(void *list, size_t count, size_t *capacity, size_t size);

/* A document begins, or ends: `level`. */
void links_push(struct links_run *run, const struct links_document *document);
void links_pop(struct links_run *run);

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

struct links_broken {
  const char *problem;
  uriel_text target, path, fragment, suggestion; /* may be undefined */
};

/* Writes a reference for --json, --tsv and --format. `broken` is NULL, or what --check found. */
void links_put_record(struct links_run *run, const struct links_reference *reference,
                      const struct links_broken *broken);

/* ---- check.c and broken.c: broken links in folders of documents ---------------------------------- */

struct check_options {
  bool is_on;
  const char *root; /* the folder of the site; NULL: that of each operand */
  struct glob_list index, ignore;
};

/* Why a link is broken: constant, name, how the reason starts. */
#define GOAL_PROBLEMS(X)                                                                                \
  X(NONE, "", "")                                                                                       \
  X(INVALID, "invalid-reference", "not a valid reference: ")                                            \
  X(MISSING, "file-not-found", "there is no ")                                                          \
  X(CASE, "name-case", "there is no ") /* a file exists whose name differs only in case */              \
  X(NOT_FOLDER, "not-a-folder", "not a folder: ")                                                       \
  X(DANGLING, "dangling-link", "a symbolic link to nothing: ")                                          \
  X(LOOP, "link-loop", "symbolic links without end: ")                                                  \
  X(NO_INDEX, "no-index", "there is no index file in ")                                                 \
  X(FRAGMENT, "fragment-not-found", "there is no ")

enum goal_problem {
#define GOAL_PROBLEM(constant, name, reason) GOAL_##constant,
  GOAL_PROBLEMS(GOAL_PROBLEM)
#undef GOAL_PROBLEM
};

#define GOAL_NOTHING UINT32_MAX

/* A path with its fragment, to which links lead. */
struct goal {
  uint32_t target;
  uint32_t fragment, fragment_len; /* in its text in check.tails */
  uint32_t next;                   /* the next one that waits for the same target, or GOAL_NOTHING */
  uint32_t document;               /* the last document that refers to it */
  enum goal_problem problem;       /* of the target, or later of the fragment */
  bool is_waiting;                 /* for the anchors of the target */
};

/* A file or folder, examined once. */
struct check_target {
  size_t anchors, anchors_end; /* in check.anchors; each ends with a NUL */
  size_t near;                 /* the path that may be meant, in check.hints; 0: none */
  uint32_t first;              /* the first goal that waits for its anchors, or GOAL_NOTHING */
  uint32_t index;              /* of a folder: the file that is shown for it, or GOAL_NOTHING */
  enum goal_problem problem;
  bool is_folder;
  bool is_read; /* its anchors are known, or known to be unknown; its index or `near` was looked for */
  bool has_anchors; /* its kind has anchors, and all of them were read */
  bool is_html;     /* it is shown as HTML: "#top" leads to its top */
};

/* The folder that the documents of an operand belong to. */
struct check_site {
  uriel_text folder;    /* its absolute path without a slash at its end */
  struct buffer shown;  /* as the user wrote it, with a slash; empty for the current folder */
  struct buffer prefix; /* its URI, with a slash */
};

/* A document that was read. */
struct check_file {
  uint32_t site, target;
  size_t shown;                /* its name, in check.shown */
  size_t held, held_end;       /* what was printed of it, in check.held.data */
  size_t waiting, waiting_end; /* its goals that wait, in check.waiting */
};

/* A distinct path with its fragment takes about 90 bytes and its length, a file or folder as much and 48
 * more, and an anchor its length and 1. */
struct check {
  struct links_run *run;
  const struct check_options *options;
  struct links_limits limits;
  enum { CHECK_COLLECT, CHECK_ANCHORS, CHECK_PRINT } step;
  struct {
    uint64_t documents, references, broken, external, ignored, unchecked;
  } counts;
  struct buffer path, retrieval, uri, normal, key, words, named, suggestion; /* scratch */

  /* The folders and documents of the operands. */
  struct texts folders; /* of the sites, by number */
  struct check_site *sites;
  size_t site_capacity;
  uint32_t site;         /* that of the operand */
  struct buffer operand; /* the absolute path of the operand, or of its folder */
  struct check_file *files;
  size_t file_count, file_capacity;
  struct buffer shown;
  struct buffer waiting; /* of uint32_t */
  struct output held;

  /* The document that is being read. */
  struct check_file *file;
  struct check_file other; /* `file`, for one that no operand has */
  bool is_partial;         /* not all of it could be read */
  bool has_known;          /* its links can be in `known` */
  uint32_t folder_site;
  struct buffer folder; /* its folder, to which `known` belongs */
  struct texts known;   /* texts of links, and */
  uint32_t *leads;      /* where they lead, by number */
  size_t lead_capacity;
  uint32_t slot;     /* the number of the current link */
  struct buffer own; /* fragments of the document that lead to itself; each ends with a NUL */

  /* Where links lead. */
  const struct glob_list *index; /* names of the files that are shown for a folder */
  struct texts tails, paths;
  struct goal *goals;           /* by the number of its text in `tails` */
  struct check_target *targets; /* by the number of its path in `paths` */
  size_t goal_capacity, target_capacity;
  struct buffer anchors, hints;
  struct buffer listed, names; /* the last folder that was listed for a hint, and its names */
  size_t compared;             /* names of folders and anchors */
  bool failed;                 /* the system could not examine a file, which was reported */
};

/* Returns the sink of --check, and sets `check` of the run. */
struct links_sink check_start(struct links_run *run, const struct check_options *options,
                              const struct links_limits *limits);

/* Starts an operand. Returns false with errno if it cannot be read. */
bool check_operand(struct check *check, const char *operand, bool is_folder);

/* Starts a document: `below` is its path below the operand. Returns the URI that it counts as retrieved
 * from. */
uriel_text check_document(struct check *check, const char *below);

/* Begins to read a document at an absolute path. Returns its URI. */
uriel_text check_enter(struct check *check, struct check_file *file, uriel_text path);

struct anchors;

/* Returns the anchors of one file. */
struct anchors check_anchors_of(const struct check *check, uint32_t number);

/* Counts a broken link and prints it in the form of the run, unless --ignore matches the reference, the
 * path that it leads to, or its target. `number` is that of its goal, GOAL_NOTHING for an invalid
 * reference. */
void check_broken(struct check *check, const struct links_reference *reference, uint32_t number,
                  enum goal_problem problem);

/* After the last document: prints the broken links and the summary. */
void check_finish(struct check *check);

#endif
