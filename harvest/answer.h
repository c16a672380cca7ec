/* SPDX-License-Identifier: MIT */
/* The usual questions to a database: lists of references, and tables. */
#ifndef URIEL_HARVEST_ANSWER_H
#define URIEL_HARVEST_ANSWER_H

#include <stdbool.h>
#include <stdint.h>

#include "uriel.h"

struct db;

/* Lists: constant, name. */
#define ANSWER_LISTS(X)                                                                                 \
  X(BROKEN, "broken")         /* not valid, or the target file or part does not exist */                \
  X(EXTERNAL, "external")     /* host differs from the document's */                                    \
  X(DUPLICATES, "duplicates") /* spellings of one identifier */                                         \
  X(INSECURE, "insecure")     /* scheme without encryption */                                           \
  X(ELSEWHERE, "elsewhere")   /* a browser goes elsewhere than RFC 3986 says */                         \
  X(DISAGREED, "disagreed")   /* programs see different hosts or ports */

enum answer_list {
#define ANSWER_LIST(constant, name) ANSWER_##constant,
  ANSWER_LISTS(ANSWER_LIST)
#undef ANSWER_LIST
};

extern const char *const answer_names[]; /* ends with NULL */

/* Schemes whose traffic others can read and change, and that have a secure counterpart or are
 * obsolete. */
#define ANSWER_INSECURE_SCHEMES                                                                         \
  "('http', 'ws', 'ftp', 'tftp', 'gopher', 'telnet', 'rlogin', 'ldap', 'nntp', 'dict', 'finger',"       \
  " 'whois', 'whois++', 'wais', 'prospero', 'rtsp', 'irc')"

/* A row of a list. Texts are valid until the visitor returns, and may be undefined. */
struct answer {
  uriel_text path, part;
  uint64_t line, column;
  uriel_text raw, reference, target,
      normal; /* `raw` is the text in the document, `reference` the same without white space */
  uriel_text element, attribute, header;
  uriel_text original;           /* the IRI in the document; undefined if it is a URI */
  uriel_text host, host_unicode; /* of the target; undefined if the second is not another */
  uriel_text code, message;      /* BROKEN: the error */
  bool is_error;                 /* BROKEN: not valid or without a base; sets the fields that follow */
  uriel_text component, section;
  uint64_t offset, begin, length;
  uriel_text missing;      /* BROKEN: the file that does not exist */
  uriel_text status;       /* BROKEN: the code of HTTP, */
  uriel_text chain;        /* and codes and URIs of redirects; from a server */
  bool mixed;              /* INSECURE: the document was retrieved by https */
  uint64_t references;     /* DUPLICATES: the number with this spelling */
  uriel_text first;        /* DUPLICATES: the most frequent spelling */
  uriel_text browser;      /* ELSEWHERE: the target under the URL standard; undefined for none */
  uriel_text rfc3986;      /* ELSEWHERE: the target under RFC 3986; undefined for none */
  bool is_iri;             /* ELSEWHERE: `rfc3986` is the target under RFC 3987 */
  uriel_level level;       /* DUPLICATES: the lowest level on which the two are equivalent */
  uriel_text first_reader; /* DISAGREED: the first program that accepts the reference */
  uriel_text others;       /* DISAGREED: programs that see another place, with spaces between */
  uriel_text rule;         /* DISAGREED: the code of the reason; may be undefined */
};

/* Returns false to end the list. */
typedef bool answer_visitor(void *context, const struct answer *answer);

/* Returns false if the database or memory (`*no_memory`) fails. Calls `visit` for each row, in the
 * order of the documents. DUPLICATES is sorted by identifier, the most frequent spelling first.
 * INSECURE starts with references in documents that were retrieved by https. BROKEN is the view
 * `reported`, see answer_view and broken.h. */
bool answer_tell(struct db *db, enum answer_list list, answer_visitor *visit, void *context,
                 bool *no_memory);

/* Makes the temporary view `reported`: the rows of `broken`, the references that servers refused
 * (`unreachable`, which a run with --check-online makes), and references to pages that failed. */
bool answer_view(struct db *db);

/* Makes the temporary table `tally` of hosts and schemes, with their references (`n`) and identifiers,
 * unless the connection has it. */
bool answer_count(struct db *db);

/* All hosts of references and documents, the host with the most references first: the host, empty for
 * file URIs; references, identifiers and insecure references to it; documents and errors from it. Call
 * answer_count before. */
extern const char answer_sites_sql[];

/* Documents with references or errors, and only documents with errors, the document with the most
 * first: path, part, kind, status, references, errors. */
extern const char answer_documents_sql[], answer_failed_sql[];

#endif
