/* SPDX-License-Identifier: MIT */
/* uriel: access plans: what a client does to fetch a URI. See uriel.h for conventions. */
#ifndef URIEL_PLAN_H
#define URIEL_PLAN_H

#include "uriel_scheme.h"

/* ---- Gateways ---------------------------------------------------------------------------------- */

/* Sends the URIs of a scheme to another server (url-1994, Registration of naming schemes). The first
 * gateway for a scheme is used; its URI is not sent through another gateway. */
typedef struct uriel_gateway {
  uriel_text scheme; /* case-insensitive */
  /* A URI with names in braces, which uriel_template_expand replaces: {uri} (without fragment and user
   * information), {scheme}, {host}, {port}, {path}, {query}, {nid}, {nss}. Every character that is not
   * unreserved is percent-encoded (RFC 6570, 3.2.2), except in {host} in the place of a host.
   * {+uri} and so on are not encoded. */
  uriel_text uri_template;
} uriel_gateway;

/* Writes the template of a gateway with the parts of the reference. Fails with TEMPLATE, at a place in
 * the template, if it contains no name or an unknown one, or does not make a URI; with PART_MISSING or
 * PART_FORM, at a place in the reference, if it lacks a part or would make a segment "." or "..". */
URIEL_API size_t uriel_template_expand(const char *uri_template, size_t len, const uriel_ref *ref,
                                       char *out, size_t capacity, uriel_error *error);

/* ---- Plans ------------------------------------------------------------------------------------- */

/* A plan is a pure function of the URI and the options. The values are fixed for ever. */
typedef enum uriel_step_kind {
  URIEL_STEP_CONNECT = 1,  /* to `host` and `port` over `transport` */
  URIEL_STEP_SEND = 2,     /* the bytes `text` */
  URIEL_STEP_EXPECT = 3,   /* a reply that starts with one of the codes in `text`, if it has any */
  URIEL_STEP_CLOSE = 4,    /* the connection */
  URIEL_STEP_ASK = 5,      /* the user for what `note` describes, and send it after `text` */
  URIEL_STEP_REQUEST = 6,  /* an operation of a protocol, described in words */
  URIEL_STEP_INTERACT = 7, /* the user takes over */
  URIEL_STEP_OPEN = 8,     /* the local file `text` */
  URIEL_STEP_DECODE = 9,   /* the URI itself: its bytes are `text` */
  URIEL_STEP_COMPOSE = 10, /* a message whose draft is `text`, for the user to send */
  URIEL_STEP_FIND = 11, /* the message or body part that `text` identifies, among the available ones */
  URIEL_STEP_CALL = 12  /* the telephone number `text` */
} uriel_step_kind;
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

/* An undefined text means the default, which its comment gives. */
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

/* Steps point into `text` and the texts of the reference and the options: all of them must stay. */
typedef struct uriel_plan {
  uriel_step *steps; /* this and the next three are set by the caller */
  size_t step_capacity;
  char *text;
  size_t text_capacity;

  size_t step_count;
  size_t text_len;
  unsigned warnings; /* enum uriel_warning_kind */
  /* The step at which to resume if the connection of `previous` is still open, counted from 1; 0 if a
   * new connection is needed. */
  size_t resume_step;
  const uriel_gateway *gateway; /* the gateway that the plan uses, or NULL */
} uriel_plan;

/* clang-format off */
enum uriel_plan_error {
  URIEL_ERROR_PLAN_NONE = 400, URIEL_ERROR_PLAN_UNKNOWN = 401, URIEL_ERROR_PLAN_UNDEFINED = 402,
  URIEL_ERROR_PLAN_BASE = 403, URIEL_ERROR_HOST_DECODED = 404, URIEL_ERROR_TEMPLATE = 405
};
/* clang-format on */

/* Returns whether the reference has a plan, and fills `plan`, whose first four members must be set.
 * After BUFFER_TOO_SMALL, `step_count` and `text_len` are capacities that are enough. Fails with
 *
 *   - PLAN_NONE, PLAN_UNKNOWN or PLAN_UNDEFINED for schemes without plans, PLAN_BASE for a relative
 *     reference;
 *   - PART_MISSING or PART_NUMBER, `part` "port": there is no port to connect to;
 *   - HOST_DECODED: the host, decoded and with compatibility characters mapped to US-ASCII, contains a
 *     delimiter, white space or a control character;
 *   - PART_LINE_BREAK or PART_FORM, `part` "proxy", "mail address", "news server", "local user",
 *     "terminal", "WebSocket key" or "user agent", at a place in that option. Options are checked first;
 *   - TEMPLATE, at a place in the template of the gateway; or with `part` "gateway" and all of the
 *     reference, if the URI that the template makes has no plan;
 *   - errors of uriel_scheme_parts.
 *
 * The plan uses the registry's gateway for the scheme. Warnings are about the reference and the
 * gateway's server. After an error, `resume_step`, `step_count` and `text_len` are 0, except with
 * BUFFER_TOO_SMALL; `gateway` is the one tried; `warnings` is 0, except with HOST_REGISTRY and
 * HOST_DECODED: then it has the warnings about the reference, whose registry-based authority is split
 * under RFC 3986. */
URIEL_API bool uriel_plan_make(uriel_plan *plan, const uriel_ref *ref, const uriel_plan_options *options,
                               uriel_error *error);

#endif
