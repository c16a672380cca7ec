/* SPDX-License-Identifier: MIT */
/* Finds the password in a reference. */
#include "password.h"

#include <stdbool.h>
#include <string.h>

static size_t password_find(uriel_text text, size_t from, size_t to, const char *any)
{
  while (from < to && !memchr(any, text.ptr[from], strlen(any)))
    from++;
  return from;
}

/* Returns the length of a leading "URL:" (url-1994). */
static size_t password_prefix(uriel_text text)
{
  static const char prefix[] = "url:";
  size_t len = 0;
  while (len < text.len && prefix[len] && (text.ptr[len] | 0x20) == (prefix[len] | 0x20))
    len++;
  return prefix[len] ? 0 : len;
}

/* Returns whether the URL standard completes the "//" of a scheme, whose URLs can contain a user.
 * Ignores tabs and line ends in the scheme. */
static bool password_is_special(const char *at, const char *end)
{
  static const char *const schemes[] = {"http", "https", "ftp", "ws", "wss"};
  char name[6];
  size_t len = 0;
  for (; at < end && len < sizeof name; at++)
    if (!strchr("\t\n\r", *at))
      name[len++] = (char)(*at | 0x20);
  for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++)
    if (len == strlen(schemes[i]) && memcmp(name, schemes[i], len) == 0)
      return true;
  return false;
}

/* Returns the start of the authority, or `len` without one: according to the regular expression of RFC
 * 3986, Appendix B, and to the URL standard, 4.4, which skips any number of "/" and "\" before it. */
static size_t password_authority(uriel_text text, uriel_component within)
{
  if (within == URIEL_USERINFO || within == URIEL_AUTHORITY)
    return 0;
  size_t from = password_prefix(text);
  while (from < text.len && (unsigned char)text.ptr[from] <= ' ')
    from++;
  const size_t stop = password_find(text, from, text.len, ":/?#\\");
  const bool scheme = stop > from && stop < text.len && text.ptr[stop] == ':';
  const bool special = scheme && password_is_special(text.ptr + from, text.ptr + stop);
  const size_t at = scheme ? stop + 1 : from;
  size_t begin = at;
  if (!special && text.len - at >= 2 && memcmp(text.ptr + at, "//", 2) == 0)
    return at + 2;
  while (begin < text.len && memchr("/\\\t\n\r", text.ptr[begin], 5))
    begin++;
  return special || (!scheme && begin - at >= 2) ? begin : text.len;
}

/* The password is the text between the first ":" and the last "@" of the authority. If the authority
 * has no "@" but the text does, after a ":" without a port, this is probably a password with "/",
 * "?" or "#". */
struct password_span password_locate(uriel_text text, uriel_component within)
{
  const struct password_span none = {0, 0};
  const size_t begin = password_authority(text, within);
  const size_t end = within == URIEL_USERINFO ? text.len : password_find(text, begin, text.len, "/?#");
  const size_t colon = password_find(text, begin, end, ":@");
  if (colon == end || text.ptr[colon] == '@')
    return none;
  if (within == URIEL_USERINFO)
    return (struct password_span){colon + 1, end};
  size_t at = end;
  while (at > colon && text.ptr[at - 1] != '@')
    at--;
  if (at > colon)
    return (struct password_span){colon + 1, at - 1};
  size_t port = colon + 1;
  while (port < end && text.ptr[port] >= '0' && text.ptr[port] <= '9')
    port++;
  const size_t later = password_find(text, end, text.len, "@");
  return port < end && later < text.len ? (struct password_span){colon + 1, later} : none;
}
