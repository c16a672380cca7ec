/* SPDX-License-Identifier: MIT */
#include "remote.h"

#include "remap.h"

static bool remote_starts(uriel_text text, uriel_text start)
{
  return text.len >= start.len && memcmp(text.ptr, start.ptr, start.len) == 0;
}

uint32_t remote_of(struct remotes *remotes, const struct links_reference *reference, uriel_text prefix)
{
  static const char *const schemes[] = {"http://", "https://", "ftp://", "ftps://", "gopher://"};
  const struct buffer *const remaps = &remotes->options->remaps;
  struct buffer *const normal = &remotes->normal;
  uriel_text target = reference->target;
  bool is_new, is_server = false, is_remapped;
  uriel_ref ref;
  if (!remotes->options->online || !target.ptr || reference->part.ptr)
    return REMOTE_NOTHING;
  is_remapped = remap_apply(ARRAY_OF(const struct remap, *remaps), ARRAY_COUNT(struct remap, *remaps),
                            remotes->here, target, &remotes->remapped);
  if (is_remapped)
    target = buffer_text(&remotes->remapped);
  if (!uriel_parse(&ref, target.ptr, target.len, NULL))
    return REMOTE_NOTHING;
  buffer_reserve(normal, uriel_normalize_bound(&ref));
  normal->len = uriel_normalize(&ref, URIEL_LEVEL_SCHEME, normal->ptr, normal->capacity);
  for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++)
    is_server |= remote_starts(buffer_text(normal), uriel_text_of(schemes[i]));
  if (!is_server || (prefix.len && remote_starts(buffer_text(normal), prefix)))
    return REMOTE_NOTHING;
  const uint32_t number = texts_number(&remotes->uris, buffer_text(normal), &is_new);
  if (is_new) {
    remotes->list = list_grow(remotes->list, number, &remotes->capacity, sizeof *remotes->list);
    remotes->list[number] =
        (struct check_remote){.uri = remotes->uris.of[number], .document = UINT32_MAX};
  }
  remotes->list[number].is_remapped |= is_remapped;
  return number;
}
