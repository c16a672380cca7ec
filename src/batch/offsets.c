/* SPDX-License-Identifier: MIT */
/* References from a text and the offsets that cut it into rows. */
#include "batch/batch.h"
#include "uriel_batch.h"

static bool offsets_row(uriel_ref *ref, uriel_text text, uint64_t begin, uint64_t end)
{
  if (begin <= end && end <= text.len)
    return batch_row(ref, text.ptr + begin, (size_t)(end - begin));
  batch_mark(ref, text.ptr, 0);
  return false;
}

/* NULL has no offsets, not even 0. */
static uriel_text offsets_text(const char *text, size_t len)
{
  const uriel_text given = {text ? text : "", text ? len : 0};
  return given;
}

/* Offsets of either width; inlined into a loop for each. */
static inline size_t offsets_rows(uriel_ref *refs, size_t count, uriel_text text, const uint32_t *narrow,
                                  const uint64_t *wide)
{
  size_t valid = 0;
  for (size_t row = 0; row < count; row++)
    valid += narrow ? offsets_row(&refs[row], text, narrow[row], narrow[row + 1])
                    : /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): one of the two is given */
                 offsets_row(&refs[row], text, wide[row], wide[row + 1]);
  return valid;
}

size_t uriel_parse_offsets32(uriel_ref *refs, size_t count, const char *text, size_t len,
                             const uint32_t *offsets)
{
  return offsets_rows(refs, count, offsets_text(text, len), offsets, NULL);
}

size_t uriel_parse_offsets64(uriel_ref *refs, size_t count, const char *text, size_t len,
                             const uint64_t *offsets)
{
  return offsets_rows(refs, count, offsets_text(text, len), NULL, offsets);
}
