/* SPDX-License-Identifier: MIT */
/* uriel_css_next, uriel_css_unescape: a style sheet in pieces, with the bytes before `from` dropped, has
 * the same references as in one. The first byte is the size of the pieces. */
#include "fuzz.h"

#include <string.h>

#include "uriel_html.h"

static size_t write_unescaped(const void *context, char *out, size_t capacity)
{
  const uriel_text *const raw = context;
  return uriel_css_unescape(raw->ptr, raw->len, out, capacity);
}

static void check_reference(uriel_text sheet, const uriel_css_reference *found)
{
  fuzz_must(found->raw.ptr >= sheet.ptr && found->raw.len > 0 &&
                found->raw.ptr + found->raw.len <= sheet.ptr + sheet.len,
            "a reference in the text");
  fuzz_must((found->kind == URIEL_HTML_NAME) == (strcmp(found->rule, "@namespace") == 0), "its kind");
  const uriel_text text = text_written(write_unescaped, &found->raw);
  fuzz_must(text.len <= 2 * found->raw.len, "the bound");
  fuzz_must(memchr(found->raw.ptr, '\\', found->raw.len) || text_equal(text, found->raw),
            "without escapes it stays");
  text_free(text);
}

/* The next reference of the whole text, if there is one. */
struct expected {
  uriel_css css;
  uriel_text text;
  size_t from;
};

static bool next_expected(struct expected *expected, uriel_css_reference *found)
{
  return uriel_css_next(&expected->css, found, &expected->from, expected->text.ptr, expected->text.len,
                        true);
}

static void check_pieces(uriel_text text, size_t step)
{
  struct expected expected = {.text = text};
  uriel_css css = {0};
  uriel_css_reference found, other;
  size_t begin = 0, end = 0;
  do {
    end = text.len - end > step ? end + step : text.len;
    const uriel_text piece = text_copy(text_from(text.ptr + begin, end - begin));
    size_t from = 0;
    while (uriel_css_next(&css, &found, &from, piece.ptr, piece.len, end == text.len)) {
      check_reference(piece, &found);
      fuzz_must(next_expected(&expected, &other), "no reference more in pieces");
      fuzz_must(found.raw.ptr - piece.ptr + (ptrdiff_t)begin == other.raw.ptr - text.ptr &&
                    text_equal(found.raw, other.raw) && found.rule == other.rule,
                "the same reference in pieces");
    }
    fuzz_must(from <= piece.len, "goes forward");
    begin += from;
    text_free(piece);
  } while (end < text.len);
  fuzz_must(begin == text.len && !next_expected(&expected, &other), "no reference less in pieces");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  if (size == 0)
    return 0;
  const uriel_text text = fuzz_text(data + 1, size - 1);
  check_pieces(text, 1 + data[0]);
  text_free(text);
  return 0;
}
