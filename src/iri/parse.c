/* SPDX-License-Identifier: MIT */
/* Parses IRI references (RFC 3987, 2.2). */
#include "iri/document.h"
#include "scan/scan.h"
#include "text/bytes.h"
#include "text/utf8.h"
#include "uri/component.h"
#include "uriel_iri.h"

/* A copy of a text in which "_" replaces each byte of a character outside US-ASCII. Both are unreserved
 * (6.5), so the copy is a URI reference exactly if the text is an IRI reference, except for the two
 * places that only a character outside US-ASCII can break: a private character outside a query, and
 * any such character in an IP literal. */
enum { MASK_MAX = 2048 };

typedef struct mask {
  char text[MASK_MAX];
  size_t private_begin, private_end; /* from the first to after the last private character */
} mask;

/* Returns the length of one of the characters U+00C0 to U+07FF, or U+1000 to U+CFFF without U+2000 to
 * U+2FFF, all of which an IRI has; otherwise 0. */
static inline size_t mask_common(const unsigned char *at, size_t left)
{
  if (left < 3)
    return 0;
  if (at[0] >= 0xC3 && at[0] <= 0xDF && (at[1] & 0xC0) == 0x80)
    return 2;
  const bool common = at[0] >= 0xE1 && at[0] <= 0xEC && at[0] != 0xE2;
  return common && (at[1] & 0xC0) == 0x80 && (at[2] & 0xC0) == 0x80 ? 3 : 0;
}

/* Replaces the character at `at`. Returns its length, or 0 if no IRI has it. */
static size_t mask_character(mask *m, const char *text, size_t at, size_t len)
{
  uint32_t character;
  const size_t n = uriel_utf8_character(text + at, text + len, &character);
  const ucs_kind kind = n > 1 ? uriel_ucs_kind(character) : UCS_OTHER;
  if (kind == UCS_OTHER)
    return 0;
  if (kind == UCS_PRIVATE) {
    if (m->private_end == 0)
      m->private_begin = at;
    m->private_end = at + n;
  }
  memset(m->text + at, '_', n);
  return n;
}

static bool mask_fill(mask *m, const char *text, size_t len)
{
  size_t at = 0;
  m->private_begin = m->private_end = 0;
  while (at < len) {
    if (len - at >= 8 && !(word_read(text + at) & 0x8080808080808080u)) {
      memcpy(m->text + at, text + at, 8);
      at += 8;
    } else if ((unsigned char)text[at] < 0x80) {
      m->text[at] = text[at];
      at++;
    } else {
      size_t n = mask_common((const unsigned char *)text + at, len - at);
      if (n > 0)
        m->text[at] = m->text[at + 1] = m->text[at + 2] =
            '_'; /* the next character overwrites the third */
      else
        n = mask_character(m, text, at, len);
      if (n == 0)
        return false;
      at += n;
    }
  }
  return true;
}

static bool mask_is_ascii(const char *text, size_t len)
{
  size_t at = 0;
  for (; len - at >= 8; at += 8)
    if (word_read(text + at) & 0x8080808080808080u)
      return false;
  while (at < len && (unsigned char)text[at] < 0x80)
    at++;
  return at == len;
}

static APART bool parse_masked(uriel_ref *ref, const char *text, uint32_t len)
{
  mask m;
  if (!mask_fill(&m, text, len) || !uriel_scan(ref, m.text, len))
    return false;
  ref->text = text;
  if (m.private_end > 0 && (m.private_begin < ref->path_end || m.private_end > ref->query_end))
    return false;
  return uriel_host_kind_of(ref) != URIEL_HOST_IPVFUTURE ||
         mask_is_ascii(text + ref->host_begin, ref->host_end - ref->host_begin);
}

/* Every URI reference is an IRI reference. */
static bool parse_fast_iri(uriel_ref *ref, const char *text, uint32_t len)
{
  if (mask_is_ascii(text, len))
    return uriel_scan(ref, text, len);
  return len <= MASK_MAX && parse_masked(ref, text, len);
}

const reading uriel_reading_iri = {
    URIEL_SPEC_IRI, {uriel_rfc3987_member, uriel_rfc3987_expected}, NULL, uriel_split, uriel_iri_blame,
    parse_fast_iri};
