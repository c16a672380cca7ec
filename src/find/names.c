/* SPDX-License-Identifier: MIT */
/* Names of what is found. */
#include "uriel_find.h"

const char *uriel_hit_kind_name(uriel_hit_kind kind)
{
  static const char *const names[] = {"", "uri", "urn", "network-path", "abbreviated", "mail"};
  return (size_t)kind < sizeof names / sizeof *names ? names[kind] : "";
}

const char *uriel_delimiter_name(uriel_delimiter delimiter)
{
  static const char *const names[] = {"bare", "angle", "label", "quote", "bracket"};
  return (size_t)delimiter < sizeof names / sizeof *names ? names[delimiter] : "";
}
