/* SPDX-License-Identifier: MIT */
/* The file that a report is written to: a temporary file in the same folder, renamed when complete. */
#ifndef URIEL_HARVEST_REPORT_OUT_H
#define URIEL_HARVEST_REPORT_OUT_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct report_out {
  int fd;
  int error; /* errno of the first call that failed, or 0; after a failure nothing is written */
  char path[PATH_MAX];           /* of the page, with links followed */
  char temporary[PATH_MAX + 16]; /* "" for standard output and devices, which are written directly */
  size_t len;
  char data[16384];
};

/* Returns false, with `error`, if the file cannot be opened; do not close it then. "-" is standard
 * output. */
bool report_open(struct report_out *out, const char *path);

void report_put(struct report_out *out, const char *data, size_t len);
void report_string(struct report_out *out, const char *string);
void report_format(struct report_out *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Returns whether the page was written. Renames the temporary file to `path` if `whole` and nothing
 * failed; otherwise removes it and keeps the old file. */
bool report_close(struct report_out *out, bool whole);

#endif
