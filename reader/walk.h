/* SPDX-License-Identifier: MIT */
/* Walks the files below a file or folder, in the same order on any file system: sorts the names
 * within a folder by their bytes. Follows no symbolic link except an operand. */
#ifndef URIEL_READER_WALK_H
#define URIEL_READER_WALK_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

#include "base/glob.h"

enum walk_type {
  WALK_FILE,     /* a regular file; an operand also a pipe or a device */
  WALK_FOLDER,   /* a folder that could be listed, before its contents */
  WALK_LINK,     /* a symbolic link */
  WALK_SPECIAL,  /* a socket, pipe or device */
  WALK_LEFT_OUT, /* not selected: a file or other entry, or a folder with all its contents */
  WALK_VANISHED, /* it was listed but no longer exists */
  WALK_CLOSED,   /* a folder or file that cannot be examined: see `error` */
  WALK_TOO_DEEP  /* a folder nested too deeply */
};

struct walk_entry {
  enum walk_type type;
  const char *path; /* begins with the operand as given, ends with a NUL */
  size_t path_len;
  size_t root_len;  /* the length of the operand in `path`; equals path_len for the operand itself */
  int folder;       /* open, for openat with `name` */
  const char *name; /* the path's last segment; the whole path for an operand */
  bool is_folder;
  struct stat status; /* not for WALK_VANISHED */
  int error;          /* errno, for WALK_CLOSED */
};

/* Called for each entry. Returns false to end the walk. */
typedef bool walk_visitor(void *context, const struct walk_entry *entry);

/* Returns how many folders a walk may have open: the open files that the system allows (the soft
 * limit is raised), minus some for other files. */
size_t walk_depth(void);

/* Visits the files that `choice` selects (NULL: all); the operand itself is always selected. Does not
 * open folders that are left out. The reported paths begin with `root`. Folders are open while the walk
 * is below them; `depth` is the maximum number. Returns false if a visitor ended the walk, and after an
 * entry WALK_CLOSED with ENOMEM if memory for a path runs out. */
bool walk(const char *root, size_t depth, const struct glob_choice *choice, walk_visitor *visit,
          void *context);

#endif
