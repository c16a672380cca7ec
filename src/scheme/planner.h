/* SPDX-License-Identifier: MIT */
/* Writes access plans into the caller's arrays. */
#ifndef URIEL_SCHEME_PLANNER_H
#define URIEL_SCHEME_PLANNER_H

#include "scheme/lookup.h"
#include "text/text.h"
#include "uriel_plan.h"

/* Steps that branches lead to, until uriel_plan_link replaces these names in `to` by numbers. */
typedef enum plan_place {
  PLACE_NONE,
  PLACE_LOGGED_IN, /* ftp: after PASS */
  PLACE_TRANSFER,  /* ftp: TYPE */
  PLACE_DATA,      /* ftp: the data connection */
  PLACE_ACCOUNT,
  PLACE_PASSIVE,
  PLACE_FOLDER, /* ftp: the name is a folder's */
  PLACE_FOLDER_DATA,
  PLACE_FOLDER_PASSIVE,
  PLACE_SYSTEM, /* ftp: names in the form of the server's system */
  PLACE_VMS,
  PLACE_MVS,
  PLACE_DOS,
  PLACE_SIZE,    /* ftp: without MLST */
  PLACE_COMMAND, /* nntp: the first command */
  PLACE_READER,
  PLACE_LOGIN,
  PLACE_OVERVIEW,
  PLACE_OLD_OVERVIEW,
  PLACE_CONTENTS, /* prospero */
  PLACE_LINKS,
  PLACE_QUIT,   /* ftp, nntp, prospero */
  PLACE_TUNNEL, /* http: in the connection through a proxy */
  PLACE_SOCKET,
  PLACE_COUNT
} plan_place;

typedef struct planner {
  uriel_plan *plan;
  const uriel_plan_options *options; /* never NULL */
  const uriel_ref *ref;              /* that is planned: the caller's, or the gateway's */
  const uriel_scheme_info *info;     /* scheme of the reference */
  writer text;                       /* bytes that steps send; counted even if they do not fit */
  char *scratch;                     /* for parsing the reference, large enough for it */
  size_t scratch_capacity;
  uriel_error error;
  bool no_port;               /* a connection had no port */
  size_t begin;               /* of the current text */
  size_t main;                /* count of steps before the ones that only branches lead to; 0: all */
  size_t places[PLACE_COUNT]; /* counted from 1 */
  uriel_step spare;           /* used if the array is full */
} planner;

/* Fails at the byte `at` of `text`, which is text of the reference. Returns false. */
bool uriel_plan_error(planner *p, uriel_error_code code, uriel_component component, const char *part,
                      uriel_text text, const char *at);

/* Fails because the reference has no plan with options.head. Returns false. */
bool uriel_plan_no_head(planner *p);

/* Adds a step to be filled in. uriel_plan_begin and uriel_plan_end set its text. */
uriel_step *uriel_plan_step(planner *p, uriel_step_kind kind, const char *note);

/* Connects to the login's host and port, or to the scheme's default port. */
uriel_step *uriel_plan_connect(planner *p, const uriel_login *login, const char *note);
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

/* Expects a reply with one of the codes, or any. */
uriel_step *uriel_plan_expect(planner *p, const char *codes, uriel_reply_form form, uriel_reply_use use,
                              const char *note);

/* Adds a branch to the last step. */
void uriel_plan_branch(planner *p, const char *codes, uriel_action action);
/* The same, to a step which uriel_plan_place marks, before or later. */
void uriel_plan_branch_to(planner *p, const char *codes, const char *reply, plan_place to);
/* The next step that is added is at the place. */
void uriel_plan_place(planner *p, plan_place place);
/* The next steps are reached only by branches. Returns whether they are wanted. */
bool uriel_plan_aside(planner *p);
/* Numbers the targets of all branches. */
void uriel_plan_link(planner *p);

/* Closes the connection, and returns true. */
bool uriel_plan_close(planner *p);

/* Returns the proxy of the options for the reference, unless its scheme does not use one; or undefined.
 */
uriel_text uriel_plan_proxy(const planner *p);

/* Asks an HTTP proxy for a URI of any scheme (url-1994, HTTP). */
bool uriel_plan_by_proxy(planner *p);

/* User and password are only sent on request: warns if the URI has any. */
void uriel_plan_warn_not_sent(planner *p, const uriel_login *login);

/* The first gateway for the scheme, in any case, or NULL. */
const uriel_gateway *uriel_gateway_find(const uriel_registry *registry, uriel_text scheme);

/* Warnings about the authority, or-ed: user information, unusual addresses, ports (RFC 3986, 7). */
unsigned uriel_warnings_of(const uriel_registry *registry, const uriel_ref *ref);

#endif
