/* SPDX-License-Identifier: MIT */
/* Shared by the API's tests: texts in heap blocks of their exact size, checks of writing functions at
 * every capacity, enumeration of small texts, and a random sequence from a seed. */
#ifndef URIEL_TEST_SUPPORT_H
#define URIEL_TEST_SUPPORT_H

#include "uriel_spec.h"

/* Returns a heap block of exactly `size` bytes for text; free frees it. Ends the program if memory runs
 * out. */
char *room(size_t size);

/* A copy in a heap block of exactly `len` bytes, so that a sanitizer sees a read past its end; undefined
 * stays undefined. text_free frees it. */
uriel_text text_copy(uriel_text text);
void text_free(uriel_text text);
bool text_equal(uriel_text a, uriel_text b);
uriel_text text_from(const char *ptr, size_t len);

/* A function that writes: called with the context, its output and capacity. */
typedef size_t text_writer(const void *context, char *out, size_t capacity);

/* Returns the writer's output in its own heap block; undefined if it returns URIEL_FAILED. Calls it with
 * capacity 0 and NULL, the exact capacity, one less and a large one. Ends the program with a message if
 * the results differ or a byte past the capacity changes. */
uriel_text text_written(text_writer *write, const void *context);

/* Parses a text that must be a reference and must outlive the result. Ends the program otherwise. */
uriel_ref parsed(uriel_text text);

/* Wrappers of the functions that write, which end the program if a result exceeds its bound. */
typedef struct pair_input {
  const uriel_ref *base;
  const uriel_ref *other;
  unsigned options;
} pair_input;
text_writer write_resolved; /* context: pair_input */
text_writer write_relative; /* context: pair_input */

typedef struct normal_input {
  const uriel_ref *ref;
  uriel_level level;
} normal_input;
text_writer write_normal; /* context: normal_input */
text_writer write_built;  /* context: uriel_parts */

typedef struct segment_input {
  uriel_ref ref;
  uriel_text segment;
} segment_input;
text_writer write_appended; /* context: segment_input */

typedef struct percent_input {
  uriel_spec spec; /* for the two functions whose names end in _as */
  uriel_encode_for where;
  uriel_text text;
  unsigned options;
} percent_input;
text_writer write_encoded;    /* context: percent_input */
text_writer write_decoded;    /* context: percent_input */
text_writer write_encoded_as; /* context: percent_input */
text_writer write_decoded_as; /* context: percent_input */

/* Calls `visit` with every text of up to `length` tokens, the empty one first. */
typedef void visitor(uriel_text text, void *context);
void each_text(const char *const *tokens, size_t count, size_t length, visitor *visit, void *context);

/* Returns the next number of a sequence, less than `below`, which must be > 0. */
uint32_t random_below(uint64_t *state, uint32_t below);

/* Writes a random text that is often a reference or nearly one: up to `length` of the `tokens`. Returns
 * its length; `out` holds 16 bytes for each token. */
size_t random_text(uint64_t *state, char *out, size_t length);

/* Ends the program with a message, formatted as by printf. */
_Noreturn void die(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
