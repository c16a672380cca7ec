/* SPDX-License-Identifier: MIT */
/* Telnet, and screens of a 3270. The first byte selects the terminal and the size of the pieces, on
 * which text, screen and answers do not depend. No option is answered twice. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "get/screen.h"
#include "get/telnet.h"

struct outcome {
  struct telnet telnet;
  struct screen screen;
  struct buffer text, answers;
};

static bool outcome_sink(void *context, const char *data, size_t len)
{
  buffer_append(context, data, len);
  return true;
}

static void outcome_make(struct outcome *out, bool is_3270, uriel_text text, size_t piece)
{
  bool good = true;
  out->telnet.is_3270 = is_3270;
  screen_start(&out->screen);
  for (size_t at = 0; at < text.len && good; at += piece) {
    const uriel_text copy =
        fuzz_text((const uint8_t *)text.ptr + at, piece < text.len - at ? piece : text.len - at);
    good = telnet_take(&out->telnet, copy.ptr, copy.len, is_3270 ? screen_take : outcome_sink,
                       is_3270 ? (void *)&out->screen : &out->text, &out->answers);
    text_free(copy);
  }
  if (is_3270)
    buffer_append(&out->text, out->screen.text.ptr, out->screen.text.len);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct outcome whole = {.telnet = {.state = 0}}, pieces = {.telnet = {.state = 0}};
  if (size < 1)
    return 0;
  const uriel_text text = fuzz_text(data + 1, size - 1);
  const bool is_3270 = data[0] & 1;
  outcome_make(&whole, is_3270, text, text.len + 1);
  outcome_make(&pieces, is_3270, text, 1 + data[0] / 2 % 16);
  fuzz_must(whole.text.len == pieces.text.len &&
                (whole.text.len == 0 || memcmp(whole.text.ptr, pieces.text.ptr, whole.text.len) == 0),
            "the text does not depend on the pieces");
  fuzz_must(whole.answers.len == pieces.answers.len, "the answers do not depend on the pieces");
  fuzz_must(is_3270 || whole.answers.len <= (size_t)2 * 256 * 3, "no option is answered twice");
  fuzz_must(!whole.screen.is_written ||
                uriel_utf8_span(whole.text.ptr, whole.text.len) == whole.text.len,
            "a screen is UTF-8");
  screen_free(&whole.screen);
  screen_free(&pieces.screen);
  buffer_free(&whole.text);
  buffer_free(&pieces.text);
  buffer_free(&whole.answers);
  buffer_free(&pieces.answers);
  text_free(text);
  return 0;
}
