/* SPDX-License-Identifier: MIT */
/* uriel harvest: what a signal does. None leaves a temporary file of the report. */
#ifndef URIEL_CLI_HARVEST_SIGNALS_H
#define URIEL_CLI_HARVEST_SIGNALS_H

#include <stdatomic.h>

/* The signal that asked to stop; 0: none has. Looked at by several threads. */
extern atomic_int harvest_signal;

void harvest_signals_stop(void); /* from now on the first asks to stop, a later one ends the program */
void harvest_signals_end(void);  /* from now on each ends the program */

#endif
