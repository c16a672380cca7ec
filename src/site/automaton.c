/* SPDX-License-Identifier: MIT */
/* Makes the smallest automaton of the rules: a tree of the sorted names, whose equal states are merged
 * as they are completed, and then the bytes of its states, each before the states it leads to. */
#include "site/rules.h"

typedef struct auto_state {
  uint32_t steps; /* the first of them */
  uint32_t next;  /* with the same hash; AUTO_NONE */
  uint32_t at;    /* its bytes begin so many before the end */
  uint8_t count;  /* of steps */
  uint8_t value;
  uint8_t alone; /* its bytes, if they lead only to what follows them; otherwise AUTO_LONG */
} auto_state;

/* A step is a code, and the number of a state in the low 24 bits. */
enum { AUTO_STATE_BITS = 24, AUTO_STATE_MASK = (1 << AUTO_STATE_BITS) - 1 };

/* Of a state whose bytes are copied if they are needed elsewhere: a jump takes as many. */
enum { AUTO_ALONE_MAX = 3, AUTO_LONG = 255 };

/* A state with so many steps has a map. */
enum { AUTO_MAP_LEAST = 9, AUTO_WIDTH_MAX = 3 };

#define AUTO_NONE UINT32_MAX

/* A state may take a value of 2 bytes, a jump of 4 with its code, or AUTO_ALONE_MAX copied ones; each
 * step 4. There is a step for each byte at most, and a state more. */
enum { AUTO_STATE_BYTES = 6, AUTO_STEP_BYTES = 4 };

typedef struct auto_maker {
  auto_state *states;
  uint32_t *steps;   /* of all states */
  uint32_t *buckets; /* the last state with each hash */
  uint32_t *pending; /* steps of the states of the current name, which are not complete */
  size_t bucket_count;
  uint32_t state_count, step_count;
  size_t pending_count;
  size_t begins[SUFFIX_NAME_MAX + 1];  /* where the steps of each state begin */
  uint8_t values[SUFFIX_NAME_MAX + 1]; /* of each state */
  unsigned char *out, *end;            /* the bytes written, from the end on */
} auto_maker;

size_t uriel_rules_bound(size_t bytes)
{
  const size_t states = bytes + 1;
  return states * (sizeof(auto_state) + 3 * sizeof(uint32_t) + AUTO_STATE_BYTES + AUTO_STEP_BYTES);
}

/* ---- Sorting ------------------------------------------------------------------------------------- */

static bool rule_less(const suffix_rule *a, const suffix_rule *b)
{
  const int order = memcmp(a->name, b->name, a->len < b->len ? a->len : b->len);
  return order != 0 ? order < 0 : a->len < b->len;
}

static void rule_sink(suffix_rule *rules, size_t at, size_t count)
{
  for (size_t child = 2 * at + 1; child < count; at = child, child = 2 * at + 1) {
    if (child + 1 < count && rule_less(&rules[child], &rules[child + 1]))
      child++;
    if (!rule_less(&rules[at], &rules[child]))
      return;
    const suffix_rule rule = rules[at];
    rules[at] = rules[child];
    rules[child] = rule;
  }
}

/* Heapsort. */
static void rule_sort(suffix_rule *rules, size_t count)
{
  for (size_t at = count / 2; at > 0;)
    rule_sink(rules, --at, count);
  for (size_t last = count; last > 1;) {
    const suffix_rule first = rules[0];
    rules[0] = rules[--last];
    rules[last] = first;
    rule_sink(rules, 0, last);
  }
}

/* ---- States -------------------------------------------------------------------------------------- */

/* Returns the existing state with that value and those steps, or a new one. */
static uint32_t auto_state_of(auto_maker *a, const uint32_t *steps, size_t count, uint8_t value)
{
  uint64_t hash = value;
  for (size_t i = 0; i < count; i++)
    hash = hash_add(hash, steps[i]);
  uint32_t *const bucket = &a->buckets[(size_t)(hash >> 32) % a->bucket_count];
  for (uint32_t i = *bucket; i != AUTO_NONE; i = a->states[i].next) {
    const auto_state *const state = &a->states[i];
    if (state->value == value && state->count == count &&
        memcmp(a->steps + state->steps, steps, count * sizeof *steps) == 0)
      return i;
  }
  a->states[a->state_count] =
      (auto_state){.steps = a->step_count, .next = *bucket, .count = (uint8_t)count, .value = value};
  memcpy(a->steps + a->step_count, steps, count * sizeof *steps);
  a->step_count += (uint32_t)count;
  return *bucket = a->state_count++;
}

/* Completes the state after `depth` bytes of the name. */
static uint32_t auto_complete(auto_maker *a, size_t depth)
{
  const size_t begin = a->begins[depth];
  const uint32_t state =
      auto_state_of(a, a->pending + begin, a->pending_count - begin, a->values[depth]);
  a->pending_count = begin;
  return state;
}

/* The states of all rules. A value is complete once all rules with its name have been read. */
static void auto_fill(auto_maker *a, const suffix_rule *rules, size_t count)
{
  size_t depth = 0;
  a->begins[0] = 0;
  a->values[0] = 0;
  for (size_t i = 0; i < count; i++) {
    while (depth < rules[i].len) {
      a->begins[++depth] = a->pending_count;
      a->values[depth] = 0;
    }
    a->values[depth] |= rules[i].value;
    /* Complete the states that the name does not share with the next one. */
    const suffix_rule *const rule = &rules[i], *const next = rule + 1;
    for (depth = 0; i + 1 < count && depth < rule->len && depth < next->len &&
                    rule->name[depth] == next->name[depth];)
      depth++;
    for (size_t n = rule->len; n > depth; n--) {
      const uint32_t state = auto_complete(a, n);
      a->pending[a->pending_count++] =
          (uint32_t)suffix_code_of(rule->name[n - 1]) << AUTO_STATE_BITS | state;
    }
  }
  auto_complete(a, 0);
}

/* ---- Bytes --------------------------------------------------------------------------------------- */

static uint32_t auto_at(const auto_maker *a)
{
  return (uint32_t)(a->end - a->out);
}

static void auto_put(auto_maker *a, unsigned byte)
{
  *--a->out = (unsigned char)byte;
}

/* Writes a number, the lowest byte first. */
static void auto_put_number(auto_maker *a, uint64_t number, unsigned width)
{
  for (unsigned i = width; i > 0; i--)
    auto_put(a, (unsigned)(number >> 8 * (i - 1) & 0xFF));
}

static unsigned auto_width(uint32_t offset)
{
  return offset < 0x100 ? 1 : offset < 0x10000 ? 2 : 3;
}

/* The code, and the offset of a state that is written. */
static void auto_put_far(auto_maker *a, unsigned code, const auto_state *state)
{
  const uint32_t offset = auto_at(a) - state->at;
  const unsigned width = auto_width(offset);
  auto_put_number(a, offset, width);
  auto_put(a, code | width << SUFFIX_WIDTH_SHIFT);
}

/* The last step leads to what was written last. If that is not its state, copies a short one, which is
 * then the nearest to lead to, or jumps. Returns the bytes of the state, as in `alone`. */
static unsigned auto_put_last(auto_maker *a, auto_state *state)
{
  if (state->at == auto_at(a))
    return state->alone;
  if (state->alone <= AUTO_ALONE_MAX) {
    a->out -= state->alone;
    memcpy(a->out, a->end - state->at, state->alone);
    state->at = auto_at(a);
    return state->alone;
  }
  auto_put_far(a, SUFFIX_JUMP, state);
  return AUTO_LONG;
}

/* Returns the step that is best the last one. */
static size_t auto_last(const auto_maker *a, const uint32_t *steps, size_t count)
{
  size_t best = count - 1;
  for (size_t i = 0; i < count; i++) {
    const auto_state *const state = &a->states[steps[i] & AUTO_STATE_MASK];
    if (state->at == auto_at(a))
      return i;
    if (state->alone <= AUTO_ALONE_MAX)
      best = i;
  }
  return best;
}

/* Writes the steps of a state, which are in the order of their codes, as a map. */
static void auto_put_map(auto_maker *a, const uint32_t *steps, size_t count)
{
  uint32_t least = UINT32_MAX;
  uint64_t map = 0;
  for (size_t i = 0; i < count; i++) {
    const uint32_t at = a->states[steps[i] & AUTO_STATE_MASK].at;
    least = at < least ? at : least;
    map |= (uint64_t)1 << (steps[i] >> AUTO_STATE_BITS);
  }
  const uint32_t begin = auto_at(a);
  const unsigned width = auto_width(begin + (uint32_t)(count * AUTO_WIDTH_MAX) - least);
  const uint32_t base = begin + (uint32_t)(count * width);
  for (size_t i = count; i > 0; i--)
    auto_put_number(a, base - a->states[steps[i - 1] & AUTO_STATE_MASK].at, width);
  auto_put_number(a, map, SUFFIX_MAP_BYTES);
  auto_put(a, SUFFIX_MAP | width << SUFFIX_WIDTH_SHIFT);
}

/* Writes the steps of a state. Returns its bytes, as in `alone`. */
static unsigned auto_put_steps(auto_maker *a, const uint32_t *steps, size_t count)
{
  if (count >= AUTO_MAP_LEAST) {
    auto_put_map(a, steps, count);
    return AUTO_LONG;
  }
  const size_t last = auto_last(a, steps, count);
  const unsigned alone = auto_put_last(a, &a->states[steps[last] & AUTO_STATE_MASK]);
  auto_put(a, steps[last] >> AUTO_STATE_BITS);
  for (size_t i = count; i > 0; i--)
    if (i - 1 != last)
      auto_put_far(a, steps[i - 1] >> AUTO_STATE_BITS, &a->states[steps[i - 1] & AUTO_STATE_MASK]);
  return count == 1 && alone < AUTO_LONG ? alone + 1 : AUTO_LONG;
}

static void auto_put_state(auto_maker *a, auto_state *state)
{
  unsigned alone = state->count > 0 ? auto_put_steps(a, a->steps + state->steps, state->count) : 0;
  if (state->count == 0 &&
      (state->value == SUFFIX_RULE || state->value == SUFFIX_RULE << SUFFIX_PRIVATE_SHIFT)) {
    auto_put(a, state->value == SUFFIX_RULE ? SUFFIX_ICANN : SUFFIX_PRIVATES);
    alone++;
  } else if (state->value || state->count == 0) {
    auto_put(a, state->value);
    auto_put(a, state->count == 0 ? SUFFIX_END : SUFFIX_VALUE);
    alone += 2;
  }
  state->alone = (uint8_t)(alone < AUTO_LONG ? alone : AUTO_LONG);
  state->at = auto_at(a);
}

uriel_text uriel_rules_build(suffix_rule *rules, size_t count, size_t bytes, void *memory)
{
  const size_t most = bytes + 1;
  auto_maker a = {.states = memory, .bucket_count = most};
  a.steps = (uint32_t *)(void *)(a.states + most);
  a.buckets = a.steps + most;
  a.pending = a.buckets + most;
  a.end = a.out = (unsigned char *)memory + uriel_rules_bound(bytes);
  memset(a.buckets, 0xFF, most * sizeof *a.buckets);
  rule_sort(rules, count);
  auto_fill(&a, rules, count);
  for (uint32_t i = 0; i < a.state_count; i++)
    auto_put_state(&a, &a.states[i]);
  return (uriel_text){(const char *)a.out, (size_t)(a.end - a.out)};
}
