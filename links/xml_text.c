/* SPDX-License-Identifier: MIT */
/* Text of XML with the places of its bytes. */
#include "xml_text.h"

#include <string.h>

#include "base/budget.h"

/* After this many marks, every place is the last mark's: escaped markup in a feed may need one
 * mark for each byte. */
enum { XML_MARKS = 64 * 1024 };

static bool xml_run_mark(struct xml_run *run, const struct place *place)
{
  if (run->marks && run->count) {
    const struct xml_mark *last = &run->marks[run->count - 1];
    if (last->place.offset + (run->text.len - last->at) == place->offset)
      return true;
  }
  if (run->count == XML_MARKS)
    return true;
  if (!run->marks || run->count == run->capacity) {
    const size_t capacity = run->capacity * 2 + 16;
    struct xml_mark *marks = budget_retake(run->marks, capacity * sizeof *marks);
    if (!marks)
      return false;
    run->marks = marks;
    run->capacity = capacity;
  }
  run->marks[run->count++] = (struct xml_mark){run->text.len, *place};
  return true;
}

bool xml_run_add(struct xml_run *run, const char *text, size_t len, const struct place *place)
{
  if (!buffer_grow(&run->text, run->text.len + len) || !xml_run_mark(run, place))
    return false;
  memcpy(run->text.ptr + run->text.len, text, len);
  run->text.len += len;
  if (run->count == 1 && run->mark == 0)
    run->last = run->marks[0];
  return true;
}

struct place xml_run_place(struct xml_run *run, size_t at)
{
  while (run->mark + 1 < run->count && run->marks[run->mark + 1].at <= at)
    run->last = run->marks[++run->mark];
  if (at > run->last.at) {
    place_advance(&run->last.place, run->text.ptr + run->last.at, at - run->last.at);
    run->last.at = at;
  }
  return run->last.place;
}

void xml_run_drop(struct xml_run *run, size_t len)
{
  const struct place place = xml_run_place(run, len);
  const size_t kept = run->mark + 1 < run->count ? run->count - run->mark - 1 : 0;
  if (len == run->text.len) {
    xml_run_clear(run);
    return;
  }
  memmove(run->text.ptr, run->text.ptr + len, run->text.len - len);
  run->text.len -= len;
  memmove(run->marks + 1, run->marks + run->mark + 1, kept * sizeof *run->marks);
  run->marks[0] = run->last = (struct xml_mark){0, place};
  for (size_t i = 1; i <= kept; i++)
    run->marks[i].at -= len;
  run->count = kept + 1;
  run->mark = 0;
}

void xml_run_clear(struct xml_run *run)
{
  run->text.len = run->count = run->mark = 0;
}

void xml_run_free(struct xml_run *run)
{
  buffer_free(&run->text);
  budget_give(run->marks);
}
