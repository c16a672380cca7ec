/* SPDX-License-Identifier: MIT */
/* Names by c-ares, which, unlike getaddrinfo, ends in time. */
#include <ares.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/time.h>

#include "hosts.h"

enum { HOSTS_EACH = 16 /* addresses of a name */, HOSTS_TRY_MS = 2000, HOSTS_TRIES = 3 };

/* A name and its addresses. */
struct name {
  char host[HOSTS_LONGEST + 1];
  uriel_address addresses[HOSTS_EACH];
  size_t count;
};

struct hosts {
  ares_channel channel;
  struct name **list;
  struct hosts_question question;
  size_t count, capacity;
};

/* The answer to the question that is being asked. */
struct answer {
  struct name *name;
  int status;
  bool ended;
};

struct hosts *hosts_new(const char *server)
{
  struct hosts *const hosts = calloc(1, sizeof *hosts);
  struct ares_options options = {.timeout = HOSTS_TRY_MS, .tries = HOSTS_TRIES};
  char only_servers[] = "b";
  int mask = ARES_OPT_TIMEOUTMS | ARES_OPT_TRIES;
  options.lookups = only_servers;
  if (server)
    mask |= ARES_OPT_LOOKUPS;
  if (!hosts)
    return NULL;
  if (ares_library_init(ARES_LIB_INIT_ALL) != ARES_SUCCESS) {
    free(hosts);
    return NULL;
  }
  if (ares_init_options(&hosts->channel, &options, mask) != ARES_SUCCESS)
    hosts->channel = NULL;
  if (!hosts->channel ||
      (server && ares_set_servers_ports_csv(hosts->channel, server) != ARES_SUCCESS)) {
    hosts_free(hosts);
    return NULL;
  }
  return hosts;
}

void hosts_free(struct hosts *hosts)
{
  if (!hosts)
    return;
  if (hosts->channel)
    ares_destroy(hosts->channel);
  ares_library_cleanup();
  for (size_t i = 0; i < hosts->count; i++)
    free(hosts->list[i]);
  free(hosts->list);
  free(hosts);
}

static void hosts_add(struct name *name, int family, const void *bytes, size_t len)
{
  uriel_address address = {.family = family == AF_INET ? 4 : 6};
  if (name->count == HOSTS_EACH)
    return;
  memcpy(address.bytes, bytes, len);
  name->addresses[name->count++] = address;
}

static void hosts_answer(void *context, int status, int timeouts, struct ares_addrinfo *list)
{
  struct answer *const answer = context;
  (void)timeouts;
  answer->status = status;
  answer->ended = true;
  for (const struct ares_addrinfo_node *node = list ? list->nodes : NULL; node; node = node->ai_next) {
    const void *const address = node->ai_addr;
    if (node->ai_family == AF_INET)
      hosts_add(answer->name, AF_INET, &((const struct sockaddr_in *)address)->sin_addr, 4);
    else if (node->ai_family == AF_INET6)
      hosts_add(answer->name, AF_INET6, &((const struct sockaddr_in6 *)address)->sin6_addr, 16);
  }
  if (list)
    ares_freeaddrinfo(list);
}

/* Waits for the servers once, at most to `end`. */
static void hosts_wait(ares_channel channel, double end)
{
  ares_socket_t sockets[ARES_GETSOCK_MAXNUM];
  struct pollfd polled[ARES_GETSOCK_MAXNUM];
  struct timeval left = {0}, next;
  nfds_t count = 0;
  const unsigned bits = (unsigned)ares_getsock(channel, sockets, ARES_GETSOCK_MAXNUM);
  for (unsigned i = 0; i < ARES_GETSOCK_MAXNUM; i++) {
    /* ARES_GETSOCK_WRITABLE of the last socket would shift into the sign. */
    const bool reads = bits >> i & 1, writes = bits >> (i + ARES_GETSOCK_MAXNUM) & 1;
    if (reads || writes)
      polled[count++] = (struct pollfd){
          .fd = sockets[i], .events = (short)((reads ? POLLIN : 0) | (writes ? POLLOUT : 0))};
  }
  const double seconds = end - get_clock();
  left.tv_sec = seconds > 0 ? (time_t)seconds : 0;
  left.tv_usec = seconds > 0 ? (suseconds_t)((seconds - (double)left.tv_sec) * 1e6) : 0;
  const struct timeval *const wait = ares_timeout(channel, &left, &next);
  const int ready = poll(polled, count, (int)(wait->tv_sec * 1000 + wait->tv_usec / 1000 + 1));
  if (ready <= 0)
    ares_process_fd(channel, ARES_SOCKET_BAD, ARES_SOCKET_BAD);
  for (nfds_t i = 0; ready > 0 && i < count; i++) {
    const bool reads = polled[i].revents & (POLLIN | POLLERR | POLLHUP);
    const bool writes = polled[i].revents & (POLLOUT | POLLERR);
    ares_process_fd(channel, reads ? polled[i].fd : ARES_SOCKET_BAD,
                    writes ? polled[i].fd : ARES_SOCKET_BAD);
  }
}

static bool hosts_ask(struct hosts *hosts, struct name *name, double end, struct get_failure *failure)
{
  const struct ares_addrinfo_hints hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
  struct answer answer = {.name = name};
  const double begin = get_clock();
  memcpy(hosts->question.host, name->host, sizeof name->host);
  hosts->question.is_asked = true;
  ares_getaddrinfo(hosts->channel, name->host, NULL, &hints, hosts_answer, &answer);
  while (!answer.ended) {
    hosts_wait(hosts->channel, end);
    hosts->question.seconds = get_clock() - begin;
    if (!answer.ended && get_clock() >= end) {
      ares_cancel(hosts->channel);
      return get_fail(failure, GET_FAILED, "no server of names answers for %s in time", name->host);
    }
  }
  if (answer.status == ARES_ENOTFOUND || answer.status == ARES_ENODATA)
    return get_fail(failure, GET_FAILED, "the host %s is unknown: check its spelling", name->host);
  if (answer.status != ARES_SUCCESS || !name->count)
    return get_fail(failure, GET_FAILED, "the address of %s cannot be looked up: %s", name->host,
                    answer.status == ARES_SUCCESS ? "the answer is empty"
                                                  : ares_strerror(answer.status));
  return true;
}

struct hosts_question hosts_take_question(struct hosts *hosts)
{
  const struct hosts_question question = hosts->question;
  hosts->question.is_asked = false;
  return question;
}

size_t hosts_find(struct hosts *hosts, uriel_text host, double end, const uriel_address **addresses,
                  struct get_failure *failure)
{
  if (host.len == 0 || host.len > HOSTS_LONGEST || memchr(host.ptr, 0, host.len)) {
    get_fail(failure, GET_FAILED, "the host is empty, has a NUL, or is longer than %d bytes",
             HOSTS_LONGEST);
    return 0;
  }
  struct name *name = NULL;
  for (size_t i = 0; i < hosts->count && !name; i++)
    if (strlen(hosts->list[i]->host) == host.len &&
        strncasecmp(hosts->list[i]->host, host.ptr, host.len) == 0)
      name = hosts->list[i];
  if (!name) {
    hosts->list = list_grow(hosts->list, hosts->count, &hosts->capacity, sizeof(struct name *));
    name = calloc(1, sizeof *name);
    if (!name)
      base_die_memory();
    memcpy(name->host, host.ptr, host.len);
    /* Sockets connect to each spelling of an address: all of them are checked as that address. */
    name->count = uriel_address_parse(name->addresses, host.ptr, host.len) ||
                  uriel_host_address(name->addresses, host);
    if (!name->count && !hosts_ask(hosts, name, end, failure)) {
      failure->cause = GET_CAUSE_NAME;
      free(name);
      return 0;
    }
    hosts->list[hosts->count++] = name;
  }
  *addresses = name->addresses;
  return name->count;
}
