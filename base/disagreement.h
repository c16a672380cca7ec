/* SPDX-License-Identifier: MIT */
/* References in which programs see different places, as `uriel lint` and `uriel harvest` judge them. */
#ifndef URIEL_BASE_DISAGREEMENT_H
#define URIEL_BASE_DISAGREEMENT_H

#include "buffer.h"
#include "uriel_agree.h"

/* The longest text, in bytes, that the readers are asked about. */
enum { DISAGREEMENT_MOST = 65536 };

struct disagreement {
  uriel_text text;       /* undefined if programs agree; else for disagreement_parts */
  uriel_agree_rule rule; /* the first place that programs read differently; the whole text, with the
                            code "", if no rule is known */
};

/* Asks the present readers about a reference. A text that begins with two slashes gets the scheme of
 * `base`, which may be undefined. Programs agree on other text without a scheme and two slashes, which
 * names no host, and a difference that only comes from a scheme unknown to some programs is ignored.
 * Texts stay in `scratch`. Returns false if memory runs out. */
bool disagreement_find(struct disagreement *found, uriel_text text, uriel_text base,
                       struct buffer *scratch);

/* The last judgement of a thread. Zero-initialise. */
struct disagreement_memory {
  struct buffer scratch;
  struct buffer site; /* a text through the first slash of its path */
  struct buffer text; /* empty if programs agree on it */
};

/* Sets `*found` to the text of the disagreement, as disagreement_find does. The readers, which take
 * microseconds if a host is international or an address, are not asked again for an ordinary path after
 * the same scheme, host and port. */
bool disagreement_recall(uriel_text *found, uriel_text text, uriel_text base,
                         struct disagreement_memory *memory);
void disagreement_forget(struct disagreement_memory *memory);

/* The parts of a disagreement: the code of the rule, undefined if no rule is known; the first program
 * that accepts the reference; and the programs that see another host or port, with spaces between. */
enum { DISAGREEMENT_RULE, DISAGREEMENT_FIRST, DISAGREEMENT_OTHERS, DISAGREEMENT_PARTS };
void disagreement_parts(uriel_text text, uriel_text parts[DISAGREEMENT_PARTS]);

#endif
