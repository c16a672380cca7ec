/* SPDX-License-Identifier: MIT */
/* uriel: sites (the Public Suffix List), canonical addresses of hosts, SURT keys of web archives. See
 * uriel.h for conventions.
 *
 *     uriel_ref ref;
 *     if (uriel_parse(&ref, "http://www.example.co.uk/", 25, NULL)) {
 *       uriel_text site = uriel_site(&ref, NULL, 0); // "example.co.uk"
 *     }
 *
 * Hosts are read as they are in a reference: letters of any case, "%XX" decoded, one full stop at the
 * end ignored. A label outside US-ASCII is the same as UTF-8, as percent-encoded UTF-8, and as "xn--";
 * its characters are not mapped: use uriel_idna_to_ascii (uriel_idna.h) first for upper-case letters
 * outside US-ASCII, and for full stops such as U+3002. */
#ifndef URIEL_SITE_H
#define URIEL_SITE_H

#include "uriel.h"

/* ---- Public suffixes (publicsuffix.org/list) ---------------------------------------------------- */

/* A compiled list. Functions take NULL for the list that is built in (uriel_suffix_list_date). Copied by
 * assignment, never freed; `bytes` must outlive it. */
typedef struct uriel_suffix_list {
  const unsigned char *bytes;
  size_t size;
} uriel_suffix_list;

enum uriel_suffix_option {
  URIEL_SUFFIX_PRIVATE = 1, /* the private section too: "github.io" is a suffix */
  URIEL_SUFFIX_LISTED = 2   /* undefined if no rule matches; otherwise such a suffix is the last label */
};

/* Return the public suffix of a host, and its site: the registrable domain, which is the suffix with one
 * label more. Both are parts of the host, without the full stop at its end. Undefined if the host is
 * undefined, empty, an IP literal or an address (uriel_host_address), or has an empty label, as
 * ".example.com"; the site also if the host is itself a suffix. O(host.len), whatever the list. */
URIEL_API uriel_text uriel_host_suffix(uriel_text host, const uriel_suffix_list *list, unsigned options);
URIEL_API uriel_text uriel_host_site(uriel_text host, const uriel_suffix_list *list, unsigned options);

/* The same for the host of a reference. */
URIEL_API uriel_text uriel_suffix(const uriel_ref *ref, const uriel_suffix_list *list, unsigned options);
URIEL_API uriel_text uriel_site(const uriel_ref *ref, const uriel_suffix_list *list, unsigned options);

/* Returns the date of the built-in list, such as "2026-07-24". O(1). */
URIEL_API const char *uriel_suffix_list_date(void);

/* Why a text is not a list. */
typedef struct uriel_suffix_error {
  const char *message; /* a constant: "a rule has an empty label"; NULL after success */
  size_t line;         /* from 1; 0 if the error is in no line */
  size_t offset;       /* in bytes from the start of the text */
} uriel_suffix_error;

/* Compiles the text of a public_suffix_list.dat into `memory` and fills `list`, which then points there.
 * Returns whether the text is a list: it has a rule or more, each of labels of 1 to 63 bytes (in "xn--"
 * form) and 253 bytes in all, "*" only as the first label, "!" only first. Rules between
 * "// ===BEGIN PRIVATE DOMAINS===" and its "END" are private. `memory` is aligned as malloc aligns, and
 * `size` is at least uriel_suffix_list_bound(text, len). Afterwards the list is its first `list->size`
 * bytes; the others are free. The same rules make the same bytes. O(n log n). */
URIEL_API bool uriel_suffix_list_compile(uriel_suffix_list *list, const char *text, size_t len,
                                         void *memory, size_t size, uriel_suffix_error *error);

/* Returns the bytes of memory that uriel_suffix_list_compile needs, about twenty for each of the text.
 */
URIEL_API size_t uriel_suffix_list_bound(const char *text, size_t len);

/* ---- Addresses ---------------------------------------------------------------------------------- */

/* An IP address. Addresses are equal if their bytes and families are. */
typedef struct uriel_address {
  uint8_t bytes[16]; /* in network order; of IPv4 the first four, the others are 0 */
  uint8_t family;    /* 4 or 6 */
} uriel_address;

enum { URIEL_ADDRESS_MAX = 39 }; /* bytes of uriel_address_print */

/* Returns whether the host is an address in any spelling, and fills `address`: "127.0.0.1"; the forms of
 * inet_aton (RFC 3986, 7.4), as "0x7f.1" and "2130706433", and "127.0.0.1."; the same percent-encoded,
 * or in characters that UTS #46 maps to digits and full stops; "[::1]". An IPv4-mapped IPv6 address (RFC
 * 4291, 2.5.5.2), as "[::ffff:1.2.3.4]", is the IPv4 address, to which sockets connect; other addresses
 * that contain one are IPv6. Otherwise `address` is all zero. */
URIEL_API bool uriel_host_address(uriel_address *address, uriel_text host);

/* The same for the text of an address without brackets, as users write networks: "::1", "10.0.0.0". */
URIEL_API bool uriel_address_parse(uriel_address *address, uriel_text text);

/* Writes the address in its only canonical form: dotted-decimal, or RFC 5952 without brackets. Writes
 * nothing if the family is neither 4 nor 6. */
URIEL_API size_t uriel_address_print(const uriel_address *address, char *out, size_t capacity);

/* Returns whether the first `bits` bits of both are equal, and their families. O(1). */
URIEL_API bool uriel_address_in(const uriel_address *address, const uriel_address *network,
                                unsigned bits);

/* ---- Keys of hosts ------------------------------------------------------------------------------ */

/* Writes the host with its labels in reverse order: "com.example.www". In lower case, unreserved
 * characters decoded, without a full stop at the end: at most host.len bytes. An address is written in
 * its canonical form, not reversed, with brackets if it is IPv6: at most URIEL_ADDRESS_MAX + 2 bytes.
 * Empty if the host is undefined or empty. */
URIEL_API size_t uriel_host_reverse(uriel_text host, char *out, size_t capacity);

/* ---- Keys of web archives ----------------------------------------------------------------------- */

/* The steps of the Internet Archive's canonicalizers, and the form of the result. Combine steps freely;
 * URIEL_SURT_CDX is what the indexes of the Wayback Machine and pywb have. */
enum uriel_surt_option {
  /* The form. Without REVERSE: "http://archive.org/" */
  URIEL_SURT_REVERSE = 0x1,      /* "org,archive)/" */
  URIEL_SURT_SCHEME = 0x2,       /* "http://(org,archive)/" */
  URIEL_SURT_COMMA = 0x4,        /* "org,archive,)/" (trailing_comma) */
  URIEL_SURT_KEEP_ADDRESS = 0x8, /* "1.2.3.4)/", not "4,3,2,1)/" (reverse_ipaddr=False) */
  URIEL_SURT_SITE = 0x10,        /* the site in place of the host, if it has one (public_suffix) */
  /* GoogleURLCanonicalizer: "%XX" decoded until none is left, and encoded once; IDNs as "xn--"; the
   * spellings of IPv4; dot segments, empty segments and the fragment removed. */
  URIEL_SURT_GOOGLE = 0x20,
  /* IAURLCanonicalizer */
  URIEL_SURT_HOST_LOWER = 0x40,
  URIEL_SURT_HOST_MASSAGE = 0x80,  /* "www.", "www2." removed */
  URIEL_SURT_PORT_DEFAULT = 0x100, /* ":80" of http and ":443" of https removed */
  URIEL_SURT_PATH_LOWER = 0x200,
  URIEL_SURT_PATH_SESSION = 0x400, /* session identifiers in paths of .aspx removed */
  URIEL_SURT_PATH_EMPTY = 0x800,   /* the path "/" removed */
  URIEL_SURT_PATH_SLASH = 0x1000,  /* "/" at the end removed, except from "/" */
  URIEL_SURT_QUERY_LOWER = 0x2000,
  URIEL_SURT_QUERY_SESSION = 0x4000, /* jsessionid, phpsessid, sid, aspsessionid*, cfid and cftoken */
  URIEL_SURT_QUERY_SORT = 0x8000,
  URIEL_SURT_QUERY_EMPTY = 0x10000, /* an empty query removed */
  /* Not in that package. With GOOGLE: "%26", "%3D", "%2B" and "%3B" stay in a query. By default they are
   * decoded, and "?a=b%26c" has the key of "?a=b&c". */
  URIEL_SURT_QUERY_DELIMITERS = 0x20000,
  /* Sets of them */
  /* IAURLCanonicalizer's defaults */
  URIEL_SURT_IA = URIEL_SURT_HOST_LOWER | URIEL_SURT_HOST_MASSAGE | URIEL_SURT_PORT_DEFAULT |
                  URIEL_SURT_PATH_LOWER | URIEL_SURT_PATH_SESSION | URIEL_SURT_PATH_SLASH |
                  URIEL_SURT_QUERY_LOWER | URIEL_SURT_QUERY_SESSION | URIEL_SURT_QUERY_SORT |
                  URIEL_SURT_QUERY_EMPTY,
  URIEL_SURT_URL = URIEL_SURT_SCHEME | URIEL_SURT_GOOGLE | URIEL_SURT_IA, /* the canonical URL */
  URIEL_SURT_CDX = URIEL_SURT_REVERSE | URIEL_SURT_GOOGLE | URIEL_SURT_IA /* surt.surt(url) */
};

/* Writes the key of a URL as version 0.3.1 of the package "surt" does: "org,archive)/goo?a&b". `text` is
 * any text, as people have it: spaces around it and line breaks and tabs in it are removed, "http://" is
 * added if it has no scheme. The empty text is "-"; "filedesc:..." is not changed, nor the host of
 * "dns:..."; user information is dropped, and so are the brackets of an IPv6 address. Fails with
 * PORT_NOT_DIGITS, PORT_TOO_LARGE, and TOO_LONG above 2^28 bytes.
 *
 * `out` also serves as scratch: `capacity` must be at least uriel_surt_bound(len), or the function fails
 * with BUFFER_TOO_SMALL. `list` is for SITE; NULL: the list that is built in. O(n); with QUERY_SORT,
 * O(n log n). */
URIEL_API size_t uriel_surt(const char *text, size_t len, unsigned options,
                            const uriel_suffix_list *list, char *out, size_t capacity,
                            uriel_error *error);

/* Returns the capacity that uriel_surt, uriel_surt_first and uriel_surt_end need, about 14 bytes for
 * each of the text. O(1). */
URIEL_API size_t uriel_surt_bound(size_t len);

/* Writes a key with its host in order again: "com,example)/a" as "example.com/a"; other texts as they
 * are. At most `len` bytes. */
URIEL_API size_t uriel_surt_undo(const char *key, size_t len, char *out, size_t capacity);

/* The keys that are looked up in an index of sorted ones. */
typedef enum uriel_surt_scope {
  URIEL_SURT_EXACT = 0,
  URIEL_SURT_PREFIX =
      1, /* all keys that begin with this one; a "/" or "?" at the end of the text counts */
  URIEL_SURT_HOST = 2,  /* all of the host, with any port */
  URIEL_SURT_DOMAIN = 3 /* and of names in it */
} uriel_surt_scope;

/* Write where the range of a text begins and ends, as pywb computes it from URIEL_SURT_CDX: the first
 * key that is in it, and one that is after its last key. They need and fail as uriel_surt does, and with
 * ARGUMENT if `scope` is not an enumerator. */
URIEL_API size_t uriel_surt_first(const char *text, size_t len, uriel_surt_scope scope, char *out,
                                  size_t capacity, uriel_error *error);
URIEL_API size_t uriel_surt_end(const char *text, size_t len, uriel_surt_scope scope, char *out,
                                size_t capacity, uriel_error *error);

#endif
