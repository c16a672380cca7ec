/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/get/client.h"
#include "cli/shared/cli.h"

/* Adds the gateways of a file: lines of a scheme, a tab and a template. */
static void client_read_gateways(struct request *request, const char *path, const char *command)
{
  struct buffer text = {0}; /* stays, as the next one: gateways are in it */
  if (!buffer_load(&text, path)) {
    if (errno != ENOENT && errno != ENOTDIR)
      die(STATUS_IO, "cannot read %s: %s", path, strerror(errno));
    return;
  }
  size_t number = 0;
  for (char *line = text.ptr, *end; line < text.ptr + text.len; line = end + 1) {
    struct option_reader reader = {.command = command};
    end = strchr(line, '\n');
    end = end ? end : line + strlen(line);
    *end = '\0';
    number++;
    char *const tab = strchr(line, '\t');
    if (*line == '#' || *line == '\0')
      continue;
    if (!tab)
      die_usage(command, "%s:%zu: a line is a scheme, a tab and a template", path, number);
    *tab = '=';
    reader.value = line;
    snprintf(reader.name, sizeof reader.name, "gateways.tsv:%zu", number);
    request_gateway(request, &reader);
  }
}

/* The news server of the system: the first word of a file that news readers share. */
static void client_read_news_server(uriel_text *server, const char *command)
{
  static struct buffer text; /* stays */
  struct option_reader reader = {.command = command, .name = "/etc/news/server"};
  if (server->ptr || !buffer_load(&text, reader.name))
    return;
  text.ptr[text.len] = '\0';
  char *const word = text.ptr + strspn(text.ptr, " \t\r\n");
  word[strcspn(word, " \t\r\n")] = '\0';
  reader.value = word;
  if (*word)
    request_server(server, &reader);
}

/* Sets the server that a variable of the environment names, unless it is known. */
static void client_read_server(uriel_text *server, const char *name, const char *command)
{
  struct option_reader reader = {.command = command, .value = getenv(name)};
  snprintf(reader.name, sizeof reader.name, "%s", name);
  if (!server->ptr && reader.value && *reader.value)
    request_server(server, &reader);
}

void client_read_settings(struct request *request, const char *command)
{
  uriel_plan_options *const plan = &request->plan;
  const char *const settings = getenv("XDG_CONFIG_HOME"), *const home = getenv("HOME");
  const char *direct = getenv("no_proxy");
  char path[PATH_MAX];
  client_read_server(&plan->news_server, "NNTPSERVER", command);
  client_read_news_server(&plan->news_server, command);
  if (!plan->proxy.ptr) {
    client_read_server(&plan->proxy, "http_proxy", command); /* HTTP_PROXY: the field Proxy, in CGI */
    client_read_server(&plan->https_proxy, "https_proxy", command);
    client_read_server(&plan->https_proxy, "HTTPS_PROXY", command);
  }
  direct = direct ? direct : getenv("NO_PROXY");
  if (!plan->no_proxy.ptr && direct && *direct)
    plan->no_proxy = uriel_text_of(direct);
  if (settings && *settings)
    snprintf(path, sizeof path, "%s/uriel/gateways.tsv", settings);
  else
    snprintf(path, sizeof path, "%s/.config/uriel/gateways.tsv", home ? home : "");
  client_read_gateways(request, path, command);
}

struct get_options client_options(const struct client *client, const struct request *request)
{
  if (client->ca_file && access(client->ca_file, R_OK) != 0)
    die(STATUS_IO, "cannot read %s: %s", client->ca_file, strerror(errno));
  return (struct get_options){.dns = client->dns,
                              .ca_file = client->ca_file,
                              .cache = client->cache,
                              .rules = client->policy.rules,
                              .rule_count = client->policy.count,
                              .seconds = client->seconds ? (double)client->seconds : CLIENT_SECONDS,
                              .connect_seconds = (double)client->connect_seconds,
                              .max_size = client->max_size,
                              .max_redirects = client->max_redirects,
                              .plan = request->plan};
}

struct get *client_start(const struct get_options *options, const char *command)
{
  struct get_failure failure;
  struct get *const get = get_new(options, &failure);
  if (!get)
    die_usage(command, "%s", failure.message);
  return get;
}
