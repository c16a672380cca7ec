/* SPDX-License-Identifier: MIT */
/* The access plan of a reference: checks the options, finds the scheme or gateway, adds warnings. */
#include "scheme/planner.h"
#include "scheme/scheme.h"
#include "text/bytes.h"
#include "uri/component.h"
#include "uriel_plan.h"

#define PLAN_NAME(names, value) ((size_t)(value) < sizeof(names) / sizeof *(names) ? (names)[value] : "")

const char *uriel_step_name(uriel_step_kind kind)
{
  static const char *const names[] = {"",        "connect", "send",     "expect", "close",
                                      "ask",     "request", "interact", "open",   "decode",
                                      "compose", "find",    "call"};
  return PLAN_NAME(names, kind);
}

const char *uriel_reply_form_name(uriel_reply_form form)
{
  static const char *const names[] = {"",     "end",   "dot",  "line", "lines", "block", "gopher",
                                      "http", "bytes", "wais", "ardp", "ldap",  "frames"};
  return PLAN_NAME(names, form);
}

const char *uriel_reply_use_name(uriel_reply_use use)
{
  static const char *const names[] = {
      "",        "status",  "port",   "object",   "text",   "menu",   "form",    "attributes",
      "listing", "range",   "groups", "overview", "telnet", "screen", "session", "results",
      "methods", "entries", "header", "facts",    "size",   "time"};
  return PLAN_NAME(names, use);
}

const char *uriel_fill_name(uriel_fill fill)
{
  static const char *const names[] = {"", "password", "account", "words", "form", "range", "user"};
  return PLAN_NAME(names, fill);
}

const char *uriel_action_name(uriel_action action)
{
  static const char *const names[] = {"",       "step",    "again", "redirect", "credentials",
                                      "absent", "refused", "later"};
  return PLAN_NAME(names, action);
}

static bool plan_option_error(planner *p, uriel_error_code code, const char *part, uriel_text option,
                              size_t at)
{
  p->error = (uriel_error){
      .code = code, .offset = at, .length = option.len, .spec = p->error.spec, .part = part};
  return false;
}

/* An option is written on one line of a protocol. */
static bool plan_option_fits(planner *p, uriel_text option, const char *part)
{
  for (size_t i = 0; i < option.len; i++)
    if (option.ptr[i] == '\r' || option.ptr[i] == '\n' || option.ptr[i] == 0)
      return plan_option_error(p, URIEL_ERROR_PART_LINE_BREAK, part, option, i);
  return true;
}

static bool plan_server_fits(planner *p, uriel_text server, const char *part)
{
  uriel_text host;
  uint16_t port;
  if (!plan_option_fits(p, server, part))
    return false;
  return !view_defined(server) || uriel_plan_read_server(server, &host, &port) ||
         plan_option_error(p, URIEL_ERROR_PART_FORM, part, server, 0);
}

/* A header field is NAME ":" VALUE (RFC 9110, 5), and not one on which the form of the request depends
 * (RFC 9112, 11.2). */
static bool plan_field_fits(planner *p, uriel_text field)
{
  static const char *const own[] = {
      "host",    "connection",        "content-length",       "transfer-encoding",
      "upgrade", "sec-websocket-key", "sec-websocket-version"};
  static const char marks[] = "!#$%&'*+-.^_`|~";
  const uriel_text name = view_before(field, ':');
  if (!plan_option_fits(p, field, "header"))
    return false;
  for (size_t i = 0; i < field.len; i++) {
    const unsigned char byte = (unsigned char)field.ptr[i];
    if (i < name.len ? !byte_is(field.ptr[i], BYTE_ALPHA | BYTE_DIGIT) && !bytes_have(marks, byte)
                     : (byte < ' ' && byte != '\t') || byte == 0x7F)
      return plan_option_error(p, URIEL_ERROR_PART_CHARACTER, "header", field, i);
  }
  if (name.len == 0 || name.len == field.len)
    return plan_option_error(p, URIEL_ERROR_PART_FORM, "header", field, name.len);
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    if (view_is(name, own[i]))
      return plan_option_error(p, URIEL_ERROR_PART_FORM, "header", field, 0);
  return true;
}

static bool plan_options_fit(planner *p)
{
  const uriel_plan_options *const o = p->options;
  const uriel_text key = o->websocket_key;
  if (!plan_server_fits(p, o->proxy, "proxy") || !plan_server_fits(p, o->https_proxy, "proxy") ||
      !plan_server_fits(p, o->news_server, "news server") ||
      !plan_option_fits(p, o->mail_address, "mail address") ||
      !plan_option_fits(p, o->local_user, "local user") ||
      !plan_option_fits(p, o->terminal, "terminal") || !plan_option_fits(p, o->user_agent, "user agent"))
    return false;
  for (size_t i = 0; i < o->field_count; i++)
    if (!plan_field_fits(p, o->fields[i]))
      return false;
  /* RFC 6455, 4.1: 16 bytes in base64. */
  bool fits = key.len == 24 && key.ptr[22] == '=' && key.ptr[23] == '=';
  for (size_t i = 0; i < 22 && fits; i++)
    fits = byte_is(key.ptr[i], BYTE_ALPHA | BYTE_DIGIT) || key.ptr[i] == '+' || key.ptr[i] == '/';
  return !view_defined(key) || fits ||
         plan_option_error(p, URIEL_ERROR_PART_FORM, "WebSocket key", key, 0);
}

static const struct plan_entry {
  const scheme *scheme;
  scheme_plan *plan;
  bool head; /* it may have a plan with options.head */
} plan_entries[] = {
    {&uriel_scheme_http, uriel_http_plan, true},
    {&uriel_scheme_ftp, uriel_ftp_plan, true},
    {&uriel_scheme_ftps, uriel_ftp_plan, true},
    {&uriel_scheme_gopher, uriel_gopher_plan, true},
    {&uriel_scheme_mailto, uriel_mailto_plan, false},
    {&uriel_scheme_mid, uriel_mid_plan, false},
    {&uriel_scheme_cid, uriel_mid_plan, false},
    {&uriel_scheme_news, uriel_news_plan, true},
    {&uriel_scheme_nntp, uriel_nntp_plan, true},
    {&uriel_scheme_telnet, uriel_telnet_plan, false},
    {&uriel_scheme_wais, uriel_wais_plan, false},
    {&uriel_scheme_prospero, uriel_prospero_plan, false},
    {&uriel_scheme_afs, uriel_afs_plan, true},
    {&uriel_scheme_whois, uriel_whois_plan, false},
    {&uriel_scheme_file, uriel_file_plan, true},
    {&uriel_scheme_data, uriel_data_plan, true},
    {&uriel_scheme_tag, uriel_tag_plan, true},
    {&uriel_scheme_ldap, uriel_ldap_plan, false},
    {&uriel_scheme_tel, uriel_tel_plan, false},
};

/* Reports whether every connection has a port: the scheme may have no default. */
static bool plan_has_ports(planner *p)
{
  const uriel_text host = uriel_host(p->ref), path = uriel_path(p->ref);
  const char *const at = view_defined(host) ? host.ptr + host.len : path.ptr;
  return !p->no_port ||
         uriel_plan_error(p, URIEL_ERROR_PART_MISSING, URIEL_PORT, "port", view_of(at, at), at);
}

/* A decoded host has lost its delimiters: a byte in it could be read as a delimiter or end a field of
 * the protocol (RFC 3986, 7.3). */
static bool plan_host_fits(planner *p)
{
  const uriel_text host = uriel_host(p->ref);
  if (p->info->transport == URIEL_TRANSPORT_NONE || uriel_host_kind_of(p->ref) != URIEL_HOST_NAME)
    return true;
  const char *const at = uriel_lookup_wrong(host);
  return at == host.ptr + host.len ||
         uriel_plan_error(p, URIEL_ERROR_HOST_DECODED, URIEL_HOST, "host", host, at);
}

/* Without the brackets of an IPv6 address. */
static uriel_text plan_bare(uriel_text host)
{
  const bool literal = host.len > 1 && host.ptr[0] == '[' && host.ptr[host.len - 1] == ']';
  return literal ? (uriel_text){host.ptr + 1, host.len - 2} : host;
}

uriel_text uriel_plan_proxy(const planner *p)
{
  const uriel_text host = plan_bare(uriel_host(p->ref));
  uriel_text rest = p->options->no_proxy, item;
  while (uriel_list_next(&rest, &item, ',')) {
    while (item.len > 0 && (*item.ptr == ' ' || *item.ptr == '.'))
      item = (uriel_text){item.ptr + 1, item.len - 1};
    while (item.len > 0 && item.ptr[item.len - 1] == ' ')
      item.len--;
    item = plan_bare(item);
    const size_t before = host.len - item.len;
    if (view_is(item, "*") ||
        (item.len > 0 && item.len <= host.len && fold_equal(host.ptr + before, item.ptr, item.len) &&
         (before == 0 || host.ptr[before - 1] == '.')))
      return view_undefined();
  }
  const uriel_text name = uriel_scheme(p->ref), https = p->options->https_proxy;
  return view_defined(https) && (view_is(name, "https") || view_is(name, "wss")) ? https
                                                                                 : p->options->proxy;
}

/* Adds the steps of `ref`; the text buffer first holds the scratch space for parsing. Fails with
 * BUFFER_TOO_SMALL if that does not fit. */
static bool plan_steps(planner *p, const uriel_ref *ref)
{
  static const uriel_scheme_info unknown = {.name = ""};
  const uriel_text name = uriel_scheme(ref), whole = {ref->text, ref->length};
  const scheme *const s = uriel_scheme_of(name);
  const uriel_scheme_info *const info = uriel_scheme_find(p->options->registry, name.ptr, name.len);
  const struct plan_entry *entry = plan_entries;
  scheme_parts parts;
  p->ref = ref;
  p->info = info ? info : &unknown;
  if (!s) {
    const uriel_scheme_status status = p->info->status;
    return uriel_plan_error(p,
                            status == URIEL_SCHEME_UNDEFINED ? URIEL_ERROR_PLAN_UNDEFINED
                            : status == URIEL_SCHEME_NAMES   ? URIEL_ERROR_PLAN_NONE
                                                             : URIEL_ERROR_PLAN_UNKNOWN,
                            URIEL_SCHEME, NULL, name, name.ptr);
  }
  /* Port 0 is reserved (RFC 6335, 6); in a step it means that the reply gives the port. */
  const uriel_text port = uriel_port(ref);
  uint16_t number;
  if (p->info->transport != URIEL_TRANSPORT_NONE && uriel_port_number(&number, ref, NULL) && number == 0)
    return uriel_plan_error(p, URIEL_ERROR_PART_NUMBER, URIEL_PORT, "port", port, port.ptr);
  if (p->text.capacity - p->text.len < ref->length)
    return uriel_plan_error(p, URIEL_ERROR_BUFFER_TOO_SMALL, URIEL_REFERENCE, NULL, whole, whole.ptr);
  p->scratch = p->text.out + p->text.len;
  p->scratch_capacity = ref->length;
  p->text.len += ref->length;
  if (!uriel_scheme_read(s, &parts, ref, p->scratch, p->scratch_capacity, &p->error))
    return false;
  while (entry->scheme != s)
    entry++;
  /* url-1994, HTTP: "the entire URI, whether HTTP or some other scheme", goes to a proxy. Sessions and
   * schemes without a connection do not use one; the http schemes handle proxies themselves. */
  const bool proxy = view_defined(uriel_plan_proxy(p)) && s != &uriel_scheme_http &&
                     s != &uriel_scheme_telnet && p->info->transport != URIEL_TRANSPORT_NONE;
  if (p->options->head && !proxy && !entry->head)
    return uriel_plan_no_head(p);
  return (proxy ? uriel_plan_by_proxy(p) : entry->plan(p, &parts)) && plan_host_fits(p);
}

static bool plan_whole_error(planner *p, uriel_error_code code, const char *part, const uriel_ref *ref)
{
  p->error =
      (uriel_error){.code = code, .length = ref->length, .spec = uriel_spec_of(ref), .part = part};
  return false;
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
    return plan_whole_error(p, URIEL_ERROR_BUFFER_TOO_SMALL, NULL, ref);
  p->text.len = len;
  return uriel_parse(target, expanded, len, &p->error);
}

/* Plans the expanded URI, without looking for another gateway. The caller does not see that URI: an
 * error covers the whole reference. */
static bool plan_by_gateway(planner *p, const uriel_ref *ref)
{
  const unsigned of_server = URIEL_WARNING_LOW_PORT | URIEL_WARNING_RARE_IPV4;
  uriel_ref target;
  if (!plan_expand(p, ref, &target))
    return false;
  p->plan->warnings |= uriel_warnings_of(p->options->registry, &target) & of_server;
  if (view_defined(uriel_userinfo(ref))) /* templates contain no user information */
    p->plan->warnings |= URIEL_WARNING_NOT_SENT;
  if (plan_steps(p, &target) && plan_has_ports(p))
    return true;
  if (p->error.code == URIEL_ERROR_BUFFER_TOO_SMALL)
    return false;
  plan_whole_error(p, p->error.code, "gateway", ref);
  p->error.offset = ref->length;
  return false;
}

/* Sufficient capacities for the planned URI, which is the reference or the gateway's: each byte of it
 * and of the options is sent a few times at most, encoded in three bytes. */
static void plan_enough(uriel_plan *plan, const uriel_plan_options *o, const uriel_ref *ref)
{
  const uriel_gateway *const gateway = plan->gateway;
  const size_t expanded = gateway ? uriel_template_expand(gateway->uri_template.ptr,
                                                          gateway->uri_template.len, ref, NULL, 0, NULL)
                                  : URIEL_FAILED;
  const size_t length = expanded == URIEL_FAILED ? ref->length : expanded;
  const size_t options[] = {o->proxy.len,         o->https_proxy.len, o->mail_address.len,
                            o->news_server.len,   o->local_user.len,  o->terminal.len,
                            o->websocket_key.len, o->user_agent.len};
  size_t text = size_add(2048, size_times(12, length));
  const size_t steps = size_add(128, size_times(2, length));
  const size_t branches = size_add(128, size_times(2, length));
  for (size_t i = 0; i < sizeof options / sizeof *options; i++)
    text = size_add(text, size_times(4, options[i]));
  for (size_t i = 0; i < o->field_count; i++)
    text = size_add(text, size_add(4, o->fields[i].len));
  plan->step_count = plan->step_count > steps ? plan->step_count : steps;
  plan->text_len = plan->text_len > text ? plan->text_len : text;
  plan->branch_count = plan->branch_count > branches ? plan->branch_count : branches;
}

static bool plan_make(planner *p, const uriel_ref *ref)
{
  uriel_plan *const plan = p->plan;
  const uriel_ref *const previous = p->options->previous;
  if (uriel_refuse_row(ref, &p->error) || (previous && uriel_refuse_row(previous, &p->error)))
    return false;
  if (!view_defined(uriel_scheme(ref)))
    return plan_whole_error(p, URIEL_ERROR_PLAN_BASE, NULL, ref);
  if (!plan_options_fit(p))
    return false;
  if (!(plan->gateway ? plan_by_gateway(p, ref) : plan_steps(p, ref) && plan_has_ports(p)))
    return false;
  plan->warnings |= uriel_warnings_of(p->options->registry, ref);
  if (plan->step_count > plan->step_capacity || p->text.len > p->text.capacity ||
      (plan->branches && plan->branch_count > plan->branch_capacity))
    return plan_whole_error(p, URIEL_ERROR_BUFFER_TOO_SMALL, NULL, ref);
  uriel_plan_link(p);
  return true;
}

bool uriel_plan_make(uriel_plan *plan, const uriel_ref *ref, const uriel_plan_options *options,
                     uriel_error *error)
{
  static const uriel_plan_options none = {0};
  planner p = {.plan = plan,
               .options = options ? options : &none,
               .ref = ref,
               .text = writer_to(plan->text, plan->text_capacity),
               .error = {.spec = uriel_spec_of(ref)}};
  plan->step_count = plan->aside_count = plan->branch_count = plan->text_len = plan->resume_step = 0;
  plan->warnings = 0;
  plan->by_proxy = false;
  plan->gateway = uriel_gateway_find(p.options->registry, uriel_scheme(ref));
  const bool made = plan_make(&p, ref);
  const uriel_error_code code = p.error.code;
  plan->text_len = p.text.len;
  if (!made) {
    /* The warnings about a host say how other programs read it. */
    const bool host = code == URIEL_ERROR_HOST_REGISTRY || code == URIEL_ERROR_HOST_DECODED;
    plan->resume_step = plan->aside_count = 0;
    plan->warnings = host ? uriel_warnings_of(p.options->registry, ref) : 0;
    if (code == URIEL_ERROR_BUFFER_TOO_SMALL)
      plan_enough(plan, p.options, ref);
    else
      plan->step_count = plan->branch_count = plan->text_len = 0;
  }
  error_store(error, p.error);
  return made;
}
