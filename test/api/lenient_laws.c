/* SPDX-License-Identifier: MIT */
/* Laws of uriel_lenient_parse. */
#include "lenient_laws.h"

#include <stdlib.h>
#include <string.h>

#include "support.h"

lenient lenient_read(const uriel_ref *base, uriel_text text, unsigned options)
{
  lenient l = {.out = room(0)};
  size_t capacity = 0;
  for (;;) {
    l.need = uriel_lenient_parse(&l.ref, &l.read, base, text.ptr, text.len, options, l.out, capacity,
                                 &l.error);
    if (l.need == URIEL_FAILED || l.need <= capacity)
      break;
    if (l.ref.length > 0 || l.need > uriel_lenient_bound(base, text.len))
      die("\"%.*s\": needs %zu of %zu bytes", (int)text.len, text.ptr, l.need, capacity);
    free(l.out);
    capacity = l.need;
    l.out = room(capacity);
  }
  return l;
}

void lenient_check_laws(const uriel_ref *base, uriel_text text, unsigned options)
{
  uriel_ref ref;
  lenient l = lenient_read(base, text, options);
  const bool valid = l.need != URIEL_FAILED;
  if (uriel_parse(&ref, text.ptr, text.len, NULL) != (valid && l.read == URIEL_READ_EXACT))
    die("\"%.*s\": RFC 3986 and the reading differ", (int)text.len, text.ptr);
  if (!valid && uriel_url_can_parse(base, text.ptr, text.len))
    die("\"%.*s\": the URL standard accepts it", (int)text.len, text.ptr);
  if (valid && !uriel_parse(&ref, l.ref.text, l.ref.length, NULL))
    die("\"%.*s\": the result is not a URI reference", (int)text.len, text.ptr);
  if (valid && memcmp(&ref, &l.ref, sizeof ref) != 0)
    die("\"%.*s\": the reference is not of its text", (int)text.len, text.ptr);
  free(l.out);
}
