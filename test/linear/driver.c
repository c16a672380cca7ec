/* SPDX-License-Identifier: MIT */
/* Calls each public function on the worst inputs of a given length, one after the other, and prints a
 * line for each call, with its steps, for tools/check-linear. usage: driver LENGTH [self-test]; with
 * self-test, the one operation is quadratic, and must be found. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "uriel_agree.h"
#include "uriel_batch.h"
#include "uriel_find.h"
#include "uriel_function.h"
#include "uriel_guard.h"
#include "uriel_html.h"
#include "uriel_http.h"
#include "uriel_idna.h"
#include "uriel_iri.h"
#include "uriel_plan.h"
#include "uriel_query.h"
#include "uriel_regex.h"
#include "uriel_site.h"
#include "uriel_url.h"
#include "uriel_urn.h"

#include "steps.h"

/* What an operation works on. `other` is a reference of the same length that differs at its end. */
typedef struct linear_input {
  const char *text;
  const char *other;
  size_t len;
  uriel_ref ref;
  uriel_ref other_ref;
  bool parsed; /* both did */
  char *out;
  size_t capacity;
} linear_input;

typedef struct linear_operation {
  const char *name;
  bool needs_ref;
  void (*run)(linear_input *input);
} linear_operation;

static volatile size_t linear_sink;

static void run_parse(linear_input *input)
{
  uriel_ref ref;
  uriel_error error;
  linear_sink += uriel_parse(&ref, input->text, input->len, &error);
}

static void run_describe(linear_input *input)
{
  uriel_ref ref;
  uriel_error error;
  if (uriel_parse(&ref, input->text, input->len, &error))
    return;
  linear_sink += uriel_error_describe(&error, input->text, input->len, input->out, input->capacity);
  linear_sink += uriel_error_hint(&error, input->text, input->len, input->out, input->capacity);
}

static void run_normalize(linear_input *input)
{
  linear_sink += uriel_normalize(&input->ref, URIEL_LEVEL_SCHEME, input->out, input->capacity);
}

static void run_display(linear_input *input)
{
  linear_sink += uriel_iri_display(&input->ref, input->out, input->capacity);
  linear_sink += uriel_iri_warnings(NULL, 0, &input->ref);
  linear_sink += uriel_iri_labels(NULL, 0, &input->ref);
}

static void run_spoof(linear_input *input)
{
  linear_sink += uriel_restriction_of(input->text, input->len);
  linear_sink += uriel_looks_ascii(input->text, input->len, input->out, input->capacity);
}

static void run_resolve(linear_input *input)
{
  linear_sink += uriel_resolve(&input->ref, &input->other_ref, URIEL_RESOLVE_STRICT, input->out,
                               input->capacity, NULL);
}

static void run_resolve_on_host(linear_input *input)
{
  uriel_ref base;
  if (uriel_parse(&base, "http://h/a/b", 12, NULL))
    linear_sink +=
        uriel_resolve(&base, &input->ref, URIEL_RESOLVE_LENIENT, input->out, input->capacity, NULL);
}

static void run_relative(linear_input *input)
{
  linear_sink += uriel_relative(&input->ref, &input->other_ref, input->out, input->capacity, NULL);
}

static void run_compare(linear_input *input)
{
  linear_sink += (size_t)uriel_compare(&input->ref, &input->other_ref);
  linear_sink += (size_t)uriel_compare(&input->ref, &input->ref);
}

static void run_equal(linear_input *input)
{
  linear_sink += uriel_equal(&input->ref, &input->other_ref, URIEL_LEVEL_SCHEME);
}

static void run_hash(linear_input *input)
{
  linear_sink += (size_t)uriel_hash(&input->ref, URIEL_LEVEL_SCHEME, 1);
}

static void run_build(linear_input *input)
{
  const uriel_parts parts = uriel_parts_of(&input->ref);
  linear_sink += uriel_build(&parts, input->out, input->capacity, NULL);
}

static void run_build_as(linear_input *input)
{
  const uriel_parts parts = uriel_parts_of(&input->ref);
  linear_sink +=
      uriel_build_as(&parts, uriel_spec_of(&input->ref), 0, input->out, input->capacity, NULL);
}

static void run_set(linear_input *input)
{
  linear_sink += uriel_component_set(&input->ref, URIEL_FRAGMENT, uriel_text_of("f"), input->out,
                                     input->capacity, NULL);
}

static void run_append(linear_input *input)
{
  linear_sink +=
      uriel_segment_append(&input->ref, input->text, input->len, input->out, input->capacity, NULL);
}

static void run_find_with(linear_input *input, unsigned options, bool pieces)
{
  const uriel_find_options find = {options, NULL, 0};
  size_t from = 0;
  uriel_hit hit;
  size_t len = pieces ? input->len / 2 : input->len;
  for (; len <= input->len; len = len < input->len ? input->len : len + 1)
    while (uriel_find(&hit, &from, input->text, len, len == input->len, &find))
      linear_sink += uriel_hit_clean(input->text, &hit, URIEL_CLEAN_TO_URI, input->out, input->capacity);
}

static void run_find(linear_input *input)
{
  run_find_with(input, 0, false);
}

static void run_find_all(linear_input *input)
{
  run_find_with(input, URIEL_FIND_ANY_SCHEME | URIEL_FIND_ABBREVIATED | URIEL_FIND_MAIL, false);
}

static void run_find_in_pieces(linear_input *input)
{
  run_find_with(input, URIEL_FIND_ABBREVIATED | URIEL_FIND_MAIL, true);
}

static void run_parts_of(linear_input *input)
{
  uint16_t number;
  const uriel_ref less = uriel_without_fragment(&input->ref);
  const uriel_ref moved = uriel_rebase(&less, input->text);
  linear_sink += uriel_user(&moved).len + uriel_password(&moved).len;
  linear_sink += uriel_port_number(&number, &moved, NULL);
  linear_sink += uriel_remove_dot_segments(input->text, input->len, input->out, input->capacity);
}

static void run_http_target(linear_input *input)
{
  static const char *const methods[] = {"GET", "CONNECT"};
  uriel_http_target target;
  uriel_error error;
  for (size_t i = 0; i < 2; i++)
    if (uriel_http_target_parse(&target, methods[i], strlen(methods[i]), input->text, input->len,
                                &error))
      linear_sink += uriel_http_target_uri(&target, uriel_text_of("http"), uriel_text_of("h"),
                                           input->out, input->capacity, NULL);
}

static void run_decode(linear_input *input)
{
  linear_sink += uriel_decode(input->text, input->len, 0, input->out, input->capacity, NULL);
}

static void run_encode(linear_input *input)
{
  linear_sink +=
      uriel_encode(input->text, input->len, URIEL_ENCODE_QUERY_VALUE, 0, input->out, input->capacity);
}

static void run_iterate(linear_input *input)
{
  uriel_text rest = {input->text, input->len};
  uriel_text segment;
  while (uriel_segment_next(&rest, &segment))
    linear_sink += segment.len;
  rest = (uriel_text){input->text, input->len};
  for (uriel_param param; uriel_query_next(&rest, &param, URIEL_QUERY_SEMICOLON);)
    linear_sink += param.name.len;
}

/* For a reference that is not a URN, the cost is to detect that. */
static void run_urn(linear_input *input)
{
  uriel_error error;
  linear_sink += uriel_urn_check(&input->ref, &error);
  linear_sink += uriel_urn_normal(&input->ref, input->out, input->capacity, NULL);
  linear_sink += uriel_urn_equal(&input->ref, &input->other_ref);
  linear_sink += uriel_urn_show(&input->ref, input->out, input->capacity, NULL);
}

static void run_urn_encode(linear_input *input)
{
  linear_sink += uriel_urn_encode("example", 7, input->text, input->len, URIEL_SPEC_RFC8141, 0,
                                  input->out, input->capacity, NULL);
}

enum { LINEAR_STEPS = 64, LINEAR_PARTS = 64 };

/* The parts of a URI, and the URI rebuilt from them: in an eighth of the space, a quarter, the rest. */
static void run_scheme_parts(linear_input *input)
{
  uriel_own_part parts[LINEAR_PARTS];
  const uriel_text scheme = uriel_scheme(&input->ref);
  const size_t eighth = input->capacity / 8;
  const size_t count = uriel_scheme_parts(parts, LINEAR_PARTS, &input->ref, input->out, eighth, NULL);
  linear_sink += count;
  if (count > 0 && count <= LINEAR_PARTS)
    linear_sink += uriel_scheme_build(scheme.ptr, scheme.len, parts, count, input->out + eighth,
                                      2 * eighth, input->out + 3 * eighth, 5 * eighth, NULL);
}

static void run_plan(linear_input *input)
{
  uriel_step steps[LINEAR_STEPS];
  uriel_plan plan = {.steps = steps,
                     .step_capacity = LINEAR_STEPS,
                     .text = input->out,
                     .text_capacity = input->capacity};
  linear_sink += uriel_plan_make(&plan, &input->ref, NULL, NULL);
}

static void run_template(linear_input *input)
{
  uint8_t address[4];
  const uriel_text whole = uriel_text_of("http://h/{uri}?{+path}");
  const uriel_text answer = {input->text, input->len};
  linear_sink +=
      uriel_search_write(&input->ref, input->text, input->len, input->out, input->capacity, NULL);
  linear_sink += uriel_answers_write(&input->ref, &answer, 1, input->out, input->capacity, NULL);
  linear_sink +=
      uriel_template_expand(whole.ptr, whole.len, &input->ref, input->out, input->capacity, NULL);
  linear_sink += uriel_ipv4_rare(address, input->text, input->len);
  linear_sink += uriel_warning_describe(&(uriel_warning){.kind = URIEL_WARNING_USERINFO_HOST},
                                        &input->ref, input->out, input->capacity);
}

enum { LINEAR_ROWS = 64 };

/* The lines of a half, then of all; the rows as columns. */
static void run_lines(linear_input *input)
{
  uriel_ref rows[LINEAR_ROWS];
  uint32_t lengths[LINEAR_ROWS];
  const uriel_columns columns = {.length = lengths, .valid = (uint8_t *)input->out};
  size_t from = 0;
  for (int whole = 0; whole < 2; whole++) {
    const size_t len = whole ? input->len : input->len / 2;
    size_t count;
    while ((count = uriel_parse_lines(rows, LINEAR_ROWS, &from, input->text, len, whole)) > 0) {
      uriel_columns_put(&columns, 0, rows, count);
      linear_sink += lengths[0];
    }
  }
}

/* Rows of 64 bytes. */
static void run_offsets(linear_input *input)
{
  uriel_ref rows[LINEAR_ROWS];
  uint32_t offsets[LINEAR_ROWS + 1];
  for (size_t at = 0; at < input->len; at += (size_t)LINEAR_ROWS * 64) {
    for (size_t i = 0; i <= LINEAR_ROWS; i++)
      offsets[i] = (uint32_t)(at + 64 * i < input->len ? at + 64 * i : input->len);
    linear_sink += uriel_parse_offsets32(rows, LINEAR_ROWS, input->text, input->len, offsets);
  }
}

static void run_iri(linear_input *input)
{
  const unsigned all = URIEL_IRI_NFC | URIEL_IRI_IDNA;
  uriel_ref iri;
  uriel_error error;
  if (!uriel_parse_as(&iri, input->text, input->len, URIEL_SPEC_IRI, 0, &error)) {
    linear_sink += uriel_error_hint(&error, input->text, input->len, input->out, input->capacity);
    return;
  }
  linear_sink += uriel_iri_to_uri(&iri, all, input->out, input->capacity, NULL);
  linear_sink += uriel_iri_from_uri(&iri, all, input->out, input->capacity);
  linear_sink += uriel_iri_normalize(&iri, URIEL_LEVEL_SCHEME, all, input->out, input->capacity, NULL);
}

/* Sorting takes O(n log n). */
static void run_params(linear_input *input)
{
  const uriel_text text = {input->text, input->len};
  const uriel_param a = {uriel_text_of("a"), text}, all = {text, {NULL, 0}};
  const unsigned form = URIEL_QUERY_FORM;
  char *const out = input->out;
  linear_sink += uriel_query_append(NULL, text, &a, 1, form, out, input->capacity);
  linear_sink += uriel_query_set(NULL, text, a, form, out, input->capacity);
  linear_sink += uriel_query_remove(NULL, text, &all, 1, form, out, input->capacity);
  linear_sink += uriel_query_get(text, "a", 1, form, out, input->capacity);
  linear_sink += uriel_query_count(text, form) + uriel_query_decode(text, form, out, input->capacity);
}

/* A glob of constant length takes linear time too. */
static void run_query(linear_input *input)
{
  const uriel_text text = {input->text, input->len};
  const uriel_param a = {uriel_text_of("a"), text}, all = {text, uriel_text_of("x")};
  const uriel_param glob = {.name = uriel_text_of("*a*")};
  char *const out = input->out;
  linear_sink += uriel_query_set(NULL, text, a, 0, out, input->capacity);
  linear_sink += uriel_query_set(NULL, text, all, URIEL_QUERY_PLUS, out, input->capacity);
  linear_sink += uriel_glob_matches(text.ptr, text.len, "*a*", 3, URIEL_GLOB_DECODED);
  linear_sink += uriel_query_remove(NULL, text, &glob, 1, URIEL_QUERY_GLOB, out, input->capacity);
  linear_sink += uriel_query_rename(NULL, text, "a", 1, "x", 1, URIEL_QUERY_FOLD, out, input->capacity);
  linear_sink += uriel_query_bound(text, 1, input->len, 0);
}

static void run_redact(linear_input *input)
{
  const uriel_text text = {input->text, input->len};
  size_t count;
  linear_sink += uriel_redact(&count, text, URIEL_DELIMITED_BARE, NULL, input->out, input->capacity);
  linear_sink += count + uriel_redact_bound(input->len, NULL);
}

/* An expression of constant length takes linear time, whatever the text; so does compiling one. */
static void run_regex(linear_input *input)
{
  static uint32_t memory[32768], scratch[4096];
  const uriel_regex *const regex = (const uriel_regex *)(const void *)memory;
  uriel_text found[3];
  linear_sink += uriel_regex_compile("((a|a)*.)*%$", 12, 0, memory, sizeof memory, NULL);
  linear_sink += uriel_regex_groups(regex) + uriel_regex_scratch(regex, 3);
  linear_sink += uriel_regex_search(found, 3, regex, input->text, input->len, scratch, sizeof scratch);
  linear_sink += uriel_regex_search(NULL, 0, regex, input->text, input->len, scratch, sizeof scratch);
  const size_t bound = uriel_regex_bound(input->len);
  void *const large = malloc(bound);
  if (large)
    linear_sink += uriel_regex_compile(input->text, input->len, 0, large, bound, NULL);
  free(large);
}

static void run_idna(linear_input *input)
{
  const unsigned options = URIEL_IDNA_CHECK_BIDI | URIEL_IDNA_CHECK_JOINERS;
  linear_sink +=
      uriel_idna_to_ascii(input->text, input->len, options, input->out, input->capacity, NULL);
  linear_sink +=
      uriel_idna_to_unicode(input->text, input->len, options, input->out, input->capacity, NULL);
}

static void run_nfc(linear_input *input)
{
  char bytes[4];
  uint32_t scalar;
  for (size_t at = 0; at < input->len; linear_sink += uriel_utf8_write(bytes, scalar))
    at += uriel_utf8_next(&scalar, input->text + at, input->len - at);
  linear_sink += uriel_nfc(input->text, input->len, input->out, input->capacity, NULL);
}

/* Without a report, and with one: these are different paths. */
static void run_url(linear_input *input)
{
  uriel_ref ref;
  uriel_error errors[4];
  uriel_url_options options = {.errors = errors, .error_capacity = 4};
  linear_sink += uriel_url_parse(&ref, NULL, input->text, input->len, NULL, input->out, input->capacity);
  linear_sink += uriel_url_parse(&ref, NULL, input->text, input->len, &options, NULL, 0);
  linear_sink += uriel_url_can_parse(NULL, input->text, input->len);
}

static const char *const linear_url_starts[] = {
    "", "http://", "http://h/", "http:", "file:///", "a:/", "a:"};
static const char *const linear_url_patterns[] = {"a", "/",  "../", "%2e/", "@", ":",   "[",    "1.",
                                                  "%", "\t", "\\",  ".",    " ", "C|/", "\xC3", "a/../"};
static const linear_operation linear_url_operations[] = {{"url", false, run_url}};

/* Labels in US-ASCII, in Punycode, from right to left, with joiners, with the longest mapping. They are
 * short: the time of a label depends on the limit for labels. */
static const char *const linear_idna_starts[] = {"", "xn--4ca.", "\xD7\x90."};
static const char *const linear_idna_patterns[] = {"a",
                                                   ".",
                                                   "a.",
                                                   "-",
                                                   "xn--4ca.",
                                                   "\xC3\xBC.",
                                                   "\xC3\xBC\xE3\x80\x82",
                                                   "\xD7\x90.",
                                                   "\xD7\x90\x31.",
                                                   "a\xCC\x81\xCC\xA3.",
                                                   "\xE1\x84\x80\xE1\x85\xA1\xE1\x86\xA8.",
                                                   "\xD8\xA8\xE2\x80\x8C\xD8\xA8.",
                                                   "\xEF\xB7\xBA.",
                                                   "\xC2\xAD"};
static const linear_operation linear_idna_operations[] = {{"idna", false, run_idna}};

/* Combining marks in and out of order, more than the buffer holds, and what composes without them. */
static const char *const linear_nfc_starts[] = {"", "a", "\xEA\xB0\x80"};
static const char *const linear_nfc_patterns[] = {"a",
                                                  "\xC3\xBC",
                                                  "e\xCC\x81",
                                                  "\xCC\x81",
                                                  "\xCC\x81\xCC\xA3",
                                                  "\xCC\xA3\xCC\xA7\xCC\x81\xCD\x85",
                                                  "\xCD\x84\xE0\xBD\xB3",
                                                  "\xE1\x85\xA1",
                                                  "\xE1\x84\x80\xE1\x85\xA1\xE1\x86\xA8",
                                                  "\xEF\xB7\xBA",
                                                  "\xF0\x9D\x85\xA0"};
static const linear_operation linear_nfc_operations[] = {{"nfc", false, run_nfc}};

/* The input as the value of each attribute. */
static void run_url_set(linear_input *input)
{
  static const char *const urls[] = {"file:///x", "http://h/", "foo:/x"};
  for (size_t i = 0; i < sizeof urls / sizeof *urls; i++) {
    uriel_ref url, set;
    (void)uriel_url_parse(&url, NULL, urls[i], strlen(urls[i]), NULL, NULL, 0);
    for (int at = URIEL_URL_HREF; at <= URIEL_URL_HASH; at++)
      linear_sink += uriel_url_set(&set, &url, (uriel_url_attribute)at, input->text, input->len,
                                   input->out, input->capacity);
  }
}

/* In two pieces, and then byte for byte. */
static void run_css(linear_input *input)
{
  uriel_css css = {0};
  uriel_css_reference found;
  size_t from = 0, len = input->len / 2;
  for (; len <= input->len; len++)
    while (uriel_css_next(&css, &found, &from, input->text, len, len == input->len))
      linear_sink += uriel_css_unescape(found.raw.ptr, found.raw.len, input->out, input->capacity);
}

/* Each form of a value whose places in the document differ from its places in the text. */
static void run_html_element(linear_input *input)
{
  static const char *const names[] = {"href", "srcset", "ping", "style", "urn"};
  const uriel_text value = {input->text, input->len};
  uriel_html_element element;
  uriel_html_reference found;
  uriel_html_element_begin(&element, "a", 1, true, true);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    uriel_html_element_add(&element, names[i], strlen(names[i]), value.ptr, value.len, 0, true);
  while (uriel_html_element_next(&element, &found, input->out, input->capacity) == URIEL_HTML_FOUND)
    linear_sink += uriel_html_clean(found.value.ptr, found.value.len, input->out);
}

/* A decoder whose text is read as a whole, such as Shift_JIS. */
static size_t linear_decode(void *context, const char *text, size_t len, char *out, size_t capacity)
{
  (void)context;
  if (len <= capacity)
    memcpy(out, text, len);
  return len;
}

/* Reads the page in pieces of `step` bytes, and ignores FULL. */
static void linear_read_page(linear_input *input, uriel_html_decoder *decoder, size_t size, size_t step)
{
  const uriel_html_options options = {.decoder = decoder, .guess = true};
  uriel_html html;
  uriel_html_reference found;
  uriel_html_status status = URIEL_HTML_MORE;
  uriel_html_begin(&html, &options, input->out, size);
  for (size_t at = 0; status != URIEL_HTML_END; at += step) {
    const size_t left = input->len - at;
    uriel_html_feed(&html, input->text + at, left < step ? left : step, left <= step);
    while ((status = uriel_html_next(&html, &found)) == URIEL_HTML_FOUND || status == URIEL_HTML_FULL)
      linear_sink += found.value.len;
  }
}

/* In a buffer that holds everything, and in one that holds hardly anything. */
static void run_html_page(linear_input *input)
{
  static uriel_html_decoder *const decoders[] = {NULL, linear_decode};
  for (size_t i = 0; i < 2; i++) {
    linear_read_page(input, decoders[i], input->capacity, input->len);
    linear_read_page(input, decoders[i], input->capacity, 7);
    linear_read_page(input, decoders[i], 64, input->len);
    linear_read_page(input, decoders[i], 64, 7);
  }
}

/* The same as a crawler reads it: with documents in the page, and in UTF-16. */
static void run_crawled_page(linear_input *input)
{
  static const char *const charsets[] = {NULL, "gbk", "utf-16", "iso-2022-jp"};
  static uriel_page page;
  for (size_t i = 0; i < 8; i++) {
    const uriel_page_options options = {.url = uriel_text_of("https://h/"),
                                        .charset = uriel_text_of(charsets[i / 2]),
                                        .encodings = &uriel_encodings};
    const size_t step = i % 2 ? input->len : 700;
    uriel_html_reference found;
    uriel_ref target;
    uriel_page_status status = URIEL_PAGE_MORE;
    uriel_page_begin(&page, &options, input->out, input->capacity / 2);
    for (size_t at = 0; status != URIEL_PAGE_END; at += step) {
      const size_t left = input->len - at;
      uriel_page_feed(&page, input->text + at, left < step ? left : step, left <= step);
      while ((status = uriel_page_next(&page, &found)) == URIEL_PAGE_FOUND || status == URIEL_PAGE_FULL)
        if (status == URIEL_PAGE_FOUND)
          linear_sink += uriel_page_target(&target, &page, &found, input->out + input->capacity / 2,
                                           input->capacity / 2);
    }
  }
}

static void run_encoding(linear_input *input)
{
  static const char *const labels[] = {"windows-1252", "gb18030", "iso-2022-jp", "big5"};
  linear_sink += uriel_encoding_of(input->text, input->len).len;
  linear_sink += uriel_html_decode(input->text, input->len, true, input->out, input->capacity);
  linear_sink += uriel_encoding_declared(input->text, input->len).len;
  for (size_t i = 0; i < 4; i++) {
    uriel_encoding_context context = {
        .encoding = uriel_encoding_find(&uriel_encodings, labels[i], uriel_text_of(labels[i]).len)};
    linear_sink += uriel_encoding_decode(&context, input->text, input->len, input->out, input->capacity);
  }
}

static void run_site(linear_input *input)
{
  const uriel_text host = {input->text, input->len};
  linear_sink += uriel_host_site(host, NULL, URIEL_SUFFIX_PRIVATE).len;
  linear_sink += uriel_host_suffix(host, NULL, 0).len;
  linear_sink += uriel_host_reverse(host, input->out, input->capacity);
}

/* With at most one parameter, since many are sorted. */
static void run_surt(linear_input *input)
{
  if (!memchr(input->text, '&', input->len))
    linear_sink +=
        uriel_surt(input->text, input->len, URIEL_SURT_URL, input->out, input->capacity, NULL);
  linear_sink += uriel_surt_undo(input->text, input->len, input->out, input->capacity);
}

/* Calls a function with the input as every text that it needs, except a regular expression: matching
 * takes time for each of its states. */
static void run_function(const linear_input *input, const uriel_function *function)
{
  const uriel_text text = {input->text, input->len};
  const uriel_text changes[] = {uriel_text_of("query.a=x"), uriel_text_of("path+=x"),
                                uriel_text_of("-query.*a*")};
  uriel_value arguments[URIEL_FUNCTION_ARGUMENTS], result, fields[URIEL_FUNCTION_FIELDS];
  size_t count = 0;
  for (; count < function->argument_count && !function->arguments[count].usual; count++) {
    const uriel_kind kind = function->arguments[count].kind;
    arguments[count] =
        kind == URIEL_KIND_INTEGER ? (uriel_value){.kind = URIEL_KIND_INTEGER, .integer = -1}
        : kind == URIEL_KIND_LIST  ? (uriel_value){.kind = URIEL_KIND_LIST, .list = changes, .count = 3}
        : strcmp(function->arguments[count].name, "regex") == 0
            ? (uriel_value){.kind = URIEL_KIND_TEXT, .text = uriel_text_of("(a|a/)*[^a]\\.x")}
            : (uriel_value){.kind = URIEL_KIND_TEXT, .text = text};
  }
  const size_t bound = uriel_function_bound(function, arguments, count);
  char *const out = malloc(2 * bound + 1);
  if (!out)
    exit(3);
  if (uriel_function_call(&result, function, arguments, count, out, bound, NULL))
    while (result.kind == URIEL_KIND_LIST &&
           uriel_function_next(&result, fields, out + bound, bound, NULL))
      linear_sink += fields[0].text.len;
  free(out);
}

/* Calls the functions with a result of that kind, except functions that sort: they take O(n log n). */
static void run_functions(const linear_input *input, uriel_kind kind)
{
  static const char *const sort[] = {"query_names", "key", "key_text", "surt"};
  size_t count, at;
  const uriel_function *const all = uriel_functions(&count);
  for (size_t i = 0; i < count; i++) {
    for (at = 0; at < sizeof sort / sizeof *sort && strcmp(all[i].name, sort[at]) != 0; at++)
      continue;
    if (all[i].result == kind && at == sizeof sort / sizeof *sort)
      run_function(input, &all[i]);
  }
}

static void run_function_bool(linear_input *input)
{
  run_functions(input, URIEL_KIND_BOOL);
}

static void run_function_integer(linear_input *input)
{
  run_functions(input, URIEL_KIND_INTEGER);
}

static void run_function_text(linear_input *input)
{
  run_functions(input, URIEL_KIND_TEXT);
}

static void run_function_list(linear_input *input)
{
  run_functions(input, URIEL_KIND_LIST);
}

/* With at most one parameter, since many are sorted. */
static void run_key(linear_input *input)
{
  const size_t bound = uriel_key_text_bound(&input->ref);
  char *const out = malloc(bound);
  uint8_t digest[32];
  if (!out)
    exit(3);
  if (!memchr(input->text, '&', input->len))
    linear_sink += uriel_key_text(&input->ref, 1, out, bound, NULL);
  free(out);
  uriel_sha256(digest, input->text, input->len);
  linear_sink += digest[0];
  uriel_digest pieces;
  uriel_digest_start(&pieces);
  for (size_t at = 0; at < input->len; at += 48)
    uriel_digest_add(&pieces, input->text + at, input->len - at < 48 ? input->len - at : 48);
  uriel_digest_end(&pieces, digest);
  linear_sink += digest[0];
}

static void run_hash_bytes(linear_input *input)
{
  linear_sink += (size_t)uriel_hash_bytes(input->text, input->len, 1);
  linear_sink += (size_t)uriel_hash(&input->ref, URIEL_LEVEL_STRING, 0);
}

/* Makes the change of the reference. */
static void run_change(const linear_input *input, uriel_change change)
{
  const size_t room = 4 * (change.name.len + change.value.len) + 4;
  char *const made = malloc(room);
  if (!made)
    exit(3);
  if (uriel_change_read(&change, uriel_spec_of(&input->ref), made, room) != URIEL_FAILED) {
    const size_t bound = uriel_edit_bound(uriel_spec_of(&input->ref), input->len, &change, 1);
    char *const out = malloc(bound);
    if (!out)
      exit(3);
    linear_sink += uriel_edit(NULL, &input->ref, &change, 1, 0, out, bound, NULL);
    free(out);
  }
  free(made);
}

/* Each kind of change except SORT_QUERY, with short values, and with the input as the value. */
static void run_edit(linear_input *input)
{
  static const struct {
    uriel_change_kind kind;
    const char *name, *value;
  } changes[] = {
      {URIEL_CHANGE_SET, "query.a", "x"},        {URIEL_CHANGE_APPEND, "path", "x"},
      {URIEL_CHANGE_REMOVE, "query.*a*", NULL},  {URIEL_CHANGE_REPLACE, "query.*a*", "x"},
      {URIEL_CHANGE_RENAME, "query.a", "x"},     {URIEL_CHANGE_REMOVE_EMPTY, NULL, NULL},
      {URIEL_CHANGE_STRIP_TRACKING, NULL, NULL}, {URIEL_CHANGE_NO_DEFAULT_PORT, NULL, NULL},
      {URIEL_CHANGE_REMOVE, "path.-2", NULL},    {URIEL_CHANGE_SET, "password", "x"},
  };
  static const char *const names[] = {"authority", "user", "host", "path", "path.-1", "query.a"};
  for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
    run_change(input, (uriel_change){.kind = changes[i].kind,
                                     .name = uriel_text_of(changes[i].name),
                                     .value = uriel_text_of(changes[i].value)});
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    run_change(input,
               (uriel_change){.name = uriel_text_of(names[i]), .value = {input->text, input->len}});
}

/* Sets each part that URIs of the scheme can have. */
static void run_edit_parts(linear_input *input)
{
  const char *parts[LINEAR_PARTS];
  char name[64];
  const uriel_text scheme = uriel_scheme(&input->ref);
  const size_t count = uriel_scheme_part_names(parts, LINEAR_PARTS, scheme.ptr, scheme.len);
  for (size_t i = 0; i < count && i < LINEAR_PARTS; i++) {
    snprintf(name, sizeof name, "%.*s.%s", (int)scheme.len, scheme.ptr, parts[i]);
    run_change(input, (uriel_change){.name = uriel_text_of(name), .value = uriel_text_of("x")});
  }
}

static const char *const linear_function_starts[] = {"", "http://", "http://h/", "http://h/?",
                                                     "<a href="};
static const char *const linear_function_patterns[] = {"a",    "a/../",      "%2e",      "%41",
                                                       "&a=1", "utm_a=1&",   "a.",       "http://h/ ",
                                                       "<b ",  "<a href=x>", "\xC3\xBC", "["};
static const linear_operation linear_function_operations[] = {
    {"function-bool", false, run_function_bool},
    {"function-text", false, run_function_text},
    {"key", true, run_key},
    {"hash-bytes", true, run_hash_bytes},
};
/* Like "hash", these have fast paths for short texts: hash(), and lineage() under the URL standard. */
static const linear_operation linear_function_long_operations[] = {
    {"function-integer", false, run_function_integer},
    {"function-list", false, run_function_list},
};

/* Hosts, and texts that the steps of a key search for repeatedly. */
static const char *const linear_site_starts[] = {"", "http://", "http://h/", "http://h/?",
                                                 "http://h/a.aspx"};
static const char *const linear_site_patterns[] = {"a.",      "%25",       "%",
                                                   "%2e",     "\xC3\xBC.", ".kobe.jp",
                                                   "/../",    "/",         "(4hqa0555fwsecu455xqckv45)/",
                                                   "/(a(4hq", "cfid=",     "&a",
                                                   "sid=",    ".aspx",     "cfid=1&cftoken="};
static const linear_operation linear_site_operations[] = {
    {"site", false, run_site},
    {"surt", false, run_surt},
};

static const linear_operation linear_html_operations[] = {
    {"css", false, run_css},
    {"html-element", false, run_html_element},
    {"encoding", false, run_encoding},
};

static const linear_operation linear_page_operations[] = {{"html-page", false, run_html_page},
                                                          {"crawled-page", false, run_crawled_page}};

static const linear_operation linear_scheme_operations[] = {
    {"template", true, run_template},
    {"scheme-parts", true, run_scheme_parts},
    {"plan", true, run_plan},
    {"edit-parts", true, run_edit_parts},
};

static const linear_operation linear_find_operations[] = {
    {"find", false, run_find},
    {"find-all", false, run_find_all},
    {"find-in-pieces", false, run_find_in_pieces},
};

static const linear_operation linear_operations[] = {
    {"parse", false, run_parse},
    {"describe", false, run_describe},
    {"lines", false, run_lines},
    {"offsets", false, run_offsets},
    {"decode", false, run_decode},
    {"encode", false, run_encode},
    {"iterate", false, run_iterate},
    {"normalize", true, run_normalize},
    {"display", true, run_display},
    {"spoof", false, run_spoof},
    {"resolve", true, run_resolve},
    {"resolve-on-host", true, run_resolve_on_host},
    {"relative", true, run_relative},
    {"compare", true, run_compare},
    {"equal", true, run_equal},
    {"build", true, run_build},
    {"build-as", true, run_build_as},
    {"set", true, run_set},
    {"append", true, run_append},
    {"parts-of", true, run_parts_of},
    {"http-target", false, run_http_target},
    {"params", false, run_params},
    {"query", false, run_query},
    {"regex", false, run_regex},
    {"redact", false, run_redact},
    {"urn", true, run_urn},
    {"urn-encode", false, run_urn_encode},
    {"iri", false, run_iri},
    {"url-set", false, run_url_set},
    {"edit", true, run_edit},
};

static const char *const linear_starts[] = {"",        "http://",     "http://h/",  "http://h/?",
                                            "x:",      "../",         "http://[",   "<",
                                            "urn:ab:", "urn:ab:c?+d", "urn:lex:it:"};
static const char *const linear_patterns[] = {
    "a/../", "%2e", "%2e%2e/", "@",       ":",   "[",   "/./", "/",  "../",        "./",
    "a/",    "a",   "%",       "http://", "<",   "\"",  "&=",  "1.", "http://a\n", "-\n ",
    "(",     ")",   "?",       "#",       "ab:", "::1", "%41", ".",  "%cc%81",
};

/* The starts of URIs whose schemes have parts of their own, and pieces of these parts. */
static const char *const linear_scheme_starts[] = {
    "http://h/",      "ftp://h/",   "gopher://h/0", "mailto:",   "mailto:a@b?body=", "mid:a@b",
    "news:",          "news:a@",    "nntp://h/",    "telnet://", "wais://h/a/b/",    "prospero://h/",
    "afs://h/",       "whois://h/", "file:///",     "data:,",    "data:;base64,",    "tag:a@b,2004:",
    "ldap://h/?a?b?", "tel:+1",     "tel:+1;a="};
static const char *const linear_scheme_patterns[] = {"a",    "a/",  "/",       ";",    ",", "a=b;",
                                                     "&a=b", "%00", "%41",     "%3B1", ".", "a@b,",
                                                     "1",    "-",   "%2E%2E/", "?"};

/* Running text: starts of references, and repeated texts that resemble references. */
static const char *const linear_find_starts[] = {
    "", "<http://", "\"http://h/", "<info:", "(http://h/", "[t](http://h/", "mailto:", "www.", "<x:"};
static const char *const linear_find_patterns[] = {
    "<",        "(",          "[",         "\"",      "%",         "http://",     "a@",
    "a.",       "www.",       "a.com ",    "//a.b/",  "<a:b ",     "<info:",      "\"info:",
    "mailto:",  "tag:a",      "data:a/b;", "&quot",   "&amp;",     "&a;",         "a b\n> ",
    "\\/",      "\\u0026",    "urn:a",     "a:",      "-\n",       "'",           "http://[",
    "\xC3\xA9", "e",          "((",        "a-",      "a,http:/",  "\\",          "x1;",
    "(<\"",     "http://h/(", "jdbc:",     "aa://:b", "aa://b[.]", "http://h\\/", "a.com:8"};

/* Style sheets, and values of attributes. */
static const char *const linear_html_starts[] = {
    "", "url(", "url('", "/*", "'", "image-set(", "src(", "@import ", "0;url=", "<meta ", "<!--", "x"};
static const char *const linear_html_patterns[] = {
    "a",       "\\",     "\\61", "\\\n", "(",        ")",  "url(",
    "url(a)",  "'",      "\"",   "'a'",  "/*",       "*",  "/",
    "*/",      "@",      "@a",   "#",    ";",        " ",  ",",
    " ,",      "a,",     "a (",  "a ",   "{",        "\n", "-",
    "<meta ",  "<a b='", "=",    ">",    "charset=", "<",  "image-set('a'",
    "\xC3\xA9"};

/* Pages: longer than the other texts, as a search that is repeated in all of a style sheet is fast. */
static const char *const linear_page_starts[] = {"",
                                                 "<style>",
                                                 "<svg><style>",
                                                 "<svg><style>&",
                                                 "<p style='&",
                                                 "<img srcset='&",
                                                 "<object codebase='&' archive='",
                                                 "<table>",
                                                 "<svg>"};
static const char *const linear_page_patterns[] = {
    "url(a)",    "url(\\61)",  "@import 'a';", "\x95\\", "&amp;",    "a 1x,",    "a ",
    "<b><i><p>", "<p>",        "<a href=b>",   "<a>",    "</b>",     "<b>a</p>", "<table>",
    "<svg>",     "<template>", "<form>",       "<li>",   "<style>a", "<p "};
enum { LINEAR_PAGE_TIMES = 4 };

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Exactly `len` bytes: `start`, then `pattern` again and again. */
static char *linear_text(const char *start, const char *pattern, size_t len)
{
  char *text = malloc(len + 1);
  if (!text)
    exit(3);
  const size_t head = strlen(start);
  const size_t period = strlen(pattern);
  for (size_t i = 0; i < len; i++)
    text[i] = i < head ? start[i] : pattern[(i - head) % period];
  text[len] = 0;
  return text;
}

/* It has a fast path for normal forms of up to 1 KiB; the texts here have longer forms. */
static const linear_operation linear_hash_operations[] = {{"hash", true, run_hash}};
enum { LINEAR_HASH_TIMES = 4 };

static void run_readers(linear_input *input)
{
  size_t count;
  const uriel_reader *const readers = uriel_readers(&count);
  const size_t capacity = uriel_reader_bound(input->len);
  char *const out = malloc(capacity);
  if (!out)
    exit(3);
  for (size_t i = 0; i < count; i++) {
    uriel_reading reading;
    linear_sink += uriel_reader_read(&reading, &readers[i], input->text, input->len, out, capacity);
  }
  free(out);
}

static void run_agree(linear_input *input)
{
  size_t count;
  const uriel_reader *const readers = uriel_present_readers(&count);
  const size_t capacity = uriel_agree_bound(0, input->len);
  uriel_agree_rule rules[URIEL_AGREE_RULES];
  char *const out = malloc(capacity);
  if (!out)
    exit(3);
  linear_sink +=
      uriel_agree(NULL, NULL, readers, count, URIEL_AGREE_PLACE, input->text, input->len, out, capacity);
  linear_sink += uriel_agree_rules(rules, URIEL_AGREE_RULES, input->text, input->len);
  free(out);
}

static void run_guard(linear_input *input)
{
  uriel_policy_rule rule;
  uriel_guarded request;
  const size_t capacity = uriel_guard_bound(input->len);
  char *const out = malloc(capacity);
  if (!out || !uriel_policy_parse(&rule, "limit length 100000", 19, NULL))
    exit(3);
  linear_sink += uriel_guard(&request, &rule, 1, input->text, input->len, out, capacity);
  linear_sink += uriel_policy_parse(&rule, input->text, input->len, NULL);
  free(out);
}

/* Domains of up to 2,048 bytes are converted, so that shorter texts take fewer steps a byte. */
enum { LINEAR_AGREE_TIMES = 4 };
static const linear_operation linear_agree_operations[] = {
    {"readers", false, run_readers}, {"agree", false, run_agree}, {"guard", false, run_guard}};
static const char *const linear_agree_starts[] = {
    "",          "http://",  "http:\\\\",         "http://h/",
    "http://a@", "http://[", "http://1.1.1.1\\@", "http://xn--4ca.",
    "//",        "file:///", "allow host "};
static const char *const linear_agree_patterns[] = {
    "a",   "a.",  ".", "@", ":",        "\\",        "/",  "%41",          "%c3%a9", "\xC3\xA9", "a@",
    "1:",  "#@",  "?", "[", "]",        "1.",        "0x", "\xE3\x80\x82", "xn--a.", "a\tb",     " ",
    "%2e", "../", "-", "_", "\xCC\x81", "http://a ", "0",  "\xFF",         "%",      "&a=",      "%25"};

/* Every pattern follows every start, in texts of `times` the length. */
typedef struct linear_set {
  const char *const *start, *const *pattern;
  const linear_operation *operation;
  size_t starts, patterns, operations, times;
} linear_set;

#define SET(starts, patterns, operations, times)                                                        \
  {                                                                                                     \
    starts, patterns, operations, COUNT(starts), COUNT(patterns), COUNT(operations), times              \
  }

static const linear_set linear_sets[] = {
    SET(linear_starts, linear_patterns, linear_operations, 1),
    SET(linear_starts, linear_patterns, linear_hash_operations, LINEAR_HASH_TIMES),
    SET(linear_find_starts, linear_find_patterns, linear_find_operations, 1),
    SET(linear_site_starts, linear_site_patterns, linear_site_operations, 1),
    SET(linear_function_starts, linear_function_patterns, linear_function_operations, 1),
    SET(linear_function_starts, linear_function_patterns, linear_function_long_operations,
        LINEAR_HASH_TIMES),
    SET(linear_html_starts, linear_html_patterns, linear_html_operations, 1),
    SET(linear_page_starts, linear_page_patterns, linear_page_operations, LINEAR_PAGE_TIMES),
    SET(linear_nfc_starts, linear_nfc_patterns, linear_nfc_operations, 1),
    SET(linear_url_starts, linear_url_patterns, linear_url_operations, 1),
    SET(linear_idna_starts, linear_idna_patterns, linear_idna_operations, 1),
    SET(linear_scheme_starts, linear_scheme_patterns, linear_scheme_operations, 1),
    SET(linear_agree_starts, linear_agree_patterns, linear_agree_operations, LINEAR_AGREE_TIMES),
};

/* Calls an operation, and prints its line: steps, operation, start, pattern, between TABs. A line feed
 * of a pattern is "\n". */
static void linear_call(const linear_operation *operation, linear_input *input, const char *start,
                        const char *pattern)
{
  const size_t before = linear_steps;
  operation->run(input);
  printf("%zu\t%s\t%s\t", linear_steps - before, operation->name, start);
  for (; *pattern; pattern++) {
    if (*pattern == '\n')
      fputs("\\n", stdout);
    else
      putchar(*pattern);
  }
  putchar('\n');
}

static void linear_try(const linear_set *set, const char *start, const char *pattern, size_t len)
{
  /* A pattern is cut at its period's end, so that n and 2n end alike. */
  const size_t head = strlen(start);
  const size_t whole = head + len - len % strlen(pattern);
  if (whole == 0)
    return;
  char *text = linear_text(start, pattern, whole);
  char *other = linear_text(start, pattern, whole);
  linear_input input = {.text = text, .other = other, .len = whole, .capacity = 16 * whole + 64};
  other[whole - 1] = other[whole - 1] == 'a' ? 'b' : 'a';
  input.out = malloc(input.capacity);
  if (!input.out)
    exit(3);
  input.parsed =
      uriel_parse(&input.ref, text, whole, NULL) && uriel_parse(&input.other_ref, other, whole, NULL);
  for (size_t i = 0; i < set->operations; i++) {
    if (set->operation[i].needs_ref && !input.parsed)
      continue;
    linear_call(&set->operation[i], &input, start, pattern);
  }
  free(input.out);
  free(other);
  free(text);
}

/* Quadratic on purpose. */
static void run_self_test(linear_input *input)
{
  for (size_t i = 0; i < input->len; i += 50)
    linear_sink += uriel_parse(&input->ref, input->text + i / 2, input->len - i / 2, NULL);
}

int main(int argc, char **argv)
{
  const size_t len = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
  if (len < 1000) {
    fprintf(stderr, "usage: driver LENGTH [self-test]\n");
    return 2;
  }
  if (argc > 2) {
    char *text = linear_text("", "a", len);
    linear_input input = {.text = text, .len = len};
    const linear_operation quadratic = {"self-test", false, run_self_test};
    linear_call(&quadratic, &input, "", "a");
    free(text);
    return 0;
  }
  for (const linear_set *set = linear_sets; set < linear_sets + COUNT(linear_sets); set++)
    for (size_t i = 0; i < set->starts; i++)
      for (size_t j = 0; j < set->patterns; j++)
        linear_try(set, set->start[i], set->pattern[j], set->times * len);
  return 0;
}
