/* SPDX-License-Identifier: MIT */
/* Views into the texts that went in. Offsets have 31 bits, so longer texts get a window for every 2^31
 * bytes: a buffer that begins there and extends to the end of the texts. */

#include "column.h"

/* A text stored inline in its view, padded with zeros by a slice of these masks. */
static arrow_view view_inside(const char *text, uint32_t len, const char *limit)
{
  static const signed char masks[2 * ARROW_VIEW_INSIDE] = {-1, -1, -1, -1, -1, -1,
                                                           -1, -1, -1, -1, -1, -1};
  char bytes[ARROW_VIEW_INSIDE] = {0};
  arrow_copy(bytes, text, len, limit, sizeof bytes);
  uint32_t words[3], mask[3];
  memcpy(words, bytes, sizeof words);
  memcpy(mask, masks + ARROW_VIEW_INSIDE - len, sizeof mask);
  arrow_view view = {.length = (int32_t)len};
  for (size_t i = 0; i < 3; i++)
    words[i] &= mask[i];
  memcpy((char *)&view + offsetof(arrow_view, prefix), words, sizeof words);
  return view;
}

/* Sets buffer and offset of the text of row i. Returns false if an offset needs more than 31 bits. */
static bool view_place(arrow_view *view, const char *text, const arrow_rows *rows, size_t i)
{
  const arrow_input *const input = rows->input;
  uint64_t offset;
  if (input->values.layout == ARROW_VIEWS) {
    const int64_t at = rows->values ? rows->values[i] : rows->first + (int64_t)i;
    const arrow_view *const row = (const arrow_view *)input->rows + at;
    offset = (uint64_t)row->offset + (uint64_t)(text - rows->refs[i].text);
    view->buffer = row->buffer;
  } else {
    const uint64_t at = (uint64_t)(text - input->text);
    offset = at & INT32_MAX;
    view->buffer = (int32_t)(at >> ARROW_WINDOW_SHIFT);
  }
  view->offset = (int32_t)offset;
  return offset <= INT32_MAX;
}

int uriel_arrow_views_put(arrow_view *views, const arrow_spans *spans, const arrow_rows *rows,
                          const char **why)
{
  for (size_t i = 0; i < rows->count; i++) {
    const char *const text = spans->text[i];
    const uint32_t len = spans->len[i];
    if (len <= ARROW_VIEW_INSIDE) {
      views[i] = view_inside(text, len, arrow_limit(rows->input, text, len));
      continue;
    }
    arrow_view view = {.length = (int32_t)len};
    if (!view_place(&view, text, rows, i) || len > INT32_MAX)
      return arrow_fail(why, EOVERFLOW, "a component is too long, or too far on, for a view");
    memcpy(view.prefix, text, sizeof view.prefix);
    views[i] = view;
  }
  return 0;
}
