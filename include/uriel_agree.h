/* SPDX-License-Identifier: MIT */
/* uriel: what named programs read in a URL. See uriel.h for conventions.
 *
 *     size_t count;
 *     const uriel_reader *readers = uriel_readers(&count);
 *     uriel_reading reading;
 *     for (size_t i = 0; i < count; i++)
 *       if (uriel_reader_read(&reading, &readers[i], text, len, out, uriel_reader_bound(len)))
 *         printf("%s: %.*s\n", readers[i].name, (int)reading.host.len, reading.host.ptr);
 *
 * A reader models one version of one program: whether the program accepts a URL, and which scheme, host
 * and port it reports. Each is compared with its program on a million strings (make compare-readers);
 * its file in src/agree names the differences that are left. */
#ifndef URIEL_AGREE_H
#define URIEL_AGREE_H

#include "uriel.h"

/* What a program reads in a URL. */
typedef struct uriel_reading {
  bool valid;        /* false if the program reports an error, even if only for the port */
  uriel_text scheme; /* with ASCII letters in lower case; undefined if the program reports none */
  uriel_text host;   /* the same, without the brackets of an IP literal; an empty host is undefined */
  int32_t port;      /* the explicit port, else the default that the program knows, else -1; larger ports
                      * than INT32_MAX are INT32_MAX */
} uriel_reading;

/* The texts of a reading are in `text`, in `out` or constant. `out` has uriel_reader_bound(len) bytes.
 */
typedef void uriel_reader_function(uriel_reading *reading, const char *text, size_t len, char *out);

typedef struct uriel_reader {
  const char *name;    /* "python-urllib" */
  const char *program; /* the function or program in words: "urlsplit of Python's urllib.parse" */
  const char *version; /* "3.11.2"; "" for a document */
  uriel_reader_function *read;
} uriel_reader;

/* Return all readers; and only the readers of RFC 3986, the URL standard and the present versions of
 * programs. */
URIEL_API const uriel_reader *uriel_readers(size_t *count);
URIEL_API const uriel_reader *uriel_present_readers(size_t *count);

/* Returns the reader with this name, or NULL. */
URIEL_API const uriel_reader *uriel_reader_find(const char *name, size_t len);

/* Fills `reading` as the reader's program reads `text`, and returns whether the program accepts it. If
 * `capacity` is below uriel_reader_bound(len), nothing is valid. O(len). */
URIEL_API bool uriel_reader_read(uriel_reading *reading, const uriel_reader *reader, const char *text,
                                 size_t len, char *out, size_t capacity);

/* Returns the most bytes that a reader writes for a text of `len` bytes. O(1). */
URIEL_API size_t uriel_reader_bound(size_t len);

#endif
