/* SPDX-License-Identifier: MIT */
/* Parameters that exist only to track people. */
#include "text/text.h"
#include "uriel_query.h"

struct tracking_row {
  const char *name;   /* with its "*" */
  const char *hosts;  /* separated by spaces; "": every host */
  const char *unless; /* the parameter that keeps it, or "" */
  uint8_t len;        /* of the name without "*" */
  bool prefix;
};

#include "query/tracking_table.h"

enum {
  TRACKING_ROWS = sizeof tracking_rows / sizeof *tracking_rows,
  TRACKING_FIRST = '_',
  TRACKING_FIRSTS = sizeof tracking_second / sizeof *tracking_second,
  TRACKING_LONGEST = 32 /* a longer name matches only a row with "*" */
};

/* Returns the row of a parameter, by its decoded name or the first bytes of that, or NULL. */
static const struct tracking_row *tracking_find(const char *parameter, const char *end)
{
  char name[TRACKING_LONGEST + 1];
  size_t len = 0;
  for (const char *at = parameter; len < sizeof name && at < end && *at != '='; len++)
    name[len] = byte_lower(*at == '%' ? decoded_next(&at, end) : *at++);
  const unsigned at = len < 2 ? TRACKING_FIRSTS : (unsigned)(unsigned char)name[0] - TRACKING_FIRST;
  if (at >= TRACKING_FIRSTS)
    return NULL;
  for (size_t i = tracking_begin[at]; i < tracking_begin[at + 1]; i++) {
    const struct tracking_row *const row = &tracking_rows[i];
    if ((row->prefix ? len >= row->len : len == row->len) && memcmp(row->name, name, row->len) == 0)
      return row;
  }
  return NULL;
}

/* Returns whether a row applies to the host, and to a query without the parameter that keeps it. */
static bool tracking_applies(const struct tracking_row *row, uriel_text host, uriel_text query)
{
  uriel_text rest = *row->hosts ? uriel_text_of(row->hosts) : (uriel_text){NULL, 0};
  bool applies = !rest.ptr;
  while (!applies && rest.ptr) {
    const uriel_text domain = view_take(&rest, ' ');
    const size_t below = host.len - domain.len; /* bytes before the domain, if the host ends in it */
    applies = host.len >= domain.len && (below == 0 || host.ptr[below - 1] == '.') &&
              fold_equal(host.ptr + below, domain.ptr, domain.len);
  }
  const uriel_text unless = uriel_text_of(row->unless);
  for (uriel_param param; applies && unless.len > 0 && uriel_query_next(&query, &param, 0);)
    applies = !uriel_query_is(param.name, unless.ptr, unless.len, URIEL_QUERY_FOLD);
  return applies;
}

/* Returns whether a parameter can be in the table by its first two bytes, in lower case. Most cannot. */
static inline bool tracking_is_likely(const char *parameter, const char *end)
{
  if (end - parameter < 2)
    return false;
  const unsigned at = (unsigned)(unsigned char)byte_lower(parameter[0]) - TRACKING_FIRST;
  return (at < TRACKING_FIRSTS && (tracking_second[at] >> (byte_lower(parameter[1]) & 31) & 1)) ||
         parameter[0] == '%' || parameter[1] == '%';
}

/* A parameter goes with the separator before it; the first one with that after it, as does each that
 * follows it at once (uriel_query_remove). */
size_t uriel_query_strip_tracking(uriel_text *result, uriel_text query, uriel_text host, char *out,
                                  size_t capacity)
{
  enum { UNKNOWN, APPLIES, OTHER };
  uint8_t verdicts[TRACKING_ROWS]; /* valid if `row` was ever found: whether a row applies here */
  bool found = false, removes = false, keeps = false;
  writer w = {out, capacity, 0, NULL};
  const char *const end = query.ptr + query.len;
  const char *from = query.ptr;                      /* the rest is not written yet */
  if (host.len > 0 && host.ptr[host.len - 1] == '.') /* of the root (RFC 3986, 3.2.2) */
    host.len--;
  for (const char *at = query.ptr; at < end; at++) {
    const char *const parameter = at;
    at = view_find(at, end, '&');
    const struct tracking_row *const row =
        tracking_is_likely(parameter, at) ? tracking_find(parameter, at) : NULL;
    if (row && !found)
      memset(verdicts, UNKNOWN, sizeof verdicts);
    found |= row != NULL;
    uint8_t *const verdict = row ? &verdicts[row - tracking_rows] : NULL;
    if (verdict && *verdict == UNKNOWN)
      *verdict = tracking_applies(row, host, query) ? APPLIES : OTHER;
    if (!verdict || *verdict == OTHER) {
      keeps |= at > parameter;
      continue;
    }
    const bool first = from == parameter && w.len == 0;
    if (from < parameter)
      uriel_write_bytes(&w, from, (size_t)(parameter - 1 - from));
    from = at + (first && at < end);
    removes = true;
  }
  *result = query;
  if (!removes)
    return query.len;
  *result = (uriel_text){NULL, 0};
  if (!keeps)
    return 0;
  uriel_write_bytes(&w, from, (size_t)(end - from));
  *result = (uriel_text){capacity ? out : "", w.len < capacity ? w.len : capacity};
  return w.len;
}
