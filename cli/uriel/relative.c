/* SPDX-License-Identifier: MIT */
/* uriel relative: the shortest references that lead from a base back to the same URIs. */
#include "cli/shared/cli.h"
#include "filter.h"
#include "rows.h"
#include "target.h"

static const struct column relative_columns[] = TARGET_COLUMNS_OF("target", COLUMN_REFERENCE);
static const struct schema relative_schema = {
    .columns = relative_columns, .count = TARGET_COLUMNS, .plain = TARGET_RESULT};

enum relative_option_id { RELATIVE_BASE = FILTER_OPTION };

static const struct option_spec relative_options[] = {
    {RELATIVE_BASE, 'b', "base", "URI", "the base URI, which must have a scheme"}, {0}};

struct relative {
  const char *base_text;
  uriel_ref base;
  struct buffer target;
};

static void relative_option(void *context, const struct option_reader *reader, int id)
{
  struct relative *const self = context;
  if (id == RELATIVE_BASE)
    self->base_text = reader->value;
}

static enum filter_source relative_ready(void *context, const struct option_reader *reader,
                                         const struct reading *reading)
{
  struct relative *const self = context;
  base_read(reader->command, self->base_text, reading, &self->base);
  return SOURCE_OPERANDS;
}

/* What is a relative reference already stays as it is: without a scheme it is no target yet. */
static void relative_convert(void *context, const struct input *input, struct record *record)
{
  struct relative *const self = context;
  struct buffer *const out = &self->target;
  uriel_ref ref;
  size_t need;
  if (!record_parse(record, &ref, input->text))
    return;
  record->values[TARGET_RESULT] = input->text;
  if (!uriel_scheme(&ref).ptr)
    return;
  do
    need = uriel_relative(&self->base, &ref, out->ptr, out->capacity);
  while (buffer_short(out, need));
  record->values[TARGET_RESULT] = (uriel_text){out->ptr, out->len};
}

/* What is a relative reference already is left to convert. */
static size_t relative_write(const void *context, const uriel_ref *ref, char *out, size_t capacity)
{
  const struct relative *const self = context;
  return ref->scheme_end ? uriel_relative(&self->base, ref, out, capacity) : URIEL_FAILED;
}

static size_t relative_print(void *context, const uriel_ref *refs, size_t count)
{
  return rows_print(context, relative_write, refs, count);
}

static filter_rows *relative_rows(enum render_form form, bool quiet)
{
  return form == RENDER_PLAIN && !quiet ? relative_print : NULL;
}

static void relative_begin(void *copy)
{
  struct relative *const self = copy;
  self->target = (struct buffer){0};
}

static void relative_end(void *copy)
{
  struct relative *const self = copy;
  buffer_free(&self->target);
}

static const struct filter relative_filter = {
    .help =
        {
            .usage = "relative -b BASE [OPTION...] [URI...]",
            .about = "Prints, for each operand or each line of standard input, the shortest\n"
                     "reference that resolves against the base to the same URI: the inverse of\n"
                     "uriel resolve. A URI that has no relative form is printed as it is, and so\n"
                     "is what is a relative reference already. Of the base itself it is the empty\n"
                     "reference, an empty line: uriel resolve --empty=reference reads that back.\n\n"
                     "Keys: input valid target, and those of an error (see uriel help check).",
            .examples = "uriel relative -b http://a/b/c/d http://a/b/g http://a/b/c/d?y",
        },
    .schema = &relative_schema,
    .options = relative_options,
    .spec = SPEC_PARTIAL,
    .option = relative_option,
    .ready = relative_ready,
    .convert = relative_convert,
    .size = sizeof(struct relative),
    .begin = relative_begin,
    .end = relative_end,
    .rows = relative_rows,
};

int cmd_relative(int argc, char **argv)
{
  struct relative self = {0};
  const int status = filter_run(&relative_filter, &self, argc, argv);
  relative_end(&self);
  return status;
}
