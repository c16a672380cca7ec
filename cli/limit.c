/* SPDX-License-Identifier: MIT */
/* The longest record, in a file of its own so that a test's program can have another. */
#include "input.h"

const size_t input_record_max = UINT32_MAX;
