/* SPDX-License-Identifier: MIT */
/* uriel find --typed: the reference that a person copied. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/shared/error.h"
#include "find.h"
#include "reader/typed.h"

enum typed_column {
  TYPED_INPUT,
  TYPED_VALID,
  TYPED_REFERENCE,
  TYPED_HYPHEN,
  TYPED_REMOVED,
  TYPED_URI,
  TYPED_COLUMNS
};

static const struct column typed_columns[TYPED_COLUMNS] = {
    {"input", COLUMN_TEXT, TONE_PLAIN},          {"valid", COLUMN_VALID, TONE_PLAIN},
    {"reference", COLUMN_REFERENCE, TONE_PLAIN}, {"hyphen", COLUMN_TEXT, TONE_PLAIN},
    {"removed", COLUMN_TEXT, TONE_PLAIN},        {"uri", COLUMN_REFERENCE, TONE_PLAIN}};

const struct schema find_typed_schema = {
    .columns = typed_columns, .count = TYPED_COLUMNS, .plain = TYPED_REFERENCE, .keys_of = TYPED_URI};

/* Sets the kind of the joined text. Returns false if it is not a reference that find would find. */
static bool typed_kind(const struct find *find, const struct typed *t, struct text_hit *hit)
{
  const uriel_text text = hit->cleaned;
  const char *const colon = text.len ? memchr(text.ptr, ':', text.len) : NULL;
  uriel_hit found;
  size_t from = 0;
  hit->kind = URIEL_HIT_URI;
  if (colon && find_is_scheme((uriel_text){text.ptr, (size_t)(colon - text.ptr)}))
    return true;
  if (uriel_find(&found, &from, text.ptr, text.len, true, &find->request.find) && found.begin == 0 &&
      found.end == text.len) {
    hit->kind = found.kind;
    return true;
  }
  return t->labelled && text.len > 0;
}

/* Prints the joined text, one of its readings. */
static bool typed_reading(struct find *find, const char *name, uriel_text input, const struct typed *t,
                          const char *mark)
{
  static struct record record; /* large */
  const struct reading reading = {.spec = URIEL_SPEC_RFC3986};
  struct text_hit hit = {.raw = t->text, .cleaned = buffer_text(&t->joined)};
  for (size_t i = 0; i < hit.cleaned.len; i++)
    if ((unsigned char)hit.cleaned.ptr[i] >= 0x80)
      hit.flags = URIEL_HIT_IRI;
  if (!typed_kind(find, t, &hit)) {
    if (find_complains(find))
      message("%s: no reference: %s", name,
              hit.cleaned.len == 0 ? "the text is empty"
                                   : "it has no scheme, as in http://a; see --abbreviated, --mail");
    return false;
  }
  record_begin(&record, &find_typed_schema, 1, &reading);
  /* The URI of all the text. */
  hit.raw = hit.cleaned;
  if (find->to_uri && hit.flags & URIEL_HIT_IRI)
    find_to_uri(find, &hit);
  const uriel_text uri = find_uri(find, &hit);
  find_parse(find, &record, &hit, uri);
  record.values[TYPED_INPUT] = input;
  record.values[TYPED_REFERENCE] = hit.cleaned;
  record.values[TYPED_HYPHEN] = uriel_text_of(mark);
  record.values[TYPED_REMOVED] = t->removed.len ? buffer_text(&t->removed) : uriel_text_of(NULL);
  record.values[TYPED_URI] = uri;
  if (record_is_invalid(&record) && find_complains(find) &&
      (find->render.form != RENDER_JSON || find->general.quiet))
    error_print(name, &record.error);
  const bool plain = find->render.form == RENDER_PLAIN;
  if (find->general.quiet || (plain && record_is_invalid(&record)))
    return true;
  if (plain && mark && !find->only_reference) {
    colour_tone(&standard_out, TONE_DIM);
    output_format(&standard_out, "hyphen %s:", mark);
    colour_tone(&standard_out, TONE_PLAIN);
    output_char(&standard_out, ' ');
  }
  render_record(&find->render, &record);
  return true;
}

static void typed_text(struct find *find, const char *name, uriel_text input)
{
  const bool drops = find->request.clean & URIEL_CLEAN_NO_HYPHEN;
  struct typed t = {0};
  typed_read(&t, input, !drops, &find->request.find);
  if (t.removed.len && find->render.form == RENDER_PLAIN && !find->general.silent &&
      !find->general.quiet)
    message("%s: removed %.*s", name, (int)t.removed.len, t.removed.ptr);
  const bool both = t.hyphens && !drops;
  if (typed_reading(find, name, input, &t, both ? "kept" : NULL) && both) {
    typed_join(&t, false);
    typed_reading(find, name, input, &t, "dropped");
    if (t.hyphens > 1 && !find->general.silent)
      message("%s: %zu hyphens are at the ends of lines: there are readings between all kept and all "
              "dropped",
              name, t.hyphens);
  }
  buffer_free(&t.removed);
  buffer_free(&t.joined);
}

/* Reads all of standard input. */
static void typed_input(struct find *find)
{
  int fd = STDIN_FILENO;
  struct source source = {0};
  source_start(&source, source_read_file, &fd);
  if (!source_fill(&source, TEXT_REFERENCE_LIMIT + 1))
    die(STATUS_IO, "cannot read standard input: %s", source_reason(source.error));
  if (source.len > TEXT_REFERENCE_LIMIT)
    die(STATUS_INVALID, "standard input is longer than a reference, %d bytes", TEXT_REFERENCE_LIMIT);
  typed_text(find, "-", (uriel_text){source.data ? source.data : "", source.len});
  source_free(&source);
}

void find_typed(struct find *find, const struct option_reader *reader)
{
  char name[24];
  for (size_t i = 0; i < reader->operand_count; i++) {
    snprintf(name, sizeof name, "%zu", i + 1);
    if (strcmp(reader->operands[i], "-") == 0)
      typed_input(find);
    else
      typed_text(find, name, uriel_text_of(reader->operands[i]));
  }
  if (reader->operand_count == 0)
    typed_input(find);
}
