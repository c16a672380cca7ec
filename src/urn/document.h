/* SPDX-License-Identifier: MIT */
/* The three documents of URNs (RFC 2141, urn-2011, RFC 8141): their differences as data, and the rules
 * they share. */
#ifndef URIEL_URN_DOCUMENT_H
#define URIEL_URN_DOCUMENT_H

#include "text/text.h"
#include "uri/normal.h"
#include "uri/reading.h"
#include "uriel_spec.h"
#include "uriel_urn.h"

typedef struct urn_document {
  uriel_spec spec;
  size_t nid_least;    /* the minimum length of a NID; the maximum is 32 */
  bool hyphen_last;    /* a NID may end in "-" */
  const char *nss_but; /* the characters of a pchar that an NSS does not have */
  bool own_name;       /* "urn" is a valid NID */
  bool nul;            /* an NSS may contain "%00" */
  bool slash;          /* an NSS may contain "/" after its first character */
  bool components;     /* "?" and "#" end the NSS */
  bool rq;             /* "?" begins r-components and q-components */
} urn_document;

extern const urn_document uriel_document_2141, uriel_document_2011, uriel_document_8141;

/* NULL for other generations. */
const urn_document *uriel_urn_document(uriel_spec spec);

/* The error of a part, or NONE; `at` is the offset of the byte at fault. */
uriel_error_code uriel_urn_nid_error(const urn_document *d, uriel_text nid, size_t *at);
bool uriel_urn_holds(const urn_document *d, char byte,
                     bool first); /* as a byte of an NSS, not encoded */
uriel_error_code uriel_urn_nss_error(const urn_document *d, uriel_text nss, size_t *at);

/* Returns the first "?=" of a text, which ends its r-component (RFC 8141, 2.3.1), or the end. */
const char *uriel_urn_q_component(uriel_text text);

/* Reads the reference as a URN: unchanged if a URN document read it, otherwise under RFC 8141. */
bool uriel_urn_read(uriel_ref *member, const uriel_ref *ref, uriel_error *error);

/* The parts of a member. */
uriel_urn uriel_urn_split(const uriel_ref *ref);

extern const reading uriel_reading_2141, uriel_reading_2011, uriel_reading_8141;

normal_form uriel_urn_normal_form(const uriel_ref *ref);

/* uriel_encode_as, which follows RFC 3986 if a document has no rule. */
size_t uriel_urn_encode_as(uriel_spec spec, uriel_encode_for where, uriel_text text, unsigned options,
                           char *out, size_t capacity);

size_t uriel_urn_own_parts(const uriel_ref *ref, uriel_own_part *parts);

/* Writes the target unchanged: URN documents have no relative references. */
size_t uriel_urn_relative(const uriel_ref *base, const uriel_ref *target, char *out, size_t capacity);

/* The member `blame` of the readings of URNs. */
void uriel_urn_blame(uriel_error *error, const char *text, uint32_t len);

#endif
