/* SPDX-License-Identifier: MIT */
/* The state of an automaton that re2c makes, between one byte and the next. */
#ifndef URIEL_GRAMMAR_AUTOMATON_H
#define URIEL_GRAMMAR_AUTOMATON_H

#include "grammar/grammar.h"

/* Runs over text[0, known), then over the byte `next` if `len` is known + 1. Copied by assignment,
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

/* Continues where it stopped. Returns MORE at the end of the text; if run again without more text,
 * returns the verdict. */
typedef automaton_answer automaton_run(automaton *a);

static inline automaton automaton_over(const char *text, size_t len)
{
  const automaton a = {.text = text, .known = len, .len = len, .state = -1};
  return a;
}

/* Returns the next byte to read. re2c asks for it only if all bytes before it could belong to a
 * member. */
static inline unsigned char automaton_peek(automaton *a)
{
  if (a->stuck < a->at)
    a->stuck = a->at;
  if (a->at < a->known)
    return (unsigned char)a->text[a->at];
  return a->at < a->len ? a->next : 0;
}

/* Returns the first byte with which no member continues. A state without transitions reads no byte. If
 * nothing matched at all, re2c's default rule has skipped a byte, so `at` is not usable then. */
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

/* For a text in pieces. `stuck` is in the last piece that was requested. */
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

/* Returns the first byte of a text with which no member that begins with `lead` continues. */
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

/* `like` maps each byte to the first byte that the grammar's rules treat the same; only that one is
 * tried. NULL: tries every byte. */
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

/* Defines uriel_NAME_member and uriel_NAME_expected, which run the automaton NAME_run. */
#define AUTOMATON_FUNCTIONS(name)                                                                       \
  bool uriel_##name##_member(const char *text, size_t len, size_t *stuck)                               \
  {                                                                                                     \
    return automaton_member(name##_run, text, len, stuck);                                              \
  }                                                                                                     \
  void uriel_##name##_expected(const char *text, size_t offset, grammar_next *next)                     \
  {                                                                                                     \
    automaton_expected(name##_run, text, offset, next);                                                 \
  }

#endif
