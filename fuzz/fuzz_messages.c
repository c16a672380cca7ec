/* SPDX-License-Identifier: MIT */
/* Messages, mailboxes and their parts. An object is not longer than the text, and a part of a message is
 * a part of all messages. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "get/messages.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static const char both[] = "Message-ID: <a@h>\r\nContent-ID: <b@h>", part[] = "Content-ID: <b@h>";
  const uriel_text text = fuzz_text(data, size);
  struct buffer object = {0}, type = {0};
  const bool found = messages_find_in(text, uriel_text_of(both), &object, &type);
  fuzz_must(!found || object.len <= size, "an object is not longer than the text");
  const bool anywhere = messages_find_in(text, uriel_text_of(part), &object, &type);
  fuzz_must(anywhere || !found, "a part of one message is a part of all");
  fuzz_must(!anywhere || object.len <= size, "an object is not longer than the text");
  buffer_free(&object);
  buffer_free(&type);
  text_free(text);
  return 0;
}
