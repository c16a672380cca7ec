/* SPDX-License-Identifier: MIT */
/* HTTP by libmicrohttpd, with a thread for each connection. Only this file uses it. */
#include <errno.h>
#include <microhttpd.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>

#include "base/unicode.h"
#include "gateway.h"

enum { SERVER_MORE = 28 /* connections that may wait besides those with requests */ };

/* A connection of a client, with the time of the clock at which it is closed. */
struct connection {
  int fd;
  double until;
  struct connection *next, *before;
};

struct server {
  struct gateway *gateway;
  struct MHD_Daemon *daemon;
  pthread_mutex_t lock;           /* of the following */
  struct connection *connections; /* all of them */
};

/* ---- Connections ---------------------------------------------------------------------------------- */

/* Seconds for a client to send a request. */
static double server_patience(const struct server *server)
{
  const double seconds = server->gateway->options.seconds;
  return seconds < GATEWAY_HEAD_SECONDS ? seconds : GATEWAY_HEAD_SECONDS;
}

/* A client that sends or takes a byte now and then is not idle: each phase has an end. */
static void server_until(struct server *server, struct connection *connection, double seconds)
{
  pthread_mutex_lock(&server->lock);
  if (connection)
    connection->until = get_clock() + seconds;
  pthread_mutex_unlock(&server->lock);
}

static struct connection *server_connection(struct MHD_Connection *handle)
{
  const union MHD_ConnectionInfo *const info =
      MHD_get_connection_info(handle, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

static int server_fd(struct MHD_Connection *handle)
{
  const union MHD_ConnectionInfo *const info =
      MHD_get_connection_info(handle, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

static void server_notify(void *context, struct MHD_Connection *handle, void **socket_context,
                          enum MHD_ConnectionNotificationCode code)
{
  struct server *const server = context;
  struct connection *connection = *socket_context;
  if (code == MHD_CONNECTION_NOTIFY_STARTED) {
    connection = calloc(1, sizeof *connection);
    *socket_context = connection;
    if (!connection)
      return;
    connection->fd = server_fd(handle);
    server_until(server, connection, server_patience(server));
    pthread_mutex_lock(&server->lock);
    connection->next = server->connections;
    if (connection->next)
      connection->next->before = connection;
    server->connections = connection;
    pthread_mutex_unlock(&server->lock);
  } else if (connection) {
    pthread_mutex_lock(&server->lock);
    if (connection->next)
      connection->next->before = connection->before;
    *(connection->before ? &connection->before->next : &server->connections) = connection->next;
    pthread_mutex_unlock(&server->lock);
    free(connection);
  }
}

void server_watch(struct server *server)
{
  const double now = get_clock();
  pthread_mutex_lock(&server->lock);
  for (struct connection *connection = server->connections; connection; connection = connection->next)
    if (now > connection->until && connection->fd >= 0)
      shutdown(connection->fd, SHUT_RDWR);
  pthread_mutex_unlock(&server->lock);
}

/* Sets the address at which the client reached the gateway. */
static void server_address(struct MHD_Connection *handle, uriel_address *address, uint16_t *port)
{
  struct sockaddr_storage storage = {.ss_family = AF_UNSPEC};
  struct sockaddr *const own = (struct sockaddr *)&storage;
  socklen_t len = sizeof storage;
  char host[NI_MAXHOST], service[NI_MAXSERV];
  uint64_t number = 0;
  *address = (uriel_address){.family = 0};
  if (getsockname(server_fd(handle), own, &len) == 0 &&
      getnameinfo(own, len, host, sizeof host, service, sizeof service,
                  NI_NUMERICHOST | NI_NUMERICSERV) == 0) {
    host[strcspn(host, "%")] = '\0'; /* a zone */
    uriel_address_parse(address, host, strlen(host));
    number_read(uriel_text_of(service), UINT16_MAX, &number);
  }
  *port = (uint16_t)number;
}

/* ---- Requests --------------------------------------------------------------------------------------
 */

/* The values of a header field. */
struct field {
  const char *name, *value; /* the first value */
  unsigned count;
};

static enum MHD_Result server_field(void *context, enum MHD_ValueKind kind, const char *name,
                                    const char *value)
{
  struct field *const field = context;
  (void)kind;
  if (strcasecmp(name, field->name) != 0)
    return MHD_YES;
  if (field->count++ == 0)
    field->value = value ? value : "";
  return MHD_YES;
}

static struct field server_header(struct MHD_Connection *handle, const char *name)
{
  struct field field = {.name = name};
  MHD_get_connection_values(handle, MHD_HEADER_KIND, server_field, &field);
  return field;
}

/* Whether the page that makes the request is the gateway's, or of the asked URI. */
static bool server_is_same_site(const struct exchange *exchange, const char *origin,
                                const uriel_address *address, uint16_t port)
{
  const uriel_text text = uriel_text_of(origin);
  const size_t scheme = text_scheme(text);
  if (text.len < scheme + 2 || scheme == 0 || memcmp(origin + scheme, "//", 2) != 0)
    return false;
  const uriel_text authority = {origin + scheme + 2, text.len - scheme - 2};
  const bool is_http = text_is_word((uriel_text){origin, scheme}, "http:") ||
                       text_is_word((uriel_text){origin, scheme}, "https:");
  return (is_http && target_is_own(exchange->gateway, authority, address, port)) ||
         (exchange->is_proxied && exchange->uri.len > scheme &&
          strncasecmp(exchange->uri.ptr, origin, scheme) == 0 && target_is_asked(exchange, authority));
}

/* Sets `own`: the gateway as the client calls it. */
static void server_name(struct exchange *exchange, const char *host, bool is_own,
                        const uriel_address *address, uint16_t port)
{
  char text[URIEL_IPV6_MAX], digits[NUMBER_DIGITS];
  struct buffer *const own = &exchange->own;
  buffer_put(own, "http://", 7);
  if (is_own) {
    buffer_append(own, host, strlen(host));
    return;
  }
  const size_t len = uriel_address_print(address, text, sizeof text);
  const uriel_text number = number_text(digits, port);
  buffer_append(own, "[", address->family == 6);
  buffer_append(own, text, len);
  buffer_append(own, "]", address->family == 6);
  buffer_append(own, ":", 1);
  buffer_append(own, number.ptr, number.len);
}

/* Answers, or begins to. */
static void server_ask(struct exchange *exchange, struct MHD_Connection *handle)
{
  const struct field host = server_header(handle, "Host"), origin = server_header(handle, "Origin");
  const struct field accept = server_header(handle, "Accept");
  const char *const query = memchr(exchange->target.ptr, '?', exchange->target.len);
  uriel_address address;
  uint16_t port;
  struct buffer page = {0};
  server_address(handle, &address, &port);
  const bool is_own =
      host.count > 0 && target_is_own(exchange->gateway, uriel_text_of(host.value), &address, port);
  exchange->wants_html = accept.count > 0 && strstr(accept.value, "text/html");
  server_name(exchange, host.count ? host.value : "", is_own, &address, port);
  const enum target target = target_read(exchange);
  if (host.count > 1 || (host.count == 0 && !exchange->is_old)) { /* RFC 9112, 3.2 */
    page_error(exchange, 400, "A request has one field Host.");
  } else if (host.count > 0 && !is_own &&
             !(exchange->is_proxied && target_is_asked(exchange, uriel_text_of(host.value)))) {
    exchange->uri.len = 0;
    page_error(exchange, 403,
               "The field Host names another server: use the address of the gateway, or --name.");
  } else if (origin.count > 0 && !server_is_same_site(exchange, origin.value, &address, port)) {
    page_error(exchange, 403, "The request comes from a page of another site.");
  } else if (target == TARGET_FRONT && query && query[1]) {
    form_submitted(exchange, (uriel_text){query + 1, exchange->target.len -
                                                         (size_t)(query + 1 - exchange->target.ptr)});
  } else if (target == TARGET_FRONT) {
    form_front(exchange);
  } else if (target == TARGET_MOVED) {
    page_redirect(exchange, buffer_text(&exchange->uri));
  } else if (target == TARGET_ROBOTS) {
    static const char robots[] = "User-agent: *\nDisallow: /\n";
    buffer_put(&page, robots, sizeof robots - 1);
    exchange_page(exchange, 200, &page);
    buffer_put(&exchange->media_type, "text/plain", 10);
  } else if (target == TARGET_URI) {
    fetch_start(exchange);
  } else {
    page_error(exchange, target == TARGET_BAD ? 400 : 404,
               "The path of a URI at this gateway is /SCHEME/HOST/PATH.");
  }
  buffer_free(&page);
}

/* ---- Responses -------------------------------------------------------------------------------------
 */

static ssize_t server_take(void *context, uint64_t position, char *data, size_t capacity)
{
  const struct exchange *const exchange = context;
  const struct sockaddr nowhere = {.sa_family = AF_UNSPEC};
  (void)position;
  const ssize_t len = exchange_take(context, data, capacity);
  if (len < 0 && exchange->is_old) /* which would take any end but a reset for the end of the object */
    (void)connect(exchange->fd, &nowhere, sizeof nowhere);
  return len > 0 ? len : len == 0 ? MHD_CONTENT_READER_END_OF_STREAM : MHD_CONTENT_READER_END_WITH_ERROR;
}

static void server_taken(void *context)
{
  exchange_abandon(context);
  exchange_release(context);
}

static void server_set(struct MHD_Response *response, const char *name, struct buffer *value)
{
  if (value->len == 0)
    return;
  buffer_append(value, "", 1);
  MHD_add_response_header(response, name, value->ptr);
  value->len--;
}

static struct MHD_Response *server_response(struct exchange *exchange)
{
  static const char page[] =
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; form-action 'self'; "
      "base-uri 'none'; frame-ancestors 'none'";
  static const char foreign[] =
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; form-action "
      "'none'; frame-ancestors 'none'";
  enum { BLOCK = 1 << 14 };
  exchange_hold(exchange);
  struct MHD_Response *const response =
      MHD_create_response_from_callback(exchange->has_length ? exchange->length : MHD_SIZE_UNKNOWN,
                                        BLOCK, server_take, exchange, server_taken);
  if (!response) {
    exchange_release(exchange);
    return NULL;
  }
  /* libmicrohttpd would send the last chunk although no content follows the header. */
  if (!exchange->has_length && strcmp(exchange->method, "HEAD") == 0)
    MHD_set_response_options(response, MHD_RF_HTTP_1_0_COMPATIBLE_STRICT, MHD_RO_END);
  const bool is_sandboxed = exchange->is_foreign && !type_is_inert(buffer_text(&exchange->media_type));
  server_set(response, "Content-Type", &exchange->media_type);
  server_set(response, "Location", &exchange->location);
  MHD_add_response_header(response, "Content-Security-Policy", is_sandboxed ? foreign : page);
  MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
  MHD_add_response_header(response, "Referrer-Policy", "no-referrer");
  if (exchange->varies)
    MHD_add_response_header(response, "Vary", "Accept");
  if (exchange->status == 405)
    MHD_add_response_header(response, "Allow", "GET, HEAD");
  if (exchange->status == 503)
    MHD_add_response_header(response, "Retry-After", "5");
  return response;
}

static enum MHD_Result server_answer(void *context, struct MHD_Connection *handle, const char *url,
                                     const char *method, const char *version, const char *data,
                                     size_t *len, void **request)
{
  struct server *const server = context;
  struct exchange *const exchange = *request;
  struct connection *const connection = server_connection(handle);
  const union MHD_ConnectionInfo *const client =
      MHD_get_connection_info(handle, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  const double patience = server->gateway->options.seconds + server_patience(server);
  const bool reads = strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0;
  (void)url, (void)data;
  if (!exchange || !connection)
    return MHD_NO;
  /* An answer to the first call, which has only the header, would end the connection. */
  if (reads && (!exchange->has_head || *len > 0)) {
    exchange->has_head = true;
    *len = 0; /* ignores the body */
    return MHD_YES;
  }
  exchange->fd = server_fd(handle);
  exchange->is_old = strcmp(version, "HTTP/1.0") == 0;
  snprintf(exchange->method, sizeof exchange->method, "%s", method);
  if (client)
    getnameinfo(client->client_addr,
                client->client_addr->sa_family == AF_INET ? sizeof(struct sockaddr_in)
                                                          : sizeof(struct sockaddr_in6),
                exchange->client, sizeof exchange->client, NULL, 0, NI_NUMERICHOST);
  server_until(server, connection, patience);
  if (!reads)
    page_error(exchange, 405, "The gateway only reads.");
  else
    server_ask(exchange, handle);
  if (!exchange_wait(exchange))
    return MHD_NO;
  struct MHD_Response *const response = server_response(exchange);
  const enum MHD_Result result =
      response ? MHD_queue_response(handle, exchange->status, response) : MHD_NO;
  if (response)
    MHD_destroy_response(response);
  return result;
}

static void *server_target(void *context, const char *target, struct MHD_Connection *handle)
{
  const struct server *const server = context;
  (void)handle;
  return exchange_new(server->gateway, target);
}

static void server_completed(void *context, struct MHD_Connection *handle, void **request,
                             enum MHD_RequestTerminationCode code)
{
  struct server *const server = context;
  struct exchange *const exchange = *request;
  *request = NULL;
  (void)code;
  if (!exchange)
    return;
  exchange_abandon(exchange);
  if (exchange->status)
    gateway_log(exchange);
  exchange_release(exchange);
  server_until(server, server_connection(handle), server_patience(server));
}

/* ---- The server ------------------------------------------------------------------------------------
 */

struct server *server_start(struct gateway *gateway)
{
  struct server *const server = calloc(1, sizeof *server);
  struct sockaddr_in in = {.sin_family = AF_INET, .sin_port = htons(gateway->port)};
  struct sockaddr_in6 in6 = {.sin6_family = AF_INET6, .sin6_port = htons(gateway->port)};
  const bool is_ipv6 = gateway->address.family == 6;
  memcpy(&in.sin_addr, gateway->address.bytes, 4);
  memcpy(&in6.sin6_addr, gateway->address.bytes, sizeof in6.sin6_addr);
  if (!server)
    return NULL;
  server->gateway = gateway;
  pthread_mutex_init(&server->lock, NULL);
  server->daemon =
      MHD_start_daemon(MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_POLL |
                           MHD_USE_ITC | (is_ipv6 ? MHD_USE_IPv6 : 0),
                       gateway->port, NULL, NULL, server_answer, server, MHD_OPTION_SOCK_ADDR,
                       is_ipv6 ? (const void *)&in6 : (const void *)&in, MHD_OPTION_URI_LOG_CALLBACK,
                       server_target, server, MHD_OPTION_NOTIFY_COMPLETED, server_completed, server,
                       MHD_OPTION_NOTIFY_CONNECTION, server_notify, server, MHD_OPTION_CONNECTION_LIMIT,
                       (unsigned)(gateway->max_requests + SERVER_MORE), MHD_OPTION_END);
  if (!server->daemon) {
    free(server);
    return NULL;
  }
  const union MHD_DaemonInfo *const info =
      MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_BIND_PORT);
  gateway->port = info ? info->port : gateway->port;
  return server;
}

void server_stop(struct server *server)
{
  struct gateway *const gateway = server->gateway;
  pthread_mutex_lock(&gateway->lock);
  gateway->is_stopping = true;
  for (struct exchange *exchange = gateway->running; exchange; exchange = exchange->next)
    exchange_abandon(exchange);
  pthread_mutex_unlock(&gateway->lock);
  MHD_stop_daemon(server->daemon);
  pthread_mutex_destroy(&server->lock);
  free(server);
}
