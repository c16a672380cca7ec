/* SPDX-License-Identifier: MIT */
/* uriel lineage: how each generation of the specification reads references, side by side. */
#include "lineage.h"

#include <stdlib.h>
#include <string.h>

#include "cli/shared/cli.h"
#include "cli/shared/error.h"
#include "cli/shared/output.h"
#include "resolution.h"
#include "stage.h"

/* The columns of one generation. */
enum lineage_column {
  LINEAGE_VERDICT,
  LINEAGE_HOST,
  LINEAGE_NORMAL,
  LINEAGE_REPAIRS,
  LINEAGE_TARGET,
  LINEAGE_CURRENT,
  LINEAGE_TARGET_HOST,
  LINEAGE_BASE_ERROR,
  LINEAGE_SPEC_COLUMNS
};

/* In the order of reading_specs. */
#define LINEAGE_COLUMNS_OF(key)                                                                         \
  {                                                                                                     \
    [LINEAGE_VERDICT] = {key, COLUMN_TEXT, TONE_PLAIN},                                                 \
    [LINEAGE_HOST] = {key "_host", COLUMN_TEXT, TONE_HOST},                                             \
    [LINEAGE_NORMAL] = {key "_normal", COLUMN_TEXT, TONE_PLAIN},                                        \
    [LINEAGE_REPAIRS] = {key "_repairs", COLUMN_TEXT, TONE_PLAIN},                                      \
    [LINEAGE_TARGET] = {key "_target", COLUMN_TEXT, TONE_PLAIN},                                        \
    [LINEAGE_CURRENT] = {key "_current_document", COLUMN_LITERAL, TONE_PLAIN},                          \
    [LINEAGE_TARGET_HOST] = {key "_target_host", COLUMN_TEXT, TONE_HOST},                               \
    [LINEAGE_BASE_ERROR] = {key "_base_error", COLUMN_TEXT, TONE_PLAIN},                                \
  }
static const struct column lineage_columns_of[READING_SPECS][LINEAGE_SPEC_COLUMNS] = {
    LINEAGE_COLUMNS_OF("url_1993"), LINEAGE_COLUMNS_OF("url_1994"), LINEAGE_COLUMNS_OF("url_1997"),
    LINEAGE_COLUMNS_OF("uri_2003"), LINEAGE_COLUMNS_OF("rfc3986"),  LINEAGE_COLUMNS_OF("iri"),
    LINEAGE_COLUMNS_OF("whatwg"),   LINEAGE_COLUMNS_OF("rfc2141"),  LINEAGE_COLUMNS_OF("urn_2011"),
    LINEAGE_COLUMNS_OF("rfc8141"),
};

/* Whether the build has this column. Generations of names have only the verdict: a name has no host and
 * does not resolve. Only the URL standard repairs; without a base, its column has the URL. */
static bool lineage_has_column(uriel_spec spec, size_t column, bool has_base)
{
  if (reading_is_of_names(spec))
    return column == LINEAGE_VERDICT;
  if (column == LINEAGE_CURRENT && !resolution_has_current(spec))
    return false;
  if (column == LINEAGE_NORMAL || column == LINEAGE_REPAIRS)
    return spec == URIEL_SPEC_WHATWG && (column == LINEAGE_REPAIRS || !has_base);
  return column < LINEAGE_TARGET || has_base;
}

/* The state of one generation. */
struct lineage_side {
  struct reading reading;
  uriel_ref base;
  struct record_error base_error; /* its code is NONE if the base is valid */
  struct buffer target;           /* or the text printed for the current document */
  struct reading_room base_room;
  struct reading_room room;     /* of the reference without the base */
  struct reading_room resolved; /* of the reference with it */
  struct buffer names;
};

struct lineage {
  struct schema schema;
  struct column columns[RECORD_COLUMNS];
  const char *base_text;
  struct lineage_side sides[READING_SPECS]; /* generations of references first, oldest to newest */
  size_t references;
  size_t rfc3986; /* the index of RFC 3986, which is in every build: it decides the exit status */
  struct lineage_verdicts verdicts;
};

/* Columns: the input, those of the built generations, and whether they agree. --tsv omits the columns of
 * names, which apply to few inputs. */
static void lineage_schema(struct lineage *self)
{
  static const struct column input = {"input", COLUMN_REFERENCE, TONE_PLAIN};
  static const struct column split = {"split_host", COLUMN_TEXT, TONE_HOST};
  static const struct column hosts = {"hosts_agree", COLUMN_LITERAL, TONE_PLAIN};
  static const struct column targets = {"targets_agree", COLUMN_LITERAL, TONE_PLAIN};
  static const struct column target_hosts = {"target_hosts_agree", COLUMN_LITERAL, TONE_PLAIN};
  uint64_t aside = 0;
  size_t count = 0;
  self->columns[count++] = input;
  for (size_t i = 0; i < READING_SPECS; i++)
    for (size_t c = 0; uriel_spec_built(reading_specs[i]) && c < LINEAGE_SPEC_COLUMNS; c++)
      if (lineage_has_column(reading_specs[i], c, self->base_text != NULL)) {
        aside |= (uint64_t)reading_is_of_names(reading_specs[i]) << count;
        self->columns[count++] = lineage_columns_of[i][c];
      }
  self->columns[count++] = split;
  self->columns[count++] = hosts;
  if (self->base_text) {
    self->columns[count++] = targets;
    self->columns[count++] = target_hosts;
  }
  self->schema.columns = self->columns;
  self->schema.count = count;
  self->schema.aside = aside;
}

/* --format is compiled before `ready`, so the columns of --base must be added here. */
static void lineage_base(void *to, struct option_reader *reader)
{
  struct lineage *const self = to;
  self->base_text = reader->value;
  lineage_schema(self);
}

static const struct option_spec lineage_options[] = {
    {'b', "base", "URI", "resolve against it, as each generation does;\nmust have a scheme", OPTION_CALL,
     .call = lineage_base},
    {0}};

static void lineage_bases(struct lineage *self)
{
  struct record_error newest = {0};
  bool accepted = false;
  for (size_t i = 0; i < self->references; i++) {
    struct lineage_side *const side = &self->sides[i];
    struct record record = {.reading = side->reading};
    record.reading.room = &side->base_room;
    if (base_parse(&record, uriel_text_of(self->base_text), &side->base))
      accepted = true;
    else
      side->base_error = record.error;
    side->base_error.in = "base";
    if (i == self->rfc3986)
      newest = record.error;
    if (reading_has_partial(side->reading.spec))
      side->reading.options |= URIEL_PARSE_PARTIAL;
  }
  if (accepted)
    return;
  message("no generation accepts the base; by RFC 3986:");
  error_print("base", &newest);
  output_flush_both();
  exit(STATUS_USAGE);
}

static enum stage_source lineage_ready(void *context, const struct option_reader *reader,
                                       struct lane *lane)
{
  struct lineage *const self = context;
  (void)reader;
  (void)lane;
  for (size_t i = 0; i < READING_SPECS; i++)
    if (uriel_spec_built(reading_specs[i])) {
      self->references += !reading_is_of_names(reading_specs[i]);
      if (reading_specs[i] == URIEL_SPEC_RFC3986)
        self->rfc3986 = self->verdicts.count;
      self->sides[self->verdicts.count++].reading.spec = reading_specs[i];
    }
  self->verdicts.has_base = self->base_text != NULL;
  if (self->base_text)
    lineage_bases(self);
  return SOURCE_OPERANDS;
}

/* Reads the target's host, if the generation that made the target accepts it. */
static void lineage_target_host(const struct lineage_side *side, struct lineage_verdict *verdict)
{
  uriel_ref ref;
  uriel_error error;
  verdict->target_read = reading_parse(&side->reading, &ref, verdict->target, &error);
  if (verdict->target_read)
    verdict->target_host = uriel_host(&ref);
}

static void lineage_resolve(struct lineage_side *side, const uriel_ref *ref, uriel_text text,
                            struct lineage_verdict *verdict)
{
  struct record record = {.reading = side->reading};
  uriel_error error;
  if (side->base_error.error.code != URIEL_ERROR_NONE) {
    verdict->base_error = side->base_error;
    return;
  }
  switch (resolution_of(&side->base, ref, 0, &side->target, &error)) {
  case RESOLVED_TARGET:
    verdict->target = verdict->shown = (uriel_text){side->target.ptr, side->target.len};
    lineage_target_host(side, verdict);
    break;
  case RESOLVED_CURRENT_DOCUMENT:
    verdict->current_document = verdict->target_read = true;
    verdict->fragment = uriel_fragment(ref);
    verdict->shown = resolution_current(ref, &side->target);
    verdict->target_host = uriel_host(&side->base);
    break;
  case RESOLVED_NOT:
    resolution_blame(&record, &error, &side->base, text);
    verdict->base_error = record.error;
    break;
  }
}

static bool lineage_same_host(const uriel_ref *a, const uriel_ref *b)
{
  const uriel_text left = uriel_host(a);
  const uriel_text right = uriel_host(b);
  return left.len == right.len && (left.len == 0 || memcmp(left.ptr, right.ptr, left.len) == 0);
}

/* Sets the URL standard's verdict with the base. `alone` is the URL without the base; NULL if the text
 * is not a URL without it. */
static void lineage_resolve_url(struct lineage_side *side, const uriel_ref *alone, uriel_text text,
                                struct lineage_verdict *verdict)
{
  struct record record = {.reading = side->reading};
  uriel_ref url;
  if (side->base_error.error.code != URIEL_ERROR_NONE) {
    verdict->base_error = side->base_error;
    return;
  }
  record.reading.room = &side->resolved;
  side->resolved.reports = true;
  record.reading.base = &side->base;
  verdict->valid = record_parse(&record, &url, text);
  verdict->error = record.error;
  verdict->repairs = record.repairs;
  if (!verdict->valid)
    return;
  verdict->target = verdict->shown = (uriel_text){url.text, url.length};
  verdict->target_host = uriel_host(&url);
  verdict->target_read = true;
  if (alone && lineage_same_host(alone, &url))
    return;
  verdict->form = URIEL_FORM_RELATIVE;
  verdict->host = uriel_text_of(NULL);
}

/* The names of the validation errors, separated by commas. */
static uriel_text lineage_names(struct lineage_side *side, const struct lineage_verdict *verdict)
{
  struct buffer *const out = &side->names;
  out->len = 0;
  for (size_t i = 0; i < verdict->repairs.listed; i++) {
    const char *const name = uriel_error_name(verdict->repairs.list[i].code);
    buffer_append(out, ",", i > 0);
    buffer_append(out, name, strlen(name));
  }
  return verdict->repairs.listed > 0 ? (uriel_text){out->ptr, out->len} : uriel_text_of(NULL);
}

/* Whether the documents of names apply: the input begins with "urn:", in any case (RFC 8141, 2). */
static bool lineage_is_name(uriel_text text)
{
  static const char urn[] = "urn:";
  size_t len = 0;
  while (len < text.len && urn[len] && (text.ptr[len] | 0x20) == (urn[len] | 0x20))
    len++;
  return urn[len] == '\0';
}

/* Adds what only the URL standard has. `url` is NULL if the text is not one without a base. */
static void lineage_url(const struct lineage *self, struct lineage_side *side, const uriel_ref *url,
                        struct lineage_verdict *verdict)
{
  if (self->verdicts.has_base)
    lineage_resolve_url(side, url, self->verdicts.text, verdict);
  else if (url)
    verdict->normal = (uriel_text){url->text, url->length};
  verdict->repair_names = lineage_names(side, verdict);
}

static void lineage_judge(struct lineage *self, size_t index, uriel_text text)
{
  struct lineage_side *const side = &self->sides[index];
  struct lineage_verdict *const verdict = &self->verdicts.of[index];
  struct record record = {.reading = side->reading};
  uriel_ref ref;
  *verdict = (struct lineage_verdict){.spec = side->reading.spec};
  if (index >= self->references && !lineage_is_name(text)) {
    verdict->not_asked = true;
    return;
  }
  record.reading.room = &side->room;
  side->room.reports = true;
  verdict->valid = record_parse(&record, &ref, text);
  verdict->repairs = record.repairs;
  if (verdict->valid) {
    verdict->form = uriel_form_of(&ref);
    verdict->host = uriel_host(&ref);
  } else {
    verdict->error = record.error;
  }
  if (side->reading.spec == URIEL_SPEC_WHATWG)
    lineage_url(self, side, verdict->valid ? &ref : NULL, verdict);
  else if (verdict->valid && self->verdicts.has_base && index < self->references)
    lineage_resolve(side, &ref, text, verdict);
}

bool lineage_refuses_base(const struct lineage_verdict *verdict)
{
  return verdict->base_error.error.code != URIEL_ERROR_NONE;
}

static uriel_text lineage_value(const struct lineage_verdict *verdict, size_t column)
{
  switch ((enum lineage_column)column) {
  case LINEAGE_VERDICT:
    if (verdict->not_asked)
      break;
    return uriel_text_of(verdict->valid ? "valid" : error_code(&verdict->error));
  case LINEAGE_HOST:
    return verdict->host;
  case LINEAGE_NORMAL:
    return verdict->normal;
  case LINEAGE_REPAIRS:
    return verdict->repair_names;
  case LINEAGE_TARGET:
    return verdict->shown;
  case LINEAGE_CURRENT:
    return uriel_text_of(verdict->current_document ? "true" : NULL);
  case LINEAGE_TARGET_HOST:
    return verdict->target_host;
  case LINEAGE_BASE_ERROR:
    return uriel_text_of(lineage_refuses_base(verdict) ? error_code(&verdict->base_error) : NULL);
  case LINEAGE_SPEC_COLUMNS:
    break;
  }
  return uriel_text_of(NULL);
}

static uriel_text lineage_flag(const struct lineage_verdicts *verdicts, bool rows)
{
  return uriel_text_of(lineage_agrees(verdicts, rows) ? "true" : "false");
}

/* Sets the values, in the order of lineage_schema. */
static void lineage_values(const struct lineage_verdicts *verdicts, uriel_text *values)
{
  for (size_t i = 0; i < verdicts->count; i++)
    for (size_t c = 0; c < LINEAGE_SPEC_COLUMNS; c++)
      if (lineage_has_column(verdicts->of[i].spec, c, verdicts->has_base))
        *values++ = lineage_value(&verdicts->of[i], c);
  *values++ = verdicts->split_host;
  *values++ = lineage_flag(verdicts, verdicts->hosts_agree);
  if (!verdicts->has_base)
    return;
  *values++ = lineage_flag(verdicts, verdicts->targets_agree);
  *values++ = lineage_flag(verdicts, verdicts->target_hosts_agree);
}

static void lineage_each(void *context, struct record *record)
{
  struct lineage *const self = context;
  struct lineage_verdicts *const verdicts = &self->verdicts;
  const struct lineage_verdict *const newest = &verdicts->of[self->rfc3986];
  verdicts->text = record->input;
  for (size_t i = 0; i < verdicts->count; i++)
    lineage_judge(self, i, record->input);
  lineage_compare(verdicts);
  lineage_values(verdicts, record->values + 1);
  record->detail = verdicts;
  if (!newest->valid || lineage_refuses_base(newest))
    record->verdict = VERDICT_INVALID;
  record->error = newest->valid ? newest->base_error : newest->error;
}

static void lineage_begin(void *copy)
{
  struct lineage *const self = copy;
  self->verdicts.room = (struct reading_room){0};
  self->verdicts.scratch = (struct buffer){0};
  for (size_t i = 0; i < READING_SPECS; i++) {
    struct lineage_side *const side = &self->sides[i];
    side->target = side->names = (struct buffer){0};
    side->room = side->resolved = (struct reading_room){0};
  }
}

static void lineage_end(void *copy)
{
  struct lineage *const self = copy;
  reading_room_free(&self->verdicts.room);
  buffer_free(&self->verdicts.scratch);
  for (size_t i = 0; i < READING_SPECS; i++) {
    struct lineage_side *const side = &self->sides[i];
    buffer_free(&side->target);
    buffer_free(&side->names);
    reading_room_free(&side->room);
    reading_room_free(&side->resolved);
  }
}

static const struct stage lineage_stage = {
    .help =
        {
            .usage = "lineage [OPTION...] [REFERENCE...]",
            .about = "Shows how every generation of the specification reads each operand, or each\n"
                     "line of standard input: whether it is valid, its form, the host, or the first\n"
                     "error; with --base, the target. For an input that begins with \"urn:\", also\n"
                     "checks the three documents about names. If generations do not agree about the\n"
                     "host (or the target), \"*\" marks the ones that differ from the newest one that\n"
                     "accepts the reference: this is how one program checks one machine and another\n"
                     "program connects to a different one. doc/generations.md lists the differences.\n\n"
                     "The row whatwg shows the URL that a browser makes of the input, and its\n"
                     "repairs. It is marked if its host is not what a browser makes of the RFCs'.\n\n"
                     "A terminal gets a block of lines for each input; otherwise a record is one line\n"
                     "of KEY=VALUE separated by tabs. The exit status is 0 if all inputs are valid\n"
                     "(and, with --base, resolve) by RFC 3986, and 1 if any is not. An invalid input\n"
                     "still has a record, unless --invalid is drop or stop.\n\n"
                     "Keys: input; for each of url_1993 url_1994 url_1997 uri_2003 rfc3986 iri\n"
                     "whatwg: itself, which is \"valid\" or the error's code, and url_1993_host;\n"
                     "whatwg_normal, the URL; whatwg_repairs, their codes; split_host, what a\n"
                     "reader sees that does not validate, if a browser goes elsewhere; hosts_agree.\n"
                     "With --base also url_1993_target, url_1993_target_host, url_1993_base_error\n"
                     "(if it does not accept the base), url_1997_current_document; targets_agree\n"
                     "target_hosts_agree. For \"urn:\", except in --tsv: rfc2141 urn_2011 rfc8141.\n"
                     "JSON: input verdicts split_host hosts_agree targets_agree target_hosts_agree.",
            .examples = "uriel lineage --long http://example.com@evil_host/\n"
                        "uriel lineage --long 'http://example.com\\@evil.example/'\n"
                        "uriel lineage --long --base http://a/b/c/d '?y' '../../../g'\n"
                        "uriel lineage --long --base http://good.example x.evil.example/\n"
                        "uriel lineage --long urn:isbn:0-395-36341-1\n"
                        "uriel lineage --json < urls.txt | jq -c 'select(.hosts_agree | not)'\n"
                        "uriel lineage -b http://a/ < links.txt | grep '_hosts_agree=false'",
        },
    .options = lineage_options,
    .ready = lineage_ready,
    .texts = true,
    .each = lineage_each,
    .size = sizeof(struct lineage),
    .begin = lineage_begin,
    .end = lineage_end,
};

int cmd_lineage(int argc, char **argv)
{
  struct lineage self = {.schema = {.pairs = true,
                                    .no_errors = true,
                                    .explains = true,
                                    .json = lineage_json,
                                    .block = lineage_block}};
  struct stage stage = lineage_stage;
  lineage_schema(&self);
  stage.schema = &self.schema;
  const int status = stage_run(&stage, &self, argc, argv);
  lineage_end(&self);
  for (size_t i = 0; i < READING_SPECS; i++)
    reading_room_free(&self.sides[i].base_room);
  return status;
}
