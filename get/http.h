/* SPDX-License-Identifier: MIT */
/* One exchange with an HTTP server, whose bytes are the plan's. */
#ifndef URIEL_GET_HTTP_H
#define URIEL_GET_HTTP_H

#include "run.h"

enum {
  HTTP_HEAD = 1 << 18,    /* the most bytes of the header of a response */
  HTTP_IGNORED = 1 << 16, /* and the most bytes of a body that is not wanted */
  HTTP_CONNECTIONS = 2    /* that usually stay open */
};

/* Connections that stay open, for one thread. */
struct http_session;

/* Returns NULL if libcurl cannot be initialised. http_session_free takes NULL. */
struct http_session *http_session_new(void);
void http_session_free(struct http_session *session);

/* Of a user. Undefined: no authorization is sent. */
struct http_login {
  uriel_text user, password;
};

/* Zero-initialise; the members are valid until the next exchange. */
struct http_response {
  char code[4];
  struct buffer header;     /* the status line and all fields */
  struct buffer location;   /* of the field Location, or empty */
  struct buffer media_type; /* of the field Content-Type */
  double retry_after;       /* seconds, of the field Retry-After; or 0 */
  uriel_address address;    /* of the server */
};

struct http_options {
  struct http_session *session;
  const struct wire_network *network;
  const char *ca_file; /* certificates of authorities instead of the system's; or NULL */
  int connections;     /* that stay open */
  struct http_login login;
  uriel_text conditions; /* lines of fields that are added to the request (RFC 9110, 13.1) */
};

/* Returns the fields of the header: see reader/fields.h. */
uriel_text http_fields(const struct http_response *response);

/* Whether the server asks for a user and a password in the scheme Basic (RFC 7617). */
bool http_asks_basic(const struct http_response *response);

/* Sets the members that come from the header. Returns false if it has two lengths, or one that
 * is not a number (RFC 9112, 6.3). */
bool http_read_header(struct http_response *response);

/* Sends the request, and passes the body of a response 2xx to `sink`. Returns whether there is a
 * response; else the failure is set. `exchange` must be zero-initialised. No redirect is followed. */
bool http_exchange(const struct http_options *options, const struct run_request *request,
                   struct http_response *response,
                   bool (*sink)(void *context, const char *data, size_t len,
                                struct get_failure *failure),
                   void *context, struct run_exchange *exchange, struct get_failure *failure);

void http_response_free(struct http_response *response);

/* The function `secure` of a wire_network, whose `tls` are the struct http_options. */
struct wire *http_secure(struct network *base, struct wire *plain, uriel_text host,
                         struct get_failure *failure);

#endif
