/* SPDX-License-Identifier: MIT */
/* The program, except that `uriel SUBCOMMAND --help` prints the option tables for tools/make-options.
 * Each line has fields separated by tabs; "\\n" in a field is a line feed:
 *
 *   about     TEXT
 *   option    LETTER NAME VALUE MANY EXCLUDES WORDS HELP
 *
 * WORDS are separated by spaces, EXCLUDES is a number of bits, an absent field is empty. */
#include <stdio.h>

#include "cli/shared/option.h"
#include "cli/shared/output.h"

static void dump_text(const char *text)
{
  for (; text && *text; text++)
    if (*text == '\n')
      output_text(&standard_out, "\\n");
    else
      output_char(&standard_out, *text);
}

static void dump_option(const struct option_spec *spec)
{
  output_text(&standard_out, "option\t");
  if (spec->letter)
    output_char(&standard_out, spec->letter);
  output_format(&standard_out, "\t%s\t%s\t%d\t%u\t", spec->name, spec->value ? spec->value : "",
                spec->many, spec->excludes);
  for (size_t i = 0; spec->words && spec->words[i]; i++)
    output_format(&standard_out, "%s%s", i ? " " : "", spec->words[i]);
  output_char(&standard_out, '\t');
  dump_text(spec->help);
  output_char(&standard_out, '\n');
}

void help_print(const struct option_reader *reader)
{
  const struct option_spec *spec;
  output_text(&standard_out, "about\t");
  const uriel_text about = help_part(reader->command, HELP_ABOUT);
  char text[4096];
  snprintf(text, sizeof text, "%.*s", (int)about.len, about.ptr);
  dump_text(text);
  output_char(&standard_out, '\n');
  for (size_t i = 0; (spec = option_numbered(reader, i)) != NULL; i++)
    dump_option(spec);
}
