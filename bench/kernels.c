/* SPDX-License-Identifier: MIT */
/* The kernels of uriel_parse, each of which is measured. */
#include "bench.h"

size_t bench_kernels(void)
{
  return 0;
}

const char *bench_kernel_name(size_t kernel)
{
  (void)kernel;
  return "";
}

void bench_kernel_force(size_t kernel)
{
  (void)kernel;
}

void bench_kernel_release(void)
{
}

double bench_kernel_goal(size_t kernel)
{
  (void)kernel;
  return 0;
}
