/* SPDX-License-Identifier: MIT */
/* Where names are resolved. */
#include "resolver.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "resolver_table.h"
#include "scratch.h"

enum { RESOLVER_TABLE = sizeof resolver_table / sizeof *resolver_table };

static _Noreturn void resolvers_unreadable(const char *path)
{
  die(STATUS_IO, "cannot read %s: %s", path, strerror(errno));
}

/* The whole file and a NUL. False where there is no such file. */
static bool resolvers_load(struct buffer *text, const char *path)
{
  enum { PIECE = 4096 };
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t got;
  if (fd < 0)
    return false;
  do {
    buffer_reserve(text, text->len + PIECE + 1);
    got = read(fd, text->ptr + text->len, PIECE);
    if (got > 0)
      text->len += (size_t)got;
    if (got < 0 && errno != EINTR)
      resolvers_unreadable(path);
  } while (got != 0);
  close(fd);
  text->ptr[text->len] = '\0';
  return true;
}

/* The next field of a line, ended by NUL; NULL where there is none. */
static char *resolvers_field(char **rest)
{
  char *const field = *rest;
  char *const tab = field ? strchr(field, '\t') : NULL;
  if (tab)
    *tab = '\0';
  *rest = tab ? tab + 1 : NULL;
  return field;
}

static void resolvers_line(struct resolvers *resolvers, const char *command, const char *path,
                           unsigned long number, char *line)
{
  struct resolver resolver = {.source = path};
  if (line[0] == '\0' || line[0] == '#')
    return;
  resolver.key = resolvers_field(&line);
  resolver.uri_template = resolvers_field(&line);
  const char *const source = resolvers_field(&line);
  if (source && *source)
    resolver.source = source;
  if (!*resolver.key || !resolver.uri_template || !strchr(resolver.uri_template, '{') || line)
    die_usage(command, "%s: line %lu: a resolver is a namespace, a tab, a URI with {uri} in it%s", path,
              number, line ? ", a tab and a source" : "");
  buffer_append(&resolvers->own, (const char *)&resolver, sizeof resolver);
}

static void resolvers_lines(struct resolvers *resolvers, const char *command, const char *path)
{
  unsigned long number = 1;
  for (char *line = resolvers->text.ptr; line; number++) {
    char *const end = strchr(line, '\n');
    if (end)
      *end = '\0';
    if (end && end > line && end[-1] == '\r')
      end[-1] = '\0';
    resolvers_line(resolvers, command, path, number, line);
    line = end ? end + 1 : NULL;
  }
}

/* The path of the configuration file, by the XDG base directories; false where there is no home. */
static bool resolvers_configuration(struct buffer *path)
{
  const char *const config = getenv("XDG_CONFIG_HOME");
  const char *const home = getenv("HOME");
  const bool own = config && config[0] == '/';
  const char *const base = own ? config : home;
  const char *const more = own ? "/uriel/urn-resolvers.tsv" : "/.config/uriel/urn-resolvers.tsv";
  if (!base || base[0] != '/')
    return false;
  buffer_append(path, base, strlen(base));
  buffer_append(path, more, strlen(more) + 1);
  return true;
}

void resolvers_read(struct resolvers *resolvers, const char *command, const char *path)
{
  struct buffer configuration = {0};
  const char *from = path;
  if (!path && resolvers_configuration(&configuration))
    from = configuration.ptr;
  if (from && resolvers_load(&resolvers->text, from))
    resolvers_lines(resolvers, command, path ? path : "your urn-resolvers.tsv");
  else if (from && (path || errno != ENOENT))
    resolvers_unreadable(from);
  buffer_free(&configuration);
}

void resolvers_free(struct resolvers *resolvers)
{
  buffer_free(&resolvers->own);
  buffer_free(&resolvers->text);
}

static char resolver_lower(char c)
{
  return (char)(c >= 'A' && c <= 'Z' ? c | 0x20 : c);
}

/* How much of `text` is `word`, in any case: all of `word`, or nothing. */
static bool resolver_begins(uriel_text text, const char *word, size_t len)
{
  if (text.len < len)
    return false;
  for (size_t i = 0; i < len; i++)
    if (resolver_lower(text.ptr[i]) != resolver_lower(word[i]))
      return false;
  return true;
}

static bool resolver_is_letter(char c)
{
  return (c >= '0' && c <= '9') || (resolver_lower(c) >= 'a' && resolver_lower(c) <= 'z');
}

/* The first {rest} or {+rest}; NULL where there is none. */
static const char *resolver_rest(const char *at, bool *as_written)
{
  const char *const encoded = strstr(at, "{rest}");
  const char *const written = strstr(at, "{+rest}");
  *as_written = written && (!encoded || written < encoded);
  return *as_written ? written : encoded;
}

/* Whether a segment of the text is "." or "..", encoded or not, which would lead out of the template. */
static bool resolver_has_dots(uriel_text rest)
{
  uriel_text segment;
  while (uriel_segment_next(&rest, &segment)) {
    char decoded[2];
    const size_t len = uriel_decode(segment.ptr, segment.len, 0, decoded, sizeof decoded, NULL);
    if ((len == 1 || len == 2) && decoded[0] == '.' && decoded[len - 1] == '.')
      return true;
  }
  return false;
}

/* Whether the key is the name's, and what of the NSS comes behind it: behind the character that ends the
 * key, unless the key ends in such a character itself. */
static bool resolver_fits(const struct resolver *resolver, const uriel_urn *urn, uriel_text *rest)
{
  bool as_written;
  const char *const key = resolver->key;
  const size_t nid = strcspn(key, ":");
  const char *const prefix = key[nid] ? key + nid + 1 : key + nid;
  const size_t len = strlen(prefix);
  if (urn->nid.len != nid || !resolver_begins(urn->nid, key, nid) ||
      !resolver_begins(urn->nss, prefix, len))
    return false;
  *rest = (uriel_text){urn->nss.ptr + len, urn->nss.len - len};
  if (len > 0 && rest->len > 0 && resolver_is_letter(prefix[len - 1])) {
    if (resolver_is_letter(rest->ptr[0]))
      return false;
    if (rest->ptr[0] != '%')
      *rest = (uriel_text){rest->ptr + 1, rest->len - 1};
  }
  return !resolver_rest(resolver->uri_template, &as_written) ||
         (rest->len > 0 && !resolver_has_dots(*rest));
}

static const struct resolver *resolver_better(const struct resolver *best, const struct resolver *list,
                                              size_t count, const uriel_urn *urn, uriel_text *rest)
{
  uriel_text behind;
  for (size_t i = 0; i < count; i++)
    if ((!best || strlen(list[i].key) > strlen(best->key)) && resolver_fits(&list[i], urn, &behind)) {
      best = &list[i];
      *rest = behind;
    }
  return best;
}

const struct resolver *resolvers_find(const struct resolvers *resolvers, const uriel_urn *urn,
                                      uriel_text *rest)
{
  const struct resolver *const own = (const struct resolver *)(const void *)resolvers->own.ptr;
  const size_t count = resolvers->own.len / sizeof *own;
  const struct resolver *const found = resolver_better(NULL, own, count, urn, rest);
  return found ? found : resolver_better(NULL, resolver_table, RESOLVER_TABLE, urn, rest);
}

/* The template with {rest}, which is the program's own, filled in: encoded for where it stands, each "%"
 * too, so that two names have two URIs; {+rest} is as it is written. */
static void resolver_fill(const struct resolver *resolver, uriel_text rest, struct buffer *out)
{
  const char *at = resolver->uri_template;
  bool as_written;
  out->len = 0;
  for (const char *found; (found = resolver_rest(at, &as_written)); at = strchr(found, '}') + 1) {
    buffer_append(out, at, (size_t)(found - at));
    if (as_written) {
      buffer_append(out, rest.ptr, rest.len);
      continue;
    }
    const size_t begin = out->len;
    const uriel_encode_for place =
        memchr(out->ptr, '?', begin) ? URIEL_ENCODE_QUERY_KEY : URIEL_ENCODE_PATH_SEGMENT;
    buffer_reserve(out, begin + 3 * rest.len + 1);
    out->len += uriel_encode(place, rest.ptr, rest.len, URIEL_ENCODE_PERCENT, out->ptr + begin,
                             out->capacity - begin);
  }
  buffer_append(out, at, strlen(at));
}

bool resolver_expand(const struct resolver *resolver, const uriel_ref *name, uriel_text rest,
                     struct buffer *out, uriel_fault *fault)
{
  struct buffer *const resolver_filled = scratch_of(SCRATCH_RESOLVER);
  resolver_fill(resolver, rest, resolver_filled);
  const uriel_text filled = {resolver_filled->ptr, resolver_filled->len};
  if (!memchr(filled.ptr, '{', filled.len)) {
    uriel_ref ref;
    out->len = 0;
    buffer_append(out, filled.ptr, filled.len);
    return uriel_parse(&ref, out->ptr, out->len, fault);
  }
  size_t need;
  do
    need = uriel_template_expand(filled, name, out->ptr, out->capacity, fault);
  while (buffer_short(out, need));
  return need != URIEL_FAILED;
}
