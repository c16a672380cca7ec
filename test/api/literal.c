/* SPDX-License-Identifier: MIT */
/* Resolution literally as in RFC 3986; see literal.h. */
#include "literal.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "support.h"

typedef struct literal_target {
  uriel_text scheme, authority, path, query, fragment;
} literal_target;

static bool begins_with(uriel_text text, const char *prefix)
{
  return text.len >= strlen(prefix) && memcmp(text.ptr, prefix, strlen(prefix)) == 0;
}

static bool is_all(uriel_text text, const char *whole)
{
  return text.len == strlen(whole) && begins_with(text, whole);
}

static uriel_text without(uriel_text text, size_t bytes)
{
  return text_from(text.ptr + bytes, text.len - bytes);
}

/* "remove the last segment and its preceding "/" (if any) from the output buffer" */
static size_t without_last_segment(const char *out, size_t len)
{
  while (len > 0 && out[len - 1] != '/')
    len--;
  return len > 0 ? len - 1 : 0;
}

static size_t first_segment(uriel_text in)
{
  size_t len = 1; /* "including the initial "/" character (if any)" */
  while (len < in.len && in.ptr[len] != '/')
    len++;
  return len;
}

size_t literal_remove_dots(const char *path, size_t size, char *out)
{
  uriel_text in = {path, size};
  size_t len = 0;
  while (in.len > 0) {
    if (begins_with(in, "../")) { /* 2A */
      in = without(in, 3);
    } else if (begins_with(in, "./") || begins_with(in, "/./")) { /* 2A, 2B */
      in = without(in, 2);
    } else if (is_all(in, "/.")) { /* 2B */
      in = text_from("/", 1);
    } else if (begins_with(in, "/../") || is_all(in, "/..")) { /* 2C */
      in = in.len == 3 ? text_from("/", 1) : without(in, 3);
      len = without_last_segment(out, len);
    } else if (is_all(in, ".") || is_all(in, "..")) { /* 2D */
      in.len = 0;
    } else { /* 2E */
      const size_t segment = first_segment(in);
      memcpy(out + len, in.ptr, segment);
      len += segment;
      in = without(in, segment);
    }
  }
  return len;
}

/* 5.2.3 */
static uriel_text merge(const uriel_ref *base, uriel_text reference)
{
  const uriel_text path = uriel_path(base);
  char *const merged = room(path.len + reference.len + 1);
  size_t len = 0;
  if (uriel_authority(base).ptr && path.len == 0) {
    merged[len++] = '/';
  } else {
    while (len < path.len)
      len++;
    while (len > 0 && path.ptr[len - 1] != '/')
      len--;
    memcpy(merged, path.ptr, len);
  }
  memcpy(merged + len, reference.ptr, reference.len);
  return text_from(merged, len + reference.len);
}

static uriel_text dots_removed(uriel_text path)
{
  char *const out = room(path.len + 1);
  return text_from(out, literal_remove_dots(path.ptr, path.len, out));
}

static size_t put(char *out, size_t len, const char *before, uriel_text part, const char *after)
{
  if (!part.ptr)
    return len;
  memcpy(out + len, before, strlen(before));
  len += strlen(before);
  memcpy(out + len, part.ptr, part.len);
  len += part.len;
  memcpy(out + len, after, strlen(after));
  return len + strlen(after);
}

/* 5.3, with "/." before a path that would read as an authority (3.3). */
static uriel_text recompose(const literal_target *t)
{
  char *const out =
      room(t->scheme.len + t->authority.len + t->path.len + t->query.len + t->fragment.len + 8);
  size_t len = put(out, 0, "", t->scheme, ":");
  len = put(out, len, "//", t->authority, "");
  len = put(out, len, !t->authority.ptr && begins_with(t->path, "//") ? "/." : "", t->path, "");
  len = put(out, len, "?", t->query, "");
  len = put(out, len, "#", t->fragment, "");
  const uriel_text exact = text_copy(text_from(out, len));
  free(out);
  return exact;
}

static bool same_scheme(uriel_text a, uriel_text b)
{
  return a.len == b.len && strncasecmp(a.ptr, b.ptr, a.len) == 0;
}

/* The last two branches of 5.2.2: a reference without authority. */
static void inherit_path(literal_target *t, const uriel_ref *base, const uriel_ref *reference)
{
  const uriel_text path = uriel_path(reference);
  t->authority = uriel_authority(base);
  t->query = uriel_query(reference);
  if (path.len == 0) {
    t->path = text_copy(uriel_path(base));
    if (!t->query.ptr)
      t->query = uriel_query(base);
  } else if (path.ptr[0] == '/') {
    t->path = dots_removed(path);
  } else {
    const uriel_text merged = merge(base, path);
    t->path = dots_removed(merged);
    text_free(merged);
  }
}

uriel_text literal_resolve(const uriel_ref *base, const uriel_ref *reference, bool lenient)
{
  if (!uriel_scheme(base).ptr)
    return text_from(NULL, 0);
  literal_target t = {.scheme = uriel_scheme(reference), .fragment = uriel_fragment(reference)};
  if (lenient && t.scheme.ptr && same_scheme(t.scheme, uriel_scheme(base)))
    t.scheme.ptr = NULL;
  if (t.scheme.ptr || uriel_authority(reference).ptr) {
    t.authority = uriel_authority(reference);
    t.path = dots_removed(uriel_path(reference));
    t.query = uriel_query(reference);
  } else {
    inherit_path(&t, base, reference);
  }
  if (!t.scheme.ptr)
    t.scheme = uriel_scheme(base);
  const uriel_text target = recompose(&t);
  text_free(t.path);
  return target;
}
