/* SPDX-License-Identifier: MIT */
/* Changes of references: edit(u, changes) and `uriel edit`. A change is read once, and encoded for a
 * document. To edit a reference, each change replaces the text of a component; the texts and the result
 * share the caller's buffer. */
#include "function/function.h"
#include "scheme/scheme.h"
#include "text/text.h"
#include "uri/blame.h"
#include "uri/build.h"
#include "uri/component.h"
#include "uri/encode.h"
#include "uri/segments.h"
#include "uriel_query.h"
#include "uriel_url.h"

typedef enum edit_place {
  EDIT_WHOLE,
  EDIT_USER,
  EDIT_PASSWORD,
  EDIT_SEGMENT,
  EDIT_PARAMETER,
  EDIT_PART
} edit_place;

enum {
  EDIT_QUERY_OPTIONS = URIEL_QUERY_SEMICOLON | URIEL_QUERY_FORM | URIEL_QUERY_FOLD,
  EDIT_MORE = 16 /* delimiters that a change adds, and more */
};

/* ---- Reading a change ------------------------------------------------------------------------- */

static bool edit_read_segment(uriel_change *change, uriel_text number)
{
  const bool back = number.len > 0 && number.ptr[0] == '-';
  int64_t value = 0;
  if (number.len == back || number.len > 9)
    return false;
  for (size_t i = back; i < number.len; i++) {
    if (!byte_is(number.ptr[i], BYTE_DIGIT))
      return false;
    value = value * 10 + (number.ptr[i] - '0');
  }
  change->own.segment = back ? -value : value;
  return value != 0;
}

/* Reads "host", "path.1", "query.q", "ftp.type". A component that the URL standard does not set has the
 * attribute HREF. */
static bool edit_read_name(uriel_change *change)
{
  static const struct {
    const char *name;
    edit_place place;
    uriel_component component;
    uriel_url_attribute attribute;
  } names[] = {
      {"scheme", EDIT_WHOLE, URIEL_SCHEME, URIEL_URL_PROTOCOL},
      {"authority", EDIT_WHOLE, URIEL_AUTHORITY, URIEL_URL_HREF},
      {"userinfo", EDIT_WHOLE, URIEL_USERINFO, URIEL_URL_HREF},
      {"user", EDIT_USER, URIEL_USERINFO, URIEL_URL_USERNAME},
      {"password", EDIT_PASSWORD, URIEL_USERINFO, URIEL_URL_PASSWORD},
      {"host", EDIT_WHOLE, URIEL_HOST, URIEL_URL_HOSTNAME},
      {"port", EDIT_WHOLE, URIEL_PORT, URIEL_URL_PORT},
      {"path", EDIT_WHOLE, URIEL_PATH, URIEL_URL_PATHNAME},
      {"query", EDIT_WHOLE, URIEL_QUERY, URIEL_URL_SEARCH},
      {"fragment", EDIT_WHOLE, URIEL_FRAGMENT, URIEL_URL_HASH},
  };
  uriel_text rest = change->name;
  const uriel_text word = view_take(&rest, '.');
  size_t i = 0;
  while (i < sizeof names / sizeof *names && !view_equal(word, uriel_text_of(names[i].name)))
    i++;
  if (i < sizeof names / sizeof *names) {
    change->own.place = (int)names[i].place;
    change->own.component = names[i].component;
    change->own.attribute = (int)names[i].attribute;
    if (!view_defined(rest))
      return true;
    change->own.key = rest;
    change->own.place = names[i].component == URIEL_PATH ? EDIT_SEGMENT : EDIT_PARAMETER;
    return names[i].component == URIEL_PATH ? edit_read_segment(change, rest)
                                            : names[i].component == URIEL_QUERY;
  }
  const scheme *const s = view_defined(rest) ? uriel_scheme_of(word) : NULL;
  const scheme_part *part = NULL;
  for (i = 0; s && i < s->part_count; i++)
    if (view_equal(rest, uriel_text_of(s->parts[i].name)) && !view_equal(rest, uriel_text_of("scheme")))
      part = &s->parts[i];
  change->own.place = EDIT_PART;
  change->own.component = URIEL_REFERENCE;
  change->own.attribute = URIEL_URL_HREF;
  change->own.scheme = s;
  change->own.part = part;
  change->own.key = word;
  return part != NULL;
}

/* Reports whether the kind of change applies to what it names. */
static bool edit_is_allowed(const uriel_change *change)
{
  const edit_place place = (edit_place)change->own.place;
  const uriel_component component = change->own.component;
  if ((change->options & URIEL_CHANGE_IF_UNDEFINED) &&
      (change->kind != URIEL_CHANGE_SET || place == EDIT_SEGMENT))
    return false;
  switch (change->kind) {
  case URIEL_CHANGE_REMOVE:
    return true;
  case URIEL_CHANGE_RENAME:
    return place == EDIT_PARAMETER && view_defined(change->value);
  case URIEL_CHANGE_APPEND:
    return place == EDIT_PARAMETER ||
           (view_defined(change->value) &&
            (place == EDIT_PART ||
             (place == EDIT_WHOLE && (component == URIEL_PATH || component == URIEL_QUERY))));
  default:
    return place == EDIT_PARAMETER || view_defined(change->value);
  }
}

/* The text that was written from `begin` on. */
static uriel_text edit_written(const writer *w, size_t begin)
{
  return (uriel_text){w->out + begin, w->len - begin};
}

/* Writes a value encoded for its place. A ":" would end the user. A value that the document cannot
 * encode stays as it is, as a host with a delimiter does, which would hide an error: the result is then
 * not a reference. */
static void edit_write_value(writer *w, const uriel_change *change, uriel_spec spec)
{
  static const uriel_encode_for wheres[] = {
      [URIEL_USERINFO] = URIEL_ENCODE_USERINFO, [URIEL_HOST] = URIEL_ENCODE_HOST,
      [URIEL_PATH] = URIEL_ENCODE_PATH,         [URIEL_QUERY] = URIEL_ENCODE_QUERY,
      [URIEL_FRAGMENT] = URIEL_ENCODE_FRAGMENT,
  };
  const uriel_text value = change->value;
  const uriel_component component = change->own.component;
  const bool triplets = change->options & URIEL_CHANGE_TRIPLETS;
  const bool user = change->own.place == EDIT_USER;
  const bool segment = change->own.place == EDIT_SEGMENT || change->kind == URIEL_CHANGE_APPEND;
  bool raw = component == URIEL_SCHEME || component == URIEL_PORT ||
             (change->options & URIEL_CHANGE_ENCODED) != 0;
  for (size_t i = 0; component == URIEL_HOST && !triplets && i < value.len && value.ptr[0] != '['; i++)
    raw |= bytes_have(":/?#@", (unsigned char)value.ptr[i]);
  if (raw) {
    write_view(w, value);
    return;
  }
  const uriel_encode_for where =
      component == URIEL_PATH && segment ? URIEL_ENCODE_PATH_SEGMENT : wheres[component];
  for (uriel_text rest = value; view_defined(rest);) {
    const uriel_text piece = user ? view_take(&rest, ':') : rest;
    const size_t len =
        uriel_encode_as(piece.ptr, piece.len, spec, where, triplets ? 0 : URIEL_ENCODE_PERCENT,
                        w->out + w->len, w->capacity - w->len, NULL);
    if (len == URIEL_FAILED)
      write_view(w, piece);
    else
      w->len += len;
    if (!user)
      return;
    if (view_defined(rest))
      write_triplet(w, ':');
  }
}

/* Exchanges "&" and the separator of a query, so that functions of queries read it. */
static void edit_swap(char *text, size_t len, char separator)
{
  for (size_t i = 0; i < len; i++)
    text[i] = text[i] == separator ? '&' : text[i] == '&' ? separator : text[i];
}

/* Reads whether the name of a parameter has wildcards. Returns false if it has escaped ones, too. */
static bool edit_read_glob(uriel_change *change)
{
  const uriel_text name = change->own.key;
  bool escaped = false;
  if (change->kind != URIEL_CHANGE_REMOVE && change->kind != URIEL_CHANGE_REPLACE)
    return true;
  for (size_t i = 0; i < name.len; i++) {
    const bool escape =
        name.ptr[i] == '\\' && i + 1 < name.len && bytes_have("*?\\", (unsigned char)name.ptr[i + 1]);
    i += escape;
    const bool wild = bytes_have("*?", (unsigned char)name.ptr[i]);
    escaped |= wild && escape;
    change->own.glob |= wild && !escape;
  }
  return !(escaped && change->own.glob);
}

/* Writes the name of a parameter as it is compared, and the parameter as it is appended, "name=value",
 * whose end takes the place of other values. */
static void edit_write_parameter(writer *w, uriel_change *change)
{
  const bool globs = change->kind == URIEL_CHANGE_REMOVE || change->kind == URIEL_CHANGE_REPLACE;
  const bool raw = (change->options & URIEL_CHANGE_ENCODED) != 0;
  const bool form = (change->options & URIEL_QUERY_FORM) != 0;
  const char separator[] = {change->separator, 0};
  encode_set set = {form ? BYTE_FORM : BYTE_VALUE, separator, "", 0};
  const uriel_text name = change->own.key, value = change->value;
  for (size_t i = 0; i < name.len; i++) {
    i += globs && name.ptr[i] == '\\' && i + 1 < name.len &&
         bytes_have("*?\\", (unsigned char)name.ptr[i + 1]);
    write_byte(w, name.ptr[i]);
  }
  if (raw)
    w->len = uriel_decode(w->out, w->len, 0, w->out, w->len, NULL);
  change->own.key = edit_written(w, 0);
  const size_t begin = w->len;
  w->len +=
      uriel_query_append(NULL, view_undefined(), change->own.key, view_undefined(),
                         change->options & EDIT_QUERY_OPTIONS, w->out + begin, w->capacity - begin);
  const size_t end = w->len - (change->own.key.len == 0); /* an empty name has a "=" already */
  if (view_defined(value) && end == w->len)
    write_byte(w, '=');
  const size_t from = w->len;
  if (raw)
    write_view(w, value);
  else if (value.len > 0)
    uriel_encode_write(w, value, &set, form ? URIEL_ENCODE_FORM : URIEL_ENCODE_QUERY_VALUE,
                       URIEL_ENCODE_PERCENT);
  if (raw && change->separator)
    edit_swap(w->out + from, w->len - from, change->separator);
  change->own.pair = edit_written(w, begin);
  change->own.made = edit_written(w, end);
}

/* Returns where a value has a segment "." or "..", also as "%2E": it would be removed, and another one
 * with it (RFC 3986, 5.2.4 and 6.2.2.2). Browsers also separate segments by "\". */
static size_t edit_find_dots(uriel_text value)
{
  for (size_t end, begin = 0; begin < value.len; begin = end + 1) {
    for (end = begin; end < value.len && value.ptr[end] != '/' && value.ptr[end] != '\\';)
      end++;
    if (uriel_segment_dots((uriel_text){value.ptr + begin, end - begin}, BYTE_UNRESERVED) !=
        SEGMENT_PLAIN)
      return begin;
  }
  return SIZE_MAX;
}

/* Reports whether the text can be in the component of a URI. */
static bool edit_fits(uriel_component component, uriel_text text)
{
  size_t at;
  return uriel_component_error(component, text, &at) == URIEL_ERROR_NONE;
}

size_t uriel_change_read(uriel_change *change, uriel_spec spec, char *out, size_t capacity)
{
  const bool is_url = spec == URIEL_SPEC_WHATWG;
  const size_t most = 4 * (change->name.len + change->value.len) + 4;
  const uriel_text separator = {&change->separator, change->separator != 0};
  memset(&change->own, 0, sizeof change->own);
  change->own.dots = SIZE_MAX;
  change->own.fits = !separator.len || edit_fits(URIEL_QUERY, separator);
  if (change->kind >= URIEL_CHANGE_SORT_QUERY) {
    const bool port = change->kind >= URIEL_CHANGE_DEFAULT_PORT;
    change->own.component = port ? URIEL_PORT : URIEL_QUERY;
    change->own.attribute = port ? URIEL_URL_PORT : URIEL_URL_SEARCH;
    return is_url && change->kind == URIEL_CHANGE_DEFAULT_PORT ? URIEL_FAILED : 0;
  }
  if (!edit_read_name(change) || !edit_is_allowed(change) ||
      (change->own.place == EDIT_PARAMETER && !edit_read_glob(change)) ||
      (is_url && change->own.attribute == URIEL_URL_HREF))
    return URIEL_FAILED;
  if (capacity < most)
    return most;
  writer w = writer_to(out, capacity);
  if (change->own.place == EDIT_PARAMETER) {
    edit_write_parameter(&w, change);
    change->own.fits &= edit_fits(URIEL_QUERY, change->own.pair);
    return w.len;
  }
  if (!view_defined(change->value) || change->own.place == EDIT_PART)
    return 0;
  if (change->own.component == URIEL_AUTHORITY) {
    uriel_write_part(&w, "//", change->value, ""); /* as it is parsed */
    change->own.key = edit_written(&w, 0);
    return w.len;
  }
  edit_write_value(&w, change, is_url ? URIEL_SPEC_RFC3986 : spec);
  change->own.made = edit_written(&w, 0);
  change->own.fits &= edit_fits(change->own.component, change->own.made);
  if (change->own.place == EDIT_SEGMENT || change->kind == URIEL_CHANGE_APPEND)
    change->own.dots = change->own.component == URIEL_PATH && !(change->options & URIEL_CHANGE_DOTS)
                           ? edit_find_dots(change->own.made)
                           : SIZE_MAX;
  if (change->separator && change->own.component == URIEL_QUERY && change->kind == URIEL_CHANGE_APPEND)
    edit_swap(out, w.len, change->separator);
  return w.len;
}

/* ---- Applying a change ------------------------------------------------------------------------ */

/* A reference in changes. */
typedef struct editing {
  uriel_spec spec;
  unsigned options; /* of the result's document */
  uriel_parts parts;
  bool tail; /* the changes are of query and fragment: only these parts, and the host, are set */
  unsigned unchecked; /* 1 << uriel_component of each component whose text may not fit it */
  char *at, *end;     /* the free part of the buffer */
  uriel_error *error;
  uriel_text *text; /* that the error's place is in */
} editing;

static bool edit_fail(editing *e, uriel_error error, uriel_text text)
{
  error.length = text.len - error.begin;
  *e->error = error;
  *e->text = text;
  return false;
}

static writer edit_writer(const editing *e)
{
  return writer_to(e->at, (size_t)(e->end - e->at));
}

/* Takes a text of that length, which was written to the buffer. The bound suffices, unless the caller's
 * buffer is smaller. */
static bool edit_take(editing *e, size_t len, uriel_text *text)
{
  if (len > (size_t)(e->end - e->at))
    return edit_fail(e, (uriel_error){.code = URIEL_ERROR_BUFFER_TOO_SMALL}, view_undefined());
  *text = (uriel_text){len > 0 ? e->at : "", len};
  e->at += len;
  return true;
}

static uriel_text *edit_component(uriel_parts *parts, uriel_component component)
{
  switch (component) {
  case URIEL_SCHEME:
    return &parts->scheme;
  case URIEL_USERINFO:
    return &parts->userinfo;
  case URIEL_HOST:
    return &parts->host;
  case URIEL_PORT:
    return &parts->port;
  case URIEL_PATH:
    return &parts->path;
  case URIEL_QUERY:
    return &parts->query;
  default:
    return &parts->fragment;
  }
}

/* Sets user information, host and port, or removes them. */
static bool edit_authority(editing *e, const uriel_change *change)
{
  uriel_ref ref;
  uriel_parts set = {.host = view_undefined()};
  const uriel_text value = change->value, text = change->own.key;
  const bool has = view_defined(e->parts.host);
  if ((change->options & URIEL_CHANGE_IF_UNDEFINED) ? has : change->kind == URIEL_CHANGE_REPLACE && !has)
    return true;
  if (change->kind != URIEL_CHANGE_REMOVE) {
    for (size_t i = 0; i < value.len; i++)
      if (bytes_have("/?#", (unsigned char)value.ptr[i]))
        return edit_fail(
            e,
            (uriel_error){
                .code = URIEL_ERROR_HOST_CHARACTER, .component = URIEL_HOST, .offset = i, .begin = i},
            value);
    if (!uriel_parse_as(&ref, text.ptr, text.len, e->spec, e->options | URIEL_PARSE_PARTIAL, e->error)) {
      e->error->offset -= 2;
      e->error->begin -= 2;
      *e->text = value;
      return false;
    }
    set = uriel_parts_of(&ref);
  }
  e->parts.userinfo = set.userinfo;
  e->parts.host = set.host;
  e->parts.port = set.port;
  return true;
}

/* Sets or removes the user or the password in the user information. */
static bool edit_login(editing *e, const uriel_change *change)
{
  uriel_text password = e->parts.userinfo;
  uriel_text user = view_take(&password, ':');
  const bool is_user = change->own.place == EDIT_USER;
  const bool given = is_user ? user.len > 0 : view_defined(password);
  const uriel_text value = change->kind == URIEL_CHANGE_REMOVE ? view_undefined() : change->own.made;
  writer w = edit_writer(e);
  if ((change->options & URIEL_CHANGE_IF_UNDEFINED) ? given
                                                    : change->kind == URIEL_CHANGE_REPLACE && !given)
    return true;
  *(is_user ? &user : &password) = value;
  if (user.len == 0 && !view_defined(password) && !view_defined(value)) {
    e->parts.userinfo = view_undefined();
    return true;
  }
  write_view(&w, user);
  uriel_write_part(&w, ":", password, "");
  return edit_take(e, w.len, &e->parts.userinfo);
}

/* Sets a segment, removes it with the "/" before it, or appends one. */
static bool edit_segment(editing *e, const uriel_change *change)
{
  const uriel_text path = view_defined(e->parts.path) ? e->parts.path : uriel_text_of("");
  const int64_t number = change->own.segment;
  const bool removes = change->kind == URIEL_CHANGE_REMOVE;
  writer w = edit_writer(e);
  uriel_text rest = path, found = {path.ptr, 0};
  int64_t count = 0, at = 0;
  size_t begin = path.len, end = path.len;
  if (change->kind != URIEL_CHANGE_APPEND) {
    while (number < 0 && uriel_segment_next(&rest, &found))
      count++;
    const int64_t wanted = number < 0 ? count + 1 + number : number;
    for (rest = path; at < wanted && uriel_segment_next(&rest, &found);)
      at++;
    if (at == 0 || at != wanted)
      return change->kind != URIEL_CHANGE_SET ||
             edit_fail(e,
                       (uriel_error){.code = URIEL_ERROR_PART_MISSING,
                                     .component = URIEL_PATH,
                                     .offset = path.len,
                                     .part = "segment"},
                       e->parts.path);
    begin = (size_t)(found.ptr - path.ptr);
    end = begin + found.len;
  }
  if (change->own.dots != SIZE_MAX)
    return edit_fail(e,
                     (uriel_error){.code = URIEL_ERROR_PART_FORM,
                                   .component = URIEL_PATH,
                                   .offset = change->own.dots,
                                   .part = "segment"},
                     change->own.made);
  if (removes && begin > 0 && (begin > 1 || end == path.len))
    begin--;
  else if (removes && end < path.len)
    end++;
  uriel_write_bytes(&w, path.ptr, begin);
  if (change->kind == URIEL_CHANGE_APPEND &&
      (path.len > 0 ? path.ptr[path.len - 1] != '/' : view_defined(e->parts.host)))
    write_byte(&w, '/');
  if (!removes)
    write_view(&w, change->own.made);
  uriel_write_bytes(&w, path.ptr + end, path.len - end);
  return edit_take(e, w.len, &e->parts.path);
}

/* Writes the query with a parameter set, or with all that match; returns false if it has none. */
static bool edit_write_found(writer *w, const uriel_change *change, uriel_text query)
{
  const bool each = change->own.glob;
  const unsigned options =
      (change->options & EDIT_QUERY_OPTIONS) | (each ? (unsigned)URIEL_QUERY_GLOB : 0);
  const char *from = query.ptr;
  bool set = false;
  uriel_text key, value;
  for (uriel_text rest = query; uriel_query_find(&rest, change->own.key, options, &key, &value);) {
    if (change->options & URIEL_CHANGE_IF_UNDEFINED) {
      set = true;
      break;
    }
    if (!set || each) {
      write_view(w, view_of(from, key.ptr + key.len));
      write_view(w, change->own.made);
    } else if (from < key.ptr) { /* removed, with the separator before it */
      write_view(w, view_of(from, key.ptr - 1));
    }
    from = rest.ptr;
    set = true;
  }
  if (set)
    write_view(w, view_of(from, query.ptr + query.len));
  return set;
}

static void edit_write_appended(writer *w, const uriel_change *change, uriel_text query, uriel_text text)
{
  const char last = query.len > 0 ? query.ptr[query.len - 1] : '&';
  write_view(w, query);
  if (last != '&' && !(last == ';' && (change->options & URIEL_QUERY_SEMICOLON)))
    write_byte(w, '&');
  write_view(w, text);
}

/* Sorts parameters, with room that is aligned for their texts after the result. */
static bool edit_sort(editing *e, unsigned options, uriel_text query, uriel_text *result)
{
  const size_t count = uriel_query_count(query, options);
  const size_t over = (uintptr_t)(e->at + query.len) % sizeof(void *);
  const size_t begin = query.len + (over ? sizeof(void *) - over : 0);
  if (count < 2)
    return true;
  if (size_add(begin, size_times(count, sizeof query)) > (size_t)(e->end - e->at))
    return edit_take(e, SIZE_MAX, result);
  (void)uriel_query_sort(result, query, options, (uriel_text *)(void *)(e->at + begin), count, e->at,
                         query.len);
  return true;
}

/* Removes the empty places between separators. A query without parameters stays. */
static void edit_squeeze(writer *w, unsigned options, uriel_text query)
{
  uriel_text rest = query, key, value;
  const char *end = query.ptr; /* of the parameter before */
  while (uriel_query_next(&rest, options & URIEL_QUERY_SEMICOLON, &key, &value)) {
    if (w->len > 0)
      write_byte(w, *end);
    end = rest.ptr;
    write_view(w, view_of(key.ptr, end));
  }
  if (w->len == 0)
    write_view(w, query);
}

/* Changes the query or a parameter of it. */
static bool edit_query(editing *e, const uriel_change *change)
{
  const unsigned options = change->options & EDIT_QUERY_OPTIONS;
  const unsigned globs = options | (change->own.glob ? (unsigned)URIEL_QUERY_GLOB : 0);
  const uriel_text key = change->own.key;
  const bool adds = change->kind == URIEL_CHANGE_SET || change->kind == URIEL_CHANGE_APPEND;
  uriel_text query = e->parts.query;
  if (!adds && query.len == 0)
    return true;
  if (change->separator && query.len > 0) {
    writer w = edit_writer(e);
    write_view(&w, query);
    if (!edit_take(e, w.len, &query))
      return false;
    edit_swap(e->at - w.len, w.len, change->separator);
  }
  uriel_text result = query;
  char *const out = e->at;
  const size_t left = (size_t)(e->end - out);
  writer w = edit_writer(e);
  bool written = false;
  switch (change->kind) {
  case URIEL_CHANGE_SORT_QUERY:
    if (!edit_sort(e, options, query, &result))
      return false;
    break;
  case URIEL_CHANGE_REMOVE_EMPTY:
    edit_squeeze(&w, options, query);
    written = true;
    break;
  case URIEL_CHANGE_STRIP_TRACKING:
    (void)uriel_query_strip_tracking(&result, query, e->parts.host, out, left);
    break;
  case URIEL_CHANGE_RENAME:
    (void)uriel_query_rename(&result, query, key, change->value, options, out, left);
    break;
  case URIEL_CHANGE_REMOVE:
    (void)uriel_query_remove(&result, query, &key, 1, globs, out, left);
    break;
  default:
    written = change->kind != URIEL_CHANGE_APPEND && edit_write_found(&w, change, query);
    if (!written && adds) {
      edit_write_appended(&w, change, query,
                          change->own.place == EDIT_WHOLE ? change->own.made : change->own.pair);
      written = true;
    }
    break;
  }
  if (written)
    result = (uriel_text){out, w.len};
  if (!written && result.ptr == query.ptr) /* of a copy, not even the separators are changed */
    return true;
  e->parts.query = result;
  if (!view_defined(result))
    return true;
  if (change->separator && result.len <= left)
    edit_swap(out, result.len, change->separator);
  return edit_take(e, result.len, &e->parts.query);
}

static inline char *edit_put(char *to, char delimiter, uriel_text text)
{
  if (!view_defined(text))
    return to;
  *to = delimiter;
  to += delimiter != 0;
  memcpy(to, text.ptr, text.len);
  return to + text.len;
}

/* Writes the reference of the parts. Valid components parse again if only query and
 * fragment are changed, or if there is a host before a path with "/" (RFC 3986, 3.3). */
static size_t edit_build(const editing *e, const uriel_ref *ref, char *out, size_t capacity)
{
  const uriel_parts *const p = &e->parts;
  const bool same = ref && e->tail; /* up to the query */
  const bool rooted = view_defined(p->host) && (p->path.len == 0 || p->path.ptr[0] == '/');
  const size_t head =
      same ? ref->path_end : p->scheme.len + p->userinfo.len + p->host.len + p->port.len + p->path.len;
  const size_t bound = head + p->query.len + p->fragment.len + sizeof "://@:?#"; /* all in memory */
  size_t len;
  if (e->spec != URIEL_SPEC_RFC3986) {
    len = uriel_build_as(p, e->spec, e->options, out, capacity, e->error);
    if (len == URIEL_FAILED) {
      len = uriel_build_as(p, e->spec, e->options, NULL, 0, NULL);
      *e->text = len == URIEL_FAILED ? uriel_text_of("") : (uriel_text){out, len};
      len = URIEL_FAILED;
    }
    return len;
  }
  if (e->unchecked || !(same || rooted) || bound > capacity || bound > UINT32_MAX) {
    uriel_parts parts = same ? uriel_parts_of(ref) : *p;
    parts.query = p->query;
    parts.fragment = p->fragment;
    len = uriel_build_changed(&parts, e->unchecked, out, capacity, e->error);
    if (len == URIEL_FAILED)
      *e->text = *edit_component(&parts, e->error->component);
    return len;
  }
  char *to = out;
  if (same) {
    to = edit_put(to, 0, (uriel_text){ref->text, ref->path_end});
  } else {
    to = edit_put(to, 0, p->scheme);
    to = edit_put(to, view_defined(p->scheme) ? ':' : 0, uriel_text_of("//"));
    to = edit_put(to, 0, p->userinfo);
    to = edit_put(to, view_defined(p->userinfo) ? '@' : 0, p->host);
    to = edit_put(to, ':', p->port);
    to = edit_put(to, 0, p->path);
  }
  to = edit_put(to, '?', p->query);
  to = edit_put(to, '#', p->fragment);
  return (size_t)(to - out);
}

/* Writes the items of a list as they are written when they are given. */
static bool edit_respell(editing *e, const scheme_part *kind, uriel_text *list)
{
  uriel_text item, rest = *list, spelled;
  size_t begin = 0;
  if (!kind->separator || !view_defined(rest))
    return true;
  char *const decoded = e->at;
  if (!edit_take(e, rest.len, &spelled))
    return false;
  writer w = edit_writer(e);
  for (; uriel_list_next(&rest, kind->separator, &item); begin = 1) {
    if (begin)
      write_byte(&w, kind->separator);
    item.len = uriel_decode(item.ptr, item.len, 0, decoded, spelled.len, NULL);
    uriel_scheme_write_item(&w, kind, (uriel_text){decoded, item.len});
  }
  return edit_take(e, w.len, list);
}

/* Checks that building the parts again gives an equivalent URI, up to the case of "type=a". */
static bool edit_check_lossless(editing *e, const scheme *s, const scheme_parts *all,
                                const uriel_ref *ref)
{
  const uriel_ref whole = uriel_without_fragment(ref);
  char *const at = e->at;
  uriel_ref again;
  uriel_text text, a, b;
  const size_t len = uriel_scheme_write(s, all, at, (size_t)(e->end - at), NULL);
  if (len != URIEL_FAILED && !edit_take(e, len, &text))
    return false;
  bool same = len != URIEL_FAILED && uriel_parse(&again, text.ptr, text.len, NULL);
  if (same) {
    again = uriel_without_fragment(&again);
    if (!edit_take(e, uriel_normalize(&again, URIEL_LEVEL_SCHEME, e->at, (size_t)(e->end - e->at)),
                   &a) ||
        !edit_take(e, uriel_normalize(&whole, URIEL_LEVEL_SCHEME, e->at, (size_t)(e->end - e->at)), &b))
      return false;
    same = a.len == b.len && fold_equal(a.ptr, b.ptr, a.len);
  }
  e->at = at;
  return same || edit_fail(e, (uriel_error){.code = URIEL_ERROR_PARTS_DIFFER, .part = "scheme"},
                           (uriel_text){ref->text, ref->length});
}

/* Changes a part of the struct. A list has its items encoded, between separators. */
static bool edit_part_text(editing *e, const uriel_change *change, uriel_text *part)
{
  const scheme_part *const kind = change->own.part;
  const bool append = change->kind == URIEL_CHANGE_APPEND && part->ptr;
  if ((change->options & URIEL_CHANGE_IF_UNDEFINED) ? view_defined(*part)
                                                    : change->kind == URIEL_CHANGE_REPLACE && !part->ptr)
    return true;
  if (change->kind == URIEL_CHANGE_REMOVE || !kind->separator) {
    *part = change->kind == URIEL_CHANGE_REMOVE ? view_undefined() : change->value;
    return !append || edit_fail(e,
                                (uriel_error){.code = URIEL_ERROR_PART_NOT_ALLOWED,
                                              .component = URIEL_REFERENCE,
                                              .part = kind->name},
                                change->value);
  }
  writer w = edit_writer(e);
  if (append) {
    write_view(&w, *part);
    write_byte(&w, kind->separator);
  }
  uriel_text rest = *part;
  uriel_scheme_write_item(&w, kind, change->value);
  if (change->kind == URIEL_CHANGE_REPLACE) /* each of them */
    for (view_take(&rest, kind->separator); view_defined(rest); view_take(&rest, kind->separator)) {
      write_byte(&w, kind->separator);
      uriel_scheme_write_item(&w, kind, change->value);
    }
  return edit_take(e, w.len, part);
}

/* Changes a part that the scheme defines: the URI is taken apart, and built again. A reference of
 * another scheme stays as it is. */
static bool edit_part(editing *e, const uriel_change *change)
{
  const scheme *const s = change->own.scheme;
  const scheme_part *const kind = change->own.part;
  const uriel_text fragment = e->parts.fragment, name = change->own.key;
  scheme_parts all;
  uriel_ref ref;
  uriel_text text, part;
  if (e->parts.scheme.len != name.len || !fold_equal(e->parts.scheme.ptr, name.ptr, name.len))
    return true;
  e->unchecked = ~0u;
  const size_t built = edit_build(e, NULL, e->at, (size_t)(e->end - e->at));
  if (built == URIEL_FAILED || !edit_take(e, built, &text))
    return false;
  *e->text = text;
  if (!uriel_parse_as(&ref, text.ptr, text.len, e->spec, e->options, e->error) ||
      !uriel_scheme_read(s, &all, &ref, e->at, (size_t)(e->end - e->at), e->error))
    return false;
  e->at += ref.length; /* scratch of uriel_scheme_read */
  for (size_t i = 0; i < s->part_count; i++) {
    memcpy(&part, (const char *)&all + s->parts[i].at, sizeof part);
    if (!edit_respell(e, &s->parts[i], &part))
      return false;
    memcpy((char *)&all + s->parts[i].at, &part, sizeof part);
  }
  if (!edit_check_lossless(e, s, &all, &ref))
    return false;
  memcpy(&part, (const char *)&all + kind->at, sizeof part);
  if (!edit_part_text(e, change, &part))
    return false;
  memcpy((char *)&all + kind->at, &part, sizeof part);
  const size_t len = uriel_scheme_write(s, &all, e->at, (size_t)(e->end - e->at), e->error);
  if (len == URIEL_FAILED) {
    const uriel_text blamed = uriel_text_of(e->error->part);
    const bool own = view_defined(blamed) && view_equal(blamed, uriel_text_of(kind->name));
    *e->text = own ? change->value : view_undefined();
    if (own && kind->separator && e->error->offset <= part.len) { /* in an item, which is the value */
      const char *const at = part.ptr + e->error->offset;
      const char *begin = at;
      while (begin > part.ptr && begin[-1] != kind->separator)
        begin--;
      e->error->offset = uriel_decode(begin, (size_t)(at - begin), 0, NULL, 0, NULL);
      e->error->length = change->value.len;
    }
    return false;
  }
  if (!edit_take(e, len, &text))
    return false;
  *e->text = text;
  if (!uriel_parse(&ref, text.ptr, text.len, e->error))
    return false;
  *e->text = view_undefined();
  e->parts = uriel_parts_of(&ref);
  if (!view_defined(e->parts.fragment))
    e->parts.fragment = fragment;
  return true;
}

/* Writes the port, or removes it. */
static bool edit_default_port(editing *e, const uriel_change *change)
{
  const uriel_text name = e->parts.scheme, port = e->parts.port;
  const uriel_scheme_info *const info =
      name.len > 0 ? uriel_scheme_find(NULL, name.ptr, name.len) : NULL;
  const uint16_t usual = info ? info->port : 0;
  uint16_t number;
  if (change->kind == URIEL_CHANGE_DEFAULT_PORT) {
    writer w = edit_writer(e);
    if (!view_defined(e->parts.host) || port.len > 0 || usual == 0)
      return true;
    uriel_write_number(&w, usual);
    return edit_take(e, w.len, &e->parts.port);
  }
  if (port.len == 0 || (uriel_port_parse(&number, port.ptr, port.len, NULL) && number == usual))
    e->parts.port = view_undefined();
  return true;
}

static bool edit_apply(editing *e, const uriel_change *change)
{
  const uriel_component component = change->own.component;
  if (!change->own.fits)
    e->unchecked |= 1u << component;
  if (component == URIEL_QUERY &&
      (change->own.place == EDIT_PARAMETER || change->kind == URIEL_CHANGE_APPEND ||
       change->kind >= URIEL_CHANGE_SORT_QUERY))
    return edit_query(e, change);
  if (component == URIEL_PORT && change->kind >= URIEL_CHANGE_DEFAULT_PORT)
    return edit_default_port(e, change);
  if (component == URIEL_AUTHORITY)
    return edit_authority(e, change);
  if (change->own.place == EDIT_PART)
    return edit_part(e, change);
  if (change->own.place == EDIT_USER || change->own.place == EDIT_PASSWORD)
    return edit_login(e, change);
  if (change->own.place == EDIT_SEGMENT || change->kind == URIEL_CHANGE_APPEND)
    return edit_segment(e, change);
  uriel_text *const part = edit_component(&e->parts, component);
  const bool has = component == URIEL_PATH ? part->len > 0 : view_defined(*part);
  if ((change->options & URIEL_CHANGE_IF_UNDEFINED) ? has : change->kind == URIEL_CHANGE_REPLACE && !has)
    return true;
  *part = change->kind == URIEL_CHANGE_REMOVE ? view_undefined() : change->own.made;
  return true;
}

/* ---- A reference ------------------------------------------------------------------------------ */

/* Reports whether the setter of the URL standard took a value: it ignores one that the URL cannot have.
 */
static bool edit_url_took(editing *e, const uriel_change *change, const uriel_ref *url, uriel_text value)
{
  const uriel_text host = uriel_host(url), protocol = uriel_scheme(url);
  const bool has_server = host.len > 0 && !view_equal(protocol, uriel_text_of("file"));
  uriel_ref other;
  uint16_t number;
  writer w = edit_writer(e);
  switch (change->own.attribute) {
  case URIEL_URL_PROTOCOL:
    return protocol.len == value.len && fold_equal(protocol.ptr, value.ptr, value.len);
  case URIEL_URL_USERNAME:
  case URIEL_URL_PASSWORD:
    return value.len == 0 || has_server;
  case URIEL_URL_PORT:
    return value.len == 0 || (has_server && uriel_port_parse(&number, value.ptr, value.len, NULL));
  case URIEL_URL_PATHNAME:
    return !uriel_url_has_opaque_path(url);
  case URIEL_URL_HOSTNAME:
    uriel_write_part(&w, "", uriel_url_get(url, URIEL_URL_PROTOCOL), "//");
    write_view(&w, value);
    return w.len <= w.capacity && !uriel_url_has_opaque_path(url) &&
           uriel_url_parse(&other, NULL, w.out, w.len, w.out + w.len, w.capacity - w.len, NULL) !=
               URIEL_FAILED &&
           view_equal(uriel_host(&other), host) && !uriel_port(&other).ptr &&
           !uriel_userinfo(&other).ptr;
  default:
    return true;
  }
}

/* Applies a change to a URL by the setter of the URL standard. */
static bool edit_url(editing *e, const uriel_change *change, uriel_ref *url)
{
  const uriel_component component = change->own.component;
  const bool login = change->own.place == EDIT_USER || change->own.place == EDIT_PASSWORD;
  e->parts = uriel_parts_of(url);
  const uriel_text before = *edit_component(&e->parts, component);
  if (!edit_apply(e, change))
    return false;
  uriel_text value = *edit_component(&e->parts, component), text;
  if (view_equal(value, before))
    return true;
  if (login) {
    value = change->kind == URIEL_CHANGE_REMOVE ? view_undefined() : change->own.made;
  } else if (view_defined(value) && (component == URIEL_QUERY || component == URIEL_FRAGMENT)) {
    writer w = edit_writer(e); /* the setter removes one of these */
    uriel_write_part(&w, component == URIEL_QUERY ? "?" : "#", value, "");
    if (!edit_take(e, w.len, &value))
      return false;
  }
  const size_t len = uriel_url_set(url, url, (uriel_url_attribute)change->own.attribute, value.ptr,
                                   value.len, e->at, (size_t)(e->end - e->at));
  if (len != URIEL_FAILED && !edit_take(e, len, &text))
    return false;
  if (len != URIEL_FAILED && edit_url_took(e, change, url, value))
    return true;
  return edit_fail(
      e, (uriel_error){.code = URIEL_ERROR_PART_NOT_ALLOWED, .component = component, .part = "value"},
      change->own.place == EDIT_PASSWORD ? view_undefined() : value);
}

size_t uriel_edit_bound(uriel_spec spec, size_t length, const uriel_change *changes, size_t count)
{
  enum { SORTED = sizeof(uriel_text) / 2 + 1, TAKEN_APART = 8, SET = 3 };
  const bool is_url = spec == URIEL_SPEC_WHATWG;
  size_t most = size_add(length, EDIT_MORE), each = 1, times = 2;
  bool parts = false;
  for (size_t i = 0; i < count; i++) {
    const uriel_change *const change = &changes[i];
    const size_t encoded = size_times(change->value.len, 3);
    const bool part = change->own.place == EDIT_PART;
    most = size_add(most, EDIT_MORE + (part ? encoded : change->own.pair.len + change->own.made.len));
    if (change->own.component == URIEL_AUTHORITY)
      most = size_add(most, change->value.len);
    if (change->kind == URIEL_CHANGE_RENAME || (change->kind == URIEL_CHANGE_REPLACE && part))
      each = size_add(each, encoded + 1);
    else if (change->own.glob)
      each = size_add(each, change->own.made.len);
    /* A change writes a component, after a copy of the query. A sort needs the texts of parameters, a
     * part the reference, what it is taken apart into, and two normal forms. */
    times += (change->kind == URIEL_CHANGE_SORT_QUERY ? (size_t)SORTED : 1) + (change->separator != 0) +
             (part ? TAKEN_APART : 0) + (is_url ? SET : 0);
    parts |= part;
  }
  /* No reference is longer at any time. Parts that are written again are encoded. */
  most = size_times(size_times(most, each), parts ? 3 : 1);
  const uriel_ref nothing = {.text = ""};
  if (is_url)
    most = size_add(uriel_url_set_bound(&nothing, most), length);
  const size_t bound = size_times(most, times);
  return bound < (size_t)PTRDIFF_MAX ? bound : (size_t)PTRDIFF_MAX;
}

size_t uriel_edit(const uriel_ref *ref, const uriel_change *changes, size_t count, unsigned options,
                  char *out, size_t capacity, uriel_error *error, uriel_text *text)
{
  uriel_error unread;
  uriel_text nowhere;
  bool tail = uriel_spec_of(ref) == URIEL_SPEC_RFC3986;
  for (size_t i = 0; i < count; i++)
    tail &= changes[i].own.component >= URIEL_QUERY;
  editing e;
  e.spec = uriel_spec_of(ref);
  e.options = options;
  e.tail = tail;
  e.unchecked = 0;
  e.at = out;
  e.end = out + capacity;
  e.error = error ? error : &unread;
  e.text = text ? text : &nowhere;
  if (tail)
    e.parts = (uriel_parts){
        .host = component_host(ref), .query = component_query(ref), .fragment = component_fragment(ref)};
  else
    e.parts = uriel_parts_of(ref);
  *e.text = view_undefined();
  if (error)
    *error = (uriel_error){.code = URIEL_ERROR_NONE, .spec = e.spec};
  if (uriel_refuse_row(ref, e.error))
    return URIEL_FAILED;
  if (e.spec == URIEL_SPEC_WHATWG) {
    uriel_ref url = *ref;
    for (size_t i = 0; i < count; i++)
      if (!edit_url(&e, &changes[i], &url))
        return URIEL_FAILED;
    if (url.length > capacity) {
      (void)edit_take(&e, SIZE_MAX, &nowhere);
      return URIEL_FAILED;
    }
    memmove(out, url.text, url.length);
    return url.length;
  }
  for (size_t i = 0; i < count; i++)
    if (!edit_apply(&e, &changes[i]))
      return URIEL_FAILED;
  uriel_text edited;
  const size_t len = edit_build(&e, ref, e.at, (size_t)(e.end - e.at));
  if (len == URIEL_FAILED || !edit_take(&e, len, &edited))
    return URIEL_FAILED;
  if (edited.ptr != out)
    memmove(out, edited.ptr, len);
  return len;
}

/* ---- edit(u, changes) --------------------------------------------------------------------------- */

/* Splits "NAME=VALUE", "NAME+=VALUE" or "-NAME". */
static bool edit_split(uriel_change *change, uriel_text text)
{
  *change = (uriel_change){.kind = URIEL_CHANGE_REMOVE, .options = URIEL_CHANGE_DOTS};
  change->value = text;
  if (text.len > 0 && text.ptr[0] == '-') {
    change->name = (uriel_text){text.ptr + 1, text.len - 1};
    change->value = view_undefined();
    return true;
  }
  change->name = view_take(&change->value, '=');
  const bool append = change->name.len > 0 && change->name.ptr[change->name.len - 1] == '+';
  change->kind = append ? URIEL_CHANGE_APPEND : URIEL_CHANGE_SET;
  change->name.len -= append;
  return view_defined(change->value);
}

/* The changes that are read, and their texts, are at the begin of the call's buffer. */
bool uriel_function_edit(function_call *call, uriel_value *result)
{
  const uriel_value *const texts = &call->values[1];
  const uriel_ref *const ref = call->refs[0];
  uriel_change change;
  for (size_t i = 0; i < texts->count; i++)
    if (!edit_split(&change, texts->list[i]) ||
        uriel_change_read(&change, URIEL_SPEC_RFC3986, NULL, 0) == URIEL_FAILED)
      return uriel_function_refuse(call, 1);
  if (!ref || texts->kind == URIEL_KIND_UNDEFINED)
    return true;
  const size_t over = (uintptr_t)call->out % sizeof(void *);
  const size_t skipped = over ? sizeof(void *) - over : 0;
  size_t used = size_add(skipped, size_times(texts->count, sizeof change));
  if (used > call->capacity)
    return uriel_function_small(call->error, used);
  uriel_change *const changes = (uriel_change *)(void *)(call->out + skipped);
  for (size_t i = 0; i < texts->count; i++) {
    (void)edit_split(&changes[i], texts->list[i]);
    const size_t most = 4 * (changes[i].name.len + changes[i].value.len) + 4;
    if (most > call->capacity - used)
      return uriel_function_small(call->error, used + most);
    const size_t len = uriel_change_read(&changes[i], uriel_spec_of(ref), call->out + used, most);
    if (len == URIEL_FAILED) /* URLs do not have it */
      return true;
    used += len;
  }
  call->out += used;
  call->capacity -= used;
  const size_t bound = uriel_edit_bound(uriel_spec_of(ref), ref->length, changes, texts->count);
  if (bound > call->capacity)
    return uriel_function_small(call->error, used + bound);
  return uriel_function_wrote(
      call, result, uriel_edit(ref, changes, texts->count, 0, call->out, call->capacity, NULL, NULL));
}
