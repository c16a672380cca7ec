/* SPDX-License-Identifier: MIT */
/* The interface of the four generations before RFC 3986 to src/api. */
#ifndef URIEL_HISTORIC_GENERATIONS_H
#define URIEL_HISTORIC_GENERATIONS_H

#include "text/text.h"
#include "uri/normal.h"
#include "uri/reading.h"
#include "uriel_spec.h"

extern const reading uriel_reading_1993, uriel_reading_1994, uriel_reading_1997, uriel_reading_2003;

size_t uriel_early_own_parts(const uriel_ref *ref, uriel_own_part *parts); /* 1993 and 1994 */
size_t uriel_own_parts_1997(const uriel_ref *ref, uriel_own_part *parts);
size_t uriel_own_parts_2003(const uriel_ref *ref, uriel_own_part *parts);

/* uriel_encode_as. `error` is not NULL. */
size_t uriel_historic_encode(uriel_spec spec, uriel_encode_for where, uriel_text text, unsigned options,
                             char *out, size_t capacity, uriel_error *error);

/* Normal forms, at URIEL_LEVEL_CASE and above. */

/* url-1993 and url-1994: derived from "Encoding prohibited characters" and "Internet protocol parts". */
normal_form uriel_normal_1993(const uriel_ref *ref, uriel_level level);

/* url-1997, 6 and 2.4.2 */
normal_form uriel_normal_1997(const uriel_ref *ref, uriel_level level);

/* uri-2003, 6.2 */
normal_form uriel_normal_2003(const uriel_ref *ref, uriel_level level);

#endif
