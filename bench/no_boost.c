/* SPDX-License-Identifier: MIT */
/* Where there is no C++ compiler or no Boost.URL. */
#include "bench.h"

bench_library bench_boost(void)
{
  return (bench_library){.name = "Boost.URL", .version = ""};
}
