/* SPDX-License-Identifier: MIT */
/* The table of identifiers: it finds what it has, and refuses what does not fit. */
#include "harvest/identifiers.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST = 1 << 20, MANY = 100000 };

static unsigned failed;

static void check(bool good, const char *what, size_t number)
{
  failed += !good;
  if (!good)
    fprintf(stderr, "%zu: %s\n", number, what);
}

static uriel_text name(char text[32], size_t number)
{
  snprintf(text, 32, "http://h%zu.example/", number);
  return uriel_text_of(text);
}

/* Adds until the memory is used up. Returns how many. */
static size_t fill(struct identifiers *table)
{
  char text[32];
  size_t i = 0;
  for (; i < MANY; i++) {
    const uriel_text normal = name(text, i);
    const uint32_t hash = (uint32_t)texts_hash(NULL, normal);
    check(identifiers_find(table, hash, normal) == 0, "found before it is added", i);
    if (!identifiers_add(table, hash, normal, (int64_t)i + 1))
      break;
  }
  return i;
}

static void find_all(const struct identifiers *table, size_t count)
{
  char text[32];
  for (size_t i = 0; i < MANY; i++) {
    const uriel_text normal = name(text, i);
    const int64_t id = identifiers_find(table, (uint32_t)texts_hash(NULL, normal), normal);
    check(id == (i < count ? (int64_t)i + 1 : 0), "not its id", i);
  }
}

/* All with one hash. */
static void collide(struct identifiers *table)
{
  char text[32];
  size_t i = 0;
  while (i < 500 && identifiers_add(table, 7, name(text, i), (int64_t)i + 1))
    i++;
  check(i == 500, "collisions", i);
  for (size_t k = 0; k <= i; k++)
    check(identifiers_find(table, 7, name(text, k)) == (k < i ? (int64_t)k + 1 : 0), "collision", k);
}

int main(void)
{
  struct identifiers table = {.most = MOST}, none = {.most = 0};
  char *const large = calloc(1, MOST);
  const uriel_text long_text = {large, MOST};
  if (!large)
    return 1;
  check(identifiers_find(&table, 1, uriel_text_of("")) == 0, "found in an empty table", 0);
  for (int round = 0; round < 2; round++) {
    const size_t count = fill(&table);
    check(count > 10000 && count < MANY, "count", count);
    find_all(&table, count);
    identifiers_clear(&table);
  }
  check(!identifiers_add(&table, 1, long_text, 1), "too long", 0);
  check(identifiers_add(&table, 1, uriel_text_of(""), INT64_MAX), "empty", 0);
  check(identifiers_find(&table, 1, uriel_text_of("")) == INT64_MAX, "empty", 1);
  identifiers_clear(&table);
  collide(&table);
  identifiers_clear(&table);
  check(!identifiers_add(&none, 1, uriel_text_of("a"), 1), "no memory", 0);
  identifiers_clear(&none);
  free(large);
  return failed != 0;
}
