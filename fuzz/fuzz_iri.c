/* SPDX-License-Identifier: MIT */
/* uriel_iri.h, and IRIs in the functions of uriel.h: the fast path agrees with the grammar; a URI and an
 * IRI survive the way to the other kind and back, except for the spelling of characters (RFC 3987, 3.2);
 * two IRIs are equivalent if their URIs are (5.3.2.3), and the URI of a target is the target of the URIs
 * (6.5). Normal forms are IRIs and their own. */
#include "fuzz.h"

#include <string.h>

#include "uriel_iri.h"

typedef struct converted {
  const uriel_ref *ref;
  unsigned options;
} converted;

static size_t write_uri(const void *context, char *out, size_t capacity)
{
  const converted *const in = context;
  return uriel_iri_to_uri(in->ref, in->options, out, capacity, NULL);
}

static size_t write_iri(const void *context, char *out, size_t capacity)
{
  const converted *const in = context;
  return uriel_iri_from_uri(in->ref, in->options, out, capacity);
}

static bool is_iri(uriel_ref *ref, uriel_text text)
{
  return text.ptr && uriel_parse_as(ref, text.ptr, text.len, URIEL_SPEC_IRI, 0, NULL);
}

/* ---- Parsing -------------------------------------------------------------------------------------- */

static void check_printable(const char *text, size_t len)
{
  for (size_t at = 0; at < len; at++)
    fuzz_must(text[at] >= ' ' && text[at] <= '~', "printable ASCII");
}

static void check_error(uriel_text text, const uriel_error *error)
{
  char out[512];
  fuzz_must(error->offset <= text.len && error->begin <= text.len &&
                error->length <= text.len - error->begin,
            "an error within the text");
  fuzz_must(*uriel_error_rule(error) && *uriel_error_section(error), "a rule and a section");
  check_printable(out, uriel_error_describe(error, text.ptr, text.len, out, sizeof out));
  check_printable(out, uriel_error_expected(error, text.ptr, text.len, out, sizeof out));
  const size_t len = uriel_error_hint(error, text.ptr, text.len, out, sizeof out);
  fuzz_must(len <= URIEL_ERROR_TEXT_MAX, "a hint has its length");
  check_printable(out, len);
}

/* A text that is too long for the fast path has the same components before that. */
static void check_paths(uriel_text text, bool valid, const uriel_ref *ref, const uriel_error *error)
{
  enum { LONG = 2100 };
  if (memchr(text.ptr, '#', text.len))
    return;
  char *const longer = room(text.len + LONG);
  memcpy(longer, text.ptr, text.len);
  memset(longer + text.len, 'f', LONG);
  longer[text.len] = '#';
  uriel_ref other;
  uriel_error found;
  fuzz_must(uriel_parse_as(&other, longer, text.len + LONG, URIEL_SPEC_IRI, 0, &found) == valid,
            "the fast path agrees with the grammar");
  if (valid)
    fuzz_must(other.path_end == ref->path_end && other.query_end == ref->query_end &&
                  other.host_begin == ref->host_begin && other.host_end == ref->host_end &&
                  other.flags == ref->flags,
              "the fast path finds the grammar's components");
  else
    fuzz_must(found.offset == error->offset && found.code == error->code, "the same error");
  text_free(text_from(longer, text.len + LONG));
}

static bool check_parse(uriel_ref *ref, uriel_text text)
{
  uriel_ref uri;
  uriel_error error;
  const bool valid = uriel_parse_as(ref, text.ptr, text.len, URIEL_SPEC_IRI, 0, &error);
  if (uriel_parse(&uri, text.ptr, text.len, NULL))
    fuzz_must(valid && (uri.flags ^ ref->flags) == (uint32_t)URIEL_SPEC_IRI << URIEL_SPEC_SHIFT,
              "every URI is an IRI");
  if (!valid)
    check_error(text, &error);
  check_paths(text, valid, ref, &error);
  return valid;
}

/* ---- Mapping -------------------------------------------------------------------------------------- */

static void check_mapping(const uriel_ref *iri)
{
  uriel_ref first, last, back;
  const uriel_text uri = text_written(write_uri, &(converted){iri, 0});
  fuzz_must(uri.len <= uriel_iri_bound(iri) && fuzz_reference(&first, uri), "a URI");
  const uriel_text same = text_written(write_uri, &(converted){&first, 0});
  fuzz_must(text_equal(same, uri), "a URI is its own URI");
  const uriel_text again = text_written(write_iri, &(converted){&first, 0});
  fuzz_must(again.len <= uriel_iri_bound(&first) && is_iri(&back, again), "an IRI");
  fuzz_must(uriel_equal(iri, &back, URIEL_LEVEL_PERCENT), "an IRI comes back");
  const uriel_text returned = text_written(write_uri, &(converted){&back, 0});
  fuzz_must(fuzz_reference(&last, returned) && uriel_compare(&first, &last) <= URIEL_LEVEL_PERCENT,
            "a URI comes back");
  text_free(returned);
  text_free(again);
  text_free(same);
  text_free(uri);
}

/* With options, the result is a URI or an IRI; the domain name of a URI made by IDNA has no escapes. */
static void check_options(const uriel_ref *iri, unsigned options)
{
  uriel_ref other, parsed;
  uriel_error error;
  const uriel_text uri = text_written(write_uri, &(converted){iri, options});
  const uriel_text text = text_written(write_iri, &(converted){iri, options});
  fuzz_must(is_iri(&other, text), "an IRI");
  if (uri.ptr)
    fuzz_must(fuzz_reference(&parsed, uri), "a URI");
  else
    fuzz_must(uriel_iri_to_uri(iri, options, NULL, 0, &error) == URIEL_FAILED &&
                  error.component == URIEL_HOST && (options & URIEL_IRI_IDNA) &&
                  error.offset >= iri->host_begin && error.offset <= iri->host_end,
              "only a host fails");
  fuzz_must(!(options & URIEL_IRI_IDNA) || (options & URIEL_IRI_NFC) ||
                (uriel_iri_to_uri(&other, options, NULL, 0, NULL) == URIEL_FAILED) == !uri.ptr,
            "a host that IDNA accepts stays one");
  text_free(text);
  text_free(uri);
}

/* ---- Normal forms --------------------------------------------------------------------------------- */

static uriel_text normal_of(const uriel_ref *iri, int level, unsigned options)
{
  const size_t bound = uriel_iri_bound(iri);
  char *const out = room(bound);
  const size_t len = uriel_iri_normalize(iri, (uriel_level)level, options, out, bound, NULL);
  const uriel_text normal = len == URIEL_FAILED ? text_from(NULL, 0) : text_copy(text_from(out, len));
  text_free(text_from(out, bound));
  return normal;
}

static void check_normal(const uriel_ref *iri, int level, unsigned options)
{
  uriel_ref ref;
  const uriel_text normal = normal_of(iri, level, options);
  if (!normal.ptr) {
    fuzz_must((options & URIEL_IRI_IDNA) && level == URIEL_LEVEL_SCHEME, "only IDNA fails");
    return;
  }
  fuzz_must(is_iri(&ref, normal), "a normal form is an IRI");
  const uriel_text again = normal_of(&ref, level, options);
  fuzz_must(text_equal(normal, again), "a normal form is its own");
  if (options == 0)
    fuzz_must(uriel_equal(iri, &ref, (uriel_level)level) &&
                  uriel_hash(iri, (uriel_level)level, 5) == uriel_hash(&ref, (uriel_level)level, 5),
              "equal to its normal form");
  text_free(again);
  text_free(normal);
}

/* ---- Two IRIs ------------------------------------------------------------------------------------- */

static void check_pair(const uriel_ref *a, const uriel_ref *b)
{
  uriel_ref uri_a, uri_b, uri;
  const uriel_text text_a = text_written(write_uri, &(converted){a, 0});
  const uriel_text text_b = text_written(write_uri, &(converted){b, 0});
  fuzz_must(fuzz_reference(&uri_a, text_a) && fuzz_reference(&uri_b, text_b), "URIs");
  for (int level = URIEL_LEVEL_PERCENT; level <= URIEL_LEVEL_PATH; level++)
    fuzz_must(uriel_equal(a, b, (uriel_level)level) == uriel_equal(&uri_a, &uri_b, (uriel_level)level),
              "equivalent as their URIs");
  if (uriel_scheme(a).ptr) {
    const uriel_text target = text_written(write_resolved, &(pair_input){a, b, 0});
    const uriel_text expected = text_written(write_resolved, &(pair_input){&uri_a, &uri_b, 0});
    fuzz_must(is_iri(&uri, target), "the target is an IRI");
    const uriel_text mapped = text_written(write_uri, &(converted){&uri, 0});
    fuzz_must(text_equal(mapped, expected), "the target's URI is the URIs' target");
    text_free(mapped);
    text_free(expected);
    text_free(target);
  }
  text_free(text_b);
  text_free(text_a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  uriel_text lines[2];
  uriel_ref a, b;
  fuzz_lines(lines, 2, data, size);
  const bool first = lines[0].ptr && check_parse(&a, lines[0]);
  const bool second = lines[1].ptr && check_parse(&b, lines[1]);
  if (first) {
    check_mapping(&a);
    for (unsigned options = 0; options < 4; options++) {
      check_options(&a, options);
      for (int level = 0; level < URIEL_LEVEL_DIFFERENT; level++)
        check_normal(&a, level, options);
    }
  }
  if (first && second)
    check_pair(&a, &b);
  fuzz_free(lines, 2);
  return 0;
}
