/* SPDX-License-Identifier: MIT */
/* Reads its argument under every generation of the specification, and prints the host in each. */
#include <stdio.h>
#include <string.h>
#include <uriel_spec.h>

static const uriel_spec specs[] = {URIEL_SPEC_URL_1993, URIEL_SPEC_URL_1994, URIEL_SPEC_URL_1997,
                                   URIEL_SPEC_URI_2003, URIEL_SPEC_RFC3986};

static void print_host(const uriel_ref *ref)
{
  const uriel_text host = uriel_host(ref);
  if (host.ptr)
    printf("host \"%.*s\"\n", (int)host.len, host.ptr);
  else
    printf("no host\n");
}

static void print_error(const uriel_error *error, const char *text)
{
  char why[URIEL_ERROR_TEXT_MAX];
  const size_t len = uriel_error_describe(error, text, strlen(text), why, sizeof why);
  printf("at byte %zu: %.*s (%s, %s)\n", error->offset, (int)len, why, uriel_error_rule(error),
         uriel_error_section(error));
}

int main(int argc, char **argv)
{
  if (argc != 2)
    return 2;
  for (size_t at = 0; at < sizeof specs / sizeof *specs; at++) {
    uriel_ref ref;
    uriel_error error;
    printf("%-9s ", uriel_spec_name(specs[at]));
    if (uriel_parse_as(&ref, argv[1], strlen(argv[1]), specs[at], 0, &error))
      print_host(&ref);
    else
      print_error(&error, argv[1]);
  }
  return 0;
}
