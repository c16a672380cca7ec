/* SPDX-License-Identifier: MIT */
/* uriel_iri_display, uriel_iri_labels and uriel_iri_warnings: RFC 3987's examples of bidirectional text,
 * spoofs, domain names that browsers show or not, and laws. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"

#include "uriel_idna.h"
#include "uriel_iri.h"
#include "vectors.h"

enum { WARNINGS = 16 };

static size_t write_display(const void *context, char *out, size_t capacity)
{
  const size_t len = uriel_iri_display(context, out, capacity);
  if (len > uriel_iri_bound(context))
    die("longer than its bound");
  return len;
}

static size_t write_message(const void *context, char *out, size_t capacity)
{
  const pair_input *const pair = context; /* the reference, and the number of the warning */
  uriel_warning all[WARNINGS];
  uriel_iri_warnings(all, WARNINGS, pair->base);
  return uriel_warning_describe(&all[pair->options], pair->base, out, capacity);
}

static void check_message(const uriel_ref *ref, unsigned number)
{
  const pair_input pair = {.base = ref, .options = number};
  const uriel_text message = text_written(write_message, &pair);
  assert_true(message.len > 20);
  for (size_t at = 0; at < message.len; at++)
    assert_true(message.ptr[at] >= ' ' && message.ptr[at] < 0x7F);
  text_free(message);
}

/* "bidi-ends@9[7-12] ...": the name, the offset, and the part from its begin to its end. */
static uriel_text warnings_text(const uriel_ref *ref, char *out, size_t capacity)
{
  uriel_warning all[WARNINGS], first;
  const size_t count = uriel_iri_warnings(all, WARNINGS, ref);
  size_t len = 0;
  assert_true(count <= WARNINGS);
  assert_int_equal(uriel_iri_warnings(NULL, 0, ref), count);
  assert_int_equal(uriel_iri_warnings(&first, 1, ref), count);
  for (size_t at = 0; at < count; at++) {
    const uriel_warning *const w = &all[at];
    assert_true(w->offset >= w->begin && w->offset < w->begin + w->length);
    if (w->kind == URIEL_WARNING_SCRIPTS)
      assert_true(strcmp(w->detail, "moderately-restrictive") == 0 ||
                  strcmp(w->detail, "minimally-restrictive") == 0 ||
                  strcmp(w->detail, "unrestricted") == 0);
    len += (size_t)snprintf(out + len, capacity - len, "%s%s@%zu[%zu-%zu]", at ? " " : "",
                            uriel_warning_name(w->kind), w->offset, w->begin, w->begin + w->length);
    check_message(ref, (unsigned)at);
  }
  return text_from(out, len);
}

static void check_case(const vector_case *given)
{
  char buffer[1024];
  uriel_ref ref, again;
  const uriel_text input = vector_field(given, "input");
  if (!uriel_parse_as(&ref, input.ptr, input.len, URIEL_SPEC_IRI, 0, NULL))
    die("%s:%zu: not an IRI reference", given->file, given->line);
  const uriel_text shown = text_written(write_display, &ref);
  expect_text(given, "display", vector_field(given, "display"), shown);
  expect_text(given, "warnings", vector_field(given, "warnings"),
              warnings_text(&ref, buffer, sizeof buffer));
  expect_true(given, "the display is an IRI reference",
              uriel_parse_as(&again, shown.ptr, shown.len, URIEL_SPEC_IRI, 0, NULL));
  const uriel_text twice = text_written(write_display, &again);
  expect_text(given, "display of the display", shown, twice);
  expect_true(given, "no warnings about the display",
              uriel_iri_warnings(NULL, 0, &again) == 0 || uriel_host(&again).len > 0);
  text_free(twice);
  text_free(shown);
}

static void vectors(void **state)
{
  (void)state;
  vectors_run("iri_display.tsv", 40, check_case);
}

/* "xn--0ca:rule ..." of the labels that a rule hides, from the text that uriel_iri_display wrote. */
static uriel_text hidden_text(const uriel_ref *ref, uriel_text shown, char *out, size_t capacity)
{
  uriel_iri_label all[WARNINGS], first;
  const size_t count = uriel_iri_labels(all, WARNINGS, ref);
  size_t len = 0;
  assert_true(count <= WARNINGS);
  assert_int_equal(uriel_iri_labels(NULL, 0, ref), count);
  assert_int_equal(uriel_iri_labels(&first, 1, ref), count);
  for (size_t at = 0; at < count; at++) {
    assert_true(all[at].begin <= shown.len && all[at].length <= shown.len - all[at].begin);
    if (all[at].rule != URIEL_LABEL_SHOWN)
      len +=
          (size_t)snprintf(out + len, capacity - len, "%s%.*s:%s", len ? " " : "", (int)all[at].length,
                           shown.ptr + all[at].begin, uriel_label_rule_name(all[at].rule));
  }
  return text_from(out, len);
}

static struct {
  size_t unsafe, safe, shown; /* of the safe ones */
} hosts;

static void check_host(const vector_case *given)
{
  char text[512], buffer[1024];
  uriel_ref ref, again;
  const uriel_text host = vector_field(given, "host"), verdict = vector_field(given, "verdict");
  const size_t len = (size_t)snprintf(text, sizeof text, "http://%.*s/", (int)host.len, host.ptr);
  if (!uriel_parse_as(&ref, text, len, URIEL_SPEC_IRI, 0, NULL))
    die("%s:%zu: not an IRI reference", given->file, given->line);
  const uriel_text shown = text_written(write_display, &ref);
  const uriel_text hidden = hidden_text(&ref, shown, buffer, sizeof buffer);
  expect_text(given, "hidden", vector_field(given, "hidden"), hidden);
  const bool unsafe = text_equal(verdict, uriel_text_of("unsafe"));
  const bool safe = text_equal(verdict, uriel_text_of("safe"));
  expect_true(given, "no unsafe host is shown", !unsafe || hidden.len > 0);
  hosts.unsafe += !safe;
  hosts.safe += safe;
  hosts.shown += safe && hidden.len == 0;
  if (!uriel_parse_as(&again, shown.ptr, shown.len, URIEL_SPEC_IRI, 0, NULL))
    die("%s:%zu: the display is not an IRI reference", given->file, given->line);
  char other[1024];
  expect_text(given, "hidden in the display", hidden, hidden_text(&again, shown, other, sizeof other));
  text_free(shown);
}

static void domain_names(void **state)
{
  (void)state;
  vectors_run("display.tsv", 300, check_host);
  assert_true(hosts.unsafe >= hosts.safe);
  assert_true(5 * hosts.shown >= 4 * hosts.safe);
}

/* The component that `form` writes `code` into, percent-encoded. Returns whether it is decoded. */
static bool decodes(size_t (*write)(const uriel_ref *, char *, size_t), const char *form,
                    const char *encoded)
{
  char text[64], out[256];
  uriel_ref ref;
  const size_t len = (size_t)snprintf(text, sizeof text, form, encoded);
  assert_true(uriel_parse_as(&ref, text, len, URIEL_SPEC_IRI, 0, NULL));
  const size_t n = write(&ref, out, sizeof out);
  assert_true(n <= sizeof out);
  for (size_t at = 0; at < n; at++)
    if ((unsigned char)out[at] >= 0x80)
      return true;
  return false;
}

static size_t to_iri(const uriel_ref *ref, char *out, size_t capacity)
{
  return uriel_iri_from_uri(ref, 0, out, capacity);
}

static size_t encode_utf8(uint32_t code, char out[4])
{
  const unsigned n = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  static const unsigned lead[] = {0, 0, 0xC0, 0xE0, 0xF0};
  out[0] = (char)(code >> 6 * (n - 1) | lead[n]);
  for (unsigned i = 1; i < n; i++)
    out[i] = (char)(0x80 | (code >> 6 * (n - 1 - i) & 0x3F));
  return n;
}

/* Of each code point: what uriel_iri_from_uri keeps encoded (RFC 3987, 6.1) the display does not decode,
 * nor one that UTS #46 ignores or maps to a delimiter. */
static void every_code_point(void **state)
{
  static const char *const forms[] = {"/a%sb", "?a%sb", "#a%sb", "//a%sb@h"};
  (void)state;
  for (uint32_t code = 0x80; code < 0x110000; code++) {
    char encoded[16], bytes[4], mapped[64];
    if (code >= 0xD800 && code < 0xE000)
      continue;
    const size_t n = encode_utf8(code, bytes);
    for (size_t i = 0; i < n; i++)
      snprintf(encoded + 3 * i, 4, "%%%02X", (unsigned char)bytes[i]);
    uriel_error error;
    const size_t len = uriel_idna_to_unicode(bytes, n, 0, mapped, sizeof mapped, &error);
    assert_true(len <= sizeof mapped);
    const bool delimiter =
        code != 0x3002 &&
        (len == 0 || memchr(mapped, '.', len) || memchr(mapped, '/', len) || memchr(mapped, '&', len) ||
         memchr(mapped, '=', len) || memchr(mapped, '#', len) || memchr(mapped, '?', len) ||
         memchr(mapped, '@', len) || memchr(mapped, ':', len) || memchr(mapped, ';', len) ||
         memchr(mapped, '%', len) || memchr(mapped, '\\', len) || memchr(mapped, ' ', len));
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
      if (decodes(uriel_iri_display, forms[i], encoded) &&
          (delimiter || i == 3 || !decodes(to_iri, forms[i], encoded)))
        die("U+%04X is shown in %s", (unsigned)code, forms[i]);
  }
}

static void names(void **state)
{
  (void)state;
  assert_string_equal(uriel_label_rule_name(URIEL_LABEL_SHOWN), "shown");
  assert_string_equal(uriel_label_rule_name(URIEL_LABEL_LOOKS_LATIN), "looks-latin");
  assert_string_equal(uriel_label_rule_name((uriel_label_rule)14), "");
  const uriel_warning other = {0};
  const uriel_ref ref = {.text = "", .flags = URIEL_INVALID};
  assert_string_equal(uriel_warning_name(URIEL_WARNING_HIDDEN), "hidden");
  assert_string_equal(uriel_warning_name((uriel_warning_kind)0), "");
  assert_string_equal(uriel_warning_name(URIEL_WARNING_USER_HOST), "userinfo");
  assert_string_equal(uriel_warning_name((uriel_warning_kind)65536), "");
  assert_int_equal(uriel_warning_describe(&other, &ref, NULL, 0), 0);
  assert_int_equal(uriel_iri_warnings(NULL, 0, &ref), 0);
  assert_true(uriel_iri_display(&ref, NULL, 0) == URIEL_FAILED);
  assert_int_equal(uriel_iri_labels(NULL, 0, &ref), 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(vectors),
      cmocka_unit_test(domain_names),
      cmocka_unit_test(every_code_point),
      cmocka_unit_test(names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
