/* SPDX-License-Identifier: MIT */
/* Restriction levels, texts that look like US-ASCII (UTS #39, sections 4 and 5), and the labels that are
 * not shown (the same, 5.3 and 5.4; the display policy of Chromium, whose characters are in
 * data/display.tsv). */
#include "iri/spoof.h"

#include "idna/unicode.h"
#include "iri/spoof_table.h"
#include "text/text.h"
#include "text/utf8.h"

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
  return spoof_sets[unicode_entry(spoof_scripts, SPOOF_SCRIPTS, code) & 0xFF];
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
    return URIEL_RESTRICTION_ASCII_ONLY;
  if (state->all)
    return URIEL_RESTRICTION_SINGLE_SCRIPT;
  if (state->other & with_latin)
    return URIEL_RESTRICTION_HIGHLY_RESTRICTIVE;
  return state->other && !(state->other & like_latin) ? URIEL_RESTRICTION_MODERATELY_RESTRICTIVE
                                                      : URIEL_RESTRICTION_MINIMALLY_RESTRICTIVE;
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
    if (*offset == text.len && spoof_level_of(&state) > URIEL_RESTRICTION_HIGHLY_RESTRICTIVE)
      *offset = (size_t)(at - text.ptr);
    at += step;
  }
  return spoof_level_of(&state);
}

uriel_restriction uriel_restriction_of(const char *text, size_t len)
{
  uriel_restriction worst = URIEL_RESTRICTION_ASCII_ONLY;
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
  const uint32_t entry = unicode_entry(spoof_ascii, SPOOF_ASCII, code);
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
  const uriel_text all = {len ? text : "", len};
  writer measured = writer_to(NULL, 0), w = writer_to(out, capacity);
  return looks_write(&measured, all) && looks_write(&w, all) ? w.len : 0;
}

/* ---- Labels that are not shown -------------------------------------------------------------------- */

enum {
  SPOOF_CODES = 1024, /* as many as the bytes of a host that is shown */
  SPOOF_MARKS = 4,    /* more nonspacing marks on a letter are not shown (5.4) */
  SPOOF_DOT_ABOVE = 0x307,
  SPOOF_DOTLESS_I = 0x131,
  SPOOF_MIDDLE_DOT = 0x30FB,
  SPOOF_LONG_VOWEL = 0x30FC
};

static const uint64_t spoof_all = ~(uint64_t)0; /* the scripts of a common character */

typedef struct spoof_label {
  uint32_t codes[SPOOF_CODES];
  size_t count;
  uriel_text top;
  uint64_t home; /* the scripts of the top-level domain, except Latin */
  bool east;     /* has a character of Chinese or Japanese, except the middle dot */
  bool mixed;    /* has Latin letters besides them */
} spoof_label;

/* The scripts of a character that is not common to all. */
static uint64_t spoof_own(uint32_t code)
{
  const uint64_t set = spoof_set(code);
  return set == spoof_all ? 0 : set;
}

static uint64_t spoof_home(uriel_text top)
{
  uint64_t home = 0;
  uint32_t code = 0;
  for (size_t at = 0, step = 1; at < top.len && step > 0; at += step) {
    step = uriel_utf8_character(top.ptr + at, top.ptr + top.len, &code);
    home |= step > 1 ? spoof_own(code) : 0;
  }
  return home & ~SPOOF_BIT(SPOOF_LATN);
}

bool uriel_spoof_at_home(uriel_text label, uriel_text top)
{
  const uint64_t home = spoof_home(top);
  uint32_t code = 0;
  for (size_t at = 0, step = 1; at < label.len && step > 0; at += step) {
    step = uriel_utf8_character(label.ptr + at, label.ptr + label.len, &code);
    if (step > 1 && !(spoof_set(code) & home))
      return false;
  }
  return home != 0;
}

/* Returns the character at a place, 0 before the first and after the last. */
static uint32_t spoof_at(const spoof_label *label, size_t at)
{
  return at < label->count ? label->codes[at] : 0;
}

static bool spoof_is_east(uint32_t code)
{
  return spoof_own(code) & (SPOOF_BIT(SPOOF_JPAN) | SPOOF_BIT(SPOOF_HANB));
}

static bool spoof_is_hiragana(uint32_t code)
{
  return code - 0x3041 <= 0x3096 - 0x3041 || code - 0x309D <= 0x309E - 0x309D;
}

static bool spoof_is_katakana(uint32_t code)
{
  return code - 0x30A1 <= 0x30FA - 0x30A1 || code - SPOOF_LONG_VOWEL <= 0x30FE - SPOOF_LONG_VOWEL ||
         code - 0x31F0 <= 0x31FF - 0x31F0;
}

/* The word of data/display.tsv, or 0. */
static uint32_t spoof_word(uint32_t code)
{
  const uint32_t entry =
      unicode_entry(spoof_display, sizeof spoof_display / sizeof *spoof_display, code);
  return entry >> 8 == code ? entry & 0xFF : 0;
}

/* Reports whether the domains of a word, " am ", include the top-level domain. */
static bool spoof_has_domain(uint32_t word, uriel_text top)
{
  uriel_text rest = view_string(spoof_domains[word >> 3]);
  while (top.len > 0 && view_defined(rest))
    if (view_equal(view_take(&rest, ' '), top))
      return true;
  return false;
}

/* UTS #39, 5.3. */
static bool spoof_mixes_numbers(const spoof_label *label)
{
  uint32_t zero = 0;
  for (size_t at = 0; at < label->count; at++)
    for (size_t i = 0; i < sizeof spoof_zeros / sizeof *spoof_zeros; i++)
      if (label->codes[at] - spoof_zeros[i] < 10) {
        if (zero && zero != spoof_zeros[i])
          return true;
        zero = spoof_zeros[i];
      }
  return false;
}

/* UTS #39, 5.4, on the canonical decomposition: more than four nonspacing marks in a row, one of them
 * twice, and a dot on a letter that has one. Besides: U+0300 to U+0339 on letters other than Latin,
 * Greek and Cyrillic ones, or on a dotless i; voicing marks of kana. */
static bool spoof_marks_fit(const spoof_label *label)
{
  static const uint64_t bases = SPOOF_BIT(SPOOF_LATN) | SPOOF_BIT(SPOOF_GREK) | SPOOF_BIT(SPOOF_CYRL);
  uint32_t marks[SPOOF_MARKS], base = 0;
  size_t count = 0;
  for (size_t at = 0; at < label->count; at++) {
    uint32_t parts[UNICODE_PARTS];
    const size_t n = uriel_unicode_decompose(label->codes[at], parts);
    if (label->codes[at] - 0x3099 <= 1)
      return false;
    for (size_t i = 0; i < n; i++) {
      const uint32_t look = base < 0x80 ? base : uriel_spoof_look(base);
      if (word_bidi(unicode_word(parts[i])) != BIDI_NSM) {
        base = parts[i];
        count = 0;
        continue;
      }
      if (count == SPOOF_MARKS || (parts[i] == SPOOF_DOT_ABOVE && look && bytes_have("ijl", look)) ||
          (parts[i] - 0x300 < 0x3A && (base == SPOOF_DOTLESS_I || !(spoof_own(base) & bases))))
        return false;
      for (size_t k = 0; k < count; k++)
        if (marks[k] == parts[i])
          return false;
      marks[count++] = parts[i];
    }
  }
  return true;
}

/* Whether a character that is confusing elsewhere is in a position that its language allows. */
static bool spoof_context_fits(const spoof_label *label, size_t at)
{
  const uint32_t code = label->codes[at], before = spoof_at(label, at - 1),
                 after = spoof_at(label, at + 1), word = spoof_word(code);
  const bool strange_before = label->mixed && before && !spoof_is_east(before),
             strange_after = label->mixed && after && !spoof_is_east(after);
  switch (code) {
  case 0xB7: /* Catalan (RFC 5892, A.3) */
    return before == 'l' && after == 'l' && view_equal(label->top, view_string("cat"));
  case 0x375: /* A.4 */
    return spoof_own(after) & spoof_set(code);
  case 0x5F3: /* A.5 and A.6 */
  case 0x5F4:
    return spoof_own(before) & spoof_set(code);
  case SPOOF_MIDDLE_DOT: /* A.7, and not beside Latin letters */
    return label->east && !(before < 0x80 && byte_is((char)before, BYTE_ALPHA)) &&
           !(after < 0x80 && byte_is((char)after, BYTE_ALPHA));
  case SPOOF_LONG_VOWEL:
    return spoof_is_hiragana(before) || spoof_is_katakana(before);
  case 0x309D: /* iteration marks */
  case 0x309E:
    return spoof_is_hiragana(before);
  case 0x30FD:
  case 0x30FE:
    return spoof_is_katakana(before);
  case 0x3078: /* the same in both kana */
  case 0x3079:
  case 0x307A:
    return !spoof_is_katakana(before) || !spoof_is_katakana(after);
  case 0x30D8:
  case 0x30D9:
  case 0x30DA:
    return !spoof_is_hiragana(before) || !spoof_is_hiragana(after);
  default:
    return !(word & SPOOF_LINE && (strange_before || strange_after)) &&
           !(word & SPOOF_SLASH && strange_before && strange_after);
  }
}

/* Whether all letters outside the common ones look like Latin ones. */
static bool spoof_looks_latin(const spoof_label *label)
{
  uint32_t word = 0, letter = 0;
  for (size_t at = 0; at < label->count; at++) {
    if (spoof_own(label->codes[at]) == 0)
      continue;
    letter = label->codes[at];
    word = spoof_word(letter);
    if (word >> 3 == 0 || word >> 3 > SPOOF_LATIN)
      return false;
  }
  return letter && !(spoof_set(letter) & label->home) && !spoof_has_domain(word, label->top);
}

uriel_label_rule uriel_spoof_rule(uriel_text text, uriel_text top)
{
  size_t offset = 0;
  const uriel_restriction level = uriel_spoof_level(text, &offset);
  spoof_label label;
  if (level == URIEL_RESTRICTION_ASCII_ONLY)
    return URIEL_LABEL_SHOWN;
  if (level == URIEL_RESTRICTION_UNRESTRICTED || text.len > SPOOF_CODES)
    return URIEL_LABEL_IDENTIFIER;
  if (level > URIEL_RESTRICTION_HIGHLY_RESTRICTIVE)
    return URIEL_LABEL_SCRIPTS;
  label.count = 0;
  label.top = top;
  label.home = spoof_home(top);
  label.east = false;
  label.mixed = level == URIEL_RESTRICTION_HIGHLY_RESTRICTIVE;
  for (size_t at = 0; at < text.len; label.count++) {
    uint32_t *const code = &label.codes[label.count];
    at += uriel_utf8_character(text.ptr + at, text.ptr + text.len, code);
    label.east = label.east || (*code != SPOOF_MIDDLE_DOT && spoof_is_east(*code));
  }
  for (size_t at = 0; at < label.count; at++) {
    const uint32_t code = label.codes[at], domains = spoof_word(code) >> 3;
    for (size_t i = 0; i < sizeof spoof_never / sizeof *spoof_never; i++)
      if (code >= spoof_never[i][0] && code <= spoof_never[i][1])
        return URIEL_LABEL_RARE;
    if (code >= 0x80 && label.mixed && spoof_own(code) & SPOOF_BIT(SPOOF_LATN))
      return URIEL_LABEL_LATIN;
    if (!spoof_context_fits(&label, at))
      return URIEL_LABEL_CONTEXT;
    if (domains > SPOOF_LATIN && label.count > 1 && !spoof_has_domain(domains << 3, top))
      return URIEL_LABEL_COUNTRY;
  }
  if (!spoof_marks_fit(&label))
    return URIEL_LABEL_MARKS;
  if (spoof_mixes_numbers(&label))
    return URIEL_LABEL_NUMBERS;
  size_t digits = 0;
  while (digits < label.count &&
         (label.codes[digits] - '0' < 10 || (spoof_word(label.codes[digits]) & SPOOF_DIGIT)))
    digits++;
  if (digits == label.count)
    return URIEL_LABEL_DIGITS;
  if (uriel_looks_ascii(text.ptr, text.len, NULL, 0) > 0 && !uriel_spoof_at_home(text, top))
    return URIEL_LABEL_LOOKS_ASCII;
  return spoof_looks_latin(&label) ? URIEL_LABEL_LOOKS_LATIN : URIEL_LABEL_SHOWN;
}
