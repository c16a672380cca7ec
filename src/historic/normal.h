/* SPDX-License-Identifier: MIT */
/* Normal forms of the historic generations, at URIEL_LEVEL_CASE and above. */
#ifndef URIEL_HISTORIC_NORMAL_H
#define URIEL_HISTORIC_NORMAL_H

#include "uri/normal.h"

/* url-1993 and url-1994: derived from "Encoding prohibited characters" and "Internet protocol parts". */
normal_form uriel_normal_1993(const uriel_ref *ref, uriel_level level);

/* url-1997, 6 and 2.4.2 */
normal_form uriel_normal_1997(const uriel_ref *ref, uriel_level level);

/* uri-2003, 6.2 */
normal_form uriel_normal_2003(const uriel_ref *ref, uriel_level level);

#endif
