/* SPDX-License-Identifier: MIT */
/* The progress line on standard error: only if standard error is a terminal and
 * standard output is not, and the work lasts over a second. */
#ifndef URIEL_CLI_PROGRESS_H
#define URIEL_CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct progress {
  bool possible;
  bool visible;
  double start; /* seconds of the monotonic clock */
  double last;
};

/* `beside_output`: draw also where standard output is a terminal (nothing is printed there meanwhile).
 */
void progress_start(struct progress *progress, bool beside_output);

/* Whether it is time to draw: cheap enough for every few hundred records. */
bool progress_due(struct progress *progress);

double progress_seconds(const struct progress *progress);

/* Draws the line in place of the one before, cut to the terminal's width. */
void progress_draw(struct progress *progress, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Takes it away: before anything else is printed on standard error, and at the end. */
void progress_clear(struct progress *progress);

/* "1.5 MB", "12 B" (powers of 1000) into `out`; returns `out`. */
const char *progress_bytes(double bytes, char out[16]);

#endif
