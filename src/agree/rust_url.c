/* SPDX-License-Identifier: MIT */
/* The reader "rust-url": Url::parse of the Rust crate url 2.5.8 with idna 1.1.0 and the tables of
 * Unicode 18 in icu_normalizer_data 2.4.0, and host_str and port_or_known_default. reqwest uses it, and
 * then refuses URLs without a host and schemes other than http and https. It reads as the URL standard,
 * with these exceptions:
 *
 *   domains       "xn--" labels are decoded and checked also if the domain is US-ASCII; what they
 *                 decode to may begin with "xn--"
 *   file          a host is dropped if the path comes to begin with a drive letter, even if "|" follows
 *                 the letter or "." or ".." precedes it; ".." does not remove a drive letter
 *   other than special schemes
 *     port        also ends at "\"
 *     user info   without a host, "@" at the end of the text, and ":@", are accepted and ignored
 *
 * A Rust string is UTF-8: bytes that are not become U+FFFD, as String::from_utf8_lossy replaces them.
 *
 * Known differences: opaque hosts of more than READER_DOMAIN_MAX bytes are refused; the crate does not
 * limit the length of domains, but labels to 1,000 characters that are not all US-ASCII, and to 2,000
 * characters of Punycode (URL_DOMAIN_MAX, URIEL_IDNA_LABEL_MAX). */
#include "agree/reader.h"

#include "idna/label.h"

static bool rust_to_ascii(uriel_text *domain, char *out)
{
  return uriel_reader_to_ascii(domain, URL_IDNA | IDNA_ALLOW_XN, out);
}

/* Returns whether the first segment of a path, after its slash, becomes a drive letter. */
static bool rust_has_drive(uriel_text path)
{
  char letter;
  for (size_t depth = 0; view_defined(path);) {
    const uriel_text segment = uriel_url_take_segment(&path, URL_FILE);
    const char *const end = view_end(segment), *const colon = view_find(segment.ptr, end, ':');
    const url_dots dots = uriel_url_dots_of(segment);
    if (uriel_url_is_drive(segment, &letter))
      return depth == 0;
    /* A tab after "C:" makes a segment of the rest, and so of the drive letter, which stays. */
    if (depth == 0 && end - colon > 1 && url_byte_is(colon[1], URL_TAB) &&
        uriel_url_is_drive(view_of(segment.ptr, colon + 1), &letter))
      return false;
    if (dots == URL_PLAIN)
      depth++;
    else if (dots == URL_DOT_DOT && depth > 0)
      depth--;
  }
  return false;
}

/* Returns the end of the text that the URL standard reads as the crate does, for an authority of a
 * scheme that is not special, from p->at to `end`. */
static const char *rust_end(const url_parser *p, const char *end)
{
  const char *const at = uriel_reader_last(view_of(p->at, end), '@');
  if (at) {
    const uriel_text user = uriel_url_trim(p->at, at);
    if (uriel_url_trim(at + 1, end).len == 0 && (user.len == 0 ? end == p->end : view_is(user, ":")))
      return p->at;
  }
  const char *const colon = uriel_url_host_end(at ? at + 1 : p->at, end), *stop = colon;
  while (stop < end && (stop == colon || byte_is(*stop, BYTE_DIGIT) || url_byte_is(*stop, URL_TAB)))
    stop++;
  return stop < end && *stop == '\\' ? stop : p->end;
}

void uriel_read_rust_url(uriel_reading *reading, const char *text, size_t len, char *out)
{
  url_parser p = {.at = text, .end = text + len, .text = text};
  uriel_url_strip(&p);
  const char *const begin = p.at, *const colon = uriel_url_scheme_end(&p), *end = p.end;
  if (!colon || colon == p.end)
    return;
  const url_special special = uriel_url_special_of(view_of(begin, colon));
  if (special == URL_NOT_SPECIAL || special == URL_FILE) {
    url_go(&p, colon + 1);
    for (int i = 0; i < 2 && (url_c(&p) == '/' || (url_c(&p) == '\\' && special == URL_FILE)); i++)
      url_next(&p);
  }
  if (special == URL_NOT_SPECIAL)
    end = rust_end(&p, url_find(p.at, p.end, URL_END));
  uriel_reader_url(reading, view_of(begin, end), rust_to_ascii, out);
  if (special != URL_FILE || !view_defined(reading->host))
    return;
  const char *const path = url_find(p.at, p.end, URL_SPECIAL_END);
  const char *const path_end = uriel_bytes_until(path, p.end, "?#");
  if (path < path_end && rust_has_drive(view_of(path + 1, path_end)))
    reading->host = view_undefined();
}
