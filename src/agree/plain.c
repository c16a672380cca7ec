/* SPDX-License-Identifier: MIT */
/* URLs that every present reader reads alike: most URLs of a crawl. */
#include "agree/reader.h"
#include "scan/step.h"

/* The longest port, with its colon; and two steps, which are read at once: half of all names are longer
 * than one, and a branch on that would be mispredicted. */
enum { PLAIN_PORT = 6, PLAIN_STEPS = 2 * STEP };

/* The bits of bytes of a name, the first one lowest. */
typedef struct plain_bits {
  uint64_t letters, dots, joins, members; /* dots and hyphens join labels or parts of one */
} plain_bits;

/* Adds the bytes from `at` on, of a text that ends at `end` and has STEP bytes or more. */
STEP_INLINE void plain_add(plain_bits *bits, const char *at, const char *end, size_t place)
{
  const size_t left = (size_t)(end - at), after = left < STEP ? STEP - left : 0;
  const step_block block = step_load(at - after), folded = step_fold(block);
  const step_block letters = step_except(step_upto(folded, 'z'), step_upto(folded, '`'));
  const step_block digits = step_except(step_upto(block, '9'), step_upto(block, '/'));
  const step_block dots = step_are(block, '.'), joins = step_or(dots, step_are(block, '-'));
  bits->letters |= step_bits(letters) >> after << place;
  bits->dots |= step_bits(dots) >> after << place;
  bits->joins |= step_bits(joins) >> after << place;
  bits->members |= step_bits(step_or(step_or(letters, digits), joins)) >> after << place;
}

/* Returns the end of the name that begins at `begin` in a text; NULL if a reader takes it for an
 * address, converts or refuses it: other than labels of letters and digits, joined by single hyphens,
 * whose last one begins with a letter. */
static const char *plain_name(const char *text, size_t len, size_t begin)
{
  char few[STEP] = {0};
  plain_bits bits = {0, 0, 0, 0};
  const char *const name = text + begin, *at = name, *end = text + len;
  if (len < STEP) {
    memcpy(few, text, len);
    at = few + begin;
    end = few + STEP;
  }
  for (size_t place = 0; place < 64 && at + place < end; place += PLAIN_STEPS) {
    plain_add(&bits, at + place, end, place);
    if (at + place + STEP < end)
      plain_add(&bits, at + place + STEP, end, place + STEP);
    if (bits.members + 1 != (uint64_t)1 << (place + PLAIN_STEPS) % 64) /* the name has ended */
      break;
  }
  const uint64_t members = step_before(~bits.members), joins = bits.joins & members;
  const uint64_t begins = (bits.dots << 1 | 1) & members, ends = members ^ members >> 1;
  /* The last label begins with a letter if letters begin the greater number. */
  if (!~members || joins & (joins << 1 | 1 | ends) ||
      (begins & bits.letters) <= (begins & ~bits.letters))
    return NULL;
  return name + word_lowest(~bits.members);
}

bool uriel_reader_is_plain(const char *text, size_t len)
{
  if (len < 9 || memcmp(text, "http", 4) != 0)
    return false;
  const size_t begin = 7 + (text[4] == 's');
  const char *const name = plain_name(text, len, begin), *at = name, *const stop = text + len;
  if (!name || memcmp(text + begin - 3, "://", 3) != 0)
    return false;
  if (name < stop && *name == ':') {
    at = bytes_past(name + 1, stop - name > PLAIN_PORT ? name + PLAIN_PORT : stop, BYTE_DIGIT);
    const int32_t port = uriel_reader_port(view_of(name + 1, at));
    if (port <= 0 || port > (int32_t)UINT16_MAX || name[1] == '0') /* not in its shortest form */
      return false;
  }
  return at == stop || *at == '/' || *at == '?' || *at == '#';
}
