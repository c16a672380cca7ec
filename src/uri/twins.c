/* SPDX-License-Identifier: MIT */
/* Exports the inline functions of the headers, for languages that call by symbol. The single-file
 * source defines URIEL_INLINE at its start instead. */
#ifndef URIEL_H
#define URIEL_INLINE URIEL_API
#endif
#include "uriel_spec.h"
