/* SPDX-License-Identifier: MIT */
/* Writes access plans into the caller's arrays. */
#ifndef URIEL_SCHEME_PLANNER_H
#define URIEL_SCHEME_PLANNER_H

#include "text/writer.h"
#include "uriel_scheme.h"

typedef struct planner {
  uriel_plan *plan;
  const uriel_plan_options *options; /* never NULL */
  const uriel_scheme_info *info;     /* of the reference's scheme */
  writer text;                       /* what steps send; counted also where it does not fit */
  char *scratch;                     /* to parse the reference in, enough for it */
  size_t scratch_capacity;
  uriel_error error;
  bool no_port;     /* a connection had no port to go to */
  size_t begin;     /* of the text under way */
  uriel_step spare; /* where there is no place for a step */
} planner;

/* A step of that kind, to be filled in. Its text is set by uriel_plan_begin and uriel_plan_end. */
uriel_step *uriel_plan_step(planner *p, uriel_step_kind kind, const char *note);

/* A connection to the login's host and port, or to the scheme's own port. */
void uriel_plan_connect(planner *p, const uriel_login *login, const char *note);
/* The same to a server of the options, which uriel_plan_read_server has found to be one. */
void uriel_plan_connect_to(planner *p, uriel_text server, uint16_t port, uriel_transport transport,
                           const char *note);

/* Reads "host" or "host:port": a host by the grammar's rule (RFC 3986, 3.2.2), with nothing encoded; a
 * port from 1 on. The host is without the brackets of an IPv6 address; `port` is as it was where there
 * is none. Returns whether the text is of that form. */
bool uriel_plan_read_server(uriel_text server, uriel_text *host, uint16_t *port);

/* What is written to p->text between the two is the text of a step of that kind. */
void uriel_plan_begin(planner *p);
uriel_step *uriel_plan_end(planner *p, uriel_step_kind kind, const char *note);

/* Sends `verb`, `argument` (nothing where it is undefined), CR LF. */
uriel_step *uriel_plan_line(planner *p, const char *verb, uriel_text argument);

void uriel_plan_expect(planner *p, const char *codes, const char *note);
void uriel_plan_close(planner *p, const char *note);

/* What is asked of an HTTP proxy for a URI of any scheme (url-1994, HTTP). */
bool uriel_plan_by_proxy(planner *p, const uriel_ref *ref);

/* User and password are not sent unasked: warns if the URI has any. */
void uriel_plan_warn_not_sent(planner *p, const uriel_login *login);

/* ---- Gateways ------------------------------------------------------------------------------------ */

/* The first gateway for the scheme of that name, in any case; NULL where there is none. */
const uriel_gateway *uriel_gateway_find(const uriel_registry *registry, uriel_text scheme);

/* ---- Warnings ------------------------------------------------------------------------------------ */

/* Those of the authority: user information, rare addresses, ports (RFC 3986, 7), or-ed. */
unsigned uriel_warnings_of(const uriel_registry *registry, const uriel_ref *ref);

/* ---- Hosts as they are looked up ----------------------------------------------------------------- */

/* Decoded (RFC 3986, 7.3), and mapped as UTS #46 does, as far as the result is US-ASCII and simple. */
/* Begins to read a host; `mapped`: decoded and mapped, else byte for byte. */
typedef struct lookup {
  const char *at, *end;
  bool mapped;
} lookup;
lookup uriel_lookup_of(uriel_text host, bool mapped);

/* The next character, before `end`; a byte that is not UTF-8 has LOOKUP_BYTE added. */
enum { LOOKUP_BYTE = 0x200000 };
uint32_t uriel_lookup_next(lookup *host);

/* The first place in a host's text that stands for a character which no name of a host holds: a
 * delimiter, a blank, a control character. Its end where there is none. */
const char *uriel_lookup_wrong(uriel_text host);

#endif
