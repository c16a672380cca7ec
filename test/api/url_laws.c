/* SPDX-License-Identifier: MIT */
/* Laws of setters and getters; see url_laws.h. */
#include "url_laws.h"

#include <stdlib.h>
#include <string.h>

static const char *const attribute_names[URL_ATTRIBUTES] = {"href",   "protocol", "username", "password",
                                                            "host",   "hostname", "port",     "pathname",
                                                            "search", "hash"};

const char *url_attribute_name(uriel_url_attribute attribute)
{
  return attribute_names[attribute];
}

uriel_url_attribute url_attribute_named(uriel_text name)
{
  for (int at = 0; at < URL_ATTRIBUTES; at++)
    if (text_equal(name, uriel_text_of(attribute_names[at])))
      return (uriel_url_attribute)at;
  die("no attribute \"%.*s\"", (int)name.len, name.ptr);
}

bool url_parsed(uriel_ref *ref, uriel_text text)
{
  const size_t bound = uriel_url_bound(NULL, text.len);
  char *const out = room(bound);
  const size_t len = uriel_url_parse(ref, NULL, text.ptr, text.len, NULL, out, bound);
  if (len != URIEL_FAILED) {
    if (len > bound)
      die("\"%.*s\": parsing exceeds its bound", (int)text.len, text.ptr);
    *ref = uriel_rebase(ref, text_copy(text_from(ref->text, len)).ptr);
  }
  free(out);
  return len != URIEL_FAILED;
}

size_t write_url_set(const void *context, char *out, size_t capacity)
{
  const url_set_input *const in = context;
  uriel_ref ref = *in->url;
  const size_t len =
      uriel_url_set(&ref, in->url, in->attribute, in->value.ptr, in->value.len, out, capacity);
  if (len != URIEL_FAILED && len > uriel_url_bound(in->url, in->value.len))
    die("setting %s exceeds its bound", url_attribute_name(in->attribute));
  if ((len == URIEL_FAILED || len > capacity) && memcmp(&ref, in->url, sizeof ref) != 0)
    die("a setter that does not write changes the reference");
  if (len <= capacity && (ref.text != out || ref.length != len))
    die("a setter fills another reference");
  return len;
}

static bool refs_equal(const uriel_ref *a, const uriel_ref *b)
{
  const uriel_ref moved = uriel_rebase(a, b->text);
  return a->length == b->length && memcmp(a->text, b->text, a->length) == 0 &&
         memcmp(&moved, b, sizeof moved) == 0;
}

static void fail(const url_set_input *in, const uriel_ref *set, const char *what)
{
  die("\"%.*s\", %s set to \"%.*s\": \"%.*s\": %s", (int)in->url->length, in->url->text,
      url_attribute_name(in->attribute), (int)in->value.len, in->value.ptr, (int)set->length, set->text,
      what);
}

/* Whether the setter of `a` may change what the getter of `b` returns. */
static bool may_change(uriel_url_attribute a, uriel_url_attribute b)
{
  const bool host = b == URIEL_URL_HOST, port = b == URIEL_URL_PORT;
  if (a == b || b == URIEL_URL_HREF || a == URIEL_URL_HREF)
    return true;
  if (a == URIEL_URL_PROTOCOL)
    return host || port;
  if (a == URIEL_URL_HOST)
    return port || b == URIEL_URL_HOSTNAME;
  return host && (a == URIEL_URL_PORT || a == URIEL_URL_HOSTNAME);
}

static void check_other_getters(const url_set_input *in, const uriel_ref *set)
{
  for (int at = 0; at < URL_ATTRIBUTES; at++) {
    const uriel_url_attribute other = (uriel_url_attribute)at;
    if (!may_change(in->attribute, other) &&
        !text_equal(uriel_url_get(in->url, other), uriel_url_get(set, other)))
      fail(in, set, url_attribute_name(other));
  }
}

/* Setting what the getter returns changes nothing, except from no host to the empty host. */
static void check_again(const url_set_input *in, const uriel_ref *set)
{
  const uriel_text got = uriel_url_get(set, in->attribute);
  if (got.len == 0)
    return;
  const uriel_text again = text_written(write_url_set, &(url_set_input){set, in->attribute, got});
  if (!text_equal(again, text_from(set->text, set->length)))
    fail(in, set, "setting what the getter returns");
  text_free(again);
}

/* The result is a URL with the components of the reference. A file URL may not be its own
 * parse if the scheme became "file": "file://localhost/", "file://h/C|/". */
static void check_parses(const url_set_input *in, const uriel_ref *set)
{
  uriel_ref parsed;
  if (!url_parsed(&parsed, text_from(set->text, set->length)))
    fail(in, set, "is not a URL");
  if (!refs_equal(&parsed, set) && in->attribute != URIEL_URL_PROTOCOL)
    fail(in, set, "does not parse to itself");
  text_free(text_from(parsed.text, parsed.length));
}

void check_url_set_laws(const uriel_ref *url, uriel_url_attribute attribute, uriel_text value)
{
  const url_set_input in = {url, attribute, value};
  const uriel_text text = text_written(write_url_set, &in);
  if (!text.ptr) {
    if (attribute != URIEL_URL_HREF)
      die("setting %s failed", url_attribute_name(attribute));
    return;
  }
  char *const out = room(text.len);
  uriel_ref set = *url;
  if (uriel_url_set(&set, &set, attribute, value.ptr, value.len, out, text.len) != text.len ||
      !text_equal(text, text_from(set.text, set.length)))
    fail(&in, &set, "in place");
  check_parses(&in, &set);
  check_other_getters(&in, &set);
  check_again(&in, &set);
  free(out);
  text_free(text);
}
