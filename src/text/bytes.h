/* SPDX-License-Identifier: MIT */
/* Classes of bytes: the documents' character sets as bits of one table, made by tools/make-bytes.c. */
#ifndef URIEL_TEXT_BYTES_H
#define URIEL_TEXT_BYTES_H

#include <stdbool.h>
#include <stdint.h>

/* "%" is in none of the sets of components: whoever reads them deals with it. */
enum byte_class {
  BYTE_ALPHA = 0x0001,
  BYTE_UPPER = 0x0002,
  BYTE_DIGIT = 0x0004,
  BYTE_HEX = 0x0008,
  BYTE_UNRESERVED = 0x0010,
  BYTE_SCHEME = 0x0020,
  BYTE_USERINFO = 0x0040,
  BYTE_NAME = 0x0080,    /* reg-name */
  BYTE_SEGMENT = 0x0100, /* pchar */
  BYTE_PATH = 0x0200,    /* pchar and "/" */
  BYTE_QUERY = 0x0400,   /* also of a fragment */
  BYTE_KEY = 0x0800,     /* a query less what separates pairs, and "+" */
  BYTE_VALUE = 0x1000,
  BYTE_FORM = 0x2000,          /* what application/x-www-form-urlencoded leaves as it is */
  BYTE_SCHEME_FOLDED = 0x4000, /* of a scheme and a reg-name, less upper-case letters */
  BYTE_NAME_FOLDED = 0x8000,

  /* Those of the historic generations, under their own names. */
  BYTE_XALPHA_1993 = 0x00010000,
  BYTE_XPALPHA_1993 = 0x00020000,
  BYTE_XALPHA_1994 = 0x00040000, /* of an xpalpha too */
  BYTE_ALPHANUM2_1994 = 0x00080000,
  BYTE_PLAIN_1993 = 0x00100000,      /* stands everywhere and delimits nothing, in 1993 and 1994 */
  BYTE_UNRESERVED_1997 = 0x00200000, /* what 2.4.2 lets be unescaped */
  BYTE_USER_1997 = 0x00400000,       /* of a password too */
  BYTE_PATH_1997 = 0x00800000,       /* pchar, ";" and "/" */
  BYTE_URLC_1997 = 0x01000000,       /* of a query and a fragment */
  BYTE_USERINFO_2003 = 0x02000000,
  BYTE_REG_NAME_2003 = 0x04000000,
  BYTE_PATH_2003 = 0x08000000,   /* pchar and "/" */
  BYTE_QUERY_2003 = 0x10000000,  /* of a fragment too */
  BYTE_URIC_2003 = 0x20000000,   /* of an opaque-part */
  BYTE_DECODED_2003 = 0x40000000 /* what 2.3 lets a normalisation unescape */
};

extern const uint32_t uriel_bytes[256];

/* What src/scan asks of the characters of ASCII, in a table of its own that fits into two vectors. */
enum scan_class {
  SCAN_ODD = 0x80,   /* what a reference of the plainest kind does not have: also "%" and "#" */
  SCAN_NEVER = 0x40, /* what no component has but an IP literal, and IP literals' "[" and "]" */
  SCAN_FRONT =
      0x20, /* all but lower-case letters, digits, "+", "-" and ".": what ends schemes and hosts */
  SCAN_NOT_SCHEME = 0x10,
  SCAN_HEX = 0x08,
  SCAN_UPPER = 0x04,
  SCAN_STOP = 0x02 /* "?" and "#" */
};

extern const unsigned char uriel_scan_bytes[128];

static inline bool byte_is(char byte, unsigned classes)
{
  return (uriel_bytes[(unsigned char)byte] & classes) != 0;
}

/* "A" to "a", everything else as it is. */
static inline char byte_lower(char byte)
{
  return byte_is(byte, BYTE_UPPER) ? (char)(byte + ('a' - 'A')) : byte;
}

/* Whether `unit`, a byte or a larger number, is one of the bytes of the string. */
static inline bool bytes_have(const char *bytes, unsigned unit)
{
  while (*bytes && (unsigned char)*bytes != unit)
    bytes++;
  return *bytes != 0;
}

/* The value of a hexadecimal digit. */
static inline unsigned hex_value(char digit)
{
  const unsigned code = (unsigned char)digit; /* "A" is 0x41, "a" 0x61: nothing to branch on */
  return (code & 0xF) + 9 * (code >> 6);
}

/* Whether a valid "%XX" begins at `at`. */
static inline bool triplet_at(const char *at, const char *end)
{
  return end - at >= 3 && at[0] == '%' && byte_is(at[1], BYTE_HEX) && byte_is(at[2], BYTE_HEX);
}

/* The byte with which the "%" at `at`, which begins no triplet, could not become one; `end` where more
 * might. */
static inline const char *triplet_stuck(const char *at, const char *end)
{
  at++;
  return at < end && byte_is(*at, BYTE_HEX) ? at + 1 : at;
}

static inline unsigned char triplet_value(const char *at)
{
  return (unsigned char)(hex_value(at[1]) << 4 | hex_value(at[2]));
}

#endif
