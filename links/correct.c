/* SPDX-License-Identifier: MIT */
#include "correct.h"

#include "anchors.h"

/* Returns the last name of a path, and removes it with the slashes around it. */
static uriel_text correct_last(uriel_text *path)
{
  while (path->len && path->ptr[path->len - 1] == '/')
    path->len--;
  const char *const slash = path->len ? memrchr(path->ptr, '/', path->len) : NULL;
  const size_t begin = slash ? (size_t)(slash - path->ptr) + 1 : 0;
  const uriel_text name = {path->ptr + begin, path->len - begin};
  path->len = begin;
  return name;
}

static bool correct_same(uriel_text a, uriel_text b)
{
  return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

static void correct_append(struct buffer *out, uriel_text name)
{
  const size_t begin = out->len;
  buffer_reserve(out, begin + uriel_encode_bound(name.len) + 1);
  out->len += uriel_encode(name.ptr, name.len, URIEL_ENCODE_ANY, URIEL_ENCODE_PERCENT, out->ptr + begin,
                           out->capacity - begin);
}

/* The names are replaced from the last to the first, so that each keeps the offset of those before. */
bool correct_path(uriel_text reference, uriel_text wrong, uriel_text right, struct buffer *out)
{
  struct buffer decoded = {0}, encoded = {0}, rest = {0};
  uriel_ref ref;
  if (!uriel_parse(&ref, reference.ptr, reference.len, NULL))
    return false;
  uriel_text path = uriel_path(&ref);
  buffer_put(out, reference.ptr, reference.len);
  while (!correct_same(wrong, right)) {
    const uriel_text segment = correct_last(&path), old = correct_last(&wrong),
                     new = correct_last(&right);
    buffer_reserve(&decoded, segment.len + 1);
    decoded.len = uriel_decode(segment.ptr, segment.len, 0, decoded.ptr, segment.len + 1, NULL);
    if (!segment.len || !old.len || !correct_same(buffer_text(&decoded), old))
      break;
    if (correct_same(old, new))
      continue;
    const size_t begin = (size_t)(segment.ptr - reference.ptr), end = begin + segment.len;
    encoded.len = 0;
    correct_append(&encoded, new);
    buffer_put(&rest, out->ptr + end, out->len - end);
    out->len = begin;
    buffer_append(out, encoded.ptr, encoded.len);
    buffer_append(out, rest.ptr, rest.len);
  }
  buffer_free(&decoded);
  buffer_free(&encoded);
  buffer_free(&rest);
  return correct_same(wrong, right);
}

bool correct_fragment(uriel_text reference, uriel_text right, struct buffer *out)
{
  const char *const hash = reference.len ? memchr(reference.ptr, '#', reference.len) : NULL;
  if (!hash)
    return false;
  const uriel_text fragment = anchors_fragment(reference);
  const size_t end = (size_t)(fragment.ptr - reference.ptr) + fragment.len;
  buffer_put(out, reference.ptr, (size_t)(hash - reference.ptr) + 1);
  correct_append(out, right);
  buffer_append(out, reference.ptr + end, reference.len - end);
  return true;
}
