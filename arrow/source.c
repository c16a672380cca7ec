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
  if (strcmp(format, "n") == 0) {
    *values = (arrow_values){ARROW_NULLS, 0, false};
    return true;
  }
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
                            : "the struct must have one column: select the one with the texts");
  return NULL;
}

static int source_refuse(uriel_kind kind, const char **why)
{
  return arrow_fail(why, ENOTSUP,
                    kind == URIEL_KIND_INTEGER ? "the numbers are not integers (c, C, s, S, i, I, l, L)"
                    : kind == URIEL_KIND_LIST
                        ? "the lists are not lists of texts (+l or +L of u, U, vu, z, Z, vz)"
                        : "the texts are not utf8 or binary (u, U, vu, z, Z, vz)");
}

/* The schema inside lists, or of a dictionary. */
static int source_inner(arrow_source *source, const struct ArrowSchema *column,
                        const struct ArrowSchema *inner, uriel_kind kind, const char **why)
{
  if (!inner || !inner->release || !inner->format)
    return arrow_fail(why, EINVAL, "the schema of the values is missing, or was released");
  if (inner->dictionary)
    return arrow_fail(why, ENOTSUP, "the values have a dictionary of their own");
  if (column->dictionary && !source_values(&source->outer, column->format, URIEL_KIND_INTEGER))
    return arrow_fail(why, ENOTSUP, "the indices of a dictionary are not integers");
  return source_values(&source->values, inner->format, kind == URIEL_KIND_LIST ? URIEL_KIND_TEXT : kind)
             ? 0
             : source_refuse(kind, why);
}

static int source_form(arrow_source *source, const struct ArrowSchema *column, uriel_kind kind,
                       const char **why)
{
  const bool wide = column->format && strcmp(column->format, "+L") == 0;
  if (!column->format)
    return source_refuse(kind, why);
  if (kind == URIEL_KIND_LIST) {
    if (column->dictionary || (!wide && strcmp(column->format, "+l") != 0))
      return source_refuse(kind, why);
    source->form = ARROW_LISTED;
    source->outer = (arrow_values){ARROW_INTEGERS, wide ? sizeof(int64_t) : sizeof(int32_t), true};
    const bool one = column->n_children == 1 && column->children;
    return source_inner(source, column, one ? column->children[0] : NULL, kind, why);
  }
  if (column->dictionary) {
    source->form = ARROW_ENCODED;
    return source_inner(source, column, column->dictionary, kind, why);
  }
  return source_values(&source->values, column->format, kind) ? 0 : source_refuse(kind, why);
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
  return source_form(source, column, kind, why);
}
