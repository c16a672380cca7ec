/* SPDX-License-Identifier: MIT */
/* Laws of queries; see query_laws.h. */
#include "query_laws.h"

#include <stdlib.h>
#include <string.h>

/* ---- Writers ---------------------------------------------------------------------------------- */

static size_t sorted(uriel_text *result, const query_input *in, char *out, size_t capacity)
{
  const size_t count = uriel_query_count(in->query, in->options);
  uriel_text *const scratch = (uriel_text *)(void *)room(count * sizeof *scratch);
  if (count && uriel_query_sort(result, in->query, in->options, scratch, count - 1, out, capacity) !=
                   URIEL_FAILED)
    die("sorted with too little scratch");
  const size_t n = uriel_query_sort(result, in->query, in->options, scratch, count, out, capacity);
  free(scratch);
  return n;
}

/* Does the operation and sets its bound. */
static size_t edited(uriel_text *result, const query_input *in, char *out, size_t capacity,
                     size_t *bound)
{
  const char *const operation = in->operation;
  const uriel_param param = {in->name, in->value};
  const uriel_param names[] = {{.name = in->name}, {.name = in->value}};
  *bound = in->query.len;
  if (strcmp(operation, "remove") == 0)
    return uriel_query_remove(result, in->query, names, in->value.ptr ? 2 : 1, in->options, out,
                              capacity);
  if (strcmp(operation, "sort") == 0)
    return sorted(result, in, out, capacity);
  *bound = uriel_query_bound(in->query, uriel_query_count(in->query, in->options), in->value.len,
                             in->options);
  if (strcmp(operation, "rename") == 0)
    return uriel_query_rename(result, in->query, in->name.ptr, in->name.len, in->value.ptr,
                              in->value.len, in->options, out, capacity);
  *bound = uriel_query_bound(in->query, 1, in->name.len + in->value.len, in->options);
  if (strcmp(operation, "set") == 0)
    return uriel_query_set(result, in->query, param, in->options, out, capacity);
  if (strcmp(operation, "replace") == 0)
    return uriel_query_set(result, in->query, param, in->options | URIEL_QUERY_REPLACE, out, capacity);
  if (strcmp(operation, "append") == 0)
    return uriel_query_append(result, in->query, &param, 1, in->options, out, capacity);
  die("no operation %s", operation);
}

size_t write_query(const void *context, char *out, size_t capacity)
{
  const query_input *const in = context;
  if (strcmp(in->operation, "get") == 0) {
    const size_t n = uriel_query_get(in->query, in->name.ptr, in->name.len, in->options, out, capacity);
    if (n != URIEL_FAILED && n > in->query.len)
      die("get exceeds its bound");
    return n;
  }
  uriel_text result = {"", URIEL_FAILED};
  size_t bound;
  const size_t n = edited(&result, in, out, capacity, &bound);
  if (n > bound)
    die("%s exceeds its bound", in->operation);
  if (edited(NULL, in, out, capacity, &bound) != n)
    die("%s: another length without `result`", in->operation);
  if (!result.ptr && n == 0)
    return URIEL_FAILED;
  if (result.len != (n < capacity ? n : capacity) || (capacity && result.ptr != out))
    die("%s: another result", in->operation);
  return n;
}

static uriel_text done(const char *operation, uriel_text query, uriel_text name, uriel_text value,
                       unsigned options)
{
  return text_written(write_query, &(query_input){operation, query, name, value, options});
}

/* ---- The model -------------------------------------------------------------------------------- */

/* The text between two separators; a parameter unless it is empty. */
typedef struct piece {
  char before; /* the separator before it */
  bool removed;
  uriel_text text;
  uriel_text name;  /* decoded, in its own block */
  size_t equals;    /* where the first "=" is, or the length */
  uriel_text fresh; /* what replaces the text, if it is defined */
} piece;

typedef struct model {
  piece *pieces;
  size_t count; /* 0: undefined */
  unsigned options;
} model;

static int digit(char byte)
{
  static const char digits[] = "0123456789abcdef0123456789ABCDEF";
  const char *const at = byte ? strchr(digits, byte) : NULL;
  return at ? (int)(at - digits) % 16 : -1;
}

static char folded(char byte, unsigned options)
{
  return (options & URIEL_QUERY_FOLD) && byte >= 'A' && byte <= 'Z' ? (char)(byte - 'A' + 'a') : byte;
}

static uriel_text decoded(uriel_text text, unsigned options, bool fold)
{
  char *const out = room(text.len);
  size_t n = 0;
  for (size_t at = 0; at < text.len; at++) {
    char byte = text.ptr[at];
    const bool form = byte == '+' && (options & URIEL_QUERY_PLUS);
    if (byte == '%' && text.len - at > 2 && digit(text.ptr[at + 1]) >= 0 &&
        digit(text.ptr[at + 2]) >= 0) {
      byte = (char)(16 * digit(text.ptr[at + 1]) + digit(text.ptr[at + 2]));
      at += 2;
    }
    out[n++] = form ? ' ' : fold ? folded(byte, options) : byte;
  }
  return text_from(out, n);
}

static model split(uriel_text query, unsigned options)
{
  model m = {(piece *)(void *)room((query.len + 1) * sizeof *m.pieces), 0, options};
  size_t at = 0;
  char before = 0;
  while (query.ptr && at <= query.len) {
    size_t end = at;
    while (end < query.len && query.ptr[end] != '&' &&
           !(query.ptr[end] == ';' && (options & URIEL_QUERY_SEMICOLON)))
      end++;
    piece p = {before, false, text_from(query.ptr + at, end - at), {NULL, 0}, 0, {NULL, 0}};
    while (p.equals < p.text.len && p.text.ptr[p.equals] != '=')
      p.equals++;
    p.name = decoded(text_from(p.text.ptr, p.equals), options, true);
    m.pieces[m.count++] = p;
    before = end < query.len ? query.ptr[end] : 0;
    at = end + 1;
  }
  return m;
}

static void model_free(model m)
{
  for (size_t i = 0; i < m.count; i++) {
    text_free(m.pieces[i].name);
    text_free(m.pieces[i].fresh);
  }
  free(m.pieces);
}

static uriel_text joined(const char *before, uriel_text a, const char *between, uriel_text b)
{
  const size_t first = strlen(before), second = strlen(between);
  char *const text = room(first + a.len + second + b.len);
  memcpy(text, before, first);
  memcpy(text + first, a.len ? a.ptr : "", a.len);
  memcpy(text + first + a.len, between, second);
  memcpy(text + first + a.len + second, b.len ? b.ptr : "", b.len);
  return text_from(text, first + a.len + second + b.len);
}

/* Undefined if every parameter is removed. */
static uriel_text join(const model *m)
{
  bool removed = false, left = false, begun = false;
  for (size_t i = 0; i < m->count; i++) {
    removed |= m->pieces[i].removed;
    left |= m->pieces[i].text.len > 0 && !m->pieces[i].removed;
  }
  if (m->count == 0 || (removed && !left))
    return text_from(NULL, 0);
  uriel_text all = text_copy(text_from("", 0));
  for (size_t i = 0; i < m->count; i++) {
    const piece *const p = &m->pieces[i];
    if (p->removed)
      continue;
    const char between[] = {begun ? p->before : '\0', '\0'};
    const uriel_text longer = joined("", all, between, p->fresh.ptr ? p->fresh : p->text);
    text_free(all);
    all = longer;
    begun = true;
  }
  return all;
}

static uriel_text encoded(uriel_text text, bool name, unsigned options)
{
  const bool form = (options & URIEL_QUERY_PLUS) != 0;
  char *const out = room(3 * text.len);
  size_t n = 0;
  for (size_t at = 0; at < text.len; at++) {
    const unsigned char byte = (unsigned char)text.ptr[at];
    const bool letter =
        (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9');
    const char *const others = form ? "-._*" : name ? "-._~!$'()*,:@/?" : "-._~!$'()*,:@/?=";
    if (letter || (byte && strchr(others, byte))) {
      out[n++] = (char)byte;
    } else if (byte == ' ' && form) {
      out[n++] = '+';
    } else {
      out[n++] = '%';
      out[n++] = "0123456789ABCDEF"[byte / 16];
      out[n++] = "0123456789ABCDEF"[byte % 16];
    }
  }
  return text_from(out, n);
}

/* Returns `name` (encoded), "=" unless it is not needed, and the value. */
static uriel_text parameter(uriel_text name, uriel_text value, unsigned options)
{
  const uriel_text v = encoded(value, false, options);
  const uriel_text all = joined("", name, value.ptr || name.len == 0 ? "=" : "", v);
  text_free(v);
  return all;
}

/* The end of a character that begins at `at`. */
static size_t character_end(uriel_text text, size_t at)
{
  while (++at < text.len && ((unsigned char)text.ptr[at] & 0xC0) == 0x80)
    ;
  return at;
}

/* By a table: whether the first i bytes match the first j of the pattern. */
static bool globbed(uriel_text name, uriel_text pattern, unsigned options)
{
  char *now = room(name.len + 1);
  memset(now, 0, name.len + 1);
  now[0] = 1;
  for (size_t j = 0; j < pattern.len; j++) {
    const bool literal = pattern.ptr[j] == '\\' && j + 1 < pattern.len && pattern.ptr[j + 1] &&
                         strchr("*?\\", pattern.ptr[j + 1]);
    const char byte = pattern.ptr[j += literal];
    char *const next = room(name.len + 1);
    memset(next, 0, name.len + 1);
    for (size_t i = 0; i <= name.len; i++) {
      if (!literal && byte == '*')
        next[i] = (char)(now[i] || (i > 0 && next[i - 1]));
      else if (now[i] && i < name.len && !literal && byte == '?')
        next[character_end(name, i)] = 1;
      else if (now[i] && i < name.len && folded(byte, options) == name.ptr[i])
        next[i + 1] = 1;
    }
    free(now);
    now = next;
  }
  const bool is = now[name.len];
  free(now);
  return is;
}

static bool named(const piece *p, uriel_text name, unsigned options)
{
  if (p->text.len == 0)
    return false;
  if (options & URIEL_QUERY_GLOB)
    return globbed(p->name, name, options);
  if (p->name.len != name.len)
    return false;
  for (size_t i = 0; i < name.len; i++)
    if (p->name.ptr[i] != folded(name.ptr[i], options))
      return false;
  return true;
}

static uriel_text model_append(uriel_text query, uriel_text name, uriel_text value, unsigned options)
{
  const char last = query.len ? query.ptr[query.len - 1] : '&';
  const bool ends = last == '&' || (last == ';' && (options & URIEL_QUERY_SEMICOLON));
  const uriel_text key = encoded(name, true, options), fresh = parameter(key, value, options);
  const uriel_text all = joined("", query, ends ? "" : "&", fresh);
  text_free(key);
  text_free(fresh);
  return all;
}

/* For "set" and "replace". */
static uriel_text model_set(const query_input *in, bool append)
{
  const unsigned options = append ? in->options & ~(unsigned)URIEL_QUERY_GLOB : in->options;
  const model m = split(in->query, options);
  bool set = false;
  for (size_t i = 0; i < m.count; i++) {
    piece *const p = &m.pieces[i];
    if (!named(p, in->name, options))
      continue;
    if (!set)
      p->fresh = parameter(text_from(p->text.ptr, p->equals), in->value, options);
    p->removed = set;
    set = true;
  }
  const uriel_text all =
      set || !append ? join(&m) : model_append(in->query, in->name, in->value, options);
  model_free(m);
  return all;
}

static uriel_text model_remove(const query_input *in)
{
  const model m = split(in->query, in->options);
  for (size_t i = 0; i < m.count; i++) {
    const bool is = named(&m.pieces[i], in->name, in->options) ||
                    (in->value.ptr && named(&m.pieces[i], in->value, in->options));
    m.pieces[i].removed = m.pieces[i].text.len > 0 && is != ((in->options & URIEL_QUERY_EXCEPT) != 0);
  }
  const uriel_text all = join(&m);
  model_free(m);
  return all;
}

static uriel_text model_rename(const query_input *in)
{
  const model m = split(in->query, in->options);
  const uriel_text to = encoded(in->value, true, in->options);
  for (size_t i = 0; i < m.count; i++) {
    piece *const p = &m.pieces[i];
    const uriel_text after = text_from(p->text.ptr + p->equals, p->text.len - p->equals);
    if (named(p, in->name, in->options))
      p->fresh = joined("", to, to.len || after.len ? "" : "=", after);
  }
  const uriel_text all = join(&m);
  text_free(to);
  model_free(m);
  return all;
}

static bool name_less(uriel_text a, uriel_text b)
{
  const int order = memcmp(a.ptr, b.ptr, a.len < b.len ? a.len : b.len);
  return order < 0 || (order == 0 && a.len < b.len);
}

/* By insertion, each parameter at the place of another. */
static uriel_text model_sort(const query_input *in)
{
  const model m = split(in->query, in->options);
  for (size_t i = 0; i < m.count; i++)
    for (size_t at = i, to; at > 0 && m.pieces[at].text.len > 0; at = to) {
      for (to = at - 1; to > 0 && m.pieces[to].text.len == 0; to--)
        ;
      if (m.pieces[to].text.len == 0 || !name_less(m.pieces[at].name, m.pieces[to].name))
        break;
      const piece moved = m.pieces[to];
      m.pieces[to].text = m.pieces[at].text;
      m.pieces[to].name = m.pieces[at].name;
      m.pieces[at].text = moved.text;
      m.pieces[at].name = moved.name;
    }
  const uriel_text all = join(&m);
  model_free(m);
  return all;
}

static uriel_text model_get(const query_input *in)
{
  const model m = split(in->query, in->options);
  uriel_text value = {NULL, 0};
  for (size_t i = 0; i < m.count; i++) {
    const piece *const p = &m.pieces[i];
    if (!named(p, in->name, in->options))
      continue;
    if (p->equals < p->text.len)
      value = decoded(text_from(p->text.ptr + p->equals + 1, p->text.len - p->equals - 1), in->options,
                      false);
    break;
  }
  model_free(m);
  return value;
}

/* ---- Laws ------------------------------------------------------------------------------------- */

/* Checks and frees both. */
static void must_equal(const char *what, uriel_text query, uriel_text expected, uriel_text got)
{
  if (!text_equal(expected, got))
    die("%s of \"%.*s\": \"%.*s\", not \"%.*s\"", what, (int)query.len, query.ptr, (int)got.len,
        got.ptr ? got.ptr : "", (int)expected.len, expected.ptr ? expected.ptr : "");
  text_free(expected);
  text_free(got);
}

static void check_model(query_input in)
{
  static const char *const operations[] = {"get",    "append", "set", "replace",
                                           "remove", "rename", "sort"};
  for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
    in.operation = operations[i];
    const uriel_text expected = i == 0   ? model_get(&in)
                                : i == 1 ? model_append(in.query, in.name, in.value, in.options)
                                : i == 2 ? model_set(&in, true)
                                : i == 3 ? model_set(&in, false)
                                : i == 4 ? model_remove(&in)
                                : i == 5 ? model_rename(&in)
                                         : model_sort(&in);
    must_equal(in.operation, in.query, expected, text_written(write_query, &in));
  }
}

/* Once more changes nothing. */
static void check_idempotence(uriel_text query, uriel_text name, uriel_text value, unsigned options)
{
  static const char *const operations[] = {"set", "replace", "remove", "sort"};
  for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
    const uriel_text once = done(operations[i], query, name, value, options);
    must_equal(operations[i], query, text_copy(once), done(operations[i], once, name, value, options));
    text_free(once);
  }
}

/* What was set is read back. */
static void check_get(uriel_text query, uriel_text name, uriel_text value, unsigned options)
{
  const unsigned plain = options & ~(unsigned)URIEL_QUERY_GLOB;
  const uriel_text set = done("set", query, name, value, options);
  const uriel_text read = value.ptr || name.len ? value : text_from("", 0);
  size_t count = 0;
  uriel_text rest = set;
  for (uriel_param param; uriel_query_next(&rest, &param, plain);)
    count += uriel_query_is(param.name, name.ptr, name.len, plain);
  if (count != 1)
    die("%zu parameters of that name after set", count);
  if (value.ptr)
    must_equal("get", query, text_copy(read), done("get", set, name, value, plain));
  text_free(set);
}

void check_query_laws(uriel_text query, uriel_text name, uriel_text value, unsigned options)
{
  check_model((query_input){NULL, query, name, value, options});
  check_idempotence(query, name, value, options);
  check_get(query, name, value, options);
  uriel_text rest = query;
  size_t count = 0;
  for (uriel_param param; uriel_query_next(&rest, &param, options);)
    count++;
  if (uriel_query_count(query, options) != count)
    die("another count");
}
