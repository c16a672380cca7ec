/* SPDX-License-Identifier: MIT */
/* Connections and names, with servers in threads of this test on the loopback interface. */
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "get/wire.h"

/* ---- Servers ------------------------------------------------------------------------------------ */

/* How a server treats its only client. */
enum manner { MANNER_ECHO, MANNER_SILENT, MANNER_RESET };

struct server {
  int fd;
  uint16_t port;
  enum manner manner;
  pthread_t thread;
  int stop[2]; /* a pipe */
  /* A server of names: each answer has the next of these IPv4 addresses; 0: the name does not exist. */
  const unsigned char (*answers)[4];
  size_t answer_count, asked;
};

static void server_open(struct server *server, int type)
{
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
  socklen_t len = sizeof address;
  server->fd = socket(AF_INET, type, 0);
  assert_int_equal(bind(server->fd, (const struct sockaddr *)&address, sizeof address), 0);
  assert_int_equal(getsockname(server->fd, (struct sockaddr *)&address, &len), 0);
  server->port = ntohs(address.sin_port);
  assert_int_equal(pipe(server->stop), 0);
}

static bool server_waits(const struct server *server, int fd)
{
  struct pollfd polled[] = {{.fd = fd, .events = POLLIN}, {.fd = server->stop[0], .events = POLLIN}};
  return poll(polled, 2, -1) > 0 && !polled[1].revents;
}

static void *server_run(void *context)
{
  const struct server *const server = context;
  char data[256];
  if (!server_waits(server, server->fd))
    return NULL;
  const int client = accept(server->fd, NULL, NULL);
  if (server->manner == MANNER_RESET) {
    const struct linger now = {.l_onoff = 1};
    (void)server_waits(server, client); /* a reset before that can end the connecting */
    setsockopt(client, SOL_SOCKET, SO_LINGER, &now, sizeof now);
  } else if (server_waits(server, client) && server->manner == MANNER_ECHO) {
    const ssize_t got = read(client, data, sizeof data);
    assert_true(got > 0 && write(client, data, (size_t)got) == got);
  } else {
    (void)server_waits(server, server->stop[0]);
  }
  close(client);
  return NULL;
}

static void server_start(struct server *server, enum manner manner)
{
  *server = (struct server){.manner = manner};
  server_open(server, SOCK_STREAM);
  assert_int_equal(listen(server->fd, 4), 0);
  pthread_create(&server->thread, NULL, server_run, server);
}

/* Answers questions for type A; every other question has an empty answer. */
static void *names_run(void *context)
{
  struct server *const server = context;
  unsigned char data[512 + 16];
  while (server_waits(server, server->fd)) {
    struct sockaddr_in from;
    socklen_t from_len = sizeof from;
    const ssize_t got = recvfrom(server->fd, data, 512, 0, (struct sockaddr *)&from, &from_len);
    size_t end = 12;
    while (end + 5 < (size_t)got && data[end])
      end += data[end] + 1u;
    end += 5; /* the end of the question (RFC 1035, 4.1.2) */
    const bool is_a = data[end - 3] == 1;
    const unsigned char *const address =
        server->answers[server->asked < server->answer_count ? server->asked : server->answer_count - 1];
    const bool exists = address[0] != 0;
    data[2] = 0x81;
    data[3] = exists ? 0x80 : 0x83;
    memset(data + 6, 0, 6);
    if (is_a && exists) {
      const unsigned char record[12] = {0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4};
      data[7] = 1;
      memcpy(data + end, record, sizeof record);
      memcpy(data + end + sizeof record, address, 4);
      end += sizeof record + 4;
    }
    server->asked += is_a;
    sendto(server->fd, data, end, 0, (const struct sockaddr *)&from, from_len);
  }
  return NULL;
}

static void names_start(struct server *server, const unsigned char (*answers)[4], size_t count)
{
  *server = (struct server){.answers = answers, .answer_count = count};
  server_open(server, SOCK_DGRAM);
  pthread_create(&server->thread, NULL, names_run, server);
}

static void server_stop(struct server *server)
{
  assert_int_equal(write(server->stop[1], "", 1), 1);
  pthread_join(server->thread, NULL);
  close(server->stop[0]);
  close(server->stop[1]);
  close(server->fd);
}

/* ---- Connections -------------------------------------------------------------------------------- */

struct client {
  struct wire_network network;
  struct get_failure failure;
};

static void client_start(struct client *client, const char *dns)
{
  *client = (struct client){.network = {.hosts = hosts_new(dns), .connect_seconds = 5}};
  client->network.end = get_clock() + 20;
  wire_network_start(&client->network);
  assert_non_null(client->network.hosts);
}

static struct wire *client_connect(struct client *client, const char *host, uint16_t port, bool trusted)
{
  const struct wire_goal goal = {.host = uriel_text_of(host), .port = port, .trusted = trusted};
  client->failure = (struct get_failure){.status = GET_DONE};
  return client->network.base.connect(&client->network.base, &goal, &client->failure);
}

static void assert_failure(const struct client *client, enum get_status status, const char *part)
{
  if (client->failure.status != status || !strstr(client->failure.message, part))
    fail_msg("expected %d \"%s\", not %d \"%s\"", status, part, client->failure.status,
             client->failure.message);
}

static void test_exchange(void **state)
{
  (void)state;
  struct server server;
  struct client client;
  char data[16];
  server_start(&server, MANNER_ECHO);
  client_start(&client, NULL);
  struct wire *const wire = client_connect(&client, "127.0.0.1", server.port, true);
  assert_non_null(wire);
  assert_true(wire->write(wire, "hello", 5, &client.failure));
  assert_int_equal(wire->read(wire, data, sizeof data, &client.failure), 5);
  assert_memory_equal(data, "hello", 5);
  assert_int_equal(wire->read(wire, data, sizeof data, &client.failure), 0);
  assert_true(wire->received == 5 && wire->sent == 5);
  assert_true(wire->address.family == 4 && wire->address.bytes[0] == 127);
  wire->close(wire);
  server_stop(&server);
  hosts_free(client.network.hosts);
}

static void test_reset(void **state)
{
  (void)state;
  struct server server;
  struct client client;
  char data[16];
  server_start(&server, MANNER_RESET);
  client_start(&client, NULL);
  struct wire *const wire = client_connect(&client, "127.0.0.1", server.port, true);
  assert_non_null(wire);
  assert_true(wire->write(wire, "x", 1, &client.failure));
  assert_int_equal(wire->read(wire, data, sizeof data, &client.failure), -1);
  assert_failure(&client, GET_FAILED, "the connection broke: ");
  wire->close(wire);
  server_stop(&server);
  hosts_free(client.network.hosts);
}

static void test_time(void **state)
{
  (void)state;
  struct server server;
  struct client client;
  char data[16];
  server_start(&server, MANNER_SILENT);
  client_start(&client, NULL);
  const double start = get_clock();
  client.network.end = start + 0.2;
  struct wire *const wire = client_connect(&client, "127.0.0.1", server.port, true);
  assert_non_null(wire);
  assert_int_equal(wire->read(wire, data, sizeof data, &client.failure), -1);
  assert_failure(&client, GET_FAILED, "longer than --timeout");
  assert_true(get_clock() - start >= 0.2 && get_clock() - start < 2);
  /* A peer that reads nothing: the buffers of the sockets are full at some point. */
  static const char zeros[1 << 20];
  client.network.end = get_clock() + 0.2;
  bool good = true;
  for (int i = 0; i < 64 && good; i++)
    good = wire->write(wire, zeros, sizeof zeros, &client.failure);
  assert_false(good);
  wire->close(wire);
  server_stop(&server);
  hosts_free(client.network.hosts);
}

static void test_nobody(void **state)
{
  (void)state;
  struct server server;
  struct client client;
  server_start(&server, MANNER_ECHO);
  server_stop(&server);
  client_start(&client, NULL);
  assert_null(client_connect(&client, "127.0.0.1", server.port, true));
  assert_failure(&client, GET_FAILED, "Connection refused");
  assert_null(client_connect(&client, "", 80, true));
  assert_failure(&client, GET_FAILED, "the host is empty");
  hosts_free(client.network.hosts);
}

static void test_policy(void **state)
{
  (void)state;
  static const char *const denied[] = {"127.0.0.1",        "0x7f.1",   "2130706433",      "::1",
                                       "::ffff:127.0.0.1", "10.0.0.1", "169.254.169.254", "fd00::1",
                                       "64:ff9b::7f00:1"};
  static const char line[] = "allow network 127.0.0.0/8";
  struct server server;
  struct client client;
  uriel_policy_rule rule;
  client_start(&client, NULL);
  for (size_t i = 0; i < sizeof denied / sizeof *denied; i++) {
    assert_null(client_connect(&client, denied[i], 80, false));
    assert_failure(&client, GET_REFUSED, "the policy denies the address");
  }
  server_start(&server, MANNER_SILENT); /* the client sends nothing */
  assert_true(uriel_policy_parse(&rule, line, sizeof line - 1, NULL));
  client.network.rules = &rule;
  client.network.rule_count = 1;
  struct wire *const wire = client_connect(&client, "0x7f.1", server.port, false);
  assert_non_null(wire);
  wire->close(wire);
  /* A second connection goes to the address of the first, whatever its name's policy. */
  const uriel_address address = {.bytes = {127, 0, 0, 1}, .family = 4};
  const struct wire_goal goal = {.host = uriel_text_of("x"), .port = server.port, .only = &address};
  client.network.rule_count = 0;
  struct wire *const second = client.network.base.connect(&client.network.base, &goal, &client.failure);
  assert_non_null(second);
  second->close(second);
  server_stop(&server);
  hosts_free(client.network.hosts);
}

/* ---- Names -------------------------------------------------------------------------------------- */

static void test_names(void **state)
{
  (void)state;
  static const unsigned char answers[][4] = {{127, 0, 0, 1}, {127, 0, 0, 2}, {0, 0, 0, 0}};
  struct server server;
  struct client client;
  char dns[32];
  const uriel_address *addresses;
  names_start(&server, answers, 3);
  snprintf(dns, sizeof dns, "127.0.0.1:%u", server.port);
  client_start(&client, dns);
  const double end = get_clock() + 10;
  /* The answer changes; the address that was looked up first stays. */
  for (int i = 0; i < 3; i++) {
    assert_int_equal(hosts_find(client.network.hosts, uriel_text_of(i ? "A.example" : "a.example"), end,
                                &addresses, &client.failure),
                     1);
    assert_int_equal(addresses[0].bytes[3], 1);
  }
  assert_null(client_connect(&client, "a.example", 80, false));
  assert_failure(&client, GET_REFUSED, "127.0.0.1 of a.example, which is loopback");
  assert_int_equal(
      hosts_find(client.network.hosts, uriel_text_of("b.example"), end, &addresses, &client.failure), 1);
  assert_int_equal(addresses[0].bytes[3], 2);
  assert_int_equal(
      hosts_find(client.network.hosts, uriel_text_of("c.example"), end, &addresses, &client.failure), 0);
  assert_failure(&client, GET_FAILED, "the host c.example is unknown");
  server_stop(&server);
  hosts_free(client.network.hosts);
}

static void test_names_in_time(void **state)
{
  (void)state;
  struct server server = {0};
  struct client client;
  char dns[32];
  const uriel_address *addresses;
  server_open(&server, SOCK_DGRAM); /* it never answers */
  snprintf(dns, sizeof dns, "127.0.0.1:%u", server.port);
  client_start(&client, dns);
  const double start = get_clock();
  assert_int_equal(hosts_find(client.network.hosts, uriel_text_of("a.example"), start + 0.3, &addresses,
                              &client.failure),
                   0);
  assert_failure(&client, GET_FAILED, "no server of names answers for a.example in time");
  assert_true(get_clock() - start < 2);
  close(server.fd);
  close(server.stop[0]);
  close(server.stop[1]);
  hosts_free(client.network.hosts);
  assert_null(hosts_new("no address"));
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_exchange),     cmocka_unit_test(test_reset),
                                     cmocka_unit_test(test_time),         cmocka_unit_test(test_nobody),
                                     cmocka_unit_test(test_policy),       cmocka_unit_test(test_names),
                                     cmocka_unit_test(test_names_in_time)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
