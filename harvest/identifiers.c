/* SPDX-License-Identifier: MIT */
/* Identifiers whose ids are known. */
#include "identifiers.h"

int64_t identifiers_find(const struct identifiers *table, uint32_t hash, uriel_text normal)
{
  uint32_t number;
  int64_t id = 0;
  if (texts_find(&table->normals, normal, hash, &number))
    memcpy(&id, table->ids.ptr + number * sizeof id, sizeof id);
  return id;
}

bool identifiers_add(struct identifiers *table, uint32_t hash, uriel_text normal, int64_t id)
{
  uint32_t number;
  table->normals.memory = table->most;
  return normal.len < table->most && buffer_grow(&table->ids, table->ids.len + sizeof id) &&
         texts_try(&table->normals, normal, hash, &number) == TEXTS_ADDED &&
         buffer_add(&table->ids, &id, sizeof id);
}

void identifiers_clear(struct identifiers *table)
{
  texts_free(&table->normals);
  buffer_free(&table->ids);
}
