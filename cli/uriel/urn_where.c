/* SPDX-License-Identifier: MIT */
/* uriel urn where: the URI that resolves a name, and the request for it. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/shared/cli.h"
#include "cli/shared/error.h"
#include "cli/shared/output.h"
#include "resolver.h"
#include "rules.h"
#include "uriel_urn.h"
#include "urn.h"

enum where_column {
  WHERE_INPUT,
  WHERE_VALID,
  WHERE_URL,
  WHERE_SERVICE,
  WHERE_KEY,
  WHERE_SOURCE,
  WHERE_COLUMNS
};

static const struct column where_columns[] = {
    [WHERE_INPUT] = {"input", COLUMN_REFERENCE, TONE_PLAIN},
    [WHERE_VALID] = {"valid", COLUMN_VALID, TONE_PLAIN},
    [WHERE_URL] = {"url", COLUMN_REFERENCE, TONE_PLAIN},
    [WHERE_SERVICE] = {"service", COLUMN_TEXT, TONE_PLAIN},
    [WHERE_KEY] = {"key", COLUMN_TEXT, TONE_PLAIN},
    [WHERE_SOURCE] = {"source", COLUMN_TEXT, TONE_PLAIN},
};

struct where {
  const char *resolver_text;
  const char *service;
  const char *path;
  uriel_ref resolver;
  struct resolvers resolvers;
  struct buffer url;
  struct steps steps;
};

static const char *const where_services[] = {"N2L",  "N2Ls", "N2R",  "N2Rs", "N2C",
                                             "N2Ns", "L2Ns", "L2Ls", "L2C",  NULL};

enum { WHERE_GROUP_RESOLVER = OPTION_GROUP_OWN };

static const struct option_spec where_options[] = {
    {URN_OPTION_RESOLVER, OPTION_STRING, OPTION_TO(struct where, resolver_text),
     .excludes = WHERE_GROUP_RESOLVER},
    {URN_OPTION_SERVICE, OPTION_STRING, OPTION_TO(struct where, service), .words = where_services,
     .with = "resolver"},
    {URN_OPTION_RESOLVERS, OPTION_STRING, OPTION_TO(struct where, path),
     .excludes = WHERE_GROUP_RESOLVER},
    {0}};

/* Finds the resolver of --resolver, which must be one that accepts requests. */
static void where_resolver(struct where *self, const char *command)
{
  struct record record = {.reading = {.spec = URIEL_SPEC_RFC3986}};
  if (!record_parse(&record, &self->resolver, uriel_text_of(self->resolver_text))) {
    error_print("resolver", &record.error);
    output_flush_both();
    exit(STATUS_USAGE);
  }
  uriel_ref sample;
  uriel_error error;
  const uriel_text scheme = uriel_scheme(&self->resolver);
  const uriel_text host = uriel_host(&self->resolver);
  const bool http = (scheme.len == 4 && strncasecmp(scheme.ptr, "http", 4) == 0) ||
                    (scheme.len == 5 && strncasecmp(scheme.ptr, "https", 5) == 0);
  if (!http || host.len == 0)
    die_usage(command, "--resolver takes an http or https URI, not \"%s\"", self->resolver_text);
  uriel_parse(&sample, "urn:example:a", 13, NULL);
  if (uriel_urn_request("N2L", 3, &self->resolver, &sample, NULL, 0, &error) == URIEL_FAILED) {
    record_blame(&record, &error, uriel_text_of(self->resolver_text));
    record.error.what = "not a resolver";
    error_print("resolver", &record.error);
    output_flush_both();
    exit(STATUS_USAGE);
  }
}

static enum stage_source where_ready(void *context, const struct option_reader *reader,
                                     struct lane *lane)
{
  struct where *const self = context;
  (void)lane;
  if (self->resolver_text)
    where_resolver(self, reader->command);
  else
    resolvers_read(&self->resolvers, reader->command, self->path);
  return SOURCE_OPERANDS;
}

static void where_unknown(struct record *record, uriel_text text)
{
  const uriel_error error = {.length = text.len};
  record_blame(record, &error, text);
  record->error.what = "not known where";
  record->error.code = "resolver-unknown";
  record->error.message = "no resolver of its namespace is known: name one with --resolver, or put one "
                          "into a table (--resolvers)";
  record->error.expected = "";
}

/* Makes a THTTP request. Location services accept any URI. */
static bool where_request(struct where *self, struct record *record, uriel_text text)
{
  const char *const service = self->service ? self->service : "N2L";
  uriel_urn urn = {0};
  uriel_ref ref;
  uriel_error error;
  if (service[0] == 'L') {
    record->reading.spec = URIEL_SPEC_RFC3986;
    if (!record_parse(record, &ref, text))
      return false;
  } else if (!urn_read(record, &ref, &urn, text)) {
    return false;
  }
  size_t need;
  do
    need = uriel_urn_request(service, strlen(service), &self->resolver, &ref, self->url.ptr,
                             self->url.capacity, &error);
  while (buffer_short(&self->url, need));
  if (need == URIEL_FAILED) {
    record_blame(record, &error, text);
    record->error.what = "not to be asked about";
    return false;
  }
  record->values[WHERE_SERVICE] = uriel_text_of(service);
  return true;
}

/* Looks the name up in the table. Resolvers get the name and the components that the document sends: by
 * urn-2011 (2) the query and the fragment, "unchanged"; by RFC 8141 (2.3.1) the r-component. */
static bool where_look_up(struct where *self, struct record *record, uriel_text text)
{
  uriel_urn urn = {0};
  uriel_ref ref;
  uriel_error error;
  uriel_text rest;
  if (!urn_read(record, &ref, &urn, text))
    return false;
  const struct asked asked = resolver_asked(&ref, &urn);
  const struct resolver *const resolver = resolvers_find(&self->resolvers, &asked, &rest);
  if (!resolver) {
    where_unknown(record, text);
    return false;
  }
  if (!resolver_expand(resolver, &asked, rest, &self->url, &error)) {
    const bool of_template = error.code == URIEL_ERROR_TEMPLATE;
    record_blame(record, &error, of_template ? uriel_text_of(resolver->uri_template) : text);
    record->error.what = of_template ? "not a resolver's template" : "not for its resolver";
    return false;
  }
  record->values[WHERE_KEY] = uriel_text_of(resolver->key);
  record->values[WHERE_SOURCE] = uriel_text_of(*resolver->source ? resolver->source : NULL);
  return true;
}

static void where_each(void *context, struct record *record)
{
  struct where *const self = context;
  uriel_ref url;
  uriel_error error;
  const bool found = self->resolver_text ? where_request(self, record, record->input)
                                         : where_look_up(self, record, record->input);
  if (!found)
    return;
  record->values[WHERE_URL] = (uriel_text){self->url.ptr, self->url.len};
  self->steps.hide = true;
  self->steps.password = uriel_text_of(NULL);
  if (uriel_parse(&url, self->url.ptr, self->url.len, &error) &&
      steps_make(&self->steps, &url, NULL, &error))
    record->detail = &self->steps;
}

static void where_json(const struct record *record, struct json *json)
{
  json_bool(json, "valid", !record_is_invalid(record));
  for (size_t i = WHERE_URL; i < WHERE_COLUMNS; i++)
    if (record->values[i].ptr)
      json_text(json, where_columns[i].key, record->values[i].ptr, record->values[i].len);
  if (record->detail)
    steps_json(record->detail, json);
}

static void where_block(const struct record *record)
{
  struct output *const out = &standard_out;
  const struct reading reading = {.spec = URIEL_SPEC_RFC3986};
  for (size_t i = WHERE_URL; i < WHERE_COLUMNS; i++) {
    if (!record->values[i].ptr)
      continue;
    output_text(out, "  ");
    colour_put(out, TONE_DIM, where_columns[i].key, strlen(where_columns[i].key));
    output_format(out, "%*s", 11 - (int)strlen(where_columns[i].key), "");
    if (i == WHERE_URL)
      colour_reference(out, &reading, record->values[i]);
    else
      output_foreign(out, record->values[i].ptr, record->values[i].len);
    output_char(out, '\n');
  }
  if (record->detail)
    steps_print(record->detail);
}

static const struct schema where_schema = {.columns = where_columns,
                                           .count = WHERE_COLUMNS,
                                           .plain = WHERE_URL,
                                           .has_keys = true,
                                           .json = where_json,
                                           .block = where_block};

static const struct stage where_stage = {
    .help =
        {
            .usage = "urn where [OPTION...] [URN...]",
            .about = "Prints the URI at which a name is resolved: that of --resolver's answer\n"
                     "(THTTP, RFC 2169), or from a table of resolvers that are publicly\n"
                     "documented. A table of your own comes before it: the file\n"
                     "uriel/urn-resolvers.tsv in $XDG_CONFIG_HOME or ~/.config, or that of\n"
                     "--resolvers, with lines NID or NID:BEGINNING, a tab, a URI with {uri} (as\n"
                     "for uriel plan --gateway) or {rest}, the text after the beginning; one line\n"
                     "for each namespace and beginning. A resolver gets the r-component too\n"
                     "(RFC 8141, 2.3.1), by urn-2011 the query and the fragment. On a terminal, the\n"
                     "request for it as well. Nothing is asked.\n\n"
                     "Keys: input valid url service key source, and those of an error (see uriel\n"
                     "help check). JSON has steps, too (see uriel help plan).",
            .examples = "uriel urn where urn:ietf:rfc:2141\n"
                        "uriel urn where --long urn:nbn:de:101:1-201102033592\n"
                        "uriel urn where --resolver=http://urn.example/ --service=N2C urn:foo:12345",
        },
    .schema = &where_schema,
    .options = where_options,
    .spec = SPEC_NAMES,
    .ready = where_ready,
    .texts = true,
    .each = where_each,
};

int urn_where(int argc, char **argv)
{
  struct where self = {0};
  const int status = stage_run(&where_stage, &self, argc, argv);
  resolvers_free(&self.resolvers);
  buffer_free(&self.url);
  steps_free(&self.steps);
  return status;
}
