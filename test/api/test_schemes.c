/* SPDX-License-Identifier: MIT */
/* The registry of schemes, the caller's own schemes, and idempotence of normal forms at level scheme for
 * every short text after each scheme with its own normal form. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"
#include "uriel_scheme.h"

static const uriel_scheme_info *found(const char *name)
{
  return uriel_scheme_find(NULL, name, strlen(name));
}

/* Names are in the order of their bytes, in lower case, and each is found, in upper case too. */
static void every_scheme_is_found(void **state)
{
  (void)state;
  size_t count;
  const uriel_scheme_info *const all = uriel_schemes(&count);
  assert_true(count > 400);
  for (size_t i = 0; i < count; i++) {
    char upper[64];
    const size_t len = strlen(all[i].name);
    assert_true(len < sizeof upper);
    for (size_t at = 0; at < len; at++) {
      const char byte = all[i].name[at];
      assert_false(byte >= 'A' && byte <= 'Z');
      upper[at] = (char)(byte >= 'a' && byte <= 'z' ? byte - 'a' + 'A' : byte);
    }
    assert_ptr_equal(found(all[i].name), &all[i]);
    assert_ptr_equal(uriel_scheme_find(NULL, upper, len), &all[i]);
    if (i > 0)
      assert_true(strcmp(all[i - 1].name, all[i].name) < 0);
  }
}

/* IANA's registry of service names and ports; the sections that data/schemes.tsv names. */
static void facts_of_schemes(void **state)
{
  (void)state;
  static const struct {
    const char *name;
    uint16_t port;
    uriel_transport transport;
    uriel_scheme_status status;
  } known[] = {
      {"http", 80, URIEL_TRANSPORT_TCP, URIEL_SCHEME_REGISTERED},
      {"https", 443, URIEL_TRANSPORT_TLS, URIEL_SCHEME_REGISTERED},
      {"ws", 80, URIEL_TRANSPORT_TCP, URIEL_SCHEME_REGISTERED},
      {"wss", 443, URIEL_TRANSPORT_TLS, URIEL_SCHEME_REGISTERED},
      {"ftp", 21, URIEL_TRANSPORT_TCP, URIEL_SCHEME_REGISTERED},
      {"gopher", 70, URIEL_TRANSPORT_TCP, URIEL_SCHEME_REGISTERED},
      {"telnet", 23, URIEL_TRANSPORT_TCP, URIEL_SCHEME_REGISTERED},
      {"rlogin", 513, URIEL_TRANSPORT_TCP, URIEL_SCHEME_DOCUMENTED},
      {"wais", 210, URIEL_TRANSPORT_TCP, URIEL_SCHEME_REGISTERED},
      {"prospero", 1525, URIEL_TRANSPORT_UDP, URIEL_SCHEME_REGISTERED},
      {"whois", 43, URIEL_TRANSPORT_TCP, URIEL_SCHEME_DOCUMENTED},
      {"tftp", 69, URIEL_TRANSPORT_UDP, URIEL_SCHEME_REGISTERED},
      {"mailto", 0, URIEL_TRANSPORT_NONE, URIEL_SCHEME_REGISTERED},
      {"urn", 0, URIEL_TRANSPORT_NONE, URIEL_SCHEME_NAMES},
      {"x500", 0, URIEL_TRANSPORT_NONE, URIEL_SCHEME_UNDEFINED},
      {"network-management-database", 0, URIEL_TRANSPORT_NONE, URIEL_SCHEME_UNDEFINED},
      {"x-", 0, URIEL_TRANSPORT_NONE, URIEL_SCHEME_EXPERIMENTAL},
      {"x.", 0, URIEL_TRANSPORT_NONE, URIEL_SCHEME_EXPERIMENTAL},
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    const uriel_scheme_info *const info = found(known[i].name);
    assert_non_null(info);
    assert_int_equal(info->port, known[i].port);
    assert_int_equal(info->transport, known[i].transport);
    assert_int_equal(info->status, known[i].status);
  }
  assert_true(found("file")->host_may_be_empty);  /* RFC 8089, 2 */
  assert_false(found("http")->host_may_be_empty); /* RFC 9110, 4.2.1 */
  assert_true(found("http")->hierarchical);
  assert_false(found("mailto")->hierarchical);
  assert_string_equal(found("http")->empty_path, "/");
  assert_null(found("file")->empty_path);
}

/* url-1993, Registration of naming schemes */
static void experimental_schemes(void **state)
{
  (void)state;
  assert_ptr_equal(found("x-foo"), found("x-"));
  assert_ptr_equal(found("X-Foo"), found("x-"));
  assert_ptr_equal(found("X.foo"), found("x."));
}

static void unknown_schemes(void **state)
{
  (void)state;
  static const char *const none[] = {"htt", "httpx", "htto", "zzzz", "a", "z",
                                     "x",   "1",     "{",    "ftpa", "~"};
  for (size_t i = 0; i < sizeof none / sizeof *none; i++)
    assert_null(found(none[i]));
  assert_null(uriel_scheme_find(NULL, NULL, 0));
  assert_null(uriel_scheme_find(NULL, "", 0));
}

static void normal_with(const uriel_registry *registry, const char *text, const char *expected)
{
  uriel_ref ref;
  char out[64];
  assert_true(uriel_parse(&ref, text, strlen(text), NULL));
  const size_t len = uriel_normalize_with(registry, &ref, URIEL_LEVEL_SCHEME, out, sizeof out);
  assert_int_equal(len, strlen(expected));
  assert_memory_equal(out, expected, len);
}

static void own_schemes(void **state)
{
  (void)state;
  static const uriel_scheme_info own[] = {
      {.name = "Mine", .port = 4711, .empty_path = "/top", .status = URIEL_SCHEME_OWN},
      {.name = "http", .port = 8080, .status = URIEL_SCHEME_OWN},
      {.name = "x-foo", .port = 7, .status = URIEL_SCHEME_OWN},
      {.name = "bare", .empty_path = "", .status = URIEL_SCHEME_OWN}};
  const uriel_registry registry = {.schemes = own, .scheme_count = 4};
  assert_ptr_equal(uriel_scheme_find(&registry, "mINE", 4), &own[0]);
  assert_ptr_equal(uriel_scheme_find(&registry, "HTTP", 4), &own[1]);
  assert_ptr_equal(uriel_scheme_find(&registry, "X-FOO", 5), &own[2]);
  assert_ptr_equal(uriel_scheme_find(&registry, "https", 5), found("https"));
  assert_null(uriel_scheme_find(&registry, "min", 3));
  normal_with(&registry, "mine://h:04711", "mine://h/top");
  normal_with(&registry, "http://h:8080/", "http://h/");
  normal_with(&registry, "http://h:80/", "http://h:80/");
  normal_with(&registry, "x-foo://h:7/", "x-foo://h/");
  normal_with(&registry, "https://h:443", "https://h/");
  normal_with(NULL, "mine://h:4711", "mine://h:4711/");
  normal_with(&registry, "http://h", "http://h/"); /* RFC 3986, 6.2.3: in general */
  normal_with(&registry, "bare://h", "bare://h");
  normal_with(&registry, "bare://h/", "bare://h/");
}

static void names_of_values(void **state)
{
  (void)state;
  assert_string_equal(uriel_transport_name(URIEL_TRANSPORT_NONE), "none");
  assert_string_equal(uriel_transport_name(URIEL_TRANSPORT_TCP), "tcp");
  assert_string_equal(uriel_transport_name(URIEL_TRANSPORT_UDP), "udp");
  assert_string_equal(uriel_transport_name(URIEL_TRANSPORT_TLS), "tls");
  assert_string_equal(uriel_transport_name((uriel_transport)9), "");
  assert_string_equal(uriel_scheme_status_name(URIEL_SCHEME_REGISTERED), "registered");
  assert_string_equal(uriel_scheme_status_name(URIEL_SCHEME_DOCUMENTED), "documented");
  assert_string_equal(uriel_scheme_status_name(URIEL_SCHEME_EXPERIMENTAL), "experimental");
  assert_string_equal(uriel_scheme_status_name(URIEL_SCHEME_UNDEFINED), "undefined");
  assert_string_equal(uriel_scheme_status_name(URIEL_SCHEME_NAMES), "names");
  assert_string_equal(uriel_scheme_status_name(URIEL_SCHEME_OWN), "own");
  assert_string_equal(uriel_scheme_status_name((uriel_scheme_status)9), "");
}

/* A normal form is idempotent at every level, equals its original, and hashes alike. */
static void check_own_form(uriel_text text)
{
  uriel_ref ref, again;
  if (!uriel_parse(&ref, text.ptr, text.len, NULL))
    return;
  const uriel_text normal = text_written(write_normal, &(normal_input){&ref, URIEL_LEVEL_SCHEME});
  if (!uriel_parse(&again, normal.ptr, normal.len, NULL))
    fail_msg("%.*s: the normal form is not a reference", (int)text.len, text.ptr);
  for (int level = URIEL_LEVEL_CASE; level <= URIEL_LEVEL_SCHEME; level++) {
    const uriel_text twice = text_written(write_normal, &(normal_input){&again, (uriel_level)level});
    if (!text_equal(normal, twice))
      fail_msg("%.*s: %.*s is not its own", (int)text.len, text.ptr, (int)normal.len, normal.ptr);
    text_free(twice);
  }
  /* Equality on a lower level implies equality here. */
  const uriel_text path = text_written(write_normal, &(normal_input){&ref, URIEL_LEVEL_PATH});
  assert_true(uriel_parse(&again, path.ptr, path.len, NULL));
  const uriel_text other = text_written(write_normal, &(normal_input){&again, URIEL_LEVEL_SCHEME});
  if (!text_equal(normal, other) || !uriel_equal(&ref, &again, URIEL_LEVEL_SCHEME) ||
      uriel_hash(&ref, URIEL_LEVEL_SCHEME, 5) != uriel_hash(&again, URIEL_LEVEL_SCHEME, 5))
    fail_msg("%.*s: not as its level path", (int)text.len, text.ptr);
  assert_true(uriel_parse(&again, normal.ptr, normal.len, NULL));
  if (!uriel_equal(&ref, &again, URIEL_LEVEL_SCHEME) ||
      uriel_hash(&ref, URIEL_LEVEL_SCHEME, 5) != uriel_hash(&again, URIEL_LEVEL_SCHEME, 5))
    fail_msg("%.*s: not equal to its normal form", (int)text.len, text.ptr);
  text_free(path);
  text_free(other);
  text_free(normal);
}

/* Every text of up to `most` of the pieces after the scheme. */
static void every_short_text(const char *scheme, const char *const *pieces, size_t count, size_t most)
{
  size_t total = 1;
  for (size_t i = 0; i < most; i++)
    total *= count;
  for (size_t number = 0; number < total; number++) {
    char line[128];
    size_t rest = number, len = (size_t)snprintf(line, sizeof line, "%s", scheme);
    for (size_t i = 0; i < most; i++, rest /= count)
      len += (size_t)snprintf(line + len, sizeof line - len, "%s", pieces[rest % count]);
    const uriel_text text = text_copy(text_from(line, len));
    check_own_form(text);
    text_free(text);
  }
}

static void short_texts(void **state)
{
  (void)state;
  static const char *const mailto[] = {"", "A", "@", ",", "/", "..", "?", "&", "=", "%41", "%c3"};
  static const char *const tel[] = {"", "1", "-", "%2d", ";", "Ext", "=", "B", "+", "/", ".."};
  static const char *const data[] = {"", "A", "/", ",", ";", "=", ".", "..", "%2C", "%61", "?"};
  static const char *const ldap[] = {"",  "/", "?", "Base", "%62ase", "SUB", "(objectClass=*)",
                                     "A", ".."};
  static const char *const file[] = {"", "/", "//", "LOCALHOST", ".", "..", "a", ":", "@", "%6C"};
  static const char *const gopher[] = {"", "/", "1", "%31", "..", ".", "?", "70", ":", "0"};
  static const char *const urn[] = {"", "ISBN:", "0395363411", "A", ":", "/", "..", "%41", "?=", "."};
#define EVERY(scheme, pieces) every_short_text(scheme, pieces, sizeof(pieces) / sizeof *(pieces), 5)
  EVERY("MAILTO:", mailto);
  EVERY("tel:", tel);
  EVERY("data:", data);
  EVERY("ldap://h", ldap);
  EVERY("file:", file);
  EVERY("gopher://h", gopher);
  EVERY("telnet://h", gopher);
  EVERY("urn:", urn);
#undef EVERY
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_scheme_is_found), cmocka_unit_test(facts_of_schemes),
      cmocka_unit_test(experimental_schemes),  cmocka_unit_test(unknown_schemes),
      cmocka_unit_test(own_schemes),           cmocka_unit_test(names_of_values),
      cmocka_unit_test(short_texts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
