/* SPDX-License-Identifier: MIT */
/* The URIs that name the parts of a message. */
#include "names.h"

#include <stdlib.h>
#include <string.h>

#include "base/budget.h"

/* The key and the part, one after the other in `text`. */
struct names_entry {
  const char *text; /* set by the sort */
  size_t at, key_len, part_len;
  size_t node;
};

/* Adds a name, whose key is in `names->key`. */
static bool names_add_key(struct names *names, struct names_part of)
{
  const uriel_text part = of.name;
  const struct buffer *key = &names->key;
  if (names->text.len + key->len + part.len > names->most)
    return true;
  const struct names_entry entry = {NULL, names->text.len, key->len, part.len, of.node};
  return buffer_add(&names->text, key->ptr, key->len) && buffer_add(&names->text, part.ptr, part.len) &&
         buffer_add(&names->entries, &entry, sizeof entry);
}

/* Sets the key of a URI, without its fragment, which is within the part. Returns false if there is no
 * memory or no key. */
static bool names_key(struct buffer *key, uriel_text normal)
{
  if (!normal.ptr)
    return false;
  const uriel_text uri = entity_less_fragment(normal);
  if (!buffer_set(key, uri))
    return false;
  /* Ids are compared decoded (RFC 2392, 2). */
  if (uri.len > 4 && (memcmp(uri.ptr, "cid:", 4) == 0 || memcmp(uri.ptr, "mid:", 4) == 0))
    key->len = uriel_decode(uri.ptr, uri.len, 0, key->ptr, uri.len, NULL);
  return true;
}

bool names_add(struct names *names, uriel_text normal, struct names_part part)
{
  return names_key(&names->key, normal) && names_add_key(names, part);
}

bool names_add_id(struct names *names, const char *message_id, const char *id, struct names_part part)
{
  struct buffer *key = &names->key;
  key->len = 0;
  if (message_id)
    return buffer_add(key, "mid:", 4) && buffer_add(key, message_id, strlen(message_id)) &&
           (!id || (buffer_add(key, "/", 1) && buffer_add(key, id, strlen(id)))) &&
           names_add_key(names, part);
  return !id ||
         (buffer_add(key, "cid:", 4) && buffer_add(key, id, strlen(id)) && names_add_key(names, part));
}

static const struct names_entry *names_entry(const struct names *names, size_t index)
{
  return ARRAY_OF(const struct names_entry, names->entries) + index;
}

/* Compares the key of an entry with another one. */
static int names_compare_key(const struct names_entry *entry, const char *key, size_t len)
{
  const int order = memcmp(entry->text, key, entry->key_len < len ? entry->key_len : len);
  return order ? order : (entry->key_len > len) - (entry->key_len < len);
}

/* Compares by key, then by node. */
static int names_compare(const void *a, const void *b)
{
  const struct names_entry *first = a, *second = b;
  const int order = names_compare_key(first, second->text, second->key_len);
  if (order)
    return order;
  if (first->node != second->node)
    return first->node > second->node ? 1 : -1;
  return (first->at > second->at) - (first->at < second->at);
}

/* Returns the first entry that is not before the key and the node. */
static size_t names_search(const struct names *names, const struct buffer *key, size_t node)
{
  size_t begin = 0, end = ARRAY_COUNT(struct names_entry, names->entries);
  while (begin < end) {
    const size_t middle = begin + (end - begin) / 2;
    const int order = names_compare_key(names_entry(names, middle), key->ptr, key->len);
    if (order < 0 || (order == 0 && names_entry(names, middle)->node < node))
      begin = middle + 1;
    else
      end = middle;
  }
  return begin;
}

static bool names_has(const struct names *names, size_t index, const struct buffer *key)
{
  return index < ARRAY_COUNT(struct names_entry, names->entries) &&
         names_compare_key(names_entry(names, index), key->ptr, key->len) == 0;
}

/* Returns the innermost node that contains, or is, both. */
static size_t names_common(const struct names *names, size_t a, size_t b)
{
  while (a != b) {
    if (a > b)
      a = names->parents[a];
    else
      b = names->parents[b];
  }
  return a;
}

/* Each node comes before its contents, so the entries right before and after `at` have the most
 * ancestors in common with it. */
static const struct names_entry *names_nearest(const struct names *names, const struct buffer *key)
{
  const size_t after = names_search(names, key, names->at);
  size_t common = 0;
  if (names_has(names, after, key))
    common = names_common(names, names->at, names_entry(names, after)->node);
  if (after > 0 && names_has(names, after - 1, key)) {
    const size_t before = names_common(names, names->at, names_entry(names, after - 1)->node);
    common = before > common ? before : common;
  }
  const size_t found = names_search(names, key, common);
  return names_has(names, found, key) ? names_entry(names, found) : NULL;
}

uriel_text names_find(void *context, uriel_text normal, uriel_text reference)
{
  struct names *names = context;
  uriel_text wanted = normal;
  struct names_entry *const entries = ARRAY_OF(struct names_entry, names->entries);
  const size_t count = ARRAY_COUNT(struct names_entry, names->entries);
  if (!names->sorted) {
    for (size_t i = 0; i < count; i++)
      entries[i].text = names->text.ptr + entries[i].at;
    if (count)
      qsort(entries, count, sizeof *entries, names_compare);
    names->sorted = true;
  }
  if (!normal.ptr && work_out(&names->work, &work_rule_iri, reference, uriel_text_of(NAMES_NO_BASE)))
    wanted = buffer_text(&names->work.normal);
  if (!count || !wanted.len || !names_key(&names->key, wanted))
    wanted.len = 0;
  const struct names_entry *entry = wanted.len ? names_nearest(names, &names->key) : NULL;
  if (entry)
    return (uriel_text){entry->text + entry->key_len, entry->part_len};
  return names->outer ? names->outer->find(names->outer->context, normal, reference)
                      : (uriel_text){NULL, 0};
}

void names_free(struct names *names)
{
  buffer_free(&names->text);
  buffer_free(&names->key);
  buffer_free(&names->entries);
  budget_give(names->parents);
  work_free(&names->work);
}
