/* SPDX-License-Identifier: MIT */
/* Keys of references, version 1, as published in doc/key.md; and stable hashes. */
#include "function/function.h"
#include "text/blocks.h"
#include "text/text.h"
#include "uri/component.h"
#include "uriel_query.h"
#include "uriel_url.h"

uint64_t uriel_hash_bytes(const char *text, size_t len, uint64_t seed)
{
  return uriel_blocks_hash(text, len, seed);
}

/* The free part of the caller's buffer. Steps write one after another, and the result is moved to the
 * beginning. */
typedef struct key_scratch {
  char *at;
  size_t left;
  uriel_error *error; /* not NULL */
} key_scratch;

/* Returns a text of `len` bytes that was written to the scratch, or undefined with the error. */
static uriel_text key_take(key_scratch *scratch, size_t len)
{
  const uriel_text text = {scratch->at, len};
  if (len > scratch->left) {
    if (scratch->error->code == URIEL_ERROR_NONE)
      *scratch->error = (uriel_error){.code = URIEL_ERROR_BUFFER_TOO_SMALL};
    return view_undefined();
  }
  scratch->at += len;
  scratch->left -= len;
  return text;
}

/* Encodes the characters that RFC 3986 does not allow. */
static bool key_encode(key_scratch *scratch, const uriel_ref *ref, uriel_ref *encoded)
{
  *encoded = *ref;
  if (uriel_spec_of(ref) == URIEL_SPEC_RFC3986)
    return true;
  const uriel_text text = key_take(scratch, uriel_encode(ref->text, ref->length, URIEL_ENCODE_REFERENCE,
                                                         0, scratch->at, scratch->left));
  return text.ptr && uriel_parse(encoded, text.ptr, text.len, scratch->error);
}

/* Returns whether the reference identifies a page: http or https, with a host. */
static bool key_is_page(const uriel_ref *ref)
{
  const uriel_text scheme = uriel_scheme(ref);
  return uriel_host(ref).len > 0 && (scheme.len == 4 || scheme.len == 5) &&
         fold_equal(scheme.ptr, "https", scheme.len);
}

/* Sets host and port as the URL standard's host parser writes them: without a default port. */
static bool key_host(key_scratch *scratch, const uriel_ref *ref, uriel_text *host, uriel_text *port)
{
  uriel_ref url;
  uriel_url_options options = {.errors = scratch->error, .error_capacity = 1};
  writer w = writer_to(scratch->at, scratch->left);
  uriel_write_part(&w, "", uriel_scheme(ref), "://");
  write_view(&w, uriel_host(ref));
  if (uriel_port(ref).len > 0)
    uriel_write_part(&w, ":", uriel_port(ref), "");
  const uriel_text text = key_take(scratch, w.len);
  if (!text.ptr)
    return false;
  const size_t len =
      uriel_url_parse(&url, NULL, text.ptr, text.len, &options, scratch->at, scratch->left);
  if (len == URIEL_FAILED)
    return false;
  *scratch->error = (uriel_error){.code = URIEL_ERROR_NONE};
  if (url.text != text.ptr && !key_take(scratch, len).ptr)
    return false;
  *host = uriel_host(&url);
  *port = uriel_port(&url);
  if (uriel_host_kind_of(&url) != URIEL_HOST_NAME)
    return true;
  if (host->len > 0 && host->ptr[host->len - 1] == '.')
    host->len--;
  if (host->len > 4 && memcmp(host->ptr, "www.", 4) == 0 &&
      view_find(host->ptr + 4, host->ptr + host->len, '.') != host->ptr + host->len)
    *host = (uriel_text){host->ptr + 4, host->len - 4};
  return true;
}

/* Parameters are sorted by their names. Parameters of one name keep their order. */
static bool key_before(uriel_text a, uriel_text b, unsigned options)
{
  uriel_text rest_a = a, rest_b = b;
  const uriel_text x = view_take(&rest_a, '='), y = view_take(&rest_b, '=');
  const int order = memcmp(x.ptr, y.ptr, x.len < y.len ? x.len : y.len);
  (void)options;
  return order != 0 ? order < 0 : x.len != y.len ? x.len < y.len : a.ptr < b.ptr;
}

/* Writes the parameters that are not empty, sorted. */
static bool key_sort(key_scratch *scratch, writer *w, uriel_text query)
{
  uriel_text rest = query;
  uriel_param param;
  const size_t skipped = size_to_align(scratch->at, sizeof(void *));
  const size_t count = uriel_query_count(query, 0);
  if (!key_take(scratch, size_add(skipped, size_times(count, sizeof query))).ptr)
    return false;
  uriel_text *const all = (uriel_text *)(void *)(scratch->at - count * sizeof query);
  for (size_t i = 0; uriel_query_next(&rest, &param, 0); i++)
    all[i] = view_of(param.name.ptr, rest.ptr);
  uriel_sort_texts(all, count, key_before, 0);
  for (size_t i = 0; i < count; i++)
    uriel_write_part(w, i == 0 ? "?" : "&", all[i], "");
  return true;
}

/* Writes "//HOST[:PORT]PATH[?QUERY]". */
static size_t key_page(key_scratch *scratch, const uriel_ref *ref)
{
  uriel_text host, port, query;
  uriel_ref normal;
  if (!key_host(scratch, ref, &host, &port))
    return URIEL_FAILED;
  uriel_ref page = uriel_without_fragment(ref);
  const uriel_text text =
      key_take(scratch, uriel_normalize(&page, URIEL_LEVEL_SCHEME, scratch->at, scratch->left));
  if (!text.ptr || !uriel_parse(&normal, text.ptr, text.len, scratch->error))
    return URIEL_FAILED;
  query = uriel_query(&normal);
  if (query.len > 0) {
    const uriel_text room = key_take(scratch, query.len);
    if (!room.ptr)
      return URIEL_FAILED;
    (void)uriel_query_strip_tracking(&query, query, host, (char *)(uintptr_t)room.ptr, room.len);
  }
  const size_t most = host.len + port.len + 3 + uriel_path(&normal).len + query.len + 1;
  const uriel_text result = key_take(scratch, most);
  if (!result.ptr)
    return URIEL_FAILED;
  writer w = writer_to((char *)(uintptr_t)result.ptr, most);
  uriel_write_part(&w, "//", host, "");
  if (port.ptr)
    uriel_write_part(&w, ":", port, "");
  write_view(&w, uriel_path(&normal));
  if (query.len > 0 && !key_sort(scratch, &w, query))
    return URIEL_FAILED;
  scratch->at = w.out;
  return w.len;
}

size_t uriel_key_text(const uriel_ref *ref, unsigned version, char *out, size_t capacity,
                      uriel_error *error)
{
  uriel_error unread;
  uriel_ref encoded;
  key_scratch scratch = {out, capacity, error ? error : &unread};
  *scratch.error = (uriel_error){.code = URIEL_ERROR_NONE};
  if (version != 1 || ref->scheme_end == 0 || (ref->flags & URIEL_INVALID)) {
    *scratch.error = (uriel_error){.code = version != 1           ? URIEL_ERROR_ARGUMENT
                                           : ref->scheme_end == 0 ? URIEL_ERROR_SCHEME_MISSING
                                                                  : URIEL_ERROR_ROW_INVALID,
                                   .component = URIEL_SCHEME,
                                   .part = version != 1 ? "version" : NULL};
    return URIEL_FAILED;
  }
  if (!key_encode(&scratch, ref, &encoded))
    return URIEL_FAILED;
  size_t len = key_is_page(&encoded) ? key_page(&scratch, &encoded) : 0;
  if (!key_is_page(&encoded)) {
    char *const begin = scratch.at;
    const uriel_text text =
        key_take(&scratch, uriel_normalize(&encoded, URIEL_LEVEL_SCHEME, scratch.at, scratch.left));
    len = text.ptr ? text.len : URIEL_FAILED;
    scratch.at = begin;
  }
  if (len != URIEL_FAILED && len > 0)
    memmove(out, scratch.at, len);
  return len;
}

/* A byte that RFC 3986 does not allow becomes three. The normal form, its query, the parameters and the
 * result follow, and the host twice. */
size_t uriel_key_text_bound(const uriel_ref *ref)
{
  enum { PARAMETER = sizeof(uriel_text), MORE = 256 };
  const size_t host = ref->host_begin ? ref->path_begin - ref->host_begin : 0;
  const size_t encoded = size_times(ref->length, uriel_spec_of(ref) == URIEL_SPEC_RFC3986 ? 1 : 3);
  const size_t url = uriel_url_bound(NULL, size_add(size_times(host, 3), 16));
  const size_t bound = size_add(size_add(size_times(encoded, 5), size_times(encoded, PARAMETER / 2)),
                                size_add(size_add(url, url), MORE));
  return bound < (size_t)PTRDIFF_MAX ? bound : (size_t)PTRDIFF_MAX;
}
