/* SPDX-License-Identifier: MIT */
/* The Public Suffix List that sites are found by. */
#include "suffixes.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "cli.h"

static _Noreturn void suffixes_refuse(const char *file, const char *command,
                                      const uriel_suffix_error *error)
{
  if (error->line > 0)
    die_usage(command, "%s: line %zu: %s", file, error->line, error->message);
  die_usage(command, "%s: %s", file, error->message);
}

void suffixes_load(struct suffixes *suffixes, const char *command)
{
  struct buffer text = {0};
  uriel_suffix_error error;
  if (!suffixes->file)
    return;
  if (!buffer_load(&text, suffixes->file))
    die(STATUS_IO, "cannot read %s: %s", suffixes->file, strerror(errno));
  const size_t size = uriel_suffix_list_bound(text.ptr, text.len);
  suffixes->memory = malloc(size + 1);
  if (!suffixes->memory)
    die_memory();
  if (!uriel_suffix_list_compile(&suffixes->compiled, text.ptr, text.len, suffixes->memory, size,
                                 &error))
    suffixes_refuse(suffixes->file, command, &error);
  buffer_free(&text);
  void *const kept = realloc(suffixes->memory, suffixes->compiled.size);
  suffixes->memory = kept ? kept : suffixes->memory;
  suffixes->compiled.bytes = suffixes->memory;
}

const uriel_suffix_list *suffixes_list(const struct suffixes *suffixes)
{
  return suffixes->memory ? &suffixes->compiled : NULL;
}

void suffixes_free(struct suffixes *suffixes)
{
  free(suffixes->memory);
  suffixes->memory = NULL;
}
