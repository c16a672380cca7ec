/* SPDX-License-Identifier: MIT */
/* Buffered output by write(2), every write checked: a failure is a message and STATUS_IO.
 * Both streams are flushed before any read that could block, so that the tool works as a coprocess. */
#ifndef URIEL_CLI_OUTPUT_H
#define URIEL_CLI_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/buffer.h"
#include "base/escape.h"

struct output {
  int fd;
  const char *name; /* "standard output", for messages */
  char *data;
  size_t len;
  size_t capacity;       /* of `data`: as much is kept before it is written */
  struct buffer scratch; /* of the value that is being written */
  bool terminal;
  bool colour; /* escape sequences are wanted, see colour_decide */
  bool used;
  bool grows; /* `data` is of malloc, and grows: nothing is written */

  /* With several threads: called before writing, it waits until all earlier output has been written.
   * NULL: do not wait. */
  void (*turn)(void *self);
  void *turn_self;

  /* Called with the bytes instead of a write to `fd`, for another thread to write them. NULL: write. */
  void (*spool)(struct output *out, const char *data, size_t len);
};

/* The streams of the current thread: the program's own, or the streams that output_set gave it. If both
 * are the same file or terminal they are one stream, which keeps the order of the output. */
extern _Thread_local struct output *output_out;
extern _Thread_local struct output *output_error; /* NULL: the program's */
extern struct output *output_program_error;
#define standard_out (*output_out)
#define standard_error (*(output_error ? output_error : output_program_error))

void output_start(void); /* once, by main */

struct reading;
struct stat;

/* Whether a file is the regular file that receives standard output: reading it would never end, as it
 * grows with the output. */
bool output_is_file(const struct stat *status);

/* Gives the thread streams of its own, NULL the program's. output_copy makes a stream with that capacity
 * that shares the program's descriptor; it ends the program if memory runs out. */
void output_set(struct output *out, struct output *error);
void output_copy(struct output *copy, const struct output *from, size_t capacity);
void output_copy_free(struct output *copy);

void output_put_slowly(struct output *out, const char *data, size_t len);

static inline void output_put(struct output *out, const char *data, size_t len)
{
  if (len > out->capacity - out->len) {
    output_put_slowly(out, data, len);
  } else if (len > 0) {
    memcpy(out->data + out->len, data, len);
    out->len += len;
  }
}

static inline void output_char(struct output *out, char c)
{
  if (out->len == out->capacity)
    output_put_slowly(out, &c, 1);
  else
    out->data[out->len++] = c;
}

char *output_room_slowly(struct output *out, size_t len);

/* Returns space for `len` bytes, to be written and then added to out->len; NULL if the buffer is too
 * small. */
static inline char *output_room(struct output *out, size_t len)
{
  return len <= out->capacity - out->len ? out->data + out->len : output_room_slowly(out, len);
}

void output_text(struct output *out, const char *string);
void output_number(struct output *out, uint64_t number);
void output_format(struct output *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Writes text with the escapes of that form. */
void output_as(struct output *out, enum escape_form form, const char *text, size_t len);

/* Text from outside: control characters and bytes that are not UTF-8 become \xNN.
 * output_foreign does so only where `out` is a terminal. */
void output_escaped(struct output *out, const char *text, size_t len);
void output_foreign(struct output *out, const char *text, size_t len);

void output_flush(struct output *out);
void output_flush_both(void);

/* Waits for the thread's turn to write, if it must. */
void output_turn(void);

/* Flushes both, and checks, as closing would, that standard output has lost nothing so far. */
void output_settle(void);

/* At the end: flushes both, and checks that closing standard output loses nothing. */
void output_finish(void);

/* ---- Colour ------------------------------------------------------------------------------------ */

/* For option_word: "auto", "always", "never", in the order of the enum. */
enum colour_when { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER };
extern const char *const colour_words[];

/* Decides for both streams. COLOUR_AUTO: a terminal, NO_COLOR unset or empty, TERM not "dumb". */
void colour_decide(enum colour_when when);

enum tone {
  TONE_PLAIN, /* ends a colour */
  TONE_SCHEME,
  TONE_USERINFO, /* a warning */
  TONE_HOST,
  TONE_PORT,
  TONE_PATH,
  TONE_QUERY,
  TONE_FRAGMENT,
  TONE_DIM, /* punctuation, names of fields */
  TONE_ERROR,
  TONE_STRONG
};

/* Begins a tone, if `out` has colour. */
void colour_tone(struct output *out, enum tone tone);

/* Writes text from outside in a tone; as output_foreign does. */
void colour_put(struct output *out, enum tone tone, const char *text, size_t len);

/* Writes a reference with a colour for each component; without colours if it does not parse. */
void colour_reference(struct output *out, const struct reading *reading, uriel_text text);

#endif
