/* SPDX-License-Identifier: MIT */
/* Which texts have been seen: for --unique. Grows with what it has seen. */
#ifndef URIEL_CLI_UNIQUE_H
#define URIEL_CLI_UNIQUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buffer.h"
#include "uriel.h"

/* All zero is an empty set. */
struct unique {
  struct buffer texts; /* one after the other, each behind its length */
  size_t *slots;       /* where in `texts`, plus 1; 0: free */
  size_t capacity;     /* of slots: 0 or a power of 2 */
  size_t count;
  uint64_t seed;
};

/* Whether `text`, a URI reference, is new; from now on it is not. */
bool unique_add(struct unique *unique, uriel_text text);

void unique_free(struct unique *unique);

#endif
