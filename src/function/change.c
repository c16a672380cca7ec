/* SPDX-License-Identifier: MIT */
/* Reads changes of references, and encodes them for a document; edit(u, changes). */
#include "function/function.h"
#include "scheme/scheme.h"
#include "text/text.h"
#include "uri/blame.h"
#include "uri/encode.h"
#include "uri/segments.h"
#include "uriel_url.h"

/* ---- Reading a change ------------------------------------------------------------------------- */

static bool edit_read_segment(uriel_change *change, uriel_text number)
{
  const bool back = number.len > 0 && number.ptr[0] == '-';
  if (number.len == back || number.len > 9)
    return false;
  const char *at = number.ptr + back;
  const int64_t value = digits_read(&at, number.ptr + number.len, 10, UINT32_MAX);
  if (at < number.ptr + number.len)
    return false;
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
  const scheme_part *part = s ? uriel_scheme_part_of(s, rest) : NULL;
  if (part && part->component == URIEL_SCHEME)
    part = NULL;
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
 * encode is written unchanged, and so is a host with a delimiter: encoding it would hide an error. The
 * result is then not a reference. */
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

/* Returns whether the byte of a pattern escapes the next one. */
static bool edit_escapes(uriel_text name, size_t at)
{
  return name.ptr[at] == '\\' && at + 1 < name.len &&
         bytes_have("*?\\", (unsigned char)name.ptr[at + 1]);
}

/* Writes the name of a parameter as it is compared, and the parameter as it is appended, "name=value",
 * whose end takes the place of other values. */
static void edit_write_parameter(writer *w, uriel_change *change)
{
  const bool globs = change->kind == URIEL_CHANGE_REMOVE || change->kind == URIEL_CHANGE_REPLACE;
  const bool raw = (change->options & URIEL_CHANGE_ENCODED) != 0;
  const bool form = (change->options & URIEL_QUERY_PLUS) != 0;
  const char separator[] = {change->separator, 0};
  encode_set set = {form ? BYTE_FORM : BYTE_VALUE, separator, "", 0};
  const uriel_text name = change->own.key, value = change->value;
  for (size_t i = 0; globs && i < name.len; i += 1 + edit_escapes(name, i))
    change->own.glob |= bytes_have("*?", (unsigned char)name.ptr[i]);
  for (size_t i = 0; i < name.len; i++) {
    i += globs && !change->own.glob && edit_escapes(name, i);
    write_byte(w, name.ptr[i]);
  }
  if (raw)
    w->len = uriel_decode(w->out, w->len, 0, w->out, w->len, NULL);
  change->own.key = edit_written(w, 0);
  const size_t begin = w->len;
  w->len +=
      uriel_query_append(NULL, view_undefined(), &(uriel_param){.name = change->own.key}, 1,
                         change->options & EDIT_QUERY_OPTIONS, w->out + begin, w->capacity - begin);
  const size_t end = w->len - (change->own.key.len == 0); /* an empty name has a "=" already */
  if (view_defined(value) && end == w->len)
    write_byte(w, '=');
  const size_t from = w->len;
  if (raw)
    write_view(w, value);
  else if (value.len > 0)
    uriel_encode_write(w, value, &set, form ? URIEL_ENCODE_FORM : URIEL_ENCODE_QUERY_VALUE,
                       change->options & URIEL_CHANGE_TRIPLETS ? 0 : URIEL_ENCODE_PERCENT);
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
    most = size_add(uriel_url_bound(&nothing, most), length);
  const size_t bound = size_times(most, times);
  return bound < (size_t)PTRDIFF_MAX ? bound : (size_t)PTRDIFF_MAX;
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
  const size_t skipped = size_to_align(call->out, sizeof(void *));
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
  (void)uriel_function_take(call, used);
  const size_t bound = uriel_edit_bound(uriel_spec_of(ref), ref->length, changes, texts->count);
  if (bound > call->capacity)
    return uriel_function_small(call->error, used + bound);
  return uriel_function_wrote(
      call, result, uriel_edit(NULL, ref, changes, texts->count, 0, call->out, call->capacity, NULL));
}
