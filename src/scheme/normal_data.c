/* SPDX-License-Identifier: MIT */
/* What is the same of data (RFC 2397): the case of media types and of the names of their parameters (RFC
 * 2045, 5.1), and a type that is meant without being said. Where the data begins cannot be told from two
 * segments of the path, all stays as it is. */
#include "scheme/normal.h"

enum { DATA_NAME, DATA_VALUE, DATA_REST };

static bool data_quote_at(const char *at, const char *end)
{
  return triplet_at(at, end) && triplet_value(at) == '"';
}

/* Behind the quote that ends the text; a "\\", encoded too, goes before a byte of it. */
static const char *data_unquoted(const char *at, const char *end)
{
  while (at < end && !data_quote_at(at, end)) {
    if (triplet_at(at, end) && triplet_value(at) == '\\')
      at += 3;
    if (at < end)
      at += triplet_at(at, end) ? 3 : 1;
  }
  return at < end ? at + 3 : end;
}

/* Where a name ends, or a value: each byte is looked at once, however many fields there are. A value
 * that begins with a quote, which is encoded, ends behind the next (RFC 822, 3.3; RFC 2397, 3). */
static const char *data_stop(const char *at, const char *end, bool name)
{
  if (!name && data_quote_at(at, end))
    at = data_unquoted(at + 3, end);
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
static pieces data_segment(const segments_shape *path, unsigned index, unit_rules rules,
                           uriel_text query)
{
  (void)query;
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

/* What is behind `wanted`, which the text begins with in any case; NULL where it does not. */
static const char *data_after(uriel_text text, unit_rules rules, const char *wanted)
{
  const char *at = text.ptr;
  const char *const end = at + text.len;
  rules.fold = true;
  for (; *wanted; wanted++)
    if (at == end || unit_next(&at, end, rules) != (unsigned char)*wanted)
      return NULL;
  return at;
}

/* Whether the type ends there, and the data follows or the word that says how it is written. */
static bool data_type_ends(const char *at, const char *end, unit_rules rules)
{
  return at < end && (*at == ',' || data_after(view_of(at, end), rules, ";base64,"));
}

/* What is behind the type in the path, where the type is what is meant without it; undefined otherwise.
 * The type is looked for in the first two segments of those that are left without dot segments, so that
 * what it is part of is what stands there in the end.
 * "If <mediatype> is omitted, it defaults to text/plain;charset=US-ASCII. As a shorthand, "text/plain"
 * can be omitted but the charset parameter supplied" (RFC 2397, 2). The latter stays as it is written:
 * it would need a segment of its own. */
static uriel_text data_behind_type(const segments_shape *path, unit_rules rules)
{
  uriel_text piece = path->first;
  if (path->count > 1) {
    const char *const text = data_after(piece, rules, "text");
    const char *const plain = data_after(path->second, rules, "plain");
    if (plain && text == piece.ptr + piece.len)
      piece = view_of(plain, path->second.ptr + path->second.len);
  }
  const char *const end = piece.ptr + piece.len;
  const char *const usual = data_after(piece, rules, ";charset=us-ascii");
  return usual && data_type_ends(usual, end, rules) ? view_of(usual, end) : view_undefined();
}

void uriel_normal_data(normal_form *n)
{
  static const normal_own own = {data_segment, NULL};
  n->own = &own;
  if (view_defined(n->host))
    return;
  const segments_shape path = uriel_segments_measure(normal_segments(n), n->rules);
  const uriel_text behind = data_behind_type(&path, n->rules);
  if (view_defined(behind))
    n->path = view_of(behind.ptr, n->path.ptr + n->path.len);
}
