/* SPDX-License-Identifier: MIT */
/* digits "." digits "." digits "." digits, as in three of the documents. */
#include "historic/own.h"
#include "text/bytes.h"

bool uriel_hostnumber_is(uriel_text host)
{
  const char *at = host.ptr;
  const char *const end = host.ptr + host.len;
  for (size_t number = 0; number < 4; number++) {
    if (number > 0 && (at == end || *at++ != '.'))
      return false;
    const char *const digits = at;
    while (at < end && byte_is(*at, BYTE_DIGIT))
      at++;
    if (at == digits)
      return false;
  }
  return at == end;
}
