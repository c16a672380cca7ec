/* SPDX-License-Identifier: MIT */
/* The file that a report is written to: a temporary one beside it until it is whole. */
#ifndef URIEL_HARVEST_REPORT_OUT_H
#define URIEL_HARVEST_REPORT_OUT_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct report_out {
  int fd;
  int error;           /* errno of the first call that failed; 0: none. Nothing is written after it */
  char path[PATH_MAX]; /* where the page goes, links followed */
  char temporary[PATH_MAX +
                 16]; /* "": what is written goes to its place at once: standard output, a device */
  size_t len;
  char data[16384];
};

/* "-" is standard output. False, with `error`, where it cannot be opened; nothing is then to be closed.
 */
bool report_open(struct report_out *out, const char *path);

void report_put(struct report_out *out, const char *data, size_t len);
void report_string(struct report_out *out, const char *string);
void report_format(struct report_out *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Puts the page in its place, where `whole` and nothing failed; otherwise the temporary file is removed
 * and what was there stays. */
bool report_close(struct report_out *out, bool whole);

#endif
