/* SPDX-License-Identifier: MIT */
/* uriel_component_set, which checks only what it changes, against uriel_build of all components and
 * against the parser: every small reference with every small value, and values with each byte at each
 * place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"

/* Replaces a component, except REFERENCE and AUTHORITY. */
static void put_part(uriel_parts *parts, uriel_component component, uriel_text value)
{
  uriel_text *const texts[] = {
      NULL,         &parts->scheme, NULL,          &parts->userinfo, &parts->host,
      &parts->port, &parts->path,   &parts->query, &parts->fragment};
  *texts[component] = value;
}

/* The authority's parts, if the parser reads nothing else in it. */
static bool put_authority(uriel_parts *parts, uriel_text value)
{
  char text[64];
  uriel_ref read;
  parts->userinfo = parts->host = parts->port = (uriel_text){NULL, 0};
  if (!value.ptr)
    return true;
  const size_t len = (size_t)sprintf(text, "//%.*s", (int)value.len, value.ptr);
  if (len != value.len + 2 || !uriel_parse(&read, text, len, NULL) || read.path_begin != read.length)
    return false;
  const uriel_parts all = uriel_parts_of(&read);
  const char *const from = text + 2;
  parts->host = (uriel_text){value.ptr + (all.host.ptr - from), all.host.len};
  if (all.userinfo.ptr)
    parts->userinfo = (uriel_text){value.ptr + (all.userinfo.ptr - from), all.userinfo.len};
  if (all.port.ptr)
    parts->port = (uriel_text){value.ptr + (all.port.ptr - from), all.port.len};
  return true;
}

/* Joins the parts without a look at them (5.3). */
static size_t join(char *out, const uriel_parts *parts)
{
  const uriel_text texts[] = {parts->scheme, parts->userinfo, parts->host,    parts->port,
                              parts->path,   parts->query,    parts->fragment};
  static const char *const before[] = {"", "", "", ":", "", "?", "#"}, *const after[] = {
                                                                           ":", "@", "", "", "", "", ""};
  size_t len = 0;
  for (size_t i = 0; i < 7; i++) {
    if (i == 1 && parts->host.ptr)
      len += (size_t)sprintf(out + len, "//");
    if (!texts[i].ptr)
      continue;
    len += (size_t)sprintf(out + len, "%s", before[i]);
    if (texts[i].len > 0)
      memcpy(out + len, texts[i].ptr, texts[i].len);
    len += texts[i].len;
    len += (size_t)sprintf(out + len, "%s", after[i]);
  }
  return len;
}

static bool reads_back(const uriel_parts *parts, const char *text, size_t len)
{
  uriel_ref ref;
  if ((!parts->host.ptr && (parts->userinfo.ptr || parts->port.ptr)) ||
      !uriel_parse(&ref, text, len, NULL))
    return false;
  const uriel_parts read = uriel_parts_of(&ref);
  return text_equal(read.scheme, parts->scheme) && text_equal(read.userinfo, parts->userinfo) &&
         text_equal(read.host, parts->host) && text_equal(read.port, parts->port) &&
         (parts->path.ptr ? text_equal(read.path, parts->path) : read.path.len == 0) &&
         text_equal(read.query, parts->query) && text_equal(read.fragment, parts->fragment);
}

static bool error_same(const uriel_error *a, const uriel_error *b)
{
  return a->code == b->code && a->component == b->component && a->offset == b->offset &&
         a->begin == b->begin && a->length == b->length;
}

static void check(const uriel_ref *ref, uriel_component component, uriel_text value)
{
  char out[256], built[256], joined[256];
  uriel_error error, slow = {.code = URIEL_ERROR_NONE};
  uriel_parts parts = uriel_parts_of(ref);
  memset(out, '~', sizeof out);
  memset(built, '~', sizeof built);
  const size_t len = uriel_component_set(ref, component, value, out, sizeof out, &error);
  bool known = component != URIEL_AUTHORITY;
  if (known)
    put_part(&parts, component, value);
  else
    known = put_authority(&parts, value);
  const size_t slow_len = known ? uriel_build(&parts, built, sizeof built, &slow) : URIEL_FAILED;
  const bool reads = known && reads_back(&parts, joined, join(joined, &parts));
  if (len != slow_len || memcmp(out, built, sizeof out) != 0 || reads != (len != URIEL_FAILED) ||
      (known && !error_same(&error, &slow)))
    die("\"%.*s\" with %s \"%.*s\": %zu bytes, error %s at %zu; built %zu bytes, error %s at %zu; %s",
        (int)ref->length, ref->text, uriel_component_name(component), (int)value.len,
        value.ptr ? value.ptr : "", len, uriel_error_name(error.code), error.offset, slow_len,
        uriel_error_name(slow.code), slow.offset, reads ? "reads back" : "does not read back");
}

static void check_all(const uriel_ref *ref, uriel_text value)
{
  const uriel_text copy = text_copy(value);
  for (int component = URIEL_SCHEME; component <= URIEL_FRAGMENT; component++)
    check(ref, (uriel_component)component, copy);
  text_free(copy);
}

static void with_value(uriel_text value, void *context)
{
  check_all(context, value);
}

static void with_reference(uriel_text text, void *context)
{
  static const char *const tokens[] = {"a", "1", ":",    "/", "?",   "#", "@",
                                       "[", "]", "[::]", "%", "%4F", " ", "\x80"};
  const uriel_text copy = text_copy(text);
  uriel_ref ref;
  (void)context;
  if (uriel_parse(&ref, copy.ptr, copy.len, NULL)) {
    each_text(tokens, sizeof tokens / sizeof *tokens, 2, with_value, &ref);
    check_all(&ref, (uriel_text){NULL, 0});
  }
  text_free(copy);
}

static void small_texts(void **state)
{
  static const char *const tokens[] = {"a", "1", ":", "/", "//", "?", "#", "@", "[::]", "%4F"};
  (void)state;
  each_text(tokens, sizeof tokens / sizeof *tokens, 3, with_reference, NULL);
  with_reference(uriel_text_of("s://u@h:1/p?q#f"), NULL);
}

/* Values of more than a word, in which one byte is any, also after an escape. */
static void every_byte(void **state)
{
  (void)state;
  const uriel_ref ref = parsed(uriel_text_of("s://u@h:1/p?q#f"));
  for (size_t len = 1; len <= 20; len++)
    for (size_t at = 0; at < len; at++)
      for (unsigned byte = 0; byte < 0x100; byte++)
        for (unsigned escape = 0; escape < 2; escape++) {
          char value[20];
          memset(value, 'a', len);
          value[0] = '/';
          if (escape && len > 5)
            memcpy(value + 1, "%4F", 3);
          value[at] = (char)byte;
          check_all(&ref, (uriel_text){value, len});
        }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(small_texts), cmocka_unit_test(every_byte)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
