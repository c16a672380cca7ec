/* SPDX-License-Identifier: MIT */
/* uriel: what named programs read in a URL, and whether they agree. See uriel.h for conventions.
 *
 *     size_t count, size = uriel_agree_bound(0, len);
 *     const uriel_reader *readers = uriel_present_readers(&count);
 *     char *out = malloc(size);
 *     if (out && !uriel_agree(NULL, NULL, readers, count, URIEL_AGREE_PLACE, text, len, out, size))
 *       refuse(text); // a program that checks it and a program that fetches it may see two hosts
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

/* ---- Agreement ---------------------------------------------------------------------------------- */

/* What must be the same for all readers that accept a text. Hosts are compared after percent-decoding
 * and IDNA, as the addresses that they are if they are dotted-decimal or IPv6; the rare forms of
 * inet_aton stay names. Ports are effective ones: explicit, else the default of the scheme. */
typedef enum uriel_agree_on {
  URIEL_AGREE_PLACE = 0, /* host, and port if there is a host */
  URIEL_AGREE_HOST = 1,
  URIEL_AGREE_PORT = 2,
  URIEL_AGREE_VERDICT = 3, /* all readers accept the text */
  URIEL_AGREE_EXACT = 4    /* host and port as reported */
} uriel_agree_on;

/* What readers make of a text: bit i belongs to readers[i]. */
typedef struct uriel_agreement {
  uint64_t accepts; /* it accepts the text */
  uint64_t same;    /* and reads the same as the first that accepts */
} uriel_agreement;

/* Returns whether the readers that accept `text` agree on it; false if none accepts. Fills `agreement`
 * and `readings`, an array of `count`, unless they are NULL. `count` is at most 64. `capacity` is
 * at least uriel_agree_bound(count, len), where `readings` is NULL uriel_agree_bound(0, len), or the
 * result is false and empty. O(count * len). */
URIEL_API bool uriel_agree(uriel_agreement *agreement, uriel_reading *readings,
                           const uriel_reader *readers, size_t count, uriel_agree_on on,
                           const char *text, size_t len, char *out, size_t capacity);
URIEL_API size_t uriel_agree_bound(size_t count, size_t len);

/* Returns whether two hosts, without the brackets of an IP literal, are the same as uriel_agree compares
 * them. `capacity` is at least uriel_agree_bound(0, the length of the longer one), or the result is
 * false. O(a.len + b.len). */
URIEL_API bool uriel_agree_hosts(uriel_text a, uriel_text b, char *out, size_t capacity);

/* A place of a text that programs read differently. */
typedef struct uriel_agree_rule {
  const char *code;    /* "backslash" */
  const char *message; /* how they read it; a sentence */
  size_t offset, length;
} uriel_agree_rule;

enum { URIEL_AGREE_RULES = 18 }; /* the number of rules */

/* Returns the number of rules that apply to `text`, and writes the first `capacity`. A rule may apply
 * where readers agree nevertheless. O(len). */
URIEL_API size_t uriel_agree_rules(uriel_agree_rule *found, size_t capacity, const char *text,
                                   size_t len);

#endif
