/* SPDX-License-Identifier: MIT */
/* Faults in words. */
#include "fault.h"

#include <string.h>

#include "excerpt.h"
#include "output.h"
#include "scratch.h"

const char *fault_code(const struct record_fault *fault)
{
  return fault->code ? fault->code : uriel_fault_name(fault->fault.code);
}

const char *fault_component(const struct record_fault *fault)
{
  return uriel_component_name(fault->fault.component);
}

const char *fault_rule(const struct record_fault *fault)
{
  return fault->code ? "" : uriel_fault_rule(&fault->fault);
}

const char *fault_section(const struct record_fault *fault)
{
  return fault->code ? "" : uriel_fault_section(&fault->fault);
}

/* A text that was cut short has no character at fault to name. */
static bool fault_is_fixed(const struct record_fault *fault)
{
  return fault->code || fault->fault.code == URIEL_FAULT_TOO_LONG || !fault->text.ptr;
}

void fault_message(const struct record_fault *fault, struct buffer *out)
{
  out->len = 0;
  if (fault_is_fixed(fault)) {
    const char *const fixed = fault->code ? fault->message : uriel_fault_message(fault->fault.code);
    buffer_append(out, fixed, strlen(fixed));
    return;
  }
  size_t need;
  do
    need =
        uriel_fault_describe(&fault->fault, fault->text.ptr, fault->text.len, out->ptr, out->capacity);
  while (buffer_short(out, need));
}

void fault_expected(const struct record_fault *fault, struct buffer *out)
{
  out->len = 0;
  if (fault->expected)
    buffer_append(out, fault->expected, strlen(fault->expected));
  if (fault->expected || fault_is_fixed(fault))
    return;
  size_t need;
  do
    need =
        uriel_fault_expected(&fault->fault, fault->text.ptr, fault->text.len, out->ptr, out->capacity);
  while (buffer_short(out, need));
}

void fault_hint(const struct record_fault *fault, struct buffer *out)
{
  out->len = 0;
  if (fault_is_fixed(fault))
    return;
  size_t need;
  do
    need = uriel_fault_hint(&fault->fault, fault->text.ptr, fault->text.len, out->ptr, out->capacity);
  while (buffer_short(out, need));
}

/* Whether it is the URI's scheme or namespace that is broken, not a rule of the document. */
static bool fault_is_of_scheme(const struct record_fault *fault)
{
  switch (fault->fault.code) {
  case URIEL_FAULT_SCHEME_OTHER:
  case URIEL_FAULT_PART_MISSING:
  case URIEL_FAULT_PART_EMPTY:
  case URIEL_FAULT_PART_CHARACTER:
  case URIEL_FAULT_PART_LINE_BREAK:
  case URIEL_FAULT_PART_NOT_ALLOWED:
  case URIEL_FAULT_PART_NUMBER:
  case URIEL_FAULT_PART_FORM:
  case URIEL_FAULT_PART_BASE64:
  case URIEL_FAULT_HOST_REGISTRY:
  case URIEL_FAULT_HOST_DECODED:
  case URIEL_FAULT_PLAN_NONE:
  case URIEL_FAULT_PLAN_UNKNOWN:
  case URIEL_FAULT_PLAN_UNDEFINED:
  case URIEL_FAULT_PLAN_BASE:
  case URIEL_FAULT_TEMPLATE:
  case URIEL_FAULT_NAME_FORM:
  case URIEL_FAULT_NAME_CHECK:
    return true;
  default:
    return false;
  }
}

static void fault_print_head(const char *label, const struct record_fault *fault, struct buffer *scratch)
{
  struct output *const out = &standard_error;
  fault_message(fault, scratch);
  output_text(out, "uriel: ");
  output_escaped(out, label, strlen(label));
  if (fault->in)
    output_format(out, ": %s", fault->in);
  if (fault->what)
    output_format(out, fault->what[0] ? ": %s" : "%s", fault->what);
  else
    output_format(out, ": not a %s", uriel_spec_noun(fault->fault.spec));
  if (!fault->code && !fault_is_of_scheme(fault))
    output_format(out, " (%s)", uriel_spec_document(fault->fault.spec));
  output_text(out, ": ");
  colour_tone(out, TONE_STRONG);
  output_put(out, scratch->ptr, scratch->len);
  colour_tone(out, TONE_PLAIN);
  output_char(out, '\n');
}

/* The caret under the place, tildes under the rest of the component. */
static void fault_print_marks(const struct excerpt_marks *marks)
{
  struct output *const out = &standard_error;
  const size_t end = marks->end > marks->caret ? marks->end : marks->caret + 1;
  size_t column = marks->begin < marks->caret ? marks->begin : marks->caret;
  for (size_t i = 0; i < column + 2; i++)
    output_char(out, ' ');
  colour_tone(out, TONE_FAULT);
  for (; column < end; column++)
    output_char(out, column == marks->caret                          ? '^'
                     : column >= marks->begin && column < marks->end ? '~'
                                                                     : ' ');
  colour_tone(out, TONE_PLAIN);
}

static void fault_print_caret(const struct record_fault *fault, const struct excerpt_marks *marks,
                              struct buffer *scratch)
{
  struct output *const out = &standard_error;
  fault_print_marks(marks);
  fault_expected(fault, scratch);
  if (scratch->len > 0) {
    output_text(out, " expected ");
    output_put(out, scratch->ptr, scratch->len);
  }
  if (*fault_rule(fault))
    output_format(out, "   rule %s", fault_rule(fault));
  if (*fault_section(fault))
    output_format(out, "%s(%s, %s)", *fault_rule(fault) ? " " : "   ",
                  uriel_spec_document(fault->fault.spec), fault_section(fault));
  output_char(out, '\n');
}

static void fault_print_hint(const struct record_fault *fault, struct buffer *scratch)
{
  struct output *const out = &standard_error;
  fault_hint(fault, scratch);
  if (scratch->len == 0)
    return;
  output_text(out, "  hint: ");
  output_put(out, scratch->ptr, scratch->len);
  output_char(out, '\n');
}

/* Offset and component of the fault, as far as they are in its text; no component that is all of it. */
static struct excerpt_marks fault_marks(const struct record_fault *fault)
{
  const size_t len = fault->text.len;
  const size_t offset = fault->fault.offset < len ? fault->fault.offset : len;
  const size_t begin = fault->fault.begin < len ? fault->fault.begin : len;
  const size_t end = fault->fault.length < len - begin ? begin + fault->fault.length : len;
  const bool whole = end - begin == len || fault->fault.component == URIEL_REFERENCE;
  return whole ? (struct excerpt_marks){offset, offset, offset}
               : (struct excerpt_marks){offset, begin, end};
}

void fault_print(const char *label, const struct record_fault *fault)
{
  struct buffer *const fault_scratch = scratch_of(SCRATCH_FAULT);
  struct buffer *const fault_masked = scratch_of(SCRATCH_FAULT_MASKED);
  fault_print_head(label, fault, fault_scratch);
  if (!fault->text.ptr)
    return;
  struct excerpt_marks marks = fault_marks(fault);
  const uriel_text shown = excerpt_hide_password(fault->text, fault->within, &marks, fault_masked);
  marks = excerpt_make(shown, marks, fault_scratch);
  output_text(&standard_error, "  ");
  output_put(&standard_error, fault_scratch->ptr, fault_scratch->len);
  output_char(&standard_error, '\n');
  fault_print_caret(fault, &marks, fault_scratch);
  fault_print_hint(fault, fault_scratch);
}
