/* SPDX-License-Identifier: MIT */
/* What a person should know before going through with a plan (RFC 3986, 7; url-1994, Security
 * considerations). */
#include "scheme/scheme.h"

const char *uriel_warning_name(uriel_warning warning)
{
  switch (warning) {
#define WARNING_NAME(constant, value, name, message)                                                    \
  case URIEL_WARNING_##constant:                                                                        \
    return name;
    URIEL_WARNINGS(WARNING_NAME)
#undef WARNING_NAME
  }
  return "";
}

size_t uriel_warning_describe(uriel_warning warning, const uriel_ref *ref, char *out, size_t capacity)
{
  (void)warning, (void)ref, (void)out, (void)capacity;
  return 0;
}

bool uriel_ipv4_rare(uint8_t bytes[4], const char *text, size_t len)
{
  (void)bytes, (void)text, (void)len;
  return false;
}
