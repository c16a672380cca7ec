/* SPDX-License-Identifier: MIT */
/* Schemas of the results. */
#include "schema.h"

#include <stdlib.h>

/* What a schema with columns owns. A consumer can move these out of it. */
typedef struct schema_block {
  struct ArrowSchema **pointers; /* to the columns, after them */
  struct ArrowSchema columns[];
} schema_block;

/* Of a schema that owns a block, and of leaves, which own nothing: their texts are static. */
static void schema_release(struct ArrowSchema *schema)
{
  for (int64_t i = 0; i < schema->n_children; i++)
    if (schema->children[i]->release)
      schema->children[i]->release(schema->children[i]);
  if (schema->dictionary && schema->dictionary->release)
    schema->dictionary->release(schema->dictionary);
  free(schema->private_data);
  schema->release = NULL;
}

void uriel_arrow_schema_leaf(struct ArrowSchema *out, const char *name, arrow_format format)
{
  *out = (struct ArrowSchema){.format = uriel_arrow_formats[format].name,
                              .name = name,
                              .flags = ARROW_FLAG_NULLABLE,
                              .release = schema_release};
}

bool uriel_arrow_schema_outer(struct ArrowSchema *out, const char *name, const char *format,
                              const struct ArrowSchema *columns, size_t count)
{
  schema_block *const block =
      calloc(1, sizeof *block + count * (sizeof *block->columns + sizeof *block->pointers));
  if (!block)
    return false;
  block->pointers = (struct ArrowSchema **)(block->columns + count);
  for (size_t i = 0; i < count; i++) {
    block->columns[i] = columns[i];
    block->pointers[i] = &block->columns[i];
  }
  *out = (struct ArrowSchema){.format = format,
                              .name = name,
                              .n_children = (int64_t)count,
                              .children = block->pointers,
                              .release = schema_release,
                              .private_data = block};
  return true;
}

bool uriel_arrow_schema_encoded(struct ArrowSchema *out, const char *name, arrow_format format,
                                const struct ArrowSchema *dictionary)
{
  if (!uriel_arrow_schema_outer(out, name, uriel_arrow_formats[format].name, dictionary, 1))
    return false;
  out->flags = ARROW_FLAG_NULLABLE;
  out->dictionary = out->children[0];
  out->n_children = 0;
  out->children = NULL;
  return true;
}

int uriel_arrow_schema(struct ArrowSchema *out, const struct ArrowSchema *schema,
                       const uriel_arrow_options *options, const char **why)
{
  arrow_request request;
  struct ArrowSchema columns[ARROW_KINDS];
  size_t count = 0;
  const int error = uriel_arrow_request(&request, schema, options, why);
  if (error)
    return error;
  for (size_t i = 0; i < ARROW_KINDS; i++) {
    const arrow_kind *const kind = &uriel_arrow_kinds[i];
    if (request.columns & kind->bit)
      uriel_arrow_schema_leaf(&columns[count++], kind->name, uriel_arrow_format(&request, kind));
  }
  return uriel_arrow_schema_outer(out, "", "+s", columns, count) ? 0 : arrow_no_memory(why);
}
