/* SPDX-License-Identifier: MIT */
/* uriel resolve: the target URIs of references against a base (RFC 3986, 5.2). */
#include "cli.h"
#include "filter.h"
#include "target.h"

static const struct column resolve_columns[] = TARGET_COLUMNS_OF("target", COLUMN_REFERENCE);
static const struct schema resolve_schema = {resolve_columns, TARGET_COLUMNS, TARGET_RESULT, false};

enum resolve_option_id { RESOLVE_BASE = FILTER_OPTION, RESOLVE_LENIENT, RESOLVE_DOTS };

static const struct option_spec resolve_options[] = {
    {RESOLVE_BASE, 'b', "base", "URI", "the base URI, which must have a scheme"},
    {RESOLVE_LENIENT, 0, "lenient", NULL,
     "pass over a scheme that is the base's own:\n\"http:g\" is read as \"g\" (RFC 3986, 5.2.2)"},
    {RESOLVE_DOTS, 0, "dots", "WHAT",
     "what to do with \"..\" above the root where the\ndocument leaves a choice; RFC 3986 leaves "
     "none:\nonly drop, the default"},
    SPEC_OPTION,
    {0}};

struct resolve {
  const char *base_text;
  uriel_ref base;
  unsigned options;
  struct buffer target;
};

static void resolve_option(void *context, const struct option_reader *reader, int id)
{
  static const char *const dots[] = {"drop", NULL};
  struct resolve *const self = context;
  if (id == RESOLVE_BASE)
    self->base_text = reader->value;
  else if (id == RESOLVE_LENIENT)
    self->options |= URIEL_RESOLVE_LENIENT;
  else if (id == RESOLVE_DOTS)
    (void)option_word(reader, dots);
  else
    spec_option(reader);
}

static enum filter_source resolve_ready(void *context, const struct option_reader *reader)
{
  struct resolve *const self = context;
  base_read(reader->command, self->base_text, &self->base);
  return SOURCE_OPERANDS;
}

static void resolve_convert(void *context, const struct input *input, struct record *record)
{
  struct resolve *const self = context;
  struct buffer *const out = &self->target;
  uriel_ref ref;
  size_t need;
  if (!record_parse(record, &ref, input->text))
    return;
  do
    need = uriel_resolve(&self->base, &ref, self->options, out->ptr, out->capacity, NULL);
  while (buffer_short(out, need));
  record->values[TARGET_RESULT] = (uriel_text){out->ptr, out->len};
}

static const struct filter resolve_filter = {
    .help =
        {
            .usage = "resolve -b BASE [OPTION...] [REFERENCE...]",
            .about = "Resolves each operand, or each line of standard input, against a base URI and\n"
                     "prints the target (RFC 3986, 5.2).\n\n"
                     "Keys: input valid target, and those of a fault (see uriel help check).",
            .examples = "uriel resolve -b http://a/b/c/d ../g '?y' '#s'\n"
                        "uriel resolve -b https://example.com/docs/ < links.txt",
        },
    .schema = &resolve_schema,
    .options = resolve_options,
    .option = resolve_option,
    .ready = resolve_ready,
    .convert = resolve_convert,
};

int cmd_resolve(int argc, char **argv)
{
  struct resolve self = {0};
  const int status = filter_run(&resolve_filter, &self, argc, argv);
  buffer_free(&self.target);
  return status;
}
