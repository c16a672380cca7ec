/* SPDX-License-Identifier: MIT */
/* RFC 8141: its rules by name. A URN is a NID and an NSS, which may contain "/", then r-, q- and
 * f-components. */
#include "urn/document.h"

#include "uri/component.h"

const urn_document uriel_document_8141 = {.spec = URIEL_SPEC_RFC8141,
                                          .nid_least = 2,
                                          .hyphen_last = false,
                                          .nss_but = "",
                                          .own_name = true,
                                          .nul = true,
                                          .slash = true,
                                          .components = true,
                                          .rq = true};

const error_rule uriel_rules_8141[] = {
    {URIEL_ERROR_PERCENT, "pct-encoded", "2"},
    {URIEL_ERROR_URN_SCHEME, "assigned-name", "2"},
    {URIEL_ERROR_AUTHORITY_NOT_ALLOWED, "assigned-name", "2"},
    {URIEL_ERROR_NID_MISSING, "assigned-name", "2"},
    {URIEL_ERROR_NID_CHARACTER, "NID", "2.1"},
    {URIEL_ERROR_NID_LENGTH, "NID", "2.1"},
    {URIEL_ERROR_NSS_EMPTY, "NSS", "2.2"},
    {URIEL_ERROR_NSS_CHARACTER, "NSS", "2.2"},
    {URIEL_ERROR_QUERY_CHARACTER, "rq-components", "2.3"},
    {URIEL_ERROR_URN_COMPONENT_EMPTY, "rq-components", "2.3"},
    {URIEL_ERROR_URN_COMPONENT_ORDER, "rq-components", "2.3"},
    {URIEL_ERROR_FRAGMENT_CHARACTER, "f-component", "2.3.3"},
    {URIEL_ERROR_NAME_FORM, "NSS", "2.2"},
    {URIEL_ERROR_NAME_CHECK, "NSS", "2.2"},
    {URIEL_ERROR_NONE, "namestring", "2"},
};

const reading uriel_reading_8141 = {URIEL_SPEC_RFC8141,
                                    {uriel_rfc8141_member, uriel_rfc8141_expected},
                                    NULL,
                                    uriel_split,
                                    uriel_urn_blame,
                                    NULL};
