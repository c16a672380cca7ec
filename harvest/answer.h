/* SPDX-License-Identifier: MIT */
/* Answers that people want at once of a database: lists of references, and tables. */
#ifndef URIEL_HARVEST_ANSWER_H
#define URIEL_HARVEST_ANSWER_H

#include <stdbool.h>
#include <stdint.h>

#include "uriel.h"

struct db;

/* Lists: constant, name. */
#define ANSWER_LISTS(X)                                                                                 \
  X(BROKEN, "broken")         /* not valid, or of a file or part that is not there */                   \
  X(EXTERNAL, "external")     /* to another host than the document's */                                 \
  X(DUPLICATES, "duplicates") /* of one identifier, written differently */                              \
  X(INSECURE, "insecure")     /* by a scheme without security of its own */

enum answer_list {
#define ANSWER_LIST(constant, name) ANSWER_##constant,
  ANSWER_LISTS(ANSWER_LIST)
#undef ANSWER_LIST
};

extern const char *const answer_names[]; /* ends with NULL */

/* Schemes whose exchange anyone on the way can read and change, and that have a sibling that is safe or
 * have been given up. */
#define ANSWER_INSECURE_SCHEMES                                                                         \
  "('http', 'ws', 'ftp', 'tftp', 'gopher', 'telnet', 'rlogin', 'ldap', 'nntp', 'dict', 'finger',"       \
  " 'whois', 'whois++', 'wais', 'prospero', 'rtsp', 'irc')"

/* A line of a list. Texts are valid until the visitor returns, and may be undefined. */
struct answer {
  uriel_text path, part;
  uint64_t line, column;
  uriel_text raw, reference, target, normal; /* as it stands there; less white space; ... */
  uriel_text element, attribute, header;
  uriel_text code, message; /* what is wrong with it: of BROKEN */
  bool is_error;            /* it is not valid or has no base, and these are known: */
  uriel_text component, section;
  uint64_t offset, begin, length;
  uriel_text missing;  /* the file that is not there: of BROKEN */
  bool mixed;          /* in a document that came by https: of INSECURE */
  uint64_t references; /* that are written so: of DUPLICATES */
  uriel_text first;    /* how most are written: of DUPLICATES */
  uriel_level level;   /* the lowest on which it is equivalent to that */
};

/* Returns false to end the list. */
typedef bool answer_visitor(void *context, const struct answer *answer);

/* In the order of the documents; duplicates by identifier, the spelling that most have first; insecure
 * references first where they are mixed. BROKEN is the view `broken`, see broken.h. False where the
 * database or memory fails (`*no_memory`). */
bool answer_tell(struct db *db, enum answer_list list, answer_visitor *visit, void *context,
                 bool *no_memory);

/* Tables. */
struct answer_site {
  uriel_text host;                            /* empty: file URIs */
  uint64_t references, identifiers, insecure; /* to it */
  uint64_t documents, errors;                 /* from it */
};
typedef bool answer_site_visitor(void *context, const struct answer_site *site);

/* All that are referred to or that documents come from, those with the most references first. */
bool answer_sites(struct db *db, answer_site_visitor *visit, void *context);

struct answer_document {
  uriel_text path, part, kind, status;
  uint64_t references, errors;
};
typedef bool answer_document_visitor(void *context, const struct answer_document *document);

/* Those that have any, the ones with the most references, or errors, first. */
bool answer_documents(struct db *db, bool by_errors, answer_document_visitor *visit, void *context);

#endif
