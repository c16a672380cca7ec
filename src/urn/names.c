/* SPDX-License-Identifier: MIT */
/* Reads the names of namespaces; canonical forms that several namespaces share. */
#include "urn/names.h"

size_t uriel_name_span(name *n, unsigned classes, char more)
{
  size_t count = 0;
  while (name_is(n, classes) || (more && name_peek(n) == (unsigned char)more)) {
    name_step(n);
    count++;
  }
  return count;
}

size_t uriel_name_until(name *n, const char *characters)
{
  size_t count = 0;
  while (!name_at_end(n) && !bytes_have(characters, name_peek(n))) {
    name_step(n);
    count++;
  }
  return count;
}

uriel_text uriel_name_character(unsigned value)
{
  static const char characters[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-";
  return (uriel_text){characters + value, 1};
}

unsigned uriel_name_value(const name *n)
{
  const unsigned unit = name_peek(n);
  if (unit < UNIT_ENCODED && byte_is((char)unit, BYTE_DIGIT))
    return unit - '0';
  if (unit < UNIT_ENCODED && byte_is((char)unit, BYTE_ALPHA))
    return (unsigned)(byte_lower((char)unit) - 'a') + 10;
  return 36;
}
