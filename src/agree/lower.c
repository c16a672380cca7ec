/* SPDX-License-Identifier: MIT */
/* Lower case (The Unicode Standard, 3.13), in the version of Unicode that a program has. */
#include "agree/reader.h"

#include "idna/unicode.h"
#include "text/utf8.h"

/* Each code point from `first` to `last` in steps of `every` is `by` below its lower case. */
typedef struct lower_run {
  uint32_t first, last;
  int32_t every, by;
} lower_run;

#include "agree/case_table.h"

typedef enum lower_kind { LOWER_OTHER = 0, LOWER_CASED = 1, LOWER_IGNORABLE = 2 } lower_kind;

uint32_t uriel_reader_lower_code(uint32_t code, unsigned version)
{
  size_t low = 0, high = sizeof lower_runs / sizeof *lower_runs;
  while (high - low > 1) {
    const size_t middle = low + (high - low) / 2;
    if (lower_runs[middle].first <= code)
      low = middle;
    else
      high = middle;
  }
  const lower_run run = lower_runs[low];
  if (code < run.first || code > run.last || (code - run.first) % (uint32_t)run.every > 0)
    return code;
  const uint32_t lower = (uint32_t)((int32_t)code + run.by);
  return reader_assigned(code, version) && reader_assigned(lower, version) ? lower : code;
}

/* Returns Cased and Case_Ignorable of the character at `*at`, and moves past it. */
static lower_kind lower_next(const char **at, const char *end, unsigned version)
{
  uint32_t code;
  const size_t n = uriel_utf8_character(*at, end, &code);
  *at += n ? n : 1;
  if (!n || !reader_assigned(code, version))
    return LOWER_OTHER;
  if (version <= 140 && (code == 0x295 || code == 0x1171E)) /* changed in a later version */
    return code == 0x295 ? LOWER_CASED : LOWER_IGNORABLE;
  return (lower_kind)(unicode_entry(case_runs, sizeof case_runs / sizeof *case_runs, code) & 0xFF);
}

void uriel_reader_write_lower(writer *w, uriel_text text, unsigned version)
{
  enum { I_WITH_DOT = 0x130, DOT_ABOVE = 0x307, SIGMA = 0x3A3, FINAL_SIGMA = 0x3C2 };
  const char *const end = view_end(text);
  if (reader_is_ascii(text)) {
    for (const char *at = text.ptr; at < end; at++)
      write_byte(w, byte_lower(*at));
    return;
  }
  bool after_cased = false; /* the last character that is not case-ignorable */
  for (const char *at = text.ptr; at < end;) {
    uint32_t code;
    const size_t n = uriel_utf8_character(at, end, &code);
    const char *next = at;
    const lower_kind kind = lower_next(&next, end, version);
    if (!n) {
      write_byte(w, *at);
    } else if (code == SIGMA && after_cased) {
      lower_kind ahead = LOWER_IGNORABLE;
      for (const char *later = next; later < end && ahead == LOWER_IGNORABLE;)
        ahead = lower_next(&later, end, version);
      code = ahead == LOWER_CASED ? uriel_reader_lower_code(code, version) : FINAL_SIGMA;
    } else if (code == I_WITH_DOT) {
      write_byte(w, 'i');
      code = DOT_ABOVE;
    } else {
      code = uriel_reader_lower_code(code, version);
    }
    char bytes[4];
    if (n)
      uriel_write_bytes(w, bytes, uriel_utf8_write(bytes, code));
    if (kind != LOWER_IGNORABLE)
      after_cased = kind == LOWER_CASED;
    at = next;
  }
}
