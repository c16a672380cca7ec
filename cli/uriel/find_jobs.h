/* SPDX-License-Identifier: MIT */
/* uriel find --jobs: what is found is found by several threads, and told by one, in order. */
#ifndef URIEL_CLI_FIND_JOBS_H
#define URIEL_CLI_FIND_JOBS_H

#include "find.h"

/* A large file is cut into parts of so many bytes, each read so far beyond its end; a file of fewer is
 * read as one part. A test's program sets other sizes. */
extern size_t find_part_own, find_part_beyond;

enum { FIND_MOST_JOBS = 256 };

/* Whether a file of the size is one part. */
bool find_jobs_small(uint64_t size);

/* Reads an open file of few bytes, which it closes, when a thread has time for it, and tells what was
 * found in those before where they are in its way. False where there are no threads: nothing was done.
 */
bool find_jobs_document(struct find *find, const struct find_file *file, const char *name,
                        size_t name_len);

/* Reads a large file from where it is. False where there are no threads: nothing was done. */
bool find_jobs_text(struct find *find, const struct find_file *file, uint64_t size);

/* Tells what was found in all that is under way. */
void find_jobs_drain(struct find *find);

void find_jobs_free(struct find *find);

#endif
