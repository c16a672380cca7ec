/* SPDX-License-Identifier: MIT */
/* From an automaton of ABNF to the tables of a syntax: the sets of states that a text can lead to become
 * the states (Rabin and Scott), and states that no text distinguishes become one (Moore). */
#include "text/abnf.h"

enum {
  UNITS = 0x80 + 0x100, /* the characters of US-ASCII, then the encoded bytes */
  DETERMINE_MEMBERS = 1 << 18,
  DETERMINE_CELLS = 1 << 18,
  DETERMINE_SLOTS = 4096, /* of the hash table; a power of two above SYNTAX_STATES */
  DETERMINE_WORDS = ABNF_STATES / 32 + 1,
  NO_STATE = 0xFFFF
};

/* A set of states of the automaton, in their order. */
typedef struct determine_state {
  uint32_t members; /* the place of the first one */
  uint16_t count;
  uint16_t class; /* of states that are not distinguished so far */
  bool accepts;
  uint8_t wrong;
} determine_state;

/* Where a kind of unit leads. */
typedef struct determine_cell {
  uint16_t to;
  uint8_t marks;
} determine_cell;

/* Units that the same sets have are one kind. */
typedef struct determine {
  const nfa *from;
  const abnf_sets *sets;
  uint16_t kinds[UNITS], units[UNITS]; /* the kind of each unit, and a unit of each kind */
  size_t kind_count;
  determine_state states[SYNTAX_STATES];
  size_t state_count;
  uint16_t members[DETERMINE_MEMBERS];
  size_t member_count;
  determine_cell cells[DETERMINE_CELLS]; /* for each state, one for each kind */
  uint16_t slots[DETERMINE_SLOTS];
  uint32_t reached[DETERMINE_WORDS]; /* bits: the states reached now, also by way of no unit */
  uint16_t pending[2 * ABNF_STATES];
} determine;

size_t uriel_syntax_determine_bound(void)
{
  return sizeof(determine);
}

static unsigned determine_unit(size_t i)
{
  return (unsigned)(i < 0x80 ? i : UNIT_ENCODED + i - 0x80);
}

static void determine_kinds(determine *d)
{
  uint16_t inside[UNITS];
  memset(d->kinds, 0, sizeof d->kinds);
  d->kind_count = 1;
  for (size_t i = 0; i < d->sets->count; i++) {
    size_t outside_of[UNITS] = {0}, count = d->kind_count;
    memset(inside, 0, sizeof inside);
    for (size_t unit = 0; unit < UNITS; unit++)
      if (!syntax_set_has(&d->sets->sets[i], determine_unit(unit)))
        outside_of[d->kinds[unit]]++;
    for (size_t unit = 0; unit < UNITS; unit++) {
      const uint16_t kind = d->kinds[unit];
      if (outside_of[kind] == 0 || !syntax_set_has(&d->sets->sets[i], determine_unit(unit)))
        continue;
      if (inside[kind] == 0)
        inside[kind] = (uint16_t)count++;
      d->kinds[unit] = inside[kind];
    }
    d->kind_count = count;
  }
  for (size_t unit = UNITS; unit-- > 0;)
    d->units[d->kinds[unit]] = (uint16_t)unit;
}

/* ---- Sets of states ----------------------------------------------------------------------------- */

/* Reaches the state, and all states that it leads to without a unit. */
static void determine_reach(determine *d, uint16_t state)
{
  size_t count = 0;
  d->pending[count++] = state;
  while (count > 0) {
    const uint16_t at = d->pending[--count];
    if (d->reached[at / 32] >> at % 32 & 1)
      continue;
    d->reached[at / 32] |= 1U << at % 32;
    if (d->from->states[at].op == NFA_SPLIT) {
      d->pending[count++] = d->from->states[at].next[0];
      d->pending[count++] = d->from->states[at].next[1];
    }
  }
}

/* Returns the state for what was reached, which is added if it is new; NO_STATE if there are too many.
 */
static uint16_t determine_state_of(determine *d)
{
  if (d->state_count == SYNTAX_STATES || d->member_count + ABNF_STATES > DETERMINE_MEMBERS ||
      (d->state_count + 1) * d->kind_count > DETERMINE_CELLS)
    return NO_STATE;
  uint16_t *const members = d->members + d->member_count;
  determine_state made = {.members = (uint32_t)d->member_count};
  uint64_t hash = 0;
  for (size_t word = 0; word < DETERMINE_WORDS; word++)
    for (uint32_t bits = d->reached[word]; bits != 0; bits &= bits - 1) {
      const size_t at = word * 32 + word_lowest(bits);
      const nfa_state *const state = &d->from->states[at];
      if (state->op == NFA_SPLIT)
        continue;
      members[made.count++] = (uint16_t)at;
      hash = hash_add(hash, at);
      made.accepts |= state->op == NFA_MATCH;
      made.wrong = made.wrong ? made.wrong : (uint8_t)abnf_wrong(state->value);
    }
  size_t slot = (size_t)(hash % DETERMINE_SLOTS);
  for (; d->slots[slot] != NO_STATE; slot = (slot + 1) % DETERMINE_SLOTS) {
    const determine_state *const other = &d->states[d->slots[slot]];
    if (other->count == made.count &&
        memcmp(d->members + other->members, members, made.count * sizeof *members) == 0)
      return d->slots[slot];
  }
  d->member_count += made.count;
  d->slots[slot] = (uint16_t)d->state_count;
  d->states[d->state_count] = made;
  return (uint16_t)d->state_count++;
}

/* Where a unit of the kind leads from the state. The first rule that fits decides about case; all must
 * agree on the other marks. */
static bool determine_cell_of(determine *d, const determine_state *from, size_t kind,
                              determine_cell *cell, const char **message)
{
  const unsigned unit = determine_unit(d->units[kind]);
  bool taken = false;
  *cell = (determine_cell){NO_STATE, 0};
  memset(d->reached, 0, sizeof d->reached);
  for (size_t i = 0; i < from->count; i++) {
    const nfa_state *const state = &d->from->states[d->members[from->members + i]];
    if (state->op != NFA_SET || !syntax_set_has(&d->sets->sets[abnf_set(state->value)], unit))
      continue;
    if (taken && ((cell->marks ^ abnf_marks(state->value)) & ~(unsigned)SYNTAX_FOLD)) {
      *message = "two rules fit the same text, but only one of them is in the fields omit or check";
      return false;
    }
    if (!taken)
      cell->marks = (uint8_t)abnf_marks(state->value);
    taken = true;
    determine_reach(d, state->next[0]);
  }
  if (taken)
    cell->to = determine_state_of(d);
  return !taken || cell->to != NO_STATE;
}

static bool determine_all(determine *d, uint16_t start, const char **message)
{
  memset(d->slots, 0xFF, sizeof d->slots);
  memset(d->reached, 0, sizeof d->reached);
  determine_reach(d, start);
  if (determine_state_of(d) == NO_STATE)
    return false;
  for (size_t i = 0; i < d->state_count; i++)
    for (size_t kind = 0; kind < d->kind_count; kind++) {
      determine_cell cell;
      if (!determine_cell_of(d, &d->states[i], kind, &cell, message))
        return false;
      d->cells[i * d->kind_count + kind] = cell;
    }
  return true;
}

/* ---- States that no text distinguishes ---------------------------------------------------------- */

/* The class of the state that a cell leads to, and its marks. */
static uint32_t determine_way(const determine *d, const determine_cell *cell)
{
  return (uint32_t)(cell->to == NO_STATE ? NO_STATE : d->states[cell->to].class) << 8 | cell->marks;
}

/* Reports whether the states have one class, and lead to the same classes. */
static bool determine_same(const determine *d, size_t a, size_t b)
{
  const determine_cell *const one = d->cells + a * d->kind_count, *const other =
                                                                      d->cells + b * d->kind_count;
  bool same = d->states[a].class == d->states[b].class;
  for (size_t kind = 0; same && kind < d->kind_count; kind++)
    same = determine_way(d, &one[kind]) == determine_way(d, &other[kind]);
  return same;
}

/* Divides the classes by where their states lead. Returns the number of classes. */
static size_t determine_divide(determine *d)
{
  size_t count = 0;
  memset(d->slots, 0xFF, sizeof d->slots);
  for (size_t i = 0; i < d->state_count; i++) {
    uint64_t hash = hash_add(0, d->states[i].class);
    for (size_t kind = 0; kind < d->kind_count; kind++)
      hash = hash_add(hash, determine_way(d, &d->cells[i * d->kind_count + kind]));
    size_t slot = (size_t)(hash % DETERMINE_SLOTS);
    while (d->slots[slot] != NO_STATE && !determine_same(d, d->slots[slot], i))
      slot = (slot + 1) % DETERMINE_SLOTS;
    if (d->slots[slot] == NO_STATE) {
      d->slots[slot] = (uint16_t)i;
      count++;
    }
    d->pending[i] = d->slots[slot]; /* the first state of the class */
  }
  for (size_t i = 0; i < d->state_count; i++)
    d->states[i].class = d->pending[i];
  return count;
}

static void determine_minimise(determine *d)
{
  for (size_t i = 0; i < d->state_count; i++)
    d->states[i].class = (uint16_t)(d->states[i].wrong << 1 | d->states[i].accepts);
  for (size_t before = 0, count = 1; count != before;) {
    before = count;
    count = determine_divide(d);
  }
}

/* ---- Tables ------------------------------------------------------------------------------------- */

static bool determine_write_arc(const determine *d, syntax_maker *to, const determine_cell *cells,
                                size_t kind, const uint16_t *numbers)
{
  const uint32_t way = determine_way(d, &cells[kind]);
  syntax_set set = {{0}, {0}};
  size_t i = 0;
  for (size_t unit = 0; unit < UNITS; unit++)
    if (determine_way(d, &cells[d->kinds[unit]]) == way) {
      uint32_t *const words = unit < 0x80 ? set.plain : set.encoded;
      const size_t bit = unit < 0x80 ? unit : unit - 0x80;
      words[bit / 32] |= 1U << bit % 32;
    }
  while (i < to->set_count && memcmp(&to->sets[i], &set, sizeof set) != 0)
    i++;
  if (i == to->set_most || to->arc_count == to->arc_most)
    return false;
  if (i == to->set_count)
    to->sets[to->set_count++] = set;
  to->arcs[to->arc_count++] = (syntax_arc){.set = (uint16_t)(i & 0x1FFF),
                                           .marks = cells[kind].marks & 7u,
                                           .to = numbers[d->states[cells[kind].to].class]};
  return true;
}

/* Adds the state that stands for its class. */
static bool determine_write_state(const determine *d, syntax_maker *to, size_t i,
                                  const uint16_t *numbers)
{
  const determine_cell *const cells = d->cells + i * d->kind_count;
  const size_t first = to->arc_count;
  for (size_t kind = 0; kind < d->kind_count; kind++) {
    size_t earlier = 0;
    while (determine_way(d, &cells[earlier]) != determine_way(d, &cells[kind]))
      earlier++;
    if (earlier == kind && cells[kind].to != NO_STATE &&
        !determine_write_arc(d, to, cells, kind, numbers))
      return false;
  }
  if (to->arc_count - first > 0x7F || first > UINT16_MAX)
    return false;
  to->states[to->state_count++] = (syntax_state){.arcs = (uint16_t)first,
                                                 .count = (to->arc_count - first) & 0x7F,
                                                 .accepts = d->states[i].accepts,
                                                 .wrong = d->states[i].wrong};
  return true;
}

static size_t determine_write(determine *d, syntax_maker *to)
{
  const size_t start = to->state_count;
  uint16_t *const numbers = d->members; /* by the first state of each class; of no more use */
  size_t count = 0;
  for (size_t i = 0; i < d->state_count; i++)
    if (d->states[i].class == i)
      numbers[i] = (uint16_t)(start + count++);
  if (start + count > to->state_most || start + count >= NO_STATE)
    return URIEL_FAILED;
  for (size_t i = 0; i < d->state_count; i++)
    if (d->states[i].class == i && !determine_write_state(d, to, i, numbers))
      return URIEL_FAILED;
  return start;
}

size_t uriel_syntax_determine(syntax_maker *to, const nfa *from, uint16_t start, const abnf_sets *sets,
                              void *memory, const char **message)
{
  determine *const d = memory;
  d->from = from;
  d->sets = sets;
  d->state_count = d->member_count = 0;
  determine_kinds(d);
  *message = "too many texts must be distinguished: the automaton needs more than 2,000 states";
  if (!determine_all(d, start, message))
    return URIEL_FAILED;
  *message = NULL;
  determine_minimise(d);
  const size_t state = determine_write(d, to);
  if (state == URIEL_FAILED)
    *message = "the tables are full: too many syntaxes";
  return state;
}
