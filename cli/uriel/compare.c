/* SPDX-License-Identifier: MIT */
/* uriel compare: the lowest level on which two references are equivalent (RFC 3986, 6.2). */
#include <string.h>

#include "stage.h"

enum compare_column { COMPARE_A, COMPARE_B, COMPARE_VALID, COMPARE_LEVEL, COMPARE_COLUMNS };

static const struct column compare_columns[] = {{"a", COLUMN_REFERENCE, TONE_PLAIN},
                                                {"b", COLUMN_REFERENCE, TONE_PLAIN},
                                                {"valid", COLUMN_VALID, TONE_PLAIN},
                                                {"level", COLUMN_TEXT, TONE_PLAIN}};

struct compare {
  uriel_level level;
};

static const struct option_spec compare_options[] = {
    {0, "level", "LEVEL",
     "the exit status is 0 up to this level: string,\ncase, percent, path or scheme; default scheme",
     OPTION_WORD, OPTION_TO(struct compare, level), .low = URIEL_LEVEL_STRING, .words = level_words},
    {0}};

static void compare_each(void *context, struct record *record)
{
  const struct compare *const self = context;
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
  uriel_level level = uriel_compare(&ref_a, &ref_b);
  /* The URL standard has one normal form, into which the parser brings every input, so different texts
   * are equivalent on the highest level or not at all. */
  if (level == URIEL_LEVEL_STRING && record->reading.spec == URIEL_SPEC_WHATWG &&
      (a.len != b.len || (a.len > 0 && memcmp(a.ptr, b.ptr, a.len) != 0)))
    level = URIEL_LEVEL_SCHEME;
  if (level > self->level)
    record->verdict = VERDICT_NO;
  record->values[COMPARE_LEVEL] = uriel_text_of(uriel_level_name(level));
}

const struct stage compare_stage = {
    .schema = &(const struct schema){.columns = compare_columns,
                                     .count = COMPARE_COLUMNS,
                                     .plain = COMPARE_LEVEL},
    STAGE_SELF(struct compare, .level = URIEL_LEVEL_SCHEME),
    .options = compare_options,
    .has = GENERAL_ANY | GENERAL_JOBS,
    .source = SOURCE_PAIR,
    .texts = true,
    .each = compare_each,
};
