/* SPDX-License-Identifier: MIT */
/* Whether what a URI refers to is there, where that can be told without a network: files, and what was
 * harvested from files under another URI (--base). */
#ifndef URIEL_HARVEST_LOCAL_H
#define URIEL_HARVEST_LOCAL_H

#include <stdbool.h>

#include "reader/buffer.h"
#include "uriel.h"

struct db;

/* A folder, and the normal form of the URI below which its files are. */
struct local_folder {
  struct buffer path, uri;
};

/* Set all to 0. */
struct local {
  struct local_folder *folders;
  size_t count, capacity;
  size_t gone;        /* folders that were harvested with a base and are not there now */
  struct buffer path; /* of the file that was looked for last */
  bool no_memory;
};

/* Learns the folders that were harvested with a base. False where the database or memory fails. */
bool local_start(struct local *local, struct db *db);

/* `normal` is the normal form of a URI, `has_files` says that it comes from a document that is a file.
 * Fills in `local->path` where there is no such file or folder, and returns true. Its query and fragment
 * are not looked at. */
bool local_is_missing(struct local *local, uriel_text normal, bool has_files);

/* Whether it is below a folder that was harvested with a base and is there. */
bool local_knows(const struct local *local, uriel_text normal);

void local_free(struct local *local);

#endif
