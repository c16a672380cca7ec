/* SPDX-License-Identifier: MIT */
/* Compiling and running expressions.
 *
 * The program has one truth value. A test sets it; "and" and "or" skip what cannot change it any more.
 * "a and not b or c" is: test a, and -> 1, test b, not, 1: or -> 2, test c, 2: */
#include "expression.h"

#include <string.h>

#include "expression_read.h"

enum expression_op {
  STEP_TEST, /* sets the value to that of predicate `at` */
  STEP_NOT,
  STEP_AND, /* goes on at step `at` if the value is false */
  STEP_OR,  /* goes on at step `at` if the value is true */
  STEP_OPEN /* only while compiling: "(" */
};

struct expression_step {
  enum expression_op op;
  size_t at;
};

/* An operator whose second operand is not complete. */
struct expression_pending {
  enum expression_op op;
  size_t at; /* the step to complete; of STEP_OPEN, the place of "(" */
};

static void expression_step(struct expression *expression, enum expression_op op, size_t at)
{
  const struct expression_step step = {op, at};
  buffer_append(&expression->steps, (const char *)&step, sizeof step);
}

/* ---- and, or, not ----------------------------------------------------------------------------- */

static size_t expression_step_count(const struct expression *expression)
{
  return expression->steps.len / sizeof(struct expression_step);
}

static void expression_push(struct expression_reader *reader, enum expression_op op, size_t at)
{
  const struct expression_pending pending = {op, at};
  buffer_append(&reader->pending, (const char *)&pending, sizeof pending);
}

/* Returns whether the last operator that is not complete is `op`, and removes it. */
static bool expression_pop(struct expression_reader *reader, enum expression_op op, size_t *at)
{
  struct expression_pending pending;
  if (reader->pending.len == 0)
    return false;
  memcpy(&pending, reader->pending.ptr + reader->pending.len - sizeof pending, sizeof pending);
  if (pending.op != op)
    return false;
  reader->pending.len -= sizeof pending;
  *at = pending.at;
  return true;
}

/* Completes operators of that kind: they go on at the next step. */
static void expression_complete(struct expression_reader *reader, enum expression_op op)
{
  struct expression *const expression = reader->expression;
  struct expression_step *const steps = (void *)expression->steps.ptr;
  size_t at;
  while (expression_pop(reader, op, &at))
    steps[at].at = expression_step_count(expression);
}

static void expression_complete_not(struct expression_reader *reader)
{
  size_t at;
  while (expression_pop(reader, STEP_NOT, &at))
    expression_step(reader->expression, STEP_NOT, 0);
}

/* "and" binds more than "or". */
static void expression_binary(struct expression_reader *reader, enum expression_op op)
{
  if (op == STEP_OR)
    expression_complete(reader, STEP_AND);
  expression_push(reader, op, expression_step_count(reader->expression));
  expression_step(reader->expression, op, 0);
}

/* Completes everything since the last "(". */
static void expression_complete_all(struct expression_reader *reader)
{
  expression_complete(reader, STEP_AND);
  expression_complete(reader, STEP_OR);
}

static bool expression_close(struct expression_reader *reader)
{
  size_t at;
  expression_complete_all(reader);
  if (!expression_pop(reader, STEP_OPEN, &at))
    return expression_fail_here(reader, "\")\" without \"(\"", NULL);
  reader->at++;
  reader->after_key = false;
  expression_complete_not(reader);
  return true;
}

/* ---- The expression --------------------------------------------------------------------------- */

static const char *const expression_words[] = {"like", "in", "has", "and", "or", NULL};

/* Reads "(", "not" or a predicate. Sets `complete` after a predicate. */
static bool expression_operand(struct expression_reader *reader, bool *complete)
{
  const uriel_text word = expression_word(reader, expression_key_ends);
  *complete = false;
  if (expression_next_is(reader, '(')) {
    expression_push(reader, STEP_OPEN, reader->at++);
    return true;
  }
  if (word.len == 0)
    return expression_fail_here(reader, "a condition is missing", "a key, \"not\" or \"(\"");
  if (expression_same(word, "not")) {
    expression_push(reader, STEP_NOT, 0);
    reader->at += word.len;
    return true;
  }
  *complete = true;
  expression_step(reader->expression, STEP_TEST,
                  reader->expression->predicates.len / sizeof(struct predicate));
  if (!expression_predicate(reader, word))
    return false;
  expression_complete_not(reader);
  return true;
}

/* Reads ")", or "and" or "or" after which `complete` is false. */
static bool expression_between(struct expression_reader *reader, bool *complete)
{
  const uriel_text word = expression_word(reader, expression_key_ends);
  const bool is_and = expression_same(word, "and");
  if (expression_next_is(reader, ')'))
    return expression_close(reader);
  if (is_and || expression_same(word, "or")) {
    expression_binary(reader, is_and ? STEP_AND : STEP_OR);
    reader->at += word.len;
    *complete = false;
    return true;
  }
  if (expression_next_is(reader, ','))
    return expression_fail_here(reader, "a list needs parentheses", "\"in (a, b)\"");
  if (word.len == 0)
    return expression_fail_here(reader, "an operator is missing", "\"and\", \"or\", \")\" or the end");
  reader->error->expected = reader->after_key ? "an operator, \"and\", \"or\", \")\" or the end"
                                              : "\"and\", \"or\", \")\" or the end";
  return expression_fail_word(reader, reader->at, word, "no operator \"", expression_words);
}

static bool expression_read(struct expression_reader *reader)
{
  bool complete = false;
  size_t open;
  for (expression_space(reader); reader->at < reader->source.len || !complete; expression_space(reader))
    if (!(complete ? expression_between(reader, &complete) : expression_operand(reader, &complete)))
      return false;
  expression_complete_all(reader);
  if (!expression_pop(reader, STEP_OPEN, &open))
    return true;
  return expression_fail(reader, open, open + 1, "\"(\" without \")\"", uriel_text_of(""), "");
}

bool expression_compile(struct expression *expression, uriel_text source, struct expression_error *error)
{
  struct expression_reader reader = {.expression = expression, .error = error, .source = source};
  buffer_reserve(&expression->items, 0);
  buffer_reserve(&expression->texts, 0);
  const bool is = expression_read(&reader);
  buffer_free(&reader.pending);
  return is;
}

bool expression_matches(const struct expression *expression, const uriel_ref *ref,
                        struct buffer *scratch)
{
  const struct expression_step *const steps = (const void *)expression->steps.ptr;
  const struct predicate *const predicates = (const void *)expression->predicates.ptr;
  const struct item *const items = (const void *)expression->items.ptr;
  const size_t count = expression_step_count(expression);
  bool value = false;
  for (size_t i = 0; i < count; i++) {
    const struct expression_step step = steps[i];
    if (step.op == STEP_TEST) {
      const struct predicate *const predicate = &predicates[step.at];
      value = predicate_holds(predicate, items + predicate->first, expression->texts.ptr, ref, scratch);
    } else if (step.op == STEP_NOT) {
      value = !value;
    } else if (value == (step.op == STEP_OR)) {
      i = step.at - 1;
    }
  }
  return value;
}

void expression_free(struct expression *expression)
{
  buffer_free(&expression->steps);
  buffer_free(&expression->predicates);
  buffer_free(&expression->items);
  buffer_free(&expression->texts);
}
