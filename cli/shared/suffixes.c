/* SPDX-License-Identifier: MIT */
/* The Public Suffix List that sites are found by. */
#include "key.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "cli.h"

static void *suffixes_room(size_t size)
{
  void *const room = malloc(size + 1);
  if (!room)
    die_memory();
  return room;
}

/* Compiles the list in a room of its own: the result is a small part of it. */
void suffixes_load(struct suffixes *suffixes, const char *command)
{
  struct buffer text = {0};
  uriel_suffix_error error;
  uriel_suffix_list *const list = &suffixes->compiled;
  if (!suffixes->file)
    return;
  if (!buffer_load(&text, suffixes->file))
    die(STATUS_IO, "cannot read %s: %s", suffixes->file, strerror(errno));
  const size_t size = uriel_suffix_list_bound(text.ptr, text.len);
  void *const room = suffixes_room(size);
  const bool good = uriel_suffix_list_compile(list, text.ptr, text.len, room, size, &error);
  if (!good && error.line > 0)
    die_usage(command, "%s: line %zu: %s", suffixes->file, error.line, error.message);
  if (!good)
    die_usage(command, "%s: %s", suffixes->file, error.message);
  suffixes->memory = suffixes_room(list->size);
  memcpy(suffixes->memory, list->bytes, list->size);
  list->bytes = suffixes->memory;
  free(room);
  buffer_free(&text);
}

const uriel_suffix_list *suffixes_list(const struct suffixes *suffixes)
{
  return suffixes->memory ? &suffixes->compiled : NULL;
}

void suffixes_describe(const struct suffixes *suffixes, struct buffer *out)
{
  char text[96];
  uint64_t hash = 14695981039346656037U; /* FNV-1a, which no version changes */
  for (size_t i = 0; suffixes->memory && i < suffixes->compiled.size; i++)
    hash = (hash ^ (unsigned char)suffixes->compiled.bytes[i]) * 1099511628211U;
  const int len = suffixes->memory
                      ? snprintf(text, sizeof text, ", suffixes %016llx", (unsigned long long)hash)
                      : snprintf(text, sizeof text, ", suffixes of %s", uriel_suffix_list_date());
  buffer_append(out, text, (size_t)len);
  if (suffixes->options & URIEL_SUFFIX_PRIVATE)
    buffer_append(out, " and private ones", strlen(" and private ones"));
}

void suffixes_free(struct suffixes *suffixes)
{
  free(suffixes->memory);
  suffixes->memory = NULL;
}
