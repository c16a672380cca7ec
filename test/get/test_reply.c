/* SPDX-License-Identifier: MIT */
/* Replies in each form, cut into pieces of every size. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "get/reply.h"

#define REPLY(x) URIEL_REPLY_##x
#define USE(x) URIEL_USE_##x

struct reply_case {
  uriel_reply_form form;
  uriel_reply_use use;
  const char *expected;
  const char *input;
  const char *rest; /* of the input, after the reply; NULL: the reply ends with the connection */
  const char *object;
  const char *code;
  const char *head;
};

static const struct reply_case cases[] = {
    /* RFC 959, 4.2 */
    {REPLY(LINES), USE(STATUS), "220", "220 ready\r\n", "", "", "220", "220 ready"},
    {REPLY(LINES), USE(STATUS), "220", "220 ready\nUSER", "USER", "", "220", "220 ready"},
    {REPLY(LINES), USE(STATUS), "220", "220\r\n", "", "", "220", "220"},
    {REPLY(LINES), USE(STATUS), "220", "530 no\r\n220 x", "220 x", "", "530", "530 no"},
    {REPLY(LINES), USE(STATUS), "1", "123-First\r\nSecond\r\n 234 x\r\n124 y\r\n123 last\r\n1", "1", "",
     "123", "123-First\nSecond\n 234 x\n124 y\n123 last"},
    {REPLY(LINES), USE(STATUS), "1", "123-a\r\n123-b\r\n1234\r\n123\r\n", "", "", "123",
     "123-a\n123-b\n1234\n123"},
    /* RFC 3977, 3.1: no lines follow a "-" */
    {REPLY(LINE), USE(STATUS), "200", "200-x\r\n200 y", "200 y", "", "200", "200-x"},
    {REPLY(BLOCK), USE(TEXT), "220", "220 0 <a@b>\r\nFrom: x\r\n\r\n..dots\r\n.\r\n205", "205",
     "From: x\r\n\r\n.dots\r\n", "220", "220 0 <a@b>"},
    {REPLY(BLOCK), USE(TEXT), "220", "220 x\n.\n", "", "", "220", "220 x"},
    {REPLY(BLOCK), USE(TEXT), "220", "220 x\r\na\r\r\n.\rb\r\n.\r\n", "", "a\r\r\n.\rb\r\n", "220",
     "220 x"},
    {REPLY(BLOCK), USE(TEXT), "220", "220 x\r\n.a\r\n...\r\n.\r\n", "", ".a\r\n..\r\n", "220", "220 x"},
    {REPLY(BLOCK), USE(TEXT), "220", "430 no\r\nx", "x", "", "430", "430 no"},
    {REPLY(BLOCK), USE(OVERVIEW), "224", "224 x\r\n1\ta\r\n.\r\n", "", "1\ta\r\n", "224", "224 x"},
    /* RFC 1436, 3.7 */
    {REPLY(DOT), USE(MENU), "", "0a\t/a\th\t70\r\n.\r\nrest", "rest", "0a\t/a\th\t70\r\n", "", ""},
    {REPLY(DOT), USE(MENU), "", "0a\r\n..x\r\n", NULL, "0a\r\n..x\r\n", "", ""},
    {REPLY(DOT), USE(MENU), "", "0a\r\n.", NULL, "0a\r\n.", "", ""},
    {REPLY(DOT), USE(MENU), "", "", NULL, "", "", ""},
    {REPLY(END), USE(TEXT), "", "a\r\n..b\r\n.\r\n", NULL, "a\r\n.b\r\n", "", ""},
    {REPLY(END), USE(TEXT), "", "..b\n...c\n.d\n.\n", NULL, ".b\n..c\n.d\n", "", ""},
    {REPLY(END), USE(TEXT), "", "a\r\n..b\r\n", NULL, "a\r\n..b\r\n", "", ""},
    {REPLY(END), USE(TEXT), "", "a\r\n.\r\n..b\r\n", NULL, "a\r\n.\r\n..b\r\n", "", ""},
    {REPLY(END), USE(TEXT), "", "a\n.\nb\n.\n", NULL, "a\n.\nb\n", "", ""},
    {REPLY(END), USE(TEXT), "", "a\n.\n.\n", NULL, "a\n.\n", "", ""},
    {REPLY(END), USE(TEXT), "", "a\n.", NULL, "a\n.", "", ""},
    {REPLY(END), USE(TEXT), "", "a\n..", NULL, "a\n..", "", ""},
    {REPLY(END), USE(OBJECT), "", "..\r\n.\r\nx", NULL, "..\r\n.\r\nx", "", ""},
    /* Gopher+, 2.3 */
    {REPLY(GOPHER), USE(OBJECT), "", "+5\r\nhello", "", "hello", "", ""},
    {REPLY(GOPHER), USE(OBJECT), "", "+5\r\nhello more", " more", "hello", "", ""},
    {REPLY(GOPHER), USE(OBJECT), "", "+0\r\n", "", "", "", ""},
    {REPLY(GOPHER), USE(TEXT), "", "+-1\r\n..a\r\n.\r\nx", "x", ".a\r\n", "", ""},
    {REPLY(GOPHER), USE(OBJECT), "", "+-2\r\n..a\r\n.\r\nx", NULL, "..a\r\n.\r\nx", "", ""},
    {REPLY(GOPHER), USE(OBJECT), "", "--1\r\n1 admin\r\nnot here\r\n.\r\n", "", "", "1",
     "1 admin\r\nnot here"},
    {REPLY(GOPHER), USE(OBJECT), "", "--2\r\n2 busy\r\n", NULL, "", "2", "2 busy"},
    {REPLY(GOPHER), USE(OBJECT), "", "--8\r\n3 moved\r\n", "\n", "", "3", "3 moved"},
    {REPLY(GOPHER), USE(OBJECT), "", "plain\r\ntext\r\n", NULL, "plain\r\ntext\r\n", "", ""},
    {REPLY(GOPHER), USE(OBJECT), "", "x", NULL, "x", "", ""},
    {REPLY(GOPHER), USE(OBJECT), "", "+x\r\ny", NULL, "+x\r\ny", "", ""},
    {REPLY(GOPHER), USE(OBJECT), "", "+123456789012345678901234567890\r\n", NULL,
     "+123456789012345678901234567890\r\n", "", ""},
    {REPLY(BYTES), USE(STATUS), "abc", "abcd", "d", "", "", "abc"},
};

/* Not such replies, and a part of the message. */
static const struct {
  uriel_reply_form form;
  const char *expected, *input, *message;
} bad[] = {
    {REPLY(LINES), "220", "hello\r\n", "starts with no code"},
    {REPLY(LINES), "220", "22 x\r\n", "starts with no code"},
    {REPLY(LINES), "220", "\r\n", "starts with no code"},
    {REPLY(LINES), "220", "220 rea", "ended before the reply did"},
    {REPLY(LINES), "220", "220-ready\r\n", "ended before the reply did"},
    {REPLY(LINES), "220", "", "ended before the reply did"},
    {REPLY(BLOCK), "220", "220 x\r\nbody\r\n", "ended before the reply did"},
    {REPLY(GOPHER), "", "+5\r\nhell", "ended before the reply did"},
    {REPLY(GOPHER), "", "", "ended before the reply did"},
    {REPLY(GOPHER), "", "+3", "ended before the reply did"},
    {REPLY(GOPHER), "", "--", "ended before the reply did"},
    {REPLY(GOPHER), "", "+-1\r\nhell\r\n", "ended before the reply did"},
    {REPLY(BYTES), "abc", "abx", "starts with other bytes"},
    {REPLY(BYTES), "abc", "ab", "ended before the reply did"},
};

static bool sink(void *context, const char *data, size_t len)
{
  buffer_append(context, data, len);
  return true;
}

/* Reads the input in pieces of that size. Returns how many bytes belong to the reply, or -1. */
static ptrdiff_t read_all(struct reply *reply, const uriel_step *step, const char *input, size_t size,
                          struct buffer *object, struct get_failure *failure)
{
  const size_t len = strlen(input);
  size_t at = 0;
  object->len = 0;
  reply_start(reply, step);
  while (at < len && !reply->ended) {
    const size_t piece = size < len - at ? size : len - at;
    char *const copy = malloc(piece); /* of the exact size, for the sanitizers */
    memcpy(copy, input + at, piece);
    const ptrdiff_t taken = reply_take(reply, copy, piece, sink, object, failure);
    free(copy);
    if (taken < 0)
      return -1;
    assert_true((size_t)taken == piece || reply->ended);
    at += (size_t)taken;
  }
  return reply->ended || reply_close(reply, sink, object, failure) ? (ptrdiff_t)at : -1;
}

static void assert_same(const struct buffer *buffer, const char *text, const char *input, size_t size)
{
  if (buffer->len != strlen(text) || (buffer->len && memcmp(buffer->ptr, text, buffer->len) != 0))
    fail_msg("\"%s\" in pieces of %zu: \"%.*s\", not \"%s\"", input, size, (int)buffer->len,
             buffer->ptr ? buffer->ptr : "", text);
}

static void test_forms(void **state)
{
  (void)state;
  struct reply reply = {.ended = false};
  struct buffer object = {0};
  struct get_failure failure;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const struct reply_case *const one = &cases[i];
    const uriel_step step = {
        .text = uriel_text_of(one->expected), .form = one->form, .use = one->use, .after = ""};
    const size_t len = strlen(one->input);
    for (size_t size = 1; size <= len + 1; size++) {
      const ptrdiff_t taken = read_all(&reply, &step, one->input, size, &object, &failure);
      if (taken < 0 || (size_t)taken != len - (one->rest ? strlen(one->rest) : 0))
        fail_msg("\"%s\" in pieces of %zu: %td bytes: %s", one->input, size, taken,
                 taken < 0 ? failure.message : "");
      assert_same(&object, one->object, one->input, size);
      assert_same(&reply.head, one->head, one->input, size);
      assert_string_equal(reply.code, one->code);
    }
  }
  buffer_free(&object);
  reply_free(&reply);
}

static void test_errors(void **state)
{
  (void)state;
  struct reply reply = {.ended = false};
  struct buffer object = {0};
  struct get_failure failure;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    for (size_t size = 1; size <= strlen(bad[i].input) + 1; size++) {
      const uriel_step step = {
          .text = uriel_text_of(bad[i].expected), .form = bad[i].form, .use = USE(TEXT), .after = ""};
      assert_int_equal(read_all(&reply, &step, bad[i].input, size, &object, &failure), -1);
      assert_int_equal(failure.status, GET_FAILED);
      if (!strstr(failure.message, bad[i].message))
        fail_msg("\"%s\": \"%s\"", bad[i].input, failure.message);
    }
  buffer_free(&object);
  reply_free(&reply);
}

/* Lines and heads without an end, and a text that cannot be held. */
static void test_limits(void **state)
{
  (void)state;
  struct reply reply = {.ended = false};
  struct buffer object = {0};
  struct get_failure failure;
  static char zeros[1 << 16];
  const uriel_step lines = {.text = uriel_text_of("220"), .form = REPLY(LINES), .after = ""};
  const uriel_step text = {.form = REPLY(END), .use = USE(TEXT), .after = ""};
  memset(zeros, '0', sizeof zeros);
  reply_start(&reply, &lines);
  assert_int_equal(reply_take(&reply, zeros, sizeof zeros, sink, &object, &failure), sizeof zeros);
  assert_int_equal(reply_take(&reply, zeros, 1, sink, &object, &failure), -1);
  assert_non_null(strstr(failure.message, "without an end"));
  reply_start(&reply, &lines);
  assert_int_equal(reply_take(&reply, "220-\n", 5, sink, &object, &failure), 5);
  zeros[sizeof zeros - 1] = '\n';
  for (int i = 0; i < 15; i++)
    assert_int_equal(reply_take(&reply, zeros, sizeof zeros, sink, &object, &failure), sizeof zeros);
  assert_int_equal(reply_take(&reply, zeros, sizeof zeros, sink, &object, &failure), -1);
  object.len = 0;
  reply_start(&reply, &text);
  assert_int_equal(reply_take(&reply, "..\n", 3, sink, &object, &failure), 3);
  for (int i = 0; i < 257; i++)
    assert_int_equal(reply_take(&reply, zeros, sizeof zeros, sink, &object, &failure), sizeof zeros);
  assert_int_equal(object.len, 3 + 257 * sizeof zeros);
  assert_int_equal(reply_take(&reply, "..\n.\n", 5, sink, &object, &failure), 5);
  assert_true(reply_close(&reply, sink, &object, &failure));
  assert_int_equal(object.len, 3 + 257 * sizeof zeros + 3);
  buffer_free(&object);
  reply_free(&reply);
}

/* Stops after some bytes. */
static bool stop(void *context, const char *data, size_t len)
{
  (void)data;
  size_t *const left = context;
  const bool good = len <= *left;
  *left -= good ? len : 0;
  return good;
}

static void test_stop(void **state)
{
  (void)state;
  static const char input[] = "a\n.b\n..c\n.\nd";
  struct reply reply = {.ended = false};
  struct get_failure failure;
  const uriel_step steps[] = {{.form = REPLY(END), .use = USE(OBJECT)},
                              {.form = REPLY(END), .use = USE(TEXT)},
                              {.form = REPLY(DOT), .use = USE(MENU)}};
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
    for (size_t most = 0; most < 8; most++) {
      size_t left = most;
      reply_start(&reply, &steps[i]);
      const ptrdiff_t taken = reply_take(&reply, input, sizeof input - 1, stop, &left, &failure);
      assert_true(taken < 0 || !reply_close(&reply, stop, &left, &failure));
      assert_int_equal(failure.status, GET_DONE);
    }
  reply_free(&reply);
}

static void start_line(struct reply *reply, const char *line)
{
  struct get_failure failure;
  const uriel_step step = {.form = REPLY(LINES), .text = {"", 0}, .after = ""};
  reply_start(reply, &step);
  assert_true(reply_take(reply, line, strlen(line), sink, NULL, &failure) > 0);
}

static void test_values(void **state)
{
  (void)state;
  static const struct {
    const char *line;
    uint16_t port; /* 0: no port */
    const char *address;
  } ports[] = {
      {"229 Entering Extended Passive Mode (|||6446|)\n", 6446, ""}, /* RFC 2428, 3 */
      {"229 x (!!!1!)\n", 1, ""},
      {"229 x (|||0|)\n", 0, ""},
      {"229 x (|||65536|)\n", 0, ""},
      {"229 x (|||)\n", 0, ""},
      {"229 x (||1|2|)\n", 0, ""},
      {"229 x (|||99\n", 0, ""},
      {"229 x\n", 0, ""},
      {"227 Entering Passive Mode (10,0,0,1,1,2).\n", 258, "10.0.0.1"},
      {"227 =127,0,0,1,255,255\n", 65535, "127.0.0.1"},
      {"227 10,0,0,1,1\n", 0, ""},
      {"227 10,0,0,1,1,256\n", 0, ""},
      {"227 10,0,0,1,1,2,3\n", 0, ""},
      {"227 10,0,0,1,0,0\n", 0, ""},
      {"227 none\n", 0, ""},
      {"227\n", 0, ""},
  };
  struct reply reply = {.ended = false};
  uriel_text first, last;
  for (size_t i = 0; i < sizeof ports / sizeof *ports; i++) {
    uint16_t port = 0;
    uriel_address address;
    char text[URIEL_IPV6_MAX + 1];
    start_line(&reply, ports[i].line);
    assert_int_equal(reply_port(&reply, &port, &address), ports[i].port > 0);
    if (!ports[i].port)
      continue;
    assert_int_equal(port, ports[i].port);
    text[uriel_address_print(&address, text, sizeof text - 1)] = '\0';
    assert_string_equal(text, ports[i].address);
  }
  start_line(&reply, "211 1234 3000234 3002322 misc.test\r\n"); /* RFC 3977, 6.1.1.3 */
  assert_true(reply_range(&reply, &first, &last));
  assert_true(first.len == 7 && memcmp(first.ptr, "3000234", 7) == 0);
  assert_true(last.len == 7 && memcmp(last.ptr, "3002322", 7) == 0);
  start_line(&reply, "211 0 4000 3999 example.empty\n");
  assert_true(reply_range(&reply, &first, &last));
  assert_memory_equal(last.ptr, "3999", 4);
  start_line(&reply, "211 1 2\r\n");
  assert_false(reply_range(&reply, &first, &last));
  start_line(&reply, "215 VMS V1.0\r\n");
  assert_true(reply_code_in(&reply, uriel_text_of("500 2")) &&
              reply_code_in(&reply, uriel_text_of("215")));
  assert_false(reply_code_in(&reply, uriel_text_of("")) ||
               reply_code_in(&reply, uriel_text_of("216 5")));
  assert_int_equal(reply_text(&reply).len, 8);
  reply_free(&reply);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_forms), cmocka_unit_test(test_errors),
                                     cmocka_unit_test(test_limits), cmocka_unit_test(test_stop),
                                     cmocka_unit_test(test_values)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
