/* SPDX-License-Identifier: MIT */
/* The inline functions of the headers as exported ones, for languages that call by symbol. */
#define URIEL_INLINE URIEL_API
#include "uriel_historic.h"
