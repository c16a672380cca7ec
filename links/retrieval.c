/* SPDX-License-Identifier: MIT */
/* The URI that a document was retrieved from. */
#include "retrieval.h"

#include <string.h>

#include "uriel_iri.h"
#include "uriel_url.h"

/* Appends a path. Encodes all characters that a path cannot contain, and "%", as file names are not
 * encoded. */
static bool retrieval_add_path(const char *path, size_t len, struct buffer *out)
{
  const size_t most = uriel_encode_bound(len);
  if (!buffer_grow(out, out->len + most))
    return false;
  out->len +=
      uriel_encode(path, len, URIEL_ENCODE_PATH, URIEL_ENCODE_PERCENT, out->ptr + out->len, most);
  return true;
}

bool retrieval_of_file(const char *path, size_t len, struct buffer *out)
{
  return buffer_set(out, uriel_text_of("file://")) && retrieval_add_path(path, len, out);
}

bool retrieval_given(const char *given, const char *below, size_t len, struct buffer *out)
{
  /* "./" prevents a colon in the first segment from ending a scheme (RFC 3986, 4.2). */
  struct buffer relative = {0};
  uriel_ref base, ref;
  out->no_memory = !buffer_set(&relative, uriel_text_of(len ? "./" : "")) ||
                   !retrieval_add_path(below, len, &relative);
  if (!out->no_memory) {
    uriel_parse(&base, given, strlen(given), NULL);
    uriel_parse(&ref, relative.ptr, relative.len, NULL);
    if (buffer_grow(out, uriel_resolve_bound(&base, &ref)))
      buffer_wrote(out, uriel_resolve(&base, &ref, URIEL_RESOLVE_STRICT, out->ptr, out->capacity, NULL));
  }
  buffer_free(&relative);
  return !out->no_memory;
}

uriel_text retrieval_normal(uriel_text reference, struct buffer *out)
{
  uriel_ref ref;
  if (!uriel_parse(&ref, reference.ptr, reference.len, NULL))
    return (uriel_text){NULL, 0};
  buffer_reserve(out, uriel_normalize_bound(&ref));
  out->len = uriel_normalize(&ref, URIEL_LEVEL_SCHEME, out->ptr, out->capacity);
  return buffer_text(out);
}

/* Sets `out` to the text, with bytes that are not allowed in their component percent-encoded and the
 * host converted by IDNA. Returns false if the result is not a reference, if its host is not a name, or
 * with `no_memory`. */
static bool retrieval_repair(uriel_text text, struct buffer *scratch, struct buffer *out)
{
  uriel_ref ref;
  if (!buffer_grow(scratch, uriel_encode_bound(text.len)))
    return false;
  scratch->len =
      uriel_encode(text.ptr, text.len, URIEL_ENCODE_REFERENCE, 0, scratch->ptr, scratch->capacity);
  if (!uriel_parse(&ref, scratch->ptr, scratch->len, NULL) || !buffer_grow(out, uriel_iri_bound(&ref)))
    return false;
  if (!buffer_wrote(out, uriel_iri_to_uri(&ref, URIEL_IRI_IDNA, out->ptr, out->capacity, NULL)) ||
      !uriel_parse(&ref, out->ptr, out->len, NULL))
    return false;
  const uriel_text host = uriel_host(&ref);
  return !host.len || !memchr(host.ptr, '%', host.len);
}

/* The same with the text parsed under the URL standard. */
static bool retrieval_browse(uriel_text text, struct buffer *scratch, struct buffer *out)
{
  struct buffer url = {0};
  uriel_ref ref;
  size_t need;
  do
    need = uriel_url_parse(&ref, NULL, text.ptr, text.len, NULL, url.ptr, url.capacity);
  while (buffer_again(&url, need));
  out->no_memory = url.no_memory;
  const bool good = !url.no_memory && need != URIEL_FAILED &&
                    retrieval_repair((uriel_text){ref.text, ref.length}, scratch, out);
  buffer_free(&url);
  return good;
}

bool retrieval_read(uriel_text text, struct buffer *out, uriel_error *error)
{
  struct buffer scratch = {0};
  uriel_ref ref;
  bool good = uriel_parse(&ref, text.ptr, text.len, error);
  out->no_memory = false;
  if (!good && text.len > 1 && *text.ptr == '<' && text.ptr[text.len - 1] == '>') {
    text = (uriel_text){text.ptr + 1, text.len - 2};
    good = uriel_parse(&ref, text.ptr, text.len, NULL);
  }
  if (good)
    return buffer_set(out, text);
  good = retrieval_repair(text, &scratch, out) ||
         (!scratch.no_memory && !out->no_memory && retrieval_browse(text, &scratch, out));
  out->no_memory |= scratch.no_memory;
  buffer_free(&scratch);
  if (good)
    out->ptr[out->len] = 0;
  else
    out->len = 0;
  return good;
}

bool retrieval_is_uri(uriel_text text)
{
  uriel_ref ref;
  return uriel_parse(&ref, text.ptr, text.len, NULL) && uriel_scheme(&ref).ptr;
}
