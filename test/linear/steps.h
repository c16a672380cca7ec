/* SPDX-License-Identifier: MIT */
#ifndef LINEAR_STEPS_H
#define LINEAR_STEPS_H

#include <stddef.h>

/* Steps of the library since the start. */
extern size_t linear_steps;

#endif
