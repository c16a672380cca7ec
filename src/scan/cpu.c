/* SPDX-License-Identifier: MIT */
/* Chooses the kernel for the machine at the first call. The pointer to it is the only thing in the
 * core that changes at run time; threads that race write the same value. */
#include "scan/kernels.h"

typedef struct scan_set {
  uriel_cpu cpu;
  uriel_scan_kernel *scan;
  uriel_lines_kernel *lines;
} scan_set;

/* For kernels that gain nothing by reading line ends and references together. */
static size_t cpu_no_lines(uriel_ref *refs, size_t capacity, const char **at, const char *end,
                           uriel_row_reader *otherwise)
{
  (void)refs, (void)capacity, (void)at, (void)end, (void)otherwise;
  return 0;
}

/* Sorted, the best first. */
static const scan_set scan_sets[] = {
#ifdef URIEL_SCAN_X86
    {URIEL_CPU_AVX512, uriel_scan_avx512, uriel_lines_avx512},
    {URIEL_CPU_AVX2, uriel_scan_avx2, uriel_lines_avx2},
    {URIEL_CPU_SSE2, uriel_scan_quarters, uriel_lines_quarters},
#endif
#ifdef URIEL_SCAN_NEON
    {URIEL_CPU_NEON, uriel_scan_quarters, uriel_lines_quarters},
#endif
#ifdef URIEL_SCAN_SIMD128
    {URIEL_CPU_SIMD128, uriel_scan_quarters, uriel_lines_quarters},
#endif
    {URIEL_CPU_PLAIN, uriel_scan_plain, cpu_no_lines},
};

#ifdef URIEL_SCAN_X86
static bool cpu_has(uriel_cpu cpu)
{
  __builtin_cpu_init();
  switch (cpu) {
  case URIEL_CPU_AVX512:
    return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("bmi2");
  case URIEL_CPU_AVX2:
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
  default:
    return true;
  }
}
#else
static bool cpu_has(uriel_cpu cpu)
{
  (void)cpu;
  return true;
}
#endif

static const scan_set *cpu_best(void)
{
  const scan_set *set = scan_sets;
  while (!cpu_has(set->cpu))
    set++;
  return set;
}

static const scan_set *cpu_set;

static const scan_set *cpu_chosen(void)
{
  const scan_set *set = __atomic_load_n(&cpu_set, __ATOMIC_RELAXED);
  if (!set) {
    set = cpu_best();
    __atomic_store_n(&cpu_set, set, __ATOMIC_RELAXED);
  }
  return set;
}

bool uriel_scan(uriel_ref *ref, const char *text, uint32_t len)
{
  return cpu_chosen()->scan(ref, text, len);
}

/* The plain kernel is called here, as one more search costs it little. */
static bool cpu_unquoted_plain(uriel_ref *ref, const char *text, uint32_t len)
{
  return uriel_scan_plain(ref, text, len) && view_find(text, text + len, '\'') == text + len;
}

bool uriel_scan_unquoted(uriel_ref *ref, const char *text, uint32_t len)
{
  static uriel_scan_kernel *const kernels[] = {
      [URIEL_CPU_PLAIN] = cpu_unquoted_plain,
#ifdef URIEL_SCAN_X86
      [URIEL_CPU_SSE2] = uriel_unquoted_quarters,    [URIEL_CPU_AVX2] = uriel_unquoted_avx2,
      [URIEL_CPU_AVX512] = uriel_unquoted_avx512,
#endif
#ifdef URIEL_SCAN_NEON
      [URIEL_CPU_NEON] = uriel_unquoted_quarters,
#endif
#ifdef URIEL_SCAN_SIMD128
      [URIEL_CPU_SIMD128] = uriel_unquoted_quarters,
#endif
  };
  return kernels[cpu_chosen()->cpu](ref, text, len);
}

size_t uriel_scan_lines(uriel_ref *refs, size_t capacity, const char **at, const char *end,
                        uriel_row_reader *otherwise)
{
  return cpu_chosen()->lines(refs, capacity, at, end, otherwise);
}

uriel_cpu uriel_cpu_used(void)
{
  return cpu_chosen()->cpu;
}

bool uriel_cpu_force(uriel_cpu cpu)
{
  for (size_t i = 0; i < sizeof scan_sets / sizeof *scan_sets; i++)
    if (scan_sets[i].cpu == cpu && cpu_has(cpu)) {
      __atomic_store_n(&cpu_set, &scan_sets[i], __ATOMIC_RELAXED);
      return true;
    }
  return false;
}

const char *uriel_cpu_name(uriel_cpu cpu)
{
  static const char *const names[] = {"plain", "sse2", "avx2", "avx512", "neon", "simd128"};
  return (size_t)cpu < sizeof names / sizeof *names ? names[cpu] : "";
}
