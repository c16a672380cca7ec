/* SPDX-License-Identifier: MIT */
/* References in running text (RFC 3986, Appendix C): an iterator over what the text's triggers give. */
#include "find/find.h"
#include "find/trigger.h"
#include "uriel_find.h"

bool uriel_find_same(uriel_text text, const char *lower)
{
  size_t at = 0;
  while (at < text.len && lower[at] && byte_lower(text.ptr[at]) == lower[at])
    at++;
  return at == text.len && !lower[at];
}

static bool find_at(find_text *t, const char *trigger, find_candidate *c)
{
  t->touched = false;
  switch (*trigger) {
  case ':':
    return uriel_find_scheme(t, trigger, c);
  case '.':
    return uriel_find_abbreviated(t, trigger, c);
  case '/':
    return uriel_find_network_path(t, trigger, c);
  default:
    return uriel_find_mail(t, trigger, c);
  }
}

/* The first trigger from the floor on that is a reference, or that the text that is still to come
 * decides; `t->end` where there is none. `found` tells which. */
static const char *find_next(find_text *t, find_candidate *c, bool *found)
{
  find_search search = uriel_find_search(t);
  const char *at = uriel_find_trigger(&search);
  for (; at < t->end; at = uriel_find_trigger(&search)) {
    *found = find_at(t, at, c);
    if (t->touched && !t->whole) {
      *found = false;
      return at;
    }
    if (*found)
      return at;
  }
  *found = false;
  return at;
}

/* Whether one who goes on at `from` with what is behind it finds nothing before `place`, as was found
 * with all of the text. */
static bool find_same_from(const find_text *t, const char *from, const char *place)
{
  find_text rest = *t;
  find_candidate c;
  bool found = false;
  rest.floor = from;
  return find_next(&rest, &c, &found) == place;
}

/* Where to go on once there is more text: so far before `place` that no trigger from there on sees less,
 * and where those in between, which do, say the same. A cut within a word might make another of it; it
 * is moved back until it does not. */
static const char *find_resume(const find_text *t, const char *place)
{
  const char *const nearest = find_low(t, place);
  for (const char *from = nearest; from > t->floor && nearest - from < FIND_BEHIND; from--)
    if (find_same_from(t, from, place))
      return from;
  return t->floor;
}

bool uriel_find(const uriel_find_options *options, const char *text, size_t len, bool whole,
                size_t *from, uriel_hit *hit)
{
  static const uriel_find_options none = {0, NULL, 0};
  if (*from >= len)
    return false;
  find_text t = {options ? options : &none, text + *from, text + len, whole, false};
  find_candidate c;
  bool found = false;
  const char *const place = find_next(&t, &c, &found);
  if (found) {
    *hit = (uriel_hit){(size_t)(c.begin - text), (size_t)(c.end - text), c.kind, c.delimiter, c.flags};
    *from = (size_t)(c.next - text);
    return true;
  }
  *from = whole ? len : (size_t)(find_resume(&t, place) - text);
  return false;
}
