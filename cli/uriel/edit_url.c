/* SPDX-License-Identifier: MIT */
/* Changes to URLs of whatwg, by the setters of the URL standard. */
#include <string.h>

#include "edit.h"
#include "uriel_url.h"

/* What the setter of the edit's attribute gets. */
static uriel_text edit_url_value(const struct edit *edit, const uriel_parts *parts,
                                 struct edit_work *work)
{
  struct buffer *const out = &work->scratch;
  const bool query = edit->component == URIEL_QUERY;
  if (edit->place == EDIT_USER || edit->place == EDIT_PASSWORD || edit->place == EDIT_ATTRIBUTE)
    return edit->value;
  uriel_parts copy = *parts;
  const uriel_text text = *edit_component(&copy, edit->component);
  if (!text.ptr || (!query && edit->component != URIEL_FRAGMENT))
    return text;
  out->len = 0; /* the setter removes one of these */
  buffer_append(out, query ? "?" : "#", 1);
  buffer_append(out, text.ptr, text.len);
  return buffer_text(out);
}

static bool edit_text_is(uriel_text a, uriel_text b)
{
  return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

/* Whether the URL has that host: the setter ignores one that is not valid. */
static bool edit_url_has_host(const uriel_ref *url, uriel_text host, struct edit_work *work)
{
  struct buffer *const text = &work->scratch;
  const uriel_text protocol = uriel_url_get(url, URIEL_URL_PROTOCOL);
  uriel_ref other;
  size_t need;
  struct buffer out = {0};
  text->len = 0;
  buffer_append(text, protocol.ptr, protocol.len);
  buffer_append(text, "//", 2);
  buffer_append(text, host.ptr, host.len);
  do
    need = uriel_url_parse(&other, NULL, text->ptr, text->len, out.ptr, out.capacity, NULL);
  while (buffer_short(&out, need));
  const bool same = need != URIEL_FAILED && !uriel_url_has_opaque_path(url) &&
                    edit_text_is(uriel_host(&other), uriel_host(url)) &&
                    edit_text_is(uriel_port(&other), uriel_text_of(NULL)) &&
                    edit_text_is(uriel_userinfo(&other), uriel_text_of(NULL));
  buffer_free(&out);
  return same;
}

static bool edit_url_has_port(const uriel_ref *url, uriel_text port)
{
  uint16_t number, has;
  uriel_parts parts = uriel_parts_of(url);
  if (port.len == 0)
    return !parts.port.ptr;
  if (!uriel_port_parse(&number, port.ptr, port.len, NULL))
    return false;
  return parts.port.ptr ? uriel_port_parse(&has, parts.port.ptr, parts.port.len, NULL) && has == number
                        : number == edit_port_of_scheme(&parts);
}

/* Whether both texts are the same decoded. */
static bool edit_decodes_alike(uriel_text a, uriel_text b)
{
  struct buffer decoded[2] = {{0}, {0}};
  const uriel_text texts[2] = {a, b};
  for (size_t i = 0; i < 2; i++) {
    buffer_reserve(&decoded[i], texts[i].len);
    decoded[i].len =
        uriel_decode(texts[i].ptr, texts[i].len, 0, decoded[i].ptr, decoded[i].capacity, NULL);
  }
  const bool alike = edit_text_is(buffer_text(&decoded[0]), buffer_text(&decoded[1]));
  buffer_free(&decoded[0]);
  buffer_free(&decoded[1]);
  return alike;
}

/* Whether the setter took the value, and did not ignore it. */
static bool edit_url_took(const struct edit *edit, const uriel_ref *url, uriel_text value,
                          struct edit_work *work)
{
  const uriel_text has = uriel_url_get(url, (uriel_url_attribute)edit->attribute);
  switch (edit->attribute) {
  case URIEL_URL_PROTOCOL: {
    uriel_parts parts = uriel_parts_of(url);
    size_t at = 0;
    while (at < value.len && at < parts.scheme.len &&
           (value.ptr[at] | 0x20) == (parts.scheme.ptr[at] | 0x20))
      at++;
    return value.len > 0 && at == value.len && at == parts.scheme.len;
  }
  case URIEL_URL_HOSTNAME:
    return edit_url_has_host(url, value, work);
  case URIEL_URL_PORT:
    return edit_url_has_port(url, value);
  case URIEL_URL_USERNAME:
  case URIEL_URL_PASSWORD:
    return edit_decodes_alike(has, value);
  case URIEL_URL_PATHNAME:
    return !uriel_url_has_opaque_path(url);
  default:
    return true;
  }
}

static bool edit_url_one(const struct edit_list *list, size_t index, struct edit_work *work,
                         uriel_ref *url, struct record *record)
{
  const struct edit *const edit = edit_at(list, index);
  const uriel_url_attribute attribute = (uriel_url_attribute)edit->attribute;
  const bool second = url->text == work->urls[0].ptr;
  struct buffer *const out = &work->urls[second];
  uriel_text value = edit->value;
  size_t need;
  if (!list->plain) {
    uriel_parts parts = uriel_parts_of(url);
    const uriel_parts before = parts;
    if (!edit_apply(list, index, work, &parts, record))
      return false;
    if (edit_is_same(&before, &parts))
      return true;
    value = edit_url_value(edit, &parts, work);
  }
  do
    need = uriel_url_set(url, url, attribute, value.ptr, value.len, out->ptr, out->capacity);
  while (buffer_short(out, need));
  if (need == URIEL_FAILED) {
    (void)record_parse(record, url, value); /* fails again, with the error */
    return false;
  }
  if (list->plain || edit_url_took(edit, url, value, work))
    return true;
  const bool secret = edit->place == EDIT_PASSWORD;
  return edit_refuse(record, secret ? uriel_text_of(NULL) : value, edit->component, 0, "value-refused",
                     "the URL standard does not let this URL have that value");
}

bool edit_url(const struct edit_list *list, struct edit_work *work, uriel_ref *url,
              struct record *record)
{
  for (size_t i = 0; i < edit_count(list); i++)
    if (edit_is_on(edit_at(list, i), work->turn) && !edit_url_one(list, i, work, url, record))
      return false;
  return true;
}
