/* SPDX-License-Identifier: MIT */
/* The available columns, and the columns that a schema and the options request. */
#include "kinds.h"

#include <stddef.h>

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

const arrow_format_info uriel_arrow_formats[] = {
    [ARROW_UTF8] = {"u", 4},   [ARROW_LARGE_UTF8] = {"U", 8}, [ARROW_UTF8_VIEW] = {"vu", 16},
    [ARROW_INT8] = {"c", 1},   [ARROW_UINT8] = {"C", 1},      [ARROW_INT16] = {"s", 2},
    [ARROW_UINT16] = {"S", 2}, [ARROW_INT32] = {"i", 4},      [ARROW_UINT32] = {"I", 4},
    [ARROW_INT64] = {"l", 8},  [ARROW_UINT64] = {"L", 8},     [ARROW_BOOL] = {"b", 0},
    [ARROW_LIST] = {"+l", 4},
};

arrow_format uriel_arrow_format(const arrow_request *request, const arrow_kind *kind)
{
  switch (kind->type) {
  case ARROW_TEXT:
    return request->text;
  case ARROW_PORT_NUMBER:
  case ARROW_ERROR:
    return ARROW_UINT16;
  default:
    return ARROW_UINT32;
  }
}

int uriel_arrow_request(arrow_request *request, const struct ArrowSchema *schema,
                        const uriel_arrow_options *options, const char **why)
{
  const uriel_arrow_options plain = {0};
  const uriel_arrow_options *const asked = options ? options : &plain;
  const unsigned known =
      URIEL_ARROW_COMPONENTS | URIEL_ARROW_PORT_NUMBER | URIEL_ARROW_ERROR | URIEL_ARROW_OFFSETS;
  *request = (arrow_request){.columns = asked->columns ? asked->columns : URIEL_ARROW_COMPONENTS};
  if (request->columns & ~known)
    return arrow_fail(why, EINVAL, "a column is asked for that there is not");
  const int error = uriel_arrow_source(&request->source, schema, asked->child, URIEL_KIND_TEXT, why);
  request->text = asked->views ? ARROW_UTF8_VIEW : arrow_copies(&request->source);
  return error;
}
