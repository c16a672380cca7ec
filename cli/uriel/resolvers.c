/* SPDX-License-Identifier: MIT */
/* Reading resolvers of names, and finding the one of a name. */
#include "resolvers.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/unicode.h"
#include "namespaces.h"

static int resolver_order(const void *a, const void *b)
{
  const struct resolver *const one = a, *const other = b;
  const int order = strcasecmp(one->key, other->key);
  return order ? order : (one->line > other->line) - (one->line < other->line);
}

/* Reads the lines of the file. Refuses two resolvers for the same names: the second would never be
 * used. */
static void resolvers_lines(struct resolvers *self, const char *command, const char *path)
{
  unsigned long number = 0;
  for (char *rest = self->text.ptr, *line; (line = strsep(&rest, "\n"));) {
    const size_t len = strlen(line);
    number++;
    if (rest && len > 0 && line[len - 1] == '\r')
      line[len - 1] = '\0';
    if (line[0] == '\0' || line[0] == '#')
      continue;
    struct resolver resolver = {.key = strsep(&line, "\t"), .line = number};
    resolver.uri_template = strsep(&line, "\t");
    resolver.source = strsep(&line, "\t");
    if (!resolver.source || !*resolver.source)
      resolver.source = path;
    if (!*resolver.key || !resolver.uri_template || !strchr(resolver.uri_template, '{') || line)
      die_usage(command, "%s: line %lu: a resolver is a namespace, a tab, a URI with {uri} in it%s",
                path, number, line ? ", a tab and a source" : "");
    buffer_append(&self->own, (const char *)&resolver, sizeof resolver);
  }
  struct resolver *const own = ARRAY_OF(struct resolver, self->own);
  const size_t count = ARRAY_COUNT(struct resolver, self->own);
  if (count > 1)
    qsort(own, count, sizeof *own, resolver_order);
  for (size_t i = 1; i < count; i++)
    if (strcasecmp(own[i].key, own[i - 1].key) == 0)
      die_usage(command,
                "%s: line %lu: \"%s\" has a resolver on line %lu: remove one, or begin its line with #",
                path, own[i].line, own[i].key, own[i - 1].line);
}

/* Reads --resolvers, or the configuration file (XDG base directories) if it exists. */
static void resolvers_own(struct resolvers *self, const char *command, const char *given)
{
  const char *const config = getenv("XDG_CONFIG_HOME");
  const bool own = config && config[0] == '/';
  const char *const base = own ? config : getenv("HOME");
  char *made = NULL;
  if (!given && base && base[0] == '/' &&
      asprintf(&made, "%s%s/uriel/urn-resolvers.tsv", base, own ? "" : "/.config") < 0)
    die_memory();
  const char *const path = given ? given : made;
  if (path && buffer_load(&self->text, path))
    resolvers_lines(self, command, given ? given : "your urn-resolvers.tsv");
  else if (path && (given || errno != ENOENT))
    die(STATUS_IO, "cannot read %s: %s", path, strerror(errno));
  free(made);
}

/* Adds the text of a field "resolver: PREFIX<tab>TEMPLATE<tab>SOURCE", after the NID; "-" stands for all
 * names. */
static void resolvers_add(struct buffer *text, uriel_text nid, uriel_text value)
{
  const bool whole = value.ptr[0] == '-' && value.ptr[1] == '\t';
  buffer_append(text, nid.ptr, nid.len);
  buffer_append(text, ":", whole ? 0 : 1);
  buffer_append(text, value.ptr + whole, value.len - whole);
  buffer_append(text, "", 1);
}

/* Reads the resolvers of all files of namespaces. */
static void resolvers_known(struct resolvers *self)
{
  uriel_text rest = uriel_text_of(NULL), nid, file;
  uriel_field field;
  while (namespace_next(&rest, &nid, &file))
    while (uriel_field_next(&field, &file))
      if (field_is(&field, "resolver"))
        resolvers_add(&self->known_text, nid, field.value);
  for (char *at = self->known_text.ptr, *const end = at + self->known_text.len; at < end;) {
    char *parts = at;
    at += strlen(at) + 1;
    struct resolver resolver = {.key = strsep(&parts, "\t")};
    resolver.uri_template = strsep(&parts, "\t");
    resolver.source = parts;
    buffer_append(&self->known, (const char *)&resolver, sizeof resolver);
  }
}

void resolvers_read(struct resolvers *resolvers, const char *command, const char *path)
{
  resolvers_own(resolvers, command, path);
  resolvers_known(resolvers);
}

/* ---- The resolver of a name --------------------------------------------------------------------- */

/* Returns the resolver of the list with the longest key that matches, or NULL. */
static const struct resolver *resolver_in(const struct resolver *list, size_t count,
                                          const struct asked *asked, uriel_text *rest)
{
  const uriel_text nid = asked->urn.nid, nss = asked->urn.nss;
  const char *const end = asked->name.ptr + asked->name.len;
  const struct resolver *best = NULL;
  for (size_t i = 0; i < count; i++) {
    const struct resolver *const resolver = &list[i];
    const char *const key = resolver->key;
    const size_t space = strcspn(key, ":");
    const char *const prefix = key[space] ? key + space + 1 : key + space;
    const size_t len = strlen(prefix);
    if ((best && strlen(key) <= strlen(best->key)) || nid.len != space || nss.len < len ||
        strncasecmp(nid.ptr, key, space) != 0 || strncasecmp(nss.ptr, prefix, len) != 0)
      continue;
    const char *begin = nss.ptr + len;
    if (len > 0 && begin < end && ascii_alphanumeric(prefix[len - 1])) {
      if (ascii_alphanumeric(*begin))
        continue;
      begin += *begin != '%' && *begin != '?';
    }
    const uriel_text after = {begin, (size_t)(end - begin)};
    if (strstr(resolver->uri_template, "{rest}") || strstr(resolver->uri_template, "{+rest}")) {
      /* A segment "." or "..", encoded or not, would lead out of the template. */
      bool leads_out = after.len == 0;
      for (uriel_text left = after, segment; uriel_segment_next(&left, &segment);) {
        char decoded[2];
        const size_t size = uriel_decode(segment.ptr, segment.len, 0, decoded, sizeof decoded, NULL);
        leads_out |= (size == 1 || size == 2) && decoded[0] == '.' && decoded[size - 1] == '.';
      }
      if (leads_out)
        continue;
    }
    best = resolver;
    *rest = after;
  }
  return best;
}

const struct resolver *resolver_find(const struct resolvers *resolvers, const struct asked *asked,
                                     uriel_text *rest)
{
  const struct resolver *const own =
      resolver_in(ARRAY_OF(struct resolver, resolvers->own),
                  ARRAY_COUNT(struct resolver, resolvers->own), asked, rest);
  return own ? own
             : resolver_in(ARRAY_OF(struct resolver, resolvers->known),
                           ARRAY_COUNT(struct resolver, resolvers->known), asked, rest);
}

static void resolver_encode(struct buffer *out, uriel_encode_for place, uriel_text text)
{
  const size_t begin = out->len;
  buffer_reserve(out, begin + uriel_encode_bound(text.len));
  out->len += uriel_encode(text.ptr, text.len, place, URIEL_ENCODE_PERCENT, out->ptr + begin,
                           out->capacity - begin);
}

void resolver_fill(const struct resolver *resolver, const struct asked *asked, uriel_text rest,
                   struct buffer *out)
{
  enum { REST, REST_WRITTEN, URI, URI_WRITTEN, NAMES };
  static const char *const names[NAMES] = {"{rest}", "{+rest}", "{uri}", "{+uri}"};
  out->len = 0;
  for (const char *at = resolver->uri_template; *at;) {
    size_t name = 0;
    while (name < NAMES && strncmp(at, names[name], strlen(names[name])) != 0)
      name++;
    if (name == NAMES) {
      const size_t plain = 1 + strcspn(at + 1, "{");
      buffer_append(out, at, plain);
      at += plain;
      continue;
    }
    at += strlen(names[name]);
    if (name == REST)
      resolver_encode(out,
                      out->len > 0 && memchr(out->ptr, '?', out->len) ? URIEL_ENCODE_QUERY_KEY
                                                                      : URIEL_ENCODE_PATH_SEGMENT,
                      rest);
    else if (name == REST_WRITTEN)
      buffer_append(out, rest.ptr, rest.len);
    else
      buffer_append(out, names[name], strlen(names[name]));
    if (!asked->fragment.ptr)
      continue;
    buffer_append(out, "%23", 3);
    if (name == REST || name == URI)
      resolver_encode(out, URIEL_ENCODE_ANY, asked->fragment);
    else
      buffer_append(out, asked->fragment.ptr, asked->fragment.len);
  }
}
