/* SPDX-License-Identifier: MIT */
/* Every public function that takes a text, an output or a scratch buffer is called with NULL for each
 * empty one: clang's sanitizers find an offset that is added to NULL (C11, 6.5.6 p8). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"
#include "uriel_agree.h"
#include "uriel_batch.h"
#include "uriel_find.h"
#include "uriel_html.h"
#include "uriel_http.h"
#include "uriel_idna.h"
#include "uriel_iri.h"
#include "uriel_plan.h"
#include "uriel_query.h"
#include "uriel_regex.h"
#include "uriel_site.h"
#include "uriel_spec.h"
#include "uriel_url.h"
#include "uriel_urn.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const uriel_text undefined = {NULL, 0};
static volatile size_t sink;
static uriel_error error;

/* References of each scheme with parts or a plan, and of each kind of name, with empty parts. */
static const char *const references[] = {"",
                                         "?",
                                         "#",
                                         "//",
                                         "//@:",
                                         "//h",
                                         "//[::1]",
                                         "/",
                                         "a",
                                         "a:",
                                         "a?b#c",
                                         "http:",
                                         "http:?",
                                         "http://",
                                         "http://h",
                                         "http://u:p@h:1/a/../b?c=d&e#f",
                                         "https://h?",
                                         "ws://h",
                                         "ftp:",
                                         "ftp://h",
                                         "ftp://u:p@h/a/b;type=a",
                                         "gopher:",
                                         "gopher://h",
                                         "gopher://h/1a%09b%09c",
                                         "mailto:",
                                         "mailto:?",
                                         "mailto:a@b?subject=c&body=d",
                                         "mailto:,?&",
                                         "mid:",
                                         "mid:a@b/c@d",
                                         "cid:a@b",
                                         "news:",
                                         "news:a",
                                         "news:a@b",
                                         "news://h/a/1-2",
                                         "nntp://h/a/1",
                                         "nntp:",
                                         "telnet:",
                                         "telnet://u:p@h:1/",
                                         "rlogin://u@h",
                                         "tn3270://h",
                                         "wais:",
                                         "wais://h/a",
                                         "wais://h/a?b",
                                         "wais://h/a/b/c",
                                         "prospero:",
                                         "prospero://h/a",
                                         "prospero://h/a;b=c",
                                         "afs:",
                                         "afs:/a/b",
                                         "whois:",
                                         "whois://h/a",
                                         "file:",
                                         "file:///",
                                         "file://h/a",
                                         "file:/c:/a",
                                         "data:",
                                         "data:,",
                                         "data:;,",
                                         "data:text/plain;a=b;base64,YQ==",
                                         "tag:",
                                         "tag:a.b,2000:c",
                                         "ldap:",
                                         "ldap:///",
                                         "ldap://h/a?b,c?sub?(d=e)?!f=g",
                                         "ldap:///????",
                                         "tel:",
                                         "tel:+1;a=b",
                                         "tel:1;phone-context=a",
                                         "urn:",
                                         "urn:ex:",
                                         "urn:ex:x",
                                         "urn:ex:x?+",
                                         "urn:ex:x?+r",
                                         "urn:ex:x?=",
                                         "urn:ex:x?=q",
                                         "urn:ex:x?+r?=q#f",
                                         "urn:isbn:0",
                                         "urn:uuid:",
                                         "urn:oid:1.2",
                                         "urn:nbn:de:a-1",
                                         "urn:epc:id:sgtin:1.2.3",
                                         "javascript:",
                                         "about:blank",
                                         "blob:",
                                         "sip:a@b",
                                         "z39.50r://h/a?b",
                                         "http://xn--a/",
                                         "//a%/",
                                         "\xc3\xbc",
                                         "http://\xc3\xbc/\xc3\xbc?\xc3\xbc#\xc3\xbc",
                                         "http://1.2.3.4/",
                                         "http://0x7f.1/"};

/* ---- Texts of no bytes -------------------------------------------------------------------------- */

static void read_text(unsigned options)
{
  uriel_ref ref;
  uint8_t bytes[16];
  uint16_t port;
  char out[64];
  size_t from = 0;
  sink += uriel_utf8_span(NULL, 0);
  sink += uriel_parse(&ref, NULL, 0, &error);
  for (int spec = 0; spec < 16; spec++) {
    sink += uriel_parse_as(&ref, NULL, 0, (uriel_spec)spec, options, &error);
    for (int where = 0; where < 16; where++) {
      sink +=
          uriel_encode_as(NULL, 0, (uriel_spec)spec, (uriel_encode_for)where, options, NULL, 0, &error);
      sink += uriel_encode_as(NULL, 0, (uriel_spec)spec, (uriel_encode_for)where, options, out,
                              sizeof out, &error);
    }
    sink += uriel_decode_as(NULL, 0, (uriel_spec)spec, options, NULL, 0, &error);
    sink += uriel_decode_as(NULL, 0, (uriel_spec)spec, options, out, sizeof out, &error);
    sink += uriel_byte_set_find((uriel_spec)spec, NULL, 0) != NULL;
    sink += uriel_urn_encode(NULL, 0, NULL, 0, (uriel_spec)spec, options, NULL, 0, &error);
    sink += uriel_urn_encode("ex", 2, NULL, 0, (uriel_spec)spec, options, NULL, 0, &error);
  }
  sink += uriel_ipv4_parse(bytes, NULL, 0);
  sink += uriel_ipv6_parse(bytes, NULL, 0);
  sink += uriel_ipv4_rare(bytes, NULL, 0);
  sink += uriel_port_parse(&port, NULL, 0, &error);
  sink +=
      uriel_remove_dot_segments(NULL, 0, NULL, 0) + uriel_remove_dot_segments(NULL, 0, out, sizeof out);
  for (int where = 0; where < 16; where++)
    sink += uriel_encode(NULL, 0, (uriel_encode_for)where, options, NULL, 0);
  sink += uriel_decode(NULL, 0, options, NULL, 0, &error);
  uriel_spec spec;
  sink += uriel_spec_find(&spec, NULL, 0);
  sink += uriel_parse_lines(&ref, 1, &from, NULL, 0, true) +
          uriel_parse_lines(NULL, 0, &from, NULL, 0, false);
  const uint32_t offsets32[2] = {0, 0};
  const uint64_t offsets64[2] = {0, 0};
  sink += uriel_parse_offsets32(&ref, 1, NULL, 0, offsets32) +
          uriel_parse_offsets32(NULL, 0, NULL, 0, offsets32);
  sink += uriel_parse_offsets64(&ref, 1, NULL, 0, offsets64) +
          uriel_parse_offsets64(NULL, 0, NULL, 0, offsets64);
  const uriel_columns columns = {.text = NULL};
  (void)uriel_parse(&ref, NULL, 0, NULL);
  uriel_columns_put(&columns, 0, &ref, 1);
  uriel_columns_put(&columns, 0, NULL, 0);
  sink += uriel_idna_to_ascii(NULL, 0, options, NULL, 0, &error) +
          uriel_idna_to_unicode(NULL, 0, options, NULL, 0, &error);
  sink += uriel_nfc(NULL, 0, NULL, 0, &error) + uriel_looks_ascii(NULL, 0, NULL, 0);
  sink += (size_t)uriel_restriction_of(NULL, 0);
  sink += uriel_scheme_find(NULL, NULL, 0) != NULL;
  sink += uriel_urn_namespace_find(NULL, 0) != NULL;
  sink += uriel_scheme_part_is_list(NULL, 0, NULL, 0) + uriel_scheme_part_is_list("http", 4, NULL, 0);
  sink += uriel_scheme_build(NULL, 0, NULL, 0, NULL, 0, NULL, 0, &error);
  sink += uriel_file_from_local(NULL, 0, URIEL_LOCAL_POSIX, NULL, 0, &error) +
          uriel_file_from_local(NULL, 0, URIEL_LOCAL_WINDOWS, NULL, 0, &error);
  uriel_http_target target;
  sink += uriel_http_target_parse(&target, NULL, 0, NULL, 0, &error);
  sink +=
      uriel_surt(NULL, 0, (uriel_surt_form)options, NULL, 0, &error) + uriel_surt_undo(NULL, 0, NULL, 0);
  uriel_text first, end;
  for (int scope = 0; scope < 6; scope++)
    sink += uriel_surt_range(&first, &end, NULL, 0, (uriel_surt_scope)scope, NULL, 0, &error);
  sink += uriel_url_parse(&ref, NULL, NULL, 0, NULL, NULL, 0) + uriel_url_can_parse(NULL, NULL, 0);
  uriel_error found[4];
  uriel_url_options url_options = {.errors = found, .error_capacity = COUNT(found)};
  sink += uriel_url_parse(&ref, NULL, NULL, 0, &url_options, NULL, 0);
  uriel_read read;
  sink +=
      uriel_lenient_parse(&ref, &read, NULL, NULL, 0, 0, NULL, 0, &error) + uriel_lenient_bound(NULL, 0);
}

static void find_text(unsigned options)
{
  uriel_hit hit = {0};
  size_t from = 0;
  const uriel_find_options find = {.options = options};
  sink += uriel_find(&hit, &from, NULL, 0, true, &find) + uriel_find(&hit, &from, NULL, 0, false, NULL);
  hit = (uriel_hit){0};
  sink += uriel_hit_clean(NULL, &hit, options, NULL, 0);
  size_t count;
  char out[64];
  sink += uriel_redact(&count, undefined, URIEL_DELIMITED_BARE, NULL, out, uriel_redact_bound(0, NULL));
  sink += uriel_redact(&count, undefined, URIEL_DELIMITED_BARE, NULL, NULL, 0);
}

static void host_text(unsigned options)
{
  uriel_address address;
  sink +=
      uriel_host_suffix(undefined, NULL, options).len + uriel_host_site(undefined, NULL, options).len;
  sink += uriel_host_address(&address, undefined) + uriel_address_parse(&address, NULL, 0);
  uriel_network network;
  sink += uriel_network_parse(&network, NULL, 0);
  sink += uriel_host_reverse(undefined, NULL, 0);
  uriel_suffix_list list;
  uriel_suffix_error why;
  char memory[4096];
  sink += uriel_suffix_list_bound(NULL, 0);
  sink += uriel_suffix_list_compile(&list, NULL, 0, NULL, 0, &why);
  if (uriel_suffix_list_compile(&list, NULL, 0, memory, sizeof memory, &why))
    sink += uriel_host_suffix(undefined, &list, options).len +
            uriel_host_suffix(uriel_text_of("a.b"), &list, options).len;
}

static void regex_text(unsigned options)
{
  static uint32_t memory[32768];
  uint32_t scratch[64];
  uriel_text found[2];
  uriel_regex_error why;
  const uriel_regex *const regex = (const uriel_regex *)(const void *)memory;
  sink += uriel_regex_bound(0) + uriel_regex_compile(NULL, 0, options, NULL, 0, &why);
  sink += uriel_regex_compile(NULL, 0, options, memory, sizeof memory, &why);
  sink += uriel_regex_groups(regex) + uriel_regex_scratch(regex, 2);
  sink += uriel_regex_search(NULL, 0, regex, NULL, 0, NULL, 0);
  sink += uriel_regex_search(found, 2, regex, NULL, 0, scratch, sizeof scratch);
}

static void texts(void **state)
{
  (void)state;
  for (unsigned options = 0; options < 64; options++) {
    read_text(options);
    find_text(options);
    host_text(options);
    regex_text(options);
  }
}

/* ---- Queries ------------------------------------------------------------------------------------ */

static void query_write(uriel_text query, uriel_text name, uriel_text value, unsigned options, char *out,
                        size_t size)
{
  uriel_text result, scratch[8];
  const uriel_param param = {name, value};
  sink += uriel_query_get(query, name.ptr, name.len, options, out, size);
  sink += uriel_query_append(&result, query, &param, 1, options, out, size) +
          uriel_query_append(NULL, query, NULL, 0, options, out, size);
  sink += uriel_query_set(&result, query, param, options, out, size);
  sink += uriel_query_remove(&result, query, &param, 1, options, out, size) +
          uriel_query_remove(NULL, query, NULL, 0, options, out, size);
  sink +=
      uriel_query_rename(&result, query, name.ptr, name.len, value.ptr, value.len, options, out, size);
  sink += uriel_query_sort(&result, query, options, scratch, 8, out, size) +
          uriel_query_sort(&result, query, options, NULL, 0, out, size);
  sink += uriel_query_decode(query, options, out, size);
}

static void query_read(uriel_text query, uriel_text name, unsigned options)
{
  uriel_text found = undefined, rest = query;
  uriel_param param = {undefined, undefined};
  sink += uriel_query_next(&rest, &param, options) + uriel_query_next(&rest, &param, options);
  rest = query;
  sink += uriel_segment_next(&rest, &found) + uriel_segment_next(&rest, &found);
  sink += uriel_glob_matches(query.ptr, query.len, name.ptr, name.len, options);
  sink += uriel_query_is(query, name.ptr, name.len, options) + uriel_query_count(query, options);
  rest = query;
  sink += uriel_list_next(&rest, &found, ',') + uriel_list_next(&rest, &found, ',');
}

static void queries(void **state)
{
  const uriel_text each[] = {undefined, {"", 0}, {"a", 1}, {"a=b&a", 5}};
  char out[64];
  (void)state;
  for (unsigned options = 0; options < 256; options++) {
    for (size_t i = 0; i < 64; i++) {
      const uriel_text query = each[i % 4], name = each[i / 4 % 4], value = each[i / 16];
      query_read(query, name, options);
      query_write(query, name, value, options, NULL, 0);
      query_write(query, name, value, options, out, sizeof out);
    }
  }
}

/* ---- References --------------------------------------------------------------------------------- */

static void write_ref(const uriel_ref *ref, const uriel_ref *base, unsigned options, char *out,
                      size_t size)
{
  uriel_ref filled;
  const uriel_parts parts = uriel_parts_of(ref);
  sink += uriel_resolve(base, ref, options, out, size, &error) +
          uriel_relative(base, ref, out, size, &error);
  for (int level = 0; level < 8; level++) {
    sink += uriel_normalize(ref, (uriel_level)level, out, size);
    sink += uriel_normalize_with(NULL, ref, (uriel_level)level, out, size);
    sink += uriel_iri_normalize(ref, (uriel_level)level, options, out, size, &error);
    sink += uriel_equal(ref, base, (uriel_level)level) + (size_t)uriel_hash(ref, (uriel_level)level, 0);
  }
  sink += uriel_build(&parts, out, size, &error);
  for (int c = URIEL_SCHEME; c <= URIEL_FRAGMENT; c++)
    sink += uriel_component_set(ref, (uriel_component)c, undefined, out, size, &error) +
            uriel_component_set(ref, (uriel_component)c, (uriel_text){"", 0}, out, size, &error);
  sink +=
      uriel_iri_to_uri(ref, options, out, size, &error) + uriel_iri_from_uri(ref, options, out, size);
  sink += uriel_iri_display(ref, out, size) + uriel_url_origin(ref, out, size);
  sink += uriel_urn_normal(ref, out, size, &error) + uriel_urn_show(ref, out, size, &error);
  sink += uriel_urn_request(NULL, 0, base, ref, out, size, &error) +
          uriel_urn_request("N2L", 3, base, ref, out, size, &error);
  sink += uriel_search_write(ref, NULL, 0, out, size, &error) +
          uriel_search_write(ref, "a b", 3, out, size, &error) +
          uriel_answers_write(ref, NULL, 0, out, size, &error);
  sink += uriel_template_expand(NULL, 0, ref, out, size, &error) +
          uriel_template_expand("{+path}{query}{host}", 20, ref, out, size, &error);
  sink += uriel_file_to_local(ref, URIEL_LOCAL_POSIX, out, size, &error) +
          uriel_file_to_local(ref, URIEL_LOCAL_WINDOWS, out, size, &error);
  for (int attribute = URIEL_URL_HREF; attribute <= URIEL_URL_HASH; attribute++)
    sink += uriel_url_set(&filled, ref, (uriel_url_attribute)attribute, NULL, 0, out, size);
  sink += uriel_url_parse(&filled, base, ref->text, ref->length, NULL, out, size);
  sink += uriel_url_parse(&filled, base, NULL, 0, NULL, out, size);
  uriel_read read;
  sink += uriel_lenient_parse(&filled, &read, base, ref->text, ref->length, options, out, size, &error);
}

#define PARTS(scheme)                                                                                   \
  do {                                                                                                  \
    uriel_##scheme parts = {0};                                                                         \
    sink += uriel_##scheme##_build(&parts, NULL, 0, &error);                                            \
    if (uriel_##scheme##_parse(&parts, ref, NULL, 0, &error))                                           \
      sink += uriel_##scheme##_build(&parts, NULL, 0, &error);                                          \
    if (uriel_##scheme##_parse(&parts, ref, scratch, sizeof scratch, &error))                           \
      sink += uriel_##scheme##_build(&parts, out, sizeof out, &error);                                  \
  } while (0)

static void read_parts(const uriel_ref *ref)
{
  char scratch[512], out[512];
  uriel_own_part own[32];
  PARTS(http);
  PARTS(mailto);
  PARTS(file);
  PARTS(data);
  PARTS(tel);
  const uriel_text scheme = uriel_scheme(ref);
  sink += uriel_scheme_parts(own, COUNT(own), ref, NULL, 0, &error);
  const size_t count = uriel_scheme_parts(own, COUNT(own), ref, scratch, sizeof scratch, &error);
  if (count != URIEL_FAILED && count <= COUNT(own))
    sink += uriel_scheme_build(scheme.ptr, scheme.len, own, count, NULL, 0, NULL, 0, &error);
  sink += uriel_scheme_build(scheme.ptr, scheme.len, NULL, 0, NULL, 0, NULL, 0, &error);
  size_t schemes = 0;
  const uriel_scheme_info *const infos = uriel_schemes(&schemes);
  for (size_t i = 0; i < schemes; i++)
    sink += uriel_scheme_build(infos[i].name, strlen(infos[i].name), NULL, 0, NULL, 0, NULL, 0, &error);
}

static void read_urn(const uriel_ref *ref)
{
  uriel_urn urn = {0};
  char out[512];
  for (int spec = 0; spec < 16; spec++)
    sink += uriel_urn_build(&urn, (uriel_spec)spec, NULL, 0, &error);
  if (!uriel_urn_parse(&urn, ref, &error))
    return;
  for (int spec = 0; spec < 16; spec++)
    sink += uriel_urn_build(&urn, (uriel_spec)spec, NULL, 0, &error) +
            uriel_urn_build(&urn, (uriel_spec)spec, out, sizeof out, &error);
  sink += uriel_urn_check(ref, &error) + uriel_urn_equal(ref, ref);
}

static void describe(const char *text, size_t len)
{
  sink += uriel_error_describe(&error, text, len, NULL, 0);
  sink += uriel_error_hint(&error, text, len, NULL, 0);
  sink += uriel_error_expected(&error, text, len, NULL, 0);
}

static void make_plan(const uriel_ref *ref)
{
  uriel_step steps[64];
  char text[4096];
  for (unsigned i = 0; i < 4; i++) {
    uriel_plan plan = {.steps = i & 1 ? steps : NULL,
                       .step_capacity = i & 1 ? COUNT(steps) : 0,
                       .text = i & 2 ? text : NULL,
                       .text_capacity = i & 2 ? sizeof text : 0};
    const uriel_plan_options options = {.previous = ref};
    sink += uriel_plan_make(&plan, ref, NULL, &error);
    if (!uriel_plan_make(&plan, ref, &options, &error))
      describe(ref->text, ref->length);
  }
  for (unsigned bit = 0; bit < 32; bit++)
    sink +=
        uriel_warning_describe(&(uriel_warning){.kind = (uriel_warning_kind)(1U << bit)}, ref, NULL, 0);
}

static void read_ref(const uriel_ref *ref, const uriel_ref *base)
{
  char out[1024];
  uriel_warning warnings[8];
  uriel_own_part own[URIEL_OWN_PARTS_MAX];
  uint16_t port;
  write_ref(ref, base, 0, NULL, 0);
  write_ref(ref, base, 3, NULL, 0);
  write_ref(ref, base, 0, out, sizeof out);
  sink += (size_t)uriel_compare(ref, base) + uriel_user(ref).len + uriel_password(ref).len;
  sink += uriel_port_number(&port, ref, &error) + uriel_own_parts(own, ref);
  sink += uriel_host_suffix(uriel_host(ref), NULL, 0).len;
  sink += uriel_iri_warnings(NULL, 0, ref);
  const size_t count = uriel_iri_warnings(warnings, COUNT(warnings), ref);
  for (size_t i = 0; i < count && i < COUNT(warnings); i++)
    sink += uriel_warning_describe(&warnings[i], ref, NULL, 0);
  for (int attribute = URIEL_URL_HREF; attribute <= URIEL_URL_HASH; attribute++)
    sink += uriel_url_get(ref, (uriel_url_attribute)attribute).len;
  read_parts(ref);
  read_urn(ref);
  make_plan(ref);
}

/* NULL is not allowed for an undefined host, either. */
static void refs(void **state)
{
  uriel_ref base, empty, ref;
  (void)state;
  assert_true(uriel_parse(&base, "http://h/a?b", 12, NULL));
  assert_true(uriel_parse(&empty, NULL, 0, NULL));
  read_ref(&empty, &base);
  read_ref(&base, &empty);
  read_ref(&empty, &empty);
  for (size_t i = 0; i < COUNT(references); i++) {
    const size_t len = strlen(references[i]);
    for (int spec = 0; spec < 16; spec++) {
      if (!uriel_parse_as(&ref, references[i], len, (uriel_spec)spec, 0, &error)) {
        describe(references[i], len);
        describe(NULL, 0);
        continue;
      }
      read_ref(&ref, &base);
      read_ref(&ref, &empty);
    }
  }
}

static void built(void **state)
{
  const uriel_parts none = {0};
  uriel_parts one = {0};
  (void)state;
  for (int spec = 0; spec < 16; spec++) {
    sink += uriel_build_as(&none, (uriel_spec)spec, 0, NULL, 0, &error);
    one.host = one.path = (uriel_text){"", 0};
    sink += uriel_build_as(&one, (uriel_spec)spec, 0, NULL, 0, &error);
  }
  const uriel_http_target target = {0};
  sink += uriel_http_target_uri(&target, undefined, undefined, NULL, 0, &error);
  const uint8_t bytes[16] = {0};
  const uriel_address address = {0};
  sink += uriel_ipv6_print(bytes, NULL, 0) + uriel_address_print(&address, NULL, 0);
}

/* ---- HTML --------------------------------------------------------------------------------------- */

static void drain(uriel_html *html)
{
  uriel_html_reference found;
  uriel_html_status status;
  while ((status = uriel_html_next(html, &found)) == URIEL_HTML_FOUND || status == URIEL_HTML_FULL)
    sink += found.value.len;
}

/* A piece of no bytes after each prefix, in no buffer, and in one that begins there. */
static void read_page(const char *page, const uriel_html_options *options)
{
  uint64_t scratch[512];
  for (size_t len = 0; len <= strlen(page); len++) {
    for (unsigned i = 0; i < 4; i++) {
      uriel_html html;
      uriel_html_begin(&html, options, i & 1 ? (char *)scratch : NULL, i & 1 ? sizeof scratch : 0);
      uriel_html_feed(&html, NULL, 0, false);
      drain(&html);
      uriel_html_feed(&html, page, len, false);
      drain(&html);
      if (i & 2) {
        uriel_html_feed(&html, NULL, 0, false);
        drain(&html);
      }
      uriel_html_feed(&html, NULL, 0, true);
      drain(&html);
    }
  }
}

/* The same for pages, without a URL. */
static void read_crawled(const char *text, const char *charset)
{
  static uriel_page page;
  static uint64_t scratch[512];
  const uriel_page_options options = {.charset = {charset, strlen(charset)}};
  for (size_t len = 0; len <= strlen(text); len++)
    for (unsigned i = 0; i < 2; i++) {
      uriel_html_reference found;
      uriel_ref target;
      uriel_page_status status = URIEL_PAGE_MORE;
      uriel_page_begin(&page, &options, i ? (char *)scratch : NULL, i ? sizeof scratch : 0);
      for (unsigned step = 0; step < 4 && status != URIEL_PAGE_END; step++) {
        uriel_page_feed(&page, step == 1 ? text : NULL, step == 1 ? len : 0, step == 3);
        while ((status = uriel_page_next(&page, &found)) != URIEL_PAGE_MORE && status != URIEL_PAGE_END)
          if (status == URIEL_PAGE_FOUND)
            sink += uriel_page_target(&target, &page, &found, NULL, 0) +
                    uriel_page_resolve(&target, &page, &found, NULL, NULL, 0);
      }
      sink += uriel_page_encoding(&page).len;
    }
}

static size_t no_decoder(void *context, const char *text, size_t len, char *out, size_t capacity)
{
  (void)context;
  if (len && len <= capacity)
    memcpy(out, text, len);
  return len;
}

static void readers(void **state)
{
  size_t count;
  const uriel_reader *const all = uriel_readers(&count);
  const size_t bound = uriel_agree_bound(count, 0);
  char *const out = room(bound);
  uriel_reading readings[64];
  (void)state;
  for (size_t i = 0; i < count; i++)
    sink += uriel_reader_read(readings, &all[i], NULL, 0, NULL, uriel_reader_bound(0));
  for (int on = URIEL_AGREE_PLACE; on <= URIEL_AGREE_EXACT; on++)
    sink += uriel_agree(NULL, readings, all, count, (uriel_agree_on)on, NULL, 0, out, bound) +
            uriel_agree(NULL, NULL, all, 0, (uriel_agree_on)on, NULL, 0, out, bound);
  free(out);
  sink += uriel_agree_rules(NULL, 0, NULL, 0) + (uriel_reader_find(NULL, 0) != NULL);
}

static void html(void **state)
{
  static const char *const pages[] = {
      "<!DOCTYPE html><!-- a --><p>a&amp;<a href=b c='d' e>",
      "<script><!--<script>a</script>--></script><textarea>a</textarea>",
      "<style>a{b:url(\\61 c)}/*d*/@import 'e'</style><p style='a:url(\\61)'>",
      "<svg><style>a{b:url(&amp;)}</style><![CDATA[a]]></svg>",
      "<object codebase='' data='' archive=' '><img srcset='' src><iframe srcdoc=''>",
      "<plaintext>a"};
  const uriel_html_options wide = {.decoder = no_decoder};
  size_t mark, from = 0;
  uriel_css css = {0};
  uriel_css_reference found;
  uriel_html_element element;
  uriel_html_reference reference;
  uriel_encoding_context koi = {.encoding = uriel_encoding_find(&uriel_encodings, "koi8-r", 6)};
  (void)state;
  for (size_t i = 0; i < COUNT(pages); i++) {
    read_page(pages[i], NULL);
    read_page(pages[i], &wide);
    read_crawled(pages[i], "");
    read_crawled(pages[i], "utf-16");
  }
  sink += uriel_html_decode(NULL, 0, true, NULL, 0) + uriel_html_decode(NULL, 0, false, NULL, 0) +
          uriel_html_clean(NULL, 0, NULL);
  sink += uriel_encoding_of(NULL, 0).len + uriel_encoding_marked(&mark, NULL, 0).len +
          uriel_encoding_declared(NULL, 0).len;
  sink += uriel_encoding_find(&uriel_encodings, NULL, 0) != NULL;
  sink += uriel_encoding_decode(&koi, NULL, 0, NULL, 0) + uriel_css_unescape(NULL, 0, NULL, 0);
  sink += uriel_css_next(&css, &found, &from, NULL, 0, false) +
          uriel_css_next(&css, &found, &from, NULL, 0, true);
  uriel_html_element_begin(&element, "object", 6, true, true);
  uriel_html_element_add(&element, "style", 5, NULL, 0, 0, true);
  uriel_html_element_add(&element, "data", 4, NULL, 0, 0, false);
  uriel_html_element_add(&element, "codebase", 8, NULL, 0, 0, false);
  uriel_html_element_add(&element, "archive", 7, "a b", 3, 0, false);
  while (uriel_html_element_next(&element, &reference, NULL, 0) == URIEL_HTML_FOUND)
    sink += reference.value.len;
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(texts),   cmocka_unit_test(queries),
                                     cmocka_unit_test(refs),    cmocka_unit_test(built),
                                     cmocka_unit_test(readers), cmocka_unit_test(html)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
