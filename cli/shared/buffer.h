/* SPDX-License-Identifier: MIT */
/* Buffers of the program: if there is no memory, these functions print a message and exit with
 * STATUS_IO. */
#ifndef URIEL_CLI_BUFFER_H
#define URIEL_CLI_BUFFER_H

#include "reader/buffer.h"

/* Makes room for `capacity` bytes in all. */
void buffer_reserve(struct buffer *buffer, size_t capacity);
void buffer_append(struct buffer *buffer, const char *data, size_t len);

/* Appends the whole file, and a NUL that does not count. Returns false, with errno set, if it cannot be
 * read. */
bool buffer_load(struct buffer *buffer, const char *path);

/* Writes all to the file, and empties the buffer. Returns false, with errno set, if that fails. */
bool buffer_write(struct buffer *buffer, int fd);

/* Appends untrusted text as output_escaped writes it. */
void buffer_append_escaped(struct buffer *buffer, const char *text, size_t len);

/* Appends "\xNN" for each byte. */
void buffer_append_hex(struct buffer *buffer, const char *bytes, size_t len);

/* Appends "%XX". */
void buffer_append_triplet(struct buffer *buffer, unsigned char byte);

/* A number in decimal; it lies in `digits`. */
enum { NUMBER_DIGITS = 20 };
uriel_text number_text(char digits[NUMBER_DIGITS], uint64_t number);

/* Returns whether all of the text is a number in decimal of at most `most`, and sets it. */
bool number_read(uriel_text text, uint64_t most, uint64_t *number);

/* Returns the digits without leading zeros. */
uriel_text number_significant(uriel_text digits);

/* buffer_again for the program. URIEL_CURRENT_DOCUMENT also counts as a result of length 0, and `ptr` is
 * never NULL afterwards. */
bool buffer_short(struct buffer *buffer, size_t need);

/* Buffers to write into for a moment, kept for the next time: each thread has its own, one for each
 * place that uses one, so that no two are in each other's way. */
enum scratch {
  SCRATCH_RENDER,
  SCRATCH_ESCAPED,
  SCRATCH_LABEL,
  SCRATCH_ERROR,
  SCRATCH_ERROR_MASKED,
  SCRATCH_LINEAGE,
  SCRATCH_PARTS,
  SCRATCH_STEPS,
  SCRATCH_COUNT
};

struct buffer *scratch_of(enum scratch which);

/* Before the thread ends: frees all that it has. */
void scratch_free(void);

#endif
