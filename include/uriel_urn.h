/* SPDX-License-Identifier: MIT */
/* uriel: Uniform Resource Names. See uriel.h for conventions.
 *
 * Parse a name with uriel_parse_as and URIEL_SPEC_RFC8141, URIEL_SPEC_RFC2141 or URIEL_SPEC_URN_2011;
 * the functions here follow that document. They check references of other documents under RFC 8141. */
#ifndef URIEL_URN_H
#define URIEL_URN_H

#include "uriel_spec.h"

/* ---- Parts of names --------------------------------------------------------------------------- */

/* The parts of a URN, not decoded. */
typedef struct uriel_urn {
  uriel_text nid;         /* namespace identifier */
  uriel_text nss;         /* namespace-specific string */
  uriel_text r_component; /* rfc8141: after "?+" */
  uriel_text q_component; /* rfc8141: after "?="; urn-2011: the query */
  uriel_text f_component; /* rfc8141, urn-2011: the fragment */
} uriel_urn;

/* Returns whether `ref` is a URN, and fills `urn`. Fails with URN_SCHEME and other errors of syntax. */
URIEL_API bool uriel_urn_parse(uriel_urn *urn, const uriel_ref *ref, uriel_error *error);

/* Writes the URN made of the parts. Fails if it would not parse back under `spec`, one of the three
 * documents of names: with the error of the part's rule; PART_MISSING; PART_NOT_ALLOWED for a component
 * that the document lacks; PART_FORM for an r-component that contains "?="; SPEC_NOT_BUILT for another
 * `spec`. The error's place is in the part's text. */
URIEL_API size_t uriel_urn_build(const uriel_urn *urn, uriel_spec spec, char *out, size_t capacity,
                                 uriel_error *error);

/* clang-format off */
enum uriel_urn_error {
  URIEL_ERROR_URN_SCHEME = 200, URIEL_ERROR_NID_MISSING = 201, URIEL_ERROR_NID_CHARACTER = 202,
  URIEL_ERROR_NID_LENGTH = 203, URIEL_ERROR_NID_RESERVED = 204, URIEL_ERROR_NSS_EMPTY = 205,
  URIEL_ERROR_NSS_CHARACTER = 206, URIEL_ERROR_NSS_NUL = 207, URIEL_ERROR_URN_QUERY = 208,
  URIEL_ERROR_URN_FRAGMENT = 209, URIEL_ERROR_URN_COMPONENT_EMPTY = 210,
  URIEL_ERROR_URN_COMPONENT_ORDER = 211, URIEL_ERROR_NAME_FORM = 212, URIEL_ERROR_NAME_CHECK = 213
};
/* clang-format on */

/* ---- Namespaces ------------------------------------------------------------------------------- */

typedef enum uriel_urn_kind {
  URIEL_URN_FORMAL = 1,
  URIEL_URN_INFORMAL = 2,     /* urn-7 (RFC 8141, 5.2) */
  URIEL_URN_EXPERIMENTAL = 3, /* x-foo (RFC 3406, 3.1; obsolete) */
  URIEL_URN_RESERVED = 4      /* urn */
} uriel_urn_kind;
URIEL_API const char *uriel_urn_kind_name(uriel_urn_kind kind);

typedef struct uriel_urn_namespace {
  const char *nid;      /* in lower case; "urn-" and "x-" stand for all identifiers that start so */
  const char *document; /* "RFC 9562"; the registrant if there is no document */
  uriel_urn_kind kind;
  bool fragment; /* its names can have fragments (urn-2011, 2) */
  bool checked;  /* uriel_urn_check knows the form of its names */
  bool rfc2141;  /* older than RFC 8141: its names encode "/", "~" and "&" (RFC 8141, 2.2) */
} uriel_urn_namespace;

/* Return the namespace with this identifier (case-insensitive), or NULL; and all registered namespaces,
 * with their number in `count`, in O(1). */
URIEL_API const uriel_urn_namespace *uriel_urn_namespace_find(const char *nid, size_t len);
URIEL_API const uriel_urn_namespace *uriel_urn_namespaces(size_t *count);

/* Returns whether a URN can be an assigned name under its document (urn-2011, 2: no query, and a
 * fragment only if the namespace allows it) and, if its namespace is `checked`, under the rules of the
 * namespace. If it breaks these, the error is NAME_FORM or NAME_CHECK, and uriel_error_describe gives
 * the details: "well-formed, but not a valid ISBN: the check digit should be 4". */
URIEL_API bool uriel_urn_check(const uriel_ref *ref, uriel_error *error);

/* ---- Equivalence ------------------------------------------------------------------------------ */

/* Writes the form that all equivalent names share (rfc8141, 3; rfc2141, 5; urn-2011, 5), also under the
 * rules of the namespace. Omits r-, q- and f-components. Hash this form to hash names. Fails as
 * uriel_urn_parse does. */
URIEL_API size_t uriel_urn_normal(const uriel_ref *ref, char *out, size_t capacity, uriel_error *error);

/* Returns whether two names have the same normal form; false if one is not a URN. */
URIEL_API bool uriel_urn_equal(const uriel_ref *a, const uriel_ref *b);

/* ---- Names for people ------------------------------------------------------------------------- */

/* Writes the URN of a name in the characters of its namespace, in UTF-8 (RFC 8141, 2.2; urn-2011, 2.2).
 * Encodes only what must be encoded. A `spec` that is not a document of names means RFC 8141. Keeps
 * "%XX" unless `options` has URIEL_ENCODE_PERCENT. Give public identifiers as RFC 3151 transcribes them.
 * Fails with an error of the NID, in `nid`, or with NSS_EMPTY, NSS_NUL or NOT_UTF_8, in `name`. */
URIEL_API size_t uriel_urn_encode(const char *nid, size_t nid_len, const char *name, size_t len,
                                  uriel_spec spec, unsigned options, char *out, size_t capacity,
                                  uriel_error *error);

/* Writes the URN decoded for display (urn-2011, 4), as UTF-8. Characters that would parse differently
 * stay encoded, so that uriel_urn_encode restores the URN. Fails as uriel_urn_parse does. */
URIEL_API size_t uriel_urn_show(const uriel_ref *ref, char *out, size_t capacity, uriel_error *error);

/* ---- Resolvers -------------------------------------------------------------------------------- */

/* Writes the URI at which a resolver answers (RFC 2169, 2): "http://RESOLVER/uri-res/N2L?urn:foo:12345".
 *
 * `service` is N2L, N2Ls, N2R, N2Rs, N2C, N2Ns, L2Ns, L2Ls or L2C; another one is the error PART_FORM.
 * Services that start with "L" take any URI, the others a URN. `resolver` is an http or https URI, whose
 * path comes before "/uri-res/". A fragment is omitted, except under urn-2011 (2), which sends it as
 * "%23" and its text. Fails with SCHEME_OTHER, PART_MISSING or PART_NOT_ALLOWED, at a place in
 * `resolver`; with PLAN_BASE for a relative reference; and as uriel_urn_parse does. */
URIEL_API size_t uriel_urn_request(const char *service, size_t service_len, const uriel_ref *resolver,
                                   const uriel_ref *ref, char *out, size_t capacity, uriel_error *error);

#endif
