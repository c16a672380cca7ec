/* SPDX-License-Identifier: MIT */
/* How each historic generation reads its members and blames other texts: in addition to the vectors, the
 * places, rules and sections of errors, and properties of every small text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"

#define U93 URIEL_SPEC_URL_1993
#define U94 URIEL_SPEC_URL_1994
#define U97 URIEL_SPEC_URL_1997
#define U03 URIEL_SPEC_URI_2003
#define PARTIAL URIEL_PARSE_PARTIAL
#define PREFIX URIEL_PARSE_REQUIRE_PREFIX
#define BNF_93 "BNF syntax"
#define BNF_94 "BNF for specific URL schemes"

typedef struct error_case {
  uriel_spec spec;
  unsigned options;
  const char *text;
  const char *code, *component;
  size_t offset;
  const char *blamed; /* the component's text */
  const char *rule, *section;
} error_case;

static const error_case error_cases[] = {
    {U93, 0, "abc", "scheme-missing", "reference", 3, "abc", "url", "Partial form"},
    {U93, 0, "//h/", "scheme-missing", "reference", 0, "//h/", "url", "Partial form"},
    {U93, 0, ":b", "scheme-empty", "scheme", 0, "", "scheme", BNF_93},
    {U93, 0, "1:b", "scheme-start", "scheme", 0, "1", "ialpha", BNF_93},
    {U93, 0, "a+b:c", "scheme-name", "scheme", 1, "a+b", "scheme", BNF_93},
    {U93, 0, "HTTP://h/", "scheme-case", "scheme", 5, "HTTP", "url", BNF_93},
    {U93, 0, "a%2:b", "percent", "scheme", 3, "a%2", "escape", BNF_93},
    {U93, 0, "a:%g1", "percent", "path", 3, "%g1", "escape", BNF_93},
    {U93, 0, "https://h/", "authority-not-allowed", "authority", 6, "h", "generic", BNF_93},
    {U93, 0, "http:/h", "authority-missing", "authority", 6, "", "hostport", "Internet protocol parts"},
    {U93, 0, "http:///x", "host-empty", "host", 7, "", "host", BNF_93},
    {U93, 0, "http://:80/", "host-empty", "host", 7, "", "host", BNF_93},
    {U93, 0, "http://h~/", "host-character", "host", 8, "h~", "hostname", BNF_93},
    {U93, 0, "http://_/", "host-name", "host", 7, "_", "host", BNF_93},
    {U93, 0, "http://_~/", "host-name", "host", 7, "_~", "host", BNF_93},
    {U93, 0, "http://1a/", "host-name", "host", 8, "1a", "host", BNF_93},
    {U93, 0, "http://1@h/", "host-name", "host", 8, "1@h", "host", BNF_93},
    {U93, 0, "http://@h/", "host-name", "host", 7, "@h", "host", BNF_93},
    {U93, 0, "telnet://@h", "userinfo-empty", "userinfo", 11, "", "user", BNF_93},
    {U93, 0, "telnet://a b@h", "userinfo-character", "userinfo", 10, "a b", "user", BNF_93},
    {U93, 0, "http://1.2.3.4:/", "port-empty", "port", 15, "", "port", BNF_93},
    {U93, 0, "http://1.2.3.4:8x/", "port-not-digits", "port", 16, "8x", "port", BNF_93},
    {U93, 0, "ftp://1.2.3.4:21/", "port-not-allowed", "port", 13, "21", "fileaddress", BNF_93},
    {U93, 0, "afs://1.2.3.4/a", "host-number", "host", 6, "1.2.3.4", "cellname", BNF_93},
    {U93, 0, "ftp://h", "path-missing", "path", 7, "", "path", BNF_93},
    {U93, 0, "telnet://h/", "path-not-allowed", "path", 10, "/", "telnetaddress", BNF_93},
    {U93, 0, "x:/a", "path-slash", "path", 2, "/a", "path", BNF_93},
    {U93, 0, "a:b//c", "path-empty-segment", "path", 4, "b//c", "path", BNF_93},
    {U93, 0, "http://h/a b", "path-character", "path", 10, "/a b", "path", BNF_93},
    {U93, 0, "wais://h/d/t/x", "path-wais", "path", 13, "/d/t/x", "waisaddress", BNF_93},
    {U93, 0, "gopher://h/0/a", "path-gopher", "path", 12, "/0/a", "gopheraddress", BNF_93},
    {U93, 0, "ftp://h/a?b", "query-not-allowed", "query", 9, "b", "url", BNF_93},
    {U93, 0, "a:b?c++d", "query-empty", "query", 6, "c++d", "search", BNF_93},
    {U93, 0, "HTTP:?", "query-empty", "query", 6, "", "search", BNF_93},
    {U93, 0, "a:b?c/d", "query-character", "query", 5, "c/d", "search", BNF_93},
    {U93, 0, "a:b#", "fragment-empty", "fragment", 4, "", "fragmentid", BNF_93},
    {U93, 0, "a:b#c#d", "fragment-character", "fragment", 5, "c#d", "fragmentid", BNF_93},
    {U93, PARTIAL, "///a", "host-empty", "host", 2, "", "host", BNF_93},
    {U93, PARTIAL, "a//b", "path-empty-segment", "path", 2, "a//b", "path", BNF_93},
    {U93, PARTIAL, "?a:b", "scheme-name", "scheme", 2, "?a", "scheme", BNF_93},
    {U93, PARTIAL, "#a:b", "scheme-name", "scheme", 2, "#a", "scheme", BNF_93},
    {U93, 0, "a?b:c", "scheme-name", "scheme", 1, "a?b", "scheme", BNF_93},
    {U93, 0, "http://a{@z/", "host-character", "host", 8, "a{@z", "hostname", BNF_93},
    {U93, 0, "http://h:8{@z/", "host-character", "host", 10, "h:8{@z", "hostname", BNF_93},
    {U93, 0, "ftp://u:p=@h/", "host-character", "host", 9, "u:p=@h", "hostname", BNF_93},
    {U93, 0, "telnet:a/{", "path-character", "path", 9, "a/{", "path", BNF_93},
    {U93, 0, "gopher:a//b", "path-empty-segment", "path", 9, "a//b", "path", BNF_93},
    {U93, 0, "gopher://h/+a", "path-gtype", "path", 11, "/+a", "gtype", BNF_93},
    {U93, 0, "gopher://h/{", "path-character", "path", 11, "/{", "path", BNF_93},
    {U93, 0, "afs://_/x", "host-cell", "host", 6, "_", "cellname", BNF_93},
    {U94, 0, "foo:bar", "scheme-unknown", "scheme", 1, "foo", "url", "Specific Schemes"},
    {U94, 0, "afs://c/x", "scheme-unknown", "scheme", 0, "afs", "url", "Specific Schemes"},
    {U94, 0, "URL:foo:x", "scheme-unknown", "scheme", 5, "foo", "url", "Specific Schemes"},
    {U94, 0, "HTTP://h/", "scheme-case", "scheme", 0, "HTTP", "url", BNF_94},
    {U94, 0, "URL:", "scheme-after-prefix", "reference", 4, "", "prefixedurl", "PrePrefix"},
    {U94, PARTIAL, "URL:a/b", "scheme-after-prefix", "reference", 4, "a/b", "prefixedurl", "PrePrefix"},
    {U94, 0, "a/b", "scheme-missing", "reference", 0, "a/b", "url", "URL syntax"},
    {U94, 0, "a?b:c", "scheme-name", "scheme", 0, "a?b", "scheme", BNF_94},
    {U94, 0, "URL:a?b:c", "scheme-name", "scheme", 4, "a?b", "scheme", BNF_94},
    {U94, PREFIX, "http://h/", "prefix-missing", "reference", 0, "http://h/", "prefixedurl",
     "PrePrefix"},
    {U94, PREFIX, "url:http://h/^", "path-character", "path", 13, "/^", "path", BNF_94},
    {U94, 0, "mailto://x", "authority-not-allowed", "authority", 7, "x", "url", BNF_94},
    {U94, 0, "http:", "authority-missing", "authority", 5, "", "hostport", "Internet protocol parts"},
    {U94, 0, "http://u:p@h/", "userinfo-not-allowed", "userinfo", 9, "u:p", "hostport", BNF_94},
    {U94, 0, "http://h:8{@z/", "port-not-digits", "port", 10, "8{@z", "port", BNF_94},
    {U94, 0, "http://a{@z/", "host-character", "host", 8, "a{@z", "hostname", BNF_94},
    {U94, 0, "ftp://u=:p@h/", "userinfo-character", "userinfo", 7, "u=:p", "user", BNF_94},
    {U94, 0, "ftp://u:p=@h/", "userinfo-password", "userinfo", 9, "u:p=", "password", BNF_94},
    {U94, 0, "ftp://u:p:q@h/", "userinfo-password", "userinfo", 9, "u:p:q", "password", BNF_94},
    {U94, 0, "ftp://u:@h/", "userinfo-empty", "userinfo", 8, "u:", "user", BNF_94},
    {U94, 0, "http://h:x/", "port-not-digits", "port", 9, "x", "port", BNF_94},
    {U94, 0, "http://h:/", "port-empty", "port", 9, "", "port", BNF_94},
    {U94, 0, "http://h/a;b", "path-character", "path", 10, "/a;b", "path", BNF_94},
    {U94, 0, "ftp://h/a;type=X", "path-type", "path", 15, "/a;type=X", "ftptype", "Data type"},
    {U94, 0, "ftp://h/a;type=~", "path-type", "path", 15, "/a;type=~", "ftptype", "Data type"},
    {U94, 0, "news:1", "path-news", "path", 6, "1", "groupart", BNF_94},
    {U94, 0, "nntp:a/b", "path-nntp", "path", 7, "a/b", "nntpaddress", BNF_94},
    {U94, 0, "mailto:a", "path-address", "path", 8, "a", "mailtoaddress", BNF_94},
    {U94, 0, "mid:a", "path-identifier", "path", 5, "a", "addr-spec", BNF_94},
    {U94, 0, "cid:a", "path-content", "path", 5, "a", "content-identifier", BNF_94},
    {U94, 0, "wais://h/d/t/1=a", "path-wais", "path", 16, "/d/t/1=a", "waisaddress", BNF_94},
    {U94, 0, "gopher://h/0?s", "query-not-allowed", "query", 12, "s", "url", BNF_94},
    {U94, 0, "http://h/#f", "fragment-not-allowed", "fragment", 9, "f", "url", "URL syntax"},
    {U94, PARTIAL, "a;b", "path-fields", "path", 2, "a;b", "wpath", BNF_94},
    {U97, 0, "a_b:c", "scheme-character", "scheme", 3, "a_b", "scheme", "4.1"},
    {U97, 0, "http://a_b/", "host-character", "host", 10, "a_b", "hostname", "4.3.1"},
    {U97, 0, "http://-a/", "host-name", "host", 9, "-a", "hostname", "4.3.1"},
    {U97, 0, "http://a.1/", "host-name", "host", 10, "a.1", "hostname", "4.3.1"},
    {U97, 0, "http://u:p:q@h/", "userinfo-password", "userinfo", 10, "u:p:q", "password", "4.3.1"},
    {U97, 0, "//u:p{@h", "userinfo-password", "userinfo", 5, "u:p{", "password", "4.3.1"},
    {U97, 0, "//u{:p@h", "userinfo-character", "userinfo", 3, "u{:p", "user", "4.3.1"},
    {U97, 0, "http://u@/", "host-missing", "host", 9, "", "hostport", "4.3.1"},
    {U97, 0, "http://:80/", "host-missing", "host", 10, "", "hostport", "4.3.1"},
    {U97, 0, "http://h:x/", "port-not-digits", "port", 10, "x", "port", "4.3.1"},
    {U97, 0, "/a b", "path-character", "path", 2, "/a b", "pchar", "4.3.2"},
    {U97, 0, "?[", "query-character", "query", 1, "[", "query", "4.3.3"},
    {U97, 0, "#a#", "fragment-character", "fragment", 2, "a#", "fragment", "3"},
    {U97, 0, "/%zz", "percent", "path", 2, "/%zz", "escaped", "2.4.1"},
    {U03, 0, "1a:b", "scheme-start", "scheme", 2, "1a", "scheme", "3.1"},
    {U03, 0, ":a", "path-colon", "path", 0, ":a", "rel-segment", "5"},
    {U03, 0, "http://[@h/", "userinfo-character", "userinfo", 8, "[", "userinfo", "3.2.2"},
    {U03, 0, "http://a[b/", "host-character", "host", 8, "a[b", "reg-name", "3.2.1"},
    {U03, 0, "http://[g]/", "host-ipv6", "host", 8, "[g]", "IPv6address", "3.2.2"},
    {U03, 0, "http://[v1.x]/", "host-ipv6", "host", 8, "[v1.x]", "IPv6address", "3.2.2"},
    {U03, 0, "http://[::1/", "host-unclosed", "host", 11, "[::1", "IPv6reference", "3.2.2"},
    {U03, 0, "http://[::1]x/", "host-after-bracket", "host", 12, "[::1]x", "hostport", "3.2.2"},
    {U03, 0, "http://[::1]:x/", "port-not-digits", "port", 13, "x", "port", "3.2.2"},
    {U03, 0, "http://u@[::1]:8{", "port-not-digits", "port", 16, "8{", "port", "3.2.2"},
    {U03, 0, "http://h:8{", "host-character", "port", 10, "8{", "reg-name", "3.2.1"},
    {U03, 0, "http://u@h:[", "host-character", "port", 11, "[", "reg-name", "3.2.1"},
    {U03, 0, "http://u:p@h:x{", "host-character", "port", 14, "x{", "reg-name", "3.2.1"},
    {U03, 0, "http://u@a_b:8}0/", "host-character", "port", 14, "8}0", "reg-name", "3.2.1"},
    {U03, 0, "http://h:%4", "percent", "port", 11, "%4", "escaped", "2.4.1"},
    {U03, 0, "http://h:8%zz", "percent", "port", 11, "8%zz", "escaped", "2.4.1"},
    {U03, 0, "http://h/a[b]", "path-character", "path", 10, "/a[b]", "pchar", "3.3"},
    {U03, 0, "http://h/?[", "query-character", "query", 10, "[", "query", "3.4"},
    {U03, 0, "mailto:a?[^", "path-opaque", "query", 10, "[^", "opaque-part", "3"},
    {U03, 0, "x:a[^", "path-opaque", "path", 4, "a[^", "opaque-part", "3"},
    {U03, 0, "a^", "path-relative", "path", 1, "a^", "rel-segment", "5"},
    {U03, 0, "+]", "path-relative", "path", 1, "+]", "rel-segment", "5"},
    {U03, 0, "a/^", "path-character", "path", 2, "a/^", "pchar", "3.3"},
    {U03, 0, "#a#b", "fragment-character", "fragment", 2, "a#b", "fragment", "4.1"},
};

enum { ERROR_CASES = sizeof error_cases / sizeof *error_cases };

static uriel_error error_of(const error_case *given)
{
  uriel_ref ref;
  uriel_error error;
  const uriel_text text = text_copy(uriel_text_of(given->text));
  if (uriel_parse_as(&ref, text.ptr, text.len, given->spec, given->options, &error))
    die("%s: \"%s\" is a member", uriel_spec_name(given->spec), given->text);
  text_free(text);
  return error;
}

static void errors_are_blamed(void **state)
{
  (void)state;
  for (size_t at = 0; at < ERROR_CASES; at++) {
    const error_case *const given = &error_cases[at];
    const uriel_error error = error_of(given);
    const uriel_text blamed = {given->text + error.begin, error.length};
    if (!text_equal(blamed, uriel_text_of(given->blamed)) || error.offset != given->offset)
      die("%s: \"%s\" blames \"%.*s\", at %zu", uriel_spec_name(given->spec), given->text,
          (int)blamed.len, blamed.ptr, error.offset);
    assert_string_equal(uriel_error_name(error.code), given->code);
    assert_string_equal(uriel_component_name(error.component), given->component);
    assert_string_equal(uriel_error_rule(&error), given->rule);
    assert_string_equal(uriel_error_section(&error), given->section);
  }
}

static bool is_had(uriel_error_code code)
{
  for (size_t at = 0; at < ERROR_CASES; at++)
    if (error_of(&error_cases[at]).code == code)
      return true;
  return false;
}

/* Every error of syntax that RFC 3986 does not have occurs for some text here; errors of names have
 * their own tests. */
static void every_error_can_be_had(void **state)
{
  (void)state;
  for (int value = 1; value < URIEL_ERROR_BUFFER_TOO_SMALL; value++) {
    const uriel_error error = {.code = (uriel_error_code)value};
    const bool ours = uriel_error_class_of(error.code) == URIEL_CLASS_SYNTAX ||
                      error.code == URIEL_ERROR_BASE_NOT_ABSOLUTE;
    if (ours && uriel_error_rule(&error)[0] == 0 && !is_had(error.code))
      die("nothing has the error \"%s\"", uriel_error_name(error.code));
  }
}

typedef struct words_case {
  uriel_spec spec;
  unsigned options;
  const char *text, *message, *expected;
} words_case;

static const words_case words_cases[] = {
    {U93, 0, "http://h/a b", "a space is not allowed in a path",
     "a letter, a digit, %XX, \"/\", \"?\", \"#\", the end or one of !\"$&'()*+,-.:;@_"},
    {U93, 0, "a:b?c/d", "\"/\" is not allowed in a query",
     "a letter, a digit, %XX, \"#\", the end or one of !\"$&'()*+,-.:;@_"},
    {U93, 0, "http://", "a host is missing", "a letter or a digit"},
    {U93, 0, "ftp://1.2.3.4:21/x", "URLs of this scheme cannot have a port after four numbers",
     "a digit or \"/\""},
    {U93, 0, "afs://_/x", "an AFS cell must be a name that starts with a letter", "a letter"},
    {U93, 0, "gopher://h/+a", "\"+\" is not allowed as a gopher type",
     "a letter, a digit, %XX or one of !\"$&'()*,-.:;@_"},
    {U93, PARTIAL, "a+b~", NULL,
     "a letter, a digit, %XX, \"/\", \"?\", \"#\", the end or one of !\"$&'()*+,-.;@_"},
    {U93, PARTIAL, "#a:b", "\"#\" is not allowed in a scheme",
     "a letter, a digit, %XX, the end or one of !\"$&'()*,-.;@_"},
    {U93, 0, "a", "a URL must start with a scheme and \":\"; without them it is a partial form",
     "a letter, a digit, %XX or one of !\"$&'()*,-.:;@_"},
    {U94, 0, "http://u:p@h/", "URLs of this scheme cannot have a password", "a digit"},
    {U94, 0, "URL:h", "\"URL:\" must be followed by a scheme and \":\"", "\"t\""},
    {U94, 0, "ftp://h", "URLs of this scheme need a path",
     "a letter, a digit, %XX, \"/\" or one of !\"$&'()*+,-.:@_"},
    {U94, 0, "ftp://a$b:c@h/x", "\"$\" is not allowed in user information", "a digit"},
    {U94, 0, "ftp://u:", "a port needs at least one digit", "a letter, a digit or one of +-._"},
    {U94, 0, "ftp://h/a;x", NULL, "\"t\""},
    {U94, PREFIX, "h", "\"URL:\" is missing before the URL", "\"U\" or \"u\""},
    {U97, 0, "http://a_b/", "\"_\" is not allowed in a host",
     "a letter, a digit, %XX or one of !$&'()*+,-.:;=@_~"},
    {U97, 0, "?[", "\"[\" is not allowed in a query",
     "a letter, a digit, %XX, \"/\", \"?\", \"#\", the end or one of !$&'()*+,-.:;=@_~"},
    {U97, 0, "/a b", "a space is not allowed in a path",
     "a letter, a digit, %XX, \"/\", \"?\", \"#\", the end or one of !$&'()*+,-.:;=@_~"},
    {U97, 0, "http://u@/", "a user or a port needs a host", "a letter or a digit"},
    {U03, 0, "mailto:a|b", "\"|\" is not allowed in an opaque part",
     "a letter, a digit, %XX, \"/\", \"?\", \"#\", the end or one of !$&'()*+,-.:;=@[]_~"},
    {U03, 0, "a_b:c", NULL,
     "a letter, a digit, %XX, \"/\", \"?\", \"#\", the end or one of !$&'()*+,-.;=@_~"},
    {U03, 0, "/%4", "\"%\" is not followed by two hexadecimal digits", "a hexadecimal digit"},
};

static void errors_are_told(void **state)
{
  (void)state;
  for (size_t at = 0; at < sizeof words_cases / sizeof *words_cases; at++) {
    const words_case *const given = &words_cases[at];
    const error_case of = {.spec = given->spec, .options = given->options, .text = given->text};
    const uriel_error error = error_of(&of);
    char out[200];
    size_t len = uriel_error_describe(&error, given->text, strlen(given->text), out, sizeof out);
    if (given->message && !text_equal(text_from(out, len), uriel_text_of(given->message)))
      die("\"%s\": %.*s", given->text, (int)len, out);
    len = uriel_error_expected(&error, given->text, strlen(given->text), out, sizeof out);
    if (!text_equal(text_from(out, len), uriel_text_of(given->expected)))
      die("\"%s\": expected %.*s", given->text, (int)len, out);
  }
}

/* A user, a host and a port, undefined where NULL. */
typedef struct authority_case {
  uriel_spec spec;
  const char *text;
  const char *userinfo, *host, *port;
} authority_case;

static const authority_case authority_cases[] = {
    {U93, "http://a@b:80/", "a", "b", "80"},   /* Internet protocol parts */
    {U93, "http://a:b/", NULL, "a:b", NULL},   /* ":" is in xalpha */
    {U93, "http://a:1:2/", NULL, "a:1", "2"},  /* the port is after the last one */
    {U93, "http://a@_/", NULL, "a@_", NULL},   /* "_" is not a hostname */
    {U93, "http://a@1:2/", NULL, "a@1", "2"},  /* nor is 1 */
    {U93, "telnet://1@b@_", "1", "b@_", NULL}, /* a shorter user */
    {U93, "telnet://1@2.3.4.5:6", "1", "2.3.4.5", "6"},
    {U93, "http://a@b@c/", "a@b", "c", NULL},
    {U93, "http://a:/", NULL, "a:", NULL},
    {U93, "afs://a@b/x", "a", "b", NULL},
    {U93, "afs://a@1.2.3.4/x", NULL, "a@1.2.3.4", NULL}, /* a cellname is a hostname */
    {U94, "http://a$b@h/", "a$b", "h", NULL},
    {U94, "ftp://u:p@h:21/", "u:p", "h", "21"},
    {U94, "ftp://u:5@h/", "u:5", "h", NULL},
    {U94, "URL:ftp://u@h/", "u", "h", NULL},
    {U94, "ftp://u:p@x@_/", "u:p", "x@_", NULL},
    {U97, "ftp://@host.com/", "", "host.com", NULL}, /* 4.3.1's examples */
    {U97, "ftp://foo:@host.com/", "foo:", "host.com", NULL},
    {U97, "x://", NULL, "", NULL},
    {U03, "http://u@a.b.:8/", "u", "a.b.", "8"},
    {U03, "http://u@a_b:x/", NULL, "u@a_b:x", NULL}, /* a registry's name */
    {U03, "http://u@/", NULL, "u@", NULL},
    {U03, "http://a.:8/", NULL, "a.:8", NULL},
    {U03, "http://[::1]:8/", NULL, "[::1]", "8"},
    {U03, "http://u:p@[::1.2.3.4]/", "u:p", "[::1.2.3.4]", NULL},
};

static void authorities_are_read(void **state)
{
  (void)state;
  for (size_t at = 0; at < sizeof authority_cases / sizeof *authority_cases; at++) {
    const authority_case *const given = &authority_cases[at];
    uriel_ref ref;
    if (!uriel_parse_as(&ref, given->text, strlen(given->text), given->spec, 0, NULL))
      die("\"%s\" is not a member", given->text);
    if (!text_equal(uriel_userinfo(&ref), uriel_text_of(given->userinfo)) ||
        !text_equal(uriel_host(&ref), uriel_text_of(given->host)) ||
        !text_equal(uriel_port(&ref), uriel_text_of(given->port)))
      die("\"%s\": host \"%.*s\"", given->text, (int)uriel_host(&ref).len, uriel_host(&ref).ptr);
  }
}

/* 3.2.2: a label is at most 63 characters. */
static void long_labels_are_registered(void **state)
{
  (void)state;
  char text[80] = "//";
  uriel_ref ref;
  memset(text + 2, 'a', 64);
  assert_true(uriel_parse_as(&ref, text, 65, U03, 0, NULL));
  assert_false(ref.flags & URIEL_HAS_REGISTRY);
  assert_true(uriel_parse_as(&ref, text, 66, U03, 0, NULL));
  assert_true(ref.flags & URIEL_HAS_REGISTRY);
}

/* BNF syntax, group: made of ialpha, which contains "+" only in 1994; in 1993 `generic` allows a "+". */
static void groups_are_named(void **state)
{
  (void)state;
  uriel_own_part parts[URIEL_OWN_PARTS_MAX];
  uriel_ref ref;
  assert_true(uriel_parse_as(&ref, "news:a+b", 8, U93, 0, NULL));
  assert_int_equal(uriel_own_parts(parts, &ref), 0);
  assert_true(uriel_parse_as(&ref, "news:a+b", 8, U94, 0, NULL));
  assert_int_equal(uriel_own_parts(parts, &ref), 1);
  assert_string_equal(parts[0].name, "group");
}

/* Parts as "name=text name=text". */
static void check_own_parts(uriel_spec spec, const char *text, const char *expected)
{
  char out[200] = "";
  size_t len = 0;
  uriel_own_part parts[URIEL_OWN_PARTS_MAX];
  uriel_ref ref;
  if (!uriel_parse_as(&ref, text, strlen(text), spec, 0, NULL))
    die("\"%s\" is not a member", text);
  const size_t count = uriel_own_parts(parts, &ref);
  for (size_t at = 0; at < count; at++)
    len += (size_t)snprintf(out + len, sizeof out - len, "%s%s=%.*s", at ? " " : "", parts[at].name,
                            (int)parts[at].text.len, parts[at].text.ptr);
  if (strcmp(out, expected) != 0)
    die("\"%s\" is made of %s", text, out);
}

/* Text whose characters do not fit a part's rule is not that part. */
static void parts_fit_their_rules(void **state)
{
  (void)state;
  for (size_t at = 0; at < 2; at++) { /* Prospero: version = digits, or empty; attributes = alphanums */
    const uriel_spec spec = at ? U94 : U93;
    check_own_parts(spec, "prospero://h/a%0012%00c", "hostname=h hsoname=a version=12 attributes=c");
    check_own_parts(spec, "prospero://h/a%00%00c", "hostname=h hsoname=a version= attributes=c");
    check_own_parts(spec, "prospero://h/a%00", "hostname=h hsoname=a version=");
    check_own_parts(spec, "prospero://h/a%0012c", "hostname=h hsoname=a%0012c");
    check_own_parts(spec, "prospero://h/a%00b%00c", "hostname=h hsoname=a%00b%00c");
    check_own_parts(spec, "prospero://h/a%001%00", "hostname=h hsoname=a%001%00");
    check_own_parts(spec, "prospero://h/a%001%00b-c", "hostname=h hsoname=a%001%00b-c");
    check_own_parts(spec, "prospero://h/a%001%00b%00c",
                    "hostname=h hsoname=a version=1 attributes=b%00c"); /* "from each other" */
  }
  check_own_parts(U93, "afs://a@1.2.3.4/x", "cellname=a@1.2.3.4");
  check_own_parts(U94, "http://u@h/", "user=u hostname=h"); /* alphanum2 */
  check_own_parts(U94, "http://a$b@h/", "hostname=h");
  check_own_parts(U94, "ftp://u:p@h/x", "login=u:p@h user=u password=p hostname=h");
}

static const uriel_spec historic[] = {U93, U94, U97, U03};

/* Except errors of schemes' parts, plans and names, which break no rule of these documents. */
static void rules_are_always_named(void **state)
{
  (void)state;
  for (size_t spec = 0; spec < 4; spec++)
    for (int code = 0; code < URIEL_ERROR_BUFFER_TOO_SMALL; code++) {
      const uriel_error error = {.code = (uriel_error_code)code, .spec = historic[spec]};
      if (uriel_error_name(error.code)[0] == 0 || error.code == URIEL_ERROR_NONE ||
          uriel_error_class_of(error.code) == URIEL_CLASS_CALL)
        continue;
      assert_true(uriel_error_rule(&error)[0] != 0);
      assert_true(uriel_error_section(&error)[0] != 0);
    }
}

static void must(bool holds, const char *what, uriel_spec spec, uriel_text text)
{
  if (!holds)
    die("%s: \"%.*s\": %s does not hold", uriel_spec_name(spec), (int)text.len, text.ptr, what);
}

static void check_error(const uriel_error *error, uriel_text text)
{
  char out[400];
  must(error->code != URIEL_ERROR_NONE, "a code", error->spec, text);
  must(error->offset <= text.len, "offset within", error->spec, text);
  must(error->begin <= text.len && error->length <= text.len - error->begin, "component within",
       error->spec, text);
  const size_t len = uriel_error_describe(error, text.ptr, text.len, out, sizeof out);
  must(len > 3 && memcmp(out, "is ", 3) != 0, "a character that is blamed", error->spec, text);
  must(uriel_error_expected(error, text.ptr, text.len, out, sizeof out) > 0, "something expected",
       error->spec, text);
}

/* An error that is described with another text than its own must read only that text. */
static void check_other_text(uriel_error error, uriel_text text)
{
  char out[400];
  error.begin = error.length = 0;
  for (error.offset = 0; error.offset < 9; error.offset += 4)
    uriel_error_describe(&error, text.ptr, text.len, out, sizeof out);
  uriel_error_describe(&error, NULL, 0, out,
                       sizeof out); /* UndefinedBehaviorSanitizer would report it */
  error.offset = text.len + 1;
  must(uriel_error_expected(&error, text.ptr, text.len, out, sizeof out) == 0, "nothing after the end",
       error.spec, text);
}

static void check_member(const uriel_ref *ref, uriel_text text)
{
  const uriel_spec spec = uriel_spec_of(ref);
  uriel_own_part parts[URIEL_OWN_PARTS_MAX];
  const size_t prefix = ref->flags & URIEL_HAS_PREFIX ? 4 : 0;
  const size_t count = uriel_own_parts(parts, ref);
  must(ref->text == text.ptr + prefix && ref->length == text.len - prefix, "all of it", spec, text);
  must(ref->host_begin <= ref->host_end && ref->host_end <= ref->path_begin, "host", spec, text);
  must(ref->path_begin <= ref->path_end && ref->path_end <= ref->query_end, "path", spec, text);
  must(count <= URIEL_OWN_PARTS_MAX, "as many parts", spec, text);
  for (size_t at = 0; at < count; at++)
    must(parts[at].text.ptr >= ref->text &&
             parts[at].text.ptr + parts[at].text.len <= ref->text + ref->length &&
             (at == 0 || parts[at].text.ptr >= parts[at - 1].text.ptr),
         "parts in order", spec, text);
}

static void check_text(uriel_text text, uriel_spec spec, unsigned options)
{
  uriel_ref ref;
  uriel_error error;
  if (uriel_parse_as(&ref, text.ptr, text.len, spec, options, &error)) {
    check_member(&ref, text);
  } else {
    check_error(&error, text);
    check_other_text(error, text);
  }
}

static void check_everywhere(uriel_text tail, void *context)
{
  static const unsigned options[] = {0, PARTIAL, PREFIX, PARTIAL | PREFIX};
  const char *const lead = context;
  const size_t lead_len = strlen(lead);
  char *const joined = room(lead_len + tail.len);
  const uriel_text text = {joined, lead_len + tail.len};
  memcpy(joined, lead, lead_len);
  if (tail.len > 0)
    memcpy(joined + lead_len, tail.ptr, tail.len);
  for (size_t spec = 0; spec < 4; spec++)
    for (size_t at = 0; at < (spec < 2 ? 4 : 1); at++)
      check_text(text, historic[spec], options[at]);
  free(joined);
}

static const char *const tokens[] = {
    "a", "1", "+", "-", "_", "~", "=", ";",    "%",  "%41",    "%00", ":",       "/",
    "?", "#", "@", ".", "[", "]", " ", "\x80", "//", ";type=", "x:",  "1.2.3.4",
};

enum { TOKENS = sizeof tokens / sizeof *tokens };

static void small_texts(void **state)
{
  (void)state;
  each_text(tokens, TOKENS, 3, check_everywhere, "");
}

static void small_tails(void **state)
{
  (void)state;
  static char leads[][20] = {
      "http:",       "HTTP://", "http://",   "ftp://",        "ftp://h/",      "afs://",
      "news:",       "nntp:",   "wais://h/", "wais://h/d/t/", "prospero://h/", "telnet://",
      "gopher://h/", "mailto:", "mid:",      "URL:",          "URL:http:",     "HTTP:",
  };
  for (size_t at = 0; at < sizeof leads / sizeof *leads; at++)
    each_text(tokens, TOKENS, 2, check_everywhere, leads[at]);
}

/* Longer texts, many of which are members except at one place. */
static void random_texts(void **state)
{
  (void)state;
  static const char *const more[] = {
      "http://", "ftp://", "h.edu", "a",     "b",    "/",   "/",
      ":80",     "@",      "u:p@",  "news:", "URL:", "a+b", "[::1]",
  };
  enum { MORE = sizeof more / sizeof *more };
  uint64_t seed = 1993;
  for (size_t round = 0; round < 20000; round++) {
    char text[256];
    size_t len = 0;
    const size_t count = 1 + random_below(&seed, 12);
    for (size_t at = 0; at < count; at++) {
      const bool rare = random_below(&seed, 4) == 0;
      const uriel_text piece =
          uriel_text_of(rare ? tokens[random_below(&seed, TOKENS)] : more[random_below(&seed, MORE)]);
      memcpy(text + len, piece.ptr, piece.len);
      len += piece.len;
    }
    text[len] = 0;
    check_everywhere((uriel_text){"", 0}, text);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(errors_are_blamed),
      cmocka_unit_test(every_error_can_be_had),
      cmocka_unit_test(errors_are_told),
      cmocka_unit_test(authorities_are_read),
      cmocka_unit_test(long_labels_are_registered),
      cmocka_unit_test(groups_are_named),
      cmocka_unit_test(parts_fit_their_rules),
      cmocka_unit_test(rules_are_always_named),
      cmocka_unit_test(small_texts),
      cmocka_unit_test(small_tails),
      cmocka_unit_test(random_texts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
