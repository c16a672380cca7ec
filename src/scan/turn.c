/* SPDX-License-Identifier: MIT */
/* Transposes rows to columns, four at a time: four numbers of four rows are a square. */
#include <stddef.h>

#include "scan/kernels.h"

#ifdef URIEL_SCAN_X86
#include "uriel_batch.h"
#include <emmintrin.h>

enum { TURN_ROWS = 4 };

static inline __m128i turn_read(const uriel_ref *ref, size_t member)
{
  return _mm_loadu_si128((const __m128i *)(const void *)((const char *)ref + member));
}

static inline void turn_write(uint32_t *column, size_t row, __m128i numbers)
{
  _mm_storeu_si128((__m128i *)(void *)(column + row), numbers);
}

/* Transposes the four numbers of each row from `member` on. */
static inline void turn_square(uint32_t *const columns[4], size_t row, const uriel_ref *refs,
                               size_t member)
{
  const __m128i a = turn_read(&refs[0], member), b = turn_read(&refs[1], member);
  const __m128i c = turn_read(&refs[2], member), d = turn_read(&refs[3], member);
  const __m128i low = _mm_unpacklo_epi32(a, b), low_rest = _mm_unpacklo_epi32(c, d);
  const __m128i high = _mm_unpackhi_epi32(a, b), high_rest = _mm_unpackhi_epi32(c, d);
  turn_write(columns[0], row, _mm_unpacklo_epi64(low, low_rest));
  turn_write(columns[1], row, _mm_unpackhi_epi64(low, low_rest));
  turn_write(columns[2], row, _mm_unpacklo_epi64(high, high_rest));
  turn_write(columns[3], row, _mm_unpackhi_epi64(high, high_rest));
}

size_t uriel_scan_turn(const uriel_columns *columns, size_t row, const uriel_ref *refs, size_t count)
{
  uint32_t *const front[] = {columns->length, columns->scheme_end, columns->host_begin,
                             columns->host_end};
  uint32_t *const rest[] = {columns->path_begin, columns->path_end, columns->query_end, columns->flags};
  _Static_assert(offsetof(uriel_ref, host_end) == offsetof(uriel_ref, length) + 3 * sizeof(uint32_t) &&
                     offsetof(uriel_ref, flags) ==
                         offsetof(uriel_ref, path_begin) + 3 * sizeof(uint32_t),
                 "four numbers in a row");
  for (size_t i = 0; i < 4; i++)
    if (!front[i] || !rest[i])
      return 0;
  size_t done = 0;
  for (; count - done >= TURN_ROWS; done += TURN_ROWS) {
    turn_square(front, row + done, refs + done, offsetof(uriel_ref, length));
    turn_square(rest, row + done, refs + done, offsetof(uriel_ref, path_begin));
  }
  return done;
}
#else
size_t uriel_scan_turn(const uriel_columns *columns, size_t row, const uriel_ref *refs, size_t count)
{
  (void)columns, (void)row, (void)refs, (void)count;
  return 0;
}
#endif
