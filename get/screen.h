/* SPDX-License-Identifier: MIT */
/* The text of the first screen of a 3270 terminal (RFC 1576; IBM's 3270 Data Stream), in code page 037.
 */
#ifndef URIEL_GET_SCREEN_H
#define URIEL_GET_SCREEN_H

#include "reply.h"

enum { SCREEN_ROWS = 24, SCREEN_COLUMNS = 80, SCREEN_CELLS = SCREEN_ROWS * SCREEN_COLUMNS };

enum { SCREEN_LARGEST = 1 << 16 /* bytes of a record */ };

/* Zero-initialise once, then call screen_start for each session. */
struct screen {
  struct buffer record;        /* up to its end */
  struct buffer text;          /* of the screen: lines in UTF-8, without blanks at their ends */
  bool is_written;             /* a character is shown */
  bool is_long;                /* a record has more than SCREEN_LARGEST bytes */
  uint8_t cells[SCREEN_CELLS]; /* characters; 0: empty; less than 8: where a field begins */
};

void screen_start(struct screen *screen);

/* Takes the bytes of a record; without bytes (NULL, 0), its end. The context is the screen. Returns
 * false after a record that shows text, and if a record is too long. */
reply_sink screen_take;

void screen_free(struct screen *screen);

#endif
