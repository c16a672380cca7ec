/* SPDX-License-Identifier: MIT */
/* uriel filter: the references that an expression selects. */
#include <stdlib.h>

#include "cli/shared/cli.h"
#include "cli/shared/error.h"
#include "cli/shared/output.h"
#include "expression.h"
#include "parse.h"
#include "stage.h"

struct filter {
  struct parse parse;
  struct expression expression;
  struct buffer scratch;
};

/* Ends the program with a usage error that shows the place in the expression. */
static _Noreturn void filter_fail(const char *source, struct expression_error *error)
{
  const struct record_error shown = {.error = {.component = URIEL_PATH, /* mark all of its bytes */
                                               .offset = error->offset,
                                               .begin = error->offset,
                                               .length = error->length},
                                     .text = uriel_text_of(source),
                                     .within = URIEL_PATH,
                                     .what = "",
                                     .code = "expression",
                                     .message = error->message.ptr,
                                     .expected = error->expected};
  error_print("expression", &shown);
  output_text(&standard_error, "Try \"uriel help filter\".\n");
  output_flush_both();
  exit(STATUS_USAGE);
}

static const struct option_spec filter_options[] = {SUFFIX_OPTIONS(struct filter, parse.suffixes), {0}};

static enum stage_source filter_ready(void *context, const struct option_reader *reader,
                                      const struct reading *reading)
{
  struct filter *const self = context;
  struct expression_error error = {0};
  parse_reads(&self->parse, reader->command, reading);
  self->expression.suffixes = &self->parse.suffixes;
  if (!expression_compile(&self->expression, uriel_text_of(reader->first), &error))
    filter_fail(reader->first, &error);
  buffer_free(&error.message);
  return SOURCE_OPERANDS;
}

/* An invalid input has a result only if the expression asks for validity; then that decides. */
static void filter_convert(void *context, const struct input *input, struct record *record)
{
  struct filter *const self = context;
  parse_convert(&self->parse, input, record);
  if (record->invalid && !self->expression.asks_valid)
    return;
  const uriel_ref *const ref = record->invalid ? NULL : &record->ref;
  record->left_out = !expression_matches(&self->expression, ref, &self->scratch);
  record->kept = record->invalid && !record->left_out;
}

/* Lines that follow one another are printed as one text. */
static size_t filter_print(void *context, const uriel_ref *refs, size_t count)
{
  struct filter *const self = context;
  const char *begin = ""; /* there may be no row */
  const char *end = begin;
  size_t at = 0;
  for (; at < count && stage_is_reference(&refs[at]); at++) {
    const uriel_ref *const ref = &refs[at];
    if (!expression_matches(&self->expression, ref, &self->scratch))
      continue;
    if (ref->text != end) {
      output_put(&standard_out, begin, (size_t)(end - begin));
      begin = ref->text;
    }
    end = ref->text + ref->length + 1; /* after its line feed */
    if (end[-1] != '\n') {             /* or "\r\n", or the end of the text */
      output_put(&standard_out, begin, (size_t)(end - 1 - begin));
      output_char(&standard_out, '\n');
      begin = end;
    }
  }
  output_put(&standard_out, begin, (size_t)(end - begin));
  return at;
}

static stage_rows *filter_rows(const void *self, enum render_form form)
{
  (void)self;
  return form == RENDER_PLAIN ? filter_print : NULL;
}

static void filter_begin(void *copy)
{
  struct filter *const self = copy;
  parse_begin(&self->parse);
  self->scratch = (struct buffer){0};
}

static void filter_end(void *copy)
{
  struct filter *const self = copy;
  parse_end(&self->parse);
  buffer_free(&self->scratch);
}

static const struct stage filter_stage = {
    .help =
        {
            .usage = "filter [OPTION...] EXPRESSION [REFERENCE...]",
            .about =
                "Prints those operands, or lines of standard input, that an expression selects,\n"
                "unchanged and in order. An expression has conditions, \"and\", \"or\", \"not\"\n"
                "and parentheses:\n\n"
                "  KEY              the part is there\n"
                "  KEY == VALUE     !=; a VALUE with \"*\" or \"?\" is a pattern, but in quotation\n"
                "                   marks it is exact\n"
                "  KEY < NUMBER     <= > >=\n"
                "  KEY in VALUE     or in (VALUE, VALUE); ip in 10.0.0.0/8\n"
                "  KEY like VALUE   VALUE is a pattern also in quotation marks\n"
                "  query has NAME   the query has a parameter of that name\n"
                "  valid            the input is a reference\n\n"
                "Keys: reference scheme authority userinfo user password host host_unicode\n"
                "host_kind host_reversed site suffix ip port path path.N extension query\n"
                "query.NAME query_all.NAME params query_names fragment form surt length; man\n"
                "uriel lists them. \"port\" is also the default port\n"
                "of the scheme. Scheme and host match in any case. A condition on a part that\n"
                "is not there is false.\n\n"
                "An invalid input is an error and is left out; so are empty lines. The exit\n"
                "status does not depend on the selection. JSON and --tsv have the keys of\n"
                "uriel parse.",
            .examples = "uriel filter 'scheme == https and host in *.example.com' < urls.txt\n"
                        "uriel filter 'not extension in (jpg, png) and query has q' < urls.txt\n"
                        "uriel filter 'ip in (10.0.0.0/8, fc00::/7) or port < 1024' < urls.txt\n"
                        "uriel filter -s 'not valid' < urls.txt",
        },
    .options = filter_options,
    .first = "an expression, such as 'scheme == https'",
    .spec = SPEC_PREFIX,
    .lists = true,
    .ready = filter_ready,
    .convert = filter_convert,
    .size = sizeof(struct filter),
    .begin = filter_begin,
    .end = filter_end,
    .rows = filter_rows,
};

int cmd_filter(int argc, char **argv)
{
  struct filter self = {.scratch = {0}};
  struct stage stage = filter_stage;
  parse_init_list(&self.parse);
  stage.schema = &self.parse.schema;
  const int status = stage_run(&stage, &self, argc, argv);
  filter_end(&self);
  suffixes_free(&self.parse.suffixes);
  expression_free(&self.expression);
  return status;
}
