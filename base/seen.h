/* SPDX-License-Identifier: MIT */
/* The keys of earlier runs: a file to which the keys of a run are appended when all its output is
 * written. A process locks the file while it has it. */
#ifndef URIEL_BASE_SEEN_H
#define URIEL_BASE_SEEN_H

#include <sys/stat.h>

#include "sorter.h"

/* Zero-initialise, and set the members before the private ones. If the file cannot be read or written,
 * base_die ends the program. */
struct seen {
  const char *head; /* what the first line of the file begins with; ": " is in it */
  void (*note)(const char *format, ...) __attribute__((format(printf, 1, 2))); /* prints a note */
  /* Ends the program: it is another file. */
  void (*refuse)(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));
  bool (*is_output)(const struct stat *status); /* whether the program writes to the file */
  /* private */
  const char *name;
  int fd;
  uint64_t size;          /* up to here the file is complete */
  struct buffer title;    /* its first line */
  struct spill_file keys; /* of this run */
};

/* Opens the file, which is made if it does not exist, and waits until no other process has it. `kind`
 * says how keys are made: a file has keys of one kind. Calls `visit` for each key of the file. If it
 * cannot be read, or is another kind of file, the program ends. */
typedef void seen_visit(void *context, uriel_text key);
void seen_open(struct seen *seen, const char *name, const char *kind, seen_visit *visit, void *context);

/* Notes a new key, which has no line feed. */
void seen_add(struct seen *seen, uriel_text key);

/* Appends the new keys to the file, and closes it. If that fails, the file stays as it was, and the
 * program ends. */
void seen_commit(struct seen *seen);

#endif
