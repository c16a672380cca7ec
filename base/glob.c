/* SPDX-License-Identifier: MIT */
/* Patterns of paths. A hash table finds the patterns without wildcards, and the patterns whose only
 * wildcard is a "*" at the start, so that a long list takes a path as long as a short one. The other
 * patterns are tried in turn. */
#include "glob.h"

/* A step of a pattern. */
struct wild_step {
  enum wild_kind {
    WILD_TEXT,    /* these bytes */
    WILD_ANY,     /* a byte except "/" */
    WILD_SET,     /* a byte of the set, which has no "/" */
    WILD_STAR,    /* bytes except "/" */
    WILD_ALL,     /* bytes */
    WILD_FOLDERS, /* nothing, or bytes that end in "/" */
    WILD_END
  } kind;
  uriel_text text;  /* WILD_TEXT */
  uint32_t bits[8]; /* WILD_SET */
};

/* The length of the pattern before its first "*", "?", "[" or "\". */
static size_t wild_plain(uriel_text pattern)
{
  static const char special[] = "*?[\\";
  size_t len = 0;
  while (len < pattern.len && !memchr(special, pattern.ptr[len], sizeof special - 1))
    len++;
  return len;
}

/* ---- Compiling ---------------------------------------------------------------------------------- */

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

/* Appends the steps of a pattern to `steps`; WILD_END is the last. WILD_TEXT borrows from the pattern.
 * Returns false for a pattern that matches nothing: "[" without "]", an unknown class, a "\" at its end.
 */
static bool wild_compile(struct buffer *steps, uriel_text pattern)
{
  struct wild_reader r = {pattern.ptr, pattern.ptr, pattern.ptr + pattern.len};
  struct wild_step step = {.kind = WILD_END};
  while (r.at < r.end) {
    if (!wild_read(&r, &step))
      return false;
    buffer_append(steps, &step, sizeof step);
  }
  step = (struct wild_step){.kind = WILD_END};
  buffer_append(steps, &step, sizeof step);
  return true;
}

/* ---- Matching ----------------------------------------------------------------------------------- */

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

/* Returns whether the steps match all of the name. */
static bool wild_matches(const struct wild_step *steps, uriel_text name, struct buffer *scratch)
{
  buffer_reserve(scratch, 2 * (name.len + 1));
  char *const room = scratch->ptr;
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

/* ---- Lists ---------------------------------------------------------------------------------------- */

struct glob_rule {
  bool negated, folders, is_path; /* "!" before it, "/" after it, "/" in it */
  uriel_text text;                /* the bytes before the first wildcard */
  size_t steps;                   /* the number of the first step of the rest */
};

/* Patterns found by their text: of a name, of the end of a name after "*", of a path. */
enum glob_form { GLOB_NAME, GLOB_ENDING, GLOB_PATH, GLOB_FORMS };

/* The last rule for a text in each form, from 1: for files, and for folders. */
struct glob_last {
  size_t of[GLOB_FORMS][2];
};

enum { GLOB_ENDINGS = 8 * sizeof((struct glob_list){0}.endings) };

static const struct glob_rule *glob_rule(const struct glob_list *list, size_t number)
{
  return ARRAY_OF(const struct glob_rule, list->rules) + number - 1;
}

/* Adds a text without wildcards. */
static void glob_add_text(struct glob_list *list, enum glob_form form, uriel_text text, bool folders,
                          size_t number)
{
  static const struct glob_last fresh;
  bool is_new;
  const uint32_t at = texts_number(&list->texts, text, &is_new);
  if (is_new)
    buffer_append(&list->last, &fresh, sizeof fresh);
  struct glob_last *const last = ARRAY_OF(struct glob_last, list->last) + at;
  last->of[form][true] = number;
  if (!folders)
    last->of[form][false] = number;
  if (form == GLOB_ENDING)
    list->endings[text.len / 8] |= (unsigned char)(1U << text.len % 8);
}

void glob_add(struct glob_list *list, uriel_text pattern)
{
  struct glob_rule rule = {.negated = pattern.len && *pattern.ptr == '!'};
  pattern = (uriel_text){pattern.ptr + rule.negated, pattern.len - rule.negated};
  rule.folders = pattern.len && pattern.ptr[pattern.len - 1] == '/';
  pattern.len -= rule.folders;
  if (pattern.len == 0)
    return;
  const bool anywhere = pattern.len > 3 && memcmp(pattern.ptr, "**/", 3) == 0 &&
                        !memchr(pattern.ptr + 3, '/', pattern.len - 3);
  rule.is_path = !anywhere && memchr(pattern.ptr, '/', pattern.len);
  const size_t skip = anywhere ? 3 : rule.is_path && *pattern.ptr == '/';
  pattern = (uriel_text){pattern.ptr + skip, pattern.len - skip};
  rule.text = (uriel_text){pattern.ptr, wild_plain(pattern)};
  rule.steps = ARRAY_COUNT(struct wild_step, list->steps);
  buffer_append(&list->rules, &rule, sizeof rule);
  const size_t number = ARRAY_COUNT(struct glob_rule, list->rules), plain = rule.text.len;
  const uriel_text ending = {pattern.ptr + 1, pattern.len - 1};
  if (plain == pattern.len)
    glob_add_text(list, rule.is_path ? GLOB_PATH : GLOB_NAME, pattern, rule.folders, number);
  else if (!rule.is_path && *pattern.ptr == '*' && wild_plain(ending) == ending.len &&
           ending.len < GLOB_ENDINGS)
    glob_add_text(list, GLOB_ENDING, ending, rule.folders, number);
  else if (wild_compile(&list->steps, (uriel_text){pattern.ptr + plain, pattern.len - plain}))
    buffer_append(&list->wild, &number, sizeof number);
}

/* Returns the last rule of a form for the text if it is after `last`. */
static size_t glob_look_up(const struct glob_list *list, enum glob_form form, uriel_text text,
                           bool is_folder, size_t last)
{
  uint32_t at;
  if (!texts_find(&list->texts, text, texts_hash(&list->texts, text), &at))
    return last;
  const size_t found = ARRAY_OF(struct glob_last, list->last)[at].of[form][is_folder];
  return found > last ? found : last;
}

static bool glob_rule_matches(const struct glob_list *list, const struct glob_rule *rule,
                              uriel_text path, uriel_text name, struct buffer *scratch)
{
  const uriel_text text = rule->is_path ? path : name;
  const size_t plain = rule->text.len;
  return plain <= text.len && (plain == 0 || memcmp(text.ptr, rule->text.ptr, plain) == 0) &&
         wild_matches(ARRAY_OF(struct wild_step, list->steps) + rule->steps,
                      (uriel_text){text.ptr + plain, text.len - plain}, scratch);
}

enum glob_verdict glob_match(const struct glob_list *list, uriel_text path, bool is_folder,
                             struct buffer *scratch)
{
  const char *const slash = path.len ? memrchr(path.ptr, '/', path.len) : NULL;
  const size_t begin = slash ? (size_t)(slash - path.ptr) + 1 : 0;
  const uriel_text name = {path.ptr + begin, path.len - begin};
  const size_t *const wild = ARRAY_OF(size_t, list->wild);
  size_t last = 0;
  if (list->texts.count) {
    last = glob_look_up(list, GLOB_NAME, name, is_folder, last);
    last = glob_look_up(list, GLOB_PATH, path, is_folder, last);
    for (size_t len = 0; len <= name.len && len < GLOB_ENDINGS; len++)
      if (list->endings[len / 8] >> len % 8 & 1)
        last = glob_look_up(list, GLOB_ENDING, (uriel_text){name.ptr + name.len - len, len}, is_folder,
                            last);
  }
  for (size_t i = ARRAY_COUNT(size_t, list->wild); i-- && wild[i] > last;) {
    const struct glob_rule *const rule = glob_rule(list, wild[i]);
    if ((is_folder || !rule->folders) && glob_rule_matches(list, rule, path, name, scratch))
      last = wild[i];
  }
  return last == 0 ? GLOB_NONE : glob_rule(list, last)->negated ? GLOB_EXCEPTED : GLOB_MATCHES;
}

bool glob_chooses(const struct glob_choice *choice, uriel_text below, bool is_folder,
                  struct buffer *scratch)
{
  if (glob_match(&choice->exclude, below, is_folder, scratch) == GLOB_MATCHES)
    return false;
  return is_folder || choice->include.rules.len == 0 ||
         glob_match(&choice->include, below, is_folder, scratch) == GLOB_MATCHES;
}

void glob_free(struct glob_list *list)
{
  texts_free(&list->texts);
  buffer_free(&list->last);
  buffer_free(&list->rules);
  buffer_free(&list->wild);
  buffer_free(&list->steps);
  *list = (struct glob_list){.rules = {0}};
}
