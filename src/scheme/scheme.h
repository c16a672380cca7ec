/* SPDX-License-Identifier: MIT */
/* The parts of each scheme's URIs. A scheme is a table with a row for each part, which reads, checks and
 * writes it, and functions for everything else: how a URI is split, and which parts exclude each other.
 */
#ifndef URIEL_SCHEME_SCHEME_H
#define URIEL_SCHEME_SCHEME_H

#include "scheme/planner.h"
#include "text/text.h"
#include "uriel_scheme.h"

/* ---- Parts ---------------------------------------------------------------------------------------- */

/* The parts of schemes that have no public struct: decoded, except lists and the texts marked so, as in
 * uriel_scheme.h. */

/* ftp (url-1994, FTP; RFC 1738, 3.2) and ftps. */
typedef struct scheme_ftp {
  uriel_login login;
  uriel_text directories; /* a list separated by "/": one CWD each; or undefined */
  uriel_text name;        /* of the file, or of the folder to list */
  uriel_text type;        /* "A", "E N", "I", "L 8"; "d" lists a folder; or undefined */
} scheme_ftp;

/* gopher (url-1994, Gopher; RFC 4266). */
typedef struct scheme_gopher {
  uriel_login login;
  uriel_text type;     /* one byte; the default is "1" */
  uriel_text selector; /* the default is empty */
  uriel_text search;
  uriel_text plus; /* the Gopher+ string: "+application/postscript Es_ES", "!+ABSTRACT", "?", ... */
} scheme_gopher;

/* mid and cid (RFC 2392): a message, a part of a message, a part of the same message. Without angle
 * brackets. */
typedef struct scheme_mid {
  uriel_text message; /* undefined in cid */
  uriel_text content;
} scheme_mid;

/* news (url-1994, News; RFC 5538, 4). */
typedef struct scheme_news {
  uriel_login login;  /* if the URI has a host; never under url-1994 */
  uriel_text group;   /* "comp.infosystems.www", or a pattern with "*"; empty: all groups */
  uriel_text article; /* a message identifier without angle brackets; this or `group` is undefined */
} scheme_news;

/* nntp (url-1994, NNTP: no host; RFC 5538, 3: with one). */
typedef struct scheme_nntp {
  uriel_login login;
  uriel_text group;
  uriel_text number; /* of an article in the group on that server */
} scheme_nntp;

/* telnet, rlogin, tn3270 (url-1994, "Telnet, rlogin, tn3270"; RFC 4248; RFC 6270). */
typedef struct scheme_telnet {
  uriel_text scheme; /* undefined in building: "telnet" */
  uriel_login login;
} scheme_telnet;

/* wais (url-1993 and url-1994, WAIS; RFC 4156): a database, a search in one, or a document. */
typedef struct scheme_wais {
  uriel_login login;
  uriel_text database;
  uriel_text search; /* "lynch" */
  uriel_text type;   /* of a document: "TEXT" */
  uriel_text length; /* of a document, in bytes: only url-1993 */
  uriel_text
      fields; /* of a document identifier: a list separated by ";" of NUMBER=VALUE without the last ";".
                 Under url-1993, and for other forms under RFC 4156: the identifier, not decoded */
} scheme_wais;

/* prospero (url-1993 and url-1994, Prospero; RFC 4157). */
typedef struct scheme_prospero {
  uriel_login login;
  uriel_text object;     /* the host-specific object name */
  uriel_text version;    /* url-1993 and url-1994: after "%00" */
  uriel_text attributes; /* a list separated by ";" of FIELD=VALUE; under url-1993 and url-1994, of
                            attributes separated by "%00" */
} scheme_prospero;

/* afs (url-1993, BNF syntax). */
typedef struct scheme_afs {
  uriel_text cell;
  uriel_text path; /* from the cell's root, decoded, with its leading "/" */
} scheme_afs;

/* whois (url-1993, WHOIS; the protocol is RFC 3912). */
typedef struct scheme_whois {
  uriel_login login;
  uriel_text query; /* a handle or a query */
} scheme_whois;

/* tag (RFC 4151). */
typedef struct scheme_tag {
  uriel_text authority;          /* a DNS name or a mail address */
  uriel_text date;               /* "2004", "2004-05", "2004-05-31" */
  uriel_text specific, fragment; /* not decoded: tags are compared so */
} scheme_tag;

/* ldap (RFC 4516); not ldaps, which no document defines. */
typedef struct scheme_ldap {
  uriel_login login;     /* only host and port */
  uriel_text dn;         /* the distinguished name */
  uriel_text attributes; /* a list separated by "," */
  uriel_text scope;      /* "base", "one", "sub"; undefined means "base" */
  uriel_text filter;     /* undefined means "(objectClass=*)" */
  uriel_text extensions; /* a list separated by "," of [!]NAME[=VALUE] */
} scheme_ldap;

enum { SCHEME_PARTS_MAX = 9 };

/* The parts of any scheme. `at` has them in the order of the rows of the scheme's table, which is the
 * order of the struct. */
typedef union scheme_parts {
  uriel_text at[SCHEME_PARTS_MAX];
  uriel_http http;
  scheme_ftp ftp;
  scheme_gopher gopher;
  uriel_mailto mailto;
  scheme_mid mid;
  scheme_news news;
  scheme_nntp nntp;
  scheme_telnet telnet;
  scheme_wais wais;
  scheme_prospero prospero;
  scheme_afs afs;
  scheme_whois whois;
  uriel_file file;
  uriel_data data;
  scheme_tag tag;
  scheme_ldap ldap;
  uriel_tel tel;
} scheme_parts;

/* The error of a text, or NONE, and the byte at fault, or the end of the text. */
typedef struct part_wrong {
  uriel_error_code code;
  const char *at;
} part_wrong;
typedef part_wrong part_form(uriel_text text);

static inline part_wrong part_is_wrong(uriel_error_code code, const char *at)
{
  const part_wrong wrong = {code, at};
  return wrong;
}

static inline part_wrong part_fits(void)
{
  return part_is_wrong(URIEL_ERROR_NONE, NULL);
}

/* The checks of a part, in this order. */
enum {
  PART_HIDDEN = 1,        /* the scheme does not have this member of the struct */
  PART_SERVER = 2,        /* the first row of a login whose host is needed */
  PART_BLANK = 4,         /* empty is the same as undefined */
  PART_NEEDED = 8,        /* undefined is PART_MISSING */
  PART_FILLED = 16,       /* empty is PART_EMPTY */
  PART_WRITTEN = 32,      /* not decoded, as all lists; in building, other bytes are PART_CHARACTER */
  PART_SEGMENT = 64,      /* a path segment: "/" is PART_CHARACTER in reading, "." and ".." PART_FORM in
                             building, where "/" is encoded */
  PART_LINE = 128,        /* a line of a protocol: CR, LF and NUL are PART_LINE_BREAK, encoded or not */
  PART_TABBED = 256,      /* a field of such a line: TAB, CR and LF */
  PART_DOTS = 512,        /* text of a path: segments "." and ".." in it are PART_FORM in building */
  PART_DOTS_FIRST = 1024, /* also the first one, which begins with the text */
  PART_DOTS_LAST = 2048,  /* also the last one, which ends with the text */
  PART_PATH = PART_DOTS | PART_DOTS_FIRST | PART_DOTS_LAST
};

typedef struct scheme_part {
  const char *name;   /* "selector", as in errors and in the tool */
  const char *before; /* written before the part in a URI */
  unsigned classes;   /* bytes that are not encoded; 0: the form checks them */
  const char *less, *more;
  unsigned checks;
  part_form *form;           /* the last check of a defined part, except for dots; or NULL */
  uriel_component component; /* of errors; 0: the path */
  char separator;            /* of a list; 0: not a list */
  bool pairs;                /* the items of the list are NAME=VALUE */
} scheme_part;

/* The four rows of a member `login`. `hidden` is PART_HIDDEN for schemes without user information. */
#define SCHEME_LOGIN(first, hidden)                                                                     \
  {.name = "user", .checks = (first) | (hidden)}, {.name = "password", .checks = (hidden)},             \
      {.name = "host", .component = URIEL_HOST},                                                        \
  {                                                                                                     \
    .name = "port"                                                                                      \
  }

typedef struct part_reader part_reader;
typedef struct part_builder part_builder;

typedef struct scheme {
  const char *names[5]; /* all schemes that share the struct, ended by NULL */
  const scheme_part *parts;
  size_t part_count; /* the size of the struct in texts */

  /* Splits the reference into parts, all of which are undefined before. */
  void (*read)(part_reader *r, scheme_parts *parts);
  /* Check and write the parts. NULL: one after the other. */
  void (*fit)(part_builder *b, const scheme_parts *parts);
  void (*write)(part_builder *b, const scheme_parts *parts);
} scheme;

/* Defines uriel_scheme_NAME; the names of its schemes come last. */
#define SCHEME_DEFINE(name, read, fit, write, ...)                                                      \
  const scheme uriel_scheme_##name = {                                                                  \
      {__VA_ARGS__}, name##_parts, sizeof name##_parts / sizeof *name##_parts, read, fit, write}

/* Defines uriel_NAME_parse and uriel_NAME_build for a public struct. */
#define SCHEME_FUNCTIONS(name)                                                                          \
  bool uriel_##name##_parse(uriel_##name *parts, const uriel_ref *ref, char *scratch, size_t capacity,  \
                            uriel_error *error)                                                         \
  {                                                                                                     \
    return uriel_scheme_read(&uriel_scheme_##name, parts, ref, scratch, capacity, error);               \
  }                                                                                                     \
  size_t uriel_##name##_build(const uriel_##name *parts, char *out, size_t capacity,                    \
                              uriel_error *error)                                                       \
  {                                                                                                     \
    return uriel_scheme_write(&uriel_scheme_##name, parts, out, capacity, error);                       \
  }

extern const scheme uriel_scheme_http, uriel_scheme_ftp, uriel_scheme_ftps, uriel_scheme_gopher,
    uriel_scheme_mailto, uriel_scheme_mid, uriel_scheme_cid, uriel_scheme_news, uriel_scheme_nntp,
    uriel_scheme_telnet, uriel_scheme_wais, uriel_scheme_prospero, uriel_scheme_afs, uriel_scheme_whois,
    uriel_scheme_file, uriel_scheme_data, uriel_scheme_tag, uriel_scheme_ldap, uriel_scheme_tel;

/* Returns the scheme of that name, in any case, or NULL if it has no table. */
const scheme *uriel_scheme_of(uriel_text name);

/* Returns the row of that name, or NULL. */
const scheme_part *uriel_scheme_part_of(const scheme *s, uriel_text name);

/* Writes an item of a list, encoded. */
void uriel_scheme_write_item(writer *w, const scheme_part *part, uriel_text item);

/* uriel_SCHEME_parse and uriel_SCHEME_build for the struct of any scheme. */
bool uriel_scheme_read(const scheme *s, void *parts, const uriel_ref *ref, char *scratch,
                       size_t capacity, uriel_error *error);
size_t uriel_scheme_write(const scheme *s, const void *parts, char *out, size_t capacity,
                          uriel_error *error);

/* ---- Texts ---------------------------------------------------------------------------------------- */

/* Returns the one of `names` that equals the text in any case, or NULL. */
const char *uriel_part_name_of(uriel_text text, const char *const *names);

/* Reports whether the text is `word`, given in lower case, in any case; encoded unreserved characters
 * are decoded (RFC 3986, 2.3). */
bool uriel_part_says(uriel_text written, const char *word);

/* Returns the first byte of `written` that, decoded, is one of `bytes`, or NUL if `nul`; otherwise the
 * end. */
const char *uriel_part_find(uriel_text written, const char *bytes, bool nul);

/* Returns the first byte of `written` that is neither in `set` nor part of "%XX", or the end. */
const char *uriel_part_outside(uriel_text written, encode_set set);

/* Reports whether the text is "." or "..", which normalisation removes (RFC 3986, 6.2.2.3). */
bool uriel_part_is_dots(uriel_text decoded);

/* The path after its first "/", and with `with_query` the query too, for schemes in which "?" is not a
 * delimiter. Undefined without path and query. */
uriel_text uriel_part_below(const uriel_ref *ref, bool with_query);

/* Writes `text` with each "%XX" decoded. Writes nothing if it is undefined. */
void uriel_write_decoded(writer *w, uriel_text text);

/* ---- Reading -------------------------------------------------------------------------------------- */

/* Reads `ref`. Keeps the first error and reads nothing after it. */
struct part_reader {
  const scheme *scheme;
  const scheme_parts *parts; /* that are being read */
  const uriel_ref *ref;
  char *at, *end; /* the unused part of the scratch buffer */
  uriel_error error;
  bool failed;
};

/* Begins to read. Fails with SCHEME_OTHER if the reference is of another scheme, and with
 * BUFFER_TOO_SMALL if the scratch buffer is smaller than the reference. */
part_reader uriel_part_read(const scheme *s, const scheme_parts *parts, const uriel_ref *ref,
                            char *scratch, size_t capacity);

/* Stores the error if `error` is not NULL. Returns whether reading succeeded. */
bool uriel_part_finish(const part_reader *r, uriel_error *error);

/* Fails at the byte `at` of `written`, which is text of the reference. Returns false. */
bool uriel_part_error(part_reader *r, uriel_error_code code, uriel_component component, const char *part,
                      uriel_text written, const char *at);

/* Decodes any bytes. Undefined stays undefined. */
uriel_text uriel_part_bytes(part_reader *r, uriel_text written);

/* Reads a part, which is one of `r->parts`, from text of the reference, as its row requires. */
void uriel_part_take(part_reader *r, uriel_text *part, uriel_text written);

/* Reads user, password, host and port of the authority as lines. A host name that would be an IP
 * literal once decoded is the error PART_FORM. */
uriel_login uriel_part_login(part_reader *r);

/* The same for schemes that need a server: a missing or empty host is an error. */
uriel_login uriel_part_server(part_reader *r);

/* Rejects a defined component that the scheme does not have: PART_NOT_ALLOWED. */
void uriel_part_refuse(part_reader *r, uriel_component component, const char *part);

/* ---- Building ------------------------------------------------------------------------------------- */

/* Writes a URI. Parts are checked before the first byte is written: a failure writes nothing. */
struct part_builder {
  const scheme *scheme;
  const scheme_parts *parts;
  writer w;
  uriel_error error;
  bool failed;
};

/* Returns the length, or URIEL_FAILED, also if the result is TOO_LONG for a reference. Stores the
 * error if `error` is not NULL. */
size_t uriel_build_finish(const part_builder *b, uriel_error *error);

/* Fails at the byte `at` of `text`, which may be undefined. Returns false. */
bool uriel_build_error(part_builder *b, uriel_error_code code, uriel_component component,
                       const char *part, uriel_text text, const char *at);

/* Fails at the byte `at` of a part, with the names of its row. Returns false. */
bool uriel_build_part_error(part_builder *b, uriel_error_code code, const uriel_text *part,
                            const char *at);

/* Checks a part, which is one of `b->parts`, as its row requires. Returns whether nothing failed so
 * far. */
bool uriel_build_fits(part_builder *b, const uriel_text *part);
void uriel_build_fit_all(part_builder *b);

/* Checks a login: lines, a password only with a user, brackets only around an IPvFuture address, a
 * port of digits up to 65535; for a server, the host is defined and not empty. */
bool uriel_build_login_fits(part_builder *b, const uriel_login *login);
bool uriel_build_server_fits(part_builder *b, const uriel_login *login);

/* Rejects a defined part that today's URIs do not have: PART_NOT_ALLOWED. Returns as above. */
bool uriel_build_refuse(part_builder *b, const uriel_text *part, uriel_component component);

/* Rejects the segments "." and ".." in a part that becomes text of a path; `checks` has the edges. */
bool uriel_build_no_dots(part_builder *b, const uriel_text *part, unsigned checks);

/* Writes a part after the delimiter in its row, encoded unless it is as written. Writes nothing if the
 * part is undefined. */
void uriel_build_put(part_builder *b, const uriel_text *part);
void uriel_build_put_all(part_builder *b);

/* Writes "NAME://user:password@host:port", with brackets around an IPv6 address. */
void uriel_build_authority(part_builder *b, const char *name, const uriel_login *login);

/* ---- Plans ---------------------------------------------------------------------------------------- */

/* Adds the steps that fetch the planner's reference, whose parts these are. Returns false with the
 * planner's error if there is no plan. */
typedef bool scheme_plan(planner *p, const scheme_parts *parts);
scheme_plan uriel_http_plan, uriel_ftp_plan, uriel_gopher_plan, uriel_mailto_plan, uriel_mid_plan,
    uriel_news_plan, uriel_nntp_plan, uriel_telnet_plan, uriel_wais_plan, uriel_prospero_plan,
    uriel_afs_plan, uriel_whois_plan, uriel_file_plan, uriel_data_plan, uriel_tag_plan, uriel_ldap_plan,
    uriel_tel_plan;

#endif
