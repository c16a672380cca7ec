/* SPDX-License-Identifier: MIT */
/* Characters beyond ASCII: no URI holds one, an IRI does (RFC 3987, 2.2), and a reference that is cut
 * off before one would be another than the one that was meant. Punctuation, marks of layout and what is
 * no character end a reference. */
#include "find/character.h"

#include "text/utf8.h"

typedef struct find_block {
  uint32_t first, last;
} find_block;

/* In order. Letters that lie among marks are left out: the joiners of U+200C, U+3005, ... */
static const find_block find_marks[] = {
    {0x0080, 0x00A1}, {0x00A7, 0x00A7},    {0x00AB, 0x00AB}, {0x00AD, 0x00AD}, {0x00B6, 0x00B7},
    {0x00BB, 0x00BB}, {0x00BF, 0x00BF},    {0x037E, 0x037E}, {0x0387, 0x0387}, {0x055A, 0x055F},
    {0x0589, 0x058A}, {0x05BE, 0x05BE},    {0x05C0, 0x05C0}, {0x05C3, 0x05C3}, {0x05F3, 0x05F4},
    {0x060C, 0x060D}, {0x061B, 0x061F},    {0x066A, 0x066D}, {0x06D4, 0x06D4}, {0x0964, 0x0965},
    {0x0E5A, 0x0E5B}, {0x0F0D, 0x0F14},    {0x1361, 0x1368}, {0x166E, 0x166E}, {0x1680, 0x1680},
    {0x17D4, 0x17DA}, {0x1800, 0x180A},    {0x2000, 0x200B}, {0x200E, 0x206F}, {0x2190, 0x21FF},
    {0x2300, 0x230F}, {0x2329, 0x232A},    {0x2500, 0x25FF}, {0x2768, 0x2775}, {0x27E6, 0x27EF},
    {0x2983, 0x2998}, {0x2E00, 0x2E7F},    {0x3000, 0x3004}, {0x3008, 0x3020}, {0x3030, 0x3030},
    {0x303D, 0x303F}, {0x30FB, 0x30FB},    {0xE000, 0xF8FF}, {0xFE10, 0xFE1F}, {0xFE30, 0xFE6F},
    {0xFEFF, 0xFEFF}, {0xFF00, 0xFF0F},    {0xFF1A, 0xFF20}, {0xFF3B, 0xFF40}, {0xFF5B, 0xFF65},
    {0xFFE0, 0xFFFF}, {0xE0000, 0x10FFFF},
};

bool uriel_find_is_mark(uint32_t character)
{
  size_t low = 0, high = sizeof find_marks / sizeof *find_marks;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (character > find_marks[middle].last)
      low = middle + 1;
    else
      high = middle;
  }
  return low < sizeof find_marks / sizeof *find_marks && character >= find_marks[low].first;
}

size_t uriel_find_letter(find_text *t, const char *at, uint32_t *character)
{
  if (t->end - at < 4)
    t->touched = true;
  const size_t n = uriel_utf8_character(at, t->end, character);
  return n > 1 && !uriel_find_is_mark(*character) ? n : 0;
}

size_t uriel_find_letter_before(const char *low, const char *at, uint32_t *character)
{
  const char *begin = at;
  while (begin > low && at - begin < 4) {
    begin--;
    if (((unsigned char)*begin & 0xC0) != 0x80)
      break;
  }
  const size_t n = uriel_utf8_character(begin, at, character);
  return n > 1 && n == (size_t)(at - begin) && !uriel_find_is_mark(*character) ? n : 0;
}
