/* SPDX-License-Identifier: MIT */
/* Resolution literally as in each older document; see literal_historic.h. */
#include "literal_historic.h"

#include "literal.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "support.h"

/* The documents' "string buffer". */
typedef struct buffer {
  char *at;
  size_t len;
} buffer;

static void append(buffer *out, uriel_text text)
{
  if (text.ptr)
    memcpy(out->at + out->len, text.ptr, text.len);
  out->len += text.len;
}

static void append_string(buffer *out, const char *string)
{
  append(out, uriel_text_of(string));
}

static void remove_bytes(buffer *out, size_t at, size_t count)
{
  memmove(out->at + at, out->at + at + count, out->len - at - count);
  out->len -= count;
}

static bool stands_at(const buffer *in, size_t at, const char *what)
{
  const size_t len = strlen(what);
  return in->len - at >= len && memcmp(in->at + at, what, len) == 0;
}

/* The end of the path segment that begins at `at`. */
static size_t segment_end(const buffer *in, size_t at)
{
  while (at < in->len && in->at[at] != '/')
    at++;
  return at;
}

static bool segment_is(const buffer *in, size_t at, const char *what)
{
  const size_t end = segment_end(in, at);
  return end - at == strlen(what) && stands_at(in, at, what);
}

/* Returns the start of the next segment after the one at `at`; past the buffer's end if it is the
 * last. */
static size_t segment_after(const buffer *in, size_t at)
{
  return segment_end(in, at) + 1;
}

/* A leading slash is before the first segment. */
static size_t first_segment(const buffer *in)
{
  return in->len > 0 && in->at[0] == '/' ? 1 : 0;
}

/* url-1997, 5.2, 6d; uri-2003, 5.2, 3: all occurrences of "./", where "." is a complete path segment. */
static void remove_single_dots(buffer *in)
{
  size_t at = first_segment(in);
  while (at < in->len)
    if (segment_is(in, at, ".") && segment_after(in, at) <= in->len)
      remove_bytes(in, at, 2);
    else
      at = segment_after(in, at);
}

/* 6e; 4: the buffer string ends with "." as a complete path segment. */
static void remove_last_dot(buffer *in)
{
  if (in->len == 1 ? in->at[0] == '.' : in->len > 1 && stands_at(in, in->len - 2, "/."))
    in->len--;
}

/* 6f; 5: the leftmost "<segment>/../", where <segment> is not "..". Returns whether there was one. */
static bool remove_leftmost_pair(buffer *in)
{
  for (size_t at = first_segment(in); at < in->len; at = segment_after(in, at)) {
    const size_t next = segment_after(in, at);
    if (next < in->len && segment_is(in, next, "..") && next + 2 < in->len &&
        !segment_is(in, at, "..")) {
      remove_bytes(in, at, next + 3 - at);
      return true;
    }
  }
  return false;
}

/* 6g; 6: the buffer string ends with "<segment>/..", where <segment> is not "..". */
static void remove_last_pair(buffer *in)
{
  for (size_t at = first_segment(in); at < in->len; at = segment_after(in, at)) {
    const size_t next = segment_after(in, at);
    if (next + 2 == in->len && stands_at(in, next, "..") && !segment_is(in, at, ".."))
      in->len = at;
  }
}

static void merge_dots(buffer *in)
{
  remove_single_dots(in);
  remove_last_dot(in);
  while (remove_leftmost_pair(in)) {
  }
  remove_last_pair(in);
}

/* url-1993, Partial form: "/." and "/xxx/.." as complete path elements, recursively. */
static bool remove_partial_dots(buffer *in)
{
  for (size_t at = 0; at < in->len; at++)
    if (in->at[at] == '/' && segment_is(in, at + 1, ".")) {
      remove_bytes(in, at, 2);
      return true;
    }
  for (size_t at = 0; at < in->len; at++) {
    const size_t next = in->at[at] == '/' ? segment_after(in, at + 1) : in->len;
    if (next < in->len && segment_is(in, next, "..") && !segment_is(in, at + 1, "..")) {
      remove_bytes(in, at, next + 2 - at);
      return true;
    }
  }
  return false;
}

/* "All but the last segment of the base's path component": up to its last slash. */
static uriel_text path_to_last_slash(const uriel_ref *base)
{
  uriel_text path = uriel_path(base);
  while (path.len > 0 && path.ptr[path.len - 1] != '/')
    path.len--;
  return path;
}

static void append_scheme(buffer *out, const uriel_ref *of)
{
  append(out, uriel_scheme(of));
  append_string(out, ":");
}

static void append_authority(buffer *out, const uriel_ref *of)
{
  if (uriel_authority(of).ptr) {
    append_string(out, "//");
    append(out, uriel_authority(of));
  }
}

static void append_after(buffer *out, const char *delimiter, uriel_text part)
{
  if (part.ptr) {
    append_string(out, delimiter);
    append(out, part);
  }
}

static void resolve_partial(buffer *out, const uriel_ref *base, const uriel_ref *reference)
{
  const uriel_text whole = uriel_component_get(reference, URIEL_REFERENCE);
  const uriel_text path = uriel_path(reference);
  append_scheme(out, base);
  if (!uriel_authority(reference).ptr)
    append_authority(out, base);
  if (uriel_authority(reference).ptr || (path.len > 0 && path.ptr[0] == '/')) {
    append(out, whole);
    return;
  }
  buffer result = {out->at + out->len, 0};
  append(&result, path_to_last_slash(base));
  append(&result, path);
  while (remove_partial_dots(&result)) {
  }
  out->len += result.len;
  append(out, text_from(whole.ptr + path.len, whole.len - path.len));
}

/* url-1997, 5.2, steps 4 to 7. */
static void resolve_1997(buffer *out, const uriel_ref *base, const uriel_ref *reference)
{
  const uriel_text whole = uriel_component_get(reference, URIEL_REFERENCE);
  const uriel_text path = uriel_path(reference);
  append_scheme(out, base);
  if (!uriel_authority(reference).ptr)
    append_authority(out, base);
  if (uriel_authority(reference).ptr || (path.len > 0 && path.ptr[0] == '/')) {
    append(out, whole);
    return;
  }
  buffer merged = {out->at + out->len, 0};
  append(&merged, path_to_last_slash(base));
  append(&merged, path);
  append_after(&merged, "?", uriel_query(reference));
  merge_dots(&merged);
  out->len += merged.len;
  append_after(out, "#", uriel_fragment(reference));
}

/* uri-2003, 5.2, step 7. */
static uriel_error_code drop_excess(buffer *merged, unsigned options)
{
  while (segment_is(merged, first_segment(merged), "..")) {
    if (options & URIEL_RESOLVE_DOTS_ERROR)
      return URIEL_ERROR_DOTS_ABOVE_ROOT;
    if (!(options & URIEL_RESOLVE_DOTS_DROP))
      return URIEL_ERROR_NONE;
    const size_t at = first_segment(merged);
    const size_t after = segment_after(merged, at);
    remove_bytes(merged, at, (after < merged->len ? after : merged->len) - at);
  }
  return URIEL_ERROR_NONE;
}

static uriel_error_code merge_2003(buffer *out, const uriel_ref *base, uriel_text path, unsigned options)
{
  buffer merged = {out->at + out->len, 0};
  append(&merged, path_to_last_slash(base));
  if (uriel_path(base).len == 0)
    append_string(&merged, "/");
  append(&merged, path);
  merge_dots(&merged);
  const uriel_error_code code = drop_excess(&merged, options);
  out->len += merged.len;
  return code;
}

static uriel_error_code resolve_2003(buffer *out, const uriel_ref *base, const uriel_ref *reference,
                                     unsigned options)
{
  uriel_error_code code = URIEL_ERROR_NONE;
  const uriel_text path = uriel_path(reference);
  append_scheme(out, base);
  append_authority(out, uriel_authority(reference).ptr ? reference : base);
  if (!uriel_authority(reference).ptr && path.len == 0)
    append(out, uriel_path(base));
  else if (uriel_authority(reference).ptr || path.ptr[0] == '/')
    append(out, path);
  else
    code = merge_2003(out, base, path, options);
  append_after(out, "?", uriel_query(reference));
  append_after(out, "#", uriel_fragment(reference));
  return code;
}

static bool is_empty(const uriel_ref *ref)
{
  return !uriel_authority(ref).ptr && uriel_path(ref).len == 0 && !uriel_query(ref).ptr;
}

/* The scheme counts, unless it is the base's and the parser does not validate. */
static bool has_scheme(const uriel_ref *base, const uriel_ref *reference, unsigned options)
{
  const uriel_text theirs = uriel_scheme(base);
  const uriel_text scheme = uriel_scheme(reference);
  if (!scheme.ptr)
    return false;
  return uriel_spec_of(reference) != URIEL_SPEC_URI_2003 || !(options & URIEL_RESOLVE_LENIENT) ||
         scheme.len != theirs.len || strncasecmp(scheme.ptr, theirs.ptr, scheme.len) != 0;
}

/* uri-2003, 3: whether the base is an opaque-part, which may begin with "?" and then contains
 * brackets. */
static bool is_opaque(const uriel_ref *base)
{
  const uriel_text path = uriel_path(base);
  const uriel_text query = uriel_query(base);
  if (uriel_authority(base).ptr || (path.len > 0 && path.ptr[0] == '/'))
    return false;
  return path.len > 0 || (query.len > 0 && (memchr(query.ptr, '[', query.len) != NULL ||
                                            memchr(query.ptr, ']', query.len) != NULL));
}

static uriel_error_code resolve_into(buffer *out, const uriel_ref *base, const uriel_ref *reference,
                                     unsigned options)
{
  const uriel_spec spec = uriel_spec_of(reference);
  if (has_scheme(base, reference, options)) {
    append(out, uriel_component_get(reference, URIEL_REFERENCE));
    return URIEL_ERROR_NONE;
  }
  if (spec == URIEL_SPEC_URI_2003)
    return is_opaque(base) ? URIEL_ERROR_BASE_OPAQUE : resolve_2003(out, base, reference, options);
  (spec == URIEL_SPEC_URL_1997 ? resolve_1997 : resolve_partial)(out, base, reference);
  return URIEL_ERROR_NONE;
}

literal_result literal_historic(const uriel_ref *base, const uriel_ref *reference, unsigned options)
{
  literal_result result = {{NULL, 0}, URIEL_ERROR_NONE};
  const uriel_spec spec = uriel_spec_of(reference);
  if (!uriel_scheme(base).ptr) {
    result.code = URIEL_ERROR_BASE_NOT_ABSOLUTE;
    return result;
  }
  if ((spec == URIEL_SPEC_URL_1997 || spec == URIEL_SPEC_URI_2003) && is_empty(reference) &&
      !has_scheme(base, reference, options))
    return result;
  if (spec == URIEL_SPEC_IRI) { /* RFC 3987, 6.5 */
    result.target = literal_resolve(base, reference, (options & URIEL_RESOLVE_LENIENT) != 0);
    return result;
  }
  buffer out = {room((size_t)base->length + reference->length + 8), 0};
  result.code = resolve_into(&out, base, reference, options);
  if (result.code == URIEL_ERROR_NONE)
    result.target = text_copy(text_from(out.at, out.len));
  free(out.at);
  return result;
}
