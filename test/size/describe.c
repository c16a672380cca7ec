/* SPDX-License-Identifier: MIT */
/* A program that parses and prints the error. */
#include "uriel.h"

#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
  uriel_ref ref;
  uriel_error error;
  char why[URIEL_ERROR_TEXT_MAX];
  if (argc < 2 || uriel_parse(&ref, argv[1], strlen(argv[1]), &error))
    return 0;
  const size_t len = uriel_error_describe(&error, argv[1], strlen(argv[1]), why, sizeof why);
  fwrite(why, 1, len, stderr);
  return 1;
}
