/* SPDX-License-Identifier: MIT */
/* How often a byte stands in a text. */
#ifndef URIEL_CLI_COUNT_H
#define URIEL_CLI_COUNT_H

#include <stddef.h>

size_t count_byte(const char *text, size_t len, char byte);

#endif
