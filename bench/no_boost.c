/* SPDX-License-Identifier: MIT */
/* Used without a C++ compiler or Boost.URL. */
#include "bench.h"

bench_library bench_boost(void)
{
  return (bench_library){.name = "Boost.URL", .version = ""};
}
