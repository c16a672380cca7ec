/* SPDX-License-Identifier: MIT */
/* Buffered output by write(2), every write checked: a failure is a message and STATUS_IO.
 * Both streams are flushed before any read that could block, so that the tool works as a coprocess. */
#ifndef URIEL_CLI_OUTPUT_H
#define URIEL_CLI_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { OUTPUT_CAPACITY = 65536 };

struct output {
  int fd;
  const char *name; /* "standard output", for messages */
  size_t len;
  bool terminal;
  bool colour;   /* escape sequences are wanted, see colour.h */
  bool together; /* both streams are one file or terminal: what comes first is written first */
  bool used;
  char data[OUTPUT_CAPACITY];
};

extern struct output standard_out;
extern struct output standard_error;

void output_start(void); /* once, by main */

void output_put(struct output *out, const char *data, size_t len);
void output_text(struct output *out, const char *string);
void output_char(struct output *out, char c);
void output_number(struct output *out, uint64_t number);
void output_format(struct output *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Text from outside: control characters and bytes that are not UTF-8 become \xNN.
 * output_foreign does so only where `out` is a terminal. */
void output_escaped(struct output *out, const char *text, size_t len);
void output_foreign(struct output *out, const char *text, size_t len);

void output_flush(struct output *out);
void output_flush_both(void);

/* At the end: flush both, and see that closing standard output loses nothing. */
void output_finish(void);

#endif
