/* SPDX-License-Identifier: MIT */
/* Percent-encoding with the sets of the URL standard (1.3). */
#include "uriel_spec.h"
#include "url/url.h"

/* By uriel_encode_for. */
static const unsigned url_encode_sets[URIEL_ENCODE_ANY + 1] = {
    [URIEL_ENCODE_USERINFO] = URL_USERINFO,
    [URIEL_ENCODE_HOST] = URL_C0,
    [URIEL_ENCODE_PATH] = URL_PATH,
    [URIEL_ENCODE_PATH_SEGMENT] = URL_PATH | URL_SPECIAL_END, /* "/", and "\", which is read as "/" */
    [URIEL_ENCODE_QUERY] = URL_SPECIAL_QUERY,
    [URIEL_ENCODE_QUERY_KEY] = URL_COMPONENT,
    [URIEL_ENCODE_QUERY_VALUE] = URL_COMPONENT,
    [URIEL_ENCODE_FRAGMENT] = URL_FRAGMENT,
    [URIEL_ENCODE_FORM] = URL_FORM,
    [URIEL_ENCODE_REFERENCE] = URL_QUERY, /* before "#" */
    [URIEL_ENCODE_ANY] = URL_COMPONENT,
};

/* Percent-encodes [at, end), in which a "%" is as `percent`, and in a form a space is "+". */
static void url_encode_run(url_sink *s, const char *at, const char *end, unsigned set,
                           const char *percent)
{
  const char special = set == URL_FORM ? ' ' : '%';
  for (;;) {
    const char *const stop = view_find(at, end, special);
    uriel_url_put_encoded(s, view_of(at, stop), set | URL_KEEP_TABS);
    if (stop == end)
      return;
    const uriel_text in_place = uriel_text_of(set == URL_FORM ? "+" : percent);
    uriel_url_put(s, in_place.ptr, in_place.len);
    at = stop + 1;
  }
}

size_t uriel_url_encode(uriel_encode_for where, uriel_text text, unsigned options, char *out,
                        size_t capacity, uriel_error *error)
{
  const unsigned set = url_encode_sets[where <= URIEL_ENCODE_ANY ? where : URIEL_ENCODE_ANY];
  const bool encodes = set == URL_COMPONENT || (options & URIEL_ENCODE_PERCENT);
  const char *const percent = encodes ? "%25" : "%";
  const char *const end = text.ptr + text.len;
  const char *const hash = where == URIEL_ENCODE_REFERENCE ? view_find(text.ptr, end, '#') : end;
  const bool address = where == URIEL_ENCODE_HOST && text.len > 2 && text.ptr[0] == '[' &&
                       end[-1] == ']' && uriel_ipv6_parse((uint8_t[16]){0}, text.ptr + 1, text.len - 2);
  const size_t valid = uriel_utf8_span(text.ptr, text.len);
  /* The host parser refuses these, and in a domain also as "%XX". */
  const size_t allowed = where == URIEL_ENCODE_HOST && !address
                             ? (size_t)(url_find(text.ptr, end, URL_NOT_HOST) - text.ptr)
                             : text.len;
  if (allowed < text.len || valid < text.len) {
    const size_t at = allowed < valid ? allowed : valid;
    *error =
        (uriel_error){.code = allowed < valid ? URIEL_ERROR_ENCODING_NOT_ALLOWED : URIEL_ERROR_NOT_UTF_8,
                      .offset = at,
                      .begin = at,
                      .length = 1,
                      .spec = URIEL_SPEC_WHATWG};
    return URIEL_FAILED;
  }
  url_sink s = uriel_url_sink(view_undefined(), out, capacity);
  if (address) {
    uriel_url_put(&s, text.ptr, text.len);
    return s.w.len;
  }
  url_encode_run(&s, text.ptr, hash, set, percent);
  if (hash < end) {
    uriel_url_put(&s, "#", 1);
    url_encode_run(&s, hash + 1, end, URL_FRAGMENT, percent);
  }
  return s.w.len;
}
