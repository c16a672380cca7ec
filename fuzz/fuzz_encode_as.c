/* SPDX-License-Identifier: MIT */
/* uriel_encode_as, uriel_decode_as: for every generation and component, the result has only characters
 * of the document, encoding it again changes nothing, and decoding undoes it. For RFC 3986 the results
 * equal uriel_encode and uriel_decode. url-1993 refuses characters outside ISO Latin 1, at their place;
 * user information of url-1994 and hosts of url-1997 refuse all characters that they cannot encode. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "uriel_url.h"

/* Returns how many bytes are ISO Latin 1 as UTF-8: ASCII, and two bytes from C2 80 to C3 BF. */
static size_t latin_1_span(uriel_text text)
{
  size_t at = 0;
  while (at < text.len) {
    const unsigned char byte = (unsigned char)text.ptr[at];
    const bool pair =
        (byte == 0xC2 || byte == 0xC3) && uriel_utf8_span(text.ptr + at, text.len - at) >= 2;
    if (byte >= 128 && !pair)
      break;
    at += pair ? 2 : 1;
  }
  return at;
}

static bool is_letter(uriel_text text, size_t at, const char *more)
{
  const char byte = text.ptr[at];
  return (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z') ||
         (byte && strchr(more, byte));
}

/* Returns how much of the text can be encoded. */
static size_t encodable_span(const percent_input *in)
{
  const bool user = in->spec == URIEL_SPEC_URL_1994 && in->where == URIEL_ENCODE_USERINFO;
  const bool host = in->spec == URIEL_SPEC_URL_1997 && in->where == URIEL_ENCODE_HOST;
  size_t at = 0;
  size_t colons = 0; /* one separates user and password */
  if (in->spec == URIEL_SPEC_URL_1993)
    return latin_1_span(in->text);
  if (!user && !host)
    return in->text.len;
  for (; at < in->text.len; at++) {
    const bool colon = user && in->text.ptr[at] == ':' && colons++ == 0;
    if (!colon && !is_letter(in->text, at, user ? "-_.+" : "-."))
      break;
  }
  return at;
}

static void check_letters(const percent_input *in, uriel_text encoded)
{
  const uriel_byte_set *const reserved = uriel_byte_set_find(in->spec, "reserved", 8);
  const uriel_byte_set *const unreserved = uriel_byte_set_find(in->spec, "unreserved", 10);
  if (!reserved || !unreserved)
    die("every generation has these sets");
  for (size_t at = 0; at < encoded.len; at++) {
    const unsigned char byte = (unsigned char)encoded.ptr[at];
    fuzz_must(byte == '%' || uriel_byte_set_has(reserved, byte) || uriel_byte_set_has(unreserved, byte),
              "only characters of the document");
    fuzz_must(byte != ' ' && byte != '#', "no character that ends a component");
  }
}

static void check_same(text_writer *a, text_writer *b, const percent_input *in, const char *what)
{
  const uriel_text x = text_written(a, in);
  const uriel_text y = text_written(b, in);
  fuzz_must(text_equal(x, y), what);
  text_free(x);
  text_free(y);
}

static void check_refused(const percent_input *in, size_t place)
{
  uriel_error error;
  const bool text = uriel_utf8_span(in->text.ptr + place, in->text.len - place) > 0;
  const uriel_error_code code = in->spec != URIEL_SPEC_URL_1993 ? URIEL_ERROR_ENCODING_NOT_ALLOWED
                                : text                          ? URIEL_ERROR_NOT_LATIN_1
                                                                : URIEL_ERROR_NOT_UTF_8;
  fuzz_must(uriel_encode_as(in->text.ptr, in->text.len, in->spec, in->where, in->options, NULL, 0,
                            &error) == URIEL_FAILED &&
                error.code == code && error.offset == place,
            "what cannot be encoded is refused at its place");
}

static void check_written(const percent_input *in)
{
  const uriel_text once = text_written(write_encoded_as, in);
  if (!once.ptr)
    die("everything else can be encoded");
  check_letters(in, once);
  if (in->where != URIEL_ENCODE_FORM) {
    const uriel_text twice =
        text_written(write_encoded_as, &(percent_input){in->spec, in->where, once, in->options});
    fuzz_must(text_equal(once, twice), "twice is once");
    text_free(twice);
  }
  const unsigned plus = in->where == URIEL_ENCODE_FORM ? URIEL_DECODE_PLUS : 0;
  const uriel_text all = text_written(
      write_encoded_as, &(percent_input){in->spec, in->where, in->text, URIEL_ENCODE_PERCENT});
  const uriel_text back =
      text_written(write_decoded_as, &(percent_input){in->spec, in->where, all, plus});
  fuzz_must(text_equal(in->text, back), "decoding undoes encoding");
  text_free(once);
  text_free(all);
  text_free(back);
}

static void check_where(const percent_input *in)
{
  const size_t span = encodable_span(in);
  if (span < in->text.len)
    check_refused(in, span);
  else
    check_written(in);
}

/* A valid reference does not change; other text is encoded once. */
static void check_reference(uriel_spec spec, uriel_text text)
{
  uriel_ref ref;
  const percent_input in = {spec, URIEL_ENCODE_REFERENCE, text, 0};
  const uriel_text once = text_written(write_encoded_as, &in);
  if (!once.ptr)
    return;
  const uriel_text twice =
      text_written(write_encoded_as, &(percent_input){spec, URIEL_ENCODE_REFERENCE, once, 0});
  fuzz_must(text_equal(once, twice), "twice is once");
  if (fuzz_member(&ref, spec, text))
    fuzz_must(text_equal(once, text), "a member stays");
  text_free(once);
  text_free(twice);
}

/* The URL standard's sets: text in UTF-8 becomes ASCII that decodes to it, and a user name is what its
 * setter writes. */
static void check_url(uriel_text text)
{
  uriel_ref url;
  char *const out = room(uriel_encode_bound(text.len) + 16);
  const bool valid = uriel_utf8_span(text.ptr, text.len) == text.len;
  for (int where = URIEL_ENCODE_USERINFO; where <= URIEL_ENCODE_ANY; where++) {
    const percent_input in = {URIEL_SPEC_WHATWG, (uriel_encode_for)where, text, URIEL_ENCODE_PERCENT};
    const uriel_text once = text_written(write_encoded_as, &in);
    fuzz_must(!once.ptr == !valid || where == URIEL_ENCODE_HOST, "only malformed text is refused");
    if (!once.ptr)
      continue;
    const unsigned plus = where == URIEL_ENCODE_FORM ? URIEL_DECODE_PLUS : 0;
    const uriel_text back = text_written(
        write_decoded_as, &(percent_input){URIEL_SPEC_WHATWG, URIEL_ENCODE_ANY, once, plus});
    fuzz_must(text_equal(text, back), "decoding undoes the encoding of a URL");
    for (size_t at = 0; at < once.len; at++)
      fuzz_must(once.ptr[at] > 0x1F && once.ptr[at] < 0x7F, "printable ASCII");
    text_free(once);
    text_free(back);
  }
  const percent_input name = {URIEL_SPEC_WHATWG, URIEL_ENCODE_USERINFO, text, 0};
  const uriel_text user = text_written(write_encoded_as, &name);
  if (user.len && uriel_parse_as(&url, "x://h", 5, URIEL_SPEC_WHATWG, 0, NULL)) {
    uriel_url_set(&url, &url, URIEL_URL_USERNAME, text.ptr, text.len, out,
                  uriel_encode_bound(text.len) + 16);
    fuzz_must(text_equal(uriel_url_get(&url, URIEL_URL_USERNAME), user), "as the setter writes it");
  }
  text_free(user);
  free(out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  const uriel_text text = fuzz_text(data, size);
  for (int spec = FUZZ_FIRST_SPEC; spec <= FUZZ_LAST_SPEC; spec++) {
    for (int where = URIEL_ENCODE_USERINFO; where <= URIEL_ENCODE_FORM; where++)
      if (where != URIEL_ENCODE_HOST ||
          spec == URIEL_SPEC_URL_1997) /* brackets and their content do not change */
        check_where(&(percent_input){(uriel_spec)spec, (uriel_encode_for)where, text, 0});
    check_reference((uriel_spec)spec, text);
    if (spec != URIEL_SPEC_URL_1993)
      check_same(write_decoded_as, write_decoded,
                 &(percent_input){(uriel_spec)spec, URIEL_ENCODE_PATH, text, 0}, "decoding is one");
  }
  for (int where = URIEL_ENCODE_USERINFO; where <= URIEL_ENCODE_REFERENCE; where++)
    check_same(write_encoded_as, write_encoded,
               &(percent_input){URIEL_SPEC_RFC3986, (uriel_encode_for)where, text, 0},
               "RFC 3986's encoding");
  check_url(text);
  text_free(text);
  return 0;
}
