/* SPDX-License-Identifier: MIT */
/* Users and passwords of ~/.netrc (ftp(1), netrc(5)): entries of "machine HOST" or, at the end,
 * "default", with "login USER password PASSWORD account ACCOUNT" in any order. As in curl, a token can
 * be in quotation marks, and "#" before a keyword begins a comment. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "get.h"

struct netrc {
  const char *at, *end;
  struct buffer token;
  bool is_bad; /* a quotation mark is not closed in its line */
};

/* Reads a token of the present line or of later ones. Returns false at the end, and if the file is bad.
 */
static bool netrc_token(struct netrc *netrc)
{
  const char *at = netrc->at, *const end = netrc->end;
  struct buffer *const token = &netrc->token;
  buffer_reserve(token, 1);
  token->len = 0;
  while (at < end && strchr(" \t\r\n", *at))
    at++;
  const bool quoted = at < end && *at == '"';
  for (at += quoted; at < end && !strchr(quoted ? "\"\r\n" : " \t\r\n", *at); at++) {
    const bool escaped = quoted && *at == '\\' && at + 1 < end;
    at += escaped;
    const char c = !escaped ? *at : *at == 'n' ? '\n' : *at == 'r' ? '\r' : *at == 't' ? '\t' : *at;
    buffer_append(token, &c, 1);
  }
  netrc->is_bad = quoted && (at == end || *at != '"');
  netrc->at = at + (quoted && !netrc->is_bad);
  return (quoted || token->len > 0) && !netrc->is_bad;
}

/* Reads a token where a keyword can be: not a comment. */
static bool netrc_keyword(struct netrc *netrc)
{
  bool good;
  while ((good = netrc_token(netrc)) && netrc->token.len > 0 && *netrc->token.ptr == '#')
    while (netrc->at < netrc->end && *netrc->at != '\n')
      netrc->at++;
  return good;
}

static bool netrc_is(const struct netrc *netrc, const char *word)
{
  const struct buffer *const token = &netrc->token;
  return token->len == strlen(word) && strncasecmp(token->ptr, word, token->len) == 0;
}

/* A macro ends with an empty line. */
static void netrc_skip_macro(struct netrc *netrc)
{
  bool within = true; /* a line that is not empty */
  for (; netrc->at < netrc->end; netrc->at++)
    if (*netrc->at == '\n') {
      if (!within)
        return;
      within = false;
    } else if (*netrc->at != '\r') {
      within = true;
    }
}

/* Sets the value of "login" and so on, and whether there is one. */
static void netrc_value(struct netrc *netrc, struct buffer *value, bool *has)
{
  *has = netrc_token(netrc);
  if (*has)
    buffer_put(value, netrc->token.ptr, netrc->token.len);
}

/* Reads the tokens of an entry, up to the keyword after it, which is in `token`. Returns false at the
 * end of the file. */
static bool netrc_entry(struct netrc *netrc, struct get_login *entry)
{
  entry->has_user = entry->has_password = entry->has_account = false;
  bool good;
  while ((good = netrc_keyword(netrc)) && !netrc_is(netrc, "machine") && !netrc_is(netrc, "default"))
    if (netrc_is(netrc, "login"))
      netrc_value(netrc, &entry->user, &entry->has_user);
    else if (netrc_is(netrc, "password"))
      netrc_value(netrc, &entry->password, &entry->has_password);
    else if (netrc_is(netrc, "account"))
      netrc_value(netrc, &entry->account, &entry->has_account);
    else if (netrc_is(netrc, "macdef"))
      netrc_skip_macro(netrc);
  return good;
}

static uriel_text netrc_bare(uriel_text host)
{
  const bool literal = host.len > 1 && host.ptr[0] == '[' && host.ptr[host.len - 1] == ']';
  return literal ? (uriel_text){host.ptr + 1, host.len - 2} : host;
}

/* Finds the first entry of the host that fits, or else "default", which is the last entry. */
static bool netrc_read(struct netrc *netrc, uriel_text host, const struct get_login *wanted,
                       struct get_login *entry)
{
  const struct buffer *const user = &wanted->user;
  bool found = false, more = netrc_entry(netrc, entry); /* tokens before the first entry */
  host = netrc_bare(host);
  while (more && !found) {
    const bool is_default = netrc_is(netrc, "default");
    const bool named = !is_default && netrc_token(netrc);
    const uriel_text machine = netrc_bare(buffer_text(&netrc->token));
    const bool here =
        named && machine.len == host.len && strncasecmp(machine.ptr, host.ptr, host.len) == 0;
    more = (is_default || named) && netrc_entry(netrc, entry);
    /* An entry without a login does not fit a user. */
    const bool fits =
        !wanted->has_user || (entry->has_user && entry->user.len == user->len &&
                              (user->len == 0 || memcmp(entry->user.ptr, user->ptr, user->len) == 0));
    found = (here || (is_default && !more)) && fits;
  }
  return found;
}

static void netrc_free(struct get_login *login)
{
  buffer_free(&login->user);
  buffer_free(&login->password);
  buffer_free(&login->account);
}

void netrc_find(void *context, uriel_text host, struct get_login *login, struct buffer *problem)
{
  const char *const file = getenv("NETRC"), *const home = getenv("HOME");
  struct get_login entry = {.has_user = false};
  struct netrc netrc = {.at = NULL};
  struct buffer path = {0}, text = {0};
  const char *reason = NULL;
  (void)context;
  if (!file && !home)
    return;
  buffer_put(&path, file ? file : home, strlen(file ? file : home));
  buffer_append(&path, file ? "" : "/.netrc", file ? 1 : 8);
  if (buffer_load(&text, path.ptr)) {
    netrc.at = text.ptr;
    netrc.end = text.ptr + text.len;
    if (netrc_read(&netrc, host, login, &entry) && entry.has_user) {
      netrc_free(login);
      *login = entry;
      entry = (struct get_login){.has_user = false};
    }
    reason = netrc.is_bad ? "a quotation mark is not closed in its line" : NULL;
  } else if (errno != ENOENT && errno != ENOTDIR) {
    reason = strerror(errno);
  }
  if (reason) {
    buffer_append(problem, "cannot read ", 12);
    buffer_append(problem, path.ptr, path.len - 1);
    buffer_append(problem, ": ", 2);
    buffer_append(problem, reason, strlen(reason) + 1);
  }
  netrc_free(&entry);
  buffer_free(&netrc.token);
  buffer_free(&text);
  buffer_free(&path);
}
