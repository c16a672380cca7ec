/* SPDX-License-Identifier: MIT */
/* The lines of a document of any length. */
#include "lines.h"

#include <string.h>

#include "base/unicode.h"
#include "built.h"
#include "reader/text.h"

struct lines lines_of(struct entity *entity)
{
  return (struct lines){.entity = entity, .place = {0, 0, 1}, .goes_on = true};
}

/* Returns the length of the window's first line with its line feed. A line that is longer than the limit
 * is not read to its end. */
static size_t lines_fill(const struct lines *lines)
{
  struct source *const source = &lines->entity->source;
  for (size_t seen = 0;;) {
    const char *const feed =
        source->len > seen ? memchr(source->data + seen, '\n', source->len - seen) : NULL;
    if (feed)
      return (size_t)(feed - source->data) + 1;
    seen = source->len;
    if (seen > TEXT_REFERENCE_LIMIT)
      return seen;
    if (!source_fill(source, seen + 1) || source->len == seen)
      return source->error ? 0 : seen; /* the last line may be cut by damage */
  }
}

bool lines_next(struct lines *lines)
{
  struct source *const source = &lines->entity->source;
  if (lines->is_cut)
    source_skip_line(source);
  else
    source_drop(source, lines->next);
  lines->next = 0;
  lines->is_cut = false;
  if (!lines->goes_on)
    return false;
  size_t len = lines_fill(lines);
  const size_t mark = lines->place.line == 0 ? text_mark(source->data, len) : 0;
  lines->place = (struct place){source->dropped + mark, lines->place.line + 1, 1 + mark};
  lines->next = len;
  if (!len)
    return false;
  len -= source->data[len - 1] == '\n';
  lines->is_cut = len > TEXT_REFERENCE_LIMIT;
  len = lines->is_cut ? TEXT_REFERENCE_LIMIT : len;
  len -= len > mark && source->data[len - 1] == '\r';
  lines->text = (uriel_text){source->data + mark, len - mark};
  return true;
}

bool lines_reference(struct lines *lines, uriel_text raw, struct links_reference reference)
{
  const size_t at = (size_t)(raw.ptr - lines->text.ptr);
  reference.place =
      (struct place){lines->place.offset + at, lines->place.line, lines->place.column + at};
  reference.raw = raw;
  lines->goes_on = entity_reference(lines->entity, &reference);
  return lines->goes_on;
}

bool lines_malformed(struct lines *lines, const char *what)
{
  lines->goes_on = entity_error(lines->entity, "line-malformed", lines->place.offset, lines->text.len,
                                "line %llu: %s", (unsigned long long)lines->place.line, what);
  return lines->goes_on;
}

bool lines_too_long(struct lines *lines)
{
  lines->goes_on = entity_too_long(lines->entity, &lines->place);
  return lines->goes_on;
}

void lines_describe(const uriel_error *error, const uriel_own_part *parts, size_t count,
                    char message[URIEL_ERROR_TEXT_MAX + 1])
{
  uriel_text part = {NULL, 0};
  for (size_t i = 0; i < count; i++)
    if (error->part && strcmp(parts[i].name, error->part) == 0)
      part = parts[i].text;
  const size_t len = uriel_error_describe(error, part.ptr, part.len, message, URIEL_ERROR_TEXT_MAX);
  message[len <= URIEL_ERROR_TEXT_MAX ? len : 0] = 0;
}

bool lines_build(struct lines *lines, uriel_text raw, const char *scheme, const uriel_own_part *parts,
                 size_t count)
{
  struct entity *const entity = lines->entity;
  char message[URIEL_ERROR_TEXT_MAX + 1];
  uriel_error error;
  bool built;
  lines->goes_on = built_uri(entity, scheme, parts, count, &built, &error);
  if (lines->goes_on && built)
    lines_reference(lines, raw,
                    (struct links_reference){.cleaned = buffer_text(&entity->links->cleaned)});
  else if (lines->goes_on) {
    lines_describe(&error, parts, count, message);
    lines_malformed(lines, message);
  }
  return lines->goes_on;
}
