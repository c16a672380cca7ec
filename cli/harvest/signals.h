/* SPDX-License-Identifier: MIT */
/* uriel harvest: signals. No signal leaves a temporary file of the report. */
#ifndef URIEL_CLI_HARVEST_SIGNALS_H
#define URIEL_CLI_HARVEST_SIGNALS_H

#include <stdatomic.h>

/* The signal that asked to stop, or 0. Several threads read it. */
extern atomic_int harvest_signal;

void harvest_signals_stop(
    void); /* from now on the first signal asks to stop, a later one ends the program */
void harvest_signals_end(void); /* from now on each signal ends the program */

#endif
