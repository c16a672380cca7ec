/* SPDX-License-Identifier: MIT */
/* Measures each kernel of uriel_parse that this machine supports, the best first. */
#include "bench.h"
#include "uriel.h"

/* In the order of the rows, with the goal for parsing, in nanoseconds per URL. */
static const struct kernel_goal {
  uriel_cpu cpu;
  double goal;
} kernel_goals[] = {
    {URIEL_CPU_AVX512, 8}, {URIEL_CPU_AVX2, 12},  {URIEL_CPU_SSE2, 20},
    {URIEL_CPU_NEON, 20},  {URIEL_CPU_PLAIN, 35},
};
enum { KERNELS = sizeof kernel_goals / sizeof *kernel_goals };

/* Indexes into the table above, and the kernel that uriel chooses by default. */
static size_t kernels_here[KERNELS];
static size_t kernel_count;
static uriel_cpu kernel_best;

size_t bench_kernels(void)
{
  if (kernel_count > 0)
    return kernel_count;
  kernel_best = uriel_cpu_used();
  for (size_t i = 0; i < KERNELS; i++) {
    if (uriel_cpu_force(kernel_goals[i].cpu))
      kernels_here[kernel_count++] = i;
  }
  uriel_cpu_force(kernel_best);
  return kernel_count;
}

const char *bench_kernel_name(size_t kernel)
{
  return uriel_cpu_name(kernel_goals[kernels_here[kernel]].cpu);
}

double bench_kernel_goal(size_t kernel)
{
  return kernel_goals[kernels_here[kernel]].goal;
}

void bench_kernel_force(size_t kernel)
{
  uriel_cpu_force(kernel_goals[kernels_here[kernel]].cpu);
}

void bench_kernel_release(void)
{
  uriel_cpu_force(kernel_best);
}
