/* SPDX-License-Identifier: MIT */
/* uriel relative: the shortest references that resolve to the same URIs against a base. */
#include <string.h>

#include "cli/shared/cli.h"
#include "stage.h"

static const struct column relative_columns[] = TARGET_COLUMNS_OF("target", COLUMN_REFERENCE);
static const struct schema relative_schema = {
    .columns = relative_columns, .count = TARGET_COLUMNS, .plain = TARGET_RESULT, TARGET_KEYS};

struct relative {
  const char *base_text;
  uriel_ref base;
};

static const struct option_spec relative_options[] = {
    {'b', "base", "URI", "the base URI; it must have a scheme", OPTION_STRING,
     OPTION_TO(struct relative, base_text)},
    {0}};

static enum stage_source relative_ready(void *context, const struct option_reader *reader,
                                        const struct reading *reading)
{
  struct relative *const self = context;
  base_read(reader->command, self->base_text, reading, &self->base);
  return SOURCE_OPERANDS;
}

/* A relative reference stays unchanged: without a scheme it is not a target. */
static size_t relative_write(const void *context, const uriel_ref *ref, char *out, size_t capacity)
{
  const struct relative *const self = context;
  if (uriel_scheme(ref).ptr)
    return uriel_relative(&self->base, ref, out, capacity, NULL);
  if (ref->length <= capacity)
    memcpy(out, ref->text, ref->length);
  return ref->length;
}

static const struct stage relative_stage = {
    .help =
        {
            .usage = "relative -b BASE [OPTION...] [URI...]",
            .about = "Prints, for each operand or each line of standard input, the shortest\n"
                     "reference that resolves against the base to the same URI: the inverse of\n"
                     "uriel resolve. A URI without a relative form, and a relative reference, are\n"
                     "printed unchanged. For the base itself the result is the empty reference, an\n"
                     "empty line: uriel resolve --empty=reference reads it back.\n\n"
                     "Keys: input valid target, and those of an error (see uriel help check).",
            .examples = "uriel relative -b http://a/b/c/d http://a/b/g http://a/b/c/d?y",
        },
    .schema = &relative_schema,
    .options = relative_options,
    .spec = SPEC_PARTIAL,
    .newer = NEWER_IRI,
    .ready = relative_ready,
    .write = relative_write,
    .size = sizeof(struct relative),
};

int cmd_relative(int argc, char **argv)
{
  struct relative self = {0};
  return stage_run(&relative_stage, &self, argc, argv);
}
