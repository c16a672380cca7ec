/* SPDX-License-Identifier: MIT */
/* Restriction levels, and texts that look like US-ASCII (UTS #39, sections 4 and 5). */
#include "iri/spoof.h"

#include "iri/spoof_table.h"
#include "text/utf8.h"
#include "text/writer.h"

enum {
  SPOOF_SCRIPTS = sizeof spoof_scripts / sizeof *spoof_scripts,
  SPOOF_ASCII = sizeof spoof_ascii / sizeof *spoof_ascii,
  SPOOF_LONGER = 128, /* at least this: an index into spoof_longer */
  SPOOF_ZWNJ = 0x200C,
  SPOOF_ZWJ = 0x200D
};

#define SPOOF_BIT(script) ((uint64_t)1 << (script))

const char *uriel_restriction_name(uriel_restriction level)
{
  static const char *const names[] = {"ascii-only",
                                      "single-script",
                                      "highly-restrictive",
                                      "moderately-restrictive",
                                      "minimally-restrictive",
                                      "unrestricted"};
  return (size_t)level < sizeof names / sizeof *names ? names[level] : "";
}

/* Returns the last entry of a table that is not above `code`; the tables hold a code point << 8 and a
 * value. */
static uint32_t spoof_entry(const uint32_t *table, size_t count, uint32_t code)
{
  size_t low = 0, high = count;
  while (high - low > 1) {
    const size_t middle = low + (high - low) / 2;
    if (table[middle] >> 8 <= code)
      low = middle;
    else
      high = middle;
  }
  return table[low];
}

bool uriel_spoof_allowed(uint32_t code)
{
  const uint32_t word = code >> 6, page = word / SPOOF_PAGE;
  if (page >= sizeof spoof_pages)
    return false;
  const size_t at = spoof_words[spoof_pages[page] * SPOOF_PAGE + word % SPOOF_PAGE];
  return spoof_bits[at] >> (code & 63) & 1;
}

static uint64_t spoof_set(uint32_t code)
{
  return spoof_sets[spoof_entry(spoof_scripts, SPOOF_SCRIPTS, code) & 0xFF];
}

/* What the characters so far have in common. */
typedef struct spoof_state {
  uint64_t all;   /* resolved script set (5.1) */
  uint64_t other; /* the same of characters that are not Latin */
  bool ascii, allowed;
} spoof_state;

static void spoof_put(spoof_state *state, uint32_t code)
{
  if (!uriel_spoof_allowed(code)) {
    state->allowed = false;
    return;
  }
  const uint64_t set = spoof_set(code);
  state->all &= set;
  state->other &= set & SPOOF_BIT(SPOOF_LATN) ? ~(uint64_t)0 : set;
  state->ascii = state->ascii && code < 0x80;
}

/* UTS #39, 5.2. */
static uriel_restriction spoof_level_of(const spoof_state *state)
{
  static const uint64_t with_latin =
      SPOOF_BIT(SPOOF_HANB) | SPOOF_BIT(SPOOF_JPAN) | SPOOF_BIT(SPOOF_KORE);
  static const uint64_t like_latin = SPOOF_BIT(SPOOF_CYRL) | SPOOF_BIT(SPOOF_GREK);
  if (!state->allowed)
    return URIEL_RESTRICTION_UNRESTRICTED;
  if (state->ascii)
    return URIEL_RESTRICTION_ASCII;
  if (state->all)
    return URIEL_RESTRICTION_SINGLE_SCRIPT;
  if (state->other & with_latin)
    return URIEL_RESTRICTION_HIGHLY;
  return state->other && !(state->other & like_latin) ? URIEL_RESTRICTION_MODERATELY
                                                      : URIEL_RESTRICTION_MINIMALLY;
}

uriel_restriction uriel_spoof_level(uriel_text text, size_t *offset)
{
  spoof_state state = {~(uint64_t)0, ~(uint64_t)0, true, true};
  const char *const end = text.ptr + text.len;
  *offset = text.len;
  for (const char *at = text.ptr; at < end && state.allowed;) {
    uint32_t code = 0;
    const size_t step = uriel_utf8_character(at, end, &code);
    state.allowed = step > 0;
    if (step > 0)
      spoof_put(&state, code);
    if (*offset == text.len && spoof_level_of(&state) > URIEL_RESTRICTION_HIGHLY)
      *offset = (size_t)(at - text.ptr);
    at += step;
  }
  return spoof_level_of(&state);
}

uriel_restriction uriel_restriction_of(const char *text, size_t len)
{
  uriel_restriction worst = URIEL_RESTRICTION_ASCII;
  uriel_text rest = {text, len};
  while (rest.len > 0) {
    size_t offset = 0;
    const uriel_restriction level = uriel_spoof_level(view_take(&rest, '.'), &offset);
    worst = level > worst ? level : worst;
  }
  return worst;
}

/* The entry of spoof_ascii for a code point outside US-ASCII, or 0. */
static uint32_t looks_entry(uint32_t code)
{
  const uint32_t entry = spoof_entry(spoof_ascii, SPOOF_ASCII, code);
  return entry >> 8 == code ? entry & 0xFF : 0;
}

uint32_t uriel_spoof_look(uint32_t code)
{
  const uint32_t look = looks_entry(code);
  return look < SPOOF_LONGER ? look : (unsigned char)spoof_longer[look - SPOOF_LONGER][0];
}

/* Writes what a character looks like in US-ASCII; returns false if it looks like nothing there. */
static bool looks_put(writer *w, uint32_t code)
{
  const uint32_t look = code < 0x80 ? code : looks_entry(code);
  if (look >= SPOOF_LONGER)
    write_string(w, spoof_longer[look - SPOOF_LONGER]);
  else if (look > 0)
    write_byte(w, (char)look);
  return look > 0 || code == SPOOF_ZWNJ || code == SPOOF_ZWJ;
}

/* Returns whether all of the text looks like US-ASCII and not all of it is. */
static bool looks_write(writer *w, uriel_text text)
{
  const char *const end = text.ptr + text.len;
  bool ascii = true;
  for (const char *at = text.ptr; at < end;) {
    uint32_t code = 0;
    const size_t step = uriel_utf8_character(at, end, &code);
    if (step == 0 || !looks_put(w, code))
      return false;
    ascii = ascii && code < 0x80;
    at += step;
  }
  return !ascii;
}

size_t uriel_looks_ascii(const char *text, size_t len, char *out, size_t capacity)
{
  const uriel_text all = {text, len};
  writer measured = writer_to(NULL, 0), w = writer_to(out, capacity);
  return looks_write(&measured, all) && looks_write(&w, all) ? w.len : 0;
}
