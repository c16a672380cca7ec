/* SPDX-License-Identifier: MIT */
/* Writes texts into a caller's buffer: unchanged, in units (RFC 3986, 2.1 and 6.2.2), encoded, decoded
 * and piece by piece. */
#include "text/text.h"

#include "text/utf8.h"

uriel_text uriel_take_encoded(uriel_text *rest, unsigned value)
{
  const uriel_text all = *rest;
  if (!view_defined(all))
    return all;
  const char *const end = all.ptr + all.len;
  const char *at = all.ptr;
  while ((at = view_find(at, end, '%')) != end && !(triplet_at(at, end) && triplet_value(at) == value))
    at++;
  *rest = at == end ? view_undefined() : view_of(at + 3, end);
  return view_of(all.ptr, at);
}

void uriel_write_bytes(writer *w, const char *bytes, size_t n)
{
  const size_t room = w->len < w->capacity ? w->capacity - w->len : 0;
  const size_t fits = n < room ? n : room;
  if (fits)
    copy_bytes(w->out + w->len, bytes, fits);
  else if (w->hashed)
    uriel_blocks_put(w->hashed, w->len, bytes, n);
  w->len += n;
}

void uriel_write_number(writer *w, size_t number)
{
  size_t power = 1;
  while (number / power > 9)
    power *= 10;
  for (; power; power /= 10)
    write_byte(w, (char)('0' + number / power % 10));
}

/* The second condition never fails. With only the first, compilers make this a call of strlen. */
size_t uriel_string_length(const char *string)
{
  size_t len = 0;
  while (string[len] && len < PTRDIFF_MAX)
    len++;
  return len;
}

/* ---- Units ---------------------------------------------------------------------------------------- */

size_t uriel_decode_ucs(const char *at, const char *end, bool in_query, char bytes[4])
{
  uint32_t character;
  size_t count = 0;
  for (; count < 4 && triplet_at(at, end) && triplet_value(at) >= 0x80; at += 3)
    bytes[count++] = (char)triplet_value(at);
  const size_t n = uriel_utf8_character(bytes, bytes + count, &character);
  const ucs_kind kind = n ? uriel_ucs_kind(character) : UCS_OTHER;
  return kind == UCS_IRI || (kind == UCS_PRIVATE && in_query) ? n : 0;
}

/* Writes the triplet, or the character that it begins, and returns the byte after it. */
static const char *write_beyond(writer *w, const char *at, const char *end, unit_rules rules)
{
  char bytes[4];
  const size_t n = uriel_decode_ucs(at, end, rules.decode & BYTE_DIGIT, bytes);
  if (n == 0)
    write_triplet(w, triplet_value(at));
  uriel_write_bytes(w, bytes, n);
  return at + 3 * (n ? n : 1);
}

void uriel_write_units(writer *w, uriel_text text, unit_rules rules)
{
  if (!rules.triplets && !rules.fold) {
    uriel_write_bytes(w, text.ptr, text.len);
    return;
  }
  const char *at = text.ptr;
  const char *const end = at + text.len;
  while (at < end) {
    if (!rules.fold) {
      /* Only triplets change. A "%" often follows another triplet. */
      const char *const kept = *at == '%' ? at : view_find(at, end, '%');
      uriel_write_bytes(w, at, (size_t)(kept - at));
      if (kept == end)
        return;
      at = kept;
    }
    if ((rules.decode & BYTE_ALPHA) && triplet_at(at, end) && triplet_value(at) >= 0x80) {
      at = write_beyond(w, at, end, rules);
      continue;
    }
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
  if (!part.ptr)
    return;
  for (; *before; before++)
    write_byte(w, *before);
  uriel_write_units(w, part, rules);
  for (; *after; after++)
    write_byte(w, *after);
}

/* Both texts by the same rules: skips equal bytes, eight at a time, and reads units only where they
 * differ. Folding the digits of triplets is harmless, since their case never matters. */
static bool units_equal_alike(uriel_text a, uriel_text b, unit_rules rules)
{
  const char *at_a = a.ptr, *at_b = b.ptr;
  const char *const end_a = at_a + a.len, *const end_b = at_b + b.len;
  for (;;) {
    while (end_a - at_a >= 8 && end_b - at_b >= 8 &&
           !(rules.fold ? fold_apart(at_a, at_b) : word_read(at_a) ^ word_read(at_b))) {
      /* A "%" in the last two bytes may begin a triplet that continues after them. */
      const size_t passed = at_a[6] == '%' ? 6 : at_a[7] == '%' ? 7 : 8;
      at_a += passed;
      at_b += passed;
    }
    while (at_a < end_a && at_b < end_b && *at_a == *at_b && *at_a != '%') {
      at_a++;
      at_b++;
    }
    if (at_a == end_a || at_b == end_b)
      return at_a == end_a && at_b == end_b;
    if (unit_next(&at_a, end_a, rules) != unit_next(&at_b, end_b, rules))
      return false;
  }
}

static bool units_equal_apart(uriel_text a, unit_rules rules_a, uriel_text b, unit_rules rules_b)
{
  const char *at_a = a.ptr, *at_b = b.ptr;
  const char *const end_a = at_a + a.len, *const end_b = at_b + b.len;
  while (at_a < end_a && at_b < end_b)
    if (unit_next(&at_a, end_a, rules_a) != unit_next(&at_b, end_b, rules_b))
      return false;
  return at_a == end_a && at_b == end_b;
}

bool uriel_units_equal(uriel_text a, unit_rules rules_a, uriel_text b, unit_rules rules_b)
{
  if (!view_defined(a) || !view_defined(b))
    return view_defined(a) == view_defined(b);
  if (rules_a.triplets != rules_b.triplets || rules_a.decode != rules_b.decode ||
      rules_a.fold != rules_b.fold)
    return units_equal_apart(a, rules_a, b, rules_b);
  if (a.len == b.len && bytes_equal(a.ptr, b.ptr, a.len))
    return true;
  if (rules_a.triplets)
    return units_equal_alike(a, b, rules_a);
  return a.len == b.len && rules_a.fold && fold_equal(a.ptr, b.ptr, a.len);
}

static inline bool encode_keeps(encode_set *set, char byte)
{
  /* Most sets exclude nothing. */
  if (byte_is(byte, set->classes))
    return !*set->less || !bytes_have(set->less, (unsigned char)byte);
  if (bytes_have(set->more, (unsigned char)byte))
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
  for (const char *at = text.ptr; at < end; at++) {
    /* Most bytes are kept because of their class. */
    const char *const begin = at;
    while (!*left.less && at < end && byte_is(*at, left.classes))
      at++;
    if (at > begin)
      write_view(&to, view_of(begin, at));
    if (at == end)
      break;
    if (encode_keeps(&left, *at) || (triplets_stay && triplet_at(at, end)))
      write_byte(&to, *at);
    else
      write_triplet(&to, (unsigned char)*at);
  }
  *set = left;
  *w = to;
}

static size_t decode_all(uriel_text text, bool latin_1, unsigned options, writer w, uriel_error *error)
{
  const char *at = text.ptr;
  const char *const end = at + text.len;
  uriel_error first = {.code = URIEL_ERROR_NONE};
  while (at < end) {
    if (triplet_at(at, end)) {
      const unsigned char value = triplet_value(at);
      char bytes[4];
      if (latin_1)
        uriel_write_bytes(&w, bytes, uriel_utf8_write(bytes, value));
      else
        write_byte(&w, (char)value);
      at += 3;
      continue;
    }
    if (*at == '%' && first.code == URIEL_ERROR_NONE)
      first = (uriel_error){.code = URIEL_ERROR_PERCENT,
                            .offset = (size_t)(triplet_stuck(at, end) - text.ptr),
                            .begin = (size_t)(at - text.ptr),
                            .length = 1};
    write_byte(&w, *at == '+' && (options & URIEL_DECODE_PLUS) ? ' ' : *at);
    at++;
  }
  if (error)
    *error = first;
  return w.len;
}

size_t uriel_decode(const char *text, size_t len, unsigned options, char *out, size_t capacity,
                    uriel_error *error)
{
  const uriel_text view = {len ? text : "", len};
  return decode_all(view, false, options, writer_to(out, capacity), error);
}

size_t uriel_decode_latin_1(const char *text, size_t len, unsigned options, char *out, size_t capacity,
                            uriel_error *error)
{
  const uriel_text view = {len ? text : "", len};
  return decode_all(view, true, options, writer_to(out, capacity), error);
}

/* ---- Pieces --------------------------------------------------------------------------------------- */

enum { PIECES_SCRATCH = 512 };

bool uriel_pieces_whole(pieces *p, uriel_text *piece, unit_rules *rules)
{
  const bool first = p->state == 0;
  p->state = 1;
  *piece = p->text;
  *rules = p->rules;
  return first;
}

void uriel_pieces_write(writer *w, pieces p)
{
  uriel_text piece;
  unit_rules rules;
  while (p.next(&p, &piece, &rules))
    uriel_write_units(w, piece, rules);
}

uint64_t uriel_pieces_hash(pieces p, uint64_t seed)
{
  char scratch[PIECES_SCRATCH];
  writer w = writer_to(scratch, sizeof scratch);
  uriel_pieces_write(&w, p);
  if (w.len <= sizeof scratch)
    return uriel_blocks_hash(scratch, w.len, seed);
  blocks b = uriel_blocks_begin(w.len, seed);
  w = writer_hashing(&b);
  uriel_pieces_write(&w, p);
  return uriel_blocks_end(&b);
}

/* Reads pieces unit by unit. */
typedef struct piece_units {
  pieces p;
  const char *at, *end;
  unit_rules rules;
} piece_units;

static bool piece_unit_next(piece_units *u, unsigned *unit)
{
  uriel_text piece;
  while (u->at == u->end) {
    if (!u->p.next(&u->p, &piece, &u->rules))
      return false;
    u->at = piece.ptr;
    u->end = piece.ptr + piece.len;
  }
  *unit = unit_next(&u->at, u->end, u->rules);
  return true;
}

bool uriel_pieces_equal(pieces a, pieces b)
{
  piece_units left = {.p = a}, right = {.p = b};
  unsigned one, other;
  while (piece_unit_next(&left, &one))
    if (!piece_unit_next(&right, &other) || one != other)
      return false;
  return !piece_unit_next(&right, &other);
}

bool uriel_text_is_among(uriel_text text, const char *words)
{
  for (const char *word = words + 1; *word; word++) {
    size_t i = 0;
    while (i < text.len && word[i] != ' ' && byte_lower(text.ptr[i]) == word[i])
      i++;
    if (i == text.len && word[i] == ' ')
      return true;
    while (*word != ' ')
      word++;
  }
  return false;
}

const char *uriel_bytes_until(const char *at, const char *end, const char *stops)
{
  for (; end - at >= 8; at += 8) {
    uint64_t found = 0; /* its lowest byte with the highest bit is a stop */
    for (const char *stop = stops; *stop; stop++) {
      const uint64_t apart = word_read(at) ^ WORD_OF((unsigned char)*stop);
      found |= (apart - WORD_OF(1)) & ~apart & WORD_OF(0x80);
    }
    if (found)
      return at + word_lowest(found) / 8;
  }
  while (at < end && !bytes_have(stops, (unsigned char)*at))
    at++;
  return at;
}

bool uriel_text_is(uriel_text text, const char *word)
{
  size_t i = 0;
  while (i < text.len && word[i] && byte_lower(text.ptr[i]) == word[i])
    i++;
  return i == text.len && !word[i];
}
