/* SPDX-License-Identifier: MIT */
#include "listing.h"

#include <string.h>

#include "base/unicode.h"
#include "uriel_scheme.h"

/* ---- Words ------------------------------------------------------------------------------------ */

/* Returns whether a word, up to white space, is left in `rest`, and moves to it. */
static bool listing_word(uriel_text *rest, uriel_text *word)
{
  size_t len = 0;
  while (rest->len && (*rest->ptr == ' ' || *rest->ptr == '\t')) {
    rest->ptr++;
    rest->len--;
  }
  while (len < rest->len && rest->ptr[len] != ' ' && rest->ptr[len] != '\t')
    len++;
  *word = (uriel_text){rest->ptr, len};
  rest->ptr += len;
  rest->len -= len;
  return len > 0;
}

/* Whether the word has the pattern: "9" is a digit, "?" an optional digit, "A" a letter, anything else
 * itself. */
static bool listing_is(uriel_text word, const char *pattern)
{
  size_t at = 0;
  for (; *pattern; pattern++) {
    const char c = at < word.len ? word.ptr[at] : '\0';
    const bool is_digit = c >= '0' && c <= '9';
    if (*pattern == '?')
      at += is_digit;
    else if (*pattern == '9'   ? !is_digit
             : *pattern == 'A' ? (c | 0x20) < 'a' || (c | 0x20) > 'z'
                               : c != *pattern)
      return false;
    else
      at++;
  }
  return at == word.len;
}

static bool listing_is_any(uriel_text word, const char *const *patterns)
{
  for (; *patterns; patterns++)
    if (listing_is(word, *patterns))
      return true;
  return false;
}

static bool listing_is_time(uriel_text word)
{
  static const char *const times[] = {"9?:99", "9?:99:99", NULL};
  const char *const point = memchr(word.ptr, '.', word.len);
  return listing_is_any((uriel_text){word.ptr, point ? (size_t)(point - word.ptr) : word.len}, times);
}

static bool listing_is_month(uriel_text word)
{
  static const char *const months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                       "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  for (size_t i = 0; i < sizeof months / sizeof *months; i++)
    if (text_is_word(word, months[i]))
      return true;
  return false;
}

/* Sets the name to the text after one space. Returns false if it is empty. */
static bool listing_name(uriel_text rest, struct listing_entry *entry)
{
  if (rest.len < 2)
    return false;
  entry->name = (uriel_text){rest.ptr + 1, rest.len - 1};
  return true;
}

static bool listing_is_dots(uriel_text name)
{
  return text_is_word(name, ".") || text_is_word(name, "..");
}

/* ---- Unix ------------------------------------------------------------------------------------- */

/* Whether the word is the mode of a file: "drwxr-xr-x", and a mark of other methods of access. */
static bool listing_is_mode(uriel_text word)
{
  const bool is_marked = word.len == 11 && byte_is_among("+.@", word.ptr[10]);
  if ((word.len != 10 && !is_marked) || !byte_is_among("-dlbcpsDCMn?", *word.ptr))
    return false;
  for (size_t i = 1; i < 10; i++)
    if (!byte_is_among("-rwxsStTlL", word.ptr[i]))
      return false;
  return true;
}

/* Skips the date after the size: "Nov 5 12:34", "Nov 5 1996", "5 Nov 1996", "1996-11-05 12:34". `date`
 * is its first word. */
static bool listing_date(uriel_text date, uriel_text *rest)
{
  uriel_text next, last, after = *rest, zone;
  const bool day_first = listing_is(date, "9?");
  if (listing_is(date, "9999-99-99") || listing_is(date, "99-99")) {
    if (!listing_word(&after, &next) || !listing_is_time(next))
      return false;
    *rest = after;
    if (listing_word(&after, &zone) && (listing_is(zone, "+9999") || listing_is(zone, "-9999")) &&
        after.len)
      *rest = after;
    return true;
  }
  if ((!day_first && !listing_is_month(date)) || !listing_word(&after, &next) ||
      !(day_first ? listing_is_month(next) : listing_is(next, "9?")) || !listing_word(&after, &last) ||
      (!listing_is_time(last) && !listing_is(last, "9999")))
    return false;
  *rest = after;
  return true;
}

static bool listing_unix(uriel_text line, struct listing_entry *entry)
{
  static const char arrow[] = " -> ";
  uriel_text rest = line, before, word;
  if (!listing_word(&rest, &before) || !listing_is_mode(before))
    return false;
  for (bool found = false; !found; before = word)
    if (!listing_word(&rest, &word))
      return false;
    else
      found = *before.ptr >= '0' && *before.ptr <= '9' && listing_date(word, &rest);
  if (!listing_name(rest, entry))
    return false;
  entry->is_folder = *line.ptr == 'd';
  const char *const at = *line.ptr == 'l' ? memmem(entry->name.ptr, entry->name.len, arrow, 4) : NULL;
  if (at) {
    const size_t len = (size_t)(at - entry->name.ptr);
    entry->target = (uriel_text){at + 4, entry->name.len - len - 4};
    entry->name.len = len;
  }
  return entry->name.len > 0;
}

/* ---- MLSD (RFC 3659, 7.2) --------------------------------------------------------------------- */

/* Facts, each "name=value;", then a space and the name. `is_self` is whether the entry is the listed
 * folder, or above it. */
static bool listing_mlsd(struct listing *listing, uriel_text line, struct listing_entry *entry,
                         bool *is_self)
{
  const char *const space = memchr(line.ptr, ' ', line.len);
  const size_t facts = space ? (size_t)(space - line.ptr) : 0;
  uriel_text rest = {line.ptr, facts ? facts - 1 : 0}, fact;
  if (!space || (facts && line.ptr[facts - 1] != ';') ||
      !listing_name((uriel_text){space, line.len - facts}, entry))
    return false;
  if (!facts)
    return true;
  while (uriel_list_next(&rest, &fact, ';')) {
    const char *const equals = memchr(fact.ptr, '=', fact.len);
    if (!equals || equals == fact.ptr)
      return false;
    const size_t name = (size_t)(equals - fact.ptr);
    const uriel_text value = {equals + 1, fact.len - name - 1};
    if (!text_is_word((uriel_text){fact.ptr, name}, "type"))
      continue;
    listing->is_sure = true;
    entry->is_folder = text_is_word(value, "dir");
    *is_self = text_is_word(value, "cdir") || text_is_word(value, "pdir");
  }
  return true;
}

/* ---- DOS -------------------------------------------------------------------------------------- */

static bool listing_dos(struct listing *listing, uriel_text line, struct listing_entry *entry)
{
  static const char *const dates[] = {"99-99-99",   "99-99-9999", "99/99/99",   "99/99/9999",
                                      "99.99.9999", "9999-99-99", "9999/99/99", NULL};
  uriel_text rest = line, date, time, size;
  if (!listing_word(&rest, &date) || !listing_is_any(date, dates) || !listing_word(&rest, &time))
    return false;
  if (text_ends(time, "AM") || text_ends(time, "PM"))
    time.len -= 2;
  if (!listing_is_time(time) || !listing_word(&rest, &size))
    return false;
  if (*size.ptr == '<' && size.ptr[size.len - 1] == '>') {
    entry->is_folder = !text_is_word(size, "<SYMLINK>");
    listing->is_sure = true;
    while (rest.len > 1 && rest.ptr[1] == ' ') {
      rest.ptr++;
      rest.len--;
    }
    return listing_name(rest, entry);
  }
  for (size_t i = 0; i < size.len; i++)
    if (!byte_is_among("0123456789.,", size.ptr[i]))
      return false;
  return listing_name(rest, entry);
}

/* ---- VMS -------------------------------------------------------------------------------------- */

/* "NAME.TYPE;VERSION", then other columns, which are in the next line if the name is long. */
static bool listing_vms(struct listing *listing, uriel_text line, struct listing_entry *entry)
{
  uriel_text rest = line;
  uint64_t version;
  if (!line.len || *line.ptr == ' ' || !listing_word(&rest, &entry->name))
    return false;
  const char *const end = memchr(entry->name.ptr, ';', entry->name.len);
  const size_t len = end ? (size_t)(end - entry->name.ptr) : 0;
  if (!len || !number_read((uriel_text){end + 1, entry->name.len - len - 1}, UINT32_MAX, &version))
    return false;
  listing->is_cut = !rest.len;
  entry->is_folder = text_ends((uriel_text){entry->name.ptr, len}, ".DIR") && len > 4;
  if (entry->is_folder)
    entry->name.len = len - 4;
  return true;
}

static bool listing_begins(uriel_text line, const char *word)
{
  const size_t len = strlen(word);
  return line.len > len && strncasecmp(line.ptr, word, len) == 0;
}

/* ------------------------------------------------------------------------------------------------ */

/* Whether the line has no entry although the listing has the form. */
static bool listing_is_heading(struct listing *listing, uriel_text line)
{
  const bool was_cut = listing->is_cut;
  uriel_text rest = line, word;
  listing->is_cut = false;
  if (!text_trim(line, " \t").len)
    return true;
  switch (listing->form) {
  case LISTING_UNKNOWN:
    if (listing_begins(line, "Directory ") && memchr(line.ptr, '[', line.len)) {
      listing->form = LISTING_VMS;
      listing->is_sure = true;
      return true;
    }
    return listing_begins(line, "total ");
  case LISTING_UNIX:
    return listing_begins(line, "total ");
  case LISTING_VMS: /* the other columns of a name: "2/3 5-NOV-1996" */
    return listing_begins(line, "Directory ") || listing_begins(line, "Total of ") ||
           listing_begins(line, "Grand total of ") ||
           (was_cut && *line.ptr == ' ' && listing_word(&rest, &word));
  default:
    return false;
  }
}

enum listing_what listing_read(struct listing *listing, uriel_text line, struct listing_entry *entry)
{
  const enum listing_form form = listing->form;
  bool is_self = false;
  *entry = (struct listing_entry){.is_folder = false};
  if (listing_is_heading(listing, line))
    return LISTING_NOTHING;
  if ((form == LISTING_UNKNOWN || form == LISTING_UNIX) && listing_unix(line, entry)) {
    listing->form = LISTING_UNIX;
    listing->is_sure = true;
  } else if ((form == LISTING_MLSD || (form == LISTING_UNKNOWN && *line.ptr != ' ')) &&
             listing_mlsd(listing, line, entry, &is_self))
    listing->form = LISTING_MLSD;
  else if ((form == LISTING_UNKNOWN || form == LISTING_DOS) && listing_dos(listing, line, entry))
    listing->form = LISTING_DOS;
  else if ((form == LISTING_UNKNOWN || form == LISTING_VMS) && listing_vms(listing, line, entry))
    listing->form = LISTING_VMS;
  else if ((form == LISTING_UNKNOWN || form == LISTING_UNIX) && line.len > 1 &&
           line.ptr[line.len - 1] == ':') {
    entry->name = (uriel_text){line.ptr, line.len - 1};
    return LISTING_FOLDER;
  } else
    return LISTING_WRONG;
  return is_self || listing_is_dots(entry->name) ? LISTING_NOTHING : LISTING_ENTRY;
}
