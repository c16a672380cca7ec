/* SPDX-License-Identifier: MIT */
/* The programs of subcommands. */
#ifndef URIEL_CLI_EXEC_H
#define URIEL_CLI_EXEC_H

/* Becomes the program argv[0], such as "uriel-find": the one next to this program, where make install
 * puts it, or in PATH. Ends the process if no such program exists. `self` is the path of this program as
 * it was called, or "". */
_Noreturn void program_run(char **argv, const char *self);

#endif
