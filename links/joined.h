/* SPDX-License-Identifier: MIT */
/* Text whose lines must be joined before it is searched. */
#ifndef URIEL_LINKS_JOINED_H
#define URIEL_LINKS_JOINED_H

#include <stdbool.h>
#include <stddef.h>

#include "reader/source.h"

enum joined_how {
  JOINED_NOT,
  JOINED_FLOWED, /* format=flowed; delsp=yes (RFC 3676, 4.1) */
  JOINED_FOLDED  /* calendars and cards (RFC 5545, 3.1; RFC 6350, 3.2) */
};

struct joined {
  struct source *from;
  enum joined_how how;
  bool line;     /* state within a line: */
  size_t quotes; /* the depth of its quotation */
  bool fixed;    /* it is the "-- " above a signature, which is never joined */
};

/* Whether text is folded, by its media type (undefined for none) or by its first bytes. */
bool joined_is_folded(const char *data, size_t len, const char *media_type, size_t type_len);

/* A source_reader; the struct joined is its context. */
source_reader joined_read;

#endif
