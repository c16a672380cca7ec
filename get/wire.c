/* SPDX-License-Identifier: MIT */
/* Sockets with deadlines, to addresses that the policy allows. */
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "wire.h"

struct wire_of_socket {
  struct wire base;
  const struct wire_network *network;
  int fd;
  bool datagrams;
  uint16_t port;
};

bool wire_wait(int fd, short events, double end)
{
  struct pollfd polled = {.fd = fd, .events = events};
  int ready;
  do {
    const double left = (end - get_clock()) * 1000;
    const double most = 3600 * 1000.0; /* then the clock is read again */
    ready = left <= 0 ? 0 : poll(&polled, 1, left < most ? (int)left + 1 : (int)most);
    if (ready == 0 && left <= 0)
      return false;
  } while (ready == 0 || (ready < 0 && errno == EINTR));
  return true;
}

/* ---- Connections -------------------------------------------------------------------------------- */

/* Returns the length of the socket address. */
static socklen_t wire_address(struct sockaddr_storage *out, const uriel_address *address, uint16_t port)
{
  memset(out, 0, sizeof *out);
  if (address->family == 4) {
    struct sockaddr_in in = {.sin_family = AF_INET, .sin_port = htons(port)};
    memcpy(&in.sin_addr, address->bytes, 4);
    memcpy(out, &in, sizeof in);
    return sizeof in;
  }
  struct sockaddr_in6 in6 = {.sin6_family = AF_INET6, .sin6_port = htons(port)};
  memcpy(&in6.sin6_addr, address->bytes, sizeof address->bytes);
  memcpy(out, &in6, sizeof in6);
  return sizeof in6;
}

/* Returns a socket, or -1 with errno set: ETIMEDOUT at `end`. */
static int wire_try(const uriel_address *address, const struct wire_goal *goal, double end)
{
  struct sockaddr_storage to;
  const socklen_t len = wire_address(&to, address, goal->port);
  const int type = goal->datagrams ? SOCK_DGRAM : SOCK_STREAM;
  const int fd = socket(to.ss_family, type | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  int error = 0;
  socklen_t size = sizeof error;
  if (fd < 0 || goal->datagrams)
    return fd;
  if (connect(fd, (const struct sockaddr *)&to, len) != 0) {
    error = errno;
    if (error == EINPROGRESS) {
      if (!wire_wait(fd, POLLOUT, end))
        error = ETIMEDOUT;
      else if (getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size) != 0)
        error = errno;
    }
  }
  if (!error)
    return fd;
  close(fd);
  errno = error;
  return -1;
}

/* Sets the failure for addresses that were all denied. */
static void wire_denied(const struct wire_goal *goal, const uriel_address *address,
                        const uriel_network *network, struct get_failure *failure)
{
  char text[URIEL_IPV6_MAX];
  const size_t len = uriel_address_print(address, text, sizeof text);
  get_fail(
      failure, GET_REFUSED,
      "the policy denies the address %.*s of %.*s%s%s: the policy of --policy can allow its network",
      (int)len, text, (int)goal->host.len, goal->host.ptr, network ? ", which is " : "",
      network ? network->name : "");
  failure->cause = GET_CAUSE_POLICY;
}

int wire_socket(const struct wire_network *network, const struct wire_goal *goal, uriel_address *address,
                struct get_failure *failure)
{
  const uriel_address *list = goal->only;
  const double now = get_clock();
  const double end =
      now + network->connect_seconds < network->end ? now + network->connect_seconds : network->end;
  const size_t count = list ? 1 : hosts_find(network->hosts, goal->host, end, &list, failure);
  size_t tried = 0;
  int error = 0;
  if (count == 0)
    return -1;
  for (size_t i = 0; i < count; i++) {
    const uriel_network *denied = NULL;
    if (!goal->trusted && !goal->only &&
        !uriel_guard_address(&denied, network->rules, network->rule_count, &list[i])) {
      if (!tried)
        wire_denied(goal, &list[i], denied, failure);
      continue;
    }
    /* An address that does not answer leaves time for the others. */
    const double left = end - get_clock();
    const int fd = wire_try(&list[i], goal, get_clock() + left / (double)(count - i));
    if (fd >= 0) {
      *address = list[i];
      return fd;
    }
    error = errno;
    tried++;
  }
  if (tried) {
    get_fail(failure, GET_FAILED, "cannot connect to %.*s, port %u: %s", (int)goal->host.len,
             goal->host.ptr, goal->port,
             error == ETIMEDOUT ? "it does not answer in time" : strerror(error));
    failure->cause = error == ETIMEDOUT ? GET_CAUSE_TIME : GET_CAUSE_CONNECTION;
  }
  return -1;
}

/* ---- Bytes -------------------------------------------------------------------------------------- */

void wire_late(struct get_failure *failure)
{
  get_fail(failure, GET_FAILED, "the server takes longer than --timeout allows");
  failure->cause = GET_CAUSE_TIME;
}

static bool wire_broke(struct get_failure *failure)
{
  get_fail(failure, GET_FAILED, "the connection broke: %s", strerror(errno));
  failure->cause = GET_CAUSE_CONNECTION;
  return false;
}

/* Receives bytes. Datagrams are dropped unless they come from the server, from any of its ports. */
static ssize_t wire_receive(const struct wire_of_socket *wire, char *data, size_t capacity)
{
  struct sockaddr_storage from = {.ss_family = AF_UNSPEC};
  uriel_address address = {.family = 0};
  socklen_t len = sizeof from;
  if (!wire->datagrams)
    return recv(wire->fd, data, capacity, 0);
  const ssize_t got = recvfrom(wire->fd, data, capacity, 0, (struct sockaddr *)&from, &len);
  if (got >= 0 && from.ss_family == AF_INET) {
    address.family = 4;
    memcpy(address.bytes, &((const struct sockaddr_in *)(const void *)&from)->sin_addr, 4);
  } else if (got >= 0 && from.ss_family == AF_INET6) {
    address.family = 6;
    memcpy(address.bytes, &((const struct sockaddr_in6 *)(const void *)&from)->sin6_addr, 16);
  }
  if (got < 0 || uriel_address_in(&address, &wire->base.address, address.family == 4 ? 32 : 128))
    return got;
  errno = EAGAIN;
  return -1;
}

static ssize_t wire_read(struct wire *base, char *data, size_t capacity, struct get_failure *failure)
{
  struct wire_of_socket *const wire = (struct wire_of_socket *)(void *)base;
  ssize_t got;
  do {
    const double end = wire->network->end;
    if (!wire_wait(wire->fd, POLLIN, base->until > 0 && base->until < end ? base->until : end)) {
      wire_late(failure);
      return -1;
    }
    got = wire_receive(wire, data, capacity);
  } while (got < 0 && (errno == EINTR || errno == EAGAIN));
  if (got < 0)
    wire_broke(failure);
  else
    base->received += (size_t)got;
  return got;
}

static bool wire_write(struct wire *base, const char *data, size_t len, struct get_failure *failure)
{
  struct wire_of_socket *const wire = (struct wire_of_socket *)(void *)base;
  while (len > 0) {
    if (!wire_wait(wire->fd, POLLOUT, wire->network->end)) {
      wire_late(failure);
      return false;
    }
    struct sockaddr_storage to;
    const socklen_t size = wire_address(&to, &base->address, wire->port);
    const ssize_t put = wire->datagrams
                            ? sendto(wire->fd, data, len, 0, (const struct sockaddr *)&to, size)
                            : send(wire->fd, data, len, MSG_NOSIGNAL);
    if (put < 0 && errno != EINTR && errno != EAGAIN)
      return wire_broke(failure);
    const size_t sent = put > 0 ? (size_t)put : 0;
    data += sent;
    len -= sent;
    base->sent += sent;
  }
  return true;
}

static void wire_close(struct wire *base)
{
  struct wire_of_socket *const wire = (struct wire_of_socket *)(void *)base;
  close(wire->fd);
  free(wire);
}

int wire_release(struct wire *base)
{
  struct wire_of_socket *const wire = (struct wire_of_socket *)(void *)base;
  const int fd = wire->fd;
  free(wire);
  return fd;
}

static struct wire *wire_connect(struct network *base, const struct wire_goal *goal,
                                 struct get_failure *failure)
{
  const struct wire_network *const network = (struct wire_network *)(void *)base;
  struct wire_of_socket *const wire = calloc(1, sizeof *wire);
  if (!wire)
    base_die_memory();
  wire->base = (struct wire){.read = wire_read, .write = wire_write, .close = wire_close};
  wire->network = network;
  wire->datagrams = goal->datagrams;
  wire->port = goal->port;
  wire->fd = wire_socket(network, goal, &wire->base.address, failure);
  if (wire->fd >= 0)
    return &wire->base;
  free(wire);
  return NULL;
}

void wire_network_start(struct wire_network *network)
{
  network->base.connect = wire_connect;
}
