/* SPDX-License-Identifier: MIT */
/* Prints the summary, the lists and the tables of a database, for people and for programs. */
#ifndef URIEL_CLI_HARVEST_PRINT_H
#define URIEL_CLI_HARVEST_PRINT_H

#include "cli/shared/error.h"
#include "cli/shared/json.h"
#include "cli/shared/output.h"
#include "harvest/answer.h"
#include "harvest/db.h"
#include "harvest/harvest.h"
#include "harvest/summary.h"

struct harvest_report {
  const char *database;                /* as given */
  const struct harvest_counts *counts; /* of the run; NULL if nothing was read */
  const struct harvest_summary *summary;
  double seconds;
};

/* The summary; as one JSON object. */
void harvest_report_print(const struct harvest_report *report);
void harvest_report_json(const struct harvest_report *report);

enum harvest_by { HARVEST_BY_NOTHING, HARVEST_BY_SITE, HARVEST_BY_DOCUMENT };

/* Returns false if the database or memory fails. Prints a line or a JSON object for each reference,
 * and sets `*count`. */
bool harvest_list_print(struct db *db, enum answer_list list, bool json, uint64_t *count,
                        bool *no_memory);

/* Returns false if the database fails. Prints a line or a JSON object for each site or document. */
bool harvest_by_print(struct db *db, enum harvest_by by, bool json);

/* ---- Shared by print.c and list.c --------------------------------------------------------------- */

/* Printed as the site of file URIs, which have no host. */
#define HARVEST_FILES "(files)"

enum { PRINT_NARROW = 12 }; /* columns of a number in a table */

/* Returns `out`, and writes 1234567 as 1,234,567 to it. */
const char *print_digits(uint64_t number, char out[32]);

/* Prints PATH!PART, with control characters escaped. */
void print_document(uriel_text path, uriel_text part);

/* Returns the text without a password. */
uriel_text print_hide(uriel_text text, struct buffer *hidden);

uriel_text print_whole(const struct summary_text *text);

enum member_kind {
  MEMBER_NUMBER, /* uint64_t */
  MEMBER_ASIDE,  /* the same, not in tables for people */
  MEMBER_CUT,    /* struct summary_text, */
  MEMBER_PART,   /* left out if it is empty */
  MEMBER_TEXT,   /* uriel_text that is not a reference, */
  MEMBER_SOME,   /* left out if it is empty */
  MEMBER_EMPTY,  /* uriel_text that is a reference, also an empty one, */
  MEMBER_SHOWN   /* left out if it is undefined */
};

/* A member of a struct, and its key. */
struct member {
  const char *key; /* NULL after the last */
  enum member_kind kind;
  size_t at;
};

/* A table of members. */
#define MEMBERS(name, ...) static const struct member name[] = {__VA_ARGS__, {0}}
#define MEMBER(key, type, member, kind)                                                                 \
  {                                                                                                     \
    key, MEMBER_##kind, offsetof(struct type, member)                                                   \
  }
#define NUMBER(type, member) MEMBER(#member, type, member, NUMBER)

/* Write the members of a struct, and an array of rows. */
void print_members(struct json *json, const struct member *members, const void *from);
void print_array(struct json *json, const char *key, const struct member *members,
                 const struct summary_list *list);

#endif
