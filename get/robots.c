/* SPDX-License-Identifier: MIT */
/* The rules of a robots.txt for one crawler (RFC 9309). Paths and patterns are compared in decoded
 * octets: 2.2.2 encodes reserved octets and those beyond ASCII, and decodes unreserved ones, so each
 * octet is equal to its encoding. */
#include "robots.h"

#include <string.h>

#include "base/unicode.h"
#include "uriel_scheme.h"

struct robots_rule {
  size_t first, count; /* segments: what lies between the asterisks */
  size_t len;          /* octets of the pattern */
  bool allows;
  bool is_exact; /* the pattern ends with "$" */
};

struct robots_segment {
  size_t at, len; /* in `octets` */
};

static void robots_add(struct robots *robots, uriel_text pattern, bool allows)
{
  struct buffer *const octets = &robots->octets;
  struct robots_rule rule = {.first = ARRAY_COUNT(struct robots_segment, robots->segments),
                             .allows = allows};
  uriel_text segment;
  if (pattern.len == 0 || !byte_is_among("/*", *pattern.ptr))
    return;
  rule.is_exact = pattern.ptr[pattern.len - 1] == '$';
  pattern.len -= rule.is_exact;
  rule.len = rule.is_exact;
  for (bool more = true; more; rule.count++) {
    const char *const star = pattern.len > 0 ? memchr(pattern.ptr, '*', pattern.len) : NULL;
    more = star != NULL;
    segment = (uriel_text){pattern.ptr, star ? (size_t)(star - pattern.ptr) : pattern.len};
    pattern = (uriel_text){pattern.ptr + segment.len + more, pattern.len - segment.len - more};
    buffer_reserve(octets, octets->len + segment.len);
    const size_t len =
        uriel_decode(segment.ptr, segment.len, 0, octets->ptr + octets->len, segment.len, NULL);
    buffer_append(&robots->segments, &(struct robots_segment){octets->len, len},
                  sizeof(struct robots_segment));
    octets->len += len;
    rule.len += len + more;
  }
  buffer_append(&robots->rules, &rule, sizeof rule);
}

/* Reads "name: value # comment". Returns false for other lines. */
static bool robots_line(uriel_text line, uriel_text *name, uriel_text *value)
{
  const char *const comment = line.len > 0 ? memchr(line.ptr, '#', line.len) : NULL;
  line.len = comment ? (size_t)(comment - line.ptr) : line.len;
  const char *const colon = line.len > 0 ? memchr(line.ptr, ':', line.len) : NULL;
  if (!colon)
    return false;
  *name = text_trim((uriel_text){line.ptr, (size_t)(colon - line.ptr)}, " \t");
  *value = text_trim((uriel_text){colon + 1, line.len - (size_t)(colon + 1 - line.ptr)}, " \t");
  return true;
}

/* Adds the rules of all groups of the agent (2.2.1). Returns whether there is one. */
static bool robots_collect(struct robots *robots, uriel_text file, const char *agent)
{
  static const char token[] = "*-_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  bool found = false, is_own = false, has_rules = true; /* the present group */
  uriel_text lines, line, name, value;
  while (uriel_list_next(&file, &lines, '\n')) {
    while (uriel_list_next(&lines, &line, '\r')) {
      if (!robots_line(line, &name, &value))
        continue;
      const bool allows = text_is_word(name, "allow");
      if (text_is_word(name, "user-agent")) {
        size_t len = 0; /* more may follow the product token: "uriel/1.0" */
        while (len < value.len && byte_is_among(token, value.ptr[len]))
          len++;
        is_own = (is_own && !has_rules) || text_is_word((uriel_text){value.ptr, len}, agent);
        has_rules = false;
        found |= is_own;
      } else if (allows || text_is_word(name, "disallow")) {
        has_rules = true;
        if (is_own)
          robots_add(robots, value, allows);
      }
    }
  }
  return found;
}

void robots_read(struct robots *robots, uriel_text file, const char *agent)
{
  robots->rules.len = robots->segments.len = robots->octets.len = 0;
  robots->is_closed = false;
  if (file.len > ROBOTS_MOST) { /* without the line that is cut off */
    const char *const end = memrchr(file.ptr, '\n', ROBOTS_MOST);
    file.len = end ? (size_t)(end - file.ptr) : ROBOTS_MOST;
  }
  const size_t mark = file.len > 0 ? text_mark(file.ptr, file.len) : 0;
  if (mark)
    file = (uriel_text){file.ptr + mark, file.len - mark};
  if (!robots_collect(robots, file, agent))
    robots_collect(robots, file, "*");
}

static bool robots_matches(const struct robots *robots, const struct robots_rule *rule)
{
  uriel_text rest = buffer_text(&robots->target);
  for (size_t i = 0; i < rule->count; i++) {
    const struct robots_segment *const segment =
        &ARRAY_OF(struct robots_segment, robots->segments)[rule->first + i];
    const char *const octets = robots->octets.ptr + segment->at;
    const bool is_end = rule->is_exact && i + 1 == rule->count;
    if (rest.len < segment->len)
      return false;
    const char *at = rest.ptr; /* the first segment begins the path */
    if (is_end && i > 0)
      at = rest.ptr + rest.len - segment->len;
    else if (i > 0)
      at = memmem(rest.ptr, rest.len, octets, segment->len);
    if (!at || memcmp(at, octets, segment->len) != 0)
      return false;
    rest = (uriel_text){at + segment->len, rest.len - (size_t)(at + segment->len - rest.ptr)};
    if (is_end && rest.len > 0)
      return false;
  }
  return true;
}

bool robots_allows(struct robots *robots, const uriel_ref *uri)
{
  static const char own[] = "/robots.txt";
  const uriel_text path = uriel_path(uri), query = uriel_query(uri);
  struct buffer *const target = &robots->target;
  const struct robots_rule *best = NULL;
  if (path.len == sizeof own - 1 && memcmp(path.ptr, own, path.len) == 0)
    return true; /* implicitly (2.2.2) */
  if (robots->is_closed)
    return false;
  buffer_put(target, path.ptr, path.len);
  buffer_append(target, "/", path.len == 0); /* RFC 9110, 4.2.3 */
  buffer_append(target, "?", query.ptr != NULL);
  buffer_append(target, query.ptr, query.len);
  target->len = uriel_decode(target->ptr, target->len, 0, target->ptr, target->len, NULL);
  for (size_t i = 0; i < ARRAY_COUNT(struct robots_rule, robots->rules); i++) {
    const struct robots_rule *const rule = &ARRAY_OF(struct robots_rule, robots->rules)[i];
    const bool is_better =
        !best || rule->len > best->len || (rule->len == best->len && rule->allows && !best->allows);
    if (is_better && robots_matches(robots, rule))
      best = rule;
  }
  return !best || best->allows;
}

void robots_free(struct robots *robots)
{
  buffer_free(&robots->rules);
  buffer_free(&robots->segments);
  buffer_free(&robots->octets);
  buffer_free(&robots->target);
}
