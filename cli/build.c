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
  BUILD_PART
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
    {0}};

struct build {
  struct edit_list edits;
  struct buffer reference;
  struct buffer parts; /* of uriel_own_part, for --scheme */
  struct buffer room;
  const char *scheme;
  bool encode;
  bool input;
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
  if (self->scheme)
    return SOURCE_NOTHING;
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

static const uriel_own_part *build_part_named(const struct build *self, const char *name)
{
  const uriel_own_part *const parts = (const uriel_own_part *)(const void *)self->parts.ptr;
  for (size_t i = 0; name && i < self->parts.len / sizeof *parts; i++)
    if (strcmp(parts[i].name, name) == 0)
      return &parts[i];
  return NULL;
}

/* Of the parts that the scheme's URIs have. A list takes three times its parts' lengths of room. */
static void build_of_scheme(struct build *self, struct record *record)
{
  const uriel_own_part *const parts = (const uriel_own_part *)(const void *)self->parts.ptr;
  const size_t count = self->parts.len / sizeof *parts;
  struct buffer *const out = &self->reference;
  size_t room = 1;
  uriel_fault fault;
  size_t need;
  for (size_t i = 0; i < count; i++)
    room += 3 * parts[i].text.len + 1;
  buffer_reserve(&self->room, room);
  do
    need = uriel_scheme_build(self->scheme, strlen(self->scheme), parts, count, self->room.ptr,
                              self->room.capacity, out->ptr, out->capacity, &fault);
  while (buffer_short(out, need));
  if (need != URIEL_FAILED) {
    record->values[TARGET_RESULT] = (uriel_text){out->ptr, out->len};
    return;
  }
  const uriel_own_part *const blamed = build_part_named(self, fault.part);
  record_blame(record, &fault, blamed ? blamed->text : uriel_text_of(self->scheme));
  record->fault.what = "not possible in a URI of this scheme";
  record->fault.in = fault.part;
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

static const struct filter build_filter = {
    .help =
        {
            .usage = "build --set NAME=VALUE... [OPTION...]\n"
                     "build [OPTION...] REFERENCE...\n"
                     "build --stdin [OPTION...]\n"
                     "build --scheme=SCHEME --part NAME=VALUE... [OPTION...]",
            .about = "Makes a reference of components, or changes components of each operand or\n"
                     "line of standard input and leaves every other byte as it is. Options take\n"
                     "effect in their order. What would not read back as the same components is\n"
                     "refused, with a fault. VALUE may be empty, which is not the same as --unset:\n"
                     "\"http://h?\" has an empty query, \"http://h\" has none.\n\n"
                     "With --scheme, makes a URI of the parts that its scheme's URIs have, encoded\n"
                     "as the scheme needs it.\n\n"
                     "Keys: input valid reference, and those of a fault (see uriel help check).",
            .examples = "uriel build --set scheme=https --set host=example.com --set path=/a\n"
                        "uriel build --unset fragment --set scheme=https http://example.com/#top\n"
                        "uriel build --encode --set 'query=q=a b' http://example.com/\n"
                        "uriel build --scheme=gopher -P host=h -P type=0 -P 'selector=/a b'",
        },
    .schema = &build_schema,
    .options = build_options,
    .option = build_option,
    .ready = build_ready,
    .convert = build_convert,
};

int cmd_build(int argc, char **argv)
{
  struct build self = {0};
  const int status = filter_run(&build_filter, &self, argc, argv);
  edit_free(&self.edits);
  buffer_free(&self.reference);
  buffer_free(&self.parts);
  buffer_free(&self.room);
  return status;
}
