/* SPDX-License-Identifier: MIT */
/* uriel_html_element, uriel_html_clean, uriel_html_decode: references are in the values of their
 * attributes, in order. The lines are the element's name, then names and values. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "uriel_html.h"

enum { LINES = 9 };

/* The number of characters beyond ASCII. */
static size_t characters(const char *text, size_t len)
{
  size_t count = 0;
  for (size_t at = 0; at < len; at++)
    for (size_t left = uriel_utf8_span(text + at, len - at); left > 0; left--)
      count += (unsigned char)text[at++] >= 0xC0;
  return count;
}

static void check_clean(uriel_text value)
{
  char *const out = room(value.len);
  const size_t len = uriel_html_clean(value.ptr, value.len, out);
  fuzz_must(len <= value.len, "cleaning only takes away");
  fuzz_must(!memchr(out, '\n', len) && !memchr(out, '\t', len) && uriel_html_clean(out, len, out) == len,
            "a clean value stays");
  fuzz_must(characters(out, len) == characters(value.ptr, value.len), "cleaning makes no character");
  free(out);
}

/* A value is as in the tag of a page. */
static void check_decode(uriel_text value)
{
  static const char open[] = "<a href=\"", close[] = "\">";
  const size_t before = sizeof open - 1, len = before + value.len + sizeof close - 1;
  char *const out = room(value.len * 3), *const page = room(len), *const scratch = room(len * 8);
  const size_t size = uriel_html_decode(value.ptr, value.len, true, out, value.len * 3);
  uriel_html *const reader = malloc(sizeof *reader);
  uriel_html_reference found;
  if (!reader)
    abort();
  fuzz_must(size <= value.len * 3, "the bound");
  memcpy(page, open, before);
  memcpy(page + before, value.ptr, value.len);
  memcpy(page + before + value.len, close, sizeof close - 1);
  uriel_html_begin(reader, NULL, scratch, len * 8);
  uriel_html_feed(reader, page, len, true);
  if (!memchr(value.ptr, '"', value.len) && uriel_html_next(reader, &found) == URIEL_HTML_FOUND)
    fuzz_must(text_equal(found.value, (uriel_text){out, size}), "as in a page");
  free(reader);
  free(scratch);
  free(page);
  free(out);
}

static void check_found(const uriel_text *lines, const uriel_html_reference *found, uint64_t *least)
{
  fuzz_must(found->attribute.ptr && found->attribute.ptr[found->attribute.len] == 0, "a NUL");
  fuzz_must(found->element.ptr && found->element.ptr[found->element.len] == 0, "a NUL");
  fuzz_must(found->offset >= *least, "in order");
  *least = found->offset;
  const uriel_text value = lines[found->offset >> 32];
  fuzz_must(found->raw.ptr == value.ptr + (uint32_t)found->offset &&
                found->raw.ptr + found->raw.len <= value.ptr + value.len,
            "in the value of its attribute");
  fuzz_must(text_equal(found->raw, found->value) || found->flags & URIEL_HTML_CSS, "as in the value");
  check_clean(found->value);
}

static void check_element(const uriel_text *lines, bool html, bool guess)
{
  uriel_html_element *const element = malloc(sizeof *element);
  uriel_html_reference found;
  uriel_html_status status;
  size_t size = 0;
  uint64_t least = 0;
  char *place = room(0);
  if (!element)
    abort();
  uriel_html_element_begin(element, lines[0].ptr, lines[0].len, html, guess);
  for (size_t i = 1; i + 1 < LINES && lines[i + 1].ptr; i += 2)
    uriel_html_element_add(element, lines[i].ptr, lines[i].len, lines[i + 1].ptr, lines[i + 1].len,
                           (uint64_t)(i + 1) << 32, true);
  while ((status = uriel_html_element_next(element, &found, place, size)) != URIEL_HTML_END) {
    if (status == URIEL_HTML_FOUND) {
      check_found(lines, &found, &least);
      continue;
    }
    fuzz_must(found.length > size, "a larger size");
    free(place);
    size = (size_t)found.length;
    place = room(size);
  }
  free(place);
  free(element);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  uriel_text lines[LINES];
  fuzz_lines(lines, LINES, data, size);
  if (lines[0].ptr) {
    check_decode(lines[0]);
    for (int i = 0; i < 4; i++)
      check_element(lines, i & 1, i & 2);
  }
  fuzz_free(lines, LINES);
  return 0;
}
