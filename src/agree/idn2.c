/* SPDX-License-Identifier: MIT */
/* Domain names as programs that use libidn2 2.3.3 look them up: idn2_lookup_u8 with
 * IDN2_NONTRANSITIONAL, and if that fails with IDN2_TRANSITIONAL. Names are accepted under these rules:
 *
 *   mapping     UTS #46 of Unicode 14, without STD3 rules, accepts all code points
 *   labels      have no "--" as third and fourth code points, no "-" at the ends and no mark at the
 *               beginning, and are valid after mapping
 *   "xn--"      labels are the Punycode of such labels; these may have code points that the mapping
 *               would turn into punctuation of US-ASCII
 *   Punycode    encodes labels whose US-ASCII is letters, digits, "-" and "_"
 *   IDNA 2008   the first attempt only: labels that are not US-ASCII obey RFC 5892 of Unicode 12 with
 *               its rules for joiners; each label obeys the Bidi rule by itself, which then allows both
 *               kinds of digits and a final mark after any character
 *   lengths     63 bytes a label, 253 the name without its final full stop; labels may be empty
 *
 * Not modelled, both in hostile names only: libidn2 refuses names of 255 code points and more that
 * normalisation would shorten; in the first attempt, "xn--" labels of code points that the mapping would
 * turn into punctuation also obey the Bidi rule, for which the tables have no classes. */
#include "agree/reader.h"
#include "idna/label.h"
#include "idna/nfc.h"
#include "idna/punycode.h"
#include "text/utf8.h"

enum { IDN2_LABEL = 63, IDN2_NAME = 253, IDN2_UNICODE = 140, IDN2_UNICODE_2008 = 120 };

static bool idn2_is_basic(uint32_t code)
{
  return code == '-' || code == '_' || code - '0' < 10 || code - 'a' < 26;
}

static bool idn2_is_punctuation(uint32_t code)
{
  return code < 0x80 && code != '.' && (code == '_' || !idn2_is_basic(code));
}

/* Returns whether UTS #46 maps the code point to punctuation of US-ASCII, which STD3 refuses. */
static bool idn2_maps_to_punctuation(uint32_t code)
{
  uriel_text rest;
  if ((unicode_word(code) & UNICODE_STATUS) != UNICODE_MAPPED)
    return false;
  bool found = idn2_is_punctuation(uriel_unicode_mapping(code, &rest));
  for (size_t i = 0; i < rest.len; i++)
    found |= idn2_is_punctuation((unsigned char)rest.ptr[i]);
  return found;
}

/* UTS #46, 4.1, with CheckHyphens. */
static bool idn2_is_valid(const reader_label *label)
{
  const uint32_t *const codes = label->codes;
  const size_t count = label->count;
  if (count > 0 &&
      (codes[0] == '-' || codes[count - 1] == '-' || (unicode_word(codes[0]) & UNICODE_MARK)))
    return false;
  if (count >= 4 && codes[2] == '-' && codes[3] == '-')
    return false;
  for (size_t i = 0; i < count; i++) {
    const unsigned status = unicode_word(codes[i]) & UNICODE_STATUS;
    if (!uriel_reader_allows_early(codes[i], IDN2_UNICODE) ||
        (status != UNICODE_VALID && status != UNICODE_DEVIATION && !idn2_maps_to_punctuation(codes[i])))
      return false;
  }
  return true;
}

/* The Bidi rule for a label that has characters written from right to left. */
static bool idn2_is_bidi(const reader_label *label)
{
  const idna_label codes = {label->codes, NULL, label->count};
  if (!uriel_label_is_rtl(&codes))
    return true;
  const enum unicode_bidi first = word_bidi(unicode_word(label->codes[0]));
  bool may_end = true;
  if (first != BIDI_L && first != BIDI_R)
    return false;
  for (size_t i = 1; i < label->count; i++) {
    const enum unicode_bidi bidi = word_bidi(unicode_word(label->codes[i]));
    may_end =
        bidi == first || bidi == BIDI_EN || bidi == BIDI_NSM || (bidi == BIDI_AN && first == BIDI_R);
    if (!may_end && bidi != BIDI_NEUTRAL)
      return false;
  }
  return may_end;
}

static bool idn2_is_2008(const reader_label *label)
{
  const idna_label codes = {label->codes, NULL, label->count};
  bool joiners = false;
  size_t at;
  for (size_t i = 0; i < label->count; i++) {
    const uint32_t code = label->codes[i];
    const bool negated =
        code == 0x2260 || code == 0x226E || code == 0x226F; /* "<", "=" and ">" with U+0338 */
    joiners |= code == 0x200C || code == 0x200D;
    if (code >= 0x80 && !negated && !idn2_maps_to_punctuation(code) &&
        (!uriel_reader_allows_2008(code) || !reader_assigned(code, IDN2_UNICODE_2008)))
      return false;
  }
  return idn2_is_bidi(label) &&
         (!joiners || uriel_label_check(&codes, URIEL_IDNA_CHECK_JOINERS, &at) == URIEL_ERROR_NONE);
}

/* Writes the Punycode of a label. Returns whether it can be decoded to the same label. */
static bool idn2_encode(writer *w, const reader_label *label)
{
  const size_t begin = w->len;
  for (size_t i = 0; i < label->count; i++)
    if (label->codes[i] < 0x80 && !idn2_is_basic(label->codes[i]))
      return false;
  write_string(w, "xn--");
  uriel_punycode_encode(w, label->codes, label->count);
  return w->len - begin <= IDN2_LABEL;
}

/* Writes a label of US-ASCII that begins with "xn--", and decodes it. */
static bool idn2_decode(writer *w, const reader_label *label, reader_label *decoded)
{
  const size_t begin = w->len;
  size_t at;
  if (label->codes[label->count - 1] == '-' ||
      !uriel_punycode_decode(label->codes + READER_PREFIX, label->count - READER_PREFIX, decoded->codes,
                             &decoded->count, &at) ||
      !idn2_encode(w, decoded) || w->len - begin != label->count)
    return false;
  for (size_t i = 0; i < label->count; i++)
    if ((unsigned char)w->out[begin + i] != label->codes[i])
      return false;
  nfc_source source = {.codes = decoded->codes, .codes_end = decoded->codes + decoded->count};
  reader_label normal;
  normal.count = 0;
  uriel_nfc_run(&source, uriel_reader_collect, &normal);
  return normal.count == decoded->count &&
         memcmp(normal.codes, decoded->codes, normal.count * sizeof *normal.codes) == 0;
}

static bool idn2_write_label(writer *w, const reader_label *label, bool transitional)
{
  reader_label decoded;
  if (label->count > IDN2_LABEL)
    return false;
  if (reader_label_is_ace(label))
    return uriel_reader_label_is_ascii(label) && idn2_decode(w, label, &decoded) &&
           idn2_is_valid(&decoded) && (transitional || idn2_is_2008(&decoded));
  if (!idn2_is_valid(label))
    return false;
  if (!uriel_reader_label_is_ascii(label))
    return idn2_encode(w, label) && (transitional || idn2_is_2008(label));
  uriel_reader_write_label(w, label);
  return true;
}

static bool idn2_write(writer *w, uriel_text name, bool transitional)
{
  nfc_source source = {
      .at = name.ptr, .end = view_end(name), .mapped = true, .transitional = transitional};
  bool root;
  do {
    const size_t begin = w->len;
    reader_label label;
    label.count = 0;
    source.stopped = false;
    uriel_nfc_run(&source, uriel_reader_collect, &label);
    root = label.count == 0 && !source.stopped;
    if (!idn2_write_label(w, &label, transitional) || w->len > (size_t)IDN2_NAME + (root && begin > 0))
      return false;
    if (source.stopped)
      write_byte(w, '.');
  } while (source.stopped);
  return true;
}

uriel_text uriel_reader_idn2(reader_memory *memory, uriel_text name)
{
  writer copy = writer_to(memory->at, SIZE_MAX);
  if (name.len > READER_DOMAIN_MAX || !uriel_reader_write_early(&copy, name, IDN2_UNICODE))
    return view_undefined();
  name = (uriel_text){memory->at, copy.len};
  writer w = writer_to(memory->at + copy.len, SIZE_MAX);
  if (!idn2_write(&w, name, false)) {
    w.len = 0;
    if (!idn2_write(&w, name, true))
      return view_undefined();
  }
  memory->at = w.out + w.len;
  return (uriel_text){w.out, w.len};
}
