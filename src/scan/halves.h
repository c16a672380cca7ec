/* SPDX-License-Identifier: MIT */
/* The two lanes of shape.h for kernels that can only load whole vectors. A block is two halves of 32
 * bytes, which may overlap. If fewer than 64 bytes are left, the block is the text's last 64 bytes,
 * some of which were seen before. Texts of up to 32 bytes are copied into a buffer of 64. */
#ifndef URIEL_SCAN_HALVES_H
#define URIEL_SCAN_HALVES_H

#include "scan/shape.h"
#include "text/bytes.h"

enum { SCAN_HALF = 32 };

/* Classes of bytes, for look-ups by both halves of a byte. FRONT: a scheme without upper-case letters
 * does not have the byte; "~" is not among them. ODD: no component has it, or it is "%" or "#". Bits 0
 * to 2 are FRONT for the upper halves 2, 3, and 4 and 5; the others ODD for 2, 3, 5, 6 and 7. */
enum { HALVES_FRONT = 0x07, HALVES_ODD = 0xF8, HALVES_ODD_2 = 0x08 };

/* The classes of bytes with each lower half, and with each upper half. */
#define HALVES_LOW                                                                                      \
  0x4C, 0x05, 0x0C, 0x0C, 0x05, 0x0D, 0x05, 0x05, 0x05, 0x05, 0x07, 0xA6, 0xB5, 0xA6, 0x34, 0x87
#define HALVES_HIGH 0, 0, 0x09, 0x12, 0x04, 0x24, 0x40, 0x80, 0, 0, 0, 0, 0, 0, 0, 0

/* The fast lane's look at a block; bit i is byte i. */
typedef struct scan_half_look {
  uint64_t question;
  uint32_t odd; /* not 0 if scan_half_masks has more than "?"; may also be set by rare valid bytes */
} scan_half_look;

/* The fast lane's look at a block with an odd byte. */
typedef struct scan_half_rare {
  uint64_t percent, hex;
  uint32_t wrong; /* not 0 if a byte is in no component, is "#", or is a "." after a "/" */
} scan_half_rare;

/* The full lane's look at a block. */
typedef struct scan_half_masks {
  uint64_t never; /* bytes in no component except an IP literal; may include "%" and "#" */
  uint64_t hash, question, percent;
  uint32_t dots; /* not 0 if a "." follows a "/" */
} scan_half_masks;

/* How a kernel looks at the block at `at`, whose second half begins `shift` bytes after the first.
 * `back` is 1 or 0: pairs of "/" and "." count from that many bytes before `at`. */
typedef scan_half_look scan_half_looker(const char *at, uint32_t shift, uint32_t back);
typedef scan_half_masks scan_half_masker(const char *at, uint32_t shift, uint32_t back);
typedef scan_half_rare scan_half_rarely(const char *at, uint32_t shift, uint32_t back);
typedef scan_head scan_half_header(const char *at, uint32_t shift);
typedef uint64_t scan_half_picker(const char *at, uint32_t shift);
typedef uint32_t scan_half_fronter(const char *at);
typedef uint32_t scan_half_finder(const char *at, uint32_t shift);

typedef struct scan_kernel {
  scan_half_looker *look;
  scan_half_rarely *rare;
  scan_half_fronter
      *front;  /* of 32 bytes: ":", "/", "?", "@", upper-case letters, and possibly any but "z" */
  bool strict; /* `front` has all bytes except lower-case letters, digits, "+", "-" and "." */
  scan_half_masker *masks;
  scan_half_header *head;
  scan_half_picker *hex, *slashes;
  scan_half_finder *quotes; /* not 0 if there is a "'"; NULL if the kernel takes it */
} scan_kernel;

/* Returns the address; the compiler does not know its contents. */
SCAN_INLINE const void *scan_hidden(const void *at)
{
  __asm__("" : "+r"(at));
  return at;
}

SCAN_INLINE uint64_t scan_join(uint64_t first, uint64_t second, uint32_t shift)
{
  return first | second << shift;
}

/* The distance between the halves of the first block. */
SCAN_INLINE uint32_t scan_half_shift(uint32_t len)
{
  return len > SCAN_HALF && len < SCAN_BLOCK ? len - SCAN_HALF : SCAN_HALF;
}

/* Returns the first block. A text of up to 32 bytes is copied and padded with "z", which is in no
 * class. Two overlapping copies of one size serve many lengths. */
SCAN_INLINE const char *scan_half_room(char room[SCAN_BLOCK], const char *text, uint32_t len)
{
  if (len > SCAN_HALF)
    return text;
  memset(room, 'z', SCAN_BLOCK);
  if (len >= 16) {
    memcpy(room, text, 16);
    memcpy(room + len - 16, text + len - 16, 16);
  } else if (len >= 8) {
    memcpy(room, text, 8);
    memcpy(room + len - 8, text + len - 8, 8);
  } else {
    for (uint32_t i = 0; i < len; i++)
      room[i] = text[i];
  }
  return room;
}

/* The place of the block for `base`, which is not 0: moved back so that 64 bytes are left. */
SCAN_INLINE uint32_t scan_half_base(uint32_t base, uint32_t len)
{
  return base < len - SCAN_BLOCK ? base : len - SCAN_BLOCK;
}

/* Not 0 if a byte after "%" is not a hexadecimal digit. `due` marks the bytes of the next block that
 * must be digits. The first `seen` bytes belong to the block before. */
SCAN_INLINE uint64_t scan_half_wrong(uint64_t percent, uint64_t hex, uint32_t seen, uint64_t *due)
{
  const uint64_t rest = percent >> seen;
  const uint64_t wrong = (rest << 1 | rest << 2 | *due) & ~(hex >> seen);
  *due = rest >> 62 | rest >> 63;
  return wrong;
}

/* ---- The fast lane ---------------------------------------------------------------------------- */

typedef struct scan_half_state {
  uint64_t wrong, due;
  uint32_t percents, path_end;
} scan_half_state;

/* A block with an odd byte, in which percent-encodings are valid. */
SCAN_INLINE void scan_half_odd(scan_half_state *s, const scan_kernel *k, const char *at, uint32_t shift,
                               uint32_t back, uint32_t seen)
{
  const scan_half_rare rare = k->rare(at, shift, back);
  s->wrong |= rare.wrong | scan_half_wrong(rare.percent, rare.hex, seen, &s->due);
  if (rare.percent)
    s->percents = URIEL_HAS_PERCENT;
}

SCAN_INLINE void scan_half_fast(scan_half_state *s, const scan_kernel *k, const char *at, uint32_t shift,
                                uint32_t base, uint32_t seen)
{
  const scan_half_look look = k->look(at, shift, base != 0);
  if (k->quotes)
    s->wrong |= k->quotes(at, shift);
  s->path_end = scan_earlier(s->path_end, look.question, base - seen);
  if (scan_rarely(look.odd | s->due))
    scan_half_odd(s, k, at, shift, base != 0, seen);
}

/* Reports whether the text before the first colon is a scheme without upper-case letters. */
SCAN_INLINE bool scan_half_scheme(const char *text, uint32_t len)
{
  uint32_t at = 0;
  if (len >= 4 && memcmp(text, "http", 4) == 0)
    at = len > 4 && text[4] == 's' ? 5 : 4;
  while (at < len && byte_is(text[at], BYTE_SCHEME_FOLDED))
    at++;
  return at == len;
}

/* Looks at 32 bytes first: most hosts end there. */
SCAN_INLINE bool scan_half_front_fast(uriel_ref *ref, const char *text, uint32_t len,
                                      const scan_kernel *k, const char *from, uint32_t shift)
{
  const uint64_t front = k->front(from), end = ~scan_low(len);
  if (scan_rarely(!scan_fast_front(ref, text, len, front | end | ~scan_low(SCAN_HALF))) &&
      !scan_fast_front(ref, text, len, scan_join(front, k->front(from + shift), shift) | end))
    return false;
  return k->strict || scan_half_scheme(text, ref->scheme_end);
}

SCAN_INLINE bool scan_fast_halves(uriel_ref *ref, const char *text, uint32_t len, const scan_kernel *k)
{
  char room[SCAN_BLOCK];
  const char *const from = scan_half_room(room, text, len);
  const uint32_t shift = scan_half_shift(len);
  scan_half_state s = {.path_end = len};
  scan_half_fast(&s, k, from, shift, 0, 0);
  /* Counted in size_t, as in scan_fast. */
  for (size_t next = SCAN_BLOCK; next < len; next += SCAN_BLOCK) {
    const uint32_t base = (uint32_t)next, at = scan_half_base(base, len);
    scan_half_fast(&s, k, text + at, SCAN_HALF, base, base - at);
  }
  if (scan_rarely(s.wrong | s.due) || !scan_half_front_fast(ref, text, len, k, from, shift))
    return false;
  ref->path_end = s.path_end;
  ref->query_end = len;
  ref->flags |= s.percents;
  return true;
}

/* ---- The full lane ---------------------------------------------------------------------------- */

SCAN_INLINE void scan_half_full(scan_state *s, const scan_kernel *k, const char *at, uint32_t shift,
                                uint32_t base, uint32_t seen)
{
  const scan_half_masks m = k->masks(at, shift, base != 0);
  const uint64_t hash = m.hash >> seen;
  s->wrong |= m.never & ~m.hash & ~m.percent;
  if (k->quotes)
    s->wrong |= k->quotes(at, shift);
  s->dots |= m.dots;
  s->percents |= m.percent;
  if (m.percent | s->due)
    s->wrong |= scan_half_wrong(m.percent, k->hex(at, shift), seen, &s->due);
  if (hash) {
    s->wrong |= (hash & (hash - 1)) | s->hashes;
    s->hashes = 1;
    s->query_end = scan_earlier(s->query_end, hash, base);
  }
  s->path_end = scan_earlier(s->path_end, m.question >> seen | hash, base);
}

/* Reads scheme and authority, and sets the ends of the rest. */
SCAN_INLINE bool scan_half_front(uriel_ref *ref, const scan_kernel *k, const char *from, uint32_t shift,
                                 const scan_state *s)
{
  const scan_head head = k->head(from, shift);
  const uint64_t stop = s->path_end < SCAN_BLOCK ? (uint64_t)1 << s->path_end : 0;
  if (!scan_front(ref, head, (scan_masks){.slash = k->slashes(from, shift), .stop = stop}))
    return false;
  ref->path_end = s->path_end;
  ref->query_end = s->query_end;
  ref->flags |= scan_hints(ref, s, head);
  return true;
}

SCAN_INLINE bool scan_full_halves(uriel_ref *ref, const char *text, uint32_t len, const scan_kernel *k)
{
  char room[SCAN_BLOCK];
  const char *const from = scan_half_room(room, text, len);
  const uint32_t shift = scan_half_shift(len);
  scan_state s = {.path_end = len, .query_end = len};
  scan_half_full(&s, k, from, shift, 0, 0);
  for (size_t next = SCAN_BLOCK; next < len; next += SCAN_BLOCK) {
    const uint32_t base = (uint32_t)next, at = scan_half_base(base, len);
    scan_half_full(&s, k, text + at, SCAN_HALF, base, base - at);
  }
  *ref = (uriel_ref){.text = text, .length = len};
  return !s.wrong && !s.due && scan_half_front(ref, k, from, shift, &s);
}

#endif
