/* SPDX-License-Identifier: MIT */
/* uriel links --tsv and --format: a record of columns for each reference. */
#include <stdio.h>
#include <string.h>

#include "run.h"

static const struct column links_columns[] = {
    [LINKS_FILE] = {"file", COLUMN_TEXT, TONE_PLAIN},
    [LINKS_PART] = {"part", COLUMN_TEXT, TONE_PLAIN},
    [LINKS_KIND] = {"kind", COLUMN_TEXT, TONE_PLAIN},
    [LINKS_LINE] = {"line", COLUMN_TEXT, TONE_PLAIN},
    [LINKS_COLUMN] = {"column", COLUMN_TEXT, TONE_PLAIN},
    [LINKS_OFFSET] = {"offset", COLUMN_TEXT, TONE_PLAIN},
    [LINKS_ELEMENT] = {"element", COLUMN_TEXT, TONE_PLAIN},
    [LINKS_ATTRIBUTE] = {"attribute", COLUMN_TEXT, TONE_PLAIN},
    [LINKS_HEADER] = {"header", COLUMN_TEXT, TONE_PLAIN},
    [LINKS_RAW] = {"raw", COLUMN_REFERENCE, TONE_PLAIN},
    [LINKS_REFERENCE] = {"reference", COLUMN_REFERENCE, TONE_PLAIN},
    [LINKS_FORM] = {"form", COLUMN_TEXT, TONE_PLAIN},
    [LINKS_BASE] = {"base", COLUMN_REFERENCE, TONE_PLAIN},
    [LINKS_BASE_SOURCE] = {"base_source", COLUMN_TEXT, TONE_PLAIN},
    [LINKS_TARGET] = {"target", COLUMN_REFERENCE, TONE_PLAIN},
    [LINKS_NORMAL] = {"normal", COLUMN_REFERENCE, TONE_PLAIN},
    [LINKS_EXCESS] = {"excess", COLUMN_TEXT, TONE_PLAIN},
    [LINKS_NAMES] = {"names", COLUMN_TEXT, TONE_PLAIN},
    [LINKS_RELATION] = {"relation", COLUMN_TEXT, TONE_PLAIN},
    [LINKS_IDENTIFIES] = {"identifies", COLUMN_BOOL, TONE_PLAIN},
};

const struct schema links_schema = {.columns = links_columns, .count = LINKS_COLUMNS};

/* Undefined where `known` is 0: lines and columns begin with 1, a place that is not known has none. */
static uriel_text columns_digits(char digits[24], uint64_t number, uint64_t known)
{
  if (!known)
    return (uriel_text){NULL, 0};
  const int len = snprintf(digits, 24, "%llu", (unsigned long long)number);
  return (uriel_text){digits, (size_t)len};
}

static uriel_text columns_kept(const struct buffer *buffer)
{
  return buffer->len ? (uriel_text){buffer->ptr, buffer->len} : (uriel_text){NULL, 0};
}

/* In a line of --format the name is one that does not end it; --tsv has a way of its own. */
static uriel_text columns_file(struct links_run *run)
{
  struct buffer *const name = &run->scratch;
  if (run->form == LINKS_TSV || !run->render.terminator)
    return uriel_text_of(run->file);
  name->len = 0;
  buffer_append_escaped(name, run->file, strlen(run->file));
  return (uriel_text){name->ptr, name->len};
}

void links_columns_put(struct links_run *run, const struct links_reference *reference)
{
  static char line[24], column[24], offset[24], excess[24];
  const struct links_level *const level = links_level_now(run);
  struct record record = {
      .invalid = reference->error != NULL,
      .values = {[LINKS_FILE] = columns_file(run),
                 [LINKS_PART] = columns_kept(&level->part),
                 [LINKS_KIND] = uriel_text_of(level->kind),
                 [LINKS_LINE] = columns_digits(line, reference->place.line, reference->place.line),
                 [LINKS_COLUMN] = columns_digits(column, reference->place.column, reference->place.line),
                 [LINKS_OFFSET] = columns_digits(offset, reference->place.offset,
                                                 reference->place.offset + reference->place.line),
                 [LINKS_ELEMENT] = uriel_text_of(reference->element),
                 [LINKS_ATTRIBUTE] = uriel_text_of(reference->attribute),
                 [LINKS_HEADER] = uriel_text_of(reference->header),
                 [LINKS_RAW] = reference->raw,
                 [LINKS_REFERENCE] = reference->cleaned,
                 [LINKS_FORM] = uriel_text_of(reference->form),
                 [LINKS_BASE] = reference->base,
                 [LINKS_BASE_SOURCE] = uriel_text_of(links_base_name(links_base_of(level, reference))),
                 [LINKS_TARGET] = reference->target,
                 [LINKS_NORMAL] = reference->normal,
                 [LINKS_EXCESS] = columns_digits(excess, reference->excess, reference->excess),
                 [LINKS_NAMES] = reference->part,
                 [LINKS_RELATION] = reference->relation,
                 [LINKS_IDENTIFIES] = uriel_text_of(reference->identifies ? "true" : "false")}};
  if (reference->error)
    record.error = links_error_of(reference);
  if (run->form == LINKS_TSV) {
    render_record(&run->render, &record);
    return;
  }
  /* An invalid one too has most of what a format asks for; its target is empty. */
  template_put(run->render.format, &links_schema, &record, &standard_out);
  output_char(&standard_out, run->render.terminator);
}
