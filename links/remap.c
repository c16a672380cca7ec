/* SPDX-License-Identifier: MIT */
#include "remap.h"

#include "uriel_query.h"

bool remap_read(struct remap *remap, const char *text)
{
  const size_t len = strcspn(text, " ");
  const char *const rest = text + len + strspn(text + len, " ");
  *remap = (struct remap){{text, len}, uriel_text_of(rest)};
  return len && *rest && !strchr(rest, ' ');
}

static bool remap_matches(uriel_text text, uriel_text pattern)
{
  return uriel_glob_matches(text.ptr, text.len, pattern.ptr, pattern.len, 0);
}

/* Returns the offset of the first "*" of a pattern that is not escaped, from `at`, or the length. */
static size_t remap_star(uriel_text pattern, size_t at)
{
  while (at < pattern.len && pattern.ptr[at] != '*')
    at += pattern.ptr[at] == '\\' && at + 1 < pattern.len ? 2 : 1;
  return at;
}

/* Returns the text that the first "*" of a pattern stands for, which takes as little as possible; empty
 * without a "*". The pattern matches. */
static uriel_text remap_first(uriel_text uri, uriel_text pattern)
{
  const size_t star = remap_star(pattern, 0);
  size_t begin = 0, end;
  if (star == pattern.len)
    return (uriel_text){uri.ptr, 0};
  /* Up to the next "*", which takes the rest: a pattern that fails at its first wrong byte. */
  const size_t next = remap_star(pattern, star + 1);
  const uriel_text before = {pattern.ptr, star};
  const uriel_text after = {pattern.ptr + star + 1, next - star - (next == pattern.len)};
  while (begin < uri.len && !remap_matches((uriel_text){uri.ptr, begin}, before))
    begin++;
  for (end = begin; end < uri.len; end++)
    if (remap_matches((uriel_text){uri.ptr + end, uri.len - end}, after))
      break;
  return (uriel_text){uri.ptr + begin, end - begin};
}

/* Appends the replacement. */
static void remap_fill(uriel_text replacement, uriel_text first, struct buffer *out)
{
  for (size_t at = 0; at < replacement.len;) {
    const uriel_text rest = {replacement.ptr + at, replacement.len - at};
    const bool is_first = rest.len > 1 && rest.ptr[0] == '$' && rest.ptr[1] == '1';
    buffer_append(out, is_first ? first.ptr : rest.ptr, is_first ? first.len : 1);
    at += is_first ? 2 : 1;
  }
}

bool remap_apply(const struct remap *rules, size_t count, uriel_text base, uriel_text uri,
                 struct buffer *out)
{
  struct buffer filled = {0};
  uriel_ref from, ref;
  size_t i = 0;
  while (i < count && !remap_matches(uri, rules[i].pattern))
    i++;
  if (i == count)
    return false;
  remap_fill(rules[i].replacement, remap_first(uri, rules[i].pattern), &filled);
  out->len = 0;
  if (uriel_parse(&from, base.ptr, base.len, NULL) && uriel_parse(&ref, filled.ptr, filled.len, NULL)) {
    buffer_reserve(out, uriel_resolve_bound(&from, &ref) + 1);
    (void)buffer_wrote(out,
                       uriel_resolve(&from, &ref, URIEL_RESOLVE_STRICT, out->ptr, out->capacity, NULL));
  }
  buffer_free(&filled);
  return out->len > 0;
}
