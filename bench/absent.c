/* SPDX-License-Identifier: MIT */
/* The libraries in C++ that the build lacks. */
#include "bench.h"

#ifndef BENCH_BOOST
bench_library bench_boost(void)
{
  return (bench_library){.name = "Boost.URL", .version = ""};
}
#endif

#ifndef BENCH_ADA
bench_library bench_ada(void)
{
  return (bench_library){.name = "ada", .version = ""};
}
#endif
