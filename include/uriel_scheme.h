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
  URIEL_TRANSPORT_NONE = 0, /* no connection, or an unknown one */
  URIEL_TRANSPORT_TCP = 1,
  URIEL_TRANSPORT_UDP = 2,
  URIEL_TRANSPORT_TLS = 3 /* TLS over TCP */
} uriel_transport;

/* Returns "none", "tcp", "udp" or "tls"; "" for another number. O(1). */
URIEL_API const char *uriel_transport_name(uriel_transport transport);

typedef enum uriel_scheme_status {
  URIEL_SCHEME_REGISTERED = 1,   /* in IANA's registry of URI schemes */
  URIEL_SCHEME_DOCUMENTED = 2,   /* in one of the documents, not in the registry */
  URIEL_SCHEME_EXPERIMENTAL = 3, /* starts with "x-" or "x.": by private agreement */
  URIEL_SCHEME_UNDEFINED = 4,    /* a document names it but does not define its URIs */
  URIEL_SCHEME_NAMES = 5,        /* "urn", for names */
  URIEL_SCHEME_OWN = 6           /* the caller's */
} uriel_scheme_status;

/* Returns "registered", "documented", "experimental", "undefined", "names" or "own"; "" for another
 * number. O(1). */
URIEL_API const char *uriel_scheme_status_name(uriel_scheme_status status);

/* A scheme: built in, or the caller's own. */
typedef struct uriel_scheme_info {
  const char *name;       /* in lower case; "x-" and "x." stand for all that start so */
  const char *title;      /* "Hypertext Transfer Protocol"; "" if only the name is known */
  const char *document;   /* "RFC 9110, 4.2.1"; or "" */
  const char *empty_path; /* what an empty path after an authority is equivalent to. NULL: "/", the
                             general rule (6.2.3). "": only itself */
  uint16_t port;          /* the default port; 0: none */
  uriel_transport transport;
  uriel_scheme_status status;
  bool hierarchical;      /* "/" divides its paths, so relative references make sense */
  bool host_may_be_empty; /* after "//" */
} uriel_scheme_info;

/* Sends the URIs of a scheme to another server (url-1994, Registration of naming schemes). The first
 * gateway for a scheme is used; its URI is not sent through another gateway. */
typedef struct uriel_gateway {
  uriel_text scheme; /* case-insensitive */
  /* A URI with names in braces, which uriel_template_expand replaces: {uri} (without fragment and user
   * information), {scheme}, {host}, {port}, {path}, {query}, {nid}, {nss}. Everything but unreserved
   * characters is percent-encoded (RFC 6570, 3.2.2), except that {host} in the place of a host is not.
   * {+uri} and so on are not encoded. */
  uriel_text uri_template;
} uriel_gateway;

/* The caller's schemes and gateways. Pass it to functions that should use it, or
 * NULL. */
typedef struct uriel_registry {
  const uriel_scheme_info *schemes; /* these come before the built-in ones */
  size_t scheme_count;
  const uriel_gateway *gateways;
  size_t gateway_count;
} uriel_registry;

/* Returns the scheme with this name (case-insensitive), or NULL. `registry` may be NULL. */
URIEL_API const uriel_scheme_info *uriel_scheme_find(const uriel_registry *registry, const char *name,
                                                     size_t len);

/* Returns the built-in schemes, sorted by name, and their number in `count`. O(1). */
URIEL_API const uriel_scheme_info *uriel_schemes(size_t *count);

/* Writes the normal form as uriel_normalize does, with the ports and empty paths of the caller's
 * schemes. uriel_equal, uriel_compare and uriel_hash use no registry: to compare by one, compare these
 * normal forms. For url-1993 to uri-2003 this is uriel_normalize. */
URIEL_API size_t uriel_normalize_with(const uriel_registry *registry, const uriel_ref *ref,
                                      uriel_level level, char *out, size_t capacity);

/* Writes the template of a gateway with the parts of the reference. Fails with TEMPLATE, at a place in
 * the template, if it has no name or an unknown one or does not make a URI; with PART_MISSING or
 * PART_FORM, at a place in the reference, if that lacks a part or the part would make a segment "." or
 * "..". */
URIEL_API size_t uriel_template_expand(const char *uri_template, size_t len, const uriel_ref *ref,
                                       char *out, size_t capacity, uriel_error *error);

/* ---- Parts of URIs in their schemes' own terms ------------------------------------------------ */

/* Each scheme has a struct of its parts. uriel_SCHEME_parse fills it from a reference,
 * uriel_SCHEME_build makes a URI of it.
 *
 *   - Parts are decoded, so they can contain any byte, unless the struct says "not decoded": then
 *     they are copied to and from the URI. Ports are digits. Parts that the URI lacks are undefined,
 *     except for the defaults that the struct mentions.
 *   - Lists are not decoded, since their separators would be lost: read the items with
 *     uriel_list_next and decode each.
 *   - Parsing decodes into a scratch buffer. `ref->length` bytes are always enough; otherwise the
 *     error may be BUFFER_TOO_SMALL. Parts point into the text of the reference or into `scratch`.
 *   - The `part` of an error names the part. Its place is in the text of the reference; in building,
 *     in the text of the part.
 *   - Bytes that the protocol cannot send are the error PART_LINE_BREAK: CR, LF and NUL in a line of
 *     their own; TAB, CR and LF in gopher's selector and search.
 *   - Fragments, which no scheme defines (3.5), are left out, except for http and tag.
 *   - Parsing reads each document's form of the scheme. Building writes today's (RFC 3986 and the
 *     scheme's RFC). It fails if the URI would not parse back, with PART_FORM if a part would make a
 *     segment "." or "..", and with TOO_LONG above 2^32-1 bytes.
 *   - A host name that decodes to an IP literal ("%3A%3A1") is the error PART_FORM; a registry-based
 *     authority (uri-2003) is HOST_REGISTRY. */

/* "//user:password@host:port" (url-1994, Internet protocol parts). */
typedef struct uriel_login {
  uriel_text user, password;
  uriel_text host; /* an IPv6 address without brackets, an IPvFuture one with them */
  uriel_text port; /* in digits */
} uriel_login;

/* Returns whether another item of a list is left, and moves to it. Set `rest` to the list first. Items
 * are not decoded. An undefined list has no items, an empty one has an empty item. */
URIEL_API bool uriel_list_next(uriel_text *rest, char separator, uriel_text *item);

/* http, https, ws and wss (RFC 9110, 4.2; RFC 6455, 3). Path, query and fragment are not decoded. */
typedef struct uriel_http {
  uriel_text scheme; /* undefined in building: "http" */
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
  uriel_text directories; /* a list, by "/": one CWD each; or undefined */
  uriel_text name;        /* of the file, or of the folder to list */
  uriel_text type;        /* "A", "E N", "I", "L 8"; "d" lists a folder; or undefined */
} uriel_ftp;
URIEL_API bool uriel_ftp_parse(uriel_ftp *ftp, const uriel_ref *ref, char *scratch, size_t capacity,
                               uriel_error *error);
URIEL_API size_t uriel_ftp_build(const uriel_ftp *ftp, char *out, size_t capacity, uriel_error *error);

/* gopher (url-1994, Gopher; RFC 4266). */
typedef struct uriel_gopher {
  uriel_login login;
  uriel_text type;     /* one byte; the default is "1" */
  uriel_text selector; /* the default is empty */
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
  uriel_text fields; /* "subject=...&body=...", not decoded: see uriel_query_next */
} uriel_mailto;
URIEL_API bool uriel_mailto_parse(uriel_mailto *mailto, const uriel_ref *ref, char *scratch,
                                  size_t capacity, uriel_error *error);
URIEL_API size_t uriel_mailto_build(const uriel_mailto *mailto, char *out, size_t capacity,
                                    uriel_error *error);

/* mid and cid (RFC 2392): a message, a part of a message, a part of the same message. Without angle
 * brackets. */
typedef struct uriel_mid {
  uriel_text message; /* undefined in cid */
  uriel_text content;
} uriel_mid;
URIEL_API bool uriel_mid_parse(uriel_mid *mid, const uriel_ref *ref, char *scratch, size_t capacity,
                               uriel_error *error);
URIEL_API size_t uriel_mid_build(const uriel_mid *mid, char *out, size_t capacity, uriel_error *error);

/* news (url-1994, News; RFC 5538, 4). */
typedef struct uriel_news {
  uriel_login login;  /* if the URI has a host; never by url-1994 */
  uriel_text group;   /* "comp.infosystems.www", or a pattern with "*"; empty: all groups */
  uriel_text article; /* a message identifier without angle brackets; this or `group` is undefined */
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
  uriel_text scheme; /* undefined in building: "telnet" */
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
  uriel_text length; /* of a document, in bytes: only url-1993 */
  uriel_text fields; /* of a document identifier: a list, by ";", of NUMBER=VALUE without the last ";".
                        By url-1993, and by RFC 4156 for other forms: the identifier, not decoded */
} uriel_wais;
URIEL_API bool uriel_wais_parse(uriel_wais *wais, const uriel_ref *ref, char *scratch, size_t capacity,
                                uriel_error *error);
URIEL_API size_t uriel_wais_build(const uriel_wais *wais, char *out, size_t capacity,
                                  uriel_error *error);

/* prospero (url-1993 and url-1994, Prospero; RFC 4157). */
typedef struct uriel_prospero {
  uriel_login login;
  uriel_text object;     /* the host-specific object name */
  uriel_text version;    /* url-1993 and url-1994: after "%00" */
  uriel_text attributes; /* a list, by ";", of FIELD=VALUE; by url-1993 and url-1994, of attributes
                            separated by "%00" */
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

/* whois (url-1993, WHOIS; the protocol is RFC 3912). */
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
  uriel_text path; /* not decoded, starts with "/": "/c:/x" of "file:c:/x" */
} uriel_file;
URIEL_API bool uriel_file_parse(uriel_file *file, const uriel_ref *ref, char *scratch, size_t capacity,
                                uriel_error *error);
URIEL_API size_t uriel_file_build(const uriel_file *file, char *out, size_t capacity,
                                  uriel_error *error);

typedef enum uriel_local_style {
  URIEL_LOCAL_POSIX = 0,  /* /a/b */
  URIEL_LOCAL_WINDOWS = 1 /* C:\a\b, \\host\share\a (RFC 8089, Appendices D and E) */
} uriel_local_style;

/* Writes the local path of a file URI. Fails if the URI has no local path: for a host that is not this
 * machine in POSIX style, and for an encoded "/" or NUL. Another `style` is the error ARGUMENT. */
URIEL_API size_t uriel_file_to_local(const uriel_ref *ref, uriel_local_style style, char *out,
                                     size_t capacity, uriel_error *error);

/* Writes the file URI of a local path, which must be absolute and can contain any bytes. Another `style`
 * is the error ARGUMENT. */
URIEL_API size_t uriel_file_from_local(const char *path, size_t len, uriel_local_style style, char *out,
                                       size_t capacity, uriel_error *error);

/* data (RFC 2397). */
typedef struct uriel_data {
  uriel_text type;       /* the default is "text/plain" */
  uriel_text parameters; /* a list, by ";", of NAME=VALUE; without a type, "charset=US-ASCII" */
  uriel_text encoding;   /* "base64" or undefined; building encodes so */
  uriel_text content;    /* the decoded bytes */
} uriel_data;
URIEL_API bool uriel_data_parse(uriel_data *data, const uriel_ref *ref, char *scratch, size_t capacity,
                                uriel_error *error);
URIEL_API size_t uriel_data_build(const uriel_data *data, char *out, size_t capacity,
                                  uriel_error *error);

/* tag (RFC 4151). */
typedef struct uriel_tag {
  uriel_text authority;          /* a DNS name or a mail address */
  uriel_text date;               /* "2004", "2004-05", "2004-05-31" */
  uriel_text specific, fragment; /* not decoded: tags are compared so */
} uriel_tag;
URIEL_API bool uriel_tag_parse(uriel_tag *tag, const uriel_ref *ref, char *scratch, size_t capacity,
                               uriel_error *error);
URIEL_API size_t uriel_tag_build(const uriel_tag *tag, char *out, size_t capacity, uriel_error *error);

/* ldap (RFC 4516); not ldaps, which no document defines. */
typedef struct uriel_ldap {
  uriel_login login;     /* only host and port */
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
  uriel_text number;     /* "+15551234", without visual separators; a global number starts with "+" */
  uriel_text extension;  /* "ext", without visual separators */
  uriel_text subaddress; /* "isub" */
  uriel_text context;    /* "phone-context", which a local number needs */
  uriel_text parameters; /* the others: a list, by ";" */
} uriel_tel;
URIEL_API bool uriel_tel_parse(uriel_tel *tel, const uriel_ref *ref, char *scratch, size_t capacity,
                               uriel_error *error);
URIEL_API size_t uriel_tel_build(const uriel_tel *tel, char *out, size_t capacity, uriel_error *error);

/* Returns the number of parts of a reference of any of these schemes, and writes the first
 * `part_capacity` of them: by name, in the order of the struct, without undefined ones. Each item of a
 * list is decoded and has the list's name. Returns 0 for other schemes, URIEL_FAILED if parsing fails.
 * `scratch` needs 2 * ref->length bytes. */
URIEL_API size_t uriel_scheme_parts(const uriel_ref *ref, uriel_own_part *parts, size_t part_capacity,
                                    char *scratch, size_t capacity, uriel_error *error);

/* Returns the number of the parts that URIs of a scheme can have, and writes the names of the first
 * `capacity` of them, in the order of the struct. Returns 0 for other schemes. */
URIEL_API size_t uriel_scheme_part_names(const char *scheme, size_t scheme_len, const char **names,
                                         size_t capacity);

/* Returns whether a part of a scheme is a list, which uriel_scheme_parts returns item by item:
 * "directories" of "ftp". */
URIEL_API bool uriel_scheme_part_is_list(const char *scheme, size_t scheme_len, const char *part,
                                         size_t part_len);

/* Writes the URI of a scheme made of parts with these names; several parts with one name are the items
 * of a list. Fails as uriel_SCHEME_build does, and with PART_NOT_ALLOWED for a name that the scheme
 * lacks. `scratch` takes the encoded items of lists and their separators: three times their length and a
 * byte for each. The place of an error in a list is there; `begin` and `length` are the item's. */
URIEL_API size_t uriel_scheme_build(const char *scheme, size_t scheme_len, const uriel_own_part *parts,
                                    size_t part_count, char *scratch, size_t scratch_capacity, char *out,
                                    size_t capacity, uriel_error *error);

/* ---- HTTP request targets --------------------------------------------------------------------- */

typedef enum uriel_http_form {
  URIEL_HTTP_ORIGIN = 1,    /* a path that begins with "/", and a query: "//h/x" is a path here */
  URIEL_HTTP_ABSOLUTE = 2,  /* a URI without a fragment */
  URIEL_HTTP_AUTHORITY = 3, /* "host:port", of CONNECT only */
  URIEL_HTTP_ASTERISK = 4   /* "*", of OPTIONS only, for the server as a whole: the path is empty */
} uriel_http_form;

typedef struct uriel_http_target {
  uriel_http_form form;
  uriel_parts parts; /* point into the text that was parsed */
} uriel_http_target;

/* Parses the target of an HTTP request (RFC 9112, 3.2). Returns whether `text` is a target for `method`,
 * which is case-sensitive; if not, `target` is all zero. An error of the text is that of its component,
 * or TARGET_FORM if it has none of the method's forms. CONNECT needs a host and a port (RFC
 * 9110, 9.3.6): HOST_EMPTY, PORT_EMPTY, PORT_TOO_LARGE. O(len). */
URIEL_API bool uriel_http_target_parse(uriel_http_target *target, uriel_text method, const char *text,
                                       size_t len, uriel_error *error);

/* Writes the target URI (RFC 9112, 3.3): `scheme`, that of the connection, and `host`, the value of the
 * Host field, complete the target, unless its form is absolute. Returns its length, at most that of
 * target, `scheme` and `host` and 3, or URIEL_FAILED: with HOST_EMPTY if no host is known (pass the
 * server's default if it has one), otherwise as uriel_build does. O(n). */
URIEL_API size_t uriel_http_target_uri(const uriel_http_target *target, uriel_text scheme,
                                       uriel_text host, char *out, size_t capacity, uriel_error *error);

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
  URIEL_STEP_FIND = 11, /* the message or body part that `text` identifies, among the available ones */
  URIEL_STEP_CALL = 12  /* the telephone number `text` */
} uriel_step_kind;

/* Returns "connect", "send", "expect" and so on; "" for another number. O(1). */
URIEL_API const char *uriel_step_name(uriel_step_kind kind);

typedef struct uriel_step {
  uriel_step_kind kind;
  uriel_text text;
  uriel_text host; /* CONNECT: decoded, an IPv6 address without brackets */
  uint16_t port;   /* CONNECT: 0 if the reply before it has the port */
  uriel_transport transport;
  bool data;        /* on ftp's data connection, not on the control connection */
  bool secret;      /* `text` contains a password */
  const char *note; /* the reason, or the expected reply, in words; or "" */
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

/* Returns "low port", "userinfo", "password", "userinfo like a host", "rare ipv4" and so on; "" for
 * another number. O(1). */
URIEL_API const char *uriel_warning_name(uriel_warning warning);

/* Writes the message in full, in printable ASCII: with the port for LOW_PORT, with the host for
 * USERINFO_HOST and RARE_IPV4 (in the usual form). If only the URI of a gateway has the port or the
 * host, the message says that. */
URIEL_API size_t uriel_warning_describe(uriel_warning warning, const uriel_ref *ref, char *out,
                                        size_t capacity);

/* Zero-initialise for the defaults, which undefined texts have too. */
typedef struct uriel_plan_options {
  const uriel_registry *registry; /* NULL: none */
  const uriel_ref *previous;      /* fetched just before, on a connection that is still open */
  uriel_text proxy;               /* host or host:port of an HTTP proxy (port 8080) */
  uriel_text mail_address;        /* the password of anonymous ftp: "anonymous@" */
  uriel_text news_server;         /* host or host:port for news without one: "news" */
  uriel_text local_user;          /* rlogin: the user on this machine: "user" */
  uriel_text terminal;            /* rlogin: "xterm/38400" */
  uriel_text websocket_key;       /* 24 characters of base64 (RFC 6455, 4.1): the sample of RFC 6455 */
  uriel_text user_agent;          /* http: not sent */
} uriel_plan_options;

/* Steps point into `text` and into the texts of the reference and the options: they are valid as long as
 * all of these are unchanged. */
typedef struct uriel_plan {
  uriel_step *steps; /* this and the next three are set by the caller */
  size_t step_capacity;
  char *text;
  size_t text_capacity;

  size_t step_count;
  size_t text_len;
  unsigned warnings; /* enum uriel_warning */
  /* The step at which to resume if the connection of `previous` is still open, counted from 1; 0 if a
   * new connection is needed. */
  size_t resume_step;
  const uriel_gateway *gateway; /* the gateway that the plan uses, or NULL */
} uriel_plan;

/* Returns whether the reference has a plan, and fills `plan`, whose first four members must be set.
 * After BUFFER_TOO_SMALL, `step_count` and `text_len` are capacities that are enough. `options` may be
 * NULL. Fails with
 *
 *   - PLAN_NONE, PLAN_UNKNOWN or PLAN_UNDEFINED for schemes without plans, PLAN_BASE for a relative
 *     reference;
 *   - PART_MISSING or PART_NUMBER, `part` "port": there is no port to connect to;
 *   - HOST_DECODED: the host, decoded and with compatibility characters mapped to US-ASCII, contains
 *     a delimiter, white space or a control character;
 *   - PART_LINE_BREAK or PART_FORM, `part` "proxy", "mail address", "news server", "local user",
 *     "terminal", "WebSocket key" or "user agent", at a place in that option. Options are checked
 *     first;
 *   - TEMPLATE, at a place in the template of the gateway; or with `part` "gateway" and all of the
 *     reference, if the URI that the template makes has no plan;
 *   - errors of uriel_SCHEME_parse.
 *
 * If the registry has a gateway for the scheme, the plan uses it. Warnings are about the reference and
 * about the gateway's server. After an error, `resume_step`, `step_count` and `text_len` are 0, except
 * with BUFFER_TOO_SMALL; `gateway` is the one that was tried; `warnings` is 0, except with HOST_REGISTRY
 * and HOST_DECODED: then it has those of the reference, with a registry-based authority split by RFC
 * 3986. */
URIEL_API bool uriel_plan_make(uriel_plan *plan, const uriel_ref *ref, const uriel_plan_options *options,
                               uriel_error *error);

#ifdef __cplusplus
}
#endif

#endif
