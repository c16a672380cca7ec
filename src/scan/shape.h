/* SPDX-License-Identifier: MIT */
/* Finds the components of a reference by bit arithmetic on masks of 64 bytes; the vector kernels share
 * it. A kernel makes the masks, in which bit i is byte i and no bit is set past the text's end. There
 * are two lanes. The fast one handles simple "scheme://host/path?query", the form of most references.
 * The full one handles nearly all others, and leaves the rest to the plain scan. Everything is inlined
 * into each kernel, to be compiled for its instructions. */
#ifndef URIEL_SCAN_SHAPE_H
#define URIEL_SCAN_SHAPE_H

#include "scan/kernels.h"
#include "text/bytes.h"

#define SCAN_APART static __attribute__((noinline))
#define SCAN_INLINE static inline __attribute__((always_inline))

enum { SCAN_BLOCK = 64 };

/* The fast lane's look at a block. */
typedef struct scan_look {
  uint64_t front;    /* SCAN_FRONT; used of the first block only */
  uint64_t question; /* "?" */
  bool odd;          /* a byte is SCAN_ODD or beyond ASCII, or a "." follows a "/" */
} scan_look;

/* The full lane's look at a block. */
typedef struct scan_masks {
  uint64_t never; /* SCAN_NEVER, and bytes beyond ASCII */
  uint64_t stop;  /* SCAN_STOP */
  uint64_t hash, slash, dot, percent;
  uint64_t hex; /* SCAN_HEX */
} scan_masks;

/* Its look at the first block besides. */
typedef struct scan_head {
  uint64_t colon, at;
  uint64_t upper;      /* SCAN_UPPER */
  uint64_t not_scheme; /* SCAN_NOT_SCHEME */
} scan_head;

/* How a kernel looks at the block at `at`, `left` bytes before the text's end. Bytes after the end
 * must not be read. */
typedef scan_look scan_looker(const char *at, uint32_t left);
typedef uint64_t scan_feeder(const char *block); /* the line feeds of 64 bytes */
typedef scan_masks scan_masker(const char *at, uint32_t left);
typedef scan_head scan_header(const char *at, uint32_t left);

#define scan_rarely(condition) __builtin_expect(!!(condition), 0)

/* The n lowest bits. */
SCAN_INLINE uint64_t scan_low(uint32_t n)
{
  return n < SCAN_BLOCK ? ((uint64_t)1 << n) - 1 : ~(uint64_t)0;
}

/* The place of the lowest bit of a mask other than 0. */
SCAN_INLINE uint32_t scan_lowest(uint64_t mask)
{
  return (uint32_t)__builtin_ctzll(mask);
}

/* The smaller of `before` and the place of the lowest bit. */
SCAN_INLINE uint32_t scan_earlier(uint32_t before, uint64_t mask, uint32_t base)
{
  const uint32_t at = mask ? base + scan_lowest(mask) : UINT32_MAX;
  return at < before ? at : before;
}

/* ---- The fast lane ---------------------------------------------------------------------------- */

/* Returns the end of the host that begins after the colon and two slashes, or 0 if it is not in this
 * block or can be an address. `front` has the bytes that end a host, and those past the text's end. */
SCAN_INLINE uint32_t scan_fast_host(const char *text, uint32_t len, uint64_t front, uint32_t colon)
{
  const uint64_t rest = front >> colon;
  const uint64_t behind = rest >> 3;
  if (scan_rarely(len - colon < 3 || !behind || text[colon + 1] != '/' || text[colon + 2] != '/'))
    return 0;
  const uint32_t end = colon + 3 + scan_lowest(behind);
  const bool ended = end == len || text[end] == '/' || text[end] == '?';
  return ended && !byte_is(text[end - 1], BYTE_DIGIT) ? end : 0;
}

/* Reads scheme and authority. Returns true if both have the simplest form. */
SCAN_INLINE bool scan_fast_front(uriel_ref *ref, const char *text, uint32_t len, uint64_t front)
{
  if (scan_rarely(!front))
    return false;
  const uint32_t colon = scan_lowest(front);
  if (scan_rarely(colon >= len || text[colon] != ':' || !byte_is(text[0], BYTE_ALPHA)))
    return false;
  const uint32_t end = scan_fast_host(text, len, front, colon);
  if (scan_rarely(!end))
    return false;
  *ref = (uriel_ref){.text = text,
                     .length = len,
                     .scheme_end = colon,
                     .host_begin = colon + 3,
                     .host_end = end,
                     .path_begin = end,
                     .flags = URIEL_HOST_NAME};
  return true;
}

/* False means that the full lane has to decide. */
SCAN_INLINE bool scan_fast(uriel_ref *ref, const char *text, uint32_t len, scan_looker *look)
{
  const scan_look first = look(text, len);
  uint32_t path_end = scan_earlier(len, first.question, 0);
  bool odd = first.odd;
  /* Counted in size_t: in 32 bits, the block after the longest text would be 0. */
  for (size_t at = SCAN_BLOCK; at < len && !odd; at += SCAN_BLOCK) {
    const uint32_t base = (uint32_t)at;
    const scan_look next = look(text + base, len - base);
    path_end = scan_earlier(path_end, next.question, base);
    /* without a branch on either byte, which would be mispredicted */
    odd = next.odd | ((text[base - 1] == '/') & (text[base] == '.'));
  }
  if (scan_rarely(odd) || !scan_fast_front(ref, text, len, first.front | ~scan_low(len)))
    return false;
  ref->path_end = path_end;
  ref->query_end = len;
  return true;
}

/* ---- The full lane ---------------------------------------------------------------------------- */

/* The state after the blocks so far. */
typedef struct scan_state {
  uint64_t wrong;    /* not 0 if the grammar has to decide */
  uint64_t percents; /* not 0 if there is a "%" */
  uint64_t dots;     /* not 0 if a "." follows a "/" */
  uint64_t due;      /* bytes of the next block that must be hexadecimal digits */
  uint64_t slashed;  /* 1 if the last byte was "/" */
  uint32_t hashes;
  uint32_t path_end, query_end; /* the text's length until found */
} scan_state;

SCAN_INLINE void scan_block(scan_state *s, scan_masks m, uint32_t base)
{
  const uint64_t due = m.percent << 1 | m.percent << 2 | s->due;
  s->wrong |= m.never | (due & ~m.hex);
  s->due = m.percent >> 62 | m.percent >> 63;
  s->percents |= m.percent;
  s->dots |= m.dot & (m.slash << 1 | s->slashed);
  s->slashed = m.slash >> 63;
  s->wrong |= m.hash & (m.hash - 1);
  s->hashes += m.hash != 0;
  s->path_end = scan_earlier(s->path_end, m.stop, base);
  s->query_end = scan_earlier(s->query_end, m.hash, base);
}

/* Reads a host and an optional port. Returns whether they reach path_begin. */
SCAN_INLINE bool scan_host_port(uriel_ref *ref, uint64_t colons)
{
  ref->host_end = scan_lowest(colons);
  uint32_t at = ref->host_end + 1;
  while (at < ref->path_begin && byte_is(ref->text[at], BYTE_DIGIT))
    at++;
  return at == ref->path_begin;
}

/* Reads the authority from `begin` on; `ends` has the bytes that may end it. The plain scan handles
 * user information, and authorities beyond the first block. */
SCAN_INLINE bool scan_authority(uriel_ref *ref, scan_head head, uint64_t ends, uint32_t begin)
{
  const uint64_t behind = begin < SCAN_BLOCK ? ends >> begin : 0;
  if (!behind)
    return false;
  ref->host_begin = begin;
  ref->host_end = ref->path_begin = begin + scan_lowest(behind);
  const uint64_t within = scan_low(ref->path_begin) & ~scan_low(begin);
  if (head.at & within)
    return false;
  if (head.colon & within && !scan_host_port(ref, head.colon & within))
    return false;
  ref->flags = scan_host_kind(ref->text + begin, ref->host_end - begin);
  return true;
}

/* Reads scheme and authority, both within the first block, and the "//" between them. */
SCAN_INLINE bool scan_front(uriel_ref *ref, scan_head head, scan_masks m)
{
  const uint64_t ends = m.slash | m.stop | ~scan_low(ref->length);
  const uint64_t first =
      (head.colon | ends) & (0 - (head.colon | ends)); /* only the lowest bit, or none */
  uint32_t at = 0;
  if (head.colon & first) {
    if (head.not_scheme & (first - 1) || !byte_is(ref->text[0], BYTE_ALPHA))
      return false;
    ref->scheme_end = scan_lowest(first);
    at = ref->scheme_end + 1;
  }
  ref->path_begin = at;
  if (at < SCAN_BLOCK - 1 && (m.slash >> at & 3) == 3)
    return scan_authority(ref, head, ends, at + 2);
  return first && (at < SCAN_BLOCK - 1 || ref->length <= SCAN_BLOCK);
}

SCAN_INLINE uint32_t scan_hints(const uriel_ref *ref, const scan_state *s, scan_head head)
{
  const uint32_t front = ref->host_end > ref->scheme_end ? ref->host_end : ref->scheme_end;
  const char *const path = ref->text + ref->path_begin, *const end = ref->text + ref->path_end;
  uint32_t flags = s->percents ? URIEL_HAS_PERCENT : 0;
  if (head.upper & scan_low(front))
    flags |= URIEL_HAS_UPPER;
  if ((s->dots || (path < end && *path == '.')) && scan_path_dots(path, end))
    flags |= URIEL_HAS_DOT_SEGMENT;
  return flags;
}

/* False means that the plain scan has to decide. */
SCAN_INLINE bool scan_full(uriel_ref *ref, const char *text, uint32_t len, scan_masker *masks,
                           scan_header *header)
{
  scan_state s = {.path_end = len, .query_end = len};
  const scan_head head = header(text, len);
  const scan_masks first = masks(text, len);
  *ref = (uriel_ref){.text = text, .length = len};
  scan_block(&s, first, 0);
  for (size_t at = SCAN_BLOCK; at < len; at += SCAN_BLOCK)
    scan_block(&s, masks(text + at, len - (uint32_t)at), (uint32_t)at);
  if (s.wrong || s.due || s.hashes > 1 || !scan_front(ref, head, first))
    return false;
  ref->path_end = s.path_end;
  ref->query_end = s.query_end;
  ref->flags |= scan_hints(ref, &s, head);
  return true;
}

/* ---- Lines ------------------------------------------------------------------------------------ */

/* Line ends are found for this many lines first, so that no line waits for the one before. */
enum { SCAN_FEEDS = 64 };

/* Adds the places of a block's line feeds. Returns how many there are. The first two are written
 * unconditionally, because few blocks have more; unused entries are ignored. */
SCAN_INLINE size_t scan_feeds_add(uint32_t *feeds, uint64_t mask, uint32_t base)
{
  const uint64_t sentinel = (uint64_t)1 << (SCAN_BLOCK - 1);
  const uint64_t second = mask & (mask - 1);
  size_t count = (size_t)(mask != 0) + (second != 0);
  feeds[0] = base + scan_lowest(mask | sentinel);
  feeds[1] = base + scan_lowest(second | sentinel);
  for (uint64_t rest = second & (second - 1); scan_rarely(rest != 0); rest &= rest - 1)
    feeds[count++] = base + scan_lowest(rest);
  return count;
}

/* Finds line feeds from `from` on: at least one if there is one within 4 GiB, at most SCAN_FEEDS and
 * the line feeds of one block. */
SCAN_INLINE size_t scan_feeds(uint32_t *feeds, size_t most, const char *from, const char *end,
                              scan_feeder *feeder)
{
  const size_t left = (size_t)(end - from);
  const uint32_t size = left < UINT32_MAX ? (uint32_t)left : UINT32_MAX;
  uint32_t at = 0;
  size_t count = 0;
  for (; size - at >= SCAN_BLOCK && count < most; at += SCAN_BLOCK)
    count += scan_feeds_add(feeds + count, feeder(from + at), at);
  for (; at < size && count < most; at++)
    if (from[at] == '\n')
      feeds[count++] = at;
  return count < most ? count : most;
}

SCAN_INLINE size_t scan_lines(uriel_ref *refs, size_t capacity, const char **at, const char *end,
                              uriel_row_reader *otherwise, scan_feeder *feeder, uriel_scan_kernel *scan)
{
  uint32_t feeds[SCAN_FEEDS + SCAN_BLOCK];
  const char *line = *at;
  size_t count = 0, found = 1;
  while (count < capacity && found > 0) {
    const char *const from = line;
    found = scan_feeds(feeds, capacity - count < SCAN_FEEDS ? capacity - count : SCAN_FEEDS, from, end,
                       feeder);
    for (size_t i = 0; i < found; i++, count++) {
      const char *const feed = from + feeds[i];
      const uint32_t len = (uint32_t)(feed - line) - (feed > line && feed[-1] == '\r');
      if (scan_rarely(!scan(&refs[count], line, len)))
        otherwise(&refs[count], line, len);
      line = feed + 1;
    }
  }
  *at = line;
  return count;
}

/* ---- The functions of a kernel ------------------------------------------------------------------ */

/* Defines uriel_scan_NAME, uriel_unquoted_NAME and uriel_lines_NAME: FAST with its parameter, then FULL
 * with its own. The full lane is not inlined, to keep registers free for the fast one. */
#define SCAN_FUNCTIONS(TARGET, NAME, FAST, FULL, fast, full, fast_unquoted, full_unquoted)              \
  TARGET SCAN_APART bool NAME##_full(uriel_ref *ref, const char *text, uint32_t len)                    \
  {                                                                                                     \
    return FULL(ref, text, len, full) || uriel_scan_plain(ref, text, len);                              \
  }                                                                                                     \
  TARGET SCAN_INLINE bool NAME##_scan(uriel_ref *ref, const char *text, uint32_t len)                   \
  {                                                                                                     \
    return FAST(ref, text, len, fast) || NAME##_full(ref, text, len);                                   \
  }                                                                                                     \
  TARGET bool uriel_scan_##NAME(uriel_ref *ref, const char *text, uint32_t len)                         \
  {                                                                                                     \
    return NAME##_scan(ref, text, len);                                                                 \
  }                                                                                                     \
  TARGET SCAN_APART bool NAME##_unquoted_full(uriel_ref *ref, const char *text, uint32_t len)           \
  {                                                                                                     \
    return FULL(ref, text, len, full_unquoted);                                                         \
  }                                                                                                     \
  TARGET bool uriel_unquoted_##NAME(uriel_ref *ref, const char *text, uint32_t len)                     \
  {                                                                                                     \
    return FAST(ref, text, len, fast_unquoted) || NAME##_unquoted_full(ref, text, len);                 \
  }                                                                                                     \
  TARGET size_t uriel_lines_##NAME(uriel_ref *refs, size_t capacity, const char **at, const char *end,  \
                                   uriel_row_reader *otherwise)                                         \
  {                                                                                                     \
    return scan_lines(refs, capacity, at, end, otherwise, NAME##_feeds, NAME##_scan);                   \
  }

#endif
