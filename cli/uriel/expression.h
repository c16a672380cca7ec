/* SPDX-License-Identifier: MIT */
/* Expressions of uriel filter: "scheme == https and not path like *.jpg", compiled to a flat program. */
#ifndef URIEL_CLI_EXPRESSION_H
#define URIEL_CLI_EXPRESSION_H

#include "predicate.h"

/* Zero-initialise. Only read after it is compiled, so threads can share it. */
struct expression {
  struct buffer steps;      /* of struct expression_step */
  struct buffer predicates; /* of struct predicate */
  struct buffer items;      /* of struct item */
  struct buffer texts;
  bool selects_invalid; /* has "valid" or a key of the text, and thus a result for invalid inputs */
};

/* A mistake in an expression: bytes [offset, offset + length) of it. Zero-initialise. */
struct expression_error {
  size_t offset;
  size_t length;
  struct buffer message; /* ends in NUL */
  const char *expected;  /* "a key", or NULL */
};

/* Returns whether `source` is an expression. Time and memory are linear in its length; it is not kept,
 * except for the names of parameters. */
bool expression_compile(struct expression *expression, uriel_text source,
                        struct expression_error *error);

/* Returns whether the word is or begins with an operator of expressions here or elsewhere. */
bool expression_is_operator(const char *word);

/* The same for an operand or the value of an option; ends the program with the error if there is one. */
void expression_read(struct expression *expression, const char *source);

/* Returns whether the reference, or an invalid input, which is NULL, matches. `given` is the input,
 * `valid` the value of "valid". */
bool expression_matches(const struct expression *expression, const uriel_ref *ref, uriel_text given,
                        bool valid, struct buffer *scratch);

#endif
