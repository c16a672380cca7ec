/* SPDX-License-Identifier: MIT */
/* The parameters of a query: RFC 3986, 3.4, with all other bytes kept; and the URL standard's
 * "application/x-www-form-urlencoded" and "URLSearchParams class". */
#include "uriel_query.h"

#include "text/text.h"
#include "text/utf8.h"
#include "uri/encode.h"

enum { QUERY_CHARACTERS = URIEL_QUERY_FORM & ~URIEL_QUERY_PLUS };

/* ---- Reading ---------------------------------------------------------------------------------- */

bool uriel_query_next(uriel_text *rest, uriel_param *param, unsigned options)
{
  if (rest->len == 0)
    return false;
  const char semicolon = options & URIEL_QUERY_SEMICOLON ? ';' : '&';
  const char *begin = rest->ptr;
  const char *const end = begin + rest->len;
  while (begin < end && (*begin == '&' || *begin == semicolon))
    begin++;
  const char *at = begin;
  if (semicolon == '&')
    at = view_find(at, end, '&');
  while (at < end && *at != '&' && *at != semicolon)
    at++;
  const char *const equals = view_find(begin, at, '=');
  param->name = view_of(begin, equals);
  param->value = equals == at ? view_undefined() : view_of(equals + 1, at);
  *rest = view_of(at, end);
  return at > begin;
}

/* A name or a value, read in units: characters with URIEL_QUERY_FORM, else bytes. */
typedef struct query_reader {
  const char *at, *end;
  bool encoded; /* of a query */
  unsigned options;
} query_reader;

/* No arithmetic on NULL. */
static uriel_text query_given(uriel_text text)
{
  return text.len ? text : (uriel_text){"", 0};
}

static inline query_reader query_read(uriel_text text, bool encoded, unsigned options)
{
  const uriel_text given = query_given(text);
  return (query_reader){given.ptr, given.ptr + given.len, encoded, options};
}

/* Returns the byte at r->at, decoded, and sets *next to where the one after it begins. */
static inline unsigned query_byte(const query_reader *r, const char **next)
{
  if (r->encoded && triplet_at(r->at, r->end)) {
    *next = r->at + 3;
    return triplet_value(r->at);
  }
  *next = r->at + 1;
  return *r->at == '+' && r->encoded && (r->options & URIEL_QUERY_PLUS) ? ' ' : (unsigned char)*r->at;
}

/* Reads the rest of a character after its first byte (Encoding standard, "UTF-8 decoder"). A byte that
 * cannot continue it is not consumed. */
static uint32_t query_character(query_reader *r, unsigned lead)
{
  enum { REPLACEMENT = 0xFFFD };
  if (lead < 0xC2 || lead > 0xF4)
    return REPLACEMENT;
  unsigned low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  unsigned high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  unsigned more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
  uint32_t scalar = lead & (0x3Fu >> more);
  for (; more > 0; more--) {
    const char *next = r->at;
    const unsigned byte = r->at < r->end ? query_byte(r, &next) : 0;
    if (byte < low || byte > high)
      return REPLACEMENT;
    r->at = next;
    scalar = scalar << 6 | (byte & 0x3F);
    low = 0x80;
    high = 0xBF;
  }
  return scalar;
}

/* Returns the next unit; r->at is before r->end. */
static inline uint32_t query_unit(query_reader *r)
{
  const char *next;
  const unsigned byte = query_byte(r, &next);
  r->at = next;
  if (byte >= 0x80 && (r->options & QUERY_CHARACTERS))
    return query_character(r, byte);
  return r->options & URIEL_QUERY_FOLD ? (unsigned char)byte_lower((char)byte) : byte;
}

bool uriel_query_is(uriel_text encoded, const char *text, size_t len, unsigned options)
{
  if (options & URIEL_QUERY_GLOB)
    return uriel_glob_matches(encoded.ptr, encoded.len, text, len, options | URIEL_GLOB_DECODED);
  query_reader key = query_read(encoded, true, options);
  query_reader name = query_read((uriel_text){text, len}, false, options);
  while (key.at < key.end && name.at < name.end)
    if (query_unit(&key) != query_unit(&name))
      return false;
  return key.at == key.end && name.at == name.end;
}

size_t uriel_query_decode(uriel_text encoded, unsigned options, char *out, size_t capacity)
{
  if (!(options & QUERY_CHARACTERS))
    return uriel_decode(encoded.ptr, encoded.len, options & URIEL_QUERY_PLUS, out, capacity, NULL);
  writer w = writer_to(out, capacity);
  for (query_reader r = query_read(encoded, true, URIEL_QUERY_FORM); r.at < r.end;) {
    char bytes[4];
    const uint32_t unit = query_unit(&r);
    if (unit < 0x80)
      write_byte(&w, (char)unit);
    else
      uriel_write_bytes(&w, bytes, uriel_utf8_write(bytes, unit));
  }
  return w.len;
}

size_t uriel_query_get(uriel_text query, const char *name, size_t len, unsigned options, char *out,
                       size_t capacity)
{
  for (uriel_param param; uriel_query_next(&query, &param, options);)
    if (uriel_query_is(param.name, name, len, options))
      return view_defined(param.value) || (options & QUERY_CHARACTERS)
                 ? uriel_query_decode(param.value, options, out, capacity)
                 : URIEL_FAILED;
  return URIEL_FAILED;
}

size_t uriel_query_count(uriel_text query, unsigned options)
{
  size_t count = 0;
  for (uriel_param param; uriel_query_next(&query, &param, options);)
    count++;
  return count;
}

/* ---- Editing ---------------------------------------------------------------------------------- */

/* An edit in progress: the bytes from `from` on are not written yet. With `one_form`, every parameter is
 * encoded again, and nothing is copied. */
typedef struct query_edit {
  writer w;
  unsigned options;
  bool one_form;
  uriel_text rest;
  uriel_param param; /* the current one */
  const char *from;
} query_edit;

/* A name or a value to write. */
typedef struct query_part {
  uriel_text text;
  bool encoded; /* of a query, not of the caller */
} query_part;

static query_edit query_edit_of(uriel_text query, unsigned options, char *out, size_t capacity)
{
  const uriel_text rest = query_given(query);
  return (query_edit){.w = writer_to(out, capacity),
                      .options = options,
                      .one_form = (options & QUERY_CHARACTERS) != 0,
                      .rest = rest,
                      .from = rest.ptr};
}

static bool query_edit_next(query_edit *e)
{
  return uriel_query_next(&e->rest, &e->param, e->options);
}

static void query_edit_copy(query_edit *e, const char *to)
{
  if (!e->one_form)
    write_view(&e->w, view_of(e->from, to));
  e->from = to;
}

/* Writes a text in form encoding, from characters. */
static void query_write_form(writer *w, query_reader r)
{
  while (r.at < r.end) {
    char bytes[4];
    const char *const begin = r.at;
    r.at = bytes_past(r.at, r.end, BYTE_FORM);
    write_view(w, view_of(begin, r.at));
    const size_t n = r.at < r.end ? uriel_utf8_write(bytes, query_unit(&r)) : 0;
    for (size_t i = 0; i < n; i++)
      if (byte_is(bytes[i], BYTE_FORM))
        write_byte(w, bytes[i]);
      else if (bytes[i] == ' ')
        write_byte(w, '+');
      else
        write_triplet(w, (unsigned char)bytes[i]);
  }
}

static void query_write(query_edit *e, query_part part, uriel_encode_for where)
{
  const bool plus = (e->options & URIEL_QUERY_PLUS) != 0;
  encode_set set = {plus                              ? BYTE_FORM
                    : where == URIEL_ENCODE_QUERY_KEY ? BYTE_KEY
                                                      : BYTE_VALUE,
                    "", "", 0};
  if (e->one_form)
    query_write_form(&e->w, query_read(part.text, part.encoded, URIEL_QUERY_FORM));
  else if (part.encoded)
    write_view(&e->w, part.text);
  else
    uriel_encode_write(&e->w, query_given(part.text), &set, plus ? URIEL_ENCODE_FORM : where,
                       URIEL_ENCODE_PERCENT);
}

static void query_write_param(query_edit *e, query_part name, query_part value)
{
  if (e->one_form && e->w.len > 0)
    write_byte(&e->w, '&');
  query_write(e, name, URIEL_ENCODE_QUERY_KEY);
  /* Without "=", an empty name would not be a parameter. */
  if (e->one_form || view_defined(value.text) || name.text.len == 0)
    write_byte(&e->w, '=');
  query_write(e, value, URIEL_ENCODE_QUERY_VALUE);
}

/* Writes a parameter in place of the current one. */
static void query_edit_write(query_edit *e, query_part name, query_part value)
{
  query_edit_copy(e, e->param.name.ptr);
  query_write_param(e, name, value);
  e->from = e->rest.ptr;
}

static void query_edit_keep(query_edit *e)
{
  if (e->one_form)
    query_edit_write(e, (query_part){e->param.name, true}, (query_part){e->param.value, true});
}

/* Leaves the current parameter out, with the separator before it; that after it, if all before it was
 * left out. */
static void query_edit_remove(query_edit *e)
{
  const bool first = e->from == e->param.name.ptr && e->w.len == 0;
  if (e->from < e->param.name.ptr)
    query_edit_copy(e, e->param.name.ptr - 1);
  e->from = e->rest.ptr + (first && e->rest.len > 0 ? 1 : 0);
}

static void query_edit_append(query_edit *e, const uriel_param *params, size_t count)
{
  const char *const begin = e->from, *const end = e->rest.ptr + e->rest.len;
  bool separated =
      end == begin || end[-1] == '&' || (end[-1] == ';' && (e->options & URIEL_QUERY_SEMICOLON));
  query_edit_copy(e, end);
  for (size_t i = 0; i < count; i++, separated = false) {
    if (!separated && !e->one_form)
      write_byte(&e->w, '&');
    query_write_param(e, (query_part){params[i].name, false}, (query_part){params[i].value, false});
  }
}

/* Writes the rest, sets `result` and returns the length. */
static size_t query_edit_end(query_edit *e, uriel_text *result, bool defined)
{
  query_edit_copy(e, e->rest.ptr + e->rest.len);
  const writer *const w = &e->w;
  const uriel_text written = {w->capacity ? w->out : "", w->len < w->capacity ? w->len : w->capacity};
  if (result)
    *result = defined && !(e->one_form && w->len == 0) ? written : view_undefined();
  return w->len;
}

size_t uriel_query_append(uriel_text *result, uriel_text query, const uriel_param *params, size_t count,
                          unsigned options, char *out, size_t capacity)
{
  query_edit e = query_edit_of(query, options, out, capacity);
  while (e.one_form && query_edit_next(&e))
    query_edit_keep(&e);
  query_edit_append(&e, params, count);
  return query_edit_end(&e, result, view_defined(query) || count > 0);
}

size_t uriel_query_set(uriel_text *result, uriel_text query, uriel_param param, unsigned options,
                       char *out, size_t capacity)
{
  const bool appends = !(options & URIEL_QUERY_REPLACE);
  query_edit e =
      query_edit_of(query, appends ? options & ~(unsigned)URIEL_QUERY_GLOB : options, out, capacity);
  bool set = false;
  while (query_edit_next(&e)) {
    if (!uriel_query_is(e.param.name, param.name.ptr, param.name.len, e.options)) {
      query_edit_keep(&e);
    } else if (set) {
      query_edit_remove(&e);
    } else {
      query_edit_write(&e, (query_part){e.param.name, true}, (query_part){param.value, false});
      set = true;
    }
  }
  if (!set && appends)
    query_edit_append(&e, &param, 1);
  return query_edit_end(&e, result, view_defined(query) || appends);
}

/* Returns whether a parameter is to be removed. */
static bool query_removes(const uriel_param *param, const uriel_param *params, size_t count,
                          unsigned options)
{
  const unsigned exact = options & ~(unsigned)(URIEL_QUERY_FOLD | URIEL_QUERY_GLOB);
  bool found = false;
  for (size_t i = 0; i < count && !found; i++)
    found = uriel_query_is(param->name, params[i].name.ptr, params[i].name.len, options) &&
            (!view_defined(params[i].value) ||
             uriel_query_is(param->value, params[i].value.ptr, params[i].value.len, exact));
  return found != ((options & URIEL_QUERY_EXCEPT) != 0);
}

size_t uriel_query_remove(uriel_text *result, uriel_text query, const uriel_param *params, size_t count,
                          unsigned options, char *out, size_t capacity)
{
  bool some = false, keeps = false;
  uriel_text rest = query;
  for (uriel_param param; !keeps && uriel_query_next(&rest, &param, options); some = true)
    keeps = !query_removes(&param, params, count, options);
  if (some && !keeps)
    query = view_undefined();
  query_edit e = query_edit_of(query, options, out, capacity);
  while (query_edit_next(&e))
    if (query_removes(&e.param, params, count, options))
      query_edit_remove(&e);
    else
      query_edit_keep(&e);
  return query_edit_end(&e, result, view_defined(query));
}

size_t uriel_query_rename(uriel_text *result, uriel_text query, const char *from, size_t from_len,
                          const char *to, size_t to_len, unsigned options, char *out, size_t capacity)
{
  query_edit e = query_edit_of(query, options, out, capacity);
  while (query_edit_next(&e))
    if (uriel_query_is(e.param.name, from, from_len, options))
      query_edit_write(&e, (query_part){{to, to_len}, false}, (query_part){e.param.value, true});
    else
      query_edit_keep(&e);
  return query_edit_end(&e, result, view_defined(query));
}

/* ---- Sorting ---------------------------------------------------------------------------------- */

/* Returns whether the parameter `a` comes before `b`. Parameters of the same name keep their order,
 * which is the order of their addresses. */
static bool query_before(uriel_text a, uriel_text b, unsigned options)
{
  query_reader one = query_read(view_of(a.ptr, view_find(a.ptr, a.ptr + a.len, '=')), true, options);
  query_reader other = query_read(view_of(b.ptr, view_find(b.ptr, b.ptr + b.len, '=')), true, options);
  while (one.at < one.end && other.at < other.end) {
    uint32_t unit = query_unit(&one), other_unit = query_unit(&other);
    if (unit == other_unit)
      continue;
    /* By UTF-16 code units, surrogates come before U+E000 to U+FFFF. */
    unit += unit >= 0xE000 && unit < 0x10000 ? 0x110000 : 0;
    other_unit += other_unit >= 0xE000 && other_unit < 0x10000 ? 0x110000 : 0;
    return unit < other_unit;
  }
  return one.at == one.end && (other.at < other.end || a.ptr < b.ptr);
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
    scratch[n] = view_of(e.param.name.ptr, e.rest.ptr);
  }
  uriel_sort_texts(scratch, n, query_before, options);
  e = begin;
  for (size_t i = 0; query_edit_next(&e); i++) {
    uriel_param param = e.param;
    (void)uriel_query_next(&scratch[i], &param, options);
    query_edit_write(&e, (query_part){param.name, true}, (query_part){param.value, true});
  }
  return query_edit_end(&e, result, view_defined(query));
}

/* ---- Bounds ----------------------------------------------------------------------------------- */

/* Each parameter may get "&" and "=". In one form, a malformed byte becomes "%EF%BF%BD". */
size_t uriel_query_bound(uriel_text query, size_t count, size_t len, unsigned options)
{
  const bool one_form = (options & QUERY_CHARACTERS) != 0;
  const size_t all = one_form ? size_add(size_times(query.len, 9), 1) : query.len;
  const size_t each = size_add(size_times(len, one_form ? 9 : 3), 2);
  const size_t most = size_add(all, size_times(count, each));
  return most < (size_t)PTRDIFF_MAX ? most : (size_t)PTRDIFF_MAX;
}
