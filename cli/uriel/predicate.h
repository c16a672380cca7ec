/* SPDX-License-Identifier: MIT */
/* One condition on a reference, such as "port < 1024" or "host in (a.example, *.b.example)". */
#ifndef URIEL_CLI_PREDICATE_H
#define URIEL_CLI_PREDICATE_H

#include "cli/shared/key.h"
#include "uriel_regex.h"

enum predicate_kind {
  PREDICATE_VALID,   /* the input is a reference */
  PREDICATE_DEFINED, /* the key has a value */
  PREDICATE_TRUE,    /* the value is true */
  PREDICATE_TEXT,    /* the value is one of the items: patterns */
  PREDICATE_NUMBER,  /* the value is a number in this order to the item */
  PREDICATE_NETWORK, /* the address is in one of the items: networks */
  PREDICATE_MATCHES, /* one of the items matches in the value: regular expressions */
  PREDICATE_HAS      /* the name of a parameter is one of the items: patterns */
};

/* Bits: the number may be less, equal or greater. */
enum predicate_order {
  ORDER_LESS = 1,
  ORDER_EQUAL = 2,
  ORDER_LESS_EQUAL = 3,
  ORDER_GREATER = 4,
  ORDER_GREATER_EQUAL = 6
};

struct predicate {
  enum predicate_kind kind;
  enum predicate_order order;
  bool negative;        /* "!=": also false if the value is undefined */
  bool ignores_case;    /* of ASCII letters; the items are in lower case */
  bool case_is_flagged; /* the value has upper case only with URIEL_HAS_UPPER */
  bool is_slow;         /* the key is `site` or `surt`, without modifiers */
  struct key key;
  size_t first; /* of the items */
  size_t count;
};

enum item_kind {
  ITEM_EXACT,
  ITEM_PREFIX,   /* a* */
  ITEM_SUFFIX,   /* *a */
  ITEM_CONTAINS, /* *a* */
  ITEM_GLOB,     /* the text has "*", "?", and "\" before bytes that stand for themselves */
  ITEM_NUMBER,   /* the text is digits without leading zeros */
  ITEM_REGEX,    /* the text is compiled */
  ITEM_NETWORK
};

struct item {
  enum item_kind kind;
  size_t begin; /* of the text, in the texts of all items */
  size_t len;
  uriel_network network;
};

/* Fill an item, whose text is appended to `texts`. A pattern's text is a glob, or exact if it was
 * quoted. */
void item_pattern(struct item *item, uriel_text text, bool exact, bool ignores_case,
                  struct buffer *texts);

/* Returns false if the text is not a number. */
bool item_number(struct item *item, uriel_text text, struct buffer *texts);

/* Returns false with the error if the text is not a regular expression. */
bool item_regex(struct item *item, uriel_text text, bool ignores_case, struct buffer *texts,
                uriel_regex_error *error);

/* Returns whether the condition holds for the reference that was read from the text `given`, or NULL if
 * that is not a reference. `items` are the predicate's, over `texts`. */
bool predicate_holds(const struct predicate *predicate, const struct item *items, const char *texts,
                     const uriel_ref *ref, const uriel_text *given, struct buffer *scratch);

#endif
