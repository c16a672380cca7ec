/* SPDX-License-Identifier: MIT */
/* Options as changes of references (uriel_function.h), and the errors of changes. */
#include <stdio.h>
#include <string.h>

#include "base/nearest.h"
#include "cli/shared/cli.h"
#include "edit.h"
#include "uriel_query.h"
#include "uriel_scheme.h"

const char *const edits_names[] = {"scheme", "authority", "userinfo", "user",     "password", "host",
                                   "port",   "path",      "query",    "fragment", NULL};

size_t edits_count(const struct edits *edits)
{
  return edits->changes.len / sizeof(uriel_change);
}

/* The buffers come from realloc and hold nothing else, so they are aligned. */
uriel_change *edits_at(const struct edits *edits, size_t index)
{
  return (uriel_change *)(void *)edits->changes.ptr + index;
}

void edits_add(struct edits *edits, const struct option_reader *reader, const uriel_change *change,
               size_t choices)
{
  const struct edit_option option = {reader->value, choices};
  buffer_append(&edits->changes, (const char *)change, sizeof *change);
  buffer_append(&edits->of, (const char *)&option, sizeof option);
}

/* ---- Names -------------------------------------------------------------------------------------- */

const char *edits_part_message(const char *scheme, const char *part, struct buffer *out)
{
  static const char says[] = "not a part of this scheme's URIs, whose parts are ";
  static const char none[] = "not a part: uriel does not know the parts of this scheme";
  const char *names[32];
  const size_t count =
      uriel_scheme_part_names(names, sizeof names / sizeof *names, scheme, strlen(scheme));
  out->len = 0;
  for (size_t i = 0; i < count; i++) {
    if (strcmp(names[i], part) == 0)
      return NULL;
    buffer_append(out, out->len ? ", " : says, out->len ? 2 : sizeof says - 1);
    buffer_append(out, names[i], strlen(names[i]));
  }
  if (count == 0)
    buffer_append(out, none, sizeof none - 1);
  buffer_append(out, "", 1);
  return out->ptr;
}

/* Ends the program because the name of a change is not valid. */
static void edits_refuse_name(struct edits *edits, const struct option_reader *reader, uriel_text name)
{
  const char *const dot = name.len ? memchr(name.ptr, '.', name.len) : NULL;
  const uriel_text before = {name.ptr, dot ? (size_t)(dot - name.ptr) : name.len};
  const uriel_text after = {dot ? dot + 1 : "", dot ? name.len - before.len - 1 : 0};
  char word[32];
  if (!dot) { /* the list in the usage error also has the names with a "." */
    const char *words[sizeof edits_names / sizeof *edits_names + 2] = {0};
    struct option_reader given = *reader;
    size_t count = 0;
    for (; edits_names[count]; count++)
      words[count] = edits_names[count];
    words[count++] = "query.NAME";
    words[count] = "path.NUMBER";
    snprintf(word, sizeof word, "%.*s", (int)(name.len < sizeof word ? name.len : sizeof word - 1),
             name.ptr);
    given.value = word;
    if (!nearest_word(word, words) && !word_synonym(word, words))
      die_usage(reader->command,
                "option \"%s\": \"%s\" is not a component; for a parameter, write query.%s",
                reader->name, word, word);
    (void)option_word(&given, words);
  }
  if (text_is(before, "path"))
    die_usage(reader->command,
              "option \"%s\": a segment is path.1 (the first), path.2, ... or path.-1 (the last), not "
              "\"path.%.*s\"",
              reader->name, (int)after.len, after.ptr);
  const uriel_scheme_info *const info = uriel_scheme_find(NULL, before.ptr, before.len);
  if (!info)
    die_usage(reader->command,
              "option \"%s\" does not take \"%.*s\": before \".\", write query, path or a scheme, as in "
              "ftp.type",
              reader->name, (int)before.len, before.ptr);
  snprintf(word, sizeof word, "%.*s", (int)(after.len < sizeof word ? after.len : 0), after.ptr);
  die_usage(reader->command, "option \"%s\": \"%s\" is %s", reader->name, word,
            edits_part_message(info->name, word, &edits->messages));
}

/* Reads NAME (REMOVE), NAME=VALUE, NAME:=VALUE or NAME?=VALUE. The value of a parameter may be missing.
 */
static uriel_change edits_read(struct edits *edits, const struct option_reader *reader,
                               uriel_change_kind kind)
{
  const char *const given = reader->value;
  const char *const equals = kind == URIEL_CHANGE_REMOVE ? NULL : strchr(given, '=');
  uriel_change change = {.kind = kind,
                         .options = (unsigned)reader->spec->high, /* --set-encoded */
                         .value = uriel_text_of(equals ? equals + 1 : NULL)};
  size_t len = equals ? (size_t)(equals - given) : strlen(given);
  for (; equals && len > 0 && (given[len - 1] == ':' || given[len - 1] == '?'); len--)
    change.options |= given[len - 1] == ':' ? URIEL_CHANGE_ENCODED : URIEL_CHANGE_IF_UNDEFINED;
  change.name = (uriel_text){given, len};
  if (uriel_change_read(&change, URIEL_SPEC_RFC3986, NULL, 0) != URIEL_FAILED)
    return change;
  if (kind == URIEL_CHANGE_RENAME) {
    const bool bare = equals && !memchr(given, '.', len);
    die_usage(reader->command, "option \"%s\" takes query.NAME=NAME, not \"%s\"%s%s%s", reader->name,
              given, bare ? ": did you mean \"query." : "", bare ? given : "", bare ? "\"?" : "");
  }
  uriel_change name = {.kind = URIEL_CHANGE_REMOVE, .name = change.name};
  if (uriel_change_read(&name, URIEL_SPEC_RFC3986, NULL, 0) == URIEL_FAILED)
    edits_refuse_name(edits, reader, change.name);
  if (!equals)
    die_usage(reader->command, "option \"%s\" takes NAME=VALUE, not \"%s\"", reader->name, given);
  if (change.options & URIEL_CHANGE_IF_UNDEFINED)
    die_usage(reader->command, "\"?=\" goes with --set, of components and parameters");
  die_usage(reader->command, "option \"%s\" takes path=SEGMENT, query.NAME=VALUE or query=TEXT",
            reader->name);
}

/* A component that is set twice would silently lose its first value. */
static uriel_change edits_read_once(struct edits *edits, const struct option_reader *reader)
{
  const uriel_change change = edits_read(edits, reader, URIEL_CHANGE_SET);
  for (size_t i = 0; i < edits_count(edits) && !(change.options & URIEL_CHANGE_IF_UNDEFINED); i++) {
    const uriel_change *const other = edits_at(edits, i);
    if (other->kind == URIEL_CHANGE_SET && !(other->options & URIEL_CHANGE_IF_UNDEFINED) &&
        other->name.len == change.name.len &&
        memcmp(other->name.ptr, change.name.ptr, change.name.len) == 0)
      die_usage(reader->command, "option \"%s\": \"%s\" and \"%s\" set the same", reader->name,
                ARRAY_OF(struct edit_option, edits->of)[i].value, reader->value);
  }
  return change;
}

/* ---- Options ------------------------------------------------------------------------------------ */

void edits_change(void *to, struct option_reader *reader)
{
  const uriel_change_kind kind = (uriel_change_kind)reader->spec->low;
  const uriel_change change = kind == URIEL_CHANGE_SET          ? edits_read_once(to, reader)
                              : kind >= URIEL_CHANGE_SORT_QUERY ? (uriel_change){.kind = kind}
                                                                : edits_read(to, reader, kind);
  edits_add(to, reader, &change, 1);
}

/* The values are separated by spaces. */
void edits_iterate(void *to, struct option_reader *reader)
{
  uriel_change change = edits_read_once(to, reader);
  const char *at = change.value.ptr ? change.value.ptr : "";
  size_t count = 0;
  for (const char *word = at; *(word += strspn(word, " ")); word += strcspn(word, " "))
    count++;
  if (count == 0)
    die_usage(reader->command, "option \"%s\" takes NAME=VALUE VALUE ..., not \"%s\"", reader->name,
              reader->value);
  for (size_t i = 0; i < count; i++) {
    at += strspn(at, " ");
    change.value = (uriel_text){at, strcspn(at, " ")};
    at += change.value.len;
    edits_add(to, reader, &change, count);
  }
}

void edits_separator(void *to, struct option_reader *reader)
{
  struct edits *const edits = to;
  const char *const text = reader->value;
  const uriel_parts parts = {.query = {text, 1}};
  const bool both = strcmp(text, "&;") == 0 || strcmp(text, ";&") == 0;
  edits->separator = both || *text == '&' ? 0 : *text;
  if (both)
    edits->options |= URIEL_QUERY_SEMICOLON;
  else if (strlen(text) != 1 || strchr("=%+#", *text) ||
           uriel_build(&parts, NULL, 0, NULL) == URIEL_FAILED)
    die_usage(reader->command,
              "option \"%s\" takes a character that a query can have, except = %% and +, not \"%s\"",
              reader->name, text);
}

/* ---- Changes that are ready --------------------------------------------------------------------- */

void edits_ready(struct edits *edits, const char *command, uriel_spec spec)
{
  const struct edit_option *const of = ARRAY_OF(struct edit_option, edits->of);
  const size_t count = edits_count(edits);
  size_t most = 0;
  for (size_t i = 0; i < count; i++)
    most += 4 * (edits_at(edits, i)->name.len + edits_at(edits, i)->value.len) + 4;
  buffer_reserve(&edits->texts, most);
  edits->turns = 1;
  for (size_t i = 0; i < count; i++) {
    uriel_change *const change = edits_at(edits, i);
    const uriel_text name = change->name;
    const bool parameter = edits->separator && name.len > 6 && memcmp(name.ptr, "query.", 6) == 0;
    if ((parameter && memchr(name.ptr + 6, edits->separator, name.len - 6)) ||
        (edits->separator && change->kind == URIEL_CHANGE_RENAME &&
         memchr(change->value.ptr, edits->separator, change->value.len)))
      die_usage(command, "\"%s\": a name cannot have the separator", of[i].value);
    change->options |= edits->options;
    change->separator = edits->separator;
    const size_t len = uriel_change_read(change, spec, edits->texts.ptr + edits->texts.len,
                                         edits->texts.capacity - edits->texts.len);
    if (len == URIEL_FAILED && change->kind == URIEL_CHANGE_DEFAULT_PORT)
      die_usage(command, "--default-port: the URL standard never writes a default port");
    if (len == URIEL_FAILED)
      die_usage(command, "\"%s\": with --spec=whatwg, set user, password, host or port", of[i].value);
    edits->texts.len += len;
  }
  for (size_t i = 0; i < count; i += of[i].choices) {
    edits->turns *= of[i].choices;
    if (edits->turns > UINT32_MAX)
      die_usage(command, "--iterate: more than 4294967295 results of each input");
  }
}

struct edits_now edits_of_turn(const struct edits *edits, size_t turn, struct buffer *room)
{
  struct edits_now now = {edits_at(edits, 0), edits_count(edits)};
  if (edits->turns <= 1)
    return now;
  size_t left = now.count;
  buffer_reserve(room, now.count * sizeof(uriel_change));
  uriel_change *const end = (uriel_change *)(void *)room->ptr + now.count;
  for (now.changes = end, now.count = 0; left > 0; now.count++) { /* the last one changes fastest */
    const size_t choices = ARRAY_OF(struct edit_option, edits->of)[left - 1].choices;
    left -= choices;
    *(uriel_change *)(uintptr_t)--now.changes = *edits_at(edits, left + turn % choices);
    turn /= choices;
  }
  return now;
}

/* ---- Errors ------------------------------------------------------------------------------------- */

/* Blames the record. `whole`: the text is a reference between the changes. */
static void edits_blame(struct edits_now now, bool whole, const uriel_error *error, uriel_text text,
                        struct record *record)
{
  static const struct {
    const char *part, *code, *message;
  } own[] = {
      {"segment", "dot-segment", "a segment \".\" or \"..\" leads to another folder"},
      {"value", "value-refused", "the URL standard does not allow this value in this URL"},
      {"scheme", "parts-incomplete", "this URI has more than the parts of its scheme"},
      {"segment", "segment-missing", "the path does not have that segment"},
  };
  const char *const component = uriel_component_name(error->component);
  bool authority = false; /* the text is the value of one */
  size_t i = error->code == URIEL_ERROR_PART_MISSING ? 3 : 0;
  while (i < 4 && !(error->part && strcmp(error->part, own[i].part) == 0))
    i++;
  if (i < 4) {
    const uriel_error found = {
        .component = error->component, .offset = error->offset, .length = text.len};
    record_refuse(record, &found, text, "not possible", own[i].code, own[i].message);
    record->error.within = error->component;
    record->error.in = component;
    return;
  }
  for (i = 0; i < now.count; i++)
    authority |=
        text.ptr && text.ptr == now.changes[i].value.ptr && text_is(now.changes[i].name, "authority");
  record_blame(record, error, text, NULL);
  if (error->part && !whole) {
    record->error.what = "not possible in a URI of this scheme";
    record->error.in = error->part;
    record->error.expected = "";
  } else if (authority || (record->reading.spec == URIEL_SPEC_RFC3986 && !error->part)) {
    record->error.what = "not possible in a URI reference";
    record->error.within = authority ? URIEL_AUTHORITY : error->component;
    record->error.in = authority ? uriel_component_name(URIEL_AUTHORITY) : component;
    record->error.expected = "";
  } else if (error->code == URIEL_ERROR_PARTS_DIFFER) {
    record->error.what = "cannot be built";
  }
}

uriel_text edits_apply(const uriel_ref *ref, struct edits_now now, char *out, size_t bound,
                       struct record *record)
{
  uriel_error error;
  uriel_text text;
  const size_t len =
      uriel_edit(&text, ref, now.changes, now.count, record->reading.options, out, bound, &error);
  if (len != URIEL_FAILED)
    return (uriel_text){out, len};
  edits_blame(now, text.ptr >= out && text.ptr < out + bound, &error, text, record);
  return uriel_text_of(NULL);
}
