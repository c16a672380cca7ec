/* SPDX-License-Identifier: MIT */
/* Prints src/text/bytes.c: the table of byte classes, from the named sets of the documents. With the
 * argument "url", prints src/url/bytes.c, the table for the URL standard. tools/check-bytes compares the
 * output with the committed files. */
#include <stdio.h>
#include <string.h>

#include "text/bytes.h"
#include "url/url.h"

#define UPPER "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define LOWER "abcdefghijklmnopqrstuvwxyz"
#define ALPHA UPPER LOWER
#define DIGIT "0123456789"
#define UNRESERVED ALPHA DIGIT "-._~"
#define SUB_DELIMS "!$&'()*+,;="
#define PCHAR UNRESERVED SUB_DELIMS ":@"

#define SAFE_1993 "$-_@.&"
#define EXTRA_1993 "!*\"'():;,"
#define SAFE_1994 "$-_@.&+"
#define EXTRA_1994 "!*\"'(),"
#define UNRESERVED_1997 ALPHA DIGIT "$-_.!~*'(),"
#define RESERVED_1997 ";/?:@&=+"
#define PCHAR_1997 UNRESERVED_1997 ":@&=+"
#define UNRESERVED_2003 ALPHA DIGIT "-_.!~*'()"
#define RESERVED_2003 "[];/?:@&=+$,"
#define PCHAR_2003 UNRESERVED_2003 ";:@&=+$,"

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
    {BYTE_XALPHA_1993, ALPHA DIGIT SAFE_1993 EXTRA_1993},
    {BYTE_XPALPHA_1993, ALPHA DIGIT SAFE_1993 EXTRA_1993 "+"},
    {BYTE_XALPHA_1994, ALPHA DIGIT SAFE_1994 EXTRA_1994},
    {BYTE_ALPHANUM2_1994, ALPHA DIGIT "-_.+"},
    {BYTE_PLAIN_1993, ALPHA DIGIT "$-_&"},
    {BYTE_UNRESERVED_1997, UNRESERVED_1997},
    {BYTE_USER_1997, UNRESERVED_1997 ";&=+"},
    {BYTE_PATH_1997, PCHAR_1997 ";/"},
    {BYTE_URLC_1997, RESERVED_1997 UNRESERVED_1997},
    {BYTE_USERINFO_2003, UNRESERVED_2003 ";:&=+$,"},
    {BYTE_REG_NAME_2003, UNRESERVED_2003 ";:@&=+$,"},
    {BYTE_PATH_2003, PCHAR_2003 "/"},
    {BYTE_QUERY_2003, PCHAR_2003 "/?"},
    {BYTE_URIC_2003, RESERVED_2003 UNRESERVED_2003},
    {BYTE_DECODED_2003, ALPHA DIGIT "_~"},
};

/* For the scan's table, which covers only ASCII. */
static const struct {
  unsigned bit;
  const char *members;
  int without; /* the members are the bytes without it */
} scan_sets[] = {
    {SCAN_STOP, "?#", 0},
    {SCAN_HEX, DIGIT "ABCDEFabcdef", 0},
    {SCAN_UPPER, UPPER, 0},
    {SCAN_NOT_SCHEME, ALPHA DIGIT "+-.", 1},
    {SCAN_FRONT, LOWER DIGIT "+-.", 1},
    {SCAN_NEVER, PCHAR "/?#%", 1},
    {SCAN_ODD, PCHAR "/?", 1},
};

static unsigned scan_classes_of(int byte)
{
  unsigned classes = 0;
  for (size_t i = 0; i < sizeof scan_sets / sizeof *scan_sets; i++) {
    const int member = byte != 0 && strchr(scan_sets[i].members, byte);
    if (member != scan_sets[i].without)
      classes |= scan_sets[i].bit;
  }
  return classes;
}

static unsigned classes_of(int byte)
{
  unsigned classes = 0;
  for (size_t i = 0; i < sizeof byte_sets / sizeof *byte_sets; i++)
    if (byte != 0 && strchr(byte_sets[i].members, byte))
      classes |= byte_sets[i].bit;
  return classes;
}

#define URL_QUERY_MEMBERS " \"#<>"
#define URL_PATH_MEMBERS URL_QUERY_MEMBERS "?^`{}"
#define URL_USERINFO_MEMBERS URL_PATH_MEMBERS "/:;=@[\\]|"
#define URL_COMPONENT_MEMBERS URL_USERINFO_MEMBERS "$%&+,"
#define URL_NOT_HOST_MEMBERS "\t\n\r #/:<>?@[\\]^|"

enum { ADD_C0 = 1, ADD_DELETE = 2, ADD_HIGH = 4, ADD_NUL = 8, ENCODE = ADD_C0 | ADD_DELETE | ADD_HIGH };

/* The sets of the URL standard; `add` gives members that a string cannot hold. */
static const struct {
  unsigned bit, add;
  const char *members;
} url_sets[] = {
    {URL_C0, ENCODE, ""},
    {URL_FRAGMENT, ENCODE, " \"<>`"},
    {URL_QUERY, ENCODE, URL_QUERY_MEMBERS},
    {URL_SPECIAL_QUERY, ENCODE, URL_QUERY_MEMBERS "'"},
    {URL_PATH, ENCODE, URL_PATH_MEMBERS},
    {URL_SPECIAL_PATH, ENCODE, URL_PATH_MEMBERS "\\"},
    {URL_USERINFO, ENCODE, URL_USERINFO_MEMBERS},
    {URL_COMPONENT, ENCODE, URL_COMPONENT_MEMBERS},
    {URL_FORM, ENCODE, URL_COMPONENT_MEMBERS "!'()~"},
    {URL_NOT_HOST, ADD_NUL, URL_NOT_HOST_MEMBERS},
    {URL_NOT_DOMAIN, ADD_C0 | ADD_DELETE, URL_NOT_HOST_MEMBERS "%"},
    {URL_UNIT, 0, ALPHA DIGIT "!$&'()*+,-./:;=?@_~%"},
    {URL_TAB, 0, "\t\n\r"},
    {URL_END, 0, "/?#"},
    {URL_SPECIAL_END, 0, "/?#\\"},
};

static unsigned url_classes_of(int byte)
{
  unsigned classes = 0;
  const unsigned add = byte == 0      ? ADD_C0 | ADD_NUL
                       : byte < 0x20  ? ADD_C0
                       : byte == 0x7F ? ADD_DELETE
                       : byte > 0x7F  ? ADD_HIGH
                                      : 0;
  for (size_t i = 0; i < sizeof url_sets / sizeof *url_sets; i++)
    if ((url_sets[i].add & add) || (byte != 0 && strchr(url_sets[i].members, byte)))
      classes |= url_sets[i].bit;
  return classes;
}

static void print_url(void)
{
  puts("/* SPDX-License-Identifier: MIT */");
  puts("/* Made by tools/make-bytes.c: the URL standard's sets of each byte. Do not edit. */");
  puts("#include \"url/url.h\"\n");
  puts("/* clang-format off */");
  puts("const uint16_t uriel_url_bytes[256] = {");
  for (int byte = 0; byte < 256; byte++)
    printf("%s0x%04x,%s", byte % 12 ? " " : "    ", url_classes_of(byte),
           byte % 12 == 11 || byte == 255 ? "\n" : "");
  puts("};");
}

static void print_text(void)
{
  puts("/* SPDX-License-Identifier: MIT */");
  puts("/* Made by tools/make-bytes.c: the classes of each byte. Do not edit. */");
  puts("#include \"text/bytes.h\"\n");
  puts("/* clang-format off */");
  puts("const uint32_t uriel_bytes[256] = {");
  for (int byte = 0; byte < 256; byte++)
    printf("%s0x%08x,%s", byte % 8 ? " " : "    ", classes_of(byte), byte % 8 == 7 ? "\n" : "");
  puts("};\n");
  puts("_Alignas(64) const unsigned char uriel_scan_bytes[128] = {");
  for (int byte = 0; byte < 128; byte++)
    printf("%s0x%02x,%s", byte % 16 ? " " : "    ", scan_classes_of(byte), byte % 16 == 15 ? "\n" : "");
  puts("};");
}

int main(int argc, char **argv)
{
  if (argc > 1 && strcmp(argv[1], "url") == 0)
    print_url();
  else
    print_text();
  return 0;
}
