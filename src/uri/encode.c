/* SPDX-License-Identifier: MIT */
/* Percent-encoding for a component (RFC 3986, 2.1). */
#include "uri/encode.h"
#include "uri/blame.h"
#include "uri/component.h"

static bool encode_is_ip_literal(uriel_text text)
{
  size_t at;
  return text.len > 0 && text.ptr[0] == '[' &&
         uriel_component_error(URIEL_HOST, text, &at) == URIEL_ERROR_NONE;
}

static unsigned encode_classes(uriel_encode_for where)
{
  switch (where) {
  case URIEL_ENCODE_USERINFO:
    return BYTE_USERINFO;
  case URIEL_ENCODE_HOST:
    return BYTE_NAME;
  case URIEL_ENCODE_PATH:
    return BYTE_PATH;
  case URIEL_ENCODE_PATH_SEGMENT:
    return BYTE_SEGMENT;
  case URIEL_ENCODE_QUERY:
  case URIEL_ENCODE_FRAGMENT:
    return BYTE_QUERY;
  case URIEL_ENCODE_QUERY_KEY:
    return BYTE_KEY;
  case URIEL_ENCODE_QUERY_VALUE:
    return BYTE_VALUE;
  case URIEL_ENCODE_FORM:
    return BYTE_FORM;
  case URIEL_ENCODE_REFERENCE:
    return BYTE_QUERY; /* also for "#" */
  case URIEL_ENCODE_ANY:
    break;
  }
  return BYTE_UNRESERVED;
}

void uriel_encode_write(writer *w, uriel_text text, encode_set *set, uriel_encode_for where,
                        unsigned options)
{
  const char *at = text.ptr;
  const char *const end = at + text.len;
  while (where == URIEL_ENCODE_FORM) {
    const char *const space = view_find(at, end, ' ');
    uriel_write_encoded(w, view_of(at, space), set, options);
    if (space == end)
      return;
    write_byte(w, '+');
    at = space + 1;
  }
  uriel_write_encoded(w, text, set, options);
}

/* Returns the IP literal that is the host of a reference; if it has no IP literal, an empty text at
 * its begin. */
static uriel_text encode_literal_of(uriel_text text, encode_is_literal *is_literal)
{
  const uriel_text none = {text.ptr, 0};
  uriel_ref ref;
  if (text.len > UINT32_MAX)
    return none;
  uriel_split(&ref, text.ptr, (uint32_t)text.len);
  const uriel_text host = uriel_host(&ref);
  return is_literal(host) ? host : none;
}

void uriel_encode_write_around(writer *w, uriel_text text, encode_is_literal *is_literal,
                               encode_set *set, unsigned options)
{
  const uriel_text literal = encode_literal_of(text, is_literal);
  const char *const after = literal.ptr + literal.len;
  uriel_write_encoded(w, view_of(text.ptr, literal.ptr), set, options);
  write_view(w, literal);
  uriel_write_encoded(w, view_of(after, text.ptr + text.len), set, options);
}

size_t uriel_encode(const char *text, size_t len, uriel_encode_for where, unsigned options, char *out,
                    size_t capacity)
{
  writer w = writer_to(out, capacity);
  const uriel_text view = {len ? text : "", len};
  encode_set set = {encode_classes(where), "", "", where == URIEL_ENCODE_REFERENCE ? '#' : 0};
  if (where == URIEL_ENCODE_REFERENCE)
    uriel_encode_write_around(&w, view, encode_is_ip_literal, &set, options);
  else if (where == URIEL_ENCODE_HOST && encode_is_ip_literal(view))
    write_view(&w, view);
  else
    uriel_encode_write(&w, view, &set, where, options);
  return w.len;
}

size_t uriel_encode_bound(size_t len)
{
  return size_bound(size_times(len, 3), 0);
}
