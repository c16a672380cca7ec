/* SPDX-License-Identifier: MIT */
/* uriel: schemes and the parts of their URIs. See uriel.h for conventions. */
#ifndef URIEL_SCHEME_H
#define URIEL_SCHEME_H

#include "uriel_spec.h"

/* ---- Schemes ---------------------------------------------------------------------------------- */

typedef enum uriel_transport {
  URIEL_TRANSPORT_NONE = 0, /* no connection, or an unknown one */
  URIEL_TRANSPORT_TCP = 1,
  URIEL_TRANSPORT_UDP = 2,
  URIEL_TRANSPORT_TLS = 3 /* TLS over TCP */
} uriel_transport;
URIEL_API const char *uriel_transport_name(uriel_transport transport);

typedef enum uriel_scheme_status {
  URIEL_SCHEME_REGISTERED = 1,   /* in IANA's registry of URI schemes */
  URIEL_SCHEME_DOCUMENTED = 2,   /* in one of the documents, not in the registry */
  URIEL_SCHEME_EXPERIMENTAL = 3, /* starts with "x-" or "x.": by private agreement */
  URIEL_SCHEME_UNDEFINED = 4,    /* a document names it but does not define its URIs */
  URIEL_SCHEME_NAMES = 5,        /* "urn", for names */
  URIEL_SCHEME_OWN = 6           /* the caller's */
} uriel_scheme_status;
URIEL_API const char *uriel_scheme_status_name(uriel_scheme_status status);

/* A scheme: built in, or the caller's own. */
typedef struct uriel_scheme_info {
  const char *name;       /* in lower case; "x-" and "x." stand for all names that start so */
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

/* The caller's schemes and gateways, for functions that should use them. They take NULL for none. */
typedef struct uriel_registry {
  const uriel_scheme_info *schemes; /* these come before the built-in ones */
  size_t scheme_count;
  const struct uriel_gateway *gateways; /* uriel_plan.h */
  size_t gateway_count;
} uriel_registry;

/* Return the scheme with this name (case-insensitive), or NULL; `registry` may be NULL; and the built-in
 * schemes, sorted by name, with their number in `count`, in O(1). */
URIEL_API const uriel_scheme_info *uriel_scheme_find(const uriel_registry *registry, const char *name,
                                                     size_t len);
URIEL_API const uriel_scheme_info *uriel_schemes(size_t *count);

/* Writes the normal form as uriel_normalize does, with the ports and empty paths of the caller's
 * schemes. uriel_equal, uriel_compare and uriel_hash ignore registries: to compare under one, compare
 * these normal forms. For url-1993 to uri-2003 this is uriel_normalize. */
URIEL_API size_t uriel_normalize_with(const uriel_registry *registry, const uriel_ref *ref,
                                      uriel_level level, char *out, size_t capacity);

/* clang-format off */
enum uriel_scheme_error {
  URIEL_ERROR_PART_MISSING = 300, URIEL_ERROR_PART_EMPTY = 301, URIEL_ERROR_PART_CHARACTER = 302,
  URIEL_ERROR_PART_LINE_BREAK = 303, URIEL_ERROR_PART_NOT_ALLOWED = 304, URIEL_ERROR_PART_NUMBER = 305,
  URIEL_ERROR_PART_FORM = 306, URIEL_ERROR_PART_BASE64 = 307, URIEL_ERROR_SCHEME_OTHER = 308
};
/* clang-format on */

/* ---- Parts of URIs in their schemes' own terms ------------------------------------------------ */

/* uriel_scheme_parts reads the parts of a URI by name, and uriel_scheme_build writes a URI of them, for
 * each scheme that has parts (uriel_scheme_part_names; doc/schemes.md). Five schemes also have a struct:
 * uriel_SCHEME_parse fills it from a reference, uriel_SCHEME_build makes a URI of it.
 *
 *   - Parts are decoded, so they can contain any byte, unless the struct says "not decoded": then they
 *     are copied to and from the URI. Ports are digits. Parts that the URI lacks are undefined, except
 *     for the defaults that the struct mentions.
 *   - Lists are not decoded, since their separators would be lost: read the items with uriel_list_next
 *     and decode each.
 *   - Parsing decodes into a scratch buffer. `ref->length` bytes are always enough; otherwise the error
 *     may be BUFFER_TOO_SMALL. Parts point into the text of the reference or into `scratch`.
 *   - The `part` of an error names the part. Its place is in the text of the reference; in building, in
 *     the text of the part.
 *   - Bytes that the protocol cannot send are the error PART_LINE_BREAK: CR, LF and NUL in parts that
 *     are sent as a line of their own; TAB, CR and LF in gopher's selector and search.
 *   - Fragments, which no scheme defines (3.5), are left out, except for http and tag.
 *   - Parsing reads each document's form of the scheme. Building writes the current form (RFC 3986 and
 *     the scheme's RFC). It fails if the URI would not parse back, with PART_FORM if a part would make a
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
URIEL_API bool uriel_list_next(uriel_text *rest, uriel_text *item, char separator);

/* http, https, ws and wss (RFC 9110, 4.2; RFC 6455, 3). Path, query and fragment are not decoded. */
typedef struct uriel_http {
  uriel_text scheme; /* undefined in building: "http" */
  uriel_login login;
  uriel_text path, query, fragment;
} uriel_http;
URIEL_API bool uriel_http_parse(uriel_http *http, const uriel_ref *ref, char *scratch, size_t capacity,
                                uriel_error *error);
URIEL_API size_t uriel_http_build(const uriel_http *in, char *out, size_t capacity, uriel_error *error);

/* mailto (url-1994, Mailto; RFC 6068). */
typedef struct uriel_mailto {
  uriel_text to;     /* a list, separated by "," */
  uriel_text fields; /* "subject=...&body=...", not decoded: see uriel_query_next */
} uriel_mailto;
URIEL_API bool uriel_mailto_parse(uriel_mailto *mailto, const uriel_ref *ref, char *scratch,
                                  size_t capacity, uriel_error *error);
URIEL_API size_t uriel_mailto_build(const uriel_mailto *in, char *out, size_t capacity,
                                    uriel_error *error);

/* file (RFC 8089). */
typedef struct uriel_file {
  uriel_text host; /* undefined or empty: this machine */
  uriel_text path; /* not decoded, starts with "/": "/c:/x" of "file:c:/x" */
} uriel_file;
URIEL_API bool uriel_file_parse(uriel_file *file, const uriel_ref *ref, char *scratch, size_t capacity,
                                uriel_error *error);
URIEL_API size_t uriel_file_build(const uriel_file *in, char *out, size_t capacity, uriel_error *error);

typedef enum uriel_local_style {
  URIEL_LOCAL_POSIX = 0,  /* /a/b */
  URIEL_LOCAL_WINDOWS = 1 /* C:\a\b, \\host\share\a (RFC 8089, Appendices D and E) */
} uriel_local_style;

/* Writes the local path of a file URI. Fails for a host that is not this machine in POSIX style, and for
 * an encoded "/" or NUL. Another `style` is the error ARGUMENT, here and below. */
URIEL_API size_t uriel_file_to_local(const uriel_ref *ref, uriel_local_style style, char *out,
                                     size_t capacity, uriel_error *error);

/* Writes the file URI of a local path, which must be absolute and can contain any bytes. */
URIEL_API size_t uriel_file_from_local(const char *path, size_t len, uriel_local_style style, char *out,
                                       size_t capacity, uriel_error *error);

/* data (RFC 2397). */
typedef struct uriel_data {
  uriel_text type;       /* the default is "text/plain" */
  uriel_text parameters; /* a list, by ";", of NAME=VALUE; without a type, "charset=US-ASCII" */
  uriel_text encoding;   /* "base64" or undefined: how building encodes */
  uriel_text content;    /* the decoded bytes */
} uriel_data;
URIEL_API bool uriel_data_parse(uriel_data *data, const uriel_ref *ref, char *scratch, size_t capacity,
                                uriel_error *error);
URIEL_API size_t uriel_data_build(const uriel_data *in, char *out, size_t capacity, uriel_error *error);

/* tel (RFC 3966). */
typedef struct uriel_tel {
  uriel_text number;     /* "+15551234", without visual separators; a global number starts with "+" */
  uriel_text extension;  /* "ext", without visual separators */
  uriel_text subaddress; /* "isub" */
  uriel_text context;    /* "phone-context", which a local number needs */
  uriel_text parameters; /* other parameters: a list, separated by ";" */
} uriel_tel;
URIEL_API bool uriel_tel_parse(uriel_tel *tel, const uriel_ref *ref, char *scratch, size_t capacity,
                               uriel_error *error);
URIEL_API size_t uriel_tel_build(const uriel_tel *in, char *out, size_t capacity, uriel_error *error);

/* Returns the number of parts of a reference of these schemes, and writes the first `part_capacity`: by
 * name, in a fixed order, without undefined ones. List items are decoded and have the list's name.
 * Returns 0 for other schemes, URIEL_FAILED if parsing fails. `scratch` needs 2 * ref->length bytes. */
URIEL_API size_t uriel_scheme_parts(uriel_own_part *parts, size_t part_capacity, const uriel_ref *ref,
                                    char *scratch, size_t capacity, uriel_error *error);

/* Return the number of parts that URIs of a scheme can have, and write the names of the first `capacity`
 * of them, in the same order; and whether a part is a list ("directories" of "ftp"), which
 * uriel_scheme_parts returns item by item. 0 and false for other schemes. */
URIEL_API size_t uriel_scheme_part_names(const char **names, size_t capacity, const char *scheme,
                                         size_t scheme_len);
URIEL_API bool uriel_scheme_part_is_list(const char *scheme, size_t scheme_len, const char *part,
                                         size_t part_len);

/* Writes the URI of a scheme made of parts with these names; several parts with one name are the items
 * of a list. Fails as uriel_SCHEME_build does, and with PART_NOT_ALLOWED for a name that the scheme
 * lacks. `scratch` takes the encoded items of lists and their separators: three times their length and a
 * byte for each. The place of an error in a list is there; `begin` and `length` are the item's. */
URIEL_API size_t uriel_scheme_build(const char *scheme, size_t scheme_len, const uriel_own_part *parts,
                                    size_t part_count, char *scratch, size_t scratch_capacity, char *out,
                                    size_t capacity, uriel_error *error);

#endif
