/* SPDX-License-Identifier: MIT */
/* Changes components of a reference. */
#include "edit.h"

#include <stdio.h>
#include <string.h>

#include "cli/shared/cli.h"
#include "uriel_url.h"

/* `own` holds an encoded value, or an authority after the "//" that makes it parseable. */
struct edit {
  const char *name;
  uriel_component component; /* URIEL_REFERENCE: only an attribute */
  int attribute;             /* a uriel_url_attribute, or EDIT_NO_ATTRIBUTE */
  uriel_text value;
  struct buffer own;
};

enum { EDIT_NO_ATTRIBUTE = -1 };

const char *const edit_names[] = {
    "scheme",   "authority", "userinfo", "host",     "port",     "path",   "query", "fragment", "href",
    "protocol", "username",  "password", "hostname", "pathname", "search", "hash",  NULL};
/* In the order of edit_names. */
static const struct edit_name {
  uriel_component component;
  int attribute;
} edit_meanings[] = {
    {URIEL_SCHEME, URIEL_URL_PROTOCOL},    {URIEL_AUTHORITY, EDIT_NO_ATTRIBUTE},
    {URIEL_USERINFO, EDIT_NO_ATTRIBUTE},   {URIEL_HOST, URIEL_URL_HOST},
    {URIEL_PORT, URIEL_URL_PORT},          {URIEL_PATH, URIEL_URL_PATHNAME},
    {URIEL_QUERY, URIEL_URL_SEARCH},       {URIEL_FRAGMENT, URIEL_URL_HASH},
    {URIEL_REFERENCE, URIEL_URL_HREF},     {URIEL_REFERENCE, URIEL_URL_PROTOCOL},
    {URIEL_REFERENCE, URIEL_URL_USERNAME}, {URIEL_REFERENCE, URIEL_URL_PASSWORD},
    {URIEL_REFERENCE, URIEL_URL_HOSTNAME}, {URIEL_REFERENCE, URIEL_URL_PATHNAME},
    {URIEL_REFERENCE, URIEL_URL_SEARCH},   {URIEL_REFERENCE, URIEL_URL_HASH},
};

size_t edit_count(const struct edit_list *list)
{
  return list->edits.len / sizeof(struct edit);
}

/* The buffer comes from realloc and holds only edits, so they are aligned. */
static struct edit *edit_at(const struct edit_list *list, size_t index)
{
  return (struct edit *)(void *)list->edits.ptr + index;
}

/* Adds an edit of the component whose name is the first `len` bytes of `name`. */
static void edit_add(struct edit_list *list, const struct option_reader *reader, size_t len,
                     const char *value)
{
  char name[32];
  snprintf(name, sizeof name, "%.*s", (int)(len < sizeof name ? len : sizeof name - 1), reader->value);
  struct option_reader word = *reader;
  word.value = name;
  const size_t at = (size_t)option_word(&word, edit_names);
  struct edit edit = {.name = edit_names[at],
                      .component = edit_meanings[at].component,
                      .attribute = edit_meanings[at].attribute,
                      .value = uriel_text_of(value)};
  if (edit.component == URIEL_AUTHORITY && value) {
    buffer_append(&edit.own, "//", 2);
    buffer_append(&edit.own, value, edit.value.len);
    edit.value.ptr = edit.own.ptr + 2;
  }
  buffer_append(&list->edits, (const char *)&edit, sizeof edit);
}

void edit_set(void *to, struct option_reader *reader)
{
  const char *const equals = strchr(reader->value, '=');
  if (!equals)
    die_usage(reader->command, "option \"%s\" takes NAME=VALUE, not \"%s\"", reader->name,
              reader->value);
  edit_add(to, reader, (size_t)(equals - reader->value), equals + 1);
}

void edit_unset(void *to, struct option_reader *reader)
{
  edit_add(to, reader, strlen(reader->value), NULL);
}

/* Whether values of the component are encoded, and for which place. */
static bool edit_encode_for(uriel_component component, uriel_encode_for *where)
{
  switch (component) {
  case URIEL_USERINFO:
    *where = URIEL_ENCODE_USERINFO;
    return true;
  case URIEL_HOST:
    *where = URIEL_ENCODE_HOST;
    return true;
  case URIEL_PATH:
    *where = URIEL_ENCODE_PATH;
    return true;
  case URIEL_QUERY:
    *where = URIEL_ENCODE_QUERY;
    return true;
  case URIEL_FRAGMENT:
    *where = URIEL_ENCODE_FRAGMENT;
    return true;
  default:
    return false;
  }
}

/* Encodes the value into `own`. Returns false if it cannot be encoded. */
static bool edit_encode_one(struct edit *edit, uriel_spec spec, uriel_encode_for where)
{
  struct buffer *const own = &edit->own;
  uriel_error error;
  size_t need;
  do
    need = uriel_encode_as(edit->value.ptr, edit->value.len, spec, where, 0, own->ptr, own->capacity,
                           &error);
  while (buffer_short(own, need));
  return need != URIEL_FAILED;
}

void edit_encode(struct edit_list *list, uriel_spec spec)
{
  for (size_t i = 0; i < edit_count(list); i++) {
    struct edit *const edit = edit_at(list, i);
    uriel_encode_for where;
    if (!edit->value.ptr || !edit_encode_for(edit->component, &where))
      continue;
    if (edit_encode_one(edit, spec, where))
      edit->value = (uriel_text){edit->own.ptr, edit->own.len};
  }
}

static size_t edit_authority_end(uriel_text text)
{
  size_t end = 0;
  while (end < text.len && text.ptr[end] != '/' && text.ptr[end] != '?' && text.ptr[end] != '#')
    end++;
  return end;
}

/* Splits an authority by parsing it after "//". It must not contain characters that end an authority. */
static bool edit_authority(const struct edit *edit, const struct reading *reading, uriel_parts *parts,
                           uriel_error *error, uriel_text *blamed)
{
  uriel_ref ref = {0};
  *blamed = edit->value;
  const size_t end = edit_authority_end(edit->value);
  if (end < edit->value.len) {
    *error = (uriel_error){.code = URIEL_ERROR_HOST_CHARACTER,
                           .component = URIEL_HOST,
                           .offset = end,
                           .begin = end,
                           .length = edit->value.len - end};
    return false;
  }
  if (edit->value.ptr &&
      !reading_parse(reading, &ref, (uriel_text){edit->own.ptr, edit->own.len}, error)) {
    error->offset -= 2;
    error->begin -= 2;
    return false;
  }
  const uriel_text undefined = {NULL, 0};
  parts->userinfo = edit->value.ptr ? uriel_userinfo(&ref) : undefined;
  parts->host = edit->value.ptr ? uriel_host(&ref) : undefined;
  parts->port = edit->value.ptr ? uriel_port(&ref) : undefined;
  return true;
}

static void edit_part(const struct edit *edit, uriel_parts *parts)
{
  switch (edit->component) {
  case URIEL_SCHEME:
    parts->scheme = edit->value;
    break;
  case URIEL_USERINFO:
    parts->userinfo = edit->value;
    break;
  case URIEL_HOST:
    parts->host = edit->value;
    break;
  case URIEL_PORT:
    parts->port = edit->value;
    break;
  case URIEL_PATH:
    parts->path = edit->value;
    break;
  case URIEL_QUERY:
    parts->query = edit->value;
    break;
  case URIEL_FRAGMENT:
    parts->fragment = edit->value;
    break;
  default:
    break;
  }
}

bool edit_apply(const struct edit_list *list, const struct reading *reading, uriel_parts *parts,
                uriel_error *error, uriel_text *blamed)
{
  for (size_t i = 0; i < edit_count(list); i++) {
    const struct edit *const edit = edit_at(list, i);
    if (edit->component != URIEL_AUTHORITY)
      edit_part(edit, parts);
    else if (!edit_authority(edit, reading, parts, error, blamed))
      return false;
  }
  return true;
}

const char *edit_unknown(const struct edit_list *list, uriel_spec spec)
{
  for (size_t i = 0; i < edit_count(list); i++) {
    const struct edit *const edit = edit_at(list, i);
    if (spec == URIEL_SPEC_WHATWG ? edit->attribute == EDIT_NO_ATTRIBUTE
                                  : edit->component == URIEL_REFERENCE)
      return edit->name;
  }
  return NULL;
}

bool edit_url(const struct edit_list *list, uriel_ref *url, struct buffer rooms[2], uriel_text *blamed)
{
  for (size_t i = 0; i < edit_count(list); i++) {
    const struct edit *const edit = edit_at(list, i);
    const uriel_url_attribute attribute = (uriel_url_attribute)edit->attribute;
    struct buffer *const out = &rooms[i % 2];
    size_t need;
    do
      need =
          uriel_url_set(url, url, attribute, edit->value.ptr, edit->value.len, out->ptr, out->capacity);
    while (buffer_short(out, need));
    if (need == URIEL_FAILED) {
      *blamed = edit->value;
      return false;
    }
  }
  return true;
}

void edit_free(struct edit_list *list)
{
  for (size_t i = 0; i < edit_count(list); i++)
    buffer_free(&edit_at(list, i)->own);
  buffer_free(&list->edits);
}
