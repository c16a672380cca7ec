/* SPDX-License-Identifier: MIT */
/* Percent-encoding by the historic documents. A component keeps the letters of its rule, except the
 * delimiters that end or split it. */
#include "uri/encode.h"
#include "historic/generations.h"
#include "text/utf8.h"
#include "uri/blame.h"

static const encode_set encode_form = {BYTE_FORM, "", "", 0};

/* In the order of uriel_encode_for, up to URIEL_ENCODE_FRAGMENT. */
typedef encode_set encode_sets[URIEL_ENCODE_FRAGMENT + 1];

/* user, hostname, path, xpalpha, search (split by "+", which is only allowed between other
 * characters), fragmentid. */
static const encode_sets encode_1993 = {
    {BYTE_XALPHA_1993, "@", "", 0},  {BYTE_XALPHA_1993, "@:", "", 0}, {BYTE_XPALPHA_1993, "", "/", 0},
    {BYTE_XPALPHA_1993, "", "", 0},  {BYTE_XALPHA_1993, "", "", 0},   {BYTE_XALPHA_1993, "&;", "", 0},
    {BYTE_XALPHA_1993, "&;", "", 0}, {BYTE_XALPHA_1993, "", "", 0},
};

/* user ":" password, hostname, path, segment, search, fragmentid. */
static const encode_sets encode_1994 = {
    {BYTE_ALPHANUM2_1994, "", "", ':'}, {BYTE_XALPHA_1994, "@", "", 0}, {BYTE_XALPHA_1994, "", "/", 0},
    {BYTE_XALPHA_1994, "", "", 0},      {BYTE_XALPHA_1994, "", "", 0},  {BYTE_XALPHA_1994, "&+", "", 0},
    {BYTE_XALPHA_1994, "&+", "", 0},    {BYTE_XALPHA_1994, "", "", 0},
};

/* 4.3.1 user ":" password, host; 4.3.2 path, segment; 4.3.3 query; 3 fragment. */
static const encode_sets encode_1997 = {
    {BYTE_USER_1997, "", "", ':'},  {BYTE_ALPHA | BYTE_DIGIT, "", "-.", 0},
    {BYTE_PATH_1997, "", "", 0},    {BYTE_PATH_1997, "/", "", 0},
    {BYTE_URLC_1997, "", "", 0},    {BYTE_URLC_1997, "&;+=", "", 0},
    {BYTE_URLC_1997, "&;+", "", 0}, {BYTE_URLC_1997, "", "", 0},
};

/* 3.2.2 userinfo; 3.2.1 reg-name, without the delimiters of a server; 3.3, 3.4, 4.1. */
static const encode_sets encode_2003 = {
    {BYTE_USERINFO_2003, "", "", 0}, {BYTE_REG_NAME_2003, "@:", "", 0}, {BYTE_PATH_2003, "", "", 0},
    {BYTE_PATH_2003, "/", "", 0},    {BYTE_QUERY_2003, "", "", 0},      {BYTE_QUERY_2003, "&;+=", "", 0},
    {BYTE_QUERY_2003, "&;+", "", 0}, {BYTE_QUERY_2003, "", "", 0},
};

/* For a whole reference: the letters of its rules and their delimiters. */
static const encode_set *encode_reference_of(uriel_spec spec)
{
  static const encode_set of_1993 = {BYTE_XPALPHA_1993, "", "/?", '#'};
  static const encode_set of_1994 = {BYTE_XALPHA_1994, "", "/?:;=", '#'};
  static const encode_set of_1997 = {BYTE_URLC_1997, "", "", '#'};
  static const encode_set of_2003 = {BYTE_QUERY_2003, "", "", '#'};
  switch (spec) {
  case URIEL_SPEC_URL_1993:
    return &of_1993;
  case URIEL_SPEC_URL_1994:
    return &of_1994;
  case URIEL_SPEC_URL_1997:
    return &of_1997;
  case URIEL_SPEC_URI_2003:
    return &of_2003;
  default:
    break;
  }
  return NULL;
}

static const encode_set *encode_sets_of(uriel_spec spec)
{
  switch (spec) {
  case URIEL_SPEC_URL_1993:
    return encode_1993;
  case URIEL_SPEC_URL_1994:
    return encode_1994;
  case URIEL_SPEC_URL_1997:
    return encode_1997;
  case URIEL_SPEC_URI_2003:
    return encode_2003;
  default:
    break;
  }
  return NULL;
}

static const encode_set *historic_keeps(uriel_spec spec, uriel_encode_for where)
{
  const encode_set *const sets = encode_sets_of(spec);
  if (where == URIEL_ENCODE_REFERENCE)
    return encode_reference_of(spec);
  /* The set of a form, whose bytes all four documents allow anywhere, also serves ANY and unknown
   * numbers. */
  return (unsigned)where <= URIEL_ENCODE_FRAGMENT ? &sets[where] : &encode_form;
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

/* Reports whether the component's rule has escapes. Without escapes: user and password (url-1994, BNF
 * for specific URL schemes, alphanum2), host (url-1997, 4.3.1). */
static bool encode_has_escapes(uriel_spec spec, uriel_encode_for where)
{
  if (spec == URIEL_SPEC_URL_1994)
    return where != URIEL_ENCODE_USERINFO;
  return spec != URIEL_SPEC_URL_1997 || where != URIEL_ENCODE_HOST;
}

/* Reports whether the text needs no encoding. */
static bool encode_keeps_all(uriel_text text, const encode_set *set, uriel_error *error)
{
  const size_t kept = uriel_encode_span(text, *set);
  return kept == text.len || encode_fails(error, URIEL_ERROR_ENCODING_NOT_ALLOWED, kept, 1);
}

/* Reports whether the text can be encoded at all. */
static bool encode_can(uriel_spec spec, uriel_encode_for where, uriel_text text, const encode_set *set,
                       uriel_error *error)
{
  if (spec == URIEL_SPEC_URL_1993)
    return encode_is_latin_1(text, error);
  return encode_has_escapes(spec, where) || encode_keeps_all(text, set, error);
}

/* Encodes characters above US-ASCII by their ISO Latin 1 codes (url-1993, Encoding prohibited
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
  encode_set set = *historic_keeps(spec, where);
  if (!encode_can(spec, where, text, &set, error))
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
