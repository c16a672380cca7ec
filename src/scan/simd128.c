/* SPDX-License-Identifier: MIT */
/* The kernel for WebAssembly's vectors, where the module is compiled for them (-msimd128). Sets of bytes
 * are told by comparing with their ends, as in sse2.c: engines on x86 make a comparison of one
 * instruction, a look-up in a table of three. */
#include "scan/kernels.h"

#ifdef URIEL_SCAN_SIMD128
#include <wasm_simd128.h>

#include "scan/halves.h"

SCAN_INLINE v128_t simd128_load(const char *at)
{
  return wasm_v128_load(at);
}

SCAN_INLINE v128_t simd128_are(v128_t bytes, char byte)
{
  return wasm_i8x16_eq(bytes, wasm_i8x16_splat(byte));
}

SCAN_INLINE v128_t simd128_folded(v128_t bytes)
{
  return wasm_v128_or(bytes, wasm_i8x16_splat(0x20));
}

/* Whether bytes are in [low, high]. */
SCAN_INLINE v128_t simd128_within(v128_t bytes, char low, char high)
{
  return wasm_v128_and(wasm_i8x16_ge(bytes, wasm_i8x16_splat(low)),
                       wasm_i8x16_le(bytes, wasm_i8x16_splat(high)));
}

/* What no component has, also "%" and "#"; and what may be there, but is rare and next to others: "!",
 * "$" and "~". What is not of ASCII is less than "&" here. */
SCAN_INLINE v128_t simd128_odd(v128_t bytes)
{
  const v128_t above = wasm_i8x16_gt(simd128_folded(bytes), wasm_i8x16_splat('z'));
  const v128_t high = wasm_v128_andnot(above, simd128_are(bytes, '_'));
  const v128_t angle = simd128_are(wasm_v128_or(bytes, wasm_i8x16_splat(0x02)), '>');
  const v128_t low = wasm_i8x16_lt(bytes, wasm_i8x16_splat('&'));
  return wasm_v128_or(wasm_v128_or(high, angle), wasm_v128_or(low, simd128_are(bytes, '`')));
}

/* ":", "/", "?", "@" and the upper-case letters. */
SCAN_INLINE v128_t simd128_front(v128_t bytes)
{
  return wasm_v128_or(simd128_within(bytes, '?', 'Z'),
                      wasm_v128_or(simd128_are(bytes, ':'), simd128_are(bytes, '/')));
}

/* Less of simd128_odd what is valid. */
SCAN_INLINE v128_t simd128_wrong(v128_t bytes)
{
  const v128_t dollar = simd128_are(wasm_v128_or(bytes, wasm_i8x16_splat(1)), '%');
  const v128_t others = wasm_v128_or(simd128_are(bytes, '!'), simd128_are(bytes, '~'));
  return wasm_v128_andnot(simd128_odd(bytes), wasm_v128_or(dollar, others));
}

SCAN_INLINE v128_t simd128_upper(v128_t bytes)
{
  return simd128_within(bytes, 'A', 'Z');
}

SCAN_INLINE v128_t simd128_scheme(v128_t bytes)
{
  const v128_t alphanum =
      wasm_v128_or(simd128_within(bytes, '0', '9'), simd128_within(simd128_folded(bytes), 'a', 'z'));
  return wasm_v128_or(alphanum, wasm_v128_or(simd128_are(bytes, '+'), simd128_within(bytes, '-', '.')));
}

SCAN_INLINE v128_t simd128_hex_digits(v128_t bytes)
{
  return wasm_v128_or(simd128_within(bytes, '0', '9'), simd128_within(simd128_folded(bytes), 'a', 'f'));
}

SCAN_INLINE v128_t simd128_dots(const char *at)
{
  return wasm_v128_and(simd128_are(simd128_load(at), '/'), simd128_are(simd128_load(at + 1), '.'));
}

/* ---- Blocks ----------------------------------------------------------------------------------- */

typedef struct simd128_block {
  v128_t a, b, c, d;
} simd128_block;

/* Something of each quarter of a block. */
typedef v128_t simd128_map(v128_t bytes);

SCAN_INLINE uint32_t simd128_bits(v128_t bytes)
{
  return wasm_i8x16_bitmask(bytes);
}

SCAN_INLINE uint64_t simd128_join(simd128_block s, uint32_t shift)
{
  return scan_join(simd128_bits(s.a) | simd128_bits(s.b) << 16,
                   simd128_bits(s.c) | simd128_bits(s.d) << 16, shift);
}

SCAN_INLINE v128_t simd128_any(simd128_block s)
{
  return wasm_v128_or(wasm_v128_or(s.a, s.b), wasm_v128_or(s.c, s.d));
}

SCAN_INLINE simd128_block simd128_each(simd128_block s, simd128_map *map)
{
  return (simd128_block){map(s.a), map(s.b), map(s.c), map(s.d)};
}

SCAN_INLINE simd128_block simd128_block_at(const char *at, uint32_t shift)
{
  return (simd128_block){simd128_load(at), simd128_load(at + 16), simd128_load(at + shift),
                         simd128_load(at + shift + 16)};
}

SCAN_INLINE uint64_t simd128_which(simd128_block s, char byte, uint32_t shift)
{
  const simd128_block same = {simd128_are(s.a, byte), simd128_are(s.b, byte), simd128_are(s.c, byte),
                              simd128_are(s.d, byte)};
  return simd128_join(same, shift);
}

SCAN_INLINE v128_t simd128_block_dots(const char *at, uint32_t shift, uint32_t back)
{
  return simd128_any((simd128_block){simd128_dots(at - back), simd128_dots(at - back + 16),
                                     simd128_dots(at + shift - 1), simd128_dots(at + shift + 15)});
}

/* ---- The lanes -------------------------------------------------------------------------------- */

SCAN_INLINE uint32_t simd128_half_front(const char *at)
{
  return simd128_bits(simd128_front(simd128_load(at))) |
         simd128_bits(simd128_front(simd128_load(at + 16))) << 16;
}

SCAN_INLINE scan_half_look simd128_look(const char *at, uint32_t shift, uint32_t back)
{
  const simd128_block s = simd128_block_at(at, shift);
  const v128_t odd = simd128_any(simd128_each(s, simd128_odd));
  return (scan_half_look){
      .question = simd128_which(s, '?', shift),
      .odd = wasm_v128_any_true(wasm_v128_or(odd, simd128_block_dots(at, shift, back)))};
}

SCAN_INLINE scan_half_masks simd128_masks(const char *at, uint32_t shift, uint32_t back)
{
  const simd128_block s = simd128_block_at(at, shift);
  return (scan_half_masks){.never = simd128_join(simd128_each(s, simd128_wrong), shift),
                           .hash = simd128_which(s, '#', shift),
                           .question = simd128_which(s, '?', shift),
                           .percent = simd128_which(s, '%', shift),
                           .dots = wasm_v128_any_true(simd128_block_dots(at, shift, back))};
}

SCAN_INLINE scan_head simd128_head(const char *at, uint32_t shift)
{
  const simd128_block s = simd128_block_at(at, shift);
  return (scan_head){.colon = simd128_which(s, ':', shift),
                     .at = simd128_which(s, '@', shift),
                     .upper = simd128_join(simd128_each(s, simd128_upper), shift),
                     .not_scheme = ~simd128_join(simd128_each(s, simd128_scheme), shift)};
}

SCAN_INLINE uint64_t simd128_hex(const char *at, uint32_t shift)
{
  return simd128_join(simd128_each(simd128_block_at(at, shift), simd128_hex_digits), shift);
}

SCAN_INLINE uint64_t simd128_slashes(const char *at, uint32_t shift)
{
  return simd128_which(simd128_block_at(at, shift), '/', shift);
}

SCAN_INLINE scan_half_rare simd128_rare(const char *at, uint32_t shift, uint32_t back)
{
  const simd128_block s = simd128_block_at(at, shift);
  const v128_t wrong = simd128_any(simd128_each(s, simd128_wrong));
  return (scan_half_rare){
      .percent = simd128_which(s, '%', shift),
      .hex = simd128_hex(at, shift),
      .wrong = wasm_v128_any_true(wasm_v128_or(wrong, simd128_block_dots(at, shift, back)))};
}

static const scan_kernel simd128_kernel = {.look = simd128_look,
                                           .rare = simd128_rare,
                                           .front = simd128_half_front,
                                           .masks = simd128_masks,
                                           .head = simd128_head,
                                           .hex = simd128_hex,
                                           .slashes = simd128_slashes};

/* Out of the fast lane's way. */
static __attribute__((noinline)) bool simd128_full(uriel_ref *ref, const char *text, uint32_t len)
{
  return scan_full_halves(ref, text, len, &simd128_kernel) || uriel_scan_plain(ref, text, len);
}

SCAN_INLINE bool simd128_scan(uriel_ref *ref, const char *text, uint32_t len)
{
  return scan_fast_halves(ref, text, len, &simd128_kernel) || simd128_full(ref, text, len);
}

bool uriel_scan_simd128(uriel_ref *ref, const char *text, uint32_t len)
{
  return simd128_scan(ref, text, len);
}

SCAN_INLINE uint64_t simd128_feeds(const char *block)
{
  return simd128_which(simd128_block_at(block, SCAN_HALF), '\n', SCAN_HALF);
}

size_t uriel_lines_simd128(uriel_ref *refs, size_t capacity, const char **at, const char *end,
                           uriel_row_reader *otherwise)
{
  return scan_lines(refs, capacity, at, end, otherwise, simd128_feeds, simd128_scan);
}
#endif
