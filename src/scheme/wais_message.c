/* SPDX-License-Identifier: MIT */
/* The messages of WAIS: Z39.50-1988 searches with the types of RFC 1625, after a header of 25 bytes. */
#include "scheme/wais_message.h"

/* Tags, attributes and values of RFC 1625 and of the WAIS interface specification of 1990. */
enum {
  WAIS_SEARCH = 22, /* the type of the message */
  WAIS_QUERY = 21,
  WAIS_RESULT_SET = 17,
  WAIS_DATABASE = 18,
  WAIS_ELEMENTS = 19,
  WAIS_QUERY_TYPE = 20,
  WAIS_REFERENCE = 2,
  WAIS_ATTRIBUTES = 44,
  WAIS_TERM = 45,
  WAIS_OPERATOR = 46,
  WAIS_USER = 99,
  WAIS_WORDS = 106,
  WAIS_DATES = 111,
  WAIS_MOST = 114,
  WAIS_PIECE = 10000, /* bytes of the first piece of a document */
  WAIS_DIGITS = 10,
  WAIS_LONGEST = 0xFFFF /* of the standard part of a message */
};

/* A compressed integer: base 128, the highest digit first, with the high bit in all bytes but the last.
 */
static void wais_integer(writer *w, size_t value)
{
  unsigned shift = 0;
  while (shift < 56 && (uint64_t)value >> (shift + 7) > 0)
    shift += 7;
  for (; shift > 0; shift -= 7)
    write_byte(w, (char)(0x80 | ((uint64_t)value >> shift & 0x7F)));
  write_byte(w, (char)(value & 0x7F));
}

static void wais_field(writer *w, size_t tag, uriel_text value)
{
  wais_integer(w, tag);
  wais_integer(w, value.len);
  write_view(w, value);
}

/* The decimal digits of a position, always as many. */
static void wais_digits(writer *w, size_t value)
{
  char digits[WAIS_DIGITS];
  for (size_t i = WAIS_DIGITS; i > 0; i--, value /= 10)
    digits[i - 1] = (char)('0' + value % 10);
  uriel_write_bytes(w, digits, WAIS_DIGITS);
}

/* The header: a length, "z" for Z39.50, a version, the server's name, and no compression. */
static void wais_header(writer *w, size_t len)
{
  wais_digits(w, len);
  write_string(w, "z2wais        0");
}

/* The standard part of a search: its length, its type, the limits of result sets, and the fields. */
static void wais_standard(writer *w, const char limits[10], uriel_text result_set, uriel_text database,
                          const char *query_type, bool document)
{
  static const uriel_text elements = {" \x1F"
                                      "Document Text",
                                      15};
  writer counted = writer_to(NULL, 0);
  for (int pass = 0; pass < 2; pass++) {
    writer *const out = pass == 0 ? &counted : w;
    if (pass == 1) {
      write_byte(w, (char)(counted.len >> 8));
      write_byte(w, (char)(counted.len & 0xFF));
    }
    write_byte(out, WAIS_SEARCH);
    uriel_write_bytes(out, limits, 10);
    wais_field(out, WAIS_RESULT_SET, result_set);
    wais_field(out, WAIS_DATABASE, database);
    wais_field(out, WAIS_QUERY_TYPE, uriel_text_of(query_type));
    if (document) {
      wais_field(out, WAIS_ELEMENTS, elements);
      wais_field(out, WAIS_REFERENCE, uriel_text_of("3"));
    }
  }
}

/* ---- Words ---------------------------------------------------------------------------------------- */

/* The words of a query, in which "+" is a space (url-1994, WAIS). */
static void wais_words(writer *w, uriel_text query)
{
  const char *at = query.ptr, *const end = view_end(query);
  while (at < end) {
    const bool blank = *at == '+';
    const char byte = decoded_next(&at, end);
    write_byte(w, blank ? ' ' : byte);
  }
}

static void wais_search(writer *w, const wais_message *message)
{
  static const char limits[10] = {0, 0, 30, 0, 0x13, (char)0x88, 0, 0, 30, 1};
  static const char most = 40, dates = 1; /* documents wanted; dates do not matter */
  writer words = writer_to(NULL, 0), before = writer_to(NULL, 0);
  wais_words(&words, message->query);
  wais_integer(&before, WAIS_WORDS);
  wais_integer(&before, words.len);
  wais_standard(w, limits, uriel_text_of(""), message->database, "3", false);
  wais_integer(w, WAIS_USER);
  wais_integer(w, before.len + words.len + 6); /* and the next two fields */
  wais_integer(w, WAIS_WORDS);
  wais_integer(w, words.len);
  wais_words(w, message->query);
  wais_field(w, WAIS_DATES, (uriel_text){&dates, 1});
  wais_field(w, WAIS_MOST, (uriel_text){&most, 1});
}

/* ---- Documents ------------------------------------------------------------------------------------ */

/* The identifier of a document: fields "DIGITS=VALUE;" become tag, length and value. Any other text is
 * the identifier itself. Returns false if it begins like fields, and is not. */
static bool wais_identifier(writer *w, uriel_text written)
{
  const char *at = written.ptr, *const end = view_end(written);
  (void)digits_read(&at, end, 10, UINT32_MAX);
  if (at == written.ptr || at == end || *at != '=') {
    uriel_write_decoded(w, written);
    return written.len > 0;
  }
  for (at = written.ptr; at < end; at++) {
    const char *digit = at;
    const uint32_t tag = digits_read(&digit, end, 10, UINT32_MAX);
    const char *const semicolon = view_find(digit, end, ';');
    if (digit == at || digit == end || *digit != '=' || semicolon == end)
      return false;
    const uriel_text value = view_of(digit + 1, semicolon);
    writer counted = writer_to(NULL, 0);
    uriel_write_decoded(&counted, value);
    wais_integer(w, tag);
    wais_integer(w, counted.len);
    uriel_write_decoded(w, value);
    at = semicolon;
  }
  return true;
}

static void wais_term(writer *w, const char *attributes)
{
  wais_field(w, WAIS_ATTRIBUTES, uriel_text_of(attributes));
}

/* The terms in postfix order: the document, its type, the first byte, the byte after the last. */
static bool wais_terms(writer *w, const wais_message *message, wais_places *places)
{
  const uriel_text and = uriel_text_of("a");
  writer identifier = writer_to(NULL, 0);
  wais_identifier(&identifier, message->identifier);
  wais_term(w, "un re ig ig ig ig");
  wais_integer(w, WAIS_TERM);
  wais_integer(w, identifier.len);
  if (!wais_identifier(w, message->identifier))
    return false;
  wais_term(w, "wt re ig ig ig ig");
  wais_field(w, WAIS_TERM, message->type);
  wais_field(w, WAIS_OPERATOR, and);
  for (int last = 0; last < 2; last++) {
    wais_term(w, last ? "wb rl ig ig ig ig" : "wb ro ig ig ig ig");
    wais_integer(w, WAIS_TERM);
    wais_integer(w, WAIS_DIGITS);
    *(last ? &places->last : &places->first) = w->len;
    wais_digits(w, last ? WAIS_PIECE : 0);
    wais_field(w, WAIS_OPERATOR, and);
  }
  return true;
}

static bool wais_document(writer *w, const wais_message *message, wais_places *places)
{
  static const char limits[10] = {0, 0, 10, 0, 0, 16, 0, 0, 15, 1};
  writer counted = writer_to(NULL, 0);
  if (!wais_terms(&counted, message, places))
    return false;
  wais_standard(w, limits, uriel_text_of("FOO"), message->database, "1", true);
  wais_integer(w, WAIS_QUERY);
  wais_integer(w, counted.len);
  return wais_terms(w, message, places);
}

bool uriel_wais_write(writer *w, const wais_message *message, wais_places *places)
{
  const size_t begin = w->len;
  writer counted = writer_to(NULL, 0);
  const bool document = view_defined(message->identifier);
  if (message->database.len > WAIS_LONGEST - 100)
    return false;
  if (!document)
    wais_search(&counted, message);
  else if (!wais_document(&counted, message, places))
    return false;
  wais_header(w, counted.len);
  if (!document)
    wais_search(w, message);
  else
    wais_document(w, message, places);
  places->first -= document ? begin : 0;
  places->last -= document ? begin : 0;
  return true;
}
