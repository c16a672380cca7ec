/* SPDX-License-Identifier: MIT */
/* Components of many rows: as uriel_component_get, but without a call for each. */
#include "column.h"

typedef struct arrow_span {
  bool defined;
  uint32_t begin;
  uint32_t end;
} arrow_span;

static inline arrow_span arrow_span_of(const uriel_ref *ref, uriel_component component)
{
  const bool authority = ref->host_begin != 0;
  const uint32_t userinfo = ref->scheme_end ? ref->scheme_end + 3 : 2;
  switch (component) {
  case URIEL_SCHEME:
    return (arrow_span){ref->scheme_end != 0, 0, ref->scheme_end};
  case URIEL_USERINFO:
    return (arrow_span){authority && ref->host_begin != userinfo, userinfo, ref->host_begin - 1};
  case URIEL_HOST:
    return (arrow_span){authority, ref->host_begin, ref->host_end};
  case URIEL_PORT:
    return (arrow_span){authority && ref->host_end != ref->path_begin, ref->host_end + 1,
                        ref->path_begin};
  case URIEL_QUERY:
    return (arrow_span){ref->path_end != ref->query_end, ref->path_end + 1, ref->query_end};
  case URIEL_FRAGMENT:
    return (arrow_span){ref->query_end != ref->length, ref->query_end + 1, ref->length};
  default:
    return (arrow_span){true, ref->path_begin, ref->path_end};
  }
}

/* A loop for each component, in which nothing depends on which it is. */
static inline void spans_fill(arrow_spans *spans, const arrow_rows *rows, uriel_component component)
{
  const uriel_ref *const refs = rows->refs;
  size_t sum = 0;
  for (size_t i = 0; i < rows->count; i++) {
    const arrow_span span = arrow_span_of(&refs[i], component);
    const bool defined = span.defined && !(refs[i].flags & URIEL_INVALID);
    const uint32_t len = defined ? span.end - span.begin : 0;
    spans->text[i] = defined ? refs[i].text + span.begin : rows->input->text;
    spans->len[i] = len;
    spans->defined[i] = defined;
    sum += len;
  }
  spans->sum = sum;
}

void uriel_arrow_spans(arrow_spans *spans, const arrow_rows *rows, uriel_component component)
{
  switch (component) {
  case URIEL_SCHEME:
    spans_fill(spans, rows, URIEL_SCHEME);
    break;
  case URIEL_USERINFO:
    spans_fill(spans, rows, URIEL_USERINFO);
    break;
  case URIEL_HOST:
    spans_fill(spans, rows, URIEL_HOST);
    break;
  case URIEL_PORT:
    spans_fill(spans, rows, URIEL_PORT);
    break;
  case URIEL_QUERY:
    spans_fill(spans, rows, URIEL_QUERY);
    break;
  case URIEL_FRAGMENT:
    spans_fill(spans, rows, URIEL_FRAGMENT);
    break;
  default:
    spans_fill(spans, rows, URIEL_PATH);
    break;
  }
}
