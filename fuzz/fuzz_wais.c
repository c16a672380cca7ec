/* SPDX-License-Identifier: MIT */
/* Search Responses of WAIS. Parts lie in the message, in order; damage ends it; and the URI of a record
 * is a URI that identifies the same document. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "get/wais.h"

static bool lies_in(uriel_text part, uriel_text whole)
{
  return part.len == 0 || (part.ptr >= whole.ptr && part.ptr + part.len <= whole.ptr + whole.len);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  const uriel_text text = fuzz_text(data, size);
  struct wais_reader reader;
  struct wais_item item;
  struct buffer uri = {0};
  size_t count = 0;
  if (size >= WAIS_HEADER)
    fuzz_must(wais_header(text.ptr) <= WAIS_LARGEST, "a message has a limit");
  if (wais_start(&reader, text)) {
    while ((item = wais_next(&reader)).kind != WAIS_END) {
      fuzz_must(++count <= size, "the parts of a message end");
      if (item.kind == WAIS_BAD) {
        fuzz_must(wais_next(&reader).kind == WAIS_END, "damage ends a message");
        break;
      }
      fuzz_must(lies_in(item.text, text) && lies_in(item.identifier, text), "parts are in the message");
      fuzz_must(item.kind != WAIS_DIAGNOSTIC || item.text.len >= 2, "a diagnostic has a code");
      if (item.kind != WAIS_RECORD)
        continue;
      uriel_ref ref;
      uri.len = 0;
      wais_append_uri(&uri, uriel_text_of("wais://h/d"), &item);
      fuzz_must(uriel_parse(&ref, uri.ptr, uri.len, NULL), "a record has a URI");
    }
  }
  buffer_free(&uri);
  text_free(text);
  return 0;
}
