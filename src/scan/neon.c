/* SPDX-License-Identifier: MIT */
/* The kernel for NEON, which every 64-bit ARM has: bytes are classified as in avx2.c. */
#include "scan/kernels.h"

#ifdef URIEL_SCAN_NEON
#include <arm_neon.h>

#include "scan/halves.h"

/* By the upper half of the byte: what a scheme without upper-case letters does not have, but for "~";
 * and what no component has, also "%" and "#". */
enum {
  NEON_FRONT_2 = 0x01,
  NEON_FRONT_3 = 0x02,
  NEON_FRONT_45 = 0x04,
  NEON_ODD_2 = 0x08,
  NEON_ODD_3 = 0x10,
  NEON_ODD_5 = 0x20,
  NEON_ODD_6 = 0x40,
  NEON_ODD_7 = 0x80,
  NEON_FRONT = NEON_FRONT_2 | NEON_FRONT_3 | NEON_FRONT_45,
  NEON_ODD = NEON_ODD_2 | NEON_ODD_3 | NEON_ODD_5 | NEON_ODD_6 | NEON_ODD_7
};

/* The classes of the bytes that have this lower half, and this upper half. */
static const uint8_t neon_low[16] = {0x4C, 0x05, 0x0C, 0x0C, 0x05, 0x0D, 0x05, 0x05,
                                     0x05, 0x05, 0x07, 0xA6, 0xB5, 0xA6, 0x34, 0x87};
static const uint8_t neon_high[16] = {0,
                                      0,
                                      NEON_FRONT_2 | NEON_ODD_2,
                                      NEON_FRONT_3 | NEON_ODD_3,
                                      NEON_FRONT_45,
                                      NEON_FRONT_45 | NEON_ODD_5,
                                      NEON_ODD_6,
                                      NEON_ODD_7};

static const uint8_t neon_weights[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};

SCAN_INLINE uint8x16_t neon_load(const char *at)
{
  return vld1q_u8((const uint8_t *)at);
}

SCAN_INLINE uint8x16_t neon_are(uint8x16_t bytes, char byte)
{
  return vceqq_u8(bytes, vdupq_n_u8((uint8_t)byte));
}

SCAN_INLINE uint8x16_t neon_classes(uint8x16_t bytes)
{
  const uint8x16_t low = vqtbl1q_u8(vld1q_u8(neon_low), vandq_u8(bytes, vdupq_n_u8(0x0F)));
  return vandq_u8(low, vqtbl1q_u8(vld1q_u8(neon_high), vshrq_n_u8(bytes, 4)));
}

/* Controls and what is not of ASCII are less than a space with a sign. */
SCAN_INLINE uint8x16_t neon_odd(uint8x16_t bytes)
{
  const uint8x16_t others = vcltq_s8(vreinterpretq_s8_u8(bytes), vdupq_n_s8(' '));
  return vorrq_u8(vtstq_u8(neon_classes(bytes), vdupq_n_u8(NEON_ODD)), others);
}

SCAN_INLINE uint8x16_t neon_front(uint8x16_t bytes)
{
  return vorrq_u8(vtstq_u8(neon_classes(bytes), vdupq_n_u8(NEON_FRONT)), neon_are(bytes, '~'));
}

SCAN_INLINE uint8x16_t neon_wrong(uint8x16_t bytes)
{
  return vbicq_u8(neon_odd(bytes), neon_are(bytes, '%'));
}

/* Whether bytes are in [low, high]. */
SCAN_INLINE uint8x16_t neon_within(uint8x16_t bytes, char low, char high)
{
  return vcleq_u8(vsubq_u8(bytes, vdupq_n_u8((uint8_t)low)), vdupq_n_u8((uint8_t)(high - low)));
}

SCAN_INLINE uint8x16_t neon_upper(uint8x16_t bytes)
{
  return neon_within(bytes, 'A', 'Z');
}

SCAN_INLINE uint8x16_t neon_hex_digits(uint8x16_t bytes)
{
  const uint8x16_t folded = vorrq_u8(bytes, vdupq_n_u8(0x20));
  return vorrq_u8(neon_within(bytes, '0', '9'), neon_within(folded, 'a', 'f'));
}

SCAN_INLINE uint8x16_t neon_dots(const char *at)
{
  return vandq_u8(neon_are(neon_load(at), '/'), neon_are(neon_load(at + 1), '.'));
}

/* ---- Blocks ----------------------------------------------------------------------------------- */

typedef struct neon_block {
  uint8x16_t a, b, c, d;
} neon_block;

/* Something of each quarter of a block. */
typedef uint8x16_t neon_map(uint8x16_t bytes);

/* A bit for each byte of the first two quarters, and for the others so many bits up. */
SCAN_INLINE uint64_t neon_join(neon_block s, uint32_t shift)
{
  const uint8x16_t weights = vld1q_u8(neon_weights);
  const uint8x16_t first = vpaddq_u8(vandq_u8(s.a, weights), vandq_u8(s.b, weights));
  const uint8x16_t second = vpaddq_u8(vandq_u8(s.c, weights), vandq_u8(s.d, weights));
  const uint8x16_t sum = vpaddq_u8(first, second);
  const uint64_t bits = vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(sum, sum)), 0);
  return scan_join(bits & UINT32_MAX, bits >> 32, shift);
}

/* Not 0 where a byte is not. */
SCAN_INLINE uint32_t neon_any(neon_block s)
{
  return vmaxvq_u8(vorrq_u8(vorrq_u8(s.a, s.b), vorrq_u8(s.c, s.d)));
}

SCAN_INLINE neon_block neon_each(neon_block s, neon_map *map)
{
  return (neon_block){map(s.a), map(s.b), map(s.c), map(s.d)};
}

SCAN_INLINE neon_block neon_block_at(const char *at, uint32_t shift)
{
  return (neon_block){neon_load(at), neon_load(at + 16), neon_load(at + shift),
                      neon_load(at + shift + 16)};
}

SCAN_INLINE uint64_t neon_which(neon_block s, char byte, uint32_t shift)
{
  const neon_block same = {neon_are(s.a, byte), neon_are(s.b, byte), neon_are(s.c, byte),
                           neon_are(s.d, byte)};
  return neon_join(same, shift);
}

SCAN_INLINE neon_block neon_block_dots(const char *at, uint32_t shift, uint32_t back)
{
  return (neon_block){neon_dots(at - back), neon_dots(at - back + 16), neon_dots(at + shift - 1),
                      neon_dots(at + shift + 15)};
}

SCAN_INLINE neon_block neon_either(neon_block s, neon_block t)
{
  return (neon_block){vorrq_u8(s.a, t.a), vorrq_u8(s.b, t.b), vorrq_u8(s.c, t.c), vorrq_u8(s.d, t.d)};
}

/* ---- The lanes -------------------------------------------------------------------------------- */

SCAN_INLINE scan_half_look neon_look(const char *at, uint32_t shift, uint32_t back)
{
  const neon_block s = neon_block_at(at, shift);
  return (scan_half_look){
      .question = neon_which(s, '?', shift),
      .odd = neon_any(neon_either(neon_each(s, neon_odd), neon_block_dots(at, shift, back)))};
}

SCAN_INLINE uint32_t neon_half_front(const char *at)
{
  const uint8x16_t none = vdupq_n_u8(0);
  const neon_block s = {neon_front(neon_load(at)), neon_front(neon_load(at + 16)), none, none};
  return (uint32_t)neon_join(s, SCAN_HALF);
}

SCAN_INLINE uint64_t neon_hex(const char *at, uint32_t shift)
{
  return neon_join(neon_each(neon_block_at(at, shift), neon_hex_digits), shift);
}

SCAN_INLINE uint64_t neon_slashes(const char *at, uint32_t shift)
{
  return neon_which(neon_block_at(at, shift), '/', shift);
}

SCAN_INLINE scan_half_rare neon_rare(const char *at, uint32_t shift, uint32_t back)
{
  const neon_block s = neon_block_at(at, shift);
  return (scan_half_rare){
      .percent = neon_which(s, '%', shift),
      .hex = neon_hex(at, shift),
      .wrong = neon_any(neon_either(neon_each(s, neon_wrong), neon_block_dots(at, shift, back)))};
}

SCAN_INLINE scan_half_masks neon_masks(const char *at, uint32_t shift, uint32_t back)
{
  const neon_block s = neon_block_at(at, shift);
  return (scan_half_masks){.never = neon_join(neon_each(s, neon_wrong), shift),
                           .hash = neon_which(s, '#', shift),
                           .question = neon_which(s, '?', shift),
                           .percent = neon_which(s, '%', shift),
                           .dots = neon_any(neon_block_dots(at, shift, back))};
}

SCAN_INLINE scan_head neon_head(const char *at, uint32_t shift)
{
  const neon_block s = neon_block_at(at, shift);
  const uint64_t upper = neon_join(neon_each(s, neon_upper), shift);
  return (scan_head){.colon = neon_which(s, ':', shift),
                     .at = neon_which(s, '@', shift),
                     .upper = upper,
                     .not_scheme = neon_join(neon_each(s, neon_front), shift) & ~upper};
}

static const scan_kernel neon_kernel = {.look = neon_look,
                                        .rare = neon_rare,
                                        .front = neon_half_front,
                                        .strict = true,
                                        .masks = neon_masks,
                                        .head = neon_head,
                                        .hex = neon_hex,
                                        .slashes = neon_slashes};

/* Out of the fast lane's way. */
static __attribute__((noinline)) bool neon_full(uriel_ref *ref, const char *text, uint32_t len)
{
  return scan_full_halves(ref, text, len, &neon_kernel) || uriel_scan_plain(ref, text, len);
}

SCAN_INLINE bool neon_scan(uriel_ref *ref, const char *text, uint32_t len)
{
  return scan_fast_halves(ref, text, len, &neon_kernel) || neon_full(ref, text, len);
}

bool uriel_scan_neon(uriel_ref *ref, const char *text, uint32_t len)
{
  return neon_scan(ref, text, len);
}

SCAN_INLINE uint64_t neon_feeds(const char *block)
{
  return neon_which(neon_block_at(block, SCAN_HALF), '\n', SCAN_HALF);
}

size_t uriel_lines_neon(uriel_ref *refs, size_t capacity, const char **at, const char *end,
                        uriel_row_reader *otherwise)
{
  return scan_lines(refs, capacity, at, end, otherwise, neon_feeds, neon_scan);
}
#endif
