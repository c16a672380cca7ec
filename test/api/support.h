/* SPDX-License-Identifier: MIT */
/* What the API's tests share: texts in heap blocks of their exact size, functions that write held to
 * their contract at every capacity, small texts enumerated, and a random sequence from a seed. */
#ifndef URIEL_TEST_SUPPORT_H
#define URIEL_TEST_SUPPORT_H

#include "uriel_historic.h"

/* A heap block of exactly `size` bytes, for text; free frees it. Ends the program where memory is short.
 */
char *room(size_t size);

/* A copy in a heap block of exactly `len` bytes, so that a sanitizer sees a read past its end; undefined
 * stays undefined. text_free frees it. */
uriel_text text_copy(uriel_text text);
void text_free(uriel_text text);
bool text_equal(uriel_text a, uriel_text b);
uriel_text text_from(const char *ptr, size_t len);

/* A function that writes: called with the context, its output and capacity. */
typedef size_t writer(const void *context, char *out, size_t capacity);

/* What the writer writes, in a block of its own; undefined where it returns URIEL_FAILED. Calls it with
 * capacity 0 and NULL, the exact one, one less and a large one, and ends the program with a message
 * where the results differ or a byte past the capacity changes. */
uriel_text text_written(writer *write, const void *context);

/* Parses a reference that has to be one; `text` must outlive it. Ends the program otherwise. */
uriel_ref parsed(uriel_text text);

/* Wrappers of the functions that write, which end the program if a result exceeds its bound. */
typedef struct pair_input {
  const uriel_ref *base;
  const uriel_ref *other;
  unsigned options;
} pair_input;
writer write_resolved; /* context: pair_input */
writer write_relative; /* context: pair_input */

typedef struct normal_input {
  const uriel_ref *ref;
  uriel_level level;
} normal_input;
writer write_normal; /* context: normal_input */
writer write_built;  /* context: uriel_parts */

typedef struct percent_input {
  uriel_spec spec; /* of the two whose name ends in _as */
  uriel_encode_for where;
  uriel_text text;
  unsigned options;
} percent_input;
writer write_encoded;    /* context: percent_input */
writer write_decoded;    /* context: percent_input */
writer write_encoded_as; /* context: percent_input */
writer write_decoded_as; /* context: percent_input */

/* Calls `visit` with every text of up to `length` tokens, the empty one first. */
typedef void visitor(uriel_text text, void *context);
void each_text(const char *const *tokens, size_t count, size_t length, visitor *visit, void *context);

/* The next number of a sequence; `below` > 0. */
uint32_t random_below(uint64_t *state, uint32_t below);

/* A random text that is often a reference or nearly one: `tokens` put together, up to `length` of them.
 * Returns its length; `out` holds 16 bytes for each token. */
size_t random_text(uint64_t *state, char *out, size_t length);

/* Ends the program with a message made as printf does. */
_Noreturn void die(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
