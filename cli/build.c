/* SPDX-License-Identifier: MIT */
/* uriel build: references made of components, and changes to components of references. */
#include <string.h>

#include "cli.h"
#include "edit.h"
#include "filter.h"
#include "target.h"

static const struct column build_columns[] = TARGET_COLUMNS_OF("reference", COLUMN_REFERENCE);
static const struct schema build_schema = {
    .columns = build_columns, .count = TARGET_COLUMNS, .plain = TARGET_RESULT};

enum build_option_id {
  BUILD_SET = FILTER_OPTION,
  BUILD_UNSET,
  BUILD_ENCODE,
  BUILD_STDIN,
  BUILD_SCHEME,
  BUILD_PART,
  BUILD_LOCAL,
  BUILD_WINDOWS
};

static const struct option_spec build_options[] = {
    {BUILD_SET, 'S', "set", "NAME=VALUE",
     "set a component: scheme, authority, userinfo,\nhost, port, path, query or fragment"},
    {BUILD_UNSET, 'U', "unset", "NAME", "remove a component"},
    {BUILD_ENCODE, 'e', "encode", NULL, "percent-encode the values for their components"},
    {BUILD_STDIN, 'i', "stdin", NULL, "change each line of standard input"},
    {BUILD_SCHEME, 0, "scheme", "SCHEME", "make a URI of this scheme, of its own parts"},
    {BUILD_PART, 'P', "part", "NAME=VALUE",
     "with --scheme: a part under the name that uriel\nschemes shows for it, decoded; one that is a\n"
     "list may be given several times"},
    {BUILD_LOCAL, 'l', "local", NULL, "make a file URI of each local path"},
    {BUILD_WINDOWS, 0, "windows", NULL, "with --local: paths are as C:\\a and \\\\host\\a"},
    {0}};

struct build {
  struct edit_list edits;
  struct buffer reference;
  struct buffer parts; /* of uriel_own_part, for --scheme */
  struct buffer room;
  struct buffer message;
  const char *scheme;
  bool encode;
  bool input;
  bool local;
  uriel_local_style style;
};

/* The name is ended by a NUL in place of "=". */
static void build_part_option(struct build *self, const struct option_reader *reader)
{
  char *const name = (char *)(uintptr_t)reader->value;
  char *const equals = strchr(name, '=');
  if (!equals || equals == name)
    die_usage(reader->command, "option \"%s\" takes NAME=VALUE", reader->name);
  *equals = '\0';
  const uriel_own_part part = {name, uriel_text_of(equals + 1)};
  buffer_append(&self->parts, (const char *)&part, sizeof part);
}

static void build_option(void *context, const struct option_reader *reader, int id)
{
  struct build *const self = context;
  if (id == BUILD_SET)
    edit_set(&self->edits, reader);
  else if (id == BUILD_UNSET)
    edit_unset(&self->edits, reader);
  else if (id == BUILD_ENCODE)
    self->encode = true;
  else if (id == BUILD_SCHEME)
    self->scheme = reader->value;
  else if (id == BUILD_PART)
    build_part_option(self, reader);
  else if (id == BUILD_LOCAL)
    self->local = true;
  else if (id == BUILD_WINDOWS)
    self->style = URIEL_LOCAL_WINDOWS;
  else
    self->input = true;
}

static enum filter_source build_ready(void *context, const struct option_reader *reader,
                                      const struct reading *reading)
{
  (void)reading;
  struct build *const self = context;
  if (self->parts.len > 0 && !self->scheme)
    die_usage(reader->command, "--part goes with --scheme");
  if (self->scheme && (self->input || reader->operand_count > 0 || edit_count(&self->edits) > 0))
    die_usage(reader->command, "--scheme goes with --part alone");
  if (self->style == URIEL_LOCAL_WINDOWS && !self->local)
    die_usage(reader->command, "--windows goes with --local");
  if (self->local && (self->scheme || edit_count(&self->edits) > 0))
    die_usage(reader->command, "--local goes with --windows alone");
  if (self->scheme)
    return SOURCE_NOTHING;
  if (self->local)
    return self->input ? SOURCE_INPUT : SOURCE_OPERANDS;
  if (self->encode)
    edit_encode(&self->edits);
  if (self->input)
    return SOURCE_INPUT;
  if (reader->operand_count > 0)
    return SOURCE_OPERANDS;
  if (edit_count(&self->edits) == 0)
    die_usage(reader->command, "nothing to build: use --set, operands or --stdin");
  return SOURCE_NOTHING;
}

/* `text` is the value of `component`, which the fault's place is in. */
static void build_blame(struct record *record, const uriel_fault *fault, uriel_text text,
                        uriel_component component)
{
  record_blame(record, fault, text);
  record->fault.what = "not possible in a URI reference";
  record->fault.within = component;
  record->fault.in = uriel_component_name(component);
  record->fault.expected = "";
}

static uriel_text build_part(const uriel_parts *parts, uriel_component component)
{
  switch (component) {
  case URIEL_SCHEME:
    return parts->scheme;
  case URIEL_USERINFO:
    return parts->userinfo;
  case URIEL_HOST:
    return parts->host;
  case URIEL_PORT:
    return parts->port;
  case URIEL_PATH:
    return parts->path;
  case URIEL_QUERY:
    return parts->query;
  case URIEL_FRAGMENT:
    return parts->fragment;
  default:
    return uriel_text_of(NULL);
  }
}

static const uriel_own_part *build_parts(const struct build *self, size_t *count)
{
  *count = self->parts.len / sizeof(uriel_own_part);
  return (const uriel_own_part *)(const void *)self->parts.ptr;
}

static size_t build_try(struct build *self, const uriel_own_part *parts, size_t count,
                        uriel_fault *fault)
{
  struct buffer *const out = &self->reference;
  size_t room = 1;
  size_t need;
  for (size_t i = 0; i < count; i++)
    room += 3 * parts[i].text.len + 1;
  buffer_reserve(&self->room, room);
  do
    need = uriel_scheme_build(self->scheme, strlen(self->scheme), parts, count, self->room.ptr,
                              self->room.capacity, out->ptr, out->capacity, fault);
  while (buffer_short(out, need));
  return need;
}

static bool build_is_list(const struct build *self, const char *name)
{
  return uriel_scheme_part_is_list(self->scheme, strlen(self->scheme), name);
}

/* The item whose encoded form the fault's span is, in the room of lists. Its place is then in the item
 * as it was given, where "%0A" is one byte. */
static const uriel_own_part *build_blamed_item(struct build *self, uriel_fault *fault)
{
  size_t count;
  const uriel_own_part *const parts = build_parts(self, &count);
  const char *const made = self->room.ptr + fault->begin;
  struct buffer item = {0};
  buffer_reserve(&item, fault->length);
  item.len = uriel_decode(made, fault->length, 0, item.ptr, item.capacity, NULL);
  fault->offset = uriel_decode(made, fault->offset - fault->begin, 0, NULL, 0, NULL);
  fault->begin = 0;
  fault->length = item.len;
  const uriel_own_part *blamed = NULL;
  for (size_t i = 0; i < count && !blamed; i++)
    if (strcmp(parts[i].name, fault->part) == 0 && parts[i].text.len == item.len &&
        memcmp(parts[i].text.ptr, item.ptr, item.len) == 0)
      blamed = &parts[i];
  buffer_free(&item);
  return blamed;
}

/* The part to blame, of a name that is no list's the last: that is the one too many. */
static const uriel_own_part *build_blamed(struct build *self, uriel_fault *fault, size_t *given)
{
  size_t count;
  const uriel_own_part *const parts = build_parts(self, &count);
  const uriel_own_part *blamed = NULL;
  *given = 0;
  for (size_t i = 0; fault->part && i < count; i++)
    if (strcmp(parts[i].name, fault->part) == 0) {
      blamed = &parts[i];
      ++*given;
    }
  return blamed && build_is_list(self, fault->part) ? build_blamed_item(self, fault) : blamed;
}

/* Whether the scheme has a part of that name: it is not refused for it. */
static bool build_has(struct build *self, const char *name)
{
  const uriel_own_part part = {name, uriel_text_of("1")};
  uriel_fault fault;
  return build_try(self, &part, 1, &fault) != URIEL_FAILED ||
         fault.code != URIEL_FAULT_PART_NOT_ALLOWED || !fault.part || strcmp(fault.part, name) != 0;
}

/* "no part of that scheme's URIs, which have host, port, ...". */
static const char *build_names(struct build *self)
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
  record->fault.code = uriel_fault_name(record->fault.fault.code);
  record->fault.message = message;
}

/* Of the parts that the scheme's URIs have. A list takes three times its parts' lengths of room. */
static void build_of_scheme(struct build *self, struct record *record)
{
  struct buffer *const out = &self->reference;
  uriel_fault fault;
  size_t count;
  size_t given;
  const uriel_own_part *const parts = build_parts(self, &count);
  if (build_try(self, parts, count, &fault) != URIEL_FAILED) {
    record->values[TARGET_RESULT] = (uriel_text){out->ptr, out->len};
    return;
  }
  const uriel_own_part *const blamed = build_blamed(self, &fault, &given);
  const bool other = fault.code == URIEL_FAULT_SCHEME_OTHER;
  record_blame(record, &fault,
               blamed  ? blamed->text
               : other ? uriel_text_of(self->scheme)
                       : uriel_text_of(NULL));
  record->fault.what = other ? "nothing to build" : "not possible in a URI of this scheme";
  record->fault.in = fault.part;
  record->fault.expected = "";
  if (other)
    build_say(record, "uriel knows no parts of this scheme's own");
  else if (fault.code == URIEL_FAULT_PART_MISSING && !blamed)
    build_say(record, "the part is missing");
  else if (fault.code == URIEL_FAULT_PART_NOT_ALLOWED && given > 1 && build_has(self, fault.part))
    build_say(record, "given twice, and it is no list");
  else if (fault.code == URIEL_FAULT_PART_NOT_ALLOWED && blamed && !build_has(self, fault.part))
    build_say(record, build_names(self));
}

/* Of a local path: any bytes but NUL. */
static void build_of_path(struct build *self, uriel_text path, struct record *record)
{
  struct buffer *const out = &self->reference;
  uriel_fault fault;
  size_t need;
  do
    need = uriel_file_from_local(path.ptr, path.len, self->style, out->ptr, out->capacity, &fault);
  while (buffer_short(out, need));
  if (need != URIEL_FAILED) {
    record->values[TARGET_RESULT] = (uriel_text){out->ptr, out->len};
    return;
  }
  record_blame(record, &fault, path);
  record->fault.what = "no file URI";
  record->fault.expected = "";
}

static void build_convert(void *context, const struct input *input, struct record *record)
{
  struct build *const self = context;
  struct buffer *const out = &self->reference;
  uriel_parts parts = {0};
  uriel_ref ref;
  uriel_fault fault;
  uriel_text blamed;
  size_t need;
  if (self->scheme) {
    build_of_scheme(self, record);
    return;
  }
  if (self->local) {
    build_of_path(self, input->text, record);
    return;
  }
  if (input->text.ptr) {
    if (!record_parse(record, &ref, input->text))
      return;
    parts = uriel_parts_of(&ref);
  }
  if (!edit_apply(&self->edits, &parts, &fault, &blamed)) {
    build_blame(record, &fault, blamed, URIEL_AUTHORITY);
    return;
  }
  do
    need = uriel_build(&parts, out->ptr, out->capacity, &fault);
  while (buffer_short(out, need));
  if (need == URIEL_FAILED)
    build_blame(record, &fault, build_part(&parts, fault.component), fault.component);
  else
    record->values[TARGET_RESULT] = (uriel_text){out->ptr, out->len};
}

/* The edits are read alone, so that copies share them. */
static void build_begin(void *copy)
{
  struct build *const self = copy;
  self->reference = self->room = self->message = (struct buffer){0};
}

static void build_end(void *copy)
{
  struct build *const self = copy;
  buffer_free(&self->reference);
  buffer_free(&self->room);
  buffer_free(&self->message);
}

static const struct filter build_filter = {
    .help =
        {
            .usage = "build --set NAME=VALUE... [OPTION...]\n"
                     "build [OPTION...] REFERENCE...\n"
                     "build --stdin [OPTION...]\n"
                     "build --scheme=SCHEME --part NAME=VALUE... [OPTION...]\n"
                     "build --local [--windows] [OPTION...] [PATH...]",
            .about = "Makes a reference of components, or changes components of each operand or\n"
                     "line of standard input and leaves every other byte as it is. Options take\n"
                     "effect in their order. What would not read back as the same components is\n"
                     "refused, with a fault. VALUE may be empty, which is not the same as --unset:\n"
                     "\"http://h?\" has an empty query, \"http://h\" has none.\n\n"
                     "With --scheme, makes a URI of the parts that its scheme's URIs have, encoded\n"
                     "as the scheme needs it; http's path and query, file's path and all of tag\n"
                     "are given as they are to be written.\n\n"
                     "With --local, makes a file URI of each absolute path, an operand or a line of\n"
                     "standard input, whose bytes may be any; uriel schemes --local goes back.\n\n"
                     "Keys: input valid reference, and those of a fault (see uriel help check).",
            .examples = "uriel build --set scheme=https --set host=example.com --set path=/a\n"
                        "uriel build --unset fragment --set scheme=https http://example.com/#top\n"
                        "uriel build --encode --set 'query=q=a b' http://example.com/\n"
                        "uriel build --scheme=gopher -P host=h -P type=0 -P 'selector=/a b'\n"
                        "find \"$PWD\" -print0 | uriel build --local --null",
        },
    .schema = &build_schema,
    .options = build_options,
    .option = build_option,
    .ready = build_ready,
    .convert = build_convert,
    .size = sizeof(struct build),
    .begin = build_begin,
    .end = build_end,
};

int cmd_build(int argc, char **argv)
{
  struct build self = {0};
  const int status = filter_run(&build_filter, &self, argc, argv);
  edit_free(&self.edits);
  buffer_free(&self.parts);
  build_end(&self);
  return status;
}
