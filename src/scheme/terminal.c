/* SPDX-License-Identifier: MIT */
/* Schemes of one TCP connection: telnet (RFC 4248), tn3270 (RFC 6270), rlogin (url-1994, "Telnet,
 * rlogin, tn3270"; RFC 1282) and whois (url-1993, WHOIS; RFC 3912). */
#include "scheme/scheme.h"

/* ---- telnet, tn3270, rlogin ----------------------------------------------------------------------- */

static const scheme_part telnet_parts[] = {{.name = "scheme", .component = URIEL_SCHEME},
                                           SCHEME_LOGIN(0, 0)};

static void telnet_read(part_reader *r, scheme_parts *parts)
{
  const uriel_text path = uriel_path(r->ref);
  parts->telnet = (scheme_telnet){.scheme = uriel_scheme(r->ref), .login = uriel_part_server(r)};
  /* "The final / character may be omitted" (RFC 4248, 2); no other path is allowed. */
  if (path.len > 1 || (path.len == 1 && path.ptr[0] != '/'))
    uriel_part_refuse(r, URIEL_PATH, "path");
  uriel_part_refuse(r, URIEL_QUERY, "query");
}

static void telnet_fit(part_builder *b, const scheme_parts *parts)
{
  const scheme_telnet *const telnet = &parts->telnet;
  if (view_defined(telnet->scheme) && !uriel_part_name_of(telnet->scheme, uriel_scheme_telnet.names))
    uriel_build_part_error(b, URIEL_ERROR_SCHEME_OTHER, &telnet->scheme, telnet->scheme.ptr);
  uriel_build_server_fits(b, &telnet->login);
}

static void telnet_write(part_builder *b, const scheme_parts *parts)
{
  const char *const name = uriel_part_name_of(parts->telnet.scheme, uriel_scheme_telnet.names);
  uriel_build_authority(b, name ? name : uriel_scheme_telnet.names[0], &parts->telnet.login);
  write_byte(&b->w, '/');
}

SCHEME_DEFINE(telnet, telnet_read, telnet_fit, telnet_write, "telnet", "rlogin", "tn3270");

/* RFC 1282, "Connection Establishment": an empty string and three others, each ended by a zero byte,
 * answered by a zero byte. Without a user, both sides have the same name; an empty user is sent. */
static void telnet_rlogin(planner *p, const uriel_login *login)
{
  const uriel_text given = p->options->local_user, terminal = p->options->terminal;
  const uriel_text local = given.len > 0 ? given : uriel_text_of("user");
  uriel_plan_begin(p);
  write_byte(&p->text, 0);
  write_view(&p->text, local);
  write_byte(&p->text, 0);
  write_view(&p->text, view_defined(login->user) ? login->user : local);
  write_byte(&p->text, 0);
  write_view(&p->text, terminal.len > 0 ? terminal : uriel_text_of("xterm/38400"));
  write_byte(&p->text, 0);
  uriel_plan_end(p, URIEL_STEP_SEND, "the user on this side, the user on the other, terminal and speed");
  uriel_plan_expect(p, "", URIEL_REPLY_BYTES, URIEL_USE_STATUS, "a zero byte")->text =
      (uriel_text){"", 1};
}

/* The user takes over. The user name is advice to the user (RFC 4248, 2), except in rlogin, which sends
 * it. */
bool uriel_telnet_plan(planner *p, const scheme_parts *parts)
{
  const uriel_login *const login = &parts->telnet.login;
  const uriel_text name = parts->telnet.scheme;
  const bool rlogin = byte_lower(name.ptr[0]) == 'r', tn3270 = byte_lower(name.ptr[1]) == 'n';
  const char *note = "the session";
  uriel_plan_connect(p, login, tn3270 ? "Telnet with an IBM 3270 data stream (RFC 6270)" : "");
  if (rlogin)
    telnet_rlogin(p, login);
  if (view_defined(login->password) || (view_defined(login->user) && !rlogin))
    p->plan->warnings |= URIEL_WARNING_NOT_SENT;
  if (view_defined(login->password))
    note = rlogin ? "the session: where it asks, give the password of the URI"
                  : "the session: where it asks, give this user name, and the password of the URI";
  else if (!rlogin && view_defined(login->user))
    note = "the session: where it asks for a user name, give this one";
  uriel_step *const step = uriel_plan_step(p, URIEL_STEP_INTERACT, note);
  step->form = URIEL_REPLY_END;
  step->use = rlogin ? URIEL_USE_SESSION : tn3270 ? URIEL_USE_SCREEN : URIEL_USE_TELNET;
  if (!rlogin)
    step->text = login->user;
  return uriel_plan_close(p);
}

/* ---- whois ---------------------------------------------------------------------------------------- */

static const scheme_part whois_parts[] = {SCHEME_LOGIN(PART_SERVER, 0),
                                          {"query", "/", BYTE_PATH, .checks = PART_LINE | PART_PATH}};

static void whois_read(part_reader *r, scheme_parts *parts)
{
  parts->whois.login = uriel_part_server(r);
  uriel_part_take(r, &parts->whois.query, uriel_part_below(r->ref, true));
}

SCHEME_DEFINE(whois, whois_read, NULL, NULL, "whois");

/* RFC 3912, 2: the query, CR LF; the answer ends when the server closes. */
bool uriel_whois_plan(planner *p, const scheme_parts *parts)
{
  uriel_plan_warn_not_sent(p, &parts->whois.login);
  uriel_plan_connect(p, &parts->whois.login, "");
  uriel_plan_line(p, "", parts->whois.query);
  uriel_plan_expect(p, "", URIEL_REPLY_END, URIEL_USE_OBJECT,
                    "the answer, to the end of the connection");
  return uriel_plan_close(p);
}
