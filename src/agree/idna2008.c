/* SPDX-License-Identifier: MIT */
/* Labels under IDNA 2008 (RFC 5891 to 5893) as the Python package idna encodes them. It takes properties
 * of code points from the program's Unicode, and their letters and scripts from tables of its own, of
 * Unicode 18. */
#include "agree/reader.h"

#include "idna/label.h"
#include "idna/nfc.h"
#include "idna/punycode.h"
#include "text/utf8.h"

#include "agree/script_table.h"

enum { LABEL_BYTES = 63, LABEL_MOST = 254 };

enum { SCRIPT_GREEK = 1, SCRIPT_HEBREW = 2, SCRIPT_EAST = 4 }; /* Kana or Han */

static unsigned letter_script(uint32_t code)
{
  return unicode_entry(script_runs, sizeof script_runs / sizeof *script_runs, code) & 0xFF;
}

/* Returns whether the code points have one of [first, last], or one of these scripts. */
static bool letter_among(const uint32_t *codes, size_t count, uint32_t first, uint32_t last,
                         unsigned kind)
{
  for (size_t i = 0; i < count; i++)
    if ((codes[i] >= first && codes[i] <= last) || letter_script(codes[i]) & kind)
      return true;
  return false;
}

/* RFC 5892, A.3 to A.9. A.1 and A.2 are in uriel_label_check. */
static bool letter_fits(const uint32_t *codes, size_t count, size_t at)
{
  const uint32_t code = codes[at], before = at ? codes[at - 1] : 0,
                 after = at + 1 < count ? codes[at + 1] : 0;
  if (code == 0x200C || code == 0x200D)
    return true;
  if (code == 0xB7)
    return before == 'l' && after == 'l';
  if (code == 0x375)
    return (letter_script(after) & SCRIPT_GREEK) != 0;
  if (code == 0x5F3 || code == 0x5F4)
    return (letter_script(before) & SCRIPT_HEBREW) != 0;
  if (code == 0x30FB)
    return letter_among(codes, count, 1, 0, SCRIPT_EAST);
  if (code >= 0x660 && code <= 0x669)
    return !letter_among(codes, count, 0x6F0, 0x6F9, 0);
  if (code >= 0x6F0 && code <= 0x6F9)
    return !letter_among(codes, count, 0x660, 0x669, 0);
  return code < 0x80 ? code == '-' || byte_is((char)code, BYTE_DIGIT) || (code >= 'a' && code <= 'z')
                     : uriel_reader_allows_2008(code);
}

typedef struct letter_nfc {
  const uint32_t *codes;
  size_t count, at;
  bool same;
} letter_nfc;

static void letter_compare(void *context, uint32_t code, const char *origin)
{
  letter_nfc *const nfc = context;
  (void)origin;
  nfc->same = nfc->same && nfc->at < nfc->count && nfc->codes[nfc->at] == code;
  nfc->at++;
}

/* Returns whether a U-label is valid. Changes the code points. */
static bool letter_is_label(uint32_t *codes, size_t count, unsigned version, bool early)
{
  const idna_label label = {.codes = codes, .count = count};
  const unsigned options = URIEL_IDNA_CHECK_HYPHENS | URIEL_IDNA_CHECK_JOINERS;
  size_t place;
  for (size_t i = 0; i < count; i++)
    if (!reader_assigned(codes[i], version) || !letter_fits(codes, count, i))
      return false;
  letter_nfc nfc = {codes, count, 0, true};
  nfc_source source = {.codes = codes, .codes_end = codes + count};
  uriel_nfc_run(&source, letter_compare, &nfc);
  if (!count || !nfc.same || nfc.at != count)
    return false;
  /* Marks that have the class L now had NSM in Unicode 14, as U+0300 has. The last also had its joining
   * type. */
  for (size_t i = 0; i < count && version <= 140; i++)
    if (codes[i] == 0x1B3A || codes[i] == 0x1B3C || codes[i] == 0x1B42 || (early && codes[i] == 0x1171E))
      codes[i] = 0x300;
  if (uriel_label_check(&label, options, &place) != URIEL_ERROR_NONE)
    return false;
  for (size_t i = 0; i < count && version <= 140; i++)
    if (codes[i] == 0x1171E)
      codes[i] = 0x300;
  return !uriel_label_is_rtl(&label) || uriel_label_bidi(&label, &place);
}

/* Returns whether an A-label, without "xn--", is Punycode of a valid U-label. Only a delimiter before
 * everything else is not canonical. */
static bool letter_is_encoded(const uint32_t *text, size_t count, unsigned version, bool early)
{
  uint32_t codes[LABEL_MOST];
  char again[LABEL_MOST];
  size_t decoded, place;
  if (early && count && *text == '-') {
    bool only = true;
    for (size_t i = 1; i < count; i++)
      only = only && text[i] != '-';
    text += only;
    count -= only;
  }
  if (!count || text[count - 1] == '-' || !uriel_punycode_decode(text, count, codes, &decoded, &place))
    return false;
  writer w = writer_to(again, sizeof again);
  uriel_punycode_encode(&w, codes, decoded);
  bool same = w.len == count;
  for (size_t i = 0; same && i < count; i++)
    same = (unsigned char)again[i] == text[i];
  return same && letter_is_label(codes, decoded, version, early);
}

bool uriel_reader_is_idna(uriel_text label, unsigned version, bool early)
{
  uint32_t codes[LABEL_MOST];
  if (label.len > LABEL_MOST)
    return false;
  for (size_t i = 0; i < label.len; i++)
    codes[i] = (unsigned char)label.ptr[i];
  return label.len >= 4 && bytes_equal(label.ptr, "xn--", 4)
             ? letter_is_encoded(codes + 4, label.len - 4, version, early)
             : letter_is_label(codes, label.len, version, early);
}

bool uriel_reader_write_idna(writer *w, uriel_text label, unsigned version, bool early)
{
  uint32_t codes[LABEL_BYTES];
  const char *const end = view_end(label);
  size_t count = 0;
  if (reader_is_ascii(label)) {
    write_view(w, label);
    return label.len <= LABEL_BYTES && uriel_reader_is_idna(label, version, early);
  }
  for (const char *at = label.ptr; at < end; count++) {
    const size_t n = count < LABEL_BYTES ? uriel_utf8_character(at, end, &codes[count]) : 0;
    if (!n)
      return false;
    at += n;
  }
  const size_t begin = w->len;
  write_string(w, "xn--");
  uriel_punycode_encode(w, codes, count);
  return w->len - begin <= LABEL_BYTES && letter_is_label(codes, count, version, early);
}

uriel_text uriel_reader_idna(reader_memory *memory, uriel_text name, unsigned version)
{
  size_t count = 0;
  bool dot = false;
  for (const char *at = name.ptr; at < view_end(name); uriel_reader_next(&at, view_end(name)))
    if (++count > LABEL_MOST)
      return view_undefined();
  writer w = writer_to(memory->at, SIZE_MAX);
  for (const char *at = name.ptr, *const end = view_end(name); at < end;) {
    const char *const begin = at, *past = at;
    dot = false;
    while (at < end && !dot) {
      const uint32_t code = uriel_reader_next(&at, end);
      dot = code == '.' || code == 0x3002 || code == 0xFF0E || code == 0xFF61;
      past = dot ? past : at;
    }
    if (!uriel_reader_write_idna(&w, view_of(begin, past), version, false))
      return view_undefined();
    if (dot)
      write_byte(&w, '.');
  }
  memory->at += w.len;
  return w.len + !dot > LABEL_MOST ? view_undefined() : (uriel_text){w.out, w.len};
}
