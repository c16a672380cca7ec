/* SPDX-License-Identifier: MIT */
/* Compiling regular expressions, without recursion: open groups are on a stack. A fragment is a range of
 * states, so a repetition copies it, and its links that lead nowhere yet are a list through these links.
 */
#include "text/regex.h"
#include "text/text.h"

enum {
  REGEX_SPARE = 4 /* the most states that a step without a repetition adds, and those at the end */
};

/* The state of reading a group, or the expression. */
typedef struct regex_frame {
  nfa_fragment before; /* the alternatives before the last "|", if there is one */
  nfa_fragment done;   /* the alternative without its last atom */
  nfa_fragment atom;   /* can be repeated */
  uint32_t open;       /* the place of "(" */
  uint16_t group;
  bool alternates, repeatable;
  bool repeated; /* `atom` is a repetition */
} regex_frame;

typedef struct regex_compiler {
  const char *begin, *at, *end;
  uriel_regex_error *error;
  nfa nfa;
  uint32_t *sets;
  size_t set_words;
  uint32_t *parents; /* for each group, the group around it */
  size_t groups;
  regex_frame *frames;
  size_t depth;
  bool fold;
} regex_compiler;

static const char regex_too_large[] = "the expression needs more than 10,000 states";

/* Sets the error [begin, end). Returns false. */
static bool regex_fail(const regex_compiler *c, const char *begin, const char *end, const char *message)
{
  *c->error = (uriel_regex_error){message, (size_t)(begin - c->begin), (size_t)(end - begin)};
  return false;
}

/* ---- Repetitions -------------------------------------------------------------------------------- */

/* Reads a repetition and applies it to the last atom. */
static bool regex_repeat(regex_compiler *c, regex_frame *frame)
{
  const char *const begin = c->at++;
  size_t least = *begin == '+', most = *begin == '?' ? 1 : SIZE_MAX;
  if (*begin == '{') {
    const char *const first = c->at;
    least = most = digits_read(&c->at, c->end, 10, UINT32_MAX);
    bool right = c->at > first;
    if (c->at < c->end && *c->at == ',') {
      const char *const second = ++c->at;
      most = digits_read(&c->at, c->end, 10, UINT32_MAX);
      most = c->at > second ? most : SIZE_MAX;
      right = right || c->at > second;
    }
    right = right && c->at < c->end && *c->at == '}';
    if (!right || least > most)
      return regex_fail(c, begin, c->at < c->end ? c->at + 1 : c->end,
                        right ? "the repetition has a minimum above its maximum"
                              : "\"{\" must begin a repetition, as {2}, {2,} or {2,5}: write \\{ for "
                                "the character");
    c->at++;
  }
  if (!frame->repeatable && *begin == '?' && begin > c->begin && begin[-1] == '(')
    return regex_fail(c, begin, c->at,
                      "POSIX extended expressions have no \"(?\": write (...) for (?:...), and [aA] for "
                      "(?i)a");
  if (!frame->repeatable && frame->repeated && (*begin == '?' || *begin == '+'))
    return regex_fail(c, begin, c->at,
                      "POSIX extended expressions have no lazy or possessive repetition: write only the "
                      "first sign");
  if (!frame->repeatable)
    return regex_fail(c, begin, c->at,
                      "a repetition must follow a character, a bracket expression or a group");
  const size_t size = uriel_nfa_times_size(c->nfa.count - frame->atom.first, least, most);
  if (size > URIEL_REGEX_STATES || frame->atom.first + size + REGEX_SPARE > URIEL_REGEX_STATES)
    return regex_fail(c, begin, c->at, regex_too_large);
  frame->atom = uriel_nfa_times(&c->nfa, frame->atom, least, most);
  frame->repeatable = false;
  frame->repeated = true;
  return true;
}

/* ---- Bracket expressions ------------------------------------------------------------------------ */

static bool regex_in_class(const char *name, size_t len, char byte, bool *known)
{
  static const struct {
    const char *name;
    unsigned classes;
    const char *more;
  } classes[] = {
      {"alpha", BYTE_ALPHA, ""},
      {"digit", BYTE_DIGIT, ""},
      {"alnum", BYTE_ALPHA | BYTE_DIGIT, ""},
      {"xdigit", BYTE_HEX, ""},
      {"upper", BYTE_UPPER, ""},
      {"lower", 0, "abcdefghijklmnopqrstuvwxyz"},
      {"blank", 0, " \t"},
      {"space", 0, " \t\n\v\f\r"},
      {"punct", 0, "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"},
  };
  for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
    if (view_equal(uriel_text_of(classes[i].name), (uriel_text){name, len}))
      return byte_is(byte, classes[i].classes) || bytes_have(classes[i].more, (unsigned char)byte);
  const bool control = (unsigned char)byte < ' ' || byte == 0x7F;
  const uriel_text word = {name, len};
  if (view_equal(word, uriel_text_of("cntrl")))
    return control;
  if (view_equal(word, uriel_text_of("print")) || view_equal(word, uriel_text_of("graph")))
    return !control && (byte != ' ' || name[0] == 'p');
  *known = false;
  return false;
}

static bool regex_set_add(regex_compiler *c, regex_set *set, uint32_t first, uint32_t last)
{
  for (uint32_t i = first; i <= last && i < 0x80; i++)
    set->ascii[i / 32] |= 1U << i % 32;
  if (last < 0x80)
    return true;
  if (set->ranges == URIEL_REGEX_RANGES)
    return false;
  uint32_t *const range = c->sets + c->set_words + REGEX_SET_WORDS + (size_t)2 * set->ranges++;
  range[0] = first < 0x80 ? 0x80 : first;
  range[1] = last;
  return true;
}

/* Returns the end of "[:alpha:]", "[.a.]" or "[=a=]" at `at`, or NULL. */
static const char *regex_inner_end(const regex_compiler *c, const char *at)
{
  for (const char *end = at + 2; end + 1 < c->end; end++)
    if (end[0] == at[1] && end[1] == ']')
      return end + 2;
  return NULL;
}

/* Reads the end of a range, or a character: also "[.x.]" and "[=x=]". */
static bool regex_set_character(regex_compiler *c, uint32_t *character)
{
  const char *const begin = c->at;
  const bool inner = c->end - begin >= 2 && begin[0] == '[' && (begin[1] == '.' || begin[1] == '=');
  if (!inner) {
    *character = regex_character(&c->at, c->end);
    return true;
  }
  const char *const end = regex_inner_end(c, begin);
  const char *at = begin + 2;
  if (end && end - 2 > at)
    *character = regex_character(&at, end - 2);
  if (!end || at != end - 2 || at == begin + 2)
    return regex_fail(c, begin, end ? end : begin + 2, "\"[.\" or \"[=\" needs one character");
  c->at = end;
  return true;
}

/* Adds "[:alpha:]" to the set. */
static bool regex_set_class(regex_compiler *c, regex_set *set)
{
  const char *const begin = c->at;
  const char *const end = regex_inner_end(c, begin);
  bool known = end != NULL;
  for (uint32_t i = 0; known && i < 0x80; i++)
    if (regex_in_class(begin + 2, (size_t)(end - begin) - 4, (char)i, &known))
      (void)regex_set_add(c, set, i, i);
  if (!known)
    return regex_fail(c, begin, end ? end : begin + 2,
                      "not a class: alpha, digit, alnum, upper, lower, space, blank, punct, print, "
                      "graph, cntrl or xdigit");
  c->at = end;
  return true;
}

static bool regex_set_item(regex_compiler *c, regex_set *set)
{
  const char *const begin = c->at;
  uint32_t first, last;
  if (c->end - begin >= 2 && begin[0] == '[' && begin[1] == ':')
    return regex_set_class(c, set);
  if (!regex_set_character(c, &first))
    return false;
  last = first;
  if (c->end - c->at >= 2 && c->at[0] == '-' && c->at[1] != ']') {
    c->at++;
    if (c->end - c->at >= 2 && c->at[0] == '[' && c->at[1] == ':')
      return regex_fail(c, begin, c->at + 2, "a range cannot end with a class");
    if (!regex_set_character(c, &last))
      return false;
    if (last < first)
      return regex_fail(c, begin, c->at, "the range ends before it begins");
  }
  if (!regex_set_add(c, set, first, last))
    return regex_fail(c, begin, c->at,
                      "the bracket expression has more than 64 ranges and characters beyond ASCII");
  return true;
}

/* Reads a bracket expression. */
static bool regex_bracket(regex_compiler *c, regex_frame *frame)
{
  const char *const begin = c->at++;
  const bool negated = c->at < c->end && *c->at == '^';
  regex_set set = {.negated = negated};
  c->at += negated;
  for (const char *const first = c->at; c->at < c->end && (*c->at != ']' || c->at == first);)
    if (!regex_set_item(c, &set))
      return false;
  if (c->at == c->end)
    return regex_fail(c, begin, begin + 1, "\"[\" without \"]\"");
  c->at++;
  const uint32_t letters = set.ascii[2] | set.ascii[3]; /* "A" is bit 1 of word 2, "a" of word 3 */
  if (c->fold) {
    set.ascii[2] |= letters & 0x07FFFFFE;
    set.ascii[3] |= letters & 0x07FFFFFE;
  }
  for (size_t i = 0; negated && i < 4; i++)
    set.ascii[i] = ~set.ascii[i];
  memcpy(c->sets + c->set_words, &set, sizeof set);
  frame->atom = uriel_nfa_one(&c->nfa, NFA_SET, (uint32_t)c->set_words);
  c->set_words += REGEX_SET_WORDS + (size_t)2 * set.ranges;
  return true;
}

/* ---- The expression ----------------------------------------------------------------------------- */

/* Completes the last alternative. */
static void regex_finish(regex_compiler *c, regex_frame *frame)
{
  frame->done = uriel_nfa_then(&c->nfa, frame->done, frame->atom);
  frame->atom = nfa_empty;
  frame->repeatable = frame->repeated = false;
}

static regex_frame *regex_open(regex_compiler *c, const char *at)
{
  regex_frame *const frame = &c->frames[c->depth++];
  *frame = (regex_frame){
      .before = nfa_empty, .done = nfa_empty, .atom = nfa_empty, .open = (uint32_t)(at - c->begin)};
  return frame;
}

/* Returns the fragment of all alternatives. */
static nfa_fragment regex_all(regex_compiler *c, regex_frame *frame)
{
  regex_finish(c, frame);
  return frame->alternates ? uriel_nfa_either(&c->nfa, frame->before, frame->done) : frame->done;
}

static bool regex_close(regex_compiler *c)
{
  regex_frame *const frame = &c->frames[c->depth - 1];
  if (c->depth == 1)
    return regex_fail(c, c->at, c->at + 1, "\")\" without \"(\"");
  const nfa_fragment inner = regex_all(c, frame);
  const nfa_fragment closing = uriel_nfa_one(&c->nfa, NFA_SAVE, (uint32_t)2 * frame->group + 1);
  regex_frame *const outer = &c->frames[--c->depth - 1];
  outer->atom = uriel_nfa_then(&c->nfa, outer->atom,
                               uriel_nfa_then(&c->nfa, inner, closing)); /* after what opens it */
  outer->repeatable = true;
  c->at++;
  return true;
}

/* Reads the next part of the expression. */
static bool regex_next(regex_compiler *c)
{
  regex_frame *const frame = &c->frames[c->depth - 1];
  const char *const begin = c->at;
  if (bytes_have("*+?{", (unsigned char)*begin))
    return regex_repeat(c, frame);
  if (c->nfa.count + REGEX_SPARE > URIEL_REGEX_STATES)
    return regex_fail(c, begin, begin + 1, regex_too_large);
  if (*begin == ')')
    return regex_close(c);
  if (*begin == '|') {
    c->at++;
    frame->before = regex_all(c, frame);
    frame->done = nfa_empty;
    frame->alternates = true;
    return true;
  }
  regex_finish(c, frame);
  if (*begin == '(') {
    c->at++;
    const uint16_t group = (uint16_t)++c->groups;
    c->parents[group] = frame->group;
    frame->atom = uriel_nfa_one(&c->nfa, NFA_SAVE, (uint32_t)2 * group);
    regex_open(c, begin)->group = group;
    return true;
  }
  frame->repeatable = *begin != '^' && *begin != '$';
  if (*begin == '[')
    return regex_bracket(c, frame);
  if (!frame->repeatable || *begin == '.') {
    c->at++;
    frame->atom = uriel_nfa_one(&c->nfa,
                                *begin == '^'   ? NFA_BEGIN
                                : *begin == '$' ? NFA_END
                                                : NFA_ANY,
                                0);
    return true;
  }
  if (*begin == '\\') {
    c->at++;
    const bool digit = c->at < c->end && byte_is(*c->at, BYTE_DIGIT);
    const bool edge = c->at < c->end && bytes_have("bB", (unsigned char)*c->at);
    if (c->at == c->end || digit || byte_is(*c->at, BYTE_ALPHA))
      return regex_fail(c, begin, c->at < c->end ? c->at + 1 : c->end,
                        digit ? "POSIX extended expressions have no back-references, such as \\1"
                        : edge
                            ? "POSIX extended expressions have no \\b: write (^|[^[:alnum:]_]) before "
                              "a word, and ([^[:alnum:]_]|$) after it"
                            : "\"\\\" must precede a punctuation mark: write [0-9] for \\d, "
                              "[[:alnum:]_] for \\w, [[:space:]] for \\s");
  }
  const uint32_t character = regex_character(&c->at, c->end);
  frame->atom = uriel_nfa_one(&c->nfa, NFA_CHARACTER, c->fold ? regex_fold(character) : character);
  return true;
}

size_t uriel_regex_bound(size_t len)
{
  const size_t depth = len < URIEL_REGEX_STATES ? len + 1 : URIEL_REGEX_STATES;
  const size_t fixed = sizeof(uriel_regex) + URIEL_REGEX_STATES * sizeof(nfa_state) +
                       depth * (sizeof(regex_frame) + sizeof(uint32_t));
  /* A byte of a bracket expression makes at most a range, and three bytes a set. */
  return size_bound(size_times(len, 3 * sizeof(uint32_t)), fixed);
}

/* Moves the parts together. Returns their size. */
static size_t regex_pack(const regex_compiler *c, uriel_regex *regex)
{
  uint32_t *const sets = (uint32_t *)(void *)(c->nfa.states + c->nfa.count);
  memmove(sets, c->sets, c->set_words * sizeof *sets);
  uint32_t *const parents = sets + c->set_words;
  memmove(parents, c->parents, (c->groups + 1) * sizeof *parents);
  regex->state_count = (uint32_t)c->nfa.count;
  regex->set_words = (uint32_t)c->set_words;
  regex->groups = (uint32_t)c->groups;
  regex->fold = c->fold;
  return (size_t)((const char *)(parents + c->groups + 1) - (const char *)regex);
}

size_t uriel_regex_compile(const char *pattern, size_t len, unsigned options, void *memory, size_t size,
                           uriel_regex_error *error)
{
  uriel_regex_error ignored;
  uriel_regex *const regex = memory;
  const char *const begin = len > 0 ? pattern : "";
  regex_compiler c = {
      .begin = begin, .at = begin, .end = begin + len, .error = error ? error : &ignored};
  *c.error = (uriel_regex_error){NULL, 0, 0};
  if (size < uriel_regex_bound(len) || len >= UINT32_MAX) {
    (void)regex_fail(&c, begin, c.end, "the memory is too small");
    return URIEL_FAILED;
  }
  c.fold = options & URIEL_REGEX_FOLD;
  c.nfa.states = (nfa_state *)(void *)(regex + 1);
  c.sets = (uint32_t *)(void *)(c.nfa.states + URIEL_REGEX_STATES);
  c.parents = c.sets + 3 * len;
  c.frames =
      (regex_frame *)(void *)(c.parents + (len < URIEL_REGEX_STATES ? len + 1 : URIEL_REGEX_STATES));
  c.parents[0] = 0;
  regex_open(&c, begin);
  while (c.at < c.end)
    if (!regex_next(&c))
      return URIEL_FAILED;
  if (c.depth > 1) {
    const char *const open = begin + c.frames[c.depth - 1].open;
    (void)regex_fail(&c, open, open + 1, "\"(\" without \")\"");
    return URIEL_FAILED;
  }
  const nfa_fragment all = regex_all(&c, &c.frames[0]);
  const nfa_fragment match = uriel_nfa_one(&c.nfa, NFA_MATCH, 0);
  regex->start = uriel_nfa_then(&c.nfa, all, match).start;
  return regex_pack(&c, regex);
}
