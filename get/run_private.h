/* SPDX-License-Identifier: MIT */
/* What the parts of the interpreter share. */
#ifndef URIEL_GET_RUN_PRIVATE_H
#define URIEL_GET_RUN_PRIVATE_H

#include "run.h"

/* Passes on bytes of the object. The context is the run. */
reply_sink run_object;

/* Reports a step. */
void run_report(struct run *run, const struct run_trace *trace);

/* Takes bytes that were received early, or receives some. Returns how many, 0 at the end, or -1. */
ssize_t run_receive(struct run *run, struct run_wire *wire, const char **data);

/* Receive the replies of WAIS to the last request, and send it again for each other piece of a
 * document. */
bool run_wais(struct run *run, const uriel_step *step, uint64_t *bytes);

/* Sends the last request of Prospero, and receives its answer. */
bool run_ardp(struct run *run, const uriel_step *step, uint64_t *bytes);

#endif
