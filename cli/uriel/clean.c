/* SPDX-License-Identifier: MIT */
/* uriel clean: a list in normal form, without invalid lines and duplicates. */
#include <inttypes.h>
#include <string.h>

#include "base/seen.h"
#include "base/sorter.h"
#include "base/unique.h"
#include "stage.h"
#include "uriel_query.h"

enum clean_column { CLEAN_INPUT, CLEAN_VALID, CLEAN_OUTPUT, CLEAN_KEY, CLEAN_COLUMNS };

static const struct column clean_columns[] = {{"input", COLUMN_REFERENCE, TONE_PLAIN},
                                              {"valid", COLUMN_VALID, TONE_PLAIN},
                                              {"output", COLUMN_REFERENCE, TONE_PLAIN},
                                              {"unique", COLUMN_TEXT, TONE_PLAIN}};

/* A reference. */
struct clean_row {
  uriel_text input, output;
  uriel_text line; /* the input, or the JSON around it */
  uriel_text key;  /* that is compared; `hash` is its hash */
  uint64_t hash;
  struct buffer normal, values; /* the text of `key`, unless it is the output */
};

/* How many rows are hashed before the first of them is looked up, to hide the latency of memory outside
 * the cache. */
enum { CLEAN_ROWS = 32, CLEAN_TEXTS = 1 << 15 };

/* Which lines are duplicates. */
enum clean_kind { CLEAN_NORMAL, CLEAN_TEXT, CLEAN_BY };

struct clean {
  uriel_level level;
  bool batches; /* rows are looked up CLEAN_ROWS at once */
  bool strip_tracking, strip_fragment, comments;
  bool keeps;   /* --no-unique */
  bool has_key; /* the output can have the column "unique" */
  enum clean_kind kind;
  struct by by;
  const char *unique_value; /* of --unique */
  const char *seen_name;

  struct lane *lane;
  struct unique unique;
  struct seen seen;
  struct clean_row rows[CLEAN_ROWS];
  size_t row_count;    /* rows that wait for clean_flush */
  struct buffer texts; /* the outputs of the rows that wait */
  struct buffer stripped, scratch, payload;
  uint64_t number; /* of references, from 1 */
  struct {
    uint64_t read, empty, comments, invalid, valid, repaired, changed, stripped, written;
  } counts;
};

/* ---- Options ---------------------------------------------------------------------------------- */

/* Of a struct clean: --unique. */
static void clean_read_unique(void *to, struct option_reader *reader)
{
  struct clean *const self = to;
  self->unique_value = reader->value;
  self->kind = strcmp(reader->value, "text") == 0     ? CLEAN_TEXT
               : strcmp(reader->value, "normal") == 0 ? CLEAN_NORMAL
                                                      : CLEAN_BY;
  if (self->kind == CLEAN_BY)
    by_read(&self->by, reader);
}

enum { CLEAN_SEEN = OPTION_GROUP_OWN };

static const struct option_spec clean_options[] = {
    {0, "level", "LEVEL",
     "the normal form to write: case, percent, path or\nscheme (the default), as in normalize; string\n"
     "writes each as it is",
     OPTION_WORD, OPTION_TO(struct clean, level), .low = URIEL_LEVEL_STRING, .words = level_words},
    {0, "strip-tracking", NULL, "write no parameters that only track people", OPTION_FLAG,
     OPTION_TO(struct clean, strip_tracking)},
    {0, "strip-fragment", NULL, "write no fragments", OPTION_FLAG,
     OPTION_TO(struct clean, strip_fragment)},
    {0, "comments", NULL, "leave out lines that begin with \"#\"", OPTION_FLAG,
     OPTION_TO(struct clean, comments)},
    {0, "unique", "KEY,...",
     "lines are duplicates if they have the same normal\nform (normal, the default), text (text), or "
     "values:\nhost, or host,path,query-names; see --format.\npattern: they differ only in numbers and "
     "identifiers",
     OPTION_CALL, .to = 0, .size = sizeof(struct clean), .call = clean_read_unique},
    {0, "no-unique", NULL,
     "keep duplicates. With --invalid=empty, each line\nhas a record, which is empty without a "
     "reference",
     OPTION_FLAG, OPTION_TO(struct clean, keeps), .excludes = CLEAN_SEEN},
    {0, "seen", "FILE",
     "leave out what earlier runs with FILE wrote, and\nadd what this run writes, at its end (with -q\n"
     "nothing)",
     OPTION_STRING, OPTION_TO(struct clean, seen_name), .excludes = CLEAN_SEEN},
    {0}};

/* ---- One reference ---------------------------------------------------------------------------- */

/* Returns the reference without its tracking parameters, in `without`, or `ref` unchanged. */
static const uriel_ref *clean_strip_tracking(struct clean *self, const uriel_ref *ref,
                                             uriel_ref *without)
{
  struct buffer *const out = &self->stripped;
  const uriel_text query = uriel_query(ref);
  uriel_text left;
  if (query.len == 0)
    return ref;
  if (out->capacity <= ref->length)
    buffer_reserve(out, ref->length);
  (void)uriel_query_strip_tracking(&left, query, uriel_host(ref), out->ptr + ref->path_end + 1,
                                   query.len);
  if (left.ptr == query.ptr)
    return ref;
  memcpy(out->ptr, ref->text, ref->path_end);
  out->len = ref->path_end;
  if (left.ptr)
    out->ptr[out->len++] = '?';
  out->len += left.len;
  memcpy(out->ptr + out->len, ref->text + ref->query_end, ref->length - ref->query_end);
  /* Only the query differs, and it is a part of the one that was parsed. */
  *without = *ref;
  without->text = out->ptr;
  without->query_end = (uint32_t)out->len;
  without->length = without->query_end + ref->length - ref->query_end;
  self->counts.stripped++;
  return without;
}

/* ---- Duplicates ------------------------------------------------------------------------------- */

static const uint32_t clean_no_output = UINT32_MAX;

/* What clean_next needs besides the key: the length of the output, the output, the line. Nothing if the
 * output is the key, and only that is printed. */
static uriel_text clean_payload(struct clean *self, uriel_text line, uriel_text output, uriel_text key)
{
  struct buffer *const payload = &self->payload;
  const uint32_t len = output.ptr ? (uint32_t)output.len : clean_no_output;
  if (self->lane->render.form == RENDER_PLAIN && output.ptr == key.ptr &&
      !self->lane->general->json_in.field)
    return (uriel_text){"", 0};
  payload->len = 0;
  buffer_append(payload, (const char *)&len, sizeof len);
  buffer_append(payload, output.ptr, output.ptr ? output.len : 0);
  buffer_append(payload, line.ptr, line.len);
  return buffer_text(payload);
}

/* Returns whether the row is written now. */
static bool clean_is_new(struct clean *self, const struct clean_row *row)
{
  const uriel_text input = row->input;
  const uriel_text output = row->output;
  self->counts.valid++;
  if (!self->lane->general->silent)
    self->counts.changed += output.len != input.len || memcmp(output.ptr, input.ptr, input.len) != 0;
  if (!self->keeps) {
    const struct spill_record record = {++self->number, row->key,
                                        clean_payload(self, row->line, output, row->key)};
    if (unique_add(&self->unique, &record, row->hash) != UNIQUE_NEW)
      return false;
    if (self->seen_name && !self->lane->general->quiet)
      seen_add(&self->seen, record.key);
  }
  self->counts.written++;
  return true;
}

/* ---- Records ---------------------------------------------------------------------------------- */

/* Looks up the rows that were hashed, and prints the new ones. */
static void clean_flush(void *context)
{
  struct clean *const self = context;
  for (size_t i = 0; i < self->row_count; i++)
    if (clean_is_new(self, &self->rows[i])) {
      output_put(&standard_out, self->rows[i].output.ptr, self->rows[i].output.len);
      output_char(&standard_out, self->lane->render.terminator);
    }
  self->row_count = self->texts.len = 0;
}

/* Fills in the next row: the text that is written, and the key that is compared. */
static struct clean_row *clean_fill(struct clean *self, const uriel_ref *ref,
                                    const struct record *record)
{
  uriel_ref without, normal;
  if (self->strip_tracking)
    ref = clean_strip_tracking(self, ref, &without);
  if (self->strip_fragment) {
    without = *ref;
    without.length = without.query_end;
    ref = &without;
  }
  /* Texts of rows that wait must not move. */
  const size_t bound = uriel_normalize_bound(ref);
  if (!self->batches || self->texts.capacity - self->texts.len <= bound) {
    clean_flush(self);
    buffer_reserve(&self->texts, bound < CLEAN_TEXTS ? CLEAN_TEXTS : bound);
  }
  struct clean_row *const row = &self->rows[self->row_count];
  char *const out = self->texts.ptr + self->texts.len;
  row->input = record->input;
  row->line = record_line(record);
  row->key = row->output = (uriel_text){out, uriel_normalize(ref, self->level, out, bound)};
  self->texts.len += row->output.len;
  if (self->keeps && !self->has_key)
    return row;
  bool parsed = self->kind != CLEAN_TEXT && self->level != URIEL_LEVEL_SCHEME &&
                uriel_parse_as(&normal, out, row->output.len, uriel_spec_of(ref), 0, NULL);
  if (parsed) {
    const size_t most = uriel_normalize_bound(&normal);
    buffer_reserve(&row->normal, most);
    row->key = (uriel_text){row->normal.ptr,
                            uriel_normalize(&normal, URIEL_LEVEL_SCHEME, row->normal.ptr, most)};
  }
  parsed = self->kind == CLEAN_BY &&
           uriel_parse_as(&normal, row->key.ptr, row->key.len, uriel_spec_of(ref), 0, NULL);
  row->values.len = 0;
  if (parsed && by_put(&self->by, &normal, record->input, &row->values, &self->scratch))
    row->key = buffer_text(&row->values);
  if (!self->keeps)
    row->hash = texts_hash(&self->unique.set, row->key);
  return row;
}

static void clean_each(void *context, struct record *record)
{
  struct clean *const self = context;
  const uriel_text text = self->comments ? reading_trim_outside(record->input) : (uriel_text){"", 0};
  const bool comment = record->verdict != VERDICT_EMPTY && text.len > 0 && text.ptr[0] == '#';
  self->counts.read++;
  if (record->verdict == VERDICT_VALID && !comment) {
    self->counts.repaired += record->read != URIEL_READ_EXACT;
    const struct clean_row *const row = clean_fill(self, record->ref, record);
    record->hidden = self->batches || !clean_is_new(self, row);
    record->values[CLEAN_OUTPUT] = row->output;
    if (self->has_key)
      record->values[CLEAN_KEY] = row->key;
    if (self->batches && ++self->row_count == CLEAN_ROWS)
      clean_flush(self);
    return;
  }
  clean_flush(self);
  self->counts.comments += comment;
  self->counts.empty += record->verdict == VERDICT_EMPTY;
  if (comment)
    record->verdict = VERDICT_EMPTY;
  const bool is_empty = record->verdict == VERDICT_EMPTY;
  record->hidden = is_empty && self->lane->general->invalid != INVALID_EMPTY;
  self->counts.invalid += !is_empty;
  if (record->hidden || !record->input.ptr || !self->unique.full ||
      self->lane->general->invalid != INVALID_KEEP)
    return;
  /* An invalid line that is kept waits for its place among the lines that are written later: its key is
   * its own. */
  char digits[NUMBER_DIGITS];
  const uriel_text number = number_text(digits, ++self->number);
  self->scratch.len = 0;
  buffer_append(&self->scratch, "\n", 1);
  buffer_append(&self->scratch, number.ptr, number.len);
  const uriel_text key = buffer_text(&self->scratch);
  const struct spill_record kept = {self->number, key,
                                    clean_payload(self, record_line(record), uriel_text_of(NULL), key)};
  (void)unique_add(&self->unique, &kept, texts_hash(&self->unique.set, key));
  record->hidden = true;
}

/* ---- Before and after the lines --------------------------------------------------------------- */

static void clean_see(void *context, uriel_text key)
{
  struct clean *const self = context;
  const struct spill_record record = {.key = key};
  (void)unique_add(&self->unique, &record, texts_hash(&self->unique.set, key));
}

static enum stage_source clean_ready(void *context, struct lane *lane)
{
  struct clean *const self = context;
  struct buffer *const kind = &self->scratch;
  const char *const keys = self->unique_value ? self->unique_value : "normal";
  const bool chooses = lane->general->columns.ptr || lane->render.form == RENDER_FORMAT;
  if (self->keeps && self->unique_value && !chooses)
    die_usage(lane->reader->command,
              "--no-unique and --unique exclude each other without --columns or --format");
  lane->reading.trims = true;
  lane->every = self->keeps;
  self->has_key = chooses;
  self->lane = lane;
  self->batches = lane->render.form == RENDER_PLAIN && !lane->general->quiet && !standard_out.colour &&
                  !standard_out.terminal && !lane->general->json_in.field;
  self->unique.set.memory = lane->general->memory;
  if (self->seen_name) {
    bool sites = false;
    kind->len = 0;
    buffer_append(kind, keys, strlen(keys));
    for (size_t i = 0; i < self->by.count && self->kind == CLEAN_BY; i++)
      sites |= self->by.keys[i].name == KEY_SITE || self->by.keys[i].name == KEY_SUFFIX;
    if (sites)
      suffixes_describe(kind);
    buffer_append(kind, "", 1);
    self->seen.head = "# uriel clean --seen, keys: ";
    self->seen.note = message;
    self->seen.refuse = die_wrong;
    self->seen.is_output = output_is_file;
    seen_open(&self->seen, self->seen_name, kind->ptr, clean_see, self);
  }
  return SOURCE_HELD;
}

static bool clean_next(void *context, struct record *record)
{
  struct clean *const self = context;
  struct spill_record later;
  uriel_ref ref;
  uint32_t len = 0;
  bool is_read = true;
  if (!unique_next(&self->unique, &later)) {
    /* All output is safe before the keys are, so that a failure loses no line. */
    output_settle();
    if (self->seen_name)
      seen_commit(&self->seen);
    if (!self->lane->general->silent)
      message("clean: %" PRIu64 " read, %" PRIu64 " empty, %" PRIu64 " comments, %" PRIu64
              " invalid, %" PRIu64 " duplicates, %" PRIu64 " written; %" PRIu64 " repaired, %" PRIu64
              " changed, %" PRIu64 " stripped",
              self->counts.read, self->counts.empty, self->counts.comments, self->counts.invalid,
              self->counts.valid - self->counts.written, self->counts.written, self->counts.repaired,
              self->counts.changed, self->counts.stripped);
    return false;
  }
  record->values[CLEAN_OUTPUT] = later.key;
  if (self->has_key)
    record->values[CLEAN_KEY] = later.key;
  if (later.text.len > 0) {
    const char *const output = later.text.ptr + sizeof len;
    memcpy(&len, later.text.ptr, sizeof len);
    const size_t own = len == clean_no_output ? 0 : len;
    record->values[CLEAN_OUTPUT] = (uriel_text){output, own};
    is_read = lane_input(record, (uriel_text){output + own, later.text.len - sizeof len - own});
  }
  /* An invalid line that was kept is blamed again. Forms other than the plain one need the repairs, and
   * the document of the output. */
  if (is_read && (len == clean_no_output || self->lane->render.form != RENDER_PLAIN))
    (void)record_parse(record, &ref, reading_trim(&record->reading, record->values[CLEAN_INPUT]));
  if (len == clean_no_output) {
    record->values[CLEAN_OUTPUT] = record->values[CLEAN_KEY] = uriel_text_of(NULL);
    return true;
  }
  if (self->seen_name && !self->lane->general->quiet)
    seen_add(&self->seen, later.key);
  self->counts.written++;
  return true;
}

const struct stage clean_stage = {
    .schema = &(const struct schema){.columns = clean_columns,
                                     .count = CLEAN_COLUMNS,
                                     .plain = CLEAN_OUTPUT,
                                     .aside = 1u << CLEAN_VALID | 1u << CLEAN_KEY,
                                     .changes = true,
                                     .has_keys = true,
                                     .keys_of = CLEAN_OUTPUT},
    .self = &(struct clean){.level = URIEL_LEVEL_SCHEME},
    .options = clean_options,
    .has = GENERAL_EVERYDAY | GENERAL_SPILL | GENERAL_SITES | GENERAL_ARROW,
    .ready = clean_ready,
    .each = clean_each,
    .next = clean_next,
    .flush = clean_flush,
    .lists = true,
};
