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

#include "names.h"

enum { NAMES_EACH = 16 /* addresses of a name */, NAMES_TRY_MS = 2000, NAMES_TRIES = 3 };

/* A name and its addresses. */
struct name {
  char host[NAMES_LONGEST + 1];
  uriel_address addresses[NAMES_EACH];
  size_t count;
};

struct names {
  ares_channel channel;
  struct name **list;
  size_t count, capacity;
};

/* The answer to the question that is being asked. */
struct answer {
  struct name *name;
  int status;
  bool ended;
};

struct names *names_new(const char *server)
{
  struct names *const names = calloc(1, sizeof *names);
  struct ares_options options = {.timeout = NAMES_TRY_MS, .tries = NAMES_TRIES};
  char only_servers[] = "b";
  int mask = ARES_OPT_TIMEOUTMS | ARES_OPT_TRIES;
  options.lookups = only_servers;
  if (server)
    mask |= ARES_OPT_LOOKUPS;
  if (!names)
    return NULL;
  if (ares_library_init(ARES_LIB_INIT_ALL) != ARES_SUCCESS) {
    free(names);
    return NULL;
  }
  if (ares_init_options(&names->channel, &options, mask) != ARES_SUCCESS)
    names->channel = NULL;
  if (!names->channel ||
      (server && ares_set_servers_ports_csv(names->channel, server) != ARES_SUCCESS)) {
    names_free(names);
    return NULL;
  }
  return names;
}

void names_free(struct names *names)
{
  if (!names)
    return;
  if (names->channel)
    ares_destroy(names->channel);
  ares_library_cleanup();
  for (size_t i = 0; i < names->count; i++)
    free(names->list[i]);
  free(names->list);
  free(names);
}

static void names_add(struct name *name, int family, const void *bytes, size_t len)
{
  uriel_address address = {.family = family == AF_INET ? 4 : 6};
  if (name->count == NAMES_EACH)
    return;
  memcpy(address.bytes, bytes, len);
  name->addresses[name->count++] = address;
}

static void names_answer(void *context, int status, int timeouts, struct ares_addrinfo *list)
{
  struct answer *const answer = context;
  (void)timeouts;
  answer->status = status;
  answer->ended = true;
  for (const struct ares_addrinfo_node *node = list ? list->nodes : NULL; node; node = node->ai_next) {
    const void *const address = node->ai_addr;
    if (node->ai_family == AF_INET)
      names_add(answer->name, AF_INET, &((const struct sockaddr_in *)address)->sin_addr, 4);
    else if (node->ai_family == AF_INET6)
      names_add(answer->name, AF_INET6, &((const struct sockaddr_in6 *)address)->sin6_addr, 16);
  }
  if (list)
    ares_freeaddrinfo(list);
}

/* Waits for the servers once, at most to `end`. */
static void names_wait(ares_channel channel, double end)
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

static bool names_ask(struct names *names, struct name *name, double end, struct get_failure *failure)
{
  const struct ares_addrinfo_hints hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
  struct answer answer = {.name = name};
  ares_getaddrinfo(names->channel, name->host, NULL, &hints, names_answer, &answer);
  while (!answer.ended) {
    names_wait(names->channel, end);
    if (!answer.ended && get_clock() >= end) {
      ares_cancel(names->channel);
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

size_t names_find(struct names *names, uriel_text host, double end, const uriel_address **addresses,
                  struct get_failure *failure)
{
  if (host.len == 0 || host.len > NAMES_LONGEST || memchr(host.ptr, 0, host.len)) {
    get_fail(failure, GET_FAILED, "the host is empty, has a NUL, or is longer than %d bytes",
             NAMES_LONGEST);
    return 0;
  }
  struct name *name = NULL;
  for (size_t i = 0; i < names->count && !name; i++)
    if (strlen(names->list[i]->host) == host.len &&
        strncasecmp(names->list[i]->host, host.ptr, host.len) == 0)
      name = names->list[i];
  if (!name) {
    names->list = list_grow(names->list, names->count, &names->capacity, sizeof(struct name *));
    name = calloc(1, sizeof *name);
    if (!name)
      base_die_memory();
    memcpy(name->host, host.ptr, host.len);
    /* Sockets connect to each spelling of an address: all of them are checked as that address. */
    name->count = uriel_address_parse(name->addresses, host.ptr, host.len) ||
                  uriel_host_address(name->addresses, host);
    if (!name->count && !names_ask(names, name, end, failure)) {
      free(name);
      return 0;
    }
    names->list[names->count++] = name;
  }
  *addresses = name->addresses;
  return name->count;
}
