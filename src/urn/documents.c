/* SPDX-License-Identifier: MIT */
/* The three documents of URNs: their differences as data, and the rules that errors break. */
#include "urn/document.h"

#include "uri/component.h"

/* RFC 2141: all text after the NID is the NSS. */
const urn_document uriel_document_2141 = {
    .spec = URIEL_SPEC_RFC2141, .nid_least = 1, .hyphen_last = true, .nss_but = "&~"};

const reading uriel_reading_2141 = {.spec = URIEL_SPEC_RFC2141,
                                    .held = {uriel_rfc2141_member, uriel_rfc2141_expected},
                                    .read = uriel_split,
                                    .blame = uriel_urn_blame};

/* draft-ietf-urnbis-rfc2141bis-urn-01: a NID and an NSS, then the query and fragment of RFC 3986. */
const urn_document uriel_document_2011 = {
    .spec = URIEL_SPEC_URN_2011, .nid_least = 2, .hyphen_last = true, .nss_but = "", .components = true};

const reading uriel_reading_2011 = {.spec = URIEL_SPEC_URN_2011,
                                    .held = {uriel_urn_2011_member, uriel_urn_2011_expected},
                                    .read = uriel_split,
                                    .blame = uriel_urn_blame};

/* RFC 8141: a NID and an NSS, which may contain "/", then r-, q- and f-components. */
const urn_document uriel_document_8141 = {.spec = URIEL_SPEC_RFC8141,
                                          .nid_least = 2,
                                          .hyphen_last = false,
                                          .nss_but = "",
                                          .own_name = true,
                                          .nul = true,
                                          .slash = true,
                                          .components = true,
                                          .rq = true};

const reading uriel_reading_8141 = {.spec = URIEL_SPEC_RFC8141,
                                    .held = {uriel_rfc8141_member, uriel_rfc8141_expected},
                                    .read = uriel_split,
                                    .blame = uriel_urn_blame};
