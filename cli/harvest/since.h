/* SPDX-License-Identifier: MIT */
/* A time, given as a date or as a file. */
#ifndef URIEL_CLI_HARVEST_SINCE_H
#define URIEL_CLI_HARVEST_SINCE_H

#include <stdbool.h>
#include <stdint.h>

/* Returns false, with `*reason`, if `when` is neither a date nor a file. Reads YYYY-MM-DD,
 * optionally with THH:MM or THH:MM:SS (or a space instead of the T) and with Z for UTC instead of
 * local time; or the path of a file, which means just after its last change. Sets nanoseconds since
 * 1970. */
bool harvest_since(const char *when, int64_t *nanoseconds, const char **reason);

#endif
