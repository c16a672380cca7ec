/* SPDX-License-Identifier: MIT */
/* Steps into the caller's array and their bytes into the caller's buffer, both counted beyond their
 * ends. */
#include "scheme/planner.h"

#include "text/bytes.h"
#include "uri/port.h"

uriel_step *uriel_plan_step(planner *p, uriel_step_kind kind, const char *note)
{
  uriel_plan *const plan = p->plan;
  uriel_step *const step =
      plan->step_count < plan->step_capacity ? &plan->steps[plan->step_count] : &p->spare;
  plan->step_count++;
  *step = (uriel_step){.kind = kind, .note = note ? note : ""};
  return step;
}

void uriel_plan_connect(planner *p, const uriel_login *login, const char *note)
{
  uriel_step *const step = uriel_plan_step(p, URIEL_STEP_CONNECT, note);
  step->host = login->host;
  step->transport = p->info->transport;
  step->port = p->info->port;
  if (login->port.len > 0)
    port_read(login->port, &step->port);
}

/* The place of the ":" before a port; the end where there is none. One in an IPv6 address is none. */
static const char *plan_port_of(uriel_text server)
{
  const char *const end = server.ptr + server.len;
  const char *at = end;
  while (at > server.ptr && byte_is(at[-1], BYTE_DIGIT))
    at--;
  if (at == server.ptr || at[-1] != ':')
    return end;
  return view_find(server.ptr, at - 1, ':') == at - 1 || (at - 2 >= server.ptr && at[-2] == ']') ? at - 1
                                                                                                 : end;
}

void uriel_plan_connect_to(planner *p, uriel_text server, uint16_t port, uriel_transport transport,
                           const char *note)
{
  const char *const colon = plan_port_of(server);
  uriel_text host = view_of(server.ptr, colon);
  uriel_step *const step = uriel_plan_step(p, URIEL_STEP_CONNECT, note);
  step->transport = transport;
  step->port = port;
  if (colon < server.ptr + server.len)
    port_read(view_of(colon + 1, server.ptr + server.len), &step->port);
  if (host.len > 1 && host.ptr[0] == '[')
    host = view_of(host.ptr + 1, host.ptr + host.len - 1);
  step->host = host;
}

bool uriel_plan_is_server(uriel_text server)
{
  uint16_t number;
  const char *const end = server.ptr + server.len;
  const char *const colon = plan_port_of(server);
  const uriel_text port = view_of(colon < end ? colon + 1 : end, end);
  return colon > server.ptr && port_read(port, &number) == port.len;
}

void uriel_plan_begin(planner *p)
{
  p->begin = p->text.len;
}

uriel_step *uriel_plan_end(planner *p, uriel_step_kind kind, const char *note)
{
  uriel_step *const step = uriel_plan_step(p, kind, note);
  if (p->text.len <= p->text.capacity)
    step->text = (uriel_text){p->text.out + p->begin, p->text.len - p->begin};
  return step;
}

uriel_step *uriel_plan_line(planner *p, const char *verb, uriel_text argument)
{
  uriel_plan_begin(p);
  write_string(&p->text, verb);
  write_view(&p->text, argument);
  write_string(&p->text, "\r\n");
  return uriel_plan_end(p, URIEL_STEP_SEND, "");
}

void uriel_plan_decoded(planner *p, uriel_text text)
{
  const char *const end = text.ptr + text.len;
  for (const char *at = text.ptr; at < end;) {
    const bool encoded = triplet_at(at, end);
    write_byte(&p->text, encoded ? (char)triplet_value(at) : *at);
    at += encoded ? 3 : 1;
  }
}

void uriel_plan_expect(planner *p, const char *codes, const char *note)
{
  uriel_plan_step(p, URIEL_STEP_EXPECT, note)->text = uriel_text_of(codes);
}

void uriel_plan_close(planner *p, const char *note)
{
  uriel_plan_step(p, URIEL_STEP_CLOSE, note);
}
