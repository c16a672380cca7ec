/* SPDX-License-Identifier: MIT */
/* The fast paths of normalisation, resolution, comparison and hashing, which the parser's hints enable,
 * against the slow paths: a hint that is set needlessly must never change a result. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"

/* The portable multiplication, in addition to this machine's. */
#define URIEL_NO_INT128
#include "text/bytes.h"

enum { LEVELS = URIEL_LEVEL_DIFFERENT, HINTS = 8, KEPT = 64 };

static const uint32_t hint_flags[] = {URIEL_HAS_PERCENT, URIEL_HAS_UPPER, URIEL_HAS_DOT_SEGMENT};

/* The reference with the additional hints in the bit mask `which`. */
static uriel_ref hinted(const uriel_ref *ref, unsigned which)
{
  uriel_ref more = *ref;
  for (unsigned bit = 0; bit < 3; bit++)
    if (which >> bit & 1)
      more.flags |= hint_flags[bit];
  return more;
}

static void check_hint(const uriel_ref *ref, unsigned which, uriel_level level)
{
  const uriel_ref hint = hinted(ref, which), *const more = &hint;
  const uriel_text normal = text_written(write_normal, &(normal_input){ref, level});
  const uriel_text other = text_written(write_normal, &(normal_input){more, level});
  if (!text_equal(normal, other))
    die("\"%.*s\" with hints %x: \"%.*s\", not \"%.*s\"", (int)ref->length, ref->text, more->flags,
        (int)other.len, other.ptr, (int)normal.len, normal.ptr);
  if (uriel_hash(ref, level, 11) != uriel_hash(more, level, 11) || !uriel_equal(ref, more, level))
    die("\"%.*s\" with hints %x is another", (int)ref->length, ref->text, more->flags);
  text_free(normal);
  text_free(other);
}

static void check_resolved(const uriel_ref *base, const uriel_ref *ref, unsigned which)
{
  const uriel_ref above = hinted(base, which), more = hinted(ref, which);
  const uriel_text target = text_written(write_resolved, &(pair_input){base, ref, 0});
  const uriel_text other = text_written(write_resolved, &(pair_input){&above, &more, 0});
  if (!text_equal(target, other))
    die("\"%.*s\" against \"%.*s\" with hints %x: \"%.*s\", not \"%.*s\"", (int)ref->length, ref->text,
        (int)base->length, base->text, which, (int)other.len, other.ptr, (int)target.len, target.ptr);
  text_free(target);
  text_free(other);
}

/* The references that came last, for pairs. */
typedef struct neighbours {
  uriel_text texts[KEPT];
  uriel_ref refs[KEPT];
  size_t count, at;
} neighbours;

static void check_pair(const uriel_ref *a, const uriel_ref *b)
{
  const uriel_level lowest = uriel_compare(a, b);
  for (unsigned which = 1; which < HINTS; which++) {
    const uriel_ref left = hinted(a, which), right = hinted(b, which);
    if (uriel_compare(&left, b) != lowest || uriel_compare(a, &right) != lowest ||
        uriel_compare(&left, &right) != lowest)
      die("\"%.*s\" and \"%.*s\" with hints %x: not %s", (int)a->length, a->text, (int)b->length,
          b->text, which, uriel_level_name(lowest));
  }
  check_resolved(a, b, HINTS - 1);
  check_resolved(a, b, 4);
}

static void check(uriel_text given, void *context)
{
  neighbours *const kept = context;
  uriel_ref ref;
  if (!uriel_parse(&ref, given.ptr, given.len, NULL))
    return;
  const uriel_text text = text_copy(given);
  ref = parsed(text);
  for (unsigned which = 1; which < HINTS; which++)
    for (int level = 0; level < LEVELS; level++)
      check_hint(&ref, which, (uriel_level)level);
  for (size_t i = 0; i < kept->count; i++)
    check_pair(&kept->refs[i], &ref);
  text_free(kept->texts[kept->at]);
  kept->texts[kept->at] = text;
  kept->refs[kept->at] = ref;
  kept->at = (kept->at + 1) % KEPT;
  kept->count += kept->count < KEPT;
}

static void free_neighbours(neighbours *kept)
{
  for (size_t i = 0; i < KEPT; i++)
    text_free(kept->texts[i]);
}

/* Texts that decide about fast paths: schemes with their own rules and similar ones, ports, paths,
 * triplets that stay and that change. */
static const char *const hint_tokens[] = {
    "http:",      "HTTPS:",    "//h",         "//H:80",     ":443",     ":8080",     ":",        "/a",
    "/A",         "/../",      "/.",          "/%2E",       "%7E",      "%c3%A9",    "%C3",      "%2F",
    "?",          "?q=%20",    "#f",          "//%C3%A9",   "mailto:",  "urn:a",     "URN:",     "data:",
    "file:",      "FILE:/",    "localhost",   "gopher://h", "tel:+1-2", "ldap:",     "ldaps://", "fils:",
    "x:",         "a@B",       "//u@h",       "/1",         "//[::A]",  "//1.2.3.4", "b:",       "%41",
    "localhost/", "LOCALHOST", "loc%61lhost", "/%20",       "//",       "file://",   "://",      "//a:",
};
enum { HINT_TOKENS = sizeof hint_tokens / sizeof *hint_tokens };

static void pairs_of_tokens(void **state)
{
  (void)state;
  neighbours kept = {.count = 0};
  each_text(hint_tokens, HINT_TOKENS, 2, check, &kept);
  assert_int_equal(kept.count, KEPT);
  free_neighbours(&kept);
}

static void random_tokens(void **state)
{
  (void)state;
  uint64_t seed = 17;
  neighbours kept = {.count = 0};
  for (size_t round = 0; round < 4000; round++) {
    char text[16 * 12];
    size_t len = 0;
    for (uint32_t left = random_below(&seed, 7); left > 0; left--)
      len += (size_t)sprintf(text + len, "%s", hint_tokens[random_below(&seed, HINT_TOKENS)]);
    check(text_from(text, len), &kept);
  }
  for (size_t round = 0; round < 4000; round++) {
    char text[16 * 12];
    check(text_from(text, random_text(&seed, text, 12)), &kept);
  }
  free_neighbours(&kept);
}

/* ---- Hashes of texts too long to be written on the way ---------------------------------------- */

/* A random reference that normalisation changes, of the given kind and about `len` bytes long. */
static uriel_text long_text(uint64_t *seed, unsigned kind, size_t len)
{
  static const char *const fronts[] = {
      "HTTP://u%41@Host%2d:80/", "x:",   "/", "", "urn:isbn:", "mailto:", "data:,", "URN:A:",
      "ldap://h/a?b?base?",      "tel:+"};
  static const char *const parts[] = {"/../",      "/./", "abcdefghijklmnopqrstuvwxyz",
                                      "%7e%c3%A9", "/",   "a"};
  char *const text = room(len + 64);
  size_t at = (size_t)sprintf(text, "%s", fronts[kind % 10]);
  while (at < len)
    at += (size_t)sprintf(text + at, "%s", parts[random_below(seed, kind % 10 == 9 ? 2 : 6)]);
  at += (size_t)sprintf(text + at, "%s", kind & 1 ? "/..?q%5A=%5a#F%2d" : "/.");
  return (uriel_text){text, at};
}

static void long_hashes(void **state)
{
  (void)state;
  uint64_t seed = 5;
  size_t compared = 0;
  for (size_t round = 0; round < 3000; round++) {
    const uriel_text text = long_text(&seed, (unsigned)round, 900 + random_below(&seed, 2500));
    uriel_ref ref, again;
    for (int level = 0; level < LEVELS && uriel_parse(&ref, text.ptr, text.len, NULL); level++) {
      const uriel_text normal = text_written(write_normal, &(normal_input){&ref, (uriel_level)level});
      assert_true(uriel_parse(&again, normal.ptr, normal.len, NULL));
      for (unsigned which = 0; which < HINTS; which++) {
        const uriel_ref more = hinted(&again, which);
        assert_true(uriel_hash(&ref, (uriel_level)level, round) ==
                    uriel_hash(&more, (uriel_level)level, round));
        compared += normal.len > 1100 && normal.len != text.len;
      }
      text_free(normal);
    }
    text_free(text);
  }
  assert_true(compared > 10000);
}

/* Each byte counts, at any place in its block, and so does the length. */
static void bytes_count(void **state)
{
  (void)state;
  char text[80] = "x:";
  uint64_t before = 0;
  for (size_t len = 2; len < sizeof text; len++) {
    const uriel_ref ref = parsed(text_from(text, len));
    const uint64_t hash = uriel_hash(&ref, URIEL_LEVEL_SCHEME, 3);
    assert_true(hash != before);
    for (size_t at = 2; at < len; at++) {
      text[at] = 'b';
      const uriel_ref other = parsed(text_from(text, len));
      assert_true(uriel_hash(&other, URIEL_LEVEL_SCHEME, 3) != hash);
      text[at] = 'a';
    }
    before = hash;
    text[len] = 'a';
  }
}

/* The same number on every machine. */
static void values_hold(void **state)
{
  (void)state;
  static const char text[] = "https://example.com/a/b?c#d";
  static const struct {
    size_t len;
    uint64_t seed, hash;
  } known[] = {{27, 0, 0x733fb1f0153fed77},
               {27, 1, 0xba405dabf0a1cfe0},
               {16, 1, 0xacd69b76b78cfcdf},
               {15, 1, 0xb8259f5c6e0c0f65},
               {0, 1, 0x89e6d204dd8201e1}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    const uriel_ref ref = parsed(text_from(text, known[i].len));
    const uint64_t hash = uriel_hash(&ref, URIEL_LEVEL_STRING, known[i].seed);
    if (hash != known[i].hash)
      die("%zu bytes, seed %llu: %llx", known[i].len, (unsigned long long)known[i].seed,
          (unsigned long long)hash);
  }
}

#ifdef __SIZEOF_INT128__
static void products_fold(void **state)
{
  (void)state;
  __extension__ typedef unsigned __int128 wide;
  uint64_t seed = 9;
  for (size_t round = 0; round < 100000; round++) {
    uint64_t a = 0, b = 0;
    for (unsigned i = 0; i < 4; i++) {
      a = a << 16 | random_below(&seed, 0x10000);
      b = b << 16 | (round & 1 ? 0xFFFF : random_below(&seed, 0x10000));
    }
    const wide product = (wide)a * b;
    assert_true(word_fold(a, b) == ((uint64_t)product ^ (uint64_t)(product >> 64)));
  }
}
#endif

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pairs_of_tokens), cmocka_unit_test(random_tokens), cmocka_unit_test(long_hashes),
      cmocka_unit_test(bytes_count),     cmocka_unit_test(values_hold),
#ifdef __SIZEOF_INT128__
      cmocka_unit_test(products_fold),
#endif
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
