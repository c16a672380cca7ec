/* SPDX-License-Identifier: MIT */
/* The URI that a document was retrieved from. */
#include "retrieval.h"

#include <string.h>

/* Appends a path. Encodes all characters that a path cannot contain, and "%", as file names are not
 * encoded. */
static bool retrieval_add_path(const char *path, size_t len, struct buffer *out)
{
  const size_t before = out->len;
  size_t need;
  do {
    need = uriel_encode(path, len, URIEL_ENCODE_PATH, URIEL_ENCODE_PERCENT, out->ptr + before,
                        out->capacity - before);
  } while (need > out->capacity - before && buffer_grow(out, before + need));
  out->len = before + need;
  return !out->no_memory;
}

static bool retrieval_set(const char *text, struct buffer *out)
{
  const size_t len = strlen(text);
  if (!buffer_grow(out, len))
    return false;
  memcpy(out->ptr, text, len);
  out->len = len;
  return true;
}

bool retrieval_of_file(const char *path, size_t len, struct buffer *out)
{
  return retrieval_set("file://", out) && retrieval_add_path(path, len, out);
}

bool retrieval_given(const char *given, const char *below, size_t len, struct buffer *out)
{
  /* "./" prevents a colon in the first segment from ending a scheme (RFC 3986, 4.2). */
  struct buffer relative = {0};
  if (!retrieval_set(len ? "./" : "", &relative) || !retrieval_add_path(below, len, &relative)) {
    buffer_free(&relative);
    out->no_memory = true;
    return false;
  }
  uriel_ref base, ref;
  uriel_parse(&base, given, strlen(given), NULL);
  uriel_parse(&ref, relative.ptr, relative.len, NULL);
  while (
      buffer_again(out, uriel_resolve(&base, &ref, URIEL_RESOLVE_STRICT, out->ptr, out->capacity, NULL)))
    ;
  buffer_free(&relative);
  return !out->no_memory;
}
