/* SPDX-License-Identifier: MIT */
/* A set of names. */
#include "labels.h"

static struct label *labels_at(const struct labels *labels, uint32_t number)
{
  return (struct label *)(void *)labels->of.ptr + number;
}

struct label *labels_find(const struct labels *labels, uriel_text name)
{
  uint32_t number;
  const bool found = texts_find(&labels->names, name, texts_hash(&labels->names, name), &number);
  return found ? labels_at(labels, number) : NULL;
}

struct label *labels_add(struct labels *labels, uriel_text name, bool *is_new)
{
  static const struct label fresh = {0, false};
  uint32_t number;
  const enum texts_state state =
      texts_try(&labels->names, name, texts_hash(&labels->names, name), &number);
  *is_new = state == TEXTS_ADDED;
  if (state == TEXTS_NO_MEMORY || (*is_new && !buffer_add(&labels->of, &fresh, sizeof fresh)))
    return NULL;
  return labels_at(labels, number);
}

void labels_free(struct labels *labels)
{
  texts_free(&labels->names);
  buffer_free(&labels->of);
}
