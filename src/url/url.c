/* SPDX-License-Identifier: MIT */
/* uriel_url_parse, and what a URL has. */
#include "text/bytes.h"
#include "uri/component.h"
#include "url/look.h"

static url_parser url_parser_of(url_record *url, const uriel_ref *base, uriel_text text)
{
  const char *const begin = text.len ? text.ptr : "";
  return (url_parser){.url = url, .base = base, .at = begin, .end = begin + text.len, .text = begin};
}

static size_t url_too_long(url_parser *p, uriel_ref *ref)
{
  *ref = (uriel_ref){.text = ""};
  uriel_url_place(p, URIEL_REFERENCE, p->text, p->end);
  uriel_url_report(p, URIEL_ERROR_TOO_LONG, p->text);
  return URIEL_FAILED;
}

/* ---- Repairs ------------------------------------------------------------------------------------- */

/* Returns where the path begins, for a special URL without user information, without an address in
 * brackets and without bytes to decode in the authority; NULL for any other text. The place is the host.
 */
static const char *url_plain_authority(url_parser *p, const char *colon)
{
  if (!colon || p->end - colon < 3 || memcmp(colon, "://", 3) != 0)
    return NULL;
  const url_special special = uriel_url_special_of(view_of(p->at, colon));
  if (special == URL_NOT_SPECIAL || special == URL_FILE)
    return NULL;
  if (url_find(p->at, colon, URL_TAB) < colon)
    return NULL;
  const char *const host = colon + 3, *const host_end = url_find(host, p->end, URL_NOT_DOMAIN | URL_C0);
  uriel_url_place(p, URIEL_HOST, host, host_end);
  const char *end = host_end;
  if (end < p->end && *end == ':')
    end = url_find(end + 1, p->end, URL_NOT_DOMAIN | URL_C0);
  const bool ends = end == p->end || url_byte_is(*end, URL_SPECIAL_END);
  return host_end > host && ends ? end : NULL;
}

/* Writes the text with what people paste repaired: blanks around it, upper-case letters in scheme and
 * host, "\", no path, bytes to encode, tabs. The URL of the text stays the same, so the
 * result is its serialisation if it is serialised. If it is not, or does not fit, the parser decides.
 */
static bool url_repair(uriel_ref *ref, uriel_text text, char *out, size_t capacity)
{
  url_parser p = url_parser_of(NULL, NULL, text);
  url_sink s = uriel_url_sink(view_undefined(), out, capacity);
  uriel_url_strip(&p);
  const char *const begin = p.at, *at = url_plain_authority(&p, uriel_url_scheme_end(&p));
  if (!at)
    return false;
  const char *const query_end = view_find(at, p.end, '#'), *const path_end =
                                                               view_find(at, query_end, '?');
  uriel_url_put_lower(&s, view_of(begin, at));
  uriel_url_put(&s, "/", 1);
  at += at < path_end;
  uriel_url_put_encoded(&s, view_of(at, path_end), URL_SPECIAL_PATH);
  uriel_url_put_encoded(&s, view_of(path_end, query_end), URL_SPECIAL_QUERY);
  if (query_end < p.end) {
    uriel_url_put(&s, "#", 1);
    uriel_url_put_encoded(&s, view_of(query_end + 1, p.end), URL_FRAGMENT);
  }
  return s.w.len <= capacity && uriel__url_serialized(ref, out, s.w.len);
}

/* ---- Parsing ------------------------------------------------------------------------------------- */

static APART size_t url_parse_closely(uriel_ref *ref, const uriel_ref *base, uriel_text text, char *out,
                                      size_t capacity, uriel_url_options *options)
{
  url_record url;
  url_parser p = url_parser_of(&url, base, text);
  if (options && options->errors)
    p.options = options;
  if (!uriel_url_parse_record(&p))
    return URIEL_FAILED;
  if (options && url.special != URL_NOT_SPECIAL && url.special != URL_WS && url.special != URL_WSS) {
    url.encoder = options->encoder;
    url.encoder_context = options->encoder_context;
  }
  url_sink s = uriel_url_sink(text, out, capacity);
  if (!uriel_url_put_record(&s, &url, ref))
    return url_too_long(&p, ref);
  if (view_defined(s.same))
    ref->text = text.ptr;
  else if (s.w.len <= capacity)
    ref->text = out;
  else
    *ref = (uriel_ref){.text = ""};
  uriel_url_hint(ref);
  return s.w.len;
}

/* Parses a text that must be its own serialisation. The last error is the reason if it is not. */
static bool url_parse_same(uriel_ref *ref, uriel_text text, uriel_url_options *report)
{
  url_record url;
  url_parser p = url_parser_of(&url, NULL, text);
  p.options = report;
  if (!uriel_url_parse_record(&p))
    return false;
  url_sink s = uriel_url_sink(text, NULL, 0);
  if (!uriel_url_put_record(&s, &url, ref)) {
    url_too_long(&p, ref);
    return false;
  }
  ref->text = text.ptr;
  uriel_url_place(&p, URIEL_REFERENCE, text.ptr, text.ptr + text.len);
  if (!view_defined(s.same))
    uriel_url_report(&p, URIEL_ERROR_URL_NOT_SERIALIZED, text.ptr + s.parted);
  else
    uriel_url_hint(ref);
  return view_defined(s.same);
}

/* Writes a URL that only lacks the slash after the host. */
static APART size_t url_put_slash(uriel_ref *ref, char *out, size_t capacity)
{
  writer w = writer_to(out, capacity);
  uriel_write_bytes(&w, ref->text, ref->path_begin);
  write_byte(&w, '/');
  uriel_write_bytes(&w, ref->text + ref->path_begin, ref->length - ref->path_begin);
  ref->text = out;
  ref->length++;
  ref->path_end++;
  ref->query_end++;
  if (w.len > capacity)
    *ref = (uriel_ref){.text = ""};
  return w.len;
}

size_t uriel_url_parse(uriel_ref *ref, const uriel_ref *base, const char *text, size_t len,
                       uriel_url_options *options, char *out, size_t capacity)
{
  if (options)
    options->error_count = 0;
  if (!(options && options->errors)) {
    const url_look look = uriel_url_look(ref, text, len);
    if (look == URL_LOOK_SERIALIZED)
      return len;
    if (look == URL_LOOK_SLASH && len < UINT32_MAX)
      return url_put_slash(ref, out, capacity);
  }
  if (!(options && (options->errors || options->encoder)) &&
      url_repair(ref, (uriel_text){len ? text : "", len}, out, capacity))
    return ref->length;
  *ref = (uriel_ref){.text = ""};
  return url_parse_closely(ref, base, (uriel_text){len ? text : "", len}, out, capacity, options);
}

bool uriel_url_parse_serialized(uriel_ref *ref, unsigned options, const char *text, size_t len,
                                uriel_error *error)
{
  uriel_error reason = {.code = URIEL_ERROR_NONE};
  uriel_url_options report = {.errors = &reason, .error_capacity = 1};
  const uriel_text whole = {len ? text : "", len};
  const bool same = uriel__url_serialized(ref, whole.ptr, len) || url_parse_same(ref, whole, &report);
  if (same)
    reason = (uriel_error){.code = URIEL_ERROR_NONE};
  else
    *ref = (uriel_ref){.text = ""};
  reason.spec = URIEL_SPEC_WHATWG;
  reason.options = options;
  if (error)
    *error = reason;
  return same;
}

/* Returns whether the text surely parses: as a special URL with a domain, which mostly does not end in a
 * number, and without a port. */
static bool url_can_repair(uriel_text text)
{
  url_parser p = url_parser_of(NULL, NULL, text);
  uriel_url_strip(&p);
  const char *const end = url_plain_authority(&p, uriel_url_scheme_end(&p));
  return end && end == p.place.ptr + p.place.len && look_no_number(byte_lower(end[-1])) &&
         uriel_url_bound(NULL, text.len) <= UINT32_MAX;
}

static APART bool url_can_parse_otherwise(const uriel_ref *base, const char *text, size_t len,
                                          uriel_ref *ref, bool scanned)
{
  const uriel_text whole = {len ? text : "", len};
  if (scanned ? (ref->flags & URIEL_HAS_PERCENT) && look_can_parse(ref) : url_can_repair(whole))
    return true;
  const url_look look = uriel_url_look_closely(ref, text, len, scanned);
  if (look == URL_LOOK_SERIALIZED || (look == URL_LOOK_SLASH && len < UINT32_MAX) ||
      (scanned && url_can_repair(whole)))
    return true;
  url_record url;
  url_parser p = url_parser_of(&url, base, whole);
  url_sink measure = uriel_url_sink(view_undefined(), NULL, 0);
  p.verdict = uriel_url_bound(base, len) <= UINT32_MAX;
  return uriel_url_parse_record(&p) && (p.verdict || uriel_url_put_record(&measure, &url, ref));
}

bool uriel_url_can_parse(const uriel_ref *base, const char *text, size_t len)
{
  uriel_ref ref;
  const bool scanned = look_scan(&ref, text, len);
  return (scanned && look_is_simple(&ref)) || url_can_parse_otherwise(base, text, len, &ref, scanned);
}

size_t uriel_url_bound(const uriel_ref *base, size_t len)
{
  /* Each byte can become 8 bytes of another encoding, as "%XX". An address, and "file:///". */
  return size_add(size_add(base ? base->length : 0, size_times(len, 24)), 64);
}

/* ---- Origin (4.7) -------------------------------------------------------------------------------- */

size_t uriel_url_origin(const uriel_ref *url, char *out, size_t capacity)
{
  url_record record;
  url_sink s = uriel_url_sink(view_undefined(), out, capacity);
  const uriel_text scheme = component_scheme(url);
  bool tuple = true;
  uriel_url_record_of(&record, url);
  if (view_equal(scheme, (uriel_text){"blob", 4})) {
    url_parser p = url_parser_of(&record, NULL, component_path(url));
    tuple = uriel_url_parse_record(&p) && (record.special == URL_HTTP || record.special == URL_HTTPS);
  }
  if (tuple && record.special != URL_NOT_SPECIAL && record.special != URL_FILE)
    uriel_url_put_origin(&s, &record);
  else
    uriel_url_put(&s, "null", 4);
  return s.w.len;
}
