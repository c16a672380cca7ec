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

bool uriel_units_equal(uriel_text a, uriel_text b, unit_rules rules)
{
  if (view_defined(a) != view_defined(b))
    return false;
  if (a.len == b.len && bytes_equal(a.ptr, b.ptr, a.len))
    return true;
  const char *at_a = a.ptr, *at_b = b.ptr;
  const char *const end_a = at_a + a.len, *const end_b = at_b + b.len;
  while (at_a < end_a && at_b < end_b)
    if (unit_next(&at_a, end_a, rules) != unit_next(&at_b, end_b, rules))
      return false;
  return at_a == end_a && at_b == end_b;
}

static unsigned encode_keeps(uriel_encode_for where)
{
  switch (where) {
  case URIEL_ENCODE_USERINFO:
    return BYTE_USERINFO;
  case URIEL_ENCODE_HOST:
    return BYTE_NAME;
  case URIEL_ENCODE_PATH:
    return BYTE_PATH;
  case URIEL_ENCODE_PATH_SEGMENT:
    return BYTE_SEGMENT;
  case URIEL_ENCODE_QUERY:
  case URIEL_ENCODE_FRAGMENT:
    return BYTE_QUERY;
  case URIEL_ENCODE_QUERY_KEY:
    return BYTE_KEY;
  case URIEL_ENCODE_QUERY_VALUE:
    return BYTE_VALUE;
  case URIEL_ENCODE_FORM:
    return BYTE_FORM;
  }
  return BYTE_UNRESERVED;
}

void uriel_write_encoded(writer *w, uriel_text text, uriel_encode_for where, unsigned options)
{
  const unsigned keeps = encode_keeps(where);
  const bool triplets_stay = (options & URIEL_ENCODE_PERCENT) == 0;
  const char *at = text.ptr;
  const char *const end = at + text.len;
  for (; at < end; at++)
    if (byte_is(*at, keeps) || (triplets_stay && triplet_at(at, end)))
      write_byte(w, *at);
    else if (*at == ' ' && where == URIEL_ENCODE_FORM)
      write_byte(w, '+');
    else
      write_triplet(w, (unsigned char)*at);
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

size_t uriel_decode(const char *text, size_t len, unsigned options, char *out, size_t capacity,
                    uriel_fault *fault)
{
  writer w = writer_to(out, capacity);
  uriel_fault first = {.code = URIEL_FAULT_NONE};
  const char *at = len ? text : "";
  const char *const end = at + len;
  while (at < end) {
    if (triplet_at(at, end)) {
      write_byte(&w, (char)triplet_value(at));
      at += 3;
      continue;
    }
    if (*at == '%' && first.code == URIEL_FAULT_NONE)
      fault_of_percent(&first, text, at, end);
    write_byte(&w, *at == '+' && (options & URIEL_DECODE_PLUS) ? ' ' : *at);
    at++;
  }
  if (fault)
    *fault = first;
  return w.len;
}
