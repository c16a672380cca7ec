/* SPDX-License-Identifier: MIT */
/* Host names as GLib 2.74.6 converts them to US-ASCII (g_hostname_to_ascii): IDNA 2003 without its
 * rules for Bidi and for "xn--" labels, in Unicode 15.
 *
 *   length      at most 1021 bytes
 *   nothing     some code points are removed
 *   lower case  of the whole name if a character is a capital letter; U+03A3 becomes U+03C2 unless a
 *               letter follows. A name of US-ASCII is ready then
 *   form KC     then lower case again
 *   prohibited  spaces, controls, formats, code points that are not assigned or private
 *   labels      end at ".", U+3002, U+FF0E and U+FF61; have at most 63 bytes. The last one may be empty,
 *               and its full stop is removed
 *   Punycode    encodes labels that are not US-ASCII and do not begin with "xn--" */
#include "agree/reader.h"
#include "idna/nfc.h"
#include "idna/punycode.h"
#include "text/utf8.h"

#include "agree/nameprep_table.h"

enum { PREP_NAME = 1021, PREP_LABEL = 63, PREP_UNICODE = 150 };

/* What a code point is. A letter is a capital one if its lower case differs. */
typedef enum prep_kind {
  PREP_OTHER = 0,
  PREP_PROHIBITED = 1,
  PREP_LETTER = 2,
  PREP_CAPITAL = 3, /* without a lower case */
  PREP_TITLE = 4,
  PREP_KIND = 7,
  PREP_COMPATIBLE = 8, /* form KC is the mapping of UTS #46 */
  PREP_SPECIAL = 16    /* form KC is in nameprep_mappings */
} prep_kind;

static unsigned prep_word(uint32_t code)
{
  return unicode_entry(nameprep_runs, sizeof nameprep_runs / sizeof *nameprep_runs, code) & 0xFF;
}

static uint32_t prep_next(const char **at, const char *end)
{
  uint32_t code = 0;
  *at += uriel_utf8_character(*at, end, &code);
  return code;
}

static void prep_write(writer *w, uint32_t code)
{
  uriel_nfc_write(w, code, NULL);
}

/* Takes the text that was written. */
static uriel_text prep_take(reader_memory *memory, const writer *w)
{
  memory->at += w->len;
  return (uriel_text){w->out, w->len};
}

static bool prep_has_capital(uriel_text name)
{
  for (const char *at = name.ptr, *const end = view_end(name); at < end;) {
    const uint32_t code = prep_next(&at, end);
    const unsigned kind = prep_word(code) & PREP_KIND;
    if (kind == PREP_CAPITAL ||
        (kind == PREP_LETTER && uriel_reader_lower_code(code, PREP_UNICODE) != code))
      return true;
  }
  return false;
}

/* Returns the name in lower case if it has a capital letter. */
static uriel_text prep_lower(reader_memory *memory, uriel_text name)
{
  enum { I_WITH_DOT = 0x130, DOT_ABOVE = 0x307, SIGMA = 0x3A3, FINAL_SIGMA = 0x3C2 };
  if (!prep_has_capital(name))
    return name;
  writer w = writer_to(memory->at, SIZE_MAX);
  for (const char *at = name.ptr, *const end = view_end(name); at < end;) {
    uint32_t code = prep_next(&at, end);
    const char *ahead = at;
    const unsigned kind = prep_word(code) & PREP_KIND;
    if (code == SIGMA && (at == end || (prep_word(prep_next(&ahead, end)) & PREP_KIND) < PREP_LETTER)) {
      code = FINAL_SIGMA;
    } else if (code == I_WITH_DOT) {
      write_byte(&w, 'i');
      code = DOT_ABOVE;
    } else if (kind == PREP_LETTER || kind == PREP_TITLE) {
      code = uriel_reader_lower_code(code, PREP_UNICODE);
    }
    prep_write(&w, code);
  }
  return prep_take(memory, &w);
}

/* Returns the name in form KC. */
static uriel_text prep_form_kc(reader_memory *memory, uriel_text name)
{
  writer w = writer_to(memory->at, SIZE_MAX);
  for (const char *at = name.ptr, *const end = view_end(name); at < end;) {
    uint32_t code = prep_next(&at, end);
    const unsigned word = prep_word(code);
    uriel_text more = {NULL, 0};
    if (word & PREP_COMPATIBLE)
      code = uriel_unicode_mapping(code, &more);
    else if (word & PREP_SPECIAL)
      code = unicode_run_mapping(nameprep_mappings, sizeof nameprep_mappings / sizeof *nameprep_mappings,
                                 nameprep_strings, code, &more);
    prep_write(&w, code);
    write_view(&w, more);
  }
  const uriel_text mapped = prep_take(memory, &w);
  nfc_source source = {.at = mapped.ptr, .end = view_end(mapped)};
  writer form = writer_to(memory->at, SIZE_MAX);
  uriel_nfc_run(&source, uriel_nfc_write, &form);
  return prep_take(memory, &form);
}

/* Writes the label at `*at`, converted, and moves past its full stop. */
static bool prep_label(writer *w, const char **at, const char *end)
{
  uint32_t codes[PREP_LABEL];
  size_t count = 0;
  const size_t begin = w->len;
  const char *const first = *at, *last = first;
  for (; *at < end; last = *at) {
    const uint32_t code = prep_next(at, end);
    if (code == '.' || code == 0x3002 || code == 0xFF0E || code == 0xFF61)
      break;
    if ((prep_word(code) & PREP_KIND) == PREP_PROHIBITED || count == PREP_LABEL)
      return false;
    codes[count++] = code;
  }
  const uriel_text label = view_of(first, last);
  if (reader_is_ascii(label)) {
    write_view(w, label);
  } else {
    if (label.len > 4 && memcmp(label.ptr, "xn--", 4) == 0)
      return false;
    write_string(w, "xn--");
    uriel_punycode_encode(w, codes, count);
  }
  return w->len - begin <= PREP_LABEL;
}

bool uriel_reader_nameprep(reader_memory *memory, uriel_text *name)
{
  if (reader_is_ascii(*name))
    return true;
  if (name->len > PREP_NAME)
    return false;
  writer w = writer_to(memory->at, SIZE_MAX);
  for (const char *at = name->ptr, *const end = view_end(*name); at < end;) {
    const uint32_t code = prep_next(&at, end);
    if (!reader_assigned(code, PREP_UNICODE))
      return false;
    const bool nothing = code == 0xAD || code == 0x34F || code == 0x1806 || code - 0x180B < 3 ||
                         code - 0x200B < 3 || code == 0x2060 || code - 0xFE00 < 16 || code == 0xFEFF;
    if (!nothing) /* RFC 3454, B.1 */
      prep_write(&w, code);
  }
  *name = prep_lower(memory, prep_take(memory, &w));
  if (reader_is_ascii(*name))
    return true;
  const uriel_text form = prep_lower(memory, prep_form_kc(memory, *name));
  writer ascii = writer_to(memory->at, SIZE_MAX);
  for (const char *at = form.ptr, *const end = view_end(form); at < end;) {
    if (!prep_label(&ascii, &at, end))
      return false;
    if (at < end)
      write_byte(&ascii, '.');
  }
  *name = prep_take(memory, &ascii);
  return true;
}
