/* SPDX-License-Identifier: MIT */
/* Cuts a document anywhere: the tokens equal the tokens of the whole, and the same tags are read without
 * texts. Windows are heap blocks of their exact size; test/html/tokens.c checks each token. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "tokens.h"

static void same(uriel_text a, uriel_text b, const char *what)
{
  fuzz_must(a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0), what);
  free((char *)(uintptr_t)b.ptr);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static const enum html_element raws[] = {HTML_TAG_OTHER, HTML_TAG_TITLE, HTML_TAG_STYLE,
                                           HTML_TAG_SCRIPT, HTML_TAG_PLAINTEXT};
  if (size < 3)
    return 0;
  const unsigned content = data[0] % 5;
  const token_reading how = {.content = (enum html_content)content,
                             .raw = raws[content],
                             .foreign = (data[0] & 0x40) != 0,
                             .follow = (data[0] & 0x80) != 0};
  const uriel_text document = fuzz_text(data + 3, size - 3);
  const size_t first = data[1] * document.len / 256, step = (size_t)data[2] + 1;
  const uriel_text tokens = tokens_written(document, &how, document.len, 1);
  same(tokens, tokens_written(document, &how, first, document.len + 1),
       "the same tokens in two windows");
  same(tokens, tokens_written(document, &how, first, step), "the same tokens in many windows");
  const uriel_text tags = tags_written(document, &how, document.len, 1);
  same(tags, tags_written(document, &how, first, document.len + 1), "the same tags in two windows");
  same(tags, tags_written(document, &how, first, step), "the same tags in many windows");
  free((char *)(uintptr_t)tokens.ptr);
  free((char *)(uintptr_t)tags.ptr);
  text_free(document);
  return 0;
}
