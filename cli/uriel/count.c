/* SPDX-License-Identifier: MIT */
/* uriel count: how many references have which value. */
#include <string.h>

#include "base/sorter.h"
#include "base/texts.h"
#include "cli/shared/cli.h"
#include "cli/shared/key.h"
#include "cli/shared/output.h"
#include "stage.h"

enum count_column { COUNT_KEY, COUNT_COUNT, COUNT_COLUMNS };

static void count_line(const struct record *record);

static const struct column count_columns[] = {
    [COUNT_KEY] = {"key", COLUMN_TEXT, TONE_PLAIN},
    [COUNT_COUNT] = {"count", COLUMN_LITERAL, TONE_PLAIN},
};
static const struct schema count_schema = {
    .columns = count_columns, .count = COUNT_COLUMNS, .no_errors = true, .line = count_line};

/* A host whose value is in the table. */
enum { COUNT_HOSTS = 8192, COUNT_NAMES = 256 };
struct count_host {
  struct buffer host;
  uint32_t number;
  bool known;
};

struct count_entry {
  uint64_t count;
  uint64_t reference; /* the number of the last one that has the name (--by=query-names) */
};

struct count {
  struct suffixes suffixes;
  struct by by;
  size_t top; /* 0: all */
  size_t memory;
  struct texts values;   /* which begin with a byte: COUNT_UNDEFINED or COUNT_DEFINED */
  struct buffer counts;  /* struct count_entry: of each value, by its number */
  struct sorter spilled; /* values of full tables, whose text is the count */
  struct sorter sorter;  /* all values, in the order of the output */
  struct buffer value, scratch;
  uint64_t reference;          /* the number of the one whose names are counted */
  uint32_t names[COUNT_NAMES]; /* numbers of names that were counted */
  uint32_t number;             /* of the value that was counted last */
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
    SPILL_MEMORY_OPTION(struct count, memory),
    SUFFIX_OPTIONS(struct count, suffixes),
    {0}};

/* ---- Counting --------------------------------------------------------------------------------- */

static struct count_entry *count_of(const struct count *self, size_t number)
{
  return (struct count_entry *)(void *)self->counts.ptr + number;
}

/* Empties the full table. */
static void count_spill(struct count *self)
{
  for (size_t i = 0; i < self->values.count; i++) {
    const struct spill_record record = {
        0, self->values.of[i], {(const char *)&count_of(self, i)->count, sizeof(uint64_t)}};
    sorter_add(&self->spilled, &record);
  }
  texts_clear(&self->values);
  self->counts.len = 0;
  for (size_t i = 0; i < self->host_count; i++)
    self->hosts[i].known = false;
}

/* Finds the entry of a value, or adds one. Returns false if the table is full. */
static bool count_find(struct count *self, uriel_text value)
{
  const struct count_entry fresh = {0, 0};
  const uint64_t hash = texts_hash(&self->values, value);
  const enum texts_state state = texts_put(&self->values, value, hash, &self->number);
  if (state == TEXTS_ADDED)
    buffer_append(&self->counts, (const char *)&fresh, sizeof fresh);
  return state != TEXTS_FULL;
}

static void count_add(struct count *self, uriel_text value)
{
  if (!count_find(self, value)) {
    count_spill(self);
    (void)count_find(self, value);
  }
  count_of(self, self->number)->count++;
}

/* Finds the entry of a parameter's name, or adds one. Returns NULL if the table is full. */
static struct count_entry *count_find_name(struct count *self, uriel_text name)
{
  /* Lists have the same few names again and again. */
  const size_t at = name.len > 0 ? name.len * 31 + (unsigned char)name.ptr[name.len - 1] : 0;
  uint32_t *const seen = &self->names[at % COUNT_NAMES];
  const uriel_text known = *seen < self->values.count ? self->values.of[*seen] : (uriel_text){"", 0};
  if (name.len > 0 && known.len == name.len + 1 && memcmp(known.ptr + 1, name.ptr, name.len) == 0)
    return count_of(self, *seen);
  self->value.len = 1;
  key_put_parameter_name(&self->value, name);
  if (!count_find(self, buffer_text(&self->value)))
    return NULL;
  *seen = self->number;
  return count_of(self, self->number);
}

/* Counts each name of a parameter once for the query. Returns false if the table is full: then no name
 * is counted. */
static bool count_names(struct count *self, uriel_text query)
{
  uriel_text rest = query, name, ignored;
  struct count_entry *entry;
  self->reference++;
  while (uriel_query_next(&rest, 0, &name, &ignored)) {
    if (!(entry = count_find_name(self, name))) {
      const char *const full = name.ptr;
      for (rest = query; uriel_query_next(&rest, 0, &name, &ignored) && name.ptr < full;) {
        entry = count_find_name(self, name);
        entry->count -= entry->reference == self->reference;
        entry->reference = 0;
      }
      return false;
    }
    entry->count += entry->reference != self->reference;
    entry->reference = self->reference;
  }
  return true;
}

/* Lists often have the same hosts again. Returns the entry for the host; it may be of another one. */
static struct count_host *count_host_of(struct count *self, uriel_text host)
{
  if (self->host_count == 0 || !host.ptr)
    return NULL;
  const size_t hash = self->host_count > 1 ? (size_t)texts_hash(&self->values, host) : 0;
  return &self->hosts[hash & (self->host_count - 1)];
}

/* Notes that the host's value is the one that was counted last. */
static void count_host_put(const struct count *self, struct count_host *entry, uriel_text host)
{
  entry->known = true;
  entry->number = self->number;
  entry->host.len = 0;
  buffer_append(&entry->host, host.ptr, host.len);
}

static void count_reference(struct count *self, const uriel_ref *ref)
{
  const struct key *const key = &self->by.keys[0];
  struct buffer *const value = &self->value;
  const uriel_text host = uriel_host(ref);
  struct count_host *const entry = count_host_of(self, host);
  if (entry && entry->known && host.len == entry->host.len &&
      memcmp(host.ptr, entry->host.ptr, host.len) == 0) {
    count_of(self, entry->number)->count++;
    return;
  }
  const bool names = key->name == KEY_PARAMETER_NAMES;
  const uriel_text text = names ? uriel_query(ref) : by_value(key, ref, &self->scratch);
  buffer_reserve(value, text.len + 1);
  value->ptr[0] = text.ptr ? COUNT_DEFINED : COUNT_UNDEFINED;
  value->len = 1;
  if (names && text.ptr) {
    const size_t memory = self->values.memory;
    if (!count_names(self, text)) {
      count_spill(self);
      self->values.memory = 0; /* the names of one query fit into any memory */
      (void)count_names(self, text);
      self->values.memory = memory;
    }
    return;
  }
  if (text.ptr)
    memcpy(value->ptr + 1, text.ptr, text.len);
  value->len += text.len;
  count_add(self, buffer_text(value));
  if (entry)
    count_host_put(self, entry, host);
}

static void count_each(void *context, struct record *record)
{
  if (record->verdict != VERDICT_VALID)
    return;
  record->hidden = true;
  count_reference(context, record->ref);
}

/* ---- Printing --------------------------------------------------------------------------------- */

/* Adds a value with its count, the larger count first. */
static void count_rank(struct count *self, uriel_text value, uint64_t count)
{
  char bytes[8];
  for (size_t i = 0; i < sizeof bytes; i++)
    bytes[i] = (char)(unsigned char)(~count >> (56 - 8 * i));
  self->value.len = 0;
  buffer_append(&self->value, bytes, sizeof bytes);
  buffer_append(&self->value, value.ptr, value.len);
  const struct spill_record record = {count, buffer_text(&self->value), {"", 0}};
  sorter_add(&self->sorter, &record);
}

/* Adds up the counts of equal values of several tables. */
static void count_merge(struct count *self)
{
  struct spill_record record;
  struct buffer value = {0};
  uint64_t sum = 0;
  while (sorter_next(&self->spilled, &record)) {
    uint64_t count;
    memcpy(&count, record.text.ptr, sizeof count);
    if (sum == 0 || value.len != record.key.len || memcmp(value.ptr, record.key.ptr, value.len) != 0) {
      if (sum > 0)
        count_rank(self, buffer_text(&value), sum);
      sum = 0;
      value.len = 0;
      buffer_append(&value, record.key.ptr, record.key.len);
    }
    sum += count;
  }
  if (sum > 0)
    count_rank(self, buffer_text(&value), sum);
  buffer_free(&value);
}

static void count_finish(struct count *self)
{
  if (self->spilled.index.len > 0) {
    count_spill(self);
    texts_free(&self->values);
    count_merge(self);
    sorter_free(&self->spilled);
    self->spilled = (struct sorter){0};
  }
  for (size_t i = 0; i < self->values.count; i++)
    count_rank(self, self->values.of[i], count_of(self, i)->count);
  texts_free(&self->values);
}

static bool count_next(void *context, struct record *record)
{
  struct count *const self = context;
  struct spill_record next;
  if (!self->sorter.sorted)
    count_finish(self);
  if ((self->top > 0 && self->printed == self->top) || !sorter_next(&self->sorter, &next))
    return false;
  self->printed++;
  if (next.key.ptr[8] == COUNT_DEFINED)
    record->values[COUNT_KEY] = (uriel_text){next.key.ptr + 9, next.key.len - 9};
  record->values[COUNT_COUNT] = number_text(self->digits, next.number);
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

/* ---- The subcommand --------------------------------------------------------------------------- */

static enum stage_source count_ready(void *context, const struct option_reader *reader,
                                     struct lane *lane)
{
  struct count *const self = context;
  if (self->by.count != 1)
    die_usage(reader->command, "--by takes one key");
  if (lane->on_invalid == INVALID_KEEP)
    die_usage(reader->command, "an invalid line has no count to keep: --invalid is drop");
  suffixes_load(&self->suffixes, reader->command);
  by_use(&self->by, &self->suffixes);
  const enum key_name name = self->by.keys[0].name;
  self->host_count = name == KEY_HOST                                                      ? 1
                     : name == KEY_SITE || name == KEY_SUFFIX || name == KEY_HOST_REVERSED ? COUNT_HOSTS
                                                                                           : 0;
  self->values.memory = self->spilled.memory = self->sorter.memory = self->memory;
  lane->quick = QUICK_NOTHING;
  return SOURCE_HELD;
}

static const struct stage count_stage = {
    .schema = &count_schema,
    .options = count_options,
    .spec = SPEC_FULL,
    .newer = NEWER_ALL,
    .ready = count_ready,
    .each = count_each,
    .next = count_next,
    .lists = true,
};

int cmd_count(int argc, char **argv)
{
  struct count self = {.by = {{{.name = KEY_HOST}}, 1}, .memory = SPILL_MEMORY};
  const int status = stage_run(&count_stage, &self, argc, argv);
  suffixes_free(&self.suffixes);
  texts_free(&self.values);
  buffer_free(&self.counts);
  sorter_free(&self.spilled);
  sorter_free(&self.sorter);
  buffer_free(&self.value);
  for (size_t i = 0; i < COUNT_HOSTS; i++)
    buffer_free(&self.hosts[i].host);
  buffer_free(&self.scratch);
  return status;
}
