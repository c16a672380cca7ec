/* SPDX-License-Identifier: MIT */
/* The reader of expressions: words, and conditions with their values. */
#ifndef URIEL_CLI_EXPRESSION_READ_H
#define URIEL_CLI_EXPRESSION_READ_H

#include "expression.h"

struct expression_reader {
  struct expression *expression;
  struct expression_error *error;
  uriel_text source;
  size_t at;
  struct buffer pending; /* of struct expression_pending */
  bool after_key;        /* an operator can follow */
};

/* Sets the error [begin, end): the message is `before`, `word`, which is escaped, and `after`. Returns
 * false. */
bool expression_fail(struct expression_reader *reader, size_t begin, size_t end, const char *before,
                     uriel_text word, const char *after);

/* The same at the next byte; `expected` can be NULL. */
bool expression_fail_here(struct expression_reader *reader, const char *message, const char *expected);

/* The same for a word that is not one of `words`: names the nearest one. */
bool expression_fail_word(struct expression_reader *reader, size_t begin, uriel_text word,
                          const char *before, const char *const *words);

/* Skips white space. */
void expression_space(struct expression_reader *reader);

bool expression_next_is(const struct expression_reader *reader, char c);

/* Returns the word up to one of `ends` or white space, without moving. */
uriel_text expression_word(const struct expression_reader *reader, const char *ends);
extern const char expression_key_ends[];

bool expression_same(uriel_text word, const char *name);

/* Reads a condition that begins with that word, and adds its predicate. */
bool expression_predicate(struct expression_reader *reader, uriel_text word);

#endif
