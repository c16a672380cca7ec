/* SPDX-License-Identifier: MIT */
/* uriel check: which inputs are valid references, and the errors of the others. */
#include <strings.h>

#include "cli/shared/junit.h"
#include "cli/shared/sarif.h"
#include "stage.h"

/* Columns of parse_columns; only JSON has the columns from PARTS on. */
enum { CHECK_INPUT, CHECK_SPEC = 2, CHECK_PREFIX = 4, CHECK_PARTS };

struct check {
  bool require_scheme;
  bool absolute; /* includes require_scheme */
  bool scheme_rules;
  bool is_sarif, is_junit;
};

static const struct option_spec check_options[] = {
    {0, "require-scheme", NULL, "a reference without a scheme, such as\nwww.example.com, is not valid",
     OPTION_FLAG, OPTION_TO(struct check, require_scheme)},
    {0, "absolute", NULL, "only absolute URIs are valid: a scheme, and no\nfragment (RFC 3986, 4.3)",
     OPTION_FLAG, OPTION_TO(struct check, absolute)},
    {0, "scheme-rules", NULL,
     "apply the rules of schemes and namespaces, too:\nhosts, ports, telephone numbers, addresses of "
     "mail,\n"
     "check digits and so on",
     OPTION_FLAG, OPTION_TO(struct check, scheme_rules)},
    {0}};

static void check_each(void *context, struct record *record)
{
  struct check *const self = context;
  const uriel_ref *const ref = record->ref;
  const uriel_spec spec = record->reading.spec;
  const uriel_text text = {ref->text, ref->length};
  if (self->require_scheme && !ref->scheme_end) {
    const bool host = ref->length > 4 && strncasecmp(ref->text, "www.", 4) == 0;
    const uriel_error error = {
        .code = URIEL_ERROR_SCHEME_MISSING, .component = URIEL_SCHEME, .spec = spec};
    record_refuse(record, &error, record->input, "not a URI", uriel_error_name(error.code),
                  "a URI must have a scheme; this is a relative reference");
    record->error.expected = "a scheme and \":\"";
    record->error.section = "RFC 3986, 3.1";
    record->error.hint = host ? "write \"https://\" before it, or use --guess-scheme=https" : NULL;
  } else if (self->absolute && ref->query_end < ref->length) {
    const uriel_error error = {.code = URIEL_ERROR_FRAGMENT_NOT_ALLOWED,
                               .component = URIEL_FRAGMENT,
                               .offset = ref->query_end,
                               .begin = ref->query_end,
                               .length = ref->length - ref->query_end,
                               .spec = spec};
    record_refuse(record, &error, text, "not an absolute URI", uriel_error_name(error.code),
                  "an absolute URI cannot have a fragment");
    record->error.section = "RFC 3986, 4.3";
  } else if (self->scheme_rules && !rules_check(&record->lane->rules, ref, &record->error)) {
    record->verdict = VERDICT_INVALID;
  } else if (reading_is_new(spec)) {
    warnings_find(&record->lane->warnings, ref, record);
  }
}

static enum stage_source check_ready(void *context, struct lane *lane)
{
  struct check *const self = context;
  self->require_scheme |= self->absolute;
  self->is_sarif = lane->render.form == RENDER_SARIF && !lane->general->quiet;
  if (lane->render.form != RENDER_JSON)
    lane->schema.count = CHECK_PARTS;
  self->is_junit = lane->render.form == RENDER_JUNIT && !lane->general->quiet;
  if (self->is_sarif)
    sarif_begin();
  if (self->is_junit)
    junit_begin();
  if ((self->is_sarif || self->is_junit) && lane->general->invalid == INVALID_DROP)
    lane->general->invalid = INVALID_EMPTY; /* an invalid reference has its result */
  if (lane->reading.spec != URIEL_SPEC_RFC3986)
    lane->schema.aside = 0;
  if (!self->require_scheme && !self->scheme_rules && !reading_is_new(lane->reading.spec))
    lane->each = NULL;
  return SOURCE_OPERANDS;
}

static void check_close(void *context)
{
  const struct check *const self = context;
  if (self->is_sarif)
    sarif_end();
  if (self->is_junit)
    junit_records_end();
}

const struct stage check_stage = {
    .schema = &(const struct schema){.columns = parse_columns,
                                     .count = PARSE_COMPONENTS,
                                     .plain = CHECK_INPUT,
                                     .has_keys = true,
                                     .rows = ROWS_JSON,
                                     .aside = 1u << CHECK_SPEC | 1u << CHECK_PREFIX},
    STAGE_SELF(struct check, 0),
    .options = check_options,
    .has = GENERAL_ANY | GENERAL_PREFIX | GENERAL_JOBS | GENERAL_SARIF | GENERAL_JUNIT,
    .repairs = true,
    .ready = check_ready,
    .each = check_each,
    .close = check_close,
};
