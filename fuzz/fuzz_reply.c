/* SPDX-License-Identifier: MIT */
/* Replies of servers. The first byte selects the form, the second the use, the third the size of the
 * pieces. The reply, its object and its errors do not depend on the pieces, the object is not longer
 * than the reply, and what replies state lies in them. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "get/reply.h"

struct outcome {
  ptrdiff_t taken;
  struct reply reply;
  struct buffer object;
  struct get_failure failure;
};

static bool outcome_sink(void *context, const char *data, size_t len)
{
  fuzz_must(len > 0, "no empty piece of an object is passed on");
  buffer_append(context, data, len);
  return true;
}

static void outcome_make(struct outcome *out, const uriel_step *step, uriel_text text, size_t piece)
{
  size_t at = 0;
  reply_start(&out->reply, step);
  while (at < text.len && !out->reply.ended && out->taken >= 0) {
    const uriel_text copy =
        fuzz_text((const uint8_t *)text.ptr + at, piece < text.len - at ? piece : text.len - at);
    out->taken = reply_take(&out->reply, copy.ptr, copy.len, outcome_sink, &out->object, &out->failure);
    fuzz_must(out->taken < 0 || (size_t)out->taken == copy.len ||
                  (out->reply.ended && (size_t)out->taken < copy.len),
              "only the end of a reply leaves bytes");
    at += out->taken > 0 ? (size_t)out->taken : 0;
    text_free(copy);
  }
  if (out->taken >= 0 && reply_close(&out->reply, outcome_sink, &out->object, &out->failure))
    out->taken = (ptrdiff_t)at;
  else
    out->taken = -1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct outcome whole = {.taken = 0}, pieces = {.taken = 0};
  if (size < 3)
    return 0;
  const uriel_text text = fuzz_text(data + 3, size - 3);
  const uriel_step step = {.text = uriel_text_of("2 150"),
                           .form = (uriel_reply_form)(1 + data[0] % URIEL_REPLY_BYTES),
                           .use = (uriel_reply_use)(data[1] % (URIEL_USE_ENTRIES + 1)),
                           .after = ""};
  outcome_make(&whole, &step, text, text.len + 1);
  outcome_make(&pieces, &step, text, 1 + data[2] % 16);
  fuzz_must(whole.taken == pieces.taken, "a reply ends at the same byte, or fails");
  if (whole.taken >= 0) {
    fuzz_must(strcmp(whole.reply.code, pieces.reply.code) == 0 && whole.reply.ended &&
                  whole.object.len == pieces.object.len && whole.reply.head.len == pieces.reply.head.len,
              "the same reply");
    fuzz_must(whole.object.len == 0 ||
                  memcmp(whole.object.ptr, pieces.object.ptr, whole.object.len) == 0,
              "the same object");
    fuzz_must(whole.object.len <= (size_t)whole.taken, "an object is not longer than its reply");
    uint16_t port = 0;
    uriel_address address;
    uriel_text first, last;
    fuzz_must(!reply_port(&whole.reply, &port, &address) || port > 0, "no port is 0");
    fuzz_must(!reply_range(&whole.reply, &first, &last) ||
                  (first.ptr >= whole.reply.head.ptr &&
                   last.ptr + last.len <= whole.reply.head.ptr + whole.reply.head.len),
              "numbers are in the reply");
  }
  reply_free(&whole.reply);
  reply_free(&pieces.reply);
  buffer_free(&whole.object);
  buffer_free(&pieces.object);
  text_free(text);
  return 0;
}
