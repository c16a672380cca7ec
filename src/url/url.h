/* SPDX-License-Identifier: MIT */
/* The URL standard's record, and the parts of its parser and serialiser.
 *
 * The record holds no text of its own: a component is a piece of serialised text, which is copied, or a
 * piece of input, which is encoded when the record is written. So the parser needs no buffer, its
 * failures are known before anything is written, and the result can be measured. */
#ifndef URIEL_URL_URL_H
#define URIEL_URL_URL_H

#include "text/text.h"
#include "uri/error.h"
#include "uriel_idna.h"
#include "uriel_url.h"

/* ---- Sets of bytes (1.3, 3.2, 4.3) --------------------------------------------------------------- */

/* The percent-encode sets, which all have the bytes above 0x7F, and other sets. */
enum url_class {
  URL_C0 = 0x0001,
  URL_FRAGMENT = 0x0002,
  URL_QUERY = 0x0004,
  URL_SPECIAL_QUERY = 0x0008,
  URL_PATH = 0x0010,
  URL_SPECIAL_PATH = 0x0020, /* and "\", which is written as "/" */
  URL_USERINFO = 0x0040,
  URL_COMPONENT = 0x0080,
  URL_FORM = 0x0100,
  URL_NOT_HOST = 0x0200,   /* forbidden host code points */
  URL_NOT_DOMAIN = 0x0400, /* forbidden domain code points */
  URL_UNIT = 0x0800,       /* URL code points of ASCII, and "%" */
  URL_TAB = 0x1000,        /* ASCII tab or newline */
  URL_END = 0x2000,        /* "/", "?", "#": ends an authority */
  URL_SPECIAL_END = 0x4000 /* and "\" */
};

/* With a percent-encode set: tabs and newlines are encoded, not dropped. */
enum { URL_KEEP_TABS = 0x10000 };

extern const uint16_t uriel_url_bytes[256];

static inline bool url_byte_is(char byte, unsigned classes)
{
  return (uriel_url_bytes[(unsigned char)byte] & classes) != 0;
}

/* ---- The record (4.1) ---------------------------------------------------------------------------- */

/* "Is special" is true for all but the first. */
typedef enum url_special {
  URL_NOT_SPECIAL,
  URL_FTP,
  URL_FILE,
  URL_HTTP,
  URL_HTTPS,
  URL_WS,
  URL_WSS
} url_special;

/* Undefined text is null. */
typedef struct url_part {
  uriel_text text;
  unsigned set; /* of the bytes of input to encode; 0: the text is already serialised */
} url_part;

typedef enum url_host_form {
  URL_HOST_NULL,
  URL_HOST_SERIALIZED, /* also the empty host */
  URL_HOST_DOMAIN,     /* ASCII, written in lower case */
  URL_HOST_OPAQUE,     /* input to encode */
  URL_HOST_IPV4,
  URL_HOST_IPV6
} url_host_form;

typedef struct url_host {
  url_host_form form;
  uriel_host_kind kind;
  uriel_text text;    /* empty for an address */
  uint16_t pieces[8]; /* an IPv4 address is the first two */
} url_host;

/* A path is the drive letter, the head and the tail. The tail can lead out of the head by "..", but not
 * out of the drive. */
typedef struct url_path {
  bool opaque;
  bool space;      /* opaque: "%20" follows the tail */
  char drive;      /* the letter of the segment "X:", or 0 */
  uriel_text head; /* serialised segments: "/a/b", or an opaque path */
  uriel_text tail; /* input: segments without the first slash, or an opaque path; undefined if none */
} url_path;

/* The longest domain, in bytes, that is not US-ASCII or has "%", a tab or a newline. */
enum { URL_DOMAIN_MAX = 2048 };

/* The flags of domain to ASCII (3.3), not strict and strict. */
enum {
  URL_IDNA = URIEL_IDNA_CHECK_BIDI | URIEL_IDNA_CHECK_JOINERS,
  URL_IDNA_STRICT =
      URL_IDNA | URIEL_IDNA_CHECK_HYPHENS | URIEL_IDNA_USE_STD3 | URIEL_IDNA_VERIFY_DNS_LENGTH
};

typedef struct url_record {
  uriel_text scheme; /* input or serialised, written in lower case */
  url_special special;
  url_part username, password; /* undefined or not empty */
  url_host host;
  int32_t port; /* -1: null */
  url_path path;
  url_part query, fragment;
  uriel_url_encoder *encoder; /* for a query of input; NULL: UTF-8 */
  void *encoder_context;
  char domain[URL_DOMAIN_MAX]; /* what the host's text may point to */
} url_record;

url_special uriel_url_special_of(uriel_text scheme);

/* The same for a scheme in lower case without tabs and newlines. */
static inline url_special url_special_exact(const char *name, size_t len)
{
  switch (len) {
  case 2:
    return memcmp(name, "ws", 2) == 0 ? URL_WS : URL_NOT_SPECIAL;
  case 3:
    return memcmp(name, "ftp", 3) == 0   ? URL_FTP
           : memcmp(name, "wss", 3) == 0 ? URL_WSS
                                         : URL_NOT_SPECIAL;
  case 4:
    return memcmp(name, "http", 4) == 0   ? URL_HTTP
           : memcmp(name, "file", 4) == 0 ? URL_FILE
                                          : URL_NOT_SPECIAL;
  case 5:
    return memcmp(name, "https", 5) == 0 ? URL_HTTPS : URL_NOT_SPECIAL;
  default:
    return URL_NOT_SPECIAL;
  }
}

/* Returns the default port, or -1. */
int32_t uriel_url_default_port(url_special special);

/* Returns whether a serialised URL has an opaque path. */
static inline bool url_is_opaque(const uriel_ref *ref)
{
  return ref->host_begin == 0 && (ref->path_begin == ref->path_end || ref->text[ref->path_begin] != '/');
}

/* Fills a record with the components of a serialised URL. */
void uriel_url_record_of(url_record *url, const uriel_ref *ref);

static inline bool url_has_credentials(const url_record *url)
{
  return view_defined(url->username.text) || view_defined(url->password.text);
}

/* ---- Parsing (4.4) ------------------------------------------------------------------------------- */

/* Converts a domain, percent-decoded and without tabs, to ASCII: keeps it, or writes it to `out`, of
 * URL_DOMAIN_MAX bytes. Returns false for failure. */
typedef bool url_to_ascii(uriel_text *domain, char *out);

/* The input and the place in it. `at` is never at a tab or newline: these are skipped everywhere. */
typedef struct url_parser {
  url_record *url;
  const uriel_ref *base; /* or NULL */
  const char *at, *end;
  const char *text;           /* the whole input, for the places of errors */
  uriel_url_options *options; /* gets the validation errors; NULL: none are reported */
  uriel_component component;  /* the component being read, and its place */
  uriel_text place;
  bool verdict; /* only success or failure is asked for: nothing after the host and the port can fail */
  url_to_ascii *to_ascii; /* not the standard's; NULL: the standard's */
} url_parser;

enum { URL_EOF = -1 };

/* The standard's c. */
static inline int url_c(const url_parser *p)
{
  return p->at < p->end ? (unsigned char)*p->at : URL_EOF;
}

/* Moves to `at`, and past tabs and newlines there. */
static inline void url_go(url_parser *p, const char *at)
{
  while (at < p->end && url_byte_is(*at, URL_TAB))
    at++;
  p->at = at;
}

static inline void url_next(url_parser *p)
{
  url_go(p, p->at + 1);
}

/* Returns the first byte of the classes in [at, end), or `end`. */
static inline const char *url_find(const char *at, const char *end, unsigned classes)
{
  while (at < end && !url_byte_is(*at, classes))
    at++;
  return at;
}

/* Returns the text without tabs and newlines at both ends. */
uriel_text uriel_url_trim(const char *at, const char *end);

/* Removes leading and trailing controls and spaces from the input. */
void uriel_url_strip(url_parser *p);

/* The basic URL parser without a state override: fills the record from the input at p->at, leading and
 * trailing controls included. Returns false for failure. */
bool uriel_url_parse_record(url_parser *p);

/* Returns the ":" after a scheme at p->at; NULL without a scheme. */
const char *uriel_url_scheme_end(const url_parser *p);

/* Returns the ":" that ends the host in [at, end), or `end`. */
const char *uriel_url_host_end(const char *at, const char *end);

/* The host parser, for the record's scheme. `input` is not empty for a special one. */
bool uriel_url_parse_host(url_parser *p, uriel_text input);

/* The end of the file host state: an empty host and "localhost" are the empty host. */
bool uriel_url_parse_file_host(url_parser *p, uriel_text input);

/* Reads the port in [at, end) into the record. */
bool uriel_url_parse_port(url_parser *p, const char *at, const char *end);

/* Reports the error and returns false. */
bool uriel_url_fail(const url_parser *p, uriel_error_code code, const char *at);

/* The checker and the parsers of addresses. The domain is ASCII and not empty; an IPv6 address has no
 * brackets. */
bool uriel_url_ends_in_number(uriel_text domain);
bool uriel_url_parse_ipv4(url_parser *p, uriel_text domain);
bool uriel_url_parse_ipv6(url_parser *p, uriel_text input);

/* ---- Paths (path.c) ------------------------------------------------------------------------------ */

/* A single-dot or double-dot URL path segment, or another. */
typedef enum url_dots { URL_PLAIN, URL_DOT, URL_DOT_DOT } url_dots;
url_dots uriel_url_dots_of(uriel_text segment);

/* Takes the first segment from the rest of a path, which is undefined after the last. */
uriel_text uriel_url_take_segment(uriel_text *rest, url_special special);

/* Returns whether the text is a Windows drive letter, and the letter. */
bool uriel_url_is_drive(uriel_text text, char *letter);

/* Returns whether [at, end) starts with a Windows drive letter. */
bool uriel_url_starts_with_drive(const char *at, const char *end);

/* Returns the letter if the first segment of a serialised path is a normalised Windows drive letter;
 * otherwise 0. */
char uriel_url_path_drive(uriel_text path);

/* Returns the path without its last segment, for a file URL with its drive letter. */
uriel_text uriel_url_shorten(uriel_text path, url_special special);

/* Finds the drive letter that the tail makes the first segment. Call it after setting head and tail. */
void uriel_url_path_settle(url_record *url);

/* ---- Validation errors (report.c) ---------------------------------------------------------------- */

void uriel_url_report(const url_parser *p, uriel_error_code code, const char *at);

/* Adds the cause to the error that was reported last. */
void uriel_url_report_cause(const url_parser *p, uriel_error_code cause);

/* Sets the component to which further errors belong. */
void uriel_url_place(url_parser *p, uriel_component component, const char *begin, const char *end);

/* Returns whether "%" and two hexadecimal digits are in the text. */
bool uriel_url_has_encoded_byte(uriel_text text);

/* Report each byte of the text that is not a URL unit; with `backslashes`, also "\" for "/". */
void uriel_url_report_units(const url_parser *p, uriel_text text, bool backslashes);
void uriel_url_report_opaque_host(const url_parser *p, uriel_text text);

/* ---- Serialising (4.5) --------------------------------------------------------------------------- */

/* Output that writes nothing as long as it equals `same`. */
typedef struct url_sink {
  writer w;
  uriel_text same; /* undefined after the first difference, */
  size_t parted;   /* which is here */
} url_sink;

url_sink uriel_url_sink(uriel_text same, char *out, size_t capacity);
void uriel_url_put(url_sink *s, const char *bytes, size_t n);

/* The output differs from `same` from here on. */
void uriel_url_differ(url_sink *s);

/* Percent-encodes the bytes of the set, and drops tabs and newlines. */
void uriel_url_put_encoded(url_sink *s, uriel_text text, unsigned set);

/* Writes ASCII text in lower case. */
void uriel_url_put_lower(url_sink *s, uriel_text text);

/* Writes the path, with "/." before it if it would read as a host. Returns the length of "/.". */
size_t uriel_url_put_path(url_sink *s, const url_record *url);

/* Writes the host; a tuple origin (4.7). */
void uriel_url_put_host(url_sink *s, const url_record *url);
void uriel_url_put_origin(url_sink *s, const url_record *url);

/* Writes the record. `ref` gets everything except its text. Returns false if it is too long. */
bool uriel_url_put_record(url_sink *s, const url_record *url, uriel_ref *ref);

/* uriel_encode_as for URIEL_SPEC_WHATWG. */
size_t uriel_url_encode(uriel_encode_for where, uriel_text text, unsigned options, char *out,
                        size_t capacity, uriel_error *error);

/* uriel_url_set for an attribute except HREF; `took`: the value was not ignored. */
size_t uriel_url_change(uriel_ref *ref, const uriel_ref *url, uriel_url_attribute attribute,
                        uriel_text value, bool *took, char *out, size_t capacity);

/* Sets the hints: whether there is a "%", and an upper-case letter in the host. */
void uriel_url_hint(uriel_ref *ref);

/* uriel_parse_as for URIEL_SPEC_WHATWG. */
bool uriel_url_parse_serialized(uriel_ref *ref, unsigned options, const char *text, size_t len,
                                uriel_error *error);

#endif
