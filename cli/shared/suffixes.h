/* SPDX-License-Identifier: MIT */
/* The Public Suffix List that sites are found by: the one that is built in, or that of --suffix-list. */
#ifndef URIEL_CLI_SUFFIXES_H
#define URIEL_CLI_SUFFIXES_H

#include "base/buffer.h"
#include "option.h"
#include "uriel_site.h"

/* Zero-initialise: the list that is built in, without its private section. */
struct suffixes {
  const char *file; /* of --suffix-list; NULL: the list that is built in */
  unsigned options; /* enum uriel_suffix_option, for the functions of uriel_site.h */
  /* private */
  uriel_suffix_list compiled;
  void *memory;
};

/* Two options of a table whose struct, `type`, has the struct suffixes `member`. */
/* NOLINTBEGIN(bugprone-macro-parentheses): a type and a member take none */
#define SUFFIX_OPTIONS(type, member)                                                                    \
  {.name = "suffix-list",                                                                               \
   .value = "FILE",                                                                                     \
   .help = "find sites by FILE, a public_suffix_list.dat,\ninstead of the built-in list",               \
   .kind = OPTION_STRING,                                                                               \
   OPTION_TO(type, member.file)},                                                                       \
  {                                                                                                     \
    .name = "private-suffixes",                                                                         \
    .help = "the list's private section counts too:\n\"github.io\" is a suffix, not a site",            \
    .kind = OPTION_BIT, OPTION_TO(type, member.options), .low = URIEL_SUFFIX_PRIVATE                    \
  }
/* NOLINTEND(bugprone-macro-parentheses) */

/* Reads and compiles the file, if one is given. Ends the program if it cannot be read, STATUS_IO, or is
 * no list, STATUS_USAGE, with its line. */
void suffixes_load(struct suffixes *suffixes, const char *command);

/* Returns the list for the functions of uriel_site.h; NULL is the one that is built in. */
const uriel_suffix_list *suffixes_list(const struct suffixes *suffixes);

/* Appends which list it is, and whether its private section counts: ", suffixes of 2026-07-24", or a
 * hash of the rules of a list that was read. */
void suffixes_describe(const struct suffixes *suffixes, struct buffer *out);

void suffixes_free(struct suffixes *suffixes);

#endif
