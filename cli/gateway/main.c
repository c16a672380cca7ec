/* SPDX-License-Identifier: MIT */
/* uriel gateway: options, the log, and the end. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/unicode.h"
#include "gateway.h"
#include "reader/excerpt.h"

/* Of a struct buffer: a name of the gateway. */
static void gateway_name(void *to, struct option_reader *reader)
{
  static const char scheme[] = "http://";
  struct buffer text = {0};
  uriel_ref ref;
  buffer_put(&text, scheme, sizeof scheme - 1);
  buffer_append(&text, reader->value, strlen(reader->value));
  if (!uriel_parse(&ref, text.ptr, text.len, NULL) || uriel_host(&ref).len == 0 ||
      uriel_path(&ref).len > 0 || uriel_userinfo(&ref).ptr || uriel_query(&ref).ptr ||
      uriel_fragment(&ref).ptr)
    die_usage(reader->command, "option \"--name\" takes a host, or a host and \":\" and a port");
  buffer_append(to, &reader->value, sizeof reader->value);
  buffer_free(&text);
}

static const struct option_spec gateway_options[] = {
    {0, "listen", "ADDRESS:PORT",
     "listen here, not at 127.0.0.1:8080; port 0: any free\none, which is printed", OPTION_STRING,
     OPTION_TO(struct gateway, listen)},
    {0, "schemes", "LIST",
     "offer these schemes, separated by commas; default:\nftp,gopher,nntp,news,wais,prospero,whois",
     OPTION_STRING, OPTION_TO(struct gateway, schemes)},
    {0, "name", "HOST[:PORT]", "clients may also call the gateway HOST; may be given\nseveral times",
     OPTION_CALL, OPTION_TO(struct gateway, names), .call = gateway_name, .many = true},
    {0, "max-requests", "N", "serve at most N requests at once; default: 100", OPTION_NUMBER,
     OPTION_TO(struct gateway, max_requests), .low = 1, .high = 10000},
    {0, "max-size", "BYTES", "refuse larger objects; default: 1G", OPTION_SIZE,
     OPTION_TO(struct gateway, client.max_size), .low = 0, .high = SIZE_MAX / 2},
    CLIENT_OPTIONS(struct gateway, "300", NULL, NULL),
    REQUEST_SERVERS(struct gateway),
    REQUEST_AGENT_OPTION(struct gateway),
    {0}};

/* ---- The log ---------------------------------------------------------------------------------------
 */

/* Returns the URI without its password, and without what was searched for or answered to a form. */
static uriel_text gateway_shown(const struct exchange *exchange, struct buffer *scratch)
{
  struct excerpt_marks marks = {0};
  uriel_text uri = buffer_text(&exchange->uri);
  if (uri.len == 0)
    return uriel_text_of("/");
  uri = excerpt_hide_password(uri, URIEL_REFERENCE, &marks, scratch);
  const char *const query = memchr(uri.ptr, '?', uri.len);
  const char *const tab = memmem(uri.ptr, uri.len, "%09", 3);
  const char *const end = query && (!tab || query < tab) ? query : tab;
  return (uriel_text){uri.ptr, end ? (size_t)(end - uri.ptr) : uri.len};
}

void gateway_log(struct exchange *exchange)
{
  struct gateway *const gateway = exchange->gateway;
  struct buffer scratch = {0};
  if (gateway->general.silent)
    return;
  const uriel_text uri = gateway_shown(exchange, &scratch);
  pthread_mutex_lock(&gateway->lock); /* one line at a time */
  message("%s %s %.*s %u %llu %.3f%s%s", exchange->client, exchange->method, (int)uri.len, uri.ptr,
          exchange->status, (unsigned long long)exchange->sent, get_clock() - exchange->start,
          *exchange->reason ? " " : "", exchange->reason);
  pthread_mutex_unlock(&gateway->lock);
  buffer_free(&scratch);
}

/* ---- Options ---------------------------------------------------------------------------------------
 */

/* Reads "ADDRESS:PORT" or "[ADDRESS]:PORT". */
static void gateway_read_listen(struct gateway *gateway)
{
  const char *const listen = gateway->listen, *const colon = strrchr(listen, ':');
  uriel_text host = {listen, colon ? (size_t)(colon - listen) : 0};
  uint64_t port = 0;
  if (host.len > 2 && *host.ptr == '[' && host.ptr[host.len - 1] == ']')
    host = (uriel_text){host.ptr + 1, host.len - 2};
  else if (host.len > 0 && memchr(host.ptr, ':', host.len))
    host.len = 0;
  if (!colon || !number_read(uriel_text_of(colon + 1), UINT16_MAX, &port) ||
      !uriel_address_parse(&gateway->address, host.ptr, host.len))
    die_usage("gateway", "option \"--listen\" takes ADDRESS:PORT, as in 127.0.0.1:8080 or [::1]:8080");
  gateway->port = (uint16_t)port;
}

/* Reads the list of schemes. Some are of this machine, some are not retrieved, or are sessions. */
static void gateway_read_schemes(struct gateway *gateway)
{
  static const char *const never[] = {"file",   "cid",    "mid",    "data", "mailto",
                                      "telnet", "rlogin", "tn3270", NULL};
  uriel_text rest = uriel_text_of(gateway->schemes), scheme;
  while (uriel_list_next(&rest, &scheme, ',')) {
    scheme = text_trim(scheme, ASCII_SPACES);
    for (size_t i = 0; never[i]; i++)
      if (text_is_word(scheme, never[i]))
        die_usage("gateway", "a gateway does not offer the scheme \"%s\"", never[i]);
    if (!uriel_scheme_find(&gateway->request.registry, scheme.ptr, scheme.len))
      die_usage("gateway", "\"%.*s\" is not a known scheme: see uriel schemes", (int)scheme.len,
                scheme.ptr);
    buffer_append(&gateway->offered, &scheme, sizeof scheme);
  }
}

/* Makes the rules of the guard: the offered schemes and no others, then the user's. Programs that know
 * few schemes do not agree about these. */
static void gateway_make_rules(struct gateway *gateway)
{
  static const char *const usual[] = {"http", "https"};
  struct buffer *const rules = &gateway->rules;
  uriel_policy_rule rule = {.kind = URIEL_POLICY_SCHEME};
  for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
    rule.value = uriel_text_of(usual[i]);
    buffer_append(rules, &rule, sizeof rule);
  }
  rule.allow = true;
  for (size_t i = 0; i < ARRAY_COUNT(uriel_text, gateway->offered); i++) {
    rule.value = ARRAY_OF(uriel_text, gateway->offered)[i];
    buffer_append(rules, &rule, sizeof rule);
  }
  rule = (uriel_policy_rule){.kind = URIEL_POLICY_AGREEMENT};
  buffer_append(rules, &rule, sizeof rule);
  buffer_append(rules, gateway->client.policy.rules, gateway->client.policy.count * sizeof rule);
  gateway->options = client_options(&gateway->client, &gateway->request);
  gateway->options.rules = ARRAY_OF(uriel_policy_rule, *rules);
  gateway->options.rule_count = ARRAY_COUNT(uriel_policy_rule, *rules);
}

/* ---- Run -------------------------------------------------------------------------------------------
 */

/* Prints where the gateway is. */
static void gateway_announce(struct gateway *gateway)
{
  char text[URIEL_IPV6_MAX];
  const bool is_ipv6 = gateway->address.family == 6;
  const size_t len = uriel_address_print(&gateway->address, text, sizeof text);
  const bool is_loopback =
      is_ipv6 ? len == 3 && memcmp(text, "::1", 3) == 0 : *text == '1' && memcmp(text, "127.", 4) == 0;
  pthread_mutex_lock(&gateway->lock); /* of the output, too */
  output_format(&standard_out, "http://%s%.*s%s:%u/\n", is_ipv6 ? "[" : "", (int)len, text,
                is_ipv6 ? "]" : "", gateway->port);
  output_flush(&standard_out);
  if (!is_loopback && !gateway->general.silent)
    message("note: other machines can use this gateway: it is not on a loopback address");
  pthread_mutex_unlock(&gateway->lock);
}

/* Waits for the threads that retrieve. Returns whether all have ended: one can be waiting for a server.
 */
static bool gateway_finish(struct gateway *gateway)
{
  struct timespec end;
  bool in_time = true;
  clock_gettime(CLOCK_REALTIME, &end);
  end.tv_sec += GATEWAY_END_SECONDS;
  pthread_mutex_lock(&gateway->lock);
  while (gateway->count > 0 && in_time)
    in_time = pthread_cond_timedwait(&gateway->ended, &gateway->lock, &end) == 0;
  pthread_mutex_unlock(&gateway->lock);
  return in_time;
}

int cmd_gateway(int argc, char **argv)
{
  static struct gateway whole = {.listen = "127.0.0.1:8080",
                                 .schemes = "ftp,gopher,nntp,news,wais,prospero,whois",
                                 .max_requests = 100,
                                 .client = CLIENT_DEFAULTS(300)};
  struct gateway *const gateway = &whole;
  const struct timespec second = {.tv_sec = 1};
  struct option_reader reader = {
      .command = "gateway", .tables = {{gateway_options, gateway}}, .argc = argc, .argv = argv};
  static const struct general_text texts[] = {{"silent", "no line for each request, and no notes"},
                                              {NULL, NULL}};
  sigset_t signals;
  reader.tables[1] = general_table(&gateway->general, GENERAL_SILENT, texts);
  option_read(&reader);
  colour_decide(gateway->general.colour);
  if (reader.operand_count > 0)
    die_usage("gateway", "gateway takes no operands");
  request_ready(&gateway->request, &gateway->general, "gateway");
  client_read_settings(&gateway->request, "gateway");
  gateway_read_listen(gateway);
  gateway_read_schemes(gateway);
  gateway_make_rules(gateway);
  get_free(client_start(&gateway->options, "gateway")); /* checks the options */
  pthread_mutex_init(&gateway->lock, NULL);
  pthread_cond_init(&gateway->ended, NULL);
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGHUP);
  pthread_sigmask(SIG_BLOCK, &signals, NULL);
  (void)signal(SIGPIPE, SIG_IGN);
  struct server *const server = server_start(gateway);
  if (!server)
    die(STATUS_IO, "cannot listen at %s: %s", gateway->listen, strerror(errno));
  gateway_announce(gateway);
  while (sigtimedwait(&signals, NULL, &second) < 0)
    server_watch(server);
  server_stop(server);
  if (!gateway_finish(gateway)) {
    output_flush(&standard_error);
    _exit(STATUS_OK);
  }
  buffer_free(&gateway->offered);
  buffer_free(&gateway->rules);
  return STATUS_OK;
}
