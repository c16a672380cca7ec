/* SPDX-License-Identifier: MIT */
/* uriel urn normal, show and encode: names written anew. */
#include <string.h>

#include "cli/shared/cli.h"
#include "uriel_urn.h"
#include "urn.h"

static const struct column urn_normal_columns[] = TARGET_COLUMNS_OF("normal", COLUMN_REFERENCE);
static const struct schema urn_normal_schema = {
    .columns = urn_normal_columns, .count = TARGET_COLUMNS, .plain = TARGET_RESULT};

/* A result that uriel urn check refuses is none (RFC 8141, 2.2: "Software that is not aware of
 * namespace-specific canonicalization and encoding rules MUST NOT construct URNs"). */
static void urn_result(struct urn *self, struct record *record)
{
  const uriel_text result = {self->output.ptr, self->output.len};
  uriel_ref ref;
  uriel_error error;
  if (reading_parse(&record->reading, &ref, result, &error) && uriel_urn_check(&ref, &error)) {
    record->values[TARGET_RESULT] = result;
    return;
  }
  record_blame(record, &error, result);
  record->error.what = "";
}

/* uriel_urn_normal or uriel_urn_show. */
static void urn_write(struct urn *self, const struct input *input, struct record *record,
                      size_t (*write)(const uriel_ref *ref, char *out, size_t capacity,
                                      uriel_error *error))
{
  struct buffer *const out = &self->output;
  uriel_urn urn = {0};
  uriel_ref ref;
  uriel_error error;
  size_t need;
  if (!urn_read(record, &ref, &urn, input->text))
    return;
  do
    need = write(&ref, out->ptr, out->capacity, &error);
  while (buffer_short(out, need));
  if (need == URIEL_FAILED)
    record_blame(record, &error, input->text);
  else if (write == uriel_urn_normal)
    urn_result(self, record);
  else
    record->values[TARGET_RESULT] = (uriel_text){out->ptr, out->len};
}

static void urn_normal_convert(void *self, const struct input *input, struct record *record)
{
  urn_write(self, input, record, uriel_urn_normal);
}

static void urn_show_convert(void *self, const struct input *input, struct record *record)
{
  urn_write(self, input, record, uriel_urn_show);
}

const struct filter urn_normal_filter = {
    .help =
        {
            .usage = "urn normal [OPTION...] [URN...]",
            .about = "Prints the form that all lexical equivalents of a name share, those of its\n"
                     "namespace's rules included: to sort and deduplicate by. r-, q- and\n"
                     "f-components do not count and are left out (RFC 8141, 3). A name that its\n"
                     "namespace refuses (see uriel urn check) has none.\n\n"
                     "Keys: input valid normal, and those of an error (see uriel help check).",
            .examples = "uriel urn normal URN:ISBN:0-395-36341-1 'urn:EXAMPLE:a%2cb#f'",
        },
    .schema = &urn_normal_schema,
    .spec = SPEC_NAMES,
    .convert = urn_normal_convert,
};

static const struct column urn_output_columns[] = TARGET_COLUMNS_OF("output", COLUMN_TEXT);
static const struct schema urn_output_schema = {
    .columns = urn_output_columns, .count = TARGET_COLUMNS, .plain = TARGET_RESULT};

const struct filter urn_show_filter = {
    .help =
        {
            .usage = "urn show [OPTION...] [URN...]",
            .about = "Prints names for people: what is percent-encoded and can be shown is shown.\n"
                     "What would read as something else stays encoded, so that urn encode leads\n"
                     "back. A form to look at, not to hand on (urn-2011, 4).\n\n"
                     "Keys: input valid output, and those of an error (see uriel help check).",
            .examples = "uriel urn show urn:example:Z%C3%BCrich%20See",
        },
    .schema = &urn_output_schema,
    .spec = SPEC_NAMES,
    .convert = urn_show_convert,
};

static const struct option_spec urn_encode_options[] = {
    {URN_OPTION_NID, OPTION_STRING, OPTION_TO(struct urn, nid)},
    {URN_OPTION_PERCENT, OPTION_BIT, OPTION_TO(struct urn, options), .low = URIEL_ENCODE_PERCENT},
    {0}};

static enum filter_source urn_encode_ready(void *context, const struct option_reader *reader,
                                           const struct reading *reading)
{
  const struct urn *const self = context;
  (void)reading;
  if (!self->nid)
    die_usage(reader->command, "which namespace are the names of? --nid=NID");
  return SOURCE_OPERANDS;
}

static bool urn_error_is_of_nid(uriel_error_code code)
{
  return code == URIEL_ERROR_NID_MISSING || code == URIEL_ERROR_NID_CHARACTER ||
         code == URIEL_ERROR_NID_LENGTH || code == URIEL_ERROR_NID_RESERVED;
}

static void urn_encode_convert(void *context, const struct input *input, struct record *record)
{
  struct urn *const self = context;
  struct buffer *const out = &self->output;
  uriel_error error;
  size_t need;
  do
    need = uriel_urn_encode(self->nid, strlen(self->nid), input->text.ptr, input->text.len,
                            record->reading.spec, self->options, out->ptr, out->capacity, &error);
  while (buffer_short(out, need));
  if (need != URIEL_FAILED) {
    urn_result(self, record);
    return;
  }
  const bool nid = urn_error_is_of_nid(error.code);
  record_blame(record, &error, nid ? uriel_text_of(self->nid) : input->text);
  record->error.what = "not possible in a URN";
  record->error.in = nid ? "nid" : NULL;
  record->error.expected = "";
}

const struct filter urn_encode_filter = {
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
    .convert = urn_encode_convert,
};
