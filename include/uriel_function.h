/* SPDX-License-Identifier: MIT */
/* uriel: every function of a reference by name, for programs that offer these functions to their users
 * (a command line, SQL, Python); and keys of references, for tables and files that outlive a program.
 * See uriel.h for conventions.
 *
 *     const uriel_function *site = uriel_function_find("site", 4);
 *     uriel_value url = {.kind = URIEL_KIND_TEXT, .text = uriel_text_of("http://www.example.co.uk/a")};
 *     uriel_value result;
 *     char out[256];
 *     if (uriel_function_call(&result, site, &url, 1, out, sizeof out, NULL) && result.text.ptr)
 *       fwrite(result.text.ptr, 1, result.text.len, stdout); // example.co.uk
 *
 * The result is undefined if an argument is undefined, or is a text that is not a reference under
 * `spec`, except for valid(), error(), error_offset(), error_component(), error_message() and lineage().
 * A program that calls functions by name links all of them. */
#ifndef URIEL_FUNCTION_H
#define URIEL_FUNCTION_H

#include "uriel.h"

/* ---- Values ----------------------------------------------------------------------------------- */

typedef enum uriel_kind {
  URIEL_KIND_UNDEFINED = 0,
  URIEL_KIND_BOOL = 1, /* `integer` is 0 or 1 */
  URIEL_KIND_INTEGER = 2,
  URIEL_KIND_TEXT = 3,
  URIEL_KIND_REFERENCE = 4, /* only of arguments: `ref`; or a TEXT, which is parsed under `spec` */
  URIEL_KIND_LIST = 5       /* of arguments: `count` texts at `list`; of results: uriel_function_next */
} uriel_kind;
URIEL_API const char *uriel_kind_name(uriel_kind kind);

/* An argument, a result, or a field of a list element. A NULL TEXT, REFERENCE or LIST is undefined. */
typedef struct uriel_value {
  uriel_kind kind;
  int64_t integer;
  uriel_text text;
  const uriel_ref *ref; /* a parsed reference keeps its own document, whatever `spec` is */
  const uriel_text *list;
  size_t count;
  const void *place[2]; /* private: the place in a list */
} uriel_value;

/* ---- Functions -------------------------------------------------------------------------------- */

/* The name and kind of an argument, or of a field. */
typedef struct uriel_parameter {
  const char *name;
  uriel_kind kind;
  const char *usual;        /* the value if it is left out or undefined; NULL: it is required */
  const char *const *words; /* the texts that are allowed, and NULL after them; NULL: any text */
  const char *form;         /* the allowed values in words, if some are not allowed; or NULL */
} uriel_parameter;

/* The most arguments of a function, and the most fields of an element of a list. */
enum { URIEL_FUNCTION_ARGUMENTS = 4, URIEL_FUNCTION_FIELDS = 5 };

struct uriel_function_call;

typedef struct uriel_function {
  const char *name;
  const char *sentence; /* what it returns */
  uriel_parameter arguments[URIEL_FUNCTION_ARGUMENTS];
  size_t argument_count;
  uriel_kind result;
  uriel_parameter fields[URIEL_FUNCTION_FIELDS]; /* of an element; a list of texts has one */
  size_t field_count;
  /* Private: the bound, for each byte of the arguments and in addition; whether the C function also gets
   * undefined arguments and texts that are not references; the component; or the C functions for the
   * result and for the next element of a list. */
  size_t bound_each, bound_more;
  bool total;
  uriel_text (*part)(const uriel_ref *ref);
  bool (*call)(struct uriel_function_call *call, uriel_value *result);
  bool (*next)(struct uriel_function_call *call, uriel_value *list, uriel_value *fields);
} uriel_function;

/* Return all functions, with their number in `count`, and the function of that name, or NULL. O(1). */
URIEL_API const uriel_function *uriel_functions(size_t *count);
URIEL_API const uriel_function *uriel_function_find(const char *name, size_t len);

/* Returns a capacity for uriel_function_call and uriel_function_next, at most PTRDIFF_MAX. O(n). */
URIEL_API size_t uriel_function_bound(const uriel_function *function, const uriel_value *arguments,
                                      size_t count);

/* Calls the function with `count` arguments in order; omitted arguments have their usual values. Returns
 * whether there is a result, which can be undefined. Its text is part of an argument or of `out`, or a
 * constant. Fails with ARGUMENT if an argument is missing, of another kind or not allowed; `part` is
 * then its name (uriel_function_describe). Fails with BUFFER_TOO_SMALL if the result or the scratch that
 * the function needs exceeds `capacity`. O(n); O(n log n) for query_names() and key(). */
URIEL_API bool uriel_function_call(uriel_value *result, const uriel_function *function,
                                   const uriel_value *arguments, size_t count, char *out,
                                   size_t capacity, uriel_error *error);

/* Writes which argument is at fault and which values are allowed: level must be "string", "case",
 * "percent", "path" or "scheme". Printable ASCII, at most URIEL_FUNCTION_DESCRIBE_MAX bytes. */
enum { URIEL_FUNCTION_DESCRIBE_MAX = 512 };
URIEL_API size_t uriel_function_describe(const uriel_function *function, const uriel_error *error,
                                         char *out, size_t capacity);

/* ---- Lists ------------------------------------------------------------------------------------ */

/* Sets `fields` to the next element of a list that uriel_function_call returned, and returns true;
 * returns false after the last one, and with BUFFER_TOO_SMALL. `fields` has space for
 * function->field_count values. Their texts are part of an argument or of `out`, and stay valid until
 * the next call. The arguments and the buffer of uriel_function_call must stay until the end of the
 * list; `out` is a different buffer. O(n) for a list, except lineage(): O(n) for an element. */
URIEL_API bool uriel_function_next(uriel_value *list, uriel_value *fields, char *out, size_t capacity,
                                   uriel_error *error);

/* ---- Changes ---------------------------------------------------------------------------------- */

/* What a change does with the thing that it names. The values are fixed for ever. */
typedef enum uriel_change_kind {
  URIEL_CHANGE_SET = 0,
  URIEL_CHANGE_APPEND = 1, /* to path, query, query.NAME or a part of a scheme */
  URIEL_CHANGE_REMOVE = 2,
  URIEL_CHANGE_REPLACE = 3, /* sets a defined thing; with wildcards, each parameter that matches */
  URIEL_CHANGE_RENAME = 4,  /* gives all parameters of that name the name `value` */
  /* Without a name and a value: */
  URIEL_CHANGE_SORT_QUERY = 5,
  URIEL_CHANGE_REMOVE_EMPTY = 6,   /* empty places between parameters */
  URIEL_CHANGE_STRIP_TRACKING = 7, /* uriel_query_strip_tracking */
  URIEL_CHANGE_DEFAULT_PORT = 8,   /* writes the default port of the scheme if there is no port */
  URIEL_CHANGE_NO_DEFAULT_PORT = 9 /* removes an empty port, and the default port of the scheme */
} uriel_change_kind;

/* In addition to URIEL_QUERY_SEMICOLON, URIEL_QUERY_PLUS and URIEL_QUERY_FOLD, for parameters. */
enum uriel_change_option {
  URIEL_CHANGE_ENCODED = 32,       /* the value, and the name of a parameter, are given encoded */
  URIEL_CHANGE_TRIPLETS = 64,      /* "%XX" in the value stays; a delimiter in a host is encoded */
  URIEL_CHANGE_IF_UNDEFINED = 128, /* sets only an undefined thing, or an empty path */
  URIEL_CHANGE_DOTS = 256          /* allows "." and ".." as segments */
};

/* A change of a reference. The caller sets the first five members, and uriel_change_read the others. */
typedef struct uriel_change {
  uriel_change_kind kind;
  unsigned options;
  char separator;  /* of parameters; 0: "&" */
  uriel_text name; /* "host", "user", "path.-1" (the last segment), "query.q", "ftp.type" */
  uriel_text value;
  struct { /* private */
    int place;
    uriel_component component;
    int attribute;
    int64_t segment;
    const void *scheme, *part;
    uriel_text key, pair, made; /* in the buffer of uriel_change_read, or of the members above */
    size_t dots;
    bool glob, fits;
  } own;
} uriel_change;

/* Reads a change for references under `spec`, and writes its name and value in the form of such
 * references. Returns the length, at most 4 * (name.len + value.len) + 4. If `capacity` suffices, the
 * change is ready for uriel_edit, and its texts and `out` must stay; if not, it is only checked.
 *
 * Fails if such references do not have the named thing, or if the kind of change does not apply to it. A
 * component, user, password, segment or part needs a value. APPEND and RENAME apply to the things that
 * their comments name, IF_UNDEFINED to SET except for segments. In the name of a parameter to REMOVE or
 * REPLACE, "*" stands for any bytes and "?" for one, except after "\\"; a name cannot have both. */
URIEL_API size_t uriel_change_read(uriel_change *change, uriel_spec spec, char *out, size_t capacity);

/* Writes the reference with the changes, in their order. Every other byte stays the same. The result is
 * parsed with `options`, as uriel_parse_as does. Fails if a change is not possible, or the result would
 * not parse into the changed components; for a URL of URIEL_SPEC_WHATWG, if its setter ignores the
 * value; and with BUFFER_TOO_SMALL: `capacity` must also hold intermediate results. After an error,
 * `text` is the text of the component at fault, and the place of the error is in it, unless it is
 * undefined. `part` is NULL, the part of the scheme, or
 *
 *   - "segment": the path lacks that segment (PART_MISSING), or it would be "." or ".." (PART_FORM);
 *   - "value": the setter ignores it (PART_NOT_ALLOWED);
 *   - "scheme": the URI has more than the parts of its scheme (PARTS_DIFFER).
 *
 * O(n) for each change, O(n log n) for SORT_QUERY. */
URIEL_API size_t uriel_edit(uriel_text *text, const uriel_ref *ref, const uriel_change *changes,
                            size_t count, unsigned options, char *out, size_t capacity,
                            uriel_error *error);

/* Returns a capacity for uriel_edit: these changes, a reference of at most `length` bytes. O(count). */
URIEL_API size_t uriel_edit_bound(uriel_spec spec, size_t length, const uriel_change *changes,
                                  size_t count);

/* ---- Keys ------------------------------------------------------------------------------------- */

/* Returns a hash of bytes (doc/key.md), with the guarantees and the `seed` of uriel_hash. */
URIEL_API uint64_t uriel_hash_bytes(const char *text, size_t len, uint64_t seed);

/* Writes the SHA-256 of a text (FIPS 180-4, 6.2). */
URIEL_API void uriel_sha256(uint8_t digest[32], const char *text, size_t len);

/* The SHA-256 of a text in pieces of any size: start, add each piece, and end. */
typedef struct uriel_digest {
  uint32_t hash[8];
  uint64_t length; /* of all pieces */
  unsigned char block[64];
} uriel_digest;
URIEL_API void uriel_digest_start(uriel_digest *state);
URIEL_API void uriel_digest_add(uriel_digest *state, const char *text, size_t len);
URIEL_API void uriel_digest_end(uriel_digest *state, uint8_t digest[32]);

/* Writes the key text of a reference, which is equal for references that people regard as the same page
 * (doc/key.md). Version 1 is the only one. Fails without a scheme, with the error of a host that IDNA
 * rejects, and with BUFFER_TOO_SMALL if `capacity` is less than uriel_key_text_bound. O(n log n). */
URIEL_API size_t uriel_key_text(const uriel_ref *ref, unsigned version, char *out, size_t capacity,
                                uriel_error *error);
URIEL_API size_t uriel_key_text_bound(const uriel_ref *ref);

#endif
