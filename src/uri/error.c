/* SPDX-License-Identifier: MIT */
/* Names and descriptions of errors. */
#include "uri/error.h"

#include "text/text.h"
#include "text/utf8.h"
#include "uriel_plan.h"
#include "uriel_url.h"
#include "uriel_urn.h"

bool uriel_error_is_of_text(uriel_error_code code)
{
  const uriel_error_class class = uriel_error_class_of(code);
  return class == URIEL_CLASS_SYNTAX || class == URIEL_CLASS_ENCODING ||
         class == URIEL_CLASS_RESOLUTION || class == URIEL_CLASS_NAME;
}

error_rule uriel_error_rule_3986(uriel_error_code code)
{
  const error_entry entry = uriel_error_entry(code);
  return (error_rule){code, entry.rule, entry.section};
}

static void write_hex(writer *w, uint32_t number, unsigned digits)
{
  while (digits-- > 0)
    write_byte(w, "0123456789ABCDEF"[number >> (4 * digits) & 15]);
}

/* Returns the name of a character that is invisible or easily mistaken for another; NULL if it has no
 * name here. */
static const char *character_in_words(uint32_t character)
{
  static const struct {
    uint32_t first, last;
    const char *words;
  } known[] = {
      {0xA0, 0xA0, "a no-break space"},      {0xAD, 0xAD, "a soft hyphen"},
      {0x2000, 0x200A, "a space"},           {0x200B, 0x200B, "a zero-width space"},
      {0x200C, 0x200F, "an invisible mark"}, {0x2010, 0x2015, "a dash"},
      {0x2018, 0x201F, "a quotation mark"},  {0x2026, 0x2026, "an ellipsis"},
      {0x2028, 0x2029, "a line separator"},  {0x202A, 0x202E, "an invisible mark"},
      {0x202F, 0x202F, "a no-break space"},  {0x205F, 0x205F, "a space"},
      {0x2060, 0x206F, "an invisible mark"}, {0x3000, 0x3000, "an ideographic space"},
      {0xFEFF, 0xFEFF, "a byte order mark"},
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (character >= known[i].first && character <= known[i].last)
      return known[i].words;
  return NULL;
}

size_t uriel_unseen_span(const char *at, const char *end)
{
  uint32_t character = 0;
  const size_t bytes = uriel_utf8_character(at, end, &character);
  /* Dashes, quotation marks and the ellipsis are visible. */
  const bool dark = (character >= 0x2010 && character <= 0x2015) ||
                    (character >= 0x2018 && character <= 0x201F) || character == 0x2026;
  return bytes > 1 && character_in_words(character) && !dark ? bytes : 0;
}

static void write_character_beyond_ascii(writer *w, uint32_t character)
{
  const char *const words = character_in_words(character);
  write_string(w, "the character U+");
  write_hex(w, character, character > 0xFFFFF ? 6 : character > 0xFFFF ? 5 : 4);
  uriel_write_part(w, ", ", uriel_text_of(words), ",");
}

void uriel_write_character(writer *w, const char *at, const char *end)
{
  const unsigned char value = (unsigned char)*at;
  uint32_t character = 0;
  if (value == ' ') {
    write_string(w, "a space");
  } else if (value == '\t') {
    write_string(w, "a tab");
  } else if (value == '\r' || value == '\n') {
    write_string(w, value == '\r' ? "a carriage return" : "a line feed");
  } else if (value == '"') {
    write_string(w, "'\"'");
  } else if (value > ' ' && value < 0x7F) {
    uriel_write_part(w, "\"", (uriel_text){at, 1}, "\"");
  } else if (uriel_utf8_character(at, end, &character) > 1) {
    write_character_beyond_ascii(w, character);
  } else {
    write_string(w, "the byte 0x");
    write_hex(w, value, 2);
  }
}

/* Writes a byte of a part: "%0D" as written, CR by its name, others as characters. */
static void write_part_byte(writer *w, const char *at, const char *end)
{
  if (triplet_at(at, end)) {
    uriel_write_part(w, "\"", (uriel_text){at, 3}, "\"");
  } else if (*at == '\r' || *at == '\n') {
    write_string(w, *at == '\r' ? "CR" : "LF");
  } else if (*at == '\t' || *at == '\0') {
    write_string(w, *at ? "TAB" : "NUL");
  } else {
    uriel_write_character(w, at, end);
  }
}

/* Returns the usual name of a part, or of an item of a list. */
static const char *part_in_words(const char *part, uriel_component component)
{
  static const char *const words[][2] = {
      {"user", "user name"},       {"to", "address"},           {"fields", "header field"},
      {"directories", "folder"},   {"attributes", "attribute"}, {"parameters", "parameter"},
      {"extensions", "extension"}, {"plus", "Gopher+ string"},
  };
  const uriel_text name = uriel_text_of(part);
  if (component == URIEL_PATH && view_equal(name, uriel_text_of("fields")))
    return "identifier"; /* of wais; in mailto, fields are in the query */
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (view_equal(name, uriel_text_of(words[i][0])))
      return words[i][1];
  return part;
}

/* Example: the user name contains a byte that would end a line of the protocol: "%0D". */
static void write_part_error(writer *w, const uriel_error *error, uriel_text text)
{
  const char *const part = error->part ? error->part : "";
  write_string(w, *part ? "the " : "a part");
  write_string(w, part_in_words(part, error->component));
  write_byte(w, ' ');
  write_string(w, uriel_error_message(error->code));
  const bool of_byte = error->code == URIEL_ERROR_PART_CHARACTER ||
                       error->code == URIEL_ERROR_PART_LINE_BREAK ||
                       error->code == URIEL_ERROR_HOST_DECODED;
  if (of_byte && error->offset < text.len) {
    write_string(w, ": ");
    write_part_byte(w, text.ptr + error->offset, text.ptr + text.len);
  }
}

/* Reports whether an error is about the beginning of the text. A scheme passed to uriel_build has no
 * ":" after it, so nothing before it is blamed. */
static bool error_of_begin(const uriel_error *error, size_t len)
{
  switch (error->code) {
  case URIEL_ERROR_SCHEME_START:
  case URIEL_ERROR_SCHEME_CHARACTER:
    return error->begin == 0 && error->length < len;
  case URIEL_ERROR_SCHEME_MISSING:
  case URIEL_ERROR_PREFIX_MISSING:
  case URIEL_ERROR_URN_SCHEME:
    return error->offset == 0;
  default:
    return false;
  }
}

/* Returns the length of the invisible character before the scheme, to blame instead of the scheme. */
static size_t error_unseen(const uriel_error *error, uriel_text text)
{
  if (text.len == 0 || !error_of_begin(error, text.len))
    return 0;
  if (byte_is_blank(text.ptr[0]))
    return 1;
  return uriel_unseen_span(text.ptr, text.ptr + text.len);
}

bool uriel_error_is_unseen(const uriel_error *error, uriel_text text)
{
  return error_unseen(error, text) > 0;
}

bool uriel_error_is_about_byte(uriel_error_code code)
{
  const char *const message = uriel_error_message(code);
  return message[0] == 'i' && message[1] == 's' && message[2] == ' ';
}

/* Writes the character at the begin of `text`. For an error of a decoded name, the character may be
 * encoded. */
static void write_blamed(writer *w, const uriel_error *error, uriel_text text)
{
  const char *const end = text.ptr + text.len;
  const bool decoded =
      error->code == URIEL_ERROR_NOT_UTF_8 || uriel_error_class_of(error->code) == URIEL_CLASS_IDNA;
  char bytes[4];
  size_t n = 0;
  while (decoded && n < sizeof bytes && triplet_at(text.ptr + 3 * n, end)) {
    bytes[n] = (char)triplet_value(text.ptr + 3 * n);
    n++;
  }
  uriel_write_character(w, n > 0 ? bytes : text.ptr, n > 0 ? bytes + n : end);
}

/* Writes the character to blame, if any, and the message. */
static void write_message(writer *w, const uriel_error *error, uriel_text text, size_t blamed)
{
  const char *const at = error->begin < text.len ? text.ptr + error->begin : text.ptr;
  /* In what a label that begins with "xn--" decodes to. */
  const bool decoded = uriel_error_class_of(error->code) == URIEL_CLASS_IDNA &&
                       error->offset == error->begin && error->begin < text.len &&
                       text.len - error->begin >= 4 && byte_lower(at[0]) == 'x' &&
                       byte_lower(at[1]) == 'n' && bytes_equal(at + 2, "--", 2);
  if (blamed < text.len && decoded) {
    write_string(w, "a character of the decoded label ");
  } else if (blamed < text.len) {
    write_blamed(w, error, view_of(text.ptr + blamed, text.ptr + text.len));
    write_byte(w, ' ');
  }
  write_string(w, uriel_error_message(error->code));
}

/* Reports whether the character at fault of a domain is decoded, or comes after decoded ones. */
static bool error_is_hidden(const uriel_error *error, uriel_text text)
{
  if (error->offset < error->begin || error->offset >= text.len)
    return true;
  const char *const at = text.ptr + error->offset, *const begin = text.ptr + error->begin;
  const char *const end = text.ptr + text.len;
  if (*at == '%' || (end - at >= 4 && byte_lower(at[0]) == 'x' && byte_lower(at[1]) == 'n' &&
                     bytes_equal(at + 2, "--", 2)))
    return true;
  bool changed = false;
  for (const char *host = begin; host < end && (size_t)(host - begin) < error->length; host++)
    changed = changed || *host == '%' || (*host >= '\t' && *host <= '\r');
  return changed && at == begin;
}

/* Writes the message of domain-to-ASCII, and the cause. */
static void write_domain_error(writer *w, const uriel_error *error, uriel_text text)
{
  write_string(w, uriel_error_message(error->code));
  if (error->cause == URIEL_ERROR_NONE)
    return;
  const char *const cause = uriel_error_message(error->cause);
  write_string(w, ": ");
  if (cause[0] == 'i' && cause[1] == 's' && cause[2] == ' ') {
    if (error_is_hidden(error, text))
      write_string(w, "a character");
    else
      uriel_write_character(w, text.ptr + error->offset, text.ptr + text.len);
    write_byte(w, ' ');
  }
  write_string(w, cause);
}

void uriel_error_write(writer *w, const uriel_error *error, uriel_text text, size_t blamed)
{
  const uriel_error_class class = uriel_error_class_of(error->code);
  const bool in_text = error->begin < text.len && error->length <= text.len - error->begin;
  uint32_t character = 0;
  if (class == URIEL_CLASS_NAME && error->reason && text.len > 0) {
    /* Example: well-formed, but not a valid ISBN: the check digit should be 4. */
    uriel_write_part(w, "well-formed, but not a valid ", uriel_text_of(error->part), ": ");
    write_string(w, error->reason);
    write_string(w, error->detail);
  } else if (error->part && view_equal(uriel_text_of(error->part), uriel_text_of("gateway"))) {
    /* In a URI made from a gateway's template: no part or byte of it is printed. */
    write_string(w, "in the URI that the gateway makes: ");
    write_string(w, class == URIEL_CLASS_PART ? "a part " : "");
    write_string(w, uriel_error_message(error->code));
  } else if (error->code == URIEL_ERROR_PLAN_UNKNOWN && error->component == URIEL_HOST) {
    write_string(w, "the host is another machine, and no way to read its files is known");
  } else if (class == URIEL_CLASS_PART) {
    write_part_error(w, error, text);
  } else if (error->code == URIEL_ERROR_URL_DOMAIN_TO_ASCII) {
    write_domain_error(w, error, text);
  } else if (error_unseen(error, text)) {
    /* A blank, a byte order mark or the like. */
    const size_t bytes = uriel_utf8_character(text.ptr, text.ptr + text.len, &character);
    write_string(w, bytes > 1 ? character_in_words(character) : "white space");
    write_string(w, " before the reference");
  } else if (error->code == URIEL_ERROR_HOST_IPV6 && in_text &&
             uriel_zone_span((uriel_text){text.ptr + error->begin, error->length}) > 0) {
    /* An IPv6 address in brackets with a zone identifier (RFC 4007, 11). */
    write_string(w, "a zone identifier cannot appear in a URI (RFC 9844)");
  } else {
    write_message(w, error, text, blamed);
  }
}
