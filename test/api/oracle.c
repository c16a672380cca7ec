/* SPDX-License-Identifier: MIT */
/* Slower ways to the same result; see oracle.h. */
#include "oracle.h"
#include "uriel_http.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "literal.h"

static void must(bool holds, const char *what, uriel_text text)
{
  if (!holds)
    die("\"%.*s\": %s does not hold", (int)text.len, text.ptr, what);
}

static bool ref_same(const uriel_ref *a, const uriel_ref *b)
{
  return a->text == b->text && a->length == b->length && a->scheme_end == b->scheme_end &&
         a->host_begin == b->host_begin && a->host_end == b->host_end &&
         a->path_begin == b->path_begin && a->path_end == b->path_end && a->query_end == b->query_end &&
         a->flags == b->flags;
}

void check_user(const uriel_ref *ref)
{
  const uriel_text whole = uriel_component_get(ref, URIEL_REFERENCE);
  const uriel_text userinfo = uriel_userinfo(ref);
  const uriel_text user = uriel_user(ref);
  const uriel_text password = uriel_password(ref);
  must(!user.ptr == !userinfo.ptr, "a user with user information", whole);
  if (!userinfo.ptr) {
    must(!password.ptr, "no password without user information", whole);
    return;
  }
  must(user.ptr == userinfo.ptr && !(user.len && memchr(user.ptr, ':', user.len)), "a user", whole);
  if (password.ptr)
    must(password.ptr == user.ptr + user.len + 1 && password.ptr[-1] == ':' &&
             password.len == userinfo.len - user.len - 1,
         "a password after the first \":\"", whole);
  else
    must(user.len == userinfo.len, "no password without \":\"", whole);
}

void check_without_fragment(const uriel_ref *ref)
{
  const uriel_text whole = uriel_component_get(ref, URIEL_REFERENCE);
  const uriel_ref less = uriel_without_fragment(ref);
  uriel_ref again;
  must(!uriel_fragment(&less).ptr && less.text == ref->text, "no fragment", whole);
  if (uriel_parse_as(&again, ref->text, ref->query_end, uriel_spec_of(ref), URIEL_PARSE_PARTIAL, NULL)) {
    again.flags |= ref->flags & URIEL_HAS_PREFIX; /* the prefix is before the text */
    must(ref_same(&again, &less), "parsing without the fragment gives the same", whole);
  } else {
    must(uriel_spec_of(ref) != URIEL_SPEC_RFC3986, "a reference without its fragment", whole);
  }
}

void check_rebase(const uriel_ref *ref)
{
  const uriel_text whole = uriel_component_get(ref, URIEL_REFERENCE);
  const uriel_text copy = text_copy(whole);
  const uriel_ref moved = uriel_rebase(ref, copy.ptr);
  uriel_ref back = moved;
  back.text = ref->text;
  must(moved.text == copy.ptr && ref_same(&back, ref), "the same over another text", whole);
  for (int c = URIEL_REFERENCE; c <= URIEL_FRAGMENT; c++)
    must(text_equal(uriel_component_get(&moved, (uriel_component)c),
                    uriel_component_get(ref, (uriel_component)c)),
         "the same components", whole);
  text_free(copy);
}

static size_t write_without_dots(const void *context, char *out, size_t capacity)
{
  const uriel_text *const path = context;
  return uriel_remove_dot_segments(path->ptr, path->len, out, capacity);
}

void check_remove_dots(uriel_text path)
{
  char *const literal = room(path.len);
  const size_t len = literal_remove_dots(path.ptr, path.len, literal);
  const uriel_text removed = text_written(write_without_dots, &path);
  must(text_equal(removed, text_from(literal, len)), "5.2.4 to the letter", path);
  must(removed.len <= path.len, "not longer than the path", path);
  text_free(removed);
  free(literal);
}

void check_port_parse(uriel_text text)
{
  uint32_t value = 0;
  bool digits = true;
  for (size_t at = 0; at < text.len; at++) {
    digits = digits && text.ptr[at] >= '0' && text.ptr[at] <= '9';
    value = digits ? value * 10 + (uint32_t)(text.ptr[at] - '0') : 0;
    value = value > 65536 ? 65536 : value; /* avoids overflow; any larger number is equivalent */
  }
  uint16_t number = 4711;
  uriel_error error;
  const bool has = uriel_port_parse(&number, text.ptr, text.len, &error);
  must(has == (digits && text.len > 0 && value <= 65535), "a port's number or none", text);
  must(number == (has ? value : 4711), "the number", text);
  must(error.code == (!digits         ? URIEL_ERROR_PORT_NOT_DIGITS
                      : value > 65535 ? URIEL_ERROR_PORT_TOO_LARGE
                                      : URIEL_ERROR_NONE),
       "the error", text);
  must(error.offset <= text.len && error.begin == 0, "a place in the text", text);
  must(uriel_port_parse(&number, text.ptr, text.len, NULL) == has, "no error is wanted", text);
}

/* `before` and the text, in its own heap block. */
static uriel_text text_after(const char *before, uriel_text text)
{
  const size_t len = strlen(before);
  char *const whole = room(len + text.len);
  memcpy(whole, before, len);
  memcpy(whole + len, text.ptr, text.len);
  return text_from(whole, len + text.len);
}

static bool parts_same(const uriel_parts *a, const uriel_parts *b)
{
  return text_equal(a->scheme, b->scheme) && text_equal(a->userinfo, b->userinfo) &&
         text_equal(a->host, b->host) && text_equal(a->port, b->port) && text_equal(a->path, b->path) &&
         text_equal(a->query, b->query) && text_equal(a->fragment, b->fragment);
}

/* The expected target; its form is 0 if the text is not a target. The parts point into `*whole`. */
static uriel_http_target http_expected(uriel_text method, uriel_text text, uriel_text *whole)
{
  uriel_http_target target = {.form = text.len && text.ptr[0] == '/' ? URIEL_HTTP_ORIGIN
                                                                     : URIEL_HTTP_ABSOLUTE};
  uriel_ref ref;
  uint16_t port;
  const bool connect = text_equal(method, uriel_text_of("CONNECT"));
  if (connect)
    target.form = URIEL_HTTP_AUTHORITY;
  if (text_equal(method, uriel_text_of("OPTIONS")) && text_equal(text, uriel_text_of("*")))
    return (uriel_http_target){URIEL_HTTP_ASTERISK, {.path = {"", 0}}};
  /* Between these delimiters, each form parses as its intended component. */
  *whole = text_after(connect ? "//" : target.form == URIEL_HTTP_ORIGIN ? "x://h" : "", text);
  const bool parsed = uriel_parse(&ref, whole->ptr, whole->len, NULL) && !uriel_fragment(&ref).ptr;
  const uriel_text scheme = uriel_scheme(&ref);
  if (!parsed || (!connect && !scheme.ptr))
    return (uriel_http_target){0};
  target.parts = uriel_parts_of(&ref);
  if (connect && (uriel_userinfo(&ref).ptr || uriel_path(&ref).len || uriel_query(&ref).ptr ||
                  uriel_host(&ref).len == 0 || !uriel_port_number(&port, &ref, NULL)))
    return (uriel_http_target){0};
  if (target.form == URIEL_HTTP_ORIGIN)
    target.parts.scheme = target.parts.host = text_from(NULL, 0);
  const bool is_http = target.form == URIEL_HTTP_ABSOLUTE && (scheme.len == 4 || scheme.len == 5) &&
                       strncasecmp(scheme.ptr, "https", scheme.len) == 0;
  return is_http && uriel_host(&ref).len == 0 ? (uriel_http_target){0} : target;
}

typedef struct uri_input {
  const uriel_http_target *target;
  uriel_text host;
} uri_input;

static size_t write_target_uri(const void *context, char *out, size_t capacity)
{
  const uri_input *const in = context;
  return uriel_http_target_uri(in->target, uriel_text_of("x"), in->host, out, capacity, NULL);
}

/* RFC 9112, 3.3: the concatenation of scheme, "://", authority, path and query. */
static void check_target_uri(uriel_text text, const uriel_http_target *target)
{
  const uri_input in = {target, uriel_text_of("h")};
  const uriel_text uri = text_written(write_target_uri, &in);
  const bool whole = target->form == URIEL_HTTP_ABSOLUTE;
  const uriel_text rest = target->form == URIEL_HTTP_ASTERISK ? text_from("", 0) : text;
  const uriel_text expected = text_after(whole                                  ? ""
                                         : target->form == URIEL_HTTP_AUTHORITY ? "x://"
                                                                                : "x://h",
                                         rest);
  must(text_equal(uri, expected), "the target URI", text);
  must(uri.len <= text.len + 1 + 1 + 3, "the bound of the target URI", text);
  text_free(expected);
  text_free(uri);
}

void check_http_target(uriel_text method, uriel_text text)
{
  uriel_http_target target;
  uriel_error error;
  uriel_text whole = {NULL, 0};
  const uriel_http_target expected = http_expected(method, text, &whole);
  const bool is = uriel_http_target_parse(&target, method.ptr, method.len, text.ptr, text.len, &error);
  must(is == (expected.form != 0), "a target or none", text);
  must(target.form == expected.form, "the form", text);
  must(parts_same(&target.parts, &expected.parts), "the parts", text);
  must(is == (error.code == URIEL_ERROR_NONE), "an error or a target", text);
  must(error.offset <= text.len && error.begin + error.length <= text.len, "an error's place", text);
  must(uriel_http_target_parse(&target, method.ptr, method.len, text.ptr, text.len, NULL) == is,
       "no error", text);
  if (is) {
    check_target_uri(text, &target);
  } else {
    char out[URIEL_ERROR_TEXT_MAX];
    const size_t len = uriel_error_describe(&error, text.ptr, text.len, out, sizeof out);
    must(len > 0 && len <= sizeof out, "a message", text);
    must(uriel_http_target_uri(&target, method, method, NULL, 0, &error) == URIEL_FAILED &&
             error.code == URIEL_ERROR_ARGUMENT,
         "no URI of no target", text);
  }
  text_free(whole);
}

/* Returns the normal form and parses it. */
static uriel_text normal_form(uriel_ref *form, const uriel_ref *ref, uriel_level level)
{
  const uriel_text text = text_written(write_normal, &(normal_input){ref, level});
  if (!uriel_parse_as(form, text.ptr, text.len, uriel_spec_of(ref), URIEL_PARSE_PARTIAL, NULL))
    die("\"%.*s\" is a normal form, and not valid", (int)text.len, text.ptr);
  return text;
}

static bool has_same_components(const uriel_ref *a, const uriel_ref *b)
{
  for (uriel_component part = URIEL_SCHEME; part <= URIEL_FRAGMENT; part++) {
    const uriel_text one = uriel_component_get(a, part), other = uriel_component_get(b, part);
    if (!one.ptr != !other.ptr || !text_equal(one, other))
      return false;
  }
  return true;
}

static bool has_same_form(const uriel_ref *a, const uriel_ref *b, uriel_level level)
{
  uriel_ref left, right;
  const uriel_text one = normal_form(&left, a, level), other = normal_form(&right, b, level);
  const bool same =
      uriel_spec_of(a) == uriel_spec_of(b) ? text_equal(one, other) : has_same_components(&left, &right);
  text_free(one);
  text_free(other);
  return same;
}

void check_equal(const uriel_ref *a, const uriel_ref *b)
{
  int lowest = URIEL_LEVEL_DIFFERENT;
  for (int at = URIEL_LEVEL_DIFFERENT; at-- > 0;) {
    const uriel_level level = (uriel_level)at;
    const bool same = lowest == at + 1 && has_same_form(a, b, level);
    if (uriel_equal(a, b, level) != same || uriel_equal(b, a, level) != same)
      die("%s \"%.*s\" and %s \"%.*s\" are%s equal at level %s", uriel_spec_name(uriel_spec_of(a)),
          (int)a->length, a->text, uriel_spec_name(uriel_spec_of(b)), (int)b->length, b->text,
          same ? "" : " not", uriel_level_name(level));
    if (same && uriel_hash(a, level, 9) != uriel_hash(b, level, 9))
      die("\"%.*s\" and \"%.*s\" are equal and have two hashes", (int)a->length, a->text, (int)b->length,
          b->text);
    lowest = same ? at : lowest;
  }
  if ((int)uriel_compare(a, b) != lowest)
    die("\"%.*s\" and \"%.*s\": compare is not %s", (int)a->length, a->text, (int)b->length, b->text,
        uriel_level_name((uriel_level)lowest));
}
