/* SPDX-License-Identifier: MIT */
/* The machine for the tests, in WebAssembly: memory that ends at the end of the address space, files
 * through run.mjs, and the functions of libc.h. */
#include "kernel.h"
#include "libc.h"

extern char __heap_base; /* where the linker's memory ends */

/* run.mjs: the file's size; and its bytes. */
size_t file_size(const char *path);
void file_read(const char *path, char *to);

static char *free_memory = &__heap_base;

enum { WASM_PAGE = 65536, FENCED = 2 * WASM_PAGE };

/* An access after the last page ends the program by a trap. */
guarded guarded_memory(void)
{
  char *const end = (char *)(uintptr_t)(__builtin_wasm_memory_size(0) * WASM_PAGE);
  return (guarded){end - FENCED, end};
}

static char *take_memory(size_t size)
{
  char *const memory = free_memory;
  if ((size_t)(guarded_memory().begin - memory) < size) {
    printf("no memory is left for %zu bytes\n", size);
    exit(3);
  }
  free_memory += size;
  return memory;
}

uriel_text file_of(const char *path)
{
  const size_t size = file_size(path);
  char *const bytes = take_memory(size);
  file_read(path, bytes);
  return (uriel_text){bytes, size};
}

/* Space for an argument, which run.mjs writes. */
char *argument_room(size_t size)
{
  return take_memory(size);
}

const char *running_kernel(void)
{
  return kernel_running;
}

unsigned long strtoul(const char *digits, char **end, int base)
{
  unsigned long value = 0;
  (void)end;
  for (; *digits; digits++) {
    const int digit = *digits <= '9' ? *digits - '0' : (*digits | 0x20) - 'a' + 10;
    value = value * (unsigned)base + (unsigned)digit;
  }
  return value;
}

void free(void *memory)
{
  (void)memory;
}

size_t strlen(const char *string)
{
  size_t len = 0;
  while (string[len])
    len++;
  return len;
}

void *memmove(void *to, const void *from, size_t n)
{
  char *const a = to;
  const char *const b = from;
  if ((uintptr_t)a <= (uintptr_t)b)
    for (size_t i = 0; i < n; i++)
      a[i] = b[i];
  else
    while (n-- > 0)
      a[n] = b[n];
  return to;
}

void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
  return memmove(to, from, n);
}

void *memset(void *to, int byte, size_t n)
{
  for (size_t i = 0; i < n; i++)
    ((char *)to)[i] = (char)byte;
  return to;
}

int memcmp(const void *a, const void *b, size_t n)
{
  const unsigned char *const x = a, *const y = b;
  for (size_t i = 0; i < n; i++)
    if (x[i] != y[i])
      return x[i] < y[i] ? -1 : 1;
  return 0;
}

void *memchr(const void *text, int byte, size_t n)
{
  const unsigned char *const bytes = text;
  for (size_t i = 0; i < n; i++)
    if (bytes[i] == (unsigned char)byte)
      return (void *)(uintptr_t)(bytes + i);
  return NULL;
}
