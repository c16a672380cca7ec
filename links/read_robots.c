/* SPDX-License-Identifier: MIT */
/* References of robots.txt (RFC 9309): those of "Sitemap" fields, and those that comments and other
 * fields hold as running text. What follows "Allow" and "Disallow" are patterns of paths, no references.
 */
#include <string.h>
#include <strings.h>

#include "entity.h"
#include "uriel_find.h"
#include "value.h"

struct robots {
  struct entity *entity;
  const char *at; /* the byte whose place is known */
  struct place place;
};

static bool robots_tell(struct robots *robots, uriel_text raw, uriel_text cleaned, const char *field)
{
  place_advance(&robots->place, robots->at, (size_t)(raw.ptr - robots->at));
  robots->at = raw.ptr;
  const struct entity_item item = {
      .place = robots->place, .raw = raw, .cleaned = cleaned, .header = field};
  return entity_reference(robots->entity, &item);
}

static bool robots_text(struct robots *robots, const char *line, size_t len)
{
  struct buffer *cleaned = &robots->entity->links->cleaned;
  uriel_hit hit;
  for (size_t from = 0; uriel_find(NULL, line, len, true, &from, &hit);) {
    while (buffer_again(cleaned, uriel_hit_clean(line, &hit, 0, cleaned->ptr, cleaned->capacity)))
      ;
    if (cleaned->no_memory)
      return entity_no_memory(robots->entity);
    const uriel_text raw = {line + hit.begin, hit.end - hit.begin};
    if (!robots_tell(robots, raw, buffer_text(cleaned), NULL))
      return false;
  }
  return true;
}

static bool robots_is(const char *line, size_t len, const char *field)
{
  const size_t n = strlen(field);
  size_t at = n;
  if (len <= n || strncasecmp(line, field, n) != 0)
    return false;
  while (at < len && value_space(line[at]))
    at++;
  return at < len && line[at] == ':';
}

/* The value of a field, up to a comment. */
static uriel_text robots_value(const char *line, size_t len)
{
  const char *value = (const char *)memchr(line, ':', len) + 1;
  const char *end = memchr(value, '#', len - (size_t)(value - line));
  /* A fragment has no place in a sitemap's URI, so that "#" begins a comment (RFC 9309, 2.2). */
  if (!end)
    end = line + len;
  while (value < end && value_space(*value))
    value++;
  while (end > value && value_space(end[-1]))
    end--;
  return (uriel_text){value, (size_t)(end - value)};
}

static bool robots_line(struct robots *robots, const char *line, size_t len)
{
  while (len && value_space(*line)) {
    line++;
    len--;
  }
  const bool pattern = robots_is(line, len, "Allow") || robots_is(line, len, "Disallow");
  if (!pattern && !robots_is(line, len, "Sitemap"))
    return robots_text(robots, line, len);
  const uriel_text value = robots_value(line, len);
  if (!pattern && value.len && !robots_tell(robots, value, value, "Sitemap"))
    return false;
  const char *comment = memchr(line, '#', len);
  return !comment || robots_text(robots, comment, (size_t)(line + len - comment));
}

bool read_robots(struct entity *entity)
{
  struct source *source = &entity->source;
  bool goes_on;
  if (!entity_fill(entity, "robots.txt", &goes_on))
    return goes_on;
  const size_t mark = source->len >= 3 && memcmp(source->data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
  struct robots robots = {entity, source->data, {0, 1, 1}};
  for (size_t at = mark; at < source->len;) {
    const char *line = source->data + at;
    const char *feed = memchr(line, '\n', source->len - at);
    const size_t len = feed ? (size_t)(feed - line) : source->len - at;
    if (!robots_line(&robots, line, len))
      return false;
    at += len + 1;
  }
  return true;
}
