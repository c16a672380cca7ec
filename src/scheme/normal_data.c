/* SPDX-License-Identifier: MIT */
/* What is the same of data (RFC 2397): the case of media types and of the names of their parameters (RFC
 * 2045, 5.1). Where the data begins cannot be told from two segments of the path, all stays as it is. */
#include "scheme/normal.h"

enum { DATA_NAME, DATA_VALUE, DATA_REST };

/* Where a name ends, or a value: each byte is looked at once, however many fields there are. */
static const char *data_stop(const char *at, const char *end, bool name)
{
  while (at < end && *at != ';' && *at != ',' && !(name && *at == '='))
    at++;
  return at;
}

/* A name, of a type or a parameter; a parameter's value; what is behind the ",". */
static bool data_field(pieces *p, uriel_text *piece, unit_rules *rules)
{
  const char *const begin = p->rest.ptr;
  const char *const end = begin + p->rest.len;
  const bool name = p->state == DATA_NAME;
  const char *stop = p->state == DATA_REST ? end : data_stop(begin, end, name);
  if (begin == end)
    return false;
  if (stop < end) {
    p->state = *stop == ',' ? DATA_REST : *stop == '=' ? DATA_VALUE : DATA_NAME;
    stop++;
  }
  *piece = view_of(begin, stop);
  *rules = p->rules;
  rules->fold = name;
  p->rest = view_of(stop, end);
  return true;
}

static bool data_has(uriel_text text, char byte)
{
  const char *const end = text.ptr + text.len;
  return view_find(text.ptr, end, byte) != end;
}

/* The second segment goes on where the first has ended: behind a type's "/" or inside a value. */
static pieces data_segment(const segments_shape *path, unsigned index, unit_rules rules)
{
  const bool in_first = data_has(path->first, ',');
  const bool in_second = path->count > 1 && data_has(path->second, ',');
  pieces p = uriel_normal_plain(index ? path->second : path->first, rules);
  if ((!in_first && !in_second) || (in_first && index > 0) || (path->first.len == 0 && path->count > 1))
    return p;
  p.next = data_field;
  p.rest = p.text;
  p.state = index > 0 && data_has(path->first, ';') ? DATA_VALUE : DATA_NAME;
  return p;
}

const normal_own uriel_own_data = {data_segment, NULL};
