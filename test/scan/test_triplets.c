/* SPDX-License-Identifier: MIT */
/* uriel_triplets_stand against RFC 3986, 6.2.2.1 and 6.2.2.2, one triplet at a time. It reads nothing
 * outside of its text. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel.h"
#include "scan/scan.h"
#include "text/bytes.h"

enum { LENGTH_MAX = 400 };

/* Reports whether the normal form keeps the three bytes. */
static bool stands(const char *at, bool decoded)
{
  if (!triplet_at(at, at + 3))
    return true;
  return at[1] < 'a' && at[2] < 'a' && !(decoded && byte_is((char)triplet_value(at), BYTE_UNRESERVED));
}

static void check(const char *text, size_t len)
{
  for (int decoded = 0; decoded < 2; decoded++) {
    bool all = true;
    for (size_t at = 0; at + 3 <= len; at++)
      all = all && stands(text + at, decoded);
    if (uriel_triplets_stand((uriel_text){text, len}, decoded) != all) {
      printf("%zu bytes, decoded %zu, not %zu: ", len, (size_t)decoded, (size_t)all);
      for (size_t i = 0; i < len; i++)
        putchar(text[i]);
      putchar('\n');
      exit(1);
    }
  }
}

/* The text at both ends of readable memory. */
static void check_guarded(const char *text, size_t len)
{
  const guarded memory = guarded_memory();
  kernel_running = "uriel_triplets_stand";
  for (size_t side = 0; side < 2; side++) {
    char *const copy = side ? memory.begin : memory.end - len;
    if (len > 0)
      memcpy(copy, text, len);
    check(copy, len);
  }
}

/* "%" and every two bytes, with and without a triplet that stands, at each end of a short and a long
 * text and around the ends of blocks. */
static void check_every_triplet(void)
{
  static const size_t lengths[] = {3, 65, 66, 67, 130, 131};
  for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++)
    for (unsigned digits = 0; digits < 0x10000; digits++) {
      const size_t len = lengths[l], last = len - 3;
      char text[LENGTH_MAX];
      memset(text, 'a', len);
      const size_t at = digits % 3 == 0 ? 0 : digits % 3 == 1 ? last : last < 63 ? last : 63;
      text[at] = '%';
      text[at + 1] = (char)(digits >> 8);
      text[at + 2] = (char)digits;
      check(text, len);
    }
}

int main(int argc, char **argv)
{
  const unsigned long rounds = argc > 1 ? strtoul(argv[1], NULL, 10) : 100000;
  static const char *const stand[] = {"%2F", "%C3", "%5B", "%3A"};
  uint32_t seed = 17;
  check_every_triplet();
  for (unsigned long round = 0; round < rounds; round++) {
    char text[LENGTH_MAX];
    const size_t len = next_random(&seed) % (LENGTH_MAX + 1);
    const unsigned dense = 1 + next_random(&seed) % 64, bad = next_random(&seed) % 2;
    for (size_t i = 0; i < len; i++)
      text[i] = "x2C/"[next_random(&seed) % 4];
    for (size_t i = 0; i + 3 <= len; i += 3)
      if (next_random(&seed) % 64 < dense)
        memcpy(text + i, next_random(&seed) % 200 < bad ? "%7e" : stand[next_random(&seed) % 4], 3);
    check_guarded(text, len);
  }
  return 0;
}
