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

struct summary_count {
  struct summary_text name;
  struct summary_text second; /* of documents: the status */
  uint64_t references;        /* documents or errors: their number */
  uint64_t identifiers;       /* distinct ones; of documents: bytes */
};

/* One kind of error, with its first occurrence as an example. */
struct summary_error {
  struct summary_text code, path, raw, message;
  uint64_t count, line, column; /* line 0: an error of the document itself, without `raw` */
};

struct summary_site {
  struct summary_text host;                   /* empty: file URIs */
  uint64_t references, identifiers, insecure; /* to it */
  uint64_t documents, errors;                 /* from it */
};

struct summary_document {
  struct summary_text path, part;
  uint64_t references, errors;
};

enum { SUMMARY_ROWS = 24, SUMMARY_SITES = 10, SUMMARY_DOCUMENTS = 5 };

struct harvest_summary {
  uint64_t documents, references, identifiers, errors;
  uint64_t elsewhere;    /* references whose target differs between browsers and RFC 3986 */
  uint64_t broken;       /* references; equals the length of the list of broken references */
  uint64_t scheme_count; /* number of distinct schemes */
  struct summary_count kinds[SUMMARY_ROWS], formats[SUMMARY_ROWS], schemes[SUMMARY_ROWS];
  size_t kind_rows, format_rows, scheme_rows;
  struct summary_site sites[SUMMARY_SITES]; /* with the most references */
  uint64_t site_count;                      /* number of all sites */
  struct summary_document busiest[SUMMARY_DOCUMENTS], erroriest[SUMMARY_DOCUMENTS];
  size_t site_rows, busiest_rows, erroriest_rows;
  struct summary_error error_kinds[SUMMARY_ROWS * 2];
  size_t error_rows;
};

/* Returns false if the database fails. */
bool summary_read(struct db *db, struct harvest_summary *summary);

#endif
