/* SPDX-License-Identifier: MIT */
/* The inline functions of the headers as exported ones, for languages that call by symbol. All sources
 * in one file define URIEL_INLINE at its start instead. */
#ifndef URIEL_H
#define URIEL_INLINE URIEL_API
#endif
#include "uriel_historic.h"
