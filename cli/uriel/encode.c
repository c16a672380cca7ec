/* SPDX-License-Identifier: MIT */
/* uriel encode and uriel decode: percent-encoding (RFC 3986, 2.1). */
#include "cli/shared/cli.h"
#include "edit.h"
#include "stage.h"

static const struct column encode_columns[] = TARGET_COLUMNS_OF("output", COLUMN_TEXT);
static const struct schema encode_schema = {
    .columns = encode_columns, .count = TARGET_COLUMNS, .plain = TARGET_RESULT};

const char *const encode_for_words[] = {
    [URIEL_ENCODE_USERINFO] = "userinfo",
    [URIEL_ENCODE_HOST] = "host",
    [URIEL_ENCODE_PATH] = "path",
    [URIEL_ENCODE_PATH_SEGMENT] = "path-segment",
    [URIEL_ENCODE_QUERY] = "query",
    [URIEL_ENCODE_QUERY_KEY] = "query-key",
    [URIEL_ENCODE_QUERY_VALUE] = "query-value",
    [URIEL_ENCODE_FRAGMENT] = "fragment",
    [URIEL_ENCODE_FORM] = "form",
    [URIEL_ENCODE_REFERENCE] = "reference",
    [URIEL_ENCODE_ANY] = "any",
    [URIEL_ENCODE_ANY + 1] = NULL,
};

struct encode {
  uriel_encode_for where;
  unsigned options;
  bool lenient;
  struct buffer output;
};

static const struct option_spec encode_options[] = {
    {0, "component", "NAME",
     "what the text is to be part of: userinfo, host,\npath, path-segment, query, query-key, "
     "query-value,\n"
     "fragment, form, any (all but unreserved characters);\nor reference (the default), which "
     "encodes only what\nno reference holds",
     OPTION_WORD, OPTION_TO(struct encode, where), .words = encode_for_words},
    {0, "percent", NULL, "encode every \"%\" too, also in \"%41\"", OPTION_BIT,
     OPTION_TO(struct encode, options), .low = URIEL_ENCODE_PERCENT},
    {0}};

static const struct option_spec decode_options[] = {
    {0, "plus", NULL, "decode \"+\" as a space, as in forms", OPTION_BIT,
     OPTION_TO(struct encode, options), .low = URIEL_DECODE_PLUS},
    {0, "lenient", NULL, "leave a \"%\" as it is that two hexadecimal\ndigits do not follow",
     OPTION_FLAG, OPTION_TO(struct encode, lenient)},
    {0}};

void encode_text(uriel_encode_for where, uriel_text text, unsigned options, struct buffer *out)
{
  size_t need;
  do
    need = uriel_encode(text.ptr, text.len, where, options, out->ptr, out->capacity);
  while (buffer_short(out, need));
}

/* Describes the text that was expected at the error. */
static const char *encode_expected(const uriel_error *error)
{
  if (error->code != URIEL_ERROR_ENCODING_NOT_ALLOWED)
    return "a character of ISO Latin 1, in UTF-8";
  return error->spec == URIEL_SPEC_URL_1994 ? "an alphanum2 or \":\"" : "an alphanum, \"-\" or \".\"";
}

static void encode_convert(void *context, const struct input *input, struct record *record)
{
  struct encode *const self = context;
  struct buffer *const out = &self->output;
  const uriel_text text = input->text;
  uriel_error error;
  size_t need;
  do
    need = uriel_encode_as(text.ptr, text.len, record->reading.spec, self->where, self->options,
                           out->ptr, out->capacity, &error);
  while (buffer_short(out, need));
  if (need != URIEL_FAILED) {
    record->values[TARGET_RESULT] = (uriel_text){out->ptr, out->len};
    return;
  }
  record_blame(record, &error, text);
  record->error.what = "not possible in a URL";
  record->error.expected = encode_expected(&error);
}

static void decode_convert(void *context, const struct input *input, struct record *record)
{
  struct encode *const self = context;
  struct buffer *const out = &self->output;
  const uriel_text text = input->text;
  uriel_error error;
  size_t need;
  do
    need = uriel_decode_as(text.ptr, text.len, record->reading.spec, self->options, out->ptr,
                           out->capacity, &error);
  while (buffer_short(out, need));
  if (error.code == URIEL_ERROR_NONE || self->lenient) {
    record->values[TARGET_RESULT] = (uriel_text){out->ptr, out->len};
    return;
  }
  record_blame(record, &error, text);
  record->error.what = "not percent-encoded text";
  record->error.expected = "a hexadecimal digit";
}

static void encode_begin(void *copy)
{
  struct encode *const self = copy;
  self->output = (struct buffer){0};
}

static void encode_end(void *copy)
{
  struct encode *const self = copy;
  buffer_free(&self->output);
}

static const struct stage encode_stage = {
    .help =
        {
            .usage = "encode [OPTION...] [TEXT...]",
            .about = "Percent-encodes each operand, or each line of standard input: in a whole\n"
                     "reference, the characters that no reference can have; in a text for a\n"
                     "component, the characters that the component cannot have. An existing \"%XX\"\n"
                     "stays, so that nothing is encoded twice.\n\n"
                     "Keys: input valid output.",
            .examples = "uriel encode 'http://example.com/\303\274 b'\n"
                        "uriel encode --component=path-segment 'a b/c'\n"
                        "uriel encode --component=query-value 'Tom & Jerry'",
        },
    .schema = &encode_schema,
    .options = encode_options,
    .spec = SPEC_FULL,
    .newer = NEWER_IRI,
    .convert = encode_convert,
    .size = sizeof(struct encode),
    .begin = encode_begin,
    .end = encode_end,
};

static const struct stage decode_stage = {
    .help =
        {
            .usage = "decode [OPTION...] [TEXT...]",
            .about = "Decodes every \"%XX\" of each operand, or of each line of standard input, once.\n"
                     "The result is bytes: it can hold line feeds (use -0 or --json) and need not\n"
                     "be UTF-8; a terminal is shown control characters as \\xNN.\n\n"
                     "Keys: input valid output, and those of an error (see uriel help check).",
            .examples = "uriel decode 'a%20b%2Fc'\n"
                        "uriel decode --plus 'Tom+%26+Jerry'",
        },
    .schema = &encode_schema,
    .options = decode_options,
    .spec = SPEC_FULL,
    .newer = NEWER_IRI,
    .convert = decode_convert,
    .size = sizeof(struct encode),
    .begin = encode_begin,
    .end = encode_end,
};

static int encode_run(const struct stage *stage, int argc, char **argv)
{
  struct encode self = {.where = URIEL_ENCODE_REFERENCE};
  const int status = stage_run(stage, &self, argc, argv);
  encode_end(&self);
  return status;
}

int cmd_encode(int argc, char **argv)
{
  return encode_run(&encode_stage, argc, argv);
}

int cmd_decode(int argc, char **argv)
{
  return encode_run(&decode_stage, argc, argv);
}
