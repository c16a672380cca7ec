/* SPDX-License-Identifier: MIT */
/* uriel: schemes, the parts of their URIs, and access plans. See uriel.h for conventions. */
#ifndef URIEL_SCHEME_H
#define URIEL_SCHEME_H

#include "uriel_historic.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Schemes ---------------------------------------------------------------------------------- */

typedef enum uriel_transport {
  URIEL_TRANSPORT_NONE = 0, /* no connection is made, or none is known */
  URIEL_TRANSPORT_TCP = 1,
  URIEL_TRANSPORT_UDP = 2,
  URIEL_TRANSPORT_TLS = 3 /* TLS over TCP */
} uriel_transport;

/* "tcp", "udp", "tls", "none". */
URIEL_API const char *uriel_transport_name(uriel_transport transport);

typedef enum uriel_scheme_status {
  URIEL_SCHEME_REGISTERED = 1,   /* in IANA's registry of URI schemes */
  URIEL_SCHEME_DOCUMENTED = 2,   /* in one of the documents, not in the registry */
  URIEL_SCHEME_EXPERIMENTAL = 3, /* "x-" or "x." in front: by agreement between parties */
  URIEL_SCHEME_UNDEFINED = 4,    /* a document names it and leaves its URIs undefined */
  URIEL_SCHEME_NAMES = 5,        /* "urn", which is kept for names */
  URIEL_SCHEME_OWN = 6           /* the caller's */
} uriel_scheme_status;

/* "registered", "documented", "experimental", "undefined", "names", "own". */
URIEL_API const char *uriel_scheme_status_name(uriel_scheme_status status);

/* What is known of a scheme. A caller's own is one of these as well. */
typedef struct uriel_scheme_info {
  const char *name;       /* in lower case; "x-" and "x." for all that begin so */
  const char *title;      /* "Hypertext Transfer Protocol"; "" where only the name is known */
  const char *document;   /* "RFC 9110, 4.2.1"; "" */
  const char *empty_path; /* what an empty path after an authority is equivalent to by the scheme's
                             document; NULL: "/", the general rule (6.2.3); "": only itself */
  uint16_t port;          /* the default one; 0: none */
  uriel_transport transport;
  uriel_scheme_status status;
  bool hierarchical;      /* "/" divides its paths, so that relative references make sense */
  bool host_may_be_empty; /* behind "//" */
} uriel_scheme_info;

/* Goes to another place for the URIs of a scheme (url-1994, Registration of naming schemes). Of several
 * for one scheme the first counts; what one leads to is not led further by another. */
typedef struct uriel_gateway {
  uriel_text scheme; /* in any case */
  /* A URI with names in braces, each of which is replaced by that of the URI: {uri} (all but the
   * fragment and the user information), {scheme}, {host}, {port}, {path}, {query}, {nid}, {nss}, with
   * all but what is unreserved percent-encoded (RFC 6570, 3.2.2), but for {host} where a host stands;
   * {+uri}, ... as written. Where the URI does not have it, there is no plan. */
  uriel_text uri_template;
} uriel_gateway;

/* A caller's own schemes and gateways, passed to what shall know them. All zero is none. */
typedef struct uriel_registry {
  const uriel_scheme_info *schemes; /* looked at before those built in */
  size_t scheme_count;
  const uriel_gateway *gateways;
  size_t gateway_count;
} uriel_registry;

/* The scheme of that name, in any case; NULL where none is known. `registry` may be NULL. */
URIEL_API const uriel_scheme_info *uriel_scheme_find(const uriel_registry *registry, const char *name,
                                                     size_t len);

/* All schemes that are built in, by name, and how many. */
URIEL_API const uriel_scheme_info *uriel_schemes(size_t *count);

/* uriel_normalize that knows the caller's schemes, their ports and empty paths, too. References of the
 * historic generations are as uriel_normalize has them. uriel_equal, uriel_compare and uriel_hash know
 * of no registry: to compare by one, compare what this writes. */
URIEL_API size_t uriel_normalize_with(const uriel_registry *registry, const uriel_ref *ref,
                                      uriel_level level, char *out, size_t capacity);

/* Writes a gateway's template with the reference's parts in it. Returns URIEL_FAILED with the error
 * TEMPLATE, whose place is in the template, where it holds no name, an unknown one, or does not make a
 * URI; with PART_MISSING or PART_FORM, whose place is in the reference, where that does not have what is
 * named, or would make "." or ".." of a segment of the path. */
URIEL_API size_t uriel_template_expand(const char *uri_template, size_t len, const uriel_ref *ref,
                                       char *out, size_t capacity, uriel_error *error);

/* ---- Parts of URIs in their schemes' own terms ------------------------------------------------ */

/* For each scheme there is a struct of its parts, which uriel_SCHEME_parse fills from a reference and
 * uriel_SCHEME_build makes a URI of.
 *
 *   - Parts are decoded: bytes, of any value, unless the struct says "as written", which is encoded and
 *     goes into what is built as it is. Ports are digits. What is undefined in the URI is undefined
 *     here; a part that the scheme gives a default has that only where it is said.
 *   - A list is as written, still encoded, since decoded its separators would be lost: step through it
 *     with uriel_list_next and decode each item.
 *   - Parsing needs a scratch buffer to decode in: `ref->length` bytes are always enough, with fewer the
 * error is BUFFER_TOO_SMALL. Parts point into the reference's text or into `scratch`.
 *   - An error's `part` names the part, and its place is in the reference's text; of building, in that
 *     part's own text.
 *   - What a protocol could not carry is refused (PART_LINE_BREAK): a CR, LF or NUL in what is sent on a
 *     line of its own; in gopher's selector and search a TAB, CR or LF, not a NUL (url-1994, Gopher).
 *   - A fragment, which is no part of what a scheme identifies (section 3.5), is left out, but by http
 *     and tag, which have one.
 *   - References of every generation are taken, each as its own document has the scheme; what is built
 *     is of today's (RFC 3986 and the scheme's own RFC). Building refuses what would not read back, what
 *     would be "." or ".." in the path, which a normal form loses (PART_FORM), and what is longer than
 *     4294967295 bytes (TOO_LONG).
 *   - A host that is a name, but an IP literal once it is decoded ("%3A%3A1"), is the error PART_FORM. A
 *     registry's name (uri-2003), which is not a server, is the error HOST_REGISTRY.
 *
 * All take time linear in the length of the reference or the parts. */

/* The user, password, host and port of "//user:password@host:port" (url-1994, "Internet protocol
 * parts"). */
typedef struct uriel_login {
  uriel_text user, password;
  uriel_text host; /* an IPv6 address without its brackets, an IPvFuture one with them */
  uriel_text port; /* in digits */
} uriel_login;

/* Steps through a list of parts: start with `rest` the list. Returns whether there is another item,
 * which is in `item` then, as written. An undefined list has no items, an empty one a single empty item.
 */
URIEL_API bool uriel_list_next(uriel_text *rest, char separator, uriel_text *item);

/* http, https, ws and wss (RFC 9110, 4.2; RFC 6455, 3). Path, query and fragment are as written: what
 * they mean is the server's affair. */
typedef struct uriel_http {
  uriel_text scheme; /* building takes an undefined one for "http" */
  uriel_login login;
  uriel_text path, query, fragment;
} uriel_http;
URIEL_API bool uriel_http_parse(uriel_http *http, const uriel_ref *ref, char *scratch, size_t capacity,
                                uriel_error *error);
URIEL_API size_t uriel_http_build(const uriel_http *http, char *out, size_t capacity,
                                  uriel_error *error);

/* ftp (url-1994, FTP; RFC 1738, 3.2). */
typedef struct uriel_ftp {
  uriel_login login;
  uriel_text directories; /* a list, by "/": one CWD each; undefined where there is none */
  uriel_text name;        /* of the file, or of the folder that is listed */
  uriel_text type;        /* "A", "E N", "I", "L 8"; "d" lists a folder; undefined where not given */
} uriel_ftp;
URIEL_API bool uriel_ftp_parse(uriel_ftp *ftp, const uriel_ref *ref, char *scratch, size_t capacity,
                               uriel_error *error);
URIEL_API size_t uriel_ftp_build(const uriel_ftp *ftp, char *out, size_t capacity, uriel_error *error);

/* gopher (url-1994, Gopher; RFC 4266). */
typedef struct uriel_gopher {
  uriel_login login;
  uriel_text type;     /* one byte: "1" where none is given */
  uriel_text selector; /* empty where none is given */
  uriel_text search;
  uriel_text plus; /* the Gopher+ string: "+application/postscript Es_ES", "!+ABSTRACT", "?", ... */
} uriel_gopher;
URIEL_API bool uriel_gopher_parse(uriel_gopher *gopher, const uriel_ref *ref, char *scratch,
                                  size_t capacity, uriel_error *error);
URIEL_API size_t uriel_gopher_build(const uriel_gopher *gopher, char *out, size_t capacity,
                                    uriel_error *error);

/* mailto (url-1994, Mailto; RFC 6068). */
typedef struct uriel_mailto {
  uriel_text to;     /* a list, by "," */
  uriel_text fields; /* of the header, "subject=...&body=...", as written: see uriel_query_next */
} uriel_mailto;
URIEL_API bool uriel_mailto_parse(uriel_mailto *mailto, const uriel_ref *ref, char *scratch,
                                  size_t capacity, uriel_error *error);
URIEL_API size_t uriel_mailto_build(const uriel_mailto *mailto, char *out, size_t capacity,
                                    uriel_error *error);

/* mid and cid (RFC 2392): a message, a part of one, a part of the same. Without angle brackets. */
typedef struct uriel_mid {
  uriel_text message; /* undefined in cid */
  uriel_text content;
} uriel_mid;
URIEL_API bool uriel_mid_parse(uriel_mid *mid, const uriel_ref *ref, char *scratch, size_t capacity,
                               uriel_error *error);
URIEL_API size_t uriel_mid_build(const uriel_mid *mid, char *out, size_t capacity, uriel_error *error);

/* news (url-1994, News; RFC 5538, 4). */
typedef struct uriel_news {
  uriel_login login;  /* where the URI has a host; news of 1994 never has */
  uriel_text group;   /* "comp.infosystems.www", or a pattern with "*"; empty: all groups */
  uriel_text article; /* a message's identifier without angle brackets; one of the two is undefined */
} uriel_news;
URIEL_API bool uriel_news_parse(uriel_news *news, const uriel_ref *ref, char *scratch, size_t capacity,
                                uriel_error *error);
URIEL_API size_t uriel_news_build(const uriel_news *news, char *out, size_t capacity,
                                  uriel_error *error);

/* nntp (url-1994, NNTP: no host; RFC 5538, 3: with one). */
typedef struct uriel_nntp {
  uriel_login login;
  uriel_text group;
  uriel_text number; /* of an article in the group on that server */
} uriel_nntp;
URIEL_API bool uriel_nntp_parse(uriel_nntp *nntp, const uriel_ref *ref, char *scratch, size_t capacity,
                                uriel_error *error);
URIEL_API size_t uriel_nntp_build(const uriel_nntp *nntp, char *out, size_t capacity,
                                  uriel_error *error);

/* telnet, rlogin, tn3270 (url-1994, "Telnet, rlogin, tn3270"; RFC 4248; RFC 6270). */
typedef struct uriel_telnet {
  uriel_text scheme; /* building takes an undefined one for "telnet" */
  uriel_login login;
} uriel_telnet;
URIEL_API bool uriel_telnet_parse(uriel_telnet *telnet, const uriel_ref *ref, char *scratch,
                                  size_t capacity, uriel_error *error);
URIEL_API size_t uriel_telnet_build(const uriel_telnet *telnet, char *out, size_t capacity,
                                    uriel_error *error);

/* wais (url-1993 and url-1994, WAIS; RFC 4156): a database, a search in one, or a document. */
typedef struct uriel_wais {
  uriel_login login;
  uriel_text database;
  uriel_text search; /* "lynch" */
  uriel_text type;   /* of a document: "TEXT" */
  uriel_text length; /* of a document, in bytes: url-1993 alone */
  uriel_text fields; /* of a document's identifier: a list, by ";", of NUMBER=VALUE, less the ";" that
                        ends it; in url-1993, and in RFC 4156 where it has no such form, the identifier
                        as it is */
} uriel_wais;
URIEL_API bool uriel_wais_parse(uriel_wais *wais, const uriel_ref *ref, char *scratch, size_t capacity,
                                uriel_error *error);
URIEL_API size_t uriel_wais_build(const uriel_wais *wais, char *out, size_t capacity,
                                  uriel_error *error);

/* prospero (url-1993 and url-1994, Prospero; RFC 4157). */
typedef struct uriel_prospero {
  uriel_login login;
  uriel_text object;     /* the host-specific object name */
  uriel_text version;    /* url-1993 and url-1994: behind "%00" */
  uriel_text attributes; /* a list, by ";", of FIELD=VALUE; in url-1993 and url-1994, where "%00" stands
                            between them, of attributes */
} uriel_prospero;
URIEL_API bool uriel_prospero_parse(uriel_prospero *prospero, const uriel_ref *ref, char *scratch,
                                    size_t capacity, uriel_error *error);
URIEL_API size_t uriel_prospero_build(const uriel_prospero *prospero, char *out, size_t capacity,
                                      uriel_error *error);

/* afs (url-1993, BNF syntax). */
typedef struct uriel_afs {
  uriel_text cell;
  uriel_text path; /* from the cell's root, decoded, with its leading "/" */
} uriel_afs;
URIEL_API bool uriel_afs_parse(uriel_afs *afs, const uriel_ref *ref, char *scratch, size_t capacity,
                               uriel_error *error);
URIEL_API size_t uriel_afs_build(const uriel_afs *afs, char *out, size_t capacity, uriel_error *error);

/* whois (url-1993, WHOIS; the protocol is RFC 3912's). */
typedef struct uriel_whois {
  uriel_login login;
  uriel_text query; /* a handle or a query */
} uriel_whois;
URIEL_API bool uriel_whois_parse(uriel_whois *whois, const uriel_ref *ref, char *scratch,
                                 size_t capacity, uriel_error *error);
URIEL_API size_t uriel_whois_build(const uriel_whois *whois, char *out, size_t capacity,
                                   uriel_error *error);

/* file (RFC 8089). */
typedef struct uriel_file {
  uriel_text host; /* undefined or empty: this machine */
  uriel_text path; /* as written, beginning with "/": "/c:/x" of "file:c:/x" */
} uriel_file;
URIEL_API bool uriel_file_parse(uriel_file *file, const uriel_ref *ref, char *scratch, size_t capacity,
                                uriel_error *error);
URIEL_API size_t uriel_file_build(const uriel_file *file, char *out, size_t capacity,
                                  uriel_error *error);

typedef enum uriel_local_style {
  URIEL_LOCAL_POSIX = 0,  /* /a/b */
  URIEL_LOCAL_WINDOWS = 1 /* C:\a\b, \\host\share\a (RFC 8089, Appendices D and E) */
} uriel_local_style;

/* Writes the local path of a file URI, and the file URI of a local path (which must be absolute, and is
 * bytes: of UTF-8 or whatever the system has). Fail where there is none: a host that is not this machine
 * in the POSIX style, an encoded "/" or NUL, a relative path. Any other `style` is the error ARGUMENT.
 */
URIEL_API size_t uriel_file_to_local(const uriel_ref *ref, uriel_local_style style, char *out,
                                     size_t capacity, uriel_error *error);
URIEL_API size_t uriel_file_from_local(const char *path, size_t len, uriel_local_style style, char *out,
                                       size_t capacity, uriel_error *error);

/* data (RFC 2397). */
typedef struct uriel_data {
  uriel_text type;       /* "text/plain" where none is given */
  uriel_text parameters; /* a list, by ";", of NAME=VALUE; "charset=US-ASCII" where no type is given */
  uriel_text encoding;   /* "base64", or undefined; decides how it is built */
  uriel_text content;    /* the bytes themselves */
} uriel_data;
URIEL_API bool uriel_data_parse(uriel_data *data, const uriel_ref *ref, char *scratch, size_t capacity,
                                uriel_error *error);
URIEL_API size_t uriel_data_build(const uriel_data *data, char *out, size_t capacity,
                                  uriel_error *error);

/* tag (RFC 4151). */
typedef struct uriel_tag {
  uriel_text authority;          /* a DNS name or a mail address */
  uriel_text date;               /* "2004", "2004-05", "2004-05-31" */
  uriel_text specific, fragment; /* as written: tags are compared so */
} uriel_tag;
URIEL_API bool uriel_tag_parse(uriel_tag *tag, const uriel_ref *ref, char *scratch, size_t capacity,
                               uriel_error *error);
URIEL_API size_t uriel_tag_build(const uriel_tag *tag, char *out, size_t capacity, uriel_error *error);

/* ldap (RFC 4516); not ldaps, which no document describes. */
typedef struct uriel_ldap {
  uriel_login login;     /* host and port alone */
  uriel_text dn;         /* the distinguished name */
  uriel_text attributes; /* a list, by "," */
  uriel_text scope;      /* "base", "one", "sub"; undefined means "base" */
  uriel_text filter;     /* undefined means "(objectClass=*)" */
  uriel_text extensions; /* a list, by ",", of [!]NAME[=VALUE] */
} uriel_ldap;
URIEL_API bool uriel_ldap_parse(uriel_ldap *ldap, const uriel_ref *ref, char *scratch, size_t capacity,
                                uriel_error *error);
URIEL_API size_t uriel_ldap_build(const uriel_ldap *ldap, char *out, size_t capacity,
                                  uriel_error *error);

/* tel (RFC 3966). */
typedef struct uriel_tel {
  uriel_text number;     /* "+15551234", without visual separators; a global one begins with "+" */
  uriel_text extension;  /* "ext", without visual separators */
  uriel_text subaddress; /* "isub" */
  uriel_text context;    /* "phone-context", which a local number needs */
  uriel_text parameters; /* the others: a list, by ";" */
} uriel_tel;
URIEL_API bool uriel_tel_parse(uriel_tel *tel, const uriel_ref *ref, char *scratch, size_t capacity,
                               uriel_error *error);
URIEL_API size_t uriel_tel_build(const uriel_tel *tel, char *out, size_t capacity, uriel_error *error);

/* The parts of a reference of any of these schemes, by name, in the order of its struct: undefined ones
 * left out, each item of a list, decoded, one by one under the list's name. Returns how many there are,
 * of which the first `part_capacity` are filled in; 0 for a scheme that is none of these; URIEL_FAILED
 * where parsing fails. `scratch` takes ref->length * 2 bytes. */
URIEL_API size_t uriel_scheme_parts(const uriel_ref *ref, uriel_own_part *parts, size_t part_capacity,
                                    char *scratch, size_t capacity, uriel_error *error);

/* Whether the part of that name is a list in the struct of that scheme, so that uriel_scheme_parts may
 * have it several times: "directories" of "ftp". */
URIEL_API bool uriel_scheme_part_is_list(const char *scheme, size_t scheme_len, const char *part,
                                         size_t part_len);

/* Builds a URI of the scheme of that name from parts with such names; a part that is there several times
 * makes a list. Fails as uriel_SCHEME_build does; PART_NOT_ALLOWED for a name that the scheme does not
 * have. `scratch` takes the parts of lists, encoded, and what separates them: three times their length
 * and one byte for each; the error of a list has its place there, `begin` and `length` being the item's.
 */
URIEL_API size_t uriel_scheme_build(const char *scheme, size_t scheme_len, const uriel_own_part *parts,
                                    size_t part_count, char *scratch, size_t room_capacity, char *out,
                                    size_t capacity, uriel_error *error);

/* ---- Access plans ----------------------------------------------------------------------------- */

/* A plan is what a client does to fetch a URI, step by step. It is a pure function of the URI and the
 * options; nothing is carried out here. The values are fixed for ever. */
typedef enum uriel_step_kind {
  URIEL_STEP_CONNECT = 1,  /* to `host` and `port` over `transport` */
  URIEL_STEP_SEND = 2,     /* the bytes `text` */
  URIEL_STEP_EXPECT = 3,   /* a reply that starts with one of the codes in `text`, if it has any */
  URIEL_STEP_CLOSE = 4,    /* the connection */
  URIEL_STEP_ASK = 5,      /* the user for what `note` says, and send it after `text` */
  URIEL_STEP_REQUEST = 6,  /* an operation of a protocol, described in words */
  URIEL_STEP_INTERACT = 7, /* the user takes over */
  URIEL_STEP_OPEN = 8,     /* the local file `text` */
  URIEL_STEP_DECODE = 9,   /* the URI itself: its bytes are `text` */
  URIEL_STEP_COMPOSE = 10, /* a message whose draft is `text`, for the user to send */
  URIEL_STEP_FIND = 11,    /* the message or body part that `text` identifies, among those at hand */
  URIEL_STEP_CALL = 12     /* the telephone number `text` */
} uriel_step_kind;

/* "connect", "send", ... */
URIEL_API const char *uriel_step_name(uriel_step_kind kind);

typedef struct uriel_step {
  uriel_step_kind kind;
  uriel_text text;
  uriel_text host; /* of CONNECT: decoded, an IPv6 address without brackets */
  uint16_t port;   /* of CONNECT: 0 where the reply before it tells the port */
  uriel_transport transport;
  bool data;        /* on ftp's data connection, not on the control connection */
  bool secret;      /* `text` holds a password */
  const char *note; /* why, or what comes, in words; "" */
} uriel_step;

/* What a person should know before a plan is carried out (section 7; url-1994, Security
 * considerations). Bits; the values are fixed for ever. */
typedef enum uriel_warning {
  URIEL_WARNING_LOW_PORT = 1,      /* a port below 1024 that is not the scheme's own */
  URIEL_WARNING_USERINFO = 2,      /* the URI contains user information */
  URIEL_WARNING_PASSWORD = 4,      /* the URI contains a password */
  URIEL_WARNING_USERINFO_HOST = 8, /* the user information looks like a host */
  URIEL_WARNING_RARE_IPV4 = 16,    /* the host is an IPv4 address in a rare form */
  URIEL_WARNING_LINE_BREAK = 32,   /* an encoded line break, which is sent encoded */
  URIEL_WARNING_RECONNECT = 64,    /* changing from the previous folder depends on the server */
  URIEL_WARNING_NOT_SENT = 128,    /* user and password are sent only if the server asks */
  URIEL_WARNING_SAMPLE_KEY = 256,  /* the WebSocket key is the sample of RFC 6455 */
  URIEL_WARNING_NO_SERVER = 512    /* the URI names no server; the local one is used */
} uriel_warning;

/* "low port", ...; and the message in full, printable ASCII only: LOW_PORT's with the port of `ref`
 * behind it, those of USERINFO_HOST and RARE_IPV4, which are beginnings, with the host, that of
 * RARE_IPV4 in the usual form. Where `ref` itself has neither low port nor rare host, since a gateway's
 * URI has, the message says so instead. */
URIEL_API const char *uriel_warning_name(uriel_warning warning);
URIEL_API size_t uriel_warning_describe(uriel_warning warning, const uriel_ref *ref, char *out,
                                        size_t capacity);

/* All zero is what a plan needs; undefined texts have the default that is said. */
typedef struct uriel_plan_options {
  const uriel_registry *registry; /* NULL: none */
  const uriel_ref *previous;      /* what was fetched just before, on a connection that is still open */
  uriel_text proxy;               /* host or host:port of an HTTP proxy (port 8080) */
  uriel_text mail_address;        /* anonymous ftp's password: "anonymous@" */
  uriel_text news_server;         /* host or host:port for news without one: "news" */
  uriel_text local_user;          /* rlogin's name for the user on this side: "user" */
  uriel_text terminal;            /* rlogin's: "xterm/38400" */
  uriel_text websocket_key;       /* 24 characters of base64 (RFC 6455, 4.1): RFC 6455's sample */
  uriel_text user_agent;          /* http: none is sent */
} uriel_plan_options;

/* Steps point into `text`, but also into the text of the reference and of the options: they are valid as
 * long as all of these are as they were. */
typedef struct uriel_plan {
  uriel_step *steps; /* the caller's, */
  size_t step_capacity;
  char *text; /* and the caller's too */
  size_t text_capacity;

  size_t step_count;
  size_t text_len;
  unsigned warnings; /* uriel_warning, or-ed */
  /* The step from which to go on where the connection of `previous` is still open, counted from 1; 0
   * where a new one is needed. */
  size_t resume_step;
  const uriel_gateway *gateway; /* that the plan goes through; NULL */
} uriel_plan;

/* Fills in a plan whose first four members are set. Returns whether there is one: with the error
 * BUFFER_TOO_SMALL, `step_count` and `text_len` are capacities that are enough. PLAN_NONE, PLAN_UNKNOWN
 * and PLAN_UNDEFINED tell why a scheme has none, PLAN_BASE that a relative reference has none,
 * PART_MISSING and PART_NUMBER of the "port" that there is none to connect to, HOST_DECODED that the
 * host, decoded and with compatibility forms mapped to US-ASCII, holds a delimiter, a blank or a control
 * character; others are errors of parsing the parts. `options` may be NULL. O(n).
 *
 * Options are looked at first, all of them: one that could not be sent (PART_LINE_BREAK) or is not of
 * its form (PART_FORM) is the error, with "proxy", "mail address", "news server", "local user",
 * "terminal", "WebSocket key" or "user agent" as `part`, and its place is in the option's own text.
 *
 * A gateway of the registry for the reference's scheme is what the plan goes through. The error TEMPLATE
 * is a place in the gateway's template; where what it makes has no plan, all of the reference is to
 * blame, and `part` is "gateway". Warnings are those of the reference, and of the server that the
 * gateway leads to.
 *
 * After an error, `resume_step` is 0, and so are `step_count` and `text_len`, except with
 * BUFFER_TOO_SMALL. `gateway` is the one that was tried. `warnings` is 0, except with HOST_REGISTRY and
 * HOST_DECODED: then it has the warnings of the reference, with a registry's name split as RFC 3986
 * splits an authority. */
URIEL_API bool uriel_plan_make(uriel_plan *plan, const uriel_ref *ref, const uriel_plan_options *options,
                               uriel_error *error);

#ifdef __cplusplus
}
#endif

#endif
