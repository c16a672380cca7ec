/* SPDX-License-Identifier: MIT */
/* HTTP by libcurl, on sockets that wire.c connects: libcurl looks up no name, follows no redirect, and
 * sends the request line and the fields of the plan. */
#include <curl/curl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

#include "base/unicode.h"
#include "fresh.h"
#include "http.h"
#include "reader/fields.h"

struct http_session {
  CURL *curl;
  CURLSH *share; /* sessions of TLS, for http_secure */
};

struct http {
  const struct http_options *options;
  struct http_response *response;
  bool (*sink)(void *context, const char *data, size_t len, struct get_failure *failure);
  void *context;
  struct run_exchange *exchange;
  struct get_failure *failure;
  CURL *curl;
  struct curl_slist *fields, *to; /* of the request; where to connect to */
  struct buffer target, url, text;
  const struct run_request *request;
  size_t head, ignored; /* bytes */
  bool is_head;         /* the request is HEAD: the header is the object */
  bool has_head;        /* the header of the response is complete */
  bool is_whole;        /* the rest of the body is not wanted */
  char reason[CURL_ERROR_SIZE];
};

/* ---- The request --------------------------------------------------------------------------------- */

static bool http_add(struct http *http, struct curl_slist **list, uriel_text line)
{
  struct buffer *const text = &http->text;
  buffer_put(text, line.ptr, line.len);
  buffer_append(text, "", 1);
  struct curl_slist *const longer = curl_slist_append(*list, text->ptr);
  if (longer)
    *list = longer;
  return longer != NULL;
}

/* Reads "GET TARGET HTTP/1.1" and the fields. Returns false if the text is another request. */
static bool http_read_request(struct http *http, uriel_text text)
{
  static const char get[] = "GET ", head[] = "HEAD ", version[] = " HTTP/1.1";
  http->is_head = text.len > 5 && memcmp(text.ptr, head, 5) == 0;
  const char *const method = http->is_head ? head : get;
  const size_t before = strlen(method), after = sizeof version - 1;
  uriel_text line;
  bool good = uriel_list_next(&text, &line, '\n') && line.len > before + after + 1 &&
              memcmp(line.ptr, method, before) == 0 &&
              memcmp(line.ptr + line.len - 1 - after, version, after) == 0;
  if (good) {
    buffer_put(&http->target, line.ptr + before, line.len - 1 - before - after);
    buffer_append(&http->target, "", 1);
  }
  while (good && uriel_list_next(&text, &line, '\n') && line.len > 1)
    good = http_add(http, &http->fields, (uriel_text){line.ptr, line.len - 1});
  text = http->options->conditions;
  while (good && uriel_list_next(&text, &line, '\n') && line.len > 1)
    good = http_add(http, &http->fields, (uriel_text){line.ptr, line.len - 1});
  /* libcurl would add these. */
  static const char *const own[] = {"User-Agent", "Accept"};
  for (size_t i = 0; i < sizeof own / sizeof *own && good; i++) {
    const size_t len = strlen(own[i]);
    bool given = false;
    for (const struct curl_slist *field = http->fields; field && !given; field = field->next)
      given = strncasecmp(field->data, own[i], len) == 0 && field->data[len] == ':';
    char none[16];
    snprintf(none, sizeof none, "%s:", own[i]);
    good = given || http_add(http, &http->fields, uriel_text_of(none));
  }
  return good;
}

/* Writes the URL with the host of the certificate, and an address, which libcurl does not use: see
 * http_open_socket. */
static bool http_address(struct http *http)
{
  const uriel_text host = http->request->host;
  const bool is_ipv6 = memchr(host.ptr, ':', host.len) != NULL;
  char to[32], port[16];
  struct buffer *const url = &http->url;
  const int port_len = snprintf(port, sizeof port, "%s:%u/", is_ipv6 ? "]" : "", http->request->port);
  const int to_len = snprintf(to, sizeof to, "::127.0.0.1:%u", http->request->port);
  buffer_put(url, http->request->tls ? "https://" : "http://", http->request->tls ? 8 : 7);
  buffer_append(url, "[", is_ipv6);
  buffer_append(url, host.ptr, host.len);
  buffer_append(url, port, (size_t)port_len + 1);
  return http_add(http, &http->to, (uriel_text){to, (size_t)to_len});
}

/* Receives a response of the proxy, without its body: bytes after it are the server's (RFC 9110, 9.3.6).
 * Returns whether it is complete. */
static bool http_take_tunnel(struct http *http, struct wire *wire)
{
  struct run_tunnel *const tunnel = &http->exchange->tunnel;
  struct buffer *const head = &http->response->header;
  char data[1];
  head->len = 0;
  while (head->len < 4 || (memcmp(head->ptr + head->len - 4, "\r\n\r\n", 4) != 0 &&
                           memcmp(head->ptr + head->len - 2, "\n\n", 2) != 0)) {
    const ssize_t got = wire->read(wire, data, sizeof data, http->failure);
    if (got < 0)
      return false;
    if (got == 0 || ++tunnel->received > HTTP_HEAD)
      return get_fail(http->failure, GET_FAILED,
                      got ? "the header of the proxy's response has more than %d bytes"
                          : "the proxy closes the connection instead of opening a tunnel",
                      HTTP_HEAD);
    buffer_append(head, data, sizeof data);
    if (head->len <= 5 && memcmp(head->ptr, "HTTP/", head->len) != 0)
      return get_fail(http->failure, GET_FAILED, "the proxy does not speak HTTP");
  }
  const size_t line = (size_t)((const char *)memchr(head->ptr, '\n', head->len) - head->ptr);
  snprintf(tunnel->line, sizeof tunnel->line, "%.*s",
           (int)(line - (line > 0 && head->ptr[line - 1] == '\r')), head->ptr);
  return true;
}

/* Opens a tunnel to the server. Returns false with the failure set, which is the caller's if there is a
 * response. */
static bool http_open_tunnel(struct http *http, struct wire *wire)
{
  struct run_tunnel *const tunnel = &http->exchange->tunnel;
  const uriel_text text = http->request->tunnel->text;
  tunnel->connected = get_clock();
  wire->until = tunnel->connected + http->options->network->connect_seconds;
  bool good = wire->write(wire, text.ptr, text.len, http->failure);
  tunnel->sent = wire->sent;
  do
    good = good && http_take_tunnel(http, wire);
  while (good && strncmp(tunnel->line, "HTTP/1.1 1", 10) == 0);
  http->response->header.len = 0;
  if (!good && http->failure->cause == GET_CAUSE_TIME) {
    get_fail(http->failure, GET_FAILED, "the proxy does not open a tunnel in time");
    http->failure->cause = GET_CAUSE_TIME;
  }
  tunnel->answered = good ? get_clock() : 0;
  return good && strncmp(strchr(tunnel->line, ' ') ? strchr(tunnel->line, ' ') : "", " 2", 2) == 0;
}

/* libcurl has no open connection to the host that it can use again. */
static curl_socket_t http_open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *unused)
{
  struct http *const http = context;
  uriel_address address;
  (void)purpose, (void)unused;
  int fd = -1;
  if (http->request->tunnel) {
    struct network *const network = (struct network *)(void *)http->options->network;
    struct wire *const wire = network->connect(network, &http->request->goal, http->failure);
    if (wire && http_open_tunnel(http, wire))
      fd = wire_release(wire);
    else if (wire)
      wire->close(wire);
  } else {
    fd = wire_socket(http->options->network, &http->request->goal, &address, http->failure);
  }
  http->exchange->connected = fd < 0 ? 0 : get_clock();
  return fd < 0 ? CURL_SOCKET_BAD : fd;
}

static int http_is_connected(void *context, curl_socket_t fd, curlsocktype purpose)
{
  (void)context, (void)fd, (void)purpose;
  return CURL_SOCKOPT_ALREADY_CONNECTED;
}

/* ---- The response -------------------------------------------------------------------------------- */

uriel_text http_fields(const struct http_response *response)
{
  const uriel_text header = buffer_text(&response->header);
  const char *const feed = header.len > 0 ? memchr(header.ptr, '\n', header.len) : NULL;
  const size_t skip = feed ? (size_t)(feed + 1 - header.ptr) : 0;
  return skip ? (uriel_text){header.ptr + skip, header.len - skip} : (uriel_text){"", 0};
}

bool http_asks_basic(const struct http_response *response)
{
  struct field field;
  uriel_text item;
  for (size_t at = 0; fields_next(http_fields(response), &at, &field);) {
    /* A list of schemes and of their parameters, "NAME=VALUE" (RFC 9110, 11.6.1). */
    while (text_is_word(field.name, "WWW-Authenticate") && fields_item(&field.value, ',', &item))
      if (item.len == 5 || (item.len > 5 && item.ptr[5] == ' ' && item.ptr[item.len > 6 ? 6 : 5] != '='))
        if (strncasecmp(item.ptr, "Basic", 5) == 0)
          return true;
  }
  return false;
}

/* Returns the seconds of a field (RFC 9110, 10.2.3): a number, or a date. */
static double http_seconds(uriel_text value)
{
  uint64_t seconds = 0;
  int64_t date;
  if (number_read(value, UINT32_MAX, &seconds))
    return (double)seconds;
  return fresh_time(value, &date) ? (double)(date - time(NULL)) : 0;
}

bool http_read_header(struct http_response *response)
{
  const uriel_text fields = http_fields(response);
  uint64_t number;
  uriel_text length = {NULL, 0};
  struct field field;
  response->location.len = response->media_type.len = 0;
  response->retry_after = 0;
  for (size_t at = 0; fields_next(fields, &at, &field);) {
    if (text_is_word(field.name, "Location"))
      buffer_put(&response->location, field.value.ptr, field.value.len);
    else if (text_is_word(field.name, "Content-Type"))
      buffer_put(&response->media_type, field.value.ptr, field.value.len);
    else if (text_is_word(field.name, "Retry-After"))
      response->retry_after = http_seconds(field.value);
    else if (!text_is_word(field.name, "Content-Length"))
      continue;
    else if (!number_read(field.value, UINT64_MAX, &number) || /* which libcurl would read to the end */
             (length.ptr &&
              (length.len != field.value.len || memcmp(length.ptr, field.value.ptr, length.len) != 0)))
      return false;
    else
      length = field.value;
  }
  return true;
}

static long http_code(const struct http *http)
{
  long code = 0;
  curl_easy_getinfo(http->curl, CURLINFO_RESPONSE_CODE, &code);
  return code;
}

/* Sets the code and the address, and reads the header. */
static bool http_end_head(struct http *http)
{
  struct http_response *const response = http->response;
  const char *address = NULL;
  snprintf(response->code, sizeof response->code, "%03u", (unsigned)http_code(http) % 1000);
  if (curl_easy_getinfo(http->curl, CURLINFO_PRIMARY_IP, &address) != CURLE_OK || !address ||
      !uriel_address_parse(&response->address, address, strlen(address)))
    response->address.family = 0;
  return http_read_header(response) ||
         get_fail(http->failure, GET_FAILED,
                  "the response has two lengths, or one that is not a number");
}

static size_t http_take_head(char *data, size_t size, size_t count, void *context)
{
  struct http *const http = context;
  struct http_response *const response = http->response;
  const size_t len = size * count;
  const bool begins = len > 5 && memcmp(data, "HTTP/", 5) == 0;
  http->head += len;
  http->exchange->received += len;
  if (http->head > HTTP_HEAD) {
    get_fail(http->failure, GET_FAILED, "the header of the response has more than %d bytes", HTTP_HEAD);
    return 0;
  }
  if (http->has_head && !begins)
    return len; /* a trailer (RFC 9110, 6.5) */
  http->has_head = len <= 2;
  if (begins)
    response->header.len = 0;
  buffer_append(&response->header, data, len);
  return !http->has_head || http_end_head(http) ? len : 0;
}

static size_t http_take_body(char *data, size_t size, size_t count, void *context)
{
  struct http *const http = context;
  const size_t len = size * count;
  http->exchange->received += len;
  if (http_code(http) / 100 == 2)
    return http->sink(http->context, data, len, http->failure) ? len : 0;
  http->ignored += len;
  http->is_whole = http->ignored > HTTP_IGNORED;
  return http->is_whole ? 0 : len;
}

/* ---- The exchange -------------------------------------------------------------------------------- */

/* Sets the failure for libcurl's error, unless a callback has. */
static void http_blame(struct get_failure *failure, CURLcode code, const char *reason)
{
  reason = *reason ? reason : curl_easy_strerror(code);
  if (failure->status != GET_DONE)
    return;
  if (code == CURLE_OPERATION_TIMEDOUT) {
    get_fail(failure, GET_FAILED, "the server takes longer than --timeout allows");
    failure->cause = GET_CAUSE_TIME;
  } else if (code == CURLE_PARTIAL_FILE || code == CURLE_GOT_NOTHING || code == CURLE_RECV_ERROR) {
    get_fail(failure, GET_FAILED, "the connection ended before the response did: %s", reason);
    failure->cause = GET_CAUSE_CONNECTION;
  } else if (code == CURLE_PEER_FAILED_VERIFICATION || code == CURLE_SSL_CACERT_BADFILE) {
    get_fail(failure, GET_FAILED, "the server does not prove who it is: %s", reason);
    failure->cause = GET_CAUSE_CERTIFICATE;
  } else {
    get_fail(failure, GET_FAILED, "the exchange failed: %s", reason);
    if (code == CURLE_COULDNT_CONNECT || code == CURLE_SSL_CONNECT_ERROR || code == CURLE_SEND_ERROR)
      failure->cause = GET_CAUSE_CONNECTION;
  }
}

/* Whether the request ends the connection, also for a server that does not. */
static bool http_closes(const struct http *http)
{
  static const char close[] = "Connection: close";
  bool closes = false;
  for (const struct curl_slist *field = http->fields; field && !closes; field = field->next)
    closes = strcasecmp(field->data, close) == 0;
  return closes;
}

static bool http_set(struct http *http)
{
  CURL *const curl = http->curl;
  const struct http_options *const options = http->options;
  const double left = (options->network->end - get_clock()) * 1000;
  struct buffer *const login = &http->text;
  CURLcode code = CURLE_OK;
  if (options->login.user.ptr) {
    login->len = 0;
    buffer_append(login, options->login.user.ptr, options->login.user.len);
    buffer_append(login, "", 1);
    code |= curl_easy_setopt(curl, CURLOPT_USERNAME, login->ptr);
    buffer_put(login, options->login.password.ptr, options->login.password.len);
    buffer_append(login, "", 1);
    code |= curl_easy_setopt(curl, CURLOPT_PASSWORD, login->ptr);
    code |= curl_easy_setopt(curl, CURLOPT_HTTPAUTH, CURLAUTH_BASIC);
  }
  if (options->ca_file)
    code |= curl_easy_setopt(curl, CURLOPT_CAINFO, options->ca_file);
  code |= curl_easy_setopt(curl, CURLOPT_URL, http->url.ptr);
  code |= curl_easy_setopt(curl, CURLOPT_REQUEST_TARGET, http->target.ptr);
  code |= curl_easy_setopt(curl, CURLOPT_PATH_AS_IS, 1L);
  code |= curl_easy_setopt(curl, CURLOPT_NOBODY, http->is_head ? 1L : 0L);
  code |= curl_easy_setopt(curl, CURLOPT_HTTPHEADER, http->fields);
  code |= curl_easy_setopt(curl, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
  code |= curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
  code |= curl_easy_setopt(curl, CURLOPT_PROXY, "");
  code |= curl_easy_setopt(curl, CURLOPT_CONNECT_TO, http->to);
  code |= curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, http_open_socket);
  code |= curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, http);
  code |= curl_easy_setopt(curl, CURLOPT_SOCKOPTFUNCTION, http_is_connected);
  code |= curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, http_take_head);
  code |= curl_easy_setopt(curl, CURLOPT_HEADERDATA, http);
  code |= curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, http_take_body);
  code |= curl_easy_setopt(curl, CURLOPT_WRITEDATA, http);
  code |= curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, http->reason);
  code |= curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
  code |= curl_easy_setopt(curl, CURLOPT_MAXCONNECTS, (long)options->connections);
  code |= curl_easy_setopt(curl, CURLOPT_FORBID_REUSE, http_closes(http) ? 1L : 0L);
  code |= curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, left < 1 ? 1L : (long)left);
  return code == CURLE_OK;
}

/* Sets how far the exchange went. A connection of TLS is made only after its handshake. */
static void http_measure(const struct http *http, double begin)
{
  struct run_exchange *const exchange = http->exchange;
  curl_off_t handshake = 0;
  long sent = 0;
  curl_easy_getinfo(http->curl, CURLINFO_APPCONNECT_TIME_T, &handshake);
  curl_easy_getinfo(http->curl, CURLINFO_REQUEST_SIZE, &sent);
  exchange->sent = (uint64_t)(sent > 0 ? sent : 0);
  if (http->request->tls && exchange->connected > 0)
    exchange->connected = handshake > 0 ? begin + (double)handshake / 1e6 : 0;
}

static bool http_perform(struct http *http)
{
  if (!http_read_request(http, http->request->send->text))
    return get_fail(http->failure, GET_FAILED, "this request is not supported");
  if (!http_address(http) || !http_set(http))
    return get_fail(http->failure, GET_FAILED, "libcurl does not support an option of this exchange");
  const double begin = get_clock();
  const CURLcode code = curl_easy_perform(http->curl);
  http_measure(http, begin);
  const long number = http_code(http);
  if (code != CURLE_OK && !(http->is_whole && code == CURLE_WRITE_ERROR)) {
    http_blame(http->failure, code, http->reason);
    return false;
  }
  if (number < 100 || number > 999 || !http->has_head)
    return get_fail(http->failure, GET_FAILED, "the connection ended before the response did");
  if (http->is_head && number / 100 == 2 &&
      !http->sink(http->context, http->response->header.ptr, http->response->header.len, http->failure))
    return false;
  return true;
}

bool http_exchange(const struct http_options *options, const struct run_request *request,
                   struct http_response *response,
                   bool (*sink)(void *context, const char *data, size_t len,
                                struct get_failure *failure),
                   void *context, struct run_exchange *exchange, struct get_failure *failure)
{
  struct http http = {.options = options,
                      .response = response,
                      .sink = sink,
                      .context = context,
                      .exchange = exchange,
                      .failure = failure,
                      .request = request,
                      .curl = options->session->curl};
  failure->status = GET_DONE;
  response->header.len = response->location.len = response->media_type.len = 0;
  response->code[0] = '\0';
  response->retry_after = 0;
  curl_easy_reset(http.curl); /* which keeps connections */
  const bool good = http_perform(&http);
  curl_slist_free_all(http.fields);
  curl_slist_free_all(http.to);
  buffer_free(&http.target);
  buffer_free(&http.url);
  buffer_free(&http.text);
  return good;
}

/* ---- TLS for other protocols --------------------------------------------------------------------- */

/* A connection whose TLS is libcurl's. */
struct http_wire {
  struct wire base;
  const struct wire_network *network;
  CURL *curl;
  struct curl_slist *to;
  int fd;
  bool is_open; /* libcurl closes it */
  char reason[CURL_ERROR_SIZE];
};

static curl_socket_t http_wire_open(void *context, curlsocktype purpose, struct curl_sockaddr *unused)
{
  struct http_wire *const wire = context;
  (void)purpose, (void)unused;
  wire->is_open = true;
  return wire->fd;
}

/* Waits for the socket, and returns whether to try again; else sets the failure. */
static bool http_wire_again(struct http_wire *wire, CURLcode code, short events, double end,
                            struct get_failure *failure)
{
  if (code != CURLE_AGAIN)
    get_fail(failure, GET_FAILED, "the connection broke: %s",
             *wire->reason ? wire->reason : curl_easy_strerror(code));
  else if (!wire_wait(wire->fd, events, end))
    wire_late(failure);
  else
    return true;
  return false;
}

static ssize_t http_wire_read(struct wire *base, char *data, size_t capacity,
                              struct get_failure *failure)
{
  struct http_wire *const wire = (struct http_wire *)(void *)base;
  const double all = wire->network->end;
  const double end = base->until > 0 && base->until < all ? base->until : all;
  CURLcode code;
  size_t got = 0;
  do
    code = curl_easy_recv(wire->curl, data, capacity, &got);
  while (code != CURLE_OK && http_wire_again(wire, code, POLLIN, end, failure));
  base->received += got;
  return code == CURLE_OK ? (ssize_t)got : -1;
}

static bool http_wire_write(struct wire *base, const char *data, size_t len, struct get_failure *failure)
{
  struct http_wire *const wire = (struct http_wire *)(void *)base;
  while (len > 0) {
    size_t sent = 0;
    const CURLcode code = curl_easy_send(wire->curl, data, len, &sent);
    if (code != CURLE_OK && !http_wire_again(wire, code, POLLOUT, wire->network->end, failure))
      return false;
    data += sent;
    len -= sent;
    base->sent += sent;
  }
  return true;
}

static void http_wire_close(struct wire *base)
{
  struct http_wire *const wire = (struct http_wire *)(void *)base;
  curl_easy_cleanup(wire->curl); /* closes the socket */
  curl_slist_free_all(wire->to);
  free(wire);
}

/* Sets what the handshake needs. For libcurl, all connections to a host have one port: a server may
 * want the session of its control connection on data connections, too. */
static bool http_wire_set(struct http_wire *wire, const struct http_options *options, uriel_text host)
{
  CURL *const curl = wire->curl;
  const struct wire_network *const network = wire->network;
  const bool is_ipv6 = memchr(host.ptr, ':', host.len) != NULL;
  const double left = network->end - get_clock();
  const double most = left < network->connect_seconds ? left : network->connect_seconds;
  struct buffer url = {0};
  CURLcode code = CURLE_OK;
  buffer_put(&url, "https://[", is_ipv6 ? 9 : 8);
  buffer_append(&url, host.ptr, host.len);
  buffer_append(&url, is_ipv6 ? "]/" : "/", is_ipv6 ? 3 : 2);
  if (options->ca_file)
    code |= curl_easy_setopt(curl, CURLOPT_CAINFO, options->ca_file);
  code |= curl_easy_setopt(curl, CURLOPT_URL, url.ptr);
  code |= curl_easy_setopt(curl, CURLOPT_CONNECT_ONLY, 1L);
  code |= curl_easy_setopt(curl, CURLOPT_SSL_ENABLE_ALPN, 0L);
  code |= curl_easy_setopt(curl, CURLOPT_PROXY, "");
  code |= curl_easy_setopt(curl, CURLOPT_CONNECT_TO, wire->to);
  code |= curl_easy_setopt(curl, CURLOPT_SHARE, options->session->share);
  code |= curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, http_wire_open);
  code |= curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, wire);
  code |= curl_easy_setopt(curl, CURLOPT_SOCKOPTFUNCTION, http_is_connected);
  code |= curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, wire->reason);
  code |= curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
  code |= curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, most > 0 ? (long)(most * 1000) + 1 : 1L);
  buffer_free(&url);
  return code == CURLE_OK;
}

struct wire *http_secure(struct network *base, struct wire *plain, uriel_text host,
                         struct get_failure *failure)
{
  const struct wire_network *const network = (struct wire_network *)(void *)base;
  struct http_wire *const wire = calloc(1, sizeof *wire);
  if (!wire)
    base_die_memory();
  wire->base = (struct wire){.read = http_wire_read,
                             .write = http_wire_write,
                             .close = http_wire_close,
                             .address = plain->address};
  wire->network = network;
  wire->fd = wire_release(plain);
  wire->curl = curl_easy_init();
  wire->to = curl_slist_append(NULL, "::127.0.0.1:443");
  const bool ready = wire->curl && wire->to && http_wire_set(wire, network->tls, host);
  const CURLcode code = ready ? curl_easy_perform(wire->curl) : CURLE_FAILED_INIT;
  if (code == CURLE_OK)
    return &wire->base;
  failure->status = GET_DONE;
  http_blame(failure, code, wire->reason);
  if (code == CURLE_OPERATION_TIMEDOUT && get_clock() < network->end)
    snprintf(failure->message, sizeof failure->message,
             "the server takes longer to begin TLS than --connect-timeout allows");
  if (!wire->is_open)
    close(wire->fd);
  http_wire_close(&wire->base);
  return NULL;
}

/* ---- Sessions ------------------------------------------------------------------------------------ */

struct http_session *http_session_new(void)
{
  struct http_session *const session = calloc(1, sizeof *session);
  if (!session)
    base_die_memory();
  /* Initialises the library once; it needs no end, as the process has one. */
  session->curl = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK ? curl_easy_init() : NULL;
  session->share = session->curl ? curl_share_init() : NULL;
  if (session->share &&
      curl_share_setopt(session->share, CURLSHOPT_SHARE, CURL_LOCK_DATA_SSL_SESSION) == CURLSHE_OK)
    return session;
  http_session_free(session);
  return NULL;
}

void http_session_free(struct http_session *session)
{
  if (!session)
    return;
  curl_easy_cleanup(session->curl);
  curl_share_cleanup(session->share);
  free(session);
}

void http_response_free(struct http_response *response)
{
  buffer_free(&response->header);
  buffer_free(&response->location);
  buffer_free(&response->media_type);
}
