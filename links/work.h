/* SPDX-License-Identifier: MIT */
/* A reference, parsed, resolved and normalised, or its error. */
#ifndef URIEL_LINKS_WORK_H
#define URIEL_LINKS_WORK_H

#include <stdbool.h>

#include "base/buffer.h"
#include "uriel.h"
#include "uriel_url.h"

/* How references are read. */
struct work_rule {
  uriel_spec spec; /* URIEL_SPEC_RFC3986; _LENIENT: that, or what uriel_lenient_parse makes of other
                      text; _IRI: that, and RFC 3987 for text beyond US-ASCII; _WHATWG; _URL_1997 and
                      _URI_2003, which do not compare */
  uriel_spec old;  /* `spec`, if that is _URL_1997 or _URI_2003; else URIEL_SPEC_RFC3986, which is 0:
                      bases and targets are read under it */
  bool to_uri;     /* encode characters beyond ASCII also in text that is not an IRI */
  bool compare;    /* set `elsewhere` */
  bool no_normal;  /* `normal` is not needed; with `compare` it is made nevertheless */
  uriel_url_encoder *encoder; /* of queries, under the URL standard; NULL: UTF-8 */
  void *encoder_context;
  /* Under the last two, "" and "#s" lead to the current document, whatever the base (url-1997, 3;
   * uri-2003, 4.2). */
  uriel_text current; /* its URI without a fragment; undefined if unknown: no target, and no error */
  bool to_base;       /* they stand for the base here, as in <form action> */
};

/* IRIs are references. */
extern const struct work_rule work_rule_iri;

/* The last base, read once. */
struct work_known_base {
  struct buffer text;
  uriel_spec spec;
  uriel_ref ref; /* under RFC 3986 or the older `spec`, over `text` */
  bool is_ref;
  size_t depth; /* how many of its segments ".." can remove */
  /* Under the URL standard, if `is_read`. */
  struct buffer serialized;
  uriel_ref url; /* over one of the texts */
  bool is_read, is_url;
  bool is_plain; /* both standards resolve against it in the same way */
};

/* Zero-initialise; the buffers are used for one reference after the other. Texts are valid until the
 * next one. */
struct work {
  struct buffer target, normal, message; /* `len` is 0 for none */
  uriel_text reference; /* what was resolved: the given text, or the URI that it means */
  uriel_text original;  /* the given text if that is not a URI, but means one; otherwise undefined */
  uriel_text elsewhere; /* the target under the other standard (the URL standard, or RFC 3986 if `spec`
                           is _WHATWG); empty if it resolves to no target, undefined if both resolve to
                           the same one */
  const char *form;     /* NULL if it is not a valid reference */
  unsigned excess;      /* ".." beyond the base's root (RFC 3986, 5.2.4) */
  uriel_read read;      /* under _LENIENT */
  uriel_error error; /* of RFC 3986 in `original` if `read` is not EXACT, except for BASE_NOT_ABSOLUTE */
  /* private */
  uriel_error given; /* of `original` */
  struct buffer uri, other, scratch;
  struct work_known_base base;
};

/* Resolves a stated base against `outer`, which is absolute or empty, into `out`, without its fragment
 * (RFC 3986, 5.1). Returns false if that is not possible, or with `no_memory` of `out`. */
bool work_base(struct work *work, const struct work_rule *rule, uriel_text stated, uriel_text outer,
               struct buffer *out);

/* Sets all of `work`. `base` is absolute or empty. Returns false if memory runs out. */
bool work_out(struct work *work, const struct work_rule *rule, uriel_text reference, uriel_text base);

void work_free(struct work *work);

#endif
