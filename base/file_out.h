/* SPDX-License-Identifier: MIT */
/* A file that the program writes: a temporary file in the same folder, renamed when complete. */
#ifndef URIEL_BASE_FILE_OUT_H
#define URIEL_BASE_FILE_OUT_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

struct file_out {
  int fd;
  int error; /* errno of the first call that failed, or 0; after a failure nothing is written */
  char path[PATH_MAX];           /* of the file, with links followed */
  char temporary[PATH_MAX + 16]; /* "" for standard output and devices, which are written directly */
  const struct stat *expected;   /* unless NULL: see file_out_close */
  mode_t mode;                   /* of the finished file */
  size_t len;
  char data[16384];
};

/* Returns false, with `error`, if the file cannot be opened; do not close it then. "-" is standard
 * output. A file that exists keeps its mode, and its owner and group as far as the process may set them;
 * a symbolic link to it stays. */
bool file_out_open(struct file_out *out, const char *path);

void file_out_put(struct file_out *out, const char *data, size_t len);
void file_out_string(struct file_out *out, const char *string);
void file_out_format(struct file_out *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Returns whether the file was written. Renames the temporary file to `path` if `whole` and nothing
 * failed; otherwise removes it and keeps the old file. Fails with ESTALE if `expected` is set, and the
 * old file is not that one, or was written since. */
bool file_out_close(struct file_out *out, bool whole);

/* For a signal handler that ends the process: removes the temporary file of an unfinished one. */
void file_out_abandon(void);

#endif
