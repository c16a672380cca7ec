/* SPDX-License-Identifier: MIT */
/* The bytes at which references are looked for: ":" for schemes, "." and "/" for hosts, "@" for mail.
 * Most of them are of something else, as the bytes beside them tell: that is looked at here, since text
 * has so many. */
#include "find/trigger.h"

#include "find/domain.h"
#include "scan/colon.h"
#include "text/word.h"
#include "uriel_find.h"

find_search uriel_find_search(const find_text *t)
{
  const bool all = t->options->options & (URIEL_FIND_ABBREVIATED | URIEL_FIND_MAIL);
  return (find_search){.text = t, .block = t->floor, .next = t->floor, .all = all};
}

/* A colon behind what may be a scheme, and not the first of "std::string". */
static bool find_colon_counts(const find_text *t, const char *at)
{
  if (at == t->floor || !byte_is(at[-1], BYTE_SCHEME))
    return false;
  return at + 1 == t->end || t->options->schemes || at[1] != ':';
}

/* "//" that is no part of a path or a comment. */
static bool find_slash_counts(const find_text *t, const char *at)
{
  static const char before[] = "\"'`(=<[{|,;>";
  return at == t->floor || find_blank(at[-1]) || memchr(before, at[-1], sizeof before - 1);
}

static bool find_in_word(char byte)
{
  return (unsigned char)byte >= 0x80 || byte_is(byte, BYTE_ALPHA | BYTE_DIGIT);
}

/* A dot between labels. Where the one behind it is the last of two, it is looked at before the one in
 * front: that is what tells most names of files from hosts. */
static bool find_dot_counts(const find_text *t, const char *at)
{
  const char *const label = at + 1;
  const char *end = label;
  bool letters = true;
  if (at == t->floor || !(find_in_word(at[-1]) || at[-1] == '-' || at[-1] == '_'))
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
  switch (*at) {
  case ':':
    return find_colon_counts(t, at);
  case '.':
    return (t->options->options & URIEL_FIND_ABBREVIATED) && find_dot_counts(t, at);
  case '/':
    return (t->options->options & URIEL_FIND_ABBREVIATED) && find_slash_counts(t, at);
  default:
    return (t->options->options & URIEL_FIND_MAIL) && at > t->floor && !find_blank(at[-1]);
  }
}

const char *uriel_find_trigger(find_search *search)
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
    search->block =
        (search->all ? uriel_scan_marks : uriel_scan_colons)(search->next, end, &search->marks);
    search->next = end - search->block > MARK_BLOCK ? search->block + MARK_BLOCK : end;
  }
}
