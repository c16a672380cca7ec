/* SPDX-License-Identifier: MIT */
/* References in which programs see different places. */
#include "disagreement.h"

#include "unicode.h"
#include "uriel_scheme.h"

/* Browsers read a backslash as a slash. */
static bool disagreement_slash(char c)
{
  return c == '/' || c == '\\';
}

bool disagreement_find(struct disagreement *found, uriel_text text, uriel_text base,
                       struct buffer *scratch)
{
  size_t count, outer = 0;
  while (outer < text.len && (unsigned char)text.ptr[outer] <= ' ')
    outer++; /* browsers skip these before a scheme */
  size_t scheme = text_scheme((uriel_text){text.ptr + outer, text.len - outer});
  scheme += scheme ? outer : 0;
  const uriel_reader *const readers = uriel_present_readers(&count);
  uriel_agree_rule rules[2];
  uriel_agreement agreement;
  found->text = uriel_text_of(NULL);
  scratch->len = 0;
  if (text.len > DISAGREEMENT_MOST || text.len - scheme < 2 || !disagreement_slash(text.ptr[scheme]) ||
      !disagreement_slash(text.ptr[scheme + 1]))
    return true;
  if (!scheme) {
    scheme = text_scheme(base);
    if (!scheme || scheme > DISAGREEMENT_MOST)
      return true;
    if (!buffer_add(scratch, base.ptr, scheme) || !buffer_add(scratch, text.ptr, text.len))
      return false;
    text.len += scheme;
  }
  const size_t copied = scratch->len, bound = uriel_agree_bound(0, text.len);
  if (!buffer_grow(scratch, copied + bound))
    return false;
  if (copied)
    text.ptr = scratch->ptr;
  uriel_agree(&agreement, NULL, readers, count, URIEL_AGREE_PLACE, text.ptr, text.len,
              scratch->ptr + copied, bound);
  if (agreement.same == agreement.accepts)
    return true;
  const size_t rule_count = uriel_agree_rules(rules, 2, text.ptr, text.len);
  const size_t first = rule_count && strcmp(rules[0].code, "scheme") == 0;
  if (first && rule_count == 1)
    return true;
  found->rule =
      rule_count ? rules[first]
                 : (uriel_agree_rule){"", "Programs see different hosts or ports.", .length = text.len};
  scratch->len = 0;
  bool good = buffer_add(scratch, found->rule.code, strlen(found->rule.code));
  const uint64_t named = agreement.accepts & (~agreement.same | (0 - agreement.accepts));
  for (size_t i = 0; i < count; i++)
    if (named >> i & 1)
      good = good && buffer_add(scratch, " ", 1) &&
             buffer_add(scratch, readers[i].name, strlen(readers[i].name));
  found->text = buffer_text(scratch);
  return good;
}

/* Returns the length of the text through the first slash of its path, if every reader sees the same host
 * and port in both: http or https, an unusual host or port without delimiters, and a path, query and
 * fragment of characters that no reader treats specially. Otherwise 0. */
static size_t disagreement_site(uriel_text text)
{
  if (text.len < 8 || text.len > DISAGREEMENT_MOST || memcmp(text.ptr, "http", 4) != 0)
    return 0;
  size_t at = 4 + (text.ptr[4] == 's');
  if (memcmp(text.ptr + at, "://", 3) != 0)
    return 0;
  const size_t host = at += 3;
  size_t label = host;
  bool unusual = false;
  for (; at < text.len; at++) {
    const char c = text.ptr[at];
    if (c == '.')
      label = at + 1;
    else if (c == '_' || c == ':' || (unsigned char)c >= 0x80)
      unusual = true;
    else if (!ascii_alphanumeric(c) && c != '-')
      break;
  }
  const size_t path = at;
  /* The readers need not be asked about most names (src/agree/plain.c). */
  if (!unusual && label < path && (text.ptr[label] | 0x20) >= 'a')
    return 0;
  bool fragment = false;
  for (; at < text.len; at++) {
    if (text.ptr[at] == '#' && !fragment)
      fragment = true;
    else if (!ascii_alphanumeric(text.ptr[at]) && !memchr("/-._~?=&+,;:", text.ptr[at], 12))
      return 0;
  }
  return path > host && path < text.len && text.ptr[path] == '/' ? path + 1 : 0;
}

bool disagreement_recall(uriel_text *found, uriel_text text, uriel_text base,
                         struct disagreement_memory *memory)
{
  struct disagreement judged;
  struct buffer *const known = &memory->site;
  const uriel_text site = {text.ptr, disagreement_site(text)};
  if (site.len && site.len == known->len && memcmp(known->ptr, site.ptr, site.len) == 0) {
    *found = buffer_defined(&memory->text);
    return true;
  }
  if (!disagreement_find(&judged, site.len ? site : text, base, &memory->scratch))
    return false;
  *found = judged.text;
  return !site.len || (buffer_set(known, site) && buffer_set(&memory->text, judged.text));
}

void disagreement_forget(struct disagreement_memory *memory)
{
  buffer_free(&memory->scratch);
  buffer_free(&memory->site);
  buffer_free(&memory->text);
}

void disagreement_parts(uriel_text text, uriel_text parts[DISAGREEMENT_PARTS])
{
  parts[DISAGREEMENT_OTHERS] = text;
  uriel_list_next(&parts[DISAGREEMENT_OTHERS], &parts[DISAGREEMENT_RULE], ' ');
  uriel_list_next(&parts[DISAGREEMENT_OTHERS], &parts[DISAGREEMENT_FIRST], ' ');
  if (parts[DISAGREEMENT_RULE].len == 0)
    parts[DISAGREEMENT_RULE].ptr = NULL;
}
