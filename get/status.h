/* SPDX-License-Identifier: MIT */
/* How a retrieval, or a part of it, ends. */
#ifndef URIEL_GET_STATUS_H
#define URIEL_GET_STATUS_H

#include <stdbool.h>

enum get_status {
  GET_DONE = 0,
  GET_ABSENT,  /* the server has no such resource */
  GET_REFUSED, /* by the server, or by the policy */
  GET_FAILED   /* network, protocol, time or size */
};

/* Why: a sentence without the names of the program and the URI, and without secrets. */
struct get_failure {
  enum get_status status;
  bool is_late; /* the time ended */
  char message[512];
};

/* Sets the failure, and returns false. */
bool get_fail(struct get_failure *failure, enum get_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Returns seconds of a clock that is never set. */
double get_clock(void);

#endif
