/* SPDX-License-Identifier: MIT */
/* Parameters that exist only to track people. */
#include "text/bytes.h"
#include "text/view.h"
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

/* Returns whether a name with these first bytes, in lower case, can be in the table. */
static bool tracking_may_be(char first, char second)
{
  const unsigned at = (unsigned)(unsigned char)first - TRACKING_FIRST;
  return at < TRACKING_FIRSTS && (tracking_second[at] >> ((unsigned char)second & 31) & 1);
}

static bool tracking_row_is(const struct tracking_row *row, const char *name, size_t len)
{
  return (row->prefix ? len >= row->len : len == row->len) && bytes_equal(row->name, name, row->len);
}

/* Writes the name of a parameter, or its first bytes, decoded and in lower case; returns the length. */
static size_t tracking_decode(char name[TRACKING_LONGEST + 1], const char *parameter, const char *end)
{
  const char *const equals = view_find(parameter, end, '=');
  const size_t whole =
      uriel_decode(parameter, (size_t)(equals - parameter), 0, name, TRACKING_LONGEST + 1, NULL);
  const size_t len = whole < TRACKING_LONGEST + 1 ? whole : TRACKING_LONGEST + 1;
  for (size_t i = 0; i < len; i++)
    name[i] = byte_lower(name[i]);
  return len;
}

/* Returns the row of a parameter, or NULL. */
static const struct tracking_row *tracking_find(const char *parameter, const char *end)
{
  char name[TRACKING_LONGEST + 1];
  size_t len = 0;
  bool encoded = false;
  for (; len < sizeof name && parameter + len < end && parameter[len] != '='; len++) {
    name[len] = byte_lower(parameter[len]);
    encoded |= name[len] == '%';
  }
  if (encoded)
    len = tracking_decode(name, parameter, end);
  if (len < 2 || !tracking_may_be(name[0], name[1]))
    return NULL;
  const unsigned at = (unsigned)(unsigned char)name[0] - TRACKING_FIRST;
  for (size_t i = tracking_begin[at]; i < tracking_begin[at + 1]; i++)
    if (tracking_row_is(&tracking_rows[i], name, len))
      return &tracking_rows[i];
  return NULL;
}

/* Returns whether the host is the domain or one below it. */
static bool tracking_host_in(uriel_text host, const char *domain, size_t len)
{
  if (host.len < len || (host.len > len && host.ptr[host.len - len - 1] != '.'))
    return false;
  for (size_t i = 0; i < len; i++)
    if (byte_lower(host.ptr[host.len - len + i]) != domain[i])
      return false;
  return true;
}

static bool tracking_host_has(const struct tracking_row *row, uriel_text host)
{
  if (*row->hosts == '\0')
    return true;
  for (uriel_text rest = uriel_text_of(row->hosts); view_defined(rest);) {
    const uriel_text domain = view_take(&rest, ' ');
    if (tracking_host_in(host, domain.ptr, domain.len))
      return true;
  }
  return false;
}

static bool tracking_applies(const struct tracking_row *row, uriel_text host, uriel_text query)
{
  uriel_text key;
  uriel_text value;
  return tracking_host_has(row, host) &&
         (*row->unless == '\0' ||
          !uriel_query_find(&query, uriel_text_of(row->unless), URIEL_QUERY_FOLD, &key, &value));
}

/* Returns whether a parameter can be in the table by its first two bytes. Most cannot. */
static bool tracking_is_likely(const char *parameter, const char *end)
{
  return end - parameter >= 2 && (tracking_may_be(byte_lower(parameter[0]), byte_lower(parameter[1])) ||
                                  parameter[0] == '%' || parameter[1] == '%');
}

size_t uriel_query_strip_tracking(uriel_text *result, uriel_text query, uriel_text host, char *out,
                                  size_t capacity)
{
  uriel_text names[TRACKING_ROWS];
  bool met[TRACKING_ROWS]; /* valid if `any` */
  bool any = false;
  size_t count = 0;
  if (host.len > 0 && host.ptr[host.len - 1] == '.') /* of the root (RFC 3986, 3.2.2) */
    host.len--;
  const char *const end = query.ptr + query.len;
  for (const char *at = query.ptr; at < end; at++) {
    const char *const parameter = at;
    while (at < end && *at != '&')
      at++;
    if (!tracking_is_likely(parameter, at))
      continue;
    const struct tracking_row *const row = tracking_find(parameter, at);
    if (!row)
      continue;
    if (!any)
      memset(met, 0, sizeof met);
    any = true;
    if (met[row - tracking_rows])
      continue;
    met[row - tracking_rows] = true;
    if (tracking_applies(row, host, query))
      names[count++] = uriel_text_of(row->name);
  }
  *result = query;
  return count == 0 ? query.len
                    : uriel_query_remove(result, query, names, count,
                                         URIEL_QUERY_GLOB | URIEL_QUERY_FOLD, out, capacity);
}
