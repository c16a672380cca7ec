/* SPDX-License-Identifier: MIT */
/* Finds the public suffix of a host. */
#include "site/suffix.h"

#include "site/suffix_table.h"
#include "text/bytes.h"

/* ---- The automaton ------------------------------------------------------------------------------- */

/* Returns a number of `width` bytes, the lowest first. */
static uint64_t suffix_number(const unsigned char *bytes, unsigned width)
{
  uint64_t number = 0;
  for (unsigned i = width; i > 0; i--)
    number = number << 8 | bytes[i - 1];
  return number;
}

static size_t suffix_offset(const unsigned char *bytes, unsigned width)
{
  return (size_t)suffix_number(bytes, width);
}

static const unsigned char *suffix_jump(const unsigned char *at)
{
  while ((*at & SUFFIX_CODE_MASK) == SUFFIX_JUMP) {
    const unsigned width = *at >> SUFFIX_WIDTH_SHIFT;
    at += 1 + width + suffix_offset(at + 1, width);
  }
  return at;
}

/* Returns the number of bits. */
static unsigned suffix_bits(uint64_t word)
{
  word -= word >> 1 & 0x5555555555555555u;
  word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
  word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
  return (unsigned)(word * 0x0101010101010101u >> 56);
}

static const unsigned char *suffix_step_map(const unsigned char *at, unsigned code)
{
  const unsigned width = *at++ >> SUFFIX_WIDTH_SHIFT;
  const uint64_t map = suffix_number(at, SUFFIX_MAP_BYTES);
  at += SUFFIX_MAP_BYTES;
  if ((map >> code & 1) == 0)
    return NULL;
  const unsigned before = suffix_bits(map & (((uint64_t)1 << code) - 1));
  return at + suffix_offset(at + (size_t)before * width, width);
}

/* Returns the state after the state at `at` and a byte of that code; NULL if no rule continues. */
static const unsigned char *suffix_step(const unsigned char *at, unsigned code)
{
  at = suffix_jump(at);
  if (*at == SUFFIX_VALUE)
    at = suffix_jump(at + 2);
  if ((*at & SUFFIX_CODE_MASK) == SUFFIX_MAP)
    return suffix_step_map(at, code);
  if ((*at & SUFFIX_CODE_MASK) >= SUFFIX_CODES)
    return NULL;
  for (;;) {
    const unsigned width = *at >> SUFFIX_WIDTH_SHIFT;
    if ((*at & SUFFIX_CODE_MASK) == code)
      return at + 1 + width + suffix_offset(at + 1, width);
    if (width == 0)
      return NULL;
    at += 1 + width;
  }
}

static unsigned suffix_value_at(const unsigned char *at)
{
  at = suffix_jump(at);
  switch (*at) {
  case SUFFIX_VALUE:
  case SUFFIX_END:
    return at[1];
  case SUFFIX_ICANN:
    return SUFFIX_RULE;
  case SUFFIX_PRIVATES:
    return SUFFIX_RULE << SUFFIX_PRIVATE_SHIFT;
  default:
    return 0;
  }
}

/* ---- The search ---------------------------------------------------------------------------------- */

typedef struct suffix_search {
  const unsigned char *at; /* the state after the labels so far; NULL: no rule continues */
  unsigned mask;           /* of values: the sections in use */
  unsigned value;          /* of that state, both sections in one */
  bool listed;             /* a rule matches */
  const char *suffix;      /* begins here by the rules so far; NULL before the first label */
  const char *site;        /* NULL until the label before the suffix is read */
  const char *last;        /* the label read last begins here */
} suffix_search;

static unsigned suffix_value(const suffix_search *s)
{
  const unsigned value = s->at ? suffix_value_at(s->at) & s->mask : 0;
  return (value | value >> SUFFIX_PRIVATE_SHIFT) & SUFFIX_MASK;
}

static const unsigned char *suffix_read(const unsigned char *at, const char *begin, const char *end)
{
  while (at && end > begin)
    at = suffix_step(at, suffix_code_of(*--end));
  return at;
}

static APART const unsigned char *suffix_read_encoded(const unsigned char *at, uriel_text label)
{
  char name[SUFFIX_LABEL_MAX];
  const size_t len = uriel_suffix_label(label, name);
  return len > 0 ? suffix_read(at, name, name + len) : NULL;
}

/* Applies the rules that begin with this label. An exception prevails over all other rules. The last
 * label of a host is a suffix by any list. */
static void suffix_match(suffix_search *s, const char *label)
{
  const bool wildcard = (s->value & SUFFIX_WILDCARD) != 0;
  s->value = suffix_value(s);
  const bool matches = wildcard || (s->value & SUFFIX_RULE);
  if (s->suffix && (s->value & SUFFIX_EXCEPTION)) {
    s->suffix = s->last;
    s->site = label;
    s->listed = true;
    s->at = NULL;
    s->value = 0;
  } else if (matches || !s->suffix) {
    s->suffix = label;
    s->site = NULL;
    s->listed = matches;
  } else if (!s->site) {
    s->site = label;
  }
  s->last = label;
}

static void suffix_take(suffix_search *s, const suffix_part *part)
{
  if (s->at && s->suffix)
    s->at = suffix_step(s->at, SUFFIX_DOT);
  if (s->at)
    s->at = part->plain ? suffix_read(s->at, part->begin, part->end)
                        : suffix_read_encoded(s->at, view_of(part->begin, part->end));
  suffix_match(s, part->begin);
}

/* Fills `s` and returns the end of the host, or NULL if it has no suffix. */
static const char *suffix_find(suffix_search *s, uriel_text host, const uriel_suffix_list *list,
                               unsigned options)
{
  if (host.len == 0)
    return NULL;
  const unsigned private = options & URIEL_SUFFIX_PRIVATE ? SUFFIX_MASK << SUFFIX_PRIVATE_SHIFT : 0;
  const char *const end = uriel_suffix_host_end(host);
  *s = (suffix_search){.at = list ? list->bytes : suffix_table, .mask = SUFFIX_MASK | private};
  s->value = suffix_value(s);
  suffix_part part = {end, end, 0, true};
  do {
    part = uriel_suffix_part_before(host.ptr, part.begin - part.separator);
    if (part.begin == part.end)
      return NULL;
    if (!s->suffix) { /* Is it an address? No top-level domain begins with a digit. */
      uriel_address address;
      if (*host.ptr == '[' ||
          ((byte_is(*part.begin, BYTE_DIGIT) || !part.plain) && uriel_host_address(&address, host)))
        return NULL;
    }
    suffix_take(s, &part);
  } while (part.separator > 0);
  return s->listed || !(options & URIEL_SUFFIX_LISTED) ? end : NULL;
}

uriel_text uriel_host_suffix(uriel_text host, const uriel_suffix_list *list, unsigned options)
{
  suffix_search s;
  const char *const end = suffix_find(&s, host, list, options);
  return end ? view_of(s.suffix, end) : view_undefined();
}

uriel_text uriel_host_site(uriel_text host, const uriel_suffix_list *list, unsigned options)
{
  suffix_search s;
  const char *const end = suffix_find(&s, host, list, options);
  return end && s.site ? view_of(s.site, end) : view_undefined();
}

const char *uriel_suffix_list_date(void)
{
  return suffix_table_date;
}
