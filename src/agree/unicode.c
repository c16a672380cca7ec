/* SPDX-License-Identifier: MIT */
/* Properties of code points in versions of Unicode before the library's own. */
#include "agree/reader.h"

#include "agree/age_table.h"
#include "agree/idna2008_table.h"
#include "idna/unicode.h"
#include "text/utf8.h"

enum { SHARP_S = 0x1E9E };

/* What UTS #46 disallowed before version 16, and maps or ignores since: first and last. */
static const uint32_t unicode_refused[][2] = {
    {0x4C0, 0x4C0},     {0x10A0, 0x10C5},   {0x115F, 0x1160},   {0x17B4, 0x17B5},   {0x1806, 0x1806},
    {0x180E, 0x180E},   {0x2061, 0x2063},   {0x206A, 0x206F},   {0x2132, 0x2132},   {0x2183, 0x2183},
    {0x3164, 0x3164},   {0xFFA0, 0xFFA0},   {0x1D173, 0x1D17A}, {0x2F868, 0x2F868}, {0x2F874, 0x2F874},
    {0x2F91F, 0x2F91F}, {0x2F95F, 0x2F95F}, {0x2F9BF, 0x2F9BF}};

/* The digits 0 of Unicode 14; the others follow each. */
static const uint32_t unicode_zeros[] = {
    0x30,    0x660,   0x6F0,   0x7C0,   0x966,   0x9E6,   0xA66,   0xAE6,   0xB66,   0xBE6,   0xC66,
    0xCE6,   0xD66,   0xDE6,   0xE50,   0xED0,   0xF20,   0x1040,  0x1090,  0x17E0,  0x1810,  0x1946,
    0x19D0,  0x1A80,  0x1A90,  0x1B50,  0x1BB0,  0x1C40,  0x1C50,  0xA620,  0xA8D0,  0xA900,  0xA9D0,
    0xA9F0,  0xAA50,  0xABF0,  0xFF10,  0x104A0, 0x10D30, 0x11066, 0x110F0, 0x11136, 0x111D0, 0x112F0,
    0x11450, 0x114D0, 0x11650, 0x116C0, 0x11730, 0x118E0, 0x11950, 0x11C50, 0x11D50, 0x11DA0, 0x16A60,
    0x16AC0, 0x16B50, 0x1D7CE, 0x1D7D8, 0x1D7E2, 0x1D7EC, 0x1D7F6, 0x1E140, 0x1E2F0, 0x1E950, 0x1FBF0};

unsigned uriel_reader_age(uint32_t code)
{
  return unicode_entry(age_runs, sizeof age_runs / sizeof *age_runs, code) & 0xFF;
}

bool uriel_reader_allows_2008(uint32_t code)
{
  return (unicode_entry(idna2008_runs, sizeof idna2008_runs / sizeof *idna2008_runs, code) & 0xFF) > 0;
}

bool uriel_reader_allows_early(uint32_t code, unsigned version)
{
  for (size_t i = 0;
       code >= unicode_refused[0][0] && i < sizeof unicode_refused / sizeof *unicode_refused; i++)
    if (code >= unicode_refused[i][0] && code <= unicode_refused[i][1])
      return false;
  return reader_assigned(code, version);
}

bool uriel_reader_write_early(writer *w, uriel_text domain, unsigned version)
{
  for (const char *at = domain.ptr, *const end = view_end(domain); at < end;) {
    uint32_t code;
    const size_t n = uriel_utf8_character(at, end, &code);
    if (!n || !uriel_reader_allows_early(code, version))
      return false;
    write_view(w, code == SHARP_S ? uriel_text_of("ss") : (uriel_text){at, n});
    at += n;
  }
  return true;
}

bool uriel_reader_is_space(uint32_t code)
{
  return code == ' ' || code == 0xA0 || code == 0x1680 || (code >= 0x2000 && code <= 0x200A) ||
         code == 0x2028 || code == 0x2029 || code == 0x202F || code == 0x205F || code == 0x3000;
}

int uriel_reader_digit(uint32_t code)
{
  size_t zero = sizeof unicode_zeros / sizeof *unicode_zeros;
  while (zero > 0 && unicode_zeros[zero - 1] > code)
    zero--;
  return zero > 0 && code - unicode_zeros[zero - 1] < 10 ? (int)(code - unicode_zeros[zero - 1]) : -1;
}
