/* SPDX-License-Identifier: MIT */
/* Where a reference holds a password, so that what is shown can leave it out. */
#ifndef URIEL_READER_PASSWORD_H
#define URIEL_READER_PASSWORD_H

#include <stddef.h>

#include "uriel.h"

/* Empty: there is none. */
struct password_span {
  size_t begin;
  size_t end;
};

/* Of a whole reference, or of what is `within` USERINFO or AUTHORITY alone; also where it does not
 * parse. `text` is defined. */
struct password_span password_locate(uriel_text text, uriel_component within);

#endif
