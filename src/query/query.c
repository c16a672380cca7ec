/* SPDX-License-Identifier: MIT */
/* The parameters of a query (RFC 3986, 3.4), edited in place: all other bytes stay. */
#include "text/text.h"
#include "uri/encode.h"
#include "uriel_query.h"

/* ---- Names ------------------------------------------------------------------------------------ */

/* Returns the text that a caller gave; empty if it is undefined. */
static uriel_text query_given(uriel_text text)
{
  return text.len ? text : (uriel_text){"", 0};
}

static inline char query_fold(char byte, unsigned options)
{
  return options & URIEL_QUERY_FOLD ? byte_lower(byte) : byte;
}

/* Returns the byte at *at, decoded, and moves *at past it. */
static inline char query_byte(const char **at, const char *end, unsigned options)
{
  const char *const here = *at;
  const bool encoded = triplet_at(here, end);
  *at = here + (encoded ? 3 : 1);
  if (encoded)
    return query_fold((char)triplet_value(here), options);
  return *here == '+' && (options & URIEL_QUERY_FORM) ? ' ' : query_fold(*here, options);
}

static bool query_key_equal(uriel_text key, uriel_text name, unsigned options)
{
  const char *at = key.ptr;
  const char *const end = at + key.len;
  for (size_t i = 0; i < name.len; i++)
    if (at == end || query_byte(&at, end, options) != query_fold(name.ptr[i], options))
      return false;
  return at == end;
}

static bool query_is(uriel_text key, uriel_text name, unsigned options)
{
  return options & URIEL_QUERY_GLOB ? uriel_glob_matches(key, name, options | URIEL_GLOB_DECODED)
                                    : query_key_equal(query_given(key), query_given(name), options);
}

/* ---- Searching -------------------------------------------------------------------------------- */

bool uriel_query_find(uriel_text *rest, uriel_text name, unsigned options, uriel_text *key,
                      uriel_text *value)
{
  while (uriel_query_next(rest, key, value, options))
    if (query_is(*key, name, options))
      return true;
  return false;
}

size_t uriel_query_get(uriel_text query, uriel_text name, unsigned options, char *out, size_t capacity)
{
  uriel_text key, value;
  if (!uriel_query_find(&query, name, options, &key, &value) || !view_defined(value))
    return URIEL_FAILED;
  return uriel_decode(value.ptr, value.len, options & URIEL_QUERY_FORM, out, capacity, NULL);
}

size_t uriel_query_count(uriel_text query, unsigned options)
{
  size_t count = 0;
  for (uriel_text key, value; uriel_query_next(&query, &key, &value, options);)
    count++;
  return count;
}

/* ---- Editing ---------------------------------------------------------------------------------- */

/* An edit in progress: the bytes from `from` on are not written yet. */
typedef struct query_edit {
  writer w;
  unsigned options;
  uriel_text rest;
  uriel_text key, value; /* of the current parameter */
  const char *from;
} query_edit;

static query_edit query_edit_of(uriel_text query, unsigned options, char *out, size_t capacity)
{
  const uriel_text rest = query_given(query);
  return (query_edit){.w = writer_to(out, capacity), .options = options, .rest = rest, .from = rest.ptr};
}

static bool query_edit_next(query_edit *e)
{
  return uriel_query_next(&e->rest, &e->key, &e->value, e->options);
}

static void query_edit_copy(query_edit *e, const char *to)
{
  write_view(&e->w, view_of(e->from, to));
  e->from = to;
}

/* Leaves the current parameter out, with the separator before it; that after it, if all before it was
 * left out. */
static void query_edit_remove(query_edit *e)
{
  const bool first = e->from == e->key.ptr && e->w.len == 0;
  if (e->from < e->key.ptr)
    query_edit_copy(e, e->key.ptr - 1);
  e->from = e->rest.ptr + (first && e->rest.len > 0 ? 1 : 0);
}

static void query_write(query_edit *e, uriel_text text, uriel_encode_for where)
{
  const bool form = (e->options & URIEL_QUERY_FORM) != 0;
  encode_set set = {form                              ? BYTE_FORM
                    : where == URIEL_ENCODE_QUERY_KEY ? BYTE_KEY
                                                      : BYTE_VALUE,
                    "", "", 0};
  uriel_encode_write(&e->w, query_given(text), &set, form ? URIEL_ENCODE_FORM : where,
                     URIEL_ENCODE_PERCENT);
}

static void query_write_value(query_edit *e, uriel_text value)
{
  if (!view_defined(value))
    return;
  write_byte(&e->w, '=');
  query_write(e, value, URIEL_ENCODE_QUERY_VALUE);
}

/* Without "=", an empty name would be no parameter. */
static uriel_text query_value_after(uriel_text name, uriel_text value)
{
  return name.len == 0 && !view_defined(value) ? (uriel_text){"", 0} : value;
}

static void query_edit_append(query_edit *e, uriel_text name, uriel_text value)
{
  const char *const end = e->rest.ptr + e->rest.len;
  const char *const begin = e->from;
  query_edit_copy(e, end);
  if (end > begin && end[-1] != '&' && !(end[-1] == ';' && (e->options & URIEL_QUERY_SEMICOLON)))
    write_byte(&e->w, '&');
  query_write(e, name, URIEL_ENCODE_QUERY_KEY);
  query_write_value(e, query_value_after(name, value));
}

/* Writes the rest, sets `result` and returns the length. */
static size_t query_edit_end(query_edit *e, uriel_text *result, bool defined)
{
  query_edit_copy(e, e->rest.ptr + e->rest.len);
  const writer *const w = &e->w;
  const uriel_text written = {w->capacity ? w->out : "", w->len < w->capacity ? w->len : w->capacity};
  if (result)
    *result = defined ? written : view_undefined();
  return w->len;
}

size_t uriel_query_append(uriel_text *result, uriel_text query, uriel_text name, uriel_text value,
                          unsigned options, char *out, size_t capacity)
{
  query_edit e = query_edit_of(query, options, out, capacity);
  query_edit_append(&e, name, value);
  return query_edit_end(&e, result, true);
}

/* Gives the first parameter of that name the value and removes the others; returns whether it exists. */
static bool query_edit_set(query_edit *e, uriel_text name, uriel_text value)
{
  bool set = false;
  while (query_edit_next(e))
    if (query_is(e->key, name, e->options)) {
      if (set) {
        query_edit_remove(e);
        continue;
      }
      query_edit_copy(e, e->key.ptr + e->key.len);
      query_write_value(e, query_value_after(e->key, value));
      e->from = e->rest.ptr;
      set = true;
    }
  return set;
}

size_t uriel_query_set(uriel_text *result, uriel_text query, uriel_text name, uriel_text value,
                       unsigned options, char *out, size_t capacity)
{
  query_edit e = query_edit_of(query, options & ~(unsigned)URIEL_QUERY_GLOB, out, capacity);
  if (!query_edit_set(&e, name, value))
    query_edit_append(&e, name, value);
  return query_edit_end(&e, result, true);
}

size_t uriel_query_replace(uriel_text *result, uriel_text query, uriel_text name, uriel_text value,
                           unsigned options, char *out, size_t capacity)
{
  query_edit e = query_edit_of(query, options, out, capacity);
  (void)query_edit_set(&e, name, value);
  return query_edit_end(&e, result, view_defined(query));
}

/* Names to remove. */
typedef struct query_names {
  const uriel_text *names;
  size_t count;
} query_names;

static bool query_removes(const query_edit *e, query_names names)
{
  for (size_t i = 0; i < names.count; i++)
    if (query_is(e->key, names.names[i], e->options))
      return (e->options & URIEL_QUERY_EXCEPT) == 0;
  return (e->options & URIEL_QUERY_EXCEPT) != 0;
}

/* Returns whether the query has parameters, and all are removed. */
static bool query_removes_all(query_edit e, query_names names)
{
  bool some = false;
  while (query_edit_next(&e)) {
    if (!query_removes(&e, names))
      return false;
    some = true;
  }
  return some;
}

size_t uriel_query_remove(uriel_text *result, uriel_text query, const uriel_text *names, size_t count,
                          unsigned options, char *out, size_t capacity)
{
  const query_names removed = {names, count};
  query_edit e = query_edit_of(query, options, out, capacity);
  if (query_removes_all(e, removed)) {
    if (result)
      *result = view_undefined();
    return 0;
  }
  while (query_edit_next(&e))
    if (query_removes(&e, removed))
      query_edit_remove(&e);
  return query_edit_end(&e, result, view_defined(query));
}

size_t uriel_query_rename(uriel_text *result, uriel_text query, uriel_text from, uriel_text to,
                          unsigned options, char *out, size_t capacity)
{
  query_edit e = query_edit_of(query, options, out, capacity);
  while (query_edit_next(&e))
    if (query_is(e.key, from, options)) {
      query_edit_copy(&e, e.key.ptr);
      query_write(&e, to, URIEL_ENCODE_QUERY_KEY);
      if (to.len == 0 && !view_defined(e.value))
        write_byte(&e.w, '=');
      e.from = e.key.ptr + e.key.len;
    }
  return query_edit_end(&e, result, view_defined(query));
}

/* ---- Sorting ---------------------------------------------------------------------------------- */

/* Returns whether the parameter `a` comes before `b`. Parameters of the same name keep their order,
 * which is that of their addresses. */
static bool query_before(uriel_text a, uriel_text b, unsigned options)
{
  const char *at = a.ptr, *other = b.ptr;
  const char *const end = view_find(at, at + a.len, '='), *const other_end =
                                                              view_find(other, other + b.len, '=');
  while (at < end && other < other_end) {
    const unsigned char byte = (unsigned char)query_byte(&at, end, options);
    const unsigned char other_byte = (unsigned char)query_byte(&other, other_end, options);
    if (byte != other_byte)
      return byte < other_byte;
  }
  return at == end && (other < other_end || a.ptr < b.ptr);
}

size_t uriel_query_sort(uriel_text *result, uriel_text query, unsigned options, uriel_text *scratch,
                        size_t count, char *out, size_t capacity)
{
  query_edit e = query_edit_of(query, options, out, capacity);
  const query_edit begin = e;
  size_t n = 0;
  for (; query_edit_next(&e); n++) {
    if (n == count)
      return URIEL_FAILED;
    scratch[n] = view_of(e.key.ptr, e.rest.ptr);
  }
  uriel_sort_texts(scratch, n, query_before, options);
  e = begin;
  for (size_t i = 0; query_edit_next(&e); i++) {
    query_edit_copy(&e, e.key.ptr);
    write_view(&e.w, scratch[i]);
    e.from = e.rest.ptr;
  }
  return query_edit_end(&e, result, view_defined(query));
}

/* ---- Bounds ----------------------------------------------------------------------------------- */

static size_t query_bound(size_t len, size_t more)
{
  const size_t most = size_add(len, more);
  return most < (size_t)PTRDIFF_MAX ? most : (size_t)PTRDIFF_MAX;
}

/* "&", and "=". */
size_t uriel_query_set_bound(uriel_text query, uriel_text name, uriel_text value)
{
  return query_bound(query.len, size_add(size_times(size_add(name.len, value.len), 3), 2));
}

/* An empty name adds "=". Without URIEL_QUERY_SEMICOLON, ";" may be a parameter. */
size_t uriel_query_rename_bound(uriel_text query, uriel_text to)
{
  const size_t count = uriel_query_count(query, 0);
  const size_t more = uriel_query_count(query, URIEL_QUERY_SEMICOLON);
  return query_bound(query.len,
                     size_times(count > more ? count : more, to.len ? size_times(to.len, 3) : 1));
}
