/* SPDX-License-Identifier: MIT */
/* A program of a user who installed the library: prints its version and the host of a URI. Compiles as C
 * and as C++. */
#include <stdio.h>
#include <string.h>
#include <uriel.h>

int main(void)
{
  static const char text[] = "http://example.com/a";
  uriel_ref ref;
  if (strcmp(uriel_version(), URIEL_VERSION) != 0 || !uriel_parse(&ref, text, sizeof text - 1, NULL))
    return 1;
  const uriel_text host = uriel_host(&ref);
  printf("%s %.*s\n", uriel_version(), (int)host.len, host.ptr);
  return 0;
}
