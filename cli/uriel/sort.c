/* SPDX-License-Identifier: MIT */
/* uriel sort: references in the order of their values. */
#include <string.h>

#include "base/sorter.h"
#include "stage.h"

struct sort {
  struct by by;
  bool reverse, unique;
  bool whole; /* the key of a valid reference is all of its text */
  struct sorter sorter;
  struct buffer key, scratch;
  struct buffer last; /* the key of the last record that was printed */
  uint64_t number;
};

static const struct option_spec sort_options[] = {
    {0, "by", "KEY,...", "sort by this " BY_HELP ",\nthen by the next one; default reference",
     OPTION_CALL, OPTION_TO(struct sort, by), .call = by_read},
    {0, "reverse", NULL, "the last first", OPTION_FLAG, OPTION_TO(struct sort, reverse)},
    {0, "unique", NULL, "of references with equal keys, print only the\nfirst of the input", OPTION_FLAG,
     OPTION_TO(struct sort, unique)},
    {0}};

/* A key begins with this byte; invalid lines, which come last, have only another one. */
enum { SORT_VALID_FIRST = '1', SORT_INVALID_LAST = '2' };

static void sort_add(struct sort *self, char first, const uriel_ref *ref, const struct record *record)
{
  struct buffer *const key = &self->key;
  const uriel_text line = record_line(record);
  key->len = 0;
  buffer_append(key, &first, 1);
  if (ref)
    (void)by_put(&self->by, ref, record->input, key, &self->scratch);
  for (size_t i = 1; i < key->len && self->reverse; i++)
    key->ptr[i] = (char)~key->ptr[i];
  const bool is_key = self->whole && ref && ref->text == line.ptr && ref->length == line.len;
  const struct spill_record added = {++self->number, buffer_text(key),
                                     is_key ? (uriel_text){"", 0} : line};
  sorter_add(&self->sorter, &added);
}

static void sort_each(void *context, struct record *record)
{
  struct sort *const self = context;
  if (record->verdict == VERDICT_VALID)
    sort_add(self, SORT_VALID_FIRST, record->ref, record);
  else if (record_is_invalid(record) && record->input.ptr &&
           record->lane->general->invalid == INVALID_KEEP)
    sort_add(self, SORT_INVALID_LAST, NULL, record);
  else
    return;
  record->hidden = true;
}

static bool sort_next(void *context, struct record *record)
{
  struct sort *const self = context;
  struct spill_record next;
  struct buffer *const last = &self->last;
  bool valid;
  do {
    if (!sorter_next(&self->sorter, &next))
      return false;
    valid = next.key.ptr[0] == SORT_VALID_FIRST;
  } while (self->unique && valid && last->len == next.key.len &&
           memcmp(last->ptr, next.key.ptr, last->len) == 0);
  last->len = 0;
  if (self->unique && valid)
    buffer_append(last, next.key.ptr, next.key.len);
  const bool is_key = self->whole && valid && next.text.len == 0; /* "1=TEXT\t": see by_put */
  uriel_ref ref;
  const uriel_text line = is_key ? (uriel_text){next.key.ptr + 2, next.key.len - 3} : next.text;
  if (lane_input(record, line) && (record->lane->render.form != RENDER_PLAIN || !valid))
    (void)record_parse(record, &ref, record->input);
  return true;
}

static enum stage_source sort_ready(void *context, struct lane *lane)
{
  struct sort *const self = context;
  (void)parse_ready(self, lane);
  self->sorter.memory = lane->general->memory;
  self->whole = self->by.count == 1 && self->by.keys[0].name == KEY_REFERENCE &&
                self->by.keys[0].modifier_count == 0 && !self->reverse;
  lane->quick = QUICK_NOTHING;
  return SOURCE_HELD;
}

const struct stage sort_stage = {
    .schema = &parse_list_schema,
    .self = &(struct sort){.by = {{{.name = KEY_REFERENCE}}, 1}},
    .options = sort_options,
    .has = GENERAL_EVERYDAY | GENERAL_SPILL | GENERAL_SITES,
    .ready = sort_ready,
    .each = sort_each,
    .next = sort_next,
    .lists = true,
};
