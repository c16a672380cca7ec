/* SPDX-License-Identifier: MIT */
/* uriel_arrow: columns of references in Apache Arrow's C data interface. An array of texts goes in; a
 * struct array with a column for each component, or an array with the results of a function, comes out,
 * which pyarrow, polars, DuckDB and others exchange without copying.
 *
 * This is a separate library on top of uriel.h, because it calls malloc; the consumer frees the arrays.
 * Functions return 0 or a number of <errno.h>: ENOTSUP if a format is not supported, EINVAL if an
 * array or an argument is invalid, EOVERFLOW if the result does not fit the interface, ENOMEM. After an
 * error, nothing was made or moved, and `*why` is a constant message; `why` may be NULL.
 *
 * No function recurses. State is kept only in the results, so threads can work on different arrays. */
#ifndef URIEL_ARROW_H
#define URIEL_ARROW_H

#include "uriel_function.h"

/* The interface. Its names, members and guards are fixed by Arrow's specification. */
#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

struct ArrowSchema {
  const char *format, *name, *metadata;
  int64_t flags, n_children;
  struct ArrowSchema **children;
  struct ArrowSchema *dictionary;
  void (*release)(struct ArrowSchema *);
  void *private_data;
};

struct ArrowArray {
  int64_t length, null_count, offset, n_buffers, n_children;
  const void **buffers;
  struct ArrowArray **children;
  struct ArrowArray *dictionary;
  void (*release)(struct ArrowArray *);
  void *private_data;
};

#endif

#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE

struct ArrowArrayStream {
  int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *out);
  int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *out);
  const char *(*get_last_error)(struct ArrowArrayStream *);
  void (*release)(struct ArrowArrayStream *);
  void *private_data;
};

#endif

/* ---- Columns ---------------------------------------------------------------------------------- */

/* The columns, in their order. All are null if the text is null, and all except "error" if it is not a
 * reference ("path" is null only then). */
typedef enum uriel_arrow_column {
  URIEL_ARROW_SCHEME = 0x1, /* "scheme" and so on, text: null if undefined, "" if empty */
  URIEL_ARROW_USERINFO = 0x2,
  URIEL_ARROW_HOST = 0x4,
  URIEL_ARROW_PORT = 0x8,
  URIEL_ARROW_PATH = 0x10,
  URIEL_ARROW_QUERY = 0x20,
  URIEL_ARROW_FRAGMENT = 0x40,
  URIEL_ARROW_COMPONENTS = 0x7F, /* all of the above */
  /* "port_number", uint16: null if there is no port, or one above 65535 */
  URIEL_ARROW_PORT_NUMBER = 0x80,
  /* "error", uint16: a uriel_error_code, 0 for a reference */
  URIEL_ARROW_ERROR = 0x100,
  /* "length", "scheme_end", "host_begin", "host_end", "path_begin", "path_end", "query_end", "flags",
   * uint32: the members of uriel_ref. The fastest columns, since no text is copied. */
  URIEL_ARROW_OFFSETS = 0x200
} uriel_arrow_column;

/* Zero-initialise for copies of the components. */
typedef struct uriel_arrow_options {
  unsigned columns; /* enum uriel_arrow_column; 0: URIEL_ARROW_COMPONENTS */
  /* Make text columns views of the texts (Arrow's utf8 view, "vu") instead of copies ("u"; "U" for texts
   * with 64-bit offsets and for views). The input array is then moved into the result, and freed with
   * the last column that uses it. */
  bool views;
  /* The column with the texts, of a struct array or record batch; NULL: its only column. */
  const char *child;
} uriel_arrow_options;

/* Makes the schema of the result of uriel_arrow_parse, a struct of the columns. `schema` describes the
 * texts: utf8 or binary with 32- or 64-bit offsets or as views ("u", "z", "U", "Z", "vu", "vz"), only
 * nulls ("n"), or a struct with such a column. They can be dictionary-encoded; the result is not. */
URIEL_API int uriel_arrow_schema(struct ArrowSchema *out, const struct ArrowSchema *schema,
                                 const uriel_arrow_options *options, const char **why);

/* Parses the texts of `array`, as uriel_parse does, into a struct array of the same length, which has no
 * nulls itself, so it can be a record batch. With `views`, moves `array` into the result and sets its
 * `release` to NULL.
 *
 * The array must conform to its schema. Missing children, buffers or bitmaps and numbers out of range
 * are EINVAL; the lengths of buffers cannot be checked. Rows whose offsets are out of order, or whose
 * views lie outside their buffers, are invalid (URIEL_ERROR_TOO_LONG). */
URIEL_API int uriel_arrow_parse(struct ArrowArray *out, struct ArrowArray *array,
                                const struct ArrowSchema *schema, const uriel_arrow_options *options,
                                const char **why);

/* Makes a stream that parses each array of `in` with uriel_arrow_parse. Moves `in` into the result; its
 * `release` becomes NULL. Copies `options`. Only one thread at a time may use the stream. */
URIEL_API int uriel_arrow_stream(struct ArrowArrayStream *out, struct ArrowArrayStream *in,
                                 const uriel_arrow_options *options, const char **why);

/* ---- Functions -------------------------------------------------------------------------------- */

/* An argument of a call: a constant for all rows, or a column. Zero-initialise: an undefined constant
 * has its usual value. */
typedef struct uriel_arrow_argument {
  uriel_value value; /* if `schema` is NULL */
  /* Of a column: of texts as for uriel_arrow_schema; of integers "c", "C", "s", "S", "i", "I", "l" or
   * "L", or only nulls, also as a dictionary; for a LIST a list ("+l", "+L") of texts. */
  const struct ArrowSchema *schema;
  const struct ArrowArray *array;
  const char *child; /* as in uriel_arrow_options */
} uriel_arrow_argument;

/* Makes the schema of the result of uriel_arrow_call. Its name is the function's. Reads the schemas and
 * the constants of the arguments, not their arrays.
 *
 * A text is utf8 ("u"; "U" if a column has texts with 64-bit offsets or views), a bool "b", an integer
 * "l". A list is a list ("+l") of texts, or of structs of the function's fields. A text is
 * dictionary-encoded, with the same type of indices, if the first argument is and is the only column;
 * its dictionary has the texts that differ, sorted, without null.
 *
 * EINVAL if no argument is a column, or if a constant is missing, of another kind or not allowed, even
 * if there are no rows: `*error` is then the error of uriel_function_call, otherwise it has the code
 * NONE. `error` may be NULL. */
URIEL_API int uriel_arrow_call_schema(struct ArrowSchema *out, const uriel_function *function,
                                      const uriel_arrow_argument *arguments, size_t count,
                                      uriel_error *error, const char **why);

/* Calls the function for each row of the columns, which have equal lengths. If the only column is a
 * dictionary and the result not a list, calls it once for each value that a row has. Row i of the result
 * is null if its result is undefined, or if the value of a column is not allowed; a text that is not
 * UTF-8 is null too, also in a list. Besides null, a row whose offsets or view cannot be read, and an
 * integer above INT64_MAX, are undefined arguments.
 *
 * The arrays must conform to their schemas, as for uriel_arrow_parse; they stay the caller's, and the
 * result does not need them. An index that is not in its dictionary is EINVAL. */
URIEL_API int uriel_arrow_call(struct ArrowArray *out, const uriel_function *function,
                               const uriel_arrow_argument *arguments, size_t count, uriel_error *error,
                               const char **why);

/* As uriel_arrow_stream, with uriel_arrow_call. An array of `in` is the first argument: of arguments[0],
 * only `child` is read. The other arguments are constants, and are copied. */
URIEL_API int uriel_arrow_call_stream(struct ArrowArrayStream *out, struct ArrowArrayStream *in,
                                      const uriel_function *function,
                                      const uriel_arrow_argument *arguments, size_t count,
                                      uriel_error *error, const char **why);

/* ---- Streams of bytes ------------------------------------------------------------------------- */

/* The streaming format of Arrow's IPC, metadata version V5: the message of the schema, messages of
 * record batches, and the end. pyarrow, polars and others read it from a pipe or a file. A message is a
 * multiple of 8 bytes and independent of the others, so threads can write batches beside each other.
 *
 * `write` gets the bytes in order, in pieces of any length above 0, and returns 0 or a number of
 * <errno.h>, which the function then returns. After any other error nothing was written. */
typedef struct uriel_arrow_sink {
  int (*write)(void *self, const void *bytes, size_t len);
  void *self;
} uriel_arrow_sink;

/* Writes the message of a schema: a struct of columns of the formats "u" "U" "z" "Z" (text), "b" (bool)
 * and "c" "C" "s" "S" "i" "I" "l" "L" (integers). Metadata of the schema are not written. */
URIEL_API int uriel_arrow_ipc_schema(const uriel_arrow_sink *sink, const struct ArrowSchema *schema,
                                     const char **why);

/* Writes the message of a record batch: a struct array without nulls, which conforms to such a schema.
 * The rows that its offsets select are written, and only their text. EINVAL also for offsets of text
 * that are out of order; whether text is UTF-8 is not checked. Releases nothing. O(n). */
URIEL_API int uriel_arrow_ipc_batch(const uriel_arrow_sink *sink, const struct ArrowArray *array,
                                    const struct ArrowSchema *schema, const char **why);

/* Writes the end of the stream. */
URIEL_API int uriel_arrow_ipc_end(const uriel_arrow_sink *sink, const char **why);

#endif
