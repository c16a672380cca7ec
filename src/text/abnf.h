/* SPDX-License-Identifier: MIT */
/* Compiling ABNF (RFC 5234, RFC 7405) into a syntax. */
#ifndef URIEL_TEXT_ABNF_H
#define URIEL_TEXT_ABNF_H

#include "text/nfa.h"
#include "text/syntax.h"

/* The properties of a rule besides its elements. */
typedef struct abnf_rule {
  uriel_text name;
  unsigned marks; /* of syntax_mark */
  unsigned wrong; /* words for texts that do not fit, or 0 */
} abnf_rule;

/* Rules: the first one is the syntax. A rule cannot use itself: the automaton is finite. */
typedef struct abnf {
  uriel_text text;
  const abnf_rule *rules; /* the rules with properties */
  size_t count;
} abnf;

/* Why a text is not ABNF that can be compiled: bytes [offset, offset + length) of it. */
typedef struct abnf_error {
  const char *message; /* a constant; NULL after success */
  size_t offset, length;
} abnf_error;

/* The tables of a syntax while they are made. */
typedef struct syntax_maker {
  syntax_set *sets;
  syntax_arc *arcs;
  syntax_state *states;
  size_t set_count, arc_count, state_count;
  size_t set_most, arc_most, state_most; /* the space */
} syntax_maker;

/* The limits of one syntax. */
enum {
  ABNF_STATES = 8000,  /* a character of a literal, a set of characters, a repetition, an alternative */
  ABNF_RULES = 500,    /* the rules of a text */
  ABNF_DEPTH = 100,    /* groups and rules within each other */
  ABNF_STEPS = 100000, /* elements; a rule counts each time it is used */
  ABNF_SETS = 4096,    /* different sets of characters */
  SYNTAX_STATES = 2000 /* of the deterministic automaton */
};

/* Adds the syntax to the tables and returns its first state; URIEL_FAILED if the text is not ABNF,
 * exceeds a limit, or if `size` is less than uriel_abnf_bound. `memory` is aligned for pointers. */
size_t uriel_abnf_compile(syntax_maker *to, const abnf *rules, void *memory, size_t size,
                          abnf_error *error);
size_t uriel_abnf_bound(void);

/* The sets of an automaton of ABNF. */
typedef struct abnf_sets {
  syntax_set *sets;
  size_t count;
} abnf_sets;

/* The `value` of a state: its set, its marks and its words. */
static inline uint32_t abnf_value(size_t set, unsigned marks, unsigned wrong)
{
  return (uint32_t)(set << 11 | marks << 8 | wrong);
}

static inline size_t abnf_set(uint32_t value)
{
  return value >> 11;
}

static inline unsigned abnf_marks(uint32_t value)
{
  return value >> 8 & (SYNTAX_MARKS - 1);
}

static inline unsigned abnf_wrong(uint32_t value)
{
  return value & 0xFF;
}

/* Makes the automaton that begins at `start` deterministic, and minimal, and adds it to the tables.
 * Returns its first state, or URIEL_FAILED and a message. */
size_t uriel_syntax_determine(syntax_maker *to, const nfa *from, uint16_t start, const abnf_sets *sets,
                              void *memory, const char **message);
size_t uriel_syntax_determine_bound(void);

#endif
