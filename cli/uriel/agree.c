/* SPDX-License-Identifier: MIT */
/* uriel agree: whether programs read the same host and port in a URL. */
#include <string.h>

#include "stage.h"
#include "uriel_agree.h"
#include "uriel_scheme.h"

enum { AGREE_READERS = 64 };
enum agree_column { AGREE_INPUT, AGREE_VERDICT, AGREE_RULE_CODES, AGREE_COLUMNS };

static const struct column agree_columns[] = {{"input", COLUMN_REFERENCE, TONE_PLAIN},
                                              {"agree", COLUMN_LITERAL, TONE_PLAIN},
                                              {"rules", COLUMN_TEXT, TONE_PLAIN}};

struct agree {
  unsigned on;
  const char *among;
  bool lists;
  uriel_reader readers[AGREE_READERS];
  size_t count;
  size_t listed; /* the next one of --list */

  /* Each thread's own. */
  bool written; /* the rest is of the present record */
  uriel_reading readings[AGREE_READERS];
  uriel_agreement agreement;
  uriel_agree_rule rules[URIEL_AGREE_RULES];
  size_t rule_count;
};

/* ---- The readers -------------------------------------------------------------------------------- */

enum agree_list_column { AGREE_READER, AGREE_PROGRAM, AGREE_VERSION, AGREE_LIST_COLUMNS };

static const struct column agree_list_columns[] = {{"reader", COLUMN_TEXT, TONE_PLAIN},
                                                   {"program", COLUMN_TEXT, TONE_PLAIN},
                                                   {"version", COLUMN_TEXT, TONE_PLAIN}};

static void agree_list_line(const struct record *record)
{
  const uriel_text *const values = record->values;
  output_format(&standard_out, "%-20s %s%s%s", values[AGREE_READER].ptr, values[AGREE_PROGRAM].ptr,
                values[AGREE_VERSION].ptr ? " " : "",
                values[AGREE_VERSION].ptr ? values[AGREE_VERSION].ptr : "");
}

static const struct schema agree_list = {.columns = agree_list_columns,
                                         .count = AGREE_LIST_COLUMNS,
                                         .no_errors = true,
                                         .line = agree_list_line};

/* In the order of uriel_agree_on. */
static const char *const agree_words[] = {"place", "host", "port", "verdict", "exact", NULL};

static const struct option_spec agree_options[] = {
    {0, "among", "READERS",
     "only these readers, separated by commas; \"all\" is\nevery reader, documents and versions "
     "included",
     OPTION_STRING, OPTION_TO(struct agree, among)},
    {0, "on", "WHAT",
     "what must agree: place (the default: host and\nport), host, port, verdict or exact", OPTION_WORD,
     OPTION_TO(struct agree, on), .words = agree_words},
    {0, "list", NULL, "print the name, program and version of each\nreader", OPTION_FLAG,
     OPTION_TO(struct agree, lists), .excludes = OPTION_GROUP_INPUT},
    {0}};

/* Selects readers that are not yet selected. */
static void agree_add(struct agree *self, const uriel_reader *readers, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    size_t known = 0;
    while (known < self->count && self->readers[known].read != readers[i].read)
      known++;
    if (known == self->count && known < AGREE_READERS)
      self->readers[self->count++] = readers[i];
  }
}

/* Selects the readers of --among. */
static void agree_select(struct agree *self, const char *command)
{
  const char *names[AGREE_READERS + 2] = {"all"};
  size_t count, present;
  const uriel_reader *const all = uriel_readers(&count), *const usual = uriel_present_readers(&present);
  uriel_text rest = uriel_text_of(self->among), name;
  if (!self->among)
    agree_add(self, usual, present);
  for (size_t i = 0; i < count && i < AGREE_READERS; i++)
    names[i + 1] = all[i].name;
  while (self->among && uriel_list_next(&rest, &name, ',')) {
    char hint[WORD_HINT];
    const uriel_reader *const reader = uriel_reader_find(name.ptr, name.len);
    if (reader)
      agree_add(self, reader, 1);
    else if (text_same(name, uriel_text_of("all")))
      agree_add(self, all, count);
    else
      die_usage(command, "option \"--among\": no reader \"%.*s\"%s", (int)name.len, name.ptr,
                *word_hint(hint, name, names) ? hint : "; --list prints all");
  }
}

static enum stage_source agree_ready(void *context, struct lane *lane)
{
  struct agree *const self = context;
  if (!self->lists) {
    agree_select(self, lane->reader->command);
    return SOURCE_OPERANDS;
  }
  if (lane->reader->operand_count > 0)
    die_usage(lane->reader->command, "--list takes no operands");
  self->among = self->among ? self->among : "all";
  agree_select(self, lane->reader->command);
  lane->schema = agree_list;
  if (lane->render.form == RENDER_LONG)
    lane->render.form = RENDER_PLAIN;
  return SOURCE_LIST;
}

static bool agree_next(void *context, struct record *record)
{
  struct agree *const self = context;
  if (self->listed == self->count)
    return false;
  const uriel_reader *const reader = &self->readers[self->listed++];
  record->values[AGREE_READER] = uriel_text_of(reader->name);
  record->values[AGREE_PROGRAM] = uriel_text_of(reader->program);
  record->values[AGREE_VERSION] = uriel_text_of(*reader->version ? reader->version : NULL);
  return true;
}

static void agree_each(void *context, struct record *record)
{
  struct agree *const self = context;
  struct buffer *const out = &record->scratch[0], *const codes = &record->scratch[1];
  const uriel_text text = record->input;
  if (!text.ptr)
    return;
  const size_t bound = uriel_agree_bound(self->count, text.len);
  buffer_reserve(out, bound);
  const bool agree = uriel_agree(&self->agreement, self->readings, self->readers, self->count,
                                 (uriel_agree_on)self->on, text.ptr, text.len, out->ptr, bound);
  self->rule_count = agree ? 0 : uriel_agree_rules(self->rules, URIEL_AGREE_RULES, text.ptr, text.len);
  codes->len = 0;
  for (size_t i = 0; i < self->rule_count; i++) {
    buffer_append(codes, " ", i > 0);
    buffer_append(codes, self->rules[i].code, strlen(self->rules[i].code));
  }
  record->detail = self;
  record->verdict = agree ? VERDICT_VALID : VERDICT_NO;
  record->plain = uriel_text_of(agree ? "yes" : "no");
  record->values[AGREE_VERDICT] = uriel_text_of(agree ? "true" : "false");
  if (self->rule_count)
    record->values[AGREE_RULE_CODES] = buffer_text(codes);
}

/* ---- Forms of output ---------------------------------------------------------------------------- */

static void agree_json(const struct record *record, struct json *json)
{
  const struct agree *const self = record->detail;
  if (!self)
    return;
  json_columns(json, agree_columns + AGREE_VERDICT, record->values + AGREE_VERDICT, 1);
  json_array_begin(json, "readers");
  for (size_t i = 0; i < self->count; i++) {
    const uriel_reading *const reading = &self->readings[i];
    json_object_begin(json, NULL);
    json_string(json, "reader", self->readers[i].name);
    json_bool(json, "valid", reading->valid);
    json_defined(json, "scheme", reading->scheme);
    json_defined(json, "host", reading->host);
    if (reading->port >= 0)
      json_number(json, "port", (uint64_t)reading->port);
    json_object_end(json);
  }
  json_array_end(json);
  json_array_begin(json, "rules");
  for (size_t i = 0; i < self->rule_count; i++) {
    json_object_begin(json, NULL);
    json_string(json, "code", self->rules[i].code);
    json_number(json, "offset", self->rules[i].offset);
    json_number(json, "length", self->rules[i].length);
    json_string(json, "message", self->rules[i].message);
    json_object_end(json);
  }
  json_array_end(json);
}

static bool agree_alike(const uriel_reading *a, const uriel_reading *b)
{
  return a->valid == b->valid && a->port == b->port && text_same(a->host, b->host) &&
         text_same(a->scheme, b->scheme);
}

/* One line for the readers with this reading, which no reader before `first` has. */
static void agree_row(const struct agree *self, size_t first)
{
  struct output *const out = &standard_out;
  const uriel_reading *const reading = &self->readings[first];
  const bool same = self->agreement.same >> first & 1;
  colour_put(out, same || !reading->valid ? TONE_PLAIN : TONE_USERINFO,
             same || !reading->valid ? "  " : "* ", 2);
  if (!reading->valid) {
    output_text(out, "refused:");
  } else {
    colour_put(out, TONE_HOST, reading->host.ptr ? "host " : "no host", reading->host.ptr ? 5 : 7);
    output_escaped(out, reading->host.ptr, reading->host.len);
    if (reading->port >= 0)
      output_format(out, " port %ld", (long)reading->port);
    output_text(out, reading->scheme.ptr ? ":" : " no scheme:");
  }
  for (size_t i = first; i < self->count; i++)
    if (agree_alike(reading, &self->readings[i])) {
      output_char(out, ' ');
      output_text(out, self->readers[i].name);
    }
  output_char(out, '\n');
}

static void agree_block(const struct record *record)
{
  const struct agree *const self = record->detail;
  struct output *const out = &standard_out;
  for (unsigned valid = 2; valid-- > 0;)
    for (size_t i = 0; i < self->count; i++) {
      size_t before = 0;
      while (before < i && !agree_alike(&self->readings[before], &self->readings[i]))
        before++;
      if (before == i && self->readings[i].valid == (valid == 1))
        agree_row(self, i);
    }
  for (size_t i = 0; i < self->rule_count; i++) {
    const uriel_agree_rule *const rule = &self->rules[i];
    excerpt_print(out, record->input, URIEL_REFERENCE,
                  (struct excerpt_marks){rule->offset, rule->offset, rule->offset + rule->length});
    output_format(out, " %s: %s\n", rule->code, rule->message);
  }
}

const struct stage agree_stage = {
    .schema = &(const struct schema){.columns = agree_columns,
                                     .count = AGREE_COLUMNS,
                                     .plain = AGREE_VERDICT,
                                     .no_errors = true,
                                     .json = agree_json,
                                     .block = agree_block},
    STAGE_SELF(struct agree, 0),
    .options = agree_options,
    .has = GENERAL_JOBS,
    .ready = agree_ready,
    .each = agree_each,
    .next = agree_next,
    .texts = true,
    .own = offsetof(struct agree, written),
};
