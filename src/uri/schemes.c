/* SPDX-License-Identifier: MIT */
/* The first table of schemes: those of RFC 9110 (4.2), RFC 6455 (3) and RFC 1738 (3.2). */
#include "uri/schemes.h"

#include "text/bytes.h"

static const scheme_defaults schemes_known[] = {
    {"http", 80, "/"}, {"https", 443, "/"}, {"ws", 80, "/"}, {"wss", 443, "/"}, {"ftp", 21, "/"},
};

static bool scheme_is(uriel_text scheme, const char *name)
{
  size_t i = 0;
  while (i < scheme.len && name[i] && byte_lower(scheme.ptr[i]) == name[i])
    i++;
  return i == scheme.len && name[i] == 0;
}

const scheme_defaults *uriel_scheme_defaults(uriel_text scheme)
{
  for (size_t i = 0; i < sizeof schemes_known / sizeof *schemes_known; i++)
    if (scheme.ptr && scheme_is(scheme, schemes_known[i].name))
      return &schemes_known[i];
  return NULL;
}
