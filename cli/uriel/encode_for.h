/* SPDX-License-Identifier: MIT */
/* The names of what text can be percent-encoded for. */
#ifndef URIEL_CLI_ENCODE_FOR_H
#define URIEL_CLI_ENCODE_FOR_H

#include "cli/shared/buffer.h"
#include "uriel.h"

/* For option_word: in the order of uriel_encode_for. */
extern const char *const encode_for_words[];

/* uriel_encode into a buffer. */
void encode_text(uriel_encode_for where, uriel_text text, unsigned options, struct buffer *out);

#endif
