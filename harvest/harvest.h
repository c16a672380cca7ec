/* SPDX-License-Identifier: MIT */
/* Reads documents into a database: the functions that the subcommand calls. */
#ifndef URIEL_HARVEST_H
#define URIEL_HARVEST_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/glob.h"
#include "uriel.h"

/* The counts of one run. */
struct harvest_counts {
  uint64_t files;      /* read and recorded */
  uint64_t documents;  /* the files and the documents in them */
  uint64_t replaced;   /* files that the database already had */
  uint64_t unchanged;  /* not read again: the database has them */
  uint64_t unreadable; /* documents and folders, including those too deep or too large */
  uint64_t vanished;   /* removed between listing and opening */
  uint64_t forgotten;  /* by --prune */
  uint64_t links;      /* symbolic links, not followed */
  uint64_t special;    /* sockets, pipes and devices, not read */
  uint64_t left_out;   /* by `choice` and `since`: files, and folders with their contents */
  uint64_t references;
  uint64_t errors;
  /* Of pages: */
  uint64_t pages;     /* read and recorded; without `unchanged` */
  uint64_t redirects; /* of pages, to others */
  uint64_t denied;    /* by robots.txt */
  uint64_t failed;    /* that links lead to */
  uint64_t unread;    /* that operands name, and sites that could not be read to the end */
  uint64_t waiting;   /* for another run */
};

struct follow_options;

struct harvest_options {
  const char *database;
  const char *base; /* NULL: use file URIs; otherwise a URI with a scheme */
  bool prune;
  uriel_spec spec;   /* see links_limits; a file that was read by another one is read again */
  bool to_uri;       /* see links_limits */
  bool guess;        /* see links_limits; only in documents that are read */
  size_t jobs;       /* threads that read; 0: one for each processor */
  size_t memory;     /* bytes for all documents that are read at the same time; 0: LINKS_MEMORY */
  size_t size_limit; /* maximum bytes of a document that is read as a whole; 0: the default */
  const struct glob_choice *choice; /* of the files in folders; NULL: all */
  const int64_t *since;  /* nanoseconds since 1970: only files that changed then or later; NULL: all */
  char *const *operands; /* "-": standard input */
  size_t operand_count;
  const struct follow_options *follow; /* pages; or NULL */
  int64_t wait_ms; /* how long to wait while another process writes to the database; below 0: without
                      limit */
  void (*waiting)(void *context, const char *why); /* called once, when the wait starts; may be NULL */
  const char *report;     /* path of the page to write at the end; "-": standard output; NULL: no page */
  const atomic_int *stop; /* not 0: finish the file, or interrupt a long one, commit, return; a signal
                             handler may set it, which also ends the wait for a stream */
  void (*progress)(void *context, const struct harvest_counts *counts, const char *path);
  void *context;
};

enum { HARVEST_MESSAGE = 4096 + 1024 };

enum harvest_result {
  HARVEST_DONE,
  HARVEST_STOPPED, /* by `stop`; the next run continues */
  HARVEST_FAILED   /* `message` gives the reason; committed data stays, and the next run continues */
};

/* answer.h and summary.h read the database afterwards. */
enum harvest_result harvest_run(const struct harvest_options *options, struct harvest_counts *counts,
                                char message[HARVEST_MESSAGE]);

#endif
