/* SPDX-License-Identifier: MIT */
/* Decodes and maps hosts (RFC 3986, 3.2.2 and 7.3; UTS #46, 4): fullwidth forms, other digits, full
 * stops and blanks become US-ASCII; ignored characters are skipped. Other mappings, such as circled
 * letters, are not implemented. */
#include "scheme/lookup.h"

#include "text/text.h"
#include "text/utf8.h"

enum { LOOKUP_CHARACTER = 4 }; /* maximum bytes in UTF-8 */

/* First and last character of a range; the first maps to `to`, the next ones to its successors. */
typedef struct lookup_range {
  uint32_t first, last;
  char to;
} lookup_range;

static const lookup_range lookup_ranges[] = {
    {0xFF01, 0xFF5E, '!'},   {0x3002, 0x3002, '.'},   {0xFF61, 0xFF61, '.'},   {0xB9, 0xB9, '1'},
    {0xB2, 0xB3, '2'},       {0x2070, 0x2070, '0'},   {0x2074, 0x2079, '4'},   {0x2080, 0x2089, '0'},
    {0x2460, 0x2468, '1'},   {0x24EA, 0x24EA, '0'},   {0x24B6, 0x24CF, 'a'},   {0x24D0, 0x24E9, 'a'},
    {0x1D7CE, 0x1D7D7, '0'}, {0x1D7D8, 0x1D7E1, '0'}, {0x1D7E2, 0x1D7EB, '0'}, {0x1D7EC, 0x1D7F5, '0'},
    {0x1D7F6, 0x1D7FF, '0'}, {0x1FBF0, 0x1FBF9, '0'},
};

/* Ranges of characters that no host contains: blanks; characters whose NFKC form (UAX #15) has a
 * delimiter, "%", "\\", a blank, or a full stop that UTS #46 does not map; and characters that change
 * the order of text (UAX #9, 2) or end a line. */
static const uint32_t lookup_wrong[][2] = {
    {0xA0, 0xA0},     {0xA8, 0xA8},     {0xAF, 0xAF},     {0xB4, 0xB4},     {0xB8, 0xB8},
    {0x2D8, 0x2DD},   {0x37A, 0x37A},   {0x384, 0x385},   {0x61C, 0x61C},   {0x1FBD, 0x1FBD},
    {0x1FBF, 0x1FC1}, {0x1FCD, 0x1FCF}, {0x1FDD, 0x1FDF}, {0x1FED, 0x1FEE}, {0x1FFD, 0x1FFE},
    {0x2000, 0x200A}, {0x200E, 0x200F}, {0x2017, 0x2017}, {0x2024, 0x2026}, {0x2028, 0x202F},
    {0x203E, 0x203E}, {0x2047, 0x2049}, {0x205F, 0x205F}, {0x2066, 0x2069}, {0x2100, 0x2101},
    {0x2105, 0x2106}, {0x2488, 0x249B}, {0x2A74, 0x2A74}, {0x3000, 0x3000}, {0x309B, 0x309C},
    {0x33C2, 0x33C2}, {0x33C7, 0x33C7}, {0x33D8, 0x33D8}, {0xFC5E, 0xFC63}, {0xFDFA, 0xFDFB},
    {0xFE13, 0xFE13}, {0xFE16, 0xFE16}, {0xFE19, 0xFE19}, {0xFE30, 0xFE30}, {0xFE47, 0xFE4C},
    {0xFE52, 0xFE52}, {0xFE55, 0xFE56}, {0xFE5F, 0xFE5F}, {0xFE68, 0xFE68}, {0xFE6A, 0xFE6B},
    {0xFE70, 0xFE70}, {0xFE72, 0xFE72}, {0xFE74, 0xFE74}, {0xFE76, 0xFE76}, {0xFE78, 0xFE78},
    {0xFE7A, 0xFE7A}, {0xFE7C, 0xFE7C}, {0xFE7E, 0xFE7E}, {0xFFE3, 0xFFE3}, {0x1F100, 0x1F100},
};

static uint32_t lookup_map(uint32_t c)
{
  if (c < 0x80)
    return c;
  for (size_t i = 0; i < sizeof lookup_ranges / sizeof *lookup_ranges; i++) {
    const lookup_range range = lookup_ranges[i];
    if (c >= range.first && c <= range.last)
      return (unsigned char)range.to + (c - range.first);
  }
  for (size_t i = 0; i < sizeof lookup_wrong / sizeof *lookup_wrong; i++)
    if (c >= lookup_wrong[i][0] && c <= lookup_wrong[i][1])
      return ' ';
  return c;
}

/* Returns the character at host->at, unmapped, and moves past it. */
static uint32_t lookup_take(lookup *host)
{
  char bytes[LOOKUP_CHARACTER] = {0};
  const char *ends[LOOKUP_CHARACTER] = {host->end};
  const char *next = host->at;
  size_t count = 0;
  uint32_t c;
  for (; count < LOOKUP_CHARACTER && next < host->end; count++) {
    bytes[count] = decoded_next(&next, host->end);
    ends[count] = next;
  }
  const size_t taken = uriel_utf8_character(bytes, bytes + count, &c);
  host->at = ends[taken > 0 ? taken - 1 : 0];
  return taken > 0 ? c : LOOKUP_BYTE | (unsigned char)bytes[0];
}

static void lookup_pass(lookup *host)
{
  for (lookup next = *host; next.at < next.end; *host = next) {
    const uint32_t c = lookup_take(&next);
    const bool ignored = c == 0xAD || c == 0x34F || (c >= 0x180B && c <= 0x180F) ||
                         (c >= 0x200B && c <= 0x200D) || c == 0x2060 || c == 0x2064 ||
                         (c >= 0xFE00 && c <= 0xFE0F) || c == 0xFEFF || (c >= 0xE0100 && c <= 0xE01EF);
    if (!ignored)
      return;
  }
}

lookup uriel_lookup_of(uriel_text host, bool mapped)
{
  lookup l = {host.ptr, host.ptr + host.len, mapped};
  if (mapped)
    lookup_pass(&l);
  return l;
}

uint32_t uriel_lookup_next(lookup *host)
{
  if (!host->mapped)
    return (unsigned char)*host->at++;
  const uint32_t c = lookup_map(lookup_take(host));
  lookup_pass(host);
  return c;
}

/* Gen-delims (RFC 3986, 2.2) end a host, "%" would be decoded again, some programs read "\\" as "/";
 * blanks and controls. */
static bool lookup_fits(uint32_t c)
{
  static const char wrong[] = ":/?#[]@%\\";
  if (c >= LOOKUP_BYTE)
    return true;
  if (c <= ' ' || (c >= 0x7F && c < 0xA0))
    return false;
  return view_find(wrong, wrong + sizeof wrong - 1, (char)(c < 0x80 ? c : 'a')) ==
         wrong + sizeof wrong - 1;
}

const char *uriel_lookup_wrong(uriel_text host)
{
  for (lookup l = uriel_lookup_of(host, true); l.at < l.end;) {
    const char *const at = l.at;
    if (!lookup_fits(uriel_lookup_next(&l)))
      return at;
  }
  return host.ptr + host.len;
}

/* The next character if it is US-ASCII, otherwise 0. */
static char rare_next(lookup *host)
{
  const uint32_t c = uriel_lookup_next(host);
  return (char)(c < 0x80 ? c : 0);
}

/* Reads a number as in C: "0x" is hexadecimal, another leading "0" octal (RFC 3986, 7.4). Returns
 * false without a number, or if it exceeds 2^32-1. */
static bool rare_number(lookup *host, uint32_t *number)
{
  uint32_t value = 0;
  unsigned base = 10, digits = 0;
  while (host->at < host->end) {
    lookup next = *host;
    const char byte = rare_next(&next);
    if (base == 8 && digits == 1 && value == 0 && byte_lower(byte) == 'x') {
      base = 16;
      digits = 0;
    } else if (!byte_is(byte, BYTE_HEX) || hex_value(byte) >= base) {
      break;
    } else {
      if (base == 10 && digits == 0 && byte == '0')
        base = 8;
      if (!digits_add(&value, base, byte, UINT32_MAX))
        return false;
      digits++;
    }
    *host = next;
  }
  *number = value;
  return digits > 0;
}

bool uriel_lookup_rare(uint8_t bytes[4], lookup host)
{
  uint32_t address = 0, number;
  for (unsigned left = 32; left > 0; left -= 8) {
    if (!rare_number(&host, &number))
      return false;
    /* The full stop of the root may end a host (RFC 3986, 3.2.2). */
    lookup next = host;
    if (host.mapped && next.at < next.end && rare_next(&next) == '.' && next.at == next.end)
      host = next;
    if (host.at == host.end) {
      if (left < 32 && number >> left != 0)
        return false;
      address |= number;
      for (unsigned i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(address >> (24 - 8 * i));
      return true;
    }
    if (rare_next(&host) != '.' || number > 255)
      return false;
    address |= number << (left - 8);
  }
  return false;
}

bool uriel_ipv4_rare(uint8_t bytes[4], const char *text, size_t len)
{
  uint8_t address[4];
  if (len == 0 || uriel_ipv4_parse(address, text, len) ||
      !uriel_lookup_rare(address, uriel_lookup_of((uriel_text){text, len}, false)))
    return false;
  memcpy(bytes, address, 4);
  return true;
}
