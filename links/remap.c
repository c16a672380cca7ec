/* SPDX-License-Identifier: MIT */
#include "remap.h"

#include "retrieval.h"
#include "uriel_query.h"

/* Returns the pattern in the form of the URIs that it is compared with, if it can be read as a URI. It
 * stays. */
static uriel_text remap_normal(uriel_text pattern)
{
  struct buffer out = {0};
  uriel_ref ref;
  uriel_text normal = retrieval_normal(pattern, &out);
  /* "https://example.com*" continues with any path, not with "/". */
  if (normal.len && uriel_parse(&ref, pattern.ptr, pattern.len, NULL) && !uriel_path(&ref).len &&
      pattern.ptr[pattern.len - 1] == '*' && normal.ptr[normal.len - 1] == '/')
    normal.len--;
  return normal;
}

const char *remap_read(struct remap *remap, const char *text)
{
  const size_t len = strcspn(text, " ");
  const char *const rest = text + len + strspn(text + len, " ");
  if (!len || !*rest || strchr(rest, ' '))
    return "a pattern and a replacement, such as \"https://example.com/* site/$1\"";
  for (const char *at = rest; (at = strchr(at, '$')); at++) {
    const size_t digits = strspn(at + 1, "0123456789");
    if (digits && (digits > 1 || at[1] != '1'))
      return "a replacement with only $1, the text of the first \"*\" (%24 is a dollar sign)";
  }
  *remap = (struct remap){{text, len}, uriel_text_of(rest), remap_normal((uriel_text){text, len})};
  return NULL;
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

/* Returns the offset of the first "$1" of a replacement, or its length. */
static size_t remap_dollar(uriel_text replacement)
{
  const char *const dollar = memmem(replacement.ptr, replacement.len, "$1", 2);
  return dollar ? (size_t)(dollar - replacement.ptr) : replacement.len;
}

static void remap_fill(uriel_text replacement, uriel_text first, struct buffer *out)
{
  out->len = 0;
  for (;;) {
    const size_t len = remap_dollar(replacement);
    buffer_append(out, replacement.ptr, len);
    if (len == replacement.len)
      return;
    buffer_append(out, first.ptr, first.len);
    replacement = (uriel_text){replacement.ptr + len + 2, replacement.len - len - 2};
  }
}

/* Sets `out` to the normal form of a reference, resolved. Returns false if it is not a reference. */
static bool remap_resolve(uriel_text base, uriel_text reference, struct buffer *scratch,
                          struct buffer *out)
{
  uriel_ref from, ref;
  if (!uriel_parse(&from, base.ptr, base.len, NULL) ||
      !uriel_parse(&ref, reference.ptr, reference.len, NULL))
    return false;
  buffer_reserve(scratch, uriel_resolve_bound(&from, &ref) + 1);
  return buffer_wrote(scratch, uriel_resolve(&from, &ref, URIEL_RESOLVE_STRICT, scratch->ptr,
                                             scratch->capacity, NULL)) &&
         retrieval_normal(buffer_text(scratch), out).len > 0;
}

/* Whether a target is in the folder before "$1" of a replacement. Without such a folder, a file must be
 * in the current one. */
static bool remap_stays(uriel_text replacement, uriel_text base, uriel_text target)
{
  static const char file[] = "file:";
  struct buffer scratch = {0}, normal = {0};
  const size_t dollar = remap_dollar(replacement);
  const char *const slash = dollar ? memrchr(replacement.ptr, '/', dollar) : NULL;
  uriel_text folder = {replacement.ptr, slash ? (size_t)(slash - replacement.ptr) + 1 : 0};
  const size_t len = folder.len;
  if (len > 1 && slash[-1] == '/' && (len == 2 || slash[-2] == ':')) /* "https://$1/x" */
    folder.len = 0;
  bool stays =
      dollar == replacement.len || (!folder.len && (target.len < 5 || memcmp(target.ptr, file, 5) != 0));
  if (!stays && remap_resolve(base, folder, &scratch, &normal))
    stays = target.len >= normal.len && memcmp(target.ptr, normal.ptr, normal.len) == 0;
  buffer_free(&scratch);
  buffer_free(&normal);
  return stays;
}

bool remap_apply(const struct remap *rules, size_t count, uriel_text base, uriel_text uri,
                 struct buffer *out)
{
  struct buffer text = {0}, filled = {0}, scratch = {0};
  bool applies = false;
  if (!count)
    return false;
  const uriel_text normal = retrieval_normal(uri, &text);
  uri = normal.ptr ? normal : uri;
  for (const struct remap *rule = rules; !applies && rule < rules + count; rule++) {
    const uriel_text pattern = remap_matches(uri, rule->pattern) ? rule->pattern : rule->normal;
    if (!pattern.len || !remap_matches(uri, pattern))
      continue;
    remap_fill(rule->replacement, remap_first(uri, pattern), &filled);
    applies = remap_resolve(base, buffer_text(&filled), &scratch, out) &&
              remap_stays(rule->replacement, base, buffer_text(out));
  }
  buffer_free(&text);
  buffer_free(&filled);
  buffer_free(&scratch);
  return applies;
}
