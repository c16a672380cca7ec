/* SPDX-License-Identifier: MIT */
/* The fast path of the URL parser. The frequent forms are decided inline. */
#ifndef URIEL_URL_LOOK_H
#define URIEL_URL_LOOK_H

#include "scan/scan.h"
#include "text/bytes.h"
#include "url/url.h"

typedef enum url_look {
  URL_LOOK_OTHER,      /* the parser has to decide; `ref` is undefined */
  URL_LOOK_SERIALIZED, /* the text is a serialised URL, which `ref` describes */
  URL_LOOK_SLASH       /* it would be with "/" at path_begin */
} url_look;

/* The longest text that can be parsed. */
#define LOOK_MAX (PTRDIFF_MAX < UINT32_MAX ? (size_t)PTRDIFF_MAX : UINT32_MAX)

/* Reports whether a domain that ends with the byte, which is not ".", does not end in a number. Most do.
 */
static inline bool look_no_number(char last)
{
  return last >= 'g' && last != 'x';
}

/* Returns whether the URL, without "%", is "http://host/", "https://host/" or "file:///" and more, which
 * is serialised. */
static inline bool look_is_simple(const uriel_ref *ref)
{
  const uint32_t apart = (ref->flags ^ URIEL_HOST_NAME) | (ref->host_begin ^ (ref->scheme_end + 3)) |
                         (ref->host_end ^ ref->path_begin);
  if (apart || ref->path_begin == ref->path_end)
    return false;
  const char last = ref->text[ref->host_end - 1]; /* "/" if the host is empty */
  if (memcmp(ref->text, "http", 4) == 0)
    return look_no_number(last) &&
           (ref->scheme_end == 4 || (ref->scheme_end == 5 && ref->text[4] == 's'));
  return last == '/' && ref->scheme_end == 4 && memcmp(ref->text, "file", 4) == 0;
}

/* Returns whether the text certainly parses: "http://domain" or "https://domain" and more, with "%" and
 * dots anywhere after it. */
static inline bool look_can_parse(const uriel_ref *ref)
{
  const char *const text = ref->text, *const host = text + ref->host_begin;
  const size_t len = ref->host_end - ref->host_begin;
  return (ref->scheme_end == 4 || (ref->scheme_end == 5 && text[4] == 's')) &&
         memcmp(text, "http", 4) == 0 && ref->host_begin == ref->scheme_end + 3 &&
         ref->host_end == ref->path_begin && len > 0 && uriel_host_kind_of(ref) == URIEL_HOST_NAME &&
         look_no_number((char)(host[len - 1] | 0x20)) && !memchr(host, '%', len);
}

/* Fills `ref` by the kernels of uriel_parse, if the text is a URI reference of bytes that no component
 * encodes. */
static inline bool look_scan(uriel_ref *ref, const char *text, size_t len)
{
  return len - 1 < LOOK_MAX && (unsigned char)*text > ' ' &&
         uriel_scan_unquoted(ref, text, (uint32_t)len);
}

/* Decides any other text. `scanned`: `ref` has the components. */
url_look uriel_url_look_closely(uriel_ref *ref, const char *text, size_t len, bool scanned);

/* Reads a text without a base, and fills `ref`. May return URL_LOOK_OTHER for rare serialised URLs. */
static inline url_look uriel_url_look(uriel_ref *ref, const char *text, size_t len)
{
  const bool scanned = look_scan(ref, text, len);
  if (!scanned || !look_is_simple(ref))
    return uriel_url_look_closely(ref, text, len, scanned);
  ref->flags = URIEL_HOST_NAME | (uint32_t)URIEL_SPEC_WHATWG << URIEL_SPEC_SHIFT;
  return URL_LOOK_SERIALIZED;
}

static inline bool uriel__url_serialized(uriel_ref *ref, const char *text, size_t len)
{
  return uriel_url_look(ref, text, len) == URL_LOOK_SERIALIZED;
}

#endif
