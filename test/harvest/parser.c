/* SPDX-License-Identifier: MIT */
/* What the program's variant for tests of harvest has besides: an HTML parser that fails, by the
 * linker's --wrap.
 *
 *   URIEL_PARSER=abort  it stops the program, as one of its assertions does that fails
 *   URIEL_PARSER=slow   it goes on for ever, while the thread's clock runs fast */
#include <gumbo.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "input.h"

const size_t input_record_max = UINT32_MAX;

GumboOutput *__real_gumbo_parse_with_options(const GumboOptions *options, const char *data, size_t len);
int __real_clock_gettime(clockid_t clock, struct timespec *now);

GumboOutput *__wrap_gumbo_parse_with_options(const GumboOptions *options, const char *data, size_t len);
int __wrap_clock_gettime(clockid_t clock, struct timespec *now);

static bool parser_is(const char *how)
{
  const char *const plan = getenv("URIEL_PARSER");
  return plan && strcmp(plan, how) == 0;
}

GumboOutput *__wrap_gumbo_parse_with_options(const GumboOptions *options, const char *data, size_t len)
{
  if (parser_is("abort"))
    abort();
  while (parser_is("slow"))
    options->deallocator(options->userdata, options->allocator(options->userdata, 16));
  return __real_gumbo_parse_with_options(options, data, len);
}

int __wrap_clock_gettime(clockid_t clock, struct timespec *now)
{
  static _Thread_local time_t ahead;
  const int result = __real_clock_gettime(clock, now);
  if (clock == CLOCK_THREAD_CPUTIME_ID && parser_is("slow"))
    now->tv_sec += ahead += 1;
  return result;
}
