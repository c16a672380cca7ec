/* SPDX-License-Identifier: MIT */
/* uriel_iri_display, uriel_iri_labels, uriel_iri_warnings, uriel_restriction_of, uriel_looks_ascii: the
 * form to show is an IRI reference that maps to the same URI and shows itself, and only a host in
 * US-ASCII has warnings. Hidden labels are in US-ASCII; shown ones are not encoded. */
#include "fuzz.h"
#include "uriel_iri.h"

#include <stdlib.h>
#include <string.h>

enum { WARNINGS = 64 };

static size_t write_display(const void *context, char *out, size_t capacity)
{
  const size_t len = uriel_iri_display(context, out, capacity);
  fuzz_must(len <= uriel_iri_bound(context), "the display is within its bound");
  return len;
}

static bool is_ascii(uriel_text text)
{
  for (size_t at = 0; at < text.len; at++)
    if ((unsigned char)text.ptr[at] >= 0x80)
      return false;
  return true;
}

static void check_warnings(const uriel_ref *ref, bool shown)
{
  uriel_warning all[WARNINGS];
  char message[512];
  const size_t count = uriel_iri_warnings(all, WARNINGS, ref);
  for (size_t at = 0; at < count && at < WARNINGS; at++) {
    const uriel_warning w = all[at];
    fuzz_must(w.begin <= w.offset && w.offset < w.begin + w.length && w.begin + w.length <= ref->length,
              "a warning's place is in the text");
    fuzz_must(uriel_warning_describe(&w, ref, message, sizeof message) > 0, "a message");
    const uriel_text part = {ref->text + w.begin, w.length};
    fuzz_must(!shown || w.kind == URIEL_WARNING_USER_HOST ||
                  (w.component == URIEL_HOST && is_ascii(part)),
              "no warning about the display");
  }
}

static void check_labels(const uriel_ref *ref, uriel_text shown)
{
  enum { LABELS = 64 };
  uriel_iri_label all[LABELS];
  const size_t count = uriel_iri_labels(all, LABELS, ref);
  size_t after = 0;
  for (size_t at = 0; at < count && at < LABELS; at++) {
    const uriel_iri_label l = all[at];
    fuzz_must(l.begin >= after && l.begin <= shown.len && l.length <= shown.len - l.begin,
              "a label's place is in the display");
    after = l.begin + l.length;
    fuzz_must(uriel_label_rule_name(l.rule)[0] != 0, "a rule");
    const uriel_text label = {shown.ptr + l.begin, l.length};
    fuzz_must(l.rule == URIEL_LABEL_SHOWN || is_ascii(label), "a hidden label is US-ASCII");
    fuzz_must(l.rule <= URIEL_LABEL_IDNA || (l.length > 4 && memcmp(label.ptr, "xn--", 4) == 0),
              "a label that a rule hides is encoded");
  }
}

static void check_label(uriel_text text)
{
  char look[64];
  const uriel_restriction level = uriel_restriction_of(text.ptr, text.len);
  const size_t len = uriel_looks_ascii(text.ptr, text.len, look, sizeof look);
  fuzz_must(uriel_restriction_name(level)[0] != 0, "a level");
  fuzz_must(level != URIEL_RESTRICTION_ASCII_ONLY || (is_ascii(text) && len == 0), "US-ASCII is itself");
  fuzz_must(len <= text.len, "a look is not longer");
  if (len > 0 && len <= sizeof look)
    fuzz_must(is_ascii((uriel_text){look, len}), "a look is US-ASCII");
}

/* Parses the URI that an IRI reference maps to. Returns its text, undefined if IDNA rejects the host. */
static uriel_text uri_of(uriel_ref *uri, const uriel_ref *iri)
{
  const size_t bound = uriel_iri_bound(iri);
  char *const out = room(bound);
  const size_t len = uriel_iri_to_uri(iri, URIEL_IRI_IDNA, out, bound, NULL);
  if (len == URIEL_FAILED) {
    free(out);
    return text_from(NULL, 0);
  }
  fuzz_must(uriel_parse(uri, out, len, NULL), "an IRI reference maps to a URI reference");
  return text_from(out, len);
}

static void check_same(const uriel_ref *a, const uriel_ref *b)
{
  uriel_ref uri_a, uri_b;
  const uriel_text text_a = uri_of(&uri_a, a), text_b = uri_of(&uri_b, b);
  if (text_a.ptr && text_b.ptr)
    fuzz_must(uriel_equal(&uri_a, &uri_b, URIEL_LEVEL_PERCENT), "the display maps to the same URI");
  free((char *)text_a.ptr);
  free((char *)text_b.ptr);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  const uriel_text text = fuzz_text(data, size);
  uriel_ref ref, again;
  check_label(text);
  if (uriel_parse_as(&ref, text.ptr, text.len, URIEL_SPEC_IRI, 0, NULL)) {
    check_warnings(&ref, false);
    const uriel_text shown = text_written(write_display, &ref);
    fuzz_must(uriel_parse_as(&again, shown.ptr, shown.len, URIEL_SPEC_IRI, 0, NULL),
              "the display is an IRI reference");
    check_labels(&ref, shown);
    check_warnings(&again, true);
    check_same(&ref, &again);
    const uriel_text twice = text_written(write_display, &again);
    fuzz_must(text_equal(shown, twice), "the display shows itself");
    text_free(twice);
    text_free(shown);
  }
  text_free(text);
  return 0;
}
