/* SPDX-License-Identifier: MIT */
/* Every kernel finds the same marks as a loop over the bytes, reads nothing outside of its text, and
 * writes nothing past the capacity. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel.h"
#include "scan/kernels.h"

enum { LENGTH_MAX = 400, CAPACITY_MAX = 512, GUARD = 0xABCD };

static void fail(const char *what, uriel_cpu cpu, size_t len, size_t capacity)
{
  printf("%s: %s, %zu bytes, capacity %zu\n", uriel_cpu_name(cpu), what, len, capacity);
  exit(1);
}

static bool is_mark(char byte)
{
  return byte == '<' || byte == '>' || byte == '"';
}

static void check(uriel_cpu cpu, const char *text, size_t len, size_t capacity)
{
  uint16_t marks[CAPACITY_MAX + 1];
  size_t read = SIZE_MAX, count = 0;
  marks[capacity] = GUARD;
  const size_t found = uriel_scan_markup(text, len, marks, capacity, &read);
  if (read > len || found > capacity || marks[capacity] != GUARD)
    fail("reads or writes too much", cpu, len, capacity);
  if (read < len && capacity - found >= MARKS_LEAST)
    fail("stops too early", cpu, len, capacity);
  for (size_t at = 0; at < read; at++)
    if (is_mark(text[at]) && (count == found || marks[count++] != at))
      fail("a mark is missing", cpu, len, capacity);
  if (count != found)
    fail("a mark more", cpu, len, capacity);
}

/* Texts with few marks and with many, at both ends of readable memory. */
static void check_random(uriel_cpu cpu, uint32_t *seed)
{
  const guarded memory = guarded_memory();
  const size_t len = next_random(seed) % (LENGTH_MAX + 1);
  const size_t capacity = MARKS_LEAST + next_random(seed) % (CAPACITY_MAX - MARKS_LEAST + 1);
  const unsigned dense = next_random(seed) % 4;
  char text[LENGTH_MAX];
  for (size_t i = 0; i < len; i++) {
    const uint32_t random = next_random(seed);
    text[i] = random % 4 <= dense ? "<>\""[random / 4 % 3] : (char)(random >> 8);
  }
  for (size_t side = 0; side < 2; side++) {
    char *const copy = side ? memory.begin : memory.end - len;
    if (len > 0)
      memcpy(copy, text, len);
    check(cpu, copy, len, capacity);
  }
}

int main(int argc, char **argv)
{
  const unsigned long rounds = argc > 1 ? strtoul(argv[1], NULL, 10) : 20000;
  for (uriel_cpu cpu = URIEL_CPU_PLAIN; *uriel_cpu_name(cpu); cpu++) {
    uint32_t seed = 17;
    if (uriel_cpu_force(cpu))
      for (unsigned long round = 0; round < rounds; round++)
        check_random(cpu, &seed);
  }
  return 0;
}
