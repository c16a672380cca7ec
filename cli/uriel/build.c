/* SPDX-License-Identifier: MIT */
/* uriel build: references made of components, and changes to components of references. */
#include <string.h>

#include "build_scheme.h"
#include "cli/shared/cli.h"
#include "edit.h"
#include "filter.h"
#include "uriel_scheme.h"

static const struct column build_columns[] = TARGET_COLUMNS_OF("reference", COLUMN_REFERENCE);
static const struct schema build_schema = {
    .columns = build_columns, .count = TARGET_COLUMNS, .plain = TARGET_RESULT};

struct build {
  struct edit_list edits;
  struct buffer reference;
  struct build_scheme scheme;
  bool encode;
  bool input;
  bool local;
  uriel_local_style style;
};

static const struct option_spec build_options[] = {
    {0, "set", "NAME=VALUE",
     "set a component: scheme, authority, userinfo,\nhost, port, path, query or fragment", OPTION_CALL,
     OPTION_TO(struct build, edits), .words = edit_names, .call = edit_set, .many = true},
    {0, "unset", "NAME", "remove a component", OPTION_CALL, OPTION_TO(struct build, edits),
     .words = edit_names, .call = edit_unset, .many = true},
    {0, "encode", NULL, "percent-encode the values for their components", OPTION_FLAG,
     OPTION_TO(struct build, encode)},
    {0, "stdin", NULL, "change each line of standard input", OPTION_FLAG, OPTION_TO(struct build, input),
     .excludes = OPTION_GROUP_INPUT},
    {0, "scheme", "SCHEME", "make a URI of this scheme, of its own parts", OPTION_STRING,
     OPTION_TO(struct build, scheme.name)},
    {0, "part", "NAME=VALUE",
     "with --scheme: a part under the name that uriel\nschemes shows for it, decoded; one that is a\n"
     "list may be given several times",
     OPTION_CALL, OPTION_TO(struct build, scheme), .call = build_scheme_part, .with = "scheme",
     .many = true},
    {0, "local", NULL, "make a file URI of each local path", OPTION_FLAG,
     OPTION_TO(struct build, local)},
    {0, "windows", NULL, "with --local: paths are as C:\\a and \\\\host\\a", OPTION_CHOICE,
     OPTION_TO(struct build, style), .low = URIEL_LOCAL_WINDOWS, .with = "local"},
    {0}};

static enum filter_source build_ready(void *context, const struct option_reader *reader,
                                      const struct reading *reading)
{
  struct build *const self = context;
  if (reading->spec != URIEL_SPEC_RFC3986 && (self->scheme.name || self->local))
    die_usage(reader->command, "--spec goes with components, not with --scheme or --local");
  const bool files = reader->file_count > 0;
  if (self->scheme.name &&
      (self->input || files || reader->operand_count > 0 || edit_count(&self->edits) > 0))
    die_usage(reader->command, "--scheme goes with --part alone");
  if (self->local && (self->scheme.name || edit_count(&self->edits) > 0))
    die_usage(reader->command, "--local goes with --windows alone");
  if (self->encode && edit_count(&self->edits) == 0)
    die_usage(reader->command, "--encode goes with --set: to encode references, use uriel encode");
  if (self->scheme.name)
    return SOURCE_NOTHING;
  if (self->local)
    return self->input ? SOURCE_INPUT : SOURCE_PATHS;
  if (self->encode)
    edit_encode(&self->edits, reading->spec);
  if (self->input || files)
    return SOURCE_INPUT;
  if (reader->operand_count > 0)
    return SOURCE_OPERANDS;
  if (edit_count(&self->edits) == 0)
    die_usage(reader->command, "nothing to build: use --set, operands, --file or --stdin");
  return SOURCE_NOTHING;
}

/* `text` is the value of `component`, which the error's place is in. */
static void build_blame(struct record *record, const uriel_error *error, uriel_text text,
                        uriel_component component)
{
  record_blame(record, error, text);
  record->error.what = "not possible in a URI reference";
  record->error.within = component;
  record->error.in = uriel_component_name(component);
  record->error.expected = "";
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

/* Of a local path: any bytes but NUL. */
static void build_of_path(struct build *self, uriel_text path, struct record *record)
{
  struct buffer *const out = &self->reference;
  uriel_error error;
  size_t need;
  do
    need = uriel_file_from_local(path.ptr, path.len, self->style, out->ptr, out->capacity, &error);
  while (buffer_short(out, need));
  if (need != URIEL_FAILED) {
    record->values[TARGET_RESULT] = (uriel_text){out->ptr, out->len};
    return;
  }
  record_blame(record, &error, path);
  record->error.what = "no file URI";
  record->error.expected = "";
}

/* By a document before RFC 3986, or one of names. */
static void build_of_spec(struct build *self, const uriel_parts *parts, struct record *record)
{
  struct buffer *const out = &self->reference;
  const struct reading *const reading = &record->reading;
  uriel_error error;
  out->len = 0;
  const size_t len = uriel_build_as(parts, reading->spec, reading->options, NULL, 0, &error);
  if (len != URIEL_FAILED)
    buffer_reserve(out, len + 1);
  if (len != URIEL_FAILED && uriel_build_as(parts, reading->spec, reading->options, out->ptr,
                                            out->capacity, &error) != URIEL_FAILED) {
    record->values[TARGET_RESULT] = (uriel_text){out->ptr, len};
    return;
  }
  record_blame(record, &error, len == URIEL_FAILED ? uriel_text_of("") : (uriel_text){out->ptr, len});
  if (error.code == URIEL_ERROR_PARTS_DIFFER)
    record->error.what = "not to be built";
}

/* By RFC 3986. */
static void build_of_parts(struct build *self, const uriel_parts *parts, struct record *record)
{
  struct buffer *const out = &self->reference;
  uriel_error error;
  size_t need;
  do
    need = uriel_build(parts, out->ptr, out->capacity, &error);
  while (buffer_short(out, need));
  if (need == URIEL_FAILED)
    build_blame(record, &error, build_part(parts, error.component), error.component);
  else
    record->values[TARGET_RESULT] = (uriel_text){out->ptr, out->len};
}

static void build_convert(void *context, const struct input *input, struct record *record)
{
  struct build *const self = context;
  uriel_parts parts = {0};
  uriel_ref ref;
  uriel_error error;
  uriel_text blamed;
  if (self->scheme.name) {
    build_of_scheme(&self->scheme, record);
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
  if (!edit_apply(&self->edits, &record->reading, &parts, &error, &blamed)) {
    build_blame(record, &error, blamed, URIEL_AUTHORITY);
    return;
  }
  if (record->reading.spec == URIEL_SPEC_RFC3986)
    build_of_parts(self, &parts, record);
  else
    build_of_spec(self, &parts, record);
}

/* The edits are read alone, so that copies share them. */
static void build_begin(void *copy)
{
  struct build *const self = copy;
  self->reference = (struct buffer){0};
  build_scheme_begin(&self->scheme);
}

static void build_end(void *copy)
{
  struct build *const self = copy;
  buffer_free(&self->reference);
  build_scheme_end(&self->scheme);
}

static const struct filter build_filter = {
    .help =
        {
            .usage = "build --set NAME=VALUE... [OPTION...]\n"
                     "build [OPTION...] REFERENCE...\n"
                     "build --stdin|--file=FILE [OPTION...]\n"
                     "build --scheme=SCHEME --part NAME=VALUE... [OPTION...]\n"
                     "build --local [--windows] [OPTION...] [PATH...]",
            .about =
                "Makes a reference of components, or changes components of each operand or\n"
                "line of standard input and leaves every other byte as it is. Options take\n"
                "effect in their order. What would not read back as the same components is\n"
                "refused, with an error. VALUE may be empty, which is not the same as --unset:\n"
                "\"http://h?\" has an empty query, \"http://h\" has none. With --spec, operands are\n"
                "read and references made by that document, partial forms included.\n\n"
                "With --scheme, makes a URI of the parts that its scheme's URIs have, encoded\n"
                "as the scheme needs it; http's path and query, file's path and all of tag\n"
                "are given as they are to be written.\n\n"
                "With --local, makes a file URI of each absolute path, an operand or a line of\n"
                "standard input, whose bytes may be any; uriel schemes --local goes back.\n\n"
                "Keys: input valid reference, and those of an error (see uriel help check).",
            .examples =
                "uriel build --set scheme=https --set host=example.com --set path=/a\n"
                "uriel build --unset fragment --set scheme=https http://example.com/#top\n"
                "uriel build --encode --set 'query=q=a b' http://example.com/\n"
                "uriel build --spec=url-1994 --set 'path=/a;type=I' ftp://h/b\n"
                "uriel build --scheme=gopher --part host=h --part type=0 --part 'selector=/a b'\n"
                "find \"$PWD\" -print0 | uriel build --local --null",
        },
    .schema = &build_schema,
    .options = build_options,
    .spec = SPEC_PARTIAL,
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
  buffer_free(&self.scheme.parts);
  build_end(&self);
  return status;
}
