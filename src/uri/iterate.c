/* SPDX-License-Identifier: MIT */
/* Iterators over the segments of a path and the pairs of a query. */
#include "text/text.h"

bool uriel_segment_next(uriel_text *rest, uriel_text *segment)
{
  if (rest->len == 0)
    return false;
  const char *const end = rest->ptr + rest->len;
  const char *const begin = rest->ptr[0] == '/' ? rest->ptr + 1 : rest->ptr;
  const char *const slash = view_find(begin, end, '/');
  *segment = view_of(begin, slash);
  *rest = view_of(slash, end);
  return true;
}

bool uriel_query_next(uriel_text *rest, unsigned options, uriel_text *key, uriel_text *value)
{
  if (rest->len == 0)
    return false;
  const char semicolon = options & URIEL_QUERY_SEMICOLON ? ';' : '&';
  const char *begin = rest->ptr;
  const char *const end = begin + rest->len;
  while (begin < end && (*begin == '&' || *begin == semicolon))
    begin++;
  const char *at = begin;
  if (semicolon == '&')
    at = view_find(at, end, '&');
  while (at < end && *at != '&' && *at != semicolon)
    at++;
  const char *const equals = view_find(begin, at, '=');
  *key = view_of(begin, equals);
  *value = equals == at ? view_undefined() : view_of(equals + 1, at);
  *rest = view_of(at, end);
  return at > begin;
}
