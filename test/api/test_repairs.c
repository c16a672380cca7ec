/* SPDX-License-Identifier: MIT */
/* The repairs that errors suggest: which error suggests which, and that they work. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"

enum { MOST = 256 };

typedef struct repair_case {
  const char *text, *hint;
} repair_case;

/* RFC 3986: 2.1, 3.1, 3.2, 3.2.1, 3.2.2, 3.2.3, 3.3, 3.5, 4.2, Appendix C; RFC 9844. */
static const repair_case repair_cases[] = {
    {"http://h/a b", "write a space as %20"},
    {"http://h/ ", "remove it, or write a space as %20"},
    {" http://h/", "remove it"},
    {"\xC2\xA0http://h/", "remove it"},
    {"http://h/a\tb", "remove it, or write a tab as %09"},
    {"http://h/\r", "remove it, or write a carriage return as %0D"},
    {"http://h/\xC2\xA0x", "remove it, or write the character U+00A0, a no-break space, as %C2%A0"},
    {"http://h/\xC3\xBC", "write the character U+00FC as %C3%BC"},
    {"http://h/\xFF", "write the byte 0xFF as %FF"},
    {"http://\xC3\xBC.de/",
     "write the character U+00FC as %C3%BC, or the host in its ASCII form, xn--..."},
    {"http://h/a[1]", "brackets are allowed only around an IP address: write \"[\" as %5B"},
    {"http://h/{id}", "fill in the template, or write \"{\" as %7B"},
    {"http://h/\"", "write '\"' as %22"},
    {"\"http://h/\"", "remove the quotation marks around the reference"},
    {"<a@b.c>", "remove \"<\" and \">\" around the reference"},
    {"http://h/#a#b", "a reference has one fragment: write \"#\" as %23"},
    {"http://a@b@c/", "in a user name or password, write \"@\" as %40"},
    {"http://u:p#w@h/", "in a password, write \"#\" as %23"},
    {"http://h/100%", "write \"%\" itself as %25"},
    {"http://h/%4g", "write \"%\" itself as %25"},
    {"http://h/%u00fc", "write %u00fc as %C3%BC"},
    {"http://h/%u20AC", "write %u20AC as %E2%82%AC"},
    {"http://h/%uD800", "write \"%\" itself as %25"},
    {"http://a:port/", "write the port's number, or leave the port out"},
    {"http://h:80:80/", "write one port only"},
    {"http://h:{port}/", "fill in the template"},
    {"http://[::1]:x/", "write the port's number, or leave the port out"},
    {"http://[fe80::1%eth0]/", "remove \"%eth0\""},
    {"http://[fe80::1%25eth0]/", "remove \"%25eth0\""},
    {"http://[fe80::1%\xC3\xA9]/", "remove \"%\" and all up to \"]\""},
    {"http://fe80::1%eth0/", "write an IPv6 address in brackets and without its zone: [fe80::1]"},
    {"http://2001:db8::1/", "write an IPv6 address in brackets: [2001:db8::1]"},
    {"http://u@::1/", "write an IPv6 address in brackets: [::1]"},
    {"2001:db8::1", "write an IPv6 address in brackets: //[2001:db8::1]"},
    {"::1", "write an IPv6 address in brackets: //[::1]"},
    {"[::1]:80", "write \"//\" before a host: //[::1]:80"},
    {"10.0.0.1:80/x", "write \"//\" before a host: //10.0.0.1:80"},
    {"git@example.com:a/b.git",
     "if this is an address of scp or git, write ssh://git@example.com/a/b.git"},
    {"u@h:/a", "if this is an address of scp or git, write ssh://u@h/a"},
    {"u@h:a b", "if this is an address of scp or git, write ssh://u@h/..."},
    {"u@h:22/x", "if this is a relative path, write \"./\" before it"},
    {"@h:x", "if this is a relative path, write \"./\" before it"},
    {"u@:x", "if this is a relative path, write \"./\" before it"},
    {"u@[::1]:x", "if this is an address of scp or git, write ssh://u@[::1]/x"},
    {"u@[::1]:/a b", "if this is an address of scp or git, write ssh://u@[::1]/..."},
    {"u@[::1]:22/x", "write \"//\" before a host: //u@[::1]:22"},
    {"u@[::1:x", "if this is a relative path, write \"./\" before it"},
    {"u@[::g]:x", "write \"//\" before a host: //u@[::g]:x"},
    {"10:30", "if this is a relative path, write \"./\" before it"},
    {"a_b:c", "if this is a relative path, write \"./\" before it"},
    {":a", "if this is a relative path, write \"./\" before it"},
    {"://h/", "write a scheme before \"://\", such as http"},
    {"ht_tp://h/", ""},
    {"http://[]/", "write an IPv6 address between the brackets, or remove them"},
    {"http://[h]/", "write a name without brackets, which are for IPv6 addresses only"},
    {"http://[1.2.3.4]/", "write an IPv4 address without brackets"},
    {"http://[::1::2]/", "write \"::\" only once"},
    {"http://[12345::]/", "write at most four hexadecimal digits between two \":\""},
    {"http://[::1.2.3.256]/",
     "end with four numbers from 0 to 255, without leading zeros, or with none"},
    {"http://[1:2:3]/",
     "write eight groups of hexadecimal digits, or \"::\" in place of groups of zeros"},
    {"http://[::1:2:3:4:5:6:7:8]/", "with \"::\", write at most seven groups of hexadecimal digits"},
    {"http://[::g]/", "an IPv6 address holds only hexadecimal digits, \":\" and \".\""},
    {"http://[::1", "write \"]\" after the address"},
    {"http://[fe80::1/64]/", "remove /64"},
    {"http://[::1]80/", "write \":\" before a port"},
    {"http://[::1]x/", "remove what follows \"]\""},
    {"http://h x/", "remove the space"},
    {"http://h\\@e/", "browsers read \"\\\" as \"/\" in http URLs: write \"/\" if that is meant"},
    {"http://h\\x", "write \"/\" in place of \"\\\""},
    {"http:\\\\h\\x", "write \"/\" in place of \"\\\""},
    {"http://h/a\\b", "write \"/\" in place of \"\\\", or write \"\\\" as %5C"},
    {"http://h/?\\", "write \"\\\" as %5C"},
    {"C:\\x", "write a Windows path as a file URI, with \"/\": file:///C:/..."},
    {"\\\\server\\share", "write a Windows share as a file URI, with \"/\": file://SERVER/SHARE/..."},
};

static size_t hint_of(const uriel_error *error, uriel_text text, char out[MOST + 1])
{
  const size_t len = uriel_error_hint(error, text.ptr, text.len, out, MOST);
  assert_true(len <= URIEL_ERROR_TEXT_MAX);
  out[len] = '\0';
  return len;
}

static void hints(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof repair_cases / sizeof *repair_cases; i++) {
    char out[MOST + 1];
    uriel_ref ref;
    uriel_error error;
    const uriel_text text = text_copy(uriel_text_of(repair_cases[i].text));
    assert_false(uriel_parse(&ref, text.ptr, text.len, &error));
    hint_of(&error, text, out);
    if (strcmp(out, repair_cases[i].hint) != 0)
      die("\"%s\": %s", repair_cases[i].text, out);
    text_free(text);
  }
}

/* url-1993, Encoding prohibited characters; url-1994, alphanum2; url-1997, 4.3.1; uri-2003, 3.2.2; RFC
 * 2141, 2.2. */
static void hints_of_documents(void **state)
{
  (void)state;
  static const struct {
    uriel_spec spec;
    repair_case repair;
  } cases[] = {
      {URIEL_SPEC_URL_1993, {"http://h/\xC3\xBC", "write the character U+00FC as %FC"}},
      {URIEL_SPEC_URL_1993, {"http://h/\xE2\x82\xAC", ""}},
      {URIEL_SPEC_URL_1993, {"http://[::1]/", "the document has no IPv6 addresses"}},
      {URIEL_SPEC_URL_1994, {"ftp://u[:p@h/x", ""}},
      {URIEL_SPEC_URL_1994, {"http://h/a=b", "write \"=\" as %3D"}},
      {URIEL_SPEC_URL_1997, {"http://my_host/", ""}},
      {URIEL_SPEC_URL_1997, {"http://a%b/", ""}},
      {URIEL_SPEC_URL_1997, {"http://[::1]/", "the document has no IPv6 addresses"}},
      {URIEL_SPEC_URL_1997, {"http://h/[", "write \"[\" as %5B"}},
      {URIEL_SPEC_URI_2003, {"http://[fe80::1%eth0]/", "remove \"%eth0\""}},
      {URIEL_SPEC_RFC2141, {"urn:foo:a?b", "write \"?\" as %3F"}},
      {URIEL_SPEC_RFC8141, {" urn:foo:a", "remove it"}},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char out[MOST + 1];
    uriel_ref ref;
    uriel_error error;
    const uriel_text text = text_copy(uriel_text_of(cases[i].repair.text));
    if (uriel_spec_built(cases[i].spec)) {
      assert_false(uriel_parse_as(&ref, text.ptr, text.len, cases[i].spec, 0, &error));
      hint_of(&error, text, out);
      if (strcmp(out, cases[i].repair.hint) != 0)
        die("%s: \"%s\": %s", uriel_spec_name(cases[i].spec), cases[i].repair.text, out);
    }
    text_free(text);
  }
}

typedef struct repaired {
  uriel_spec spec;
  size_t checked;
} repaired;

/* Whether replacing `old` bytes at `at` by `by` removes the error or moves it further on. */
static bool moves_on(const repaired *r, uriel_text text, size_t at, size_t old, uriel_text by)
{
  char *const out = room(text.len + by.len);
  uriel_ref ref;
  uriel_error error;
  memcpy(out, text.ptr, at);
  memcpy(out + at, by.ptr, by.len);
  memcpy(out + at + by.len, text.ptr + at + old, text.len - at - old);
  const bool valid = uriel_parse_as(&ref, out, text.len + by.len - old, r->spec, 0, &error);
  free(out);
  return valid || error.offset >= at + by.len;
}

/* The character that is encoded begins at the offset, or is the first of its kind in the component; a
 * "%" is before the offset. */
static bool repairs_by_encoding(const repaired *r, uriel_text text, const uriel_error *error,
                                uriel_text by)
{
  size_t at = error->offset;
  const bool percent = error->code == URIEL_ERROR_PERCENT;
  const char byte = (char)strtoul((char[]){by.ptr[1], by.ptr[2], 0}, NULL, 16);
  while (percent && at > 0 && text.ptr[at - 1] != '%')
    at--;
  if (!percent && (at == text.len || (text.ptr[at] != byte && (unsigned char)text.ptr[at] < 0x80)))
    for (at = error->begin; text.ptr[at] != byte;)
      at++;
  const bool latin_1 = r->spec == URIEL_SPEC_URL_1993 &&
                       uriel_utf8_span(text.ptr + at, text.len - at) > 1 && (unsigned char)byte >= 0x80;
  const size_t old = percent ? 1 : latin_1 ? by.len / 3 + 1 : by.len / 3;
  return moves_on(r, text, percent ? at - 1 : at, old, by);
}

static void check_repair(uriel_text text, void *context)
{
  repaired *const r = context;
  char out[MOST + 1];
  uriel_ref ref;
  uriel_error error;
  if (uriel_parse_as(&ref, text.ptr, text.len, r->spec, 0, &error) || !hint_of(&error, text, out))
    return;
  for (const char *c = out; *c; c++)
    assert_true(*c >= ' ' && *c <= '~');
  const char *const by = strstr(out, " as %");
  if (!by || strstr(out, "in a password"))
    return;
  const size_t size = strspn(by + 4, "%0123456789ABCDEF");
  if (!repairs_by_encoding(r, text, &error, (uriel_text){by + 4, size}))
    die("%s: \"%.*s\": %s: no repair", uriel_spec_name(r->spec), (int)text.len, text.ptr, out);
  r->checked++;
}

static const char *const repair_tokens[] = {"a",
                                            "http:",
                                            "//",
                                            "/",
                                            "urn:bb:",
                                            "http://a/",
                                            "b:",
                                            "x",
                                            "%",
                                            "%4",
                                            " ",
                                            "[",
                                            "]",
                                            "\\",
                                            "^",
                                            "#",
                                            "?",
                                            "@",
                                            ":",
                                            "1",
                                            "::1",
                                            "+",
                                            "=",
                                            "~",
                                            "\"",
                                            "<",
                                            ">",
                                            "\xC3\xBC",
                                            "\xE2\x82\xAC",
                                            "\xFF",
                                            "\t"};

static void encoding_repairs(void **state)
{
  (void)state;
  static const uriel_spec specs[] = {URIEL_SPEC_RFC3986,  URIEL_SPEC_URL_1993, URIEL_SPEC_URL_1994,
                                     URIEL_SPEC_URL_1997, URIEL_SPEC_URI_2003, URIEL_SPEC_RFC2141,
                                     URIEL_SPEC_URN_2011, URIEL_SPEC_RFC8141};
  for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
    repaired r = {specs[i], 0};
    each_text(repair_tokens, sizeof repair_tokens / sizeof *repair_tokens, 3, check_repair, &r);
    assert_true(r.checked > 40 || !uriel_spec_built(specs[i]));
  }
}

/* Any error with any text, even an empty one. */
static void made_up(void **state)
{
  (void)state;
  char out[MOST + 1];
  for (int code = 0; code < 160; code++)
    for (size_t at = 0; at < 4; at++) {
      const uriel_error error = {
          .code = (uriel_error_code)code, .offset = at, .begin = at / 2, .length = at};
      const uriel_text text = text_copy(uriel_text_of("[%"));
      hint_of(&error, text, out);
      hint_of(&(uriel_error){.code = error.code, .offset = at / 2, .begin = at / 2}, text, out);
      assert_int_equal(uriel_error_hint(&error, NULL, 0, NULL, 0), 0);
      text_free(text);
    }
}

/* Errors in a component that is built, and in text that is decoded. */
static void elsewhere(void **state)
{
  (void)state;
  char out[MOST + 1];
  uriel_error error;
  const uriel_parts parts = {.path = uriel_text_of("a b")};
  assert_true(uriel_build(&parts, NULL, 0, &error) == URIEL_FAILED);
  hint_of(&error, parts.path, out);
  assert_string_equal(out, "write a space as %20");
  uriel_decode("a%", 2, 0, NULL, 0, &error);
  hint_of(&error, uriel_text_of("a%"), out);
  assert_string_equal(out, "write \"%\" itself as %25");
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(hints), cmocka_unit_test(hints_of_documents),
                                     cmocka_unit_test(encoding_repairs), cmocka_unit_test(made_up),
                                     cmocka_unit_test(elsewhere)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
