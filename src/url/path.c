/* SPDX-License-Identifier: MIT */
/* Paths of the URL standard: dot segments, Windows drive letters (4.2, 4.4).
 *
 * The standard pushes and pops segments. The output can be too small to read back, so a path with dot
 * segments is read backwards, with a counter: ".." increments it, and the next plain segment decrements
 * it and is skipped. */
#include "text/bytes.h"
#include "url/url.h"

/* ---- Segments ------------------------------------------------------------------------------------ */

/* Reads "." or "%2e" in [*at, end), and moves past it and the tabs after it. */
static bool url_take_dot(const char **at, const char *end)
{
  const char *const expected = **at == '.' ? "." : "%2e";
  for (size_t i = 0; expected[i]; i++) {
    if (*at == end || byte_lower(**at) != expected[i])
      return false;
    for (++*at; *at < end && url_byte_is(**at, URL_TAB);)
      ++*at;
  }
  return true;
}

url_dots uriel_url_dots_of(uriel_text segment)
{
  const uriel_text text = uriel_url_trim(segment.ptr, segment.ptr + segment.len);
  const char *at = text.ptr;
  const char *const end = at + text.len;
  if (at == end || (*at != '.' && *at != '%') || !url_take_dot(&at, end))
    return URL_PLAIN;
  if (at == end)
    return URL_DOT;
  return url_take_dot(&at, end) && at == end ? URL_DOT_DOT : URL_PLAIN;
}

static bool url_is_separator(char byte, url_special special)
{
  return byte == '/' || (byte == '\\' && special != URL_NOT_SPECIAL);
}

uriel_text uriel_url_take_segment(uriel_text *rest, url_special special)
{
  const char *at = rest->ptr;
  const char *const end = at + rest->len, *const begin = at;
  while (at < end && !url_is_separator(*at, special))
    at++;
  *rest = at < end ? view_of(at + 1, end) : view_undefined();
  return view_of(begin, at);
}

/* ---- Drive letters ------------------------------------------------------------------------------- */

bool uriel_url_is_drive(uriel_text text, char *letter)
{
  const char *at = text.ptr;
  const char *const end = at + text.len;
  char found[2] = {0, 0};
  for (size_t n = 0; at < end; at++) {
    if (url_byte_is(*at, URL_TAB))
      continue;
    if (n == 2)
      return false;
    found[n++] = *at;
  }
  *letter = found[0];
  return byte_is(found[0], BYTE_ALPHA) && (found[1] == ':' || found[1] == '|');
}

bool uriel_url_starts_with_drive(const char *at, const char *end)
{
  char letter;
  return uriel_url_is_drive(view_of(at, url_find(at, end, URL_SPECIAL_END)), &letter);
}

char uriel_url_path_drive(uriel_text path)
{
  const bool drive = path.len >= 3 && path.ptr[0] == '/' && byte_is(path.ptr[1], BYTE_ALPHA) &&
                     path.ptr[2] == ':' && (path.len == 3 || path.ptr[3] == '/');
  return drive ? path.ptr[1] : '\0';
}

uriel_text uriel_url_shorten(uriel_text path, url_special special)
{
  if (special == URL_FILE && path.len == 3 && uriel_url_path_drive(path))
    return path;
  while (path.len > 0 && path.ptr[--path.len] != '/')
    ;
  return path;
}

void uriel_url_path_settle(url_record *url)
{
  url_path *const path = &url->path;
  if (path->opaque || !view_defined(path->tail))
    return;
  /* A first segment "." that others follow is dropped: a serialised path can begin with "/.//". */
  uriel_text others = path->tail;
  const uriel_text first = uriel_url_take_segment(&others, url->special);
  if (view_defined(others) && uriel_url_dots_of(first) == URL_DOT)
    path->tail = others;
  if (url->special != URL_FILE)
    return;
  path->drive = uriel_url_path_drive(path->head);
  if (path->drive) {
    path->head = view_of(path->head.ptr + 3, path->head.ptr + path->head.len);
    return;
  }
  size_t depth = 0;
  char letter;
  for (size_t i = 0; i < path->head.len; i++)
    depth += path->head.ptr[i] == '/';
  for (uriel_text rest = path->tail; view_defined(rest);) {
    const uriel_text segment = uriel_url_take_segment(&rest, URL_FILE);
    const url_dots dots = uriel_url_dots_of(segment);
    if (dots == URL_PLAIN && depth == 0 && uriel_url_is_drive(segment, &letter)) {
      *path = (url_path){.drive = letter, .head = {"", 0}, .tail = rest};
      return;
    }
    depth = dots == URL_PLAIN ? depth + 1 : depth - (dots == URL_DOT_DOT && depth > 0);
  }
}

/* ---- Reading backwards --------------------------------------------------------------------------- */

/* The segments that stay, from the last. */
typedef struct url_backwards {
  const char *head, *head_end; /* segments with a slash before each */
  const char *tail, *tail_end; /* with a separator between them; NULL after the first */
  url_special special;
  bool last;
  size_t skip;
} url_backwards;

static url_backwards url_backwards_of(const url_record *url)
{
  const url_path *const path = &url->path;
  return (url_backwards){.head = path->head.ptr,
                         .head_end = path->head.ptr + path->head.len,
                         .tail = path->tail.ptr,
                         .tail_end = path->tail.ptr + path->tail.len,
                         .special = url->special,
                         .last = true};
}

/* Gets the segment before the one returned last; `*set` is 0 for one of the head. */
static bool url_previous(url_backwards *b, uriel_text *segment, unsigned *set)
{
  while (b->tail || b->head_end > b->head) {
    const bool input = b->tail != NULL, last = b->last;
    *set = !input ? 0 : b->special != URL_NOT_SPECIAL ? URL_SPECIAL_PATH : URL_PATH;
    const char *const end = input ? b->tail_end : b->head_end, *at = end;
    if (input) {
      while (at > b->tail && !url_is_separator(at[-1], b->special))
        at--;
      b->tail_end = at - (at > b->tail);
      b->tail = at > b->tail ? b->tail : NULL;
    } else {
      while (at[-1] != '/')
        at--;
      b->head_end = at - 1;
    }
    *segment = view_of(at, end);
    const url_dots dots = input ? uriel_url_dots_of(*segment) : URL_PLAIN;
    b->last = false;
    b->skip += dots == URL_DOT_DOT;
    if (dots != URL_PLAIN && last) { /* a path that ends in a dot segment ends in a slash */
      *segment = view_of(segment->ptr, segment->ptr);
      return true;
    }
    if (dots != URL_PLAIN)
      continue;
    if (b->skip == 0)
      return true;
    b->skip--;
  }
  return false;
}

/* ---- Writing ------------------------------------------------------------------------------------- */

static void url_put_segment(url_sink *s, uriel_text segment, unsigned set)
{
  uriel_url_put(s, "/", 1);
  if (set)
    uriel_url_put_encoded(s, segment, set);
  else
    uriel_url_put(s, segment.ptr, segment.len);
}

static size_t url_segment_length(uriel_text segment, unsigned set)
{
  url_sink measure = uriel_url_sink(view_undefined(), NULL, 0);
  url_put_segment(&measure, segment, set);
  return measure.w.len;
}

/* "/." comes before a path that begins with "//" and would read as a host (4.5). */
static size_t url_put_guard(url_sink *s, const url_record *url, bool empty_first)
{
  if (url->host.form != URL_HOST_NULL || !empty_first)
    return 0;
  uriel_url_put(s, "/.", 2);
  return 2;
}

static size_t url_put_backwards(url_sink *s, const url_record *url)
{
  url_backwards b = url_backwards_of(url);
  uriel_text segment;
  unsigned set;
  size_t length = 0, count = 0, first = 0;
  for (; url_previous(&b, &segment, &set); count++)
    length += first = url_segment_length(segment, set);
  uriel_url_differ(s);
  const size_t guard = url_put_guard(s, url, count > 1 && first == 1);
  url_sink back = *s;
  s->w.len += length;
  back.w.len = s->w.len;
  for (b = url_backwards_of(url); url_previous(&b, &segment, &set);) {
    back.w.len -= url_segment_length(segment, set);
    url_sink here = back;
    url_put_segment(&here, segment, set);
  }
  return guard;
}

/* A path without dot segments in its tail. */
static size_t url_put_forwards(url_sink *s, const url_record *url)
{
  const url_path *const path = &url->path;
  bool empty_first = path->head.len > 1 && path->head.ptr[1] == '/';
  if (view_defined(path->tail) && path->head.len <= 1) {
    uriel_text rest = path->tail;
    const uriel_text first = uriel_url_take_segment(&rest, url->special);
    empty_first = path->head.len == 1 ||
                  (view_defined(rest) && uriel_url_trim(first.ptr, first.ptr + first.len).len == 0);
  }
  const size_t guard = url_put_guard(s, url, empty_first);
  uriel_url_put(s, path->head.ptr, path->head.len);
  if (view_defined(path->tail))
    url_put_segment(s, path->tail, url->special != URL_NOT_SPECIAL ? URL_SPECIAL_PATH : URL_PATH);
  return guard;
}

size_t uriel_url_put_path(url_sink *s, const url_record *url)
{
  const url_path *const path = &url->path;
  if (path->opaque) {
    uriel_url_put(s, path->head.ptr, path->head.len);
    if (view_defined(path->tail))
      uriel_url_put_encoded(s, path->tail, URL_C0);
    if (path->space)
      uriel_url_put(s, "%20", 3);
    return 0;
  }
  if (path->drive) {
    const char drive[3] = {'/', path->drive, ':'};
    uriel_url_put(s, drive, 3);
  }
  for (uriel_text rest = path->tail; view_defined(rest);)
    if (uriel_url_dots_of(uriel_url_take_segment(&rest, url->special)) != URL_PLAIN)
      return url_put_backwards(s, url);
  return url_put_forwards(s, url);
}
