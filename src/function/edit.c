/* SPDX-License-Identifier: MIT */
/* Applies changes to references. Each change replaces the text of a component; the texts and the result
 * share the caller's buffer. */
#include "function/function.h"
#include "scheme/scheme.h"
#include "text/text.h"
#include "uri/blame.h"
#include "uri/build.h"
#include "uri/component.h"
#include "uri/segments.h"
#include "uriel_query.h"
#include "url/url.h"

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

/* Fails with an error in the text: at `offset`, or of a part. */
static bool edit_fail(editing *e, uriel_error_code code, uriel_component component, size_t offset,
                      const char *part, uriel_text text)
{
  *e->error = (uriel_error){
      .code = code, .component = component, .offset = offset, .length = text.len, .part = part};
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
    return edit_fail(e, URIEL_ERROR_BUFFER_TOO_SMALL, URIEL_REFERENCE, 0, NULL, view_undefined());
  *text = (uriel_text){len > 0 ? e->at : "", len};
  e->at += len;
  return true;
}

static uriel_text *edit_component(uriel_parts *parts, uriel_component component)
{
  static const size_t places[] = {
      [URIEL_REFERENCE] = offsetof(uriel_parts, fragment), /* not used */
      [URIEL_SCHEME] = offsetof(uriel_parts, scheme),
      [URIEL_AUTHORITY] = offsetof(uriel_parts, fragment), /* not used */
      [URIEL_USERINFO] = offsetof(uriel_parts, userinfo),
      [URIEL_HOST] = offsetof(uriel_parts, host),
      [URIEL_PORT] = offsetof(uriel_parts, port),
      [URIEL_PATH] = offsetof(uriel_parts, path),
      [URIEL_QUERY] = offsetof(uriel_parts, query),
      [URIEL_FRAGMENT] = offsetof(uriel_parts, fragment),
  };
  return (uriel_text *)(void *)((char *)parts + places[component]);
}

/* Returns whether a change does not apply to a thing, given whether the reference `has` it. */
static bool edit_skips(const uriel_change *change, bool has)
{
  return (change->options & URIEL_CHANGE_IF_UNDEFINED) ? has
                                                       : change->kind == URIEL_CHANGE_REPLACE && !has;
}

/* Sets user information, host and port, or removes them. */
static bool edit_authority(editing *e, const uriel_change *change)
{
  uriel_ref ref;
  uriel_parts set = {.host = view_undefined()};
  const uriel_text value = change->value, text = change->own.key;
  if (edit_skips(change, view_defined(e->parts.host)))
    return true;
  if (change->kind != URIEL_CHANGE_REMOVE) {
    for (size_t i = 0; i < value.len; i++)
      if (bytes_have("/?#", (unsigned char)value.ptr[i])) {
        edit_fail(e, URIEL_ERROR_HOST_CHARACTER, URIEL_HOST, i, NULL, value);
        e->error->begin = i;
        e->error->length -= i;
        e->error->blamed = i + 1;
        return false;
      }
    if (!uriel_parse_as(&ref, text.ptr, text.len, e->spec, e->options | URIEL_PARSE_PARTIAL, e->error)) {
      e->error->offset -= 2;
      e->error->begin -= 2;
      if (e->error->blamed)
        e->error->blamed -= 2;
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
  const uriel_text value = change->kind == URIEL_CHANGE_REMOVE ? view_undefined() : change->own.made;
  writer w = edit_writer(e);
  if (edit_skips(change, is_user ? user.len > 0 : view_defined(password)))
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
             edit_fail(e, URIEL_ERROR_PART_MISSING, URIEL_PATH, path.len, "segment", e->parts.path);
    begin = (size_t)(found.ptr - path.ptr);
    end = begin + found.len;
  }
  if (change->own.dots != SIZE_MAX)
    return edit_fail(e, URIEL_ERROR_PART_FORM, URIEL_PATH, change->own.dots, "segment",
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

/* Writes the query with a parameter set, or with all that match; returns false if none matches. */
static bool edit_write_found(writer *w, const uriel_change *change, uriel_text query)
{
  const bool each = change->own.glob;
  const unsigned options =
      (change->options & EDIT_QUERY_OPTIONS) | (each ? (unsigned)URIEL_QUERY_GLOB : 0);
  const char *from = query.ptr;
  bool set = false;
  uriel_text rest = query;
  for (uriel_param param; uriel_query_next(&rest, &param, options);) {
    if (!uriel_query_is(param.name, change->own.key.ptr, change->own.key.len, options))
      continue;
    if (change->options & URIEL_CHANGE_IF_UNDEFINED) {
      set = true;
      break;
    }
    if (!set || each) {
      write_view(w, view_of(from, param.name.ptr + param.name.len));
      write_view(w, change->own.made);
    } else if (from < param.name.ptr) { /* removed, with the separator before it */
      write_view(w, view_of(from, param.name.ptr - 1));
    }
    from = rest.ptr;
    set = true;
  }
  if (set)
    write_view(w, view_of(from, query.ptr + query.len));
  return set;
}

/* Sorts parameters. Their texts are aligned in the buffer after the result. */
static bool edit_sort(editing *e, unsigned options, uriel_text query, uriel_text *result)
{
  const size_t count = uriel_query_count(query, options);
  const size_t begin = query.len + size_to_align(e->at + query.len, sizeof(void *));
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
  uriel_text rest = query;
  const char *end = query.ptr; /* of the parameter before */
  for (uriel_param param; uriel_query_next(&rest, &param, options);) {
    if (w->len > 0)
      write_byte(w, *end);
    end = rest.ptr;
    write_view(w, view_of(param.name.ptr, end));
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
  const uriel_text added = change->own.place == EDIT_WHOLE ? change->own.made : change->own.pair;
  uriel_text query = e->parts.query;
  if (query.len == 0) {
    if (adds && change->separator == 0)
      e->parts.query = added;
    if (!adds || change->separator == 0)
      return true;
  }
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
  size_t len = query.len; /* of the result, which may not fit */
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
    len = uriel_query_strip_tracking(&result, query, e->parts.host, out, left);
    break;
  case URIEL_CHANGE_RENAME:
    len = uriel_query_rename(&result, query, key.ptr, key.len, change->value.ptr, change->value.len,
                             options, out, left);
    break;
  case URIEL_CHANGE_REMOVE:
    len = uriel_query_remove(&result, query, &(uriel_param){.name = key}, 1, globs, out, left);
    break;
  default:
    written = change->kind != URIEL_CHANGE_APPEND && edit_write_found(&w, change, query);
    if (!written && adds) {
      const char last = query.len > 0 ? query.ptr[query.len - 1] : '&';
      write_view(&w, query);
      if (last != '&' && !(last == ';' && (options & URIEL_QUERY_SEMICOLON)))
        write_byte(&w, '&');
      write_view(&w, added);
      written = true;
    }
    break;
  }
  if (written)
    result = (uriel_text){out, w.len};
  else if (view_defined(result) && result.ptr != query.ptr)
    result.len = len;
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

/* Writes the reference of the parts. Valid components parse again if there is a host before a path with
 * "/" (RFC 3986, 3.3), or if only query and fragment are changed, which uriel_edit writes itself. */
static size_t edit_build(const editing *e, const uriel_ref *ref, char *out, size_t capacity)
{
  const uriel_parts *const p = &e->parts;
  const bool rooted = !e->tail && view_defined(p->host) && (p->path.len == 0 || p->path.ptr[0] == '/');
  const size_t bound = p->scheme.len + p->userinfo.len + p->host.len + p->port.len + p->path.len +
                       p->query.len + p->fragment.len + sizeof "://@:?#"; /* all in memory */
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
  if (e->unchecked || !rooted || bound > capacity || bound > UINT32_MAX) {
    uriel_parts parts = ref && e->tail ? uriel_parts_of(ref) : *p;
    parts.query = p->query;
    parts.fragment = p->fragment;
    len = uriel_build_changed(&parts, e->unchecked, out, capacity, e->error);
    if (len == URIEL_FAILED)
      *e->text = *edit_component(&parts, e->error->component);
    return len;
  }
  char *to = edit_put(out, 0, p->scheme);
  to = edit_put(to, view_defined(p->scheme) ? ':' : 0, uriel_text_of("//"));
  to = edit_put(to, 0, p->userinfo);
  to = edit_put(to, view_defined(p->userinfo) ? '@' : 0, p->host);
  to = edit_put(to, ':', p->port);
  to = edit_put(to, 0, p->path);
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
  for (; uriel_list_next(&rest, &item, kind->separator); begin = 1) {
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
  return same || edit_fail(e, URIEL_ERROR_PARTS_DIFFER, URIEL_REFERENCE, 0, "scheme",
                           (uriel_text){ref->text, ref->length});
}

/* Changes a part of the struct. A list has its items encoded, between separators. */
static bool edit_part_text(editing *e, const uriel_change *change, uriel_text *part)
{
  const scheme_part *const kind = change->own.part;
  const bool append = change->kind == URIEL_CHANGE_APPEND && part->ptr;
  if (edit_skips(change, view_defined(*part)))
    return true;
  if (change->kind == URIEL_CHANGE_REMOVE || !kind->separator) {
    *part = change->kind == URIEL_CHANGE_REMOVE ? view_undefined() : change->value;
    return !append ||
           edit_fail(e, URIEL_ERROR_PART_NOT_ALLOWED, URIEL_REFERENCE, 0, kind->name, change->value);
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
 * another scheme is unchanged. */
static bool edit_part(editing *e, const uriel_change *change)
{
  const scheme *const s = change->own.scheme;
  const scheme_part *const kind = change->own.part;
  const uriel_text fragment = e->parts.fragment, name = change->own.key;
  scheme_parts all;
  uriel_ref ref;
  uriel_text text;
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
  for (size_t i = 0; i < s->part_count; i++)
    if (!edit_respell(e, &s->parts[i], &all.at[i]))
      return false;
  if (!edit_check_lossless(e, s, &all, &ref))
    return false;
  if (!edit_part_text(e, change, &all.at[kind - s->parts]))
    return false;
  const uriel_text part = all.at[kind - s->parts];
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
  if (!edit_skips(change, component == URIEL_PATH ? part->len > 0 : view_defined(*part)))
    *part = change->kind == URIEL_CHANGE_REMOVE ? view_undefined() : change->own.made;
  return true;
}

/* ---- A reference ------------------------------------------------------------------------------ */

/* Applies a change to a URL by the setter of the URL standard. */
static bool edit_url(editing *e, const uriel_change *change, uriel_ref *url)
{
  const uriel_component component = change->own.component;
  const uriel_url_attribute attribute = (uriel_url_attribute)change->own.attribute;
  const bool login = change->own.place == EDIT_USER || change->own.place == EDIT_PASSWORD;
  uint16_t number;
  bool took;
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
  const size_t len =
      uriel_url_change(url, url, attribute, value, &took, e->at, (size_t)(e->end - e->at));
  if (len != URIEL_FAILED && !edit_take(e, len, &text))
    return false;
  /* The setter ignores a value that the URL cannot have, and what follows a scheme or a port. */
  if (attribute == URIEL_URL_PROTOCOL)
    took = url->scheme_end == value.len && fold_equal(url->text, value.ptr, value.len);
  else if (login || attribute == URIEL_URL_PORT)
    took = value.len == 0 || (took && (login || uriel_port_parse(&number, value.ptr, value.len, NULL)));
  if (len != URIEL_FAILED && took)
    return true;
  return edit_fail(e, URIEL_ERROR_PART_NOT_ALLOWED, component, 0, "value",
                   change->own.place == EDIT_PASSWORD ? view_undefined() : value);
}

size_t uriel_edit(uriel_text *text, const uriel_ref *ref, const uriel_change *changes, size_t count,
                  unsigned options, char *out, size_t capacity, uriel_error *error)
{
  uriel_error unread;
  uriel_text nowhere;
  bool tail = uriel_spec_of(ref) == URIEL_SPEC_RFC3986, fits = true;
  for (size_t i = 0; i < count; i++) {
    tail &= changes[i].own.component >= URIEL_QUERY;
    fits &= changes[i].own.fits;
  }
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
  /* The head of the result, up to its query, stays free, so that the query is often written in place. */
  const bool placed = tail && fits && ref->path_end < capacity;
  if (placed)
    e.at = out + ref->path_end + 1;
  for (size_t i = 0; i < count; i++)
    if (!edit_apply(&e, &changes[i]))
      return URIEL_FAILED;
  const size_t most = ref->path_end + e.parts.query.len + e.parts.fragment.len + 2;
  if (placed && most <= capacity && most <= UINT32_MAX) {
    memcpy(out, ref->text, ref->path_end);
    char *to = out + ref->path_end;
    if (view_defined(e.parts.query)) {
      *to++ = '?';
      if (e.parts.query.ptr != to)
        memmove(to, e.parts.query.ptr, e.parts.query.len);
      to += e.parts.query.len;
    }
    return (size_t)(edit_put(to, '#', e.parts.fragment) - out);
  }
  uriel_text edited;
  const size_t len = edit_build(&e, ref, e.at, (size_t)(e.end - e.at));
  if (len == URIEL_FAILED || !edit_take(&e, len, &edited))
    return URIEL_FAILED;
  if (edited.ptr != out)
    memmove(out, edited.ptr, len);
  return len;
}
