/* SPDX-License-Identifier: MIT */
/* The text of the first screen of a 3270 terminal (RFC 1576; IBM's 3270 Data Stream), in code page 037.
 */
#ifndef URIEL_GET_SCREEN_H
#define URIEL_GET_SCREEN_H

#include "reply.h"

enum { SCREEN_ROWS = 24, SCREEN_COLUMNS = 80, SCREEN_CELLS = SCREEN_ROWS * SCREEN_COLUMNS };

/* Zero-initialise. */
struct screen {
  struct buffer record; /* up to its end */
  uint8_t
      cells[SCREEN_CELLS]; /* characters; 0: empty; SCREEN_FIELD, SCREEN_HIDDEN: where a field begins */
  bool is_written;
};

/* Takes the bytes of a record; without bytes (NULL, 0), its end. The context is the screen. Returns
 * false after a record that writes text. */
reply_sink screen_take;

/* Passes on the text: lines in UTF-8, without blanks at their ends; or, before the first record has
 * ended, the bytes of a server that sends no records. */
bool screen_put(struct screen *screen, reply_sink *sink, void *context);

void screen_free(struct screen *screen);

#endif
