/* SPDX-License-Identifier: MIT */
/* The Public Suffix List that sites are found by. */
#include "key.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"

struct suffixes suffixes;

void suffixes_load(const char *command, const char *file, unsigned options)
{
  static uriel_suffix_list compiled;
  static struct buffer bytes;
  struct buffer text = {0};
  uriel_suffix_error error;
  suffixes.options = options;
  if (!file)
    return;
  if (!buffer_load(&text, file))
    die(STATUS_IO, "cannot read %s: %s", file, strerror(errno));
  const size_t bound = uriel_suffix_list_bound(text.ptr, text.len);
  buffer_reserve(&bytes, bound);
  if (!uriel_suffix_list_compile(&compiled, text.ptr, text.len, bytes.ptr, bound, &error)) {
    if (error.line > 0)
      die_usage(command, "%s: line %zu: %s", file, error.line, error.message);
    die_usage(command, "%s: %s", file, error.message);
  }
  suffixes.list = &compiled;
  buffer_free(&text);
}

void suffixes_describe(struct buffer *out)
{
  char text[96];
  const uint64_t hash =
      suffixes.list ? uriel_hash_bytes((const char *)suffixes.list->bytes, suffixes.list->size, 0) : 0;
  const int len = suffixes.list
                      ? snprintf(text, sizeof text, ", suffixes %016llx", (unsigned long long)hash)
                      : snprintf(text, sizeof text, ", suffixes of %s", uriel_suffix_list_date());
  buffer_append(out, text, (size_t)len);
  if (suffixes.options & URIEL_SUFFIX_PRIVATE)
    buffer_append(out, " and private ones", strlen(" and private ones"));
}
