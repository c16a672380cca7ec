/* SPDX-License-Identifier: MIT */
/* References in running text (RFC 3986, Appendix C): the bytes that trigger a look, and an iterator over
 * the results. */
#include "find/find.h"
#include "find/domain.h"
#include "scan/scan.h"
#include "text/bytes.h"
#include "uriel_find.h"

/* A search for triggers: the last block looked at, and its remaining marks. */
typedef struct find_search {
  const find_text *text;
  const char *block, *next;
  uint64_t marks;
  bool all; /* not only colons */
} find_search;

/* ---- Triggers ------------------------------------------------------------------------------------- */

/* A dot between labels. If the label after it is the last one, its top-level domain is checked first:
 * that distinguishes most file names from hosts. */
static bool find_dot_counts(const find_text *t, const char *at)
{
  const char *const label = at + 1;
  const char *end = label;
  bool letters = true;
  if (at == t->floor || !((unsigned char)at[-1] >= 0x80 || byte_is(at[-1], BYTE_ALPHA | BYTE_DIGIT) ||
                          at[-1] == '-' || at[-1] == '_'))
    return false;
  for (; end < t->end && byte_is(*end, BYTE_ALPHA | BYTE_DIGIT); end++)
    letters = letters && !byte_is(*end, BYTE_DIGIT);
  if (end == t->end || (unsigned char)*end >= 0x80)
    return true;
  if (end == label || *end == '.' || *end == '-' || *end == '_')
    return end > label;
  const find_top top = letters ? uriel_find_top(view_of(label, end)) : FIND_TOP_NONE;
  return top == FIND_TOP_PLAIN || (top != FIND_TOP_NONE && (*end == '/' || *end == '\\'));
}

static bool find_counts(const find_text *t, const char *at)
{
  const bool first = at == t->floor;
  switch (*at) {
  case ':': /* after a possible scheme, but not the first one of "std::string" */
    return !first && byte_is(at[-1], BYTE_SCHEME) &&
           (at + 1 == t->end || t->options->schemes || at[1] != ':');
  case '.':
    return (t->options->options & URIEL_FIND_ABBREVIATED) && find_dot_counts(t, at);
  case '/': /* "//" that is not part of a path or a comment */
    return (t->options->options & URIEL_FIND_ABBREVIATED) &&
           (first || byte_is_blank(at[-1]) || bytes_have("\"'`(=<[{|,;>", (unsigned char)at[-1]));
  default:
    return (t->options->options & URIEL_FIND_MAIL) && !first && !byte_is_blank(at[-1]);
  }
}

/* Returns the next trigger, or the text's end. Skips marks that cannot belong to a reference. */
static const char *find_trigger(find_search *search)
{
  const char *const end = search->text->end;
  for (;;) {
    while (search->marks) {
      const char *const at = search->block + word_lowest(search->marks);
      search->marks &= search->marks - 1;
      if (find_counts(search->text, at))
        return at;
    }
    if (search->next == end)
      return end;
    search->block = uriel_scan_marks(search->next, end, search->all, &search->marks);
    search->next = end - search->block > MARK_BLOCK ? search->block + MARK_BLOCK : end;
  }
}

/* ---- Names ---------------------------------------------------------------------------------------- */

const char *uriel_hit_kind_name(uriel_hit_kind kind)
{
  static const char *const names[] = {"", "uri", "urn", "network-path", "abbreviated", "mail"};
  return (size_t)kind < sizeof names / sizeof *names ? names[kind] : "";
}

const char *uriel_delimiter_name(uriel_delimiter delimiter)
{
  static const char *const names[] = {"bare", "angle", "label", "quote", "bracket"};
  return (size_t)delimiter < sizeof names / sizeof *names ? names[delimiter] : "";
}

/* ---- The iterator --------------------------------------------------------------------------------- */

/* Returns the first trigger from the floor on that is a reference, or that depends on text still to
 * come, or `t->end`. `found` says which. */
static const char *find_next(find_text *t, find_candidate *c, bool *found)
{
  const bool all = t->options->options & (URIEL_FIND_ABBREVIATED | URIEL_FIND_MAIL);
  find_search search = {.text = t, .block = t->floor, .next = t->floor, .all = all};
  const char *at = find_trigger(&search);
  for (; at < t->end; at = find_trigger(&search)) {
    t->touched = false;
    *found = *at == ':'   ? uriel_find_scheme(t, at, c)
             : *at == '.' ? uriel_find_abbreviated(t, at, c)
             : *at == '/' ? uriel_find_network_path(t, at, c)
                          : uriel_find_mail(t, at, c);
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

/* Returns where to resume after appending more text: far enough before `place` that no later trigger
 * sees less, and that the triggers in between give the same results. A cut within a word might change
 * a result, so the place moves back until a search that resumes there also finds nothing before `place`.
 */
static const char *find_resume(const find_text *t, const char *place)
{
  const char *const nearest = find_low(t, place);
  for (const char *from = nearest; from > t->floor && nearest - from < FIND_BEHIND; from--) {
    find_text rest = *t;
    find_candidate c;
    bool found = false;
    rest.floor = from;
    if (find_next(&rest, &c, &found) == place)
      return from;
  }
  return t->floor;
}

bool uriel_find(uriel_hit *hit, size_t *from, const char *text, size_t len, bool whole,
                const uriel_find_options *options)
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
