/* SPDX-License-Identifier: MIT */
/* The access plan of a reference: checks the options, finds the scheme or gateway, adds warnings. */
#include "scheme/planner.h"
#include "scheme/scheme.h"
#include "text/bytes.h"
#include "uri/component.h"
#include "uriel_plan.h"

const char *uriel_step_name(uriel_step_kind kind)
{
  static const char *const names[] = {"",        "connect", "send",     "expect", "close",
                                      "ask",     "request", "interact", "open",   "decode",
                                      "compose", "find",    "call"};
  return (size_t)kind < sizeof names / sizeof *names ? names[kind] : "";
}

static bool plan_error(planner *p, uriel_error_code code, uriel_component component, const char *part,
                       size_t length)
{
  p->error.code = code;
  p->error.component = component;
  p->error.part = part;
  p->error.length = length;
  return false;
}

/* An option is written on one line of a protocol. */
static bool plan_option_fits(planner *p, uriel_text option, const char *part)
{
  for (size_t i = 0; i < option.len; i++)
    if (option.ptr[i] == '\r' || option.ptr[i] == '\n' || option.ptr[i] == 0) {
      p->error.offset = i;
      return plan_error(p, URIEL_ERROR_PART_LINE_BREAK, URIEL_REFERENCE, part, option.len);
    }
  return true;
}

static bool plan_server_fits(planner *p, uriel_text server, const char *part)
{
  uriel_text host;
  uint16_t port;
  if (!plan_option_fits(p, server, part))
    return false;
  return !view_defined(server) || uriel_plan_read_server(server, &host, &port) ||
         plan_error(p, URIEL_ERROR_PART_FORM, URIEL_REFERENCE, part, server.len);
}

/* RFC 6455, 4.1: 16 bytes in base64. */
static bool plan_key_fits(planner *p, uriel_text key)
{
  bool fits = key.len == 24 && key.ptr[22] == '=' && key.ptr[23] == '=';
  for (size_t i = 0; i < 22 && fits; i++)
    fits = byte_is(key.ptr[i], BYTE_ALPHA | BYTE_DIGIT) || key.ptr[i] == '+' || key.ptr[i] == '/';
  return !view_defined(key) || fits ||
         plan_error(p, URIEL_ERROR_PART_FORM, URIEL_REFERENCE, "WebSocket key", key.len);
}

static bool plan_options_fit(planner *p)
{
  const uriel_plan_options *const o = p->options;
  return plan_server_fits(p, o->proxy, "proxy") && plan_server_fits(p, o->news_server, "news server") &&
         plan_option_fits(p, o->mail_address, "mail address") &&
         plan_option_fits(p, o->local_user, "local user") &&
         plan_option_fits(p, o->terminal, "terminal") &&
         plan_option_fits(p, o->user_agent, "user agent") && plan_key_fits(p, o->websocket_key);
}

/* The error of a scheme without parts of its own. */
static bool plan_none(planner *p, uriel_text name)
{
  uriel_error_code code = URIEL_ERROR_PLAN_UNKNOWN;
  if (p->info->status == URIEL_SCHEME_UNDEFINED)
    code = URIEL_ERROR_PLAN_UNDEFINED;
  else if (p->info->status == URIEL_SCHEME_NAMES)
    code = URIEL_ERROR_PLAN_NONE;
  return plan_error(p, code, URIEL_SCHEME, NULL, name.len);
}

/* url-1994, HTTP: "the entire URI, whether HTTP or some other scheme", goes to a proxy. Sessions and
 * schemes without a connection do not use one; the http schemes handle proxies themselves. */
static bool plan_takes_proxy(const planner *p, const scheme *s)
{
  return view_defined(p->options->proxy) && s != &uriel_scheme_http && s != &uriel_scheme_telnet &&
         p->info->transport != URIEL_TRANSPORT_NONE;
}

static const struct plan_entry {
  const scheme *scheme;
  scheme_plan *plan;
} plan_entries[] = {
    {&uriel_scheme_http, uriel_http_plan},         {&uriel_scheme_ftp, uriel_ftp_plan},
    {&uriel_scheme_gopher, uriel_gopher_plan},     {&uriel_scheme_mailto, uriel_mailto_plan},
    {&uriel_scheme_mid, uriel_mid_plan},           {&uriel_scheme_cid, uriel_mid_plan},
    {&uriel_scheme_news, uriel_news_plan},         {&uriel_scheme_nntp, uriel_nntp_plan},
    {&uriel_scheme_telnet, uriel_telnet_plan},     {&uriel_scheme_wais, uriel_wais_plan},
    {&uriel_scheme_prospero, uriel_prospero_plan}, {&uriel_scheme_afs, uriel_afs_plan},
    {&uriel_scheme_whois, uriel_whois_plan},       {&uriel_scheme_file, uriel_file_plan},
    {&uriel_scheme_data, uriel_data_plan},         {&uriel_scheme_tag, uriel_tag_plan},
    {&uriel_scheme_ldap, uriel_ldap_plan},         {&uriel_scheme_tel, uriel_tel_plan},
};

static bool plan_of_scheme(planner *p, const scheme *s, const uriel_ref *ref)
{
  scheme_parts parts;
  if (!uriel_scheme_read(s, &parts, ref, p->scratch, p->scratch_capacity, &p->error))
    return false;
  if (plan_takes_proxy(p, s))
    return uriel_plan_by_proxy(p, ref);
  const struct plan_entry *entry = plan_entries;
  while (entry->scheme != s)
    entry++;
  return entry->plan(p, ref, &parts);
}

/* Port 0 is reserved (RFC 6335, 6); in a step it means that the reply gives the port. */
static bool plan_port_fits(planner *p, const uriel_ref *ref)
{
  const uriel_text port = uriel_port(ref);
  uint16_t number;
  if (p->info->transport == URIEL_TRANSPORT_NONE || !uriel_port_number(&number, ref, NULL) ||
      number != 0)
    return true;
  p->error.begin = p->error.offset = (size_t)(port.ptr - ref->text);
  return plan_error(p, URIEL_ERROR_PART_NUMBER, URIEL_PORT, "port", port.len);
}

/* Reports whether every connection has a port: the scheme may have no default. */
static bool plan_has_ports(planner *p, const uriel_ref *ref)
{
  const uriel_text host = uriel_host(ref), path = uriel_path(ref);
  const char *const at = view_defined(host) ? host.ptr + host.len : path.ptr;
  if (!p->no_port)
    return true;
  p->error.begin = p->error.offset = (size_t)(at - ref->text);
  return plan_error(p, URIEL_ERROR_PART_MISSING, URIEL_PORT, "port", 0);
}

/* A decoded host has lost its delimiters: a byte in it could be read as a delimiter or end a field of
 * the protocol (RFC 3986, 7.3). */
static bool plan_host_fits(planner *p, const uriel_ref *ref)
{
  const uriel_text host = uriel_host(ref);
  if (p->info->transport == URIEL_TRANSPORT_NONE || uriel_host_kind_of(ref) != URIEL_HOST_NAME)
    return true;
  const char *const at = uriel_lookup_wrong(host);
  if (at == host.ptr + host.len)
    return true;
  p->error.begin = (size_t)(host.ptr - ref->text);
  p->error.offset = (size_t)(at - ref->text);
  return plan_error(p, URIEL_ERROR_HOST_DECODED, URIEL_HOST, "host", host.len);
}

/* Adds the steps of `ref`; the text buffer first holds the scratch space for parsing. Fails with
 * BUFFER_TOO_SMALL if that does not fit. */
static bool plan_steps(planner *p, const uriel_ref *ref)
{
  static const uriel_scheme_info unknown = {.name = ""};
  const uriel_text name = uriel_scheme(ref);
  const scheme *const s = uriel_scheme_of(name);
  const uriel_scheme_info *const info = uriel_scheme_find(p->options->registry, name.ptr, name.len);
  p->info = info ? info : &unknown;
  if (!s)
    return plan_none(p, name);
  if (!plan_port_fits(p, ref))
    return false;
  if (p->text.capacity - p->text.len < ref->length)
    return plan_error(p, URIEL_ERROR_BUFFER_TOO_SMALL, URIEL_REFERENCE, NULL, ref->length);
  p->scratch = p->text.out + p->text.len;
  p->scratch_capacity = ref->length;
  p->text.len += ref->length;
  return plan_of_scheme(p, s, ref) && plan_host_fits(p, ref);
}

/* The warnings about the server that the gateway's URI names. */
static unsigned plan_target_warnings(const planner *p, const uriel_ref *target)
{
  const unsigned of_server = URIEL_WARNING_LOW_PORT | URIEL_WARNING_RARE_IPV4;
  return uriel_warnings_of(p->options->registry, target) & of_server;
}

/* Expands the template into a URI. An error's place is in the template or the reference, whichever is
 * at fault. */
static bool plan_expand(planner *p, const uriel_ref *ref, uriel_ref *target)
{
  char *const expanded = p->text.out;
  const size_t len =
      uriel_template_expand(p->plan->gateway->uri_template.ptr, p->plan->gateway->uri_template.len, ref,
                            expanded, p->text.capacity, &p->error);
  if (len == URIEL_FAILED)
    return false;
  if (len > p->text.capacity)
    return plan_error(p, URIEL_ERROR_BUFFER_TOO_SMALL, URIEL_REFERENCE, NULL, ref->length);
  p->text.len = len;
  return uriel_parse(target, expanded, len, &p->error);
}

/* Plans the expanded URI, without looking for another gateway. Templates contain no user information. */
static bool plan_of_expanded(planner *p, const uriel_ref *target, const uriel_ref *ref)
{
  p->plan->warnings |= plan_target_warnings(p, target);
  if (view_defined(uriel_userinfo(ref)))
    p->plan->warnings |= URIEL_WARNING_NOT_SENT;
  return plan_steps(p, target) && plan_has_ports(p, target);
}

/* The caller does not see the expanded URI: the error covers the whole reference. */
static bool plan_by_gateway(planner *p, const uriel_ref *ref)
{
  uriel_ref target;
  if (!plan_expand(p, ref, &target))
    return false;
  const bool made = plan_of_expanded(p, &target, ref);
  if (made || p->error.code == URIEL_ERROR_BUFFER_TOO_SMALL)
    return made;
  p->error = (uriel_error){
      .code = p->error.code, .offset = ref->length, .spec = uriel_spec_of(ref), .options = 0};
  return plan_error(p, p->error.code, URIEL_REFERENCE, "gateway", ref->length);
}

/* Sufficient capacities for a reference of that length: each byte of it and of the options is sent a
 * few times at most, encoded in three bytes. */
static void plan_enough(uriel_plan *plan, const uriel_plan_options *o, size_t length)
{
  const size_t options[] = {o->proxy.len,    o->mail_address.len,  o->news_server.len, o->local_user.len,
                            o->terminal.len, o->websocket_key.len, o->user_agent.len};
  size_t text = size_add(2048, size_times(12, length));
  const size_t steps = size_add(64, size_times(2, length));
  for (size_t i = 0; i < sizeof options / sizeof *options; i++)
    text = size_add(text, size_times(4, options[i]));
  plan->step_count = plan->step_count > steps ? plan->step_count : steps;
  plan->text_len = plan->text_len > text ? plan->text_len : text;
}

/* The length of the planned URI: the reference, or the gateway's URI. */
static size_t plan_length(const uriel_plan *plan, const uriel_ref *ref)
{
  if (!plan->gateway)
    return ref->length;
  const size_t len = uriel_template_expand(plan->gateway->uri_template.ptr,
                                           plan->gateway->uri_template.len, ref, NULL, 0, NULL);
  return len == URIEL_FAILED ? ref->length : len;
}

static void plan_begin_with(planner *p, uriel_plan *plan, const uriel_ref *ref)
{
  plan->step_count = plan->text_len = plan->resume_step = 0;
  plan->warnings = 0;
  plan->gateway = uriel_gateway_find(p->options->registry, uriel_scheme(ref));
  p->plan = plan;
  p->text = writer_to(plan->text, plan->text_capacity);
  p->error.spec = uriel_spec_of(ref);
}

static bool plan_make(planner *p, const uriel_ref *ref)
{
  uriel_plan *const plan = p->plan;
  const uriel_ref *const previous = p->options->previous;
  if (uriel_refuse_row(ref, &p->error) || (previous && uriel_refuse_row(previous, &p->error)))
    return false;
  if (!view_defined(uriel_scheme(ref)))
    return plan_error(p, URIEL_ERROR_PLAN_BASE, URIEL_REFERENCE, NULL, ref->length);
  if (!plan_options_fit(p))
    return false;
  if (!(plan->gateway ? plan_by_gateway(p, ref) : plan_steps(p, ref) && plan_has_ports(p, ref)))
    return false;
  plan->warnings |= uriel_warnings_of(p->options->registry, ref);
  if (plan->step_count > plan->step_capacity || p->text.len > p->text.capacity)
    return plan_error(p, URIEL_ERROR_BUFFER_TOO_SMALL, URIEL_REFERENCE, NULL, ref->length);
  return true;
}

/* The warnings then say how other programs read the host. */
static bool plan_blames_host(const planner *p)
{
  return p->error.code == URIEL_ERROR_HOST_REGISTRY || p->error.code == URIEL_ERROR_HOST_DECODED;
}

bool uriel_plan_make(uriel_plan *plan, const uriel_ref *ref, const uriel_plan_options *options,
                     uriel_error *error)
{
  static const uriel_plan_options none = {0};
  planner p = {.options = options ? options : &none};
  plan_begin_with(&p, plan, ref);
  const bool made = plan_make(&p, ref);
  plan->text_len = p.text.len;
  if (!made)
    plan->resume_step = 0;
  if (!made)
    plan->warnings = plan_blames_host(&p) ? uriel_warnings_of(p.options->registry, ref) : 0;
  if (!made && p.error.code != URIEL_ERROR_BUFFER_TOO_SMALL)
    plan->step_count = plan->text_len = 0;
  else if (!made)
    plan_enough(plan, p.options, plan_length(plan, ref));
  if (error)
    *error = p.error;
  return made;
}
