/* SPDX-License-Identifier: MIT */
/* sweep SPEC [OPTION...]: compares the library's verdict on every text of a kind with an automaton.
 *
 * Standard input has the automaton over an alphabet and the texts to try, as numbers in decimal:
 *   SYMBOLS, then BYTE LIKE for each: symbols with the same LIKE make no difference to components;
 *   STATES, then for each ACCEPTS and a state for each symbol, -1 if no member continues so;
 *   1 to print the line of every text that is not a member, else 0;
 *   then for each stem until the end: MOST, the STATE that it leads to, its LENGTH and its bytes.
 * The texts are the stem followed by up to MOST symbols, in every way. Whether a text is a member, and
 * if not at which offset it goes wrong, is decided here for each. Components are for the prover to
 * judge, which gets the line of the first member of each shape (the stem and a LIKE for each symbol
 * after it); all later ones must have the same components. It writes "HEX LINE" for these, the same
 * after "x " for wrong answers, and last "= TEXTS MEMBERS WRONG". */
#include <stdlib.h>
#include <string.h>

#include "line.h"

enum { SYMBOLS_MAX = 128, LENGTH_MAX = 300, SHOWN = 20 };

typedef struct symbol {
  unsigned char byte;
  unsigned like;
} symbol;

typedef struct sweep {
  reading how;
  symbol symbols[SYMBOLS_MAX];
  size_t symbol_count, like_count;
  int *next; /* next[state * symbol_count + symbol] */
  bool *accepts;
  bool errors;
  uint64_t texts, members, wrong;
} sweep;

typedef struct stem {
  size_t most, len;
  int state;
  unsigned char bytes[LENGTH_MAX];
} stem;

static void die(const char *message)
{
  fprintf(stderr, "sweep: %s\n", message);
  exit(3);
}

static void *block(size_t size)
{
  void *const memory = calloc(size ? size : 1, 1);
  if (!memory)
    die("out of memory");
  return memory;
}

/* The next number of standard input; false at its end. */
static bool number_next(long *value)
{
  char word[24];
  char *end;
  if (scanf("%23s", word) != 1)
    return false;
  *value = strtol(word, &end, 10);
  if (*end)
    die("not a number");
  return true;
}

static long number(void)
{
  long value;
  if (!number_next(&value))
    die("a number is missing");
  return value;
}

static void read_symbols(sweep *s)
{
  s->symbol_count = (size_t)number();
  if (s->symbol_count > SYMBOLS_MAX)
    die("too many symbols");
  for (size_t i = 0; i < s->symbol_count; i++) {
    s->symbols[i].byte = (unsigned char)number();
    s->symbols[i].like = (unsigned)number();
    if (s->symbols[i].like >= s->like_count)
      s->like_count = s->symbols[i].like + 1;
  }
}

static void read_states(sweep *s)
{
  const size_t states = (size_t)number();
  s->next = block(states * s->symbol_count * sizeof *s->next);
  s->accepts = block(states * sizeof *s->accepts);
  for (size_t state = 0; state < states; state++) {
    s->accepts[state] = number() != 0;
    for (size_t i = 0; i < s->symbol_count; i++)
      s->next[state * s->symbol_count + i] = (int)number();
  }
  s->errors = number() != 0;
}

static bool read_stem(stem *after)
{
  long most;
  if (!number_next(&most))
    return false;
  after->most = (size_t)most;
  after->state = (int)number();
  after->len = (size_t)number();
  if (after->len > LENGTH_MAX)
    die("a stem is too long");
  for (size_t i = 0; i < after->len; i++)
    after->bytes[i] = (unsigned char)number();
  return true;
}

static void show(const sweep *s, const char *mark, const verdict *answer, const char *text, size_t len)
{
  fputs(mark, stdout);
  for (size_t i = 0; i < len; i++)
    printf("%02x", (unsigned char)text[i]);
  putchar(len ? ' ' : '-');
  if (!len)
    putchar(' ');
  verdict_print(stdout, &s->how, answer, text, len);
}

/* Returns a nonzero digest of a member's components. */
static uint64_t digest(const verdict *answer, const char *text)
{
  const uriel_ref *const ref = &answer->ref;
  const uint64_t words[] = {(uint64_t)(ref->text - text), (uint64_t)ref->length << 32 | ref->scheme_end,
                            (uint64_t)ref->host_begin << 32 | ref->host_end,
                            (uint64_t)ref->path_begin << 32 | ref->path_end,
                            (uint64_t)ref->query_end << 32 | ref->flags};
  uint64_t sum = 0;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    sum = (sum ^ words[i]) * UINT64_C(0x9E3779B97F4A7C15);
    sum ^= sum >> 29;
  }
  return sum | 1;
}

/* One length of text after a stem: symbol[i] and state[i] belong to the i-th place; `dead` is the first
 * place after which no member can continue, or `places`. */
typedef struct odometer {
  size_t places, dead;
  size_t symbol[LENGTH_MAX];
  int state[LENGTH_MAX + 1];
  char *text, *after;
  uint64_t *known;
} odometer;

static void judge(sweep *s, odometer *o, size_t len)
{
  const verdict answer = verdict_of(&s->how, o->text, len);
  const bool member = o->dead == o->places && s->accepts[o->state[o->places]];
  bool right = !answer.broken && answer.valid == member;
  s->texts++;
  s->members += member;
  if (right && !member)
    right = answer.error.offset == len - o->places + o->dead;
  if (right && member) {
    size_t shape = 0;
    for (size_t i = 0; i < o->places; i++)
      shape = shape * s->like_count + s->symbols[o->symbol[i]].like;
    const uint64_t sum = digest(&answer, o->text);
    right = !o->known[shape] || o->known[shape] == sum;
    if (!o->known[shape])
      show(s, "", &answer, o->text, len);
    o->known[shape] = sum;
  }
  if (right && !member && s->errors)
    show(s, "", &answer, o->text, len);
  if (!right && ++s->wrong <= SHOWN)
    show(s, "x ", &answer, o->text, len);
}

/* Sets bytes and states from a place on. */
static void settle(const sweep *s, odometer *o, size_t place)
{
  if (o->dead >= place)
    o->dead = o->places;
  for (size_t i = place; i < o->places; i++) {
    o->after[i] = (char)s->symbols[o->symbol[i]].byte;
    if (o->dead < i)
      continue;
    o->state[i + 1] = s->next[(size_t)o->state[i] * s->symbol_count + o->symbol[i]];
    if (o->state[i + 1] < 0)
      o->dead = i;
  }
}

static bool turn(const sweep *s, odometer *o)
{
  size_t place = o->places;
  while (place > 0 && o->symbol[place - 1] + 1 == s->symbol_count)
    place--;
  if (place == 0)
    return false;
  o->symbol[place - 1]++;
  memset(o->symbol + place, 0, (o->places - place) * sizeof *o->symbol);
  settle(s, o, place - 1);
  return true;
}

static void try_length(sweep *s, const stem *after, size_t places)
{
  odometer o = {.places = places, .dead = places};
  size_t shapes = 1;
  for (size_t i = 0; i < places; i++)
    shapes *= s->like_count;
  o.known = block(shapes * sizeof *o.known);
  o.text = block(after->len + places);
  o.after = o.text + after->len;
  memcpy(o.text, after->bytes, after->len);
  o.state[0] = after->state;
  settle(s, &o, 0);
  do
    judge(s, &o, after->len + places);
  while (turn(s, &o));
  free(o.text);
  free(o.known);
}

int main(int argc, char **argv)
{
  static sweep s;
  static stem after;
  if (!reading_from(argv + 1, argc - 1, &s.how))
    die("usage: sweep SPEC [partial] [require-prefix]");
  read_symbols(&s);
  read_states(&s);
  while (read_stem(&after))
    for (size_t places = 0; places <= after.most; places++)
      try_length(&s, &after, places);
  printf("= %llu %llu %llu\n", (unsigned long long)s.texts, (unsigned long long)s.members,
         (unsigned long long)s.wrong);
  if (ferror(stdin) || fflush(stdout) || ferror(stdout))
    die("cannot read or write");
  free(s.next);
  free(s.accepts);
  return 0;
}
