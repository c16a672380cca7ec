/* SPDX-License-Identifier: MIT */
/* Functions that write another form of a reference, or compare two. */
#include "function/function.h"
#include "text/text.h"
#include "uriel_find.h"
#include "uriel_iri.h"
#include "uriel_query.h"
#include "uriel_regex.h"
#include "uriel_url.h"

/* ---- Two references ----------------------------------------------------------------------------- */

/* Sets the URL of a text against a base, or without one if that is NULL. */
static bool form_url(function_call *call, uriel_value *result, const uriel_ref *base, uriel_text text)
{
  uriel_ref url;
  if (!uriel_function_read_url(call, &url, base, text, NULL))
    return false;
  return url.scheme_end == 0 || function_text(result, (uriel_text){url.text, url.length});
}

/* Under the URL standard, a text that is not a URL by itself can be one with the base. */
bool uriel_function_resolve(function_call *call, uriel_value *result)
{
  if (call->spec == URIEL_SPEC_WHATWG && call->refs[1] && call->values[0].kind == URIEL_KIND_TEXT &&
      uriel_spec_of(call->refs[1]) == URIEL_SPEC_WHATWG)
    return form_url(call, result, call->refs[1], call->values[0].text);
  if (!call->refs[0] || !call->refs[1])
    return true;
  const size_t len =
      uriel_resolve(call->refs[1], call->refs[0], URIEL_RESOLVE_STRICT, call->out, call->capacity, NULL);
  return uriel_function_wrote(call, result, len == URIEL_CURRENT_DOCUMENT ? URIEL_FAILED : len);
}

bool uriel_function_relative(function_call *call, uriel_value *result)
{
  return uriel_function_wrote(
      call, result, uriel_relative(call->refs[1], call->refs[0], call->out, call->capacity, NULL));
}

bool uriel_function_url(function_call *call, uriel_value *result)
{
  const uriel_text text = call->values[0].text, base = call->values[1].text; /* usually "" */
  uriel_ref against;
  if (base.len == 0)
    return form_url(call, result, NULL, text);
  if (!uriel_function_read_url(call, &against, NULL, base, NULL))
    return false;
  return against.scheme_end == 0 || form_url(call, result, &against, text);
}

bool uriel_function_equal(function_call *call, uriel_value *result)
{
  const uriel_level level = (uriel_level)function_enumerator(call, 2);
  return function_bool(result, uriel_equal(call->refs[0], call->refs[1], level));
}

bool uriel_function_level(function_call *call, uriel_value *result)
{
  return function_text(result,
                       uriel_text_of(uriel_level_name(uriel_compare(call->refs[0], call->refs[1]))));
}

/* ---- Normal forms and keys ----------------------------------------------------------------------- */

bool uriel_function_normalize(function_call *call, uriel_value *result)
{
  const uriel_level level = (uriel_level)function_enumerator(call, 1);
  return uriel_function_wrote(call, result,
                              uriel_normalize(call->refs[0], level, call->out, call->capacity));
}

bool uriel_function_hash(function_call *call, uriel_value *result)
{
  const uriel_level level = (uriel_level)function_enumerator(call, 1);
  return function_integer(result, (int64_t)uriel_hash(call->refs[0], level, 0));
}

bool uriel_function_key_text(function_call *call, uriel_value *result)
{
  const int64_t version = call->values[1].integer;
  uriel_error error;
  if (version != 1)
    return uriel_function_refuse(call, 1);
  if (!call->refs[0])
    return true;
  const size_t len = uriel_key_text(call->refs[0], 1, call->out, call->capacity, &error);
  if (len == URIEL_FAILED && error.code == URIEL_ERROR_BUFFER_TOO_SMALL)
    return uriel_function_small(call->error, uriel_key_text_bound(call->refs[0]));
  return uriel_function_wrote(call, result, len);
}

bool uriel_function_key(function_call *call, uriel_value *result)
{
  enum { DIGITS = 32 };
  uint8_t digest[32];
  if (!uriel_function_key_text(call, result) || result->kind == URIEL_KIND_UNDEFINED)
    return result->kind == URIEL_KIND_UNDEFINED && call->error->code == URIEL_ERROR_NONE;
  uriel_sha256(digest, result->text.ptr, result->text.len);
  if (call->capacity < DIGITS)
    return uriel_function_small(call->error, DIGITS);
  for (size_t i = 0; i < DIGITS; i++)
    call->out[i] = "0123456789abcdef"[i % 2 ? digest[i / 2] & 15 : digest[i / 2] >> 4];
  return function_text(result, (uriel_text){call->out, DIGITS});
}

/* ---- Other forms --------------------------------------------------------------------------------- */

bool uriel_function_to_uri(function_call *call, uriel_value *result)
{
  return uriel_function_wrote(
      call, result, uriel_iri_to_uri(call->refs[0], URIEL_IRI_IDNA, call->out, call->capacity, NULL));
}

bool uriel_function_display(function_call *call, uriel_value *result)
{
  return uriel_function_wrote(call, result, uriel_iri_display(call->refs[0], call->out, call->capacity));
}

bool uriel_function_encode(function_call *call, uriel_value *result)
{
  const uriel_text text = call->values[0].text;
  const uriel_encode_for where = (uriel_encode_for)function_enumerator(call, 1);
  return uriel_function_wrote(call, result,
                              uriel_encode(text.ptr, text.len, where, 0, call->out, call->capacity));
}

bool uriel_function_decode(function_call *call, uriel_value *result)
{
  const uriel_text text = call->values[0].text;
  const bool form = function_enumerator(call, 1) == URIEL_ENCODE_FORM;
  return uriel_function_wrote(
      call, result,
      uriel_decode(text.ptr, text.len, form ? URIEL_DECODE_PLUS : 0, call->out, call->capacity, NULL));
}

/* ---- Without tracking ---------------------------------------------------------------------------- */

/* Writes a reference without its tracking parameters, and parses it again. Returns its length; if that
 * exceeds `capacity`, `ref` is unchanged. */
static size_t form_strip(uriel_ref *ref, char *out, size_t capacity)
{
  uriel_text left;
  const uriel_text query = uriel_query(ref);
  const size_t before = ref->path_end, after = ref->length - ref->query_end;
  if (query.len == 0)
    return ref->length;
  if (capacity < ref->length)
    return ref->length;
  (void)uriel_query_strip_tracking(&left, query, uriel_host(ref), out + before + 1, query.len);
  if (left.ptr == query.ptr)
    return ref->length;
  memcpy(out, ref->text, before);
  if (left.ptr)
    out[before] = '?';
  char *const end = out + before + (left.ptr ? 1 + left.len : 0);
  if (after > 0)
    memcpy(end, ref->text + ref->query_end, after);
  const size_t len = (size_t)(end - out) + after;
  uriel_ref stripped;
  if (uriel_parse_as(&stripped, out, len, uriel_spec_of(ref), 0, NULL))
    *ref = stripped;
  return len;
}

bool uriel_function_strip_tracking(function_call *call, uriel_value *result)
{
  uriel_ref ref = *call->refs[0];
  return uriel_function_take(call, form_strip(&ref, call->out, call->capacity)) &&
         function_text(result, (uriel_text){ref.text, ref.length});
}

/* White space, a byte order mark, quotation marks, "<...>" and "<URL:...>" around a reference in a list.
 */
static uriel_text form_trim(uriel_text text)
{
  static const char spaces[] = " \t\r\n\v\f";
  while (text.len > 0 && bytes_have(spaces, (unsigned char)text.ptr[0]))
    text = (uriel_text){text.ptr + 1, text.len - 1};
  while (text.len > 0 && bytes_have(spaces, (unsigned char)text.ptr[text.len - 1]))
    text.len--;
  return text;
}

static bool form_unwrap(uriel_text *text, char open, char close)
{
  if (text->len < 2 || text->ptr[0] != open || text->ptr[text->len - 1] != close)
    return false;
  *text = form_trim((uriel_text){text->ptr + 1, text->len - 2});
  return true;
}

static uriel_text form_unwrapped(uriel_text text)
{
  if (text.len >= 3 && memcmp(text.ptr, "\xEF\xBB\xBF", 3) == 0)
    text = (uriel_text){text.ptr + 3, text.len - 3};
  text = form_trim(text);
  if (text.len > 2 && text.ptr[0] == '"' && text.ptr[text.len - 1] == ',')
    text.len--;
  (void)form_unwrap(&text, '"', '"');
  if (form_unwrap(&text, '<', '>') && text.len >= 4 && fold_equal(text.ptr, "URL:", 4))
    text = form_trim((uriel_text){text.ptr + 4, text.len - 4});
  return text;
}

bool uriel_function_clean(function_call *call, uriel_value *result)
{
  const uriel_text text = form_unwrapped(call->values[0].text);
  uriel_ref ref;
  if (text.len == 0)
    return true;
  if (call->spec == URIEL_SPEC_LENIENT || call->spec == URIEL_SPEC_WHATWG) {
    if (!(call->spec == URIEL_SPEC_LENIENT ? uriel_function_read_lenient(call, &ref, text, NULL)
                                           : uriel_function_read_url(call, &ref, NULL, text, NULL)))
      return false;
    if ((ref.flags & URIEL_INVALID) || (call->spec == URIEL_SPEC_WHATWG && ref.scheme_end == 0))
      return true;
  } else if (!uriel_parse_as(&ref, text.ptr, text.len, call->spec, 0, NULL)) {
    return true;
  }
  return uriel_function_take(call, form_strip(&ref, call->out, call->capacity)) &&
         uriel_function_wrote(call, result,
                              uriel_normalize(&ref, URIEL_LEVEL_SCHEME, call->out, call->capacity));
}

bool uriel_function_redact(function_call *call, uriel_value *result)
{
  const uriel_text text = call->values[0].text;
  const size_t bound = uriel_redact_bound(text.len, NULL);
  size_t count;
  if (bound > call->capacity)
    return uriel_function_small(call->error, bound);
  return uriel_function_wrote(
      call, result, uriel_redact(&count, text, URIEL_DELIMITED_BARE, NULL, call->out, call->capacity));
}

bool uriel_function_matches(function_call *call, uriel_value *result)
{
  const uriel_text text = call->values[0].text, pattern = call->values[1].text;
  const size_t begin = size_to_align(call->out, sizeof(uint32_t));
  const size_t bound = size_add(begin, uriel_regex_bound(pattern.len));
  uriel_regex_error error;
  if (bound > call->capacity)
    return uriel_function_small(call->error, bound);
  char *const memory = call->out + begin;
  const size_t len =
      uriel_regex_compile(pattern.ptr, pattern.len, 0, memory, call->capacity - begin, &error);
  if (len == URIEL_FAILED)
    return uriel_function_refuse(call, 1);
  const uriel_regex *const regex = (const uriel_regex *)(const void *)memory;
  const size_t left = call->capacity - begin - len, scratch = uriel_regex_scratch(regex, 0);
  if (scratch > left)
    return uriel_function_small(call->error, begin + len + scratch);
  return function_bool(result,
                       uriel_regex_search(NULL, 0, regex, text.ptr, text.len, memory + len, left));
}
