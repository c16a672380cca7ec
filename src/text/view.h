/* SPDX-License-Identifier: MIT */
/* Text as pointer and length: small helpers. */
#ifndef URIEL_TEXT_VIEW_H
#define URIEL_TEXT_VIEW_H

#include "text/mem.h"
#include "uriel.h"

static inline uriel_text view_of(const char *begin, const char *end)
{
  const uriel_text view = {begin, (size_t)(end - begin)};
  return view;
}

/* The length of a string that ends in NUL. */
size_t uriel_string_length(const char *string);

/* uriel_text_of for the core, which must not call strlen: gcc replaces the loop there by a call. The
 * compiler computes the length of string constants. */
static inline uriel_text view_string(const char *string)
{
#ifdef __GNUC__
  if (__builtin_constant_p(string ? __builtin_strlen(string) : 0))
    return (uriel_text){string, string ? __builtin_strlen(string) : 0};
#endif
  return (uriel_text){string, string ? uriel_string_length(string) : 0};
}
#define uriel_text_of(string) view_string(string)

static inline uriel_text view_undefined(void)
{
  const uriel_text view = {NULL, 0};
  return view;
}

static inline bool view_defined(uriel_text view)
{
  return view.ptr != NULL;
}

/* memcmp must not get NULL, even for no bytes. */
static inline bool bytes_equal(const char *a, const char *b, size_t n)
{
  return n == 0 || memcmp(a, b, n) == 0;
}

/* Undefined equals only undefined. */
static inline bool view_equal(uriel_text a, uriel_text b)
{
  return view_defined(a) == view_defined(b) && a.len == b.len && bytes_equal(a.ptr, b.ptr, a.len);
}

/* Returns the first `byte` in [begin, end), or `end`. */
static inline const char *view_find(const char *begin, const char *end, char byte)
{
  const char *const found = begin < end ? memchr(begin, byte, (size_t)(end - begin)) : NULL;
  return found ? found : end;
}

/* Splits `rest` at the first `delimiter`: returns the text before it and leaves the text after it in
 * `rest`. Without a delimiter, returns all and leaves `rest` undefined. Undefined stays undefined. */
static inline uriel_text view_take(uriel_text *rest, char delimiter)
{
  const uriel_text all = *rest;
  if (!view_defined(all))
    return all;
  const char *const end = all.ptr + all.len;
  const char *const at = view_find(all.ptr, end, delimiter);
  *rest = at == end ? view_undefined() : view_of(at + 1, end);
  return view_of(all.ptr, at);
}

#endif
