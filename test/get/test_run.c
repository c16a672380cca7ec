/* SPDX-License-Identifier: MIT */
/* The interpreter of plans, against peers that follow scripts: the client's bytes have to be the
 * script's, whatever the size of the pieces in which the peer's bytes arrive. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "get/run.h"

/* ---- Peers --------------------------------------------------------------------------------------- */

enum { SCRIPT_LINES = 40, CONNECTIONS = 3 };

/* A connection: "<" before bytes of the peer, ">" before bytes of the client, "!" for an end that
 * breaks,
 * "~" for a peer that stays silent. After the last line the peer closes it. */
struct script {
  uint16_t port;
  const char *lines[SCRIPT_LINES];
};

struct peer {
  struct network base;
  const struct script *scripts;
  size_t piece, connected;
  const char *host;
};

struct peer_wire {
  struct wire base;
  const struct script *script;
  size_t piece, line, at; /* bytes of the line that are done */
};

static const char *peer_line(struct peer_wire *wire)
{
  const char *line = wire->script->lines[wire->line];
  while (line && (*line == '<' || *line == '>') && !line[1 + wire->at]) {
    line = wire->script->lines[++wire->line];
    wire->at = 0;
  }
  return line;
}

static ssize_t peer_read(struct wire *base, char *data, size_t capacity, struct get_failure *failure)
{
  struct peer_wire *const wire = (struct peer_wire *)(void *)base;
  const char *const line = peer_line(wire);
  if (!line)
    return 0;
  if (*line == '!' || *line == '~') {
    get_fail(failure, GET_FAILED, *line == '!' ? "the connection broke" : "the time ended");
    failure->cause = *line == '~' ? GET_CAUSE_TIME : GET_CAUSE_OTHER;
    return -1;
  }
  if (*line == '>')
    fail_msg("the client waits, and does not send \"%s\"", line);
  const size_t left = strlen(line + 1 + wire->at);
  size_t len = left < wire->piece ? left : wire->piece;
  len = len < capacity ? len : capacity;
  memcpy(data, line + 1 + wire->at, len);
  wire->at += len;
  return (ssize_t)len;
}

static bool peer_write(struct wire *base, const char *data, size_t len, struct get_failure *failure)
{
  struct peer_wire *const wire = (struct peer_wire *)(void *)base;
  const char *const line = peer_line(wire);
  if (line && *line == '!')
    return get_fail(failure, GET_FAILED, "the connection broke");
  if (!line || *line != '>' || strlen(line + 1) != len || memcmp(line + 1, data, len) != 0)
    fail_msg("the client sends \"%.*s\", not \"%s\"", (int)len, data, line ? line : "");
  wire->at = len;
  base->sent += len;
  return true;
}

static void peer_close(struct wire *base)
{
  free(base);
}

static struct wire *peer_connect(struct network *base, const struct wire_goal *goal,
                                 struct get_failure *failure)
{
  struct peer *const peer = (struct peer *)(void *)base;
  const struct script *const script = &peer->scripts[peer->connected];
  if (peer->connected == CONNECTIONS || !script->port) {
    get_fail(failure, GET_FAILED, "nobody listens");
    return NULL;
  }
  assert_int_equal(goal->port, script->port);
  assert_true(peer->connected == 0 ? !goal->only : goal->only && goal->only->bytes[3] == 9);
  struct peer_wire *const wire = calloc(1, sizeof *wire);
  wire->base = (struct wire){.read = peer_read,
                             .write = peer_write,
                             .close = peer_close,
                             .address = {.bytes = {192, 0, 2, 9}, .family = 4}};
  wire->script = script;
  wire->piece = peer->piece;
  peer->connected++;
  return &wire->base;
}

/* ---- Runs ---------------------------------------------------------------------------------------- */

struct outcome {
  struct buffer object;
  const char *filled;       /* the text of every fill, or NULL */
  size_t traced, connected; /* steps that were reported, and connections of these */
};

static bool take_object(void *context, const char *data, size_t len, struct get_failure *failure)
{
  (void)failure;
  buffer_append(&((struct outcome *)context)->object, data, len);
  return true;
}

static bool take_fill(void *context, const uriel_step *step, struct buffer *out)
{
  const char *const filled = ((struct outcome *)context)->filled;
  (void)step;
  if (filled)
    buffer_append(out, filled, strlen(filled));
  return filled != NULL;
}

static void take_trace(void *context, const struct run_trace *trace)
{
  struct outcome *const outcome = context;
  assert_true(trace->seconds >= 0 && trace->step);
  assert_true(!trace->is_cut || (trace->bytes > 0 && !*trace->code));
  outcome->traced++;
  outcome->connected += trace->step->kind == URIEL_STEP_CONNECT;
}

static const struct run_calls calls = {.object = take_object, .fill = take_fill, .trace = take_trace};

static bool run_uri(struct run *run, const char *uri, struct outcome *outcome, struct peer *peer)
{
  static uriel_step steps[256];
  static uriel_branch branches[256];
  static char text[4096];
  uriel_plan plan = {.steps = steps,
                     .step_capacity = 256,
                     .text = text,
                     .text_capacity = sizeof text,
                     .branches = branches,
                     .branch_capacity = 256};
  uriel_ref ref;
  uriel_error error;
  assert_true(uriel_parse(&ref, uri, strlen(uri), NULL));
  if (!uriel_plan_make(&plan, &ref, NULL, &error))
    fail_msg("%s: %s", uri, uriel_error_message(error.code));
  *run = (struct run){.network = &peer->base, .calls = &calls, .context = outcome};
  return run_plan(run, &plan);
}

struct example {
  const char *uri;
  enum get_status status;
  const char *object; /* or a part of the message */
  struct script scripts[CONNECTIONS];
  const char *filled;
};

#define LOGIN                                                                                           \
  "<220 ready\r\n", ">USER anonymous\r\n", "<331 -\r\n", ">PASS anonymous@\r\n", "<230 in\r\n"
#define BINARY ">TYPE I\r\n", "<200 -\r\n"
#define TEXT ">TYPE A\r\n", "<200 -\r\n"
#define EXTENDED ">EPSV\r\n", "<229 x (|||4000|)\r\n"
#define SENT "<150 -\r\n"
#define BYE "<226 -\r\n", ">QUIT\r\n", "<221 -\r\n"
#define DATA(text)                                                                                      \
  {                                                                                                     \
    4000,                                                                                               \
    {                                                                                                   \
      "<" text                                                                                          \
    }                                                                                                   \
  }
#define NEWS "<200 ready\r\n"

static const struct example examples[] = {
    /* ftp */
    {"ftp://h/b",
     GET_DONE,
     "bytes",
     {{21, {LOGIN, BINARY, EXTENDED, ">RETR b\r\n", SENT, BYE}}, DATA("bytes")},
     NULL},
    {"ftp://h/b",
     GET_DONE,
     "",
     {{21, {LOGIN, BINARY, EXTENDED, ">RETR b\r\n", SENT, BYE}}, {4000, {NULL}}},
     NULL},
    {"ftp://h/b;type=a",
     GET_DONE,
     "x",
     {{21, {LOGIN, TEXT, EXTENDED, ">RETR b\r\n", SENT, BYE}}, DATA("x")},
     NULL},
    {"ftp://h/a/%2Fc/",
     GET_DONE,
     "list",
     {{21,
       {LOGIN, ">CWD a\r\n", "<250 -\r\n", ">CWD /c\r\n", "<250 -\r\n", TEXT, EXTENDED, ">LIST\r\n",
        SENT, BYE}},
      DATA("list")},
     NULL},
    /* 230 after USER; several lines; a delay (120) */
    {"ftp://h/b",
     GET_DONE,
     "x",
     {{21,
       {"<120 wait\r\n220-a\r\n220 b\r\n", ">USER anonymous\r\n", "<230-hello\r\n230 in\r\n", BINARY,
        EXTENDED, ">RETR b\r\n", SENT, BYE}},
      DATA("x")},
     NULL},
    /* the user's password, and an account */
    {"ftp://me@h/b",
     GET_DONE,
     "x",
     {{21,
       {"<220 -\r\n", ">USER me\r\n", "<331 -\r\n", ">PASS secret\r\n", "<230 -\r\n", BINARY, EXTENDED,
        ">RETR b\r\n", SENT, BYE}},
      DATA("x")},
     "secret"},
    {"ftp://me@h/b",
     GET_REFUSED,
     "not known: password",
     {{21, {"<220 -\r\n", ">USER me\r\n", "<331 -\r\n"}}},
     NULL},
    {"ftp://me@h/b",
     GET_FAILED,
     "line break",
     {{21, {"<220 -\r\n", ">USER me\r\n", "<331 -\r\n"}}},
     "x\r\nDELE b"},
    {"ftp://me:secret@h/b",
     GET_REFUSED,
     "\"530\" to \"PASS\"",
     {{21, {"<220 -\r\n", ">USER me\r\n", "<331 -\r\n", ">PASS secret\r\n", "<530 not secret\r\n"}}},
     NULL},
    {"ftp://h/b",
     GET_DONE,
     "x",
     {{21,
       {"<220 -\r\n", ">USER anonymous\r\n", "<332 -\r\n", ">ACCT ours\r\n", "<230 -\r\n", BINARY,
        EXTENDED, ">RETR b\r\n", SENT, BYE}},
      DATA("x")},
     "ours"},
    /* EPSV refused; the address of PASV is not used */
    {"ftp://h/b",
     GET_DONE,
     "x",
     {{21,
       {LOGIN, BINARY, ">EPSV\r\n", "<500 -\r\n", ">PASV\r\n", "<227 x (10,0,0,1,15,160)\r\n",
        ">RETR b\r\n", SENT, BYE}},
      DATA("x")},
     NULL},
    {"ftp://h/b",
     GET_REFUSED,
     "port 22",
     {{21, {LOGIN, BINARY, ">EPSV\r\n", "<229 (|||22|)\r\n"}}},
     NULL},
    {"ftp://h/b", GET_FAILED, "no port", {{21, {LOGIN, BINARY, ">EPSV\r\n", "<229 none\r\n"}}}, NULL},
    {"ftp://h/b", GET_FAILED, "nobody listens", {{21, {LOGIN, BINARY, EXTENDED}}}, NULL},
    /* a folder */
    {"ftp://h/b",
     GET_DONE,
     "list",
     {{21,
       {LOGIN, BINARY, EXTENDED, ">RETR b\r\n", "<550 a folder\r\n", ">CWD b\r\n", "<250 -\r\n", TEXT,
        ">EPSV\r\n", "<229 x (|||4000|)\r\n", ">LIST\r\n", SENT, BYE}},
      {4000, {NULL}},
      DATA("list")},
     NULL},
    {"ftp://h/b",
     GET_ABSENT,
     "\"550 no\" to \"CWD b\"",
     {{21, {LOGIN, BINARY, EXTENDED, ">RETR b\r\n", "<550 no\r\n", ">CWD b\r\n", "<550 no\r\n"}},
      {4000, {NULL}}},
     NULL},
    /* another system */
    {"ftp://h/d/e/b",
     GET_DONE,
     "x",
     {{21,
       {LOGIN, ">CWD d\r\n", "<550 -\r\n", ">SYST\r\n", "<215 VMS V1\r\n", ">CWD [.d.e]\r\n",
        "<250 -\r\n", BINARY, EXTENDED, ">RETR b\r\n", SENT, BYE}},
      DATA("x")},
     NULL},
    {"ftp://h/d/b",
     GET_ABSENT,
     "215",
     {{21, {LOGIN, ">CWD d\r\n", "<550 -\r\n", ">SYST\r\n", "<215 UNIX\r\n"}}},
     NULL},
    /* the transfer fails; the server hangs up instead of saying goodbye */
    {"ftp://h/b",
     GET_FAILED,
     "\"426 cut\"",
     {{21, {LOGIN, BINARY, EXTENDED, ">RETR b\r\n", SENT, "<426 cut\r\n"}}, DATA("x")},
     NULL},
    {"ftp://h/b",
     GET_FAILED,
     "broke",
     {{21, {LOGIN, BINARY, EXTENDED, ">RETR b\r\n", SENT}}, {4000, {"<x", "!"}}},
     NULL},
    {"ftp://h/b",
     GET_DONE,
     "x",
     {{21, {LOGIN, BINARY, EXTENDED, ">RETR b\r\n", SENT, "<226 -\r\n", "!"}}, DATA("x")},
     NULL},
    {"ftp://h/b", GET_FAILED, "try again later", {{21, {"<421 busy\r\n"}}}, NULL},
    {"ftp://h/b", GET_FAILED, "does not speak this protocol", {{21, {"<SSH-2.0\r\n"}}}, NULL},
    {"ftp://h/b", GET_FAILED, "before the reply did", {{21, {NULL}}}, NULL},
    /* gopher */
    {"gopher://h/", GET_DONE, "0a\t/a\th\t70\r\n", {{70, {">\r\n", "<0a\t/a\th\t70\r\n.\r\n"}}}, NULL},
    {"gopher://h/0/a", GET_DONE, "a\r\n.b\r\n", {{70, {">/a\r\n", "<a\r\n..b\r\n.\r\n"}}}, NULL},
    {"gopher://h/9/a", GET_DONE, "a\r\n..b\r\n.\r\n", {{70, {">/a\r\n", "<a\r\n..b\r\n.\r\n"}}}, NULL},
    {"gopher://h/9/a%09%09+", GET_DONE, "12345", {{70, {">/a\t+\r\n", "<+5\r\n12345"}}}, NULL},
    {"gopher://h/9/a%09%09+",
     GET_ABSENT,
     "1 admin",
     {{70, {">/a\t+\r\n", "<--1\r\n1 admin\r\nnot here\r\n.\r\n"}}},
     NULL},
    {"gopher://h/7/a", GET_DONE, "", {{70, {">/a\twords\r\n", "<.\r\n"}}}, "words"},
    {"gopher://h/7/a", GET_REFUSED, "not known: words", {{70, {NULL}}}, NULL},
    {"gopher://h/8/user", GET_DONE, "login: ", {{70, {"<login: "}}}, NULL},
    /* whois */
    {"whois://h/x", GET_DONE, "found\r\n", {{43, {">x\r\n", "<found\r\n"}}}, NULL},
    {"whois://h/x", GET_FAILED, "broke", {{43, {">x\r\n", "<fou", "!"}}}, NULL},
    /* news */
    {"news:a@b",
     GET_DONE,
     "From: x\r\n\r\n.\r\n",
     {{119,
       {NEWS, ">ARTICLE <a@b>\r\n", "<220 0 <a@b>\r\nFrom: x\r\n\r\n..\r\n.\r\n", ">QUIT\r\n",
        "<205 -\r\n"}}},
     NULL},
    {"news:a@b", GET_ABSENT, "\"430 no\"", {{119, {NEWS, ">ARTICLE <a@b>\r\n", "<430 no\r\n"}}}, NULL},
    {"nntp://h/g/7",
     GET_DONE,
     "x\r\n",
     {{119,
       {NEWS, ">GROUP g\r\n", "<211 2 6 7 g\r\n", ">ARTICLE 7\r\n", "<220 7 <a@b>\r\nx\r\n.\r\n",
        ">QUIT\r\n"}}},
     NULL},
    {"nntp://h/g",
     GET_DONE,
     "6\tx\r\n",
     {{119,
       {NEWS, ">GROUP g\r\n", "<211 2 6 7 g\r\n", ">OVER 6-7\r\n", "<224 -\r\n6\tx\r\n.\r\n",
        ">QUIT\r\n", "<205 -\r\n"}}},
     NULL},
    {"nntp://h/g",
     GET_DONE,
     "6\tx\r\n",
     {{119,
       {NEWS, ">GROUP g\r\n", "<211 2 6 7 g\r\n", ">OVER 6-7\r\n", "<500 -\r\n", ">XOVER 6-7\r\n",
        "<224 -\r\n6\tx\r\n.\r\n", ">QUIT\r\n", "<205 -\r\n"}}},
     NULL},
    {"nntp://h/g",
     GET_DONE,
     "",
     {{119,
       {NEWS, ">GROUP g\r\n", "<211 0 7 6 g\r\n", ">OVER 7-6\r\n", "<423 -\r\n", ">QUIT\r\n",
        "<205 -\r\n"}}},
     NULL},
    {"nntp://h/g",
     GET_ABSENT,
     "\"411 none\" to \"GROUP g\"",
     {{119, {NEWS, ">GROUP g\r\n", "<411 none\r\n"}}},
     NULL},
    {"news:*",
     GET_DONE,
     "g 1 2 y\r\n",
     {{119, {NEWS, ">LIST\r\n", "<215 -\r\ng 1 2 y\r\n.\r\n", ">QUIT\r\n", "<205 -\r\n"}}},
     NULL},
    {"news:*",
     GET_FAILED,
     "before the reply did",
     {{119, {NEWS, ">LIST\r\n", "<215 -\r\ng 1 2 y\r\n"}}},
     NULL},
    /* sessions */
    {"telnet://h",
     GET_DONE,
     "login: \xff",
     {{23,
       {"<\xff\xfd\x01\xff\xfb\x03\xff\xfd\x01", ">\xff\xfc\x01\xff\xfe\x03",
        "<login: \xff\xff\xff\xfa\x18\x01\xff\xf0\xff\xf1", "~"}}},
     NULL},
    {"telnet://h", GET_DONE, "bye", {{23, {"<bye"}}}, NULL},
    {"telnet://h", GET_FAILED, "broke", {{23, {"<bye", "!"}}}, NULL},
    {"data:,a%20b", GET_DONE, "a b", {{0, {NULL}}}, NULL},
    {"mailto:a@b", GET_DONE, "To: a@b\r\n\r\n", {{0, {NULL}}}, NULL},
    {"file:///no/such/file", GET_ABSENT, "No such file", {{0, {NULL}}}, NULL},
    {"file:///", GET_FAILED, "it is a folder", {{0, {NULL}}}, NULL},
    {"file:///dev/null", GET_DONE, "", {{0, {NULL}}}, NULL},
    {"wais://h/d?x", GET_FAILED, "nobody listens", {{0, {NULL}}}, NULL},
    {"prospero://h/x", GET_FAILED, "nobody listens", {{0, {NULL}}}, NULL},
    {"cid:a@b", GET_FAILED, "not supported", {{0, {NULL}}}, NULL},
    {"http://h/", GET_FAILED, "http is not supported", {{0, {NULL}}}, NULL},
};

static void test_examples(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof examples / sizeof *examples; i++)
    for (size_t piece = 1; piece <= 64; piece *= piece == 1 ? 3 : 4) {
      const struct example *const one = &examples[i];
      /* The answers to a piece of telnet are sent before the next piece. */
      if (piece < 12 && memchr(one->object, '\xff', strlen(one->object)))
        continue;
      struct peer peer = {.base.connect = peer_connect, .scripts = one->scripts, .piece = piece};
      struct outcome outcome = {.filled = one->filled};
      struct run run;
      const bool good = run_uri(&run, one->uri, &outcome, &peer);
      if (good != (one->status == GET_DONE) || run.failure.status != (good ? 0 : one->status) ||
          (!good && !strstr(run.failure.message, one->object)))
        fail_msg("%zu: %s: %d, \"%s\"", i, one->uri, run.failure.status, run.failure.message);
      if (good &&
          (outcome.object.len != strlen(one->object) ||
           (outcome.object.len > 0 && memcmp(outcome.object.ptr, one->object, outcome.object.len) != 0)))
        fail_msg("%zu: %s: \"%.*s\"", i, one->uri, (int)outcome.object.len, outcome.object.ptr);
      assert_null(strstr(run.failure.message, "secret"));
      assert_true(outcome.traced > 0 || !good);
      assert_int_equal(outcome.connected, peer.connected);
      buffer_free(&outcome.object);
      run_free(&run);
    }
}

/* A connection is kept before QUIT, and used again from the step at which the next plan resumes. */
static void test_keep(void **state)
{
  (void)state;
  static const struct script scripts[CONNECTIONS] = {
      {21,
       {LOGIN, ">CWD d\r\n", "<250 -\r\n", BINARY, EXTENDED, ">RETR a\r\n", SENT, "<226 -\r\n", BINARY,
        EXTENDED, ">RETR b\r\n", SENT, "<226 -\r\n", ">QUIT\r\n"}},
      {4000, {"<one"}},
      {4000, {"<two"}}};
  static uriel_step steps[256];
  static uriel_branch branches[256];
  static char text[4096];
  static const char *const uris[] = {"ftp://h/d/a", "ftp://h/d/b"};
  struct peer peer = {.base.connect = peer_connect, .scripts = scripts, .piece = 100};
  struct outcome outcome = {.traced = 0};
  struct run run = {.network = &peer.base, .calls = &calls, .context = &outcome, .keep = true};
  uriel_ref previous, ref;
  for (size_t i = 0; i < 2; i++) {
    uriel_plan plan = {steps, 256, text, sizeof text, branches, 256, 0, 0, 0, 0, 0, 0, NULL, false};
    const uriel_plan_options options = {.previous = i ? &previous : NULL};
    assert_true(uriel_parse(&ref, uris[i], strlen(uris[i]), NULL) &&
                uriel_plan_make(&plan, &ref, &options, NULL));
    assert_true(run_plan(&run, &plan) && run.is_kept);
    previous = ref;
  }
  assert_true(outcome.object.len == 6 && memcmp(outcome.object.ptr, "onetwo", 6) == 0);
  assert_int_equal(peer.connected, 3);
  run_leave(&run);
  assert_false(run.is_kept);
  buffer_free(&outcome.object);
  run_free(&run);
}

/* A server that announces a delay forever. */
static void test_endless(void **state)
{
  (void)state;
  static char delays[20000];
  for (size_t i = 0; i + 9 < sizeof delays; i += 9)
    memcpy(delays + i, i ? "120 wait\n" : "<120 wai\n", 9);
  const struct script script = {21, {delays}};
  const struct script scripts[CONNECTIONS] = {script};
  struct peer peer = {.base.connect = peer_connect, .scripts = scripts, .piece = 1000};
  struct outcome outcome = {.traced = 0};
  struct run run;
  assert_false(run_uri(&run, "ftp://h/b", &outcome, &peer));
  assert_non_null(strstr(run.failure.message, "without an end"));
  run_free(&run);
}

/* Stops after a byte. */
static bool refuse_object(void *context, const char *data, size_t len, struct get_failure *failure)
{
  (void)context, (void)data, (void)len;
  return get_fail(failure, GET_FAILED, "enough");
}

static void test_stop(void **state)
{
  (void)state;
  static const struct run_calls stopping = {.object = refuse_object, .fill = take_fill};
  const struct script scripts[CONNECTIONS] = {{43, {">x\r\n", "<found"}}};
  struct peer peer = {.base.connect = peer_connect, .scripts = scripts, .piece = 10};
  uriel_step steps[64];
  uriel_branch branches[64];
  char text[256];
  uriel_plan plan = {steps, 64, text, sizeof text, branches, 64, 0, 0, 0, 0, 0, 0, NULL, false};
  uriel_ref ref;
  assert_true(uriel_parse(&ref, "whois://h/x", 11, NULL) && uriel_plan_make(&plan, &ref, NULL, NULL));
  struct run run = {.network = &peer.base, .calls = &stopping};
  assert_false(run_plan(&run, &plan));
  assert_string_equal(run.failure.message, "enough");
  run_free(&run);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_examples), cmocka_unit_test(test_keep),
                                     cmocka_unit_test(test_endless), cmocka_unit_test(test_stop)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
