/* SPDX-License-Identifier: MIT */
/* Sites: the tests of the Public Suffix List, a recorded sample, hosts in all their spellings; lists
 * made at run time; addresses; hosts in reverse order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"
#include "uriel_site.h"
#include "vectors.h"

/* The built-in list, compiled again from its text; NULL for the built-in one. */
static uriel_suffix_list compiled;
static const uriel_suffix_list *const lists[] = {NULL, &compiled};

enum { LISTS = sizeof lists / sizeof *lists };

/* ---- Suffixes ------------------------------------------------------------------------------------ */

static void expect_part(const vector_case *given, const char *column, uriel_text host, uriel_text found)
{
  expect_text(given, column, vector_field(given, column), found);
  if (found.ptr && (found.ptr < host.ptr || found.ptr + found.len > host.ptr + host.len))
    expect_true(given, "a part of the host", false);
}

static void check_psl(const vector_case *given)
{
  const uriel_text host = vector_field(given, "host");
  for (size_t i = 0; i < LISTS; i++)
    expect_part(given, "site", host, uriel_host_site(host, lists[i], URIEL_SUFFIX_PRIVATE));
}

static void check_sample(const vector_case *given)
{
  const uriel_text host = vector_field(given, "host");
  for (size_t i = 0; i < LISTS; i++) {
    expect_part(given, "suffix", host, uriel_host_suffix(host, lists[i], 0));
    expect_part(given, "site", host, uriel_host_site(host, lists[i], 0));
    expect_part(given, "private_suffix", host, uriel_host_suffix(host, lists[i], URIEL_SUFFIX_PRIVATE));
    expect_part(given, "private_site", host, uriel_host_site(host, lists[i], URIEL_SUFFIX_PRIVATE));
  }
}

static void psl_vectors(void **state)
{
  (void)state;
  vectors_run("psl.tsv", 78, check_psl);
  vectors_run("suffixes.tsv", 1000, check_sample);
}

static void expect(uriel_text found, const char *expected, const char *host)
{
  if (!text_equal(found, uriel_text_of(expected)))
    die("\"%s\": \"%.*s\", not \"%s\"", host, (int)found.len, found.ptr ? found.ptr : "",
        expected ? expected : "(undefined)");
}

/* A host, its suffix and its site, with the built-in list. */
static void host_spellings(void **state)
{
  (void)state;
  static const struct {
    const char *host, *suffix, *site;
  } known[] = {
      {"WWW.Example.CO.UK", "CO.UK", "Example.CO.UK"},
      {"www.example.co.uk.", "co.uk", "example.co.uk"},
      {"www%2Eexample%2Eco%2euk%2E", "co%2euk", "example%2Eco%2euk"},
      {"%77%77%77.example.%63om", "%63om", "example.%63om"},
      {"www.%E9%A3%9F%E7%8B%AE.%e5%85%ac%e5%8f%b8.cn", "%e5%85%ac%e5%8f%b8.cn",
       "%E9%A3%9F%E7%8B%AE.%e5%85%ac%e5%8f%b8.cn"},
      {"www.XN--85x722f.xn--55QX5D.cn", "xn--55QX5D.cn", "XN--85x722f.xn--55QX5D.cn"},
      {"a.b.c.compute.amazonaws.com", "com", "amazonaws.com"},
      {"\xff.com", "com", "\xff.com"},
      {"a.%ff", "%ff", "a.%ff"},
      {"localhost", "localhost", NULL},
      {"", NULL, NULL},
      {".", NULL, NULL},
      {"..", NULL, NULL},
      {"com..", NULL, NULL},
      {"a..com", NULL, NULL},
      {".com", NULL, NULL},
      {"%2Ecom", NULL, NULL},
      {"1.2.3.4", NULL, NULL},
      {"0x7f.1", NULL, NULL},
      {"%31.2.3.4", NULL, NULL},
      {"[::1]", NULL, NULL},
      {"[v1.com]", NULL, NULL},
      {"1.2.3.4.5", "5", "4.5"},
      {"www.images.amazon.co.uk", "co.uk", "amazon.co.uk"},
      {"funky-images.fancy.co.jp", "co.jp", "fancy.co.jp"},
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    const uriel_text host = text_copy(uriel_text_of(known[i].host));
    expect(uriel_host_suffix(host, NULL, 0), known[i].suffix, known[i].host);
    expect(uriel_host_site(host, NULL, 0), known[i].site, known[i].host);
    text_free(host);
  }
  expect(uriel_host_suffix((uriel_text){NULL, 0}, NULL, 0), NULL, "undefined");
  expect(uriel_host_suffix(uriel_text_of("a.example"), NULL, URIEL_SUFFIX_LISTED), NULL, "a.example");
  expect(uriel_host_site(uriel_text_of("a.example"), NULL, URIEL_SUFFIX_LISTED), NULL, "a.example");
  expect(uriel_host_site(uriel_text_of("a.b.ck"), NULL, URIEL_SUFFIX_LISTED), "a.b.ck", "a.b.ck");
  expect(uriel_host_site(uriel_text_of("a.github.io"), NULL, URIEL_SUFFIX_PRIVATE), "a.github.io", "");
}

static void references(void **state)
{
  (void)state;
  const uriel_ref ref = parsed(uriel_text_of("http://u@www.example.co.uk:80/")),
                  name = parsed(uriel_text_of("mailto:a@b.com"));
  expect(uriel_host_suffix(uriel_host(&ref), NULL, 0), "co.uk", "a reference");
  expect(uriel_host_site(uriel_host(&ref), NULL, 0), "example.co.uk", "a reference");
  expect(uriel_host_site(uriel_host(&name), NULL, 0), NULL, "mailto");
  assert_int_equal(strlen(uriel_suffix_list_date()), 10);
}

/* ---- Lists made at run time ---------------------------------------------------------------------- */

/* Compiles a list in a block of its bound. */
static bool list_of(uriel_suffix_list *list, uriel_text text, char **memory, uriel_suffix_error *error)
{
  const size_t size = uriel_suffix_list_bound(text.ptr, text.len);
  *memory = room(size);
  const bool made = uriel_suffix_list_compile(list, text.ptr, text.len, *memory, size, error);
  if (made != (error->message == NULL) || made != (list->bytes != NULL) || list->size > size)
    die("\"%.*s\" is %s", (int)text.len, text.ptr, made ? "a list" : "no list");
  return made;
}

static void expect_by(const char *text, const char *host, unsigned options, const char *suffix,
                      const char *site)
{
  uriel_suffix_list list;
  uriel_suffix_error error;
  char *memory;
  const uriel_text copy = text_copy(uriel_text_of(text));
  assert_true(list_of(&list, copy, &memory, &error));
  text_free(copy);
  expect(uriel_host_suffix(uriel_text_of(host), &list, options), suffix, host);
  expect(uriel_host_site(uriel_text_of(host), &list, options), site, host);
  free(memory);
}

static void own_lists(void **state)
{
  (void)state;
  expect_by("a", "c.b.a", 0, "a", "b.a");
  expect_by("\xEF\xBB\xBF  a.B\trest\r\n", "c.A.b", 0, "A.b", "c.A.b");
  expect_by("*", "c.b.a", URIEL_SUFFIX_LISTED, "a", "b.a");
  expect_by("*.a\n!b.a", "c.b.a", 0, "a", "b.a");
  expect_by("*.a\n!b.a\nc.b.a", "d.c.b.a", 0, "a", "b.a");
  expect_by("*.a\n!b.a", "d.c.a", 0, "c.a", "d.c.a");
  expect_by("*.a", "a", 0, "a", NULL);
  expect_by("*.a", "a", URIEL_SUFFIX_LISTED, NULL, NULL);
  expect_by("b.a\nc.b.a\nd.c.b.a", "e.d.c.b.a", 0, "d.c.b.a", "e.d.c.b.a");
  expect_by("a\n// ===BEGIN PRIVATE DOMAINS===\nb.a\n// ===END PRIVATE DOMAINS===\nc.a", "d.b.a", 0, "a",
            "b.a");
  expect_by("a\n// ===BEGIN PRIVATE DOMAINS===\nb.a\n// ===END PRIVATE DOMAINS===\nc.a", "d.b.a",
            URIEL_SUFFIX_PRIVATE, "b.a", "d.b.a");
  expect_by("a\n// ===BEGIN PRIVATE DOMAINS===\nb.a\n// ===END PRIVATE DOMAINS===\nc.a", "d.c.a", 0,
            "c.a", "d.c.a");
  expect_by("\xE5\x85\xAC.a\nxn--85x.a", "b.xn--55q.a", 0, "xn--55q.a", "b.xn--55q.a");
  expect_by("_tcp.a-1", "b._tcp.a-1", 0, "_tcp.a-1", "b._tcp.a-1");
}

static void expect_refused(uriel_text text, const char *message, size_t line, size_t offset)
{
  uriel_suffix_list list;
  uriel_suffix_error error;
  char *memory;
  const uriel_text copy = text_copy(text);
  if (list_of(&list, copy, &memory, &error) || strcmp(error.message, message) != 0 ||
      error.line != line || error.offset != offset)
    die("\"%.*s\": %s in line %zu at %zu, not \"%s\"", (int)text.len, text.ptr,
        error.message ? error.message : "no error", error.line, error.offset, message);
  free(memory);
  text_free(copy);
}

static void bad_lists(void **state)
{
  (void)state;
  char label[80], name[400];
  memset(label, 'a', sizeof label);
  memset(name, 'a', sizeof name);
  for (size_t i = 9; i < sizeof name; i += 10)
    name[i] = '.';
  expect_refused(uriel_text_of(""), "the list has no rule", 0, 0);
  expect_refused(uriel_text_of("// a\n\n"), "the list has no rule", 0, 6);
  expect_refused(uriel_text_of("com\na..b"), "a rule has an empty label", 2, 6);
  expect_refused(uriel_text_of("com."), "a rule has an empty label", 1, 4);
  expect_refused(uriel_text_of("a.*.b"), "\"*\" must be the whole first label of a rule", 1, 2);
  expect_refused(uriel_text_of("*a.b"), "\"*\" must be the whole first label of a rule", 1, 0);
  expect_refused(uriel_text_of("*."), "a rule has an empty label", 1, 2);
  expect_refused(uriel_text_of("\r\n!com"), "\"!\" must come before two labels or more", 2, 2);
  expect_refused(uriel_text_of("!"), "a rule has an empty label", 1, 1);
  expect_refused(uriel_text_of("<!DOCTYPE html>"), "a rule has a character that no host name has", 1, 0);
  expect_refused(uriel_text_of("a.%41"), "a rule has a character that no host name has", 1, 2);
  expect_refused(uriel_text_of("a.\xff"), "a label has more than 63 bytes, or is not UTF-8", 1, 2);
  expect_refused((uriel_text){label, 64}, "a label has more than 63 bytes, or is not UTF-8", 1, 0);
  expect_refused((uriel_text){name, 264}, "a rule has more than 253 bytes", 1, 10);
}

static void small_memory(void **state)
{
  (void)state;
  uriel_suffix_list list;
  uriel_suffix_error error;
  const size_t size = uriel_suffix_list_bound("a", 1);
  char *const memory = room(size);
  assert_false(uriel_suffix_list_compile(&list, "a", 1, memory, size - 1, &error));
  assert_string_equal(error.message, "the memory is smaller than uriel_suffix_list_bound");
  assert_true(uriel_suffix_list_compile(&list, "a", 1, memory, size, NULL));
  free(memory);
}

/* ---- Addresses ----------------------------------------------------------------------------------- */

static size_t write_address(const void *context, char *out, size_t capacity)
{
  return uriel_address_print(context, out, capacity);
}

static void check_address(const vector_case *given)
{
  uriel_address address, again;
  const uriel_text host = vector_field(given, "host"), expected = vector_field(given, "address");
  const bool found = uriel_host_address(&address, host);
  const uriel_text text = text_written(write_address, &address);
  expect_true(given, "an address", found == (expected.ptr != NULL));
  expect_true(given, "no site", !found || !uriel_host_site(host, NULL, 0).ptr);
  if (found) {
    expect_text(given, "address", expected, text);
    expect_true(given, "its own",
                uriel_address_parse(&again, text.ptr, text.len) &&
                    memcmp(&again, &address, sizeof again) == 0);
  } else {
    expect_true(given, "nothing", text.len == 0 && address.family == 0);
  }
  text_free(text);
}

static void addresses(void **state)
{
  (void)state;
  vectors_run("host_address.tsv", 45, check_address);
}

static bool is_in(const char *address, const char *network, unsigned bits)
{
  uriel_address a, b;
  assert_true(uriel_address_parse(&a, address, strlen(address)));
  assert_true(uriel_address_parse(&b, network, strlen(network)));
  return uriel_address_in(&a, &b, bits);
}

static void networks(void **state)
{
  (void)state;
  assert_true(is_in("10.1.2.3", "10.0.0.0", 8));
  assert_false(is_in("11.1.2.3", "10.0.0.0", 8));
  assert_true(is_in("172.31.255.255", "172.16.0.0", 12));
  assert_false(is_in("172.32.0.0", "172.16.0.0", 12));
  assert_true(is_in("1.2.3.4", "9.9.9.9", 0));
  assert_true(is_in("1.2.3.4", "1.2.3.4", 32));
  assert_false(is_in("1.2.3.4", "1.2.3.4", 33));
  assert_true(is_in("::ffff:10.1.2.3", "10.0.0.0", 8));
  assert_false(is_in("::1", "0.0.0.0", 0));
  assert_true(is_in("2001:db8::1", "2001:db8::", 32));
  assert_true(is_in("2001:db8::1", "2001:db8::1", 128));
  assert_false(is_in("2001:db8::1", "2001:db8::1", 129));
  uriel_address address;
  assert_false(uriel_address_parse(&address, "[::1]", 5));
  assert_false(uriel_address_parse(&address, "", 0));
  assert_false(uriel_address_parse(&address, "a", 1));
}

static uriel_address address_of(const char *text)
{
  uriel_address address;
  assert_true(uriel_address_parse(&address, text, strlen(text)));
  return address;
}

/* The kinds with their documents; "" for an ordinary address. */
static void special_networks(void **state)
{
  (void)state;
  static const struct {
    const char *address, *name, *document;
  } known[] = {
      {"0.0.0.0", "this-network", "RFC 1122, 3.2.1.3"},
      {"0.255.255.255", "this-network", "RFC 1122, 3.2.1.3"},
      {"1.0.0.0", "", ""},
      {"9.255.255.255", "", ""},
      {"10.0.0.0", "private", "RFC 1918, 3"},
      {"10.255.255.255", "private", "RFC 1918, 3"},
      {"11.0.0.0", "", ""},
      {"100.63.255.255", "", ""},
      {"100.64.0.0", "shared", "RFC 6598, 7"},
      {"100.100.100.200", "metadata", "Alibaba Cloud, ECS User Guide, Instance metadata"},
      {"100.100.100.201", "shared", "RFC 6598, 7"},
      {"100.128.0.0", "", ""},
      {"127.0.0.1", "loopback", "RFC 1122, 3.2.1.3"},
      {"128.0.0.0", "", ""},
      {"169.254.0.1", "link-local", "RFC 3927, 2.1"},
      {"169.254.169.254", "metadata", "Amazon, EC2 User Guide, Instance metadata"},
      {"172.31.255.255", "private", "RFC 1918, 3"},
      {"172.32.0.0", "", ""},
      {"192.0.0.7", "protocol", "RFC 7335"},
      {"192.0.0.9", "protocol", "RFC 7723"},
      {"192.0.0.11", "protocol", "RFC 6890, 2.1"},
      {"192.0.0.192", "metadata",
       "Oracle, Using Oracle Cloud Infrastructure Compute Classic, Instance metadata"},
      {"192.0.1.0", "", ""},
      {"192.0.2.1", "documentation", "RFC 5737, 3"},
      {"192.88.99.1", "transition", "RFC 7526"},
      {"198.17.255.255", "", ""},
      {"198.19.255.255", "benchmarking", "RFC 2544, C.2.2"},
      {"223.255.255.255", "", ""},
      {"224.0.0.0", "multicast", "RFC 5771, 3"},
      {"255.255.255.254", "reserved", "RFC 1112, 4"},
      {"255.255.255.255", "broadcast", "RFC 919, 7"},
      {"::", "this-network", "RFC 4291, 2.5.2"},
      {"::1", "loopback", "RFC 4291, 2.5.3"},
      {"::2", "transition", "RFC 4291, 2.5.5.1"},
      {"::ffff:10.0.0.1", "private", "RFC 1918, 3"},
      {"::1:0:0:1", "reserved", "RFC 4291, 2.4"},
      {"64:ff9b::1.2.3.4", "transition", "RFC 6052, 2.1"},
      {"64:ff9b::1:0:0", "reserved", "RFC 4291, 2.4"},
      {"64:ff9b:1:ffff::", "transition", "RFC 8215, 7"},
      {"1fff:ffff::1", "reserved", "RFC 4291, 2.4"},
      {"2000::", "", ""},
      {"2001::1", "transition", "RFC 4380, 2.6"},
      {"2001:1::3", "protocol", "RFC 9665"},
      {"2001:1::4", "protocol", "RFC 2928"},
      {"2001:200::", "", ""},
      {"2001:db8:ffff::1", "documentation", "RFC 3849, 2"},
      {"2002:7f00:1::", "transition", "RFC 3056, 2"},
      {"2003::", "", ""},
      {"3fff:fff::1", "documentation", "RFC 9637"},
      {"3fff:1000::", "", ""},
      {"4000::", "reserved", "RFC 4291, 2.4"},
      {"5f00::1", "protocol", "RFC 9602"},
      {"fd00:ec2::254", "metadata", "Amazon, EC2 User Guide, Instance metadata"},
      {"fd00:ec2::253", "private", "RFC 4193, 3.1"},
      {"fe00::", "reserved", "RFC 4291, 2.4"},
      {"febf::1", "link-local", "RFC 4291, 2.5.6"},
      {"fec0::1", "private", "RFC 3879, 4"},
      {"ff02::1", "multicast", "RFC 4291, 2.7"},
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    const uriel_address address = address_of(known[i].address);
    const uriel_network *const network = uriel_address_network(&address);
    assert_string_equal(network ? network->name : "", known[i].name);
    assert_string_equal(network ? network->document : "", known[i].document);
  }
  assert_null(uriel_address_network(&(uriel_address){.family = 0}));
}

/* RFC 8190, 2.1, and the entries of IANA's registries that are global. */
static void global_networks(void **state)
{
  (void)state;
  static const char *const global[] = {"192.0.0.9",    "192.0.0.10",     "192.31.196.1",  "192.52.193.1",
                                       "192.175.48.1", "64:ff9b::1",     "2001:1::1",     "2001:1::2",
                                       "2001:1::3",    "2001:3::1",      "2001:4:112::1", "2001:20::1",
                                       "2001:30::1",   "2620:4f:8000::1"};
  size_t count, found = 0;
  const uriel_network *const networks = uriel_networks(&count);
  for (size_t i = 0; i < count; i++) {
    assert_true(uriel_address_in(&networks[i].address, &networks[i].address, networks[i].bits));
    found += networks[i].global;
  }
  assert_int_equal(found, sizeof global / sizeof *global);
  for (size_t i = 0; i < sizeof global / sizeof *global; i++) {
    const uriel_address address = address_of(global[i]);
    assert_true(uriel_address_network(&address)->global);
  }
}

static void parsed_networks(void **state)
{
  (void)state;
  static const struct {
    const char *text, *address;
    bool valid, contains;
  } known[] = {
      {"10.0.0.0/8", "10.1.2.3", true, true},
      {"10.0.0.0/8", "11.1.2.3", true, false},
      {"0xa.0/8", "", false, false},
      {"10/8", "", false, false},
      {"192.168/16", "", false, false},
      {"010.0.0.0/8", "", false, false},
      {"10.0.0.1/8", "", false, false},
      {"%31%30.0.0.0/8", "", false, false},
      {"fe80::1/10", "", false, false},
      {"1", "", false, false},
      {"::ffff:10.0.0.1/104", "", false, false},
      {"10.1.2.3", "10.1.2.3", true, true},
      {"::ffff:10.0.0.0/104", "10.1.2.3", true, true},
      {"[fc00::]/7", "fd00::1", true, true},
      {"::/0", "10.1.2.3", true, false},
      {"private", "10.1.2.3", true, true},
      {"Private", "fd00::1", true, true},
      {"private", "fd00:ec2::254", true, false},
      {"global", "10.1.2.3", true, false},
      {"global", "8.8.8.8", true, true},
      {"", "", false, false},
      {"privat", "", false, false},
      {"privates", "", false, false},
      {"private/8", "", false, false},
      {"10.0.0.0/33", "", false, false},
      {"10.0.0.0/", "", false, false},
      {"::ffff:1.2.3.4/95", "", false, false},
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    uriel_network network;
    const uriel_address none = {.family = 0};
    assert_true(uriel_network_parse(&network, known[i].text, strlen(known[i].text)) == known[i].valid);
    const uriel_address address = known[i].valid ? address_of(known[i].address) : none;
    assert_true((known[i].valid && uriel_network_contains(&network, &address)) == known[i].contains);
    assert_false(known[i].valid && uriel_network_contains(&network, &none));
  }
}

static void embedded_addresses(void **state)
{
  (void)state;
  static const char *const known[][3] = {
      {"1.2.3.4", "", ""},
      {"::", "", ""},
      {"::1", "", ""},
      {"::2", "0.0.0.2", ""},                    /* RFC 4291, 2.5.5.1 */
      {"::127.0.0.1", "127.0.0.1", ""},          /* RFC 4291, 2.5.5.1 */
      {"::ffff:0:127.0.0.1", "", ""},            /* "reserved" as a whole */
      {"2002:c000:221::1", "192.0.2.33", ""},    /* RFC 3056, 2 */
      {"2003:c000:221::1", "", ""},              /* not 6to4 */
      {"64:ff9b::192.0.2.33", "192.0.2.33", ""}, /* RFC 6052, 2.4 */
      {"64:ff9b::1:192.0.2.33", "", ""},         /* not in 64:ff9b::/96 */
      {"64:ff9b:1::192.0.2.33", "", ""},         /* RFC 8215, 4.1 */
      {"2001:0:4136:e378:8000:63bf:3fff:fdd2", "65.54.227.120", "192.0.2.45"}, /* RFC 4380, 4 */
      {"2001:0:7f00:1::", "127.0.0.1", "255.255.255.255"},                     /* RFC 4380, 4 */
      {"2001:1::5efe:127.0.0.1", "127.0.0.1", ""},                             /* RFC 5214, 6.1 */
      {"fe80::5efe:10.0.0.1", "10.0.0.1", ""},                                 /* RFC 5214, 6.1 */
      {"2a00::200:5efe:8.8.8.8", "8.8.8.8", ""},              /* RFC 5214, 6.1: the bit "u" */
      {"2a00::300:5efe:8.8.8.8", "", ""},                     /* RFC 5214, 6.1: not that bit */
      {"2002:102:304::5efe:10.0.0.1", "1.2.3.4", "10.0.0.1"}, /* both */
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    const uriel_address address = address_of(known[i][0]);
    uriel_address out[2];
    const size_t count = uriel_address_embedded(out, &address);
    for (size_t j = 0; j < 2; j++) {
      char text[URIEL_IPV6_MAX + 1];
      text[j < count ? uriel_address_print(&out[j], text, URIEL_IPV6_MAX) : 0] = '\0';
      assert_string_equal(text, known[i][j + 1]);
    }
  }
}

/* ---- Reverse order ------------------------------------------------------------------------------- */

static size_t write_reverse(const void *context, char *out, size_t capacity)
{
  return uriel_host_reverse(*(const uriel_text *)context, out, capacity);
}

static void reverse_order(void **state)
{
  (void)state;
  static const char *const known[][2] = {
      {"www.Example.COM", "com.example.www"},
      {"www.example.com.", "com.example.www"},
      {"%77ww%2eexample.c%C3%b6m", "c%C3%B6m.example.www"},
      {"a..b", "b..a"},
      {".a", "a."},
      {"a", "a"},
      {".", ""},
      {"", ""},
      {"0x7f.1", "127.0.0.1"},
      {"[0::1]", "[::1]"},
      {"[::ffff:1.2.3.4]", "1.2.3.4"},
      {"[v1.a]", "a].[v1"},
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    const uriel_text host = text_copy(uriel_text_of(known[i][0]));
    const uriel_text found = text_written(write_reverse, &host);
    expect(found, known[i][1], known[i][0]);
    text_free(found);
    text_free(host);
  }
}

/* ---- The list ------------------------------------------------------------------------------------ */

static int compile_list(void **state)
{
  FILE *const file = fopen(URIEL_SUFFIX_LIST, "rb");
  enum { MOST = 1 << 20 };
  char *const text = room(MOST);
  uriel_suffix_error error;
  char *memory;
  if (!file)
    die("cannot read %s", URIEL_SUFFIX_LIST);
  const size_t len = fread(text, 1, MOST, file);
  const bool made = list_of(&compiled, (uriel_text){text, len}, &memory, &error);
  fclose(file);
  free(text);
  *state = memory;
  return made ? 0 : -1;
}

static int free_list(void **state)
{
  free(*state);
  return 0;
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(psl_vectors),      cmocka_unit_test(host_spellings),
      cmocka_unit_test(references),       cmocka_unit_test(own_lists),
      cmocka_unit_test(bad_lists),        cmocka_unit_test(small_memory),
      cmocka_unit_test(addresses),        cmocka_unit_test(networks),
      cmocka_unit_test(special_networks), cmocka_unit_test(global_networks),
      cmocka_unit_test(parsed_networks),  cmocka_unit_test(embedded_addresses),
      cmocka_unit_test(reverse_order),
  };
  return cmocka_run_group_tests(tests, compile_list, free_list);
}
