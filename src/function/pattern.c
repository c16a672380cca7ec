/* SPDX-License-Identifier: MIT */
/* pattern(): a reference without its numbers and identifiers. */
#include "function/function.h"

enum {
  PATTERN_WORD = BYTE_ALPHA | BYTE_DIGIT,
  PATTERN_UUID = 36,
  PATTERN_HEX = 8,    /* digits of the shortest digest */
  PATTERN_TOKEN = 20, /* bytes of the shortest token */
  PATTERN_CHANGES = 5 /* in a token, the kind of letter changes at least once in so many bytes */
};

/* Returns whether the text begins with the form, in which "0" is a digit and "x" a hexadecimal one. */
static bool pattern_is(const char *at, const char *end, const char *form)
{
  for (; *form; form++, at++)
    if (at == end || !(*form == '0'   ? byte_is(*at, BYTE_DIGIT)
                       : *form == 'x' ? byte_is(*at, BYTE_HEX)
                                      : *at == *form))
      return false;
  return true;
}

/* Returns the end of a date with its time, if there is one: "2024-01-31", "2024-01-31T10:15:00Z",
 * "20240131T101500" (RFC 3339; ISO 8601). Otherwise returns `at`. */
static const char *pattern_date(const char *at, const char *end)
{
  const char *stop = pattern_is(at, end, "0000-00-00")      ? at + 10
                     : pattern_is(at, end, "00000000T0000") ? at + 8
                                                            : at;
  if (stop > at && pattern_is(stop, end, "T00")) {
    stop++;
    while (stop < end && (byte_is(*stop, BYTE_DIGIT) || *stop == ':' || *stop == '.' ||
                          pattern_is(stop, end, "%3A") || pattern_is(stop, end, "%3a")))
      stop += *stop == '%' ? 3 : 1;
    stop += stop < end && *stop == 'Z';
  }
  return stop < end && byte_is(*stop, PATTERN_WORD) ? at : stop;
}

/* Returns the end of a UUID (RFC 9562, 4), or `at`. */
static const char *pattern_uuid(const char *at, const char *end)
{
  const bool is = pattern_is(at, end, "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx");
  const char *const stop = is ? at + PATTERN_UUID : at;
  return stop < end && byte_is(*stop, PATTERN_WORD) ? at : stop;
}

/* Returns whether the bytes of base64url (RFC 4648, 5) are a token: random letters change to digits and
 * back, and from lower to upper case, more often than words do. */
static bool pattern_is_token(const char *at, const char *end)
{
  const ptrdiff_t len = end - at;
  ptrdiff_t changes = 0;
  bool has_letter = false, has_digit = false;
  for (; at < end; at++) {
    const bool digit = byte_is(*at, BYTE_DIGIT), letter = byte_is(*at, BYTE_ALPHA);
    has_digit |= digit;
    has_letter |= letter;
    if (at + 1 < end && byte_is(at[1], PATTERN_WORD))
      changes += (digit && byte_is(at[1], BYTE_ALPHA)) || (letter && byte_is(at[1], BYTE_DIGIT)) ||
                 (*at >= 'a' && at[1] >= 'A' && at[1] <= 'Z');
  }
  return has_letter && has_digit && len >= PATTERN_TOKEN && changes * PATTERN_CHANGES >= len;
}

/* Returns whether a word is a digest: hexadecimal digits with a letter and more than one digit. */
static bool pattern_is_digest(uriel_text word)
{
  size_t digits = 0;
  for (size_t i = 0; i < word.len; i++)
    digits += byte_is(word.ptr[i], BYTE_DIGIT);
  return word.len >= PATTERN_HEX && digits > 1 && digits < word.len && view_consists(word, BYTE_HEX);
}

/* Writes a text with its numbers and identifiers replaced. They are whole words between other bytes than
 * letters and digits; "%XX" is not part of one. */
static void pattern_write(writer *w, uriel_text text)
{
  const char *const end = view_end(text);
  const char *token = text.ptr; /* the end of the bytes of base64url that were examined */
  for (const char *at = text.ptr, *stop; at < end; at = stop) {
    const char *replacement = NULL;
    stop = bytes_past(at, end, PATTERN_WORD);
    const uriel_text word = view_of(at, stop);
    if (stop == at) {
      stop += triplet_at(at, end) ? 3 : 1;
      write_view(w, view_of(at, stop));
      continue;
    }
    const char *const date = pattern_date(at, end), *const uuid = pattern_uuid(at, end);
    if (date > at) {
      stop = date;
      replacement = "{date}";
    } else if (uuid > at) {
      stop = uuid;
      replacement = "{id}";
    } else if (at >= token) {
      for (token = stop;
           token < end && (byte_is(*token, PATTERN_WORD) || *token == '-' || *token == '_');)
        token++;
      if (pattern_is_token(at, token)) {
        stop = token;
        replacement = "{id}";
      }
    }
    if (!replacement)
      replacement = view_consists(word, BYTE_DIGIT) ? "{n}" : pattern_is_digest(word) ? "{id}" : NULL;
    write_view(w, replacement ? uriel_text_of(replacement) : word);
  }
}

bool uriel_function_pattern(function_call *call, uriel_value *result)
{
  const uriel_ref *const ref = call->refs[0];
  writer w = writer_to(call->out, call->capacity);
  uriel_text rest = uriel_query(ref);
  write_view(&w, view_of(ref->text, uriel_path(ref).ptr));
  pattern_write(&w, uriel_path(ref));
  for (const char *before = "?"; view_defined(rest); before = "&") {
    const uriel_text parameter = view_take(&rest, '&');
    const char *const end = view_end(parameter), *const equals = view_find(parameter.ptr, end, '=');
    write_string(&w, before);
    if (equals < end)
      write_view(&w, view_of(parameter.ptr, equals + 1));
    pattern_write(&w, view_of(equals < end ? equals + 1 : parameter.ptr, end));
  }
  write_view(&w, view_of(ref->text + ref->query_end, ref->text + ref->length));
  return uriel_function_wrote(call, result, w.len);
}
