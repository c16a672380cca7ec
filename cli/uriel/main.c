/* SPDX-License-Identifier: MIT */
/* uriel: the list of subcommands, and the program's entry point. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/full.h"
#include "cli/shared/exec.h"
#include "stage.h"

struct command {
  const char *name;
  const char *summary;
  const struct stage *stage; /* NULL: `run` */
  int (*run)(int argc, char **argv);
};

/* In test variants, and without libraries, all subcommands are in one program. */
#ifdef URIEL_WHOLE
#define COMMAND_OF_ITS_OWN(function) function
#else
#define COMMAND_OF_ITS_OWN(function) main_run_program

static const char *main_path; /* argv[0] */

/* Runs the subcommand's program. */
static int main_run_program(int argc, char **argv)
{
  char name[32];
  (void)argc;
  snprintf(name, sizeof name, "uriel-%s", argv[0]);
  argv[0] = name;
  program_run(argv, main_path);
}
#endif

#ifdef URIEL_LINKS
#define COMMAND_OF_LINKS(function) COMMAND_OF_ITS_OWN(function)
#else
#define COMMAND_OF_LINKS(function) NULL
#endif

#ifdef URIEL_HARVEST
#define COMMAND_OF_HARVEST(function) COMMAND_OF_ITS_OWN(function)
#else
#define COMMAND_OF_HARVEST(function) NULL
#endif

#ifdef URIEL_GET
#define COMMAND_OF_GET(function) COMMAND_OF_ITS_OWN(function)
#else
#define COMMAND_OF_GET(function) NULL
#endif

#ifdef URIEL_GATEWAY
#define COMMAND_OF_GATEWAY(function) COMMAND_OF_ITS_OWN(function)
#else
#define COMMAND_OF_GATEWAY(function) NULL
#endif

#define COMMAND(name, summary) {#name, summary, &name##_stage, NULL},
#define COMMAND_FUNCTION(name, summary) {#name, summary, NULL, cmd_##name},
#define COMMAND_OF_FIND(name, summary) {#name, summary, NULL, COMMAND_OF_ITS_OWN(cmd_##name)},
#define COMMAND_OF_DOCUMENTS(name, summary) {#name, summary, NULL, COMMAND_OF_LINKS(cmd_##name)},
#define COMMAND_OF_DATABASE(name, summary) {#name, summary, NULL, COMMAND_OF_HARVEST(cmd_##name)},
#define COMMAND_OF_NETWORK(name, summary) {#name, summary, NULL, COMMAND_OF_GET(cmd_##name)},
#define COMMAND_OF_SERVER(name, summary) {#name, summary, NULL, COMMAND_OF_GATEWAY(cmd_##name)},

static const struct command commands[] = {CLI_COMMANDS(COMMAND, COMMAND_FUNCTION, COMMAND_OF_FIND,
                                                       COMMAND_OF_DOCUMENTS, COMMAND_OF_DATABASE,
                                                       COMMAND_OF_NETWORK, COMMAND_OF_SERVER)};
enum { COMMANDS = sizeof commands / sizeof *commands };

/* Names of subcommands in other tools, separated by spaces, and the command to use here. */
static const struct {
  const char *words;
  const char *use;
} main_verbs[] = {
    {"validate verify valid isvalid is-valid", "uriel check"},
    {"audit inspect-security safe secure", "uriel lint"},
    {"info show inspect split urlparse urlsplit components fields", "uriel parse"},
    {"explain why history", "uriel lineage, or uriel check, which explains errors"},
    {"format print convert transform", "uriel parse --format, or uriel normalize"},
    {"host hosts domain domains site tld suffix ip",
     "uriel parse --format={site}, or uriel count --by=site"},
    {"dedupe dedup deduplicate uniq unique cleanup tidy", "uriel clean"},
    {"repair fix sanitize sanitise fixup", "uriel clean"},
    {"canonicalize canonicalise canonical norm", "uriel normalize"},
    {"grep select match where query", "uriel filter"},
    {"extract extract-urls scan search urls", "uriel find in text, uriel links in documents"},
    {"extract-links hrefs link anchors crawl spider",
     "uriel links, or uriel harvest, which writes a database"},
    {"check-links checklinks linkcheck broken lychee", "uriel links --check"},
    {"mask censor scrub anonymize anonymise secrets", "uriel redact"},
    {"join urljoin absolute absolutize expand", "uriel resolve"},
    {"relativize relativise", "uriel relative"},
    {"diff cmp equal equals same equivalent", "uriel compare"},
    {"group stats statistics histogram tally freq summarize top", "uriel count"},
    {"order rank", "uriel sort"},
    {"head tail random shuf shuffle pick", "uriel sample, which chooses references at random"},
    {"escape quote urlencode percent-encode", "uriel encode"},
    {"idna idn punycode toascii tounicode",
     "uriel encode --component=host, or uriel decode --component=host"},
    {"surt", "uriel parse --format={surt}"},
    {"slug filename basename", "uriel parse --format={path.-1:filename}"},
    {"unescape unquote urldecode percent-decode", "uriel decode"},
    {"create make new compose unsplit urlunparse", "uriel build"},
    {"set append add remove delete strip replace rewrite change modify update trurl", "uriel edit"},
    {"fetch curl wget open request download", "uriel get; uriel plan shows what it sends"},
    {"serve server proxy httpd", "uriel gateway"},
    {"ports registry", "uriel schemes"},
    {"isbn issn doi", "uriel urn"},
};

/* Returns the command to use for that word, or NULL. */
static const char *main_verb(const char *word)
{
  uriel_text one;
  for (size_t i = 0; i < sizeof main_verbs / sizeof *main_verbs; i++) {
    uriel_text rest = uriel_text_of(main_verbs[i].words);
    while (uriel_list_next(&rest, &one, ' '))
      if (text_is(one, word))
        return main_verbs[i].use;
  }
  return NULL;
}

static _Noreturn void main_unknown(const char *word)
{
  const char *names[COMMANDS + 2] = {"help"};
  char hint[WORD_HINT];
  const char *const use = main_verb(word);
  for (size_t i = 0; i < COMMANDS; i++)
    names[i + 1] = commands[i].name;
  if (use)
    die_usage(NULL, "unknown subcommand \"%s\": use %s", word, use);
  if (strpbrk(word, ":./"))
    die_usage(NULL, "unknown subcommand \"%s\": a subcommand comes before a %s", word,
              access(word, F_OK) == 0 ? "file, as in uriel check -f FILE"
                                      : "reference, as in uriel parse");
  die_usage(NULL, "unknown subcommand \"%s\"%s", word, word_hint(hint, uriel_text_of(word), names));
}

/* Returns the arguments, or, for `uriel compare --fetched`, which asks the network, the arguments of
 * `uriel get compare --fetched`. */
static char **main_arguments(int *argc, char **argv)
{
  static char get[] = "get", **arguments; /* which stay */
  int at = 1;
  while (at < *argc && strcmp(argv[at], "--fetched") != 0 && strcmp(argv[at], "--") != 0)
    at++;
  if (strcmp(argv[0], "compare") != 0 || at >= *argc || strcmp(argv[at], "--fetched") != 0)
    return argv;
  const size_t before = (size_t)at, after = (size_t)(*argc - at); /* the second with the NULL */
  arguments = calloc(before + after + 2, sizeof *arguments);
  if (!arguments)
    die_memory();
  arguments[0] = get;
  arguments[1] = argv[0];
  arguments[2] = argv[at];
  memcpy(arguments + 3, argv + 1, (before - 1) * sizeof *argv);
  memcpy(arguments + 2 + before, argv + at + 1, after * sizeof *argv);
  ++*argc;
  return arguments;
}

/* Runs the subcommand argv[0]. An unknown one ends the program. */
static int main_command(int argc, char **argv)
{
  size_t i = 0;
  while (i < COMMANDS && strcmp(commands[i].name, argv[0]) != 0)
    i++;
  if (i == COMMANDS)
    main_unknown(argv[0]);
  if (commands[i].stage)
    return stage_run(commands[i].stage, argc, argv);
  if (commands[i].run)
    return commands[i].run(argc, argv);
  message("this build does not include %s: it needs " FULL_URIEL, argv[0]);
  return STATUS_USAGE;
}

static bool main_has(const struct command *command)
{
  return command->stage || command->run;
}

static void main_overview(void)
{
  const uriel_text usage = help_part("uriel", HELP_USAGE), about = help_part("uriel", HELP_ABOUT),
                   end = help_part("uriel", HELP_EXAMPLES);
  output_format(&standard_out, "Usage: uriel %.*s\n\n%.*s\n", (int)usage.len, usage.ptr, (int)about.len,
                about.ptr);
  for (size_t i = 0; i < COMMANDS; i++)
    output_format(&standard_out, "  %-10s %s\n", commands[i].name,
                  main_has(&commands[i]) ? commands[i].summary : "not in this build");
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
  else {
    int count = argc - 1;
    argv = main_arguments(&count, argv + 1);
    status = main_command(count, argv);
  }
  output_finish();
  return status;
}
