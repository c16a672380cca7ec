/* SPDX-License-Identifier: MIT */
/* The addition to the program's variant for tests of harvest: a database that fails, by the linker's
 * --wrap.
 *
 *   URIEL_BIND=N        the Nth text for the database is longer than it takes */
#include <stdint.h>
#include <stdlib.h>

/* As SQLite declares it, without its types. */
int __real_sqlite3_bind_text64(void *statement, int column, const char *text, uint64_t len,
                               void (*end)(void *), unsigned char encoding);
int __wrap_sqlite3_bind_text64(void *statement, int column, const char *text, uint64_t len,
                               void (*end)(void *), unsigned char encoding);
void __real_sqlite3_result_text64(void *context, const char *text, uint64_t len, void (*end)(void *),
                                  unsigned char encoding);
void __wrap_sqlite3_result_text64(void *context, const char *text, uint64_t len, void (*end)(void *),
                                  unsigned char encoding);

static uint64_t parser_len(uint64_t len)
{
  enum { TOO_LONG = 1500000000 };
  static unsigned long calls;
  const char *const plan = getenv("URIEL_BIND");
  return plan && ++calls == strtoul(plan, NULL, 10) ? TOO_LONG : len;
}

int __wrap_sqlite3_bind_text64(void *statement, int column, const char *text, uint64_t len,
                               void (*end)(void *), unsigned char encoding)
{
  return __real_sqlite3_bind_text64(statement, column, text, parser_len(len), end, encoding);
}

void __wrap_sqlite3_result_text64(void *context, const char *text, uint64_t len, void (*end)(void *),
                                  unsigned char encoding)
{
  __real_sqlite3_result_text64(context, text, parser_len(len), end, encoding);
}
