/* SPDX-License-Identifier: MIT */
/* uriel lint: references that are valid, but better written otherwise. */
#include "lint.h"

#include <string.h>

#include "base/unicode.h"
#include "cli/shared/sarif.h"
#include "stage.h"

enum linter_column {
  LINTER_INPUT,
  LINTER_RULE,
  LINTER_SEVERITY,
  LINTER_SECTION,
  LINTER_OFFSET,
  LINTER_LENGTH,
  LINTER_MESSAGE,
  LINTER_FIX,
  LINTER_COLUMNS
};

static const struct column linter_columns[] = {
    {"input", COLUMN_REFERENCE, TONE_PLAIN}, {"rule", COLUMN_TEXT, TONE_PLAIN},
    {"severity", COLUMN_TEXT, TONE_PLAIN},   {"section", COLUMN_TEXT, TONE_PLAIN},
    {"offset", COLUMN_LITERAL, TONE_PLAIN},  {"length", COLUMN_LITERAL, TONE_PLAIN},
    {"message", COLUMN_TEXT, TONE_PLAIN},    {"fix", COLUMN_TEXT, TONE_PLAIN}};

/* As in enum lint_severity; the words of --severity and --fail-on begin with LINT_NOTE. */
static const char *const lint_severities[] = {"off", "note", "warning", "error", NULL};
static const char *const lint_levels[] = {"note", "warning", "error", NULL};
static const char *const lint_fails[] = {"note", "warning", "error", "never", NULL};

struct linter {
  unsigned char given[LINT_RULE_COUNT]; /* by --rule: a severity and 1; 0: the default */
  uint64_t only;                        /* a bit for each rule; 0: all */
  enum lint_severity least;
  unsigned fail_on;
  bool lists;
  bool is_sarif;
  bool quiet;
  bool iris; /* without --spec: a text that is not a URI can be an IRI */
  char digits[2][NUMBER_DIGITS];
  size_t finding; /* the place of the record's */
  struct lint lint;
};

/* ---- Options ------------------------------------------------------------------------------------ */

static const char *const lint_names[] = {
#define LINT_NAME(enumerator, name, severity, section, example, summary) name,
    LINT_RULES(LINT_NAME)
#undef LINT_NAME
        NULL};

static size_t linter_rule(const struct option_reader *reader, const char *text, size_t len)
{
  char hint[WORD_HINT];
  for (size_t i = 0; i < LINT_RULE_COUNT; i++)
    if (text_is((uriel_text){text, len}, lint_names[i]))
      return i;
  die_usage(reader->command, "option \"%s\": no rule \"%.*s\"%s", reader->name, (int)len, text,
            *word_hint(hint, (uriel_text){text, len}, lint_names) ? hint : "; --list-rules prints all");
}

static void linter_rule_option(void *to, struct option_reader *reader)
{
  struct linter *const self = to;
  const char *const equals = strchr(reader->value, '=');
  if (!equals)
    die_usage(reader->command, "option \"%s\" takes NAME=SEVERITY", reader->name);
  const size_t rule = linter_rule(reader, reader->value, (size_t)(equals - reader->value));
  reader->value = equals + 1;
  self->given[rule] = (unsigned char)(option_word(reader, lint_severities) + 1);
}

static void linter_only_option(void *to, struct option_reader *reader)
{
  struct linter *const self = to;
  uriel_text rest = uriel_text_of(reader->value);
  uriel_text name;
  while (uriel_list_next(&rest, &name, ','))
    self->only |= (uint64_t)1 << linter_rule(reader, name.ptr, name.len);
}

static const struct option_spec linter_options[] = {
    {0, "rule", "NAME=SEVERITY", "the severity of a rule: off, note, warning or\nerror", OPTION_CALL,
     .to = 0, .words = lint_names, .call = linter_rule_option, .many = true},
    {0, "only", "RULES", "apply only these rules, separated by commas", OPTION_CALL, .to = 0,
     .call = linter_only_option, .many = true},
    {0, "severity", "LEAST",
     "print only findings of this severity or worse:\nnote (the default), warning or error", OPTION_WORD,
     OPTION_TO(struct linter, least), .low = LINT_NOTE, .words = lint_levels},
    {0, "fail-on", "LEAST",
     "the exit status is 1 if a finding has this\nseverity or is worse: note, warning (the\ndefault), "
     "error or never",
     OPTION_WORD, OPTION_TO(struct linter, fail_on), .low = LINT_NOTE, .words = lint_fails},
    {0, "list-rules", NULL, "print the rules, as the other options set them,\neach with an example",
     OPTION_FLAG, OPTION_TO(struct linter, lists), .excludes = OPTION_GROUP_FORM | OPTION_GROUP_INPUT},
    {0}};

/* ---- Findings ----------------------------------------------------------------------------------- */

static enum lint_severity linter_severity(const struct linter *self, size_t i)
{
  return (enum lint_severity)self->lint.severities[self->lint.list[i].rule];
}

/* uriel_text_of measures byte by byte, and there are many findings. */
static uriel_text linter_text(const char *string)
{
  return (uriel_text){string, strlen(string)};
}

/* Sets the values of one finding in the columns after the input, for all forms of output. */
static void linter_values(const struct linter *self, size_t i, uriel_text *values,
                          char digits[2][NUMBER_DIGITS])
{
  const struct lint_finding *const finding = &self->lint.list[i];
  const char *const texts = self->lint.texts->ptr;
  values[LINTER_RULE] = linter_text(lint_rules[finding->rule].name);
  values[LINTER_SEVERITY] = linter_text(lint_severities[linter_severity(self, i)]);
  values[LINTER_SECTION] = linter_text(texts + finding->section);
  values[LINTER_OFFSET] = number_text(digits[0], finding->offset);
  values[LINTER_LENGTH] = number_text(digits[1], finding->length);
  values[LINTER_MESSAGE] = linter_text(texts + finding->message);
  values[LINTER_FIX] =
      finding->fixed ? (uriel_text){texts + finding->fix, finding->fix_len} : uriel_text_of(NULL);
}

static void linter_json(const struct record *record, struct json *json)
{
  const struct linter *const self = record->detail;
  uriel_text values[LINTER_COLUMNS];
  char digits[2][NUMBER_DIGITS];
  if (!self)
    return;
  json_array_begin(json, "findings");
  for (size_t i = 0; i < self->lint.count; i++) {
    linter_values(self, i, values, digits);
    json_object_begin(json, NULL);
    json_columns(json, linter_columns + LINTER_RULE, values + LINTER_RULE, LINTER_COLUMNS - LINTER_RULE);
    json_object_end(json);
  }
  json_array_end(json);
}

/* "list.txt:12:8: error: ...": the line, and the column of the finding, so that editors find it. */
static void linter_line(const struct record *record)
{
  enum { LINTER_SHOWN = 60 };
  const struct linter *const self = record->detail;
  struct output *const out = &standard_out;
  const uriel_text *const values = record->values;
  const struct lint_finding *const finding = &self->lint.list[self->finding];
  const uriel_text fix = values[LINTER_FIX];
  const bool error = linter_severity(self, self->finding) == LINT_ERROR;
  if (record->file) {
    output_foreign(out, record->file, strlen(record->file));
    output_char(out, ':');
  }
  output_number(out, record->number);
  output_char(out, ':');
  output_number(out, finding->offset + 1);
  output_text(out, ": ");
  colour_put(out, error ? TONE_ERROR : TONE_USERINFO, values[LINTER_SEVERITY].ptr,
             values[LINTER_SEVERITY].len);
  output_text(out, ": ");
  output_text(out, values[LINTER_MESSAGE].ptr);
  output_format(out, " [%s, %s]\n", values[LINTER_RULE].ptr, values[LINTER_SECTION].ptr);
  excerpt_print(
      out, values[LINTER_INPUT], URIEL_REFERENCE,
      (struct excerpt_marks){finding->offset, finding->offset, finding->offset + finding->length});
  /* A short text for the wrong part; passwords are not shown. */
  if (!fix.ptr || fix.len > LINTER_SHOWN || self->lint.secret)
    return;
  output_text(out, fix.len == 0 ? " remove it" : finding->length == 0 ? " insert \"" : " write \"");
  output_foreign(out, fix.ptr, fix.len);
  output_text(out, fix.len == 0 ? "" : "\"");
}

static void linter_sarif(struct linter *self, const struct record *record)
{
  const struct lint_finding *const finding = &self->lint.list[self->finding];
  const uriel_text *const values = record->values;
  const struct sarif_result result = {
      .rule = finding->rule,
      .level = values[LINTER_SEVERITY].ptr,
      .message = values[LINTER_MESSAGE],
      .section = values[LINTER_SECTION].ptr,
      .file = record->file,
      .operands = record->is_operand,
      .line = record->number,
      .text = record->line.ptr ? uriel_text_of(NULL) : record->input,
      .offset = finding->offset,
      .length = finding->length,
      .fix = self->lint.secret ? uriel_text_of(NULL) : values[LINTER_FIX]}; /* passwords are not shown */
  sarif_put(&result, &record->scratch[3]);
}

/* ---- The subcommand ----------------------------------------------------------------------------- */

static enum stage_source linter_ready(void *context, struct lane *lane)
{
  struct linter *const self = context;
  self->quiet = lane->general->quiet;
  self->iris = !option_given(lane->reader, OPTION_GROUP_SPEC);
  if (lane->general->invalid == INVALID_DROP)
    lane->general->invalid = INVALID_EMPTY; /* an invalid reference has its findings */
  for (size_t i = 0; i < LINT_RULE_COUNT; i++) {
    const bool wanted = !self->only || (self->only >> i & 1);
    const unsigned severity = self->given[i] ? self->given[i] - 1U : lint_rules[i].severity;
    self->lint.severities[i] = (unsigned char)(wanted ? severity : LINT_OFF);
  }
  self->is_sarif = lane->render.form == RENDER_SARIF;
  if (self->is_sarif && !self->quiet)
    sarif_begin();
  for (size_t i = 0; self->is_sarif && i < LINT_RULE_COUNT; i++) {
    const struct lint_rule_info *const info = &lint_rules[i];
    const unsigned severity = self->lint.severities[i];
    const struct sarif_rule rule = {info->name, info->summary, info->section, info->example,
                                    severity == LINT_OFF ? "none" : lint_severities[severity]};
    (void)sarif_rule(&rule);
  }
  if (!self->lists)
    return SOURCE_OPERANDS;
  if (lane->reader->operand_count > 0)
    die_usage(lane->reader->command, "--list-rules takes no operands");
  for (size_t i = 0; i < LINT_RULE_COUNT; i++) {
    const struct lint_rule_info *const info = &lint_rules[i];
    output_format(&standard_out, "%-23s %-8s %-21s %s\n", info->name,
                  lint_severities[self->lint.severities[i]], info->section, info->summary);
    if (info->example)
      output_format(&standard_out, "%-23s %-8s %-21s %s\n", "", "", "", info->example);
  }
  return SOURCE_LIST;
}

static void linter_close(void *context)
{
  const struct linter *const self = context;
  if (self->is_sarif && !self->quiet)
    sarif_end();
}

/* Finds what is wrong, keeps the findings of --severity, and sets the verdict for --fail-on. */
static void linter_each(void *context, struct record *record)
{
  struct linter *const self = context;
  struct lint *const lint = &self->lint;
  if (record->verdict == VERDICT_EMPTY || !record->input.ptr)
    return;
  lint->texts = &record->scratch[0];
  lint->decoded = &record->scratch[1];
  lint->written = &record->scratch[2];
  lint->rules = &record->lane->rules;
  lint->warnings = &record->lane->warnings;
  if (record_is_invalid(record) && self->iris && !record->error.code) {
    /* An IRI with another fault is blamed for that one. */
    const struct record_error error = record->error;
    const char *const at = error.text.ptr + error.error.offset;
    record->reading.spec = URIEL_SPEC_IRI;
    record->verdict = VERDICT_VALID;
    if (!record_parse(record, &record->storage, record->input) &&
        (error.error.offset >= error.text.len || (unsigned char)*at < 0x80))
      record->error = error;
  }
  const bool invalid = record_is_invalid(record);
  if (invalid)
    lint_invalid(lint, &record->error);
  else
    lint_reference(lint, record->ref);
  size_t kept = 0;
  bool fails = false;
  for (size_t i = 0; i < lint->count; i++) {
    const enum lint_severity severity = linter_severity(self, i);
    fails |= severity >= self->least && severity >= self->fail_on;
    if (severity >= self->least)
      lint->list[kept++] = lint->list[i];
  }
  lint->count = kept;
  record->detail = self;
  record->verdict = !fails ? VERDICT_VALID : invalid && !self->is_sarif ? VERDICT_INVALID : VERDICT_NO;
  if (record->lane->render.form == RENDER_JSON && !self->quiet)
    return;
  record->hidden = self->quiet || self->is_sarif || kept == 0;
  for (size_t i = 0; i < kept && !self->quiet; i++) {
    self->finding = i;
    linter_values(self, i, record->values, self->digits);
    if (self->is_sarif)
      linter_sarif(self, record);
    else if (i + 1 < kept)
      lane_put(record->lane, record);
  }
}

const struct stage lint_stage = {
    .schema = &(const struct schema){.columns = linter_columns,
                                     .count = LINTER_COLUMNS,
                                     .plain = LINTER_MESSAGE,
                                     .no_errors = true,
                                     .explains = true,
                                     .has_keys = true,
                                     .keys_of = LINTER_INPUT,
                                     .json = linter_json,
                                     .line = linter_line},
    STAGE_SELF(struct linter, .least = LINT_NOTE, .fail_on = LINT_WARNING),
    .options = linter_options,
    .has = GENERAL_IRI | GENERAL_JOBS | GENERAL_SARIF,
    .ready = linter_ready,
    .each = linter_each,
    .lists = true,
    .close = linter_close,
};
