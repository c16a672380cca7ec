/* SPDX-License-Identifier: MIT */
/* Texts: views of them; a writer into a caller's buffer; reading in units, which are a byte or "%XX" in
 * its normal form; and texts given piece by piece. */
#ifndef URIEL_TEXT_TEXT_H
#define URIEL_TEXT_TEXT_H

#include "text/blocks.h"
#include "text/bytes.h"
#include "uriel.h"

static inline uriel_text view_of(const char *begin, const char *end)
{
  const uriel_text view = {begin, (size_t)(end - begin)};
  return view;
}

/* The length of a string that ends in NUL. */
size_t uriel_string_length(const char *string);

/* uriel_text_of for the core, which must not call strlen: gcc replaces the loop there by a call. The
 * compiler computes the length of string constants. */
static inline uriel_text view_string(const char *string)
{
#ifdef __GNUC__
  if (__builtin_constant_p(string ? __builtin_strlen(string) : 0))
    return (uriel_text){string, string ? __builtin_strlen(string) : 0};
#endif
  return (uriel_text){string, string ? uriel_string_length(string) : 0};
}
#define uriel_text_of(string) view_string(string)

static inline uriel_text view_undefined(void)
{
  const uriel_text view = {NULL, 0};
  return view;
}

static inline bool view_defined(uriel_text view)
{
  return view.ptr != NULL;
}

/* Not `ptr + len`: an offset, even of 0, must not be added to NULL. */
static inline const char *view_end(uriel_text view)
{
  return view.len > 0 ? view.ptr + view.len : view.ptr;
}

/* memcmp must not get NULL, even for no bytes. */
static inline bool bytes_equal(const char *a, const char *b, size_t n)
{
  return n == 0 || memcmp(a, b, n) == 0;
}

/* Undefined equals only undefined. */
static inline bool view_equal(uriel_text a, uriel_text b)
{
  return view_defined(a) == view_defined(b) && a.len == b.len && bytes_equal(a.ptr, b.ptr, a.len);
}

/* Returns the first byte in [at, end) that is one of the bytes of the string, or `end`. */
const char *uriel_bytes_until(const char *at, const char *end, const char *stops);

/* Returns whether the text is `word`, which is in lower case, in any case. */
bool uriel_text_is(uriel_text text, const char *word);

static inline bool view_is(uriel_text text, const char *word)
{
  return uriel_text_is(text, word);
}

/* Returns the first `byte` in [begin, end), or `end`. */
static inline const char *view_find(const char *begin, const char *end, char byte)
{
  const char *const found = begin < end ? memchr(begin, byte, (size_t)(end - begin)) : NULL;
  return found ? found : end;
}

/* Returns the first `word` in [begin, end), or `end`. */
static inline const char *view_search(const char *begin, const char *end, const char *word)
{
  const uriel_text text = uriel_text_of(word);
  const char *at = view_find(begin, end, *word);
  while (at < end && !((size_t)(end - at) >= text.len && bytes_equal(at, text.ptr, text.len)))
    at = view_find(at + 1, end, *word);
  return at;
}

/* Splits `rest` at the first `delimiter`: returns the text before it and leaves the text after it in
 * `rest`. Without a delimiter, returns all and leaves `rest` undefined. Undefined stays undefined. */
static inline uriel_text view_take(uriel_text *rest, char delimiter)
{
  const uriel_text all = *rest;
  if (!view_defined(all))
    return all;
  const char *const end = all.ptr + all.len;
  const char *const at = view_find(all.ptr, end, delimiter);
  *rest = at == end ? view_undefined() : view_of(at + 1, end);
  return view_of(all.ptr, at);
}

/* The same at the first "%XX" of this value. */
uriel_text uriel_take_encoded(uriel_text *rest, unsigned value);

/* Returns the text before the first `delimiter`, or all. */
static inline uriel_text view_before(uriel_text text, char delimiter)
{
  return view_take(&text, delimiter);
}

static inline bool view_has(uriel_text text, char byte)
{
  return text.len > 0 && memchr(text.ptr, byte, text.len) != NULL;
}

/* Returns whether all bytes are of these classes. */
static inline bool view_consists(uriel_text text, unsigned classes)
{
  size_t i = 0;
  while (i < text.len && byte_is(text.ptr[i], classes))
    i++;
  return i == text.len;
}

/* Returns whether the text is in any case one of the words, which are in lower case, each between
 * spaces: " a b ". */
bool uriel_text_is_among(uriel_text text, const char *words);

/* The error of `part` at the byte `at`, both in `text`. */
static inline uriel_error error_at(uriel_error_code code, uriel_component component, const char *text,
                                   uriel_text part, const char *at)
{
  return (uriel_error){.code = code,
                       .component = component,
                       .offset = (size_t)(at - text),
                       .begin = (size_t)(part.ptr - text),
                       .length = part.len};
}

/* Stores an error unless `error` is NULL. Returns whether the error is NONE. */
static inline bool error_store(uriel_error *error, uriel_error found)
{
  if (error)
    *error = found;
  return found.code == URIEL_ERROR_NONE;
}

/* ---- Writing -------------------------------------------------------------------------------------- */

/* Output into a caller's buffer: measures all bytes, writes as many as fit, and can hash the
 * others. */
typedef struct writer {
  char *out;
  size_t capacity;
  size_t len;     /* of the complete result so far */
  blocks *hashed; /* gets the bytes that are not written; may be NULL */
} writer;

static inline writer writer_to(char *out, size_t capacity)
{
  const writer w = {out, capacity, 0, NULL};
  return w;
}

/* Hashes everything and writes nothing. */
static inline writer writer_hashing(blocks *hashed)
{
  const writer w = {NULL, 0, 0, hashed};
  return w;
}

static inline void write_byte(writer *w, char byte)
{
  if (w->len < w->capacity)
    w->out[w->len] = byte;
  else if (w->hashed)
    uriel_blocks_put(w->hashed, w->len, &byte, 1);
  w->len++;
}

void uriel_write_bytes(writer *w, const char *bytes, size_t n);
void uriel_write_number(writer *w, size_t number);

/* An IPv4 address; the first `count` groups of an IPv6 address, with zeros compressed (RFC 5952, 4). */
void uriel_write_ipv4(writer *w, const uint8_t octets[4]);
void uriel_write_ipv6(writer *w, const uint16_t groups[8], size_t count);

static inline void write_view(writer *w, uriel_text view)
{
  uriel_write_bytes(w, view.ptr, view.len);
}

static inline void write_string(writer *w, const char *string)
{
  write_view(w, uriel_text_of(string));
}

/* "%XX" */
static inline void write_triplet(writer *w, unsigned char value)
{
  write_byte(w, '%');
  write_byte(w, "0123456789ABCDEF"[value >> 4]);
  write_byte(w, "0123456789ABCDEF"[value & 15]);
}

/* ---- Units ---------------------------------------------------------------------------------------- */

/* Which parts of the normal form to apply. */
typedef struct unit_rules {
  bool triplets;   /* "%XX" is one unit, in upper case */
  unsigned decode; /* "%XX" of a character of these classes is decoded */
  bool fold;       /* upper-case letters are lower case */
} unit_rules;

/* In `decode`: also the characters outside US-ASCII that an IRI has (RFC 3987, 5.3.2.3), and the private
 * ones of its query. Marked by classes that BYTE_UNRESERVED includes. */
enum { DECODE_IRI = BYTE_UNRESERVED | BYTE_ALPHA, DECODE_IRI_QUERY = DECODE_IRI | BYTE_DIGIT };

/* Added to the value of a unit that stays encoded. */
enum { UNIT_ENCODED = 0x100 };

/* Returns the unit at *at, which is before `end`, and moves *at past it. With DECODE_IRI, a byte outside
 * US-ASCII is the same unit encoded and not, which aligns two texts (RFC 3987, 5.3.2.3). */
static inline unsigned unit_next(const char **at, const char *end, unit_rules rules)
{
  const char *const here = *at;
  char byte = *here;
  if (byte == '%' && rules.triplets && triplet_at(here, end)) {
    *at = here + 3;
    byte = (char)triplet_value(here);
    if (!byte_is(byte, rules.decode)) {
      const bool beyond = (rules.decode & BYTE_ALPHA) && (unsigned char)byte >= 0x80;
      return (beyond ? 0u : UNIT_ENCODED) | (unsigned char)byte;
    }
  } else {
    *at = here + 1;
  }
  return (unsigned char)(rules.fold ? byte_lower(byte) : byte);
}

/* Returns the number of triplets at `at` that encode a character outside US-ASCII which an IRI has, and
 * writes its UTF-8; otherwise 0. */
size_t uriel_decode_ucs(const char *at, const char *end, bool in_query, char bytes[4]);

/* Returns the byte at *at, which is before `end`, decoded if it is "%XX", and moves *at past it. */
static inline char decoded_next(const char **at, const char *end)
{
  const bool encoded = triplet_at(*at, end);
  const char byte = encoded ? (char)triplet_value(*at) : **at;
  *at += encoded ? 3 : 1;
  return byte;
}

/* Writes `text` under the rules. */
void uriel_write_units(writer *w, uriel_text text, unit_rules rules);

/* The same for a component, between its delimiters. Writes nothing if it is undefined. */
void uriel_write_normal_part(writer *w, const char *before, uriel_text part, unit_rules rules,
                             const char *after);

/* The same, unchanged. */
static inline void uriel_write_part(writer *w, const char *before, uriel_text part, const char *after)
{
  uriel_write_normal_part(w, before, part, (unit_rules){false, 0, false}, after);
}

/* Compares two texts, each read by its rules. */
bool uriel_units_equal(uriel_text a, unit_rules rules_a, uriel_text b, unit_rules rules_b);

/* The bytes that are not encoded: the classes and `more`, without `less`; and the first occurrence of
 * `once`, if that is not 0. */
typedef struct encode_set {
  unsigned classes;
  const char *less, *more;
  char once;
} encode_set;

/* The number of leading bytes that are kept. */
size_t uriel_encode_span(uriel_text text, encode_set set);

/* Writes `text` and encodes the bytes that are not kept. An existing "%XX" stays unless the options
 * say otherwise. Clears `once` after writing it. */
void uriel_write_encoded(writer *w, uriel_text text, encode_set *set, unsigned options);

/* uriel_decode for ISO Latin 1: writes UTF-8. */
size_t uriel_decode_latin_1(const char *text, size_t len, unsigned options, char *out, size_t capacity,
                            uriel_error *error);

/* ---- Sorting ---------------------------------------------------------------------------------------
 */

/* Reports whether `a` comes before `b`. */
typedef bool sort_before(uriel_text a, uriel_text b, unsigned options);

/* Heapsort: O(n log n) comparisons, and no memory. */
void uriel_sort_texts(uriel_text *texts, size_t count, sort_before *before, unsigned options);

/* ---- Pieces --------------------------------------------------------------------------------------- */

/* A text given piece by piece: a form of it can be written and compared without a buffer. */
typedef struct pieces pieces;

struct pieces {
  /* Gives the next piece, to be read by `rules`; returns false at the end. A piece can be empty. */
  bool (*next)(pieces *p, uriel_text *piece, unit_rules *rules);
  unit_rules rules; /* requested by the caller */
  uriel_text text;  /* the source of the pieces and the rest of it; used by `next` only */
  uriel_text rest;
  unsigned state;
};

/* A `next` that gives `text`. */
bool uriel_pieces_whole(pieces *p, uriel_text *piece, unit_rules *rules);

/* Copied by assignment: the functions read their own copies from the beginning. */
void uriel_pieces_write(writer *w, pieces p);
bool uriel_pieces_equal(pieces a, pieces b);

/* Hashes the text that uriel_pieces_write writes. */
uint64_t uriel_pieces_hash(pieces p, uint64_t seed);

#endif
