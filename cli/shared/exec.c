/* SPDX-License-Identifier: MIT */
#include "exec.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

/* Becomes a program in the folder. Returns if it does not exist. */
static void program_run_in(const char *folder, const char *below, char **argv)
{
  char path[2 * PATH_MAX];
  snprintf(path, sizeof path, "%s/%s%s", folder, below, argv[0]);
  execv(path, argv);
  if (errno != ENOENT && errno != ENOTDIR)
    die(STATUS_IO, "cannot run %s: %s", path, strerror(errno));
}

void program_run(char **argv, const char *self)
{
  char folder[PATH_MAX];
  const ssize_t len = readlink("/proc/self/exe", folder, PATH_MAX - 1);
  if (len < 0)
    snprintf(folder, sizeof folder, "%s", self);
  else
    folder[len] = '\0';
  char *const slash = strrchr(folder, '/'); /* the folder of this program's file, "" if it is unknown */
  *(slash ? slash : folder) = '\0';
  if (*folder) {
    program_run_in(folder, "", argv);
    program_run_in(folder, URIEL_LIBEXEC "/", argv);
  }
  execvp(argv[0], argv);
  /* EACCES may refer only to a folder in PATH. */
  if (errno != ENOENT && errno != ENOTDIR && errno != EACCES)
    die(STATUS_IO, "cannot run %s: %s", argv[0], strerror(errno));
  die(STATUS_IO,
      "cannot find %s, the program of \"uriel %s\": it is not beside uriel, in " URIEL_LIBEXEC
      " from there, or in PATH. \"make\" builds it, \"make install\" installs it",
      argv[0], argv[0] + strcspn(argv[0], "-") + 1);
}
