/* SPDX-License-Identifier: MIT */
/* uriel plan: its options, each looked at as the library will. */
#include "plan_options.h"

#include <string.h>
#include <strings.h>

#include "cli/shared/cli.h"
#include "uriel_scheme.h"

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

static void plan_key_option(void *to, struct option_reader *reader)
{
  const uriel_text text = uriel_text_of(option_line(reader));
  if (!plan_options_fit(&(uriel_plan_options){.websocket_key = text}))
    die_usage(reader->command,
              "option \"%s\" takes 16 bytes in base64, which are 24 characters (RFC 6455, 4.1)",
              reader->name);
  *(uriel_text *)to = text;
}

static void plan_check_server(const struct option_reader *reader, const uriel_plan_options *options)
{
  if (!plan_options_fit(options))
    die_usage(reader->command, "option \"%s\" takes a host, or a host and \":\" and a port",
              reader->name);
}

/* As the variable http_proxy has it, too: "http://HOST:PORT/". */
static void plan_proxy_option(void *to, struct option_reader *reader)
{
  static const char before[] = "http://";
  const size_t len = sizeof before - 1;
  uriel_text text = uriel_text_of(option_line(reader));
  if (text.len > len && strncasecmp(text.ptr, before, len) == 0) {
    text = (uriel_text){text.ptr + len, text.len - len};
    text.len -= text.ptr[text.len - 1] == '/';
  }
  plan_check_server(reader, &(uriel_plan_options){.proxy = text});
  *(uriel_text *)to = text;
}

static void plan_news_option(void *to, struct option_reader *reader)
{
  const uriel_text text = uriel_text_of(option_line(reader));
  plan_check_server(reader, &(uriel_plan_options){.news_server = text});
  *(uriel_text *)to = text;
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

static void plan_gateway_option(void *to, struct option_reader *reader)
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
  buffer_append(to, (const char *)&gateway, sizeof gateway);
}

const struct option_spec plan_option_table[] = {
    {0, "gateway", "SCHEME=TEMPLATE",
     "go to TEMPLATE for the URIs of SCHEME: a URI with\n{uri} {scheme} {host} {port} {path} {query}\n"
     "{nid} {nss} filled in, encoded; {+uri} as\nwritten; may be given several times",
     OPTION_CALL, OPTION_TO(struct plan_options, gateways), .call = plan_gateway_option, .many = true},
    {0, "proxy", "HOST[:PORT]", "go through this HTTP proxy (port 8080); also as\nhttp://HOST[:PORT]/",
     OPTION_CALL, OPTION_TO(struct plan_options, plan.proxy), .call = plan_proxy_option},
    {0, "mail-address", "ADDRESS", "the password of anonymous ftp (anonymous@)", OPTION_LINE,
     OPTION_TO(struct plan_options, plan.mail_address)},
    {0, "news-server", "HOST[:PORT]", "for news without a host (news)", OPTION_CALL,
     OPTION_TO(struct plan_options, plan.news_server), .call = plan_news_option},
    {0, "local-user", "NAME", "who asks, for rlogin (user)", OPTION_LINE,
     OPTION_TO(struct plan_options, plan.local_user)},
    {0, "terminal", "TYPE/SPEED", "which one, for rlogin (xterm/38400)", OPTION_LINE,
     OPTION_TO(struct plan_options, plan.terminal)},
    {0, "websocket-key", "KEY", "16 random bytes in base64, for ws and wss (the\nsample of RFC 6455)",
     OPTION_CALL, OPTION_TO(struct plan_options, plan.websocket_key), .call = plan_key_option},
    {0, "user-agent", "TEXT", "send this User-Agent (none)", OPTION_LINE,
     OPTION_TO(struct plan_options, plan.user_agent)},
    {0, "show-password", NULL,
     "show passwords, which are **** else, but for\nJSON and {input}, which are data as it is",
     OPTION_FLAG, OPTION_TO(struct plan_options, show_password)},
    {0}};

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
