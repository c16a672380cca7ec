/* SPDX-License-Identifier: MIT */
/* The guard: published bypasses (guard.tsv, guard_addresses.tsv), lines of policies, and the default
 * policy written as a policy. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"
#include "uriel_guard.h"
#include "vectors.h"

/* The words of guard.tsv. */
static const struct {
  const char *word;
  unsigned reasons;
} words[] = {{"syntax", URIEL_GUARD_INVALID},  {"scheme", URIEL_GUARD_SCHEME},
             {"port", URIEL_GUARD_PORT},       {"userinfo", URIEL_GUARD_USERINFO},
             {"host", URIEL_GUARD_NAME},       {"suffix", URIEL_GUARD_NAME},
             {"network", URIEL_GUARD_NETWORK}, {"agreement", URIEL_GUARD_READERS},
             {"length", URIEL_GUARD_LENGTH}};

/* Asks the guard with rules, in blocks of the exact size. */
static unsigned reasons_of(uriel_text text, const uriel_policy_rule *rules, size_t count)
{
  const size_t bound = uriel_guard_bound(text.len);
  char *const out = room(bound);
  uriel_guarded request;
  const bool allowed = uriel_guard(&request, rules, count, text.ptr, text.len, out, bound);
  assert_true(allowed == (request.reasons == 0));
  assert_true(allowed == (request.host.ptr && request.target.ptr && request.scheme.ptr));
  free(out);
  return request.reasons;
}

static void check_url(const vector_case *given)
{
  const uriel_text decision = vector_field(given, "decision"), reason = vector_field(given, "reason");
  const unsigned reasons = reasons_of(vector_field(given, "url"), NULL, 0);
  expect_name(given, "decision", decision, reasons ? "denied" : "allowed");
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (text_equal(reason, uriel_text_of(words[i].word)))
      expect_true(given, "reason", (reasons & words[i].reasons) != 0);
}

static void check_address(const vector_case *given)
{
  const uriel_text text = vector_field(given, "address");
  uriel_address address;
  expect_true(given, "address", uriel_address_parse(&address, text.ptr, text.len));
  expect_name(given, "decision", vector_field(given, "decision"),
              uriel_guard_address(NULL, NULL, 0, &address) ? "allowed" : "denied");
}

static void urls(void **state)
{
  (void)state;
  vectors_run("guard.tsv", 500, check_url);
}

static void addresses(void **state)
{
  (void)state;
  vectors_run("guard_addresses.tsv", 200, check_address);
}

/* ---- Policies ----------------------------------------------------------------------------------- */

enum { RULES = 64 };

static size_t rules_of(uriel_policy_rule *rules, const char *policy)
{
  size_t count = 0;
  while (*policy && count < RULES) {
    const size_t len = strcspn(policy, "\n");
    if (!uriel_policy_parse(&rules[count], policy, len, NULL))
      fail_msg("%.*s", (int)len, policy);
    count += rules[count].kind != URIEL_POLICY_NONE;
    policy += len + (policy[len] == '\n');
  }
  return count;
}

static void policies(void **state)
{
  static const struct {
    const char *policy, *url;
    unsigned reasons;
  } cases[] = {
      {"", "http://a.example/", 0},
      {"allow scheme ftp", "ftp://a.example/", 0},
      {"allow scheme FTP\nallow port 22", "ftp://a.example:22/", 0},
      /* Fetch, 2.9: bad ports are bad for http. */
      {"allow scheme ftp", "ftp://a.example:21/", 0},
      {"allow scheme gopher", "gopher://a.example:21/", URIEL_GUARD_PORT},
      {"allow scheme gopher\nallow port 70", "gopher://a.example/", 0},
      {"allow scheme foo", "foo://a.example/", URIEL_GUARD_PORT},
      {"deny scheme http", "http://a.example/", URIEL_GUARD_SCHEME},
      {"deny port 80", "http://a.example/", URIEL_GUARD_PORT},
      {"deny port 8000-8999\nallow port 8080 # this", "http://a.example:8080/", 0},
      {"deny port 8000-8999\nallow port 8080", "http://a.example:8081/", URIEL_GUARD_PORT},
      {"allow port bad", "http://a.example:25/", 0},
      {"allow host intranet", "http://INTRANET/", 0},
      {"allow host intranet.", "http://intranet/", 0},
      {"allow host *", "http://localhost/", 0},
      {"deny host *.example", "http://a.example/", URIEL_GUARD_NAME},
      {"deny host *.example", "http://b.a.example/", 0},
      {"deny host *.example", "http://example/", URIEL_GUARD_NAME},
      {"deny suffix example", "http://b.a.example./", URIEL_GUARD_NAME},
      {"deny suffix a.example", "http://ba.example/", 0},
      {"deny suffix .\nallow suffix a.example", "http://b.a.example/", 0},
      {"deny suffix .\nallow suffix a.example", "http://8.8.8.8/", URIEL_GUARD_NAME},
      {"allow suffix internal", "http://a.internal/", 0},
      {"allow network 10.0.0.0/8", "http://10.1.2.3/", 0},
      {"allow network private\ndeny network 10.0.0.0/9", "http://10.1.2.3/", URIEL_GUARD_NETWORK},
      {"deny network 8.8.8.0/24", "http://8.8.8.8/", URIEL_GUARD_NETWORK},
      {"deny network 8.8.8.0/24", "http://[64:ff9b::808:808]/", URIEL_GUARD_NETWORK},
      {"limit length 17", "http://a.example/", 0},
      {"limit length 16", "http://a.example/", URIEL_GUARD_LENGTH},
      {"", "http://127.1/", URIEL_GUARD_READERS | URIEL_GUARD_NETWORK},
      {"require agreement no", "http://127.1/", URIEL_GUARD_NETWORK},
      {"require agreement no\nrequire agreement YES", "http://[/", URIEL_GUARD_INVALID},
      {"require agreement no", "http://good.example\\@evil.example/", 0},
      {"", "http://0300.223.255.25502fff/?\x0e", URIEL_GUARD_READERS},
      {"deny suffix .\nallow network 8.8.8.0/24", "http://8.8.8.8/", 0},
      {"deny suffix .\nallow network 8.8.8.0/24", "http://9.8.8.8/", URIEL_GUARD_NAME},
      {"allow network 8.8.8.0/24\ndeny suffix .", "http://8.8.8.8/", URIEL_GUARD_NAME},
      {"require agreement no\nallow suffix .\ndeny suffix evil.example", "http://x.evil.example../",
       URIEL_GUARD_NAME},
      {"allow scheme gopher\nrequire agreement no", "gopher://a.%6cocalhost/", URIEL_GUARD_NAME},
      {"allow scheme gopher\nallow suffix .\nrequire agreement no", "gopher://%65vil.example/",
       URIEL_GUARD_NAME},
      {"", "http://localhost../", URIEL_GUARD_NAME},
      {"", "http://127.0.0.1../", URIEL_GUARD_NAME},
      {"", "http:///", URIEL_GUARD_INVALID},
      {"allow scheme mailto", "mailto:a@b", URIEL_GUARD_INVALID}};
  uriel_policy_rule rules[RULES];
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const size_t count = rules_of(rules, cases[i].policy);
    const unsigned reasons = reasons_of(uriel_text_of(cases[i].url), rules, count);
    if ((reasons & ~(unsigned)URIEL_GUARD_READERS) !=
            (cases[i].reasons & ~(unsigned)URIEL_GUARD_READERS) ||
        (cases[i].reasons & URIEL_GUARD_READERS & ~reasons))
      fail_msg("%s: %s: 0x%x", cases[i].policy, cases[i].url, reasons);
  }
  assert_int_equal(uriel_policy_limit(URIEL_POLICY_REDIRECTS, NULL, 0), 20);
  assert_int_equal(rules_of(rules, "limit redirects 3\nlimit redirects 0"), 2);
  assert_int_equal(uriel_policy_limit(URIEL_POLICY_REDIRECTS, rules, 2), 0);
}

static void policy_errors(void **state)
{
  static const struct {
    const char *line;
    size_t offset;
    const char *word; /* of the message */
  } cases[] = {{"permit port 1", 0, "begins with"},
               {"  allow ports 1", 8, "\"port\""},
               {"limit port 1", 6, "limit length"},
               {"allow port", 10, "missing"},
               {"allow port # 1", 11, "missing"},
               {"allow port 1 2", 13, "one value"},
               {"allow port 65536", 11, "65535"},
               {"allow port 2-1", 11, "65535"},
               {"allow port -1", 11, "65535"},
               {"allow scheme http:", 13, "without \":\""},
               {"allow host 10.0.0.1", 11, "network"},
               {"allow host [::1]", 11, "network"},
               {"deny suffix .local", 12, "full stop"},
               {"deny suffix *.local", 12, "labels"},
               {"deny host a/b", 10, "labels"},
               {"deny host b\xC3\xBC.de", 10, "xn--"},
               {"deny host *a.de", 10, "labels"},
               {"deny network 10.0.0.0/33", 13, "prefix"},
               {"deny network home", 13, "prefix"},
               {"allow network 10/8", 14, "10.0.0.0/8"},
               {"allow network 10.0.0.1/8", 14, "zeros"},
               {"limit length -1", 13, "number"},
               {"require agreement maybe", 18, "yes"}};
  uriel_policy_rule rule;
  uriel_policy_error error;
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    if (uriel_policy_parse(&rule, cases[i].line, strlen(cases[i].line), &error) || rule.kind ||
        error.offset != cases[i].offset || !strstr(error.message, cases[i].word))
      fail_msg("%s: %zu: %s", cases[i].line, error.offset, error.message ? error.message : "none");
  assert_true(uriel_policy_parse(&rule, "\t# deny", 7, &error) && !rule.kind && !error.message);
  assert_true(uriel_policy_parse(&rule, NULL, 0, NULL) && !rule.kind);
}

static void families(void **state)
{
  const uriel_network *network;
  (void)state;
  for (unsigned family = 0; family < 256; family++) {
    const uriel_address address = {.family = (uint8_t)family, .bytes = {8, 8, 8, 8}};
    assert_true(uriel_guard_address(&network, NULL, 0, &address) == (family == 4));
  }
}

static void reason_words(void **state)
{
  (void)state;
  assert_string_equal(uriel_guard_reason_name(URIEL_GUARD_READERS), "readers");
  assert_string_equal(uriel_guard_reason_name((uriel_guard_reason)0), "");
  assert_string_equal(uriel_guard_reason_name((uriel_guard_reason)0x100), "");
  assert_string_equal(uriel_guard_reason_message((uriel_guard_reason)0x100), "");
}

/* The text of the default policy, after rules that turn all of it round, is the default policy. */
static void default_policy(void **state)
{
  static const char *const others[] = {
      "http://a.example/",   "https://a.example/",  "ftp://a.example:80/", "http://a.example:25/",
      "http://a/",           "http://a.local/",     "http://b.onion/",     "http://8.8.8.8/",
      "http://a.b:10080/",   "ws://a.example/",     "http://a.internal",   "http://localhost/",
      "http://x.localhost/", "http://a.example:0/", "http://a.example:81/"};
  char policy[4096];
  uriel_policy_rule rules[RULES];
  size_t networks;
  const uriel_network *const all = uriel_networks(&networks);
  (void)state;
  snprintf(policy, sizeof policy,
           "allow scheme ftp\nallow scheme ws\ndeny port 0-65535\nallow port bad\ndeny suffix .\n"
           "limit length 1\nlimit redirects 1\nrequire agreement no\n%s",
           uriel_policy_default());
  const size_t count = rules_of(rules, policy);
  assert_true(count > 30);
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    const unsigned scheme = strncmp(others[i], "http", 4) != 0 ? URIEL_GUARD_SCHEME : 0;
    const unsigned reasons = reasons_of(uriel_text_of(others[i]), NULL, 0);
    if ((reasons & ~scheme) != (reasons_of(uriel_text_of(others[i]), rules, count) & ~scheme))
      fail_msg("%s", others[i]);
  }
  for (size_t i = 0; i < networks; i++)
    if (uriel_guard_address(NULL, NULL, 0, &all[i].address) !=
        uriel_guard_address(NULL, rules, count, &all[i].address))
      fail_msg("%s", all[i].document);
  for (uriel_policy_kind kind = URIEL_POLICY_LENGTH; kind <= URIEL_POLICY_AGREEMENT; kind++)
    assert_int_equal(uriel_policy_limit(kind, NULL, 0), uriel_policy_limit(kind, rules, count));
}

/* ---- Requests ----------------------------------------------------------------------------------- */

static void requests(void **state)
{
  static const struct {
    const char *url, *scheme, *host, *target;
    uint16_t port;
  } cases[] = {{"http://a.example", "http", "a.example", "/", 80},
               {"HTTPS://A.Example:443/./b/../c d?e'f#g", "https", "a.example", "/c%20d?e%27f", 443},
               {"http://[2606:4700::1111]:8080?q", "http", "[2606:4700::1111]", "/?q", 8080},
               {"http://a.example?b", "http", "a.example", "/?b", 80},
               {"http://xn--bcher-kva.example/%zz", "http", "xn--bcher-kva.example", "/%zz", 80},
               {"http://8.8.8.8/", "http", "8.8.8.8", "/", 80}};
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const size_t len = strlen(cases[i].url), bound = uriel_guard_bound(len);
    char *const out = room(bound);
    uriel_guarded request;
    assert_false(uriel_guard(&request, NULL, 0, cases[i].url, len, out, bound - 1));
    assert_true(request.reasons == 0 && !request.host.ptr);
    if (!uriel_guard(&request, NULL, 0, cases[i].url, len, out, bound) ||
        !text_equal(request.scheme, uriel_text_of(cases[i].scheme)) ||
        !text_equal(request.host, uriel_text_of(cases[i].host)) ||
        !text_equal(request.target, uriel_text_of(cases[i].target)) || request.port != cases[i].port)
      fail_msg("%s: 0x%x", cases[i].url, request.reasons);
    free(out);
  }
  assert_int_equal(reasons_of((uriel_text){NULL, 0}, NULL, 0), URIEL_GUARD_INVALID);
}

/* The guard asks no reader about a URL whose host and port are plain, whatever follows. About another
 * URL it also asks with scheme, host and port of the request. */
static void plain(void **state)
{
  static const char *const pieces[] = {"/",   "?",        "#",    "a",    ":",
                                       "@",   ":80",      "//",   "..",   "%41",
                                       "%zz", "%00",      "\\",   "|",    "^",
                                       " ",   "\xC3\xBC", "\xFF", "\x01", "\t",
                                       "\n",  "[::1]",    "\\@h", "://",  "\xE3\x80\x82",
                                       "'",   "user:p@",  "<",    "\x7F", "-",
                                       ".1"};
  size_t count, denied = 0;
  const uriel_reader *const readers = uriel_present_readers(&count);
  uriel_reading readings[64];
  (void)state;
  for (unsigned i = 0; i < 20000; i++) {
    char text[128] = "http://a.example";
    uint32_t left = i * 2654435761u;
    if (left & 1)
      strcpy(text, "https://A.example:81/");
    for (left >>= 1; left > 0; left /= 31)
      strcat(text, pieces[left % (sizeof pieces / sizeof *pieces)]);
    const size_t len = strlen(text), bound = uriel_agree_bound(count, len);
    char *const out = room(bound);
    uriel_agreement agreement;
    uriel_agree(&agreement, readings, readers, count, URIEL_AGREE_PLACE, text, len, out, bound);
    const bool differ = (reasons_of((uriel_text){text, len}, NULL, 0) & URIEL_GUARD_READERS) != 0;
    const bool parted = agreement.same != agreement.accepts, ends = strstr(text, ":81/") != NULL;
    if (differ < parted || (ends && differ != parted))
      fail_msg("%s", text);
    denied += differ;
    free(out);
  }
  assert_true(denied > 1000 && denied < 19000);
}

static void reasons(void **state)
{
  (void)state;
  for (unsigned bit = URIEL_GUARD_INVALID; bit <= URIEL_GUARD_NETWORK; bit <<= 1)
    assert_true(strlen(uriel_guard_reason_name((uriel_guard_reason)bit)) > 3 &&
                strlen(uriel_guard_reason_message((uriel_guard_reason)bit)) > 10);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(urls),           cmocka_unit_test(addresses),
                                     cmocka_unit_test(policies),       cmocka_unit_test(policy_errors),
                                     cmocka_unit_test(families),       cmocka_unit_test(reason_words),
                                     cmocka_unit_test(default_policy), cmocka_unit_test(requests),
                                     cmocka_unit_test(plain),          cmocka_unit_test(reasons)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
