/* SPDX-License-Identifier: MIT */
/* draft-ietf-urnbis-rfc2141bis-urn-01: its rules by name. A URN is a NID and an NSS, then RFC 3986's
 * query and fragment. */
#include "urn/document.h"

#include "uri/component.h"

const urn_document uriel_document_2011 = {.spec = URIEL_SPEC_URN_2011,
                                          .nid_least = 2,
                                          .hyphen_last = true,
                                          .nss_but = "",
                                          .slash = false,
                                          .components = true,
                                          .rq = false};

const error_rule uriel_rules_2011[] = {
    {URIEL_ERROR_PERCENT, "pct-encoded", "2.3.2"},
    {URIEL_ERROR_URN_SCHEME, "scheme", "2"},
    {URIEL_ERROR_AUTHORITY_NOT_ALLOWED, "urn-path", "2"},
    {URIEL_ERROR_NID_MISSING, "urn-path", "2"},
    {URIEL_ERROR_NID_CHARACTER, "NID", "2.1"},
    {URIEL_ERROR_NID_LENGTH, "NID", "2.1"},
    {URIEL_ERROR_NID_RESERVED, "NID", "2.1"},
    {URIEL_ERROR_NSS_EMPTY, "NSS", "2.2"},
    {URIEL_ERROR_NSS_CHARACTER, "NSS", "2.2"},
    {URIEL_ERROR_NSS_NUL, "excluded", "2.3.3"},
    {URIEL_ERROR_QUERY_CHARACTER, "query", "2"},
    {URIEL_ERROR_FRAGMENT_CHARACTER, "fragment", "2"},
    {URIEL_ERROR_URN_QUERY, "query", "2"},
    {URIEL_ERROR_URN_FRAGMENT, "fragment", "2"},
    {URIEL_ERROR_NAME_FORM, "NSS", "2"},
    {URIEL_ERROR_NAME_CHECK, "NSS", "2"},
    {URIEL_ERROR_NONE, "URI", "2"},
};

const reading uriel_reading_2011 = {URIEL_SPEC_URN_2011,
                                    {uriel_urn_2011_member, uriel_urn_2011_expected},
                                    NULL,
                                    uriel_split,
                                    uriel_urn_blame,
                                    NULL};
