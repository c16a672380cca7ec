/* SPDX-License-Identifier: MIT */
/* Patterns of names: those of the shell, and those of git. */
#include "glob.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

/* ---- Patterns of the shell -------------------------------------------------------------------- */

bool glob_add(struct glob_list *list, const char *pattern)
{
  if (list->count == list->capacity) {
    const size_t capacity = list->capacity * 2 + 8;
    const char **more =
        capacity <= SIZE_MAX / sizeof *more ? realloc(list->patterns, capacity * sizeof *more) : NULL;
    if (!more)
      return false;
    list->patterns = more;
    list->capacity = capacity;
  }
  list->patterns[list->count++] = pattern;
  return true;
}

void glob_free(struct glob_list *list)
{
  free(list->patterns);
  *list = (struct glob_list){0};
}

static bool glob_matches(const struct glob_list *list, const char *below, const char *name,
                         bool is_folder)
{
  for (size_t i = 0; i < list->count; i++) {
    const char *pattern = list->patterns[i];
    char plain[4096];
    size_t len = strlen(pattern);
    const bool only_folders = len > 1 && pattern[len - 1] == '/';
    const char *const text = memchr(pattern, '/', len - only_folders) ? below : name;
    const size_t skip = len > 0 && pattern[0] == '/';
    pattern += skip;
    len -= skip;
    if (only_folders) {
      /* "build/" matches as "build" does. A pattern that does not fit matches nothing. */
      if (!is_folder || len > sizeof plain)
        continue;
      memcpy(plain, pattern, len - 1);
      plain[len - 1] = '\0';
      pattern = plain;
    }
    if (fnmatch(pattern, text, 0) == 0)
      return true;
  }
  return false;
}

bool glob_chooses(const struct glob_choice *choice, const char *below, const char *name, bool is_folder)
{
  if (glob_matches(&choice->exclude, below, name, is_folder))
    return false;
  return is_folder || choice->include.count == 0 ||
         glob_matches(&choice->include, below, name, is_folder);
}

size_t wild_plain(uriel_text pattern)
{
  static const char special[] = "*?[\\";
  size_t len = 0;
  while (len < pattern.len && !memchr(special, pattern.ptr[len], sizeof special - 1))
    len++;
  return len;
}

/* ---- Compiling patterns of git
 * -------------------------------------------------------------------------------- */

struct wild_reader {
  const char *begin, *at, *end;
};

/* Returns the byte `ahead` of the place; -1 after the end. */
static int wild_peek(const struct wild_reader *r, size_t ahead)
{
  return (size_t)(r->end - r->at) > ahead ? (unsigned char)r->at[ahead] : -1;
}

static void wild_set(struct wild_step *step, int first, int last)
{
  for (int byte = first; byte <= last; byte++)
    step->bits[byte / 32] |= UINT32_C(1) << byte % 32;
}

/* The classes of characters of US-ASCII, each as ranges of bytes. */
static const struct wild_class {
  const char *name;
  const char *ranges;
} wild_classes[] = {
    {"alnum", "09AZaz"},   {"alpha", "AZaz"},       {"blank", "\t\t  "}, {"cntrl", "\1\037\177\177"},
    {"digit", "09"},       {"graph", "!~"},         {"lower", "az"},     {"print", " ~"},
    {"punct", "!/:@[`{~"}, {"space", "\t\n\r\r  "}, {"upper", "AZ"},     {"xdigit", "09AFaf"},
};

/* Adds the class at "[:". Returns false for an unknown class; sets `*is_class` to false for text that
 * only begins like one. */
static bool wild_read_class(struct wild_reader *r, struct wild_step *step, bool *is_class)
{
  const char *const name = r->at + 2;
  const char *const close = memchr(name, ']', (size_t)(r->end - name));
  *is_class = close && close > name && close[-1] == ':';
  if (!*is_class)
    return close != NULL;
  const size_t len = (size_t)(close - 1 - name);
  r->at = close;
  for (size_t i = 0; i < sizeof wild_classes / sizeof *wild_classes; i++) {
    const struct wild_class *const known = &wild_classes[i];
    if (strlen(known->name) != len || memcmp(known->name, name, len) != 0)
      continue;
    for (const char *range = known->ranges; *range; range += 2)
      wild_set(step, range[0], range[1]);
    return true;
  }
  return false;
}

/* Adds the next member of a set: a byte, a range, a class. `*before` is the byte that may begin a
 * range. Leaves the place at its last byte. Returns false for a pattern that matches nothing. */
static bool wild_read_member(struct wild_reader *r, struct wild_step *step, int *before)
{
  const int byte = wild_peek(r, 0);
  bool is_class = false;
  const bool range = byte == '-' && *before && wild_peek(r, 1) >= 0 && wild_peek(r, 1) != ']';
  if (!range && byte == '[' && wild_peek(r, 1) == ':') {
    if (!wild_read_class(r, step, &is_class))
      return false;
    *before = is_class ? 0 : '[';
    if (!is_class)
      wild_set(step, '[', '[');
    return true;
  }
  r->at += range;
  if (wild_peek(r, 0) == '\\')
    r->at++;
  const int last = wild_peek(r, 0);
  if (last < 0)
    return false;
  wild_set(step, range ? *before : last, last);
  *before = range ? 0 : last;
  return true;
}

/* Reads "[...]". The first member may be "]". */
static bool wild_read_set(struct wild_reader *r, struct wild_step *step)
{
  int before = 0;
  *step = (struct wild_step){.kind = WILD_SET};
  r->at++;
  const bool negated = wild_peek(r, 0) == '!' || wild_peek(r, 0) == '^';
  r->at += negated;
  do {
    if (wild_peek(r, 0) < 0 || !wild_read_member(r, step, &before))
      return false;
    r->at++;
  } while (wild_peek(r, 0) != ']');
  r->at++;
  for (size_t i = 0; negated && i < 8; i++)
    step->bits[i] = ~step->bits[i];
  step->bits['/' / 32] &= ~(UINT32_C(1) << '/' % 32);
  return true;
}

/* Reads stars. Two or more that fill a segment match "/" as well. */
static void wild_read_stars(struct wild_reader *r, struct wild_step *step)
{
  const char *const first = r->at;
  while (wild_peek(r, 0) == '*')
    r->at++;
  const int next = wild_peek(r, 0);
  const bool begins = first == r->begin || first[-1] == '/';
  const bool ends = next < 0 || next == '/' || (next == '\\' && wild_peek(r, 1) == '/');
  *step = (struct wild_step){.kind = WILD_STAR};
  if (r->at - first < 2 || !begins || !ends)
    return;
  step->kind = next == '/' ? WILD_FOLDERS : WILD_ALL;
  r->at += next == '/';
}

/* Reads bytes up to the next wildcard or escape. Returns false for a "\" at the end. */
static bool wild_read_text(struct wild_reader *r, struct wild_step *step)
{
  const bool escaped = *r->at == '\\';
  r->at += escaped;
  if (r->at == r->end)
    return false;
  const size_t rest = (size_t)(r->end - r->at) - escaped;
  const size_t len = escaped + wild_plain((uriel_text){r->at + escaped, rest});
  *step = (struct wild_step){.kind = WILD_TEXT, .text = {r->at, len}};
  r->at += len;
  return true;
}

static bool wild_read(struct wild_reader *r, struct wild_step *step)
{
  switch (*r->at) {
  case '*':
    wild_read_stars(r, step);
    return true;
  case '?':
    r->at++;
    *step = (struct wild_step){.kind = WILD_ANY};
    return true;
  case '[':
    return wild_read_set(r, step);
  default:
    return wild_read_text(r, step);
  }
}

bool wild_compile(struct buffer *steps, uriel_text pattern, bool *valid)
{
  struct wild_reader r = {pattern.ptr, pattern.ptr, pattern.ptr + pattern.len};
  const size_t before = steps->len;
  struct wild_step step = {.kind = WILD_END};
  bool room = true;
  *valid = true;
  while (room && *valid && r.at < r.end) {
    *valid = wild_read(&r, &step);
    room = !*valid || buffer_add(steps, &step, sizeof step);
  }
  if (!*valid)
    steps->len = before;
  step = (struct wild_step){.kind = WILD_END};
  return room && (!*valid || buffer_add(steps, &step, sizeof step));
}

/* ---- Matching them ---------------------------------------------------------------------------------
 */

/* The ends of all matches of the steps so far: `at[i]` for the first `i` bytes of the name; those from
 * `first` to `last`. */
struct wild_ends {
  char *at;
  size_t first, last;
  bool none;
};

static void wild_end(struct wild_ends *ends, size_t i)
{
  if (ends->none)
    ends->first = i;
  ends->at[i] = 1;
  ends->last = i;
  ends->none = false;
}

static bool wild_is_byte(const struct wild_step *step, unsigned char byte)
{
  return step->kind == WILD_ANY ? byte != '/' : (step->bits[byte / 32] >> byte % 32 & 1) != 0;
}

/* Bytes of a fixed number. */
static void wild_go_fixed(const struct wild_step *step, uriel_text name, const struct wild_ends *from,
                          struct wild_ends *to)
{
  const size_t len = step->kind == WILD_TEXT ? step->text.len : 1;
  for (size_t i = from->first; i <= from->last && name.len - i >= len; i++) {
    const bool matches =
        from->at[i] && (step->kind == WILD_TEXT ? memcmp(name.ptr + i, step->text.ptr, len) == 0
                                                : wild_is_byte(step, (unsigned char)name.ptr[i]));
    if (matches)
      wild_end(to, i + len);
  }
}

/* Any number of bytes. */
static void wild_go_far(const struct wild_step *step, uriel_text name, const struct wild_ends *from,
                        struct wild_ends *to)
{
  bool open = false; /* a match ends here or earlier, from where the wildcard reaches this byte */
  for (size_t i = from->first; i <= name.len; i++) {
    const bool here = i <= from->last && from->at[i];
    const bool slash = i > from->first && name.ptr[i - 1] == '/';
    if (step->kind == WILD_STAR)
      open = here || (open && !slash);
    if (step->kind == WILD_FOLDERS ? here || (open && slash) : here || open)
      wild_end(to, i);
    open = open || here;
  }
}

bool wild_matches(const struct wild_step *steps, uriel_text name, char *room)
{
  struct wild_ends from = {.at = room}, to;
  char *other = room + name.len + 1;
  memset(room, 0, name.len + 1);
  room[0] = 1;
  for (; steps->kind != WILD_END; steps++) {
    to = (struct wild_ends){.at = other, .none = true};
    memset(other, 0, name.len + 1);
    if (steps->kind <= WILD_SET)
      wild_go_fixed(steps, name, &from, &to);
    else
      wild_go_far(steps, name, &from, &to);
    if (to.none)
      return false;
    other = from.at;
    from = to;
  }
  return from.last == name.len;
}
