/* SPDX-License-Identifier: MIT */
/* The fast path in plain C, again in two lanes: eight bytes at a time for simple
 * "scheme://host/path?query"; for the rest one table look-up for each byte and one loop for each
 * component. */
#include "scan/kernels.h"
#include "text/text.h"

/* ---- Eight bytes at a time -------------------------------------------------------------------- */

/* The result of a test is the highest bit of each byte. ASCII bytes do not have it, so a sum below
 * 0x100 does not reach the next byte. A byte that has it is odd, and makes the other results
 * irrelevant. */
enum { WORD_SIZE = 8 };

static inline uint64_t word_least(uint64_t word, unsigned least)
{
  return word + WORD_OF(0x80 - least);
}

static inline uint64_t word_differs(uint64_t word, char byte)
{
  return (word ^ WORD_OF((unsigned char)byte)) + WORD_OF(0x7F);
}

/* Bytes that no component has, "%" and "#", and the rare "!", "$" and "~", which lie next to them. */
static inline uint64_t word_odd(uint64_t word)
{
  const uint64_t even =
      word_least(word, '&') & word_differs(word | WORD_OF(2), '>') & word_differs(word, '`');
  const uint64_t high = word_least(word | WORD_OF(0x20), '{') & word_differs(word, '_');
  return (word | high | ~even) & WORD_OF(0x80);
}

typedef struct word_scan {
  const char *text;
  uint32_t len, path_end;
  uint64_t undotted; /* a byte without its highest bit: a "." followed a "/" in the path */
  bool percents;
} word_scan;

/* Reports whether the odd bytes of the word at `at` are rare valid bytes or percent-encoded. */
static bool word_right(word_scan *s, uint32_t at, uint64_t odd)
{
  for (; odd; odd &= odd - 1) {
    const char *const byte = s->text + at + word_lowest(odd) / 8;
    if (byte_is(*byte, BYTE_QUERY))
      continue;
    if (!triplet_at(byte, s->text + s->len))
      return false;
    s->percents = true;
  }
  return true;
}

/* Checks the word at `at`; `next` begins one byte later. */
static inline bool word_of_path(word_scan *s, uint32_t at, uint64_t word, uint64_t next)
{
  const uint64_t odd = word_odd(word), question = ~word_differs(word, '?') & WORD_OF(0x80);
  s->undotted &= ((word ^ WORD_OF('/')) | (next ^ WORD_OF('.'))) + WORD_OF(0x7F);
  if (question)
    s->path_end = at + word_lowest(question) / 8;
  return !odd || word_right(s, at, odd);
}

/* Checks words up to the one with the first "?"; the last one is the text's last eight bytes. Returns
 * where to continue, or 0 if the other lane has to decide. */
static uint32_t word_path(word_scan *s)
{
  uint32_t at = 0;
  for (; s->len - at > WORD_SIZE && s->path_end == s->len; at += WORD_SIZE)
    if (!word_of_path(s, at, word_read(s->text + at), word_read(s->text + at + 1)))
      return 0;
  if (s->path_end < s->len)
    return at;
  at = s->len - WORD_SIZE;
  const uint64_t word = word_read(s->text + at);
  return word_of_path(s, at, word, word >> 8) ? s->len : 0;
}

/* Returns the end of the scheme, in lower case, before "://", or 0. */
static uint32_t word_scheme(const char *text, uint32_t len)
{
  uint32_t at = 0;
  if (memcmp(text, "http", 4) == 0)
    at = text[4] == 's' ? 5 : 4;
  else if (byte_is(text[0], BYTE_ALPHA))
    while (at < len && byte_is(text[at], BYTE_SCHEME_FOLDED))
      at++;
  return len - at >= 3 && memcmp(text + at, "://", 3) == 0 ? at : 0;
}

/* Returns the end of the host at `at`, or 0 if it is not certainly a name in lower case. */
static uint32_t word_host(const char *text, uint32_t len, uint32_t at)
{
  uint64_t front = 0;
  const uint32_t begin = at;
  for (; !front && len - at >= WORD_SIZE; at += WORD_SIZE) {
    /* ":", "/", "?", "@" and the upper-case letters: they end a host or need the other lane. */
    const uint64_t word = word_read(text + at);
    const uint64_t within = word_least(word, '?') & ~word_least(word, '[');
    front = (within | ~(word_differs(word, ':') & word_differs(word, '/'))) & WORD_OF(0x80);
  }
  if (front)
    at += word_lowest(front) / 8 - WORD_SIZE;
  else
    while (at < len && byte_is(text[at], BYTE_NAME_FOLDED))
      at++;
  const bool ended = at == len || text[at] == '/' || text[at] == '?';
  return ended && (at == begin || !byte_is(text[at - 1], BYTE_DIGIT)) ? at : 0;
}

/* False means that the other lane has to decide. */
static bool word_lane(uriel_ref *ref, const char *text, uint32_t len)
{
  word_scan s = {.text = text, .len = len, .path_end = len, .undotted = WORD_OF(0x80)};
  if (len < WORD_SIZE)
    return false;
  const uint32_t colon = word_scheme(text, len);
  const uint32_t end = colon ? word_host(text, len, colon + 3) : 0;
  const uint32_t query = end ? word_path(&s) : 0;
  if (!query || (s.undotted & WORD_OF(0x80)) != WORD_OF(0x80))
    return false;
  /* The last word ends with the text. No place past it is computed: in 32 bits, the one after the
   * longest text would be 0. */
  for (uint32_t at = query; at < len;) {
    const bool last = len - at <= WORD_SIZE;
    const uint32_t here = last ? len - WORD_SIZE : at;
    const uint64_t odd = word_odd(word_read(text + here));
    if (odd && !word_right(&s, here, odd))
      return false;
    at = last ? len : at + WORD_SIZE;
  }
  *ref = (uriel_ref){.text = text,
                     .length = len,
                     .scheme_end = colon,
                     .host_begin = colon + 3,
                     .host_end = end,
                     .path_begin = end,
                     .path_end = s.path_end,
                     .query_end = len,
                     .flags = URIEL_HOST_NAME | (s.percents ? URIEL_HAS_PERCENT : 0)};
  return true;
}

/* ---- A byte at a time ------------------------------------------------------------------------- */

typedef struct plain_scan {
  const char *at;
  const char *end;
  uint32_t flags;
} plain_scan;

/* Eight at a time: no branch on a single byte until the run ends. */
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

/* The same; notes upper-case letters, which are in `classes` but not in `folded`. */
static void plain_run_folded(plain_scan *s, unsigned folded, unsigned classes)
{
  plain_run(s, folded);
  if (s->at < s->end && byte_is(*s->at, BYTE_UPPER)) {
    s->flags |= URIEL_HAS_UPPER;
    plain_run(s, classes);
  }
}

/* Skips bytes of `classes` and triplets. Returns false at a "%" that begins no triplet. */
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

/* Encoded bytes are rare in a host: left to the grammar. */
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

/* Reads the authority as host and port, and if that fails, as user information followed by them. */
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

static bool plain_lane(uriel_ref *ref, const char *text, uint32_t len)
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
  ref->flags = s.flags;
  if (ref->host_begin > 0)
    ref->flags |= scan_host_kind(text + ref->host_begin, ref->host_end - ref->host_begin);
  return true;
}

bool uriel_scan_plain(uriel_ref *ref, const char *text, uint32_t len)
{
  return word_lane(ref, text, len) || plain_lane(ref, text, len);
}

bool uriel_unquoted_plain(uriel_ref *ref, const char *text, uint32_t len)
{
  return uriel_scan_plain(ref, text, len) && view_find(text, text + len, '\'') == text + len;
}

/* Reading line ends and references together would gain nothing. */
size_t uriel_lines_plain(uriel_ref *refs, size_t capacity, const char **at, const char *end,
                         uriel_row_reader *otherwise)
{
  (void)refs, (void)capacity, (void)at, (void)end, (void)otherwise;
  return 0;
}
