/* SPDX-License-Identifier: MIT */
/* uriel harvest: signals. */
#include "signals.h"

#include <signal.h>
#include <stdint.h>
#include <time.h>

#include "harvest/report.h"

enum { HARVEST_SECOND = 1000000000 };

atomic_int harvest_signal;

static int64_t signals_clock(void)
{
  struct timespec now = {0, 0};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * HARVEST_SECOND + now.tv_nsec;
}

/* Removes an unfinished page. */
static void signals_end(int number)
{
  report_abandon();
  (void)signal(number, SIG_DFL);
  (void)raise(number);
}

/* The first signal asks to stop between two files, or within a long one. Another one ends the program at
 * once if it comes a second or more later; sooner, it counts as the same one, as timeout(1) sends each
 * signal to a process and to its group. */
static void signals_caught(int number)
{
  static int64_t first;
  if (atomic_load(&harvest_signal) == 0) {
    first = signals_clock();
    atomic_store(&harvest_signal, number);
  } else if (signals_clock() - first >= HARVEST_SECOND) {
    signals_end(number);
  }
}

/* Respects nohup(1). A file that exceeds the size limit causes a write error, not the end of the
 * program. */
static void signals_catch(void (*caught)(int))
{
  struct sigaction action = {.sa_handler = caught, .sa_flags = SA_RESTART};
  struct sigaction before;
  sigemptyset(&action.sa_mask);
  sigaddset(&action.sa_mask, SIGINT);
  sigaddset(&action.sa_mask, SIGTERM);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  action.sa_handler = signals_end;
  if (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
    sigaction(SIGHUP, &action, NULL);
  signal(SIGXFSZ, SIG_IGN);
}

void harvest_signals_stop(void)
{
  signals_catch(signals_caught);
}

void harvest_signals_end(void)
{
  signals_catch(signals_end);
}
