/* SPDX-License-Identifier: MIT */
/* uriel_url_parse, uriel_url_can_parse and uriel_url_origin. The input is a text; with a byte 0xFF, it
 * is a base, that byte and a text. The result is ASCII, within its bound, the same at every capacity,
 * with and without a report of errors, and parses to itself. */
#include "fuzz.h"
#include "uriel_url.h"

#include <stdlib.h>
#include <string.h>

enum { ERRORS = 16 };

/* A parsed URL. `out` is a block of `capacity` bytes. */
typedef struct url {
  uriel_ref ref;
  size_t len;
  char *out;
} url;

static url parse(const uriel_ref *base, uriel_text text, size_t capacity, uriel_url_options *options)
{
  url u = {.out = room(capacity)};
  u.len = uriel_url_parse(&u.ref, base, text.ptr, text.len, options, u.out, capacity);
  return u;
}

static bool same_shape(const uriel_ref *a, const uriel_ref *b)
{
  return memcmp(&a->length, &b->length, sizeof *a - offsetof(uriel_ref, length)) == 0;
}

static void check_errors(const uriel_url_options *options, uriel_text text)
{
  const size_t count = options->error_count < ERRORS ? options->error_count : ERRORS;
  for (size_t i = 0; i < count; i++) {
    const uriel_error *const error = &options->errors[i];
    fuzz_must(error->code >= URIEL_ERROR_URL_DOMAIN_TO_ASCII && *uriel_error_name(error->code),
              "an error of the standard");
    fuzz_must(error->begin <= text.len && error->length <= text.len - error->begin,
              "the component of an error is in the text");
    fuzz_must(error->begin <= error->offset && error->offset - error->begin <= error->length,
              "the place of an error is in its component or at its end");
  }
}

/* The errors that a serialised URL can have. */
static void check_errors_left(const uriel_url_options *options)
{
  for (size_t i = 0; i < options->error_count && i < ERRORS; i++)
    switch (options->errors[i].code) {
    case URIEL_ERROR_URL_INVALID_URL_UNIT:
    case URIEL_ERROR_URL_INVALID_CREDENTIALS:
    case URIEL_ERROR_URL_DOMAIN_TO_ASCII:
      break;
    default:
      die("a serialised URL has the error %s", uriel_error_name(options->errors[i].code));
    }
}

static void check_bytes(const uriel_ref *ref)
{
  for (size_t at = 0; at < ref->length; at++)
    fuzz_must((ref->text[at] > ' ' && ref->text[at] < 0x7F) ||
                  (ref->text[at] == ' ' && uriel_form_of(ref) == URIEL_FORM_OPAQUE),
              "a URL is printable ASCII");
}

static void check_fixed(const uriel_ref *ref)
{
  uriel_error errors[ERRORS];
  uriel_ref again;
  uriel_url_options options = {.errors = errors, .error_capacity = ERRORS};
  const uriel_text text = text_copy(text_from(ref->text, ref->length));
  url fast = parse(ref, text, 0, NULL), slow = parse(NULL, text, 0, &options);
  fuzz_must(fast.ref.text == text.ptr && same_shape(&fast.ref, ref), "parses to itself");
  fuzz_must(slow.ref.text == text.ptr && same_shape(&slow.ref, ref), "also slowly");
  check_errors_left(&options);
  fuzz_must(uriel_parse_as(&again, text.ptr, text.len, URIEL_SPEC_WHATWG, 0, NULL) &&
                same_shape(&again, ref),
            "uriel_parse_as accepts it");
  free(fast.out);
  free(slow.out);
  text_free(text);
}

static size_t write_origin(const void *context, char *out, size_t capacity)
{
  return uriel_url_origin(context, out, capacity);
}

static void check(const uriel_ref *base, uriel_text text)
{
  uriel_error errors[ERRORS];
  uriel_url_options options = {.errors = errors, .error_capacity = ERRORS};
  const size_t bound = uriel_url_bound(base, text.len);
  url u = parse(base, text, bound, NULL), slow = parse(base, text, bound, &options);
  fuzz_must(u.len == slow.len && same_shape(&u.ref, &slow.ref), "the fast path is the slow one");
  fuzz_must(uriel_url_can_parse(base, text.ptr, text.len) == (u.len != URIEL_FAILED), "can parse");
  check_errors(&options, text);
  if (u.len == URIEL_FAILED) {
    fuzz_must(options.error_count > 0 && u.ref.length == 0, "a failure has a reason");
  } else {
    fuzz_must(u.len <= bound && u.len == u.ref.length, "within the bound");
    fuzz_must((u.ref.text == text.ptr) == (slow.ref.text == text.ptr), "serialised, or not");
    url less = parse(base, text, u.len - 1, NULL);
    fuzz_must(less.len == u.len && (u.ref.text == text.ptr || memcmp(less.out, u.out, u.len - 1) == 0),
              "a smaller buffer holds the beginning");
    free(less.out);
    check_bytes(&u.ref);
    check_fixed(&u.ref);
    text_free(text_written(write_origin, &u.ref));
  }
  free(u.out);
  free(slow.out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  const uint8_t *const mark = size ? memchr(data, 0xFF, size) : NULL;
  const size_t first = mark ? (size_t)(mark - data) : 0, begin = mark ? first + 1 : 0;
  const uriel_text base = fuzz_text(data, first), text = fuzz_text(data + begin, size - begin);
  check(NULL, text);
  url based = parse(NULL, base, uriel_url_bound(NULL, base.len), NULL);
  if (based.len != URIEL_FAILED)
    check(&based.ref, text);
  free(based.out);
  text_free(base);
  text_free(text);
  return 0;
}
