/* SPDX-License-Identifier: MIT */
/* Shared by the tests of schemes' parts. Every struct of parts is an array of texts, so that the same
 * functions build, parse and compare them for each scheme. */
#ifndef URIEL_TEST_PARTS_H
#define URIEL_TEST_PARTS_H

#include "support.h"

enum { PARTS_TEXTS_MAX = 12 };

typedef struct parts_scheme {
  const char *name;
  size_t texts; /* of the struct */
  bool (*parse)(void *parts, const uriel_ref *ref, char *scratch, size_t capacity, uriel_error *error);
  size_t (*build)(const void *parts, char *out, size_t capacity, uriel_error *error);
} parts_scheme;

#define PARTS_WRAP(name, type, parse_call, build_call)                                                  \
  static bool name##_parse_any(void *parts, const uriel_ref *ref, char *scratch, size_t capacity,       \
                               uriel_error *error)                                                      \
  {                                                                                                     \
    return parse_call;                                                                                  \
  }                                                                                                     \
  static size_t name##_build_any(const void *parts, char *out, size_t capacity, uriel_error *error)     \
  {                                                                                                     \
    return build_call;                                                                                  \
  }                                                                                                     \
  static const parts_scheme name##_scheme = {#name, sizeof(type) / sizeof(uriel_text),                  \
                                             name##_parse_any, name##_build_any}

/* Defines `NAME_scheme`, of uriel_NAME_parse and uriel_NAME_build. */
#define PARTS_SCHEME(name)                                                                              \
  PARTS_WRAP(name, uriel_##name, uriel_##name##_parse(parts, ref, scratch, capacity, error),            \
             uriel_##name##_build(parts, out, capacity, error))

/* Defines `NAME_scheme` of a struct that only the library has (scheme/scheme.h). */
#define PARTS_INNER(name, type)                                                                         \
  PARTS_WRAP(name, type, uriel_scheme_read(&uriel_scheme_##name, parts, ref, scratch, capacity, error), \
             uriel_scheme_write(&uriel_scheme_##name, parts, out, capacity, error))

/* The place of a text in its struct. */
#define PARTS_AT(type, member) (offsetof(type, member) / sizeof(uriel_text))

/* The result of parsing a URI: the texts in their own heap blocks, or the error. */
typedef struct parts_read {
  bool valid;
  uriel_error error;
  uriel_text texts[PARTS_TEXTS_MAX];
} parts_read;

/* Parses a URI by `spec`, in a scratch buffer of exactly its length; the text must be a reference. Ends
 * the program if a smaller buffer gives an error other than BUFFER_TOO_SMALL. parts_free frees the
 * result. */
parts_read parts_parse(const parts_scheme *scheme, uriel_spec spec, uriel_text uri);
void parts_free(parts_read *read);

/* Checks that the struct's texts build `uri`, and that it parses back to them. */
void parts_builds(const parts_scheme *scheme, const void *parts, const char *uri);
/* The same, for any URI that they build. */
void parts_round_trip(const parts_scheme *scheme, const void *parts);

/* Checks that a URI has that error, in that part, at that offset. */
void parts_faulty(const parts_scheme *scheme, uriel_spec spec, const char *uri, uriel_error_code code,
                  const char *part, size_t offset);
/* Checks that a struct cannot be built, for that error in that part. */
void parts_unbuilt(const parts_scheme *scheme, const void *parts, uriel_error_code code,
                   const char *part);

/* A part and the fate of each byte in it: NONE if it must be kept. */
typedef struct parts_bytes {
  const char *part;
  size_t at;                          /* in the struct */
  const char *before, *after;         /* in the part, beside the byte */
  const char *uri_before, *uri_after; /* in the URI, beside the byte's "%XX" */
  uriel_error_code (*fate)(unsigned char byte);
} parts_bytes;

/* Tries every byte in a part of `parts`: built and parsed back, and encoded in a URI. */
void parts_every_byte(const parts_scheme *scheme, const void *parts, const parts_bytes *of);

/* Fates: every byte is kept; every byte except line ends is kept. */
uriel_error_code parts_any(unsigned char byte);
uriel_error_code parts_of_line(unsigned char byte);

#endif
