/* SPDX-License-Identifier: MIT */
/* Whether the target of a URI exists, as far as this can be determined without a network: files, and
 * files that were harvested under another URI (--base). */
#ifndef URIEL_HARVEST_LOCAL_H
#define URIEL_HARVEST_LOCAL_H

#include <stdbool.h>

#include "base/buffer.h"
#include "uriel.h"

struct db;

/* A folder, and the URI of its files in normal form. */
struct local_folder {
  struct buffer path, uri;
};

/* Zero-initialise. */
struct local {
  struct local_folder *folders;
  size_t count, capacity;
  size_t gone;        /* how many folders were harvested with a base and no longer exist */
  struct buffer path; /* of the last file that was examined */
  struct buffer last; /* the path of the last call of stat() */
  bool last_absent;   /* its result */
  bool no_memory;
};

/* Reads the folders that were harvested with a base. Returns false if the database or memory fails. */
bool local_start(struct local *local, struct db *db);

/* Whether the file or folder of a URI does not exist; sets `local->path` to its path, which is empty if
 * that is not known. `normal` is
 * the normal form of the URI; its query and fragment are ignored. `has_files`: the URI occurs in a
 * document that is a file, so that file URIs count. */
bool local_is_missing(struct local *local, uriel_text normal, bool has_files);

/* Whether the URI is in a folder that was harvested with a base and exists. */
bool local_knows(const struct local *local, uriel_text normal);

void local_free(struct local *local);

#endif
