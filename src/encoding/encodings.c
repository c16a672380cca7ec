/* SPDX-License-Identifier: MIT */
/* The encodings with tables: single-byte encodings, and the encodings of East Asia (Encoding, 9 to 13).
 * Functions follow the steps of the standard's decoders and encoders. */
#include "encoding/encoding.h"

#include "text/bytes.h"
#include "uriel_url.h"

#include "encoding/index_table.h"
#include "encoding/single_table.h"

/* ---- Indexes ---------------------------------------------------------------------------------- */

enum { INDEX_NONE = 0x10000 }; /* not a pointer */

#define INDEX_COUNT(index) (sizeof(index) / sizeof *(index))

static uint32_t index_character(const uint16_t *index, size_t count, size_t pointer)
{
  return pointer < count && index[pointer] ? index[pointer] : URIEL_ENCODING_MALFORMED;
}

/* Returns the first pointer of the character from `from` on, or INDEX_NONE. Looks at blocks, which
 * compilers vectorise. */
static size_t index_pointer(const uint16_t *index, size_t from, size_t count, uint32_t scalar)
{
  enum { BLOCK = 128 };
  const uint16_t point = (uint16_t)scalar;
  size_t at = from;
  if (scalar > 0xffff)
    return INDEX_NONE;
  for (unsigned some = 0; count - at >= BLOCK; at += BLOCK) {
    for (size_t i = at; i < at + BLOCK; i++)
      some |= index[i] == point;
    if (some)
      break;
  }
  while (at < count && index[at] != point)
    at++;
  return at < count ? at : INDEX_NONE;
}

static bool in_range(unsigned byte, unsigned low, unsigned high)
{
  return byte >= low && byte <= high;
}

/* Returns the length of two bytes that are, or are not, a character: of the latter, a byte of US-ASCII
 * is read again. */
static size_t pair_length(uint32_t scalar, unsigned trail)
{
  return scalar == URIEL_ENCODING_MALFORMED && trail < 0x80 ? 1 : 2;
}

static size_t write_pair(size_t lead, size_t trail, char out[8])
{
  out[0] = (char)lead;
  out[1] = (char)trail;
  return 2;
}

/* ---- Chinese ---------------------------------------------------------------------------------- */

/* Codes of four bytes (index gb18030 ranges code point). */
static uint32_t gb_range_character(uint32_t pointer)
{
  size_t row = INDEX_COUNT(index_gb18030_ranges) - 1;
  if ((pointer > 39419 && pointer < 189000) || pointer > 1237575)
    return URIEL_ENCODING_MALFORMED;
  if (pointer == 7457)
    return 0xe7c7;
  while (index_gb18030_ranges[row][0] > pointer)
    row--;
  return index_gb18030_ranges[row][1] + (pointer - index_gb18030_ranges[row][0]);
}

/* The decoder of gb18030 and of GBK (Encoding, 10.2.1). */
static size_t gb_read(struct encoding_input *in, uint32_t *state, uint32_t *scalar)
{
  const unsigned first = in->bytes[0];
  (void)state;
  *scalar = first == 0x80 ? 0x20ac : URIEL_ENCODING_MALFORMED;
  if (first < 0x80)
    *scalar = first;
  if (!in_range(first, 0x81, 0xfe))
    return 1;
  const unsigned second = encoding_byte(in, 1);
  if (in_range(second, 0x30, 0x39)) {
    const unsigned third = encoding_byte(in, 2);
    if (!in_range(third, 0x81, 0xfe))
      return 1;
    const unsigned fourth = encoding_byte(in, 3);
    if (!in_range(fourth, 0x30, 0x39))
      return 1;
    *scalar = gb_range_character(((first - 0x81) * 10 + second - 0x30) * 1260 + (third - 0x81) * 10 +
                                 fourth - 0x30);
    return 4;
  }
  if (in_range(second, 0x40, 0x7e) || in_range(second, 0x80, 0xfe))
    *scalar = index_character(index_gb18030, INDEX_COUNT(index_gb18030),
                              (first - 0x81) * 190 + second - (second < 0x7f ? 0x40 : 0x41));
  return pair_length(*scalar, second);
}

/* Characters that had other codes before GB 18030-2022, and keep these. */
static const uint16_t gb_former[][2] = {
    {0xe78d, 0xa6d9}, {0xe78e, 0xa6da}, {0xe78f, 0xa6db}, {0xe790, 0xa6dc}, {0xe791, 0xa6dd},
    {0xe792, 0xa6de}, {0xe793, 0xa6df}, {0xe794, 0xa6ec}, {0xe795, 0xa6ed}, {0xe796, 0xa6f3},
    {0xe81e, 0xfe59}, {0xe826, 0xfe61}, {0xe82b, 0xfe66}, {0xe82c, 0xfe67}, {0xe832, 0xfe6d},
    {0xe843, 0xfe7e}, {0xe854, 0xfe90}, {0xe864, 0xfea0}};

/* Writes a character in two bytes. */
static size_t gb_write(uint32_t scalar, char out[8])
{
  if (scalar == 0xe5e5)
    return 0;
  for (size_t i = 0; i < INDEX_COUNT(gb_former); i++)
    if (gb_former[i][0] == scalar)
      return write_pair(gb_former[i][1] >> 8, gb_former[i][1] & 0xff, out);
  const size_t pointer = index_pointer(index_gb18030, 0, INDEX_COUNT(index_gb18030), scalar);
  const size_t trail = pointer % 190;
  return pointer == INDEX_NONE
             ? 0
             : write_pair(pointer / 190 + 0x81, trail + (trail < 0x3f ? 0x40 : 0x41), out);
}

static size_t gbk_write(uint32_t *state, uint32_t scalar, char out[8])
{
  (void)state;
  out[0] = (char)0x80;
  return scalar == 0x20ac ? 1 : gb_write(scalar, out);
}

static size_t gb18030_write(uint32_t *state, uint32_t scalar, char out[8])
{
  size_t row = INDEX_COUNT(index_gb18030_ranges) - 1;
  const size_t len = gb_write(scalar, out);
  (void)state;
  if (len || scalar == 0xe5e5)
    return len;
  while (index_gb18030_ranges[row][1] > scalar)
    row--;
  uint32_t pointer = index_gb18030_ranges[row][0] + (scalar - index_gb18030_ranges[row][1]);
  if (scalar == 0xe7c7)
    pointer = 7457;
  out[0] = (char)(pointer / 12600 + 0x81);
  out[1] = (char)(pointer / 1260 % 10 + '0');
  out[2] = (char)(pointer / 10 % 126 + 0x81);
  out[3] = (char)(pointer % 10 + '0');
  return 4;
}

/* Big5 (11.1). Four codes are a letter and a combining mark: the lead byte is then read as the letter,
 * and the trail byte, with the mark as the state, as the mark. */
static size_t big5_read(struct encoding_input *in, uint32_t *state, uint32_t *scalar)
{
  const unsigned lead = in->bytes[0];
  if (*state) {
    *scalar = *state;
    *state = 0;
    return 1;
  }
  *scalar = lead < 0x80 ? lead : URIEL_ENCODING_MALFORMED;
  if (!in_range(lead, 0x81, 0xfe))
    return 1;
  const unsigned trail = encoding_byte(in, 1);
  if (!in_range(trail, 0x40, 0x7e) && !in_range(trail, 0xa1, 0xfe))
    return pair_length(*scalar, trail);
  const size_t pointer = (lead - 0x81) * 157 + trail - (trail < 0x7f ? 0x40 : 0x62);
  if (pointer == 1133 || pointer == 1135 || pointer == 1164 || pointer == 1166) {
    *scalar = pointer < 1164 ? 0xca : 0xea;
    *state = pointer == 1133 || pointer == 1164 ? 0x304 : 0x30c;
    return 1;
  }
  *scalar = index_character(index_big5, INDEX_COUNT(index_big5), pointer);
  if (*scalar != URIEL_ENCODING_MALFORMED && index_big5_plane_2[pointer / 32] >> pointer % 32 & 1)
    *scalar += 0x20000;
  return pair_length(*scalar, trail);
}

static size_t big5_write(uint32_t *state, uint32_t scalar, char out[8])
{
  static const uint16_t last[] = {0x2550, 0x255e, 0x2561, 0x256a, 0x5341, 0x5345};
  const size_t from = (size_t)(0xa1 - 0x81) * 157; /* not the codes of Hong Kong */
  size_t found = INDEX_NONE;
  bool is_last = false;
  (void)state;
  for (size_t i = 0; i < INDEX_COUNT(last); i++)
    is_last |= last[i] == scalar;
  for (size_t i = from; i < INDEX_COUNT(index_big5) && (found == INDEX_NONE || is_last); i++) {
    i = index_pointer(index_big5, i, INDEX_COUNT(index_big5), scalar & 0xffff);
    if (i != INDEX_NONE && (index_big5_plane_2[i / 32] >> i % 32 & 1) * 2 == scalar >> 16)
      found = i;
  }
  const size_t trail = found % 157;
  return found == INDEX_NONE ? 0
                             : write_pair(found / 157 + 0x81, trail + (trail < 0x3f ? 0x40 : 0x62), out);
}

/* ---- Korean (13.1) ---------------------------------------------------------------------------- */

static size_t euc_kr_read(struct encoding_input *in, uint32_t *state, uint32_t *scalar)
{
  const unsigned lead = in->bytes[0];
  (void)state;
  *scalar = lead < 0x80 ? lead : URIEL_ENCODING_MALFORMED;
  if (!in_range(lead, 0x81, 0xfe))
    return 1;
  const unsigned trail = encoding_byte(in, 1);
  if (in_range(trail, 0x41, 0xfe))
    *scalar =
        index_character(index_euc_kr, INDEX_COUNT(index_euc_kr), (lead - 0x81) * 190 + trail - 0x41);
  return pair_length(*scalar, trail);
}

static size_t euc_kr_write(uint32_t *state, uint32_t scalar, char out[8])
{
  const size_t pointer = index_pointer(index_euc_kr, 0, INDEX_COUNT(index_euc_kr), scalar);
  (void)state;
  return pointer == INDEX_NONE ? 0 : write_pair(pointer / 190 + 0x81, pointer % 190 + 0x41, out);
}

/* ---- Japanese --------------------------------------------------------------------------------- */

enum { JIS_CELLS = 94, JIS_TRAILS = 188 };

static uint32_t jis_character(size_t pointer)
{
  return index_character(index_jis0208, INDEX_COUNT(index_jis0208), pointer);
}

/* Returns the pointer of the character in the code of JIS, whose minus sign is the full-width one. */
static size_t jis_pointer(uint32_t scalar)
{
  return index_pointer(index_jis0208, 0, (size_t)JIS_CELLS * JIS_CELLS,
                       scalar == 0x2212 ? 0xff0d : scalar);
}

/* Writes the currency sign and the overline that replace "\" and "~" in the Roman set of JIS. */
static size_t jis_write_roman(uint32_t scalar, char out[8])
{
  out[0] = scalar == 0xa5 ? '\\' : '~';
  return scalar == 0xa5 || scalar == 0x203e;
}

static bool is_half_width(uint32_t scalar)
{
  return scalar >= 0xff61 && scalar <= 0xff9f;
}

static size_t euc_jp_read(struct encoding_input *in, uint32_t *state, uint32_t *scalar)
{
  const unsigned lead = in->bytes[0];
  (void)state;
  *scalar = lead < 0x80 ? lead : URIEL_ENCODING_MALFORMED;
  if (lead != 0x8e && lead != 0x8f && !in_range(lead, 0xa1, 0xfe))
    return 1;
  const unsigned second = encoding_byte(in, 1);
  if (lead == 0x8e && in_range(second, 0xa1, 0xdf))
    *scalar = 0xff61 + second - 0xa1;
  else if (lead == 0x8f && in_range(second, 0xa1, 0xfe)) {
    const unsigned third = encoding_byte(in, 2);
    if (in_range(third, 0xa1, 0xfe))
      *scalar = index_character(index_jis0212, INDEX_COUNT(index_jis0212),
                                (second - 0xa1) * JIS_CELLS + third - 0xa1);
    return 1 + pair_length(*scalar, third);
  } else if (lead >= 0xa1 && in_range(second, 0xa1, 0xfe))
    *scalar = jis_character((lead - 0xa1) * JIS_CELLS + second - 0xa1);
  return pair_length(*scalar, second);
}

static size_t euc_jp_write(uint32_t *state, uint32_t scalar, char out[8])
{
  (void)state;
  if (jis_write_roman(scalar, out))
    return 1;
  if (is_half_width(scalar))
    return write_pair(0x8e, scalar - 0xff61 + 0xa1, out);
  const size_t pointer = jis_pointer(scalar);
  return pointer == INDEX_NONE ? 0
                               : write_pair(pointer / JIS_CELLS + 0xa1, pointer % JIS_CELLS + 0xa1, out);
}

static size_t shift_jis_read(struct encoding_input *in, uint32_t *state, uint32_t *scalar)
{
  const unsigned lead = in->bytes[0];
  (void)state;
  *scalar = lead <= 0x80 ? lead : URIEL_ENCODING_MALFORMED;
  if (in_range(lead, 0xa1, 0xdf))
    *scalar = 0xff61 + lead - 0xa1;
  if (!in_range(lead, 0x81, 0x9f) && !in_range(lead, 0xe0, 0xfc))
    return 1;
  const unsigned trail = encoding_byte(in, 1);
  if (in_range(trail, 0x40, 0x7e) || in_range(trail, 0x80, 0xfc)) {
    const size_t pointer =
        (lead - (lead < 0xa0 ? 0x81 : 0xc1)) * (size_t)JIS_TRAILS + trail - (trail < 0x7f ? 0x40 : 0x41);
    const bool is_private = pointer >= 8836 && pointer <= 10715; /* end-user-defined characters */
    *scalar = is_private ? (uint32_t)(0xe000 - 8836 + pointer) : jis_character(pointer);
  }
  return pair_length(*scalar, trail);
}

static size_t shift_jis_write(uint32_t *state, uint32_t scalar, char out[8])
{
  enum { NEC_SELECTED = 8272, NEC_SELECTED_END = 8836 }; /* IBM's codes of these are written */
  (void)state;
  if (jis_write_roman(scalar, out))
    return 1;
  out[0] = (char)(is_half_width(scalar) ? scalar - 0xff61 + 0xa1 : 0x80);
  if (scalar == 0x80 || is_half_width(scalar))
    return 1;
  scalar = scalar == 0x2212 ? 0xff0d : scalar;
  size_t pointer = index_pointer(index_jis0208, 0, NEC_SELECTED, scalar);
  if (pointer == INDEX_NONE)
    pointer = index_pointer(index_jis0208, NEC_SELECTED_END, INDEX_COUNT(index_jis0208), scalar);
  if (pointer == INDEX_NONE)
    return 0;
  const size_t lead = pointer / JIS_TRAILS, trail = pointer % JIS_TRAILS;
  return write_pair(lead + (lead < 0x1f ? 0x81 : 0xc1), trail + (trail < 0x3f ? 0x40 : 0x41), out);
}

/* ISO-2022-JP (12.2). */
enum iso_2022_mode { MODE_ASCII, MODE_ROMAN, MODE_KATAKANA, MODE_JIS };
enum { ISO_2022_ESCAPED = 4 /* bit of the state: the last bytes were an escape sequence */ };

static size_t iso_2022_jp_read(struct encoding_input *in, uint32_t *state, uint32_t *scalar)
{
  static const struct {
    unsigned char bytes[2];
    uint8_t mode;
  } escapes[] = {{{'(', 'B'}, MODE_ASCII},
                 {{'(', 'J'}, MODE_ROMAN},
                 {{'(', 'I'}, MODE_KATAKANA},
                 {{'$', '@'}, MODE_JIS},
                 {{'$', 'B'}, MODE_JIS}};
  const unsigned byte = in->bytes[0], mode = *state & ~(unsigned)ISO_2022_ESCAPED;
  const bool escaped = *state != mode;
  *scalar = URIEL_ENCODING_MALFORMED;
  *state = mode;
  if (byte == 0x1b) {
    const unsigned second = encoding_byte(in, 1), third = encoding_byte(in, 2);
    for (size_t i = 0; i < INDEX_COUNT(escapes); i++)
      if (escapes[i].bytes[0] == second && escapes[i].bytes[1] == third) {
        *scalar = escaped ? URIEL_ENCODING_MALFORMED : URIEL_ENCODING_NOTHING;
        *state = escapes[i].mode | (unsigned)ISO_2022_ESCAPED;
        return 3;
      }
    return 1;
  }
  if (mode == MODE_JIS) {
    if (!in_range(byte, 0x21, 0x7e))
      return 1;
    const unsigned trail = encoding_byte(in, 1);
    if (in_range(trail, 0x21, 0x7e))
      *scalar = jis_character((byte - 0x21) * JIS_CELLS + trail - 0x21);
    return trail == 0x1b ? 1 : 2;
  }
  if (mode == MODE_KATAKANA && in_range(byte, 0x21, 0x5f))
    *scalar = 0xff61 + byte - 0x21;
  else if (mode == MODE_ROMAN && (byte == '\\' || byte == '~'))
    *scalar = byte == '~' ? 0x203e : 0xa5;
  else if (mode != MODE_KATAKANA && byte < 0x80 && byte != 0x0e && byte != 0x0f)
    *scalar = byte;
  return 1;
}

/* Writes the escape sequence that leads to the mode, unless it is the present one. */
static size_t iso_2022_escape(uint32_t *state, enum iso_2022_mode mode, char out[8])
{
  static const char escapes[][4] = {"\x1b(B", "\x1b(J", "\x1b(I", "\x1b$B"};
  if (*state == (uint32_t)mode)
    return 0;
  memcpy(out, escapes[mode], 3);
  *state = mode;
  return 3;
}

static size_t iso_2022_jp_write(uint32_t *state, uint32_t scalar, char out[8])
{
  /* Katakana of half width are written in full width (index ISO-2022-JP katakana). */
  static const uint16_t katakana[] = {
      0x3002, 0x300c, 0x300d, 0x3001, 0x30fb, 0x30f2, 0x30a1, 0x30a3, 0x30a5, 0x30a7, 0x30a9,
      0x30e3, 0x30e5, 0x30e7, 0x30c3, 0x30fc, 0x30a2, 0x30a4, 0x30a6, 0x30a8, 0x30aa, 0x30ab,
      0x30ad, 0x30af, 0x30b1, 0x30b3, 0x30b5, 0x30b7, 0x30b9, 0x30bb, 0x30bd, 0x30bf, 0x30c1,
      0x30c4, 0x30c6, 0x30c8, 0x30ca, 0x30cb, 0x30cc, 0x30cd, 0x30ce, 0x30cf, 0x30d2, 0x30d5,
      0x30d8, 0x30db, 0x30de, 0x30df, 0x30e0, 0x30e1, 0x30e2, 0x30e4, 0x30e6, 0x30e8, 0x30e9,
      0x30ea, 0x30eb, 0x30ec, 0x30ed, 0x30ef, 0x30f3, 0x309b, 0x309c};
  const bool shifts = scalar == 0x0e || scalar == 0x0f || scalar == 0x1b;
  char roman[8];
  if (scalar == URIEL_URL_ENCODER_END)
    return iso_2022_escape(state, MODE_ASCII, out);
  const bool is_roman = jis_write_roman(scalar, roman);
  if (is_roman || (scalar < 0x80 && !shifts)) {
    const bool stays = *state == MODE_ROMAN && scalar != '\\' && scalar != '~';
    const size_t len = iso_2022_escape(state, is_roman || stays ? MODE_ROMAN : MODE_ASCII, out);
    out[len] = is_roman ? roman[0] : (char)scalar;
    return len + 1;
  }
  const size_t pointer =
      shifts ? INDEX_NONE : jis_pointer(is_half_width(scalar) ? katakana[scalar - 0xff61] : scalar);
  if (pointer == INDEX_NONE)
    return (*state == MODE_JIS ? iso_2022_escape(state, MODE_ASCII, out) : 0) + URIEL_URL_ENCODER_LACKS;
  const size_t len = iso_2022_escape(state, MODE_JIS, out);
  return len + write_pair(pointer / JIS_CELLS + 0x21, pointer % JIS_CELLS + 0x21, out + len);
}

/* ---- The set ---------------------------------------------------------------------------------- */

static const uriel_encoding encoding_wides[] = {
    {.name = "gbk", .read = gb_read, .write = gbk_write},
    {.name = "gb18030", .read = gb_read, .write = gb18030_write},
    {.name = "big5", .read = big5_read, .write = big5_write},
    {.name = "euc-jp", .read = euc_jp_read, .write = euc_jp_write},
    {.name = "iso-2022-jp", .read = iso_2022_jp_read, .write = iso_2022_jp_write, .escapes = true},
    {.name = "shift_jis", .read = shift_jis_read, .write = shift_jis_write},
    {.name = "euc-kr", .read = euc_kr_read, .write = euc_kr_write}};

const uriel_encoding *uriel_encodings(const char *name, size_t len)
{
  const uriel_text text = {name, len};
  const uriel_encoding *const wide = encoding_in(encoding_wides, INDEX_COUNT(encoding_wides), text);
  return wide ? wide : encoding_in(encoding_singles, INDEX_COUNT(encoding_singles), text);
}
