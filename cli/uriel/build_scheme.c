/* SPDX-License-Identifier: MIT */
/* uriel build --scheme: URIs made of their scheme's own parts, and which part is at error. */
#include "build_scheme.h"

#include <string.h>

#include "cli/shared/cli.h"
#include "uriel_scheme.h"

/* The name is ended by a NUL in place of "=". */
void build_scheme_part(void *to, struct option_reader *reader)
{
  struct build_scheme *const self = to;
  char *const name = (char *)(uintptr_t)reader->value;
  char *const equals = strchr(name, '=');
  if (!equals || equals == name)
    die_usage(reader->command, "option \"%s\" takes NAME=VALUE", reader->name);
  *equals = '\0';
  const uriel_own_part part = {name, uriel_text_of(equals + 1)};
  buffer_append(&self->parts, (const char *)&part, sizeof part);
}

static const uriel_own_part *build_parts(const struct build_scheme *self, size_t *count)
{
  *count = self->parts.len / sizeof(uriel_own_part);
  return (const uriel_own_part *)(const void *)self->parts.ptr;
}

static size_t build_try(struct build_scheme *self, const uriel_own_part *parts, size_t count,
                        uriel_error *error)
{
  struct buffer *const out = &self->uri;
  size_t scratch = 1;
  size_t need;
  for (size_t i = 0; i < count; i++)
    scratch += 3 * parts[i].text.len + 1;
  buffer_reserve(&self->scratch, scratch);
  do
    need = uriel_scheme_build(self->name, strlen(self->name), parts, count, self->scratch.ptr,
                              self->scratch.capacity, out->ptr, out->capacity, error);
  while (buffer_short(out, need));
  return need;
}

static bool build_is_list(const struct build_scheme *self, const char *name)
{
  return uriel_scheme_part_is_list(self->name, strlen(self->name), name, strlen(name));
}

/* The item whose encoded form the error's span is, in the scratch buffer of lists. Its place is then in
 * the item as it was given, where "%0A" is one byte. */
static const uriel_own_part *build_blamed_item(struct build_scheme *self, uriel_error *error)
{
  size_t count;
  const uriel_own_part *const parts = build_parts(self, &count);
  const char *const made = self->scratch.ptr + error->begin;
  struct buffer item = {0};
  buffer_reserve(&item, error->length);
  item.len = uriel_decode(made, error->length, 0, item.ptr, item.capacity, NULL);
  error->offset = uriel_decode(made, error->offset - error->begin, 0, NULL, 0, NULL);
  error->begin = 0;
  error->length = item.len;
  const uriel_own_part *blamed = NULL;
  for (size_t i = 0; i < count && !blamed; i++)
    if (strcmp(parts[i].name, error->part) == 0 && parts[i].text.len == item.len &&
        memcmp(parts[i].text.ptr, item.ptr, item.len) == 0)
      blamed = &parts[i];
  buffer_free(&item);
  return blamed;
}

/* The part to blame, of a name that is no list's the last: that is the one too many. */
static const uriel_own_part *build_blamed(struct build_scheme *self, uriel_error *error, size_t *given)
{
  size_t count;
  const uriel_own_part *const parts = build_parts(self, &count);
  const uriel_own_part *blamed = NULL;
  *given = 0;
  for (size_t i = 0; error->part && i < count; i++)
    if (strcmp(parts[i].name, error->part) == 0) {
      blamed = &parts[i];
      ++*given;
    }
  return blamed && build_is_list(self, error->part) ? build_blamed_item(self, error) : blamed;
}

/* Whether the scheme has a part of that name: it is not refused for it. */
static bool build_has(struct build_scheme *self, const char *name)
{
  const uriel_own_part part = {name, uriel_text_of("1")};
  uriel_error error;
  return build_try(self, &part, 1, &error) != URIEL_FAILED ||
         error.code != URIEL_ERROR_PART_NOT_ALLOWED || !error.part || strcmp(error.part, name) != 0;
}

/* "no part of that scheme's URIs, which have host, port, ...". */
static const char *build_names(struct build_scheme *self)
{
  static const char *const names[] = {
      "user",       "password",    "host",       "port",      "cell",    "path",       "query",
      "fragment",   "directories", "group",      "article",   "number",  "name",       "type",
      "selector",   "search",      "plus",       "to",        "fields",  "message",    "content",
      "database",   "length",      "attributes", "object",    "version", "encoding",   "authority",
      "date",       "specific",    "dn",         "scope",     "filter",  "extensions", "extension",
      "subaddress", "context",     "document",   "parameters"};
  static const char says[] = "no part of this scheme's URIs, which have";
  struct buffer *const out = &self->message;
  out->len = 0;
  buffer_append(out, says, sizeof says - 1);
  for (size_t i = 0, found = 0; i < sizeof names / sizeof *names; i++)
    if (build_has(self, names[i])) {
      buffer_append(out, ", ", found ? 2 : 0);
      if (!found++)
        buffer_append(out, " ", 1);
      buffer_append(out, names[i], strlen(names[i]));
    }
  buffer_append(out, "", 1);
  return out->ptr;
}

static void build_say(struct record *record, const char *message)
{
  record->error.code = uriel_error_name(record->error.error.code);
  record->error.message = message;
}

/* Of the parts that the scheme's URIs have. A list takes three times its parts' lengths of scratch
 * space. */
void build_of_scheme(struct build_scheme *self, struct record *record)
{
  struct buffer *const out = &self->uri;
  uriel_error error;
  size_t count;
  size_t given;
  const uriel_own_part *const parts = build_parts(self, &count);
  if (build_try(self, parts, count, &error) != URIEL_FAILED) {
    record->values[TARGET_RESULT] = (uriel_text){out->ptr, out->len};
    return;
  }
  const uriel_own_part *const blamed = build_blamed(self, &error, &given);
  const bool other = error.code == URIEL_ERROR_SCHEME_OTHER;
  record_blame(record, &error,
               blamed  ? blamed->text
               : other ? uriel_text_of(self->name)
                       : uriel_text_of(NULL));
  record->error.what = other ? "nothing to build" : "not possible in a URI of this scheme";
  record->error.in = error.part;
  record->error.expected = "";
  if (other)
    build_say(record, "uriel knows no parts of this scheme's own");
  else if (error.code == URIEL_ERROR_PART_MISSING && !blamed)
    build_say(record, "the part is missing");
  else if (error.code == URIEL_ERROR_PART_NOT_ALLOWED && given > 1 && build_has(self, error.part))
    build_say(record, "given twice, and it is no list");
  else if (error.code == URIEL_ERROR_PART_NOT_ALLOWED && blamed && !build_has(self, error.part))
    build_say(record, build_names(self));
}

void build_scheme_begin(struct build_scheme *self)
{
  self->uri = self->scratch = self->message = (struct buffer){0};
}

void build_scheme_end(struct build_scheme *self)
{
  buffer_free(&self->uri);
  buffer_free(&self->scratch);
  buffer_free(&self->message);
}
