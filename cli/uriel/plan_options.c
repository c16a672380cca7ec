/* SPDX-License-Identifier: MIT */
/* uriel plan: its options, each looked at as the library will. */
#include "plan_options.h"

#include <string.h>
#include <strings.h>

#include "cli/shared/cli.h"
#include "filter.h"
#include "uriel_scheme.h"

enum plan_option_id {
  PLAN_OPTION_GATEWAY = FILTER_OPTION,
  PLAN_OPTION_PROXY,
  PLAN_OPTION_MAIL_ADDRESS,
  PLAN_OPTION_NEWS_SERVER,
  PLAN_OPTION_LOCAL_USER,
  PLAN_OPTION_TERMINAL,
  PLAN_OPTION_WEBSOCKET_KEY,
  PLAN_OPTION_USER_AGENT,
  PLAN_OPTION_SHOW_PASSWORD
};

const struct option_spec plan_option_table[] = {
    {PLAN_OPTION_GATEWAY, 0, "gateway", "SCHEME=TEMPLATE",
     "go to TEMPLATE for the URIs of SCHEME: a URI with\n{uri} {scheme} {host} {port} {path} {query}\n"
     "{nid} {nss} filled in, encoded; {+uri} as\nwritten; may be given several times"},
    {PLAN_OPTION_PROXY, 0, "proxy", "HOST[:PORT]",
     "go through this HTTP proxy (port 8080); also as\nhttp://HOST[:PORT]/"},
    {PLAN_OPTION_MAIL_ADDRESS, 0, "mail-address", "ADDRESS",
     "the password of anonymous ftp (anonymous@)"},
    {PLAN_OPTION_NEWS_SERVER, 0, "news-server", "HOST[:PORT]", "for news without a host (news)"},
    {PLAN_OPTION_LOCAL_USER, 0, "local-user", "NAME", "who asks, for rlogin (user)"},
    {PLAN_OPTION_TERMINAL, 0, "terminal", "TYPE/SPEED", "which one, for rlogin (xterm/38400)"},
    {PLAN_OPTION_WEBSOCKET_KEY, 0, "websocket-key", "KEY",
     "16 random bytes in base64, for ws and wss (the\nsample of RFC 6455)"},
    {PLAN_OPTION_USER_AGENT, 0, "user-agent", "TEXT", "send this User-Agent (none)"},
    {PLAN_OPTION_SHOW_PASSWORD, 0, "show-password", NULL,
     "show passwords, which are **** else, but for\nJSON and {input}, which are data as it is"},
    {0}};

/* A value that goes into a line of a protocol. */
static uriel_text plan_line_option(const struct option_reader *reader)
{
  const uriel_text text = uriel_text_of(reader->value);
  if (text.len == 0)
    die_usage(reader->command, "option \"%s\" needs a value that is not empty", reader->name);
  for (size_t i = 0; i < text.len; i++)
    if ((unsigned char)text.ptr[i] < 0x20 || text.ptr[i] == 0x7F)
      die_usage(reader->command, "the value of option \"%s\" holds a control character", reader->name);
  return text;
}

/* Whether the library takes the options, which it looks at before the URI. */
static bool plan_options_fit(const uriel_plan_options *options)
{
  static const char sample[] = "http://h/";
  uriel_ref ref;
  uriel_error error;
  uriel_plan plan = {.steps = NULL};
  uriel_parse(&ref, sample, sizeof sample - 1, NULL);
  return uriel_plan_make(&plan, &ref, options, &error) || error.code == URIEL_ERROR_BUFFER_TOO_SMALL;
}

static uriel_text plan_key_option(const struct option_reader *reader)
{
  const uriel_text text = plan_line_option(reader);
  if (!plan_options_fit(&(uriel_plan_options){.websocket_key = text}))
    die_usage(reader->command,
              "option \"%s\" takes 16 bytes in base64, which are 24 characters (RFC 6455, 4.1)",
              reader->name);
  return text;
}

static void plan_check_server(const struct option_reader *reader, const uriel_plan_options *options)
{
  if (!plan_options_fit(options))
    die_usage(reader->command, "option \"%s\" takes a host, or a host and \":\" and a port",
              reader->name);
}

/* As the variable http_proxy has it, too: "http://HOST:PORT/". */
static uriel_text plan_proxy_option(const struct option_reader *reader)
{
  static const char before[] = "http://";
  const size_t len = sizeof before - 1;
  uriel_text text = plan_line_option(reader);
  if (text.len > len && strncasecmp(text.ptr, before, len) == 0) {
    text = (uriel_text){text.ptr + len, text.len - len};
    text.len -= text.ptr[text.len - 1] == '/';
  }
  plan_check_server(reader, &(uriel_plan_options){.proxy = text});
  return text;
}

static uriel_text plan_news_option(const struct option_reader *reader)
{
  const uriel_text text = plan_line_option(reader);
  plan_check_server(reader, &(uriel_plan_options){.news_server = text});
  return text;
}

/* Whether the template can be filled in for some URI: which parts one has depends on its scheme. */
static bool plan_template_fits(uriel_text uri_template, uriel_error *error)
{
  static const char *const samples[] = {"x://h:1/p?q", "urn:example:a"};
  for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
    uriel_ref ref;
    uriel_error of_sample;
    if (!uriel_parse(&ref, samples[i], strlen(samples[i]), NULL) ||
        uriel_template_expand(uri_template, &ref, NULL, 0, &of_sample) != URIEL_FAILED)
      return true;
    if (error->code != URIEL_ERROR_TEMPLATE)
      *error = of_sample;
  }
  return false;
}

/* RFC 3986, 3.1: what is a scheme begins a URI. */
static bool plan_scheme_fits(uriel_text scheme)
{
  struct buffer uri = {0};
  uriel_ref ref;
  buffer_append(&uri, scheme.ptr, scheme.len);
  buffer_append(&uri, ":", 1);
  const bool fits = uriel_parse(&ref, uri.ptr, uri.len, NULL) && uriel_scheme(&ref).len == scheme.len;
  buffer_free(&uri);
  return fits;
}

static void plan_gateway_option(struct plan_options *self, const struct option_reader *reader)
{
  const char *const equals = strchr(reader->value, '=');
  uriel_error error = {.code = URIEL_ERROR_NONE};
  if (!equals || equals == reader->value)
    die_usage(reader->command, "option \"%s\" takes SCHEME=TEMPLATE", reader->name);
  const uriel_gateway gateway = {.scheme = {reader->value, (size_t)(equals - reader->value)},
                                 .uri_template = uriel_text_of(equals + 1)};
  if (!plan_scheme_fits(gateway.scheme))
    die_usage(reader->command, "\"%.*s\" is no scheme", (int)gateway.scheme.len, gateway.scheme.ptr);
  if (!plan_template_fits(gateway.uri_template, &error))
    die_usage(reader->command, "\"%s\": %s", equals + 1, uriel_error_message(error.code));
  buffer_append(&self->gateways, (const char *)&gateway, sizeof gateway);
}

void plan_option(struct plan_options *self, const struct option_reader *reader, int id)
{
  uriel_plan_options *const options = &self->plan;
  switch ((enum plan_option_id)id) {
  case PLAN_OPTION_GATEWAY:
    plan_gateway_option(self, reader);
    break;
  case PLAN_OPTION_PROXY:
    options->proxy = plan_proxy_option(reader);
    break;
  case PLAN_OPTION_MAIL_ADDRESS:
    options->mail_address = plan_line_option(reader);
    break;
  case PLAN_OPTION_NEWS_SERVER:
    options->news_server = plan_news_option(reader);
    break;
  case PLAN_OPTION_LOCAL_USER:
    options->local_user = plan_line_option(reader);
    break;
  case PLAN_OPTION_TERMINAL:
    options->terminal = plan_line_option(reader);
    break;
  case PLAN_OPTION_WEBSOCKET_KEY:
    options->websocket_key = plan_key_option(reader);
    break;
  case PLAN_OPTION_USER_AGENT:
    options->user_agent = plan_line_option(reader);
    break;
  case PLAN_OPTION_SHOW_PASSWORD:
    self->show_password = true;
    break;
  }
}

void plan_options_ready(struct plan_options *self)
{
  self->registry.gateways = (const uriel_gateway *)(const void *)self->gateways.ptr;
  self->registry.gateway_count = self->gateways.len / sizeof(uriel_gateway);
  self->plan.registry = &self->registry;
}

void plan_options_free(struct plan_options *self)
{
  buffer_free(&self->gateways);
}
