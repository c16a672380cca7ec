/* SPDX-License-Identifier: MIT */
/* Users and passwords of ~/.netrc: "machine HOST login USER password PASSWORD", "default". */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "get.h"

/* Reads a word, which may be in quotation marks. Returns false at the end. */
static bool netrc_word(const char **at, const char *end, struct buffer *word)
{
  word->len = 0;
  while (*at < end && strchr(" \t\r\n", **at))
    (*at)++;
  if (*at == end)
    return false;
  const bool quoted = **at == '"';
  *at += quoted;
  while (*at < end && (quoted ? **at != '"' : !strchr(" \t\r\n", **at))) {
    *at += quoted && **at == '\\' && *at + 1 < end;
    buffer_append(word, (*at)++, 1);
  }
  *at += quoted && *at < end;
  return true;
}

static bool netrc_is(const struct buffer *word, const char *name)
{
  return word->len == strlen(name) && memcmp(word->ptr, name, word->len) == 0;
}

/* A macro ends with an empty line. */
static const char *netrc_after_macro(const char *at, const char *end)
{
  while (end - at > 1 && (at[0] != '\n' || at[1] != '\n'))
    at++;
  return end - at > 1 ? at + 2 : end;
}

/* Reads the file. `user` is undefined if any is wanted. */
static bool netrc_read(uriel_text text, uriel_text host, uriel_text user, struct buffer *name,
                       struct buffer *password)
{
  const char *at = text.ptr, *const end = text.ptr + text.len;
  struct buffer word = {0}, other = {0};
  bool here = false, fits = false, found = false;
  while (!found && netrc_word(&at, end, &word)) {
    const bool is_default = netrc_is(&word, "default");
    if (is_default || netrc_is(&word, "machine")) {
      here = is_default || (netrc_word(&at, end, &word) && word.len == host.len &&
                            strncasecmp(word.ptr, host.ptr, host.len) == 0);
      fits = false;
    } else if (netrc_is(&word, "macdef")) {
      at = netrc_after_macro(at, end);
    } else if (netrc_is(&word, "login") && netrc_word(&at, end, &other)) {
      fits =
          here && (!user.ptr || (other.len == user.len && memcmp(other.ptr, user.ptr, user.len) == 0));
      buffer_put(name, other.ptr, other.len);
    } else if (netrc_is(&word, "password") && netrc_word(&at, end, &other)) {
      found = fits;
      buffer_put(password, other.ptr, other.len);
    }
  }
  buffer_free(&word);
  buffer_free(&other);
  return found;
}

bool netrc_find(void *context, uriel_text host, uriel_text user, struct buffer *name,
                struct buffer *password)
{
  const char *const file = getenv("NETRC"), *const home = getenv("HOME");
  char path[4096];
  struct buffer text = {0};
  (void)context;
  snprintf(path, sizeof path, "%s%s", file ? file : home ? home : "", file ? "" : "/.netrc");
  const bool found =
      buffer_load(&text, path) && netrc_read(buffer_text(&text), host, user, name, password);
  buffer_free(&text);
  return found;
}
