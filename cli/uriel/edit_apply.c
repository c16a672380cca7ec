/* SPDX-License-Identifier: MIT */
/* Changes applied to the components of one reference. */
#include <string.h>

#include "edit.h"
#include "uriel_query.h"
#include "uriel_scheme.h"

static const uriel_text edit_undefined = {NULL, 0};

/* The room of the edit's result, which no later edit of the record writes to. */
static struct buffer *edit_room(struct edit_work *work, const struct edit_list *list, size_t index)
{
  if (work->rooms.len == 0) {
    work->rooms.len = edit_count(list) * sizeof(struct buffer);
    buffer_reserve(&work->rooms, work->rooms.len);
    memset(work->rooms.ptr, 0, work->rooms.len);
  }
  return (struct buffer *)(void *)work->rooms.ptr + index;
}

uriel_text *edit_component(uriel_parts *parts, uriel_component component)
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

/* Blames the record: `error` is a place in `text`, the value of `component`. */
static bool edit_blame(struct record *record, const uriel_error *error, uriel_text text,
                       uriel_component component)
{
  record_blame(record, error, text);
  record->error.what = "not possible in a URI reference";
  record->error.within = component;
  record->error.in = uriel_component_name(component);
  record->error.expected = "";
  return false;
}

bool edit_refuse(struct record *record, uriel_text text, uriel_component component, size_t offset,
                 const char *code, const char *message)
{
  const uriel_error error = {.component = component, .offset = offset, .length = text.len};
  (void)edit_blame(record, &error, text, component);
  record->error.what = "not possible";
  record->error.code = code;
  record->error.message = message;
  return false;
}

/* ---- Authority ---------------------------------------------------------------------------------- */

static size_t edit_authority_end(uriel_text text)
{
  size_t end = 0;
  while (end < text.len && text.ptr[end] != '/' && text.ptr[end] != '?' && text.ptr[end] != '#')
    end++;
  return end;
}

/* Splits an authority by parsing it after "//". It must not contain characters that end an authority. */
static bool edit_authority(const struct edit *edit, uriel_parts *parts, struct record *record)
{
  uriel_ref ref = {0};
  uriel_error error;
  const uriel_text value = edit->value;
  const size_t end = edit_authority_end(value);
  if (end < value.len) {
    error = (uriel_error){.code = URIEL_ERROR_HOST_CHARACTER,
                          .component = URIEL_HOST,
                          .offset = end,
                          .begin = end,
                          .length = value.len - end};
    return edit_blame(record, &error, value, URIEL_AUTHORITY);
  }
  if (value.ptr &&
      !reading_parse(&record->reading, &ref, (uriel_text){edit->own.ptr, edit->own.len}, &error)) {
    error.offset -= 2;
    error.begin -= 2;
    return edit_blame(record, &error, value, URIEL_AUTHORITY);
  }
  parts->userinfo = value.ptr ? uriel_userinfo(&ref) : edit_undefined;
  parts->host = value.ptr ? uriel_host(&ref) : edit_undefined;
  parts->port = value.ptr ? uriel_port(&ref) : edit_undefined;
  return true;
}

/* The user and the password of the user information. */
struct edit_login {
  uriel_text user, password;
};

static struct edit_login edit_login_of(uriel_text userinfo)
{
  const char *const colon = userinfo.len ? memchr(userinfo.ptr, ':', userinfo.len) : NULL;
  const size_t len = colon ? (size_t)(colon - userinfo.ptr) : userinfo.len;
  return (struct edit_login){
      {userinfo.ptr, len},
      colon ? (uriel_text){colon + 1, userinfo.len - len - 1} : edit_undefined,
  };
}

static void edit_userinfo(const struct edit *edit, struct buffer *room, uriel_parts *parts)
{
  struct edit_login login = edit_login_of(parts->userinfo);
  uriel_text *const part = edit->place == EDIT_USER ? &login.user : &login.password;
  const bool given = part->ptr && (edit->place == EDIT_PASSWORD || part->len > 0);
  if (edit->action == EDIT_REPLACE && !given)
    return;
  *part = edit->value;
  if (!login.user.len && !login.password.ptr && !edit->value.ptr) {
    parts->userinfo = edit_undefined;
    return;
  }
  room->len = 0;
  buffer_reserve(room, 1);
  buffer_append(room, login.user.ptr, login.user.len);
  if (login.password.ptr) {
    buffer_append(room, ":", 1);
    buffer_append(room, login.password.ptr, login.password.len);
  }
  parts->userinfo = buffer_text(room);
}

uint16_t edit_port_of_scheme(const uriel_parts *parts)
{
  const uriel_scheme_info *const info =
      parts->scheme.len ? uriel_scheme_find(NULL, parts->scheme.ptr, parts->scheme.len) : NULL;
  return info ? info->port : 0;
}

static void edit_default_port_write(struct buffer *room, uriel_parts *parts)
{
  char digits[NUMBER_DIGITS];
  const uint16_t port = edit_port_of_scheme(parts);
  if (!parts->host.ptr || parts->port.len > 0 || port == 0)
    return;
  const uriel_text text = number_text(digits, port);
  room->len = 0;
  buffer_append(room, text.ptr, text.len);
  parts->port = buffer_text(room);
}

static void edit_default_port_drop(uriel_parts *parts)
{
  uint16_t number;
  if (parts->port.ptr &&
      (parts->port.len == 0 || (uriel_port_parse(&number, parts->port.ptr, parts->port.len, NULL) &&
                                number == edit_port_of_scheme(parts))))
    parts->port = edit_undefined;
}

/* ---- Path --------------------------------------------------------------------------------------- */

/* Puts `middle` between the first `begin` bytes of a text and those from `end`. */
static uriel_text edit_splice(struct buffer *room, uriel_text text, size_t begin, uriel_text middle,
                              size_t end)
{
  room->len = 0;
  buffer_reserve(room, begin + middle.len + text.len - end);
  buffer_append(room, text.ptr, begin);
  buffer_append(room, middle.ptr, middle.len);
  buffer_append(room, text.ptr + end, text.len - end);
  return buffer_text(room);
}

/* Refuses a value with a segment "." or "..", also as "%2E": it would be removed, and another one with
 * it (RFC 3986, 5.2.4 and 6.2.2.2). Browsers also separate segments by "\". */
static bool edit_segment_fits(const struct edit *edit, struct edit_work *work, struct record *record)
{
  static const uriel_ref root = {.text = "/", .length = 1, .path_end = 1, .query_end = 1};
  struct buffer *const decoded = &work->scratch;
  const uriel_text value = edit->value;
  buffer_reserve(decoded, value.len);
  for (size_t end, begin = 0; begin < value.len; begin = end + 1) {
    for (end = begin; end < value.len && value.ptr[end] != '/' && value.ptr[end] != '\\'; end++)
      ;
    decoded->len =
        uriel_decode(value.ptr + begin, end - begin, 0, decoded->ptr, decoded->capacity, NULL);
    if (uriel_segment_append(&root, buffer_text(decoded), NULL, 0, NULL) == URIEL_FAILED)
      return edit_refuse(record, value, URIEL_PATH, begin, "dot-segment",
                         "a segment \".\" or \"..\" leads to another folder");
  }
  return true;
}

static void edit_path_append(const struct edit *edit, struct buffer *room, uriel_parts *parts)
{
  const uriel_text path = parts->path;
  const bool slash = path.len > 0 ? path.ptr[path.len - 1] != '/' : parts->host.ptr != NULL;
  room->len = 0;
  buffer_append(room, path.ptr, path.len);
  buffer_append(room, "/", slash);
  buffer_append(room, edit->value.ptr, edit->value.len);
  parts->path = buffer_text(room);
}

/* Finds the segment of that number, or returns false. */
static bool edit_segment_find(uriel_text path, long number, uriel_text *found)
{
  uriel_text rest = path;
  long count = 0;
  while (uriel_segment_next(&rest, found))
    if (++count == number)
      return true;
  if (number > 0 || -number > count)
    return false;
  rest = path;
  for (count += number; count >= 0; count--)
    (void)uriel_segment_next(&rest, found);
  return true;
}

static bool edit_segment(const struct edit *edit, struct edit_work *work, struct buffer *room,
                         uriel_parts *parts, struct record *record)
{
  const uriel_text path = parts->path;
  uriel_text found;
  const bool has = path.len > 0 && edit_segment_find(path, edit->segment, &found);
  if (!has)
    return edit->action != EDIT_SET || edit_refuse(record, path, URIEL_PATH, path.len, "segment-missing",
                                                   "the path does not have that segment");
  size_t begin = (size_t)(found.ptr - path.ptr);
  size_t end = begin + found.len;
  if (edit->action != EDIT_REMOVE) {
    if (!edit_segment_fits(edit, work, record))
      return false;
    parts->path = edit_splice(room, path, begin, edit->value, end);
    return true;
  }
  if (begin > 0 && (begin > 1 || end == path.len))
    begin--; /* with the "/" before it, */
  else if (end < path.len)
    end++; /* or after it */
  parts->path = edit_splice(room, path, begin, edit_undefined, end);
  return true;
}

/* ---- Query -------------------------------------------------------------------------------------- */

/* "&", unless the query ends in a separator, and `text`, which may hold several parameters. */
static uriel_text edit_query_append(const struct edit_list *list, struct buffer *room, uriel_text query,
                                    uriel_text text)
{
  const char last = query.ptr && query.len > 0 ? query.ptr[query.len - 1] : '&';
  const bool semicolon = (list->query_options & URIEL_QUERY_SEMICOLON) && last == ';';
  room->len = 0;
  buffer_reserve(room, query.len + 1 + text.len);
  buffer_append(room, query.ptr, query.len);
  buffer_append(room, "&", last != '&' && !semicolon);
  buffer_append(room, text.ptr, text.len);
  return buffer_text(room);
}

/* Gives the first parameter of that name the value, encoded as given, and removes the others. */
static uriel_text edit_parameter_encoded(const struct edit *edit, const struct edit_list *list,
                                         struct buffer *room, uriel_text query)
{
  const unsigned options = list->query_options;
  struct buffer copy = {0};
  uriel_text emptied, key, value;
  buffer_reserve(&copy, uriel_query_set_bound(query, edit->name, uriel_text_of("")));
  (void)uriel_query_set(&emptied, query, edit->name, uriel_text_of(""), options, copy.ptr,
                        copy.capacity);
  uriel_text rest = emptied;
  uriel_text result = query;
  if (uriel_query_find(&rest, edit->name, options, &key, &value) && value.ptr) {
    const size_t at = (size_t)(value.ptr - emptied.ptr);
    result = edit_splice(room, emptied, at, edit->value, at + value.len);
  }
  buffer_free(&copy);
  return result;
}

/* Sets the parameters of that name, which there are. */
static uriel_text edit_parameter_set(const struct edit *edit, const struct edit_list *list,
                                     struct buffer *room, uriel_text query)
{
  uriel_text result;
  if (edit->encoded && edit->value.ptr)
    return edit_parameter_encoded(edit, list, room, query);
  buffer_reserve(room, uriel_query_set_bound(query, edit->name, edit->value));
  (void)uriel_query_set(&result, query, edit->name, edit->value, list->query_options, room->ptr,
                        room->capacity);
  return result;
}

static uriel_text edit_parameter_remove(const struct edit *edit, const struct edit_list *list,
                                        struct buffer *room, uriel_text query)
{
  const unsigned options = list->query_options | (edit->glob ? URIEL_QUERY_GLOB : 0U);
  uriel_text result;
  buffer_reserve(room, query.len);
  (void)uriel_query_remove(&result, query, &edit->name, 1, options, room->ptr, room->capacity);
  return result.ptr && result.len == query.len ? query : result;
}

/* Gives each parameter whose name matches the value. */
static uriel_text edit_parameter_all(const struct edit *edit, const struct edit_list *list,
                                     struct buffer *room, uriel_text query)
{
  const unsigned options = list->query_options | URIEL_QUERY_GLOB;
  uriel_text rest = query, key, value;
  size_t done = 0; /* bytes of the query that are written */
  room->len = 0;
  while (uriel_query_find(&rest, edit->name, options, &key, &value)) {
    const size_t end = (size_t)(key.ptr - query.ptr) + key.len;
    buffer_append(room, query.ptr + done, end - done);
    buffer_append(room, edit->pair.ptr, edit->pair.len);
    done = end + (value.ptr ? value.len + 1 : 0);
  }
  if (done == 0)
    return query;
  buffer_append(room, query.ptr + done, query.len - done);
  return buffer_text(room);
}

static uriel_text edit_parameter(const struct edit *edit, const struct edit_list *list,
                                 struct buffer *room, uriel_text query)
{
  const unsigned options = list->query_options;
  uriel_text rest = query, key, value, result;
  if (edit->action == EDIT_REMOVE)
    return query.ptr ? edit_parameter_remove(edit, list, room, query) : query;
  if (edit->action == EDIT_REPLACE && edit->glob)
    return query.ptr ? edit_parameter_all(edit, list, room, query) : query;
  const bool has = edit->action != EDIT_APPEND && query.len > 0 &&
                   uriel_query_find(&rest, edit->name, options, &key, &value);
  if (edit->action == EDIT_APPEND || (edit->action == EDIT_SET && !has))
    return edit_query_append(list, room, query, buffer_text(&edit->pair));
  if (!has || edit->if_undefined)
    return query;
  if (edit->action != EDIT_RENAME)
    return edit_parameter_set(edit, list, room, query);
  buffer_reserve(room, uriel_query_rename_bound(query, edit->value));
  (void)uriel_query_rename(&result, query, edit->name, edit->value, options, room->ptr, room->capacity);
  return result;
}

static uriel_text edit_query_sort(const struct edit_list *list, struct edit_work *work,
                                  struct buffer *room, uriel_text query)
{
  uriel_text result;
  const size_t count = query.len ? uriel_query_count(query, list->query_options) : 0;
  if (count < 2)
    return query;
  buffer_reserve(room, query.len);
  buffer_reserve(&work->texts, count * sizeof(uriel_text));
  (void)uriel_query_sort(&result, query, list->query_options, (uriel_text *)(void *)work->texts.ptr,
                         count, room->ptr, room->capacity);
  return result;
}

/* Removes the empty places between separators. A query without parameters stays. */
static uriel_text edit_query_squeeze(const struct edit_list *list, struct buffer *room, uriel_text query)
{
  uriel_text rest = query, key, value;
  size_t end = 0; /* of the parameter before */
  room->len = 0;
  if (!query.ptr)
    return query;
  while (uriel_query_next(&rest, list->query_options & URIEL_QUERY_SEMICOLON, &key, &value)) {
    const size_t begin = (size_t)(key.ptr - query.ptr);
    if (room->len > 0)
      buffer_append(room, query.ptr + end, 1);
    end = begin + key.len + (value.ptr ? value.len + 1 : 0);
    buffer_append(room, query.ptr + begin, end - begin);
  }
  return room->len == 0 || room->len == query.len ? query : buffer_text(room);
}

static uriel_text edit_query(const struct edit_list *list, const struct edit *edit,
                             struct edit_work *work, struct buffer *room, const uriel_parts *parts)
{
  const uriel_text query = parts->query;
  uriel_text result = query;
  switch (edit->action) {
  case EDIT_SORT_QUERY:
    return edit_query_sort(list, work, room, query);
  case EDIT_REMOVE_EMPTY:
    return edit_query_squeeze(list, room, query);
  case EDIT_STRIP_TRACKING:
    if (query.len == 0)
      return query;
    buffer_reserve(room, query.len);
    (void)uriel_query_strip_tracking(&result, query, parts->host, room->ptr, room->capacity);
    return result;
  case EDIT_APPEND:
    return edit->place == EDIT_PARAMETER ? edit_parameter(edit, list, room, query)
                                         : edit_query_append(list, room, query, edit->value);
  default:
    return edit_parameter(edit, list, room, query);
  }
}

/* The same with another separator than "&", which takes its place; "\1", which no query has, stands for
 * "&". */
static uriel_text edit_query_separated(const struct edit_list *list, const struct edit *edit,
                                       struct edit_work *work, struct buffer *room,
                                       const uriel_parts *parts)
{
  struct buffer *const swapped = &work->swapped;
  uriel_parts copy = *parts;
  swapped->len = 0;
  buffer_reserve(swapped, 0);
  buffer_append(swapped, parts->query.ptr, parts->query.len);
  for (size_t i = 0; i < swapped->len; i++)
    swapped->ptr[i] = swapped->ptr[i] == list->separator ? '&'
                      : swapped->ptr[i] == '&'           ? '\1'
                                                         : swapped->ptr[i];
  if (copy.query.ptr)
    copy.query = buffer_text(swapped);
  const uriel_text result = edit_query(list, edit, work, room, &copy);
  if (!result.ptr || result.ptr == copy.query.ptr)
    return result.ptr ? parts->query : result;
  room->len = result.len;
  memmove(room->ptr, result.ptr, result.len);
  for (size_t i = 0; i < room->len; i++)
    room->ptr[i] = room->ptr[i] == '&' ? list->separator : room->ptr[i] == '\1' ? '&' : room->ptr[i];
  return buffer_text(room);
}

/* ---- All ---------------------------------------------------------------------------------------- */

/* Sets or removes a whole component. */
static bool edit_whole(const struct edit *edit, uriel_parts *parts, struct record *record)
{
  if (edit->component == URIEL_AUTHORITY) {
    const bool keeps =
        edit->if_undefined ? parts->host.ptr != NULL : edit->action == EDIT_REPLACE && !parts->host.ptr;
    return keeps || edit_authority(edit, parts, record);
  }
  uriel_text *const part = edit_component(parts, edit->component);
  const bool defined = edit->component == URIEL_PATH ? part->len > 0 : part->ptr != NULL;
  if (edit->if_undefined ? !defined : edit->action != EDIT_REPLACE || defined)
    *part = edit->value;
  return true;
}

bool edit_apply(const struct edit_list *list, size_t index, struct edit_work *work, uriel_parts *parts,
                struct record *record)
{
  const struct edit *const edit = edit_at(list, index);
  struct buffer *const room = edit_room(work, list, index);
  const bool whole = edit->place == EDIT_COMPONENT && edit->action <= EDIT_REPLACE;
  if (edit->action == EDIT_DEFAULT_PORT) {
    edit_default_port_write(room, parts);
  } else if (edit->action == EDIT_NO_DEFAULT_PORT) {
    edit_default_port_drop(parts);
  } else if (edit->place == EDIT_SEGMENT) {
    return edit_segment(edit, work, room, parts, record);
  } else if (edit->place == EDIT_PART) {
    return edit_part(edit, work, room, parts, record);
  } else if (edit->place == EDIT_USER || edit->place == EDIT_PASSWORD) {
    const struct edit_login login = edit_login_of(parts->userinfo);
    if (!edit->if_undefined || !(edit->place == EDIT_USER ? login.user.len : login.password.ptr != NULL))
      edit_userinfo(edit, room, parts);
  } else if (whole && edit->action == EDIT_APPEND && edit->component == URIEL_PATH) {
    if (!edit_segment_fits(edit, work, record))
      return false;
    edit_path_append(edit, room, parts);
  } else if (whole && edit->action != EDIT_APPEND) {
    return edit_whole(edit, parts, record);
  } else {
    parts->query = list->separator ? edit_query_separated(list, edit, work, room, parts)
                                   : edit_query(list, edit, work, room, parts);
  }
  return true;
}

bool edit_apply_all(const struct edit_list *list, struct edit_work *work, uriel_parts *parts,
                    struct record *record)
{
  for (size_t i = 0; i < edit_count(list); i++)
    if (edit_is_on(edit_at(list, i), work->turn) && !edit_apply(list, i, work, parts, record))
      return false;
  return true;
}

/* Builds by a document before RFC 3986, or by a document of names. */
static bool edit_build_as(const uriel_parts *parts, struct buffer *out, struct record *record)
{
  const struct reading *const reading = &record->reading;
  uriel_error error;
  out->len = 0;
  const size_t len = uriel_build_as(parts, reading->spec, reading->options, NULL, 0, &error);
  if (len != URIEL_FAILED)
    buffer_reserve(out, len + 1);
  if (len != URIEL_FAILED && uriel_build_as(parts, reading->spec, reading->options, out->ptr,
                                            out->capacity, &error) != URIEL_FAILED) {
    out->len = len;
    return true;
  }
  record_blame(record, &error, len == URIEL_FAILED ? uriel_text_of("") : (uriel_text){out->ptr, len});
  if (error.code == URIEL_ERROR_PARTS_DIFFER)
    record->error.what = "not to be built";
  return false;
}

bool edit_build(const uriel_parts *parts, struct edit_work *work, struct record *record)
{
  struct buffer *const out = &work->reference;
  uriel_parts copy = *parts;
  uriel_error error;
  size_t need;
  if (record->reading.spec != URIEL_SPEC_RFC3986)
    return edit_build_as(parts, out, record);
  do
    need = uriel_build(parts, out->ptr, out->capacity, &error);
  while (buffer_short(out, need));
  return need != URIEL_FAILED ||
         edit_blame(record, &error, *edit_component(&copy, error.component), error.component);
}

void edit_work_free(struct edit_work *work, const struct edit_list *list)
{
  for (size_t i = 0; i < edit_count(list) && work->rooms.len > 0; i++)
    buffer_free(edit_room(work, list, i));
  buffer_free(&work->rooms);
  buffer_free(&work->texts);
  buffer_free(&work->urls[0]);
  buffer_free(&work->urls[1]);
  buffer_free(&work->reference);
  buffer_free(&work->parts);
  buffer_free(&work->scratch);
  buffer_free(&work->swapped);
}
