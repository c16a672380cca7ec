/* SPDX-License-Identifier: MIT */
/* filename(): a name for a file that every system allows. */
#include "function/function.h"
#include "text/utf8.h"

enum { FILENAME_BYTES = 255 };

/* Returns whether Windows, macOS or Unix forbids the character, or it changes how a name is shown. */
static bool filename_replaces(uint32_t c)
{
  return c < 0x80 ? c < ' ' || bytes_have("\"*/:<>?\\|\x7F", (unsigned char)c)
                  : uriel_ucs_kind(c) == UCS_OTHER || c == 0x2028 || c == 0x2029 ||
                        (c >= 0x2066 && c <= 0x2069);
}

/* Returns whether Windows takes the name for a device, which it also does before an extension. */
static bool filename_is_device(uriel_text name)
{
  static const char *const numbers[] = {"\xC2\xB9", "\xC2\xB2", "\xC2\xB3"}; /* superscripts */
  uriel_text stem = view_before(name, '.');
  while (stem.len > 0 && stem.ptr[stem.len - 1] == ' ')
    stem.len--;
  if (uriel_text_is_among(stem, " con prn aux nul conin$ conout$ clock$ "))
    return true;
  const uriel_text port = {stem.ptr, stem.len < 3 ? stem.len : 3};
  const uriel_text number = {stem.ptr + port.len, stem.len - port.len};
  bool is_number = number.len == 1 && number.ptr[0] >= '0' && number.ptr[0] <= '9';
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    is_number |= view_equal(number, uriel_text_of(numbers[i]));
  return is_number && uriel_text_is_among(port, " com lpt ");
}

bool uriel_function_filename(function_call *call, uriel_value *result)
{
  const uriel_text text = call->values[0].text;
  const char *const end = view_end(text);
  writer w = writer_to(call->out, call->capacity);
  if (text.len == 0)
    return function_text(result, uriel_text_of("_"));
  if (filename_is_device(text))
    write_byte(&w, '_');
  for (const char *at = text.ptr; at < end;) {
    uint32_t c;
    const size_t size = uriel_utf8_character(at, end, &c);
    const bool keeps = size > 0 && !filename_replaces(c);
    const uriel_text written = keeps ? (uriel_text){at, size} : uriel_text_of("_");
    if (w.len + written.len > FILENAME_BYTES)
      break;
    write_view(&w, written);
    at += size > 0 ? size : 1;
  }
  /* Windows removes these, so that "." is another name. */
  for (size_t i = w.len; i > 0 && w.len <= w.capacity && bytes_have(". ", (unsigned char)w.out[i - 1]);)
    w.out[--i] = '_';
  return uriel_function_wrote(call, result, w.len);
}
