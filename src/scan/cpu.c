/* SPDX-License-Identifier: MIT */
/* Chooses the kernel for the machine at the first call. The pointer to it is the only thing in the
 * core that changes at run time; threads that race write the same value. */
#include "scan/kernels.h"

typedef struct scan_set {
  uriel_cpu cpu;
  uriel_scan_kernel *scan;
} scan_set;

/* Sorted, the best first. */
static const scan_set scan_sets[] = {
#define CPU_SET(on, constant, name, has, scan, markup)                                                  \
  SCAN_ON_##on({URIEL_CPU_##constant, uriel_scan_##scan}, )
    SCAN_KERNELS(CPU_SET)};

static bool cpu_has(uriel_cpu cpu)
{
#ifdef URIEL_SCAN_X86
  __builtin_cpu_init();
#endif
#define CPU_HAS(on, constant, name, has, scan, markup) SCAN_ON_##on([URIEL_CPU_##constant] = (has), )
  const bool all[] = {SCAN_KERNELS(CPU_HAS)};
  return all[cpu];
}

/* Out of line: uriel_scan needs no stack frame then. */
static __attribute__((noinline)) const scan_set *cpu_best(void)
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

/* The kernels of these are apart from the set: a program that does not call a function does not link
 * them. */
bool uriel_scan_unquoted(uriel_ref *ref, const char *text, uint32_t len)
{
#define CPU_UNQUOTED(on, constant, name, has, scan, markup)                                             \
  SCAN_ON_##on([URIEL_CPU_##constant] = uriel_unquoted_##scan, )
  static uriel_scan_kernel *const kernels[] = {SCAN_KERNELS(CPU_UNQUOTED)};
  return kernels[cpu_chosen()->cpu](ref, text, len);
}

size_t uriel_scan_lines(uriel_ref *refs, size_t capacity, const char **at, const char *end,
                        uriel_row_reader *otherwise)
{
#define CPU_LINES(on, constant, name, has, scan, markup)                                                \
  SCAN_ON_##on([URIEL_CPU_##constant] = uriel_lines_##scan, )
  static uriel_lines_kernel *const kernels[] = {SCAN_KERNELS(CPU_LINES)};
  return kernels[cpu_chosen()->cpu](refs, capacity, at, end, otherwise);
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
#define CPU_NAME(on, constant, name, has, scan, markup) [URIEL_CPU_##constant] = (name),
  static const char *const names[] = {SCAN_KERNELS(CPU_NAME)};
  return (size_t)cpu < sizeof names / sizeof *names ? names[cpu] : "";
}
