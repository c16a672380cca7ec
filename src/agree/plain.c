/* SPDX-License-Identifier: MIT */
/* URLs that every present reader reads alike: most URLs of a crawl. */
#include "agree/reader.h"
#include "scan/step.h"

/* The longest name, as long as a label may be, and a byte more; and two steps, which are read at once:
 * half of all names are longer than one, and a branch on that would be mispredicted. */
enum { PLAIN_NAME = 64, PLAIN_STEPS = 2 * STEP };

/* The bits of bytes of a name, the first one lowest. */
typedef struct plain_bits {
  uint64_t dots, joins, members; /* dots and hyphens join labels or parts of one */
} plain_bits;

STEP_INLINE void plain_add(plain_bits *bits, const char *at, size_t place)
{
  const step_block block = step_load(at);
  const step_block dots = step_are(block, '.'), joins = step_or(dots, step_are(block, '-'));
  const step_block others =
      step_or(step_within(step_fold(block), 'a', 'z'), step_within(block, '0', '9'));
  bits->dots |= step_bits(dots) << place;
  bits->joins |= step_bits(joins) << place;
  bits->members |= step_bits(step_or(others, joins)) << place;
}

/* Returns the last label of the name that begins at `name`, if every reader takes it for the same
 * domain: labels of letters and digits, joined by single hyphens, whose last one begins with a letter.
 * Undefined if not, or if the name may end after the bits, whose lowest one is its first byte's. */
STEP_INLINE uriel_text plain_label(const char *name, plain_bits bits)
{
  const uint64_t end = ~bits.members & (bits.members + 1), all = end - 1;
  const uint64_t joins = bits.joins & all, dots = bits.dots & all;
  if (end <= 1 || joins & (joins << 1 | 1 | end >> 1))
    return view_undefined();
  const char *const label = dots ? name + word_highest(dots) + 1 : name;
  return byte_is(*label, BYTE_ALPHA) ? view_of(label, name + word_lowest(end)) : view_undefined();
}

/* plain_label of a long name, or in a short text. */
RARE APART static uriel_text plain_other(const char *name, const char *end)
{
  char bytes[PLAIN_NAME] = {0};
  plain_bits bits = {0, 0, 0};
  copy_bytes(bytes, name, end - name < PLAIN_NAME ? (size_t)(end - name) : (size_t)PLAIN_NAME);
  for (size_t place = 0; place < PLAIN_NAME; place += STEP)
    plain_add(&bits, bytes + place, place);
  return plain_label(name, bits);
}

/* Returns whether a port, in its shortest form, begins at `at`. */
RARE APART static bool plain_port(const char *at, const char *end)
{
  const char *const digits = at + 1;
  at = bytes_past(digits, end, BYTE_DIGIT);
  const int32_t port = uriel_reader_port(view_of(digits, at));
  return port > 0 && port <= (int32_t)UINT16_MAX && *digits != '0' &&
         (at == end || bytes_have("/?#", (unsigned char)*at));
}

uriel_text uriel_reader_plain(const char *text, size_t len)
{
  const uint64_t word = len < 8 ? 0 : word_read(text);
  const bool secure = word == word_read("https://");
  if (!(secure | (word << 8 == word_read("\0http://"))))
    return view_undefined();
  const char *const name = text + 7 + secure, *const end = text + len;
  uriel_text label;
  if (len >= PLAIN_STEPS) {
    const char *const last = end - PLAIN_STEPS, *const at = last < name ? last : name;
    plain_bits bits = {0, 0, 0};
    for (size_t place = 0; place < PLAIN_STEPS; place += STEP)
      plain_add(&bits, at + place, place);
    const unsigned before = (unsigned)(name - at);
    bits = (plain_bits){bits.dots >> before, bits.joins >> before, bits.members >> before};
    label = (bits.members + 1) >> PLAIN_STEPS ? plain_other(name, end) : plain_label(name, bits);
  } else {
    label = plain_other(name, end);
  }
  const char *const at = view_end(label);
  if (at && at < end && *at != '/' && *at != '?' && *at != '#' && (*at != ':' || !plain_port(at, end)))
    return view_undefined();
  return label;
}
