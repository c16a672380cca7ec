/* SPDX-License-Identifier: MIT */
/* Checks that the files that a run writes differ from the files that it reads. */
#ifndef URIEL_HARVEST_OUTPUTS_H
#define URIEL_HARVEST_OUTPUTS_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

struct db;

enum { OUTPUTS_MESSAGE = 4096 + 512 };

struct outputs {
  const char *database;
  const char *report; /* "-": standard output; NULL: no report */
  char *const *operands;
  size_t operand_count;
};

/* Finds the absolute path of a file that may not exist: its folder's path, and its name. Returns 0, or
 * errno and an empty path. */
int outputs_real(const char *path, char real[PATH_MAX]);

/* Returns false, with a message, if two of these files are the same: the database with its log, journal
 * and shared memory, the report, standard output, standard error and the operands. Compares device and
 * inode, or the name if a file does not exist yet. Also returns false if the report would replace a file
 * in an operand that is not a report. Opens nothing for writing. The message is empty if it would itself
 * be written to one of these files. */
bool outputs_are_apart(const struct outputs *outputs, char message[OUTPUTS_MESSAGE]);

/* Returns false, with a message, if the report would replace a document of the database. Returns true if
 * the database fails: a later call reports that. */
bool outputs_spare_documents(struct db *db, const char *report, char message[OUTPUTS_MESSAGE]);

#endif
