/* SPDX-License-Identifier: MIT */
/* Percent-encoding under the historic documents. A component keeps the letters of its rule, except the
 * delimiters that end or split it. */
#include "uri/encode.h"
#include "historic/generations.h"
#include "text/utf8.h"
#include "uri/blame.h"

/* The bytes that a document keeps: in each component, in the order of uriel_encode_for, and in a whole
 * reference, with its delimiters. */
static const struct encode_document {
  uriel_spec spec;
  encode_set reference;
  encode_set components[URIEL_ENCODE_FRAGMENT + 1];
} encode_documents[] = {
    /* user, hostname, path, xpalpha, search (split by "+", which is only allowed between other
     * characters), fragmentid. */
    {URIEL_SPEC_URL_1993,
     {BYTE_XPALPHA_1993, "", "/?", '#'},
     {{BYTE_XALPHA_1993, "@", "", 0},
      {BYTE_XALPHA_1993, "@:", "", 0},
      {BYTE_XPALPHA_1993, "", "/", 0},
      {BYTE_XPALPHA_1993, "", "", 0},
      {BYTE_XALPHA_1993, "", "", 0},
      {BYTE_XALPHA_1993, "&;", "", 0},
      {BYTE_XALPHA_1993, "&;", "", 0},
      {BYTE_XALPHA_1993, "", "", 0}}},
    /* user ":" password, hostname, path, segment, search, fragmentid. */
    {URIEL_SPEC_URL_1994,
     {BYTE_XALPHA_1994, "", "/?:;=", '#'},
     {{BYTE_ALPHANUM2_1994, "", "", ':'},
      {BYTE_XALPHA_1994, "@", "", 0},
      {BYTE_XALPHA_1994, "", "/", 0},
      {BYTE_XALPHA_1994, "", "", 0},
      {BYTE_XALPHA_1994, "", "", 0},
      {BYTE_XALPHA_1994, "&+", "", 0},
      {BYTE_XALPHA_1994, "&+", "", 0},
      {BYTE_XALPHA_1994, "", "", 0}}},
    /* 4.3.1 user ":" password, host; 4.3.2 path, segment; 4.3.3 query; 3 fragment. */
    {URIEL_SPEC_URL_1997,
     {BYTE_URLC_1997, "", "", '#'},
     {{BYTE_USER_1997, "", "", ':'},
      {BYTE_ALPHA | BYTE_DIGIT, "", "-.", 0},
      {BYTE_PATH_1997, "", "", 0},
      {BYTE_PATH_1997, "/", "", 0},
      {BYTE_URLC_1997, "", "", 0},
      {BYTE_URLC_1997, "&;+=", "", 0},
      {BYTE_URLC_1997, "&;+", "", 0},
      {BYTE_URLC_1997, "", "", 0}}},
    /* 3.2.2 userinfo; 3.2.1 reg-name, without the delimiters of a server; 3.3, 3.4, 4.1. */
    {URIEL_SPEC_URI_2003,
     {BYTE_QUERY_2003, "", "", '#'},
     {{BYTE_USERINFO_2003, "", "", 0},
      {BYTE_REG_NAME_2003, "@:", "", 0},
      {BYTE_PATH_2003, "", "", 0},
      {BYTE_PATH_2003, "/", "", 0},
      {BYTE_QUERY_2003, "", "", 0},
      {BYTE_QUERY_2003, "&;+=", "", 0},
      {BYTE_QUERY_2003, "&;+", "", 0},
      {BYTE_QUERY_2003, "", "", 0}}},
};

static encode_set encode_keeps_in(uriel_spec spec, uriel_encode_for where)
{
  const struct encode_document *d = encode_documents;
  while (d->spec != spec)
    d++;
  if (where == URIEL_ENCODE_REFERENCE)
    return d->reference;
  /* The set of a form, whose bytes all four documents allow anywhere, also serves ANY and unknown
   * numbers. */
  return (unsigned)where <= URIEL_ENCODE_FRAGMENT ? d->components[where]
                                                  : (encode_set){BYTE_FORM, "", "", 0};
}

static bool encode_fails(uriel_error *error, uriel_error_code code, size_t offset, size_t length)
{
  error->code = code;
  error->offset = error->begin = offset;
  error->length = length;
  return false;
}

/* Reports whether all characters are in ISO Latin 1. */
static bool encode_is_latin_1(uriel_text text, uriel_error *error)
{
  const char *at = text.ptr;
  const char *const end = at + text.len;
  while (at < end) {
    uint32_t character = 0;
    const size_t bytes = uriel_utf8_character(at, end, &character);
    const size_t offset = (size_t)(at - text.ptr);
    if (bytes == 0)
      return encode_fails(error, URIEL_ERROR_NOT_UTF_8, offset, 1);
    if (character > 0xFF)
      return encode_fails(error, URIEL_ERROR_NOT_LATIN_1, offset, bytes);
    at += bytes;
  }
  return true;
}

/* Encodes characters above US-ASCII as their ISO Latin 1 codes (url-1993, Encoding prohibited
 * characters). */
static void encode_write_latin_1(writer *w, uriel_text text, encode_set *set, uriel_encode_for where,
                                 unsigned options)
{
  const char *at = text.ptr;
  const char *const end = at + text.len;
  while (at < end) {
    const char *const ascii = at;
    while (at < end && (unsigned char)*at < 0x80)
      at++;
    uriel_encode_write(w, view_of(ascii, at), set, where, options);
    if (at < end) {
      uint32_t character = 0;
      at += uriel_utf8_character(at, end, &character);
      write_triplet(w, (unsigned char)character);
    }
  }
}

/* An opaque-part (3) allows brackets anywhere. */
static void encode_reference_2003(writer *w, uriel_text text, encode_set *set, unsigned options)
{
  encode_set opaque = {BYTE_URIC_2003, "", "", 0};
  const char *const end = text.ptr + text.len;
  const char *const hash = view_find(text.ptr, end, '#');
  const char *const colon = view_find(text.ptr, hash, ':');
  size_t at;
  if (colon == hash || colon + 1 == hash || colon[1] == '/' ||
      uriel_component_error(URIEL_SCHEME, view_of(text.ptr, colon), &at) != URIEL_ERROR_NONE) {
    uriel_encode_write_around(w, text, uriel_is_ipv6_reference, set, options);
    return;
  }
  uriel_write_encoded(w, view_of(text.ptr, hash), &opaque, options);
  uriel_write_encoded(w, view_of(hash, end), set, options);
}

size_t uriel_historic_encode(uriel_spec spec, uriel_encode_for where, uriel_text text, unsigned options,
                             char *out, size_t capacity, uriel_error *error)
{
  writer w = writer_to(out, capacity);
  encode_set set = encode_keeps_in(spec, where);
  /* Without escapes: user and password (url-1994, BNF for specific URL schemes, alphanum2), host
   * (url-1997, 4.3.1). */
  const bool bare = (spec == URIEL_SPEC_URL_1994 && where == URIEL_ENCODE_USERINFO) ||
                    (spec == URIEL_SPEC_URL_1997 && where == URIEL_ENCODE_HOST);
  const size_t kept = bare ? uriel_encode_span(text, set) : text.len;
  if (kept < text.len)
    encode_fails(error, URIEL_ERROR_ENCODING_NOT_ALLOWED, kept, 1);
  if (kept < text.len || (spec == URIEL_SPEC_URL_1993 && !encode_is_latin_1(text, error)))
    return URIEL_FAILED;
  if (spec == URIEL_SPEC_URL_1993)
    encode_write_latin_1(&w, text, &set, where, options);
  else if (spec == URIEL_SPEC_URI_2003 && where == URIEL_ENCODE_REFERENCE)
    encode_reference_2003(&w, text, &set, options);
  else if (spec == URIEL_SPEC_URI_2003 && where == URIEL_ENCODE_HOST && uriel_is_ipv6_reference(text))
    write_view(&w, text);
  else
    uriel_encode_write(&w, text, &set, where, options);
  return w.len;
}
