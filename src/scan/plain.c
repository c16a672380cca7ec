/* SPDX-License-Identifier: MIT */
/* The fast path in plain C: one table look-up for each byte, one loop for each component. */
#include "scan/kernels.h"
#include "text/view.h"

typedef struct plain_scan {
  const char *at;
  const char *end;
  uint32_t flags;
} plain_scan;

/* Eight at a time, so that nothing branches on a single byte until the run ends. */
static void plain_run(plain_scan *s, unsigned classes)
{
  const char *at = s->at;
  const char *const end = s->end;
  while (end - at >= 8) {
    unsigned all = classes;
    for (unsigned i = 0; i < 8; i++)
      all &= uriel_bytes[(unsigned char)at[i]];
    if (!all)
      break;
    at += 8;
  }
  while (at < end && byte_is(*at, classes))
    at++;
  s->at = at;
}

/* The same where upper-case letters, which are in `classes` but not in `folded`, are to be noticed. */
static void plain_run_folded(plain_scan *s, unsigned folded, unsigned classes)
{
  plain_run(s, folded);
  if (s->at < s->end && byte_is(*s->at, BYTE_UPPER)) {
    s->flags |= URIEL_HAS_UPPER;
    plain_run(s, classes);
  }
}

/* Moves over bytes of `classes` and triplets; false at a "%" that begins none. */
static bool plain_run_encoded(plain_scan *s, unsigned classes)
{
  for (;;) {
    plain_run(s, classes);
    if (s->at == s->end || *s->at != '%')
      return true;
    if (!triplet_at(s->at, s->end))
      return false;
    s->flags |= URIEL_HAS_PERCENT;
    s->at += 3;
  }
}

static uint32_t plain_scheme_end(plain_scan *s)
{
  const char *const begin = s->at;
  if (begin == s->end || !byte_is(*begin, BYTE_ALPHA))
    return 0;
  plain_run_folded(s, BYTE_SCHEME_FOLDED, BYTE_SCHEME);
  if (s->at < s->end && *s->at == ':')
    return (uint32_t)(s->at++ - begin);
  s->at = begin;
  s->flags = 0;
  return 0;
}

/* Encoded bytes are rare in a host: the grammar has those. */
static void plain_host_port(plain_scan *s, uriel_ref *ref)
{
  ref->host_begin = (uint32_t)(s->at - ref->text);
  plain_run_folded(s, BYTE_NAME_FOLDED, BYTE_NAME);
  ref->host_end = (uint32_t)(s->at - ref->text);
  if (s->at < s->end && *s->at == ':') {
    s->at++;
    plain_run(s, BYTE_DIGIT);
  }
}

static bool plain_authority_ends(const plain_scan *s)
{
  return s->at == s->end || *s->at == '/' || *s->at == '?' || *s->at == '#';
}

/* Takes the authority for a host and a port, and where that fails, for user information before them. */
static bool plain_authority(plain_scan *s, uriel_ref *ref)
{
  const plain_scan begin = *s;
  plain_host_port(s, ref);
  if (plain_authority_ends(s))
    return true;
  *s = begin;
  if (!plain_run_encoded(s, BYTE_USERINFO) || s->at == s->end || *s->at != '@')
    return false;
  s->at++;
  plain_host_port(s, ref);
  return plain_authority_ends(s);
}

static bool plain_path(plain_scan *s, uriel_ref *ref)
{
  const char *const begin = s->at;
  ref->path_begin = (uint32_t)(begin - ref->text);
  if (!plain_run_encoded(s, BYTE_PATH))
    return false;
  ref->path_end = (uint32_t)(s->at - ref->text);
  if (ref->scheme_end == 0 && ref->host_begin == 0) {
    const char *const segment_end = view_find(begin, s->at, '/');
    if (view_find(begin, segment_end, ':') != segment_end)
      return false;
  }
  if (scan_path_dots(begin, s->at))
    s->flags |= URIEL_HAS_DOT_SEGMENT;
  return true;
}

static bool plain_query_fragment(plain_scan *s, uriel_ref *ref)
{
  if (s->at < s->end && *s->at == '?') {
    s->at++;
    if (!plain_run_encoded(s, BYTE_QUERY))
      return false;
  }
  ref->query_end = (uint32_t)(s->at - ref->text);
  if (s->at < s->end && *s->at == '#') {
    s->at++;
    if (!plain_run_encoded(s, BYTE_QUERY))
      return false;
  }
  return s->at == s->end;
}

static uint32_t plain_host_kind(const uriel_ref *ref)
{
  if (ref->host_begin == 0)
    return URIEL_HOST_NONE;
  return scan_host_kind(ref->text + ref->host_begin, ref->host_end - ref->host_begin);
}

bool uriel_scan_plain(uriel_ref *ref, const char *text, uint32_t len)
{
  plain_scan s = {text, text + len, 0};
  *ref = (uriel_ref){.text = text, .length = len};
  ref->scheme_end = plain_scheme_end(&s);
  if (s.end - s.at >= 2 && s.at[0] == '/' && s.at[1] == '/') {
    s.at += 2;
    if (!plain_authority(&s, ref))
      return false;
  }
  if (!plain_path(&s, ref) || !plain_query_fragment(&s, ref))
    return false;
  ref->flags = s.flags | plain_host_kind(ref);
  return true;
}
