/* SPDX-License-Identifier: MIT */
/* A program that calls all of uriel_idna.h. */
#include "uriel_idna.h"

#include <string.h>

int main(int argc, char **argv)
{
  uriel_error error;
  char out[512];
  if (argc < 2)
    return 1;
  const size_t len = strlen(argv[1]);
  return uriel_nfc(argv[1], len, out, sizeof out, &error) > 3 * len ||
         uriel_idna_to_ascii(argv[1], len, 0, out, sizeof out, &error) > uriel_idna_bound(len) ||
         uriel_idna_to_unicode(argv[1], len, 0, out, sizeof out, &error) > 11 * len;
}
