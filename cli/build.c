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

enum build_option_id { BUILD_SET = FILTER_OPTION, BUILD_UNSET, BUILD_ENCODE, BUILD_STDIN };

static const struct option_spec build_options[] = {
    {BUILD_SET, 'S', "set", "NAME=VALUE",
     "set a component: scheme, authority, userinfo,\nhost, port, path, query or fragment"},
    {BUILD_UNSET, 'U', "unset", "NAME", "remove a component"},
    {BUILD_ENCODE, 'e', "encode", NULL, "percent-encode the values for their components"},
    {BUILD_STDIN, 'i', "stdin", NULL, "change each line of standard input"},
    {0}};

struct build {
  struct edit_list edits;
  struct buffer reference;
  bool encode;
  bool input;
};

static void build_option(void *context, const struct option_reader *reader, int id)
{
  struct build *const self = context;
  if (id == BUILD_SET)
    edit_set(&self->edits, reader);
  else if (id == BUILD_UNSET)
    edit_unset(&self->edits, reader);
  else if (id == BUILD_ENCODE)
    self->encode = true;
  else
    self->input = true;
}

static enum filter_source build_ready(void *context, const struct option_reader *reader,
                                      const struct reading *reading)
{
  (void)reading;
  struct build *const self = context;
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

static void build_convert(void *context, const struct input *input, struct record *record)
{
  struct build *const self = context;
  struct buffer *const out = &self->reference;
  uriel_parts parts = {0};
  uriel_ref ref;
  uriel_fault fault;
  uriel_text blamed;
  size_t need;
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
                     "build --stdin [OPTION...]",
            .about = "Makes a reference of components, or changes components of each operand or\n"
                     "line of standard input and leaves every other byte as it is. Options take\n"
                     "effect in their order. What would not read back as the same components is\n"
                     "refused, with a fault. VALUE may be empty, which is not the same as --unset:\n"
                     "\"http://h?\" has an empty query, \"http://h\" has none.\n\n"
                     "Keys: input valid reference, and those of a fault (see uriel help check).",
            .examples = "uriel build --set scheme=https --set host=example.com --set path=/a\n"
                        "uriel build --unset fragment --set scheme=https http://example.com/#top\n"
                        "uriel build --encode --set 'query=q=a b' http://example.com/",
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
  return status;
}
