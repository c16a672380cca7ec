/* SPDX-License-Identifier: MIT */
/* uriel: the list of subcommands, and the program's entry point. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "stage.h"

struct command {
  const char *name;
  const char *summary;
  const struct stage *stage; /* NULL: `run` */
  int (*run)(int argc, char **argv);
};

/* In test variants all subcommands are in one program. */
#ifdef URIEL_WHOLE
#define COMMAND_OF_ITS_OWN(function) function
#else
#define COMMAND_OF_ITS_OWN(function) main_run_program

static const char *main_path; /* argv[0] */

/* Runs a program in the folder. Returns if it does not exist. */
static void main_run_in(const char *folder, const char *below, char **argv)
{
  char path[2 * PATH_MAX];
  snprintf(path, sizeof path, "%s/%s%s", folder, below, argv[0]);
  execv(path, argv);
  if (errno != ENOENT && errno != ENOTDIR)
    die(STATUS_IO, "cannot run %s: %s", path, strerror(errno));
}

/* Runs the subcommand's program: next to this program, where make install puts it, or in PATH. */
static int main_run_program(int argc, char **argv)
{
  char folder[PATH_MAX], name[32];
  const char *const command = argv[0];
  (void)argc;
  snprintf(name, sizeof name, "uriel-%s", command);
  argv[0] = name;
  const ssize_t len = readlink("/proc/self/exe", folder, PATH_MAX - 1);
  if (len < 0)
    snprintf(folder, sizeof folder, "%s", main_path);
  else
    folder[len] = '\0';
  char *const slash = strrchr(folder, '/'); /* the folder of this program's file, "" if it is unknown */
  *(slash ? slash : folder) = '\0';
  if (*folder) {
    main_run_in(folder, "", argv);
    main_run_in(folder, URIEL_LIBEXEC "/", argv);
  }
  execvp(name, argv);
  /* EACCES may refer only to a folder in PATH. */
  if (errno != ENOENT && errno != ENOTDIR && errno != EACCES)
    die(STATUS_IO, "cannot run %s: %s", name, strerror(errno));
  die(STATUS_IO,
      "cannot find %s, the program of \"uriel %s\": it is not beside uriel, in " URIEL_LIBEXEC
      " from there, or in PATH. \"make\" builds it, \"make install\" installs it",
      name, command);
}
#endif

#ifdef URIEL_HARVEST
#define COMMAND_OF_HARVEST(function) COMMAND_OF_ITS_OWN(function)
#else
#define COMMAND_OF_HARVEST(function) NULL
#endif

#define COMMAND(name, summary) {#name, summary, &name##_stage, NULL},
#define COMMAND_FUNCTION(name, summary) {#name, summary, NULL, cmd_##name},
#define COMMAND_OF_FIND(name, summary) {#name, summary, NULL, COMMAND_OF_ITS_OWN(cmd_##name)},
#define COMMAND_OF_DOCUMENTS(name, summary) {#name, summary, NULL, COMMAND_OF_HARVEST(cmd_##name)},

static const struct command commands[] = {
    CLI_COMMANDS(COMMAND, COMMAND_FUNCTION, COMMAND_OF_FIND, COMMAND_OF_DOCUMENTS)};
enum { COMMANDS = sizeof commands / sizeof *commands };

/* Runs the subcommand argv[0]. An unknown one ends the program. */
static int main_command(int argc, char **argv)
{
  const char *names[COMMANDS + 2] = {"help"};
  char hint[WORD_HINT];
  size_t i = 0;
  for (; i < COMMANDS && strcmp(commands[i].name, argv[0]) != 0; i++)
    names[i + 1] = commands[i].name;
  if (i == COMMANDS)
    die_usage(NULL, "unknown subcommand \"%s\"%s", argv[0],
              word_hint(hint, uriel_text_of(argv[0]), names));
  if (commands[i].stage)
    return stage_run(commands[i].stage, argc, argv);
  if (commands[i].run)
    return commands[i].run(argc, argv);
  message("this build does not include %s: run tools/setup harvest, which installs its packages, and "
          "build with cmake -DURIEL_HARVEST=ON",
          argv[0]);
  return STATUS_USAGE;
}

static void main_overview(void)
{
  const uriel_text usage = help_part("uriel", HELP_USAGE), about = help_part("uriel", HELP_ABOUT),
                   end = help_part("uriel", HELP_EXAMPLES);
  output_format(&standard_out, "Usage: uriel %.*s\n\n%.*s\n", (int)usage.len, usage.ptr, (int)about.len,
                about.ptr);
  for (size_t i = 0; i < COMMANDS; i++)
    output_format(&standard_out, "  %-10s %s\n", commands[i].name, commands[i].summary);
  output_format(&standard_out, "%.*s\n", (int)end.len, end.ptr);
}

/* `uriel help`, `uriel help NAME` (the same as `uriel NAME --help`), and `uriel help urn ACTION`. */
static int main_help(int argc, char **argv)
{
  if (argc < 2 || strcmp(argv[1], "help") == 0) {
    main_overview();
    return STATUS_OK;
  }
  char help[] = "--help";
  char *arguments[] = {argv[1], help, NULL, NULL};
  if (argc > 3 || (argc > 2 && strcmp(argv[1], "urn") != 0))
    die_usage(NULL, "help takes one subcommand");
  if (argc == 3) {
    arguments[1] = argv[2];
    arguments[2] = help;
  }
  return main_command(argc, arguments);
}

int main(int argc, char **argv)
{
  int status = STATUS_OK;
#ifndef URIEL_WHOLE
  main_path = argc > 0 ? argv[0] : "";
#endif
  output_start();
  if (argc < 2)
    die_usage(NULL, "a subcommand is missing");
  const char *const name = argv[1];
  if (strcmp(name, "help") == 0)
    status = main_help(argc - 1, argv + 1);
  else if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
    main_overview();
  else if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0)
    output_format(&standard_out, "uriel %s\n", uriel_version());
  else if (name[0] == '-')
    die_usage(NULL, "unknown option \"%s\"", name);
  else
    status = main_command(argc - 1, argv + 1);
  output_finish();
  return status;
}
