/* SPDX-License-Identifier: MIT */
/* Broken links in folders of documents: to files and fragments that do not exist.
 *
 * Each document is read once, its references and its anchors together. Which fragments exist is known
 * after the last document; documents with links to others that do not exist are read again to report
 * them. What was reported of each document in the first reading is kept until then. */
#ifndef URIEL_LINKS_CHECK_H
#define URIEL_LINKS_CHECK_H

#include "base/buffer.h"
#include "levels.h"

/* Why a link is broken; UNASKED and MOVED are only notes: constant, name, how the reason starts,
 * summary. */
#define CHECK_PROBLEMS(X)                                                                               \
  X(NONE, "", "", "")                                                                                   \
  X(INVALID, "invalid-reference", "not a valid reference: ", "nothing accepts the reference")           \
  X(LENIENT, "lenient-reference", "not a valid reference: ", /* a warning: other text means it */       \
    "only lenient reading accepts the reference")                                                       \
  X(MISSING, "file-not-found", "there is no ", "the file does not exist")                               \
  X(CASE, "name-case", "there is no ", "the name of a file differs only in case")                       \
  X(NAME, "impossible-name", "a file name cannot contain %2F or %00: ",                                 \
    "no file can have the name, which contains an encoded slash or NUL")                                \
  X(NOT_FOLDER, "not-a-folder", "not a folder: ", "a file is used as a folder")                         \
  X(DANGLING, "dangling-link", "a symbolic link to nothing: ", "a symbolic link leads to nothing")      \
  X(LOOP, "link-loop", "symbolic links without end: ", "symbolic links lead to each other")             \
  X(NO_INDEX, "no-index", "there is no index file in ", "the folder has no index file")                 \
  X(FRAGMENT, "fragment-not-found", "there is no ", "the document does not have the fragment")          \
  X(UNEXAMINED, "not-examined", "cannot examine ", /* not a broken link */                              \
    "the system does not show whether the file exists")                                                 \
  X(STATUS, "server-status", "", "the server has no such resource, or refuses it")                      \
  X(HOST, "host-unknown", "", "the host has no address")                                                \
  X(CONNECTION, "connection-failed", "", "the server refuses connections, or breaks them")              \
  X(TIME, "server-timeout", "", "the server does not answer in time")                                   \
  X(CERTIFICATE, "bad-certificate", "", "the server does not prove who it is")                          \
  X(REDIRECTS, "redirect-loop", "", "the servers redirect too often")                                   \
  X(REQUEST, "request-failed", "", "the server cannot be asked, or its answer is damaged")              \
  X(UNASKED, "not-asked", "", "no server may be asked")                                                 \
  X(MOVED, "moved", "", "the servers redirect for good")

enum check_problem {
#define CHECK_PROBLEM(constant, name, reason, summary) CHECK_##constant,
  CHECK_PROBLEMS(CHECK_PROBLEM)
#undef CHECK_PROBLEM
};

extern const char *const check_problem_names[];

/* The suffixes that `fallback` usually has. */
enum { CHECK_SUFFIXES = 2 };
extern const char *const check_suffixes[CHECK_SUFFIXES];

/* Texts other than the reference may be undefined. */
struct check_broken {
  const struct links_reference *reference; /* with its line and column */
  enum check_problem problem;
  const char *name, *reason, *summary; /* of the problem */
  uriel_text target;                   /* if the site has no URI: a file URI */
  uriel_text path, fragment;           /* that do not exist; the path is as the user wrote its folder */
  uriel_text suggestion;               /* what may be meant */
  uriel_text message;                  /* of a server: the rest of the reason */
  uriel_text status, chain;            /* of a server: see check_remote */
  uriel_text correction;               /* the reference that is certainly meant; with `corrects` */
  uint32_t corrected;                  /* the number of its goal, for check_is_good */
  int error;                           /* with CHECK_UNEXAMINED: errno */
  bool is_held;                        /* it was found in the first reading */
};

struct check_sink {
  void *context;
  /* links_sink.error: of each reading, also of the second one in check_print. */
  bool (*error)(void *context, const struct links_error *error);
  /* Whether to skip a broken link, which has no suggestion yet. */
  bool (*ignores)(void *context, const struct check_broken *broken);
  void (*broken)(void *context, const struct check_broken *broken);
  /* Once for a path; `broken` reports each link to it. */
  void (*unexamined)(void *context, const char *path, const char *reason);
  /* Reads a page of check_page again. */
  void (*read_page)(void *context, const char *shown, uint32_t page, uriel_text retrieval);
  /* Reads a file into the sink of check_start: one more time, or one that is in no operand. */
  void (*read)(void *context, const char *shown, const char *path, uriel_text retrieval);
  /* Returns how much is held: what `broken` reported with `is_held`. Prints the part of a document. */
  size_t (*held)(void *context);
  void (*print)(void *context, const char *shown, size_t begin, size_t end);
};

struct check_options {
  const char *base;    /* the URI of each operand, or of the root; NULL: none */
  const char *root;    /* the folder of the site; NULL: each operand */
  struct buffer index; /* const char *: names of the files that are shown for a folder */
  struct buffer
      remaps; /* struct remap: other places for targets; a relative one is in the current folder */
  struct buffer fallback; /* const char *: suffixes of the files that are shown for names without them */
  uriel_spec spec;
  bool no_suggestions;
  bool online;   /* links to servers are in the list of check_remote, too */
  bool moves;    /* links that moved for good are reported */
  bool corrects; /* look for corrections, too */
};

struct check_counts {
  uint64_t documents, references, broken, warnings, external, ignored, unchecked;
  uint64_t unasked; /* with `online`: links to servers that may not be asked */
  /* Broken links that a `fallback` with that suffix would repair. */
  uint64_t suffixed[CHECK_SUFFIXES];
  uint64_t read; /* references of all readings */
};

/* Nothing is freed: the process ends after one check. */
struct check *check_new(const struct check_options *options, const struct check_sink *sink,
                        struct links_levels *levels);
const struct check_counts *check_counts(const struct check *check);

/* Returns the sink for links_read, with links_limits.anchors in check_operand to check_fragments. */
struct links_sink check_links_sink(struct check *check);

/* Starts an operand. */
enum check_started {
  CHECK_STARTED,
  CHECK_UNREADABLE, /* errno has the reason */
  CHECK_ROOTLESS,   /* the same of the root */
  CHECK_OUTSIDE     /* the operand is not in the root */
};
enum check_started check_operand(struct check *check, const char *operand, bool is_folder);

/* Starts a document: `shown` is its name, `below` its path below the operand. Returns its URI of
 * retrieval. */
uriel_text check_document(struct check *check, const char *shown, const char *below);

/* Starts a page of a server, whose links lead to servers. `page` is for check_sink.read_page. */
void check_page(struct check *check, const char *shown, uriel_text retrieval, uint32_t page);

/* After the last document: looks for the fragments of links, all that it has not looked for yet, in the
 * anchors of their files. Needs links_limits.anchors. */
void check_fragments(struct check *check);

/* Whether a correction leads to a file and a fragment that exist. If the fragment is not there, but
 * another is certainly meant, sets `reference` to the correction with that, until the next call. Call
 * check_fragments after the last `broken` event. CHECK_CORRECT always leads there. */
#define CHECK_CORRECT UINT32_MAX
bool check_is_good(struct check *check, uint32_t corrected, uriel_text *reference);

/* A link to a server: its URI in normal form, which stays. Set the others before check_print. */
struct check_remote {
  uriel_text uri;
  enum check_problem problem;
  uriel_text message;        /* why it is broken */
  uriel_text status;         /* the code of HTTP, or undefined */
  uriel_text chain;          /* codes and URIs of redirects, or undefined */
  uriel_text page, fragment; /* the page that redirects lead to, and what it lacks of that name */
  uriel_text moved;          /* the URI that it moved to for good, or undefined */
  bool is_unchecked;         /* nobody knows whether the fragment exists */
  bool is_remapped;          /* a text means it only under `remaps` */
  /* private */
  uint32_t document;
};

/* With `online`: returns the links to servers, each URI once. */
struct check_remote *check_remotes(const struct check *check, size_t *count);

/* Then prints what was held of each document; reads those with missing fragments again, to report all
 * their broken links. */
void check_print(struct check *check);

#endif
