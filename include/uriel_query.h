/* SPDX-License-Identifier: MIT */
/* The parameters of a query (RFC 3986, 3.4: "key=value" pairs): find, set, append, remove, rename, sort.
 *
 * A query is what follows "?", without it, as uriel_query returns it; undefined is a query without
 * parameters. Other texts of this form, such as a fragment, work as well. "&" separates parameters. A
 * parameter without "=" has an undefined value: "a" differs from "a=". Between "&&" there is no
 * parameter. Editing a parameter leaves all other bytes unchanged, these empty places included.
 * uriel_url.h has the URL standard's URLSearchParams, which encodes all parameters anew.
 *
 * uriel_query_next (uriel.h) visits all parameters. Decode their names and values with uriel_decode and
 * the same options.
 *
 * Names and values to match and to write are given decoded. Names are compared decoded, byte for byte:
 * "%61" is "a". A "%" without two hexadecimal digits, which no query has, stands for itself.
 *
 * In what is written, all bytes are encoded that cannot be part of a name or value in a query, and also
 * "%", "&", ";", "+" and, in names, "=", so that programs which split at ";" or decode "+" to a space
 * read the same. A name that is empty is followed by "=".
 *
 * Functions with `result` write a query to `out`, and set `result` to it, ready for uriel_component_set:
 * the first `capacity` bytes if `out` is too small, and undefined if no query is left, with the length
 * 0:
 *
 *     const uriel_text names[] = {uriel_text_of("utm_*"), uriel_text_of("fbclid")};
 *     uriel_text query;
 *     size_t n = uriel_query_remove(&query, uriel_query(&ref), names, 2, URIEL_QUERY_GLOB, out, sizeof
 * out); if (n <= sizeof out) n = uriel_component_set(&ref, URIEL_QUERY, query, url, sizeof url, NULL);
 *
 * `result` may be NULL. Each function takes time linear in the query for one name without "*". */
#ifndef URIEL_QUERY_H
#define URIEL_QUERY_H

#include "uriel.h"

#ifdef __cplusplus
extern "C" {
#endif

/* With URIEL_QUERY_SEMICOLON of uriel.h, ";" separates parameters too. */
enum uriel_query_rule {
  /* "+" is a space, and a space is written as "+"; what is written is encoded as forms do
   * (URIEL_ENCODE_FORM). The same bit as URIEL_DECODE_PLUS. */
  URIEL_QUERY_FORM = 2,
  URIEL_QUERY_FOLD = 4, /* the case of ASCII letters in names does not matter */
  /* In names to match, "*" stands for any bytes and "?" for one byte, decoded. No other character is
   * special. Ignored by uriel_query_set and uriel_query_append. Each name with "*" takes time
   * proportional to its length times that of the query. */
  URIEL_QUERY_GLOB = 8,
  URIEL_QUERY_EXCEPT = 16 /* uriel_query_remove: removes all parameters except those */
};

/* Returns whether `key`, the name of a parameter as uriel_query_next gives it, is `name`. */
URIEL_API bool uriel_query_is(uriel_text key, uriel_text name, unsigned options);

/* Returns whether another parameter of that name is left, and moves to it. Set `rest` to the query
 * first. The key and the value are not decoded; the value is undefined without "=". */
URIEL_API bool uriel_query_find(uriel_text *rest, uriel_text name, unsigned options, uriel_text *key,
                                uriel_text *value);

/* Writes the value of the first parameter of that name, decoded. Fails if there is none or if its value
 * is undefined. At most `query.len` bytes. */
URIEL_API size_t uriel_query_get(uriel_text query, uriel_text name, unsigned options, char *out,
                                 size_t capacity);

/* Returns the number of parameters. */
URIEL_API size_t uriel_query_count(uriel_text query, unsigned options);

/* append: writes the query with another parameter at its end; no "&" is added after one at the end. set:
 * gives the first parameter of that name the value, and removes the others of that name; without one,
 * appends it. replace: the same, but without one, writes the query unchanged. The parameter keeps the
 * spelling of its name. An undefined value means no "=". */
URIEL_API size_t uriel_query_append(uriel_text *result, uriel_text query, uriel_text name,
                                    uriel_text value, unsigned options, char *out, size_t capacity);
URIEL_API size_t uriel_query_set(uriel_text *result, uriel_text query, uriel_text name, uriel_text value,
                                 unsigned options, char *out, size_t capacity);
URIEL_API size_t uriel_query_replace(uriel_text *result, uriel_text query, uriel_text name,
                                     uriel_text value, unsigned options, char *out, size_t capacity);

/* Writes the query without the parameters of any of these names, each with the separator before it; the
 * first one that stays has none. If parameters are removed and none is left, no query is left. */
URIEL_API size_t uriel_query_remove(uriel_text *result, uriel_text query, const uriel_text *names,
                                    size_t count, unsigned options, char *out, size_t capacity);

/* Writes the query with the name `to` for all parameters named `from`. Their values stay. */
URIEL_API size_t uriel_query_rename(uriel_text *result, uriel_text query, uriel_text from, uriel_text to,
                                    unsigned options, char *out, size_t capacity);

/* Writes the query with its parameters sorted by the bytes of their decoded names, lower case first made
 * of upper case with URIEL_QUERY_FOLD; parameters of the same name keep their order. Separators and
 * empty places stay where they are. `scratch` has room for `count` texts; fails if that is less than
 * uriel_query_count. Time O(n log n) in the names. */
URIEL_API size_t uriel_query_sort(uriel_text *result, uriel_text query, unsigned options,
                                  uriel_text *scratch, size_t count, char *out, size_t capacity);

/* Return the most bytes that the functions write; PTRDIFF_MAX if that is more. uriel_query_remove and
 * uriel_query_sort write at most `query.len` bytes. set_bound is also for append and replace. O(1);
 * rename_bound O(n). */
URIEL_API size_t uriel_query_set_bound(uriel_text query, uriel_text name, uriel_text value);
URIEL_API size_t uriel_query_rename_bound(uriel_text query, uriel_text to);

#ifdef __cplusplus
}
#endif

#endif
