/* SPDX-License-Identifier: MIT */
/* Names of hosts, label by label (RFC 1123, 2.1), IDNs as they are written. */
#include "find/domain.h"

#include "find/character.h"

/* The end of the label at `at`. A letter of an unspaced script behind one of ASCII is text again. */
static const char *find_label(find_text *t, const char *at)
{
  const char *const begin = at;
  bool ascii = true;
  for (;;) {
    const int byte = find_peek(t, at);
    uint32_t character = 0;
    size_t n = find_is(byte, BYTE_ALPHA | BYTE_DIGIT) || byte == '-' || byte == '_';
    if (byte >= 0x80)
      n = uriel_find_letter(t, at, &character);
    if (n == 0 || at - begin > FIND_DOMAIN_MAX)
      return at;
    if (n > 1 && ascii && at > begin && character >= FIND_UNSPACED)
      return at;
    ascii = ascii && n == 1;
    at += n;
  }
}

/* Where a name of a host ends that reads on to `end`. */
static const char *find_label_end(const char *at, const char *end)
{
  while (end > at && (end[-1] == '-' || end[-1] == '_'))
    end--;
  return end;
}

bool uriel_find_domain(find_text *t, const char *at, find_domain *d)
{
  const char *const begin = at;
  *d = (find_domain){at, 0, {at, 0}, {at, 0}};
  for (;;) {
    const char *const end = find_label(t, at);
    if (end == at)
      return d->labels > 0;
    if (*at == '-' || *at == '_' || end - begin > FIND_DOMAIN_MAX)
      return false;
    d->end = find_label_end(at, end);
    d->last = view_of(at, d->end);
    if (d->labels++ == 0)
      d->first = d->last;
    if (d->end < end || find_peek(t, end) != '.')
      return true;
    at = end + 1;
  }
}

bool uriel_find_named(const find_domain *d)
{
  const uriel_text last = d->last;
  if (last.len >= 4 && uriel_find_same((uriel_text){last.ptr, 4}, "xn--"))
    return last.len > 4;
  for (size_t i = 0; i < last.len; i++)
    if (!byte_is(last.ptr[i], BYTE_ALPHA) && (unsigned char)last.ptr[i] < 0x80)
      return false;
  return last.len > 0;
}
