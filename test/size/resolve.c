/* SPDX-License-Identifier: MIT */
/* A program that parses and resolves. */
#include "uriel.h"

#include <string.h>

int main(int argc, char **argv)
{
  uriel_ref base, ref;
  uriel_error error;
  char out[256];
  return argc < 3 || !uriel_parse(&base, argv[1], strlen(argv[1]), &error) ||
         !uriel_parse(&ref, argv[2], strlen(argv[2]), &error) ||
         uriel_resolve(&base, &ref, 0, out, sizeof out, &error) > sizeof out;
}
