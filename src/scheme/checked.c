/* SPDX-License-Identifier: MIT */
/* Parts held against their form. */
#include "scheme/checked.h"

/* The byte of `written` from which the byte `count` of what is decoded comes. */
static const char *checked_written_at(uriel_text written, size_t count)
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
  if (wrong.code != URIEL_FAULT_NONE)
    uriel_part_fault(r, wrong.code, URIEL_PATH, part, written,
                     checked_written_at(written, (size_t)(wrong.at - decoded.ptr)));
  return decoded;
}

bool uriel_build_line_formed(part_builder *b, const char *part, uriel_text text, part_form *form)
{
  if (!view_defined(text))
    return true;
  if (!uriel_build_line(b, URIEL_PATH, part, text))
    return false;
  const part_wrong wrong = form(text);
  return wrong.code == URIEL_FAULT_NONE ||
         uriel_build_fault(b, wrong.code, URIEL_PATH, part, text, wrong.at);
}

void uriel_part_refuse_slash(part_reader *r, const char *part, uriel_text written)
{
  if (!view_defined(written))
    return;
  const char *const end = written.ptr + written.len;
  const char *const slash = view_find(written.ptr, end, '/');
  if (slash != end)
    uriel_part_fault(r, URIEL_FAULT_PART_CHARACTER, URIEL_PATH, part, written, slash);
}
