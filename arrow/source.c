/* SPDX-License-Identifier: MIT */
/* Schemas of arrays that go in. */
#include "source.h"

#include <string.h>

static bool source_values(arrow_values *values, const char *format, uriel_kind kind)
{
  static const struct {
    const char *format;
    arrow_values values;
  } all[] = {{"u", {ARROW_OFFSETS32, 0, false}}, {"z", {ARROW_OFFSETS32, 0, false}},
             {"U", {ARROW_OFFSETS64, 0, false}}, {"Z", {ARROW_OFFSETS64, 0, false}},
             {"vu", {ARROW_VIEWS, 0, false}},    {"vz", {ARROW_VIEWS, 0, false}},
             {"c", {ARROW_INTEGERS, 1, true}},   {"C", {ARROW_INTEGERS, 1, false}},
             {"s", {ARROW_INTEGERS, 2, true}},   {"S", {ARROW_INTEGERS, 2, false}},
             {"i", {ARROW_INTEGERS, 4, true}},   {"I", {ARROW_INTEGERS, 4, false}},
             {"l", {ARROW_INTEGERS, 8, true}},   {"L", {ARROW_INTEGERS, 8, false}}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (strcmp(format, all[i].format) == 0) {
      *values = all[i].values;
      return (values->layout == ARROW_INTEGERS) == (kind == URIEL_KIND_INTEGER);
    }
  return false;
}

/* The place of the struct's column with the texts; -1 if no column has that name. */
static int64_t source_child_of(const struct ArrowSchema *schema, const char *name)
{
  if (!name)
    return schema->n_children == 1 ? 0 : -1;
  for (int64_t i = 0; i < schema->n_children; i++)
    if (schema->children[i]->name && strcmp(schema->children[i]->name, name) == 0)
      return i;
  return -1;
}

bool uriel_arrow_has_children(const struct ArrowSchema *schema)
{
  if (schema->n_children < 0 || (schema->n_children > 0 && !schema->children))
    return false;
  for (int64_t i = 0; i < schema->n_children; i++)
    if (!schema->children[i] || !schema->children[i]->release)
      return false;
  return true;
}

/* The schema of the texts: `schema`, or a child of it; NULL with a number in `error`. */
static const struct ArrowSchema *source_schema(arrow_source *source, const struct ArrowSchema *schema,
                                               const char *child, int *error, const char **why)
{
  source->nested = strcmp(schema->format, "+s") == 0;
  if (!source->nested) {
    *error = child ? arrow_fail(why, EINVAL, "a column is named, but the array is not a struct") : 0;
    return child ? NULL : schema;
  }
  if (!uriel_arrow_has_children(schema)) {
    *error = arrow_fail(why, EINVAL, "the struct's schema lacks columns that it counts");
    return NULL;
  }
  source->children = schema->n_children;
  source->child = source_child_of(schema, child);
  if (source->child >= 0)
    return schema->children[source->child];
  *error = arrow_fail(why, EINVAL,
                      child ? "the struct has no column of that name"
                            : "the struct has not one column: the one with the texts must be named");
  return NULL;
}

int uriel_arrow_source(arrow_source *source, const struct ArrowSchema *schema, const char *child,
                       uriel_kind kind, const char **why)
{
  int error = 0;
  *source = (arrow_source){.nested = false};
  if (!schema || !schema->release || !schema->format)
    return arrow_fail(why, EINVAL, "the schema was released, or has no format");
  const struct ArrowSchema *const column = source_schema(source, schema, child, &error, why);
  if (!column)
    return error;
  if (!column->format || !source_values(&source->values, column->format, kind))
    return arrow_fail(why, ENOTSUP,
                      kind == URIEL_KIND_INTEGER
                          ? "the numbers are not integers (c, C, s, S, i, I, l, L)"
                          : "the texts are not utf8 or binary (u, U, vu, z, Z, vz)");
  if (column->dictionary)
    return arrow_fail(why, ENOTSUP, "the column is dictionary-encoded");
  return 0;
}
