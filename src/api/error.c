/* SPDX-License-Identifier: MIT */
/* Describes errors, each with the rules of the document that it breaks. */
#include "uri/error.h"
#include "api/generations.h"
#include "uriel_iri.h"
#include "uriel_url.h"
#include "uriel_urn.h"

#include "api/error_rule_table.h"

static error_rule error_rule_of(const uriel_error *error)
{
  const bool known = (unsigned)error->spec < sizeof error_rule_table / sizeof *error_rule_table;
  const error_rule *found = known ? error_rule_table[error->spec].rows : NULL;
  if (!found || !uriel_error_is_of_text(error->code))
    return uriel_error_rule_3986(error->code);
  while (found->code != error->code && found->code != URIEL_ERROR_NONE)
    found++;
  return *found;
}

const char *uriel_error_rule(const uriel_error *error)
{
  return error_rule_of(error).rule;
}

const char *uriel_error_section(const uriel_error *error)
{
  return error_rule_of(error).section;
}

/* Returns the byte to blame, an offset into the text; `len` if no byte is to blame. */
static size_t error_blamed(const uriel_error *error, size_t len)
{
  const uriel_error_class class = uriel_error_class_of(error->code);
  const bool at_offset =
      class == URIEL_CLASS_IDNA || class == URIEL_CLASS_ENCODING || error->spec == URIEL_SPEC_WHATWG;
  const size_t at = error->blamed ? error->blamed - 1 : at_offset ? error->offset : len;
  const bool inside = error->begin <= len && error->length <= len - error->begin;
  return inside && at < len ? at : len;
}

size_t uriel_error_describe(const uriel_error *error, const char *text, size_t len, char *out,
                            size_t capacity)
{
  writer w = writer_to(out, capacity);
  const uriel_text whole = {text, text ? len : 0};
  const bool about_byte = whole.len > 0 && !error->part && uriel_error_is_about_byte(error->code);
  uriel_error_write(&w, error, whole, about_byte ? error_blamed(error, len) : len);
  return w.len;
}

static bool error_next_of(const uriel_error *error, const char *text, size_t len, size_t offset,
                          grammar_next *next)
{
  uriel_ref ref;
  uriel_error again;
  if (error->offset > len || offset > error->offset || error->spec == URIEL_SPEC_WHATWG)
    return false;
  if (uriel_parse_as(&ref, text, len, error->spec, error->options, &again) ||
      again.code == URIEL_ERROR_TOO_LONG || again.code == URIEL_ERROR_SPEC_NOT_BUILT ||
      again.code != error->code || again.offset != error->offset)
    return false;
  const reading *const r = uriel_reading_of(error->spec);
  if (r)
    reading_grammar(r, text, len, error->options).expected(text, offset, next);
  else
    uriel_rfc3986_expected(text, offset, next);
  return true;
}

/* Returns the begin of the character at the error's offset, in which the offset is if no character with
 * these first bytes is allowed. */
static size_t error_character_begin(const uriel_error *error, const char *text, size_t len)
{
  size_t at = error->offset;
  if (error->spec != URIEL_SPEC_IRI || at > len)
    return at;
  while (at > 0 && error->offset - at < 3 && ((unsigned char)text[at - 1] & 0xC0) == 0x80)
    at--;
  return at > 0 && (unsigned char)text[at - 1] >= 0xC0 ? at - 1 : error->offset;
}

size_t uriel_error_expected(const uriel_error *error, const char *text, size_t len, char *out,
                            size_t capacity)
{
  writer w = writer_to(out, capacity);
  grammar_next next;
  if (error->offset <= len && uriel_expect_of_decoding(error, (uriel_text){text, len}))
    write_string(&w, "a hexadecimal digit");
  else if (error_next_of(error, text, len, error_character_begin(error, text, len), &next))
    uriel_expect_write(&w, error, &next);
  return w.len;
}

size_t uriel_error_hint(const uriel_error *error, const char *text, size_t len, char *out,
                        size_t capacity)
{
  writer w = writer_to(out, capacity);
  if (len == 0 || error->offset > len || error->begin > len || error->length > len - error->begin)
    return 0;
  const bool own = error->spec != URIEL_SPEC_RFC3986 && uriel_spec_built(error->spec);
  return uriel_hint_write(&w, error, (uriel_text){text, len}, error_blamed(error, len),
                          own ? error_next_of : NULL)
             ? w.len
             : 0;
}
