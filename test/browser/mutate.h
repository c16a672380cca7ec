/* SPDX-License-Identifier: MIT */
/* Pages of HTML made from a seed: generated, or cut from real pages, then mutated. The same seed makes
 * the same page everywhere. */
#ifndef URIEL_TEST_BROWSER_MUTATE_H
#define URIEL_TEST_BROWSER_MUTATE_H

#include <stdint.h>

#include "pages.h"

/* Makes a page of at most a few kilobytes. `seeds` may be NULL. The result is UTF-8 if the seeds are,
 * except when a mutation cuts a character. */
struct page mutate_page(uint64_t seed, const struct page *seeds, size_t count);

#endif
