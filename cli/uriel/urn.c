/* SPDX-License-Identifier: MIT */
/* uriel urn: names (RFC 8141). */
#include "urn.h"

#include <stdio.h>
#include <string.h>

#include "cli/shared/cli.h"

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

/* Of all actions, for the help of uriel urn; the last three are those of `where`. */
const struct option_spec urn_options[] = {
    URN_ENCODE_OPTIONS,
    {0, "resolver", "URI", "where: ask this resolver, by THTTP (RFC 2169),\nan http or https URI",
     OPTION_STRING, OPTION_TO(struct urn, resolver_text), .excludes = URN_GROUP_RESOLVER},
    {0, "service", "NAME",
     "where: for what, with --resolver: N2L (the\ndefault), N2Ls, N2R, N2Rs, N2C, N2Ns, L2Ns,\n"
     "L2Ls or L2C; services that begin with L\ntake any URI",
     OPTION_STRING, OPTION_TO(struct urn, service), .words = urn_services, .with = "resolver"},
    {0, "resolvers", "FILE", "where: look here first, not in your own table", OPTION_STRING,
     OPTION_TO(struct urn, path), .excludes = URN_GROUP_RESOLVER},
    {0}};

bool urn_read(struct record *record, uriel_ref *ref, uriel_urn *urn, uriel_text text)
{
  uriel_error error;
  if (!record_parse(record, ref, text))
    return false;
  if (uriel_urn_parse(urn, ref, &error))
    return true;
  record_blame(record, &error, text);
  return false;
}

/* ---- One text of a name ------------------------------------------------------------------------- */

bool urn_write(struct urn *self, const uriel_ref *ref, uriel_text text, uriel_spec spec,
               uriel_error *error)
{
  struct buffer *const out = &self->output;
  const char *const service = self->service ? self->service : "N2L";
  size_t need = URIEL_FAILED;
  do
    switch (self->writer) {
    case URN_NORMAL:
      need = uriel_urn_normal(ref, out->ptr, out->capacity, error);
      break;
    case URN_SHOW:
      need = uriel_urn_show(ref, out->ptr, out->capacity, error);
      break;
    case URN_ENCODE:
      need = uriel_urn_encode(self->nid, strlen(self->nid), text.ptr, text.len, spec, self->options,
                              out->ptr, out->capacity, error);
      break;
    case URN_REQUEST:
      need = uriel_urn_request(service, strlen(service), &self->resolver, ref, out->ptr, out->capacity,
                               error);
      break;
    }
  while (buffer_short(out, need));
  return need != URIEL_FAILED;
}

/* Reports an error for a result that uriel urn check refuses (RFC 8141, 2.2: "Software that is not aware
 * of namespace-specific canonicalization and encoding rules MUST NOT construct URNs"). */
static void urn_result(struct urn *self, struct record *record)
{
  const uriel_text result = buffer_text(&self->output);
  uriel_ref ref;
  uriel_error error;
  if (reading_parse(&record->reading, &ref, result, &error) && uriel_urn_check(&ref, &error)) {
    record->values[TARGET_RESULT] = result;
    return;
  }
  record_blame(record, &error, result);
  record->error.what = "";
}

/* normal, show and encode. Only encode takes any text. */
static void urn_write_each(void *context, struct record *record)
{
  struct urn *const self = context;
  const uriel_text text = record->input;
  uriel_urn urn = {0};
  uriel_ref ref;
  uriel_error error;
  if (self->writer != URN_ENCODE && !urn_read(record, &ref, &urn, text))
    return;
  if (urn_write(self, &ref, text, record->reading.spec, &error)) {
    if (self->writer == URN_SHOW)
      record->values[TARGET_RESULT] = buffer_text(&self->output);
    else
      urn_result(self, record);
    return;
  }
  const bool nid = error.code == URIEL_ERROR_NID_MISSING || error.code == URIEL_ERROR_NID_CHARACTER ||
                   error.code == URIEL_ERROR_NID_LENGTH || error.code == URIEL_ERROR_NID_RESERVED;
  record_blame(record, &error, self->writer == URN_ENCODE && nid ? uriel_text_of(self->nid) : text);
  if (self->writer != URN_ENCODE)
    return;
  record->error.what = "not possible in a URN";
  record->error.in = nid ? "nid" : NULL;
  record->error.expected = "";
}

static const struct column urn_normal_columns[] = TARGET_COLUMNS_OF("normal", COLUMN_REFERENCE);
static const struct schema urn_normal_schema = {
    .columns = urn_normal_columns, .count = TARGET_COLUMNS, .plain = TARGET_RESULT, TARGET_KEYS};

static const struct stage urn_normal_stage = {
    .help =
        {
            .usage = "urn normal [OPTION...] [URN...]",
            .about = "Prints the form that all lexical equivalents of a name share, those of its\n"
                     "namespace's rules included: to sort and deduplicate by. r-, q- and\n"
                     "f-components do not count and are left out (RFC 8141, 3). A name that its\n"
                     "namespace rejects (see uriel urn check) has no normal form.\n\n"
                     "Keys: input valid normal, and those of an error (see uriel help check).",
            .examples = "uriel urn normal URN:ISBN:0-395-36341-1 'urn:EXAMPLE:a%2cb#f'",
        },
    .schema = &urn_normal_schema,
    .spec = SPEC_NAMES,
    .texts = true,
    .each = urn_write_each,
};

static const struct column urn_output_columns[] = TARGET_COLUMNS_OF("output", COLUMN_TEXT);
static const struct schema urn_output_schema = {
    .columns = urn_output_columns, .count = TARGET_COLUMNS, .plain = TARGET_RESULT};

static const struct stage urn_show_stage = {
    .help =
        {
            .usage = "urn show [OPTION...] [URN...]",
            .about = "Prints names for people: decodes all that can be shown. Characters that would\n"
                     "change the meaning stay encoded, so that urn encode restores the name. Use\n"
                     "this form only for display (urn-2011, 4).\n\n"
                     "Keys: input valid output, and those of an error (see uriel help check).",
            .examples = "uriel urn show urn:example:Z%C3%BCrich%20See",
        },
    .schema = &urn_output_schema,
    .spec = SPEC_NAMES,
    .texts = true,
    .each = urn_write_each,
};

static enum stage_source urn_encode_ready(void *context, const struct option_reader *reader,
                                          struct lane *lane)
{
  const struct urn *const self = context;
  (void)lane;
  if (!self->nid)
    die_usage(reader->command, "which namespace are the names of? --nid=NID");
  return SOURCE_OPERANDS;
}

static const struct stage urn_encode_stage = {
    .help =
        {
            .usage = "urn encode --nid=NID [OPTION...] [TEXT...]",
            .about = "Makes URNs of names in their namespace's own characters: UTF-8,\n"
                     "percent-encoded where that is needed and nowhere else, with upper-case\n"
                     "digits. A \"%XX\" that is there already stays. Namespaces from before RFC 8141\n"
                     "keep RFC 2141's characters; public identifiers are given transcribed. What\n"
                     "uriel urn check would refuse is an error.\n\n"
                     "Keys: input valid output, and those of an error (see uriel help check).",
            .examples = "uriel urn encode --nid=example 'Zürich See' a%2Fb",
        },
    .schema = &urn_output_schema,
    .options = urn_encode_options,
    .spec = SPEC_NAMES,
    .ready = urn_encode_ready,
    .texts = true,
    .each = urn_write_each,
};

/* ---- Names --------------------------------------------------------------------------------------- */

enum urn_column {
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

static const struct column urn_columns[] = {
    [URN_INPUT] = {"input", COLUMN_REFERENCE, TONE_PLAIN},
    [URN_VALID] = {"valid", COLUMN_VALID, TONE_PLAIN},
    [URN_NID] = {"nid", COLUMN_TEXT, TONE_HOST},
    [URN_NSS] = {"nss", COLUMN_TEXT, TONE_PATH},
    [URN_R] = {"r_component", COLUMN_TEXT, TONE_QUERY},
    [URN_Q] = {"q_component", COLUMN_TEXT, TONE_QUERY},
    [URN_F] = {"f_component", COLUMN_TEXT, TONE_FRAGMENT},
    [URN_KIND] = {"namespace_kind", COLUMN_TEXT, TONE_PLAIN},
    [URN_DOCUMENT] = {"namespace_document", COLUMN_TEXT, TONE_PLAIN},
};

static void urn_parse_each(void *context, struct record *record)
{
  uriel_text *const values = record->values;
  uriel_urn urn = {0};
  uriel_ref ref;
  (void)context;
  if (!urn_read(record, &ref, &urn, record->input))
    return;
  const uriel_urn_namespace *const space = uriel_urn_namespace_find(urn.nid.ptr, urn.nid.len);
  values[URN_NID] = urn.nid;
  values[URN_NSS] = urn.nss;
  values[URN_R] = urn.r_component;
  values[URN_Q] = urn.q_component;
  values[URN_F] = urn.f_component;
  record->detail = space;
  if (space) {
    values[URN_KIND] = uriel_text_of(uriel_urn_kind_name(space->kind));
    values[URN_DOCUMENT] = uriel_text_of(*space->document ? space->document : NULL);
  }
}

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

static const struct schema urn_parse_schema = {.columns = urn_columns,
                                               .count = URN_COLUMNS,
                                               .plain = URN_NID,
                                               .has_keys = true,
                                               .pairs = true,
                                               .json = urn_parse_json};

static const struct stage urn_parse_stage = {
    .help =
        {
            .usage = "urn parse [OPTION...] [URN...]",
            .about = "Prints the parts of names: the namespace's identifier (nid), the name in it\n"
                     "(nss), r-, q- and f-components, and the known facts about the namespace. A\n"
                     "record is one line of KEY=VALUE separated by tabs; a terminal gets a block.\n\n"
                     "Keys: input valid nid nss r_component q_component f_component namespace_kind\n"
                     "namespace_document, and those of an error (see uriel help check). JSON has\n"
                     "namespace{kind document fragment checked} in place of the last two.",
            .examples = "uriel urn parse 'urn:example:foo?+r?=q#f'\n"
                        "uriel urn parse --json urn:isbn:0-395-36341-1",
        },
    .schema = &urn_parse_schema,
    .spec = SPEC_NAMES,
    .texts = true,
    .each = urn_parse_each,
};

static void urn_check_each(void *context, struct record *record)
{
  uriel_urn urn = {0};
  uriel_ref ref;
  uriel_error error;
  (void)context;
  if (!urn_read(record, &ref, &urn, record->input) || uriel_urn_check(&ref, &error))
    return;
  record_blame(record, &error, record->input);
  /* The error of a namespace is reported in full: "well-formed, but not a valid ISBN: ...". */
  record->error.what = error.code == URIEL_ERROR_NAME_FORM || error.code == URIEL_ERROR_NAME_CHECK
                           ? ""
                           : "not an assigned name";
}

static const struct column urn_check_columns[] = {
    {"input", COLUMN_REFERENCE, TONE_PLAIN},
    {"valid", COLUMN_VALID, TONE_PLAIN},
};
static const struct schema urn_check_schema = {
    .columns = urn_check_columns, .count = 2, .has_keys = true};

static const struct stage urn_check_stage = {
    .help =
        {
            .usage = "urn check [OPTION...] [URN...]",
            .about = "Checks which names are valid by their document, and by the rules of their\n"
                     "namespace where they are known: check digits, countries, forms. Prints those\n"
                     "that are, an empty line for each that is not, and why on standard error.\n\n"
                     "Keys: input valid, and those of an error (see uriel help check).",
            .examples = "uriel urn check urn:isbn:0-395-36341-2 urn:example:a\n"
                        "uriel urn check --spec=rfc2141 urn:issn:0028-0836",
        },
    .schema = &urn_check_schema,
    .spec = SPEC_NAMES,
    .texts = true,
    .each = urn_check_each,
};

enum urn_pair_column { URN_A, URN_B, URN_PAIR_VALID, URN_EQUIVALENT, URN_PAIR_COLUMNS };

static const struct column urn_pair_columns[] = {
    [URN_A] = {"a", COLUMN_REFERENCE, TONE_PLAIN},
    [URN_B] = {"b", COLUMN_REFERENCE, TONE_PLAIN},
    [URN_PAIR_VALID] = {"valid", COLUMN_VALID, TONE_PLAIN},
    [URN_EQUIVALENT] = {"equivalent", COLUMN_LITERAL, TONE_PLAIN},
};
static const struct schema urn_pair_schema = {
    .columns = urn_pair_columns, .count = URN_PAIR_COLUMNS, .plain = URN_EQUIVALENT};

static enum stage_source urn_compare_ready(void *context, const struct option_reader *reader,
                                           struct lane *lane)
{
  (void)context;
  (void)lane;
  (void)reader;
  return SOURCE_PAIR;
}

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

static const struct stage urn_compare_stage = {
    .help =
        {
            .usage = "urn compare [OPTION...] A B\nurn compare [OPTION...] < PAIRS",
            .about = "Reports whether two names are lexically equivalent by their document and their\n"
                     "namespace: \"equivalent\" or \"different\". r-, q- and f-components do not count\n"
                     "(RFC 8141, 3). Takes two operands, or pairs separated by a tab on the lines\n"
                     "of standard input. The exit status is 0 if all are equivalent and 1 if any\n"
                     "are not.\n\n"
                     "Keys: a b valid equivalent, and those of an error (see uriel help check).",
            .examples = "uriel urn compare urn:isbn:0395363411 URN:ISBN:978-0-395-36341-6\n"
                        "uriel urn compare urn:example:a%2Cb urn:example:a%2cb",
        },
    .schema = &urn_pair_schema,
    .spec = SPEC_NAMES,
    .ready = urn_compare_ready,
    .texts = true,
    .each = urn_compare_each,
};

/* ---- All ----------------------------------------------------------------------------------------- */

/* In the order of the list in the help. */
static const struct {
  const char *name;
  const struct stage *stage;
  enum urn_writer writer; /* if it writes one text */
} urn_actions[] = {
    {"parse", &urn_parse_stage, URN_NORMAL},   {"check", &urn_check_stage, URN_NORMAL},
    {"normal", &urn_normal_stage, URN_NORMAL}, {"compare", &urn_compare_stage, URN_NORMAL},
    {"encode", &urn_encode_stage, URN_ENCODE}, {"show", &urn_show_stage, URN_SHOW},
    {"where", &urn_where_stage, URN_REQUEST},
};
enum { URN_ACTIONS = sizeof urn_actions / sizeof *urn_actions };

/* Used only for its help. */
static const struct stage urn_overview = {
    .help =
        {
            .usage = "urn ACTION [OPTION...] [URN...]",
            .about = "Names: URNs by RFC 8141, or by RFC 2141 or the draft between them. Operands,\n"
                     "or the lines of standard input.\n\n"
                     "Actions (uriel help urn parse tells more):\n"
                     "  parse    the parts of names, and facts about their namespaces\n"
                     "  check    which names are valid, by their namespace's rules too\n"
                     "  normal   the form that all equivalents of a name share\n"
                     "  compare  are two names equivalent\n"
                     "  encode   names in their namespace's own characters to URNs\n"
                     "  show     names for people, as far as can be decoded\n"
                     "  where    where a name is resolved: the resolver's URI and the request",
            .examples = "uriel urn check urn:isbn:0-395-36341-2\n"
                        "uriel urn compare urn:isbn:0395363411 URN:ISBN:978-0-395-36341-6\n"
                        "uriel urn where urn:nbn:de:101:1-201102033592",
        },
    .schema = &urn_parse_schema,
    .options = urn_options,
    .spec = SPEC_NAMES,
};

static int urn_run(const struct stage *stage, enum urn_writer writer, int argc, char **argv)
{
  struct urn self = {.writer = writer};
  const int status = stage_run(stage, &self, argc, argv);
  buffer_free(&self.own);
  buffer_free(&self.text);
  buffer_free(&self.filled);
  buffer_free(&self.output);
  steps_free(&self.steps);
  return status;
}

int cmd_urn(int argc, char **argv)
{
  const char *names[URN_ACTIONS + 1] = {0};
  if (argc < 2)
    die_usage("urn", "an action is missing");
  if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
    return urn_run(&urn_overview, URN_NORMAL, 2, argv);
  if (argv[1][0] == '-')
    die_usage("urn", "an action comes before option \"%s\"", argv[1]);
  for (size_t i = 0; i < URN_ACTIONS; i++) {
    names[i] = urn_actions[i].name;
    if (strcmp(names[i], argv[1]) != 0)
      continue;
    char title[16]; /* in messages */
    snprintf(title, sizeof title, "urn %s", names[i]);
    argv[1] = title;
    return urn_run(urn_actions[i].stage, urn_actions[i].writer, argc - 1, argv + 1);
  }
  const char *const near = nearest_word(argv[1], names);
  die_usage("urn", "unknown action \"%s\"%s%s%s", argv[1], near ? ": did you mean \"" : "",
            near ? near : "", near ? "\"?" : "");
}
