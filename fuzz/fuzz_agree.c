/* SPDX-License-Identifier: MIT */
/* uriel_reader_read: a reading has the documented form, and is the same for the same text; uriel_agree:
 * the same with and without readings, and true only if all that accept the text read the same;
 * uriel_agree_hosts: what uriel_agree says of two readings. */
#include <stdlib.h>

#include "fuzz.h"
#include "uriel_agree.h"

static void check_text(uriel_text text)
{
  if (text.ptr && !text.len)
    die("an empty scheme or host is defined");
  for (size_t i = 0; i < text.len; i++)
    if (text.ptr[i] >= 'A' && text.ptr[i] <= 'Z')
      die("upper case in a reading");
}

/* `readings` were compared by their hosts: each with the first one. */
static void check_hosts(const uriel_reading *readings, const uriel_agreement *agreement, size_t count)
{
  const uriel_reading *first = NULL;
  for (size_t i = 0; i < count; i++) {
    if (!readings[i].valid)
      continue;
    if (!first)
      first = &readings[i];
    const uriel_text a = first->host, b = readings[i].host;
    if (!a.ptr || !b.ptr)
      continue;
    const size_t bound = uriel_agree_bound(0, a.len > b.len ? a.len : b.len);
    char *const out = room(bound);
    if (uriel_agree_hosts(a, b, out, bound) != (agreement->same >> i & 1) ||
        uriel_agree_hosts(b, a, out, bound) != (agreement->same >> i & 1))
      die("two hosts are the same in one comparison");
    free(out);
  }
}

static void check_agreement(uriel_text text, const uriel_reader *readers, size_t count)
{
  const size_t few = uriel_agree_bound(0, text.len), all = uriel_agree_bound(count, text.len);
  char *const out = room(few), *const more = room(all);
  uriel_reading readings[64];
  uriel_agreement one, two;
  bool exact = false;
  for (int on = URIEL_AGREE_EXACT; on >= URIEL_AGREE_PLACE; on--) {
    const bool agree =
        uriel_agree(&one, NULL, readers, count, (uriel_agree_on)on, text.ptr, text.len, out, few);
    if (agree != uriel_agree(&two, readings, readers, count, (uriel_agree_on)on, text.ptr, text.len,
                             more, all) ||
        one.accepts != two.accepts || one.same != two.same)
      die("readings change the agreement");
    if (on == URIEL_AGREE_HOST)
      check_hosts(readings, &two, count);
    if (agree && one.accepts != one.same)
      die("an agreement of readers that differ");
    exact = exact || (on == URIEL_AGREE_EXACT && agree);
    if (exact && on == URIEL_AGREE_HOST && !agree)
      die("the same hosts differ");
  }
  free(out);
  free(more);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  size_t count, present;
  const uriel_reader *const readers = uriel_readers(&count);
  const uriel_reader *const some = uriel_present_readers(&present);
  const uriel_text text = fuzz_text(data, size);
  const size_t bound = uriel_reader_bound(size);
  char *const out = room(bound), *const again = room(bound);
  for (size_t i = 0; i < count; i++) {
    uriel_reading first, second;
    const bool valid = uriel_reader_read(&first, &readers[i], text.ptr, text.len, out, bound);
    check_text(first.scheme);
    check_text(first.host);
    if (!valid && (first.scheme.ptr || first.host.ptr || first.port != -1))
      die("a refused text has parts");
    if (valid != uriel_reader_read(&second, &readers[i], text.ptr, text.len, again, bound) ||
        !text_equal(first.host, second.host) || first.port != second.port)
      die("%s reads a text in two ways", readers[i].name);
  }
  free(out);
  free(again);
  check_agreement(text, readers, count < 64 ? count : 64);
  check_agreement(text, some, present); /* with a fast path for plain URLs */
  text_free(text);
  return 0;
}
