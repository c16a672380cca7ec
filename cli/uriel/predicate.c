/* SPDX-License-Identifier: MIT */
/* Conditions on references: patterns, numbers, networks. */
#include "predicate.h"

#include <string.h>

#include "base/unicode.h"
#include "uriel_query.h"

/* ---- Patterns --------------------------------------------------------------------------------- */

void item_pattern(struct item *item, uriel_text text, bool exact, bool ignores_case,
                  struct buffer *texts)
{
  const bool open = !exact && text.len > 0 && text.ptr[0] == '*';
  const bool ends = !exact && text.len > 1 && text.ptr[text.len - 1] == '*';
  const uriel_text inner = {text.ptr + open, text.len - open - ends};
  const bool glob = !exact && (memchr(inner.ptr, '*', inner.len) || memchr(inner.ptr, '?', inner.len) ||
                               memchr(inner.ptr, '\\', inner.len));
  if (!glob)
    text = inner;
  *item = (struct item){.kind = glob           ? ITEM_GLOB
                                : open && ends ? ITEM_CONTAINS
                                : open         ? ITEM_SUFFIX
                                : ends         ? ITEM_PREFIX
                                               : ITEM_EXACT,
                        .begin = texts->len,
                        .len = text.len};
  buffer_append(texts, text.ptr, text.len);
  for (size_t i = 0; ignores_case && i < text.len; i++)
    texts->ptr[item->begin + i] = ascii_lower(texts->ptr[item->begin + i]);
}

static bool pattern_same(const char *pattern, const char *text, size_t len, bool ignores_case)
{
  if (!ignores_case)
    return memcmp(pattern, text, len) == 0;
  size_t at = 0;
  while (at < len && pattern[at] == ascii_lower(text[at]))
    at++;
  return at == len;
}

static bool pattern_matches(const struct item *item, const char *texts, uriel_text text,
                            bool ignores_case)
{
  const uriel_text pattern = {texts + item->begin, item->len};
  if (item->kind == ITEM_GLOB)
    return uriel_glob_matches(text.ptr, text.len, pattern.ptr, pattern.len,
                              ignores_case ? URIEL_QUERY_FOLD : 0);
  if (text.len < pattern.len)
    return false;
  const char *const end = text.ptr + text.len - pattern.len;
  switch (item->kind) {
  case ITEM_PREFIX:
    return pattern_same(pattern.ptr, text.ptr, pattern.len, ignores_case);
  case ITEM_SUFFIX:
    return pattern_same(pattern.ptr, end, pattern.len, ignores_case);
  case ITEM_CONTAINS:
    if (!ignores_case)
      return pattern.len == 0 || memmem(text.ptr, text.len, pattern.ptr, pattern.len) != NULL;
    for (const char *at = text.ptr; at <= end; at++)
      if (pattern_same(pattern.ptr, at, pattern.len, true))
        return true;
    return false;
  default:
    return text.len == pattern.len && pattern_same(pattern.ptr, text.ptr, pattern.len, ignores_case);
  }
}

static bool patterns_match(const struct predicate *predicate, const struct item *items,
                           const char *texts, uriel_text text, bool ignores_case)
{
  for (size_t i = 0; i < predicate->count; i++)
    if (pattern_matches(&items[i], texts, text, ignores_case))
      return true;
  return false;
}

/* ---- Numbers ---------------------------------------------------------------------------------- */

/* Removes leading zeros. Returns false if the text is not digits only. */
static bool number_digits(uriel_text *text)
{
  for (size_t i = 0; i < text->len; i++)
    if (text->ptr[i] < '0' || text->ptr[i] > '9')
      return false;
  *text = number_significant(*text);
  return text->len > 0;
}

bool item_number(struct item *item, uriel_text text, struct buffer *texts)
{
  if (!number_digits(&text))
    return false;
  *item = (struct item){.kind = ITEM_NUMBER, .begin = texts->len, .len = text.len};
  buffer_append(texts, text.ptr, text.len);
  return true;
}

/* ---- Regular expressions ------------------------------------------------------------------------ */

enum { REGEX_ALIGNMENT = 8 };

bool item_regex(struct item *item, uriel_text text, bool ignores_case, struct buffer *texts,
                uriel_regex_error *error)
{
  const size_t begin = texts->len + (0 - texts->len) % REGEX_ALIGNMENT;
  const size_t bound = uriel_regex_bound(text.len);
  buffer_reserve(texts, begin + bound);
  const size_t len = uriel_regex_compile(text.ptr, text.len, ignores_case ? URIEL_REGEX_FOLD : 0,
                                         texts->ptr + begin, bound, error);
  if (len == URIEL_FAILED)
    return false;
  *item = (struct item){.kind = ITEM_REGEX, .begin = begin, .len = len};
  texts->len = begin + len;
  return true;
}

/* The value can be in `scratch`, which then grows. */
static bool regexes_match(const struct predicate *predicate, const struct item *items, const char *texts,
                          uriel_text value, struct buffer *scratch)
{
  const uintptr_t at = (uintptr_t)value.ptr - (uintptr_t)scratch->ptr;
  const bool inside = scratch->ptr && at < scratch->capacity;
  const size_t end = inside ? at + value.len : 0;
  const size_t begin = end + (0 - end) % REGEX_ALIGNMENT;
  for (size_t i = 0; i < predicate->count; i++) {
    const uriel_regex *const regex = (const uriel_regex *)(const void *)(texts + items[i].begin);
    const size_t size = uriel_regex_scratch(regex, 0);
    buffer_reserve(scratch, begin + size);
    if (uriel_regex_search(NULL, 0, regex, inside ? scratch->ptr + at : value.ptr, value.len,
                           scratch->ptr + begin, size))
      return true;
  }
  return false;
}

/* ---- Predicates ------------------------------------------------------------------------------- */

static uriel_text predicate_value(const struct predicate *predicate, const uriel_ref *ref,
                                  const uriel_text *given, struct buffer *scratch)
{
  const struct key *const key = &predicate->key;
  return key->name == KEY_HOST && key->modifier_count == 0 ? uriel_host(ref) /* the most frequent key */
                                                           : key_modified(key, ref, *given, scratch);
}

/* Returns the longest run of lower-case letters in the pattern. */
static uriel_text pattern_letters(uriel_text pattern)
{
  uriel_text longest = {pattern.ptr, 0};
  for (size_t begin = 0, at = 0; at <= pattern.len; at++) {
    if (at < pattern.len && pattern.ptr[at] >= 'a' && pattern.ptr[at] <= 'z')
      continue;
    if (at - begin > longest.len)
      longest = (uriel_text){pattern.ptr + begin, at - begin};
    begin = at + 1;
  }
  return longest;
}

/* Returns whether no item can match, if the text of the reference shows it: `site` and `surt` take much
 * longer to compute. If it returns false, an item may match. */
static __attribute__((noinline)) bool predicate_cannot(const struct predicate *predicate,
                                                       const struct item *items, const char *texts,
                                                       const uriel_ref *ref, struct buffer *scratch)
{
  enum { SESSION_LEAST = 16 }; /* "cfid=1&cftoken=2" */
  const uriel_text host = uriel_host(ref);
  const bool surt = predicate->key.name == KEY_SURT;
  if (host.len == 0 || host.ptr[host.len - 1] == '.' || (ref->flags & URIEL_HAS_PERCENT) ||
      uriel_spec_of(ref) != URIEL_SPEC_RFC3986 || predicate->negative ||
      (surt && uriel_query(ref).len >= SESSION_LEAST))
    return false;
  if (surt)
    buffer_reserve(scratch, ref->length);
  const char *const text = ref->text;
  char *const lower = scratch->ptr;
  const size_t len = ref->length;
  for (size_t i = 0; surt && i < len; i++)
    lower[i] = (char)(text[i] | ((unsigned char)(text[i] - 'A') < 26) << 5);
  bool cannot = true;
  for (size_t i = 0; cannot && i < predicate->count; i++) {
    /* The key drops parts between delimiters, except sessions in queries, and writes the rest in lower
     * case. The site is the end of the host. */
    const struct item suffix = {.kind = ITEM_SUFFIX, .begin = items[i].begin, .len = items[i].len};
    const uriel_text letters = pattern_letters((uriel_text){texts + items[i].begin, items[i].len});
    cannot = surt ? letters.len > 1 && !memmem(lower, len, letters.ptr, letters.len)
                  : items[i].kind == ITEM_EXACT && !pattern_matches(&suffix, texts, host, true);
  }
  return cannot;
}

static bool predicate_has(const struct predicate *predicate, const struct item *items, const char *texts,
                          const uriel_ref *ref, struct buffer *scratch)
{
  uriel_text rest = uriel_query(ref);
  for (uriel_param param; uriel_query_next(&rest, &param, 0);) {
    uriel_text name = param.name;
    if (name.len > 0 && memchr(name.ptr, '%', name.len)) {
      buffer_reserve(scratch, name.len);
      name.len = uriel_decode(name.ptr, name.len, 0, scratch->ptr, scratch->capacity, NULL);
      name.ptr = scratch->ptr;
    }
    if (patterns_match(predicate, items, texts, name, false))
      return true;
  }
  return false;
}

bool predicate_holds(const struct predicate *predicate, const struct item *items, const char *texts,
                     const uriel_ref *ref, const uriel_text *given, struct buffer *scratch)
{
  static const uriel_ref none = {.text = ""};
  if (!ref && !key_is_of_text(&predicate->key))
    return false;
  if (!ref)
    ref = &none;
  uriel_address address;
  uriel_text value;
  bool found = false, ignores_case;
  switch (predicate->kind) {
  case PREDICATE_TEXT:
    if (predicate->is_slow && predicate_cannot(predicate, items, texts, ref, scratch))
      return false;
    value = predicate_value(predicate, ref, given, scratch);
    ignores_case =
        predicate->ignores_case && (!predicate->case_is_flagged || (ref->flags & URIEL_HAS_UPPER));
    return value.ptr &&
           patterns_match(predicate, items, texts, value, ignores_case) != predicate->negative;
  case PREDICATE_NUMBER: {
    value = predicate_value(predicate, ref, given, scratch);
    if (!value.ptr || !number_digits(&value))
      return false;
    /* Numbers have any length. */
    const int order = value.len != items->len ? (value.len > items->len) - (value.len < items->len)
                                              : memcmp(value.ptr, texts + items->begin, value.len);
    return predicate->order & (order < 0 ? ORDER_LESS : order > 0 ? ORDER_GREATER : ORDER_EQUAL);
  }
  case PREDICATE_NETWORK:
    if (!key_address(&address, uriel_host(ref)))
      return false;
    for (size_t i = 0; i < predicate->count && !found; i++)
      found = uriel_network_contains(&items[i].network, &address);
    return found != predicate->negative;
  case PREDICATE_MATCHES:
    value = predicate_value(predicate, ref, given, scratch);
    return value.ptr && regexes_match(predicate, items, texts, value, scratch);
  case PREDICATE_HAS:
    return predicate_has(predicate, items, texts, ref, scratch);
  case PREDICATE_TRUE:
    value = predicate_value(predicate, ref, given, scratch);
    return value.len > 0 && ascii_lower(value.ptr[0]) == 't';
  default:
    return predicate_value(predicate, ref, given, scratch).ptr != NULL;
  }
}
