/* SPDX-License-Identifier: MIT */
/* One block of memory at many addresses. */
#include "letters.h"

#include <string.h>

#include <sys/mman.h>
#include <unistd.h>

#define LETTERS ((size_t)1 << 32)
#define BLOCK ((size_t)1 << 24)

char *letters_map(size_t more)
{
  const int file = memfd_create("letters", 0);
  if (file < 0 || ftruncate(file, (off_t)BLOCK) != 0)
    return NULL;
  char *const text = mmap(NULL, LETTERS + more, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  for (size_t at = 0; text != MAP_FAILED && at < LETTERS; at += BLOCK)
    if (mmap(text + at, BLOCK, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) == MAP_FAILED)
      return NULL;
  close(file);
  if (text == MAP_FAILED)
    return NULL;
  memset(text, 'a', BLOCK);
  return text;
}
