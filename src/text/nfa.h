/* SPDX-License-Identifier: MIT */
/* Automata in parts, for the compilers of regular expressions and of ABNF. A fragment is a range of
 * states, so a repetition copies it, and its links that lead nowhere yet are a list through these links.
 */
#ifndef URIEL_TEXT_NFA_H
#define URIEL_TEXT_NFA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum nfa_op {
  NFA_MATCH,
  NFA_CHARACTER, /* consumes the character `value` */
  NFA_ANY,       /* consumes any character */
  NFA_SET,       /* consumes a character of the set `value` */
  NFA_SPLIT,     /* continues at next[0], which it prefers, and at next[1] */
  NFA_SAVE,      /* stores the place in slot `value`: 2 * group, or 2 * group + 1 for its end */
  NFA_BEGIN,     /* continues only at the begin of the text */
  NFA_END
} nfa_op;

typedef struct nfa_state {
  uint32_t op : 8;
  uint32_t value : 24;
  uint16_t next[2];
} nfa_state;

/* The states. The callers add states only if there is space. */
typedef struct nfa {
  nfa_state *states;
  size_t count;
} nfa;

enum { NFA_NOWHERE = 0xFFFF };

/* States [first, the last state of that time). Empty if `start` is NFA_NOWHERE. */
typedef struct nfa_fragment {
  uint16_t first, start;
  uint16_t head, tail; /* the list of open links, not empty */
} nfa_fragment;

static const nfa_fragment nfa_empty = {NFA_NOWHERE, NFA_NOWHERE, NFA_NOWHERE, NFA_NOWHERE};

/* Returns a fragment of one new state, whose first link is open. */
nfa_fragment uriel_nfa_one(nfa *n, nfa_op op, uint32_t value);

/* Both, one after the other. */
nfa_fragment uriel_nfa_then(const nfa *n, nfa_fragment a, nfa_fragment b);

/* A new state that prefers `a` to `b`. Both can be empty. */
nfa_fragment uriel_nfa_either(nfa *n, nfa_fragment a, nfa_fragment b);

/* The number of states that `size` states make if they are repeated from `least` to `most` times;
 * SIZE_MAX stands for no limit, and for a number that is too large. */
size_t uriel_nfa_times_size(size_t size, size_t least, size_t most);

/* Returns `f`, whose states are the last ones, from `least` to `most` times; `most` can be SIZE_MAX.
 * There must be space for all states. */
nfa_fragment uriel_nfa_times(nfa *n, nfa_fragment f, size_t least, size_t most);

#endif
