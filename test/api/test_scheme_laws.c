/* SPDX-License-Identifier: MIT */
/* The laws of normal forms, of every scheme with rules of its own and of every generation: seeds with
 * dots, slashes, escapes, delimiters and changes of case at every position, short ones with two of them.
 *
 *   - A normal form is its own, on its level and those below: N(N(x)) = N(x).
 *   - A level includes those below it: scheme(path(x)) = scheme(x).
 *   - References that are equal at a level are equal at every higher one; uriel_compare gives the
 * lowest.
 *   - Two are equal where their normal forms are the same text, and then hash alike. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"

enum { LEVELS = URIEL_LEVEL_DIFFERENT, ROOM = 256, SPECS = 8, PAIRED = 20 };

/* A text that is a reference, and its normal forms. */
typedef struct subject {
  char text[ROOM];
  size_t len;
  uriel_ref ref;
  uriel_spec spec;
  char normal[LEVELS][ROOM];
  size_t normal_len[LEVELS];
} subject;

static const char *const seeds[] = {
    /* without rules of their own, without a scheme */
    "foo://h",
    "foo:a",
    "foo:/a/b",
    "//h",
    "//h:80/a",
    "a/b",
    "/a",
    "?a",
    "http://h",
    "http://u@H:80/a?b#c",
    "ftp://h/a;type=I",
    "telnet://h:23",
    "ws://h:80",
    "news:a.b",
    "sip:a@h",
    "view-source:a",
    /* with */
    "data:,a",
    "data:a/b,c",
    "data:text/plain,a",
    "data:;charset=us-ascii,a",
    "data:text/plain;charset=US-ASCII,a",
    "data:text/plain;charset=us-ascii;base64,YQ",
    "data:text/plain;A=%22b,c%22;D=E,f/g",
    "file:/a",
    "file:///a",
    "file://h/a",
    "file://localhost/a/b",
    "gopher://h",
    "gopher://h/1",
    "gopher://h:70/11/a?b",
    "ldap://h",
    "ldap://h/o=A",
    "ldap://h/o?a?base?(objectClass=*)",
    "ldaps://h/o?a?sub??x",
    "mailto:a,b@C",
    "mailto:a?to=b",
    "mailto:?TO=a@B&x=y",
    "mailto:a@b?subject=c&to=d@E,f&g=h",
    "tel:+1-2",
    "tel:12;ext=3",
    "tel:+1(2)3;Isub=4;phone-context=+5-6;a=b",
    "urn:ab:c",
    "urn:AB-C:d/e",
    "urn:isbn:0-395-36341-1",
    "urn:issn:1234-567X",
    "urn:uuid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6",
    "urn:oid:1.2.3",
    "urn:publicid:a+B:c",
    "urn:ietf:rfc:1",
    "urn:nbn:de-1",
    "urn:ab:c?+d?=e#f",
};

/* The texts put between two bytes. */
static const char *const inserted[] = {".",   "..",  "/",   "//",  "./", "../", "/./", "/../", "%2E",
                                       "%2e", "%2F", "%2f", "%41", ":",  "@",   ";",   ",",    "?",
                                       "#",   "%00", "=",   "&",   "-",  "%2C", "%22", "%5C",  "a"};
enum { INSERTED = sizeof inserted / sizeof *inserted, FLIP = INSERTED, ENCODE, ENCODE_LOW, EDITS };

static size_t checked;

static bool read_subject(subject *s, uriel_spec spec, const char *text, size_t len)
{
  if (text != s->text)
    memcpy(s->text, text, len);
  s->len = len;
  s->spec = spec;
  return uriel_parse_as(&s->ref, s->text, len, spec, 0, NULL);
}

_Noreturn static void broken(const subject *s, int level, const char *law)
{
  die("%s: \"%.*s\" at level %s: %s (there it is \"%.*s\")", uriel_spec_name(s->spec), (int)s->len,
      s->text, uriel_level_name((uriel_level)level), law, (int)s->normal_len[level], s->normal[level]);
}

static void write_forms(subject *s)
{
  for (int level = 0; level < LEVELS; level++) {
    s->normal_len[level] = uriel_normalize(&s->ref, (uriel_level)level, s->normal[level], ROOM);
    if (s->normal_len[level] > ROOM)
      broken(s, URIEL_LEVEL_STRING, "the normal form is too long for this test");
  }
}

static bool same_form(const subject *a, const subject *b, int level)
{
  return a->normal_len[level] == b->normal_len[level] &&
         memcmp(a->normal[level], b->normal[level], a->normal_len[level]) == 0;
}

/* Checks the laws for a text and its normal form at a level, given as its own text. */
static void check_form(const subject *s, int level)
{
  static subject form;
  if (!read_subject(&form, s->spec, s->normal[level], s->normal_len[level]))
    broken(s, level, "the normal form is a reference");
  write_forms(&form);
  for (int below = 0; below <= level; below++)
    if (form.normal_len[below] != form.len || memcmp(form.normal[below], form.text, form.len) != 0)
      broken(s, level, "a normal form is its own, there and below");
  for (int above = level; above < LEVELS; above++)
    if (!same_form(s, &form, above))
      broken(s, above, "a level includes those below it");
  if (!uriel_equal(&s->ref, &form.ref, (uriel_level)level))
    broken(s, level, "equal to its normal form");
  if (uriel_hash(&s->ref, (uriel_level)level, 5) != uriel_hash(&form.ref, (uriel_level)level, 5))
    broken(s, level, "hashes as its normal form");
}

static void check_subject(const subject *s)
{
  for (int level = 0; level < LEVELS; level++)
    if (level == 0 || s->normal_len[level] != s->normal_len[level - 1] ||
        memcmp(s->normal[level], s->normal[level - 1], s->normal_len[level]) != 0)
      check_form(s, level);
}

static void check_pair(const subject *a, const subject *b)
{
  int lowest = LEVELS;
  for (int level = LEVELS; level-- > 0;) {
    const bool same = same_form(a, b, level);
    if (same != uriel_equal(&a->ref, &b->ref, (uriel_level)level))
      die("%s: \"%.*s\" and \"%.*s\" at level %s: equal is not %d", uriel_spec_name(a->spec),
          (int)a->len, a->text, (int)b->len, b->text, uriel_level_name((uriel_level)level), same);
    if (same && lowest != level + 1)
      die("%s: \"%.*s\" and \"%.*s\" are equal at level %s and not above", uriel_spec_name(a->spec),
          (int)a->len, a->text, (int)b->len, b->text, uriel_level_name((uriel_level)level));
    if (same)
      lowest = level;
  }
  if ((int)uriel_compare(&a->ref, &b->ref) != lowest)
    die("%s: \"%.*s\" and \"%.*s\": compare does not give %s", uriel_spec_name(a->spec), (int)a->len,
        a->text, (int)b->len, b->text, uriel_level_name((uriel_level)lowest));
}

/* Returns whether the edit applies to the text there; the edited text is in `out`. */
static bool edit(char *out, size_t *out_len, const char *text, size_t len, size_t at, int kind)
{
  char middle[8];
  const size_t taken = kind < INSERTED ? 0 : 1;
  if (at + taken > len)
    return false;
  const unsigned char byte = taken ? (unsigned char)text[at] : 0;
  if (kind < INSERTED)
    strcpy(middle, inserted[kind]);
  else if (kind == FLIP)
    snprintf(middle, sizeof middle, "%c", byte ^ 0x20);
  else
    snprintf(middle, sizeof middle, kind == ENCODE ? "%%%02X" : "%%%02x", byte);
  const bool letter = (byte | 0x20) >= 'a' && (byte | 0x20) <= 'z';
  const size_t middle_len = strlen(middle);
  if ((kind == FLIP && !letter) || len + middle_len > ROOM / 2)
    return false;
  memcpy(out, text, at);
  memcpy(out + at, middle, middle_len);
  memcpy(out + at + middle_len, text + at + taken, len - at - taken);
  *out_len = len - taken + middle_len;
  return true;
}

/* Checks the edited text, on its own, against the seed and against the one that was checked before. */
static void check_edited(uriel_spec spec, const char *text, size_t len, const subject *seed)
{
  static subject both[2];
  static bool any;
  static int turn;
  subject *const s = &both[turn];
  if (!read_subject(s, spec, text, len))
    return;
  checked++;
  write_forms(s);
  check_subject(s);
  check_pair(s, seed);
  if (any && both[!turn].spec == spec)
    check_pair(s, &both[!turn]);
  any = true;
  turn = !turn;
}

static void check_seed(uriel_spec spec, const char *text, bool twice)
{
  static subject seed;
  char once[ROOM], again[ROOM];
  size_t once_len, again_len;
  if (!read_subject(&seed, spec, text, strlen(text)))
    return;
  write_forms(&seed);
  check_subject(&seed);
  for (size_t at = 0; at <= seed.len; at++)
    for (int kind = 0; kind < EDITS; kind++) {
      if (!edit(once, &once_len, seed.text, seed.len, at, kind))
        continue;
      check_edited(spec, once, once_len, &seed);
      for (size_t next = at; twice && next <= once_len; next++)
        for (int other = 0; other < EDITS; other++)
          if (edit(again, &again_len, once, once_len, next, other))
            check_edited(spec, again, again_len, &seed);
    }
}

static void run(uriel_spec spec, size_t longest, size_t least)
{
  checked = 0;
  if (!uriel_spec_built(spec))
    return;
  for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++)
    check_seed(spec, seeds[i], strlen(seeds[i]) <= longest);
  if (checked < least)
    die("%s: only %zu texts", uriel_spec_name(spec), checked);
}

static void today(void **state)
{
  (void)state;
  run(URIEL_SPEC_RFC3986, PAIRED, 1000000);
}

static void historic(void **state)
{
  (void)state;
  run(URIEL_SPEC_URL_1993, 9, 2000);
  run(URIEL_SPEC_URL_1994, 9, 2000);
  run(URIEL_SPEC_URL_1997, 9, 2000);
  run(URIEL_SPEC_URI_2003, 9, 2000);
}

static void names(void **state)
{
  (void)state;
  run(URIEL_SPEC_RFC2141, 10, 1000);
  run(URIEL_SPEC_URN_2011, 10, 1000);
  run(URIEL_SPEC_RFC8141, 10, 1000);
}

/* Whether the form may have "/." or "./" before its path, which is not part of it. */
static bool guarded(const subject *s, int level)
{
  char form[ROOM + 1];
  memcpy(form, s->normal[level], s->normal_len[level]);
  form[s->normal_len[level]] = 0;
  return strstr(form, "./") != NULL;
}

/* Whether the two documents see the same components in a text. */
static bool same_split(const subject *a, const subject *b)
{
  const uriel_ref *const x = &a->ref, *const y = &b->ref;
  return x->length == y->length && x->scheme_end == y->scheme_end && x->host_begin == y->host_begin &&
         x->host_end == y->host_end && x->path_begin == y->path_begin && x->path_end == y->path_end &&
         x->query_end == y->query_end;
}

/* One text, or two similar ones, of two generations: monotone, and equal ones hash alike. */
static void check_across(const subject *a, const subject *b)
{
  int lowest = LEVELS;
  for (int level = LEVELS; level-- > 0;) {
    const uriel_level on = (uriel_level)level;
    const bool equal = uriel_equal(&a->ref, &b->ref, on);
    if (equal != uriel_equal(&b->ref, &a->ref, on))
      broken(a, level, "equal either way, of two generations");
    if (equal && (!same_form(a, b, level) || uriel_hash(&a->ref, on, 5) != uriel_hash(&b->ref, on, 5)))
      broken(a, level, "equal references have one form and one hash, of two generations");
    if (equal && lowest != level + 1)
      broken(a, level, "equal at all levels above, too, of two generations");
    if (!equal && lowest == level + 1 && same_form(a, b, level) && same_split(a, b) &&
        !guarded(a, level))
      broken(a, level, "equal where that form and all above are the same, of two generations");
    if (equal)
      lowest = level;
  }
  if ((int)uriel_compare(&a->ref, &b->ref) != lowest)
    broken(a, LEVELS - 1, "compare gives the lowest level, of two generations");
}

static void check_generations(const char *text, size_t len)
{
  static subject of[SPECS];
  bool is[SPECS] = {false};
  for (int spec = 0; spec < SPECS; spec++) {
    is[spec] =
        uriel_spec_built((uriel_spec)spec) && read_subject(&of[spec], (uriel_spec)spec, text, len);
    if (!is[spec])
      continue;
    write_forms(&of[spec]);
    for (int other = 0; other < spec; other++)
      if (is[other])
        check_across(&of[spec], &of[other]);
  }
}

static void generations(void **state)
{
  (void)state;
  char text[ROOM];
  size_t len;
  for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++)
    for (size_t at = 0; at <= strlen(seeds[i]); at++)
      for (int kind = 0; kind < EDITS; kind++)
        if (edit(text, &len, seeds[i], strlen(seeds[i]), at, kind))
          check_generations(text, len);
  check_generations("p://0@", 6);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(today), cmocka_unit_test(historic),
                                     cmocka_unit_test(names), cmocka_unit_test(generations)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
