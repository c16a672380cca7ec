/* SPDX-License-Identifier: MIT */
/* Percent-encoding: the output is valid in its place, encoding twice equals encoding once, and decoding
 * undoes it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"

enum { OUT = 4096 };

/* A place for encoded text, and a reference to test it in. `breaks` must not occur in it. */
typedef struct place {
  uriel_encode_for where;
  const char *before;
  const char *after;
  uriel_component component;
  const char *breaks;
} place;

static const place places[] = {
    {URIEL_ENCODE_USERINFO, "//", "@h", URIEL_USERINFO, "@/?#[] "},
    {URIEL_ENCODE_HOST, "//", "", URIEL_HOST, "@:/?# "},
    {URIEL_ENCODE_PATH, "//h/", "", URIEL_PATH, "?#[] "},
    {URIEL_ENCODE_PATH_SEGMENT, "//h/", "/", URIEL_PATH, "/?#[] "},
    {URIEL_ENCODE_QUERY, "?", "#", URIEL_QUERY, "#[] "},
    {URIEL_ENCODE_QUERY_KEY, "?", "=", URIEL_QUERY, "=&;+#[] "},
    {URIEL_ENCODE_QUERY_VALUE, "?a=", "&b", URIEL_QUERY, "&;+#[] "},
    {URIEL_ENCODE_FRAGMENT, "#", "", URIEL_FRAGMENT, "#[] "},
    {URIEL_ENCODE_FORM, "?", "", URIEL_QUERY, "=&;#[] "},
    {URIEL_ENCODE_ANY, "?", "", URIEL_QUERY, ":/?#[]@!$&'()*+,;= "},
    {URIEL_ENCODE_ANY, "//", "@h", URIEL_USERINFO, ":/?#[]@!$&'()*+,;= "},
    {URIEL_ENCODE_ANY, "//", "", URIEL_HOST, ":/?#[]@!$&'()*+,;= "},
};
enum { PLACES = sizeof places / sizeof *places };

static void must(bool holds, const char *what, const place *p, uriel_text text)
{
  if (!holds)
    die("\"%.*s\", %s%s: %s does not hold", (int)text.len, text.ptr, p->before, p->after, what);
}

/* The encoded text between `before` and `after` makes a reference in which it is the named component. */
static void check_valid(const place *p, uriel_text text, const char *encoded, size_t len)
{
  char whole[OUT + 16];
  const int size = snprintf(whole, sizeof whole, "%s%.*s%s", p->before, (int)len, encoded, p->after);
  const uriel_text copy = text_copy(text_from(whole, (size_t)size));
  uriel_ref ref;
  must(uriel_parse(&ref, copy.ptr, copy.len, NULL), "valid where it is to stand", p, text);
  const uriel_text got = uriel_component_get(&ref, p->component);
  must(got.ptr && got.len >= len && got.len <= len + strlen(p->before) + strlen(p->after),
       "the component that was meant", p, text);
  text_free(copy);
}

static void check_breaks(const place *p, uriel_text text, const char *encoded, size_t len)
{
  const bool literal = p->where == URIEL_ENCODE_HOST && len > 0 && encoded[0] == '[';
  for (size_t at = 0; at < len; at++)
    must(literal || !strchr(p->breaks, encoded[at]), "no delimiter left", p, text);
}

static void check_place(const place *p, uriel_text text)
{
  char once[OUT];
  char twice[OUT];
  const size_t len = uriel_encode(text.ptr, text.len, p->where, 0, once, sizeof once);
  must(len <= 3 * text.len && len >= text.len, "at most three bytes for one", p, text);
  check_valid(p, text, once, len);
  check_breaks(p, text, once, len);
  if (p->where == URIEL_ENCODE_FORM)
    return;
  const size_t again = uriel_encode(once, len, p->where, 0, twice, sizeof twice);
  must(again == len && memcmp(once, twice, len) == 0, "twice is once", p, text);
}

static void check_inverse(const place *p, uriel_text text)
{
  char encoded[OUT];
  char decoded[OUT];
  const unsigned plus = p->where == URIEL_ENCODE_FORM ? URIEL_DECODE_PLUS : 0;
  const size_t len =
      uriel_encode(text.ptr, text.len, p->where, URIEL_ENCODE_PERCENT, encoded, sizeof encoded);
  uriel_error error;
  const size_t back = uriel_decode(encoded, len, plus, decoded, sizeof decoded, &error);
  must(back == text.len && memcmp(decoded, text.ptr, back) == 0, "decoding undoes encoding", p, text);
  must(error.code == URIEL_ERROR_NONE, "what was encoded decodes without an error", p, text);
}

static void check_everywhere(uriel_text text, void *context)
{
  (void)context;
  for (size_t at = 0; at < PLACES; at++) {
    check_place(&places[at], text);
    check_inverse(&places[at], text);
  }
}

static void every_byte(void **state)
{
  (void)state;
  for (int byte = 0; byte < 256; byte++) {
    const char two[] = {(char)byte, 'x'};
    for (size_t len = 1; len <= 2; len++) {
      const uriel_text text = text_copy(text_from(two, len));
      check_everywhere(text, NULL);
      text_free(text);
    }
  }
}

static void small_texts(void **state)
{
  (void)state;
  static const char *const tokens[] = {"%", "4", "1", "g", "[", "]", ":", "v1.", "+", " ", "/", "\xC3"};
  each_text(tokens, sizeof tokens / sizeof *tokens, 4, check_everywhere, NULL);
}

static void random_bytes(void **state)
{
  (void)state;
  uint64_t seed = 2;
  for (size_t round = 0; round < 20000; round++) {
    char bytes[64];
    const uint32_t len = random_below(&seed, sizeof bytes);
    for (uint32_t at = 0; at < len; at++)
      bytes[at] = (char)(random_below(&seed, 4) ? random_below(&seed, 128) : random_below(&seed, 256));
    const uriel_text text = text_copy(text_from(bytes, len));
    check_everywhere(text, NULL);
    text_free(text);
  }
}

/* Decoding never grows, never decodes its own output, and leaves no valid triplet in it. */
static void check_decode(uriel_text text, void *context)
{
  (void)context;
  char out[OUT];
  char again[OUT];
  uriel_error error;
  const size_t len = uriel_decode(text.ptr, text.len, 0, out, sizeof out, &error);
  const size_t triplets = (text.len - len) / 2;
  size_t percents = 0;
  for (size_t at = 0; at < text.len; at++)
    percents += text.ptr[at] == '%';
  if (len > text.len || (text.len - len) % 2 != 0 || triplets > percents)
    die("\"%.*s\": %zu bytes decoded", (int)text.len, text.ptr, len);
  if ((error.code == URIEL_ERROR_NONE) != (triplets == percents))
    die("\"%.*s\": %zu triplets of %zu percent signs, error %s", (int)text.len, text.ptr, triplets,
        percents, uriel_error_name(error.code));
  /* Encoding every remaining "%" and decoding gives the same again. */
  char encoded[OUT];
  const size_t size =
      uriel_encode(out, len, URIEL_ENCODE_PATH, URIEL_ENCODE_PERCENT, encoded, sizeof encoded);
  const size_t back = uriel_decode(encoded, size, 0, again, sizeof again, NULL);
  if (back != len || memcmp(again, out, len) != 0)
    die("\"%.*s\": does not come back", (int)text.len, text.ptr);
}

static void small_decodings(void **state)
{
  (void)state;
  static const char *const tokens[] = {"%", "2", "5", "F", "f", "G", "+", "%4", "%41", "\xFF"};
  each_text(tokens, sizeof tokens / sizeof *tokens, 5, check_decode, NULL);
}

/* A reference stays unchanged; in other text no character remains that no reference may contain (RFC
 * 3986, 2). */
static void check_reference(uriel_text text, void *context)
{
  char out[OUT];
  uriel_ref ref;
  uriel_error error;
  (void)context;
  const size_t len = uriel_encode(text.ptr, text.len, URIEL_ENCODE_REFERENCE, 0, out, sizeof out);
  assert_true(len <= 3 * text.len);
  if (uriel_parse(&ref, text.ptr, text.len, NULL))
    assert_true(text_equal(text, text_from(out, len)));
  if (!uriel_parse(&ref, out, len, &error))
    assert_true(error.code == URIEL_ERROR_SCHEME_START || error.code == URIEL_ERROR_SCHEME_CHARACTER ||
                error.code == URIEL_ERROR_PATH_COLON || error.code == URIEL_ERROR_PORT_NOT_DIGITS ||
                (error.code == URIEL_ERROR_HOST_CHARACTER && out[error.offset] == '@'));
}

static void references_stay(void **state)
{
  (void)state;
  static const char *const tokens[] = {"a", "http:", "//", "/",        "?",   "#",   "[",
                                       "]", "[::1]", "@",  ":",        "%",   "%41", " ",
                                       "1", "~",     "\\", "\xC3\xBC", "v1.a"};
  each_text(tokens, sizeof tokens / sizeof *tokens, 4, check_reference, NULL);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_byte),      cmocka_unit_test(small_texts),
      cmocka_unit_test(random_bytes),    cmocka_unit_test(small_decodings),
      cmocka_unit_test(references_stay),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
