/* SPDX-License-Identifier: MIT */
/* uriel: Uniform Resource Names. See uriel.h for conventions. */
#ifndef URIEL_URN_H
#define URIEL_URN_H

#include "uriel_historic.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Names ------------------------------------------------------------------------------------ */

/* URNs are read by RFC 8141, or by RFC 2141 or draft-ietf-urnbis-rfc2141bis-urn-01 (urn-2011): parse
 * with uriel_parse_as, and the functions here go by the reference's generation; references of all other
 * generations are held against RFC 8141. */

/* A URN's parts, as written. */
typedef struct uriel_urn {
  uriel_text nid;         /* the namespace identifier */
  uriel_text nss;         /* the namespace-specific string */
  uriel_text r_component; /* rfc8141: behind "?+" */
  uriel_text q_component; /* rfc8141: behind "?="; urn-2011: the query */
  uriel_text f_component; /* rfc8141, urn-2011: the fragment */
} uriel_urn;
URIEL_API bool uriel_urn_parse(uriel_urn *urn, const uriel_ref *ref, uriel_error *error);

/* Writes the URN made of the parts. Fails where it would not parse back by `spec`, one of the three:
 * with the error of the part's own rule, PART_MISSING, PART_NOT_ALLOWED for a component that the
 * document does not have, PART_FORM for an r-component that would end at a "?=" in it. Errors are places
 * in the part's own text. */
URIEL_API size_t uriel_urn_build(const uriel_urn *urn, uriel_spec spec, char *out, size_t capacity,
                                 uriel_error *error);

typedef enum uriel_urn_kind {
  URIEL_URN_FORMAL = 1,
  URIEL_URN_INFORMAL = 2,     /* urn-7 (RFC 8141, 5.2) */
  URIEL_URN_EXPERIMENTAL = 3, /* x-foo (RFC 3406, 3.1; no longer given out) */
  URIEL_URN_RESERVED = 4      /* urn */
} uriel_urn_kind;

/* "formal", "informal", "experimental", "reserved". */
URIEL_API const char *uriel_urn_kind_name(uriel_urn_kind kind);

typedef struct uriel_urn_namespace {
  const char *nid;      /* in lower case; "urn-" and "x-" for all that begin so */
  const char *document; /* "RFC 9562"; who registered it where there is none */
  uriel_urn_kind kind;
  bool fragment; /* opted in to fragments (urn-2011, 2) */
  bool checked;  /* uriel_urn_check knows the form of its names */
  bool rfc2141;  /* defined before RFC 8141: "/", "~", "&" are encoded in its names (RFC 8141, 2.2) */
} uriel_urn_namespace;

/* The namespace of that identifier, in any case; NULL where none is registered. */
URIEL_API const uriel_urn_namespace *uriel_urn_namespace_find(const char *nid, size_t len);
URIEL_API const uriel_urn_namespace *uriel_urn_namespaces(size_t *count);

/* Whether a well-formed URN is a name that can be assigned: by its document (urn-2011, 2: no query, and
 * a fragment only where the namespace opted in) and by its namespace, where that is `checked`:
 * NAME_FORM, NAME_CHECK, which uriel_error_describe tells in full: "well-formed, but not a valid ISBN:
 * the check digit should be 4". */
URIEL_API bool uriel_urn_check(const uriel_ref *ref, uriel_error *error);

/* Writes the name in the form that all its equivalents share: lexical equivalence (rfc8141, 3; rfc2141,
 * 5; urn-2011, 5), the namespace's own included; r-, q- and f-components do not count and are left out.
 * Fails as uriel_urn_parse does. */
URIEL_API size_t uriel_urn_normal(const uriel_ref *ref, char *out, size_t capacity, uriel_error *error);
URIEL_API bool uriel_urn_equal(const uriel_ref *a, const uriel_ref *b);
URIEL_API uint64_t uriel_urn_hash(const uriel_ref *ref, uint64_t seed);

/* Writes the URN of a name in its namespace's own characters, which are UTF-8 (RFC 8141, 2.2; urn-2011,
 * 2.2): what need not be encoded is not, hexadecimal digits are upper case. `spec` is one of the three
 * documents of names, any other means RFC 8141, by which a namespace that was defined before it keeps
 * RFC 2141's characters. A "%XX" that is there is taken as written, unless `options` has
 * URIEL_ENCODE_PERCENT. Public identifiers are given as RFC 3151 transcribes them. Fails with the errors
 * of a NID, which are places in `nid`, and with NSS_EMPTY, NSS_NUL and NOT_UTF_8, which are places in
 * `name`. */
URIEL_API size_t uriel_urn_encode(const char *nid, size_t nid_len, const char *name, size_t len,
                                  uriel_spec spec, unsigned options, char *out, size_t capacity,
                                  uriel_error *error);

/* Writes the form for people (urn-2011, 4): what is encoded and can be shown is shown, UTF-8 comes out
 * as characters. What would read as something else stays encoded, so that uriel_urn_encode leads back.
 */
URIEL_API size_t uriel_urn_show(const uriel_ref *ref, char *out, size_t capacity, uriel_error *error);

/* Writes the URI of a resolver's answer (RFC 2169, 2): "http://RESOLVER/uri-res/N2L?urn:foo:12345".
 * `service` is one of N2L, N2Ls, N2R, N2Rs, N2C, N2Ns, L2Ns, L2Ls and L2C.
 * `resolver` is an http or https URI, whose path, if it has one, comes before "/uri-res/". Services that
 * begin with "L" take any URI, the others a URN. A fragment is left out, but by urn-2011 (2) it is
 * passed, as "%23" and its text. Fails with PART_FORM for another service; where `resolver` is no such
 * URI, with SCHEME_OTHER, PART_MISSING or PART_NOT_ALLOWED, which are places in it; and with PLAN_BASE
 * for a relative reference, or as uriel_urn_parse does. */
URIEL_API size_t uriel_urn_request(const char *service, size_t service_len, const uriel_ref *resolver,
                                   const uriel_ref *ref, char *out, size_t capacity, uriel_error *error);

#ifdef __cplusplus
}
#endif

#endif
