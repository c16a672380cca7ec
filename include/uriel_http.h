/* SPDX-License-Identifier: MIT */
/* uriel: targets of HTTP requests (RFC 9112, 3.2). See uriel.h for conventions. */
#ifndef URIEL_HTTP_H
#define URIEL_HTTP_H

#include "uriel_spec.h"

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

enum uriel_http_error { URIEL_ERROR_TARGET_FORM = 500 }; /* not a request target for the method */

/* Returns whether `text` is a target for `method` (case-sensitive), and fills `target`, which is all
 * zero otherwise. Fails with the error of a component, or TARGET_FORM if the method allows no such form.
 * CONNECT needs a host and a port (RFC 9110, 9.3.6): HOST_EMPTY, PORT_EMPTY, PORT_TOO_LARGE. */
URIEL_API bool uriel_http_target_parse(uriel_http_target *target, const char *method, size_t method_len,
                                       const char *text, size_t len, uriel_error *error);

/* Writes the target URI (RFC 9112, 3.3): at most the length of target, `scheme` and `host`, and 3 bytes.
 * Unless the form is absolute, the scheme of the connection and `host`, the value of the Host field,
 * complete the target. Fails with HOST_EMPTY if no host is known (pass the server's default host if it
 * has one), otherwise as uriel_build does. */
URIEL_API size_t uriel_http_target_uri(const uriel_http_target *target, uriel_text scheme,
                                       uriel_text host, char *out, size_t capacity, uriel_error *error);

#endif
