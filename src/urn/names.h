/* SPDX-License-Identifier: MIT */
/* The rules of each known namespace, and what their files share. */
#ifndef URIEL_URN_NAMES_H
#define URIEL_URN_NAMES_H

#include "uriel_urn.h"
#include "urn/namespace.h"

extern const urn_rules uriel_names_epc, uriel_names_isan, uriel_names_isbn, uriel_names_issn,
    uriel_names_mod_37_36;

/* The end of a name; not a unit. */
enum { NAME_END = 0x200 };

/* The next unit: a byte, UNIT_ENCODED and the value of a "%XX", or NAME_END. */
static inline unsigned name_peek(const name *n)
{
  const char *at = n->at;
  return at < n->end ? unit_next(&at, n->end, n->rules) : NAME_END;
}

static inline void name_step(name *n)
{
  if (n->at < n->end)
    unit_next(&n->at, n->end, n->rules);
}

static inline bool name_at_end(const name *n)
{
  return n->at == n->end;
}

/* Reports whether the next character is in the classes. */
static inline bool name_is(const name *n, unsigned classes)
{
  const unsigned unit = name_peek(n);
  return unit < UNIT_ENCODED && byte_is((char)unit, classes);
}

/* Skips the character if it comes next. */
static inline bool name_skip(name *n, char character)
{
  const bool found = name_peek(n) == (unsigned char)character;
  if (found)
    name_step(n);
  return found;
}

/* Skips characters of the classes, and the character `more` if it is not 0. Returns how many. */
size_t uriel_name_span(name *n, unsigned classes, char more);

/* Skips all units up to one of the characters or the end. Returns how many. */
size_t uriel_name_until(name *n, const char *characters);

static inline name_verdict name_fine(void)
{
  return (name_verdict){.code = URIEL_ERROR_NONE};
}

/* The name does not have the form; `at` is the byte at fault. */
static inline name_verdict name_wrong(const char *at, const char *words)
{
  return (name_verdict){.code = URIEL_ERROR_NAME_FORM, .at = at, .words = words};
}

/* The same, with the number of units found. */
static inline name_verdict name_counted(const char *at, const char *words, size_t number)
{
  return (name_verdict){
      .code = URIEL_ERROR_NAME_FORM, .at = at, .words = words, .number = number, .counted = true};
}

/* The check digit at `at` is wrong. */
static inline name_verdict name_check(const char *at, const char *words, char should)
{
  return (name_verdict){.code = URIEL_ERROR_NAME_CHECK, .at = at, .words = words, .character = should};
}

/* The characters of a canonical form that is not in the text: "0" to "9" and "A" to "Z" for the values 0
 * to 35, and NAME_HYPHEN. */
enum { NAME_HYPHEN = 36 };
uriel_text uriel_name_character(unsigned value);

/* The value of the next digit or letter of `n`, in any case, or 36. */
unsigned uriel_name_value(const name *n);

/* Reads the text of a canonical form. */
static inline name name_of(uriel_text nss, unit_rules rules)
{
  return (name){nss.ptr, nss.ptr, nss.ptr + nss.len, {true, rules.decode, false}};
}

#endif
