/* SPDX-License-Identifier: MIT */
/* Prints src/text/bytes.c: the table of byte classes, from RFC 3986's sets by name.
 * tools/check-bytes compares what it prints with the file that is kept. */
#include <stdio.h>
#include <string.h>

#include "text/bytes.h"

#define UPPER "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define LOWER "abcdefghijklmnopqrstuvwxyz"
#define ALPHA UPPER LOWER
#define DIGIT "0123456789"
#define UNRESERVED ALPHA DIGIT "-._~"
#define SUB_DELIMS "!$&'()*+,;="
#define PCHAR UNRESERVED SUB_DELIMS ":@"

static const struct {
  unsigned bit;
  const char *members;
} byte_sets[] = {
    {BYTE_ALPHA, ALPHA},
    {BYTE_UPPER, UPPER},
    {BYTE_DIGIT, DIGIT},
    {BYTE_HEX, DIGIT "ABCDEFabcdef"},
    {BYTE_UNRESERVED, UNRESERVED},
    {BYTE_SCHEME, ALPHA DIGIT "+-."},
    {BYTE_USERINFO, UNRESERVED SUB_DELIMS ":"},
    {BYTE_NAME, UNRESERVED SUB_DELIMS},
    {BYTE_SEGMENT, PCHAR},
    {BYTE_PATH, PCHAR "/"},
    {BYTE_QUERY, PCHAR "/?"},
    {BYTE_KEY, UNRESERVED "!$'()*,:@/?"},
    {BYTE_VALUE, UNRESERVED "!$'()*,:@/?="},
    {BYTE_FORM, ALPHA DIGIT "*-._"},
    {BYTE_SCHEME_FOLDED, LOWER DIGIT "+-."},
    {BYTE_NAME_FOLDED, LOWER DIGIT "-._~" SUB_DELIMS},
};

static unsigned classes_of(int byte)
{
  unsigned classes = 0;
  for (size_t i = 0; i < sizeof byte_sets / sizeof *byte_sets; i++)
    if (byte != 0 && strchr(byte_sets[i].members, byte))
      classes |= byte_sets[i].bit;
  return classes;
}

int main(void)
{
  puts("/* SPDX-License-Identifier: MIT */");
  puts("/* Made by tools/make-bytes.c: the classes of each byte. Do not edit. */");
  puts("#include \"text/bytes.h\"\n");
  puts("/* clang-format off */");
  puts("const uint16_t uriel_bytes[256] = {");
  for (int byte = 0; byte < 256; byte++)
    printf("%s0x%04x,%s", byte % 8 ? " " : "    ", classes_of(byte), byte % 8 == 7 ? "\n" : "");
  puts("};");
  return 0;
}
