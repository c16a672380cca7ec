/* SPDX-License-Identifier: MIT */
/* Documents in, their references out, each resolved against the base URI that RFC 3986, 5.1 establishes.
 *
 * A file is a document, and may hold others: the messages of an mbox, the parts of a message, the
 * records of a web archive. They are told as they nest: links_sink.begin, what is in it, links_sink.end.
 */
#ifndef URIEL_LINKS_LINKS_H
#define URIEL_LINKS_LINKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "reader/kind.h"
#include "reader/place.h"
#include "reader/source.h"
#include "uriel.h"

/* Where a base URI comes from (RFC 3986, 5.1): constant, name. */
#define LINKS_BASES(X)                                                                                  \
  X(NONE, "none")           /* 5.1.4: there is none that is known */                                    \
  X(RETRIEVAL, "retrieval") /* 5.1.3 */                                                                 \
  X(ENTITY, "entity")       /* 5.1.2: that of the entity which encloses the document */                 \
  X(CONTENT, "content")     /* 5.1.1: the document states it */

enum links_base {
#define LINKS_BASE(constant, name) LINKS_BASE_##constant,
  LINKS_BASES(LINKS_BASE)
#undef LINKS_BASE
};

const char *links_base_name(enum links_base base);

/* Texts are valid until the sink returns. */
struct links_document {
  uint64_t number;  /* from 1 in the order in which they begin; 1 is the file */
  uint64_t parent;  /* the number of the document that it is in; 0: none */
  uriel_text part;  /* where it is in the file: "" for the file, "3" its third message or record, "3.1.2"
                       the  second part of the first part of that */
  const char *kind; /* see reader/kind.h */
  const char *format;    /* the same, more exactly: "atom", "png" */
  const char *encoding;  /* what was undone to read it: "gzip", "zstd", "base64", ...; NULL: nothing */
  uriel_text media_type; /* that what it is in declares for it; undefined: none */
  uriel_text retrieval;  /* the URI that it was retrieved from; undefined: not known */
  uriel_text base;       /* undefined: there is none */
  enum links_base base_source;
  const char *base_by; /* what of the content stated it: "base element", "Content-Location", "xml:base";
                          NULL */
};

struct links_reference {
  uint64_t ordinal;                /* from 1 in the document */
  struct place place;              /* in the document, as it is when it is decoded */
  const char *element, *attribute; /* NULL where there is none */
  const char *header;              /* the name of the header field that holds it; NULL */
  uriel_text raw;                  /* as it stands there */
  uriel_text cleaned;              /* less white space; the same as `raw` where there was none */
  const char *form;                /* uriel_form_name; NULL where it is no reference */
  uriel_text base;                 /* what it is resolved against; undefined: none */
  uriel_text target, normal;       /* undefined where it has none */
  unsigned excess;          /* ".." beyond the base's root, which were dropped (RFC 3986, 5.2.4) */
  uriel_text part;          /* the part of the same message that it names; undefined */
  uriel_text relation;      /* what it is to the document: "rel" of a Link field; undefined */
  bool identifies;          /* it is a name, not a link: "xmlns", an Atom id */
  const uriel_error *error; /* of `cleaned`, or of the base; NULL */
  uriel_text error_message;
};

/* What is wrong with a document as a whole, or with a place in it. */
struct links_error {
  const char *code; /* "document-unreadable", "header field malformed", ... */
  uriel_text message;
  uint64_t offset, length; /* both 0 where no place is to blame */
};

struct links_end {
  const char *status; /* "done", "binary", "too large", "unreadable", "too deep" */
  const char *note;   /* how it was read, where that is not as usual; NULL */
  uint64_t size;      /* its bytes, decoded, as far as they were read */
  uint64_t references, errors;
};

/* Each returns false to end the reading. What is told between a document's begin and end is of it, less
 * what is told of documents in it. */
struct links_sink {
  void *context;
  bool (*begin)(void *context, const struct links_document *document);
  bool (*reference)(void *context, const struct links_reference *reference);
  bool (*error)(void *context, const struct links_error *error);
  bool (*end)(void *context, const struct links_end *end);
};

struct budget_share;

/* What the budget of a run is unless it is asked for more or less (reader/budget.h): 1 GiB. */
enum { LINKS_MEMORY = 1024 * 1024 * 1024 };

/* 0 is the default of each. */
struct links_limits {
  size_t whole;   /* bytes of a document that is read as a whole (HTML, a message): 64 MiB */
  unsigned depth; /* documents in documents: 100 */
  bool to_uri;    /* characters beyond ASCII are encoded, so that IRIs are no errors (RFC 3987, 3.1) */
};

/* One for each thread. NULL: no memory. */
struct links *links_new(const struct links_limits *limits);
void links_free(struct links *links);

struct links_request {
  source_reader *read; /* the file's bytes */
  void *context;
  const char *name;       /* of the file, which tells a kind where the content leaves it open; NULL */
  uriel_text retrieval;   /* the URI that it was retrieved from: it has a scheme; undefined: not known */
  const char *media_type; /* that is declared for it; NULL: none */
  struct budget_share *share; /* of the memory that the reading may take; NULL: as much as there is */
};

enum links_result {
  LINKS_READ, /* to its end, or as far as it can be: what is wrong was told as errors */
  LINKS_ENDED,
  LINKS_NO_MEMORY /* or the file is to be read again: BUDGET_LATER of its share */
};

enum links_result links_read(struct links *links, const struct links_request *request,
                             const struct links_sink *sink);

#endif
