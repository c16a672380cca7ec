/* SPDX-License-Identifier: MIT */
/* uriel: the list of subcommands, and what happens before one of them runs. */
#include <stdio.h>
#include <string.h>

#include "cli/shared/cli.h"
#include "cli/shared/option.h"
#include "cli/shared/output.h"
#include "uriel.h"

struct command {
  const char *name;
  const char *summary;
  int (*run)(int argc, char **argv);
};

#ifndef URIEL_HARVEST
static int main_without(const char *command)
{
  message("this build has no %s. To have it, run tools/setup harvest, which installs what it needs, and "
          "build with cmake -DURIEL_HARVEST=ON",
          command);
  return STATUS_USAGE;
}

int cmd_links(int argc, char **argv)
{
  (void)argc;
  return main_without(argv[0]);
}

int cmd_harvest(int argc, char **argv)
{
  (void)argc;
  return main_without(argv[0]);
}
#endif

static const struct command commands[] = {
    {"parse", "the components of references", cmd_parse},
    {"check", "which inputs are valid, and what is wrong with the others", cmd_check},
    {"lineage", "what every generation of the specification makes of them", cmd_lineage},
    {"resolve", "the target URIs of references against a base", cmd_resolve},
    {"relative", "the shortest references from a base to URIs", cmd_relative},
    {"normalize", "normal forms, to sort and deduplicate by", cmd_normalize},
    {"compare", "are two references equivalent, and by which rule", cmd_compare},
    {"encode", "percent-encode text for a component", cmd_encode},
    {"decode", "decode percent-encoded text", cmd_decode},
    {"build", "make a URI of components, or change components of URIs", cmd_build},
    {"schemes", "what schemes there are, and what their URIs say", cmd_schemes},
    {"plan", "what a client would do to fetch what URIs identify", cmd_plan},
    {"urn", "names: their parts, checks, equivalence, and where they resolve", cmd_urn},
    {"find", "references in running text", cmd_find},
    {"links", "the references of documents, each resolved against its base", cmd_links},
    {"harvest", "the references of documents into a database", cmd_harvest},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static const struct command *main_command(const char *name)
{
  for (size_t i = 0; i < COMMANDS; i++)
    if (strcmp(commands[i].name, name) == 0)
      return &commands[i];
  return NULL;
}

static _Noreturn void main_unknown(const char *name)
{
  const char *names[COMMANDS + 2] = {"help"};
  for (size_t i = 0; i < COMMANDS; i++)
    names[i + 1] = commands[i].name;
  const char *const near = nearest_word(name, names);
  if (near)
    die_usage(NULL, "unknown subcommand \"%s\": did you mean \"%s\"?", name, near);
  die_usage(NULL, "unknown subcommand \"%s\"", name);
}

static void main_overview(void)
{
  output_text(&standard_out,
              "Usage: uriel SUBCOMMAND [OPTION...] [OPERAND...]\n\n"
              "URIs, by RFC 3986 or a document before it: parsed, checked, resolved,\n"
              "normalised, compared, explained.\n\n"
              "Operands are the inputs; with none, each line of standard input is one, or of\n"
              "the file that -f names. Each input gives one record of output, in order; one\n"
              "that is not valid gives an empty record, and its error on standard error.\n\n"
              "Subcommands:\n");
  for (size_t i = 0; i < COMMANDS; i++)
    output_format(&standard_out, "  %-10s %s\n", commands[i].name, commands[i].summary);
  output_text(&standard_out,
              "  help       help on a subcommand: uriel help parse\n\n"
              "Options:\n"
              "  -h, --help     print this\n"
              "  -V, --version  print the version\n\n"
              "Exit status: 0 all well; 1 some input was not valid, or not equivalent; 2\n"
              "usage; 3 reading, writing or memory failed.\n");
}

/* `uriel help` and `uriel help NAME`, which is `uriel NAME --help`; `uriel help urn ACTION`. */
static int main_help(int argc, char **argv)
{
  if (argc < 2 || strcmp(argv[1], "help") == 0) {
    main_overview();
    return STATUS_OK;
  }
  const struct command *const command = main_command(argv[1]);
  char help[] = "--help";
  char *arguments[] = {argv[1], help, NULL, NULL};
  if (argc > 3 || (argc > 2 && strcmp(argv[1], "urn") != 0))
    die_usage(NULL, "help takes one subcommand");
  if (!command)
    main_unknown(argv[1]);
  if (argc == 3) {
    arguments[1] = argv[2];
    arguments[2] = help;
  }
  return command->run(argc, arguments);
}

static int main_dispatch(int argc, char **argv)
{
  if (argc < 2)
    die_usage(NULL, "a subcommand is missing");
  const char *const name = argv[1];
  if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
    main_overview();
    return STATUS_OK;
  }
  if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0) {
    output_format(&standard_out, "uriel %s\n", uriel_version());
    return STATUS_OK;
  }
  if (strcmp(name, "help") == 0)
    return main_help(argc - 1, argv + 1);
  const struct command *const command = main_command(name);
  if (!command && name[0] == '-')
    die_usage(NULL, "unknown option \"%s\"", name);
  if (!command)
    main_unknown(name);
  return command->run(argc - 1, argv + 1);
}

int main(int argc, char **argv)
{
  output_start();
  const int status = main_dispatch(argc, argv);
  output_finish();
  return status;
}
