/* SPDX-License-Identifier: MIT */
/* How a retrieval, or a part of it, ends. */
#ifndef URIEL_GET_STATUS_H
#define URIEL_GET_STATUS_H

#include <stdbool.h>

enum get_status {
  GET_DONE = 0,
  GET_ABSENT,  /* the server has no such resource */
  GET_REFUSED, /* by the server, or by the policy */
  GET_FAILED,  /* network, protocol, time or size */
  GET_REPORTED /* the fragment is described instead: only with get --part */
};

/* What failed, if it is known. */
enum get_cause {
  GET_CAUSE_OTHER = 0,
  GET_CAUSE_TIME,        /* the time ended */
  GET_CAUSE_NAME,        /* the host has no address that can be looked up */
  GET_CAUSE_CONNECTION,  /* it was refused, or broke */
  GET_CAUSE_CERTIFICATE, /* the server does not prove who it is */
  GET_CAUSE_POLICY,
  GET_CAUSE_REDIRECT /* it leads nowhere, or there are too many */
};

/* Why: a sentence without the names of the program and the URI, and without secrets. */
struct get_failure {
  enum get_status status;
  enum get_cause cause;
  char message[512];
};

/* Sets the failure, without a cause, and returns false. */
bool get_fail(struct get_failure *failure, enum get_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Returns seconds of a clock that is never set. */
double get_clock(void);

#endif
