/* SPDX-License-Identifier: MIT */
#include "built.h"

#include <string.h>

#include "uriel_scheme.h"

bool built_uri(struct entity *entity, const char *scheme, const uriel_own_part *parts, size_t count,
               bool *built, uriel_error *error)
{
  struct buffer *const out = &entity->links->cleaned, *const lists = &entity->links->codebase;
  uriel_own_part defined[URIEL_OWN_PARTS_MAX];
  size_t used = 0, size = 0, need;
  for (size_t i = 0; i < count; i++)
    if (parts[i].text.ptr) {
      defined[used++] = parts[i];
      size += 3 * parts[i].text.len + 1;
    }
  if (!buffer_grow(lists, size))
    return entity_no_memory(entity);
  do
    need = uriel_scheme_build(scheme, strlen(scheme), defined, used, lists->ptr, lists->capacity,
                              out->ptr, out->ptr ? out->capacity : 0, error);
  while (buffer_again(out, need));
  *built = need != URIEL_FAILED;
  return !out->no_memory || entity_no_memory(entity);
}

bool built_path(struct buffer *out, uriel_text path)
{
  if (!buffer_grow(out, out->len + 3 * path.len))
    return false;
  for (uriel_text rest = path; rest.len;) {
    const char *const end = memchr(rest.ptr, ';', rest.len);
    const size_t len = end ? (size_t)(end - rest.ptr) : rest.len;
    out->len += uriel_encode(rest.ptr, len, URIEL_ENCODE_PATH, URIEL_ENCODE_PERCENT, out->ptr + out->len,
                             3 * len);
    if (end && !buffer_add(out, "%3B", 3))
      return false;
    rest = (uriel_text){rest.ptr + len + (end != NULL), rest.len - len - (end != NULL)};
  }
  return true;
}

bool built_ftp(struct entity *entity, uriel_text host, uriel_text port, uriel_text path, const char *end)
{
  struct buffer *const out = &entity->links->cleaned;
  const bool slash = path.len && *path.ptr == '/';
  out->len = 0;
  return (buffer_add(out, "ftp://", 6) && buffer_add(out, host.ptr, host.len) &&
          buffer_add(out, ":", port.len != 0) && buffer_add(out, port.ptr, port.len) &&
          buffer_add(out, "/", 1) && built_path(out, (uriel_text){path.ptr + slash, path.len - slash}) &&
          buffer_add(out, end, strlen(end))) ||
         entity_no_memory(entity);
}
