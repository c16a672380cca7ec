/* SPDX-License-Identifier: MIT */
/* uriel parse: the components of references. */
#include "stage.h"

#include <string.h>

/* In the order of JSON: the components, then columns of some forms. */
const struct column parse_columns[] = {
    {"input", COLUMN_REFERENCE, TONE_PLAIN}, {"valid", COLUMN_VALID, TONE_PLAIN},
    {"spec", COLUMN_SPEC, TONE_PLAIN},       {"form", COLUMN_KEY, TONE_PLAIN},
    {"prefix", COLUMN_PREFIX, TONE_PLAIN},   {"scheme", COLUMN_KEY, TONE_SCHEME},
    {"authority", COLUMN_KEY, TONE_PLAIN},   {"userinfo", COLUMN_KEY, TONE_USERINFO},
    {"host", COLUMN_KEY, TONE_HOST},         {"host_unicode", COLUMN_KEY, TONE_HOST},
    {"host_kind", COLUMN_KEY, TONE_PLAIN},   {"port", COLUMN_KEY, TONE_PORT},
    {"path", COLUMN_KEY, TONE_PATH},         {"query", COLUMN_KEY, TONE_QUERY},
    {"fragment", COLUMN_KEY, TONE_FRAGMENT}, {"params", COLUMN_PARAMS, TONE_PLAIN},
    {"own", COLUMN_OWN, TONE_PLAIN}};
enum { PARSE_COLUMNS = sizeof parse_columns / sizeof *parse_columns, PARSE_FORM = 3 };

const struct schema parse_list_schema = {
    .columns = parse_columns, .count = PARSE_COLUMNS, .rows = ROWS_ALL, .has_keys = true};

enum stage_source parse_ready(void *self, struct lane *lane)
{
  (void)self;
  const bool plain =
      lane->reading.spec == URIEL_SPEC_RFC3986 || lane->reading.spec == URIEL_SPEC_LENIENT;
  for (size_t i = 0; i < PARSE_COLUMNS; i++) {
    const enum column_kind kind = parse_columns[i].kind;
    const bool other = kind == COLUMN_SPEC || kind == COLUMN_PREFIX || kind == COLUMN_OWN;
    const bool new = strcmp(parse_columns[i].key, "host_unicode") == 0;
    const bool aside = (other && plain) || (new && !reading_is_new(lane->reading.spec));
    lane->schema.aside |= (uint64_t)aside << i;
    lane->schema.only_json |= (uint64_t)(kind == COLUMN_PARAMS) << i;
  }
  return SOURCE_OPERANDS;
}

const struct stage parse_stage = {
    .schema = &(const struct schema){.columns = parse_columns,
                                     .count = PARSE_COLUMNS,
                                     .plain = PARSE_FORM,
                                     .pairs = true,
                                     .rows = ROWS_ALL,
                                     .has_keys = true},
    .has = GENERAL_ANY | GENERAL_PREFIX | GENERAL_SITES | GENERAL_JOBS | GENERAL_ARROW,
    .ready = parse_ready,
};
