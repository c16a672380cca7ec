/* SPDX-License-Identifier: MIT */
/* Comparison on the ladder (RFC 3986, 6.2): reads two normal forms side by side, and builds neither. */
#include "text/bytes.h"
#include "uri/component.h"
#include "uri/normal.h"

/* The path of `written` must begin with the guard of the segments of `n`, whose shape is given, and is
 * read from there. */
static bool compare_pass_guard(const normal_form *n, const segments_shape *shape, normal_form *written)
{
  const char *at = written->path.ptr, *const end = at + written->path.len;
  for (const char *guard = n->host.ptr ? "" : shape->guard; *guard; guard++)
    if (at == end || unit_next(&at, end, written->rules) != (unsigned char)*guard)
      return false;
  written->path = view_of(at, end);
  return true;
}

/* For a scheme that has its own form of the first segments. */
static bool compare_own_paths(const normal_form *a, const normal_form *b)
{
  if (a->mode == SEGMENTS_WRITTEN && b->mode != SEGMENTS_WRITTEN) {
    const normal_form *const written = a;
    a = b;
    b = written;
  }
  normal_form second = *b;
  segments left = normal_segments(a), right;
  const segments_shape shape = uriel_segments_measure(left, a->rules);
  uriel_text one, two;
  if (a->mode != SEGMENTS_WRITTEN && b->mode == SEGMENTS_WRITTEN &&
      !compare_pass_guard(a, &shape, &second))
    return false;
  right = normal_segments(&second);
  const segments_shape other = uriel_segments_measure(right, b->rules);
  if (shape.count != other.count)
    return false;
  for (size_t index = shape.count; index-- > 0;) {
    uriel_segments_previous(&left, &one);
    uriel_segments_previous(&right, &two);
    if (!uriel_pieces_equal(normal_segment(a, &shape, index, one),
                            normal_segment(b, &other, index, two)))
      return false;
  }
  return true;
}

static bool compare_segments(segments left, segments right, unit_rules rules, unit_rules other_rules)
{
  uriel_text piece, other;
  while (uriel_segments_previous(&left, &piece))
    if (!uriel_segments_previous(&right, &other) || !uriel_units_equal(piece, rules, other, other_rules))
      return false;
  return !uriel_segments_previous(&right, &other);
}

static bool compare_written(const normal_form *a, const normal_form *b)
{
  const segments left = normal_segments(a);
  const segments_shape shape = uriel_segments_measure(left, a->rules);
  normal_form written = *b;
  return compare_pass_guard(a, &shape, &written) &&
         compare_segments(left,
                          uriel_segments_of((uriel_text){"", 0}, written.path, SEGMENTS_WRITTEN, 0),
                          a->rules, b->rules);
}

static bool compare_paths(const normal_form *a, const normal_form *b)
{
  if (normal_has_own_path(a) || normal_has_own_path(b))
    return compare_own_paths(a, b);
  if (!a->segmented && !b->segmented)
    return uriel_units_equal(a->path, a->rules, b->path, b->rules);
  if (a->segmented != b->segmented)
    return a->segmented ? compare_written(a, b) : compare_written(b, a);
  return (a->mode == SEGMENTS_RELATIVE) == (b->mode == SEGMENTS_RELATIVE) &&
         compare_segments(normal_segments(a), normal_segments(b), a->rules, b->rules);
}

bool uriel_normal_equal(const normal_form *a, const normal_form *b)
{
  const bool in_pieces = (a->own || b->own) && view_defined(a->query) && view_defined(b->query);
  return uriel_units_equal(a->scheme, a->scheme_rules, b->scheme, b->scheme_rules) &&
         uriel_units_equal(a->userinfo, a->rules, b->userinfo, b->rules) &&
         uriel_units_equal(a->host, a->host_rules, b->host, b->host_rules) &&
         uriel_units_equal(a->port, a->rules, b->port, b->rules) && compare_paths(a, b) &&
         (in_pieces ? uriel_pieces_equal(normal_query(a), normal_query(b))
                    : uriel_units_equal(a->query, a->rules, b->query, b->rules)) &&
         uriel_units_equal(a->fragment, a->rules, b->fragment, b->rules);
}

static bool compare_both_authorities(const uriel_ref *a, const uriel_ref *b, unit_rules rules)
{
  const unit_rules host_rules = {rules.triplets, rules.decode, true};
  /* Without (case-sensitive) userinfo, compare everything through the host in one pass. */
  if (a->host_end == b->host_end && a->host_begin == b->host_begin &&
      a->host_begin == component_authority_begin(a)) {
    if (fold_equal(a->text, b->text, a->host_end))
      return true;
    if (!rules.triplets)
      return false;
  }
  return fold_equal(a->text, b->text, a->scheme_end) &&
         uriel_units_equal(component_host(a), host_rules, component_host(b), host_rules) &&
         uriel_units_equal(component_userinfo(a), rules, component_userinfo(b), rules);
}

/* Replaces an empty path with the scheme's default. Both references have the same scheme, so changes
 * that it would make to both are skipped. */
static bool compare_ports(const uriel_ref *a, const uriel_ref *b, uriel_level level, uriel_text *path,
                          uriel_text *other_path)
{
  uriel_text port = component_port(a), other = component_port(b);
  const bool same = view_equal(port, other);
  if (level < URIEL_LEVEL_SCHEME || a->host_begin == 0 ||
      (same && (path->len == 0) == (other_path->len == 0)))
    return same;
  const scheme_defaults scheme = {uriel_default_port(component_scheme(a)), NULL};
  uriel_normal_authority(component_scheme(a), &scheme, &port, path);
  uriel_normal_authority(component_scheme(a), &scheme, &other, other_path);
  return view_equal(port, other);
}

static bool compare_has_dots(const uriel_ref *ref, uriel_text path)
{
  return (ref->flags & URIEL_HAS_DOT_SEGMENT) ||
         ((ref->flags & URIEL_HAS_PERCENT) && uriel_normal_encodes_dots(path));
}

static segments_mode compare_mode(const uriel_ref *ref, uriel_text path)
{
  const bool rootless = path.len > 0 && path.ptr[0] != '/';
  return rootless && ref->scheme_end == 0 ? SEGMENTS_RELATIVE : SEGMENTS_RESOLVED;
}

/* Returns the offset of the last "/" in both paths at or before their first difference. */
static size_t compare_common(uriel_text path, uriel_text other)
{
  const size_t most = path.len < other.len ? path.len : other.len;
  size_t at = 0;
  while (most - at >= 8 && word_read(path.ptr + at) == word_read(other.ptr + at))
    at += 8;
  while (at < most && path.ptr[at] == other.ptr[at])
    at++;
  while (at > 0 && (at == most || path.ptr[at] != '/' || other.ptr[at] != '/'))
    at--;
  return at;
}

/* Skips the "." segments after the "/" at *at; a path that ends in "." is cut after its last "/".
 * Returns false at a "..". */
static bool compare_pass_dots(const char **at, const char **end, unsigned decode)
{
  while (*end - *at > 1 && ((*at)[1] == '.' || (*at)[1] == '%')) {
    const char *const begin = *at + 1, *const slash = view_find(begin, *end, '/');
    const segment_dots_kind kind = uriel_segment_dots(view_of(begin, slash), decode);
    if (kind != SEGMENT_DOT)
      return kind == SEGMENT_PLAIN;
    if (slash == *end)
      *end = begin;
    else
      *at = slash;
  }
  return true;
}

/* Fast path: reports whether two absolute paths are found equal when read forward, which works until
 * the first "..". Their last `same` bytes are known to be equal and are not read. */
static bool compare_forward(uriel_text path, uriel_text other, size_t same, unit_rules rules)
{
  const size_t common = compare_common(path, other);
  const char *at = path.ptr + common, *other_at = other.ptr + common;
  const char *end = path.ptr + path.len, *other_end = other.ptr + other.len;
  const char *const whole = end, *const other_whole = other_end;
  while (end - at != other_end - other_at || (size_t)(end - at) > same) {
    if (at == end || other_at == other_end)
      return false;
    if ((*at == '/' && !compare_pass_dots(&at, &end, rules.decode)) ||
        (*other_at == '/' && !compare_pass_dots(&other_at, &other_end, rules.decode)) ||
        unit_next(&at, end, rules) != unit_next(&other_at, other_end, rules))
      return false;
    if (end != whole || other_end != other_whole)
      same = 0;
  }
  return true;
}

/* For paths of which at least one has dot segments. */
static APART bool compare_dotted(const uriel_ref *a, uriel_text path, const uriel_ref *b,
                                 uriel_text other, unit_rules rules)
{
  const bool dots = compare_has_dots(a, path), other_dots = compare_has_dots(b, other);
  const segments_mode mode = compare_mode(a, path);
  const uriel_text no_head = {"", 0};
  if ((!dots && !other_dots) || mode != compare_mode(b, other))
    return false;
  const bool rooted = path.len > 0 && path.ptr[0] == '/' && other.len > 0 && other.ptr[0] == '/';
  /* The equal end of a path without dot segments has no dot segments. */
  const size_t same = dots && other_dots ? 0 : uriel_segments_same_end(path, other);
  if (rooted && compare_forward(path, other, same, rules))
    return true;
  segments left = uriel_segments_of(no_head, path, mode, rules.decode);
  segments right = uriel_segments_of(no_head, other, mode, rules.decode);
  if (!dots || !other_dots)
    uriel_segments_pass(&left, &right);
  return compare_segments(left, right, rules, rules);
}

/* Compares a component that most references do not have. */
static inline bool compare_parts(uriel_text a, uriel_text b, unit_rules rules)
{
  return (!view_defined(a) && !view_defined(b)) || uriel_units_equal(a, rules, b, rules);
}

bool uriel_normal_equal_plainly(const uriel_ref *a, const uriel_ref *b, uriel_level level)
{
  const uint32_t flags = a->flags | b->flags;
  const bool percent = (flags & URIEL_HAS_PERCENT) != 0;
  const unit_rules rules = {percent, percent && level >= URIEL_LEVEL_PERCENT ? BYTE_UNRESERVED : 0,
                            false};
  uriel_text path = component_path(a), other = component_path(b);
  /* Fast path for references that differ only in the case of scheme and host, without userinfo. */
  if (a->length == b->length && a->scheme_end == b->scheme_end && a->host_begin == b->host_begin &&
      a->host_end == b->host_end && a->host_begin != 0 &&
      a->host_begin == component_authority_begin(a) &&
      bytes_equal(a->text + a->host_end, b->text + b->host_end, a->length - a->host_end) &&
      fold_equal(a->text, b->text, a->host_end))
    return true;
  /* Everything before the port, then the port. */
  if (a->scheme_end != b->scheme_end || (a->host_begin == 0) != (b->host_begin == 0))
    return false;
  if (a->host_begin == 0 ? !fold_equal(a->text, b->text, a->scheme_end)
                         : !compare_both_authorities(a, b, rules))
    return false;
  if (!compare_ports(a, b, level, &path, &other))
    return false;
  /* Everything from the path on is the same text. */
  const size_t begin = a->path_begin, other_begin = b->path_begin;
  if (a->length - begin == b->length - other_begin && a->path_end - begin == b->path_end - other_begin &&
      a->query_end - begin == b->query_end - other_begin &&
      bytes_equal(a->text + begin, b->text + other_begin, a->length - begin))
    return true;
  if (!compare_parts(component_query(a), component_query(b), rules) ||
      !compare_parts(component_fragment(a), component_fragment(b), rules))
    return false;
  if (level < URIEL_LEVEL_PATH || !(flags & (URIEL_HAS_DOT_SEGMENT | URIEL_HAS_PERCENT)))
    return uriel_units_equal(path, rules, other, rules);
  /* If only one path has dot segments, the paths differ as written. */
  return (!((a->flags ^ b->flags) & URIEL_HAS_DOT_SEGMENT) &&
          uriel_units_equal(path, rules, other, rules)) ||
         compare_dotted(a, path, b, other, rules);
}
