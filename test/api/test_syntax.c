/* SPDX-License-Identifier: MIT */
/* Syntaxes of ABNF (RFC 5234, RFC 7405): which texts they accept, which rules are refused and where, and
 * random rules beside the same regular expression. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "regex_laws.h"
#include "support.h"
#include "text/abnf.h"

enum { TABLE = 8000 };

static syntax_set sets[1 << 13];
static syntax_arc arcs[TABLE];
static syntax_state states[TABLE];

/* Compiles the rules; the state is the first one, or URIEL_FAILED. */
static size_t compiled(const char *rules, const abnf_rule *known, size_t count, syntax_maker *maker,
                       abnf_error *error)
{
  const size_t size = uriel_abnf_bound();
  void *const memory = malloc(size);
  *maker = (syntax_maker){.sets = sets,
                          .arcs = arcs,
                          .states = states,
                          .set_most = 1 << 13,
                          .arc_most = TABLE,
                          .state_most = TABLE};
  assert_non_null(memory);
  const abnf given = {uriel_text_of(rules), known, count};
  const size_t state = uriel_abnf_compile(maker, &given, memory, size, error);
  free(memory);
  return state;
}

/* Returns where the text stops to fit, SIZE_MAX if it is accepted. */
static size_t walked(size_t state, const char *text)
{
  const syntax rules = {sets, arcs, states};
  const char *const end = text + strlen(text), *at = text;
  unsigned now = (unsigned)state;
  while (at < end) {
    const char *next = at;
    const syntax_arc *const arc =
        syntax_take(&rules, now, unit_next(&next, end, (unit_rules){.triplets = true}));
    if (!arc)
      return (size_t)(at - text);
    now = arc->to;
    at = next;
  }
  return states[now].accepts ? SIZE_MAX : strlen(text);
}

/* ---- Texts -------------------------------------------------------------------------------------- */

enum { ACCEPTED = -1 };

static void texts(void **state)
{
  static const struct {
    const char *rules, *text;
    int stops;
  } cases[] = {
      /* RFC 5234, 2.3: literals ignore case; RFC 7405: %s does not. */
      {"a = \"aBc\"", "AbC", ACCEPTED},
      {"a = %s\"aBc\"", "aBc", ACCEPTED},
      {"a = %s\"aBc\"", "abc", 1},
      {"a = %i\"ab\"", "AB", ACCEPTED},
      /* 2.3: values, 3.4: ranges. */
      {"a = %x41.42 %d67 %b1000100", "ABCD", ACCEPTED},
      {"a = %x41-43", "D", 0},
      /* 3.1, 3.2: concatenation and alternatives; 3.10: concatenation binds more. */
      {"a = \"x\" \"y\" / \"z\"", "xy", ACCEPTED},
      {"a = \"x\" \"y\" / \"z\"", "xz", 1},
      {"a = \"x\" ( \"y\" / \"z\" )", "xz", ACCEPTED},
      /* 3.6, 3.7: repetition. */
      {"a = 2*3DIGIT", "1", 1},
      {"a = 2*3DIGIT", "123", ACCEPTED},
      {"a = 2*3DIGIT", "1234", 3},
      {"a = *2\"x\"", "", ACCEPTED},
      {"a = 3\"xy\"", "xyxyx", 5},
      {"a = *( \"a\" / \"bb\" ) \"c\"", "abbac", ACCEPTED},
      /* 3.8: options. */
      {"a = \"x\" [ \":\" DIGIT ]", "x:", 2},
      {"a = \"x\" [ \":\" DIGIT ]", "x", ACCEPTED},
      /* 3.9: comments; 2.1: names of rules ignore case; 2.2: rules use rules. */
      {"a = B ; one\n b = \"x\" ; two\n", "x", ACCEPTED},
      {"a = 2b\n  / \"q\"\nb = c \"-\"\nc = 1*DIGIT", "12-3-", ACCEPTED},
      {"a = 2b\n  / \"q\"\nb = c \"-\"\nc = 1*DIGIT", "12-3", 4},
      /* Units: an encoded byte is one, in any case of its digits, and never the character itself. */
      {"a = \"%2f\" pct-encoded", "%2F%41", ACCEPTED},
      {"a = \"/\"", "%2F", 0},
      {"a = 1*pchar", "a%C3:@", ACCEPTED},
      {"a = 1*pchar", "a/", 1},
      {"a = *char", "a/%2F", ACCEPTED},
  };
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    syntax_maker maker;
    abnf_error error;
    const size_t first = compiled(cases[i].rules, NULL, 0, &maker, &error);
    if (first == URIEL_FAILED)
      fail_msg("%s: %s", cases[i].rules, error.message);
    const size_t stops = walked(first, cases[i].text);
    if (stops != (cases[i].stops == ACCEPTED ? SIZE_MAX : (size_t)cases[i].stops))
      fail_msg("%s: \"%s\" stops at %zu", cases[i].rules, cases[i].text, stops);
  }
}

/* ---- Errors ------------------------------------------------------------------------------------- */

static void errors(void **state)
{
  static const struct {
    const char *rules, *message; /* the begin of it */
    size_t offset;
  } cases[] = {
      {"", "the text has no rules", 0},
      {"a", "a rule is a name", 0},
      {"= \"x\"", "a rule is a name", 0},
      {"a = ", "an alternative is empty", 0},
      {"a = \"x\" /", "an alternative is empty", 0},
      {"a = ( )", "an alternative is empty", 4},
      {"a = \"x", "a quotation mark is missing", 4},
      {"a = ( \"x\"", "this is not closed", 4},
      {"a = \"x\" )", "nothing is open", 8},
      {"a = ( \"x\" ]", "nothing is open", 10},
      {"a = <prose>", "prose cannot be compiled", 4},
      {"a = \"x\"\na =/ \"y\"", "write all alternatives", 10},
      {"a = \"x\"\nA = \"y\"", "there are two rules", 8},
      {"a = b", "no rule has that name", 4},
      {"a = \"x\" a", "a rule cannot use itself", 8},
      {"a = b\nb = [ c ]\nc = \"x\" b", "a rule cannot use itself", 24},
      {"a = 3*2\"x\"", "the repetition has a minimum", 4},
      {"a = 2", "an element is missing", 4},
      {"a = 2[ \"x\" ]", "an option is not repeated", 4},
      {"a = %x", "a number is", 4},
      {"a = %x80", "a number is", 4},
      {"a = %x42-41", "a number is", 4},
      {"a = \"100%\"", "not a character of a URI", 8},
      {"a = \"\xC3\xA9\"", "not a character of a URI", 5},
      {"a = 9000\"x\"", "the syntax is too large", 4},
      {"a = 100( 100\"x\" )", "the syntax is too large", 7},
      /* Exponential alternatives: rules that double, and texts that must be distinguished. */
      {"a=b b\nb=c c\nc=d d\nd=e e\ne=f f\nf=g g\ng=h h\nh=i i\ni=j j\nj=k k\nk=l l\nl=m m\nm=n n\nn=o "
       "o\no=[p]\np=\"\"",
       "the syntax is too large", 0},
      {"a = *( \"x\" / \"y\" ) \"x\" 15( \"x\" / \"y\" )", "too many texts must be distinguished", 0},
  };
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    syntax_maker maker;
    abnf_error error;
    const size_t first = compiled(cases[i].rules, NULL, 0, &maker, &error);
    if (first != URIEL_FAILED ||
        strncmp(error.message, cases[i].message, strlen(cases[i].message)) != 0 ||
        (cases[i].offset && error.offset != cases[i].offset))
      fail_msg("%s: %s at %zu", cases[i].rules, first == URIEL_FAILED ? error.message : "compiled",
               error.offset);
    assert_true(error.offset + error.length <= strlen(cases[i].rules));
  }
}

static void marks(void **state)
{
  const abnf_rule omitted = {uriel_text_of("b"), SYNTAX_OMIT, 0},
                  unknown = {uriel_text_of("z"), SYNTAX_FOLD, 0};
  syntax_maker maker;
  abnf_error error;
  (void)state;
  assert_true(compiled("a = \"x\" b\nb = \"-\"", &omitted, 1, &maker, &error) != URIEL_FAILED);
  assert_true(compiled("a = \"x\" b / 1*( \"x\" / \"-\" )\nb = \"-\"", &omitted, 1, &maker, &error) ==
              URIEL_FAILED);
  assert_non_null(strstr(error.message, "two rules fit the same text"));
  assert_true(compiled("a = \"x\"", &unknown, 1, &maker, &error) == URIEL_FAILED);
  assert_non_null(strstr(error.message, "the syntax does not have"));
}

/* ---- Random rules ------------------------------------------------------------------------------- */

enum { LEVELS = 3, WIDTH = 4, LENGTH = 1 << 12 };

/* Elements of ABNF, and the same as expressions. */
typedef struct random_pair {
  char rules[LENGTH], expression[LENGTH];
} random_pair;

static const char *const repeats[][2] = {
    {"", ""}, {"*", "*"}, {"1*", "+"}, {"2", "{2}"}, {"*2", "{0,2}"}};

static void random_element(uint64_t *seed, random_pair *made)
{
  static const char *const elements[][2] = {{"\"a\"", "[aA]"},      {"%s\"b\"", "b"},
                                            {"\"ab\"", "[aA][bB]"}, {"%x61-62", "[ab]"},
                                            {"b", "(b|cb)"},        {"\"\"", "()"}};
  const unsigned element = random_below(seed, 6), repeat = random_below(seed, 5);
  snprintf(made->rules, LENGTH, "%s%s", repeats[repeat][0], elements[element][0]);
  snprintf(made->expression, LENGTH, "(%s)%s", elements[element][1], repeats[repeat][1]);
}

/* Appends the text, which fits. */
static void append(char *to, const char *text)
{
  const size_t len = strlen(to);
  snprintf(to + len, LENGTH - len, "%s", text);
}

/* A group, or an option, of some of the elements below. */
static void random_group(uint64_t *seed, random_pair *made, const random_pair *below)
{
  const unsigned repeat = random_below(seed, 5);
  const bool option = random_below(seed, 4) == 0;
  snprintf(made->rules, LENGTH, "%s%s", option ? "" : repeats[repeat][0], option ? "[" : "(");
  snprintf(made->expression, LENGTH, "(");
  for (unsigned i = 0, count = 1 + random_below(seed, 3); i < count; i++) {
    const bool either = i > 0 && random_below(seed, 2) == 0;
    const random_pair *const element = &below[random_below(seed, WIDTH)];
    append(made->rules, either ? " / " : " ");
    append(made->rules, element->rules);
    append(made->expression, either ? "|" : "");
    append(made->expression, element->expression);
  }
  append(made->rules, option ? " ]" : " )");
  append(made->expression, ")");
  append(made->expression, option ? "?" : repeats[repeat][1]);
}

/* Returns a random element: each level is made of the one below. */
static const random_pair *random_rule(uint64_t *seed)
{
  static random_pair levels[LEVELS][WIDTH];
  for (unsigned i = 0; i < WIDTH; i++)
    random_element(seed, &levels[0][i]);
  for (unsigned level = 1; level < LEVELS; level++)
    for (unsigned i = 0; i < WIDTH; i++)
      if (random_below(seed, 3) == 0)
        levels[level][i] = levels[level - 1][i];
      else
        random_group(seed, &levels[level][i], levels[level - 1]);
  return &levels[LEVELS - 1][0];
}

static void check_texts(const char *rules, uriel_regex *regex, size_t first)
{
  for (unsigned number = 0; number < 4 * 4 * 4 * 4 * 4; number++) {
    char text[6] = "";
    size_t len = 0;
    uriel_text found[1];
    for (unsigned rest = number; rest > 0; rest /= 4)
      text[len++] = "?abc"[rest % 4];
    text[len] = 0;
    if (strchr(text, '?'))
      continue;
    const bool accepted = walked(first, text) == SIZE_MAX;
    if (accepted != regex_found(found, 1, regex, uriel_text_of(text)))
      fail_msg("%s: \"%s\" is %s", rules, text, accepted ? "accepted" : "refused");
  }
}

static void random_rules(void **state)
{
  uint64_t seed = 1;
  unsigned compared = 0;
  (void)state;
  for (unsigned i = 0; i < 1500; i++) {
    char rules[2 * LENGTH], expression[2 * LENGTH];
    syntax_maker maker;
    abnf_error error;
    uriel_regex_error of_regex;
    const random_pair *const rule = random_rule(&seed);
    snprintf(rules, sizeof rules, "a = %s\nb = %%s\"b\" / %%s\"cb\"", rule->rules);
    snprintf(expression, sizeof expression, "^(%s)$", rule->expression);
    const size_t first = compiled(rules, NULL, 0, &maker, &error);
    uriel_regex *const regex = regex_compiled(uriel_text_of(expression), 0, &of_regex);
    const bool large = first == URIEL_FAILED && strncmp(error.message, "too many texts", 14) == 0;
    if ((first == URIEL_FAILED && !large) || !regex)
      fail_msg("%s: %s; %s: %s", rules, error.message, expression, of_regex.message);
    if (!large)
      check_texts(rules, regex, first);
    compared += !large;
    free(regex);
  }
  assert_true(compared > 1400);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(texts), cmocka_unit_test(errors),
                                     cmocka_unit_test(marks), cmocka_unit_test(random_rules)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
