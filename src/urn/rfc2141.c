/* SPDX-License-Identifier: MIT */
/* RFC 2141: its rules by name. All text after the NID is the NSS. */
#include "urn/document.h"

#include "uri/component.h"

const urn_document uriel_document_2141 = {.spec = URIEL_SPEC_RFC2141,
                                          .nid_least = 1,
                                          .hyphen_last = true,
                                          .nss_but = "&~",
                                          .slash = false,
                                          .components = false,
                                          .rq = false};

const error_rule uriel_rules_2141[] = {
    {URIEL_ERROR_PERCENT, "URN chars", "2.3.1"},
    {URIEL_ERROR_URN_SCHEME, "URN", "2"},
    {URIEL_ERROR_AUTHORITY_NOT_ALLOWED, "URN", "2"},
    {URIEL_ERROR_NID_MISSING, "NID", "2.1"},
    {URIEL_ERROR_NID_CHARACTER, "NID", "2.1"},
    {URIEL_ERROR_NID_LENGTH, "NID", "2.1"},
    {URIEL_ERROR_NID_RESERVED, "NID", "2.1"},
    {URIEL_ERROR_NSS_EMPTY, "NSS", "2.2"},
    {URIEL_ERROR_NSS_CHARACTER, "URN chars", "2.2"},
    {URIEL_ERROR_NSS_NUL, "excluded", "2.4"},
    {URIEL_ERROR_NAME_FORM, "NSS", "2.2"},
    {URIEL_ERROR_NAME_CHECK, "NSS", "2.2"},
    {URIEL_ERROR_NONE, "URN", "2"},
};

const reading uriel_reading_2141 = {URIEL_SPEC_RFC2141,
                                    {uriel_rfc2141_member, uriel_rfc2141_expected},
                                    NULL,
                                    uriel_split,
                                    uriel_urn_blame,
                                    NULL};
