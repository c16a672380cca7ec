/* SPDX-License-Identifier: MIT */
/* Finds the password in a reference, to leave it out of output. */
#ifndef URIEL_READER_PASSWORD_H
#define URIEL_READER_PASSWORD_H

#include <stddef.h>

#include "uriel.h"

/* Empty without a password. */
struct password_span {
  size_t begin;
  size_t end;
};

/* `text` is a whole reference, or only the part that `within` names: USERINFO or AUTHORITY. It need
 * not be valid, but must be defined. */
struct password_span password_locate(uriel_text text, uriel_component within);

#endif
