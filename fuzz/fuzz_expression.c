/* SPDX-License-Identifier: MIT */
/* An expression of uriel filter and a reference, one per line. An expression that does not compile has
 * an error in its text; one that does has a value, which "not", "and" and "or" combine. */
#include "cli/uriel/expression.h"

#include <stdlib.h>
#include <string.h>

#include "cli/shared/error.h"
#include "fuzz.h"

/* expression_read calls it; the target does not. */
void error_print(const char *label, const struct record_error *error)
{
  (void)label;
  (void)error;
  abort();
}

static void free_expression(struct expression *expression)
{
  buffer_free(&expression->steps);
  buffer_free(&expression->predicates);
  buffer_free(&expression->items);
  buffer_free(&expression->texts);
}

/* Returns whether the expression, between two texts, matches; it must compile. */
static bool matches(const char *before, uriel_text text, const char *after, const uriel_ref *ref)
{
  struct expression expression = {.selects_invalid = false};
  struct expression_error error = {.offset = 0};
  struct buffer source = {0};
  struct buffer scratch = {0};
  buffer_append(&source, before, strlen(before));
  buffer_append(&source, text.ptr, text.len);
  buffer_append(&source, after, strlen(after));
  fuzz_must(expression_compile(&expression, (uriel_text){source.ptr, source.len}, &error),
            "it also compiles in parentheses");
  const uriel_text given = ref ? (uriel_text){ref->text, ref->length} : (uriel_text){"", 0};
  const bool value = expression_matches(&expression, ref, given, ref != NULL, &scratch);
  fuzz_must(value == expression_matches(&expression, ref, given, ref != NULL, &scratch),
            "the value is the same again");
  free_expression(&expression);
  buffer_free(&source);
  buffer_free(&scratch);
  return value;
}

static void check_value(uriel_text text, const uriel_ref *ref)
{
  const bool value = matches("", text, "", ref);
  fuzz_must(matches("not (", text, ")", ref) == !value, "\"not\" inverts");
  fuzz_must(matches("not valid and length or (", text, ")", ref) == value, "\"or\" with a false value");
  fuzz_must(matches("(", text, ") and not (form == x or not (path))", ref) == (value && ref),
            "\"and\" with a true value, which an invalid input does not have");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  uriel_text lines[2];
  uriel_ref ref;
  struct expression expression = {.selects_invalid = false};
  struct expression_error error = {.offset = 0};
  fuzz_lines(lines, 2, data, size);
  if (size < 4096 && lines[0].ptr) {
    const bool valid = fuzz_reference(&ref, lines[1]);
    if (expression_compile(&expression, lines[0], &error))
      check_value(lines[0], valid ? &ref : NULL);
    else
      fuzz_must(error.offset <= lines[0].len && error.length <= lines[0].len - error.offset &&
                    error.message.len > 1 && error.message.ptr[error.message.len - 1] == '\0',
                "an error has a place and a message");
  }
  free_expression(&expression);
  buffer_free(&error.message);
  fuzz_free(lines, 2);
  return 0;
}
