/* SPDX-License-Identifier: MIT */
/* A moment that is named by a date or by a file. */
#ifndef URIEL_CLI_HARVEST_SINCE_H
#define URIEL_CLI_HARVEST_SINCE_H

#include <stdbool.h>
#include <stdint.h>

/* Reads YYYY-MM-DD, also with THH:MM or THH:MM:SS (or a space for the T) and Z for Coordinated Universal
 * Time, which is local time otherwise; or the path of a file, of which the moment after its last change
 * is meant. Writes nanoseconds since 1970. False, with `*reason`, where it is neither. */
bool harvest_since(const char *when, int64_t *nanoseconds, const char **reason);

#endif
