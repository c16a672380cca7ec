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

bool uriel_name_word(name *n, const char *word)
{
  name ahead = *n;
  for (; *word; word++) {
    const unsigned unit = name_peek(&ahead);
    if (unit >= UNIT_ENCODED || byte_lower((char)unit) != *word)
      return false;
    name_step(&ahead);
  }
  *n = ahead;
  return true;
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

static bool names_fold_next(pieces *p, uriel_text *piece, unit_rules *rules)
{
  *piece = p->state == 0 ? p->text : p->rest;
  *rules = p->rules;
  if (p->state == 0)
    *rules = (unit_rules){true, p->rules.decode, true};
  return p->state++ < 2;
}

void uriel_names_fold(pieces *p, uriel_text nss, const char *end)
{
  p->next = names_fold_next;
  p->text = view_of(nss.ptr, end);
  p->rest = view_of(end, nss.ptr + nss.len);
  p->state = 0;
}

void uriel_names_fold_all(pieces *p, uriel_text nss)
{
  uriel_names_fold(p, nss, nss.ptr + nss.len);
}
