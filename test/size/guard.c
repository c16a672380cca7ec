/* SPDX-License-Identifier: MIT */
/* A program that asks whether a server may fetch a URL. */
#include "uriel_guard.h"

#include <string.h>

int main(int argc, char **argv)
{
  static char out[1 << 20];
  uriel_guarded request;
  return argc < 2 || !uriel_guard(&request, NULL, 0, argv[1], strlen(argv[1]), out, sizeof out);
}
