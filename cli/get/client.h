/* SPDX-License-Identifier: MIT */
/* The options of a client: of every command that asks servers. */
#ifndef URIEL_CLI_CLIENT_H
#define URIEL_CLI_CLIENT_H

#include "cli/shared/policy.h"
#include "cli/uriel/request.h"
#include "get/get.h"

enum { CLIENT_MOST_SECONDS = 1000000, CLIENT_MOST_REDIRECTS = 1000, CLIENT_SECONDS = 300 };

/* Initialise with CLIENT_DEFAULTS. */
struct client {
  const char *ca_file, *dns, *cache;
  struct policy policy;
  size_t max_size, seconds, connect_seconds, max_redirects;
};

/* clang-format off */
#define CLIENT_DEFAULTS(timeout)                                                                        \
  {.seconds = (timeout), .connect_seconds = 10, .max_redirects = 10, .max_size = (size_t)1 << 30}

/* The rows of a table of options for a struct that has the member `client`; `timeout` is the default in
 * the help, `heading` a title there or NULL, `option` the name of the option without which they mean
 * nothing, or NULL. */
#define CLIENT_OPTIONS(type, timeout, heading, option)                                                  \
  {0, "timeout", "SECONDS", "for each URI with its redirects; default: " timeout, OPTION_NUMBER,        \
   OPTION_TO(type, client.seconds), .low = 1, .high = CLIENT_MOST_SECONDS, .title = (heading), .with = (option)}, \
  {0, "connect-timeout", "SECONDS",                                                                     \
   "for each connection, with the look-up of its name;\ndefault: 10", OPTION_NUMBER,                    \
   OPTION_TO(type, client.connect_seconds), .low = 1, .high = CLIENT_MOST_SECONDS, .with = (option)},   \
  {0, "max-redirects", "N", "follow at most N redirects; default: 10", OPTION_NUMBER,                   \
   OPTION_TO(type, client.max_redirects), .low = 0, .high = CLIENT_MOST_REDIRECTS, .with = (option)},   \
  {0, "policy", "FILE",                                                                                 \
   "rules of uriel guard for URIs that you did not name,\n"                                             \
   "after its default policy; \"-\" is standard input",                                                 \
   OPTION_CALL, OPTION_TO(type, client.policy), .call = policy_add, .many = true, .with = (option)},    \
  {0, "ca-file", "FILE", "trust the certificate authorities of FILE instead of\nthe system's",          \
   OPTION_STRING, OPTION_TO(type, client.ca_file), .with = (option)},                                   \
  {0, "dns", "ADDRESS:PORT", "look up names only at this server", OPTION_STRING,                        \
   OPTION_TO(type, client.dns), .with = (option)},                                                      \
  {0, "cache", "FILE", "keep answers of http in FILE, and use them while they\nare fresh or confirmed", \
   OPTION_STRING, OPTION_TO(type, client.cache), .with = (option)}
/* clang-format on */

/* Adds the settings of the environment: NNTPSERVER, /etc/news/server, http_proxy, https_proxy, no_proxy,
 * and gateways.tsv. */
void client_read_settings(struct request *request, const char *command);

/* Returns the options of the client. The caller adds the functions. */
struct get_options client_options(const struct client *client, const struct request *request);

/* Returns a client; ends the program if `dns` is not an address and a port. */
struct get *client_start(const struct get_options *options, const char *command);

#endif
