/* SPDX-License-Identifier: MIT */
/* Parts held against their form. */
#include "scheme/checked.h"

#include "uri/segments.h"
#include "uriel_scheme.h"

const char *uriel_part_written_at(uriel_text written, size_t count)
{
  const char *at = written.ptr;
  const char *const end = at + written.len;
  for (; count > 0 && at < end; count--)
    at += triplet_at(at, end) ? 3 : 1;
  return at;
}

uriel_text uriel_part_line_formed(part_reader *r, const char *part, uriel_text written, part_form *form)
{
  const uriel_text decoded = uriel_part_line(r, URIEL_PATH, part, written);
  if (r->failed || !view_defined(decoded))
    return decoded;
  const part_wrong wrong = form(decoded);
  if (wrong.code != URIEL_ERROR_NONE)
    uriel_part_error(r, wrong.code, URIEL_PATH, part, written,
                     uriel_part_written_at(written, (size_t)(wrong.at - decoded.ptr)));
  return decoded;
}

bool uriel_build_line_formed(part_builder *b, const char *part, uriel_text text, part_form *form)
{
  if (!view_defined(text))
    return true;
  if (!uriel_build_line(b, URIEL_PATH, part, text))
    return false;
  const part_wrong wrong = form(text);
  return wrong.code == URIEL_ERROR_NONE ||
         uriel_build_error(b, wrong.code, URIEL_PATH, part, text, wrong.at);
}

bool uriel_part_is_dots(uriel_text decoded)
{
  return uriel_segment_dots(decoded, 0) != SEGMENT_PLAIN;
}

bool uriel_build_no_dots(part_builder *b, const char *part, uriel_text text, unsigned edges,
                         bool written)
{
  uriel_text rest = text, segment;
  bool first = true;
  while (!b->failed && uriel_list_next(&rest, '/', &segment)) {
    const bool counts = (!first || (edges & EDGE_FIRST)) && (view_defined(rest) || (edges & EDGE_LAST));
    if (counts && uriel_segment_dots(segment, written ? BYTE_UNRESERVED : 0) != SEGMENT_PLAIN)
      uriel_build_error(b, URIEL_ERROR_PART_FORM, URIEL_PATH, part, text, segment.ptr);
    first = false;
  }
  return !b->failed;
}

bool uriel_build_no_dot_segment(part_builder *b, const char *part, uriel_text text)
{
  if (view_defined(text) && uriel_part_is_dots(text))
    uriel_build_error(b, URIEL_ERROR_PART_FORM, URIEL_PATH, part, text, text.ptr);
  return !b->failed;
}

void uriel_part_refuse_slash(part_reader *r, const char *part, uriel_text written)
{
  if (!view_defined(written))
    return;
  const char *const end = written.ptr + written.len;
  const char *const slash = view_find(written.ptr, end, '/');
  if (slash != end)
    uriel_part_error(r, URIEL_ERROR_PART_CHARACTER, URIEL_PATH, part, written, slash);
}
