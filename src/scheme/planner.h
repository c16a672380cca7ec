/* SPDX-License-Identifier: MIT */
/* Writes access plans into the caller's arrays. */
#ifndef URIEL_SCHEME_PLANNER_H
#define URIEL_SCHEME_PLANNER_H

#include "scheme/lookup.h"
#include "text/text.h"
#include "uriel_plan.h"

typedef struct planner {
  uriel_plan *plan;
  const uriel_plan_options *options; /* never NULL */
  const uriel_ref *ref;              /* that is planned: the caller's, or the gateway's */
  const uriel_scheme_info *info;     /* scheme of the reference */
  writer text;                       /* bytes that steps send; counted even if they do not fit */
  char *scratch;                     /* for parsing the reference, large enough for it */
  size_t scratch_capacity;
  uriel_error error;
  bool no_port;     /* a connection had no port */
  size_t begin;     /* of the current text */
  uriel_step spare; /* used if the array is full */
} planner;

/* Fails at the byte `at` of `text`, which is text of the reference. Returns false. */
bool uriel_plan_error(planner *p, uriel_error_code code, uriel_component component, const char *part,
                      uriel_text text, const char *at);

/* Adds a step to be filled in. uriel_plan_begin and uriel_plan_end set its text. */
uriel_step *uriel_plan_step(planner *p, uriel_step_kind kind, const char *note);

/* Connects to the login's host and port, or to the scheme's default port. */
void uriel_plan_connect(planner *p, const uriel_login *login, const char *note);
/* The same to a server of the options, checked by uriel_plan_read_server. */
void uriel_plan_connect_to(planner *p, uriel_text server, uint16_t port, uriel_transport transport,
                           const char *note);

/* Reads "host" or "host:port": a host under the grammar (RFC 3986, 3.2.2) with nothing encoded, and a
 * port from 1 up. `host` is without the brackets of an IPv6 address; without a port, `port` is
 * unchanged. Returns whether the text has this form. */
bool uriel_plan_read_server(uriel_text server, uriel_text *host, uint16_t *port);

/* The bytes written to p->text between the two are the text of the step. */
void uriel_plan_begin(planner *p);
uriel_step *uriel_plan_end(planner *p, uriel_step_kind kind, const char *note);

/* Adds a step with the three texts. */
uriel_step *uriel_plan_text(planner *p, uriel_step_kind kind, const char *before, uriel_text text,
                            const char *after, const char *note);

/* Sends `verb`, `argument` (if defined), CR LF. */
static inline uriel_step *uriel_plan_line(planner *p, const char *verb, uriel_text argument)
{
  return uriel_plan_text(p, URIEL_STEP_SEND, verb, argument, "\r\n", "");
}

void uriel_plan_expect(planner *p, const char *codes, const char *note);
/* Closes the connection, and returns true. */
bool uriel_plan_close(planner *p);

/* Asks an HTTP proxy for a URI of any scheme (url-1994, HTTP). */
bool uriel_plan_by_proxy(planner *p);

/* User and password are only sent on request: warns if the URI has any. */
void uriel_plan_warn_not_sent(planner *p, const uriel_login *login);

/* The first gateway for the scheme, in any case, or NULL. */
const uriel_gateway *uriel_gateway_find(const uriel_registry *registry, uriel_text scheme);

/* Warnings about the authority, or-ed: user information, unusual addresses, ports (RFC 3986, 7). */
unsigned uriel_warnings_of(const uriel_registry *registry, const uriel_ref *ref);

#endif
