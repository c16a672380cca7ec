/* SPDX-License-Identifier: MIT */
/* Changes as they are read from options. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/shared/cli.h"
#include "edit.h"
#include "uriel_scheme.h"
#include "uriel_url.h"

const char *const edit_names[] = {"scheme", "authority", "userinfo", "user",     "password", "host",
                                  "port",   "path",      "query",    "fragment", NULL};
/* In the order of edit_names; `host` of a URL excludes the port. */
static const struct edit edit_meanings[] = {
    {.component = URIEL_SCHEME, .attribute = URIEL_URL_PROTOCOL},
    {.component = URIEL_AUTHORITY, .attribute = EDIT_NO_ATTRIBUTE},
    {.component = URIEL_USERINFO, .attribute = EDIT_NO_ATTRIBUTE},
    {.place = EDIT_USER, .component = URIEL_USERINFO, .attribute = URIEL_URL_USERNAME},
    {.place = EDIT_PASSWORD, .component = URIEL_USERINFO, .attribute = URIEL_URL_PASSWORD},
    {.component = URIEL_HOST, .attribute = URIEL_URL_HOSTNAME},
    {.component = URIEL_PORT, .attribute = URIEL_URL_PORT},
    {.component = URIEL_PATH, .attribute = URIEL_URL_PATHNAME},
    {.component = URIEL_QUERY, .attribute = URIEL_URL_SEARCH},
    {.component = URIEL_FRAGMENT, .attribute = URIEL_URL_HASH},
};

const char *const edit_names_plain[] = {
    "scheme",   "authority", "userinfo", "host",     "port",     "path",   "query", "fragment", "href",
    "protocol", "username",  "password", "hostname", "pathname", "search", "hash",  NULL};
static const struct edit edit_meanings_plain[] = {
    {.component = URIEL_SCHEME, .attribute = URIEL_URL_PROTOCOL},
    {.component = URIEL_AUTHORITY, .attribute = EDIT_NO_ATTRIBUTE},
    {.component = URIEL_USERINFO, .attribute = EDIT_NO_ATTRIBUTE},
    {.component = URIEL_HOST, .attribute = URIEL_URL_HOST},
    {.component = URIEL_PORT, .attribute = URIEL_URL_PORT},
    {.component = URIEL_PATH, .attribute = URIEL_URL_PATHNAME},
    {.component = URIEL_QUERY, .attribute = URIEL_URL_SEARCH},
    {.component = URIEL_FRAGMENT, .attribute = URIEL_URL_HASH},
    {.place = EDIT_ATTRIBUTE, .attribute = URIEL_URL_HREF},
    {.place = EDIT_ATTRIBUTE, .attribute = URIEL_URL_PROTOCOL},
    {.place = EDIT_ATTRIBUTE, .attribute = URIEL_URL_USERNAME},
    {.place = EDIT_ATTRIBUTE, .attribute = URIEL_URL_PASSWORD},
    {.place = EDIT_ATTRIBUTE, .attribute = URIEL_URL_HOSTNAME},
    {.place = EDIT_ATTRIBUTE, .attribute = URIEL_URL_PATHNAME},
    {.place = EDIT_ATTRIBUTE, .attribute = URIEL_URL_SEARCH},
    {.place = EDIT_ATTRIBUTE, .attribute = URIEL_URL_HASH},
};

size_t edit_count(const struct edit_list *list)
{
  return list->edits.len / sizeof(struct edit);
}

/* The buffer comes from realloc and holds only edits, so they are aligned. */
struct edit *edit_at(const struct edit_list *list, size_t index)
{
  return (struct edit *)(void *)list->edits.ptr + index;
}

static void edit_add(struct edit_list *list, const struct edit *edit)
{
  struct edit added = *edit;
  added.choices = added.choices ? added.choices : 1;
  buffer_append(&list->edits, (const char *)&added, sizeof added);
}

/* ---- Names -------------------------------------------------------------------------------------- */

/* The index of the word at the start of reader->value; a usage error if `words` lacks it. */
static size_t edit_word(const struct option_reader *reader, size_t len, const char *const *words)
{
  char name[32];
  snprintf(name, sizeof name, "%.*s", (int)(len < sizeof name ? len : sizeof name - 1), reader->value);
  struct option_reader word = *reader;
  word.value = name;
  return option_word(&word, words);
}

/* The list in the usage error also has the names with a ".". */
static size_t edit_component_word(const struct option_reader *reader, size_t len)
{
  const char *words[sizeof edit_meanings / sizeof *edit_meanings + 3] = {0};
  size_t count = 0;
  for (; edit_names[count]; count++)
    words[count] = edit_names[count];
  words[count++] = "query.NAME";
  words[count] = "path.NUMBER";
  return edit_word(reader, len, words);
}

static void edit_read_segment(const struct option_reader *reader, struct edit *edit, uriel_text number)
{
  char *end;
  edit->place = EDIT_SEGMENT;
  edit->component = URIEL_PATH;
  edit->attribute = URIEL_URL_PATHNAME;
  edit->segment = number.len < 10 ? strtol(number.ptr, &end, 10) : 0;
  if (edit->segment == 0 || end != number.ptr + number.len || !isdigit((unsigned char)end[-1]))
    die_usage(reader->command,
              "option \"%s\": a segment is path.1 (the first), path.2, ... or path.-1 (the last), not "
              "\"path.%.*s\"",
              reader->name, (int)number.len, number.ptr);
}

/* Copies the name into own memory, with a NUL. "\*" is a "*" that is no wildcard. */
static void edit_read_parameter(const struct option_reader *reader, struct edit *edit, uriel_text name,
                                bool globs)
{
  size_t escaped = 0;
  size_t wild = 0;
  edit->place = EDIT_PARAMETER;
  edit->component = URIEL_QUERY;
  edit->attribute = URIEL_URL_SEARCH;
  buffer_reserve(&edit->own_name, name.len);
  for (size_t i = 0; i < name.len; i++) {
    const bool escape =
        globs && name.ptr[i] == '\\' && i + 1 < name.len && strchr("*?\\", name.ptr[i + 1]);
    i += escape;
    escaped += escape && name.ptr[i] != '\\';
    wild += globs && !escape && strchr("*?", name.ptr[i]) != NULL;
    buffer_append(&edit->own_name, name.ptr + i, 1);
  }
  edit->name = buffer_text(&edit->own_name);
  edit->glob = wild > 0;
  if (wild && escaped)
    die_usage(reader->command, "option \"%s\": a name cannot have both wildcards and \"\\*\" or \"\\?\"",
              reader->name);
}

static void edit_read_part(const struct option_reader *reader, struct edit *edit, uriel_text scheme,
                           uriel_text name)
{
  char word[32];
  struct buffer names = {0};
  const uriel_scheme_info *const info = uriel_scheme_find(NULL, scheme.ptr, scheme.len);
  snprintf(word, sizeof word, "%.*s", (int)(name.len < sizeof word ? name.len : 0), name.ptr);
  if (!info)
    die_usage(
        reader->command,
        "no \"%.*s\" for option \"%s\": before \".\" comes query, path or a scheme, as in ftp.type",
        (int)scheme.len, scheme.ptr, reader->name);
  if (!edit_has_part(info->name, word))
    die_usage(reader->command, "option \"%s\": \"%s\" is %s", reader->name, word,
              edit_part_names(info->name, &names));
  edit->place = EDIT_PART;
  edit->attribute = EDIT_NO_ATTRIBUTE;
  edit->scheme = uriel_text_of(info->name);
  buffer_append(&edit->own_name, word, strlen(word) + 1);
  edit->name = (uriel_text){edit->own_name.ptr, name.len};
}

/* Reads the name in the first `len` bytes of reader->value. */
static struct edit edit_read_name(const struct option_reader *reader, size_t len, bool globs)
{
  const char *const name = reader->value;
  const char *const dot = memchr(name, '.', len);
  struct edit edit = {0};
  if (!dot) {
    edit = edit_meanings[edit_component_word(reader, len)];
  } else {
    const uriel_text before = {name, (size_t)(dot - name)};
    const uriel_text after = {dot + 1, len - before.len - 1};
    if (before.len == 5 && memcmp(name, "query", 5) == 0)
      edit_read_parameter(reader, &edit, after, globs);
    else if (before.len == 4 && memcmp(name, "path", 4) == 0)
      edit_read_segment(reader, &edit, after);
    else
      edit_read_part(reader, &edit, before, after);
  }
  edit.given = name;
  return edit;
}

/* Decodes a parameter's name that was given encoded. */
static void edit_decode_name(struct edit *edit)
{
  struct buffer *const own = &edit->own_name;
  own->len = uriel_decode(own->ptr, own->len, 0, own->ptr, own->len, NULL);
  edit->name = buffer_text(own);
}

/* Reads NAME=VALUE, NAME:=VALUE or NAME?=VALUE. The value of a parameter may be missing. */
static struct edit edit_read(const struct option_reader *reader, enum edit_action action)
{
  const char *const given = reader->value;
  const char *const equals = strchr(given, '=');
  size_t len = equals ? (size_t)(equals - given) : strlen(given);
  bool encoded = false;
  bool if_undefined = false;
  for (; equals && len > 0 && (given[len - 1] == ':' || given[len - 1] == '?'); len--) {
    encoded |= given[len - 1] == ':';
    if_undefined |= given[len - 1] == '?';
  }
  struct edit edit = edit_read_name(reader, len, action == EDIT_REPLACE);
  edit.action = action;
  edit.encoded = encoded;
  edit.if_undefined = if_undefined;
  edit.value = uriel_text_of(equals ? equals + 1 : NULL);
  if (!equals && edit.place != EDIT_PARAMETER)
    die_usage(reader->command, "option \"%s\" takes NAME=VALUE, not \"%s\"", reader->name, given);
  if (edit.encoded && edit.place == EDIT_PARAMETER)
    edit_decode_name(&edit);
  if (edit.if_undefined && (action != EDIT_SET || edit.place == EDIT_SEGMENT))
    die_usage(reader->command, "\"?=\" goes with --set, of components and parameters");
  return edit;
}

/* ---- Options ------------------------------------------------------------------------------------ */

/* A component that is set twice would lose the first value without a word. */
static void edit_refuse_twice(const struct edit_list *list, const struct option_reader *reader,
                              const struct edit *edit)
{
  if (edit->if_undefined)
    return;
  for (size_t i = 0; i < edit_count(list); i++) {
    const struct edit *const other = edit_at(list, i);
    if (other->action == EDIT_SET && other->place == edit->place && !other->if_undefined &&
        other->component == edit->component && other->segment == edit->segment &&
        other->name.len == edit->name.len && other->scheme.ptr == edit->scheme.ptr &&
        (edit->name.len == 0 || memcmp(other->name.ptr, edit->name.ptr, edit->name.len) == 0))
      die_usage(reader->command, "option \"%s\": \"%s\" and \"%s\" set the same", reader->name,
                other->given, edit->given);
  }
}

void edit_set(void *to, struct option_reader *reader)
{
  const struct edit edit = edit_read(reader, EDIT_SET);
  edit_refuse_twice(to, reader, &edit);
  edit_add(to, &edit);
}

void edit_append(void *to, struct option_reader *reader)
{
  const struct edit edit = edit_read(reader, EDIT_APPEND);
  const bool whole =
      edit.place == EDIT_COMPONENT && (edit.component == URIEL_PATH || edit.component == URIEL_QUERY);
  if (!whole && edit.place != EDIT_PARAMETER && edit.place != EDIT_PART)
    die_usage(reader->command, "option \"%s\" takes path=SEGMENT, query.NAME=VALUE or query=TEXT",
              reader->name);
  edit_add(to, &edit);
}

void edit_replace(void *to, struct option_reader *reader)
{
  const struct edit edit = edit_read(reader, EDIT_REPLACE);
  edit_add(to, &edit);
}

void edit_remove(void *to, struct option_reader *reader)
{
  struct edit edit = edit_read_name(reader, strlen(reader->value), true);
  edit.action = EDIT_REMOVE;
  edit_add(to, &edit);
}

void edit_rename(void *to, struct option_reader *reader)
{
  struct edit edit = edit_read(reader, EDIT_RENAME);
  if (edit.place != EDIT_PARAMETER || !edit.value.ptr)
    die_usage(reader->command, "option \"%s\" takes query.NAME=NAME, not \"%s\"", reader->name,
              reader->value);
  edit_add(to, &edit);
}

/* The values are separated by spaces. */
void edit_iterate(void *to, struct option_reader *reader)
{
  struct edit edit = edit_read(reader, EDIT_SET);
  const char *at = edit.value.ptr ? edit.value.ptr : "";
  size_t count = 0;
  edit_refuse_twice(to, reader, &edit);
  for (const char *word = at; *(word += strspn(word, " ")); word += strcspn(word, " "))
    count++;
  if (count == 0)
    die_usage(reader->command, "option \"%s\" takes NAME=VALUE VALUE ..., not \"%s\"", reader->name,
              reader->value);
  edit.choices = count;
  for (; edit.choice < count; edit.choice++) {
    at += strspn(at, " ");
    edit.value = (uriel_text){at, strcspn(at, " ")};
    at += edit.value.len;
    edit_add(to, &edit);
    edit.own_name = (struct buffer){0}; /* the first edit's */
  }
}

static void edit_add_action(struct edit_list *list, enum edit_action action)
{
  const bool port = action == EDIT_DEFAULT_PORT || action == EDIT_NO_DEFAULT_PORT;
  const struct edit edit = {.action = action,
                            .component = port ? URIEL_PORT : URIEL_QUERY,
                            .attribute = port ? URIEL_URL_PORT : URIEL_URL_SEARCH};
  edit_add(list, &edit);
}

void edit_sort_query(void *to, struct option_reader *reader)
{
  (void)reader;
  edit_add_action(to, EDIT_SORT_QUERY);
}

void edit_remove_empty(void *to, struct option_reader *reader)
{
  (void)reader;
  edit_add_action(to, EDIT_REMOVE_EMPTY);
}

void edit_strip_tracking(void *to, struct option_reader *reader)
{
  (void)reader;
  edit_add_action(to, EDIT_STRIP_TRACKING);
}

void edit_default_port(void *to, struct option_reader *reader)
{
  (void)reader;
  edit_add_action(to, EDIT_DEFAULT_PORT);
}

void edit_no_default_port(void *to, struct option_reader *reader)
{
  (void)reader;
  edit_add_action(to, EDIT_NO_DEFAULT_PORT);
}

static void edit_add_plain(struct edit_list *list, const struct option_reader *reader, size_t len,
                           const char *value)
{
  struct edit edit = edit_meanings_plain[edit_word(reader, len, edit_names_plain)];
  edit.action = value ? EDIT_SET : EDIT_REMOVE;
  edit.given = reader->value;
  edit.value = uriel_text_of(value);
  list->plain = true;
  edit_add(list, &edit);
}

void edit_set_plain(void *to, struct option_reader *reader)
{
  const char *const equals = strchr(reader->value, '=');
  if (!equals)
    die_usage(reader->command, "option \"%s\" takes NAME=VALUE, not \"%s\"", reader->name,
              reader->value);
  edit_add_plain(to, reader, (size_t)(equals - reader->value), equals + 1);
}

void edit_unset(void *to, struct option_reader *reader)
{
  edit_add_plain(to, reader, strlen(reader->value), NULL);
}

void edit_free(struct edit_list *list)
{
  for (size_t i = 0; i < edit_count(list); i++) {
    buffer_free(&edit_at(list, i)->own);
    buffer_free(&edit_at(list, i)->own_name);
    buffer_free(&edit_at(list, i)->pair);
  }
  buffer_free(&list->edits);
}
