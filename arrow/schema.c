/* SPDX-License-Identifier: MIT */
/* The schema of the output. */
#include <stdlib.h>

#include "kinds.h"

/* The schema and its columns. A consumer copies the columns, whose texts are static. */
typedef struct schema_block {
  struct ArrowSchema *pointers[ARROW_KINDS];
  struct ArrowSchema columns[ARROW_KINDS];
} schema_block;

/* Of the schema, which owns the block, and of its columns, which own nothing. */
static void schema_release(struct ArrowSchema *schema)
{
  for (int64_t i = 0; i < schema->n_children; i++)
    if (schema->children[i]->release)
      schema->children[i]->release(schema->children[i]);
  free(schema->private_data);
  schema->release = NULL;
}

int uriel_arrow_schema(struct ArrowSchema *out, const struct ArrowSchema *schema,
                       const uriel_arrow_options *options, const char **why)
{
  arrow_request request;
  const int error = uriel_arrow_request(&request, schema, options, why);
  if (error)
    return error;
  schema_block *const block = calloc(1, sizeof *block);
  if (!block)
    return arrow_no_memory(why);
  int64_t count = 0;
  for (size_t i = 0; i < ARROW_KINDS; i++) {
    const arrow_kind *const kind = &uriel_arrow_kinds[i];
    if (!(request.columns & kind->bit))
      continue;
    block->columns[count] =
        (struct ArrowSchema){.format = uriel_arrow_formats[uriel_arrow_format(&request, kind)].name,
                             .name = kind->name,
                             .flags = ARROW_FLAG_NULLABLE,
                             .release = schema_release};
    block->pointers[count] = &block->columns[count];
    count++;
  }
  *out = (struct ArrowSchema){.format = "+s",
                              .name = "",
                              .n_children = count,
                              .children = block->pointers,
                              .release = schema_release,
                              .private_data = block};
  return 0;
}
