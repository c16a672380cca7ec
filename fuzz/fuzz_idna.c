/* SPDX-License-Identifier: MIT */
/* Domain names and normalisation form C. ToASCII of a name is US-ASCII and its own ToASCII; ToUnicode of
 * a valid name is its own, and has the same ToASCII; both keep their bounds; an error lies in its label.
 * A normal form is its own. Input: a byte of flags and a name. */
#include "fuzz.h"

#include "uriel_idna.h"

typedef struct idna_name {
  uriel_text name;
  unsigned options;
} idna_name;

static size_t write_ascii(const void *context, char *out, size_t capacity)
{
  const idna_name *const in = context;
  return uriel_idna_to_ascii(in->name.ptr, in->name.len, in->options, out, capacity, NULL);
}

static size_t write_unicode(const void *context, char *out, size_t capacity)
{
  const idna_name *const in = context;
  return uriel_idna_to_unicode(in->name.ptr, in->name.len, in->options, out, capacity, NULL);
}

static size_t write_nfc(const void *context, char *out, size_t capacity)
{
  const idna_name *const in = context;
  return uriel_nfc(in->name.ptr, in->name.len, out, capacity, NULL);
}

/* The result is its own, keeps its bound, and has no error. */
static void check_own(uriel_text written, text_writer *write, unsigned options, size_t bound)
{
  const uriel_text again = text_written(write, &(idna_name){written, options});
  fuzz_must(written.len <= bound, "the bound holds");
  fuzz_must(text_equal(written, again), "the result is its own");
  text_free(again);
}

static void check_error(uriel_text name, unsigned options, bool failed)
{
  uriel_error error;
  uriel_idna_to_ascii(name.ptr, name.len, options, NULL, 0, &error);
  fuzz_must(failed == (error.code != URIEL_ERROR_NONE), "an error if it fails");
  fuzz_must(error.begin <= name.len && error.length <= name.len - error.begin, "a label of the name");
  fuzz_must(error.offset >= error.begin && error.offset <= error.begin + error.length,
            "a place in the label");
}

/* A second time without mapping "xn--" labels: Transitional_Processing maps what they decode to. */
static void check_name(uriel_text name, unsigned options)
{
  const unsigned plain = options & ~(unsigned)URIEL_IDNA_TRANSITIONAL;
  const uriel_text ascii = text_written(write_ascii, &(idna_name){name, options});
  const uriel_text unicode = text_written(write_unicode, &(idna_name){name, options});
  check_error(name, options, !ascii.ptr);
  fuzz_must(unicode.len <= 11 * name.len, "the bound of ToUnicode holds");
  if (ascii.ptr) {
    check_own(ascii, write_ascii, plain, uriel_idna_bound(name.len));
    check_own(unicode, write_unicode, plain, 11 * name.len);
    const uriel_text decoded = text_written(write_unicode, &(idna_name){ascii, plain});
    const uriel_text back = text_written(write_ascii, &(idna_name){unicode, plain});
    fuzz_must(text_equal(decoded, unicode), "ToUnicode of ToASCII is ToUnicode");
    fuzz_must(text_equal(back, ascii), "ToASCII of ToUnicode is ToASCII");
    text_free(decoded);
    text_free(back);
  }
  text_free(ascii);
  text_free(unicode);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  const unsigned options = size > 0 ? data[0] & 255u : 0;
  const uriel_text name = fuzz_text(data + (size > 0), size - (size > 0));
  const uriel_text normal = text_written(write_nfc, &(idna_name){name, 0});
  fuzz_must((normal.ptr != NULL) == (uriel_utf8_span(name.ptr, name.len) == name.len),
            "a normal form of UTF-8");
  if (normal.ptr)
    check_own(normal, write_nfc, 0, 3 * name.len);
  check_name(name, options);
  text_free(normal);
  text_free(name);
  return 0;
}
