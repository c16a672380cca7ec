/* SPDX-License-Identifier: MIT */
/* Searching with a compiled expression: all states that the text so far can lead to are followed at
 * once (Thompson's simulation), in the order in which backtracking would try them. */
#include "text/regex.h"
#include "text/text.h"

static const uint32_t regex_nowhere = UINT32_MAX;

/* Threads of the automaton in the order of preference: their states, and the slots of each. */
typedef struct regex_list {
  uint16_t *states;
  uint32_t *slots;
  size_t count;
} regex_list;

/* What remains to be followed: a state, or a slot whose value comes back. */
typedef struct regex_pending {
  uint32_t state; /* or REGEX_SLOT + slot */
  uint32_t value;
} regex_pending;

enum { REGEX_SLOT = 0x10000 };

typedef struct regex_search {
  const uriel_regex *regex;
  const nfa_state *states;
  const uint32_t *sets;
  const char *begin, *end;
  size_t slot_count;
  uint32_t *seen; /* for each state, the place + 1 at which it was last added */
  regex_list list, next;
  regex_pending *pending;
  uint32_t *now, *best; /* slots of the thread that is followed, and of the match */
  bool found;
} regex_search;

size_t uriel_regex_groups(const uriel_regex *regex)
{
  return regex->groups;
}

static size_t regex_slots(const uriel_regex *regex, size_t count)
{
  return 2 * (count <= regex->groups ? count : (size_t)regex->groups + 1);
}

size_t uriel_regex_scratch(const uriel_regex *regex, size_t count)
{
  const size_t states = regex->state_count, slots = regex_slots(regex, count);
  return (states + 1) * sizeof(regex_pending) + states * sizeof(uint32_t) +
         2 * (states + 1) * slots * sizeof(uint32_t) + 2 * states * sizeof(uint16_t);
}

static bool regex_set_has(const uint32_t *words, uint32_t character)
{
  regex_set set;
  if (character < 0x80)
    return words[character / 32] >> character % 32 & 1;
  memcpy(&set, words, sizeof set);
  bool has = false;
  for (size_t i = 0; i < set.ranges && !has; i++)
    has = character >= words[REGEX_SET_WORDS + 2 * i] && character <= words[REGEX_SET_WORDS + 2 * i + 1];
  return has != (set.negated != 0);
}

/* Keeps the match that ends at `place` if it begins before the best one, or where that one begins:
 * later ones are longer. */
static void regex_matched(regex_search *s, uint32_t place)
{
  const bool better =
      !s->found ||
      (s->slot_count > 0 && (s->now[0] < s->best[0] || (s->now[0] == s->best[0] && place > s->best[1])));
  if (!better)
    return;
  for (size_t i = 0; i < s->slot_count; i++)
    s->best[i] = i == 1 ? place : s->now[i];
  s->found = true;
}

/* Adds the state, and all states that it leads to without a character, as threads at `place`. */
static void regex_add(regex_search *s, regex_list *list, uint32_t state, uint32_t place)
{
  size_t count = 0;
  s->pending[count++] = (regex_pending){state, 0};
  while (count > 0) {
    const regex_pending top = s->pending[--count];
    if (top.state >= REGEX_SLOT) {
      s->now[top.state - REGEX_SLOT] = top.value;
      continue;
    }
    for (uint32_t at = top.state; s->seen[at] != place + 1;) {
      const nfa_state *const here = &s->states[at];
      const uint32_t slot = here->value;
      s->seen[at] = place + 1;
      if (here->op == NFA_SPLIT) {
        s->pending[count++] = (regex_pending){here->next[1], 0};
      } else if (here->op == NFA_SAVE && slot < s->slot_count) {
        s->pending[count++] = (regex_pending){REGEX_SLOT + slot, s->now[slot]};
        s->now[slot] = place;
      } else if (here->op == NFA_MATCH) {
        regex_matched(s, place);
        break;
      } else if (here->op == NFA_BEGIN ? place > 0 : here->op == NFA_END && s->begin + place < s->end) {
        break;
      } else if (here->op < NFA_SPLIT) {
        for (size_t i = 0; i < s->slot_count; i++)
          list->slots[list->count * s->slot_count + i] = s->now[i];
        list->states[list->count++] = (uint16_t)at;
        break;
      }
      at = here->next[0];
    }
  }
}

/* Moves all threads over a character, after which the text is at `place`. */
static void regex_step(regex_search *s, uint32_t character, uint32_t place)
{
  const uint32_t folded = s->regex->fold ? regex_fold(character) : character;
  s->next.count = 0;
  for (size_t i = 0; i < s->list.count; i++) {
    const nfa_state *const state = &s->states[s->list.states[i]];
    const uint32_t *const slots = s->list.slots + i * s->slot_count;
    const bool takes = state->op == NFA_CHARACTER ? state->value == folded
                       : state->op == NFA_SET     ? regex_set_has(s->sets + state->value, character)
                                                  : true;
    /* A later begin cannot become the leftmost match. */
    if (!takes || (s->slot_count > 0 && s->found && slots[0] > s->best[0]))
      continue;
    for (size_t slot = 0; slot < s->slot_count; slot++)
      s->now[slot] = slots[slot];
    regex_add(s, &s->next, state->next[0], place);
  }
  const regex_list last = s->list;
  s->list = s->next;
  s->next = last;
}

static void regex_run(regex_search *s)
{
  const nfa_state *const start = &s->states[s->regex->start];
  const bool anchored = start->op == NFA_BEGIN;
  const bool literal = start->op == NFA_CHARACTER && start->value < 0x80 && !s->regex->fold;
  const char *at = s->begin;
  for (;;) {
    if (s->list.count == 0) {
      if (s->found || (anchored && at > s->begin))
        return;
      if (literal)
        at = view_find(at, s->end, (char)start->value);
    }
    const uint32_t place = (uint32_t)(at - s->begin);
    for (size_t i = 0; i < s->slot_count; i++)
      s->now[i] = i == 0 ? place : regex_nowhere;
    if (!s->found)
      regex_add(s, &s->list, s->regex->start, place);
    if (at == s->end || (s->found && s->slot_count == 0))
      return;
    const uint32_t character = regex_character(&at, s->end);
    regex_step(s, character, (uint32_t)(at - s->begin));
  }
}

bool uriel_regex_search(uriel_text *found, size_t count, const uriel_regex *regex, const char *text,
                        size_t len, void *memory, size_t size)
{
  const size_t states = regex->state_count;
  const char *const begin = text ? text : "";
  regex_search s = {.regex = regex, .begin = begin, .end = begin + len};
  if (size < uriel_regex_scratch(regex, count) || len >= UINT32_MAX)
    return false;
  s.states = regex_states(regex);
  s.sets = (const uint32_t *)(const void *)(s.states + states);
  const uint32_t *const parents = s.sets + regex->set_words;
  s.slot_count = regex_slots(regex, count);
  s.pending = memory;
  s.seen = (uint32_t *)(void *)(s.pending + states + 1);
  s.list.slots = s.seen + states;
  s.next.slots = s.list.slots + states * s.slot_count;
  s.now = s.next.slots + states * s.slot_count;
  s.best = s.now + s.slot_count;
  s.list.states = (uint16_t *)(void *)(s.best + s.slot_count);
  s.next.states = s.list.states + states;
  memset(s.seen, 0, states * sizeof *s.seen);
  regex_run(&s);
  /* A group in a group is of its last repetition. */
  for (size_t i = 0; i < count; i++) {
    const uint32_t *const slots = s.best + 2 * i;
    const bool has = s.found && 2 * i < s.slot_count && slots[1] != regex_nowhere;
    found[i] = has ? view_of(begin + slots[0], begin + slots[1]) : view_undefined();
    const uriel_text around = i > 0 && has ? found[parents[i]] : found[i];
    if (!around.ptr || found[i].ptr < around.ptr || view_end(found[i]) > around.ptr + around.len)
      found[i] = view_undefined();
  }
  return s.found;
}
