/* SPDX-License-Identifier: MIT */
/* Exit statuses, messages, the progress line and the list of subcommands. */
#ifndef URIEL_CLI_H
#define URIEL_CLI_H

#include <stdbool.h>

#include "uriel.h"

enum cli_status {
  STATUS_OK = 0,
  STATUS_INVALID = 1, /* some input was not valid; compare: not equivalent */
  STATUS_USAGE = 2,
  STATUS_IO = 3,     /* reading, writing, memory or the network failed */
  STATUS_ABSENT = 4, /* get: the server does not have it */
  STATUS_REFUSED = 5 /* get: the server or the policy refuses it */
};

/* The subcommands: NAME, SUMMARY. X: the stage NAME_stage (stage.h). The others are functions, which get
 * the name as argv[0] and return an exit status; the last five are in programs of their own, which
 * `uriel` runs or, with URIEL_WHOLE, has itself: links only with URIEL_LINKS, harvest only with
 * URIEL_HARVEST, get only with URIEL_GET, gateway only with URIEL_GATEWAY. */
#define CLI_COMMANDS(X, FUNCTION, OWN, LINKS, HARVEST, GET, GATEWAY)                                    \
  X(parse, "the components of references")                                                              \
  X(check, "which inputs are valid, and the errors of the others")                                      \
  X(filter, "select references with an expression")                                                     \
  X(lint, "report unsafe or misleading references, and bad practice")                                   \
  X(lineage, "what every generation of the specification makes of them")                                \
  X(agree, "whether programs see the same host and port in URLs")                                       \
  X(guard, "whether a server may fetch URLs for a stranger")                                            \
  X(resolve, "the target URIs of references against a base")                                            \
  X(relative, "the shortest references from a base to URIs")                                            \
  X(normalize, "normal forms, to sort and deduplicate by")                                              \
  X(clean, "normalise a list, without invalid lines and duplicates")                                    \
  X(sort, "sort references by host, path, site, ...")                                                   \
  X(count, "count references by host, site, extension, ...")                                            \
  X(sample, "choose references at random")                                                              \
  X(compare, "whether two references are equivalent")                                                   \
  X(encode, "percent-encode text for a component")                                                      \
  X(decode, "decode percent-encoded text")                                                              \
  X(build, "make a URI from components, or change components of URIs")                                  \
  X(edit, "change components, parameters and other parts of URIs")                                      \
  X(schemes, "the known schemes, and the parts of their URIs")                                          \
  X(functions, "every function of a reference: its arguments and its result")                           \
  X(plan, "what a client would do to fetch what URIs identify")                                         \
  FUNCTION(redact, "text without the secrets of its URLs")                                              \
  FUNCTION(urn, "names: their parts, checks, equivalence, and where they resolve")                      \
  X(wrap, "write references into text: <URL:...>, folded")                                              \
  OWN(find, "references in running text")                                                               \
  LINKS(links, "the references of documents, each resolved against its base")                           \
  HARVEST(harvest, "the references of documents into a database")                                       \
  GET(get, "retrieve what URIs identify: https, ftp, gopher, news, ...")                                \
  GATEWAY(gateway, "serve what ftp, gopher, news and other URIs identify to browsers")

#define CLI_STAGE(name, summary) extern const struct stage name##_stage;
#define CLI_FUNCTION(name, summary) int cmd_##name(int argc, char **argv);
CLI_COMMANDS(CLI_STAGE, CLI_FUNCTION, CLI_FUNCTION, CLI_FUNCTION, CLI_FUNCTION, CLI_FUNCTION,
             CLI_FUNCTION)

/* Prints "uriel: MESSAGE" and a line feed on standard error, after flushing standard output. Control
 * characters and bytes that are not UTF-8 are printed as \xNN, so that arguments can be quoted
 * safely. */
void message(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Like message(), then exits with `status`. */
_Noreturn void die(enum cli_status status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void die_wrong(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2))); /* usage */
void die_io(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2))); /* for base_die */
_Noreturn void die_memory(void); /* "out of memory", STATUS_IO */

/* "uriel COMMAND: MESSAGE", a line that names `uriel help COMMAND`, STATUS_USAGE. COMMAND may be NULL.
 */
_Noreturn void die_usage(const char *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Returns ": did you mean \"WORD\"?", with the word of the list that is nearest to the wrong one, or "".
 */
enum { WORD_HINT = 64 };
const char *word_hint(char out[WORD_HINT], uriel_text wrong, const char *const *words);

/* Returns the word of `words` that means what another tool calls `word`, or NULL. */
const char *word_synonym(const char *word, const char *const *words);

/* The progress line on standard error: only if standard error is a terminal and standard output is not,
 * and the work lasts over a second. */
struct progress {
  bool possible;
  bool visible;
  double start; /* seconds of the monotonic clock */
  double last;
};

/* `beside_output`: draw also if standard output is a terminal (the caller prints nothing there
 * meanwhile). */
void progress_start(struct progress *progress, bool beside_output);

/* Whether it is time to draw: cheap enough for every few hundred records. */
bool progress_due(struct progress *progress);

double progress_seconds(const struct progress *progress);

/* Draws the line in place of the one before, cut to the terminal's width. */
void progress_draw(struct progress *progress, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Removes it: call this before printing anything else on standard error, and at the end. */
void progress_clear(struct progress *progress);

/* "1.5 MB", "12 B" (powers of 1000) into `out`; returns `out`. */
const char *progress_bytes(double bytes, char out[16]);

#endif
