/* SPDX-License-Identifier: MIT */
/* slow_server LATENCY_MS: a server of HTTP on loopback whose answers come after that time, for as many
 * connections as there are. Prints its port; then, when its standard input ends, the number of requests
 * and the most connections that it had at once. */
#include <netinet/in.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { SERVER_MOST = 4096, SERVER_REQUEST = 4096 };

struct peer {
  char request[SERVER_REQUEST];
  size_t len;
  double due; /* when the answer is sent; 0: no request is complete */
  bool is_head;
};

static struct pollfd polled[SERVER_MOST];
static struct peer *peers[SERVER_MOST];
static nfds_t count;

static double server_clock(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
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
  if (fd < 0)
    return;
  if (count == SERVER_MOST) {
    close(fd);
    return;
  }
  polled[count] = (struct pollfd){.fd = fd, .events = POLLIN};
  peers[count++] = calloc(1, sizeof(struct peer));
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

int main(int argc, char **argv)
{
  const double latency = argc > 1 ? atof(argv[1]) : 0;
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof address;
  const int listener = socket(AF_INET, SOCK_STREAM, 0);
  unsigned long requests = 0, most = 0;
  if (listener < 0 || bind(listener, (struct sockaddr *)&address, size) != 0 ||
      listen(listener, SERVER_MOST) != 0 ||
      getsockname(listener, (struct sockaddr *)&address, &size) != 0)
    return 3;
  printf("%u\n", ntohs(address.sin_port));
  fflush(stdout);
  polled[count++] = (struct pollfd){.fd = listener, .events = POLLIN};
  polled[count++] = (struct pollfd){.fd = STDIN_FILENO, .events = POLLIN};
  while (!(polled[1].revents & (POLLIN | POLLHUP))) {
    double next = 1e18;
    for (nfds_t i = 2; i < count; i++)
      if (peers[i]->due > 0 && peers[i]->due < next)
        next = peers[i]->due;
    const double left = next - server_clock();
    poll(polled, count, next > 1e17 ? 1000 : left > 0 ? (int)left + 1 : 0);
    const double now = server_clock();
    for (nfds_t i = count; i-- > 2;) {
      const bool is_due = peers[i]->due > 0 && peers[i]->due <= now;
      requests += is_due;
      if ((is_due && !server_answer(i)) ||
          ((polled[i].revents & (POLLIN | POLLHUP | POLLERR)) && !server_read(i, latency)))
        server_drop(i);
    }
    if (polled[0].revents & POLLIN)
      server_accept(listener);
    most = count - 2 > most ? count - 2 : most;
  }
  printf("%lu %lu\n", requests, most);
  return 0;
}
