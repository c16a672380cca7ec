/* SPDX-License-Identifier: MIT */
/* The kernel for SSE2, which every x86-64 has. There are no look-ups in tables here: sets of bytes are
 * told by comparing with their ends. */
#include "scan/kernels.h"

#ifdef URIEL_SCAN_X86
#include <emmintrin.h>

#include "scan/halves.h"

/* The vectors that are needed for each text, as in avx2.c. */
#define SSE2_4(a) a, a, a, a
#define SSE2_16(a) SSE2_4(SSE2_4(a))
enum {
  SSE2_DOT,
  SSE2_SLASH,
  SSE2_COLON,
  SSE2_QUESTION,
  SSE2_AMPERSAND,
  SSE2_UNDERLINE,
  SSE2_BACKQUOTE,
  SSE2_GREATER,
  SSE2_2,
  SSE2_20,
  SSE2_Z,
  SSE2_z,
  SSE2_BRACKET
};

static _Alignas(16) const unsigned char sse2_constants[][16] = {
    [SSE2_DOT] = {SSE2_16('.')},       [SSE2_SLASH] = {SSE2_16('/')},
    [SSE2_COLON] = {SSE2_16(':')},     [SSE2_QUESTION] = {SSE2_16('?')},
    [SSE2_AMPERSAND] = {SSE2_16('&')}, [SSE2_UNDERLINE] = {SSE2_16('_')},
    [SSE2_BACKQUOTE] = {SSE2_16('`')}, [SSE2_GREATER] = {SSE2_16('>')},
    [SSE2_2] = {SSE2_16(0x02)},        [SSE2_20] = {SSE2_16(0x20)},
    [SSE2_Z] = {SSE2_16('Z')},         [SSE2_z] = {SSE2_16('z')},
    [SSE2_BRACKET] = {SSE2_16('[')},
};

SCAN_INLINE __m128i sse2_constant(unsigned which)
{
  return _mm_load_si128((const __m128i *)scan_hidden(sse2_constants) + which);
}

SCAN_INLINE __m128i sse2_load(const char *at)
{
  return _mm_loadu_si128((const __m128i *)(const void *)at);
}

SCAN_INLINE __m128i sse2_same(__m128i bytes, unsigned which)
{
  return _mm_cmpeq_epi8(bytes, sse2_constant(which));
}

/* What no component has, also "%" and "#"; and what may be there, but is rare and next to others: "!",
 * "$" and "~". What is not of ASCII is less than "&" here. */
SCAN_INLINE __m128i sse2_odd(__m128i bytes)
{
  const __m128i folded = _mm_or_si128(bytes, sse2_constant(SSE2_20));
  const __m128i high =
      _mm_andnot_si128(sse2_same(bytes, SSE2_UNDERLINE), _mm_cmpgt_epi8(folded, sse2_constant(SSE2_z)));
  const __m128i angle = sse2_same(_mm_or_si128(bytes, sse2_constant(SSE2_2)), SSE2_GREATER);
  const __m128i low = _mm_cmpgt_epi8(sse2_constant(SSE2_AMPERSAND), bytes);
  return _mm_or_si128(_mm_or_si128(high, angle), _mm_or_si128(low, sse2_same(bytes, SSE2_BACKQUOTE)));
}

/* ":", "/", "?", "@" and the upper-case letters. */
SCAN_INLINE __m128i sse2_front(__m128i bytes)
{
  const __m128i within = _mm_and_si128(_mm_cmpgt_epi8(bytes, sse2_constant(SSE2_GREATER)),
                                       _mm_cmpgt_epi8(sse2_constant(SSE2_BRACKET), bytes));
  return _mm_or_si128(within, _mm_or_si128(sse2_same(bytes, SSE2_COLON), sse2_same(bytes, SSE2_SLASH)));
}

SCAN_INLINE __m128i sse2_dots(const char *at)
{
  return _mm_and_si128(sse2_same(sse2_load(at), SSE2_SLASH), sse2_same(sse2_load(at + 1), SSE2_DOT));
}

SCAN_INLINE uint32_t sse2_bits(__m128i bytes)
{
  return (uint32_t)_mm_movemask_epi8(bytes);
}

/* ---- Blocks ----------------------------------------------------------------------------------- */

typedef struct sse2_block {
  __m128i a, b, c, d;
} sse2_block;

/* Something of each quarter of a block. */
typedef __m128i sse2_map(__m128i bytes);

SCAN_INLINE uint64_t sse2_join(sse2_block s, uint32_t shift)
{
  return scan_join(sse2_bits(s.a) | sse2_bits(s.b) << 16, sse2_bits(s.c) | sse2_bits(s.d) << 16, shift);
}

SCAN_INLINE __m128i sse2_any(sse2_block s)
{
  return _mm_or_si128(_mm_or_si128(s.a, s.b), _mm_or_si128(s.c, s.d));
}

SCAN_INLINE sse2_block sse2_each(sse2_block s, sse2_map *map)
{
  return (sse2_block){map(s.a), map(s.b), map(s.c), map(s.d)};
}

SCAN_INLINE sse2_block sse2_block_at(const char *at, uint32_t shift)
{
  return (sse2_block){sse2_load(at), sse2_load(at + 16), sse2_load(at + shift),
                      sse2_load(at + shift + 16)};
}

SCAN_INLINE sse2_block sse2_are(sse2_block s, char byte)
{
  const __m128i wanted = _mm_set1_epi8(byte);
  return (sse2_block){_mm_cmpeq_epi8(s.a, wanted), _mm_cmpeq_epi8(s.b, wanted),
                      _mm_cmpeq_epi8(s.c, wanted), _mm_cmpeq_epi8(s.d, wanted)};
}

SCAN_INLINE __m128i sse2_block_dots(const char *at, uint32_t shift, uint32_t back)
{
  return sse2_any((sse2_block){sse2_dots(at - back), sse2_dots(at - back + 16),
                               sse2_dots(at + shift - 1), sse2_dots(at + shift + 15)});
}

/* ---- The lanes -------------------------------------------------------------------------------- */

SCAN_INLINE __m128i sse2_question(__m128i bytes)
{
  return sse2_same(bytes, SSE2_QUESTION);
}

SCAN_INLINE uint32_t sse2_half_front(const char *at)
{
  return sse2_bits(sse2_front(sse2_load(at))) | sse2_bits(sse2_front(sse2_load(at + 16))) << 16;
}

SCAN_INLINE scan_half_look sse2_look(const char *at, uint32_t shift, uint32_t back)
{
  const sse2_block s = sse2_block_at(at, shift);
  const __m128i odd = sse2_any(sse2_each(s, sse2_odd));
  return (scan_half_look){.question = sse2_join(sse2_each(s, sse2_question), shift),
                          .odd = sse2_bits(_mm_or_si128(odd, sse2_block_dots(at, shift, back)))};
}

/* Less of sse2_odd what is valid. */
SCAN_INLINE __m128i sse2_wrong(__m128i bytes)
{
  const __m128i dollar = _mm_cmpeq_epi8(_mm_or_si128(bytes, _mm_set1_epi8(1)), _mm_set1_epi8('%'));
  const __m128i others =
      _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('!')), _mm_cmpeq_epi8(bytes, _mm_set1_epi8('~')));
  return _mm_andnot_si128(_mm_or_si128(dollar, others), sse2_odd(bytes));
}

SCAN_INLINE uint64_t sse2_which(sse2_block s, char byte, uint32_t shift)
{
  return sse2_join(sse2_are(s, byte), shift);
}

SCAN_INLINE scan_half_masks sse2_masks(const char *at, uint32_t shift, uint32_t back)
{
  const sse2_block s = sse2_block_at(at, shift);
  const uint64_t odd = sse2_join(sse2_each(s, sse2_odd), shift);
  const uint64_t valid =
      sse2_which(s, '!', shift) | sse2_which(s, '$', shift) | sse2_which(s, '~', shift);
  return (scan_half_masks){.never = odd & ~valid,
                           .hash = sse2_which(s, '#', shift),
                           .question = sse2_which(s, '?', shift),
                           .percent = sse2_which(s, '%', shift),
                           .dots = sse2_bits(sse2_block_dots(at, shift, back))};
}

/* Whether bytes are in [low, high]. */
SCAN_INLINE __m128i sse2_within(__m128i bytes, char low, char high)
{
  return _mm_and_si128(_mm_cmpgt_epi8(bytes, _mm_set1_epi8((char)(low - 1))),
                       _mm_cmpgt_epi8(_mm_set1_epi8((char)(high + 1)), bytes));
}

SCAN_INLINE __m128i sse2_upper(__m128i bytes)
{
  return sse2_within(bytes, 'A', 'Z');
}

SCAN_INLINE __m128i sse2_scheme(__m128i bytes)
{
  const __m128i folded = _mm_or_si128(bytes, sse2_constant(SSE2_20));
  const __m128i alphanum = _mm_or_si128(sse2_within(bytes, '0', '9'), sse2_within(folded, 'a', 'z'));
  const __m128i others =
      _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('+')), sse2_within(bytes, '-', '.'));
  return _mm_or_si128(alphanum, others);
}

SCAN_INLINE __m128i sse2_hex_digits(__m128i bytes)
{
  const __m128i folded = _mm_or_si128(bytes, sse2_constant(SSE2_20));
  return _mm_or_si128(sse2_within(bytes, '0', '9'), sse2_within(folded, 'a', 'f'));
}

SCAN_INLINE scan_head sse2_head(const char *at, uint32_t shift)
{
  const sse2_block s = sse2_block_at(at, shift);
  return (scan_head){.colon = sse2_which(s, ':', shift),
                     .at = sse2_which(s, '@', shift),
                     .upper = sse2_join(sse2_each(s, sse2_upper), shift),
                     .not_scheme = ~sse2_join(sse2_each(s, sse2_scheme), shift)};
}

SCAN_INLINE uint64_t sse2_hex(const char *at, uint32_t shift)
{
  return sse2_join(sse2_each(sse2_block_at(at, shift), sse2_hex_digits), shift);
}

SCAN_INLINE uint64_t sse2_slashes(const char *at, uint32_t shift)
{
  return sse2_join(sse2_are(sse2_block_at(at, shift), '/'), shift);
}

SCAN_INLINE scan_half_rare sse2_rare(const char *at, uint32_t shift, uint32_t back)
{
  const sse2_block s = sse2_block_at(at, shift);
  const __m128i wrong = sse2_any(sse2_each(s, sse2_wrong));
  return (scan_half_rare){.percent = sse2_which(s, '%', shift),
                          .hex = sse2_hex(at, shift),
                          .wrong = sse2_bits(_mm_or_si128(wrong, sse2_block_dots(at, shift, back)))};
}

static const scan_kernel sse2_kernel = {.look = sse2_look,
                                        .rare = sse2_rare,
                                        .front = sse2_half_front,
                                        .masks = sse2_masks,
                                        .head = sse2_head,
                                        .hex = sse2_hex,
                                        .slashes = sse2_slashes};

/* Out of the fast lane's way. */
static __attribute__((noinline)) bool sse2_full(uriel_ref *ref, const char *text, uint32_t len)
{
  return scan_full_halves(ref, text, len, &sse2_kernel) || uriel_scan_plain(ref, text, len);
}

SCAN_INLINE bool sse2_scan(uriel_ref *ref, const char *text, uint32_t len)
{
  return scan_fast_halves(ref, text, len, &sse2_kernel) || sse2_full(ref, text, len);
}

bool uriel_scan_sse2(uriel_ref *ref, const char *text, uint32_t len)
{
  return sse2_scan(ref, text, len);
}

SCAN_INLINE uint64_t sse2_feeds(const char *block)
{
  return sse2_join(sse2_are(sse2_block_at(block, SCAN_HALF), '\n'), SCAN_HALF);
}

size_t uriel_lines_sse2(uriel_ref *refs, size_t capacity, const char **at, const char *end,
                        uriel_row_reader *otherwise)
{
  return scan_lines(refs, capacity, at, end, otherwise, sse2_feeds, sse2_scan);
}
#endif
