/* SPDX-License-Identifier: MIT */
/* uriel_parse: the fast path, with the grammar as the fallback. */
#include "grammar/grammar.h"
#include "scan/scan.h"
#include "text/text.h"
#include "uri/blame.h"
#include "uri/component.h"
#include "uri/reading.h"
#include "uri/segments.h"

static uriel_host_kind host_kind(const uriel_ref *ref)
{
  const char *const host = ref->text + ref->host_begin;
  const size_t len = ref->host_end - ref->host_begin;
  if (ref->host_begin == 0)
    return URIEL_HOST_NONE;
  if (len == 0)
    return URIEL_HOST_NAME;
  if (host[0] == '[')
    return byte_lower(host[1]) == 'v' ? URIEL_HOST_IPVFUTURE : URIEL_HOST_IPV6;
  /* Cheaper than the address's own rule, and false for nearly every name. */
  if (!byte_is(host[0], BYTE_DIGIT) || !byte_is(host[len - 1], BYTE_DIGIT))
    return URIEL_HOST_NAME;
  return uriel_ipv4_parse((uint8_t[4]){0}, host, len) ? URIEL_HOST_IPV4 : URIEL_HOST_NAME;
}

/* Returns the hints that the fast path collects. */
static uint32_t parse_hints(const uriel_ref *ref)
{
  const char *const text = ref->text, *const end = text + ref->length;
  const char *const scheme_end = text + ref->scheme_end, *const host_end = text + ref->host_end;
  uint32_t flags = 0;
  if (view_find(text, end, '%') != end)
    flags |= URIEL_HAS_PERCENT;
  if (bytes_find(text, scheme_end, BYTE_UPPER) < scheme_end ||
      bytes_find(text + ref->host_begin, host_end, BYTE_UPPER) < host_end)
    flags |= URIEL_HAS_UPPER;
  uriel_text rest = uriel_path(ref), segment;
  while (uriel_segment_next(&rest, &segment))
    if (uriel_segment_dots(segment, false) != SEGMENT_PLAIN)
      flags |= URIEL_HAS_DOT_SEGMENT;
  return flags;
}

bool uriel_parse_by_grammar(uriel_ref *ref, const char *text, uint32_t len, uriel_error *error)
{
  size_t stuck;
  if (uriel_rfc3986_member(text, len, &stuck)) {
    uriel_split(ref, text, len);
    ref->flags = parse_hints(ref) | host_kind(ref);
    return true;
  }
  if (error) {
    error->offset = stuck;
    uriel_blame(error, text, len);
  }
  *ref = (uriel_ref){.text = ""};
  return false;
}

/* Reports whether a text is short enough to be parsed. */
static bool parse_fits(uriel_ref *ref, size_t len, uriel_error *error)
{
  if (len <= UINT32_MAX && len <= PTRDIFF_MAX)
    return true;
  if (error) {
    error->code = URIEL_ERROR_TOO_LONG;
    error->offset = UINT32_MAX;
    error->length = len;
  }
  *ref = (uriel_ref){.text = ""};
  return false;
}

bool uriel_parse(uriel_ref *ref, const char *text, size_t len, uriel_error *error)
{
  if (error)
    *error = (uriel_error){.code = URIEL_ERROR_NONE};
  if (!parse_fits(ref, len, error))
    return false;
  if (!text)
    text = ""; /* NULL with length 0 */
  return uriel_scan(ref, text, (uint32_t)len) || uriel_parse_by_grammar(ref, text, (uint32_t)len, error);
}

/* Checks the text against the document's grammar. */
static bool parse_read(const reading *r, uriel_ref *ref, unsigned options, const char *text,
                       uint32_t len, uriel_error *error)
{
  size_t stuck;
  if (r->fast && r->fast(ref, text, len)) {
    ref->flags |= (uint32_t)r->spec << URIEL_SPEC_SHIFT;
    return true;
  }
  if (reading_grammar(r, text, len, options).member(text, len, &stuck)) {
    r->read(ref, text, len);
    ref->flags |= parse_hints(ref) | host_kind(ref) | (uint32_t)r->spec << URIEL_SPEC_SHIFT;
    return true;
  }
  if (error) {
    error->offset = stuck;
    r->blame(error, text, len);
  }
  *ref = (uriel_ref){.text = ""};
  return false;
}

bool uriel_parse_by(const reading *r, uriel_ref *ref, unsigned options, const char *text, size_t len,
                    uriel_error *error)
{
  if (error)
    *error = (uriel_error){.code = URIEL_ERROR_NONE, .spec = r->spec, .options = options};
  return parse_fits(ref, len, error) &&
         parse_read(r, ref, options, text ? text : "", (uint32_t)len, error);
}
