/* SPDX-License-Identifier: MIT */
/* The help of a subcommand, on standard output, made from its option tables. */
#include <string.h>

#include "option.h"
#include "output.h"
#include "reading.h"

enum { HELP_COLUMN = 24 }; /* where an option's explanation begins */

/* Each line of `lines` after `indent` spaces. */
static void help_lines(const char *lines, size_t indent)
{
  while (*lines) {
    const size_t len = strcspn(lines, "\n");
    for (size_t i = 0; i < indent && len; i++)
      output_char(&standard_out, ' ');
    output_put(&standard_out, lines, len);
    output_char(&standard_out, '\n');
    lines += len + (lines[len] == '\n');
  }
}

/* Examples of the older documents only in a build that reads them. */
static void help_examples(const char *examples)
{
  while (*examples) {
    const size_t len = strcspn(examples, "\n");
    const char *const spec = strstr(examples, "--spec=");
    if (reading_has_historic() || !spec || spec > examples + len)
      output_format(&standard_out, "  %.*s\n", (int)len, examples);
    examples += len + (examples[len] == '\n');
  }
}

/* "  -b, --base=URI" or "      --wait[=SECONDS]", and how many columns that took. */
static size_t help_option_name(const struct option_spec *spec)
{
  const char letter[] = {'-', spec->letter, '\0'};
  const char *const comma = spec->letter ? ", " : "";
  const bool optional = spec->value && *spec->value == '[';
  const char *const equals = spec->value ? (optional ? "[=" : "=") : "";
  const char *const value = spec->value ? spec->value + optional : "";
  output_format(&standard_out, "  %s%s%s%s%s%s", spec->letter ? letter : "    ", comma, "--", spec->name,
                equals, value);
  return (spec->letter ? 4U : 6U) + strlen(comma) + 2 + strlen(spec->name) + strlen(equals) +
         strlen(value);
}

static void help_option(const struct option_spec *spec)
{
  size_t column = help_option_name(spec);
  if (column + 2 > HELP_COLUMN) {
    output_char(&standard_out, '\n');
    column = 0;
  }
  for (; column < HELP_COLUMN; column++)
    output_char(&standard_out, ' ');
  const size_t first = strcspn(spec->help, "\n");
  output_put(&standard_out, spec->help, first);
  output_char(&standard_out, '\n');
  if (spec->help[first])
    help_lines(spec->help + first + 1, HELP_COLUMN);
}

static void help_usage(const char *usage)
{
  const char *before = "Usage: ";
  while (*usage) {
    const size_t len = strcspn(usage, "\n");
    output_format(&standard_out, "%suriel %.*s\n", before, (int)len, usage);
    usage += len + (usage[len] == '\n');
    before = "       ";
  }
}

void help_print(const struct option_reader *reader)
{
  const struct help *const help = reader->help;
  const struct option_spec *spec;
  help_usage(help->usage);
  output_char(&standard_out, '\n');
  help_lines(help->about, 0);
  output_text(&standard_out, "\nOptions:\n");
  for (size_t i = 0; (spec = option_numbered(reader, i)) != NULL; i++)
    if (spec->help)
      help_option(spec);
  if (help->examples) {
    output_text(&standard_out, "\nExamples:\n");
    help_examples(help->examples);
  }
}
