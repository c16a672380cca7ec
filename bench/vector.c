/* SPDX-License-Identifier: MIT */
/* The floor for parsing: looks up the class of each byte in vectors, one URL at a time. Has no rows if
 * the machine supports neither AVX2 nor AVX-512. */
#include <stdint.h>
#include <string.h>

#include "bench.h"

#if defined(__x86_64__)
#include <immintrin.h>

/* Sets of bytes, one bit per class; the sets are arbitrary here. */
static uint8_t vector_classes[128];

__attribute__((target("avx512f,avx512bw,avx512vbmi,bmi2"))) static size_t
vector_512(const bench_urls *urls)
{
  const __m512i low = _mm512_loadu_si512(vector_classes);
  const __m512i high = _mm512_loadu_si512(vector_classes + 64);
  size_t sum = 0;
  for (size_t i = 0; i < urls->count; i++) {
    const size_t len = urls->lines[i].len;
    __m512i all = _mm512_setzero_si512();
    for (size_t at = 0; at < len; at += 64) {
      const __mmask64 there = _bzhi_u64(~(uint64_t)0, len - at < 64 ? (unsigned)(len - at) : 64);
      const __m512i bytes = _mm512_maskz_loadu_epi8(there, urls->lines[i].text + at);
      const __m512i found = _mm512_permutex2var_epi8(low, bytes, high);
      all = _mm512_or_si512(all, _mm512_or_si512(found, bytes));
    }
    sum += _mm512_movepi8_mask(all) == 0;
  }
  return sum;
}

/* Looks up the last bytes in a copy, because AVX2 has no masked load of bytes. */
__attribute__((target("avx2"))) static size_t vector_256(const bench_urls *urls)
{
  const __m256i low = _mm256_loadu_si256((const void *)vector_classes);
  const __m256i high = _mm256_loadu_si256((const void *)(vector_classes + 32));
  const __m256i nibble = _mm256_set1_epi8(15);
  size_t sum = 0;
  for (size_t i = 0; i < urls->count; i++) {
    __m256i all = _mm256_setzero_si256();
    for (size_t at = 0; at < urls->lines[i].len; at += 32) {
      char tail[32] = {0};
      const char *from = urls->lines[i].text + at;
      if (urls->lines[i].len - at < 32)
        from = memcpy(tail, from, urls->lines[i].len - at);
      const __m256i bytes = _mm256_loadu_si256((const void *)from);
      const __m256i upper = _mm256_and_si256(_mm256_srli_epi16(bytes, 4), nibble);
      const __m256i found = _mm256_and_si256(_mm256_shuffle_epi8(low, _mm256_and_si256(bytes, nibble)),
                                             _mm256_shuffle_epi8(high, upper));
      all = _mm256_or_si256(all, found);
    }
    sum += _mm256_movemask_epi8(all) == 0;
  }
  return sum;
}

static const bench_entry entries_512[] = {
    BENCH_ROW(BENCH_PARSE, BENCH_FLOOR, "a vector look-up (AVX-512)", vector_512),
    BENCH_ROW(BENCH_HASH, BENCH_FLOOR, "a vector look-up (AVX-512)", vector_512),
    BENCH_ROW(BENCH_URL, BENCH_FLOOR, "a vector look-up (AVX-512)", vector_512),
    BENCH_ROW(BENCH_PARSE, BENCH_FLOOR, NULL, NULL),
};
static const bench_entry entries_256[] = {
    BENCH_ROW(BENCH_PARSE, BENCH_FLOOR, "a vector look-up (AVX2)", vector_256),
    BENCH_ROW(BENCH_HASH, BENCH_FLOOR, "a vector look-up (AVX2)", vector_256),
    BENCH_ROW(BENCH_URL, BENCH_FLOOR, "a vector look-up (AVX2)", vector_256),
    BENCH_ROW(BENCH_PARSE, BENCH_FLOOR, NULL, NULL),
};

bench_library bench_vector(void)
{
  bench_library library = {.name = "vector", .version = ""};
  for (size_t i = 0; i < sizeof vector_classes; i++)
    vector_classes[i] = (uint8_t)(i * 7 % 127);
  if (__builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512bw"))
    library.entries = entries_512;
  else if (__builtin_cpu_supports("avx2"))
    library.entries = entries_256;
  return library;
}
#else
bench_library bench_vector(void)
{
  return (bench_library){.name = "vector", .version = ""};
}
#endif
