/* SPDX-License-Identifier: MIT */
/* The steps of a plan, one after the other, except where a reply leads elsewhere. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "reader/source.h"
#include "run_private.h"

enum { RUN_PIECE = 1 << 18, RUN_LOWEST_PORT = 1024, RUN_STEPS = 1000 };

bool run_object(void *context, const char *data, size_t len)
{
  struct run *const run = context;
  return run->calls->object(run->context, data, len, &run->failure);
}

static struct run_wire *run_wire_of(struct run *run, const uriel_step *step)
{
  return &run->wires[step->data];
}

void run_report(struct run *run, const struct run_trace *trace)
{
  if (run->calls->trace)
    run->calls->trace(run->context, trace);
}

static void run_hang_up(struct run_wire *wire)
{
  if (wire->wire)
    wire->wire->close(wire->wire);
  wire->wire = NULL;
  wire->early.len = wire->early_at = 0;
}

/* ---- Connections -------------------------------------------------------------------------------- */

/* Continues in TLS, whose first bytes the server has not sent yet. */
static bool run_secure(struct run *run, struct run_wire *wire, uriel_text host)
{
  if (!wire->wire || wire->early_at < wire->early.len)
    return get_fail(&run->failure, GET_FAILED,
                    wire->wire ? "the server sends bytes before TLS" : "the connection is closed");
  wire->wire = run->network->secure(run->network, wire->wire, host, &run->failure);
  return wire->wire != NULL;
}

static bool run_connect(struct run *run, const uriel_step *step, struct run_trace *trace)
{
  const struct wire *const control = run->wires[0].wire;
  struct wire_goal goal = {.host = step->host, .port = step->port, .trusted = run->trusted};
  struct buffer *const address = &run->text;
  goal.datagrams = step->transport == URIEL_TRANSPORT_UDP;
  const bool tls = step->transport == URIEL_TRANSPORT_TLS && run->network->secure;
  struct run_wire *const wire = run_wire_of(run, step);
  if (step->transport != URIEL_TRANSPORT_TCP && !goal.datagrams && !tls)
    return get_fail(&run->failure, GET_FAILED, "connections by %s are not supported for this scheme",
                    uriel_transport_name(step->transport));
  trace->text = step->host;
  if (step->inside)
    return run_secure(run, wire, step->host);
  if (step->data) {
    /* A reply cannot lead to another host, nor to a service of this one (RFC 2577, 3). */
    if (!control || run->port < RUN_LOWEST_PORT)
      return get_fail(&run->failure, GET_REFUSED,
                      "the server names port %u for its data: ports below %d "
                      "belong to other services",
                      run->port, RUN_LOWEST_PORT);
    goal.only = &control->address;
    goal.port = run->port;
    if (!goal.host.ptr) {
      buffer_reserve(address, URIEL_IPV6_MAX);
      address->len = uriel_address_print(goal.only, address->ptr, URIEL_IPV6_MAX);
      goal.host = buffer_text(address);
    }
  }
  trace->text = goal.host;
  trace->port = goal.port;
  run_hang_up(wire);
  wire->wire = run->network->connect(run->network, &goal, &run->failure);
  return wire->wire && (!tls || run_secure(run, wire, step->host));
}

/* ---- Sending ------------------------------------------------------------------------------------ */

/* Appends the text of the step's `fill`, which must be one line, except in a form. */
static bool run_fill(struct run *run, const uriel_step *step)
{
  struct buffer *const text = &run->text;
  const size_t begin = text->len;
  if (step->fill == URIEL_FILL_RANGE) {
    buffer_append(text, run->first.ptr, run->first.len);
    buffer_append(text, "-", 1);
    buffer_append(text, run->last.ptr, run->last.len);
    return true;
  }
  if (!run->calls->fill(run->context, step, text))
    return get_fail(&run->failure, GET_REFUSED, "the server asks for this, which is not known: %s",
                    uriel_fill_name(step->fill));
  for (size_t i = begin; step->fill != URIEL_FILL_FORM && i < text->len; i++)
    if (text->ptr[i] == '\r' || text->ptr[i] == '\n' || text->ptr[i] == '\0')
      return get_fail(&run->failure, GET_FAILED, "the %s has a line break, which cannot be sent",
                      uriel_fill_name(step->fill));
  return true;
}

static bool run_send(struct run *run, const uriel_step *step, struct run_trace *trace)
{
  struct wire *const wire = run_wire_of(run, step)->wire;
  struct buffer *const text = &run->text;
  text->len = 0;
  buffer_append(text, step->text.ptr, step->text.len);
  if (step->fill && !run_fill(run, step))
    return false;
  buffer_append(text, step->after, strlen(step->after));
  run->is_secret = step->secret || step->fill == URIEL_FILL_PASSWORD || step->fill == URIEL_FILL_ACCOUNT;
  size_t len = text->len;
  while (len > 0 && (text->ptr[len - 1] == '\n' || text->ptr[len - 1] == '\r'))
    len--;
  const char *const space = run->is_secret ? memchr(text->ptr, ' ', len) : NULL;
  snprintf(run->sent, sizeof run->sent, "%.*s", (int)(space ? (size_t)(space - text->ptr) : len),
           text->ptr);
  run->is_leaving = len == 4 && memcmp(text->ptr, "QUIT", len) == 0;
  if (!wire)
    return get_fail(&run->failure, GET_FAILED, "the connection is closed");
  const uint64_t before = wire->sent;
  const bool good = wire->write(wire, text->ptr, text->len, &run->failure);
  if (run->is_secret)
    return good;
  trace->text = (uriel_text){text->ptr, good ? text->len : 0};
  trace->bytes = wire->sent - before;
  return good;
}

/* Sends the message of the request. */
static bool run_ask(struct run *run, const uriel_step *step, uint64_t *bytes)
{
  struct wire *const wire = run->wires[0].wire;
  if (!step->bytes.ptr)
    return get_fail(&run->failure, GET_FAILED, "the request \"%s\" is not supported", step->note);
  run->request = step;
  run->sent[0] = '\0';
  buffer_put(&run->message, step->bytes.ptr, step->bytes.len);
  if (run->plan->steps[0].transport == URIEL_TRANSPORT_UDP)
    return true; /* run_ardp sends it */
  if (!wire)
    return get_fail(&run->failure, GET_FAILED, "the connection is closed");
  const uint64_t before = wire->sent;
  const bool good = wire->write(wire, step->bytes.ptr, step->bytes.len, &run->failure);
  *bytes = wire->sent - before;
  return good;
}

/* ---- Receiving ---------------------------------------------------------------------------------- */

ssize_t run_receive(struct run *run, struct run_wire *wire, const char **data)
{
  struct buffer *const early = &wire->early;
  if (wire->early_at < early->len) {
    *data = early->ptr + wire->early_at;
    return (ssize_t)(early->len - wire->early_at);
  }
  buffer_reserve(early, RUN_PIECE);
  wire->early_at = early->len = 0;
  *data = early->ptr;
  if (!wire->wire) {
    get_fail(&run->failure, GET_FAILED, "the connection is closed");
    return -1;
  }
  const ssize_t got = wire->wire->read(wire->wire, early->ptr, RUN_PIECE, &run->failure);
  early->len = got > 0 ? (size_t)got : 0;
  return got;
}

/* Receives the reply of the step. */
static bool run_reply(struct run *run, const uriel_step *step, uint64_t *bytes)
{
  struct run_wire *const wire = run_wire_of(run, step);
  struct reply *const reply = &run->reply;
  const char *data;
  reply_start(reply, step);
  while (!reply->ended) {
    const ssize_t got = run_receive(run, wire, &data);
    if (got < 0)
      return false;
    if (got == 0)
      return reply_close(reply, run_object, run, &run->failure);
    const ptrdiff_t taken = reply_take(reply, data, (size_t)got, run_object, run, &run->failure);
    if (taken < 0)
      return false;
    wire->early_at += (size_t)taken;
    *bytes += (size_t)taken;
  }
  return true;
}

/* Passes on the first screen; or, of a server that did not agree to send records, its bytes. */
static bool run_screen(struct run *run)
{
  const struct screen *const screen = &run->screen;
  const struct buffer *const text = screen->is_written ? &screen->text : &screen->record;
  if (!screen->is_written && run->telnet.has_records)
    return get_fail(&run->failure, GET_FAILED,
                    "the connection ended before the server sent a screen with text");
  return text->len == 0 || run_object(run, text->ptr, text->len);
}

/* Writes what the server sends until it or the time ends; of a 3270 the first screen. */
static bool run_interact(struct run *run, const uriel_step *step, uint64_t *bytes)
{
  struct run_wire *const wire = run_wire_of(run, step);
  const bool is_screen = step->use == URIEL_USE_SCREEN, is_raw = step->use == URIEL_USE_SESSION;
  const char *data;
  ssize_t got = 0;
  if (!is_screen && !is_raw && step->use != URIEL_USE_TELNET)
    return get_fail(&run->failure, GET_FAILED, "sessions of this kind are not supported");
  run->use = step->use;
  run->telnet = (struct telnet){.is_3270 = is_screen};
  screen_start(&run->screen);
  while (!run->screen.is_written && (got = run_receive(run, wire, &data)) > 0) {
    *bytes += (size_t)got;
    run->text.len = 0;
    const bool good =
        is_raw ? run_object(run, data, (size_t)got)
               : telnet_take(&run->telnet, data, (size_t)got, is_screen ? screen_take : run_object,
                             is_screen ? (void *)&run->screen : run, &run->text);
    wire->early_at += (size_t)got;
    if (run->screen.is_long)
      get_fail(&run->failure, GET_FAILED, "the server sends a screen of more than %d bytes",
               SCREEN_LARGEST);
    if ((!good && !run->screen.is_written) ||
        (run->text.len > 0 &&
         !wire->wire->write(wire->wire, run->text.ptr, run->text.len, &run->failure)))
      return false;
  }
  if (is_screen)
    return (run->screen.is_written || got == 0) && run_screen(run);
  return got == 0 || run->failure.cause == GET_CAUSE_TIME;
}

/* ---- Branches ----------------------------------------------------------------------------------- */

/* The text after the code starts with the branch's text, in any case. */
static bool run_matches(const struct run *run, const uriel_branch *branch)
{
  const uriel_text text = reply_text(&run->reply);
  const size_t len = strlen(branch->reply);
  return reply_code_in(&run->reply, uriel_text_of(branch->codes)) && text.len >= len &&
         strncasecmp(text.ptr, branch->reply, len) == 0;
}

/* Sets the failure for a reply that was not expected. */
static bool run_unexpected(struct run *run, uriel_action action)
{
  const uriel_text line = buffer_text(&run->reply.head);
  const char *const feed = line.len > 0 ? memchr(line.ptr, '\n', line.len) : NULL;
  const bool short_only = run->is_secret || line.len == 0;
  size_t len = short_only ? strlen(run->reply.code) : feed ? (size_t)(feed - line.ptr) : line.len;
  enum { RUN_SHOWN = 200 };
  len -= len > 0 && !short_only && line.ptr[len - 1] == '\r';
  run->action = action;
  return get_fail(&run->failure,
                  action == URIEL_ACTION_ABSENT                                          ? GET_ABSENT
                  : action == URIEL_ACTION_LATER || (!action && *run->reply.code == '4') ? GET_FAILED
                                                                                         : GET_REFUSED,
                  "the %s answers \"%.*s%s\"%s%s%s%s", run->is_tunnel ? "proxy" : "server",
                  (int)(len < RUN_SHOWN ? len : RUN_SHOWN), short_only ? run->reply.code : line.ptr,
                  len > RUN_SHOWN ? "..." : "", *run->sent ? " to \"" : "", run->sent,
                  *run->sent ? "\"" : "", action == URIEL_ACTION_LATER ? ": try again later" : "");
}

/* Returns false if the reply is a failure; otherwise sets the index of the next step. */
static bool run_branch(struct run *run, const uriel_step *step, size_t *next)
{
  const size_t steps = run->plan->step_count + run->plan->aside_count;
  for (size_t i = 0; i < step->branch_count; i++) {
    const uriel_branch *const branch = &step->branches[i];
    const size_t number = (size_t)(branch - run->plan->branches);
    const bool once = branch->action != URIEL_ACTION_AGAIN && number < sizeof run->taken;
    if ((once && run->taken[number]) || !run_matches(run, branch))
      continue;
    if (once)
      run->taken[number] = true;
    if (branch->action == URIEL_ACTION_AGAIN)
      (*next)--;
    else if (branch->action == URIEL_ACTION_STEP && branch->to > 0 && branch->to <= steps)
      *next = branch->to - 1;
    else
      return run_unexpected(run, branch->action);
    return true;
  }
  const bool any = step->text.len == 0 || step->form == URIEL_REPLY_BYTES;
  return any || reply_code_in(&run->reply, step->text) || run_unexpected(run, (uriel_action)0);
}

/* Passes on what a reply says about a file, as facts (RFC 3659, 7.2). */
static bool run_facts(struct run *run, uriel_reply_use use)
{
  uriel_text head = buffer_text(&run->reply.head), line;
  struct buffer *const text = &run->text;
  const char *const name = use == URIEL_USE_SIZE ? "size=" : "modify=";
  text->len = 0;
  if (use == URIEL_USE_FACTS) { /* the line after the first, without the blank before it */
    uriel_list_next(&head, &line, '\n');
    if (!uriel_list_next(&head, &line, '\n'))
      return get_fail(&run->failure, GET_FAILED, "the server's reply to \"%s\" has no facts", run->sent);
    while (line.len > 0 && (*line.ptr == ' ' || line.ptr[line.len - 1] == '\r'))
      line = (uriel_text){line.ptr + (*line.ptr == ' '), line.len - 1};
    buffer_append(text, line.ptr, line.len);
    buffer_append(text, "\r\n", 2);
    return run_object(run, text->ptr, text->len);
  }
  line = reply_text(&run->reply);
  buffer_append(text, name, strlen(name));
  buffer_append(text, line.ptr, line.len);
  buffer_append(text, ";\r\n", 3);
  return run_object(run, text->ptr, text->len);
}

/* A field for the length of an object. */
static bool run_length(struct run *run, uint64_t length)
{
  char digits[NUMBER_DIGITS];
  const uriel_text number = number_text(digits, length);
  struct buffer *const text = &run->text;
  text->len = 0;
  buffer_append(text, "Content-Length: ", 16);
  buffer_append(text, number.ptr, number.len);
  buffer_append(text, "\r\n", 2);
  return run_object(run, text->ptr, text->len);
}

/* ---- Steps -------------------------------------------------------------------------------------- */

static bool run_expect(struct run *run, const uriel_step *step, size_t *next, uint64_t *bytes)
{
  uriel_address address;
  uriel_text first, last;
  const bool is_wais = step->form == URIEL_REPLY_WAIS && run->request;
  const bool is_ardp = step->form == URIEL_REPLY_ARDP && run->request;
  if ((step->form > URIEL_REPLY_BYTES && !is_wais && !is_ardp) || step->form == URIEL_REPLY_HTTP ||
      !step->form)
    return get_fail(&run->failure, GET_FAILED, "replies of the form \"%s\" are not supported",
                    uriel_reply_form_name(step->form));
  if (step->use >= URIEL_USE_OBJECT && step->use != URIEL_USE_RANGE && step->use != URIEL_USE_FORM &&
      step->use != URIEL_USE_METHODS)
    run->use = step->use;
  if (!(is_wais   ? run_wais(run, step, bytes)
        : is_ardp ? run_ardp(run, step, bytes)
                  : run_reply(run, step, bytes)))
    return false;
  run->has_reply = true;
  const size_t sequence = *next;
  if (!run_branch(run, step, next))
    return false;
  /* Replies that lead elsewhere have no port. */
  const bool fits = *next == sequence || reply_code_in(&run->reply, step->text);
  if (step->use == URIEL_USE_PORT && fits && !reply_port(&run->reply, &run->port, &address))
    return get_fail(&run->failure, GET_FAILED, "the server's reply to \"%s\" has no port", run->sent);
  if (step->use >= URIEL_USE_FACTS && *run->reply.code == '2' && !run_facts(run, step->use))
    return false;
  if (step->use == URIEL_USE_RANGE && fits && reply_range(&run->reply, &first, &last)) {
    buffer_put(&run->first, first.ptr, first.len);
    buffer_put(&run->last, last.ptr, last.len);
  }
  return true;
}

static bool run_open(struct run *run, const uriel_step *step, uint64_t *bytes)
{
  struct stat status;
  struct buffer *const path = &run->text;
  path->len = 0;
  buffer_append(path, step->text.ptr, step->text.len);
  buffer_append(path, "", 1);
  /* A pipe can keep a reader waiting for ever. */
  int fd = open(path->ptr, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  if (fd < 0 || fstat(fd, &status) != 0)
    return get_fail(&run->failure, errno == ENOENT || errno == ENOTDIR ? GET_ABSENT : GET_FAILED,
                    "cannot read the file: %s", strerror(errno));
  ssize_t got = 0;
  bool good = true;
  if (run->head && S_ISREG(status.st_mode)) {
    close(fd);
    return run_length(run, (uint64_t)status.st_size);
  }
  buffer_reserve(&run->wires[0].early, RUN_PIECE);
  char *const data = run->wires[0].early.ptr;
  if (S_ISDIR(status.st_mode) || S_ISFIFO(status.st_mode))
    good = get_fail(&run->failure, GET_FAILED, "cannot read the file: it is a %s",
                    S_ISDIR(status.st_mode) ? "folder" : "pipe");
  while (good && (got = source_read_file(&fd, data, RUN_PIECE)) > 0) {
    *bytes += (size_t)got;
    good = run_object(run, data, (size_t)got);
  }
  if (got < 0)
    good = get_fail(&run->failure, GET_FAILED, "cannot read the file: %s", strerror(errno));
  close(fd);
  return good;
}

/* Whether the plan begins with an HTTP request. */
static bool run_is_http(const uriel_plan *plan)
{
  return plan->step_count >= 3 && plan->steps[0].kind == URIEL_STEP_CONNECT &&
         plan->steps[1].kind == URIEL_STEP_SEND && plan->steps[2].form == URIEL_REPLY_HTTP;
}

/* Whether it begins with a request for a tunnel, in which another request follows. */
static bool run_has_tunnel(const uriel_plan *plan)
{
  return plan->step_count >= 6 && plan->steps[3].kind == URIEL_STEP_CONNECT && plan->steps[3].inside;
}

/* Reports the steps of a tunnel. Returns whether it is open; else `trace` becomes its last step. */
static bool run_dig(struct run *run, const uriel_step *steps, const struct run_exchange *exchange,
                    struct run_trace *trace, double *begin)
{
  const struct run_tunnel *const tunnel = &exchange->tunnel;
  size_t next = 3;
  if (tunnel->connected > 0)
    run_report(run, &(struct run_trace){.step = &steps[0],
                                        .text = steps[0].host,
                                        .port = steps[0].port,
                                        .code = "",
                                        .seconds = tunnel->connected - *begin});
  if (tunnel->sent > 0)
    run_report(run, &(struct run_trace){
                        .step = &steps[1], .text = steps[1].text, .code = "", .bytes = tunnel->sent});
  if (tunnel->connected > 0)
    *begin = tunnel->connected;
  if (tunnel->connected == 0 && (exchange->sent > 0 || !run->failure.status))
    return true; /* the connection is an earlier one, or the answer is the cache's */
  if (tunnel->answered == 0) {
    trace->step = &steps[2];
    trace->bytes = tunnel->received;
    return false;
  }
  const char *const space = strchr(tunnel->line, ' ');
  snprintf(run->reply.code, sizeof run->reply.code, "%.3s", space ? space + 1 : "");
  buffer_put(&run->reply.head, tunnel->line, strlen(tunnel->line));
  snprintf(run->sent, sizeof run->sent, "CONNECT");
  run->has_reply = run->is_tunnel = true;
  if (*run->reply.code != '2') {
    trace->step = &steps[2];
    trace->bytes = tunnel->received;
    return run_branch(run, &steps[2], &next) && run_unexpected(run, (uriel_action)0);
  }
  run_report(run, &(struct run_trace){.step = &steps[2],
                                      .code = run->reply.code,
                                      .bytes = tunnel->received,
                                      .seconds = tunnel->answered - *begin});
  *begin = tunnel->answered;
  run->has_reply = run->is_tunnel = false;
  return true;
}

/* Sends the request of the plan's first steps, CONNECT, SEND and EXPECT, perhaps in a tunnel. `begin`
 * becomes the time at which the last one begins. */
static bool run_http(struct run *run, const uriel_plan *plan, size_t *next, struct run_trace *trace,
                     double *begin)
{
  const uriel_step *const steps = plan->steps + (run_has_tunnel(plan) ? 3 : 0);
  const uriel_step *const connect = &steps[0], *const send = &steps[1];
  struct run_exchange exchange = {.connected = 0};
  const struct run_request request = {
      .goal = {.host = plan->steps[0].host, .port = plan->steps[0].port, .trusted = run->trusted},
      .tunnel = run_has_tunnel(plan) ? &plan->steps[1] : NULL,
      .host = connect->host,
      .port = connect->port,
      .tls = connect->transport == URIEL_TRANSPORT_TLS,
      .send = send,
      .expect = &steps[2]};
  if (!run->calls->http)
    return get_fail(&run->failure, GET_FAILED, "http is not supported");
  char code[REPLY_CODE] = "";
  *next = (size_t)(steps + 3 - plan->steps);
  trace->step = request.expect;
  run->use = request.expect->use;
  run->failure.status = GET_DONE;
  const bool good = run->calls->http(run->context, &request, code, &exchange, &run->failure);
  if (request.tunnel && !run_dig(run, plan->steps, &exchange, trace, begin))
    return false;
  reply_start(&run->reply, request.expect);
  memcpy(run->reply.code, code, sizeof code);
  run->sent[0] = '\0';
  run->has_reply = good;
  trace->bytes = exchange.received;
  if (exchange.connected > 0) {
    run_report(run, &(struct run_trace){.step = connect,
                                        .text = connect->host,
                                        .port = connect->port,
                                        .code = "",
                                        .seconds = exchange.connected - *begin});
    *begin = exchange.connected;
  }
  if (exchange.sent > 0)
    run_report(
        run, &(struct run_trace){.step = send, .text = send->text, .code = "", .bytes = exchange.sent});
  if (!run->has_reply)
    return false;
  /* 304 and unknown codes have no branch, and no object. */
  return run_branch(run, request.expect, next) &&
         (*run->reply.code == '2' || run_unexpected(run, (uriel_action)0));
}

static bool run_step(struct run *run, const uriel_step *step, size_t *next, struct run_trace *trace)
{
  struct run_wire *const wire = run_wire_of(run, step);
  uint64_t *const bytes = &trace->bytes;
  switch (step->kind) {
  case URIEL_STEP_CONNECT:
    return run_connect(run, step, trace);
  case URIEL_STEP_SEND:
  case URIEL_STEP_ASK:
    return run_send(run, step, trace);
  case URIEL_STEP_REQUEST:
    return run_ask(run, step, bytes);
  case URIEL_STEP_EXPECT:
    return run_expect(run, step, next, bytes);
  case URIEL_STEP_INTERACT:
    return run_interact(run, step, bytes);
  case URIEL_STEP_CLOSE:
    run_hang_up(wire);
    return true;
  case URIEL_STEP_FIND:
    run->use = URIEL_USE_OBJECT;
    return run->calls->find ? run->calls->find(run->context, step->text, &run->failure)
                            : get_fail(&run->failure, GET_FAILED, "finding messages is not supported");
  case URIEL_STEP_OPEN:
    run->use = URIEL_USE_OBJECT;
    return run_open(run, step, bytes);
  case URIEL_STEP_DECODE:
  case URIEL_STEP_COMPOSE:
    run->use = URIEL_USE_OBJECT;
    *bytes = step->text.len;
    if (run->head && step->kind == URIEL_STEP_DECODE)
      return run_length(run, step->text.len);
    return step->text.len == 0 || run_object(run, step->text.ptr, step->text.len);
  default:
    return get_fail(&run->failure, GET_FAILED, "the step \"%s\" is not supported: %s",
                    uriel_step_name(step->kind), step->note);
  }
}

static bool run_is_quit(const uriel_step *step)
{
  return step->kind == URIEL_STEP_SEND && step->text.len == 6 &&
         memcmp(step->text.ptr, "QUIT\r\n", step->text.len) == 0;
}

void run_leave(struct run *run)
{
  struct wire *const wire = run->wires[0].wire;
  struct get_failure failure;
  if (run->is_kept && wire)
    wire->write(wire, "QUIT\r\n", 6, &failure);
  run->is_kept = false;
  run_hang_up(&run->wires[0]);
}

bool run_plan(struct run *run, const uriel_plan *plan)
{
  bool good = true, is_main = true; /* no step was carried out to which only a branch leads */
  size_t at = run->is_kept && plan->resume_step ? plan->resume_step - 1 : 0, count = 0;
  const bool is_http = run_is_http(plan);
  run->plan = plan;
  run->request = NULL;
  run->asked = 0;
  run->location.len = 0;
  run->action = (uriel_action)0;
  run->use = URIEL_USE_NONE;
  run->failure = (struct get_failure){.status = GET_DONE};
  run->is_leaving = run->is_secret = run->is_tunnel = false;
  run->sent[0] = '\0';
  memset(run->taken, 0, sizeof run->taken);
  if (at == 0)
    run_leave(run);
  run->is_kept = false;
  while (good && at < plan->step_count + plan->aside_count) {
    const uriel_step *const step = &plan->steps[at];
    struct run_trace trace = {.step = step, .code = ""};
    double begin = get_clock();
    size_t next = at + 1;
    run->has_reply = false;
    is_main &= at < plan->step_count;
    run->is_kept = run->keep && run->use && is_main && run_is_quit(step);
    if (run->is_kept)
      break;
    if (++count > RUN_STEPS) /* a server that answers 1xx forever */
      good = get_fail(&run->failure, GET_FAILED, "the server sends replies without an end");
    else if (is_http && at == 0)
      good = run_http(run, plan, &next, &trace, &begin);
    else
      good = run_step(run, step, &next, &trace);
    trace.seconds = get_clock() - begin;
    trace.is_cut = !good && !run->has_reply;
    if (run->has_reply)
      trace.code = run->reply.code;
    const bool waits = step->kind == URIEL_STEP_REQUEST && trace.bytes == 0; /* for run_ardp */
    if (!waits && (!trace.is_cut || trace.bytes > 0))
      run_report(run, &trace);
    if (!good && run->is_leaving && run->use) { /* the object is complete */
      good = true;
      break;
    }
    if (at + 1 == plan->step_count && next == plan->step_count)
      break;
    at = next;
  }
  run_hang_up(&run->wires[1]);
  if (!run->is_kept)
    run_hang_up(&run->wires[0]);
  if (good && !run->use)
    good = get_fail(&run->failure, GET_FAILED, "the plan ends without an object");
  if (good)
    run->failure = (struct get_failure){.status = GET_DONE};
  return good;
}

void run_free(struct run *run)
{
  run_leave(run);
  for (size_t i = 0; i < 2; i++) {
    run_hang_up(&run->wires[i]);
    buffer_free(&run->wires[i].early);
  }
  reply_free(&run->reply);
  buffer_free(&run->text);
  buffer_free(&run->message);
  screen_free(&run->screen);
  buffer_free(&run->location);
  buffer_free(&run->first);
  buffer_free(&run->last);
}
