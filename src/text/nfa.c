/* SPDX-License-Identifier: MIT */
/* Joining parts of an automaton. */
#include "text/nfa.h"

enum { LINK_OPEN = 0x8000 /* + 2 * state + index: the next link of the list */ };

static uint16_t *nfa_link(const nfa *n, uint16_t link)
{
  return &n->states[(link - LINK_OPEN) / 2].next[link & 1];
}

nfa_fragment uriel_nfa_one(nfa *n, nfa_op op, uint32_t value)
{
  const uint16_t at = (uint16_t)n->count++;
  const uint16_t link = (uint16_t)(LINK_OPEN + 2 * at);
  n->states[at] = (nfa_state){(uint32_t)op & 0xFF, value & 0xFFFFFF, {NFA_NOWHERE, NFA_NOWHERE}};
  return (nfa_fragment){at, at, link, link};
}

static void nfa_patch(const nfa *n, uint16_t head, uint16_t target)
{
  while (head != NFA_NOWHERE) {
    uint16_t *const link = nfa_link(n, head);
    head = *link;
    *link = target;
  }
}

/* Appends the open links of `b` to the list of `a`. */
static void nfa_join(const nfa *n, nfa_fragment *a, nfa_fragment b)
{
  if (a->head == NFA_NOWHERE)
    a->head = b.head;
  else
    *nfa_link(n, a->tail) = b.head;
  if (b.head != NFA_NOWHERE)
    a->tail = b.tail;
}

nfa_fragment uriel_nfa_then(const nfa *n, nfa_fragment a, nfa_fragment b)
{
  if (a.start == NFA_NOWHERE || b.start == NFA_NOWHERE)
    return a.start == NFA_NOWHERE ? b : a;
  nfa_patch(n, a.head, b.start);
  return (nfa_fragment){a.first, a.start, b.head, b.tail};
}

nfa_fragment uriel_nfa_either(nfa *n, nfa_fragment a, nfa_fragment b)
{
  nfa_fragment split = uriel_nfa_one(n, NFA_SPLIT, 0);
  uint16_t *const next = n->states[split.start].next;
  const uint16_t first = a.start != NFA_NOWHERE   ? a.first
                         : b.start != NFA_NOWHERE ? b.first
                                                  : split.first;
  const uint16_t second = (uint16_t)(split.head + 1);
  const nfa_fragment other = {first, split.start, second, second};
  nfa_fragment result = {first, split.start, split.head, split.tail};
  if (a.start != NFA_NOWHERE) {
    next[0] = a.start;
    result.head = a.head;
    result.tail = a.tail;
  }
  if (b.start != NFA_NOWHERE)
    next[1] = b.start;
  nfa_join(n, &result, b.start != NFA_NOWHERE ? b : other);
  return result;
}

/* ---- Repetitions -------------------------------------------------------------------------------- */

static uint16_t nfa_moved(uint16_t link, size_t by)
{
  return link == NFA_NOWHERE ? link : (uint16_t)(link + (link >= LINK_OPEN ? 2 * by : by));
}

/* Copies the states of the last fragment until there are `count`. */
static void nfa_copy(nfa *n, size_t first, size_t size, size_t count)
{
  for (size_t i = first; i < first + size * (count - 1); i++) {
    nfa_state state = n->states[i];
    state.next[0] = nfa_moved(state.next[0], size);
    state.next[1] = nfa_moved(state.next[1], size);
    n->states[i + size] = state;
  }
  n->count = first + size * count;
}

size_t uriel_nfa_times_size(size_t size, size_t least, size_t most)
{
  const size_t copies = most != SIZE_MAX ? most : least > 0 ? least : 1;
  const size_t splits = most == SIZE_MAX ? 1 : most - least;
  return copies < NFA_NOWHERE && size < NFA_NOWHERE ? size * copies + splits : SIZE_MAX;
}

nfa_fragment uriel_nfa_times(nfa *n, nfa_fragment f, size_t least, size_t most)
{
  const size_t size = n->count - f.first;
  const bool endless = most == SIZE_MAX;
  const size_t copies = !endless ? most : least > 0 ? least : 1;
  nfa_fragment result = nfa_empty, skips = nfa_empty;
  if (copies == 0) {
    n->count = f.first;
    return nfa_empty;
  }
  nfa_copy(n, f.first, size, copies);
  for (size_t i = 0; i < copies; i++) {
    const size_t by = size * i;
    const nfa_fragment copy = {(uint16_t)(f.first + by), nfa_moved(f.start, by), nfa_moved(f.head, by),
                               nfa_moved(f.tail, by)};
    nfa_fragment split = nfa_empty;
    const bool loops = endless && i + 1 == copies;
    if (i >= least || loops) {
      split = uriel_nfa_one(n, NFA_SPLIT, 0);
      n->states[split.start].next[0] = copy.start;
      split.head = split.tail = (uint16_t)(split.head + 1);
    }
    if (loops) { /* "+" begins with the copy, "*" with the split */
      nfa_patch(n, copy.head, split.start);
      split.start = least > 0 ? copy.start : split.start;
      result = uriel_nfa_then(n, result, split);
    } else if (i >= least) {
      nfa_join(n, &skips, split);
      result = uriel_nfa_then(n, result, (nfa_fragment){copy.first, split.start, copy.head, copy.tail});
    } else {
      result = uriel_nfa_then(n, result, copy);
    }
  }
  if (skips.head != NFA_NOWHERE)
    nfa_join(n, &result, skips);
  result.first = f.first;
  return result;
}
