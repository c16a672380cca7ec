/* SPDX-License-Identifier: MIT */
/* A program that only parses. */
#include "uriel.h"

#include <string.h>

int main(int argc, char **argv)
{
  uriel_ref ref;
  uriel_error error;
  return argc < 2 || !uriel_parse(&ref, argv[1], strlen(argv[1]), &error);
}
