/* SPDX-License-Identifier: MIT */
/* An HTTP request (RFC 9112, 3) into an access plan. */
#ifndef URIEL_SCHEME_REQUEST_H
#define URIEL_SCHEME_REQUEST_H

#include "scheme/planner.h"

/* The forms of a request's target (RFC 9112, 3.2). */
typedef enum request_form {
  REQUEST_ORIGIN,   /* path and query: to the server itself */
  REQUEST_ABSOLUTE, /* the URI: to a proxy */
  REQUEST_AUTHORITY /* host and port: to a proxy, with CONNECT */
} request_form;

/* A connection to the proxy of the options. */
void uriel_request_connect_proxy(planner *p);

/* The request line, Host and User-Agent; further fields; the empty line and the step that sends it all.
 * Never user information or a fragment. */
void uriel_request_begin(planner *p, const uriel_ref *ref, request_form form);
void uriel_request_field(planner *p, const char *name, uriel_text value);
void uriel_request_end(planner *p);

#endif
