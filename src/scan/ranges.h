/* SPDX-License-Identifier: MIT */
/* The sets of bytes of quarters.c for vectors without a fast table look-up: comparisons with the ends of
 * ranges, made of quarter_are, quarter_or, quarter_and and these primitives of the instruction set.
 *
 *   quarter quarter_all(char byte);                 that byte 16 times
 *   quarter quarter_above(quarter a, quarter b);    the bytes of `a` that are greater, as signed numbers
 *   quarter quarter_except(quarter a, quarter b);   `a` without the bits of `b`
 *   uint32_t quarter_bits(quarter bytes);           a bit for each byte
 */
#ifndef URIEL_SCAN_RANGES_H
#define URIEL_SCAN_RANGES_H

enum { QUARTER_STRICT = false };

SCAN_INLINE uint32_t quarter_some(quarter bytes)
{
  return quarter_bits(bytes);
}

SCAN_INLINE uint32_t quarter_pair(quarter a, quarter b)
{
  return quarter_bits(a) | quarter_bits(b) << 16;
}

SCAN_INLINE uint64_t quarter_join(quarter a, quarter b, quarter c, quarter d, uint32_t shift)
{
  return scan_join(quarter_pair(a, b), quarter_pair(c, d), shift);
}

/* The bytes in [low, high]. */
SCAN_INLINE quarter ranges_within(quarter bytes, char low, char high)
{
  return quarter_and(quarter_above(bytes, quarter_all((char)(low - 1))),
                     quarter_above(quarter_all((char)(high + 1)), bytes));
}

/* Maps upper-case letters to lower case. */
SCAN_INLINE quarter ranges_folded(quarter bytes)
{
  return quarter_or(bytes, quarter_all(0x20));
}

/* Bytes that no component has, "%" and "#", and the rare "!", "$" and "~", which lie next to them. As
 * signed numbers, bytes beyond ASCII are less than "&". */
SCAN_INLINE quarter quarter_odd(quarter bytes)
{
  const quarter above = quarter_above(ranges_folded(bytes), quarter_all('z'));
  const quarter high = quarter_except(above, quarter_are(bytes, '_'));
  const quarter angle = quarter_are(quarter_or(bytes, quarter_all(0x02)), '>');
  const quarter low = quarter_above(quarter_all('&'), bytes);
  return quarter_or(quarter_or(high, angle), quarter_or(low, quarter_are(bytes, '`')));
}

/* ":", "/", "?", "@" and the upper-case letters. */
SCAN_INLINE quarter quarter_front(quarter bytes)
{
  return quarter_or(ranges_within(bytes, '?', 'Z'),
                    quarter_or(quarter_are(bytes, ':'), quarter_are(bytes, '/')));
}

/* quarter_odd without the valid bytes. */
SCAN_INLINE quarter quarter_wrong(quarter bytes)
{
  const quarter dollar = quarter_are(quarter_or(bytes, quarter_all(1)), '%');
  const quarter others = quarter_or(quarter_are(bytes, '!'), quarter_are(bytes, '~'));
  return quarter_except(quarter_odd(bytes), quarter_or(dollar, others));
}

SCAN_INLINE quarter quarter_upper(quarter bytes)
{
  return ranges_within(bytes, 'A', 'Z');
}

SCAN_INLINE quarter quarter_scheme(quarter bytes)
{
  const quarter letters = ranges_within(ranges_folded(bytes), 'a', 'z');
  return quarter_or(quarter_or(ranges_within(bytes, '0', '9'), letters),
                    quarter_or(quarter_are(bytes, '+'), ranges_within(bytes, '-', '.')));
}

SCAN_INLINE quarter quarter_hex(quarter bytes)
{
  return quarter_or(ranges_within(bytes, '0', '9'), ranges_within(ranges_folded(bytes), 'a', 'f'));
}

#endif
