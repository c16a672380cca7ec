/* SPDX-License-Identifier: MIT */
/* A program that parses and normalises at every level. */
#include "uriel.h"

#include <string.h>

int main(int argc, char **argv)
{
  uriel_ref ref;
  uriel_error error;
  char out[256];
  if (argc < 2 || !uriel_parse(&ref, argv[1], strlen(argv[1]), &error))
    return 1;
  for (int level = URIEL_LEVEL_STRING; level <= URIEL_LEVEL_SCHEME; level++)
    if (uriel_normalize(&ref, (uriel_level)level, out, sizeof out) > sizeof out)
      return 1;
  return 0;
}
