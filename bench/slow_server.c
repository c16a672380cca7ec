/* SPDX-License-Identifier: MIT */
/* uriel-slow-server MILLISECONDS: a server of HTTP on loopback that finds the page /p/N for every N, and
 * answers after that time, on as many connections as there are. Prints its port; then, for each line of
 * standard input, the number of requests since the line before, the number of distinct pages among them,
 * and the most connections at once. Ends with standard input. */
#define _GNU_SOURCE
#include <netinet/in.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { SERVER_MOST = 4096, SERVER_REQUEST = 4096, SERVER_PAGES = 1 << 20 };

struct peer {
  char request[SERVER_REQUEST];
  size_t len;
  double due; /* when the answer is sent; 0: no request is complete */
  bool is_head;
};

static struct pollfd polled[SERVER_MOST];
static struct peer *peers[SERVER_MOST];
static nfds_t count;
static bool asked[SERVER_PAGES];
static unsigned long requests, pages;
static nfds_t most;

static double server_clock(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void server_drop(nfds_t i)
{
  close(polled[i].fd);
  free(peers[i]);
  polled[i] = polled[--count];
  peers[i] = peers[count];
}

static void server_accept(int listener)
{
  const int fd = accept(listener, NULL, NULL);
  struct peer *const peer = fd < 0 || count == SERVER_MOST ? NULL : calloc(1, sizeof *peer);
  if (!peer) {
    if (fd >= 0)
      close(fd);
    return;
  }
  polled[count] = (struct pollfd){.fd = fd, .events = POLLIN};
  peers[count++] = peer;
  most = count - 2 > most ? count - 2 : most;
}

static void server_count(const char *request)
{
  const char *const path = strstr(request, " /p/");
  const unsigned long page = path ? strtoul(path + 4, NULL, 10) % SERVER_PAGES : 0;
  requests++;
  pages += !asked[page];
  asked[page] = true;
}

/* Returns false if the connection ended. */
static bool server_read(nfds_t i, double latency)
{
  struct peer *const peer = peers[i];
  const ssize_t got = recv(polled[i].fd, peer->request + peer->len, SERVER_REQUEST - 1 - peer->len, 0);
  if (got <= 0)
    return false;
  peer->len += (size_t)got;
  peer->request[peer->len] = '\0';
  if (strstr(peer->request, "\r\n\r\n")) {
    peer->due = server_clock() + latency;
    peer->is_head = strncmp(peer->request, "HEAD ", 5) == 0;
    peer->len = 0;
    server_count(peer->request);
  }
  return true;
}

static bool server_answer(nfds_t i)
{
  static const char head[] = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 16\r\n\r\n";
  static const char body[] = "<p id=a>text</p>";
  char text[sizeof head + sizeof body];
  const int len = snprintf(text, sizeof text, "%s%s", head, peers[i]->is_head ? "" : body);
  peers[i]->due = 0;
  return send(polled[i].fd, text, (size_t)len, MSG_NOSIGNAL) == len;
}

/* Sends the answers that are due, and reads requests. */
static void server_serve(double latency)
{
  double next = 0;
  for (nfds_t i = 2; i < count; i++)
    if (peers[i]->due > 0 && (next <= 0 || peers[i]->due < next))
      next = peers[i]->due;
  const double left = next - server_clock();
  const struct timespec pause = {.tv_sec = left > 0 ? (time_t)left : 0,
                                 .tv_nsec = left > 0 ? (long)((left - (double)(time_t)left) * 1e9) : 0};
  ppoll(polled, count, next > 0 ? &pause : NULL, NULL);
  const double now = server_clock();
  for (nfds_t i = count; i-- > 2;) {
    const bool is_due = peers[i]->due > 0 && peers[i]->due <= now;
    const bool is_readable = (polled[i].revents & (POLLIN | POLLHUP | POLLERR)) != 0;
    if ((is_due && !server_answer(i)) || (is_readable && !server_read(i, latency)))
      server_drop(i);
  }
  if (polled[0].revents & POLLIN)
    server_accept(polled[0].fd);
}

/* Prints the numbers for the lines of standard input. Returns false at its end. */
static bool server_report(void)
{
  char text[64];
  const ssize_t got = read(STDIN_FILENO, text, sizeof text);
  for (ssize_t i = 0; i < got; i++) {
    if (text[i] != '\n')
      continue;
    printf("%lu %lu %lu\n", requests, pages, (unsigned long)most);
    fflush(stdout);
    requests = pages = 0;
    most = 0;
    memset(asked, 0, sizeof asked);
  }
  return got > 0;
}

int main(int argc, char **argv)
{
  const double latency = argc > 1 ? strtod(argv[1], NULL) / 1e3 : 0;
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof address;
  const int listener = socket(AF_INET, SOCK_STREAM, 0);
  bool is_on = true;
  if (listener < 0 || bind(listener, (struct sockaddr *)&address, size) != 0 ||
      listen(listener, SERVER_MOST) != 0 ||
      getsockname(listener, (struct sockaddr *)&address, &size) != 0)
    return 3;
  printf("%u\n", ntohs(address.sin_port));
  fflush(stdout);
  polled[count++] = (struct pollfd){.fd = listener, .events = POLLIN};
  polled[count++] = (struct pollfd){.fd = STDIN_FILENO, .events = POLLIN};
  while (is_on) {
    server_serve(latency);
    if (polled[1].revents & (POLLIN | POLLHUP))
      is_on = server_report();
  }
  return 0;
}
