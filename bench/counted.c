/* SPDX-License-Identifier: MIT */
/* uriel-counted: the program that tools/check-instructions runs under callgrind. Processes a file of
 * URLs once with each of uriel's passes and each kernel. Prints the compiler, then the operation,
 * the pass and the kernel of each count, and the number of URLs. */
#include <gnu/libc-version.h>

#include "bench.h"

static volatile size_t counted_sink;

/* Only this function is counted: callgrind resets its counters before each call and dumps them after
 * it. */
__attribute__((noinline)) void counted_run(const bench_urls *urls, bench_pass *pass);
void counted_run(const bench_urls *urls, bench_pass *pass)
{
  counted_sink += pass(urls);
}

static void counted_pass(const bench_urls *urls, const bench_entry *entry, const char *kernel)
{
  counted_sink += entry->pass(urls); /* one-time initialisation happens here */
  counted_run(urls, entry->pass);
  printf("%s\t%s\t%s\t%zu\n", bench_operation_name(entry->operation), entry->name, kernel, urls->count);
}

static void counted_kernels(const bench_urls *urls, const bench_entry *entries)
{
  const size_t kernels = bench_kernels();
  for (const bench_entry *entry = entries; entry->name; entry++) {
    for (size_t kernel = 0; kernel < kernels; kernel++) {
      bench_kernel_force(kernel);
      counted_pass(urls, entry, bench_kernel_name(kernel));
    }
    bench_kernel_release();
    if (kernels == 0)
      counted_pass(urls, entry, "-");
  }
}

int main(int argc, char **argv)
{
  bench_urls urls;
  const bench_library uriel = bench_uriel();
  if (argc != 2) {
    fputs("usage: uriel-counted URLS\n", stderr);
    return 2;
  }
  if (!bench_urls_load(&urls, argv[1]) || !bench_urls_make(&urls) || !uriel.prepare(&urls))
    return 3;
  printf("%s; %s; glibc %s\n", BENCH_COMPILER, BENCH_COMPILER_FLAGS, gnu_get_libc_version());
  counted_kernels(&urls, uriel.entries);
  uriel.discard();
  bench_urls_free(&urls);
  return fflush(stdout) == 0 ? 0 : 3;
}
