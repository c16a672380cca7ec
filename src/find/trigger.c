/* SPDX-License-Identifier: MIT */
/* The bytes at which references are looked for: ":" for schemes, "." and "/" for hosts, "@" for mail. */
#include "find/trigger.h"

#include "scan/colon.h"

enum { FIND_BLOCK_MIN = 256, FIND_BLOCK_MAX = 8192 };

find_search uriel_find_search(const uriel_find_options *options, const char *begin)
{
  find_search search = {.bytes = {':'}, .count = 1, .block = begin, .size = FIND_BLOCK_MIN};
  if (options->options & URIEL_FIND_ABBREVIATED) {
    search.bytes[search.count++] = '.';
    search.bytes[search.count++] = '/';
  }
  if (options->options & URIEL_FIND_MAIL)
    search.bytes[search.count++] = '@';
  return search;
}

static const char *find_byte(const char *from, const char *end, char byte)
{
  return byte == ':' ? uriel_scan_colon(from, end) : view_find(from, end, byte);
}

/* Searches the next block. */
static void find_next_block(find_search *search, const char *from, const char *end)
{
  const char *const begin = from > search->block ? from : search->block;
  search->block = (size_t)(end - begin) > search->size ? begin + search->size : end;
  if (search->size < FIND_BLOCK_MAX)
    search->size *= 2;
  for (size_t i = 0; i < search->count; i++)
    search->at[i] = find_byte(begin, search->block, search->bytes[i]);
}

static const char *find_first(find_search *search, const char *from)
{
  const char *first = search->block;
  for (size_t i = 0; i < search->count; i++) {
    if (search->at[i] < from)
      search->at[i] = find_byte(from, search->block, search->bytes[i]);
    if (search->at[i] < first)
      first = search->at[i];
  }
  return first;
}

const char *uriel_find_trigger(find_search *search, const char *from, const char *end)
{
  if (search->count == 1)
    return uriel_scan_colon(from, end);
  for (;;) {
    const char *const first = from < search->block ? find_first(search, from) : search->block;
    if (first < search->block || search->block == end)
      return first < search->block ? first : end;
    from = from > search->block ? from : search->block;
    find_next_block(search, from, end);
  }
}
