/* SPDX-License-Identifier: MIT */
/* Views into the texts that went in. Their offsets have 31 bits: of longer texts there is a window for
 * every 2^31 bytes, a buffer that begins there and reaches to the texts' end. */
#include <errno.h>
#include <string.h>

#include "column.h"

static arrow_view view_inside(uriel_text span)
{
  arrow_view view = {.length = (int32_t)span.len};
  if (span.len)
    memcpy((char *)&view + offsetof(arrow_view, prefix), span.ptr, span.len);
  return view;
}

/* Where row i's span is, as buffer and offset; false where 31 bits do not hold it. */
static bool view_place(arrow_view *view, uriel_text span, const arrow_rows *rows, size_t i)
{
  const arrow_input *const input = rows->input;
  uint64_t offset;
  if (input->layout == ARROW_VIEWS) {
    const arrow_view *const row = (const arrow_view *)input->rows + rows->first + i;
    offset = (uint64_t)row->offset + (uint64_t)(span.ptr - rows->refs[i].text);
    view->buffer = row->buffer;
  } else {
    const uint64_t at = (uint64_t)(span.ptr - input->text);
    offset = at & INT32_MAX;
    view->buffer = (int32_t)(at >> ARROW_WINDOW_SHIFT);
  }
  view->offset = (int32_t)offset;
  return offset <= INT32_MAX && span.len <= INT32_MAX;
}

int uriel_arrow_views_put(arrow_view *views, const uriel_text *spans, const arrow_rows *rows,
                          const char **why)
{
  for (size_t i = 0; i < rows->count; i++) {
    const uriel_text span = spans[i];
    if (span.len <= ARROW_VIEW_INSIDE) {
      views[i] = view_inside(span);
      continue;
    }
    arrow_view view = {.length = (int32_t)span.len};
    if (!view_place(&view, span, rows, i))
      return arrow_fail(why, EOVERFLOW, "a component is too long, or too far on, for a view");
    memcpy(view.prefix, span.ptr, sizeof view.prefix);
    views[i] = view;
  }
  return 0;
}
