/* SPDX-License-Identifier: MIT */
/* Passwords are not shown in messages, also not those of references that do not parse. */
#include "reader/password.h"

#include "excerpt.h"

static const char password_stars[] = "****";
static const size_t password_stars_len = sizeof password_stars - 1;

/* Where a place of the text is in that with stars. */
static void password_move(struct password_span span, size_t *offset)
{
  if (*offset >= span.end)
    *offset = *offset - span.end + span.begin + password_stars_len;
  else if (*offset > span.begin)
    *offset = span.begin;
}

uriel_text excerpt_hide_password(uriel_text text, uriel_component within, struct excerpt_marks *marks,
                                 struct buffer *scratch)
{
  if (!text.ptr)
    return text;
  const struct password_span span = password_locate(text, within);
  if (span.begin == span.end)
    return text;
  scratch->len = 0;
  buffer_append(scratch, text.ptr, span.begin);
  buffer_append(scratch, password_stars, password_stars_len);
  buffer_append(scratch, text.ptr + span.end, text.len - span.end);
  password_move(span, &marks->caret);
  password_move(span, &marks->begin);
  password_move(span, &marks->end);
  return (uriel_text){scratch->ptr, scratch->len};
}
