/* SPDX-License-Identifier: MIT */
/* edit(u, changes): a reference changed part by part. */
#include "function/function.h"
#include "text/bytes.h"
#include "text/percent.h"
#include "text/writer.h"
#include "uriel_query.h"
#include "uriel_url.h"

typedef enum edit_action { EDIT_SET, EDIT_APPEND, EDIT_REMOVE } edit_action;
typedef enum edit_place {
  EDIT_WHOLE,
  EDIT_USER,
  EDIT_PASSWORD,
  EDIT_SEGMENT,
  EDIT_PARAMETER
} edit_place;

typedef struct edit_change {
  edit_action action;
  edit_place place;
  uriel_component component;
  uriel_url_attribute attribute;
  int64_t segment; /* from 1, or from the last, -1 */
  uriel_text name; /* of a parameter */
  bool glob;       /* the name has wildcards */
  uriel_text value;
  uriel_spec spec;
} edit_change;

/* ---- Reading a change ------------------------------------------------------------------------- */

static bool edit_read_segment(edit_change *change, uriel_text number)
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
  change->segment = back ? -value : value;
  return value != 0;
}

/* Returns whether the name at `at` has an escape: "\\*" and "\\?" are no wildcards. */
static bool edit_is_escape(uriel_text name, size_t at)
{
  return name.ptr[at] == '\\' && at + 1 < name.len &&
         bytes_have("*?\\", (unsigned char)name.ptr[at + 1]);
}

/* Reads whether the name of parameters to remove has wildcards. It cannot have escaped ones too. */
static bool edit_read_glob(edit_change *change)
{
  bool escaped = false;
  for (size_t i = 0; i < change->name.len; i++) {
    const bool escape = edit_is_escape(change->name, i);
    i += escape;
    const bool wild = bytes_have("*?", (unsigned char)change->name.ptr[i]);
    escaped |= wild && escape;
    change->glob |= wild && !escape;
  }
  return !(escaped && change->glob);
}

/* Reads "host", "path.1", "query.q". A whole component that only RFC 3986 names has the attribute HREF.
 */
static bool edit_read_name(edit_change *change, uriel_text name)
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
  uriel_text rest = name;
  const uriel_text word = view_take(&rest, '.');
  size_t i = 0;
  while (i < sizeof names / sizeof *names && !view_equal(word, uriel_text_of(names[i].name)))
    i++;
  if (i == sizeof names / sizeof *names)
    return false;
  change->place = names[i].place;
  change->component = names[i].component;
  change->attribute = names[i].attribute;
  if (!view_defined(rest))
    return true;
  change->name = rest;
  change->place = change->component == URIEL_PATH ? EDIT_SEGMENT : EDIT_PARAMETER;
  return change->component == URIEL_PATH ? edit_read_segment(change, rest)
                                         : change->component == URIEL_QUERY;
}

/* Reads "NAME=VALUE", "NAME+=VALUE" or "-NAME". */
static bool edit_read(edit_change *change, uriel_text text)
{
  *change = (edit_change){.action = EDIT_REMOVE};
  if (text.len > 0 && text.ptr[0] == '-')
    return edit_read_name(change, (uriel_text){text.ptr + 1, text.len - 1}) && edit_read_glob(change);
  change->value = text;
  uriel_text name = view_take(&change->value, '=');
  if (!view_defined(change->value))
    return false;
  change->action = EDIT_SET;
  if (name.len > 0 && name.ptr[name.len - 1] == '+') {
    change->action = EDIT_APPEND;
    name.len--;
  }
  if (!edit_read_name(change, name))
    return false;
  return change->action == EDIT_SET || change->place == EDIT_PARAMETER ||
         (change->place == EDIT_WHOLE &&
          (change->component == URIEL_PATH || change->component == URIEL_QUERY));
}

/* ---- Applying a change ------------------------------------------------------------------------ */

/* Reports whether the text that was written fits, and takes it from the call's buffer. */
static bool edit_take(function_call *call, size_t len, uriel_text *text)
{
  if (len > call->capacity)
    return uriel_function_small(call->error, len);
  *text = (uriel_text){call->capacity > 0 ? call->out : "", len};
  call->out += len;
  call->capacity -= len;
  return true;
}

/* Writes a value encoded for its place. A ":" would end the user. A value that the document cannot
 * encode stays as it is: the result is then no reference. */
static void edit_write_value(writer *w, const edit_change *change, uriel_text value)
{
  static const uriel_encode_for wheres[] = {
      [URIEL_USERINFO] = URIEL_ENCODE_USERINFO, [URIEL_HOST] = URIEL_ENCODE_HOST,
      [URIEL_PATH] = URIEL_ENCODE_PATH,         [URIEL_QUERY] = URIEL_ENCODE_QUERY,
      [URIEL_FRAGMENT] = URIEL_ENCODE_FRAGMENT,
  };
  const bool segment = change->component == URIEL_PATH &&
                       (change->place == EDIT_SEGMENT || change->action == EDIT_APPEND);
  const uriel_encode_for where = segment ? URIEL_ENCODE_PATH_SEGMENT : wheres[change->component];
  for (size_t from = 0, at; from < value.len; from = at) {
    const bool colon = change->place == EDIT_USER && value.ptr[from] == ':';
    at = from + 1;
    while (!colon && at < value.len && !(change->place == EDIT_USER && value.ptr[at] == ':'))
      at++;
    char *const out = w->len < w->capacity ? w->out + w->len : NULL;
    const size_t len =
        colon ? URIEL_FAILED
              : uriel_encode_as(value.ptr + from, at - from, change->spec, where, URIEL_ENCODE_PERCENT,
                                out, out ? w->capacity - w->len : 0, NULL);
    if (len != URIEL_FAILED)
      w->len += len;
    else if (colon)
      write_triplet(w, ':');
    else
      uriel_write_bytes(w, value.ptr + from, at - from);
  }
}

/* Sets a user or a password in the user information. */
static void edit_write_login(writer *w, const edit_change *change, uriel_text userinfo)
{
  uriel_text password = userinfo;
  const uriel_text user = view_take(&password, ':');
  if (change->place == EDIT_USER)
    edit_write_value(w, change, change->value);
  else
    write_view(w, user);
  const bool has = change->place == EDIT_PASSWORD ? view_defined(change->value) : view_defined(password);
  if (has)
    write_byte(w, ':');
  if (has && change->place == EDIT_PASSWORD)
    edit_write_value(w, change, change->value);
  else if (has)
    write_view(w, password);
}

/* Finds the segment of that number. */
static bool edit_find_segment(uriel_text path, int64_t number, uriel_text *found)
{
  uriel_text rest = path;
  int64_t count = 0;
  while (number < 0 && uriel_segment_next(&rest, found))
    count++;
  const int64_t wanted = number < 0 ? count + 1 + number : number;
  rest = path;
  for (int64_t at = 1; uriel_segment_next(&rest, found); at++)
    if (at == wanted)
      return true;
  return false;
}

/* Writes the path with a segment set, removed with the "/" before it, or appended. Returns false if that
 * is not possible. */
static bool edit_write_segment(writer *w, const edit_change *change, const uriel_parts *parts)
{
  const uriel_text path = view_defined(parts->path) ? parts->path : uriel_text_of("");
  uriel_text found;
  if (change->action == EDIT_APPEND) {
    write_view(w, path);
    if (path.len > 0 ? path.ptr[path.len - 1] != '/' : view_defined(parts->host))
      write_byte(w, '/');
    edit_write_value(w, change, change->value);
    return true;
  }
  if (path.len == 0 || !edit_find_segment(path, change->segment, &found)) {
    write_view(w, path);
    return change->action == EDIT_REMOVE;
  }
  size_t begin = (size_t)(found.ptr - path.ptr), end = begin + found.len;
  if (change->action == EDIT_REMOVE && begin > 0 && (begin > 1 || end == path.len))
    begin--;
  else if (change->action == EDIT_REMOVE && end < path.len)
    end++;
  uriel_write_bytes(w, path.ptr, begin);
  edit_write_value(w, change, change->value);
  uriel_write_bytes(w, path.ptr + end, path.len - end);
  return true;
}

/* Writes the query with a parameter set, appended or removed, or with a text appended. */
static size_t edit_query(function_call *call, const edit_change *change, uriel_text query,
                         uriel_text *result)
{
  char *const out = call->out;
  const size_t room = call->capacity;
  if (change->place == EDIT_WHOLE) {
    writer w = writer_to(out, room);
    write_view(&w, query);
    if (query.len > 0 && query.ptr[query.len - 1] != '&')
      write_byte(&w, '&');
    edit_write_value(&w, change, change->value);
    *result = (uriel_text){out, w.len};
    return w.len;
  }
  if (change->action == EDIT_REMOVE) {
    writer w = writer_to(out, room);
    for (size_t i = 0; i < change->name.len; i++)
      write_byte(&w, change->name.ptr[i += edit_is_escape(change->name, i)]);
    uriel_text name;
    if (!edit_take(call, w.len, &name))
      return URIEL_FAILED;
    return uriel_query_remove(result, query, &name, 1, change->glob ? URIEL_QUERY_GLOB : 0, call->out,
                              call->capacity);
  }
  return change->action == EDIT_SET
             ? uriel_query_set(result, query, change->name, change->value, 0, out, room)
             : uriel_query_append(result, query, change->name, change->value, 0, out, room);
}

static uriel_text *edit_part(uriel_parts *parts, uriel_component component)
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

/* Reports whether a value can be a host: it has no delimiter, which would be encoded and hide an error.
 */
static bool edit_is_host(uriel_text value)
{
  for (size_t i = 0; i < value.len && value.ptr[0] != '['; i++)
    if (bytes_have(":/?#@", (unsigned char)value.ptr[i]))
      return false;
  return true;
}

/* Sets user information, host and port, or removes them. */
static bool edit_authority(function_call *call, const edit_change *change, uriel_parts *parts)
{
  uriel_ref ref;
  uriel_text text = view_undefined();
  uriel_parts set = {.host = view_undefined()};
  writer w = writer_to(call->out, call->capacity);
  if (change->action != EDIT_REMOVE) {
    uriel_write_part(&w, "//", change->value, "");
    if (!edit_take(call, w.len, &text) ||
        !uriel_parse_as(&ref, text.ptr, text.len, change->spec, URIEL_PARSE_PARTIAL, NULL) ||
        uriel_authority(&ref).len != change->value.len)
      return false;
    set = uriel_parts_of(&ref);
  }
  parts->userinfo = set.userinfo;
  parts->host = set.host;
  parts->port = set.port;
  return true;
}

/* Applies a change. Returns false if it is not possible, or with the call's error. */
static bool edit_apply(function_call *call, const edit_change *change, uriel_parts *parts)
{
  uriel_text *const part = edit_part(parts, change->component);
  const bool query = change->component == URIEL_QUERY;
  writer w = writer_to(call->out, call->capacity);
  if (change->component == URIEL_AUTHORITY)
    return edit_authority(call, change, parts);
  if (change->place == EDIT_PARAMETER || (query && change->action == EDIT_APPEND)) {
    uriel_text result = *part, taken;
    if (change->action == EDIT_REMOVE && !view_defined(*part))
      return true;
    const size_t len = edit_query(call, change, *part, &result);
    *part = result;
    return len != URIEL_FAILED && edit_take(call, len, &taken);
  }
  if (change->place == EDIT_SEGMENT || change->action == EDIT_APPEND)
    return edit_write_segment(&w, change, parts) && edit_take(call, w.len, part);
  if (change->place == EDIT_USER || change->place == EDIT_PASSWORD) {
    edit_write_login(&w, change, *part);
    if (!edit_take(call, w.len, part))
      return false;
    if (part->len == 0 && !view_defined(change->value))
      *part = view_undefined();
    return true;
  }
  if (change->action == EDIT_REMOVE) {
    *part = view_undefined();
    return true;
  }
  if (change->component == URIEL_HOST && !edit_is_host(change->value))
    return false;
  if (change->component == URIEL_SCHEME || change->component == URIEL_PORT)
    write_view(&w, change->value);
  else
    edit_write_value(&w, change, change->value);
  return edit_take(call, w.len, part);
}

/* ---- A reference ------------------------------------------------------------------------------ */

/* Reports whether the setter of the URL standard takes a value: it ignores one that the URL cannot have.
 */
static bool edit_url_takes(function_call *call, const edit_change *change, const uriel_ref *url,
                           uriel_text value)
{
  const bool is_file = view_equal(uriel_scheme(url), uriel_text_of("file"));
  const bool has_server = uriel_host(url).len > 0 && !is_file;
  const uriel_text protocol = uriel_url_get(url, URIEL_URL_PROTOCOL);
  uriel_ref other;
  uint16_t number;
  writer w = writer_to(call->out, call->capacity);
  switch (change->attribute) {
  case URIEL_URL_PROTOCOL:
    return value.len > 0;
  case URIEL_URL_USERNAME:
  case URIEL_URL_PASSWORD:
    return value.len == 0 || has_server;
  case URIEL_URL_PORT:
    return value.len == 0 || (has_server && uriel_port_parse(&number, value.ptr, value.len, NULL));
  case URIEL_URL_PATHNAME:
    return !uriel_url_has_opaque_path(url);
  case URIEL_URL_HOSTNAME:
    uriel_write_part(&w, "", protocol, "//");
    write_view(&w, value);
    if (w.len > call->capacity)
      return uriel_function_small(call->error, w.len);
    return !uriel_url_has_opaque_path(url) &&
           uriel_url_parse(&other, NULL, call->out, w.len, call->out + w.len, call->capacity - w.len,
                           NULL) != URIEL_FAILED &&
           !uriel_port(&other).ptr && !uriel_userinfo(&other).ptr;
  default:
    return true;
  }
}

/* Applies a change to a URL by the setter of the URL standard. Returns false as edit_apply does. */
static bool edit_url(function_call *call, const edit_change *change, uriel_ref *url)
{
  uriel_parts parts = uriel_parts_of(url);
  uriel_text value = view_undefined(), taken;
  if (change->attribute == URIEL_URL_HREF)
    return false;
  if (change->place == EDIT_USER || change->place == EDIT_PASSWORD) {
    writer w = writer_to(call->out, call->capacity);
    edit_write_value(&w, change, change->value);
    if (!edit_take(call, w.len, &value))
      return false;
  } else {
    const uriel_text before = *edit_part(&parts, change->component);
    if (!edit_apply(call, change, &parts))
      return false;
    const uriel_text part = *edit_part(&parts, change->component);
    if (view_defined(part) == view_defined(before) && view_equal(part, before))
      return true;
    writer w = writer_to(call->out, call->capacity);
    if (view_defined(part) && (change->component == URIEL_QUERY || change->component == URIEL_FRAGMENT))
      write_byte(&w, change->component == URIEL_QUERY ? '?' : '#'); /* the setter removes one of these */
    write_view(&w, part);
    if (!edit_take(call, w.len, &value))
      return false;
  }
  if (!edit_url_takes(call, change, url, value))
    return false;
  const size_t len =
      uriel_url_set(url, url, change->attribute, value.ptr, value.len, call->out, call->capacity);
  return len != URIEL_FAILED && edit_take(call, len, &taken) &&
         (change->attribute != URIEL_URL_PROTOCOL ||
          (uriel_scheme(url).len == value.len &&
           fold_equal(uriel_scheme(url).ptr, value.ptr, value.len)));
}

bool uriel_function_edit(function_call *call, uriel_value *result)
{
  const uriel_value *const changes = &call->values[1];
  uriel_ref ref;
  uriel_parts parts;
  edit_change change;
  uriel_text text = view_undefined();
  for (size_t i = 0; i < changes->count; i++)
    if (!edit_read(&change, changes->list[i]))
      return uriel_function_refuse(call, 1);
  if (!call->refs[0] || changes->kind == URIEL_KIND_UNDEFINED)
    return true;
  ref = *call->refs[0];
  parts = uriel_parts_of(&ref);
  const bool is_url = uriel_spec_of(&ref) == URIEL_SPEC_WHATWG;
  for (size_t i = 0; i < changes->count; i++) {
    (void)edit_read(&change, changes->list[i]);
    change.spec = is_url ? URIEL_SPEC_RFC3986 : uriel_spec_of(&ref);
    if (!(is_url ? edit_url(call, &change, &ref) : edit_apply(call, &change, &parts)))
      return call->error->code == URIEL_ERROR_NONE;
  }
  if (is_url)
    return function_text(result, (uriel_text){ref.text, ref.length});
  uriel_error error;
  const size_t len = uriel_build_as(&parts, uriel_spec_of(&ref), 0, call->out, call->capacity, &error);
  if (len == URIEL_FAILED)
    return true;
  return edit_take(call, len, &text) && function_text(result, text);
}
