/* SPDX-License-Identifier: MIT */
/* Writes steps into the caller's array and their bytes into the caller's buffer, and counts both beyond
 * their ends. */
#include "scheme/planner.h"

#include "text/bytes.h"
#include "uri/blame.h"
#include "uri/component.h"
#include "uriel_plan.h"

bool uriel_plan_error(planner *p, uriel_error_code code, uriel_component component, const char *part,
                      uriel_text text, const char *at)
{
  const uriel_spec spec = p->error.spec;
  p->error = error_at(code, component, p->ref->text, text, at);
  p->error.spec = spec;
  p->error.part = part;
  return false;
}

bool uriel_plan_no_head(planner *p)
{
  const uriel_text name = uriel_scheme(p->ref);
  return uriel_plan_error(p, URIEL_ERROR_PLAN_HEAD, URIEL_SCHEME, NULL, name, name.ptr);
}

uriel_step *uriel_plan_step(planner *p, uriel_step_kind kind, const char *note)
{
  uriel_plan *const plan = p->plan;
  uriel_step *const step =
      plan->step_count < plan->step_capacity ? &plan->steps[plan->step_count] : &p->spare;
  plan->step_count++;
  *step = (uriel_step){.kind = kind, .note = note ? note : "", .after = ""};
  return step;
}

/* Port 0 is reserved (RFC 6335, 6); in a step it means that the reply gives the port. */
static uriel_step *plan_connect(planner *p, uriel_step step)
{
  p->no_port |= step.port == 0;
  uriel_step *const made = uriel_plan_step(p, URIEL_STEP_CONNECT, step.note);
  made->host = step.host;
  made->port = step.port;
  made->transport = step.transport;
  return made;
}

uriel_step *uriel_plan_connect(planner *p, const uriel_login *login, const char *note)
{
  uriel_step step = {
      .host = login->host, .port = p->info->port, .transport = p->info->transport, .note = note};
  if (login->port.len > 0)
    uriel_port_read(login->port, &step.port);
  return plan_connect(p, step);
}

/* The text after a host: empty, or ":" and a valid port. */
static bool plan_read_port(uriel_text text, uint16_t *port)
{
  const uriel_text digits = {text.ptr + 1, text.len > 0 ? text.len - 1 : 0};
  if (text.len > 0 && text.ptr[0] != ':')
    return false;
  return digits.len == 0 ||
         (view_consists(digits, BYTE_DIGIT) && uriel_port_read(digits, port) == digits.len && *port > 0);
}

bool uriel_plan_read_server(uriel_text server, uriel_text *host, uint16_t *port)
{
  const bool literal = server.len > 0 && server.ptr[0] == '[';
  const char *const end = server.ptr + server.len;
  const char *host_end = view_find(server.ptr, end, literal ? ']' : ':');
  size_t at;
  host_end += literal && host_end < end;
  *host = view_of(server.ptr, host_end);
  if (host->len == 0 || view_has(*host, '%') ||
      uriel_component_error(URIEL_HOST, *host, &at) != URIEL_ERROR_NONE)
    return false;
  if (host->ptr[0] == '[' && byte_lower(host->ptr[1]) != 'v')
    *host = view_of(host->ptr + 1, host_end - 1);
  return plan_read_port(view_of(host_end, end), port);
}

void uriel_plan_connect_to(planner *p, uriel_text server, uint16_t port, uriel_transport transport,
                           const char *note)
{
  uriel_step step = {.port = port, .transport = transport, .note = note};
  uriel_plan_read_server(server, &step.host, &step.port);
  plan_connect(p, step);
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

uriel_step *uriel_plan_text(planner *p, uriel_step_kind kind, const char *before, uriel_text text,
                            const char *after, const char *note)
{
  uriel_plan_begin(p);
  write_string(&p->text, before);
  write_view(&p->text, text);
  write_string(&p->text, after);
  return uriel_plan_end(p, kind, note);
}

uriel_step *uriel_plan_expect(planner *p, const char *codes, uriel_reply_form form, uriel_reply_use use,
                              const char *note)
{
  uriel_step *const step = uriel_plan_step(p, URIEL_STEP_EXPECT, note);
  step->text = uriel_text_of(codes);
  step->form = form;
  step->use = use;
  return step;
}

static void plan_branch(planner *p, uriel_branch branch)
{
  uriel_plan *const plan = p->plan;
  if (!plan->branches)
    return;
  const size_t at = plan->branch_count++;
  if (plan->step_count == 0 || plan->step_count > plan->step_capacity || at >= plan->branch_capacity)
    return;
  uriel_step *const step = &plan->steps[plan->step_count - 1];
  plan->branches[at] = branch;
  step->branches = &plan->branches[at - step->branch_count];
  step->branch_count++;
}

void uriel_plan_branch(planner *p, const char *codes, uriel_action action)
{
  plan_branch(p, (uriel_branch){.codes = codes, .reply = "", .action = action});
}

void uriel_plan_branch_to(planner *p, const char *codes, const char *reply, plan_place to)
{
  plan_branch(
      p, (uriel_branch){.codes = codes, .reply = reply, .action = URIEL_ACTION_STEP, .to = (size_t)to});
}

void uriel_plan_place(planner *p, plan_place place)
{
  p->places[place] = p->plan->step_count + 1;
}

bool uriel_plan_aside(planner *p)
{
  p->main = p->plan->step_count;
  return p->plan->branches != NULL;
}

void uriel_plan_link(planner *p)
{
  uriel_plan *const plan = p->plan;
  for (size_t i = 0; i < plan->branch_count; i++)
    plan->branches[i].to = p->places[plan->branches[i].to];
  if (p->main > 0) {
    plan->aside_count = plan->step_count - p->main;
    plan->step_count = p->main;
  }
}

bool uriel_plan_close(planner *p)
{
  uriel_plan_step(p, URIEL_STEP_CLOSE, "");
  return true;
}

void uriel_plan_warn_not_sent(planner *p, const uriel_login *login)
{
  if (view_defined(login->user) || view_defined(login->password))
    p->plan->warnings |= URIEL_WARNING_NOT_SENT;
}
