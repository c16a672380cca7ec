/* SPDX-License-Identifier: MIT */
/* Resolves a reference, the second argument, against a base URI, the first, and prints the target. */
#include <stdio.h>
#include <string.h>
#include <uriel.h>

static int refuse(const char *text, const uriel_error *error)
{
  char why[URIEL_ERROR_TEXT_MAX];
  const size_t len = uriel_error_describe(error, text, strlen(text), why, sizeof why);
  fprintf(stderr, "%s: at byte %zu: %.*s\n", text, error->offset, (int)len, why);
  return 1;
}

int main(int argc, char **argv)
{
  uriel_ref base, reference;
  uriel_error error;
  char target[4096];
  if (argc != 3)
    return 2;
  if (!uriel_parse(&base, argv[1], strlen(argv[1]), &error))
    return refuse(argv[1], &error);
  if (!uriel_parse(&reference, argv[2], strlen(argv[2]), &error))
    return refuse(argv[2], &error);
  const size_t len = uriel_resolve(&base, &reference, URIEL_RESOLVE_STRICT, target, sizeof target, NULL);
  if (len > sizeof target) /* URIEL_FAILED is larger than any capacity */
    return 1;
  printf("%.*s\n", (int)len, target);
  return 0;
}
