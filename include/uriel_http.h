/* SPDX-License-Identifier: MIT */
/* uriel: targets of HTTP requests (RFC 9112, 3.2). See uriel.h for conventions. */
#ifndef URIEL_HTTP_H
#define URIEL_HTTP_H

#include "uriel.h"

#ifdef __cplusplus
extern "C" {
#endif

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

#ifdef __cplusplus
}
#endif

#endif
