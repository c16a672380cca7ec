/* SPDX-License-Identifier: MIT */
/* A function that returns URIEL_FAILED has written nothing (uriel.h): each that can fail, on small
 * texts. Some document what their buffer then holds, and are not here: uriel_build_as, uriel_url_parse,
 * uriel_surt. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"
#include "uriel_http.h"
#include "uriel_idna.h"
#include "uriel_iri.h"
#include "uriel_plan.h"
#include "uriel_query.h"
#include "uriel_url.h"
#include "uriel_urn.h"

enum { OUT = 1024, PARTS = 16 };

typedef struct input {
  uriel_text text, other;
  uriel_ref ref,
      base; /* of `text` and of `other`, under the document; otherwise rows that are not valid */
  uriel_spec spec;
} input;

typedef size_t failing(const input *in, char *out, size_t capacity);

static size_t resolve(const input *in, char *out, size_t capacity)
{
  return uriel_resolve(&in->base, &in->ref, URIEL_RESOLVE_DOTS_ERROR, out, capacity, NULL);
}

static size_t relative(const input *in, char *out, size_t capacity)
{
  return uriel_relative(&in->base, &in->ref, out, capacity, NULL);
}

static size_t normalize(const input *in, char *out, size_t capacity)
{
  return uriel_normalize(&in->ref, URIEL_LEVEL_SCHEME, out, capacity);
}

static size_t component_set(const input *in, char *out, size_t capacity)
{
  size_t len = 0;
  for (int part = URIEL_REFERENCE; part <= URIEL_FRAGMENT && len != URIEL_FAILED; part++)
    len = uriel_component_set(&in->ref, (uriel_component)part, in->other, NULL, 0, NULL);
  for (int part = URIEL_REFERENCE; part <= URIEL_FRAGMENT && len == URIEL_FAILED; part++)
    if (uriel_component_set(&in->ref, (uriel_component)part, in->other, NULL, 0, NULL) == URIEL_FAILED)
      len = uriel_component_set(&in->ref, (uriel_component)part, in->other, out, capacity, NULL);
  return len;
}

static size_t build(const input *in, char *out, size_t capacity)
{
  const uriel_parts parts = {
      .scheme = in->text, .host = in->other, .path = in->text, .query = in->other};
  return uriel_build(&parts, out, capacity, NULL);
}

static size_t build_path(const input *in, char *out, size_t capacity)
{
  const uriel_parts parts = {.path = in->text, .fragment = in->other};
  return uriel_build(&parts, out, capacity, NULL);
}

static size_t encode_as(const input *in, char *out, size_t capacity)
{
  return uriel_encode_as(in->text.ptr, in->text.len, in->spec,
                         (uriel_encode_for)(in->other.len % (URIEL_ENCODE_ANY + 1)), 0, out, capacity,
                         NULL);
}

static size_t to_ascii(const input *in, char *out, size_t capacity)
{
  return uriel_idna_to_ascii(in->text.ptr, in->text.len, 0xF, out, capacity, NULL);
}

static size_t to_unicode(const input *in, char *out, size_t capacity)
{
  return uriel_idna_to_unicode(in->text.ptr, in->text.len, 0xF, out, capacity, NULL);
}

static size_t nfc(const input *in, char *out, size_t capacity)
{
  return uriel_nfc(in->text.ptr, in->text.len, out, capacity, NULL);
}

static size_t iri_to_uri(const input *in, char *out, size_t capacity)
{
  return uriel_iri_to_uri(&in->ref, URIEL_IRI_IDNA | URIEL_IRI_NFC, out, capacity, NULL);
}

static size_t iri_from_uri(const input *in, char *out, size_t capacity)
{
  return uriel_iri_from_uri(&in->ref, URIEL_IRI_IDNA, out, capacity);
}

static size_t iri_normalize(const input *in, char *out, size_t capacity)
{
  return uriel_iri_normalize(&in->ref, URIEL_LEVEL_SCHEME, URIEL_IRI_IDNA | URIEL_IRI_NFC, out, capacity,
                             NULL);
}

static size_t iri_display(const input *in, char *out, size_t capacity)
{
  return uriel_iri_display(&in->ref, out, capacity);
}

static size_t query_get(const input *in, char *out, size_t capacity)
{
  return uriel_query_get(in->text, in->other.ptr, in->other.len, 0, out, capacity);
}

static size_t query_sort(const input *in, char *out, size_t capacity)
{
  uriel_text result, scratch[2];
  return uriel_query_sort(&result, in->text, 0, scratch, 1, out, capacity);
}

static size_t form_get(const input *in, char *out, size_t capacity)
{
  return uriel_query_get(in->text, in->other.ptr, in->other.len, URIEL_QUERY_FORM, out, capacity);
}

static size_t form_sort(const input *in, char *out, size_t capacity)
{
  uriel_text result, scratch[2];
  return uriel_query_sort(&result, in->text, URIEL_QUERY_FORM, scratch, 1, out, capacity);
}

static size_t url_set(const input *in, char *out, size_t capacity)
{
  uriel_ref ref;
  return uriel_url_set(&ref, &in->base, (uriel_url_attribute)(in->other.len % (URIEL_URL_HASH + 1)),
                       in->text.ptr, in->text.len, out, capacity);
}

static size_t url_set_href(const input *in, char *out, size_t capacity)
{
  uriel_ref ref, url;
  return uriel_parse_as(&url, "http://h/", 9, URIEL_SPEC_WHATWG, 0, NULL)
             ? uriel_url_set(&ref, &url, URIEL_URL_HREF, in->text.ptr, in->text.len, out, capacity)
             : 0;
}

static size_t search_write(const input *in, char *out, size_t capacity)
{
  return uriel_search_write(&in->ref, in->other.ptr, in->other.len, out, capacity, NULL);
}

static size_t template_expand(const input *in, char *out, size_t capacity)
{
  return uriel_template_expand(in->other.ptr, in->other.len, &in->ref, out, capacity, NULL);
}

static size_t file_to_local(const input *in, char *out, size_t capacity)
{
  return uriel_file_to_local(&in->ref, (uriel_local_style)(in->other.len % 2), out, capacity, NULL);
}

static size_t file_from_local(const input *in, char *out, size_t capacity)
{
  return uriel_file_from_local(in->text.ptr, in->text.len, (uriel_local_style)(in->other.len % 2), out,
                               capacity, NULL);
}

static size_t urn_normal(const input *in, char *out, size_t capacity)
{
  return uriel_urn_normal(&in->ref, out, capacity, NULL);
}

static size_t urn_encode(const input *in, char *out, size_t capacity)
{
  return uriel_urn_encode(in->other.ptr, in->other.len, in->text.ptr, in->text.len, in->spec, 0, out,
                          capacity, NULL);
}

static size_t urn_show(const input *in, char *out, size_t capacity)
{
  return uriel_urn_show(&in->ref, out, capacity, NULL);
}

static size_t urn_request(const input *in, char *out, size_t capacity)
{
  return uriel_urn_request("N2L", 3, &in->base, &in->ref, out, capacity, NULL);
}

static size_t urn_build(const input *in, char *out, size_t capacity)
{
  uriel_urn urn = {.nid = in->other, .nss = in->text, .q_component = in->other};
  return uriel_urn_build(&urn, in->spec, out, capacity, NULL);
}

/* The parts of `base`, of which one is `text`. */
static size_t scheme_build(const input *in, char *out, size_t capacity)
{
  char read[OUT], scratch[OUT];
  uriel_own_part parts[PARTS];
  const uriel_text scheme = uriel_scheme(&in->base);
  const size_t count = uriel_scheme_parts(parts, PARTS, &in->base, read, sizeof read, NULL);
  if (count == 0 || count > PARTS)
    return 0;
  parts[in->text.len % count].text = in->text;
  return uriel_scheme_build(scheme.ptr, scheme.len, parts, count, scratch, sizeof scratch, out, capacity,
                            NULL);
}

static size_t http_target(const input *in, char *out, size_t capacity)
{
  uriel_http_target target;
  if (!uriel_http_target_parse(&target, "GET", 3, in->text.ptr, in->text.len, NULL))
    return 0;
  return uriel_http_target_uri(&target, uriel_text_of("http"), in->other, out, capacity, NULL);
}

#define OF(name)                                                                                        \
  {                                                                                                     \
#name, name                                                                                         \
  }
static const struct {
  const char *name;
  failing *call;
} all[] = {OF(resolve),         OF(relative),     OF(normalize),     OF(component_set),
           OF(build),           OF(build_path),   OF(encode_as),     OF(to_ascii),
           OF(to_unicode),      OF(nfc),          OF(iri_to_uri),    OF(iri_from_uri),
           OF(iri_normalize),   OF(iri_display),  OF(query_get),     OF(query_sort),
           OF(form_get),        OF(form_sort),    OF(url_set),       OF(url_set_href),
           OF(template_expand), OF(search_write), OF(file_to_local), OF(file_from_local),
           OF(urn_normal),      OF(urn_encode),   OF(urn_show),      OF(urn_request),
           OF(urn_build),       OF(scheme_build), OF(http_target)};
enum { ALL = sizeof all / sizeof *all };
static size_t failures[ALL];

static void check(const input *in)
{
  static char out[OUT], untouched[OUT];
  memset(untouched, '#', sizeof untouched);
  memcpy(out, untouched, sizeof out);
  for (size_t at = 0; at < ALL; at++) {
    const size_t len = all[at].call(in, out, sizeof out);
    failures[at] += len == URIEL_FAILED;
    if (len == URIEL_FAILED && memcmp(out, untouched, sizeof out) != 0)
      die("%s, %s: \"%.*s\" and \"%.*s\" fail and write \"%.60s\"", all[at].name,
          uriel_spec_name(in->spec), (int)in->text.len, in->text.ptr, (int)in->other.len, in->other.ptr,
          out);
    memcpy(out, untouched, sizeof out);
  }
}

static uriel_ref ref_of(uriel_spec spec, uriel_text text)
{
  uriel_ref ref;
  if (!uriel_parse_as(&ref, text.ptr, text.len, spec, URIEL_PARSE_PARTIAL, NULL))
    ref = (uriel_ref){.text = text.ptr, .length = (uint32_t)text.len, .flags = URIEL_INVALID};
  return ref;
}

static void visit(uriel_text text, void *context)
{
  static const char *const others[] = {"",
                                       "a",
                                       "http://h/a/b?c#d",
                                       "urn:ietf:rfc:1",
                                       "//h/../../..",
                                       "x://%s/{a}",
                                       "\xc3\xa9,",
                                       "gopher://h/1a",
                                       "ftp://u:p@h/a;type=i",
                                       "mailto:a@b?subject=c",
                                       "file:///a/b",
                                       "ldap://h/o=a?b?sub?(c=d)",
                                       "tel:+1-2;ext=3",
                                       "data:text/plain;base64,YQ==",
                                       "tag:a@b.c,2001:d",
                                       "prospero://h/a;b=c",
                                       "wais://h/d?e",
                                       "news:a.b",
                                       "nntp://h/a.b/1",
                                       "telnet://h",
                                       "mid:a@b/c",
                                       "afs://a/b",
                                       "whois://h/a",
                                       "view-source:a",
                                       "a{b",
                                       "?ab="};
  (void)context;
  for (int spec = URIEL_SPEC_RFC3986; spec <= URIEL_SPEC_WHATWG; spec++)
    for (size_t at = 0; at < sizeof others / sizeof *others; at++) {
      const uriel_text other = uriel_text_of(others[at]);
      check(&(input){text, other, ref_of((uriel_spec)spec, text), ref_of((uriel_spec)spec, other),
                     (uriel_spec)spec});
    }
}

static void failures_write_nothing(void **state)
{
  (void)state;
  static const char *const tokens[] = {
      "http://", "urn:", "uuid:", "file:", "1.2.3.4", "\xc3\xa9", "\xd7\x90", "xn--",        "%",
      "%41",     ",",    "/../",  "\xff",  ":",       "@",        "[",        " ",           "a",
      "?",       "&",    "#",     "//",    ")",       "tel:",     "mailto:",  "\xe1\xbf\xaf"};
  each_text(tokens, sizeof tokens / sizeof *tokens, 2, visit, NULL);
  visit(uriel_text_of("//1.2.3.4\xc3\xa9,"), NULL);
  visit(uriel_text_of("http://xn--/\xc3\xa9"), NULL);
  visit(uriel_text_of("a&b"), NULL);
  for (size_t at = 0; at < ALL; at++)
    if (failures[at] == 0)
      die("%s never fails", all[at].name);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(failures_write_nothing)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
