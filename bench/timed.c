/* SPDX-License-Identifier: MIT */
/* uriel-timed FILE COMMAND...: runs a command and writes one line to FILE: wall-clock seconds, processor
 * seconds, and peak memory in bytes. The processor time includes the command's descendants, and the
 * memory is the peak of one process. It is a small separate program because the system's peak memory of
 * a process includes the memory of its parent at the start. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double timed_now(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static double timed_seconds(struct timeval time)
{
  return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

static _Noreturn void timed_die(const char *what)
{
  fprintf(stderr, "uriel-timed: %s: %s\n", what, strerror(errno));
  exit(127);
}

/* Waits for the command, and then for the descendants that outlive it: Spark's Java does. Returns the
 * time of the command's end. */
static double timed_wait(pid_t child, int *status)
{
  double end = 0;
  for (;;) {
    int of_any;
    const pid_t ended = wait(&of_any);
    if (ended < 0 && errno == ECHILD)
      return end;
    if (ended < 0 && errno != EINTR)
      timed_die("wait");
    if (ended == child) {
      *status = of_any;
      end = timed_now();
    }
  }
}

int main(int argc, char **argv)
{
  struct rusage usage;
  int status = 0;
  if (argc < 3) {
    fputs("usage: uriel-timed FILE COMMAND...\n", stderr);
    return 2;
  }
  FILE *const out = fopen(argv[1], "we");
  if (!out)
    timed_die(argv[1]);
  if (prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0)
    timed_die("prctl");
  const double begin = timed_now();
  const pid_t child = fork();
  if (child < 0)
    timed_die("fork");
  if (child == 0) {
    execvp(argv[2], argv + 2);
    timed_die(argv[2]);
  }
  const double seconds = timed_wait(child, &status) - begin;
  if (getrusage(RUSAGE_CHILDREN, &usage) != 0)
    timed_die("getrusage");
  fprintf(out, "%.6f %.6f %ld\n", seconds, timed_seconds(usage.ru_utime) + timed_seconds(usage.ru_stime),
          usage.ru_maxrss * 1024);
  if (fclose(out) != 0)
    timed_die(argv[1]);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
