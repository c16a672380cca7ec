/* SPDX-License-Identifier: MIT */
/* The functions for names, by each document: a URN can be rebuilt from its parts, its normal form is its
 * own normal form and equal to it, and encoding its display form leads back to it. Other text has an
 * error; its offset is in the text, and the text before it is the start of a valid URN. Any text can be
 * encoded, or has an error. Input: a name and, on a second line, another. */
#include "fuzz.h"

#include "uriel_urn.h"
#include <string.h>

static const uriel_spec documents[] = {URIEL_SPEC_RFC2141, URIEL_SPEC_URN_2011, URIEL_SPEC_RFC8141};
enum { DOCUMENTS = 3 };

typedef struct urn_parts {
  uriel_urn urn;
  uriel_spec spec;
} urn_parts;

static size_t write_urn(const void *context, char *out, size_t capacity)
{
  const urn_parts *const in = context;
  return uriel_urn_build(&in->urn, in->spec, out, capacity, NULL);
}

static size_t write_normal_urn(const void *context, char *out, size_t capacity)
{
  return uriel_urn_normal(context, out, capacity, NULL);
}

static size_t write_shown(const void *context, char *out, size_t capacity)
{
  return uriel_urn_show(context, out, capacity, NULL);
}

static size_t write_encoded_name(const void *context, char *out, size_t capacity)
{
  const uriel_text *const name = context;
  return uriel_urn_encode("example", 7, name->ptr, name->len, URIEL_SPEC_RFC8141, 0, out, capacity,
                          NULL);
}

typedef struct own_name {
  uriel_text nid, name;
  uriel_spec spec;
} own_name;

static size_t write_own_name(const void *context, char *out, size_t capacity)
{
  const own_name *const in = context;
  return uriel_urn_encode(in->nid.ptr, in->nid.len, in->name.ptr, in->name.len, in->spec, 0, out,
                          capacity, NULL);
}

static bool urn_has_nul(uriel_text urn)
{
  for (size_t at = 0; at + 3 <= urn.len; at++)
    if (memcmp(urn.ptr + at, "%00", 3) == 0)
      return true;
  return false;
}

/* Checks each document, in a namespace from before RFC 8141 and in an unknown one. */
static void check_encoded(uriel_spec spec, uriel_text name)
{
  static const char *const nids[] = {"epc", "no-such-one"};
  for (size_t i = 0; i < 2; i++) {
    const own_name in = {uriel_text_of(nids[i]), name, spec};
    const uriel_text urn = text_written(write_own_name, &in);
    uriel_ref ref;
    fuzz_must(!urn.ptr || fuzz_member(&ref, spec, urn), "the result is a URN by its document");
    fuzz_must(!urn.ptr || i > 0 || fuzz_member(&ref, URIEL_SPEC_RFC2141, urn) ||
                  spec != URIEL_SPEC_RFC8141 || urn_has_nul(urn),
              "an old namespace keeps its characters, except NUL, which only RFC 8141 has");
    text_free(urn);
  }
}

static size_t write_request(const void *context, char *out, size_t capacity)
{
  uriel_ref resolver;
  uriel_parse(&resolver, "http://r/a/", 11, NULL);
  return uriel_urn_request("N2L", 3, &resolver, context, out, capacity, NULL);
}

static void check_built(uriel_text text, const uriel_ref *ref)
{
  urn_parts in = {.spec = uriel_spec_of(ref)};
  fuzz_must(uriel_urn_parse(&in.urn, ref, NULL), "what was read as a URN is one");
  const uriel_text built = text_written(write_urn, &in);
  fuzz_must(built.ptr && built.len == text.len && memcmp(built.ptr, "urn", 3) == 0 &&
                memcmp(built.ptr + 3, text.ptr + 3, text.len - 3) == 0,
            "a URN builds back of its parts");
  text_free(built);
}

static void check_normal(const uriel_ref *ref)
{
  uriel_ref again;
  const uriel_text normal = text_written(write_normal_urn, ref);
  fuzz_must(fuzz_member(&again, uriel_spec_of(ref), normal), "a normal form is a URN");
  const uriel_text twice = text_written(write_normal_urn, &again);
  fuzz_must(text_equal(normal, twice), "a normal form is its own");
  fuzz_must(uriel_urn_equal(ref, &again), "equal to its normal form");
  text_free(twice);
  text_free(normal);
}

/* Displays an NSS and encodes it again, in a namespace without its own equivalences. */
static void check_shown(uriel_text nss)
{
  uriel_ref ref;
  const uriel_text urn = text_written(write_encoded_name, &nss);
  if (!urn.ptr)
    return;
  fuzz_must(fuzz_member(&ref, URIEL_SPEC_RFC8141, urn), "the result is a URN");
  const uriel_text shown = text_written(write_shown, &ref);
  fuzz_must(uriel_utf8_span(shown.ptr, shown.len) == shown.len, "the display form is UTF-8");
  for (size_t at = 0; at < shown.len; at++)
    fuzz_must((unsigned char)shown.ptr[at] >= ' ' && shown.ptr[at] != 0x7F, "without controls");
  const uriel_text name = text_from(shown.ptr + 12, shown.len - 12);
  const uriel_text again = text_written(write_encoded_name, &name);
  fuzz_must(text_equal(urn, again), "the display form leads back");
  text_free(again);
  text_free(shown);
  text_free(urn);
}

static void check_request(const uriel_ref *ref)
{
  uriel_ref request;
  const uriel_text text = text_written(write_request, ref);
  fuzz_must(fuzz_reference(&request, text) && uriel_query(&request).ptr && !uriel_fragment(&request).ptr,
            "a request is a URI with a query");
  text_free(text);
}

static void check_checked(uriel_text text, const uriel_ref *ref)
{
  uriel_error error;
  const bool fits = uriel_urn_check(ref, &error);
  fuzz_must(fits == (error.code == URIEL_ERROR_NONE), "a verdict and its error agree");
  fuzz_must(error.begin <= text.len && error.length <= text.len - error.begin &&
                error.offset >= error.begin && error.offset <= error.begin + error.length,
            "the byte at error lies in the part");
}

static void check_error(uriel_text text, const uriel_error *error)
{
  char out[400];
  uriel_ref ref;
  uriel_error sooner;
  fuzz_must(error->code != URIEL_ERROR_NONE && error->offset <= text.len, "the offset lies in the text");
  fuzz_must(error->begin <= text.len && error->length <= text.len - error->begin,
            "the component lies in the text");
  fuzz_must(uriel_error_expected(error, text.ptr, text.len, out, sizeof out) > 0, "what was expected");
  fuzz_must(uriel_error_describe(error, text.ptr, text.len, out, sizeof out) > 3 &&
                memcmp(out, "is ", 3) != 0,
            "a message with its character");
  const uriel_text prefix = text_copy(text_from(text.ptr, error->offset));
  if (!uriel_parse_as(&ref, prefix.ptr, prefix.len, error->spec, 0, &sooner))
    fuzz_must(sooner.offset == prefix.len, "the text before the offset could continue");
  text_free(prefix);
}

static void check_document(uriel_spec spec, uriel_text text)
{
  uriel_ref ref;
  uriel_error error;
  if (!uriel_parse_as(&ref, text.ptr, text.len, spec, 0, &error)) {
    check_error(text, &error);
    return;
  }
  check_built(text, &ref);
  check_normal(&ref);
  check_checked(text, &ref);
  check_request(&ref);
}

/* Names are equal if and only if their normal forms are. */
static void check_pair(uriel_spec spec, uriel_text text, uriel_text other)
{
  uriel_ref a;
  uriel_ref b;
  if (!fuzz_member(&a, spec, text) || !fuzz_member(&b, spec, other))
    return;
  const uriel_text left = text_written(write_normal_urn, &a);
  const uriel_text right = text_written(write_normal_urn, &b);
  fuzz_must(text_equal(left, right) == uriel_urn_equal(&a, &b), "equal where the normal forms are");
  text_free(left);
  text_free(right);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  uriel_text lines[2];
  fuzz_lines(lines, 2, data, size);
  for (size_t at = 0; at < DOCUMENTS && lines[0].ptr; at++) {
    check_document(documents[at], lines[0]);
    check_pair(documents[at], lines[0], lines[1]);
    check_encoded(documents[at], lines[0]);
  }
  if (lines[0].ptr)
    check_shown(lines[0]);
  fuzz_free(lines, 2);
  return 0;
}
