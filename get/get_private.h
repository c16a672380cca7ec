/* SPDX-License-Identifier: MIT */
/* What retrieval and its redirects share. */
#ifndef URIEL_GET_GET_PRIVATE_H
#define URIEL_GET_GET_PRIVATE_H

#include "articles.h"
#include "get.h"

struct origin {
  struct buffer scheme, host;
  uint16_t port;
};

struct get {
  struct get_options options;
  struct wire_network network;
  struct articles *spool; /* or NULL */
  struct run run;
  struct http_options http;
  struct http_response response;
  struct cached cached;
  struct get_result *result;           /* of the present URI */
  struct origin own, gateway;          /* of the URI, and of a gateway, that the user named */
  bool is_own;                         /* the present URI has one of these origins */
  bool has_login;                      /* user and password are sent */
  struct buffer steps, branches, text; /* of the plan */
  uriel_plan plan;
  uriel_registry registry; /* without the gateways that failed */
  const uriel_ref *ref;    /* the present URI */
  bool keeps;
  uriel_ref before; /* the URI after which a connection is kept */
  struct buffer before_text;
  struct get_login login; /* of the present URI */
  bool has_searched;      /* for it */
  struct buffer scratch, asked, next, prepared;
};

/* Whether the user named the origin of the URI, which is the first one or follows a redirect. */
bool get_is_named(struct get *get, const uriel_ref *ref, bool is_first);

/* Whether the plan connects to a host that the user named: the proxy, or a gateway whose template does
 * not take its authority from the URI. */
bool get_is_through(const uriel_plan *plan);

/* Sets the target URI of the request: a gateway was asked for another URI than `ref`, a proxy was not
 * (RFC 9110, 7.1). Returns false if memory does not suffice for it. */
bool get_asked(struct get *get, const uriel_ref *ref, const uriel_plan *plan, uriel_ref *asked);

/* Whether the guard allows a URI that a reply names; else sets the failure. */
bool get_is_allowed(struct get *get, const uriel_ref *ref, struct get_failure *failure);

/* Follows a redirect: `ref` becomes the next URI. Returns false if it may not or need not be followed.
 */
bool get_follow(struct get *get, uriel_ref *ref, const uriel_plan *plan);

/* Forgets the user of the present URI. */
void get_forget_login(struct get *get);

#endif
