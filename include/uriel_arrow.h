/* SPDX-License-Identifier: MIT */
/* uriel_arrow: columns of references in Apache Arrow's C data interface. An array of texts goes in, a
 * struct array with a column for each component comes out: what pyarrow, polars, DuckDB and others hand
 * over and take without a copy.
 *
 * A library of its own above uriel.h, because what it makes is freed by those who take it: it calls
 * malloc. Functions return 0, or a number of <errno.h>: ENOTSUP for a format that is no text, EINVAL for
 * what is no valid array, EOVERFLOW for what the interface cannot express, ENOMEM. With another number
 * than 0 nothing was made, nothing was taken, and `*why`, unless `why` is NULL, is a message that is
 * never freed.
 *
 * References are read by RFC 3986, as uriel_parse does. Nothing here recurses, or keeps state but in
 * what it returns: different arrays may be worked on by different threads. */
#ifndef URIEL_ARROW_H
#define URIEL_ARROW_H

#include "uriel.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The interface itself: these names, members and guards are fixed by Arrow's specification, and stand in
 * every header that has them. */
#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

struct ArrowSchema {
  const char *format;
  const char *name;
  const char *metadata;
  int64_t flags;
  int64_t n_children;
  struct ArrowSchema **children;
  struct ArrowSchema *dictionary;
  void (*release)(struct ArrowSchema *);
  void *private_data;
};

struct ArrowArray {
  int64_t length;
  int64_t null_count;
  int64_t offset;
  int64_t n_buffers;
  int64_t n_children;
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

/* The columns that can be had, in the order in which they stand. All of them are null where the text is
 * null, and but for "error" also where it is no reference: that is where "path" is null. */
typedef enum uriel_arrow_column {
  URIEL_ARROW_SCHEME = 0x1, /* "scheme" and so on, text: null where undefined, "" where empty */
  URIEL_ARROW_USERINFO = 0x2,
  URIEL_ARROW_HOST = 0x4,
  URIEL_ARROW_PORT = 0x8,
  URIEL_ARROW_PATH = 0x10,
  URIEL_ARROW_QUERY = 0x20,
  URIEL_ARROW_FRAGMENT = 0x40,
  URIEL_ARROW_COMPONENTS = 0x7F, /* all of these */
  /* "port_number", uint16: null where there is none, or one above 65535 */
  URIEL_ARROW_PORT_NUMBER = 0x80,
  /* "error", uint16: a uriel_error_code, 0 for a reference */
  URIEL_ARROW_ERROR = 0x100,
  /* "length", "scheme_end", "host_begin", "host_end", "path_begin", "path_end", "query_end", "flags",
   * uint32: the members of uriel_ref. The cheapest way to all components: nothing is copied. */
  URIEL_ARROW_OFFSETS = 0x200
} uriel_arrow_column;

/* All zero: the components. */
typedef struct uriel_arrow_options {
  unsigned columns; /* uriel_arrow_column, or-ed; 0: URIEL_ARROW_COMPONENTS */
  /* Text columns are views into the texts (Arrow's utf8 view, "vu") and no copies ("u", and "U" for
   * texts with 64-bit offsets and for views). The array that goes in is taken over, and freed with the
   * last column that looks into it. */
  bool views;
  const char
      *child; /* of a struct array or record batch: the column with the texts; NULL: its only one */
} uriel_arrow_options;

/* The schema of what uriel_arrow_parse makes: a struct of the columns. `schema` is that of the texts:
 * utf8 or binary with 32- or 64-bit offsets or as views ("u", "z", "U", "Z", "vu", "vz"), or a struct
 * with such a column. Dictionaries are not read. `options` may be NULL. */
URIEL_API int uriel_arrow_schema(struct ArrowSchema *out, const struct ArrowSchema *schema,
                                 const uriel_arrow_options *options, const char **why);

/* Parses the texts of `array` into a struct array of the same length; the struct itself has no nulls, so
 * that it can be taken for a record batch. `array` stays the caller's, but with `views`, where it is
 * moved into the result: its `release` is NULL then. The array is taken to be as its schema and Arrow's
 * specification say; what can be seen to be wrong (children, buffers or a bitmap that are counted and
 * missing, numbers out of range) is EINVAL, how long a buffer is nobody can check; offsets out of order,
 * and views that lead out of their buffers, make rows that are no references (ERROR_TOO_LONG). O(n) in
 * the rows and their bytes. */
URIEL_API int uriel_arrow_parse(struct ArrowArray *out, const struct ArrowSchema *schema,
                                struct ArrowArray *array, const uriel_arrow_options *options,
                                const char **why);

/* A stream that gives for each array of `in` what uriel_arrow_parse makes of it. Moves `in` into the
 * result: its `release` is NULL then. `options` is copied. The stream is used by one thread at a time.
 */
URIEL_API int uriel_arrow_stream(struct ArrowArrayStream *out, struct ArrowArrayStream *in,
                                 const uriel_arrow_options *options, const char **why);

#ifdef __cplusplus
}
#endif

#endif
