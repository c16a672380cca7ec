/* SPDX-License-Identifier: MIT */
/* Percent-encoding: encode, decode, and reading in units (RFC 3986, 2.1 and 6.2.2). */
#include "text/percent.h"

void uriel_write_units(writer *w, uriel_text text, unit_rules rules)
{
  if (unit_rules_keep(rules)) {
    write_view(w, text);
    return;
  }
  const char *at = text.ptr;
  const char *const end = at + text.len;
  while (at < end) {
    const unsigned unit = unit_next(&at, end, rules);
    if (unit & UNIT_ENCODED)
      write_triplet(w, (unsigned char)unit);
    else
      write_byte(w, (char)unit);
  }
}

void uriel_write_normal_part(writer *w, const char *before, uriel_text part, unit_rules rules,
                             const char *after)
{
  if (!view_defined(part))
    return;
  write_string(w, before);
  uriel_write_units(w, part, rules);
  write_string(w, after);
}

bool uriel_units_equal(uriel_text a, unit_rules rules_a, uriel_text b, unit_rules rules_b)
{
  if (!view_defined(a) || !view_defined(b))
    return view_defined(a) == view_defined(b);
  const bool alike = rules_a.decode == rules_b.decode && rules_a.fold == rules_b.fold;
  if (alike && a.len == b.len && bytes_equal(a.ptr, b.ptr, a.len))
    return true;
  const char *at_a = a.ptr, *at_b = b.ptr;
  const char *const end_a = at_a + a.len, *const end_b = at_b + b.len;
  while (at_a < end_a && at_b < end_b)
    if (unit_next(&at_a, end_a, rules_a) != unit_next(&at_b, end_b, rules_b))
      return false;
  return at_a == end_a && at_b == end_b;
}

static bool encode_names(const char *bytes, char byte)
{
  while (*bytes && *bytes != byte)
    bytes++;
  return *bytes != 0;
}

static inline bool encode_keeps(encode_set *set, char byte)
{
  /* Most sets take nothing away. */
  if (byte_is(byte, set->classes))
    return !*set->less || !encode_names(set->less, byte);
  if (encode_names(set->more, byte))
    return true;
  const bool first = set->once && byte == set->once;
  if (first)
    set->once = 0;
  return first;
}

size_t uriel_encode_span(uriel_text text, encode_set set)
{
  size_t at = 0;
  while (at < text.len && encode_keeps(&set, text.ptr[at]))
    at++;
  return at;
}

void uriel_write_encoded(writer *w, uriel_text text, encode_set *set, unsigned options)
{
  const bool triplets_stay = (options & URIEL_ENCODE_PERCENT) == 0;
  encode_set left = *set;
  writer to = *w;
  const char *const end = text.ptr + text.len;
  for (const char *at = text.ptr; at < end; at++)
    if (encode_keeps(&left, *at) || (triplets_stay && triplet_at(at, end)))
      write_byte(&to, *at);
    else
      write_triplet(&to, (unsigned char)*at);
  *set = left;
  *w = to;
}

void uriel_write_decoded(writer *w, uriel_text text)
{
  if (!view_defined(text))
    return;
  const char *const end = text.ptr + text.len;
  for (const char *at = text.ptr; at < end;) {
    const bool encoded = triplet_at(at, end);
    write_byte(w, encoded ? (char)triplet_value(at) : *at);
    at += encoded ? 3 : 1;
  }
}

static void fault_of_percent(uriel_fault *fault, const char *text, const char *at, const char *end)
{
  const char *const stuck = triplet_stuck(at, end);
  const uriel_fault found = {.code = URIEL_FAULT_PERCENT,
                             .offset = (size_t)(stuck - text),
                             .begin = (size_t)(at - text),
                             .length = 1};
  *fault = found;
}

/* A byte of ISO Latin 1 as the UTF-8 of its character. */
static void decode_write_latin_1(writer *w, unsigned char byte)
{
  if (byte >= 0x80) {
    write_byte(w, (char)(0xC0 | byte >> 6));
    byte = (unsigned char)(0x80 | (byte & 0x3F));
  }
  write_byte(w, (char)byte);
}

static size_t decode_all(uriel_text text, bool latin_1, unsigned options, writer w, uriel_fault *fault)
{
  const char *at = text.ptr;
  const char *const end = at + text.len;
  uriel_fault first = {.code = URIEL_FAULT_NONE};
  while (at < end) {
    if (triplet_at(at, end)) {
      const unsigned char value = triplet_value(at);
      if (latin_1)
        decode_write_latin_1(&w, value);
      else
        write_byte(&w, (char)value);
      at += 3;
      continue;
    }
    if (*at == '%' && first.code == URIEL_FAULT_NONE)
      fault_of_percent(&first, text.ptr, at, end);
    write_byte(&w, *at == '+' && (options & URIEL_DECODE_PLUS) ? ' ' : *at);
    at++;
  }
  if (fault)
    *fault = first;
  return w.len;
}

size_t uriel_decode(const char *text, size_t len, unsigned options, char *out, size_t capacity,
                    uriel_fault *fault)
{
  const uriel_text view = {len ? text : "", len};
  return decode_all(view, false, options, writer_to(out, capacity), fault);
}

size_t uriel_decode_latin_1(const char *text, size_t len, unsigned options, char *out, size_t capacity,
                            uriel_fault *fault)
{
  const uriel_text view = {len ? text : "", len};
  return decode_all(view, true, options, writer_to(out, capacity), fault);
}
