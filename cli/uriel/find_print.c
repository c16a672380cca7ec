/* SPDX-License-Identifier: MIT */
/* uriel find: hits to output. */
#include <inttypes.h>
#include <string.h>

#include "cli/shared/cli.h"
#include "find.h"
#include "uriel_find.h"

enum find_column {
  FIND_FILE,
  FIND_OFFSET,
  FIND_LINE,
  FIND_COLUMN,
  FIND_RAW,
  FIND_REFERENCE,
  FIND_KIND,
  FIND_DELIMITER,
  FIND_URI,
  FIND_VALID,
  FIND_COLUMNS
};

static const struct column find_columns[FIND_COLUMNS] = {
    [FIND_FILE] = {"file", COLUMN_TEXT, TONE_DIM},
    [FIND_OFFSET] = {"offset", COLUMN_LITERAL, TONE_DIM},
    [FIND_LINE] = {"line", COLUMN_LITERAL, TONE_DIM},
    [FIND_COLUMN] = {"column", COLUMN_LITERAL, TONE_DIM},
    [FIND_RAW] = {"raw", COLUMN_TEXT, TONE_PLAIN},
    [FIND_REFERENCE] = {"reference", COLUMN_REFERENCE, TONE_PLAIN},
    [FIND_KIND] = {"kind", COLUMN_TEXT, TONE_PLAIN},
    [FIND_DELIMITER] = {"delimiter", COLUMN_TEXT, TONE_PLAIN},
    [FIND_URI] = {"uri", COLUMN_REFERENCE, TONE_PLAIN},
    [FIND_VALID] = {"valid", COLUMN_VALID, TONE_PLAIN},
};

const struct schema find_schema = {.columns = find_columns,
                                   .count = FIND_COLUMNS,
                                   .plain = FIND_REFERENCE,
                                   .aside = UINT64_C(1) << FIND_VALID};

/* What stands for the URI of a reference that is none by itself (RFC 3986, 4.5; RFC 3987, 3.1).
 * Undefined where the reference is its own. */
static uriel_text find_uri(struct find *find, const struct text_hit *hit)
{
  const char *const before = hit->kind == URIEL_HIT_ABBREVIATED ? "http://"
                             : hit->kind == URIEL_HIT_MAIL      ? "mailto:"
                                                                : "";
  const size_t len = strlen(before);
  const uriel_hit whole = {0, hit->raw.len, hit->kind, hit->delimiter, hit->flags};
  const unsigned clean = find->request.clean | URIEL_CLEAN_TO_URI;
  struct buffer *const uri = &find->uri;
  if (len == 0 && !(hit->flags & URIEL_HIT_IRI))
    return uriel_text_of(NULL);
  while (buffer_short(uri, uriel_hit_clean(hit->raw.ptr, &whole, clean, uri->ptr, uri->capacity)))
    ;
  buffer_reserve(uri, uri->len + len);
  memmove(uri->ptr + len, uri->ptr, uri->len);
  memcpy(uri->ptr, before, len);
  uri->len += len;
  const bool same = uri->len == hit->cleaned.len && memcmp(uri->ptr, hit->cleaned.ptr, uri->len) == 0;
  return same ? uriel_text_of(NULL) : (uriel_text){uri->ptr, uri->len};
}

/* "FILE: ", "FILE:LINE:COLUMN: " */
static void find_prefix(const struct find *find, const struct text_hit *hit)
{
  struct output *const out = &standard_out;
  if (find->only_reference || (!find->with_name && !find->with_place))
    return;
  colour_tone(out, TONE_DIM);
  output_name(out, find->document.name, find->document.name_len, find->render.terminator);
  if (find->with_place) {
    output_char(out, ':');
    output_number(out, hit->place.line);
    output_char(out, ':');
    output_number(out, hit->place.column);
  }
  output_char(out, ':');
  colour_tone(out, TONE_PLAIN);
  output_char(out, ' ');
}

static void find_plain(const struct find *find, const struct text_hit *hit)
{
  static const struct reading reading = {0};
  find_prefix(find, hit);
  colour_reference(&standard_out, &reading, hit->cleaned);
  output_char(&standard_out, find->render.terminator);
}

/* In a line of --format the name is one that does not end it; other forms have a way of their own. */
static uriel_text find_shown_name(struct find *find)
{
  struct buffer *const name = &find->name;
  if (!find->render.format || !find->render.terminator)
    return (uriel_text){find->document.name, find->document.name_len};
  name->len = 0;
  buffer_append_escaped(name, find->document.name, find->document.name_len);
  return (uriel_text){name->ptr, name->len};
}

static void find_columned(struct find *find, struct record *record, const struct text_hit *hit)
{
  static char offset[NUMBER_DIGITS], line[NUMBER_DIGITS],
      column[NUMBER_DIGITS]; /* the record outlives the call */
  record->values[FIND_FILE] = find_shown_name(find);
  record->values[FIND_OFFSET] = number_text(offset, hit->place.offset);
  record->values[FIND_LINE] = number_text(line, hit->place.line);
  record->values[FIND_COLUMN] = number_text(column, hit->place.column);
  record->values[FIND_RAW] = hit->raw;
  record->values[FIND_REFERENCE] = hit->cleaned;
  record->values[FIND_KIND] = uriel_text_of(uriel_hit_kind_name(hit->kind));
  record->values[FIND_DELIMITER] = uriel_text_of(uriel_delimiter_name(hit->delimiter));
  render_record(&find->render, record);
}

/* Whether it is chosen, as far as its text says. */
static bool find_chosen(struct find *find, const struct text_hit *hit, bool broken)
{
  if (find->only_valid && broken)
    return false;
  if (find->only_broken && !broken)
    return false;
  return !find->unique || find_set_add(&find->seen, hit->cleaned);
}

void find_print(struct find *find, const struct text_hit *hit)
{
  static struct record record; /* it is large, and most of it stays undefined */
  uriel_ref ref;
  uriel_text uri = {NULL, 0};
  record.invalid = false;
  if (find->tells_errors || find->only_valid || find->only_broken) {
    uri = find_uri(find, hit);
    record_parse(&record, &ref, uri.ptr ? uri : hit->cleaned);
  } else if (find->render.form != RENDER_PLAIN) {
    uri = find_uri(find, hit);
  }
  if (!find_chosen(find, hit, record.invalid))
    return;
  find->document.count++;
  find->references++;
  if (find->count || find->quiet)
    return;
  record.values[FIND_URI] = uri;
  if (find->render.form == RENDER_PLAIN)
    find_plain(find, hit);
  else
    find_columned(find, &record, hit);
}

void find_print_count(const struct find *find)
{
  struct output *const out = &standard_out;
  const struct find_document *const document = &find->document;
  if (find->render.form == RENDER_JSON) {
    struct json json = {.out = out};
    json_object_begin(&json, NULL);
    json_text(&json, "file", document->name, document->name_len);
    json_number(&json, "count", document->count);
    json_object_end(&json);
    output_char(out, '\n');
    return;
  }
  if (find->with_name && !find->only_reference) {
    colour_tone(out, TONE_DIM);
    output_name(out, document->name, document->name_len, find->render.terminator);
    colour_tone(out, TONE_PLAIN);
    output_text(out, ": ");
  }
  output_number(out, document->count);
  output_char(out, find->render.terminator);
}

void find_print_too_long(struct find *find, const struct place *place)
{
  find->status = find->status ? find->status : STATUS_INVALID;
  if (find->silent)
    return;
  progress_clear(&find->progress);
  if (find->request.no_lines)
    message("%s: byte %" PRIu64 ": a reference of more than %d bytes is passed over",
            find->document.name, place->offset, TEXT_REFERENCE_LIMIT);
  else
    message("%s:%" PRIu64 ":%" PRIu64 ": a reference of more than %d bytes is passed over",
            find->document.name, place->line, place->column, TEXT_REFERENCE_LIMIT);
}
