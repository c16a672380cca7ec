/* SPDX-License-Identifier: MIT */
/* uriel urn where: the URI that resolves a name, and the request for it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/shared/cli.h"
#include "cli/shared/error.h"
#include "urn.h"

struct resolver {
  const char *key;          /* a namespace, or a namespace, ":" and a prefix of its names */
  const char *uri_template; /* {rest} is replaced by the text after the key */
  const char *source;       /* its documentation, or the file that defines it, or "" */
  unsigned long line;       /* of the user's file, or 0 */
};

#include "resolver_table.h"

/* ---- Resolvers: the user's file, then the built-in table ---------------------------------------- */

static int resolver_order(const void *a, const void *b)
{
  const struct resolver *const one = a, *const other = b;
  const int order = strcasecmp(one->key, other->key);
  return order ? order : (one->line > other->line) - (one->line < other->line);
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

/* Reads the lines of the file. Refuses two resolvers for the same names: the second would never be
 * used. */
static void resolvers_lines(struct urn *self, const char *command, const char *path)
{
  unsigned long number = 1;
  for (char *line = self->text.ptr, *next; line; line = next, number++) {
    next = strchr(line, '\n');
    if (next)
      *next++ = '\0';
    if (next && next - 1 > line && next[-2] == '\r')
      next[-2] = '\0';
    if (line[0] == '\0' || line[0] == '#')
      continue;
    struct resolver resolver = {.source = path, .line = number};
    resolver.key = resolvers_field(&line);
    resolver.uri_template = resolvers_field(&line);
    const char *const source = resolvers_field(&line);
    if (source && *source)
      resolver.source = source;
    if (!*resolver.key || !resolver.uri_template || !strchr(resolver.uri_template, '{') || line)
      die_usage(command, "%s: line %lu: a resolver is a namespace, a tab, a URI with {uri} in it%s",
                path, number, line ? ", a tab and a source" : "");
    buffer_append(&self->own, (const char *)&resolver, sizeof resolver);
  }
  struct resolver *const own = (struct resolver *)(void *)self->own.ptr;
  const size_t count = self->own.len / sizeof *own;
  if (count > 1)
    qsort(own, count, sizeof *own, resolver_order);
  for (size_t i = 1; i < count; i++)
    if (strcasecmp(own[i].key, own[i - 1].key) == 0)
      die_usage(command,
                "%s: line %lu: \"%s\" has a resolver on line %lu: remove one, or begin its line with #",
                path, own[i].line, own[i].key, own[i - 1].line);
}

/* Reads --resolvers, or the configuration file (XDG base directories) if it exists. */
static void resolvers_read(struct urn *self, const char *command)
{
  const char *const config = getenv("XDG_CONFIG_HOME");
  const char *const home = getenv("HOME");
  const bool own = config && config[0] == '/';
  const char *const base = own ? config : home;
  const char *const more = own ? "/uriel/urn-resolvers.tsv" : "/.config/uriel/urn-resolvers.tsv";
  struct buffer path = {0};
  if (self->path) {
    buffer_append(&path, self->path, strlen(self->path) + 1);
  } else if (base && base[0] == '/') {
    buffer_append(&path, base, strlen(base));
    buffer_append(&path, more, strlen(more) + 1);
  }
  if (path.ptr && buffer_load(&self->text, path.ptr))
    resolvers_lines(self, command, self->path ? self->path : "your urn-resolvers.tsv");
  else if (path.ptr && (self->path || errno != ENOENT))
    die(STATUS_IO, "cannot read %s: %s", path.ptr, strerror(errno));
  buffer_free(&path);
}

/* The request to a resolver. */
struct asked {
  uriel_urn urn;
  uriel_text name;     /* the URN, with the part of its query that is sent */
  uriel_text fragment; /* the fragment that is sent, or undefined */
};

/* Returns the request for a URN. urn-2011 (2) sends the query and the fragment, "unchanged"; RFC 8141
 * (2.3.1) the r-component. */
static struct asked resolver_asked(const uriel_ref *ref, const uriel_urn *urn)
{
  const bool draft = uriel_spec_of(ref) == URIEL_SPEC_URN_2011;
  const uriel_text query = draft ? urn->q_component : urn->r_component;
  const uriel_text last = query.ptr ? query : urn->nss;
  return (struct asked){.urn = *urn,
                        .name = {ref->text, (size_t)(last.ptr + last.len - ref->text)},
                        .fragment = draft ? urn->f_component : uriel_text_of(NULL)};
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

static bool resolver_is_letter(char c)
{
  return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
}

/* Whether the key matches the name. Sets the rest of the name, which begins after the separator that
 * follows the key, or directly after a key that ends in a separator. */
static bool resolver_fits(const struct resolver *resolver, const struct asked *asked, uriel_text *rest)
{
  const uriel_urn *const urn = &asked->urn;
  const char *const key = resolver->key;
  const size_t nid = strcspn(key, ":");
  const char *const prefix = key[nid] ? key + nid + 1 : key + nid;
  const size_t len = strlen(prefix);
  if (urn->nid.len != nid || strncasecmp(urn->nid.ptr, key, nid) != 0 || urn->nss.len < len ||
      strncasecmp(urn->nss.ptr, prefix, len) != 0)
    return false;
  const char *begin = urn->nss.ptr + len;
  const char *const end = asked->name.ptr + asked->name.len;
  if (len > 0 && begin < end && resolver_is_letter(prefix[len - 1])) {
    if (resolver_is_letter(*begin))
      return false;
    begin += *begin != '%' && *begin != '?';
  }
  *rest = (uriel_text){begin, (size_t)(end - begin)};
  return (!strstr(resolver->uri_template, "{rest}") && !strstr(resolver->uri_template, "{+rest}")) ||
         (rest->len > 0 && !resolver_has_dots(*rest));
}

/* Returns the resolver with the longest key that matches the name, or NULL. `rest` is the part of the
 * name after the key. */
static const struct resolver *resolver_find(const struct resolver *list, size_t count,
                                            const struct asked *asked, uriel_text *rest)
{
  const struct resolver *best = NULL;
  uriel_text after;
  for (size_t i = 0; i < count; i++)
    if ((!best || strlen(list[i].key) > strlen(best->key)) && resolver_fits(&list[i], asked, &after)) {
      best = &list[i];
      *rest = after;
    }
  return best;
}

static void resolver_encode(struct buffer *out, uriel_encode_for place, uriel_text text)
{
  const size_t begin = out->len;
  buffer_reserve(out, begin + uriel_encode_bound(text.len));
  out->len += uriel_encode(text.ptr, text.len, place, URIEL_ENCODE_PERCENT, out->ptr + begin,
                           out->capacity - begin);
}

/* Fills in the template. {rest} is encoded for its place, including each "%", so that two names have two
 * URIs; {+rest} is copied as written, and {uri} is left to uriel_template_expand. "#" and the fragment
 * follow each, encoded as the name before them is: a literal "#" would end the URI. {rest} is this
 * program's own extension. */
static void resolver_fill(const struct resolver *resolver, const struct asked *asked, uriel_text rest,
                          struct buffer *out)
{
  enum { REST, REST_WRITTEN, URI, URI_WRITTEN, NAMES };
  static const char *const names[NAMES] = {"{rest}", "{+rest}", "{uri}", "{+uri}"};
  out->len = 0;
  for (const char *at = resolver->uri_template; *at;) {
    size_t name = 0;
    const size_t plain = strcspn(at, "{");
    buffer_append(out, at, plain);
    at += plain;
    while (name < NAMES && strncmp(at, names[name], strlen(names[name])) != 0)
      name++;
    if (name == NAMES) {
      buffer_append(out, at, *at != '\0');
      at += *at != '\0';
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

/* Writes the URI that resolves the name. Returns false if the template gives no URI. */
static bool resolver_expand(struct urn *self, const struct resolver *resolver, const struct asked *asked,
                            uriel_text rest, uriel_error *error)
{
  struct buffer *const filled = &self->filled, *const out = &self->output;
  uriel_ref ref;
  resolver_fill(resolver, asked, rest, filled);
  if (!memchr(filled->ptr, '{', filled->len)) {
    out->len = 0;
    buffer_append(out, filled->ptr, filled->len);
    return uriel_parse(&ref, out->ptr, out->len, error);
  }
  if (!uriel_parse(&ref, asked->name.ptr, asked->name.len, error))
    return false;
  size_t need;
  do
    need = uriel_template_expand(filled->ptr, filled->len, &ref, out->ptr, out->capacity, error);
  while (buffer_short(out, need));
  return need != URIEL_FAILED;
}

/* ---- uriel urn where ----------------------------------------------------------------------------- */

enum where_column {
  WHERE_INPUT,
  WHERE_VALID,
  WHERE_URL,
  WHERE_SERVICE,
  WHERE_KEY,
  WHERE_SOURCE,
  WHERE_COLUMNS
};

static const struct column where_columns[] = {
    [WHERE_INPUT] = {"input", COLUMN_REFERENCE, TONE_PLAIN},
    [WHERE_VALID] = {"valid", COLUMN_VALID, TONE_PLAIN},
    [WHERE_URL] = {"url", COLUMN_REFERENCE, TONE_PLAIN},
    [WHERE_SERVICE] = {"service", COLUMN_TEXT, TONE_PLAIN},
    [WHERE_KEY] = {"key", COLUMN_TEXT, TONE_PLAIN},
    [WHERE_SOURCE] = {"source", COLUMN_TEXT, TONE_PLAIN},
};

/* Prints why --resolver is not one that accepts requests, and ends the program. */
static _Noreturn void where_refuse(const struct record *record)
{
  error_print("resolver", &record->error);
  output_flush_both();
  exit(STATUS_USAGE);
}

static enum stage_source where_ready(void *context, const struct option_reader *reader,
                                     struct lane *lane)
{
  struct urn *const self = context;
  struct record record = {.reading = {.spec = URIEL_SPEC_RFC3986}};
  uriel_ref sample;
  uriel_error error;
  (void)lane;
  if (!self->resolver_text) {
    resolvers_read(self, reader->command);
    return SOURCE_OPERANDS;
  }
  if (!record_parse(&record, &self->resolver, uriel_text_of(self->resolver_text)))
    where_refuse(&record);
  if ((!scheme_is(&self->resolver, "http") && !scheme_is(&self->resolver, "https")) ||
      uriel_host(&self->resolver).len == 0)
    die_usage(reader->command, "--resolver takes an http or https URI, not \"%s\"", self->resolver_text);
  uriel_parse(&sample, "urn:example:a", 13, NULL);
  if (uriel_urn_request("N2L", 3, &self->resolver, &sample, NULL, 0, &error) == URIEL_FAILED) {
    record_blame(&record, &error, uriel_text_of(self->resolver_text));
    record.error.what = "not a resolver";
    where_refuse(&record);
  }
  return SOURCE_OPERANDS;
}

/* Makes a THTTP request. Location services accept any URI. */
static bool where_request(struct urn *self, struct record *record, uriel_text text)
{
  const char *const service = self->service ? self->service : "N2L";
  uriel_urn urn = {0};
  uriel_ref ref;
  uriel_error error;
  if (service[0] == 'L')
    record->reading.spec = URIEL_SPEC_RFC3986;
  if (service[0] == 'L' ? !record_parse(record, &ref, text) : !urn_read(record, &ref, &urn, text))
    return false;
  if (!urn_write(self, &ref, text, record->reading.spec, &error)) {
    record_blame(record, &error, text);
    record->error.what = "not to be asked about";
    return false;
  }
  record->values[WHERE_SERVICE] = uriel_text_of(service);
  return true;
}

/* Looks the name up in the tables. */
static bool where_look_up(struct urn *self, struct record *record, uriel_text text)
{
  uriel_urn urn = {0};
  uriel_ref ref;
  uriel_error error = {.length = text.len};
  uriel_text rest;
  if (!urn_read(record, &ref, &urn, text))
    return false;
  const struct asked asked = resolver_asked(&ref, &urn);
  const struct resolver *resolver = resolver_find((const struct resolver *)(const void *)self->own.ptr,
                                                  self->own.len / sizeof *resolver, &asked, &rest);
  if (!resolver)
    resolver =
        resolver_find(resolver_table, sizeof resolver_table / sizeof *resolver_table, &asked, &rest);
  if (!resolver) {
    record_blame(record, &error, text);
    record->error.what = "not known where";
    record->error.code = "resolver-unknown";
    record->error.message = "no resolver of its namespace is known: name one with --resolver, or put "
                            "one into a table (--resolvers)";
    record->error.expected = "";
    return false;
  }
  if (!resolver_expand(self, resolver, &asked, rest, &error)) {
    const bool of_template = error.code == URIEL_ERROR_TEMPLATE;
    record_blame(record, &error, of_template ? uriel_text_of(resolver->uri_template) : text);
    record->error.what = of_template ? "not a resolver's template" : "not for its resolver";
    return false;
  }
  record->values[WHERE_KEY] = uriel_text_of(resolver->key);
  record->values[WHERE_SOURCE] = uriel_text_of(*resolver->source ? resolver->source : NULL);
  return true;
}

static void where_each(void *context, struct record *record)
{
  struct urn *const self = context;
  uriel_ref url;
  uriel_error error;
  if (!(self->resolver_text ? where_request : where_look_up)(self, record, record->input))
    return;
  record->values[WHERE_URL] = buffer_text(&self->output);
  self->steps.hide = true;
  self->steps.password = uriel_text_of(NULL);
  if (uriel_parse(&url, self->output.ptr, self->output.len, &error) &&
      steps_make(&self->steps, &url, NULL, &error))
    record->detail = &self->steps;
}

static void where_json(const struct record *record, struct json *json)
{
  json_bool(json, "valid", !record_is_invalid(record));
  json_columns(json, where_columns + WHERE_URL, record->values + WHERE_URL, WHERE_COLUMNS - WHERE_URL);
  if (record->detail)
    steps_json(record->detail, json);
}

static void where_block(const struct record *record)
{
  struct output *const out = &standard_out;
  const struct reading reading = {.spec = URIEL_SPEC_RFC3986};
  for (size_t i = WHERE_URL; i < WHERE_COLUMNS; i++) {
    if (!record->values[i].ptr)
      continue;
    output_text(out, "  ");
    colour_put(out, TONE_DIM, where_columns[i].key, strlen(where_columns[i].key));
    output_format(out, "%*s", 11 - (int)strlen(where_columns[i].key), "");
    if (i == WHERE_URL)
      colour_reference(out, &reading, record->values[i]);
    else
      output_foreign(out, record->values[i].ptr, record->values[i].len);
    output_char(out, '\n');
  }
  if (record->detail)
    steps_print(record->detail);
}

static const struct schema where_schema = {.columns = where_columns,
                                           .count = WHERE_COLUMNS,
                                           .plain = WHERE_URL,
                                           .has_keys = true,
                                           .json = where_json,
                                           .block = where_block};

const struct stage urn_where_stage = {
    .help =
        {
            .usage = "urn where [OPTION...] [URN...]",
            .about = "Prints the URI at which a name is resolved: that of --resolver's answer\n"
                     "(THTTP, RFC 2169), or from a table of resolvers that are publicly\n"
                     "documented. A table of your own comes before it: the file\n"
                     "uriel/urn-resolvers.tsv in $XDG_CONFIG_HOME or ~/.config, or that of\n"
                     "--resolvers, with lines NID or NID:BEGINNING, a tab, a URI with {uri} (as\n"
                     "for uriel plan --gateway) or {rest}, the text after the beginning; one line\n"
                     "for each namespace and beginning. A resolver gets the r-component too\n"
                     "(RFC 8141, 2.3.1), by urn-2011 the query and the fragment. On a terminal, the\n"
                     "request for it as well. Nothing is asked.\n\n"
                     "Keys: input valid url service key source, and those of an error (see uriel\n"
                     "help check). JSON has steps, too (see uriel help plan).",
            .examples = "uriel urn where urn:ietf:rfc:2141\n"
                        "uriel urn where --long urn:nbn:de:101:1-201102033592\n"
                        "uriel urn where --resolver=http://urn.example/ --service=N2C urn:foo:12345",
        },
    .schema = &where_schema,
    .options = &urn_options[2],
    .spec = SPEC_NAMES,
    .ready = where_ready,
    .texts = true,
    .each = where_each,
};
