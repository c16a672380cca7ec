/* SPDX-License-Identifier: MIT */
/* The help of a subcommand, on standard output, made from its option tables. */
#include <stdio.h>
#include <string.h>

#include "option.h"
#include "output.h"
#include "reading.h"
#include "uriel_scheme.h"

enum { HELP_COLUMN = 24 }; /* where an option's explanation begins */

/* Prints each line, after `before` unless it is empty. */
static void help_lines(const char *before, uriel_text lines)
{
  uriel_text line;
  while (uriel_list_next(&lines, &line, '\n')) {
    if (line.len)
      output_text(&standard_out, before);
    output_put(&standard_out, line.ptr, line.len);
    output_char(&standard_out, '\n');
  }
}

/* Whether the build does what the example shows: it reads the older documents, and its options are in
 * the help. */
static bool help_is_possible(const struct option_reader *reader, uriel_text example)
{
  const struct option_spec *spec;
  char name[32];
  bool possible = reading_has_historic() || !memmem(example.ptr, example.len, "--spec=", 7);
  for (size_t i = 0; possible && (spec = option_numbered(reader, i)) != NULL; i++) {
    snprintf(name, sizeof name, " --%s", spec->name);
    possible = spec->help || !memmem(example.ptr, example.len, name, strlen(name));
  }
  return possible;
}

void help_print(const struct option_reader *reader)
{
  uriel_text usage = help_part(reader->command, HELP_USAGE), line;
  uriel_text examples = help_part(reader->command, HELP_EXAMPLES);
  const struct option_spec *spec;
  const char *before = "Usage: ";
  for (; uriel_list_next(&usage, &line, '\n'); before = "       ")
    output_format(&standard_out, "%suriel %.*s\n", before, (int)line.len, line.ptr);
  output_char(&standard_out, '\n');
  help_lines("", help_part(reader->command, HELP_ABOUT));
  if (reader->note)
    output_format(&standard_out, "\n%s\n", reader->note);
  output_text(&standard_out, "\nOptions:\n");
  for (size_t i = 0; (spec = option_numbered(reader, i)) != NULL; i++) {
    if (!spec->help)
      continue;
    if (spec->title)
      output_format(&standard_out, "\n%s:\n", spec->title);
    /* "  -b, --base=URI" or "      --wait[=SECONDS]", and its explanation in a column of its own. */
    char name[128];
    const char letter[] = {'-', spec->letter, ',', '\0'};
    const bool optional = spec->value && *spec->value == '[';
    const size_t first = strcspn(spec->help, "\n");
    const int len =
        snprintf(name, sizeof name, "  %s --%s%s%s", spec->letter ? letter : "   ", spec->name,
                 spec->value ? (optional ? "[=" : "=") : "", spec->value ? spec->value + optional : "");
    if (len + 2 > HELP_COLUMN)
      output_format(&standard_out, "%s\n%*s", name, HELP_COLUMN, "");
    else
      output_format(&standard_out, "%-*s", HELP_COLUMN, name);
    output_format(&standard_out, "%.*s\n", (int)first, spec->help);
    if (spec->help[first])
      help_lines("                        ", uriel_text_of(spec->help + first + 1));
  }
  if (examples.len)
    output_text(&standard_out, "\nExamples:\n");
  while (uriel_list_next(&examples, &line, '\n'))
    if (help_is_possible(reader, line))
      output_format(&standard_out, "  %.*s\n", (int)line.len, line.ptr);
}
