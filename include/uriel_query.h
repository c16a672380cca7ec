/* SPDX-License-Identifier: MIT */
/* uriel: the parameters of a query (RFC 3986, 3.4: "key=value" pairs). See uriel.h for conventions.
 *
 * A query is the text after "?", as uriel_query returns it; an undefined one has no parameters. Other
 * texts of this form, such as a fragment or the body of a form, work as well. "&" separates parameters.
 * A parameter without "=" has an undefined value: "a" differs from "a=". "&&" contains no parameter.
 *
 * Names and values that a function takes are not encoded, and a name is never undefined. Names and
 * values of the query are decoded for comparisons. A stray "%" is taken literally.
 *
 *   - By default, RFC 3986 applies. Names are compared byte for byte: "%61" is "a". Editing changes no
 *     other byte of the query; "&&" stays. New names and values are written with each byte encoded that
 *     is not allowed in a query, and also "%", "&", ";", "+" and, in names, "=". So programs that split
 *     at ";" or decode "+" to a space read the same parameters. An empty name always gets "=".
 *   - With URIEL_QUERY_FORM, functions do what URLSearchParams does in the URL standard
 *     (application/x-www-form-urlencoded). Texts are UTF-8, with U+FFFD for malformed sequences; an
 *     undefined value is empty. Editing writes all parameters in one form: "a%20b&&c" becomes "a+b=&c=".
 *
 * Functions with `result` write a query to `out`, and set `result`, if it is not NULL, to the written
 * text, ready for uriel_component_set; or to undefined if no query is left, and the length is 0:
 *
 *     const uriel_param params[] = {{.name = uriel_text_of("utm_*")}, {.name = uriel_text_of("gclid")}};
 *     uriel_text left;
 *     uriel_query_remove(&left, uriel_query(&ref), params, 2, URIEL_QUERY_GLOB, out, capacity);
 *     n = uriel_component_set(&ref, URIEL_QUERY, left, url, sizeof url, NULL);
 *
 * Each function takes time linear in the query, for each name; see uriel_glob_matches. */
#ifndef URIEL_QUERY_H
#define URIEL_QUERY_H

#include "uriel.h"

typedef struct uriel_param {
  uriel_text name;
  uriel_text value; /* undefined: no "=" */
} uriel_param;

enum uriel_query_option {
  URIEL_QUERY_SEMICOLON = 1, /* ";" separates parameters too */
  /* "+" is a space, and a space is written as "+"; names and values are encoded as forms encode them
   * (URIEL_ENCODE_FORM). The same bit as URIEL_DECODE_PLUS. */
  URIEL_QUERY_PLUS = 2,
  URIEL_QUERY_FOLD = 4, /* the case of ASCII letters in names does not matter */
  /* A name to look for is a pattern (uriel_glob_matches). uriel_query_set ignores it without REPLACE. */
  URIEL_QUERY_GLOB = 8,
  URIEL_QUERY_EXCEPT = 16,  /* uriel_query_remove: removes all other parameters */
  URIEL_GLOB_DECODED = 32,  /* uriel_glob_matches: decodes "%XX" in `text` */
  URIEL_QUERY_REPLACE = 64, /* uriel_query_set: appends nothing */
  URIEL_QUERY_FORM = 130    /* the rules of forms; includes PLUS */
};

/* Returns whether all of `text` matches the pattern, in which "*" stands for any bytes, "?" for a
 * character of UTF-8 (for a byte, in text that is not UTF-8), and "\" before "*", "?" or "\" for that
 * character. Every other byte stands for itself. With URIEL_QUERY_FOLD, the case of ASCII letters does
 * not matter; with URIEL_QUERY_PLUS, "+" in `text` is a space. Takes time linear in the text, with a "*"
 * proportional to the product of the two lengths. */
URIEL_API bool uriel_glob_matches(const char *text, size_t len, const char *pattern, size_t pattern_len,
                                  unsigned options);

/* Returns whether a parameter is left, and moves to it, not decoded. Set `rest` to the query first. */
URIEL_API bool uriel_query_next(uriel_text *rest, uriel_param *param, unsigned options);

/* Returns whether a name or a value of a query, decoded, is `text`. Undefined is read as empty. */
URIEL_API bool uriel_query_is(uriel_text encoded, const char *text, size_t len, unsigned options);

/* Writes a name or a value of a query, decoded: at most `encoded.len` bytes, 3 times that with FORM. */
URIEL_API size_t uriel_query_decode(uriel_text encoded, unsigned options, char *out, size_t capacity);

/* Writes the value of the first parameter of that name, decoded. Fails if no parameter has the name, or
 * if the value is undefined, which it never is with FORM. */
URIEL_API size_t uriel_query_get(uriel_text query, const char *name, size_t len, unsigned options,
                                 char *out, size_t capacity);

/* Returns the number of parameters. */
URIEL_API size_t uriel_query_count(uriel_text query, unsigned options);

/* Writes the query with other parameters at its end, after "&" unless the query is empty or ends in a
 * separator. Without parameters, it copies the query, with FORM in its one form. */
URIEL_API size_t uriel_query_append(uriel_text *result, uriel_text query, const uriel_param *params,
                                    size_t count, unsigned options, char *out, size_t capacity);

/* Writes the query with the value for the first parameter of that name, and without the others of that
 * name. The parameter keeps the spelling of its name. If no parameter has the name, appends one; with
 * REPLACE, leaves the query unchanged. */
URIEL_API size_t uriel_query_set(uriel_text *result, uriel_text query, uriel_param param,
                                 unsigned options, char *out, size_t capacity);

/* Writes the query without the parameters of these names and, where a value is defined, of this value.
 * Each is removed with the separator before it; one at the start of the query, with the separator after
 * it. If no parameter is left after removing some, no query is left. */
URIEL_API size_t uriel_query_remove(uriel_text *result, uriel_text query, const uriel_param *params,
                                    size_t count, unsigned options, char *out, size_t capacity);

/* Writes the query without the parameters that exist only to track people (data/tracking.tsv), some of
 * them only on certain hosts; `host` is the reference's, or undefined. Names match decoded and
 * case-insensitively. Without such parameters, `result` is `query`, and nothing is written. */
URIEL_API size_t uriel_query_strip_tracking(uriel_text *result, uriel_text query, uriel_text host,
                                            char *out, size_t capacity);

/* Writes the query with the name `to` for all parameters of the name `from`. Their values stay. */
URIEL_API size_t uriel_query_rename(uriel_text *result, uriel_text query, const char *from,
                                    size_t from_len, const char *to, size_t to_len, unsigned options,
                                    char *out, size_t capacity);

/* Writes the query sorted by the bytes of the decoded names, in lower case with FOLD; with FORM, by
 * UTF-16 code units. Parameters of the same name keep their order. Separators stay in place. O(n log n)
 * comparisons. `scratch` has space for `count` texts; fails if that is less than uriel_query_count. */
URIEL_API size_t uriel_query_sort(uriel_text *result, uriel_text query, unsigned options,
                                  uriel_text *scratch, size_t count, char *out, size_t capacity);

/* Returns the most bytes that these functions write if they add `count` names, or names and values, of
 * up to `len` bytes each: 1 and both lengths for set, uriel_query_count and `to_len` for rename, 0 for
 * remove, strip_tracking and sort. PTRDIFF_MAX if that is more. O(1). */
URIEL_API size_t uriel_query_bound(uriel_text query, size_t count, size_t len, unsigned options);

#endif
