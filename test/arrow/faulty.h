/* SPDX-License-Identifier: MIT */
/* Memory that runs out on request, by the linker's --wrap. */
#ifndef URIEL_TEST_ARROW_FAULTY_H
#define URIEL_TEST_ARROW_FAULTY_H

/* How many calls of malloc, calloc or realloc remain until one fails, 1 for the next; 0: no call fails.
 */
extern unsigned long faulty_countdown;

#endif
