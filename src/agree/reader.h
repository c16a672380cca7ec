/* SPDX-License-Identifier: MIT */
/* What the readers share. A reader is one function; its file begins with the version that it models and
 * the rules of its program, like a table, and names the known differences. */
#ifndef URIEL_AGREE_READER_H
#define URIEL_AGREE_READER_H

#include "text/text.h"
#include "uriel_agree.h"
#include "uriel_idna.h"
#include "url/url.h"

/* RARE makes a function small rather than fast: few texts need it. */
#if defined(__GNUC__)
#define RARE __attribute__((cold))
#else
#define RARE
#endif

/* Readers that convert domains to US-ASCII refuse longer ones. uriel_idna_bound is 60 bytes a byte. */
enum { READER_DOMAIN_MAX = 2048, READER_DOMAIN_GROWTH = 60 };

/* A canonical scheme, host and port have at most this many bytes more than the text in which readers see
 * one place: a number can become an IPv4 address. */
enum { GUARD_GROWTH = 32 };

/* The most bytes of a URL under the default policy. */
enum { GUARD_LENGTH = 8000 };

/* uriel_agree_bound(0, len) and uriel_guard_bound(len) are at most EACH * len + MORE. */
enum {
  AGREE_EACH = 4 * 4,
  AGREE_MORE = 6 * READER_DOMAIN_GROWTH * READER_DOMAIN_MAX,
  GUARD_EACH = AGREE_EACH + 24,
  GUARD_MORE = AGREE_MORE + AGREE_EACH * GUARD_GROWTH + 65
};

/* The versions of Unicode of Python 3.11, Java 17 and the tables of this library, times 10. */
enum { READER_PYTHON_UNICODE = 140, READER_JAVA_UNICODE = 130, READER_UNICODE = 180 };

static inline size_t reader_bound(size_t len)
{
  const size_t domain = len < READER_DOMAIN_MAX ? len : READER_DOMAIN_MAX;
  return size_bound(size_times(len, 4), READER_DOMAIN_GROWTH * domain);
}

/* Free memory of a reading: uriel_reader_bound bytes, which no reader exceeds. */
typedef struct reader_memory {
  char *at;
} reader_memory;

/* ---- Parts of texts (readers.c) ----------------------------------------------------------------- */

/* Returns a scheme and moves `rest` past its colon: letters, digits, "+", "-" and "." after a letter. */
uriel_text uriel_reader_scheme(uriel_text *rest);

/* Returns the number of a text of digits, at most INT32_MAX; -1 if it is empty or has other bytes. */
int32_t uriel_reader_port(uriel_text digits);

/* Returns the first byte that is neither of these classes nor of a well-formed "%XX", or `end`. */
const char *uriel_reader_past(const char *at, const char *end, unsigned classes);

/* Returns whether the text has only bytes of these classes and well-formed "%XX". */
bool uriel_reader_consists(uriel_text text, unsigned classes);

/* Returns the last `byte` of the text, or NULL. */
const char *uriel_reader_last(uriel_text text, char byte);

/* Returns whether the text is four decimal numbers of at most `most` digits with dots between. */
bool uriel_reader_is_dotted(uriel_text text, size_t most);

/* Returns the text with letters of US-ASCII in lower case: a copy, if it has upper-case letters. */
uriel_text uriel_reader_lower(reader_memory *memory, uriel_text text);

/* Returns the text with "%XX" decoded and letters of US-ASCII in lower case. */
uriel_text uriel_reader_decode(reader_memory *memory, uriel_text text);

/* Moves past a character and returns it: 0 at the end, and U+FFFD for a malformed byte. */
uint32_t uriel_reader_next(const char **at, const char *end);

/* Returns the first byte that is not a visible character of US-ASCII, from 0x21 to 0x7E, or `end`. */
const char *uriel_reader_visible(const char *at, const char *end);

/* Copies the bytes from `at` to `end`, and returns `end`. */
static inline const char *reader_copy(writer *w, const char *at, const char *end)
{
  write_view(w, view_of(at, end));
  return end;
}

static inline bool reader_is_ascii(uriel_text text)
{
  const char *at = text.ptr, *const end = view_end(text);
  while (at < end && (unsigned char)*at < 0x80)
    at++;
  return at == end;
}

/* Returns whether a domain is US-ASCII without "--", and so without "xn--" labels. */
static inline bool reader_is_ascii_domain(uriel_text domain)
{
  const char *at = domain.ptr, *const end = view_end(domain);
  while (at < end && (unsigned char)*at < 0x80 && !(*at == '-' && at + 1 < end && at[1] == '-'))
    at++;
  return at == end;
}

/* Writes an IPv6 address with its zeros compressed (RFC 5952, 4), and with `dotted` with the IPv4
 * address at its end if the text has one there. Returns false if the text is not an address. */
RARE bool uriel_reader_write_ipv6(writer *w, uriel_text text, bool dotted);

/* ---- Readings ----------------------------------------------------------------------------------- */

/* Sets scheme and host as a reading has them: in lower case, the host without brackets, and undefined if
 * it is empty. */
void uriel_reader_set(uriel_reading *reading, reader_memory *memory, uriel_text scheme, uriel_text host);

/* Sets scheme, host and port as a parsed reference has them, with the default ports of the URL standard
 * (documents.c). */
void uriel_reader_fill(uriel_reading *reading, const uriel_ref *ref, char *out);

/* Fills a reading as the URL standard does, except that `to_ascii` converts domains, if it
 * is not NULL (whatwg.c). */
void uriel_reader_url(uriel_reading *reading, uriel_text text, url_to_ascii *to_ascii, char *out);

/* Converts a domain, or keeps one of US-ASCII without "--", under these options of uriel_idna.h. Unlike
 * the URL standard's conversion, it checks "xn--" labels of US-ASCII, too (whatwg.c). */
bool uriel_reader_to_ascii(uriel_text *domain, unsigned options, char *out);

/* Returns whether the characters of a domain, and of its "xn--" labels decoded, are in this version of
 * Unicode (whatwg.c). */
RARE bool uriel_reader_knows(uriel_text domain, unsigned version);

/* The conversion of Node.js 20, which allows every byte of US-ASCII (node.c). */
url_to_ascii uriel_reader_node_to_ascii;

/* The most characters of a URL of httpx. */
enum { READER_TEXT_MAX = 65536 };

/* Returns the last label of the host, if every present reader that accepts the text sees the scheme,
 * host and port of RFC 3986: "http" or "https", a name of at most 63 bytes, as a label may have, a port
 * from 1 to 65535 or none, no user information; whatever follows the authority; else undefined. All
 * readers accept such a text of at most READER_TEXT_MAX bytes that RFC 3986 accepts (plain.c). Takes
 * constant time, except for the digits of a port. */
uriel_text uriel_reader_plain(const char *text, size_t len);

/* The present readers. */
extern const uriel_reader *const uriel_present_first;
extern const size_t uriel_present_count;

/* ---- Versions of Unicode, times 10: 151 is 15.1 (unicode.c) ------------------------------------- */

/* Returns the version that assigned a code point; 0 if Unicode 18 does not. O(log n) of the ranges. */
unsigned uriel_reader_age(uint32_t code);

/* Returns whether this version assigns the code point. */
static inline bool reader_assigned(uint32_t code, unsigned version)
{
  const unsigned age = code < 0x80 ? 11 : uriel_reader_age(code);
  return age > 0 && age <= version;
}

/* Returns whether UTS #46 of this version, before 16, allows a code point that Unicode 18 allows. */
bool uriel_reader_allows_early(uint32_t code, unsigned version);

/* Writes a domain for the mapping of UTS #46 of this version, before 16, which maps U+1E9E to "ss" even
 * where U+00DF stays. Returns false if it has a code point that is not allowed, or is not UTF-8. */
RARE bool uriel_reader_write_early(writer *w, uriel_text domain, unsigned version);

/* Returns whether IDNA 2008 allows a code point outside US-ASCII that UTS #46 does not map: it is
 * PVALID, CONTEXTJ or CONTEXTO (RFC 5892) in Unicode 18. O(log n) of the ranges. */
bool uriel_reader_allows_2008(uint32_t code);

/* Returns the value of a decimal digit (General_Category Nd) of Unicode 14, or -1. */
int uriel_reader_digit(uint32_t code);

/* Returns whether the General_Category is Zs, Zl or Zp. */
bool uriel_reader_is_space(uint32_t code);

/* ---- Names -------------------------------------------------------------------------------------- */

/* Returns the simple lower case of a code point in this version, or the code point (lower.c). O(log n)
 * of the ranges. */
uint32_t uriel_reader_lower_code(uint32_t code, unsigned version);

/* Writes the text in lower case by SpecialCasing.txt of this version, at most 1.5 times the bytes:
 * U+03A3 may become U+03C2, and U+0130 becomes "i" and U+0307. Malformed UTF-8 stays (lower.c). O(n). */
void uriel_reader_write_lower(writer *w, uriel_text text, unsigned version);

/* Returns the domain name, which has no NUL, as libidn2 2.3.3 writes it for a lookup under IDNA 2008,
 * else under transitional UTS #46; undefined if both fail (idn2.c). */
RARE uriel_text uriel_reader_idn2(reader_memory *memory, uriel_text name);

/* Converts a domain name, valid UTF-8 without NUL, to US-ASCII as GLib 2.74.6 does. Returns false if
 * GLib refuses it (nameprep.c). */
RARE bool uriel_reader_nameprep(reader_memory *memory, uriel_text *name);

/* Returns whether the Python package idna decodes a label of US-ASCII in lower case by IDNA 2008 (RFC
 * 5891), without code points that this version does not assign (idna2008.c): as idna 3.20 does, or with
 * `early` as 3.3, whose A-label need not be the Punycode of its U-label. */
RARE bool uriel_reader_is_idna(uriel_text label, unsigned version, bool early);

/* Writes a label in lower case as the package encodes it. Returns false if it refuses the label. */
RARE bool uriel_reader_write_idna(writer *w, uriel_text label, unsigned version, bool early);

/* Returns a name in lower case as the package's idna.encode 3.20 writes it; undefined if it refuses the
 * name. */
RARE uriel_text uriel_reader_idna(reader_memory *memory, uriel_text name, unsigned version);

/* Returns a name as Python's codec "idna" writes it, under IDNA 2003; undefined if it refuses the name,
 * which is UTF-8 without code points that nameprep removes (nameprep.c). */
RARE uriel_text uriel_reader_idna_2003(reader_memory *memory, uriel_text name);

/* Returns the text, which is UTF-8, in form KC of Unicode 15 (nameprep.c). */
RARE uriel_text uriel_reader_form_kc(reader_memory *memory, uriel_text text);

/* ---- Labels (label.c) --------------------------------------------------------------------------- */

/* A label of a domain. `count` can exceed the array. */
typedef struct reader_label {
  uint32_t codes[URIEL_IDNA_LABEL_MAX];
  size_t count;
} reader_label;

enum { READER_PREFIX = 4 };

/* Returns whether a label begins with "xn--". */
static inline bool reader_label_is_ace(const reader_label *label)
{
  return label->count >= READER_PREFIX && label->codes[0] == 'x' && label->codes[1] == 'n' &&
         label->codes[2] == '-' && label->codes[3] == '-';
}

bool uriel_reader_label_is_ascii(const reader_label *label);

/* An nfc_sink: adds a code point to `context`, a reader_label. */
void uriel_reader_collect(void *context, uint32_t code, const char *origin);

/* Converts a label to NFC of this version of Unicode, in which newer code points stay. */
RARE void uriel_reader_normalize(reader_label *normal, const reader_label *label, unsigned version);

RARE bool uriel_reader_is_normal(const reader_label *label, unsigned version);

/* Decodes a label that begins with "xn--"; ignores a "-" that follows nothing. Returns whether it is
 * Punycode. */
RARE bool uriel_reader_decode_label(reader_label *decoded, const reader_label *label);

/* Writes a label, in Punycode if it is not US-ASCII. */
RARE void uriel_reader_write_label(writer *w, const reader_label *label);

/* ---- Python ------------------------------------------------------------------------------------- */

/* The following functions are in python.c. Copies the text as urlsplit cleans it. A tab stays between
 * bytes that would be a character without it. */
uriel_text uriel_reader_python_clean(reader_memory *memory, const char *at, const char *end);

/* Returns whether NFKC makes one of these delimiters of a character outside US-ASCII: the mapping of UTS
 * #46 makes the same ones. */
bool uriel_reader_makes(uriel_text authority, const char *delimiters);

/* Returns whether ipaddress.IPv6Address accepts the text: an IPv6 address, perhaps with a zone. */
bool uriel_reader_is_ipv6(uriel_text text);

/* Returns whether urlsplit accepts the text in brackets. */
bool uriel_reader_is_literal(uriel_text host);

/* Reads a number as int() does: with white space, a sign, digits of any script and "_" between these.
 * Returns false if int() refuses it, or it exceeds 64 bits. */
RARE bool uriel_reader_python_int(uriel_text text, int64_t *number);

/* Returns whether str.isspace is true. */
static inline bool reader_is_python_space(uint32_t code)
{
  return (code >= '\t' && code <= '\r') || (code >= 0x1C && code <= 0x1F) || code == 0x85 ||
         uriel_reader_is_space(code);
}

/* What parse_url of urllib3 reads. A host of http or https is in the memory that parse_url wrote. */
typedef struct reader_urllib3 {
  uriel_text scheme, user, host;
  int32_t port; /* -1 if undefined */
} reader_urllib3;

/* Fills `url` as urllib3 2.8 reads the text, or with `early` as 1.26 does, and returns whether it
 * accepts the text (urllib3.c). */
bool uriel_reader_urllib3(reader_urllib3 *url, reader_memory *memory, uriel_text text, bool early);

/* ---- Java (java.c) ------------------------------------------------------------------------------ */

/* Decodes the character at `at` and returns its size. Malformed sequences are U+FFFD, as many as Java's
 * decoder makes: one for a surrogate. */
size_t uriel_reader_java_next(uint32_t *code, const char *at, const char *end);

/* Returns the text as Java decodes it, in UTF-8, with letters of US-ASCII in lower case. */
RARE uriel_text uriel_reader_java_text(reader_memory *memory, uriel_text text);

/* Reads a number as Integer.parseInt does; an empty text leaves the port. Returns false if it does not
 * accept the text, or below -1. */
RARE bool uriel_reader_java_port(uriel_text text, int32_t *port);

/* ---- The readers -------------------------------------------------------------------------------- */

uriel_reader_function uriel_read_url_1993, uriel_read_url_1994, uriel_read_url_1997, uriel_read_uri_2003,
    uriel_read_appendix_b, uriel_read_iri, uriel_read_rfc3986, uriel_read_whatwg, uriel_read_node,
    uriel_read_whatwg_url, uriel_read_python_urllib, uriel_read_python_urllib3,
    uriel_read_python_urllib3_1, uriel_read_requests, uriel_read_requests_2_28, uriel_read_curl,
    uriel_read_wget, uriel_read_go, uriel_read_libxml2, uriel_read_glib;
RARE uriel_reader_function uriel_read_chromium, uriel_read_fast_uri, uriel_read_httpx, uriel_read_okhttp,
    uriel_read_java_uri, uriel_read_java_url, uriel_read_perl, uriel_read_ruby, uriel_read_rust_url,
    uriel_read_node_legacy, uriel_read_php, uriel_read_spring, uriel_read_yarl;

#endif
