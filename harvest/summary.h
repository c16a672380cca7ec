/* SPDX-License-Identifier: MIT */
/* The most important numbers of a database. */
#ifndef URIEL_HARVEST_SUMMARY_H
#define URIEL_HARVEST_SUMMARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct db;

/* Text from the database, cut to this size; may not be UTF-8. */
struct summary_text {
  char data[512];
  size_t len;
};

enum { SUMMARY_ROWS = 48, SUMMARY_TEXTS = 4, SUMMARY_NUMBERS = 5 };

struct summary_row {
  struct summary_text texts[SUMMARY_TEXTS];
  uint64_t numbers[SUMMARY_NUMBERS];
};

struct summary_list {
  struct summary_row rows[SUMMARY_ROWS];
  size_t count;
};

struct harvest_summary {
  uint64_t documents, references, identifiers, errors;
  uint64_t lenient;      /* errors of references that were read nevertheless */
  uint64_t elsewhere;    /* references whose target differs between browsers and RFC 3986 */
  uint64_t disagreed;    /* references in which programs see different hosts or ports */
  uint64_t broken;       /* references; equals the length of the list of broken references */
  uint64_t scheme_count; /* number of distinct schemes */
  uint64_t site_count;   /* number of all sites */

  /* The first rows of lists: their texts, and their numbers. */
  struct summary_list kinds;     /* kind, status; documents, bytes */
  struct summary_list formats;   /* format; documents, bytes */
  struct summary_list schemes;   /* scheme; references, identifiers */
  struct summary_list sites;     /* as answer_sites_sql */
  struct summary_list busiest;   /* as answer_documents_sql */
  struct summary_list erroriest; /* as answer_failed_sql */

  /* Codes of errors, with the first error as an example: code, path, text of the reference, message;
   * count, line, column. Line 0 and no text: an error of the document itself. */
  struct summary_list error_kinds;
};

/* Returns false if the database fails. The summary must be zero-initialised. */
bool summary_read(struct db *db, struct harvest_summary *summary);

#endif
