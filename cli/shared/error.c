/* SPDX-License-Identifier: MIT */
/* Errors in words. */
#include "error.h"

#include <string.h>

#include "excerpt.h"
#include "output.h"

const char *error_code(const struct record_error *error)
{
  return error->code ? error->code : uriel_error_name(error->error.code);
}

const char *error_component(const struct record_error *error)
{
  return uriel_component_name(error->error.component);
}

const char *error_rule(const struct record_error *error)
{
  return error->code ? "" : uriel_error_rule(&error->error);
}

const char *error_section(const struct record_error *error)
{
  return error->code ? "" : uriel_error_section(&error->error);
}

/* A text that was cut short has no character at error to name. */
static bool error_is_fixed(const struct record_error *error)
{
  return error->code || error->error.code == URIEL_ERROR_TOO_LONG || !error->text.ptr;
}

void error_message(const struct record_error *error, struct buffer *out)
{
  out->len = 0;
  if (error_is_fixed(error)) {
    const char *const fixed = error->code ? error->message : uriel_error_message(error->error.code);
    buffer_append(out, fixed, strlen(fixed));
    return;
  }
  size_t need;
  do
    need =
        uriel_error_describe(&error->error, error->text.ptr, error->text.len, out->ptr, out->capacity);
  while (buffer_short(out, need));
}

void error_expected(const struct record_error *error, struct buffer *out)
{
  out->len = 0;
  if (error->expected)
    buffer_append(out, error->expected, strlen(error->expected));
  if (error->expected || error_is_fixed(error))
    return;
  size_t need;
  do
    need =
        uriel_error_expected(&error->error, error->text.ptr, error->text.len, out->ptr, out->capacity);
  while (buffer_short(out, need));
}

void error_hint(const struct record_error *error, struct buffer *out)
{
  out->len = 0;
  if (error_is_fixed(error))
    return;
  size_t need;
  do
    need = uriel_error_hint(&error->error, error->text.ptr, error->text.len, out->ptr, out->capacity);
  while (buffer_short(out, need));
}

/* Whether it is the URI's scheme or namespace that is broken, not a rule of the document. */
static bool error_is_of_scheme(const struct record_error *error)
{
  const uriel_error_class class = uriel_error_class_of(error->error.code);
  return class == URIEL_CLASS_SCHEME || class == URIEL_CLASS_PART || class == URIEL_CLASS_NAME;
}

static void error_print_head(const char *label, const struct record_error *error, struct buffer *scratch)
{
  struct output *const out = &standard_error;
  error_message(error, scratch);
  output_text(out, "uriel: ");
  output_escaped(out, label, strlen(label));
  if (error->in)
    output_format(out, ": %s", error->in);
  if (error->what)
    output_format(out, error->what[0] ? ": %s" : "%s", error->what);
  else
    output_format(out, ": not a %s", uriel_spec_noun(error->error.spec));
  if (!error->code && !error_is_of_scheme(error))
    output_format(out, " (%s)", uriel_spec_document(error->error.spec));
  output_text(out, ": ");
  colour_tone(out, TONE_STRONG);
  output_put(out, scratch->ptr, scratch->len);
  colour_tone(out, TONE_PLAIN);
  output_char(out, '\n');
}

/* The caret under the place, tildes under the rest of the component. */
static void error_print_marks(const struct excerpt_marks *marks)
{
  struct output *const out = &standard_error;
  const size_t end = marks->end > marks->caret ? marks->end : marks->caret + 1;
  size_t column = marks->begin < marks->caret ? marks->begin : marks->caret;
  for (size_t i = 0; i < column + 2; i++)
    output_char(out, ' ');
  colour_tone(out, TONE_ERROR);
  for (; column < end; column++)
    output_char(out, column == marks->caret                          ? '^'
                     : column >= marks->begin && column < marks->end ? '~'
                                                                     : ' ');
  colour_tone(out, TONE_PLAIN);
}

static void error_print_caret(const struct record_error *error, const struct excerpt_marks *marks,
                              struct buffer *scratch)
{
  struct output *const out = &standard_error;
  error_print_marks(marks);
  error_expected(error, scratch);
  if (scratch->len > 0) {
    output_text(out, " expected ");
    output_put(out, scratch->ptr, scratch->len);
  }
  if (*error_rule(error))
    output_format(out, "   rule %s", error_rule(error));
  if (*error_section(error))
    output_format(out, "%s(%s, %s)", *error_rule(error) ? " " : "   ",
                  uriel_spec_document(error->error.spec), error_section(error));
  output_char(out, '\n');
}

static void error_print_hint(const struct record_error *error, struct buffer *scratch)
{
  struct output *const out = &standard_error;
  error_hint(error, scratch);
  if (scratch->len == 0)
    return;
  output_text(out, "  hint: ");
  output_put(out, scratch->ptr, scratch->len);
  output_char(out, '\n');
}

/* Offset and component of the error, as far as they are in its text; no component that is all of it. */
static struct excerpt_marks error_marks(const struct record_error *error)
{
  const size_t len = error->text.len;
  const size_t offset = error->error.offset < len ? error->error.offset : len;
  const size_t begin = error->error.begin < len ? error->error.begin : len;
  const size_t end = error->error.length < len - begin ? begin + error->error.length : len;
  const bool whole = end - begin == len || error->error.component == URIEL_REFERENCE;
  return whole ? (struct excerpt_marks){offset, offset, offset}
               : (struct excerpt_marks){offset, begin, end};
}

void error_print(const char *label, const struct record_error *error)
{
  struct buffer *const error_scratch = scratch_of(SCRATCH_ERROR);
  struct buffer *const error_masked = scratch_of(SCRATCH_ERROR_MASKED);
  error_print_head(label, error, error_scratch);
  if (!error->text.ptr)
    return;
  struct excerpt_marks marks = error_marks(error);
  const uriel_text shown = excerpt_hide_password(error->text, error->within, &marks, error_masked);
  marks = excerpt_make(shown, marks, error_scratch);
  output_text(&standard_error, "  ");
  output_put(&standard_error, error_scratch->ptr, error_scratch->len);
  output_char(&standard_error, '\n');
  error_print_caret(error, &marks, error_scratch);
  error_print_hint(error, error_scratch);
}
