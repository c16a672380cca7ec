/* SPDX-License-Identifier: MIT */
/* The kernel of halves.h over vectors of 16 bytes. The header of the instruction set has the type
 * `quarter`, the constant QUARTER_STRICT (the member `strict` of scan_kernel) and these primitives. A
 * quarter of truth values has all bits of a byte set, or none.
 *
 *   quarter quarter_load(const char *at);
 *   quarter quarter_or(quarter a, quarter b), quarter_and(quarter a, quarter b);
 *   quarter quarter_are(quarter bytes, char byte);  the bytes equal to `byte`
 *   quarter quarter_odd(quarter bytes);     no component has them, or they are "%", "#", or rare
 *   quarter quarter_wrong(quarter bytes);   no component has them; also "%" and "#", or not
 *   quarter quarter_front(quarter bytes);   scan_kernel.front
 *   quarter quarter_scheme(quarter bytes);  a scheme has them
 *   quarter quarter_upper(quarter bytes), quarter_hex(quarter bytes);
 *   uint32_t quarter_some(quarter bytes);   not 0 if one byte is set
 *   uint32_t quarter_pair(quarter a, quarter b);  a bit for each byte
 *   uint64_t quarter_join(quarter a, quarter b, quarter c, quarter d, uint32_t shift);
 *                                           a bit for each byte; the bits of c and d are shifted
 */
#include "scan/neon.h"
#include "scan/simd128.h"
#include "scan/sse2.h"

#ifdef URIEL_SCAN_QUARTERS

/* 64 bytes: two halves, each of two quarters. */
typedef struct quarters {
  quarter a, b, c, d;
} quarters;

typedef quarter quarter_map(quarter bytes);

SCAN_INLINE quarters quarters_at(const char *at, uint32_t shift)
{
  return (quarters){quarter_load(at), quarter_load(at + 16), quarter_load(at + shift),
                    quarter_load(at + shift + 16)};
}

SCAN_INLINE uint64_t quarters_bits(quarters s, quarter_map *map, uint32_t shift)
{
  return quarter_join(map(s.a), map(s.b), map(s.c), map(s.d), shift);
}

SCAN_INLINE uint64_t quarters_which(quarters s, char byte, uint32_t shift)
{
  return quarter_join(quarter_are(s.a, byte), quarter_are(s.b, byte), quarter_are(s.c, byte),
                      quarter_are(s.d, byte), shift);
}

SCAN_INLINE quarter quarters_any(quarters s, quarter_map *map)
{
  return quarter_or(quarter_or(map(s.a), map(s.b)), quarter_or(map(s.c), map(s.d)));
}

SCAN_INLINE quarter quarter_dots(const char *at)
{
  return quarter_and(quarter_are(quarter_load(at), '/'), quarter_are(quarter_load(at + 1), '.'));
}

/* Each "/" that a "." follows. */
SCAN_INLINE quarter quarters_dots(const char *at, uint32_t shift, uint32_t back)
{
  return quarter_or(quarter_or(quarter_dots(at - back), quarter_dots(at - back + 16)),
                    quarter_or(quarter_dots(at + shift - 1), quarter_dots(at + shift + 15)));
}

SCAN_INLINE scan_half_look quarters_look(const char *at, uint32_t shift, uint32_t back)
{
  const quarters s = quarters_at(at, shift);
  const quarter odd = quarters_any(s, quarter_odd);
  return (scan_half_look){.question = quarters_which(s, '?', shift),
                          .odd = quarter_some(quarter_or(odd, quarters_dots(at, shift, back)))};
}

SCAN_INLINE uint64_t quarters_hex(const char *at, uint32_t shift)
{
  return quarters_bits(quarters_at(at, shift), quarter_hex, shift);
}

SCAN_INLINE uint64_t quarters_slashes(const char *at, uint32_t shift)
{
  return quarters_which(quarters_at(at, shift), '/', shift);
}

SCAN_INLINE scan_half_rare quarters_rare(const char *at, uint32_t shift, uint32_t back)
{
  const quarters s = quarters_at(at, shift);
  const quarter wrong = quarters_any(s, quarter_wrong);
  return (scan_half_rare){.percent = quarters_which(s, '%', shift),
                          .hex = quarters_hex(at, shift),
                          .wrong = quarter_some(quarter_or(wrong, quarters_dots(at, shift, back)))};
}

SCAN_INLINE uint32_t quarters_front(const char *at)
{
  return quarter_pair(quarter_front(quarter_load(at)), quarter_front(quarter_load(at + 16)));
}

SCAN_INLINE scan_half_masks quarters_masks(const char *at, uint32_t shift, uint32_t back)
{
  const quarters s = quarters_at(at, shift);
  return (scan_half_masks){.never = quarters_bits(s, quarter_wrong, shift),
                           .hash = quarters_which(s, '#', shift),
                           .question = quarters_which(s, '?', shift),
                           .percent = quarters_which(s, '%', shift),
                           .dots = quarter_some(quarters_dots(at, shift, back))};
}

SCAN_INLINE scan_head quarters_head(const char *at, uint32_t shift)
{
  const quarters s = quarters_at(at, shift);
  return (scan_head){.colon = quarters_which(s, ':', shift),
                     .at = quarters_which(s, '@', shift),
                     .upper = quarters_bits(s, quarter_upper, shift),
                     .not_scheme = ~quarters_bits(s, quarter_scheme, shift)};
}

SCAN_INLINE quarter quarter_quotes(quarter bytes)
{
  return quarter_are(bytes, '\'');
}

SCAN_INLINE uint32_t quarters_quotes(const char *at, uint32_t shift)
{
  return quarter_some(quarters_any(quarters_at(at, shift), quarter_quotes));
}

#define QUARTERS_KERNEL                                                                                 \
  .look = quarters_look, .rare = quarters_rare, .front = quarters_front, .strict = QUARTER_STRICT,      \
  .masks = quarters_masks, .head = quarters_head, .hex = quarters_hex, .slashes = quarters_slashes
static const scan_kernel quarters_kernel = {QUARTERS_KERNEL};
static const scan_kernel quarters_unquoted = {QUARTERS_KERNEL, .quotes = quarters_quotes};

SCAN_INLINE uint64_t quarters_feeds(const char *block)
{
  return quarters_which(quarters_at(block, SCAN_HALF), '\n', SCAN_HALF);
}

SCAN_FUNCTIONS(, quarters, scan_fast_halves, scan_full_halves, &quarters_kernel, &quarters_kernel,
               &quarters_unquoted, &quarters_unquoted)

#endif
