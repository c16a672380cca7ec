/* SPDX-License-Identifier: MIT */
/* uriel_reader_read: what a reader reports has the form of a reading, and is the same for the same text.
 */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "uriel_agree.h"

static void check_text(uriel_text text, bool is_host)
{
  if (text.ptr && !text.len)
    die("an empty scheme or host is defined");
  for (size_t i = 0; i < text.len; i++)
    if (text.ptr[i] >= 'A' && text.ptr[i] <= 'Z')
      die("upper case in a reading");
  if (is_host && text.len > 1 && text.ptr[0] == '[' && text.ptr[text.len - 1] == ']' &&
      memchr(text.ptr, ':', text.len))
    die("brackets in a reading");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  size_t count;
  const uriel_reader *const readers = uriel_readers(&count);
  const uriel_text text = fuzz_text(data, size);
  const size_t bound = uriel_reader_bound(size);
  char *const out = room(bound), *const again = room(bound);
  for (size_t i = 0; i < count; i++) {
    uriel_reading first, second;
    const bool valid = uriel_reader_read(&first, &readers[i], text.ptr, text.len, out, bound);
    check_text(first.scheme, false);
    check_text(first.host, true);
    if (!valid && (first.scheme.ptr || first.host.ptr || first.port != -1))
      die("a refused text has parts");
    if (valid != uriel_reader_read(&second, &readers[i], text.ptr, text.len, again, bound) ||
        !text_equal(first.host, second.host) || first.port != second.port)
      die("%s reads a text in two ways", readers[i].name);
  }
  free(out);
  free(again);
  text_free(text);
  return 0;
}
