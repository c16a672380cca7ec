/* SPDX-License-Identifier: MIT */
/* The state of an automaton that re2c makes, between one byte and the next. */
#ifndef URIEL_GRAMMAR_AUTOMATON_H
#define URIEL_GRAMMAR_AUTOMATON_H

#include "grammar/grammar.h"

/* Runs over text[0, known), then over the byte `next` where `len` is known + 1. Copied by assignment,
 * which forks the automaton. re2c's own variables come last. */
typedef struct automaton {
  const char *text;
  size_t known, len;
  unsigned char next;
  size_t at;
  size_t stuck;
  size_t marker;
  int state;
  unsigned accept;
  unsigned char symbol;
} automaton;

typedef enum automaton_answer { AUTOMATON_NO, AUTOMATON_YES, AUTOMATON_MORE } automaton_answer;

/* Goes on from where it stopped: MORE at the end of the text, and when run again without more text, the
 * verdict. */
typedef automaton_answer automaton_run(automaton *a);

static inline automaton automaton_over(const char *text, size_t len)
{
  const automaton a = {.text = text, .known = len, .len = len, .state = -1};
  return a;
}

/* The byte to go by next. That it is asked for means that all before it could be a member's. */
static inline unsigned char automaton_peek(automaton *a)
{
  if (a->stuck < a->at)
    a->stuck = a->at;
  if (a->at < a->known)
    return (unsigned char)a->text[a->at];
  return a->at < a->len ? a->next : 0;
}

/* The first byte that no member goes on with. A state with no way on asks for no byte; and where nothing
 * matched at all, re2c's default rule has stepped over one, so that `at` means nothing then. */
static inline size_t automaton_stuck(const automaton *a, automaton_answer answer)
{
  return answer == AUTOMATON_NO || a->stuck > a->at ? a->stuck : a->at;
}

static inline bool automaton_member(automaton_run *run, const char *text, size_t len, size_t *stuck)
{
  automaton a = automaton_over(text, len);
  automaton_answer answer = run(&a);
  if (answer == AUTOMATON_MORE)
    answer = run(&a);
  *stuck = automaton_stuck(&a, answer);
  return answer == AUTOMATON_YES && a.at == len;
}

/* Of a text in pieces. `stuck` is in the last that was asked for. */
static inline bool automaton_pieces_member(automaton_run *run, grammar_piece *next, void *context,
                                           size_t *stuck)
{
  automaton a = automaton_over("", 0);
  automaton_answer answer = run(&a);
  while (answer == AUTOMATON_MORE && next(context, &a.text, &a.len)) {
    a.known = a.len;
    a.at = a.marker = a.stuck = 0;
    answer = run(&a);
    *stuck = automaton_stuck(&a, answer);
  }
  if (answer == AUTOMATON_MORE)
    answer = run(&a);
  return answer == AUTOMATON_YES && a.at == a.len;
}

/* The first byte of a text with which no member goes on that begins with `lead`. */
static inline size_t automaton_stuck_after(automaton_run *run, const char *lead, size_t lead_len,
                                           const char *text, size_t len)
{
  automaton a = automaton_over(lead, lead_len);
  run(&a);
  a.text = text;
  a.known = a.len = len;
  a.at = a.marker = a.stuck = 0;
  if (run(&a) == AUTOMATON_MORE)
    run(&a);
  return a.stuck;
}

/* `like` gives for each byte the first of those that the grammar's rules make no difference between, of
 * which one is tried for all. NULL: every byte is tried. */
static inline void automaton_expected_like(automaton_run *run, const unsigned char *like,
                                           const char *text, size_t offset, grammar_next *next)
{
  automaton a = automaton_over(text, offset);
  if (run(&a) != AUTOMATON_MORE) { /* A member that nothing can follow. */
    *next = (grammar_next){.end = true};
    return;
  }
  automaton ended = a;
  next->end = run(&ended) == AUTOMATON_YES && ended.at == offset;
  for (unsigned byte = 0; byte < 256; byte++) {
    if (like && like[byte] != byte) {
      next->byte[byte] = next->byte[like[byte]];
      continue;
    }
    automaton fork = a;
    fork.len = offset + 1;
    fork.next = (unsigned char)byte;
    const automaton_answer answer = run(&fork);
    next->byte[byte] = automaton_stuck(&fork, answer) > offset;
  }
}

static inline void automaton_expected(automaton_run *run, const char *text, size_t offset,
                                      grammar_next *next)
{
  automaton_expected_like(run, NULL, text, offset, next);
}

#endif
