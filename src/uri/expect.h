/* SPDX-License-Identifier: MIT */
/* The sets of characters that a fault's "expected" calls by a name. */
#ifndef URIEL_URI_EXPECT_H
#define URIEL_URI_EXPECT_H

#include "uriel.h"

/* A set is `classes` of src/text/bytes.h less the classes `less` and the bytes `but`. */
typedef struct expect_set {
  unsigned classes, less;
  const char *but; /* NULL: none */
  bool percent;    /* the set's rule includes "%XX" */
  const char *name;
  unsigned where; /* in which components it goes by this name: expect_bit */
} expect_set;

/* The larger sets before those they hold; what is left is named byte by byte. */
typedef struct expect_sets {
  const expect_set *sets;
  size_t count;
} expect_sets;

/* The bit of a uriel_component. */
static inline unsigned expect_bit(uriel_component component)
{
  return 1u << component;
}

enum {
  EXPECT_ANYWHERE = 0x1FF,
  EXPECT_IN_AUTHORITY = 1u << URIEL_USERINFO | 1u << URIEL_HOST | 1u << URIEL_PORT
};

#endif
