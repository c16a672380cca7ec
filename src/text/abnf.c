/* SPDX-License-Identifier: MIT */
/* Reading ABNF, without recursion: the groups and rules that are open are on a stack. A rule is read
 * again wherever its name stands. */
#include "text/abnf.h"

/* A rule of the text. */
typedef struct abnf_definition {
  uriel_text name;
  const char *begin, *end; /* its elements */
  unsigned marks, wrong;
  bool open; /* it is being read */
} abnf_definition;

typedef struct abnf_repeat {
  size_t least, most; /* SIZE_MAX: no limit */
} abnf_repeat;

/* The state of reading a group, an option or a rule. */
typedef struct abnf_frame {
  const char *at, *end, *open; /* what remains of it, and what began it */
  char closing;                /* ")", "]", or 0 for a rule */
  bool alternates, filled;     /* has several alternatives; the last one has an element */
  nfa_fragment before;         /* the alternatives before the last "/" */
  nfa_fragment done;           /* the elements of the last alternative */
  abnf_repeat repeat;          /* how often it stands in the frame around it */
  abnf_definition *rule;
  unsigned marks, wrong;
} abnf_frame;

typedef struct abnf_reader {
  const char *begin, *end;
  abnf_error *error;
  nfa nfa;
  abnf_sets sets;
  abnf_definition *rules;
  size_t rule_count;
  abnf_frame *frames;
  size_t depth;
  size_t steps;
} abnf_reader;

/* Sets the error [begin, end). Returns false. */
static bool abnf_fail(const abnf_reader *r, const char *begin, const char *end, const char *message)
{
  *r->error = (abnf_error){message, (size_t)(begin - r->begin), (size_t)(end - begin)};
  return false;
}

/* ---- Rules -------------------------------------------------------------------------------------- */

static const char *abnf_skip(const char *at, const char *end)
{
  while (at < end && (bytes_have(" \t\r\n", (unsigned char)*at) || *at == ';'))
    at = *at == ';' ? view_find(at, end, '\n') : at + 1;
  return at;
}

/* Returns the end of the name at `at`, or `at`. */
static const char *abnf_name_end(const char *at, const char *end)
{
  const char *const begin = at;
  while (at < end && byte_is(*at, at > begin ? BYTE_ALPHA | BYTE_DIGIT : BYTE_ALPHA))
    for (at++; at < end && *at == '-'; at++) {
    }
  return at;
}

static bool abnf_same_name(uriel_text a, uriel_text b)
{
  const unit_rules fold = {.fold = true};
  return uriel_units_equal(a, fold, b, fold);
}

static abnf_definition *abnf_find(const abnf_reader *r, uriel_text name)
{
  for (size_t i = 0; i < r->rule_count; i++)
    if (abnf_same_name(r->rules[i].name, name))
      return &r->rules[i];
  return NULL;
}

/* Moves past a token of the elements of a rule. */
static bool abnf_pass(const abnf_reader *r, const char **at)
{
  const char *const begin = *at;
  if (*begin == '<')
    return abnf_fail(r, begin, begin + 1,
                     "prose cannot be compiled: write the characters, or leave them open");
  if (*begin != '"') {
    *at = begin + 1;
    return true;
  }
  const char *end = begin + 1;
  while (end < r->end && *end != '"' && *end != '\n')
    end++;
  if (end == r->end || *end != '"')
    return abnf_fail(r, begin, end, "a quotation mark is missing at the end of the text");
  *at = end + 1;
  return true;
}

/* Finds where each rule begins and ends: before a name that "=" follows. */
static bool abnf_index(abnf_reader *r)
{
  for (const char *at = abnf_skip(r->begin, r->end); at < r->end; at = abnf_skip(at, r->end)) {
    const char *const name_end = abnf_name_end(at, r->end);
    const char *const sign = abnf_skip(name_end, r->end);
    const uriel_text name = view_of(at, name_end);
    if (name.len > 0 && sign < r->end && *sign == '=') {
      if (sign + 1 < r->end && sign[1] == '/')
        return abnf_fail(r, sign, sign + 2,
                         "write all alternatives of a rule in one place, not with \"=/\"");
      if (abnf_find(r, name))
        return abnf_fail(r, at, name_end, "there are two rules of that name");
      if (r->rule_count == ABNF_RULES)
        return abnf_fail(r, at, name_end, "there are more than 500 rules");
      r->rules[r->rule_count++] = (abnf_definition){.name = name, .begin = sign + 1, .end = sign + 1};
      at = sign + 1;
    } else if (r->rule_count == 0) {
      return abnf_fail(r, at, at + 1, "a rule is a name, \"=\" and its elements");
    } else {
      if (name.len > 0)
        at = name_end;
      else if (!abnf_pass(r, &at))
        return false;
      r->rules[r->rule_count - 1].end = at;
    }
  }
  return r->rule_count > 0 || abnf_fail(r, r->begin, r->end, "the text has no rules");
}

/* ---- Characters --------------------------------------------------------------------------------- */

static void abnf_add(syntax_set *set, unsigned unit)
{
  if (unit >= UNIT_ENCODED)
    set->encoded[unit % UNIT_ENCODED / 32] |= 1U << unit % 32;
  else
    set->plain[unit / 32] |= 1U << unit % 32;
}

/* The rules of RFC 5234 (B.1) and RFC 3986 (A) for one character, and "char", any character of a name.
 */
static bool abnf_known_set(syntax_set *set, uriel_text name)
{
  static const struct {
    const char *name;
    unsigned classes;
    bool encoded;
    const char *more;
  } known[] = {
      {"ALPHA", BYTE_ALPHA, false, ""},
      {"DIGIT", BYTE_DIGIT, false, ""},
      {"HEXDIG", BYTE_HEX, false, ""},
      {"unreserved", BYTE_UNRESERVED, false, ""},
      {"sub-delims", 0, false, "!$&'()*+,;="},
      {"gen-delims", 0, false, ":/?#[]@"},
      {"reserved", 0, false, "!$&'()*+,;=:/?#[]@"},
      {"pct-encoded", 0, true, ""},
      {"pchar", BYTE_UNRESERVED, true, "!$&'()*+,;=:@"},
      {"char", BYTE_UNRESERVED, true, "!$&'()*+,;=:@/"},
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    if (!abnf_same_name(name, uriel_text_of(known[i].name)))
      continue;
    for (unsigned unit = 0; unit < 0x80; unit++)
      if (byte_is((char)unit, known[i].classes) || bytes_have(known[i].more, unit))
        abnf_add(set, unit);
    for (unsigned byte = 0; known[i].encoded && byte < 0x100; byte++)
      abnf_add(set, UNIT_ENCODED + byte);
    return true;
  }
  return false;
}

/* Returns the number of the set, which is added if it is new; ABNF_SETS if there are too many. */
static size_t abnf_set_number(abnf_reader *r, const syntax_set *set)
{
  size_t i = 0;
  while (i < r->sets.count && memcmp(&r->sets.sets[i], set, sizeof *set) != 0)
    i++;
  if (i == r->sets.count && i < ABNF_SETS)
    r->sets.sets[r->sets.count++] = *set;
  return i;
}

/* Adds a state for the set after `to`. [begin, end) is where it stands. */
static bool abnf_state(abnf_reader *r, nfa_fragment *to, const syntax_set *set, const char *begin,
                       const char *end)
{
  const abnf_frame *const frame = &r->frames[r->depth - 1];
  const size_t number = abnf_set_number(r, set);
  if (number == ABNF_SETS || r->nfa.count + 2 > ABNF_STATES)
    return abnf_fail(r, begin, end,
                     "the syntax is too large once its names are replaced by their rules");
  *to = uriel_nfa_then(&r->nfa, *to,
                       uriel_nfa_one(&r->nfa, NFA_SET, abnf_value(number, frame->marks, frame->wrong)));
  return true;
}

/* A quoted text, in any case or `exact`. "%XX" in it is an encoded byte. */
static bool abnf_literal(abnf_reader *r, const char **at, bool exact, nfa_fragment *made)
{
  const char *const begin = *at;
  if (!abnf_pass(r, at))
    return false;
  const char *const end = *at - 1;
  for (const char *next = begin + 1; next < end;) {
    const char *const here = next;
    const unsigned unit = unit_next(&next, end, (unit_rules){.triplets = true});
    syntax_set set = {{0}, {0}};
    if (unit == '%' || (unit >= 0x80 && unit < UNIT_ENCODED))
      return abnf_fail(r, here, next,
                       "not a character of a URI: write \"%XX\" for a byte that is encoded");
    abnf_add(&set, unit);
    if (!exact && unit < 0x80 && byte_is((char)unit, BYTE_ALPHA))
      abnf_add(&set, unit ^ 0x20);
    if (!abnf_state(r, made, &set, here, next))
      return false;
  }
  return true;
}

/* "%x41", "%x41-5A", "%d13.10", "%b1" */
static bool abnf_numbers(abnf_reader *r, const char **at, const char *end, nfa_fragment *made)
{
  const char *const begin = *at;
  const char kind = end - begin >= 2 ? byte_lower(begin[1]) : 0;
  const unsigned base = kind == 'x' ? 16 : kind == 'd' ? 10 : 2;
  bool right = kind == 'x' || kind == 'd' || kind == 'b', more = right;
  for (*at = begin + (right ? 2 : 1); more;) {
    const char *const first_at = *at;
    const uint32_t first = digits_read(at, end, base, 0x80);
    uint32_t last = first;
    right = *at > first_at;
    if (right && *at < end && **at == '-') {
      const char *const last_at = ++*at;
      last = digits_read(at, end, base, 0x80);
      right = *at > last_at && first <= last;
    }
    right = right && last < 0x80;
    syntax_set set = {{0}, {0}};
    for (uint32_t unit = first; right && unit <= last; unit++)
      abnf_add(&set, unit);
    if (right && !abnf_state(r, made, &set, begin, *at))
      return false;
    more = right && *at < end && **at == '.';
    *at += more;
  }
  return right ||
         abnf_fail(r, begin, *at, "a number is %x, %d or %b and the value of a character of US-ASCII");
}

/* ---- Elements ----------------------------------------------------------------------------------- */

/* Adds `made`, which was made last, to the frame, as often as it says. */
static bool abnf_append(abnf_reader *r, nfa_fragment made, abnf_repeat repeat, const char *begin)
{
  abnf_frame *const frame = &r->frames[r->depth - 1];
  frame->filled = true;
  if (made.start != NFA_NOWHERE && (repeat.least != 1 || repeat.most != 1)) {
    const size_t size = uriel_nfa_times_size(r->nfa.count - made.first, repeat.least, repeat.most);
    if (size > ABNF_STATES || made.first + size + 2 > ABNF_STATES)
      return abnf_fail(r, begin, frame->at,
                       "the syntax is too large once its names are replaced by their rules");
    made = uriel_nfa_times(&r->nfa, made, repeat.least, repeat.most);
  }
  frame->done = uriel_nfa_then(&r->nfa, frame->done, made);
  return true;
}

/* Reads "*", "2", "2*", "*5" or "2*5" before an element. */
static bool abnf_repetition(const abnf_reader *r, abnf_frame *frame, abnf_repeat *repeat)
{
  const char *const begin = frame->at;
  *repeat = (abnf_repeat){1, 1};
  if (*begin != '*' && !byte_is(*begin, BYTE_DIGIT))
    return true;
  repeat->least = repeat->most = digits_read(&frame->at, frame->end, 10, UINT32_MAX);
  if (frame->at < frame->end && *frame->at == '*') {
    const char *const most = ++frame->at;
    repeat->most = digits_read(&frame->at, frame->end, 10, UINT32_MAX);
    if (frame->at == most)
      repeat->most = SIZE_MAX;
  }
  if (repeat->least > repeat->most)
    return abnf_fail(r, begin, frame->at, "the repetition has a minimum above its maximum");
  return frame->at < frame->end ||
         abnf_fail(r, begin, frame->at, "an element is missing after the repetition");
}

static bool abnf_open(abnf_reader *r, abnf_frame frame)
{
  if (r->depth == ABNF_DEPTH)
    return abnf_fail(r, frame.open, frame.open + 1,
                     "more than 100 groups and rules are within each other");
  frame.before = frame.done = nfa_empty;
  r->frames[r->depth++] = frame;
  return true;
}

/* A name in the place of an element. */
static bool abnf_reference(abnf_reader *r, abnf_frame *frame, abnf_repeat repeat)
{
  const char *const begin = frame->at;
  const uriel_text name = view_of(begin, abnf_name_end(begin, frame->end));
  abnf_definition *const rule = abnf_find(r, name);
  syntax_set set = {{0}, {0}};
  nfa_fragment made = nfa_empty;
  frame->at += name.len;
  if (rule && rule->open)
    return abnf_fail(r, begin, frame->at, "a rule cannot use itself");
  if (rule) {
    rule->open = true;
    return abnf_open(r, (abnf_frame){.at = rule->begin,
                                     .end = rule->end,
                                     .open = begin,
                                     .repeat = repeat,
                                     .rule = rule,
                                     .marks = frame->marks | rule->marks,
                                     .wrong = rule->wrong ? rule->wrong : frame->wrong});
  }
  if (!abnf_known_set(&set, name))
    return abnf_fail(r, begin, frame->at, "no rule has that name");
  return abnf_state(r, &made, &set, begin, frame->at) && abnf_append(r, made, repeat, begin);
}

static bool abnf_element(abnf_reader *r, abnf_frame *frame)
{
  const char *const begin = frame->at;
  abnf_repeat repeat;
  nfa_fragment made = nfa_empty;
  if (!abnf_repetition(r, frame, &repeat))
    return false;
  const char *const at = frame->at;
  const char first = *at, second = at + 1 < frame->end ? byte_lower(at[1]) : 0;
  if (first == '(' || first == '[') {
    frame->at++;
    if (first == '[' && frame->at - begin > 1)
      return abnf_fail(r, begin, frame->at, "an option is not repeated: write *1 and a group");
    if (first == '[')
      repeat.least = 0;
    return abnf_open(r, (abnf_frame){.at = frame->at,
                                     .end = frame->end,
                                     .open = at,
                                     .closing = first == '(' ? ')' : ']',
                                     .repeat = repeat,
                                     .marks = frame->marks,
                                     .wrong = frame->wrong});
  }
  if (first == '"')
    return abnf_literal(r, &frame->at, false, &made) && abnf_append(r, made, repeat, begin);
  if (first == '%' && (second == 's' || second == 'i') && at + 2 < frame->end && at[2] == '"') {
    frame->at += 2;
    return abnf_literal(r, &frame->at, second == 's', &made) && abnf_append(r, made, repeat, begin);
  }
  if (first == '%')
    return abnf_numbers(r, &frame->at, frame->end, &made) && abnf_append(r, made, repeat, begin);
  if (byte_is(first, BYTE_ALPHA))
    return abnf_reference(r, frame, repeat);
  return abnf_fail(r, at, at + 1,
                   first == ')' || first == ']'
                       ? "nothing is open that this closes"
                       : "an element is a name, a quoted text, a number or a group");
}

/* Ends the last alternative. Alternatives of one character are one set. */
static bool abnf_alternative(abnf_reader *r, abnf_frame *frame)
{
  nfa *const n = &r->nfa;
  nfa_state *const last = n->states + (n->count > 0 ? n->count - 1 : 0);
  const nfa_fragment one = frame->before, other = frame->done;
  if (!frame->filled)
    return abnf_fail(r, frame->open, frame->at, "an alternative is empty: write an option, [...]");
  frame->filled = false;
  if (!frame->alternates) {
    frame->before = other;
  } else if (n->count >= 2 && one.start == n->count - 2 && one.first == one.start &&
             other.start == n->count - 1 && other.first == other.start && last->op == NFA_SET &&
             last[-1].op == NFA_SET && ((last->value ^ last[-1].value) & 0x7FF) == 0) {
    syntax_set set = r->sets.sets[abnf_set(last[-1].value)];
    const syntax_set *const more = &r->sets.sets[abnf_set(last->value)];
    for (size_t i = 0; i < 4; i++)
      set.plain[i] |= more->plain[i];
    for (size_t i = 0; i < 8; i++)
      set.encoded[i] |= more->encoded[i];
    const size_t number = abnf_set_number(r, &set);
    if (number == ABNF_SETS)
      return abnf_fail(r, frame->open, frame->at, "there are too many different sets of characters");
    last[-1].value = abnf_value(number, abnf_marks(last->value), abnf_wrong(last->value)) & 0xFFFFFF;
    n->count--;
  } else {
    if (n->count + 2 > ABNF_STATES)
      return abnf_fail(r, frame->open, frame->at,
                       "the syntax is too large once its names are replaced by their rules");
    frame->before = uriel_nfa_either(n, one, other);
  }
  frame->done = nfa_empty;
  return true;
}

/* Ends the frame: its automaton becomes an element of the frame around it. */
static bool abnf_close(abnf_reader *r, abnf_frame *frame)
{
  if (!abnf_alternative(r, frame))
    return false;
  const abnf_frame closed = *frame;
  r->depth--;
  if (closed.rule)
    closed.rule->open = false;
  if (r->depth == 0)
    return true;
  if (!closed.rule)
    frame[-1].at = closed.at + 1;
  return abnf_append(r, closed.before, closed.repeat, closed.open);
}

/* Reads the next part of the syntax. */
static bool abnf_next(abnf_reader *r)
{
  abnf_frame *const frame = &r->frames[r->depth - 1];
  frame->at = abnf_skip(frame->at, frame->end);
  if (++r->steps > ABNF_STEPS)
    return abnf_fail(r, frame->open, frame->open + 1,
                     "the syntax is too large once its names are replaced by their rules");
  if (frame->at >= frame->end)
    return frame->closing ? abnf_fail(r, frame->open, frame->open + 1, "this is not closed")
                          : abnf_close(r, frame);
  if (frame->closing && *frame->at == frame->closing)
    return abnf_close(r, frame);
  if (*frame->at != '/')
    return abnf_element(r, frame);
  if (!abnf_alternative(r, frame))
    return false;
  frame->alternates = true;
  frame->at++;
  return true;
}

/* ---- All ---------------------------------------------------------------------------------------- */

size_t uriel_abnf_bound(void)
{
  return ABNF_RULES * sizeof(abnf_definition) + ABNF_DEPTH * sizeof(abnf_frame) +
         ABNF_SETS * sizeof(syntax_set) + ABNF_STATES * sizeof(nfa_state) +
         uriel_syntax_determine_bound();
}

size_t uriel_abnf_compile(syntax_maker *to, const abnf *rules, void *memory, size_t size,
                          abnf_error *error)
{
  abnf_reader r = {.begin = rules->text.ptr, .end = rules->text.ptr + rules->text.len, .error = error};
  *error = (abnf_error){NULL, 0, 0};
  if (size < uriel_abnf_bound()) {
    abnf_fail(&r, r.begin, r.end, "the memory is too small");
    return URIEL_FAILED;
  }
  r.rules = memory;
  r.frames = (abnf_frame *)(void *)(r.rules + ABNF_RULES);
  r.sets.sets = (syntax_set *)(void *)(r.frames + ABNF_DEPTH);
  r.nfa.states = (nfa_state *)(void *)(r.sets.sets + ABNF_SETS);
  void *const rest = r.nfa.states + ABNF_STATES;
  if (!abnf_index(&r))
    return URIEL_FAILED;
  for (size_t i = 0; i < rules->count; i++) {
    abnf_definition *const rule = abnf_find(&r, rules->rules[i].name);
    if (!rule) {
      abnf_fail(&r, r.begin, r.begin, "a field names a rule that the syntax does not have");
      return URIEL_FAILED;
    }
    rule->marks |= rules->rules[i].marks;
    rule->wrong = rules->rules[i].wrong ? rules->rules[i].wrong : rule->wrong;
  }
  abnf_definition *const first = &r.rules[0];
  first->open = true;
  (void)abnf_open(&r, (abnf_frame){.at = first->begin,
                                   .end = first->end,
                                   .open = first->name.ptr,
                                   .rule = first,
                                   .marks = first->marks,
                                   .wrong = first->wrong});
  while (r.depth > 0)
    if (!abnf_next(&r))
      return URIEL_FAILED;
  const nfa_fragment match = uriel_nfa_one(&r.nfa, NFA_MATCH, abnf_value(0, 0, first->wrong));
  const uint16_t start = uriel_nfa_then(&r.nfa, r.frames[0].before, match).start;
  const size_t state = uriel_syntax_determine(to, &r.nfa, start, &r.sets, rest, &error->message);
  if (state == URIEL_FAILED)
    error->length = rules->text.len;
  return state;
}
