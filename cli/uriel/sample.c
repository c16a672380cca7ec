/* SPDX-License-Identifier: MIT */
/* uriel sample: references at random, in the order of the input. */
#include <stdlib.h>
#include <string.h>

#include "base/texts.h"
#include "stage.h"

/* The references with one value of --per, or all. */
struct sample_group {
  uint64_t number;      /* of references */
  struct buffer places; /* array of size_t: those chosen, in `chosen` */
};

/* A chosen reference. */
struct sample_one {
  uint64_t number;
  bool invalid;
  struct buffer text;
};

struct sample {
  size_t seed; /* of --seed; SIZE_MAX: none */
  size_t wanted;
  uint64_t limit; /* of random numbers, for a share: those below it are chosen */
  bool share;
  uint64_t random;
  struct by per;           /* no keys: without --per */
  struct sample_group all; /* without --per */
  struct texts values;     /* of --per */
  struct buffer value, scratch;
  struct buffer groups; /* struct sample_group, by the number of the value */
  uint64_t number;
  struct buffer chosen; /* struct sample_one */
  size_t at;
};

static const struct option_spec sample_options[] = {
    {0, "per", "KEY,...", "choose N references of each value of this\n" BY_HELP, OPTION_CALL,
     OPTION_TO(struct sample, per), .call = by_read},
    {0, "seed", "N", "choose the same references for the same input", OPTION_NUMBER,
     OPTION_TO(struct sample, seed), .low = 0, .high = UINT32_MAX},
    {0}};

/* SplitMix64: a counter, mixed. */
static uint64_t sample_random(struct sample *self)
{
  uint64_t x = self->random += 0x9E3779B97F4A7C15u;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
  x = (x ^ x >> 27) * 0x94D049BB133111EBu;
  return x ^ x >> 31;
}

/* Returns the group of a record. All invalid ones, which --invalid=keep keeps, are in one group. */
static struct sample_group *sample_group(struct sample *self, const struct record *record)
{
  bool is_new;
  self->value.len = 0;
  if (!record_is_invalid(record))
    (void)by_put(&self->per, record->ref, record->input, &self->value, &self->scratch);
  const uint32_t group = texts_number(&self->values, buffer_text(&self->value), &is_new);
  if (is_new)
    buffer_append(&self->groups, &(struct sample_group){0}, sizeof(struct sample_group));
  return &ARRAY_OF(struct sample_group, self->groups)[group];
}

static void sample_each(void *context, struct record *record)
{
  struct sample *const self = context;
  const bool invalid = record_is_invalid(record);
  if (record->verdict == VERDICT_EMPTY ||
      (invalid && (!record->input.ptr || record->lane->general->invalid != INVALID_KEEP)))
    return;
  record->hidden = !self->share || sample_random(self) >= self->limit; /* of the share */
  if (self->share)
    return;
  /* Algorithm R: the Nth reference takes the place of one of those chosen with probability wanted / N.
   */
  struct sample_group *const group = self->per.count > 0 ? sample_group(self, record) : &self->all;
  size_t place;
  self->number++;
  group->number++;
  if (ARRAY_COUNT(size_t, group->places) == self->wanted) {
    /* Below the number of references, each with the same probability: random numbers of the last,
     * incomplete range are skipped. */
    const uint64_t rest = (UINT64_MAX % group->number + 1) % group->number;
    uint64_t x;
    do
      x = sample_random(self);
    while (x > UINT64_MAX - rest);
    if (x % group->number >= self->wanted)
      return;
    place = ARRAY_OF(size_t, group->places)[x % group->number];
  } else {
    place = ARRAY_COUNT(struct sample_one, self->chosen);
    buffer_append(&group->places, &place, sizeof place);
    buffer_append(&self->chosen, &(struct sample_one){0}, sizeof(struct sample_one));
  }
  struct sample_one *const one = &ARRAY_OF(struct sample_one, self->chosen)[place];
  one->number = self->number;
  one->invalid = invalid;
  one->text.len = 0;
  buffer_append(&one->text, record_line(record).ptr, record_line(record).len);
}

static int sample_compare(const void *a, const void *b)
{
  const uint64_t x = ((const struct sample_one *)a)->number;
  const uint64_t y = ((const struct sample_one *)b)->number;
  return (x > y) - (x < y);
}

static bool sample_next(void *context, struct record *record)
{
  struct sample *const self = context;
  struct sample_one *const chosen = ARRAY_OF(struct sample_one, self->chosen);
  const size_t count = ARRAY_COUNT(struct sample_one, self->chosen);
  if (self->at == 0 && count > 1)
    qsort(chosen, count, sizeof *chosen, sample_compare);
  if (self->at == count)
    return false;
  const struct sample_one *const one = &chosen[self->at++];
  uriel_ref ref;
  if (lane_input(record, buffer_text(&one->text)) &&
      (one->invalid || record->lane->render.form != RENDER_PLAIN))
    (void)record_parse(record, &ref, record->input);
  return true;
}

static enum stage_source sample_ready(void *context, struct lane *lane)
{
  struct sample *const self = context;
  (void)parse_ready(self, lane);
  /* "100", or a share, "2.5%". */
  const char *const text = lane->reader->first;
  char *end;
  const bool digits = text[strspn(text, "0123456789.%")] == '\0' && text[0] >= '0' && text[0] <= '9';
  const double number = digits ? strtod(text, &end) : 0;
  self->share = digits && strcmp(end, "%") == 0;
  if (self->share && number <= 100)
    self->limit = number == 100 ? UINT64_MAX : (uint64_t)(number / 100 * 18446744073709551616.0);
  else if (digits && *end == '\0' && !strchr(text, '.') && number < 1e12)
    self->wanted = (size_t)number;
  else
    die_usage(lane->reader->command,
              "\"%s\" is neither a number of references, such as 100, nor a share, such as 2.5%%%s",
              text, digits && *end == '\0' ? "; write \"%\" after a share" : "");
  if (self->share && self->per.count > 0)
    die_usage(lane->reader->command, "--per goes with a number of references, not with a share");
  self->random = self->seed == SIZE_MAX ? texts_seed() : self->seed;
  if (self->share)
    return SOURCE_OPERANDS;
  lane->quick = QUICK_NOTHING;
  return SOURCE_HELD;
}

const struct stage sample_stage = {
    .first = "how many references, or which share",
    .schema = &parse_list_schema,
    .self = &(struct sample){.seed = SIZE_MAX},
    .options = sample_options,
    .has = GENERAL_EVERYDAY | GENERAL_SITES,
    .ready = sample_ready,
    .each = sample_each,
    .next = sample_next,
    .lists = true,
};
