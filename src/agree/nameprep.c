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

static uint32_t prep_special(uint32_t code, uriel_text *more)
{
  return unicode_run_mapping(nameprep_mappings, sizeof nameprep_mappings / sizeof *nameprep_mappings,
                             nameprep_strings, code, more);
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

static bool prep_is_dot(uint32_t code)
{
  return code == '.' || code == 0x3002 || code == 0xFF0E || code == 0xFF61;
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

uriel_text uriel_reader_form_kc(reader_memory *memory, uriel_text name)
{
  writer w = writer_to(memory->at, SIZE_MAX);
  for (const char *at = name.ptr, *const end = view_end(name); at < end;) {
    uint32_t code = prep_next(&at, end);
    const unsigned word = prep_word(code);
    uriel_text more = {NULL, 0};
    if (word & PREP_COMPATIBLE)
      code = uriel_unicode_mapping(code, &more);
    else if (word & PREP_SPECIAL)
      code = prep_special(code, &more);
    prep_write(&w, code);
    write_view(&w, more);
  }
  const uriel_text mapped = prep_take(memory, &w);
  nfc_source source = {.at = mapped.ptr, .end = view_end(mapped)};
  writer form = writer_to(memory->at, SIZE_MAX);
  uriel_nfc_run(&source, uriel_nfc_write, &form);
  return prep_take(memory, &form);
}

/* Writes a label, in Punycode if it is not US-ASCII. Returns false if it is too long, or is not US-ASCII
 * and begins with "xn--". */
static bool prep_encode(writer *w, const reader_label *label)
{
  const size_t begin = w->len;
  if (reader_label_is_ace(label) && !uriel_reader_label_is_ascii(label))
    return false;
  uriel_reader_write_label(w, label);
  return w->len - begin <= PREP_LABEL;
}

/* Writes the label at `*at`, converted, and moves past its full stop. */
static bool prep_label(writer *w, const char **at, const char *end)
{
  reader_label label;
  label.count = 0;
  while (*at < end) {
    const uint32_t code = prep_next(at, end);
    if (prep_is_dot(code))
      break;
    if ((prep_word(code) & PREP_KIND) == PREP_PROHIBITED || label.count == PREP_LABEL)
      return false;
    label.codes[label.count++] = code;
  }
  return prep_encode(w, &label);
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
  const uriel_text form = prep_lower(memory, uriel_reader_form_kc(memory, *name));
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

/* ---- IDNA 2003 ---------------------------------------------------------------------------------- */

/* A name of Python's codec "idna" follows RFC 3490 and RFC 3491, with the properties of Unicode 3.2 but
 * the lower case of the program's version. Code points that Unicode 3.2 does not assign stay.
 *
 * UTS #46, transitional, gives the mapping, form KC and the prohibited code points, except where form KC
 * has full stops.
 *
 * Not modelled: classes for Bidi that changed after 3.2, except of Braille; and five ideographs, from
 * U+2F868 on, whose form KC a corrigendum changed. */

enum { PREP_2003 = 32 };
static const char prep_end[] = "\xFF"; /* of a label: in no UTF-8 */

/* Writes a code point mapped. Returns false if it is prohibited. */
static bool prep_map(writer *w, uint32_t code)
{
  uriel_text more = {NULL, 0};
  if (code != 0x130)
    code = uriel_reader_lower_code(code, READER_PYTHON_UNICODE);
  const unsigned word = unicode_word(code);
  if (reader_assigned(code, PREP_2003) && (word & UNICODE_STATUS) > UNICODE_VALID)
    code = uriel_unicode_mapping(code, &more);
  else if (reader_assigned(code, PREP_2003) && (word & UNICODE_STATUS) == UNICODE_DISALLOWED &&
           (word & UNICODE_STABLE)) {
    if (!(prep_word(code) & PREP_SPECIAL))
      return false;
    code = prep_special(code, &more);
  }
  prep_write(w, code);
  write_view(w, more);
  return true;
}

/* RFC 3454, 6. */
static bool prep_is_bidi(const reader_label *label)
{
  bool left = false, right = false, edges = true;
  for (size_t i = 0; i < label->count; i++) {
    const uint32_t code = label->codes[i];
    const bool neutral = !reader_assigned(code, PREP_2003) || code >> 8 == 0x28;
    const enum unicode_bidi bidi = neutral ? BIDI_NEUTRAL : word_bidi(unicode_word(code));
    left = left || bidi == BIDI_L;
    right = right || bidi == BIDI_R;
    edges = edges && (bidi == BIDI_R || (i > 0 && i + 1 < label->count));
  }
  return !right || (edges && !left);
}

/* Writes a mapped label. Form C has the classes of the program's version, and the decompositions of
 * Unicode 3.2. */
static bool prep_label_2003(writer *w, uriel_text mapped)
{
  reader_label label;
  label.count = 0;
  for (const char *at = mapped.ptr, *const end = view_end(mapped); at < end;) {
    const char *past = at, *next = at;
    uint32_t code = 0;
    for (; past < end; past = next) {
      code = prep_next(&next, end);
      if (!reader_assigned(code, READER_PYTHON_UNICODE) ||
          !(reader_assigned(code, PREP_2003) || unicode_word(code) & UNICODE_STABLE))
        break;
    }
    nfc_source source = {.at = at, .end = past};
    uriel_nfc_run(&source, uriel_reader_collect, &label);
    if (past < end)
      uriel_reader_collect(&label, code, NULL);
    at = next;
  }
  return label.count > 0 && label.count <= PREP_LABEL && prep_is_bidi(&label) && prep_encode(w, &label);
}

uriel_text uriel_reader_idna_2003(reader_memory *memory, uriel_text name)
{
  writer m = writer_to(memory->at, SIZE_MAX);
  for (const char *at = name.ptr, *const end = view_end(name); at < end;) {
    const uint32_t code = prep_next(&at, end);
    if (prep_is_dot(code))
      write_string(&m, prep_end);
    else if (!prep_map(&m, code))
      return view_undefined();
  }
  uriel_text rest = prep_take(memory, &m);
  writer w = writer_to(memory->at, SIZE_MAX);
  while (rest.len) {
    if (!prep_label_2003(&w, view_take(&rest, *prep_end)))
      return view_undefined();
    if (view_defined(rest))
      write_byte(&w, '.');
  }
  return prep_take(memory, &w);
}
