/* SPDX-License-Identifier: MIT */
/* uriel urn: names (RFC 8141), their parts, forms and resolvers. */
#include "uriel_urn.h"

#include <stdio.h>
#include <string.h>

#include "namespaces.h"
#include "resolvers.h"
#include "stage.h"

/* In the order of the list in the help. */
enum urn_action {
  URN_PARSE,
  URN_CHECK,
  URN_NORMAL,
  URN_COMPARE,
  URN_ENCODE,
  URN_SHOW,
  URN_WHERE,
  URN_NAMESPACES,
  URN_ACTIONS
};
static const char *const urn_names[] = {"parse", "check", "normal",     "compare", "encode",
                                        "show",  "where", "namespaces", NULL};
static const char urn_list[] =
    ": the actions are parse, check, normal, compare, encode, show, where and namespaces";

/* The arguments of all actions, and their buffers. */
struct urn {
  enum urn_action action;
  const char *nid; /* encode */
  unsigned options;
  const char *resolver_text; /* where */
  const char *service;
  const char *path;

  uriel_ref resolver; /* of --resolver */
  struct resolvers resolvers;
  struct buffer filled; /* a template of a resolver without its {rest} */
  struct buffer output;
  struct steps steps;
};

static const char *const urn_services[] = {"N2L",  "N2Ls", "N2R",  "N2Rs", "N2C",
                                           "N2Ns", "L2Ns", "L2Ls", "L2C",  NULL};

enum { URN_GROUP_RESOLVER = OPTION_GROUP_OWN };

#define URN_ENCODE_OPTIONS                                                                              \
  {0, "nid", "NID", "encode: the namespace of the names", OPTION_STRING, OPTION_TO(struct urn, nid)},   \
  {                                                                                                     \
    0, "percent", NULL, "encode: encode every \"%\" too, also in \"%41\"", OPTION_BIT,                  \
        OPTION_TO(struct urn, options), .low = URIEL_ENCODE_PERCENT                                     \
  }

static const struct option_spec urn_encode_options[] = {URN_ENCODE_OPTIONS, {0}};

/* Of all actions, for the help of uriel urn; the last three belong to `where`. */
static const struct option_spec urn_options[] = {
    URN_ENCODE_OPTIONS,
    {0, "resolver", "URI", "where: use this resolver, an http or https URI,\nwith THTTP (RFC 2169)",
     OPTION_STRING, OPTION_TO(struct urn, resolver_text), .excludes = URN_GROUP_RESOLVER},
    {0, "service", "NAME",
     "where: the service of --resolver: N2L (the\ndefault), N2Ls, N2R, N2Rs, N2C, N2Ns, L2Ns,\n"
     "L2Ls or L2C; services that begin with L\ntake any URI",
     OPTION_STRING, OPTION_TO(struct urn, service), .words = urn_services, .with = "resolver"},
    {0, "resolvers", "FILE", "where: look here first, not in your own table", OPTION_STRING,
     OPTION_TO(struct urn, path), .excludes = URN_GROUP_RESOLVER},
    {0}};

/* ---- Reading and writing ------------------------------------------------------------------------ */

/* Parses a URN under the record's document. Returns false and blames the record if that fails. */
static bool urn_read(struct record *record, uriel_ref *ref, uriel_urn *urn, uriel_text text)
{
  uriel_error error;
  if (!record_parse(record, ref, text))
    return false;
  return uriel_urn_parse(urn, ref, &error) || record_blame(record, &error, text, NULL);
}

/* Writes the result of the action for `ref`, or for the text to encode, to self->output. Returns whether
 * that succeeds. */
static bool urn_write(struct urn *self, const uriel_ref *ref, const struct record *record,
                      uriel_error *error)
{
  struct buffer *const out = &self->output;
  const uriel_text text = record->input;
  size_t need;
  do
    if (self->action == URN_NORMAL)
      need = uriel_urn_normal(ref, out->ptr, out->capacity, error);
    else if (self->action == URN_SHOW)
      need = uriel_urn_show(ref, out->ptr, out->capacity, error);
    else if (self->action == URN_ENCODE)
      need = uriel_urn_encode(self->nid, strlen(self->nid), text.ptr, text.len, record->reading.spec,
                              self->options, out->ptr, out->capacity, error);
    else if (self->resolver_text)
      need = uriel_urn_request(self->service, strlen(self->service), &self->resolver, ref, out->ptr,
                               out->capacity, error);
    else
      need =
          uriel_template_expand(self->filled.ptr, self->filled.len, ref, out->ptr, out->capacity, error);
  while (buffer_short(out, need));
  return need != URIEL_FAILED;
}

/* ---- Names -------------------------------------------------------------------------------------- */

enum {
  URN_INPUT,
  URN_VALID,
  URN_NID,
  URN_NSS,
  URN_R,
  URN_Q,
  URN_F,
  URN_KIND,
  URN_DOCUMENT,
  URN_COLUMNS
};

static const struct column urn_columns[] = {{"input", COLUMN_REFERENCE, TONE_PLAIN},
                                            {"valid", COLUMN_VALID, TONE_PLAIN},
                                            {"nid", COLUMN_TEXT, TONE_HOST},
                                            {"nss", COLUMN_TEXT, TONE_PATH},
                                            {"r_component", COLUMN_TEXT, TONE_QUERY},
                                            {"q_component", COLUMN_TEXT, TONE_QUERY},
                                            {"f_component", COLUMN_TEXT, TONE_FRAGMENT},
                                            {"namespace_kind", COLUMN_TEXT, TONE_PLAIN},
                                            {"namespace_document", COLUMN_TEXT, TONE_PLAIN}};

static void urn_parse_json(const struct record *record, struct json *json)
{
  const uriel_urn_namespace *const space = record->detail;
  json_bool(json, "valid", !record_is_invalid(record));
  json_columns(json, urn_columns + URN_NID, record->values + URN_NID, URN_KIND - URN_NID);
  if (!space)
    return;
  json_object_begin(json, "namespace");
  json_defined(json, "kind", record->values[URN_KIND]);
  json_defined(json, "document", record->values[URN_DOCUMENT]);
  json_bool(json, "fragment", space->fragment);
  json_bool(json, "checked", space->checked);
  json_object_end(json);
}

/* All actions except compare and where. Only encode takes any text. */
static void urn_each(void *context, struct record *record)
{
  struct urn *const self = context;
  const bool encodes = self->action == URN_ENCODE;
  uriel_text *const values = record->values;
  uriel_urn urn = {0};
  uriel_ref ref = {.text = NULL};
  uriel_error error;
  if (!encodes && !urn_read(record, &ref, &urn, record->input))
    return;
  if (self->action == URN_PARSE) {
    const uriel_urn_namespace *const space = uriel_urn_namespace_find(urn.nid.ptr, urn.nid.len);
    values[URN_NID] = urn.nid;
    values[URN_NSS] = urn.nss;
    values[URN_R] = urn.r_component;
    values[URN_Q] = urn.q_component;
    values[URN_F] = urn.f_component;
    values[URN_KIND] = uriel_text_of(space ? uriel_urn_kind_name(space->kind) : NULL);
    values[URN_DOCUMENT] = uriel_text_of(space && *space->document ? space->document : NULL);
    record->detail = space;
  } else if (self->action == URN_CHECK) {
    if (uriel_urn_check(&ref, &error))
      return;
    /* The error of a namespace is reported in full: "well-formed, but not a valid ISBN: ...". */
    const bool whole = error.code == URIEL_ERROR_NAME_FORM || error.code == URIEL_ERROR_NAME_CHECK;
    record_blame(record, &error, record->input, whole ? "" : "not an assigned name");
  } else if (urn_write(self, &ref, record, &error)) {
    values[TARGET_RESULT] = buffer_text(&self->output);
    /* A result that uriel urn check refuses is an error (RFC 8141, 2.2: "Software that is not aware of
     * namespace-specific canonicalization and encoding rules MUST NOT construct URNs"). */
    if (self->action == URN_SHOW ||
        (reading_parse(&record->reading, &ref, values[TARGET_RESULT], &error) &&
         uriel_urn_check(&ref, &error)))
      return;
    record_blame(record, &error, values[TARGET_RESULT], "");
    values[TARGET_RESULT] = uriel_text_of(NULL);
  } else if (encodes) {
    const bool nid = error.code == URIEL_ERROR_NID_MISSING || error.code == URIEL_ERROR_NID_CHARACTER ||
                     error.code == URIEL_ERROR_NID_LENGTH || error.code == URIEL_ERROR_NID_RESERVED;
    record_blame(record, &error, nid ? uriel_text_of(self->nid) : record->input,
                 "not possible in a URN");
    record->error.in = nid ? "nid" : NULL;
    record->error.expected = "";
  } else {
    record_blame(record, &error, record->input, NULL);
  }
}

enum urn_pair_column { URN_A, URN_B, URN_PAIR_VALID, URN_EQUIVALENT, URN_PAIR_COLUMNS };

static const struct column urn_pair_columns[] = {{"a", COLUMN_REFERENCE, TONE_PLAIN},
                                                 {"b", COLUMN_REFERENCE, TONE_PLAIN},
                                                 {"valid", COLUMN_VALID, TONE_PLAIN},
                                                 {"equivalent", COLUMN_LITERAL, TONE_PLAIN}};

static void urn_compare_each(void *context, struct record *record)
{
  static const char *const sides[] = {"a", "b"};
  uriel_urn urn = {0};
  uriel_ref refs[2];
  (void)context;
  if (!pair_split(record))
    return;
  for (size_t i = 0; i < 2; i++)
    if (!urn_read(record, &refs[i], &urn, record->values[URN_A + i])) {
      record->error.in = sides[i];
      return;
    }
  const bool equal = uriel_urn_equal(&refs[0], &refs[1]);
  if (!equal)
    record->verdict = VERDICT_NO;
  record->values[URN_EQUIVALENT] = uriel_text_of(equal ? "true" : "false");
  record->plain = uriel_text_of(equal ? "equivalent" : "different");
}

/* ---- where -------------------------------------------------------------------------------------- */

enum { WHERE_INPUT, WHERE_VALID, WHERE_URL, WHERE_SERVICE, WHERE_KEY, WHERE_SOURCE, WHERE_COLUMNS };

static const struct column where_columns[] = {
    {"input", COLUMN_REFERENCE, TONE_PLAIN}, {"valid", COLUMN_VALID, TONE_PLAIN},
    {"url", COLUMN_REFERENCE, TONE_PLAIN},   {"service", COLUMN_TEXT, TONE_PLAIN},
    {"key", COLUMN_TEXT, TONE_PLAIN},        {"source", COLUMN_TEXT, TONE_PLAIN}};

/* For encode and where. */
static enum stage_source urn_ready(void *context, struct lane *lane)
{
  struct urn *const self = context;
  struct record record = {.reading = {.spec = URIEL_SPEC_RFC3986}};
  const uriel_text text = uriel_text_of(self->resolver_text);
  uriel_ref sample;
  uriel_error error;
  if (self->action == URN_ENCODE && !self->nid)
    die_usage(lane->reader->command, "the namespace of the names is missing: --nid=NID");
  if (self->action == URN_WHERE && !text.ptr) {
    resolvers_read(&self->resolvers, lane->reader->command, self->path);
  }
  if (!text.ptr)
    return SOURCE_OPERANDS;
  if (record_parse(&record, &self->resolver, text)) {
    if ((!scheme_is(&self->resolver, "http") && !scheme_is(&self->resolver, "https")) ||
        uriel_host(&self->resolver).len == 0)
      die_usage(lane->reader->command, "--resolver takes an http or https URI, not \"%s\"", text.ptr);
    uriel_parse(&sample, "urn:example:a", 13, NULL);
    if (uriel_urn_request("N2L", 3, &self->resolver, &sample, NULL, 0, &error) != URIEL_FAILED)
      return SOURCE_OPERANDS;
    record_blame(&record, &error, text, "not a resolver");
  }
  error_die("resolver", &record.error);
}

/* Looks the name up in the tables, and fills in the template of its resolver. */
static bool where_look_up(struct urn *self, struct record *record, uriel_ref *ref, const uriel_urn *urn)
{
  /* urn-2011 (2) sends the query and the fragment, "unchanged"; RFC 8141 (2.3.1) the r-component. */
  const bool draft = uriel_spec_of(ref) == URIEL_SPEC_URN_2011;
  const uriel_text query = draft ? urn->q_component : urn->r_component;
  const uriel_text last = query.ptr ? query : urn->nss;
  const struct asked asked = {.urn = *urn,
                              .name = {ref->text, (size_t)(last.ptr + last.len - ref->text)},
                              .fragment = draft ? urn->f_component : uriel_text_of(NULL)};
  struct buffer *const filled = &self->filled, *const out = &self->output;
  uriel_error error = {.length = record->input.len};
  uriel_text rest;
  bool made;
  const struct resolver *const resolver = resolver_find(&self->resolvers, &asked, &rest);
  if (!resolver)
    return record_refuse(record, &error, record->input, "cannot be resolved", "resolver-unknown",
                         "no resolver of this namespace is known: use --resolver, or add one to a table "
                         "(--resolvers)");
  resolver_fill(resolver, &asked, rest, filled);
  if (memchr(filled->ptr, '{', filled->len)) {
    made =
        uriel_parse(ref, asked.name.ptr, asked.name.len, &error) && urn_write(self, ref, record, &error);
  } else {
    out->len = 0;
    buffer_append(out, filled->ptr, filled->len);
    made = uriel_parse(ref, out->ptr, out->len, &error);
  }
  if (!made) {
    const bool of_template = error.code == URIEL_ERROR_TEMPLATE;
    return record_blame(record, &error,
                        of_template ? uriel_text_of(resolver->uri_template) : record->input,
                        of_template ? "not a resolver's template" : "cannot be sent to its resolver");
  }
  record->values[WHERE_KEY] = uriel_text_of(resolver->key);
  record->values[WHERE_SOURCE] = uriel_text_of(*resolver->source ? resolver->source : NULL);
  return true;
}

static void where_each(void *context, struct record *record)
{
  struct urn *const self = context;
  const bool location = self->resolver_text && self->service[0] == 'L';
  uriel_urn urn = {0};
  uriel_ref ref, url;
  uriel_error error;
  if (location) /* services that take any URI */
    record->reading.spec = URIEL_SPEC_RFC3986;
  if (location ? !record_parse(record, &ref, record->input)
               : !urn_read(record, &ref, &urn, record->input))
    return;
  if (!self->resolver_text) {
    if (!where_look_up(self, record, &ref, &urn))
      return;
  } else if (urn_write(self, &ref, record, &error)) {
    record->values[WHERE_SERVICE] = uriel_text_of(self->service);
  } else {
    record_blame(record, &error, record->input, "cannot be sent to the resolver");
    return;
  }
  record->values[WHERE_URL] = buffer_text(&self->output);
  self->steps.hide = true;
  self->steps.replies = record->lane->render.form == RENDER_JSON;
  if (uriel_parse(&url, self->output.ptr, self->output.len, &error) &&
      steps_make(&self->steps, &url, NULL, &error))
    record->detail = &self->steps;
}

static void where_json(const struct record *record, struct json *json)
{
  json_bool(json, "valid", !record_is_invalid(record));
  json_columns(json, where_columns + WHERE_URL, record->values + WHERE_URL, WHERE_COLUMNS - WHERE_URL);
  if (record->detail)
    steps_json(record->detail, json);
}

static void where_block(const struct record *record)
{
  render_rows(&record->lane->schema, record);
  if (record->detail)
    steps_print(record->detail);
}

static const struct schema where_schema = {.columns = where_columns,
                                           .count = WHERE_COLUMNS,
                                           .plain = WHERE_URL,
                                           .has_keys = true,
                                           .json = where_json,
                                           .block = where_block};

/* ---- All ---------------------------------------------------------------------------------------- */

static const struct schema urn_parse_schema = {.columns = urn_columns,
                                               .count = URN_COLUMNS,
                                               .plain = URN_NID,
                                               .has_keys = true,
                                               .pairs = true,
                                               .json = urn_parse_json};
static const struct schema urn_check_schema = {
    .columns = urn_columns, .count = URN_NID, .has_keys = true};
static const struct schema urn_pair_schema = {
    .columns = urn_pair_columns, .count = URN_PAIR_COLUMNS, .plain = URN_EQUIVALENT};

static struct urn urn_self = {.service = "N2L"};

#define URN_STAGE .self = &urn_self, .has = GENERAL_NAMES, .texts = true
static const struct stage urn_stages[] = {
    [URN_PARSE] = {URN_STAGE, .schema = &urn_parse_schema, .each = urn_each},
    [URN_CHECK] = {URN_STAGE, .schema = &urn_check_schema, .each = urn_each},
    [URN_NORMAL] = {URN_STAGE, .schema = TARGET_SCHEMA("normal", COLUMN_REFERENCE, NULL),
                    .each = urn_each},
    [URN_COMPARE] = {URN_STAGE, .schema = &urn_pair_schema, .source = SOURCE_PAIR,
                     .each = urn_compare_each},
    [URN_ENCODE] = {URN_STAGE, .schema = TARGET_SCHEMA("output", COLUMN_TEXT, NULL), .files = true,
                    .options = urn_encode_options, .ready = urn_ready, .each = urn_each},
    [URN_SHOW] = {URN_STAGE, .schema = TARGET_SCHEMA("output", COLUMN_TEXT, NULL), .each = urn_each},
    [URN_WHERE] = {URN_STAGE, .schema = &where_schema, .options = &urn_options[2], .ready = urn_ready,
                   .each = where_each},
    /* Used only for its help. */
    [URN_ACTIONS] = {URN_STAGE, .schema = &urn_parse_schema, .options = urn_options},
};

int cmd_urn(int argc, char **argv)
{
  size_t action = 0;
  char title[32], hint[WORD_HINT]; /* in messages */
  if (argc < 2)
    die_usage("urn", "an action is missing%s", urn_list);
  if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
    return stage_run(&urn_stages[URN_ACTIONS], 2, argv);
  if (argv[1][0] == '-')
    die_usage("urn", "option \"%s\" must follow an action", argv[1]);
  while (urn_names[action] && strcmp(urn_names[action], argv[1]) != 0)
    action++;
  if (!urn_names[action]) {
    word_hint(hint, uriel_text_of(argv[1]), urn_names);
    die_usage("urn", "unknown action \"%s\"%s", argv[1], *hint ? hint : urn_list);
  }
  urn_self.action = (enum urn_action)action;
  snprintf(title, sizeof title, "urn %s", urn_names[action]);
  argv[1] = title;
  return stage_run(action == URN_NAMESPACES ? &namespaces_stage : &urn_stages[action], argc - 1,
                   argv + 1);
}
