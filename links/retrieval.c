/* SPDX-License-Identifier: MIT */
/* The URI that a document was retrieved from. */
#include "retrieval.h"

#include <string.h>

/* Appends a path with all encoded that is not a path's, "%" too: names of files are not encoded yet. */
static bool retrieval_add_path(const char *path, size_t len, struct growing *out)
{
  const size_t before = out->len;
  size_t need;
  do {
    need = uriel_encode(URIEL_ENCODE_PATH, path, len, URIEL_ENCODE_PERCENT, out->ptr + before,
                        out->capacity - before);
  } while (need > out->capacity - before && growing_reserve(out, before + need));
  out->len = before + need;
  return !out->no_memory;
}

static bool retrieval_set(const char *text, struct growing *out)
{
  const size_t len = strlen(text);
  if (!growing_reserve(out, len))
    return false;
  memcpy(out->ptr, text, len);
  out->len = len;
  return true;
}

bool retrieval_of_file(const char *path, size_t len, struct growing *out)
{
  return retrieval_set("file://", out) && retrieval_add_path(path, len, out);
}

bool retrieval_given(const char *given, const char *below, size_t len, struct growing *out)
{
  /* "./" so that a colon in the first segment makes no scheme of it (RFC 3986, 4.2). */
  struct growing relative = {0};
  if (!retrieval_set(len ? "./" : "", &relative) || !retrieval_add_path(below, len, &relative)) {
    growing_free(&relative);
    out->no_memory = true;
    return false;
  }
  uriel_ref base, ref;
  uriel_parse(&base, given, strlen(given), NULL);
  uriel_parse(&ref, relative.ptr, relative.len, NULL);
  while (growing_again(out,
                       uriel_resolve(&base, &ref, URIEL_RESOLVE_STRICT, out->ptr, out->capacity, NULL)))
    ;
  growing_free(&relative);
  return !out->no_memory;
}
