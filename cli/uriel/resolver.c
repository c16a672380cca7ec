/* SPDX-License-Identifier: MIT */
/* The table of resolvers of names. */
#include "resolver.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/shared/buffer.h"
#include "cli/shared/cli.h"
#include "reader/unicode.h"
#include "resolver_table.h"
#include "uriel_scheme.h"
#include "uriel_urn.h"

enum { RESOLVER_TABLE = sizeof resolver_table / sizeof *resolver_table };

static _Noreturn void resolvers_unreadable(const char *path)
{
  die(STATUS_IO, "cannot read %s: %s", path, strerror(errno));
}

/* Returns the next field of a line, terminated by NUL, or NULL. */
static char *resolvers_field(char **rest)
{
  char *const field = *rest;
  char *const tab = field ? strchr(field, '\t') : NULL;
  if (tab)
    *tab = '\0';
  *rest = tab ? tab + 1 : NULL;
  return field;
}

/* The line of a key in the user's table, for messages. */
struct resolver_place {
  const char *key;
  unsigned long line;
};

static int resolver_order(const void *a, const void *b)
{
  const struct resolver_place *const one = a, *const other = b;
  const int order = strcasecmp(one->key, other->key);
  return order ? order : (one->line > other->line) - (one->line < other->line);
}

/* Refuses two resolvers for the same names: the second would never be used. */
static void resolvers_unique(struct buffer *places, const char *command, const char *path)
{
  struct resolver_place *const place = (struct resolver_place *)(void *)places->ptr;
  const size_t count = places->len / sizeof *place;
  if (count > 1)
    qsort(place, count, sizeof *place, resolver_order);
  for (size_t i = 1; i < count; i++)
    if (strcasecmp(place[i].key, place[i - 1].key) == 0)
      die_usage(command,
                "%s: line %lu: \"%s\" has a resolver on line %lu: remove one, or begin its line with #",
                path, place[i].line, place[i].key, place[i - 1].line);
}

static void resolvers_line(struct resolvers *resolvers, struct buffer *places, const char *command,
                           const char *path, unsigned long number, char *line)
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
  const struct resolver_place place = {resolver.key, number};
  buffer_append(places, (const char *)&place, sizeof place);
  buffer_append(&resolvers->own, (const char *)&resolver, sizeof resolver);
}

static void resolvers_lines(struct resolvers *resolvers, const char *command, const char *path)
{
  unsigned long number = 1;
  struct buffer places = {0};
  for (char *line = resolvers->text.ptr; line; number++) {
    char *const end = strchr(line, '\n');
    if (end)
      *end = '\0';
    if (end && end > line && end[-1] == '\r')
      end[-1] = '\0';
    resolvers_line(resolvers, &places, command, path, number, line);
    line = end ? end + 1 : NULL;
  }
  resolvers_unique(&places, command, path);
  buffer_free(&places);
}

/* Gets the path of the configuration file, by the XDG base directories. Returns false if no home is
 * set. */
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
  if (from && buffer_load(&resolvers->text, from))
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

/* Returns the length of `word` if `text` begins with it, in any case, or 0. */
static bool resolver_begins(uriel_text text, const char *word, size_t len)
{
  if (text.len < len)
    return false;
  for (size_t i = 0; i < len; i++)
    if (ascii_lower(text.ptr[i]) != ascii_lower(word[i]))
      return false;
  return true;
}

static bool resolver_is_letter(char c)
{
  return (c >= '0' && c <= '9') || (ascii_lower(c) >= 'a' && ascii_lower(c) <= 'z');
}

/* Returns the first {rest} or {+rest}, or NULL. */
static const char *resolver_rest(const char *at, bool *as_written)
{
  const char *const encoded = strstr(at, "{rest}");
  const char *const written = strstr(at, "{+rest}");
  *as_written = written && (!encoded || written < encoded);
  return *as_written ? written : encoded;
}

/* Whether a segment of the text is "." or "..", encoded or not: it would lead out of the template. */
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

struct asked resolver_asked(const uriel_ref *ref, const uriel_urn *urn)
{
  const char *end = urn->nss.ptr + urn->nss.len;
  struct asked asked = {.urn = *urn};
  if (uriel_spec_of(ref) == URIEL_SPEC_URN_2011) {
    asked.fragment = urn->f_component;
    end = urn->q_component.ptr ? urn->q_component.ptr + urn->q_component.len : end;
  } else if (urn->r_component.ptr) {
    end = urn->r_component.ptr + urn->r_component.len;
  }
  asked.name = (uriel_text){ref->text, (size_t)(end - ref->text)};
  return asked;
}

/* Whether the key matches the name. Sets the rest of the name, which begins after the separator that
 * follows the key, or directly after a key that ends in a separator. */
static bool resolver_fits(const struct resolver *resolver, const struct asked *asked, uriel_text *rest)
{
  bool as_written;
  const uriel_urn *const urn = &asked->urn;
  const char *const key = resolver->key;
  const size_t nid = strcspn(key, ":");
  const char *const prefix = key[nid] ? key + nid + 1 : key + nid;
  const size_t len = strlen(prefix);
  if (urn->nid.len != nid || !resolver_begins(urn->nid, key, nid) ||
      !resolver_begins(urn->nss, prefix, len))
    return false;
  *rest = (uriel_text){urn->nss.ptr + len,
                       (size_t)(asked->name.ptr + asked->name.len - (urn->nss.ptr + len))};
  if (len > 0 && rest->len > 0 && resolver_is_letter(prefix[len - 1])) {
    if (resolver_is_letter(rest->ptr[0]))
      return false;
    if (rest->ptr[0] != '%' && rest->ptr[0] != '?')
      *rest = (uriel_text){rest->ptr + 1, rest->len - 1};
  }
  return !resolver_rest(resolver->uri_template, &as_written) ||
         (rest->len > 0 && !resolver_has_dots(*rest));
}

static const struct resolver *resolver_better(const struct resolver *best, const struct resolver *list,
                                              size_t count, const struct asked *asked, uriel_text *rest)
{
  uriel_text behind;
  for (size_t i = 0; i < count; i++)
    if ((!best || strlen(list[i].key) > strlen(best->key)) && resolver_fits(&list[i], asked, &behind)) {
      best = &list[i];
      *rest = behind;
    }
  return best;
}

const struct resolver *resolvers_find(const struct resolvers *resolvers, const struct asked *asked,
                                      uriel_text *rest)
{
  const struct resolver *const own = (const struct resolver *)(const void *)resolvers->own.ptr;
  const size_t count = resolvers->own.len / sizeof *own;
  const struct resolver *const found = resolver_better(NULL, own, count, asked, rest);
  return found ? found : resolver_better(NULL, resolver_table, RESOLVER_TABLE, asked, rest);
}

enum resolver_name { RESOLVER_REST, RESOLVER_REST_WRITTEN, RESOLVER_URI, RESOLVER_URI_WRITTEN };
static const char *const resolver_names[] = {"{rest}", "{+rest}", "{uri}", "{+uri}"};

/* Returns the first of these names in a template, or NULL. */
static const char *resolver_next(const char *at, enum resolver_name *name)
{
  const char *first = NULL;
  for (size_t i = 0; i < sizeof resolver_names / sizeof *resolver_names; i++) {
    const char *const found = strstr(at, resolver_names[i]);
    if (found && (!first || found < first)) {
      first = found;
      *name = (enum resolver_name)i;
    }
  }
  return first;
}

static void resolver_encode(struct buffer *out, uriel_encode_for place, uriel_text text,
                            unsigned options)
{
  const size_t begin = out->len;
  buffer_reserve(out, begin + 3 * text.len + 1);
  out->len += uriel_encode(text.ptr, text.len, place, options, out->ptr + begin, out->capacity - begin);
}

/* Encodes all except unreserved characters, as a template's {uri} does (RFC 6570, 3.2.2). */
static void resolver_encode_all(struct buffer *out, uriel_text text)
{
  for (size_t i = 0; i < text.len; i++) {
    const unsigned char byte = (unsigned char)text.ptr[i];
    if (resolver_is_letter(text.ptr[i]) || (byte && strchr("-._~", byte)))
      buffer_append(out, &text.ptr[i], 1);
    else
      buffer_append_triplet(out, byte);
  }
}

/* Appends "#" and the fragment, encoded as the name before it is: a literal "#" would end the URI. */
static void resolver_fill_fragment(struct buffer *out, uriel_text fragment, enum resolver_name name)
{
  if (!fragment.ptr)
    return;
  buffer_append(out, "%23", 3);
  if (name == RESOLVER_REST || name == RESOLVER_URI)
    resolver_encode_all(out, fragment);
  else
    buffer_append(out, fragment.ptr, fragment.len);
}

/* Fills in the template. {rest} is encoded for its place, including each "%", so that two names have two
 * URIs; {+rest} is copied as written. The fragment follows the name. {rest} is this program's own
 * extension. */
static void resolver_fill(const struct resolver *resolver, const struct asked *asked, uriel_text rest,
                          struct buffer *out)
{
  const char *at = resolver->uri_template;
  enum resolver_name name = RESOLVER_REST;
  out->len = 0;
  for (const char *found; (found = resolver_next(at, &name)); at = strchr(found, '}') + 1) {
    buffer_append(out, at, (size_t)(found - at));
    if (name == RESOLVER_REST)
      resolver_encode(out,
                      out->len > 0 && memchr(out->ptr, '?', out->len) ? URIEL_ENCODE_QUERY_KEY
                                                                      : URIEL_ENCODE_PATH_SEGMENT,
                      rest, URIEL_ENCODE_PERCENT);
    else if (name == RESOLVER_REST_WRITTEN)
      buffer_append(out, rest.ptr, rest.len);
    else
      buffer_append(out, resolver_names[name], strlen(resolver_names[name]));
    resolver_fill_fragment(out, asked->fragment, name);
  }
  buffer_append(out, at, strlen(at));
}

bool resolver_expand(const struct resolver *resolver, const struct asked *asked, uriel_text rest,
                     struct buffer *out, uriel_error *error)
{
  struct buffer *const resolver_filled = scratch_of(SCRATCH_RESOLVER);
  uriel_ref ref;
  resolver_fill(resolver, asked, rest, resolver_filled);
  const uriel_text filled = {resolver_filled->ptr, resolver_filled->len};
  if (!memchr(filled.ptr, '{', filled.len)) {
    out->len = 0;
    buffer_append(out, filled.ptr, filled.len);
    return uriel_parse(&ref, out->ptr, out->len, error);
  }
  if (!uriel_parse(&ref, asked->name.ptr, asked->name.len, error))
    return false;
  size_t need;
  do
    need = uriel_template_expand(filled.ptr, filled.len, &ref, out->ptr, out->capacity, error);
  while (buffer_short(out, need));
  return need != URIEL_FAILED;
}
