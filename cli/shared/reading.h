/* SPDX-License-Identifier: MIT */
/* The document for reading references, and how to read them: --spec, --require-prefix, --partial and
 * --guess-scheme. */
#ifndef URIEL_CLI_READING_H
#define URIEL_CLI_READING_H

#include "base/buffer.h"
#include "option.h"
#include "uriel_spec.h"
#include "uriel_url.h"

/* A URL's validation errors, as the URL standard orders them. */
struct repairs {
  const uriel_error *list;
  size_t listed; /* the first of them */
  size_t count;
};

/* Memory for references that are not the text that was read. Zero-initialise. */
struct reading_room {
  struct buffer typed;    /* the address with its scheme (--guess-scheme) */
  struct buffer url;      /* the URL as the URL standard writes it, or the encoded reference */
  struct buffer errors;   /* the list of `repairs`, and the error of a failure */
  struct repairs repairs; /* of the URL that was read last */
  bool reports;           /* collect them also if the URL is valid */
  uriel_read read;        /* how the reference was read (lenient) */
  uriel_text text;        /* from which the reference was read: the input, perhaps with a scheme */
};

struct reading {
  uriel_spec spec;
  unsigned options;      /* enum uriel_parse_option */
  const char *guess;     /* the scheme of addresses without one; NULL: they are relative references */
  bool guess_is_usual;   /* --guess-scheme has no value */
  bool trims;            /* ignores white space and marks around a reference in a list */
  const char *lenient;   /* the hint about a text that only lenient reading accepts; NULL: none */
  const uriel_ref *base; /* whatwg: what a reference is parsed against; NULL: nothing */
  struct reading_room *room; /* NULL: no scheme is guessed, and nothing is repaired */
};

/* All generations: of all references from the oldest to the newest, then of names. */
enum { READING_SPECS = 10 };
extern const uriel_spec reading_specs[READING_SPECS];

/* The kinds of documents, as bits. */
enum reading_kind {
  READING_OLD = 1,
  READING_IRI = 2,
  READING_URL = 4,
  READING_NAMES = 8,
  READING_LENIENT = 16,
  READING_ANY = 31
};

/* Of a struct reading: sets the generation that the option's value names, of the kinds in the option's
 * `low`. Any other generation, or one that this build lacks, is a usage error. */
option_call reading_spec;

/* Of a struct reading: the scheme for --guess-scheme; http without a value. */
option_call reading_guess;

/* Whether the document is younger than RFC 3986: iri or whatwg. */
bool reading_is_new(uriel_spec spec);

/* Whether the generation's document is about names (URNs) only. */
bool reading_is_of_names(uriel_spec spec);

/* Whether this build has the documents before RFC 3986 (URIEL_HISTORIC). */
bool reading_has_historic(void);

/* Whether the generation has partial forms apart from its top rule. */
bool reading_has_partial(uriel_spec spec);

/* Of a uriel_spec, for references in documents: sets one of the documents that define a base. One
 * that is not built is a usage error. */
extern const char *const reading_document_words[];
option_call reading_spec_of_documents;
#define READING_DOCUMENT_HELP                                                                           \
  "read references under SPEC: lenient (the default:\nrfc3986 if that is possible, else "               \
  "percent-encoded,\nelse whatwg), rfc3986, iri (RFC 3986, and RFC 3987\nfor letters beyond ASCII), "   \
  "whatwg (as browsers\nread them), url-1997 or uri-2003 (as agents of that\ntime did)"

/* Returns whether `text` is a reference under the document, as uriel_parse_as, uriel_url_parse or
 * uriel_lenient_parse do, and fills `ref`, which may refer to the memory of `reading` until the next
 * call. Places in the error and in the repairs are places in `text`. */
bool reading_parse(const struct reading *reading, uriel_ref *ref, uriel_text text, uriel_error *error);

/* Returns whether lenient reading accepts a text that RFC 3986 does not. `options`:
 * URIEL_LENIENT_RELATIVE or 0. */
bool reading_is_lenient(uriel_text text, unsigned options);

/* Returns the reference of a line without the white space, "<...>", "<URL:...>", quotation marks and
 * byte order mark around it if the reading trims, or the line. reading_trim_outside leaves the marks. */
uriel_text reading_trim(const struct reading *reading, uriel_text line);
uriel_text reading_trim_outside(uriel_text line);

void reading_room_free(struct reading_room *room);

#endif
