/* SPDX-License-Identifier: MIT */
/* What URIs name the parts of a message. */
#include "parts.h"

#include <string.h>
#include <strings.h>

/* Both lie in `text` one behind the other. */
struct parts_entry {
  const char *text; /* once sorted */
  size_t at, key_len, part_len;
};

static bool parts_append(struct growing *to, const char *text, size_t len)
{
  if (!growing_reserve(to, to->len + len))
    return false;
  if (len)
    memcpy(to->ptr + to->len, text, len);
  to->len += len;
  return true;
}

static bool parts_room(struct parts *parts)
{
  if (parts->count < parts->capacity)
    return true;
  const size_t capacity = parts->capacity ? parts->capacity * 2 : 16;
  struct parts_entry *entries = realloc(parts->entries, capacity * sizeof *entries);
  if (!entries)
    return false;
  parts->entries = entries;
  parts->capacity = capacity;
  return true;
}

/* The key is in `parts->key`. */
static bool parts_add_key(struct parts *parts, uriel_text part)
{
  const struct growing *key = &parts->key;
  if (parts->text.len + key->len + part.len > parts->most)
    return true;
  const struct parts_entry entry = {NULL, parts->text.len, key->len, part.len};
  if (!parts_room(parts) || !parts_append(&parts->text, key->ptr, key->len) ||
      !parts_append(&parts->text, part.ptr, part.len))
    return false;
  parts->entries[parts->count++] = entry;
  return true;
}

static int parts_hex(char c)
{
  if (c >= '0' && c <= '9')
    return c - '0';
  if ((c | 0x20) >= 'a' && (c | 0x20) <= 'f')
    return (c | 0x20) - 'a' + 10;
  return -1;
}

/* Ids are compared decoded (RFC 2392, 2). */
static bool parts_key_decoded(struct growing *key, uriel_text uri)
{
  if (!growing_reserve(key, uri.len))
    return false;
  key->len = 0;
  for (size_t i = 0; i < uri.len; i++) {
    const bool triplet = uri.ptr[i] == '%' && uri.len - i > 2;
    const int high = triplet ? parts_hex(uri.ptr[i + 1]) : -1;
    const int low = triplet ? parts_hex(uri.ptr[i + 2]) : -1;
    const bool whole = high >= 0 && low >= 0;
    key->ptr[key->len++] = whole ? (char)(high * 16 + low) : uri.ptr[i];
    i += whole ? 2 : 0;
  }
  return true;
}

/* A fragment is within the part. */
static bool parts_key(struct growing *key, uriel_text normal)
{
  const char *hash = normal.len ? memchr(normal.ptr, '#', normal.len) : NULL;
  const uriel_text uri = {normal.ptr, hash ? (size_t)(hash - normal.ptr) : normal.len};
  if (uri.len > 4 && (memcmp(uri.ptr, "cid:", 4) == 0 || memcmp(uri.ptr, "mid:", 4) == 0))
    return parts_key_decoded(key, uri);
  key->len = 0;
  return parts_append(key, uri.ptr, uri.len);
}

bool parts_add(struct parts *parts, uriel_text normal, uriel_text part)
{
  return parts_key(&parts->key, normal) && parts_add_key(parts, part);
}

bool parts_add_id(struct parts *parts, const char *message_id, const char *id, uriel_text part)
{
  struct growing *key = &parts->key;
  key->len = 0;
  if (message_id)
    return parts_append(key, "mid:", 4) && parts_append(key, message_id, strlen(message_id)) &&
           (!id || (parts_append(key, "/", 1) && parts_append(key, id, strlen(id)))) &&
           parts_add_key(parts, part);
  return !id || (parts_append(key, "cid:", 4) && parts_append(key, id, strlen(id)) &&
                 parts_add_key(parts, part));
}

/* By the key; of equal ones the first that was added. */
static int parts_compare_keys(const char *a, size_t a_len, const char *b, size_t b_len)
{
  const int order = memcmp(a, b, a_len < b_len ? a_len : b_len);
  return order ? order : (a_len > b_len) - (a_len < b_len);
}

static int parts_compare(const void *a, const void *b)
{
  const struct parts_entry *first = a, *second = b;
  const int order = parts_compare_keys(first->text, first->key_len, second->text, second->key_len);
  return order ? order : (first->at > second->at) - (first->at < second->at);
}

static void parts_sort(struct parts *parts)
{
  for (size_t i = 0; i < parts->count; i++)
    parts->entries[i].text = parts->text.ptr + parts->entries[i].at;
  if (parts->count)
    qsort(parts->entries, parts->count, sizeof *parts->entries, parts_compare);
  parts->sorted = true;
}

static const struct parts_entry *parts_search(const struct parts *parts, const struct growing *key)
{
  size_t begin = 0, end = parts->count;
  while (begin < end) {
    const size_t middle = begin + (end - begin) / 2;
    const struct parts_entry *entry = &parts->entries[middle];
    if (parts_compare_keys(entry->text, entry->key_len, key->ptr, key->len) < 0)
      begin = middle + 1;
    else
      end = middle;
  }
  const struct parts_entry *entry = begin < parts->count ? &parts->entries[begin] : NULL;
  const bool found = entry && parts_compare_keys(entry->text, entry->key_len, key->ptr, key->len) == 0;
  return found ? entry : NULL;
}

uriel_text parts_find(void *context, uriel_text normal, uriel_text reference)
{
  struct parts *parts = context;
  uriel_text wanted = normal;
  if (!parts->sorted)
    parts_sort(parts);
  if (!normal.ptr && work_out(&parts->work, reference, uriel_text_of(PARTS_NO_BASE)))
    wanted = growing_text(&parts->work.normal);
  if (!parts->count || !wanted.len || !parts_key(&parts->key, wanted))
    wanted.len = 0;
  const struct parts_entry *entry = wanted.len ? parts_search(parts, &parts->key) : NULL;
  if (entry)
    return (uriel_text){entry->text + entry->key_len, entry->part_len};
  return parts->outer ? parts->outer->find(parts->outer->context, normal, reference)
                      : (uriel_text){NULL, 0};
}

void parts_free(struct parts *parts)
{
  growing_free(&parts->text);
  growing_free(&parts->key);
  free(parts->entries);
  work_free(&parts->work);
}
