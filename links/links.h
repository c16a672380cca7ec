/* SPDX-License-Identifier: MIT */
/* Reads documents and reports their references, each resolved against its base URI (RFC 3986, 5.1).
 *
 * A file is a document, and may contain others: the messages of an mbox, the parts of a message, the
 * records of a web archive. Events nest as the documents do: links_sink.begin, contents, links_sink.end.
 */
#ifndef URIEL_LINKS_LINKS_H
#define URIEL_LINKS_LINKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "reader/kind.h"
#include "reader/place.h"
#include "reader/source.h"
#include "uriel_url.h"

/* Where a base URI comes from (RFC 3986, 5.1): constant, name. */
#define LINKS_BASES(X)                                                                                  \
  X(NONE, "none")           /* 5.1.4: no base is known */                                               \
  X(RETRIEVAL, "retrieval") /* 5.1.3 */                                                                 \
  X(ENTITY, "entity")       /* 5.1.2: the base of the enclosing entity */                               \
  X(CONTENT, "content")     /* 5.1.1: the document states it */

enum links_base {
#define LINKS_BASE(constant, name) LINKS_BASE_##constant,
  LINKS_BASES(LINKS_BASE)
#undef LINKS_BASE
};

const char *links_base_name(enum links_base base);

/* Texts are valid until the sink returns. */
struct links_document {
  uint64_t number; /* from 1 in the order of begin events; 1 is the file */
  uint64_t parent; /* the number of the document that contains it; 0 for the file */
  uriel_text part; /* position in the file: "" for the file, "3" for its third message or record, "3.1.2"
                      for the second part of the first part of that */
  const char *kind;      /* kind_name */
  const char *format;    /* more exact than `kind`: "atom", "png" */
  const char *encoding;  /* that was decoded: "gzip", "zstd", "base64", ...; NULL for none */
  uriel_text media_type; /* declared by the enclosing document; undefined for none */
  uriel_text retrieval;  /* the URI that it was retrieved from; undefined if unknown */
  uriel_text base;       /* undefined if it has no base */
  enum links_base base_source;
  unsigned flags;      /* of its kind: enum kind_flag */
  const char *base_by; /* the element, attribute or field that states it: "base element",
                          "Content-Location", "xml:base"; may be NULL */
};

/* What a reference is resolved against. */
enum reference_base {
  BASE_OF_DOCUMENT,
  BASE_OF_RETRIEVAL, /* <base href> itself */
  BASE_OF_CODEBASE,  /* `codebase` of the same tag, resolved against the document's base */
  BASE_OF_ITS_OWN    /* given with the reference: "xml:base" */
};

/* The reader of a document sets the first members, entity_reference the others. */
struct links_reference {
  struct place place; /* in the decoded document */
  /* Completes `place`, which then, with links_limits.no_lines, has only the offset: see links_place. */
  struct place (*locate)(void *context, uint64_t offset);
  void *locate_context;
  const char *element, *attribute; /* may be NULL */
  const char *header;              /* the name of its header field; may be NULL */
  uriel_text raw;                  /* as in the document, with character references decoded */
  uriel_text written;              /* its bytes in the document; undefined: `raw`, or unknown */
  uriel_text cleaned;              /* without white space; may be equal to `raw`. Of other text than a
                                      URI: the URI that it means */
  enum reference_base base_of;
  uriel_text codebase; /* for BASE_OF_CODEBASE cleaned, for BASE_OF_ITS_OWN absolute or undefined */
  bool identifies;     /* it is a name, not a link: "xmlns", an Atom id, a definition of Markdown that
                          no link uses */
  bool is_prose;       /* found in the running text or code of Markdown, or in robots.txt */
  bool is_guess;       /* no standard calls it a reference: with links_limits.guess */
  bool is_css;         /* of a style sheet or of JSON: its query is UTF-8 in any document */
  uriel_text relation; /* to the document: relation_of (relation.h); may be undefined */

  uint64_t ordinal;          /* from 1 in the document */
  uriel_text original;       /* the text that means a URI, without white space; undefined for a URI */
  const char *form;          /* uriel_form_name; NULL if it is not a valid reference */
  uriel_text base;           /* the base it is resolved against; may be undefined */
  uriel_text target, normal; /* may be undefined */
  uriel_text elsewhere; /* with links_limits.compare: the target under the other standard; empty if it
                           resolves to no target, undefined if both resolve to the same one */
  unsigned excess;      /* ".." beyond the base's root, which were dropped (RFC 3986, 5.2.4) */
  uriel_read read;      /* how the text was read, with _LENIENT */
  uriel_text part;      /* the part of the same message that it names; may be undefined */
  bool is_plain;        /* links_sink.known may be called for it */
  bool is_invalid;      /* it has an error and no target */
  const uriel_error *error; /* of `cleaned`, or of the base; if `read` is not EXACT, of `original`, or of
                               the base; NULL for none */
  uriel_text error_message;
};

/* Returns the place of a reference with its line and column, until the next reference. */
static inline struct place links_place(const struct links_reference *reference)
{
  return reference->locate ? reference->locate(reference->locate_context, reference->place.offset)
                           : reference->place;
}

/* The code of a document that needs a library that this build does without. */
#define LINKS_LACKS "reader-missing"

/* An error of a document, or of a place in it. */
struct links_error {
  const char *code; /* "document-unreadable", "header field malformed", ... */
  uriel_text message;
  uint64_t offset, length; /* both 0 for an error of the document */
};

struct links_end {
  const char *status; /* "done", "binary", "too large", "unreadable", "too deep" */
  const char *note;   /* how it was read, if unusual; may be NULL */
  uint64_t size;      /* in decoded bytes, as far as they were read */
  uint64_t references, errors;
};

/* Each returns false to end the reading. Events between begin() and end() belong to that document,
 * except events of nested documents. */
struct links_sink {
  void *context;
  bool (*begin)(void *context, const struct links_document *document);
  bool (*reference)(void *context, const struct links_reference *reference); /* NULL: none is needed */
  bool (*error)(void *context, const struct links_error *error);
  bool (*end)(void *context, const struct links_end *end); /* may be NULL */
  /* Called with links_limits.anchors for each name in the file that a fragment can have: an "id" of HTML
   * or XML, a "name" of <a>, the name that GitHub gives a heading of Markdown. Not of nested documents.
   */
  bool (*anchor)(void *context, uriel_text name);
  /* May be NULL. Returns whether the sink needs no event for a link in the file, which then is not
   * resolved. Called only for links whose target depends on the retrieval URI and `text` only. White
   * space is removed from `text`. */
  bool (*known)(void *context, uriel_text text, const char *attribute);
};

/* How an anchor fits a fragment, which is written percent-encoded (HTML, "select the indicated part").
 */
enum links_fit {
  LINKS_FIT_NOT,
  LINKS_FIT_DECODED_NAME,
  LINKS_FIT_DECODED,
  LINKS_FIT_NAME,
  LINKS_FIT_ID
};

/* The part of a file that a fragment leads to. Set the first members, the others to 0. */
struct links_part {
  uriel_text fragment, decoded; /* as written, and percent-decoded */
  enum links_fit fit;           /* of the best anchor so far */
  bool is_found;                /* the end of its element or section, too */
  uint64_t begin, end;          /* in the decoded file */
};

struct budget_share;

/* The default budget of a run (base/budget.h): 1 GiB. */
enum { LINKS_MEMORY = 1024 * 1024 * 1024 };

/* The members of a gzip file that are read. */
struct links_range {
  uint64_t limit;    /* reading ends before the first member that starts at or after this byte, and in
                        which no record of a web archive continues */
  uint64_t position; /* set: where that member starts; how many bytes were read if there was none */
};

/* 0 selects the default. */
struct links_limits {
  size_t whole;    /* bytes of a document that is read as a whole (CSS, a message): 64 MiB */
  unsigned depth;  /* nesting of documents: 100 */
  uriel_spec spec; /* how references are read: URIEL_SPEC_RFC3986; _LENIENT: also what people have
                      (uriel_lenient_parse); _IRI: characters beyond ASCII are allowed (RFC 3987, 3.1);
                      _WHATWG: as browsers do (the URL standard, and HTML); _URL_1997 and _URI_2003: as
                      agents of that time did */
  bool to_uri;     /* encode characters beyond ASCII also in text that is not an IRI */
  bool compare;    /* compare what the RFCs and the URL standard say; always so with _WHATWG, never with
                      _URL_1997 and _URI_2003 */
  bool no_normal;  /* the sink does not need `normal`, which may be undefined */
  bool no_lines;   /* nor the line and column of references without an error, which may be 0 */
  bool anchors;    /* the sink has `anchor` */
  bool guess;      /* report guesses of HTML that are references (uriel_html_options) */
};

/* Each thread needs its own. Returns NULL if memory runs out. */
struct links *links_new(const struct links_limits *limits);
void links_free(struct links *links);

struct links_request {
  source_reader *read; /* the file's bytes */
  /* Reads the file's bytes again, from any offset, independently of `read`; NULL if that is not
   * possible. */
  ssize_t (*read_at)(void *context, char *data, size_t capacity, uint64_t offset);
  void *context;
  const char *name;       /* of the file, for its kind if the content leaves it open; may be NULL */
  uriel_text retrieval;   /* the URI that it was retrieved from, with a scheme; undefined if unknown */
  const char *media_type; /* declared; NULL for none */
  struct budget_share *share; /* of the memory for reading; NULL for no limit */
  struct links_part *part;    /* to be found, with links_limits.anchors; NULL for none */
  struct links_range *range;  /* NULL: all members */
};

enum links_result {
  LINKS_READ, /* to its end, or as far as possible; problems were reported as errors */
  LINKS_ENDED,
  LINKS_NO_MEMORY
};

enum links_result links_read(struct links *links, const struct links_request *request,
                             const struct links_sink *sink);

#endif
