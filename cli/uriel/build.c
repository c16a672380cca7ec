/* SPDX-License-Identifier: MIT */
/* uriel build: builds references from components, and changes components of references. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "edit.h"
#include "stage.h"
#include "uriel_scheme.h"
#include "uriel_url.h"

/* The names of --set: components, then other attributes of URLs. `host` of a URL has the port. */
static const char *const build_names[] = {
    "scheme",   "authority", "userinfo", "host",     "port",     "path",   "query", "fragment", "href",
    "protocol", "username",  "password", "hostname", "pathname", "search", "hash",  NULL};
enum { BUILD_COMPONENTS = 8, BUILD_NO_ATTRIBUTE = -1 };
static const int build_attributes[] = {
    URIEL_URL_PROTOCOL, BUILD_NO_ATTRIBUTE, BUILD_NO_ATTRIBUTE, URIEL_URL_HOST,
    URIEL_URL_PORT,     URIEL_URL_PATHNAME, URIEL_URL_SEARCH,   URIEL_URL_HASH,
    URIEL_URL_HREF,     URIEL_URL_PROTOCOL, URIEL_URL_USERNAME, URIEL_URL_PASSWORD,
    URIEL_URL_HOSTNAME, URIEL_URL_PATHNAME, URIEL_URL_SEARCH,   URIEL_URL_HASH};

struct build {
  struct edits edits;
  bool encodes;
  const char *scheme;  /* NULL: no --scheme */
  struct buffer parts; /* array of uriel_own_part */
  bool input;
  bool local;
  uriel_local_style style;
};

/* Reads one --part. A NUL replaces the "=" after the name. */
static void build_part(void *to, struct option_reader *reader)
{
  char *const name = (char *)(uintptr_t)reader->value;
  char *const equals = strchr(name, '=');
  if (!equals || equals == name)
    die_usage(reader->command, "option \"%s\" takes NAME=VALUE", reader->name);
  *equals = '\0';
  const uriel_own_part part = {name, uriel_text_of(equals + 1)};
  buffer_append(to, (const char *)&part, sizeof part);
}

/* Reads --set, --set-encoded or --unset. A parameter or a segment, "query.NAME", is read as in edit. */
static void build_set(void *to, struct option_reader *reader)
{
  const bool unsets = reader->spec->low == URIEL_CHANGE_REMOVE;
  const char *const equals = unsets ? NULL : strchr(reader->value, '=');
  const char *const dot = strchr(reader->value, '.');
  if (dot && (!equals || dot < equals)) {
    edits_change(to, reader);
    return;
  }
  char name[32];
  struct option_reader word = *reader;
  if (!equals && !unsets)
    die_usage(reader->command, "option \"%s\" takes NAME=VALUE, not \"%s\"", reader->name,
              reader->value);
  const size_t len = equals ? (size_t)(equals - reader->value) : strlen(reader->value);
  snprintf(name, sizeof name, "%.*s", (int)(len < sizeof name ? len : sizeof name - 1), reader->value);
  word.value = name;
  const uriel_change change = {.kind = (uriel_change_kind)reader->spec->low,
                               .options = (unsigned)reader->spec->high,
                               .name = uriel_text_of(build_names[option_word(&word, build_names)]),
                               .value = uriel_text_of(equals ? equals + 1 : NULL)};
  edits_add(to, reader, &change, 1);
}

static const struct option_spec build_options[] = {
    {0, "set", "NAME=VALUE",
     "set a component: scheme, authority, userinfo,\nhost, port, path, query or fragment; or a\n"
     "parameter or segment, query.NAME or path.1, as\nedit; with --spec=whatwg an attribute: href,\n"
     "protocol, username, password, host, hostname,\nport, pathname, search or hash. The value is\n"
     "given decoded",
     OPTION_CALL, OPTION_TO(struct build, edits), .words = build_names, .call = build_set,
     .low = URIEL_CHANGE_SET, .many = true},
    {0, "set-encoded", "NAME=VALUE", "as --set, but the value is given encoded", OPTION_CALL,
     OPTION_TO(struct build, edits), .words = build_names, .call = build_set, .low = URIEL_CHANGE_SET,
     .high = URIEL_CHANGE_ENCODED, .many = true},
    {0, "unset", "NAME", "remove a component, parameter or segment", OPTION_CALL,
     OPTION_TO(struct build, edits), .words = build_names, .call = build_set, .low = URIEL_CHANGE_REMOVE,
     .many = true},
    {0, "encode", NULL, "keep each \"%XX\" in the values of --set", OPTION_FLAG,
     OPTION_TO(struct build, encodes)},
    {0, "stdin", NULL, "change each line of standard input", OPTION_FLAG, OPTION_TO(struct build, input),
     .excludes = OPTION_GROUP_INPUT},
    {0, "scheme", "SCHEME", "make a URI of this scheme, of its own parts", OPTION_STRING,
     OPTION_TO(struct build, scheme)},
    {0, "part", "NAME=VALUE",
     "with --scheme: a part under the name that uriel\nschemes shows for it, decoded; one that is a\n"
     "list may be given several times",
     OPTION_CALL, OPTION_TO(struct build, parts), .call = build_part, .with = "scheme", .many = true},
    {0, "local", NULL, "make a file URI of each local path", OPTION_FLAG,
     OPTION_TO(struct build, local)},
    {0, "windows", NULL, "with --local: paths are as C:\\a and \\\\host\\a", OPTION_CHOICE,
     OPTION_TO(struct build, style), .low = URIEL_LOCAL_WINDOWS, .with = "local"},
    {0}};

/* Returns the place of the name of a change in build_names; for a parameter or a segment, the place of
 * NULL. */
static size_t build_name(const uriel_change *change)
{
  size_t name = 0;
  while (build_names[name] && build_names[name] != change->name.ptr)
    name++;
  return name;
}

static enum stage_source build_ready(void *context, struct lane *lane)
{
  struct build *const self = context;
  const bool url = lane->reading.spec == URIEL_SPEC_WHATWG;
  const bool operands = lane->reader->operand_count > 0,
             lines = self->input || lane->reader->file_count > 0;
  const size_t count = edits_count(&self->edits);
  if (lane->reading.spec != URIEL_SPEC_RFC3986 && (self->scheme || self->local))
    die_usage(lane->reader->command, "--spec goes with components, not with --scheme or --local");
  if (self->scheme && (lines || operands || count > 0))
    die_usage(lane->reader->command, "--scheme can only be used with --part");
  if (self->local && (self->scheme || count > 0))
    die_usage(lane->reader->command, "--local can only be used with --windows");
  if (self->encodes && count == 0)
    die_usage(lane->reader->command, "--encode goes with --set: to encode references, use uriel encode");
  if (self->scheme)
    return SOURCE_NOTHING;
  if (self->local)
    return self->input ? SOURCE_INPUT : SOURCE_PATHS;
  if (url && self->encodes)
    die_usage(lane->reader->command, "--spec=whatwg encodes values itself, without --encode");
  if (url && !lines && !operands)
    die_usage(lane->reader->command, "--spec=whatwg changes URLs: use operands, --file or --stdin");
  for (size_t i = 0; i < count; i++) {
    uriel_change *const change = edits_at(&self->edits, i);
    const size_t name = build_name(change);
    if (self->encodes && !(change->options & URIEL_CHANGE_ENCODED))
      change->options |= URIEL_CHANGE_TRIPLETS;
    if (url && !build_names[name])
      die_usage(lane->reader->command,
                "--spec=whatwg sets attributes of URLs: for \"%.*s\", use uriel edit",
                (int)change->name.len, change->name.ptr);
    if (!build_names[name])
      continue;
    if (url && build_attributes[name] == BUILD_NO_ATTRIBUTE)
      die_usage(lane->reader->command,
                "URLs have no attribute \"%s\": set username, password, host or port",
                build_names[name]);
    if (!url && name >= BUILD_COMPONENTS)
      die_usage(lane->reader->command, "\"%s\" is an attribute of URLs: add --spec=whatwg",
                build_names[name]);
  }
  if (!url)
    edits_ready(&self->edits, lane->reader->command, lane->reading.spec);
  if (!lines && !operands && count == 0)
    die_usage(lane->reader->command, "nothing to build: use --set, operands, --file or --stdin");
  return lines ? SOURCE_INPUT : operands ? SOURCE_OPERANDS : SOURCE_NOTHING;
}

/* Returns the part to blame: the last one of that name, which is the one too many. The error of a list
 * spans the encoded form of an item in `made`. Its place becomes that in the item as given, where "%0A"
 * is one byte. */
static const uriel_own_part *build_blamed(const char *scheme, const uriel_own_part *parts, size_t count,
                                          const struct buffer *made, struct buffer *item,
                                          uriel_error *error, size_t *given)
{
  const uriel_own_part *blamed = NULL;
  const bool list =
      error->part && uriel_scheme_part_is_list(scheme, strlen(scheme), error->part, strlen(error->part));
  *given = item->len = 0;
  if (list) {
    const char *const begin = made->ptr + error->begin;
    buffer_reserve(item, error->length);
    item->len = uriel_decode(begin, error->length, 0, item->ptr, item->capacity, NULL);
    error->offset = uriel_decode(begin, error->offset - error->begin, 0, NULL, 0, NULL);
    error->begin = 0;
    error->length = item->len;
  }
  for (size_t i = 0; error->part && i < count; i++) {
    const uriel_text text = parts[i].text;
    if (strcmp(parts[i].name, error->part) != 0)
      continue;
    ++*given;
    if (!list || (!blamed && text.len == item->len && memcmp(text.ptr, item->ptr, text.len) == 0))
      blamed = &parts[i];
  }
  return blamed;
}

/* Builds from the scheme's parts. A list takes three times the length of its parts in scratch space. */
static uriel_text build_of_scheme(const struct build *self, struct record *record)
{
  struct buffer *const out = &record->scratch[0], *const made = &record->scratch[1];
  struct buffer *const other = &record->scratch[2];
  const uriel_own_part *const parts = (const uriel_own_part *)(const void *)self->parts.ptr;
  const size_t count = self->parts.len / sizeof *parts;
  const char *const scheme = self->scheme;
  const char *message = NULL;
  size_t need, given, scratch = 1;
  uriel_error error;
  for (size_t i = 0; i < count; i++)
    scratch += 3 * parts[i].text.len + 1;
  buffer_reserve(made, scratch);
  do
    need = uriel_scheme_build(scheme, strlen(scheme), parts, count, made->ptr, made->capacity, out->ptr,
                              out->capacity, &error);
  while (buffer_short(out, need));
  if (need != URIEL_FAILED)
    return buffer_text(out);
  const uriel_own_part *const blamed = build_blamed(scheme, parts, count, made, other, &error, &given);
  const bool unknown = error.code == URIEL_ERROR_SCHEME_OTHER;
  if (unknown) {
    message = "uriel does not know the parts of this scheme";
  } else if (error.code == URIEL_ERROR_PART_MISSING && !blamed) {
    message = "the part is missing";
  } else if (error.code == URIEL_ERROR_PART_NOT_ALLOWED && blamed) {
    message = edits_part_message(scheme, error.part, other);
    if (!message && given > 1)
      message = "given twice, but it is not a list";
  }
  record_refuse(record, &error, blamed ? blamed->text : uriel_text_of(unknown ? scheme : NULL),
                unknown ? "nothing to build" : "not possible in a URI of this scheme",
                message ? uriel_error_name(error.code) : NULL, message);
  record->error.in = error.part;
  return uriel_text_of(NULL);
}

/* Changes a URL with the setters of the URL standard. Only the setter of href can fail. */
static uriel_text build_of_url(const struct build *self, uriel_ref *url, struct record *record)
{
  for (size_t i = 0; i < edits_count(&self->edits); i++) {
    const uriel_change *const change = edits_at(&self->edits, i);
    const uriel_text value = change->value;
    struct buffer *const out = &record->scratch[url->text == record->scratch[0].ptr];
    buffer_reserve(out, uriel_url_bound(url, value.len));
    if (uriel_url_set(url, url, (uriel_url_attribute)build_attributes[build_name(change)], value.ptr,
                      value.len, out->ptr, out->capacity) == URIEL_FAILED) {
      (void)record_parse(record, url, value); /* fails again, with the error */
      return uriel_text_of(NULL);
    }
  }
  return (uriel_text){url->text, url->length};
}

static void build_each(void *context, struct record *record)
{
  const struct build *const self = context;
  const uriel_text input = record->input;
  uriel_text *const result = &record->values[TARGET_RESULT];
  uriel_ref ref = {.text = "", .flags = (uint32_t)record->reading.spec << URIEL_SPEC_SHIFT};
  if (self->scheme) {
    *result = build_of_scheme(self, record);
  } else if (self->local) { /* a path, of any bytes except NUL */
    struct buffer *const out = &record->scratch[0];
    uriel_error error;
    buffer_reserve(out, 3 * input.len + sizeof "file:///");
    out->len = uriel_file_from_local(input.ptr, input.len, self->style, out->ptr, out->capacity, &error);
    if (out->len != URIEL_FAILED) {
      *result = buffer_text(out);
      return;
    }
    record_refuse(record, &error, input, "cannot be a file URI", NULL, NULL);
  } else if (input.ptr && !record_parse(record, &ref, input)) {
    return;
  } else if (record->reading.spec == URIEL_SPEC_WHATWG) {
    *result = build_of_url(self, &ref, record);
  } else {
    const struct edits_now now = edits_of_turn(&self->edits, 0, &record->scratch[1]);
    const size_t bound = uriel_edit_bound(record->reading.spec, ref.length, now.changes, now.count);
    *result = edits_apply(&ref, now, lane_room(record, bound), bound, record);
  }
}

const struct stage build_stage = {
    .schema = TARGET_SCHEMA("reference", COLUMN_REFERENCE, NULL),
    STAGE_SELF(struct build, .scheme = NULL),
    .options = build_options,
    .has = GENERAL_ANY | GENERAL_JOBS,
    .partial = true,
    .ready = build_ready,
    .texts = true,
    .each = build_each,
    .files = true,
};
