/* SPDX-License-Identifier: MIT */
/* uriel count: the number of references with each value. */
#include <string.h>

#include "base/tally.h"
#include "stage.h"
#include "uriel_query.h"

enum count_column { COUNT_KEY, COUNT_COUNT, COUNT_COLUMNS };

static void count_line(const struct record *record);

static const struct column count_columns[] = {{"key", COLUMN_TEXT, TONE_PLAIN},
                                              {"count", COLUMN_LITERAL, TONE_PLAIN}};
/* A host whose value is in the table. */
enum { COUNT_HOSTS = 8192, COUNT_NAMES = 256 };
struct count_host {
  struct buffer host;
  uint32_t number;
  uint64_t known; /* tally.spills at that time, and 1 */
};

struct count {
  struct by by;
  size_t top;         /* 0: all */
  struct tally tally; /* of values that begin with a byte: COUNT_UNDEFINED or COUNT_DEFINED */
  struct buffer value;
  uint64_t reference;          /* the number of the one whose names are counted */
  uint32_t names[COUNT_NAMES]; /* numbers of names that were counted */
  size_t host_count;           /* of `hosts`; 0: the key's value does not depend on the host only */
  struct count_host hosts[COUNT_HOSTS];
  char digits[NUMBER_DIGITS];
  size_t printed;
};

enum { COUNT_UNDEFINED = '-', COUNT_DEFINED = '=' };

static const struct option_spec count_options[] = {
    {0, "by", "KEY", "count by this " BY_HELP ";\ndefault host", OPTION_CALL,
     OPTION_TO(struct count, by), .call = by_read},
    {0, "top", "N", "print only the N largest counts", OPTION_NUMBER, OPTION_TO(struct count, top),
     .low = 1, .high = SIZE_MAX},
    {0}};

/* Finds the entry of a parameter's name, or adds one. Returns NULL if the table is full. */
static struct tally_entry *count_find_name(struct count *self, uriel_text name, bool forced)
{
  /* The queries of a list repeat a few names. */
  const size_t at = name.len > 0 ? name.len * 31 + (unsigned char)name.ptr[name.len - 1] : 0;
  uint32_t *const seen = &self->names[at % COUNT_NAMES];
  const uriel_text known =
      *seen < self->tally.values.count ? self->tally.values.of[*seen] : (uriel_text){"", 0};
  if (name.len > 0 && known.len == name.len + 1 && memcmp(known.ptr + 1, name.ptr, name.len) == 0)
    return tally_of(&self->tally, *seen);
  self->value.len = 1;
  key_put_parameter_name(&self->value, name);
  return tally_find(&self->tally, buffer_text(&self->value), forced, seen)
             ? tally_of(&self->tally, *seen)
             : NULL;
}

/* Counts each name of a parameter once for the query. Returns false if the table is full: then no name
 * is counted. */
static bool count_names(struct count *self, uriel_text query, bool forced)
{
  uriel_text rest = query;
  struct tally_entry *entry;
  self->reference++;
  for (uriel_param param; uriel_query_next(&rest, &param, 0);) {
    if (!(entry = count_find_name(self, param.name, forced))) {
      const char *const full = param.name.ptr;
      for (rest = query; uriel_query_next(&rest, &param, 0) && param.name.ptr < full;) {
        entry = count_find_name(self, param.name, forced);
        entry->count -= entry->mark == self->reference;
        entry->mark = 0;
      }
      return false;
    }
    entry->count += entry->mark != self->reference;
    entry->mark = self->reference;
  }
  return true;
}

static void count_each(void *context, struct record *record)
{
  struct count *const self = context;
  const struct key *const key = &self->by.keys[0];
  struct buffer *const value = &self->value;
  const uriel_ref *const ref = record->ref;
  struct count_host *entry = NULL;
  if (record->verdict != VERDICT_VALID)
    return;
  record->hidden = true;
  const uriel_text host = uriel_host(ref);
  if (self->host_count > 0 && host.ptr) { /* lists often repeat hosts */
    const size_t hash = self->host_count > 1 ? (size_t)texts_hash(&self->tally.values, host) : 0;
    entry = &self->hosts[hash & (self->host_count - 1)];
    if (entry->known == self->tally.spills + 1 && host.len == entry->host.len &&
        memcmp(host.ptr, entry->host.ptr, host.len) == 0) {
      tally_of(&self->tally, entry->number)->count++;
      return;
    }
  }
  const bool names = key->name == KEY_PARAMETER_NAMES && key->modifier_count == 0;
  const uriel_text text = names ? uriel_query(ref) : by_value(key, ref, record->input, record->scratch);
  buffer_reserve(value, text.len + 1);
  value->ptr[0] = text.ptr ? COUNT_DEFINED : COUNT_UNDEFINED;
  value->len = 1;
  if (names && text.ptr) {
    if (!count_names(self, text, false)) {
      tally_spill(&self->tally);
      (void)count_names(self, text, true); /* the names of one query fit into any memory */
    }
    return;
  }
  if (text.ptr)
    memcpy(value->ptr + 1, text.ptr, text.len);
  value->len += text.len;
  const uint32_t number = tally_add(&self->tally, buffer_text(value));
  if (!entry)
    return;
  entry->known = self->tally.spills + 1;
  entry->number = number;
  entry->host.len = 0;
  buffer_append(&entry->host, host.ptr, host.len);
}

static bool count_next(void *context, struct record *record)
{
  struct count *const self = context;
  uriel_text value;
  uint64_t count;
  if ((self->top > 0 && self->printed == self->top) || !tally_next(&self->tally, &value, &count))
    return false;
  self->printed++;
  if (value.ptr[0] == COUNT_DEFINED)
    record->values[COUNT_KEY] = (uriel_text){value.ptr + 1, value.len - 1};
  record->values[COUNT_COUNT] = number_text(self->digits, count);
  return true;
}

static void count_line(const struct record *record)
{
  const uriel_text key = record->values[COUNT_KEY];
  output_put(&standard_out, record->values[COUNT_COUNT].ptr, record->values[COUNT_COUNT].len);
  output_char(&standard_out, '\t');
  if (key.ptr)
    output_foreign(&standard_out, key.ptr, key.len);
  else
    output_text(&standard_out, "\\N");
}

static enum stage_source count_ready(void *context, struct lane *lane)
{
  struct count *const self = context;
  if (self->by.count == 0)
    self->by = (struct by){{{.name = KEY_HOST}}, 1};
  if (self->by.count != 1)
    die_usage(lane->reader->command, "--by takes one key");
  if (lane->general->invalid == INVALID_KEEP)
    die_usage(lane->reader->command, "count cannot keep invalid lines: --invalid must be drop");
  self->tally.memory = lane->general->memory;
  const enum key_name name = self->by.keys[0].name;
  self->host_count = name == KEY_HOST                                                      ? 1
                     : name == KEY_SITE || name == KEY_SUFFIX || name == KEY_HOST_REVERSED ? COUNT_HOSTS
                                                                                           : 0;
  lane->quick = QUICK_NOTHING;
  return SOURCE_HELD;
}

const struct stage count_stage = {
    .schema =
        &(const struct schema){
            .columns = count_columns, .count = COUNT_COLUMNS, .no_errors = true, .line = count_line},
    .self = &(struct count){.host_count = 0},
    .options = count_options,
    .has = GENERAL_EVERYDAY | GENERAL_SPILL | GENERAL_SITES,
    .ready = count_ready,
    .each = count_each,
    .next = count_next,
    .lists = true,
};
