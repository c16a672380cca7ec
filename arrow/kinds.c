/* SPDX-License-Identifier: MIT */
/* The available columns, and the columns that a schema and the options request. */
#include "kinds.h"

#include <errno.h>
#include <string.h>

#define MEMBER(name)                                                                                    \
  {                                                                                                     \
    URIEL_ARROW_OFFSETS, ARROW_MEMBER, #name, URIEL_REFERENCE, offsetof(uriel_ref, name)                \
  }
const arrow_kind uriel_arrow_kinds[ARROW_KINDS] = {
    {URIEL_ARROW_SCHEME, ARROW_TEXT, "scheme", URIEL_SCHEME, 0},
    {URIEL_ARROW_USERINFO, ARROW_TEXT, "userinfo", URIEL_USERINFO, 0},
    {URIEL_ARROW_HOST, ARROW_TEXT, "host", URIEL_HOST, 0},
    {URIEL_ARROW_PORT, ARROW_TEXT, "port", URIEL_PORT, 0},
    {URIEL_ARROW_PATH, ARROW_TEXT, "path", URIEL_PATH, 0},
    {URIEL_ARROW_QUERY, ARROW_TEXT, "query", URIEL_QUERY, 0},
    {URIEL_ARROW_FRAGMENT, ARROW_TEXT, "fragment", URIEL_FRAGMENT, 0},
    {URIEL_ARROW_PORT_NUMBER, ARROW_PORT_NUMBER, "port_number", URIEL_PORT, 0},
    {URIEL_ARROW_ERROR, ARROW_ERROR, "error", URIEL_REFERENCE, 0},
    MEMBER(length),
    MEMBER(scheme_end),
    MEMBER(host_begin),
    MEMBER(host_end),
    MEMBER(path_begin),
    MEMBER(path_end),
    MEMBER(query_end),
    MEMBER(flags),
};
#undef MEMBER

const char *uriel_arrow_format(const arrow_request *request, const arrow_kind *kind)
{
  switch (kind->type) {
  case ARROW_TEXT:
    if (request->views)
      return "vu";
    return request->layout == ARROW_OFFSETS32 ? "u" : "U";
  case ARROW_PORT_NUMBER:
  case ARROW_ERROR:
    return "S";
  default:
    return "I";
  }
}

static bool arrow_is_text(const char *format, arrow_layout *layout)
{
  static const struct {
    const char *format;
    arrow_layout layout;
  } texts[] = {{"u", ARROW_OFFSETS32}, {"z", ARROW_OFFSETS32}, {"U", ARROW_OFFSETS64},
               {"Z", ARROW_OFFSETS64}, {"vu", ARROW_VIEWS},    {"vz", ARROW_VIEWS}};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    if (strcmp(format, texts[i].format) == 0) {
      *layout = texts[i].layout;
      return true;
    }
  return false;
}

/* The place of the struct's column with the texts; -1 if no column has that name. */
static int64_t arrow_child_of(const struct ArrowSchema *schema, const char *name)
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
static const struct ArrowSchema *arrow_texts(arrow_request *request, const struct ArrowSchema *schema,
                                             const char *child, int *error, const char **why)
{
  request->nested = strcmp(schema->format, "+s") == 0;
  if (!request->nested) {
    *error = child ? arrow_fail(why, EINVAL, "a column is named, but the array is not a struct") : 0;
    return child ? NULL : schema;
  }
  if (!uriel_arrow_has_children(schema)) {
    *error = arrow_fail(why, EINVAL, "the struct's schema lacks columns that it counts");
    return NULL;
  }
  request->children = schema->n_children;
  request->child = arrow_child_of(schema, child);
  if (request->child >= 0)
    return schema->children[request->child];
  *error = arrow_fail(why, EINVAL,
                      child ? "the struct has no column of that name"
                            : "the struct has not one column: the one with the texts must be named");
  return NULL;
}

int uriel_arrow_request(arrow_request *request, const struct ArrowSchema *schema,
                        const uriel_arrow_options *options, const char **why)
{
  const uriel_arrow_options plain = {0};
  const uriel_arrow_options *const asked = options ? options : &plain;
  const unsigned known =
      URIEL_ARROW_COMPONENTS | URIEL_ARROW_PORT_NUMBER | URIEL_ARROW_ERROR | URIEL_ARROW_OFFSETS;
  int error = 0;
  *request = (arrow_request){.columns = asked->columns ? asked->columns : URIEL_ARROW_COMPONENTS,
                             .views = asked->views};
  if (request->columns & ~known)
    return arrow_fail(why, EINVAL, "a column is asked for that there is not");
  if (!schema || !schema->release || !schema->format)
    return arrow_fail(why, EINVAL, "the schema was released, or has no format");
  const struct ArrowSchema *const texts = arrow_texts(request, schema, asked->child, &error, why);
  if (!texts)
    return error;
  if (!texts->format || !arrow_is_text(texts->format, &request->layout))
    return arrow_fail(why, ENOTSUP, "the texts are not utf8 or binary (u, U, vu, z, Z, vz)");
  if (texts->dictionary)
    return arrow_fail(why, ENOTSUP, "the texts are dictionary-encoded");
  return 0;
}
