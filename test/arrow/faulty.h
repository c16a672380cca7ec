/* SPDX-License-Identifier: MIT */
/* Memory that runs out on request, by the linker's --wrap. */
#ifndef URIEL_TEST_ARROW_FAULTY_H
#define URIEL_TEST_ARROW_FAULTY_H

/* The call of malloc, calloc or realloc that fails, counted from 1 downwards; 0: none does. */
extern unsigned long faulty_countdown;

#endif
