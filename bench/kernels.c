/* SPDX-License-Identifier: MIT */
/* Measures each kernel of uriel_parse that this machine supports, the best first. */
#include "bench.h"
#include "uriel.h"
#include "uriel_batch.h"

enum { KERNELS_MAX = 16, GOAL_PLAIN = 35 };

/* The kernels that this machine supports, and the one that uriel chooses by default. */
static uriel_cpu kernels_here[KERNELS_MAX];
static size_t kernel_count;
static uriel_cpu kernel_best;

size_t bench_kernels(void)
{
  int last = 0;
  if (kernel_count > 0)
    return kernel_count;
  kernel_best = uriel_cpu_used();
  while (*uriel_cpu_name((uriel_cpu)last))
    last++;
  for (int cpu = last - 1; cpu >= 0 && kernel_count < KERNELS_MAX; cpu--)
    if (uriel_cpu_force((uriel_cpu)cpu))
      kernels_here[kernel_count++] = (uriel_cpu)cpu;
  uriel_cpu_force(kernel_best);
  return kernel_count;
}

const char *bench_kernel_name(size_t kernel)
{
  return uriel_cpu_name(kernels_here[kernel]);
}

double bench_kernel_goal(size_t kernel)
{
  static const double goals[KERNELS_MAX] = {
      [URIEL_CPU_AVX512] = 8, [URIEL_CPU_AVX2] = 12, [URIEL_CPU_SSE2] = 20, [URIEL_CPU_NEON] = 20};
  const double goal = goals[kernels_here[kernel]];
  return goal > 0 ? goal : GOAL_PLAIN;
}

void bench_kernel_force(size_t kernel)
{
  uriel_cpu_force(kernels_here[kernel]);
}

void bench_kernel_release(void)
{
  uriel_cpu_force(kernel_best);
}
