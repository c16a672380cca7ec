/* SPDX-License-Identifier: MIT */
/* Names of what is found. */
#include "uriel_find.h"

const char *uriel_hit_kind_name(uriel_hit_kind kind)
{
  switch (kind) {
#define FIND_KIND_NAME(constant, value, name)                                                           \
  case URIEL_HIT_##constant:                                                                            \
    return name;
    URIEL_HIT_KINDS(FIND_KIND_NAME)
#undef FIND_KIND_NAME
  }
  return "";
}

const char *uriel_delimiter_name(uriel_delimiter delimiter)
{
  switch (delimiter) {
#define FIND_DELIMITER_NAME(constant, value, name)                                                      \
  case URIEL_DELIMITED_##constant:                                                                      \
    return name;
    URIEL_DELIMITERS(FIND_DELIMITER_NAME)
#undef FIND_DELIMITER_NAME
  }
  return "";
}
