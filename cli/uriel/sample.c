/* SPDX-License-Identifier: MIT */
/* uriel sample: references at random, in the order of the input. */
#include <stdlib.h>
#include <string.h>

#include "cli/shared/cli.h"
#include "cli/shared/output.h"
#include "parse.h"
#include "set.h"
#include "stage.h"

/* A chosen reference. */
struct sample_one {
  uint64_t number;
  bool invalid;
  struct buffer text;
};

struct sample {
  struct parse parse;
  size_t seed; /* of --seed; SIZE_MAX: none */
  size_t wanted;
  uint64_t limit; /* of random numbers, for a share: those below it are chosen */
  bool share;
  const struct lane *lane;
  uint64_t random;
  uint64_t number;
  struct buffer chosen; /* struct sample_one */
  size_t at;
};

static const struct option_spec sample_options[] = {
    {0, "seed", "N", "choose the same references for the same input", OPTION_NUMBER,
     OPTION_TO(struct sample, seed), .low = 0, .high = UINT32_MAX},
    SUFFIX_OPTIONS(struct sample, parse.suffixes),
    {0}};

/* SplitMix64: a counter, mixed. */
static uint64_t sample_random(struct sample *self)
{
  uint64_t x = self->random += 0x9E3779B97F4A7C15u;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
  x = (x ^ x >> 27) * 0x94D049BB133111EBu;
  return x ^ x >> 31;
}

/* A number below `bound`, each with the same probability: numbers of the last, incomplete range do not
 * count. */
static uint64_t sample_below(struct sample *self, uint64_t bound)
{
  const uint64_t rest = (UINT64_MAX % bound + 1) % bound;
  uint64_t x;
  do
    x = sample_random(self);
  while (x > UINT64_MAX - rest);
  return x % bound;
}

static struct sample_one *sample_chosen(const struct sample *self)
{
  return (void *)self->chosen.ptr;
}

static size_t sample_count(const struct sample *self)
{
  return self->chosen.len / sizeof(struct sample_one);
}

/* Algorithm R: the Nth reference takes the place of one of those chosen with probability wanted / N. */
static void sample_take(struct sample *self, uriel_text text, bool invalid)
{
  size_t place = sample_count(self);
  self->number++;
  if (place == self->wanted) {
    const uint64_t chosen = sample_below(self, self->number);
    if (chosen >= self->wanted)
      return;
    place = (size_t)chosen;
  } else {
    const struct sample_one fresh = {0};
    buffer_append(&self->chosen, (const char *)&fresh, sizeof fresh);
  }
  struct sample_one *const one = &sample_chosen(self)[place];
  one->number = self->number;
  one->invalid = invalid;
  one->text.len = 0;
  buffer_append(&one->text, text.ptr, text.len);
}

/* Whether the next reference belongs to the share. */
static bool sample_shares(struct sample *self)
{
  return sample_random(self) < self->limit;
}

static void sample_convert(void *context, const struct input *input, struct record *record)
{
  struct sample *const self = context;
  parse_convert(&self->parse, input, record);
  if (record->invalid)
    return;
  if (self->share) {
    record->left_out = !sample_shares(self);
    return;
  }
  record->left_out = true;
  sample_take(self, input->text, false);
}

static void sample_collect(void *context, struct record *record)
{
  struct sample *const self = context;
  if (!record->invalid || !record->input.ptr || self->lane->on_invalid != INVALID_KEEP)
    return;
  record->left_out = !self->share || !sample_shares(self);
  record->told = !self->share && self->lane->render.form == RENDER_JSON;
  if (!self->share)
    sample_take(self, record->input, true);
}

static size_t sample_lines(void *context, const uriel_ref *refs, size_t count)
{
  struct sample *const self = context;
  struct output *const out = &standard_out;
  size_t at = 0;
  for (; at < count && stage_is_reference(&refs[at]); at++) {
    if (!self->share) {
      sample_take(self, (uriel_text){refs[at].text, refs[at].length}, false);
    } else if (sample_shares(self)) {
      output_put(out, refs[at].text, refs[at].length);
      output_char(out, '\n');
    }
  }
  return at;
}

static stage_rows *sample_rows(const void *context, enum render_form form)
{
  const struct sample *const self = context;
  return form == RENDER_PLAIN || !self->share ? sample_lines : NULL;
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
  struct sample_one *const chosen = sample_chosen(self);
  const size_t count = sample_count(self);
  if (self->at == 0 && count > 1)
    qsort(chosen, count, sizeof *chosen, sample_compare);
  if (self->at == count)
    return false;
  const struct sample_one *const one = &chosen[self->at++];
  const struct input input = {.text = buffer_text(&one->text)};
  record->told = true;
  record->input = record->values[0] = input.text;
  if (one->invalid || self->lane->render.form != RENDER_PLAIN)
    parse_convert(&self->parse, &input, record);
  return true;
}

/* "100", or a share, "2.5%". */
static void sample_read(struct sample *self, const struct option_reader *reader, const char *text)
{
  char *end;
  const bool digits = text[strspn(text, "0123456789.%")] == '\0' && text[0] >= '0' && text[0] <= '9';
  const double number = digits ? strtod(text, &end) : 0;
  self->share = digits && strcmp(end, "%") == 0;
  if (self->share && number <= 100)
    self->limit = number == 100 ? UINT64_MAX : (uint64_t)(number / 100 * 18446744073709551616.0);
  else if (digits && *end == '\0' && !strchr(text, '.') && number < 1e12)
    self->wanted = (size_t)number;
  else
    die_usage(reader->command, "\"%s\" is neither a number of references nor a share, such as 2.5%%",
              text);
}

static enum stage_source sample_ready(void *context, const struct option_reader *reader,
                                      const struct reading *reading)
{
  struct sample *const self = context;
  parse_reads(&self->parse, reader->command, reading);
  sample_read(self, reader, reader->first);
  self->random = self->seed == SIZE_MAX ? set_seed() : self->seed;
  return SOURCE_OPERANDS;
}

static void sample_start(void *context, const struct lane *lane)
{
  ((struct sample *)context)->lane = lane;
}

static const struct stage sample_stage = {
    .help =
        {
            .usage = "sample [OPTION...] N|SHARE% [REFERENCE...]",
            .about =
                "Prints N references of standard input or the files of -f, chosen at random: every\n"
                "choice of N lines is as likely as any other. With a share, such as 2.5%, each\n"
                "line is chosen with that probability, and printed at once. The order stays. N\n"
                "references are kept in memory. Empty and invalid lines are not chosen; with\n"
                "--invalid=keep, invalid ones are.\n\n"
                "Keys: as in parse (see uriel help parse).",
            .examples = "uriel sample 100 < urls.txt\n"
                        "uriel sample --seed=1 0.1% < urls.txt",
        },
    .first = "how many references, or which share",
    .options = sample_options,
    .spec = SPEC_FULL,
    .newer = NEWER_ALL,
    .ready = sample_ready,
    .convert = sample_convert,
    .next = sample_next,
    .at_end = true,
    .rows = sample_rows,
    .lists = true,
    .start = sample_start,
    .collect = sample_collect,
};

int cmd_sample(int argc, char **argv)
{
  struct sample self = {.seed = SIZE_MAX};
  struct stage stage = sample_stage;
  parse_init_list(&self.parse);
  stage.schema = &self.parse.schema;
  const int status = stage_run(&stage, &self, argc, argv);
  parse_end(&self.parse);
  suffixes_free(&self.parse.suffixes);
  for (size_t i = 0; i < sample_count(&self); i++)
    buffer_free(&sample_chosen(&self)[i].text);
  buffer_free(&self.chosen);
  return status;
}
