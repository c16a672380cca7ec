/* SPDX-License-Identifier: MIT */
/* uriel compare: the lowest level on which two references are equivalent (RFC 3986, 6.2). */
#include <stddef.h>
#include <string.h>

#include "compare.h"

enum compare_column { COMPARE_A, COMPARE_B, COMPARE_VALID, COMPARE_LEVEL, COMPARE_COLUMNS };

static const struct column compare_columns[] = {{"a", COLUMN_REFERENCE, TONE_PLAIN},
                                                {"b", COLUMN_REFERENCE, TONE_PLAIN},
                                                {"valid", COLUMN_VALID, TONE_PLAIN},
                                                {"level", COLUMN_TEXT, TONE_PLAIN}};

enum { COMPARE_PARTS = 7 };

/* clang-format off */
static const struct option_spec compare_options[] = {
    {0, "level", "LEVEL",
     "the exit status is 0 up to this level: string,\ncase, percent, path or scheme; default scheme",
     OPTION_WORD, OPTION_TO(struct compare, level), .low = URIEL_LEVEL_STRING, .words = level_words,
     .excludes = OPTION_GROUP_OWN},
    {0, "fetched", NULL,
     "retrieve references that differ: redirects to one\nURI, the same bytes, or the same canonical name",
     OPTION_FLAG, OPTION_TO(struct compare, fetched), .excludes = OPTION_GROUP_OWN | OPTION_GROUP_JOBS},
    {0, "max-size", "BYTES", "refuse larger objects; default: 1G", OPTION_SIZE,
     OPTION_TO(struct compare, client.max_size), .low = 0, .high = SIZE_MAX / 2, .with = "fetched"},
    CLIENT_OPTIONS(struct compare, "300", NULL, "fetched"),
    {0}};
/* clang-format on */

/* Lists the differences that the rules of each level up to `level` remove, as far as the normal forms of
 * the levels show them. */
static void compare_explain(struct compare *self, const uriel_ref *a, const uriel_ref *b,
                            uriel_level level, struct record *record)
{
  static const uriel_component parts[COMPARE_PARTS] = {
      URIEL_SCHEME, URIEL_USERINFO, URIEL_HOST, URIEL_PORT, URIEL_PATH, URIEL_QUERY, URIEL_FRAGMENT};
  const uriel_ref *const refs[] = {a, b};
  const size_t bounds[] = {uriel_normalize_bound(a), uriel_normalize_bound(b)};
  struct buffer *const texts = &record->scratch[0];
  uriel_ref before[] = {*a, *b}, after[2];
  texts->len = 0;
  buffer_reserve(texts, URIEL_LEVEL_SCHEME * (bounds[0] + bounds[1]));
  for (uriel_level next = URIEL_LEVEL_CASE; next <= level; next++) {
    const bool stays = next == URIEL_LEVEL_DIFFERENT;
    for (size_t i = 0; i < 2 && !stays; i++) {
      char *const out = texts->ptr + texts->len;
      const size_t len = uriel_normalize(refs[i], next, out, bounds[i]);
      if (len == URIEL_FAILED ||
          !uriel_parse_as(&after[i], out, len, uriel_spec_of(a), record->reading.options, NULL))
        return;
      texts->len += len;
    }
    for (size_t i = 0; i < COMPARE_PARTS; i++) {
      const struct compare_evidence found = {uriel_level_name(next), uriel_component_name(parts[i]),
                                             uriel_component_get(&before[0], parts[i]),
                                             uriel_component_get(&before[1], parts[i])};
      if (!text_same(found.a, found.b) && (stays || text_same(uriel_component_get(&after[0], parts[i]),
                                                              uriel_component_get(&after[1], parts[i]))))
        self->evidence[self->count++] = found;
    }
    memcpy(before, after, stays ? 0 : sizeof before);
  }
}

static void compare_json(const struct record *record, struct json *json)
{
  const struct compare *const self = record->detail;
  json_columns(json, &compare_columns[COMPARE_B], &record->values[COMPARE_B], 1);
  json_bool(json, "valid", !record_is_invalid(record));
  if (!self)
    return;
  json_string(json, "level", self->found);
  if (self->reason)
    json_string(json, "reason", self->reason);
  json_array_begin(json, "evidence");
  for (size_t i = 0; i < self->count; i++) {
    const struct compare_evidence *const found = &self->evidence[i];
    json_object_begin(json, NULL);
    json_string(json, "level", found->level);
    json_string(json, "component", found->component);
    json_defined(json, "a", found->a);
    json_defined(json, "b", found->b);
    json_object_end(json);
  }
  json_array_end(json);
}

static void compare_block(const struct record *record)
{
  enum { VALUES = 14 };
  const struct compare *const self = record->detail;
  struct output *const out = &standard_out;
  colour_reference(out, &record->reading, record->values[COMPARE_B]);
  output_char(out, '\n');
  render_label(2, VALUES, "level");
  output_text(out, self->found);
  output_char(out, '\n');
  for (size_t i = 0; i < self->count; i++) {
    const struct compare_evidence *const found = &self->evidence[i];
    const uriel_text a = found->a.ptr ? found->a : uriel_text_of("(undefined)");
    const uriel_text b = found->b.ptr ? found->b : uriel_text_of("(undefined)");
    render_label(2, VALUES, found->level);
    output_format(out, "%s: ", found->component);
    output_foreign(out, a.ptr, a.len);
    output_text(out, "  ");
    output_foreign(out, b.ptr, b.len);
    output_char(out, '\n');
  }
}

static void compare_each(void *context, struct record *record)
{
  struct compare *const self = context;
  const uriel_text *const values = record->values;
  const char *invalid = NULL;
  uriel_ref ref_a, ref_b;
  if (!pair_split(record))
    return;
  if (!record_parse(record, &ref_a, values[COMPARE_A]))
    invalid = "a";
  record->reading.room = &record->lane->other_room;
  if (!invalid && !record_parse(record, &ref_b, values[COMPARE_B]))
    invalid = "b";
  record->repairs = (struct repairs){0};
  if (invalid) {
    record->error.in = invalid;
    return;
  }
  const uriel_text a = values[COMPARE_A], b = values[COMPARE_B];
  const uriel_ref refs[] = {ref_a, ref_b};
  uriel_level level = uriel_compare(&ref_a, &ref_b);
  /* The URL standard has one normal form, into which the parser brings every input, so different texts
   * are equivalent on the highest level or not at all. */
  if (level == URIEL_LEVEL_STRING && record->reading.spec == URIEL_SPEC_WHATWG &&
      (a.len != b.len || (a.len > 0 && memcmp(a.ptr, b.ptr, a.len) != 0)))
    level = URIEL_LEVEL_SCHEME;
  self->count = 0;
  self->reason = NULL;
  self->found = uriel_level_name(level);
  bool same = level <= self->level;
  if (self->fetch && level == URIEL_LEVEL_DIFFERENT)
    same = self->fetch(self, record, refs);
  else if (self->explains)
    compare_explain(self, &ref_a, &ref_b, level, record);
  if (record_is_invalid(record))
    return;
  record->detail = self;
  if (!same)
    record->verdict = VERDICT_NO;
  record->values[COMPARE_LEVEL] = uriel_text_of(self->found);
}

static enum stage_source compare_ready(void *context, struct lane *lane)
{
  struct compare *const self = context;
  const enum render_form form = lane->render.form;
  /* The URL standard removes the differences when it reads. */
  policy_refuse(&self->client.policy, &lane->general->files, lane->reader);
  self->explains =
      (form == RENDER_JSON || form == RENDER_LONG) && lane->reading.spec != URIEL_SPEC_WHATWG;
  return SOURCE_PAIR;
}

const struct stage compare_stage = {
    .schema = &(const struct schema){.columns = compare_columns,
                                     .count = COMPARE_COLUMNS,
                                     .plain = COMPARE_LEVEL,
                                     .json = compare_json,
                                     .block = compare_block},
    STAGE_SELF(struct compare, .level = URIEL_LEVEL_SCHEME, .client = CLIENT_DEFAULTS(300)),
    .options = compare_options,
    .has = GENERAL_ANY | GENERAL_JOBS,
    .source = SOURCE_PAIR,
    .texts = true,
    .ready = compare_ready,
    .each = compare_each,
    .own = offsetof(struct compare, found),
};
