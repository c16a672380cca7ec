/* SPDX-License-Identifier: MIT */
/* Failures and the clock of deadlines. */
#include <stdarg.h>
#include <stdio.h>
#include <time.h>

#include "status.h"

bool get_fail(struct get_failure *failure, enum get_status status, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  failure->status = status;
  failure->cause = GET_CAUSE_OTHER;
  vsnprintf(failure->message, sizeof failure->message, format, arguments);
  va_end(arguments);
  return false;
}

double get_clock(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}
