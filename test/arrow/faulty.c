/* SPDX-License-Identifier: MIT */
/* Memory that runs out on request; see faulty.h. */
#include "faulty.h"

#include <stdbool.h>
#include <stddef.h>

unsigned long faulty_countdown;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

static bool faulty_now(void)
{
  return faulty_countdown > 0 && --faulty_countdown == 0;
}

void *__wrap_malloc(size_t size)
{
  return faulty_now() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
  return faulty_now() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
  return faulty_now() ? NULL : __real_realloc(old, size);
}
