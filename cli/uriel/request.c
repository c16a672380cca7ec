/* SPDX-License-Identifier: MIT */
/* Options of requests. */
#include <string.h>
#include <strings.h>

#include "cli/shared/cli.h"
#include "request.h"

/* Reads --proxy, --https-proxy, --news-server or --websocket-key, which the library checks before the
 * URI. A proxy may have the form of the variable http_proxy: "http://HOST:PORT/". */
void request_server(void *to, struct option_reader *reader)
{
  static const char sample[] = "http://h/", before[] = "http://";
  const size_t len = sizeof before - 1;
  const bool proxy = strcasestr(reader->name, "proxy") != NULL;
  const bool key = strcmp(reader->name, "--websocket-key") == 0;
  uriel_plan_options options = {.registry = NULL};
  uriel_plan plan = {.steps = NULL};
  uriel_text text = uriel_text_of(option_line(reader));
  uriel_ref ref;
  uriel_error error;
  if (proxy && text.len > len && strncasecmp(text.ptr, before, len) == 0) {
    text = (uriel_text){text.ptr + len, text.len - len};
    text.len -= text.ptr[text.len - 1] == '/';
  }
  *(key ? &options.websocket_key : proxy ? &options.proxy : &options.news_server) = text;
  uriel_parse(&ref, sample, sizeof sample - 1, NULL);
  if (!uriel_plan_make(&plan, &ref, &options, &error) && error.code != URIEL_ERROR_BUFFER_TOO_SMALL)
    die_usage(reader->command, "option \"%s\" takes %s", reader->name,
              key ? "16 bytes in base64, which are 24 characters (RFC 6455, 4.1)"
                  : "a host, or a host and \":\" and a port");
  *(uriel_text *)to = text;
}

void request_gateway(void *to, struct option_reader *reader)
{
  struct request *const request = to;
  /* Which parts a URI has depends on its scheme: the template must fit one of these. */
  static const char *const samples[] = {"x://h:1/p?q", "urn:example:a"};
  const char *const equals = strchr(reader->value, '=');
  uriel_error error = {.code = URIEL_ERROR_NONE}, other;
  uriel_ref ref;
  bool fits = false;
  if (!equals || equals == reader->value)
    die_usage(reader->command, "option \"%s\" takes SCHEME=TEMPLATE", reader->name);
  const uriel_gateway gateway = {.scheme = {reader->value, (size_t)(equals - reader->value)},
                                 .uri_template = uriel_text_of(equals + 1)};
  const uriel_text text = gateway.uri_template;
  /* RFC 3986, 3.1: a URI must start with a scheme. */
  if (uriel_build(&(uriel_parts){.scheme = gateway.scheme}, NULL, 0, NULL) == URIEL_FAILED)
    die_usage(reader->command, "\"%.*s\" is not a scheme", (int)gateway.scheme.len, gateway.scheme.ptr);
  for (size_t i = 0; !fits && i < sizeof samples / sizeof *samples; i++) {
    uriel_parse(&ref, samples[i], strlen(samples[i]), NULL);
    fits = uriel_template_expand(text.ptr, text.len, &ref, NULL, 0, &other) != URIEL_FAILED;
    if (!fits && error.code != URIEL_ERROR_TEMPLATE)
      error = other;
  }
  if (!fits)
    die_usage(reader->command, "\"%s\": %s", equals + 1, uriel_error_message(error.code));
  buffer_append(&request->gateways, (const char *)&gateway, sizeof gateway);
  request->registry.gateways = (const uriel_gateway *)(const void *)request->gateways.ptr;
  request->registry.gateway_count++;
  request->plan.registry = &request->registry;
}

void request_answer(void *to, struct option_reader *reader)
{
  struct request *const request = to;
  const uriel_text answer = uriel_text_of(reader->value);
  buffer_append(&request->answers, &answer, sizeof answer);
}

/* Checks each answer in a form. */
static void request_check_answers(const struct request *request, const char *command)
{
  static const char form[] = "gopher://h/0%09%09?";
  const uriel_text *const answers = (const uriel_text *)(const void *)request->answers.ptr;
  uriel_ref ref;
  uriel_error error;
  uriel_parse(&ref, form, sizeof form - 1, NULL);
  for (size_t i = 0; i < request->answers.len / sizeof *answers; i++)
    if (uriel_answers_write(&ref, &answers[i], 1, NULL, 0, &error) == URIEL_FAILED)
      die_usage(command, "option \"--answer\": %s",
                error.code == URIEL_ERROR_PART_FORM
                    ? "a line \".\" would end the answers"
                    : "an answer is one line: give the option once for each line");
  if (request->words.ptr && request->answers.len > 0)
    die_usage(command, "--words and --answer exclude each other");
}

/* Checks the header fields of --header, as the library does. */
void request_check_field(uriel_text field, const char *command)
{
  static const char sample[] = "http://h/";
  const uriel_plan_options options = {.fields = &field, .field_count = 1};
  uriel_plan plan = {.steps = NULL};
  uriel_ref ref;
  uriel_error error;
  uriel_parse(&ref, sample, sizeof sample - 1, NULL);
  uriel_plan_make(&plan, &ref, &options, &error);
  if (error.code == URIEL_ERROR_PART_LINE_BREAK || error.code == URIEL_ERROR_PART_CHARACTER)
    die_usage(command, "option \"--header\": byte %zu of \"%s\" %s", error.offset + 1, field.ptr,
              error.code == URIEL_ERROR_PART_CHARACTER ? "cannot be in a header field"
                                                       : "would end the line of the header field");
  if (error.code == URIEL_ERROR_PART_FORM)
    die_usage(command, "option \"--header\" takes \"NAME: VALUE\", %s",
              error.offset > 0 || field.len == 0 || *field.ptr == ':'
                  ? "with a NAME and a colon"
                  : "for a field that the plan itself does not send");
}

void request_ready(struct request *request, const struct general *general, const char *command)
{
  const uriel_text *const fields = ARRAY_OF(const uriel_text, general->header_fields);
  request->plan.fields = fields;
  request->plan.field_count = ARRAY_COUNT(uriel_text, general->header_fields);
  request_check_answers(request, command);
  for (size_t i = 0; i < request->plan.field_count; i++)
    request_check_field(fields[i], command);
}

bool request_ask(const struct request *request, struct record *record, uriel_ref *ref,
                 struct buffer *out)
{
  const uriel_text *const answers = (const uriel_text *)(const void *)request->answers.ptr;
  const size_t count = request->answers.len / sizeof *answers;
  uriel_error error;
  size_t len = 0;
  if (!request_asks(request))
    return true;
  do {
    buffer_reserve(out, len);
    len = count ? uriel_answers_write(ref, answers, count, out->ptr, out->capacity, &error)
                : uriel_search_write(ref, request->words.ptr, request->words.len, out->ptr,
                                     out->capacity, &error);
  } while (len != URIEL_FAILED && len > out->capacity);
  if (len == URIEL_FAILED)
    return record_blame(record, &error, record->parsed, count ? "no form" : "no search"), false;
  out->len = len;
  return record_parse(record, ref, buffer_text(out));
}
