/* SPDX-License-Identifier: MIT */
/* A program that finds the site of a reference with the built-in list. */
#include "uriel_site.h"

#include <string.h>

int main(int argc, char **argv)
{
  uriel_ref ref;
  return argc < 2 || !uriel_parse(&ref, argv[1], strlen(argv[1]), NULL) ||
         !uriel_host_site(uriel_host(&ref), NULL, 0).ptr;
}
