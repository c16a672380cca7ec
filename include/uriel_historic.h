/* SPDX-License-Identifier: MIT */
/* uriel: the other generations of the specification, and names (URNs). See uriel.h for conventions. */
#ifndef URIEL_HISTORIC_H
#define URIEL_HISTORIC_H

#include "uriel.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Generations ------------------------------------------------------------------------------ */

/* For URIEL_SPEC_URL_1997: "url-1997", "draft-fielding-url-syntax-05", "URL reference". "" for a number
 * that is none of these. */
URIEL_API const char *uriel_spec_name(uriel_spec spec);
URIEL_API const char *uriel_spec_document(uriel_spec spec);
URIEL_API const char *uriel_spec_noun(uriel_spec spec);

/* The generation of that name. Returns whether there is one; `spec` is as it was otherwise. */
URIEL_API bool uriel_spec_find(uriel_spec *spec, const char *name, size_t len);

/* Whether this build of the library reads the generation: the historic ones can be left out. */
URIEL_API bool uriel_spec_built(uriel_spec spec);

/* ---- Parsing ---------------------------------------------------------------------------------- */

enum uriel_parse_option {
  /* Of url-1993 and url-1994, whose top rule is the full form alone: reads the partial form too, which
   * is told by having no ":" before its first "/" (url-1993, Partial form). */
  URIEL_PARSE_PARTIAL = 1,
  URIEL_PARSE_REQUIRE_PREFIX = 2 /* of url-1994: "URL:" must stand in front */
};

/* Parses `text` as a member of the top rule of a generation's document. The reference remembers its
 * generation, and what is done with it goes by that: see uriel_resolve, uriel_normalize, ... Otherwise
 * as uriel_parse, which is this for URIEL_SPEC_RFC3986. Components are in RFC 3986's terms, found by
 * Appendix B's expression and the document's own rules for authorities. A generation that is not built
 * is the error SPEC_NOT_BUILT. */
URIEL_API bool uriel_parse_as(uriel_ref *ref, const char *text, size_t len, uriel_spec spec,
                              unsigned options, uriel_error *error);

/* A part of a reference under the name that its own document has for it. */
typedef struct uriel_own_part {
  const char *name; /* "site", "search", "hostnumber", "hsoname", "wtype", ...; never freed */
  uriel_text text;
} uriel_own_part;

enum { URIEL_OWN_PARTS_MAX = 16 };

/* The parts that the reference's own document names otherwise than RFC 3986 does, in the order of the
 * text; returns how many. None for URIEL_SPEC_RFC3986. */
URIEL_API size_t uriel_own_parts(const uriel_ref *ref, uriel_own_part parts[URIEL_OWN_PARTS_MAX]);

/* ---- Resolution ------------------------------------------------------------------------------- */

/* What uriel_resolve returns, having written nothing, for a reference to the current document, which
 * url-1997 (3) and uri-2003 (4.2) keep apart from one to the base: "" and "#s". Larger than any
 * capacity, as URIEL_FAILED is. */
#define URIEL_CURRENT_DOCUMENT ((size_t)-2)

/* ---- Percent-encoding ------------------------------------------------------------------------- */

/* The same for a reference of another generation: what is not allowed there is encoded, as UTF-8 or
 * whatever bytes the text holds; by url-1993 ("Encoding prohibited characters") as ISO Latin 1, for
 * which `text` is taken as UTF-8. Returns URIEL_FAILED, and `error` says where, for what is no UTF-8
 * then (NOT_UTF_8) or a character that Latin 1 does not have (NOT_LATIN_1), and for what may not stand
 * where the document has no escapes either (ENCODING_NOT_ALLOWED): in a user or password of url-1994 and
 * a host of url-1997. */
URIEL_API size_t uriel_encode_as(const char *text, size_t len, uriel_spec spec, uriel_encode_for where,
                                 unsigned options, char *out, size_t capacity, uriel_error *error);

/* The same for another generation: by url-1993, the bytes of ISO Latin 1 come out as UTF-8, and `out`
 * may not be `text`. Returns URIEL_FAILED, as uriel_encode_as does, where the generation is not built.
 */
URIEL_API size_t uriel_decode_as(const char *text, size_t len, uriel_spec spec, unsigned options,
                                 char *out, size_t capacity, uriel_error *error);

/* ---- Sets of characters ----------------------------------------------------------------------- */

/* A set of US-ASCII characters that a document names. */
typedef struct uriel_byte_set {
  const char *name; /* "reserved", "unreserved", "unwise", "safe", "extra", "uric", ... */
  const char *section;
  uint32_t bits[4];
} uriel_byte_set;

/* The sets of a generation's document, and how many: none where it is not built. Every generation has
 * "reserved", "unreserved", "unwise" and "excluded", which a document without such a name has by its own
 * rules (doc/rulings.md); the others are under the document's names. */
URIEL_API const uriel_byte_set *uriel_byte_sets(uriel_spec spec, size_t *count);

/* The set of that name; NULL where the document has none. */
URIEL_API const uriel_byte_set *uriel_byte_set_find(uriel_spec spec, const char *name, size_t len);

URIEL_INLINE bool uriel_byte_set_has(const uriel_byte_set *set, unsigned char byte)
{
  return byte < 128 && (set->bits[byte / 32] >> (byte % 32) & 1u);
}

/* ---- Building --------------------------------------------------------------------------------- */

/* Writes the reference made of `parts` by the document of `spec`: uriel_parse_as with `spec` and
 * `options` gives the same parts. "URL:" comes first if `options` require it. Returns the length. If
 * that exceeds `capacity`, nothing is written or checked, and the error is BUFFER_TOO_SMALL: call again
 * with that capacity. Returns URIEL_FAILED if the parts make no such reference, with the error of
 * parsing it, or with PARTS_DIFFER for the first component that would read differently; the error's
 * place is in `out`, which holds the text in this case too. O(n). */
URIEL_API size_t uriel_build_as(const uriel_parts *parts, uriel_spec spec, unsigned options, char *out,
                                size_t capacity, uriel_error *error);

#ifdef __cplusplus
}
#endif

#endif
