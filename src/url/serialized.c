/* SPDX-License-Identifier: MIT */
/* The fast path of the URL parser: reports whether a text is already serialised, and finds its
 * components.
 *
 * There are two lanes. The first one uses the kernels of uriel_parse, for URLs of bytes that no
 * component encodes; a few facts remain to be checked, most of them about the host. The second one looks
 * at each byte by its component. Neither reads IPv6 addresses. */
#include "scan/kernels.h"
#include "text/text.h"
#include "url/look.h"

/* ---- Facts about one component ------------------------------------------------------------------- */

/* "Ends in a number" (3.5), of a domain in lower case. */
static bool serialized_number(const char *domain, const char *end)
{
  end -= end[-1] == '.';
  const char *last = end;
  while (last > domain && last[-1] != '.')
    last--;
  const bool hexadecimal = end - last >= 2 && last[0] == '0' && last[1] == 'x';
  return last < end &&
         bytes_past(hexadecimal ? last + 2 : last, end, hexadecimal ? BYTE_HEX : BYTE_DIGIT) == end;
}

/* Returns whether a domain of allowed bytes, which is not empty, is serialised. */
static bool serialized_domain(const uriel_ref *ref)
{
  const char *const domain = ref->text + ref->host_begin, *const end = ref->text + ref->host_end;
  return look_no_number(end[-1]) || uriel_host_kind_of(ref) == URIEL_HOST_IPV4 ||
         !serialized_number(domain, end);
}

static bool serialized_file_host(const uriel_ref *ref)
{
  const uint32_t len = ref->host_end - ref->host_begin;
  if (ref->host_end != ref->path_begin || ref->host_begin != ref->scheme_end + 3)
    return false;
  return len == 0 || (serialized_domain(ref) &&
                      !(len == 9 && memcmp(ref->text + ref->host_begin, "localhost", 9) == 0));
}

/* Of the bytes after the colon. */
static bool serialized_port(const uriel_ref *ref, url_special special)
{
  const char *at = ref->text + ref->host_end + 1;
  const char *const end = ref->text + ref->path_begin;
  if (at == end || end - at > 5 || (*at == '0' && end - at > 1))
    return false;
  const uint32_t port = digits_read(&at, end, 10, UINT16_MAX);
  return at == end && (int32_t)port != uriel_url_default_port(special);
}

/* The length of "." or of its encoded spelling at `at`, or 0. */
static size_t serialized_dot(const char *at, const char *end)
{
  if (at < end && *at == '.')
    return 1;
  return end - at >= 3 && at[0] == '%' && at[1] == '2' && byte_lower(at[2]) == 'e' ? 3 : 0;
}

/* Reports whether the path has a single-dot or double-dot segment, in any spelling. */
static bool serialized_dots(const char *path, const char *end)
{
  for (const char *at = view_find(path, end, '/'); at < end; at = view_find(at, end, '/')) {
    const size_t first = serialized_dot(++at, end);
    if (first > 0) {
      at += first;
      at += serialized_dot(at, end);
      if (at == end || *at == '/')
        return true;
    }
  }
  return false;
}

/* ---- By the kernels of uriel_parse --------------------------------------------------------------- */

/* Reports whether [at, end) has "%2e". All bytes are ASCII. */
static bool serialized_encoded_dot(const char *at, const char *end)
{
  for (; end - at >= 10; at += 8) {
    const uint64_t apart = (word_read(at) ^ WORD_OF('%')) | (word_read(at + 1) ^ WORD_OF('2')) |
                           ((word_read(at + 2) | WORD_OF(0x20)) ^ WORD_OF('e'));
    if (~(apart + WORD_OF(0x7F)) & WORD_OF(0x80))
      return true;
  }
  while (end - at >= 3 && serialized_dot(at, end) < 3)
    at++;
  return end - at >= 3;
}

/* Returns whether a special URL without user information is serialised, except that its path can be
 * empty. */
static bool serialized_scanned(const uriel_ref *ref, url_special special)
{
  const char *const path = ref->text + ref->path_begin, *const path_end = ref->text + ref->path_end;
  if (ref->flags & (URIEL_HAS_UPPER | URIEL_HAS_DOT_SEGMENT))
    return false;
  if (ref->flags & URIEL_HAS_PERCENT) { /* not in the host, and not in a dot segment */
    const char *const first = view_find(ref->text, ref->text + ref->length, '%');
    if (first < path || (serialized_encoded_dot(first, path_end) && serialized_dots(path, path_end)))
      return false;
  }
  if (special == URL_FILE)
    return serialized_file_host(ref);
  return ref->host_begin < ref->host_end && serialized_domain(ref) &&
         (ref->host_end == ref->path_begin || serialized_port(ref, special));
}

void uriel_url_hint(uriel_ref *ref)
{
  const char *const text = ref->text;
  if (view_find(text, text + ref->length, '%') < text + ref->length)
    ref->flags |= URIEL_HAS_PERCENT;
  const char *const host_end = text + ref->host_end;
  if (bytes_find(text + ref->host_begin, host_end, BYTE_UPPER) < host_end)
    ref->flags |= URIEL_HAS_UPPER;
}

/* ---- A byte at a time ---------------------------------------------------------------------------- */

/* Returns whether no byte in [at, end) is of the classes. */
static bool serialized_kept(const char *at, const char *end, unsigned classes)
{
  return url_find(at, end, classes) == end;
}

static bool serialized_authority(uriel_ref *ref, url_special special, const char *at, const char *end)
{
  const char *const at_sign = view_find(at, end, '@');
  const char *const host = at_sign < end ? at_sign + 1 : at;
  const char *const host_end = view_find(host, end, ':');
  ref->host_begin = (uint32_t)(host - ref->text);
  ref->host_end = (uint32_t)(host_end - ref->text);
  ref->path_begin = (uint32_t)(end - ref->text);
  if (at_sign < end) {
    const char *const colon = view_find(at, at_sign, ':');
    if (at == at_sign || (colon < at_sign && at_sign - colon < 2) ||
        !serialized_kept(at, colon, URL_USERINFO) ||
        (colon < at_sign && !serialized_kept(colon + 1, at_sign, URL_USERINFO)))
      return false;
  }
  if (special == URL_NOT_SPECIAL) {
    ref->flags = URIEL_HOST_NAME;
    if (!serialized_kept(host, host_end, URL_NOT_HOST | URL_C0) ||
        (host == host_end && (host != at || host_end != end)))
      return false;
  } else {
    if (!serialized_kept(host, host_end, URL_NOT_DOMAIN | URL_C0) ||
        bytes_find(host, host_end, BYTE_UPPER) < host_end)
      return false;
    ref->flags = scan_host_kind(host, (size_t)(host_end - host));
    if (special == URL_FILE ? !serialized_file_host(ref) : host == host_end || !serialized_domain(ref))
      return false;
  }
  return host_end == end || serialized_port(ref, special);
}

/* Reads a path that is not opaque. */
static bool serialized_path(const uriel_ref *ref, url_special special)
{
  const char *const path = ref->text + ref->path_begin, *const end = ref->text + ref->path_end;
  if (special == URL_NOT_SPECIAL)
    return serialized_kept(path, end, URL_PATH) && !serialized_dots(path, end);
  /* The standard writes the drive letter "C|" as "C:". */
  const bool drive = special == URL_FILE && end - path >= 3 && byte_is(path[1], BYTE_ALPHA) &&
                     path[2] == '|' && (end - path == 3 || path[3] == '/');
  return path < end && serialized_kept(path, end, URL_SPECIAL_PATH) && !serialized_dots(path, end) &&
         !drive;
}

/* Reads what follows the scheme's colon up to the query. */
static bool serialized_hierarchy(uriel_ref *ref, url_special special)
{
  const char *at = ref->text + ref->scheme_end + 1;
  const char *const end = ref->text + ref->path_end;
  if (end - at >= 2 && at[0] == '/' && at[1] == '/')
    return serialized_authority(ref, special, at + 2, url_find(at + 2, end, URL_END)) &&
           serialized_path(ref, special);
  if (special != URL_NOT_SPECIAL)
    return false;
  /* "/." keeps an empty first segment from being read as a host. */
  at += end - at >= 4 && memcmp(at, "/.//", 4) == 0 ? 2 : 0;
  ref->path_begin = (uint32_t)(at - ref->text);
  if (at < end && *at == '/')
    return serialized_path(ref, special);
  /* An opaque path. A space before its end would not stay. */
  return serialized_kept(at, end, URL_C0) && (at == end || end[-1] != ' ');
}

static bool serialized_each(uriel_ref *ref, const char *text, uint32_t len)
{
  const char *const end = text + len, *const at = bytes_past(text, end, BYTE_SCHEME_FOLDED);
  if (at == end || *at != ':' || !byte_is(*text, BYTE_ALPHA))
    return false;
  const url_special special = url_special_exact(text, (uint32_t)(at - text));
  const char *const query_end = view_find(at, end, '#'), *const path_end = view_find(at, query_end, '?');
  *ref = (uriel_ref){.text = text,
                     .length = len,
                     .scheme_end = (uint32_t)(at - text),
                     .path_end = (uint32_t)(path_end - text),
                     .query_end = (uint32_t)(query_end - text)};
  const unsigned query = special == URL_NOT_SPECIAL ? URL_QUERY : URL_SPECIAL_QUERY;
  if (!serialized_hierarchy(ref, special) ||
      (path_end < query_end && !serialized_kept(path_end + 1, query_end, query)) ||
      (query_end < end && !serialized_kept(query_end + 1, end, URL_FRAGMENT)))
    return false;
  ref->flags |= (uint32_t)URIEL_SPEC_WHATWG << URIEL_SPEC_SHIFT;
  uriel_url_hint(ref);
  return true;
}

url_look uriel_url_look_closely(uriel_ref *ref, const char *text, size_t len, bool scanned)
{
  if (len == 0 || len > LOOK_MAX)
    return URL_LOOK_OTHER;
  if (scanned && ref->host_begin == ref->scheme_end + 3) {
    const url_special special = url_special_exact(text, ref->scheme_end);
    ref->flags |= (uint32_t)URIEL_SPEC_WHATWG << URIEL_SPEC_SHIFT;
    if (special != URL_NOT_SPECIAL && !serialized_scanned(ref, special))
      return URL_LOOK_OTHER;
    if (special != URL_NOT_SPECIAL)
      return ref->path_begin < ref->path_end ? URL_LOOK_SERIALIZED : URL_LOOK_SLASH;
  }
  return serialized_each(ref, text, (uint32_t)len) ? URL_LOOK_SERIALIZED : URL_LOOK_OTHER;
}
