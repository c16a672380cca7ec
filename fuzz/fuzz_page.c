/* SPDX-License-Identifier: MIT */
/* uriel_page_begin, _feed, _next, _target, _needed, _grow, _encoding: the references of a page, their
 * places and targets do not depend on how it is cut or on the size of the scratch buffer that grows;
 * with one that does not grow, the page ends; without tables, a page is read as with them or not at all.
 * The first bytes choose the options and the cuts. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "page_listing.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static const char *const charsets[] = {NULL,       "utf-8",    "shift_jis",   "iso-2022-jp",
                                         "utf-16le", "utf-16be", "gbk",         "latin1",
                                         "unknown",  "big5",     "iso-2022-kr", "koi8-r"};
  if (size < 4)
    return 0;
  page_listing how = {
      .options = {.url = uriel_text_of(data[0] & 1 ? "https://h/d/p?q#f" : "mailto:x"),
                  .charset = uriel_text_of(charsets[data[1] % (sizeof charsets / sizeof *charsets)]),
                  .encodings = &uriel_encodings,
                  .scripting = data[0] & 2,
                  .guess = !(data[0] & 4)}};
  const uriel_text page = fuzz_text(data + 4, size - 4);
  char *const whole = page_list(&how, page);
  how.piece = 1 + data[2] % 64;
  how.scratch = 1 + (size_t)data[3] * 64;
  char *const cut = page_list(&how, page);
  fuzz_must(strcmp(whole, cut) == 0, "the same in pieces");
  how.ignore = true;
  free(page_list(&how, page));
  how.options.encodings = NULL;
  how.ignore = false;
  char *const plain = page_list(&how, page);
  fuzz_must(strcmp(whole, plain) == 0 || strncmp(plain, "unsupported ", 12) == 0,
            "without tables, the same or an error");
  free(whole);
  free(cut);
  free(plain);
  text_free(page);
  return 0;
}
