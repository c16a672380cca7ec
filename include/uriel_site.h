/* SPDX-License-Identifier: MIT */
/* uriel: sites (Public Suffix List), addresses of hosts, SURT keys of archives. See uriel.h for
 * conventions.
 *
 *     uriel_ref ref;
 *     if (uriel_parse(&ref, "http://www.example.co.uk/", 25, NULL)) {
 *       uriel_text site = uriel_host_site(uriel_host(&ref), NULL, 0); // "example.co.uk"
 *     }
 *
 * Hosts are read as in a reference: letters of any case, "%XX" decoded, one full stop at the end
 * ignored. A label outside US-ASCII is the same as UTF-8, as percent-encoded UTF-8, and as "xn--"; its
 * characters are not mapped: use uriel_idna_to_ascii (uriel_idna.h) first for upper-case letters outside
 * US-ASCII, and for full stops such as U+3002. */
#ifndef URIEL_SITE_H
#define URIEL_SITE_H

#include "uriel.h"

/* ---- Public suffixes (publicsuffix.org/list) ---------------------------------------------------- */

/* A compiled list. Functions take NULL for the built-in list (uriel_suffix_list_date). Copied by
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
 * form) and 253 bytes in all, "*" only as the first label, "!" only first. Rules between "// ===BEGIN
 * PRIVATE DOMAINS===" and its "END" are private. `memory` is aligned as malloc aligns, and `size` is at
 * least uriel_suffix_list_bound(text, len), about 20 * len. Afterwards the list is its first
 * `list->size` bytes; the others are free. The same rules always compile to the same bytes. O(n log n);
 * the bound, O(n). */
URIEL_API bool uriel_suffix_list_compile(uriel_suffix_list *list, const char *text, size_t len,
                                         void *memory, size_t size, uriel_suffix_error *error);
URIEL_API size_t uriel_suffix_list_bound(const char *text, size_t len);

/* ---- Addresses ---------------------------------------------------------------------------------- */

/* An IP address. Addresses are equal if their bytes and families are. */
typedef struct uriel_address {
  uint8_t bytes[16]; /* in network order; of IPv4 the first four, the others are 0 */
  uint8_t family;    /* 4 or 6 */
} uriel_address;

/* Returns whether the host is an address in any spelling, and fills `address`: "127.0.0.1"; the forms of
 * inet_aton (RFC 3986, 7.4), as "0x7f.1" and "2130706433", and "127.0.0.1."; the same percent-encoded,
 * or in characters that UTS #46 maps to digits and full stops; "[::1]". An IPv4-mapped IPv6 address (RFC
 * 4291, 2.5.5.2), as "[::ffff:1.2.3.4]", is the IPv4 address, to which sockets connect; other addresses
 * that contain one are IPv6. Otherwise `address` is all zero. */
URIEL_API bool uriel_host_address(uriel_address *address, uriel_text host);

/* The same for the text of an address without brackets: "::1", or four decimal numbers without leading
 * zeros (RFC 4291, 2.2; RFC 3986, 3.2.2). */
URIEL_API bool uriel_address_parse(uriel_address *address, const char *text, size_t len);

/* Writes the address in its only canonical form, dotted-decimal or RFC 5952 without brackets: at most
 * URIEL_IPV6_MAX bytes. Writes nothing if the family is neither 4 nor 6. */
URIEL_API size_t uriel_address_print(const uriel_address *address, char *out, size_t capacity);

/* Returns whether the first `bits` bits of both are equal, and their families. O(1). */
URIEL_API bool uriel_address_in(const uriel_address *address, const uriel_address *net, unsigned bits);

/* A network: a prefix of addresses, or a kind of special-purpose network. The built-in ones are of the
 * IANA registries (RFC 6890), of RFC 4291, or addresses at which clouds give metadata and credentials to
 * their machines. */
typedef struct uriel_network {
  const char *name;      /* the kind: "private", "loopback", "metadata" ...; NULL for another prefix */
  const char *document;  /* what reserves it: "RFC 1918, 3"; or NULL */
  uriel_address address; /* the prefix; its family is 0 for all networks of a kind */
  uint8_t bits;          /* the length of the prefix */
  bool global;           /* routers forward to it beyond a domain (RFC 8190, 2.1) */
} uriel_network;

/* Returns whether the text is "10.0.0.0/8", "::ffff:10.0.0.0/104", "::1" (one address), the name of a
 * built-in network, or "global"; and fills `network`, which is otherwise all zero. Addresses are read by
 * uriel_address_parse, IPv6 also in brackets; "10/8" and bits after the prefix are errors (RFC
 * 4632, 3.1). O(len). */
URIEL_API bool uriel_network_parse(uriel_network *network, const char *text, size_t len);

/* Returns whether the address is in the network. A kind has the addresses whose narrowest built-in
 * network has its name; "global" those in none, or in one that is global. O(1). */
URIEL_API bool uriel_network_contains(const uriel_network *network, const uriel_address *address);

/* Returns the built-in networks and their number: by family, then address, then length of the prefix.
 * Some lie in others. O(1). */
URIEL_API const uriel_network *uriel_networks(size_t *count);

/* Returns the narrowest built-in network that contains the address, or NULL for an ordinary address.
 * IPv6 outside of 2000::/3 is "reserved" where nothing narrower is known (RFC 4291, 2.4). O(1). */
URIEL_API const uriel_network *uriel_address_network(const uriel_address *address);

/* Writes the IPv4 addresses in an IPv6 address, to which routers, tunnels or translators send its
 * packets, and returns their number: the address of 6to4 (RFC 3056, 2), NAT64 (64:ff9b::/96, RFC 6052,
 * 2.1) or an IPv4-compatible address (RFC 4291, 2.5.5.1; not "::" and "::1"); the server and the client
 * of Teredo (RFC 4380, 4); else the last 32 bits after ISATAP's 0000:5efe or 0200:5efe (RFC 5214, 6.1),
 * also after a 6to4 prefix. 0 for 64:ff9b:1::/48, whose translators choose the position (RFC 8215), and
 * for IPv4-mapped addresses, which uriel_address has as IPv4. O(1). */
URIEL_API size_t uriel_address_embedded(uriel_address out[2], const uriel_address *address);

/* ---- Keys of hosts ------------------------------------------------------------------------------ */

/* Writes the host with its labels in reverse order: "com.example.www". In lower case, unreserved
 * characters decoded, without a full stop at the end: at most host.len bytes. An address is written in
 * its canonical form, not reversed, with brackets if it is IPv6: at most URIEL_IPV6_MAX + 2 bytes.
 * Empty if the host is undefined or empty. */
URIEL_API size_t uriel_host_reverse(uriel_text host, char *out, size_t capacity);

/* ---- Keys of web archives ----------------------------------------------------------------------- */

/* The forms of a key that archives use. */
typedef enum uriel_surt_form {
  URIEL_SURT_CDX = 0,     /* "org,archive)/goo": in the indexes of the Wayback Machine and pywb */
  URIEL_SURT_URL = 1,     /* "http://archive.org/goo": the canonical URL */
  URIEL_SURT_SCHEME = 2,  /* "http://(org,archive)/goo" */
  URIEL_SURT_HERITRIX = 3 /* "http://(org,archive,www,)/goo": the host keeps its "www." */
} uriel_surt_form;

/* Writes the key of a URL as version 0.3.1 of the package "surt" does: "org,archive)/goo?a&b" for
 * "http://www.Archive.org:80/goo/?b&a#top". `text` can be any text: spaces around it and line breaks and
 * tabs in it are removed, "http://" is added if it has no scheme. The empty text is "-"; "filedesc:..."
 * is not changed, nor the host of "dns:..."; user information and the brackets of an IPv6 address are
 * dropped. Fails with PORT_NOT_DIGITS, PORT_TOO_LARGE, TOO_LONG above 2^28 bytes, and ARGUMENT if `form`
 * is not an enumerator.
 *
 * The steps come from the Internet Archive's canonicalizers. GoogleURLCanonicalizer: "%XX" decoded until
 * none is left, and encoded once; IDNs as "xn--"; the spellings of IPv4; dot segments, empty segments
 * and the fragment removed. IAURLCanonicalizer: lower case; "www.", "www2.", the default port, a "/" at
 * the end and an empty query removed; session identifiers removed from paths of .aspx and from queries
 * (jsessionid, phpsessid, sid, aspsessionid*, cfid and cftoken); parameters sorted.
 *
 * `out` also serves as scratch: `capacity` must be at least uriel_surt_bound(len), about 14 * len, or
 * the function fails with BUFFER_TOO_SMALL. O(n log n) for n parameters, else O(n). */
URIEL_API size_t uriel_surt(const char *text, size_t len, uriel_surt_form form, char *out,
                            size_t capacity, uriel_error *error);
URIEL_API size_t uriel_surt_bound(size_t len);

/* Writes "example.com/a" for the key "com,example)/a", or copies other texts: at most `len` bytes. */
URIEL_API size_t uriel_surt_undo(const char *key, size_t len, char *out, size_t capacity);

/* The keys that are looked up in an index of sorted ones. */
typedef enum uriel_surt_scope {
  URIEL_SURT_EXACT = 0,
  URIEL_SURT_PREFIX = 1, /* all keys that begin with this one; a "/" or "?" at the end is kept */
  URIEL_SURT_HOST = 2,   /* all of the host, with any port */
  URIEL_SURT_DOMAIN = 3  /* and of names in it */
} uriel_surt_scope;

/* Writes the limits of the keys that a text selects, as pywb computes them from URIEL_SURT_CDX: sets
 * `first` to the first of them, and `end` to a key after the last one. Both lie in `out`; returns their
 * length together. Needs and fails as uriel_surt does, and with ARGUMENT if `scope` is not an
 * enumerator; then both are undefined. */
URIEL_API size_t uriel_surt_range(uriel_text *first, uriel_text *end, const char *text, size_t len,
                                  uriel_surt_scope scope, char *out, size_t capacity,
                                  uriel_error *error);

#endif
