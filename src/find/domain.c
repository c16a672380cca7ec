/* SPDX-License-Identifier: MIT */
/* Names of hosts, label by label (RFC 1123, 2.1), with IDNs as written, and their top-level domains. */
#include "find/domain.h"
#include "find/escape.h"
#include "find/idn_table.h"
#include "find/top_table.h"

/* The end of the label at `at`. After ASCII, a letter of an unspaced script belongs to the text again.
 */
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
    for (d->end = end; d->end > at && (d->end[-1] == '-' || d->end[-1] == '_');)
      d->end--;
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
  if (last.len >= 4 && view_is((uriel_text){last.ptr, 4}, "xn--"))
    return last.len > 4;
  for (size_t i = 0; i < last.len; i++)
    if (!byte_is(last.ptr[i], BYTE_ALPHA) && (unsigned char)last.ptr[i] < 0x80)
      return false;
  return last.len > 0;
}

find_top uriel_find_top(uriel_text label)
{
  char lower[FIND_TOP_MAX] = {0};
  if (label.len < 2)
    return FIND_TOP_NONE;
  if (label.len > 4 && view_is((uriel_text){label.ptr, 4}, "xn--"))
    return FIND_TOP_PLAIN;
  if ((unsigned char)label.ptr[0] >= 0x80) {
    for (size_t i = 0; i < sizeof find_idn_table / sizeof *find_idn_table; i++)
      if (view_equal(label, uriel_text_of(find_idn_table[i].lower)) ||
          view_equal(label, uriel_text_of(find_idn_table[i].upper)))
        return FIND_TOP_PLAIN;
    return FIND_TOP_CAREFUL;
  }
  if (label.len > FIND_TOP_MAX)
    return FIND_TOP_NONE;
  for (size_t i = 0; i < label.len; i++) {
    /* "Com" at the beginning of a sentence is a word: a label must be in one case. */
    if (byte_is(label.ptr[i], BYTE_UPPER) != byte_is(label.ptr[0], BYTE_UPPER))
      return FIND_TOP_NONE;
    lower[i] = byte_lower(label.ptr[i]);
  }
  size_t low = 0, high = sizeof find_top_table / sizeof *find_top_table;
  while (low < high) { /* the rows, too, are padded with NUL */
    const size_t middle = low + (high - low) / 2;
    const int order = memcmp(lower, find_top_table[middle].name, FIND_TOP_MAX);
    if (order == 0)
      return (find_top)find_top_table[middle].top;
    if (order > 0)
      low = middle + 1;
    else
      high = middle;
  }
  return FIND_TOP_NONE;
}
