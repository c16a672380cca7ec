/* SPDX-License-Identifier: MIT */
/* POSIX functions for the tests: memory with a guard page on both sides, files. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "kernel.h"

/* A kernel that reads after its text ends the program by a signal: print at least which kernel. */
static void on_error(int number)
{
  static const char said[] = ": read outside of the text\n";
  (void)number;
  if (write(STDERR_FILENO, kernel_running, strlen(kernel_running)) < 0 ||
      write(STDERR_FILENO, said, sizeof said - 1) < 0)
    _exit(3);
  _exit(1);
}

enum { PAGES = 32 };

static guarded guarded_make(void)
{
  const size_t page = (size_t)sysconf(_SC_PAGESIZE), size = PAGES * page;
  char *const all = mmap(NULL, size + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (all == MAP_FAILED || mprotect(all + page, size, PROT_READ | PROT_WRITE) != 0) {
    perror("memory with a fence");
    exit(3);
  }
  signal(SIGSEGV, on_error);
  signal(SIGBUS, on_error);
  return (guarded){all + page, all + page + size};
}

guarded guarded_memory(void)
{
  static guarded memory;
  if (!memory.begin)
    memory = guarded_make();
  return memory;
}

uriel_text file_of(const char *path)
{
  FILE *const file = fopen(path, "rb");
  long size = -1;
  if (file && fseek(file, 0, SEEK_END) == 0)
    size = ftell(file);
  char *const text = size < 0 ? NULL : malloc((size_t)size + 1);
  if (!text || fseek(file, 0, SEEK_SET) != 0 || fread(text, 1, (size_t)size, file) != (size_t)size) {
    perror(path);
    exit(3);
  }
  fclose(file);
  return (uriel_text){text, (size_t)size};
}
