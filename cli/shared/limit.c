/* SPDX-License-Identifier: MIT */
/* Sizes that are in a file of their own so that a test's program can have others: the longest record,
 * and what a thread of `uriel find` reads at once. */
#include "cli/uriel/find_jobs.h"
#include "input.h"

const size_t input_record_max = UINT32_MAX;
const size_t find_part_own = (size_t)512 * 1024;
const size_t find_part_beyond = 8192;
