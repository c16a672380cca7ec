/* SPDX-License-Identifier: MIT */
/* From a URI to its object: plans are made and run until one has it. The user names the first URI; other
 * origins that a reply names have to pass the guard. */
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#include "compose.h"
#include "get_private.h"
#include "messages.h"

/* ---- Plans --------------------------------------------------------------------------------------- */

static bool get_is_news(const uriel_ref *ref)
{
  const uriel_text scheme = uriel_scheme(ref);
  return scheme.len == 4 &&
         (strncasecmp(scheme.ptr, "news", 4) == 0 || strncasecmp(scheme.ptr, "nntp", 4) == 0);
}

/* Makes names ASCII, which are looked up (RFC 3986, 3.2.2), and composes the message of a draft. */
static bool get_prepare(struct get *get, const uriel_ref *ref, uriel_error *error)
{
  const uriel_plan *const plan = &get->plan;
  const uriel_text host = uriel_host(ref);
  struct buffer *const out = &get->prepared;
  bool good = true;
  out->len = 0;
  for (size_t i = 0; good && i < plan->step_count + plan->aside_count; i++) {
    uriel_step *const step = &plan->steps[i];
    const bool is_draft = step->kind == URIEL_STEP_COMPOSE;
    uriel_text *const text = is_draft ? &step->text : &step->host;
    if (is_draft)
      good = compose_message(*text, out, error);
    else if (step->kind == URIEL_STEP_CONNECT && !compose_is_ascii(*text))
      good = out->len > 0 || compose_host(*text, out, error); /* all are the host of the URI */
    else
      continue;
    *text = buffer_text(out);
  }
  if (!good) { /* the place is in the decoded text */
    const uriel_component component = host.ptr ? URIEL_HOST : URIEL_REFERENCE;
    const size_t begin = host.ptr ? (size_t)(host.ptr - ref->text) : 0;
    *error = (uriel_error){.code = error->code,
                           .component = component,
                           .offset = begin,
                           .begin = begin,
                           .length = host.ptr ? host.len : ref->length};
  }
  return good;
}

const uriel_plan *get_plan(struct get *get, const uriel_ref *ref, uriel_error *error)
{
  uriel_plan *const plan = &get->plan;
  uriel_plan_options options = get->options.plan;
  options.registry = &get->registry;
  options.previous = get->run.is_kept && get->is_own ? &get->before : NULL;
  if (get->options.adapt)
    get->options.adapt(get->options.context, ref, &options);
  else if (!get->is_own) /* fields of the user can be secret */
    options.field_count = 0;
  if (get->spool && get_is_news(ref)) {
    options.proxy = (uriel_text){NULL, 0};
    options.registry = NULL;
  }
  for (size_t steps = 64, branches = 128, text = 1024 + 2 * (size_t)ref->length;;
       steps = plan->step_count, branches = plan->branch_count, text = plan->text_len) {
    buffer_reserve(&get->steps, steps * sizeof(uriel_step));
    buffer_reserve(&get->branches, branches * sizeof(uriel_branch));
    buffer_reserve(&get->text, text);
    *plan = (uriel_plan){.steps = (uriel_step *)(void *)get->steps.ptr,
                         .step_capacity = get->steps.capacity / sizeof(uriel_step),
                         .branches = (uriel_branch *)(void *)get->branches.ptr,
                         .branch_capacity = get->branches.capacity / sizeof(uriel_branch),
                         .text = get->text.ptr,
                         .text_capacity = get->text.capacity};
    if (uriel_plan_make(plan, ref, &options, error))
      return get_prepare(get, ref, error) ? plan : NULL;
    if (error->code != URIEL_ERROR_BUFFER_TOO_SMALL)
      return NULL;
  }
}

/* The media type of a WAIS document: of the third segment from the database on. */
static const char *get_wais_type(const uriel_ref *ref)
{
  static const char *const types[][2] = {
      {"TEXT", "text/plain"},       {"HTML", "text/html"},
      {"GIF", "image/gif"},         {"TIFF", "image/tiff"},
      {"PICT", "image/pict"},       {"PS", "application/postscript"},
      {"DVI", "application/x-dvi"}, {"WSRC", "application/x-wais-source"}};
  uriel_text path = uriel_path(ref), segment;
  for (size_t i = 0; i < 3; i++)
    if (!uriel_list_next(&path, &segment, '/'))
      return "application/octet-stream";
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (segment.len == strlen(types[i][0]) && memcmp(segment.ptr, types[i][0], segment.len) == 0)
      return types[i][1];
  return "application/octet-stream";
}

/* Sets the use of the object, and the media type that the protocol states or implies; none for a file
 * and a folder of ftp. */
static void get_describe(struct get *get)
{
  const uriel_ref *const ref = get->ref;
  const uriel_plan *const plan = &get->plan;
  struct buffer *const type = &get->result->media_type;
  const uriel_step *const last = &plan->steps[plan->step_count - 1];
  const uriel_text scheme = uriel_scheme(ref);
  const char *implied = NULL;
  uriel_data data;
  get->result->use = get->run.use;
  if (plan->steps[0].kind == URIEL_STEP_DECODE) {
    buffer_reserve(&get->scratch, ref->length);
    if (uriel_data_parse(&data, ref, get->scratch.ptr, get->scratch.capacity, NULL)) {
      buffer_put(type, data.type.ptr, data.type.len);
      buffer_append(type, ";", data.parameters.ptr != NULL);
      buffer_append(type, data.parameters.ptr, data.parameters.len);
    }
  } else if (last->kind == URIEL_STEP_COMPOSE) {
    implied = compose_type(last->text);
  } else if (get->run.use == URIEL_USE_TEXT && get_is_news(ref)) {
    implied = "message/rfc822";
  } else if (get->run.use == URIEL_USE_RESULTS ||
             (get->run.use == URIEL_USE_LISTING && scheme.len > 0 && (*scheme.ptr | 0x20) == 'p')) {
    implied = "text/uri-list";
  } else if (get->run.use == URIEL_USE_OBJECT && scheme.len == 4 &&
             strncasecmp(scheme.ptr, "wais", 4) == 0) {
    implied = get_wais_type(ref);
  } else if (get->run.use == URIEL_USE_MENU) {
    implied = "application/gopher-menu";
  } else if (get->run.use == URIEL_USE_TEXT || get->run.use == URIEL_USE_TELNET ||
             get->run.use == URIEL_USE_SCREEN || get->run.use == URIEL_USE_SESSION) {
    implied = "text/plain";
  } else {
    buffer_put(type, get->response.media_type.ptr, get->response.media_type.len);
  }
  if (implied)
    buffer_put(type, implied, strlen(implied));
}

/* ---- What a run calls ---------------------------------------------------------------------------- */

static bool get_object(void *context, const char *data, size_t len, struct get_failure *failure)
{
  struct get *const get = context;
  if (len > get->options.max_size - get->result->length)
    return get_fail(failure, GET_FAILED,
                    "the object has more than %llu bytes: --max-size sets the limit",
                    (unsigned long long)get->options.max_size);
  if (get->result->length == 0)
    get_describe(get);
  get->result->length += len;
  return get->options.object(get->options.context, data, len, failure);
}

void get_forget_login(struct get *get)
{
  get->has_searched = get->login.has_user = get->login.has_password = get->login.has_account = false;
}

/* Sets a user or a password of the URI. */
static bool get_decode(const char *begin, const char *end, struct buffer *out)
{
  const size_t len = (size_t)(end - begin);
  buffer_reserve(out, len + 1);
  out->len = uriel_decode(begin, len, 0, out->ptr, len, NULL);
  return out->len <= len;
}

/* Finds the user, password or account: in the URI, among the known ones, or from the person. */
static bool get_find_login(struct get *get, uriel_fill fill)
{
  const struct get_options *const options = &get->options;
  const uriel_text info = uriel_userinfo(get->ref), port = uriel_port(get->ref);
  uriel_text host = uriel_host(get->ref);
  struct get_login *const login = &get->login;
  struct buffer *const where = &get->scratch;
  if (host.len == 0)
    host = get->plan.steps[0].host;
  if (!get->has_searched && info.len > 0) {
    const char *const end = info.ptr + info.len, *const colon = memchr(info.ptr, ':', info.len);
    login->has_user = get_decode(info.ptr, colon ? colon : end, &login->user);
    login->has_password = colon && get_decode(colon + 1, end, &login->password);
  }
  if (!get->has_searched && options->login && !login->has_password) {
    where->len = 0;
    options->login(options->context, host, login, where);
    if (where->len > 0 && options->note)
      options->note(options->context, where->ptr);
  }
  get->has_searched = true;
  bool *const has = fill == URIEL_FILL_USER       ? &login->has_user
                    : fill == URIEL_FILL_PASSWORD ? &login->has_password
                                                  : &login->has_account;
  if (*has || !options->ask)
    return *has;
  where->len = 0;
  buffer_append(where, host.ptr, host.len);
  buffer_append(where, ":", port.len > 0);
  buffer_append(where, port.ptr, port.len);
  const bool shown = login->has_user && fill != URIEL_FILL_USER;
  struct buffer *const out = fill == URIEL_FILL_USER       ? &login->user
                             : fill == URIEL_FILL_PASSWORD ? &login->password
                                                           : &login->account;
  out->len = 0;
  return *has = options->ask(options->context, fill, buffer_text(where),
                             shown ? buffer_text(&login->user) : (uriel_text){NULL, 0}, out);
}

static bool get_fill(void *context, const uriel_step *step, struct buffer *out)
{
  struct get *const get = context;
  const struct get_login *const login = &get->login;
  const bool is_user = step->fill == URIEL_FILL_USER, is_password = step->fill == URIEL_FILL_PASSWORD;
  if ((!is_user && !is_password && step->fill != URIEL_FILL_ACCOUNT) || !get->is_own ||
      get->plan.gateway || !get_find_login(get, step->fill))
    return false;
  const struct buffer *const text = is_user       ? &login->user
                                    : is_password ? &login->password
                                                  : &login->account;
  buffer_append(out, text->ptr, text->len);
  return true;
}

/* Whether the user adds a field of this name to requests. */
static bool get_has_field(const struct get *get, const char *name)
{
  const size_t len = strlen(name);
  for (size_t i = 0; i < get->options.plan.field_count; i++) {
    const uriel_text field = get->options.plan.fields[i];
    if (field.len > len && field.ptr[len] == ':' && strncasecmp(field.ptr, name, len) == 0)
      return true;
  }
  return false;
}

static void get_note(const struct get *get, const char *reason)
{
  char text[STORE_MESSAGE + 64];
  snprintf(text, sizeof text, "the cache is not used: %s", reason);
  if (get->options.note)
    get->options.note(get->options.context, text);
}

static bool get_http(void *context, const struct run_request *request, char code[REPLY_CODE],
                     struct run_exchange *exchange, struct get_failure *failure)
{
  struct get *const get = context;
  if (!get->has_login)
    get->http.login = (struct http_login){{NULL, 0}, {NULL, 0}};
  uriel_ref asked;
  get->cached.uri = &asked;
  if (!get_asked(get, get->ref, &get->plan, &asked))
    return get_fail(failure, GET_FAILED, "the template of the gateway does not make a URI");
  const bool good = cached_exchange(&get->cached, &get->http, request, &get->response, get_object, get,
                                    exchange, failure);
  const char *const reason = get->cached.cache ? cache_failure(get->cached.cache) : NULL;
  if (reason) {
    get_note(get, reason);
    cache_close(get->cached.cache);
    get->cached.cache = NULL;
  }
  memcpy(code, get->response.code, sizeof get->response.code);
  if (good && strcmp(code, "206") == 0 && !get_has_field(get, "Range"))
    return get_fail(failure, GET_FAILED,
                    "the server sends a part of the object, which was not requested");
  return good;
}

/* Whether fields of the user identify a person or a session. */
static bool get_has_secret(const struct get *get)
{
  static const char *const names[] = {"Authorization", "Cookie", "Proxy-Authorization"};
  bool has = false;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    has |= get_has_field(get, names[i]);
  return has;
}

/* Adds the step of a look-up that was not reported yet. */
static void get_trace_name(struct get *get)
{
  struct get_result *const result = get->result;
  const struct hosts_question question = hosts_take_question(get->network.hosts);
  const struct get_step step = {.resolves = true,
                                .has_text = true,
                                .text = result->texts.len,
                                .text_len = strlen(question.host),
                                .seconds = question.seconds};
  if (!question.is_asked)
    return;
  buffer_append(&result->texts, question.host, step.text_len);
  buffer_append(&result->steps, &step, sizeof step);
}

static void get_trace(void *context, const struct run_trace *trace)
{
  struct get *const get = context;
  struct get_result *const result = get->result;
  get_trace_name(get);
  const uriel_step *const step = trace->step;
  if (get->cached.result == CACHED_HIT) /* nothing was sent */
    return;
  const bool connects = step->kind == URIEL_STEP_CONNECT, sends = step->kind == URIEL_STEP_SEND;
  /* Articles in files need no connection. */
  const bool opens = connects && get->run.network != &get->network.base;
  const uriel_text text = opens ? uriel_text_of(get->options.articles) : trace->text;
  const bool secret = step->secret || (sends && get_has_secret(get));
  struct get_step made = {.kind = opens ? URIEL_STEP_OPEN : step->kind,
                          .data = step->data,
                          .is_cut = trace->is_cut,
                          .port = opens ? 0 : trace->port,
                          .bytes = secret || (sends && get->has_login) ? 0 : trace->bytes,
                          .seconds = trace->seconds};
  const bool is_confirmed = get->cached.result == CACHED_VALIDATED && step->kind == URIEL_STEP_EXPECT;
  const char *const code = is_confirmed ? "304" : trace->code;
  memcpy(made.code, code, strlen(code) + 1);
  if ((connects || text.len > 0) && text.ptr && !secret) {
    made.has_text = true;
    made.text = result->texts.len;
    const uriel_text more = get->cached.conditions;
    const bool has_more = sends && more.len > 0 && text.len > 4 && memcmp(text.ptr, "GET ", 4) == 0;
    buffer_append(&result->texts, text.ptr, text.len - (has_more ? 2 : 0));
    buffer_append(&result->texts, more.ptr, has_more ? more.len : 0);
    buffer_append(&result->texts, "\r\n", has_more ? 2 : 0);
    made.text_len = result->texts.len - made.text;
  }
  buffer_append(&result->steps, &made, sizeof made);
}

static bool get_find(void *context, uriel_text fields, struct get_failure *failure)
{
  struct get *const get = context;
  const char *const path = get->options.messages;
  struct buffer object = {0};
  const bool good =
      (path || get_fail(failure, GET_FAILED,
                        "no messages are known: --messages names a message, a mailbox or a folder")) &&
      messages_find(path, fields, &object, &get->response.media_type, failure) &&
      (object.len == 0 || get_object(get, object.ptr, object.len, failure));
  buffer_free(&object);
  return good;
}

static const struct run_calls get_calls = {
    .object = get_object, .fill = get_fill, .http = get_http, .find = get_find, .trace = get_trace};

/* ---- Retrieval ----------------------------------------------------------------------------------- */

static bool get_has_control(const struct buffer *text)
{
  size_t i = 0;
  while (i < text->len && (unsigned char)text->ptr[i] >= ' ' && text->ptr[i] != 0x7f)
    i++;
  return i < text->len;
}

/* Finds the user and the password for an http URI. Returns false, with the failure of the response or
 * another, if they are not known or cannot be sent. */
static bool get_login(struct get *get, struct get_failure *failure)
{
  const struct get_login *const login = &get->login;
  const struct buffer *const user = &login->user;
  if (!http_asks_basic(&get->response))
    return get_fail(failure, GET_REFUSED,
                    "the server answers \"401\", and asks for a user in a scheme other than Basic, "
                    "which is not supported");
  if (!get_find_login(get, URIEL_FILL_USER) || !get_find_login(get, URIEL_FILL_PASSWORD))
    return false;
  if ((user->len > 0 && memchr(user->ptr, ':', user->len)) || get_has_control(user) ||
      get_has_control(&login->password)) /* RFC 7617, 2 */
    return get_fail(failure, GET_REFUSED,
                    "the server answers \"401\", and the user has a colon, or it or the password has a "
                    "control character, which cannot be sent in the scheme Basic");
  get->http.login = (struct http_login){buffer_text(&login->user), buffer_text(&login->password)};
  return true;
}

/* Drops the gateways up to the one that failed. Returns whether another is left for its scheme. */
static bool get_next_gateway(struct get *get, const uriel_plan *plan)
{
  const uriel_gateway *const failed = plan->gateway;
  if (!failed || get->result->failure.status != GET_FAILED || get->result->length > 0)
    return false;
  const size_t skip = (size_t)(failed - get->registry.gateways) + 1;
  const uriel_text scheme = failed->scheme;
  get->registry.gateways += skip;
  get->registry.gateway_count -= skip;
  for (size_t i = 0; i < get->registry.gateway_count; i++) {
    const uriel_text other = get->registry.gateways[i].scheme;
    if (other.len == scheme.len && strncasecmp(other.ptr, scheme.ptr, scheme.len) == 0)
      return true;
  }
  return false;
}

/* Carries out the plan of a URI. Returns whether it has the object. */
static bool get_run(struct get *get, const uriel_ref *ref, const uriel_plan *plan)
{
  struct run *const run = &get->run;
  const uriel_text scheme = uriel_scheme(ref);
  run->network = get->spool && get_is_news(ref) ? articles_network(get->spool) : &get->network.base;
  run->calls = &get_calls;
  run->context = get;
  run->trusted = get->is_own || get_is_through(plan);
  run->head = get->options.plan.head;
  run->base = (uriel_text){ref->text, ref->path_end};
  run->keep = get->keeps && get->is_own && !plan->gateway && !plan->by_proxy && scheme.len == 3 &&
              strncasecmp(scheme.ptr, "ftp", 3) == 0;
  get->response.location.len = get->response.media_type.len = 0;
  get->response.code[0] = '\0';
  get->response.header.len = 0;
  get->response.retry_after = 0;
  get->cached.result = CACHED_NOT;
  get->cached.conditions.len = 0;
  get->result->length = 0;
  const bool good = run_plan(run, plan);
  if (run->is_kept) {
    buffer_put(&get->before_text, ref->text, ref->length);
    get->before = *ref;
    get->before.text = get->before_text.ptr;
  }
  return good;
}

/* Sets the members of the result that the last plan determines. */
static void get_record(struct get *get)
{
  struct get_result *const result = get->result;
  const char *const code = get->response.code[0] ? get->response.code : get->run.reply.code;
  const uriel_text fields = http_fields(&get->response);
  get_trace_name(get);
  memcpy(result->code, code, strlen(code) + 1);
  result->retry_after = get->response.retry_after;
  result->failure = get->run.failure;
  buffer_put(&result->header, fields.ptr, fields.len);
  if (get->cached.result != CACHED_NOT) {
    const struct get_step step = {
        .cached = get->cached.result, .bytes = result->length, .seconds = get->cached.seconds};
    buffer_append(&result->steps, &step, sizeof step);
  }
}

/* Runs the plan of a URI. Returns whether the result is final; else `ref` becomes the next URI. */
static bool get_once(struct get *get, uriel_ref *ref, const uriel_plan *plan)
{
  struct get_result *const result = get->result;
  const struct run *const run = &get->run;
  const bool resumes = run->is_kept && plan->resume_step;
  const bool good = get_run(get, ref, plan);
  get_record(get);
  if (good) {
    get_describe(get);
    return true;
  }
  /* The server may have closed the kept connection. */
  if (resumes && result->length == 0 && result->failure.status == GET_FAILED)
    return false;
  if (get_next_gateway(get, plan))
    return false;
  /* Not to a gateway, nor to a proxy (407), nor again where the plan asks for them, as in ftp. */
  const bool wants_login = run->action == URIEL_ACTION_CREDENTIALS && !plan->gateway &&
                           strcmp(get->response.code, "401") == 0;
  if (wants_login && get->is_own && !get->has_login && get_login(get, &result->failure)) {
    get->has_login = true;
    return false;
  }
  if (run->action != URIEL_ACTION_REDIRECT || (!get->response.code[0] && !run->location.len))
    return true;
  return !get_follow(get, ref, plan);
}

bool get_fetch(struct get *get, const uriel_ref *first, struct get_result *result, uriel_error *error)
{
  uriel_ref ref = *first;
  get->result = result;
  result->failure = (struct get_failure){.status = GET_DONE};
  result->media_type.len = result->steps.len = result->texts.len = result->chain.len = 0;
  result->redirects = 0;
  result->retry_after = 0;
  *result->code = '\0';
  result->use = URIEL_USE_NONE;
  buffer_put(&result->target, first->text, first->length);
  get->has_login = false;
  get_forget_login(get);
  get->gateway.scheme.len = 0;
  get->network.end = get_clock() + get->options.seconds;
  get->registry =
      get->options.plan.registry ? *get->options.plan.registry : (uriel_registry){.schemes = NULL};
  for (bool ended = false; !ended;) {
    get->is_own = get_is_named(get, &ref, result->redirects == 0);
    const uriel_plan *const plan = get_plan(get, &ref, error);
    if (!plan && result->redirects == 0)
      return false;
    if (!plan)
      return get_fail(&result->failure, GET_REFUSED,
                      "the server redirects to a URI that cannot be "
                      "retrieved: %s",
                      uriel_error_message(error->code));
    if (!get->is_own && !get_is_allowed(get, &ref, &result->failure))
      return false;
    get->ref = &ref;
    ended = get_once(get, &ref, plan);
  }
  return result->failure.status == GET_DONE;
}

void get_keep(struct get *get, bool keep)
{
  get->keeps = keep;
}

struct get *get_new(const struct get_options *options, struct get_failure *failure)
{
  struct get *const get = calloc(1, sizeof *get);
  if (!get)
    base_die_memory();
  get->options = *options;
  get->network = (struct wire_network){.hosts = hosts_new(options->dns),
                                       .rules = options->rules,
                                       .rule_count = options->rule_count,
                                       .connect_seconds = options->connect_seconds};
  if (options->articles)
    get->spool = articles_new(options->articles);
  get->http = (struct http_options){.session = http_session_new(),
                                    .network = &get->network,
                                    .ca_file = options->ca_file,
                                    .connections = options->stays ? 1 : HTTP_CONNECTIONS};
  get->network.base.secure = http_secure;
  get->network.tls = &get->http;
  wire_network_start(&get->network);
  if (options->cache && get->network.hosts && get->http.session) {
    char message[STORE_MESSAGE];
    get->cached.cache = cache_open(options->cache, message);
    if (!get->cached.cache)
      get_note(get, message);
  }
  if (get->network.hosts && get->http.session)
    return get;
  get_fail(failure, GET_FAILED, "no names can be looked up%s",
           options->dns ? ": --dns takes "
                          "ADDRESS:PORT, such as 127.0.0.1:53"
                        : "");
  get_free(get);
  return NULL;
}

void get_result_free(struct get_result *result)
{
  buffer_free(&result->target);
  buffer_free(&result->media_type);
  buffer_free(&result->header);
  buffer_free(&result->chain);
  buffer_free(&result->steps);
  buffer_free(&result->texts);
}

void get_free(struct get *get)
{
  hosts_free(get->network.hosts);
  http_session_free(get->http.session);
  articles_free(get->spool);
  run_free(&get->run);
  http_response_free(&get->response);
  cache_close(get->cached.cache);
  struct buffer *const buffers[] = {&get->own.scheme,    &get->own.host,   &get->gateway.scheme,
                                    &get->gateway.host,  &get->steps,      &get->branches,
                                    &get->text,          &get->scratch,    &get->asked,
                                    &get->next,          &get->login.user, &get->login.password,
                                    &get->login.account, &get->prepared,   &get->before_text};
  for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
    buffer_free(buffers[i]);
  free(get);
}
