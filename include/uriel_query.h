/* SPDX-License-Identifier: MIT */
/* The parameters of a query (RFC 3986, 3.4: "key=value" pairs): find, set, append, remove, rename, sort.
 * See uriel.h for conventions.
 *
 * A query is the text after "?", as uriel_query returns it; an undefined one has no parameters. Other
 * texts of this form, such as a fragment, work as well. "&" separates parameters. A parameter without
 * "=" has an undefined value: "a" differs from "a=". "&&" has no parameter in it. Editing leaves all
 * bytes unchanged that it is not about, "&&" included. uriel_url.h has the URL standard's
 * URLSearchParams, which writes all parameters in one form.
 *
 * uriel_query_next (uriel.h) visits all parameters. Decode their names and values with uriel_decode and
 * the same options.
 *
 * Names and values of the caller are not encoded. Names are compared decoded, byte for byte: "%61" is
 * "a". A "%" without two hexadecimal digits, which no query has, stands for itself. Names and values are
 * written with each byte encoded that is not allowed in a query, and also "%", "&", ";", "+" and, in
 * names, "=". So programs that split at ";" or decode "+" to a space read the same. An empty name gets
 * "=".
 *
 * Functions with `result` write a query to `out`, and set `result`, if it is not NULL, to the written
 * text, ready for uriel_component_set; or to undefined if no query is left, and the length is 0:
 *
 *     const uriel_text names[] = {uriel_text_of("utm_*"), uriel_text_of("fbclid")};
 *     uriel_text left;
 *     uriel_query_remove(&left, uriel_query(&ref), names, 2, URIEL_QUERY_GLOB, out, capacity);
 *     n = uriel_component_set(&ref, URIEL_QUERY, left, url, sizeof url, NULL);
 *
 * Each function takes time linear in the query, for each name; see uriel_glob_matches. */
#ifndef URIEL_QUERY_H
#define URIEL_QUERY_H

#include "uriel.h"

/* With URIEL_QUERY_SEMICOLON of uriel.h, ";" separates parameters too. */
enum uriel_query_rule {
  /* "+" is a space, and a space is written as "+"; names and values are encoded as forms encode them
   * (URIEL_ENCODE_FORM). The same bit as URIEL_DECODE_PLUS. */
  URIEL_QUERY_FORM = 2,
  URIEL_QUERY_FOLD = 4, /* the case of ASCII letters in names does not matter */
  /* A name to look for is a pattern (uriel_glob_matches). Ignored by uriel_query_set. */
  URIEL_QUERY_GLOB = 8,
  URIEL_QUERY_EXCEPT = 16, /* uriel_query_remove: removes all parameters except those */
  URIEL_GLOB_DECODED = 32  /* uriel_glob_matches: decodes "%XX" in `text` */
};

/* Returns whether all of `text` matches the pattern, in which "*" stands for any bytes, "?" for a
 * character of UTF-8 (for a byte, in text that is not UTF-8), and "\" before "*", "?" or "\" for that
 * character. Every other byte stands for itself. With URIEL_QUERY_FOLD, the case of ASCII letters does
 * not matter; with URIEL_QUERY_FORM, "+" in `text` is a space. Takes time linear in the text, with a "*"
 * proportional to the product of the two lengths. */
URIEL_API bool uriel_glob_matches(uriel_text text, uriel_text pattern, unsigned options);

/* Returns whether another parameter of that name is left, and moves to it. Set `rest` to the query
 * first. The key and the value are not decoded; the value is undefined without "=". */
URIEL_API bool uriel_query_find(uriel_text *rest, uriel_text name, unsigned options, uriel_text *key,
                                uriel_text *value);

/* Writes the value of the first parameter of that name, decoded: at most `query.len` bytes. Fails if no
 * parameter has the name, or if the value is undefined. */
URIEL_API size_t uriel_query_get(uriel_text query, uriel_text name, unsigned options, char *out,
                                 size_t capacity);

/* Returns the number of parameters. */
URIEL_API size_t uriel_query_count(uriel_text query, unsigned options);

/* append: writes the query with another parameter at its end, after "&" unless the query is empty or
 * ends in a separator. set: gives the first parameter of that name the value, and removes the others of
 * that name; if no parameter has it, appends one. replace: the same, but if no parameter has the name,
 * writes the query unchanged. The parameter keeps the spelling of its name. An undefined value means no
 * "=". */
URIEL_API size_t uriel_query_append(uriel_text *result, uriel_text query, uriel_text name,
                                    uriel_text value, unsigned options, char *out, size_t capacity);
URIEL_API size_t uriel_query_set(uriel_text *result, uriel_text query, uriel_text name, uriel_text value,
                                 unsigned options, char *out, size_t capacity);
URIEL_API size_t uriel_query_replace(uriel_text *result, uriel_text query, uriel_text name,
                                     uriel_text value, unsigned options, char *out, size_t capacity);

/* Writes the query without the parameters of these names, each with the separator before it; a query
 * that began with one of them begins with what followed its separator. If no parameter is left after
 * removing some, no query is left. */
URIEL_API size_t uriel_query_remove(uriel_text *result, uriel_text query, const uriel_text *names,
                                    size_t count, unsigned options, char *out, size_t capacity);

/* Writes the query without the parameters that exist only to track people (data/tracking.tsv), some of
 * them only on certain hosts; `host` is the reference's, or undefined. Names match decoded and
 * case-insensitively. Without such parameters, `result` is `query`, and nothing is written. */
URIEL_API size_t uriel_query_strip_tracking(uriel_text *result, uriel_text query, uriel_text host,
                                            char *out, size_t capacity);

/* Writes the query with the name `to` for all parameters of the name `from`. Their values stay. */
URIEL_API size_t uriel_query_rename(uriel_text *result, uriel_text query, uriel_text from, uriel_text to,
                                    unsigned options, char *out, size_t capacity);

/* Writes the query with its parameters sorted by the bytes of their decoded names, in lower case with
 * URIEL_QUERY_FOLD; parameters of the same name keep their order. Separators stay in place. O(n log n)
 * comparisons. `scratch` has room for `count` texts; fails if `count` is less than uriel_query_count. */
URIEL_API size_t uriel_query_sort(uriel_text *result, uriel_text query, unsigned options,
                                  uriel_text *scratch, size_t count, char *out, size_t capacity);

/* Return the most bytes that a function writes: set_bound for append, set and replace; PTRDIFF_MAX if
 * that is more. uriel_query_remove, uriel_query_strip_tracking and uriel_query_sort write at most
 * `query.len` bytes. O(1); rename_bound O(n). */
URIEL_API size_t uriel_query_set_bound(uriel_text query, uriel_text name, uriel_text value);
URIEL_API size_t uriel_query_rename_bound(uriel_text query, uriel_text to);

#endif
