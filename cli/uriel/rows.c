/* SPDX-License-Identifier: MIT */
/* Lines of references that were parsed together. */
#include "rows.h"

size_t rows_pass(void *self, const uriel_ref *refs, size_t count)
{
  size_t at = 0;
  (void)self;
  while (at < count && rows_is_reference(&refs[at]))
    at++;
  return at;
}

size_t rows_print(const void *self, rows_write *write, const uriel_ref *refs, size_t count)
{
  enum { ROWS_MORE = 64 }; /* what is made of a reference is hardly longer */
  struct output *const out = &standard_out;
  size_t at = 0;
  for (; at < count && rows_is_reference(&refs[at]); at++) {
    char *const room = output_room(out, (size_t)refs[at].length + ROWS_MORE);
    if (!room)
      break;
    const size_t left = out->capacity - out->len - 1;
    const size_t need = write(self, &refs[at], room, left);
    if (need > left)
      break;
    room[need] = '\n';
    out->len += need + 1;
  }
  return at;
}

/* Lines that follow each other, with nothing but a line feed between them, are one text. */
static size_t rows_run(const uriel_ref *refs, size_t count)
{
  const char *end = refs->text + refs->length;
  size_t at = 1;
  while (at < count && rows_is_reference(&refs[at]) && refs[at].text == end + 1) {
    end += 1 + refs[at].length;
    at++;
  }
  return at;
}

size_t rows_print_same(void *self, const uriel_ref *refs, size_t count)
{
  size_t at = 0;
  (void)self;
  while (at < count && rows_is_reference(&refs[at])) {
    const uriel_ref *const first = &refs[at];
    at += rows_run(first, count - at);
    output_put(&standard_out, first->text,
               (size_t)(refs[at - 1].text - first->text) + refs[at - 1].length);
    output_char(&standard_out, '\n');
  }
  return at;
}
