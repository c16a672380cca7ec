/* SPDX-License-Identifier: MIT */
/* Search parameters (URL standard, "application/x-www-form-urlencoded" and "URLSearchParams class"). */
#include "text/text.h"
#include "text/utf8.h"
#include "uriel_url.h"

/* ---- Scalar values ---------------------------------------------------------------------------- */

/* A text read as UTF-8, with U+FFFD for malformed sequences (Encoding standard, "UTF-8 decoder").
 * `encoded`: a name or value of a query, in form encoding. */
typedef struct form_text {
  const char *at, *end;
  bool encoded;
} form_text;

static form_text form_of(uriel_text text, bool encoded)
{
  /* No arithmetic on NULL. */
  const uriel_text given = text.len ? text : (uriel_text){"", 0};
  return (form_text){given.ptr, given.ptr + given.len, encoded};
}

/* Returns the byte at f->at, decoded, and sets *next to where the one after it begins. */
static inline unsigned form_byte(const form_text *f, const char **next)
{
  if (f->encoded && triplet_at(f->at, f->end)) {
    *next = f->at + 3;
    return triplet_value(f->at);
  }
  *next = f->at + 1;
  return f->encoded && *f->at == '+' ? ' ' : (unsigned char)*f->at;
}

/* Reads the rest of a character after its first byte. A byte that cannot continue it is not consumed. */
static uint32_t form_continued(form_text *f, unsigned lead)
{
  enum { REPLACEMENT = 0xFFFD };
  if (lead < 0xC2 || lead > 0xF4)
    return REPLACEMENT;
  unsigned low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  unsigned high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  unsigned more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
  uint32_t scalar = lead & (0x3Fu >> more);
  for (; more > 0; more--) {
    const char *next = f->at;
    const unsigned byte = f->at < f->end ? form_byte(f, &next) : 0;
    if (byte < low || byte > high)
      return REPLACEMENT;
    f->at = next;
    scalar = scalar << 6 | (byte & 0x3F);
    low = 0x80;
    high = 0xBF;
  }
  return scalar;
}

/* Returns the next scalar value; f->at is before f->end. */
static inline uint32_t form_scalar(form_text *f)
{
  const char *next;
  const unsigned byte = form_byte(f, &next);
  f->at = next;
  return byte < 0x80 ? byte : form_continued(f, byte);
}

/* Returns a number < 0 if the text of `a` comes before that of `b` by UTF-16 code units, 0 if they are
 * equal, > 0 otherwise. Surrogates come before U+E000 to U+FFFF. */
static int form_compare(form_text a, form_text b)
{
  while (a.at < a.end && b.at < b.end) {
    uint32_t one = form_scalar(&a), other = form_scalar(&b);
    if (one == other)
      continue;
    one += one >= 0xE000 && one < 0x10000 ? 0x110000 : 0;
    other += other >= 0xE000 && other < 0x10000 ? 0x110000 : 0;
    return one < other ? -1 : 1;
  }
  return (a.at < a.end) - (b.at < b.end);
}

static bool form_equal(uriel_text encoded, uriel_text plain)
{
  return form_compare(form_of(encoded, true), form_of(plain, false)) == 0;
}

/* ---- Writing ---------------------------------------------------------------------------------- */

static void write_form_scalar(writer *w, uint32_t scalar)
{
  char bytes[4];
  const size_t n = uriel_utf8_encode(scalar, bytes);
  for (size_t i = 0; i < n; i++)
    if (byte_is(bytes[i], BYTE_FORM))
      write_byte(w, bytes[i]);
    else if (bytes[i] == ' ')
      write_byte(w, '+');
    else
      write_triplet(w, (unsigned char)bytes[i]);
}

/* Writes the text in form encoding. */
static void write_form(writer *w, form_text f)
{
  while (f.at < f.end) {
    const char *const begin = f.at;
    while (f.at < f.end && byte_is(*f.at, BYTE_FORM))
      f.at++;
    if (f.at > begin)
      write_view(w, view_of(begin, f.at));
    else
      write_form_scalar(w, form_scalar(&f));
  }
}

static void write_pair(writer *w, form_text name, form_text value)
{
  if (w->len > 0)
    write_byte(w, '&');
  write_form(w, name);
  write_byte(w, '=');
  write_form(w, value);
}

size_t uriel_params_decode(uriel_text text, char *out, size_t capacity)
{
  writer w = writer_to(out, capacity);
  for (form_text f = form_of(text, true); f.at < f.end;) {
    char bytes[4];
    const uint32_t scalar = form_scalar(&f);
    if (scalar < 0x80)
      write_byte(&w, (char)scalar);
    else
      uriel_write_bytes(&w, bytes, uriel_utf8_encode(scalar, bytes));
  }
  return w.len;
}

size_t uriel_params_write(const uriel_param *params, size_t count, char *out, size_t capacity)
{
  writer w = writer_to(out, capacity);
  for (size_t i = 0; i < count; i++)
    write_pair(&w, form_of(params[i].name, false), form_of(params[i].value, false));
  return w.len;
}

/* ---- Searching -------------------------------------------------------------------------------- */

bool uriel_params_next(uriel_text *rest, uriel_text name, uriel_text *value)
{
  uriel_text found;
  while (uriel_query_next(rest, &found, value, 0))
    if (form_equal(found, name)) {
      if (!view_defined(*value))
        *value = (uriel_text){"", 0};
      return true;
    }
  *value = view_undefined();
  return false;
}

size_t uriel_params_get(uriel_text query, uriel_text name, char *out, size_t capacity)
{
  uriel_text value;
  return uriel_params_next(&query, name, &value) ? uriel_params_decode(value, out, capacity)
                                                 : URIEL_FAILED;
}

bool uriel_params_has(uriel_text query, uriel_text name, uriel_text value)
{
  uriel_text found;
  while (uriel_params_next(&query, name, &found))
    if (!view_defined(value) || form_equal(found, value))
      return true;
  return false;
}

size_t uriel_params_count(uriel_text query)
{
  size_t count = 0;
  for (uriel_text name, value; uriel_query_next(&query, &name, &value, 0);)
    count++;
  return count;
}

/* ---- Editing ---------------------------------------------------------------------------------- */

size_t uriel_params_serialize(uriel_text query, char *out, size_t capacity)
{
  writer w = writer_to(out, capacity);
  for (uriel_text name, value; uriel_query_next(&query, &name, &value, 0);)
    write_pair(&w, form_of(name, true), form_of(value, true));
  return w.len;
}

size_t uriel_params_append(uriel_text query, uriel_text name, uriel_text value, char *out,
                           size_t capacity)
{
  writer w = writer_to(out, capacity);
  w.len = uriel_params_serialize(query, out, capacity);
  write_pair(&w, form_of(name, false), form_of(value, false));
  return w.len;
}

size_t uriel_params_set(uriel_text query, uriel_text name, uriel_text value, char *out, size_t capacity)
{
  writer w = writer_to(out, capacity);
  bool set = false;
  for (uriel_text key, old; uriel_query_next(&query, &key, &old, 0);) {
    const bool named = form_equal(key, name);
    if (!named)
      write_pair(&w, form_of(key, true), form_of(old, true));
    else if (!set)
      write_pair(&w, form_of(key, true), form_of(value, false));
    set |= named;
  }
  if (!set)
    write_pair(&w, form_of(name, false), form_of(value, false));
  return w.len;
}

size_t uriel_params_delete(uriel_text query, uriel_text name, uriel_text value, char *out,
                           size_t capacity)
{
  writer w = writer_to(out, capacity);
  for (uriel_text key, old; uriel_query_next(&query, &key, &old, 0);)
    if (!form_equal(key, name) || (view_defined(value) && !form_equal(old, value)))
      write_pair(&w, form_of(key, true), form_of(old, true));
  return w.len;
}

/* ---- Sorting ---------------------------------------------------------------------------------- */

/* The pair's name; its value goes to *value. */
static uriel_text pair_split(uriel_text pair, uriel_text *value)
{
  uriel_text name = {"", 0};
  (void)uriel_query_next(&pair, &name, value, 0);
  return name;
}

/* Pairs with equal names keep their order, which is that of their addresses. */
static bool pair_before(uriel_text a, uriel_text b, unsigned options)
{
  (void)options;
  uriel_text value;
  const int order =
      form_compare(form_of(pair_split(a, &value), true), form_of(pair_split(b, &value), true));
  return order < 0 || (order == 0 && a.ptr < b.ptr);
}

size_t uriel_params_sort(uriel_text query, uriel_text *scratch, size_t count, char *out, size_t capacity)
{
  size_t n = 0;
  for (uriel_text name, value; uriel_query_next(&query, &name, &value, 0); n++) {
    if (n == count)
      return URIEL_FAILED;
    scratch[n] = view_of(name.ptr, query.ptr);
  }
  uriel_sort_texts(scratch, n, pair_before, 0);
  writer w = writer_to(out, capacity);
  for (size_t i = 0; i < n; i++) {
    uriel_text value;
    const uriel_text name = pair_split(scratch[i], &value);
    write_pair(&w, form_of(name, true), form_of(value, true));
  }
  return w.len;
}

/* A malformed byte becomes "%EF%BF%BD"; each pair gets "=", and a new one "&". */
size_t uriel_params_bound(uriel_text query, uriel_text name, uriel_text value)
{
  const size_t len = size_add(query.len, size_add(name.len, value.len));
  const size_t most = size_add(size_times(len, 9), 3);
  return most < (size_t)PTRDIFF_MAX ? most : (size_t)PTRDIFF_MAX;
}
