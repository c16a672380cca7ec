/* SPDX-License-Identifier: MIT */
/* Errors in words, with the part of the text around them. */
#include "error.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "uriel_iri.h"

/* ---- Errors ------------------------------------------------------------------------------------- */

void excerpt_print(struct output *out, uriel_text text, uriel_component within,
                   struct excerpt_marks marks)
{
  struct buffer excerpt = {0}, masked = {0};
  const uriel_text shown = excerpt_hide_password(text, within, &marks, &masked);
  marks = excerpt_make(shown, marks, &excerpt);
  output_text(out, "  ");
  output_put(out, excerpt.ptr, excerpt.len);
  output_char(out, '\n');
  buffer_free(&excerpt);
  buffer_free(&masked);
  /* The caret under the place, tildes under the rest of the part. */
  const size_t end = marks.end > marks.caret ? marks.end : marks.caret + 1;
  size_t column = marks.begin < marks.caret ? marks.begin : marks.caret;
  for (size_t i = 0; i < column + 2; i++)
    output_char(out, ' ');
  colour_tone(out, TONE_ERROR);
  for (; column < end; column++)
    output_char(out, column == marks.caret                         ? '^'
                     : column >= marks.begin && column < marks.end ? '~'
                                                                   : ' ');
  colour_tone(out, TONE_PLAIN);
}

const char *error_code(const struct record_error *error)
{
  return error->code ? error->code : uriel_error_name(error->error.code);
}

const char *error_section(const struct record_error *error)
{
  if (error->section)
    return error->section;
  return error->code ? "" : uriel_error_section(&error->error);
}

const char *error_section_whole(const struct record_error *error, char out[ERROR_SECTION_MOST])
{
  const char *const section = error_section(error);
  const bool number = *section && (!error->section || (*section >= '0' && *section <= '9'));
  snprintf(out, ERROR_SECTION_MOST, "%s%s%s", number ? uriel_spec_document(error->error.spec) : "",
           number ? ", " : "", section);
  return out;
}

void error_place(const struct record_error *error, size_t *offset, size_t *length)
{
  const uriel_error *const place = &error->error;
  const size_t len = error->text.len;
  const size_t begin = place->begin < len ? place->begin : len;
  const size_t end = place->length < len - begin ? begin + place->length : len;
  *offset = place->offset < end ? place->offset : begin;
  *length = end - *offset;
}

/* Writes the tool's own words into `out`, or the library's. In a text that was cut short, the character
 * at fault is unknown. */
static void error_words(const struct record_error *error, const char *own,
                        size_t (*write)(const uriel_error *error, const char *text, size_t len,
                                        char *out, size_t capacity),
                        struct buffer *out)
{
  out->len = 0;
  buffer_reserve(out, URIEL_ERROR_TEXT_MAX);
  if (own)
    buffer_append(out, own, strlen(own));
  else if (!error->code && error->error.code != URIEL_ERROR_TOO_LONG && error->text.ptr)
    out->len = write(&error->error, error->text.ptr, error->text.len, out->ptr, out->capacity);
}

const char *const error_keys[ERROR_KEYS] = {
    "error_in",      "error_offset", "error_code",     "error_component", "error_part",  "error_message",
    "error_section", "error_rule",   "error_expected", "error_hint",      "error_begin", "error_length"};

void error_value(const struct record_error *error, enum error_key key, struct buffer *out)
{
  const uriel_error *const found = &error->error;
  const bool plain = found->code == URIEL_ERROR_TOO_LONG || !error->text.ptr;
  const char *word = NULL;
  char digits[NUMBER_DIGITS];
  uriel_text number = {NULL, 0};
  switch (key) {
  case ERROR_MESSAGE:
    word = error->code ? error->message : plain ? uriel_error_message(found->code) : NULL;
    error_words(error, word, uriel_error_describe, out);
    return;
  case ERROR_EXPECTED:
    error_words(error, error->expected, uriel_error_expected, out);
    return;
  case ERROR_HINT:
    error_words(error, error->hint, uriel_error_hint, out);
    if (error->lenient && !plain && reading_is_lenient(error->text, 0)) {
      buffer_append(out, "; ", out->len > 0 ? 2 : 0);
      buffer_append(out, error->lenient, strlen(error->lenient));
    }
    return;
  case ERROR_IN:
    word = error->in;
    break;
  case ERROR_CODE:
    word = error_code(error);
    break;
  case ERROR_COMPONENT:
    word = uriel_component_name(found->component);
    break;
  case ERROR_PART:
    word = found->part;
    break;
  case ERROR_SECTION:
    word = error_section(error);
    break;
  case ERROR_RULE:
    word = error->code ? NULL : uriel_error_rule(found);
    break;
  default:
    number = number_text(digits, key == ERROR_OFFSET  ? found->offset
                                 : key == ERROR_BEGIN ? found->begin
                                                      : found->length);
  }
  out->len = 0;
  buffer_append(out, number.ptr ? number.ptr : word, number.ptr ? number.len : word ? strlen(word) : 0);
}

void error_put(const struct record_error *error, struct output *out)
{
  error_value(error, ERROR_MESSAGE, &out->scratch);
  output_format(out, "at %zu: ", error->error.offset);
  output_put(out, out->scratch.ptr, out->scratch.len);
}

/* Prints the first line: the input is not a reference, and why. */
static void error_print_head(const char *label, const struct record_error *error, struct buffer *scratch)
{
  struct output *const out = &standard_error;
  const uriel_spec spec = error->error.spec;
  const uriel_error_class class = uriel_error_class_of(error->error.code);
  /* The URI's scheme or namespace is broken, not a rule of the document. */
  const bool of_scheme =
      class == URIEL_CLASS_SCHEME || class == URIEL_CLASS_PART || class == URIEL_CLASS_NAME;
  const bool of_idna = !error->code && class == URIEL_CLASS_IDNA;
  error_value(error, ERROR_MESSAGE, scratch);
  output_text(out, "uriel: ");
  output_escaped(out, label, strlen(label));
  if (error->in)
    output_format(out, ": %s", error->in);
  if (error->what)
    output_format(out, error->what[0] ? ": %s" : "%s", error->what);
  else if (of_idna)
    output_text(out, ": its host is not a domain name");
  else
    output_format(out, ": not a%s %s", spec == URIEL_SPEC_IRI ? "n" : "", uriel_spec_noun(spec));
  if (!error->code && !of_scheme)
    output_format(out, " (%s)", of_idna ? "UTS #46" : uriel_spec_document(spec));
  output_text(out, ": ");
  colour_tone(out, TONE_STRONG);
  output_put(out, scratch->ptr, scratch->len);
  colour_tone(out, TONE_PLAIN);
  output_char(out, '\n');
}

void error_print(const char *label, const struct record_error *error)
{
  struct output *const out = &standard_error;
  struct buffer *const scratch = &out->scratch;
  const uriel_text text = error->text;
  const uriel_error *const at = &error->error;
  error_print_head(label, error, scratch);
  if (!text.ptr)
    return;

  /* Marks are in the text, also if the error is of a longer one. A component that is all of the text is
   * not marked. */
  const size_t offset = at->offset < text.len ? at->offset : text.len;
  const size_t begin = at->begin < text.len ? at->begin : text.len;
  const size_t end = at->length < text.len - begin ? begin + at->length : text.len;
  const bool whole = end - begin == text.len || at->component == URIEL_REFERENCE;
  excerpt_print(out, text, error->within,
                whole ? (struct excerpt_marks){offset, offset, offset}
                      : (struct excerpt_marks){offset, begin, end});

  const char *const rule = error->code ? "" : uriel_error_rule(at), *const section =
                                                                        error_section(error);
  error_value(error, ERROR_EXPECTED, scratch);
  if (scratch->len > 0) {
    output_text(out, " expected ");
    output_put(out, scratch->ptr, scratch->len);
  }
  if (*rule)
    output_format(out, "   rule %s", rule);
  if (*section && !error->code && uriel_error_class_of(at->code) == URIEL_CLASS_IDNA) {
    output_format(out, " (section %s)", section); /* the rule names the document */
  } else if (*section) {
    const bool named = error->section && !(*section >= '0' && *section <= '9');
    output_format(out, "%s(%s%s%s)", *rule ? " " : "   ", named ? "" : uriel_spec_document(at->spec),
                  named ? "" : ", ", section);
  }
  output_char(out, '\n');

  error_value(error, ERROR_HINT, scratch);
  if (scratch->len == 0)
    return;
  output_text(out, "  hint: ");
  output_put(out, scratch->ptr, scratch->len);
  uriel_ref iri;
  if (at->code == URIEL_ERROR_HOST_CHARACTER && at->spec == URIEL_SPEC_RFC3986 && !error->what &&
      at->offset < text.len && (unsigned char)text.ptr[at->offset] >= 0x80 &&
      uriel_parse_as(&iri, text.ptr, text.len, URIEL_SPEC_IRI, 0, NULL))
    output_text(out, error->lenient ? "; normalize --to-uri does, too, and --spec=iri accepts it"
                                    : "; normalize --to-uri does this, and --spec=iri accepts it");
  output_char(out, '\n');
}

void error_die(const char *label, const struct record_error *error)
{
  error_print(label, error);
  output_flush_both();
  exit(STATUS_USAGE);
}

/* ---- Warnings ----------------------------------------------------------------------------------- */

void warnings_find(struct warnings *warnings, const uriel_ref *ref, struct record *record)
{
  enum { MESSAGE_USUAL = 128 };
  struct buffer *const out = &warnings->messages;
  uriel_warning found[WARNINGS_MAX];
  size_t begins[WARNINGS_MAX];
  const size_t all = uriel_iri_warnings(found, WARNINGS_MAX, ref);
  const size_t count = all < WARNINGS_MAX ? all : WARNINGS_MAX;
  out->len = 0;
  for (size_t i = 0; i < count; i++) {
    size_t room, need = MESSAGE_USUAL;
    begins[i] = out->len;
    do {
      buffer_reserve(out, begins[i] + need + 1);
      room = out->capacity - begins[i] - 1;
      need = uriel_warning_describe(&found[i], ref, out->ptr + begins[i], room);
    } while (need > room);
    out->len += need;
    out->ptr[out->len++] = '\0';
  }
  for (size_t i = 0; i < count; i++)
    warnings->list[i] = (struct record_error){.error = {.component = found[i].component,
                                                        .offset = found[i].offset,
                                                        .begin = found[i].begin,
                                                        .length = found[i].length},
                                              .text = {ref->text, ref->length},
                                              .what = "warning",
                                              .code = uriel_warning_name(found[i].kind),
                                              .message = out->ptr + begins[i]};
  record->warnings = warnings->list;
  record->warning_count = count;
}
