/* SPDX-License-Identifier: MIT */
/* Schemes of one TCP connection: telnet (RFC 4248), tn3270 (RFC 6270), rlogin (url-1994, "Telnet,
 * rlogin, tn3270"; RFC 1282) and whois (url-1993, WHOIS; RFC 3912). */
#include "scheme/part.h"
#include "scheme/scheme.h"
#include "uriel_scheme.h"

/* ---- telnet, tn3270, rlogin ----------------------------------------------------------------------- */

static const char *const telnet_names[] = {"telnet", "rlogin", "tn3270", NULL};

/* "The final / character may be omitted" (RFC 4248, 2); no other path is allowed. */
static void telnet_refuse_path(part_reader *r)
{
  const uriel_text path = uriel_path(r->ref);
  if (path.len > 1 || (path.len == 1 && path.ptr[0] != '/'))
    uriel_part_refuse(r, URIEL_PATH, "path", path);
  uriel_part_refuse(r, URIEL_QUERY, "query", uriel_query(r->ref));
}

static void telnet_parse(part_reader *r, void *parts)
{
  scheme_telnet *const telnet = parts;
  *telnet = (scheme_telnet){.scheme = uriel_scheme(r->ref), .login = uriel_part_server(r)};
  telnet_refuse_path(r);
}

static void telnet_build(part_builder *b, const void *parts)
{
  const scheme_telnet *const telnet = parts;
  const char *const name =
      view_defined(telnet->scheme) ? uriel_part_name_of(telnet->scheme, telnet_names) : telnet_names[0];
  if (!name) {
    uriel_build_error(b, URIEL_ERROR_SCHEME_OTHER, URIEL_SCHEME, "scheme", telnet->scheme,
                      telnet->scheme.ptr);
  } else if (uriel_build_server_fits(b, &telnet->login)) {
    uriel_build_authority(b, name, &telnet->login);
    write_byte(&b->w, '/');
  }
}

/* The user takes over. The user name is advice to the user (RFC 4248, 2). */
static void telnet_interact(planner *p, const uriel_login *login, bool name_is_sent)
{
  const char *note = "the session";
  if (!name_is_sent && view_defined(login->password))
    note = "the session: where it asks, give this user name, and the password of the URI";
  else if (!name_is_sent && view_defined(login->user))
    note = "the session: where it asks for a user name, give this one";
  else if (view_defined(login->password))
    note = "the session: where it asks, give the password of the URI";
  uriel_step *const step = uriel_plan_step(p, URIEL_STEP_INTERACT, note);
  if (!name_is_sent)
    step->text = login->user;
}

static uriel_text telnet_or(uriel_text given, const char *otherwise)
{
  return given.len > 0 ? given : uriel_text_of(otherwise);
}

/* RFC 1282, "Connection Establishment": an empty string and three others, each ended by a zero byte,
 * answered by a zero byte. Without a user, both sides have the same name; an empty user is sent. */
static void telnet_rlogin(planner *p, const uriel_login *login)
{
  const uriel_text local = telnet_or(p->options->local_user, "user");
  uriel_plan_begin(p);
  write_byte(&p->text, 0);
  write_view(&p->text, local);
  write_byte(&p->text, 0);
  write_view(&p->text, view_defined(login->user) ? login->user : local);
  write_byte(&p->text, 0);
  write_view(&p->text, telnet_or(p->options->terminal, "xterm/38400"));
  write_byte(&p->text, 0);
  uriel_plan_end(p, URIEL_STEP_SEND, "the user on this side, the user on the other, terminal and speed");
  uriel_plan_step(p, URIEL_STEP_EXPECT, "a zero byte")->text = (uriel_text){"", 1};
}

bool uriel_telnet_plan(planner *p, const uriel_ref *ref, const void *parts)
{
  const scheme_telnet *const telnet = parts;
  (void)ref;
  const bool rlogin = byte_lower(telnet->scheme.ptr[0]) == 'r';
  const bool tn3270 = byte_lower(telnet->scheme.ptr[1]) == 'n';
  uriel_plan_connect(p, &telnet->login, tn3270 ? "Telnet with an IBM 3270 data stream (RFC 6270)" : "");
  if (rlogin)
    telnet_rlogin(p, &telnet->login);
  else
    uriel_plan_warn_not_sent(p, &telnet->login);
  if (view_defined(telnet->login.password))
    p->plan->warnings |= URIEL_WARNING_NOT_SENT;
  telnet_interact(p, &telnet->login, rlogin);
  uriel_plan_close(p, "");
  return true;
}

static const scheme_part telnet_parts[] = {SCHEME_PART(scheme_telnet, scheme),
                                           SCHEME_LOGIN(scheme_telnet)};

SCHEME_DEFINE(telnet, scheme_telnet);

/* ---- whois ---------------------------------------------------------------------------------------- */

static const char *const whois_names[] = {"whois", NULL};

static void whois_parse(part_reader *r, void *parts)
{
  scheme_whois *const whois = parts;
  *whois = (scheme_whois){.login = uriel_part_server(r)};
  whois->query = uriel_part_line(r, URIEL_PATH, "query", uriel_part_below(r, true));
}

static void whois_build(part_builder *b, const void *parts)
{
  const scheme_whois *const whois = parts;
  static const encode_set query = {BYTE_PATH, "", "", 0};
  if (uriel_build_server_fits(b, &whois->login) &&
      uriel_build_line(b, URIEL_PATH, "query", whois->query) &&
      uriel_build_no_dots(b, "query", whois->query, EDGE_BOTH, false)) {
    uriel_build_authority(b, "whois", &whois->login);
    uriel_build_part(b, "/", whois->query, query, "");
  }
}

/* RFC 3912, 2: the query, CR LF; the answer ends when the server closes. */
bool uriel_whois_plan(planner *p, const uriel_ref *ref, const void *parts)
{
  const scheme_whois *const whois = parts;
  (void)ref;
  uriel_plan_warn_not_sent(p, &whois->login);
  uriel_plan_connect(p, &whois->login, "");
  uriel_plan_line(p, "", whois->query);
  uriel_plan_expect(p, "", "the answer, to the end of the connection");
  uriel_plan_close(p, "");
  return true;
}

static const scheme_part whois_parts[] = {SCHEME_LOGIN(scheme_whois), SCHEME_PART(scheme_whois, query)};

SCHEME_DEFINE(whois, scheme_whois);
