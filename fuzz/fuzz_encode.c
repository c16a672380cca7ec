/* SPDX-License-Identifier: MIT */
/* uriel_encode: for every component, the result parses as that component, encoding it again changes
 * nothing, and decoding undoes it. A reference does not change; if the result is not a reference, no
 * character is the cause. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

static uriel_parts parts_with(uriel_encode_for where, uriel_text part)
{
  uriel_parts parts = {.host = {"h", 1}, .path = {"", 0}};
  if (where == URIEL_ENCODE_USERINFO)
    parts.userinfo = part;
  else if (where == URIEL_ENCODE_HOST)
    parts.host = part;
  else if (where == URIEL_ENCODE_FRAGMENT)
    parts.fragment = part;
  else if (where != URIEL_ENCODE_PATH && where != URIEL_ENCODE_PATH_SEGMENT)
    parts.query = part;
  return parts;
}

/* A path needs a slash before the encoded text. */
static void check_path(uriel_text part)
{
  char *const path = room(part.len + 1);
  path[0] = '/';
  memcpy(path + 1, part.ptr, part.len);
  const uriel_parts parts = {.host = {"h", 1}, .path = {path, part.len + 1}};
  fuzz_must(uriel_build(&parts, NULL, 0, NULL) != URIEL_FAILED, "a path");
  free(path);
}

static void check_where(uriel_encode_for where, uriel_text text)
{
  const uriel_text once =
      text_written(write_encoded, &(percent_input){URIEL_SPEC_RFC3986, where, text, 0});
  const uriel_parts parts = parts_with(where, once);
  fuzz_must(uriel_build(&parts, NULL, 0, NULL) != URIEL_FAILED,
            "an encoded text is valid in its component");
  if (where == URIEL_ENCODE_PATH || where == URIEL_ENCODE_PATH_SEGMENT)
    check_path(once);
  if (where != URIEL_ENCODE_FORM) {
    const uriel_text twice =
        text_written(write_encoded, &(percent_input){URIEL_SPEC_RFC3986, where, once, 0});
    fuzz_must(text_equal(once, twice), "twice is once");
    text_free(twice);
  }
  text_free(once);
}

static void check_inverse(uriel_encode_for where, uriel_text text)
{
  const unsigned plus = where == URIEL_ENCODE_FORM ? URIEL_DECODE_PLUS : 0;
  const uriel_text all = text_written(
      write_encoded, &(percent_input){URIEL_SPEC_RFC3986, where, text, URIEL_ENCODE_PERCENT});
  const uriel_text back =
      text_written(write_decoded, &(percent_input){URIEL_SPEC_RFC3986, where, all, plus});
  fuzz_must(text_equal(text, back), "decoding undoes encoding");
  text_free(back);
  text_free(all);
}

/* RFC 3986, 2.3: only unreserved characters and triplets are left. */
static void check_any(uriel_text text)
{
  const uriel_byte_set *const unreserved =
      uriel_byte_set_find(URIEL_SPEC_RFC3986, "unreserved", strlen("unreserved"));
  const uriel_text any =
      text_written(write_encoded, &(percent_input){URIEL_SPEC_RFC3986, URIEL_ENCODE_ANY, text, 0});
  for (size_t at = 0; at < any.len; at++)
    fuzz_must(any.ptr[at] == '%' || uriel_byte_set_has(unreserved, (unsigned char)any.ptr[at]),
              "unreserved characters only");
  text_free(any);
}

static void check_reference(uriel_text text)
{
  uriel_ref ref;
  uriel_error error;
  const percent_input in = {URIEL_SPEC_RFC3986, URIEL_ENCODE_REFERENCE, text, 0};
  const uriel_text once = text_written(write_encoded, &in);
  const uriel_text twice =
      text_written(write_encoded, &(percent_input){URIEL_SPEC_RFC3986, URIEL_ENCODE_REFERENCE, once, 0});
  fuzz_must(text_equal(once, twice), "twice is once");
  if (uriel_parse(&ref, text.ptr, text.len, NULL))
    fuzz_must(text_equal(once, text), "a reference stays");
  if (!uriel_parse(&ref, once.ptr, once.len, &error))
    fuzz_must(error.code != URIEL_ERROR_PATH_CHARACTER && error.code != URIEL_ERROR_QUERY_CHARACTER &&
                  error.code != URIEL_ERROR_FRAGMENT_CHARACTER && error.code != URIEL_ERROR_PERCENT &&
                  error.code != URIEL_ERROR_USERINFO_CHARACTER,
              "no character is left to encode");
  text_free(once);
  text_free(twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  const uriel_text text = fuzz_text(data, size);
  for (int where = URIEL_ENCODE_USERINFO; where <= URIEL_ENCODE_FORM; where++) {
    check_where((uriel_encode_for)where, text);
    check_inverse((uriel_encode_for)where, text);
  }
  check_where(URIEL_ENCODE_ANY, text);
  check_inverse(URIEL_ENCODE_ANY, text);
  check_any(text);
  check_reference(text);
  text_free(text);
  return 0;
}
