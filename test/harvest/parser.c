/* SPDX-License-Identifier: MIT */
/* What the program's variant for tests of harvest has besides: an HTML parser and a database that fail,
 * by the linker's --wrap.
 *
 *   URIEL_PARSER=abort  it stops the program, as one of its assertions does that fails
 *   URIEL_PARSER=slow   it goes on for ever, while the thread's clock runs fast
 *   URIEL_BIND=N        the Nth text for the database is longer than it takes */
#include <gumbo.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

GumboOutput *__real_gumbo_parse_with_options(const GumboOptions *options, const char *data, size_t len);
int __real_clock_gettime(clockid_t clock, struct timespec *now);

GumboOutput *__wrap_gumbo_parse_with_options(const GumboOptions *options, const char *data, size_t len);
int __wrap_clock_gettime(clockid_t clock, struct timespec *now);

/* As SQLite declares it, without its types. */
int __real_sqlite3_bind_text64(void *statement, int column, const char *text, uint64_t len,
                               void (*end)(void *), unsigned char encoding);
int __wrap_sqlite3_bind_text64(void *statement, int column, const char *text, uint64_t len,
                               void (*end)(void *), unsigned char encoding);

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

int __wrap_sqlite3_bind_text64(void *statement, int column, const char *text, uint64_t len,
                               void (*end)(void *), unsigned char encoding)
{
  enum { TOO_LONG = 1500000000 };
  static unsigned long calls;
  const char *const plan = getenv("URIEL_BIND");
  if (plan && ++calls == strtoul(plan, NULL, 10))
    len = TOO_LONG;
  return __real_sqlite3_bind_text64(statement, column, text, len, end, encoding);
}
