/* SPDX-License-Identifier: MIT */
#include "built.h"

#include <string.h>

#include "uriel_scheme.h"

bool built_uri(struct entity *entity, const char *scheme, const uriel_own_part *parts, size_t count,
               bool *built, uriel_error *error)
{
  struct buffer *const out = &entity->links->cleaned;
  uriel_own_part defined[URIEL_OWN_PARTS_MAX];
  size_t used = 0, need;
  for (size_t i = 0; i < count; i++)
    if (parts[i].text.ptr)
      defined[used++] = parts[i];
  do
    need = uriel_scheme_build(scheme, strlen(scheme), defined, used, NULL, 0, out->ptr,
                              out->ptr ? out->capacity : 0, error);
  while (buffer_again(out, need));
  *built = need != URIEL_FAILED;
  return !out->no_memory || entity_no_memory(entity);
}
