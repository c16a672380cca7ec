/* SPDX-License-Identifier: MIT */
/* uriel build: builds references from components, and changes components of references. */
#include <string.h>

#include "cli/shared/buffer.h"
#include "cli/shared/cli.h"
#include "cli/shared/option.h"
#include "cli/shared/record.h"
#include "edit.h"
#include "stage.h"
#include "uriel_scheme.h"

struct build_scheme {
  const char *name;    /* NULL: no --scheme */
  struct buffer parts; /* array of uriel_own_part, which copies share; the caller frees it */
  struct buffer uri;
  struct buffer scratch; /* for lists */
  struct buffer message;
};

/* ---- From the parts of a scheme ----------------------------------------------------------------- */

/* Reads one --part. A NUL replaces the "=" after the name. */
static void build_scheme_part(void *to, struct option_reader *reader)
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

/* The error spans the encoded form of a list item in the scratch buffer. Returns that item, and sets the
 * error's place in the item as given, where "%0A" is one byte. */
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

/* Returns the part to blame. If the name is not a list's, this is its last occurrence: the one too
 * many. */
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

static void build_say(struct record *record, const char *message)
{
  record->error.code = uriel_error_name(record->error.error.code);
  record->error.message = message;
}

/* Builds from the scheme's parts. A list takes three times the length of its parts in scratch space. */
static void build_of_scheme(struct build_scheme *self, struct record *record)
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
  else if (error.code == URIEL_ERROR_PART_NOT_ALLOWED && given > 1 &&
           edit_has_part(self->name, error.part))
    build_say(record, "given twice, and it is no list");
  else if (error.code == URIEL_ERROR_PART_NOT_ALLOWED && blamed &&
           !edit_has_part(self->name, error.part))
    build_say(record, edit_part_names(self->name, &self->message));
}

/* Gives a copy its own buffers. */
static void build_scheme_begin(struct build_scheme *self)
{
  self->uri = self->scratch = self->message = (struct buffer){0};
}

static void build_scheme_end(struct build_scheme *self)
{
  buffer_free(&self->uri);
  buffer_free(&self->scratch);
  buffer_free(&self->message);
}

/* ---- From components ---------------------------------------------------------------------------- */

static const struct column build_columns[] = TARGET_COLUMNS_OF("reference", COLUMN_REFERENCE);
static const struct schema build_schema = {
    .columns = build_columns, .count = TARGET_COLUMNS, .plain = TARGET_RESULT, TARGET_KEYS};

struct build {
  struct edit_list edits;
  struct edit_work work;
  struct build_scheme scheme;
  bool input;
  bool local;
  uriel_local_style style;
};

static const struct option_spec build_options[] = {
    {0, "set", "NAME=VALUE",
     "set a component: scheme, authority, userinfo,\nhost, port, path, query or fragment; with\n"
     "--spec=whatwg an attribute: href, protocol,\nusername, password, host, hostname, port,\n"
     "pathname, search or hash",
     OPTION_CALL, OPTION_TO(struct build, edits), .words = edit_names_plain, .call = edit_set_plain,
     .many = true},
    {0, "unset", "NAME", "remove a component", OPTION_CALL, OPTION_TO(struct build, edits),
     .words = edit_names_plain, .call = edit_unset, .many = true},
    {0, "encode", NULL, "percent-encode the values for their components", OPTION_FLAG,
     OPTION_TO(struct build, edits.encodes)},
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

static void build_ready_edits(struct build *self, const struct option_reader *reader, uriel_spec spec)
{
  const bool url = spec == URIEL_SPEC_WHATWG;
  if (url && self->edits.encodes)
    die_usage(reader->command, "--spec=whatwg encodes values itself, without --encode");
  if (url && !self->input && reader->file_count == 0 && reader->operand_count == 0)
    die_usage(reader->command, "--spec=whatwg changes URLs: use operands, --file or --stdin");
  self->edits.plain = true;
  edit_ready(&self->edits, reader->command, spec);
}

static enum stage_source build_ready(void *context, const struct option_reader *reader,
                                     struct lane *lane)
{
  struct build *const self = context;
  if (lane->reading.spec != URIEL_SPEC_RFC3986 && (self->scheme.name || self->local))
    die_usage(reader->command, "--spec goes with components, not with --scheme or --local");
  const bool files = reader->file_count > 0;
  if (self->scheme.name &&
      (self->input || files || reader->operand_count > 0 || edit_count(&self->edits) > 0))
    die_usage(reader->command, "--scheme can only be used with --part");
  if (self->local && (self->scheme.name || edit_count(&self->edits) > 0))
    die_usage(reader->command, "--local can only be used with --windows");
  if (self->edits.encodes && edit_count(&self->edits) == 0)
    die_usage(reader->command, "--encode goes with --set: to encode references, use uriel encode");
  if (self->scheme.name)
    return SOURCE_NOTHING;
  if (self->local)
    return self->input ? SOURCE_INPUT : SOURCE_PATHS;
  build_ready_edits(self, reader, lane->reading.spec);
  if (self->input || files)
    return SOURCE_INPUT;
  if (reader->operand_count > 0)
    return SOURCE_OPERANDS;
  if (edit_count(&self->edits) == 0)
    die_usage(reader->command, "nothing to build: use --set, operands, --file or --stdin");
  return SOURCE_NOTHING;
}

/* Builds from a local path: any bytes except NUL. */
static void build_of_path(struct build *self, uriel_text path, struct record *record)
{
  struct buffer *const out = &self->work.reference;
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

static void build_each(void *context, struct record *record)
{
  struct build *const self = context;
  uriel_text *const result = &record->values[TARGET_RESULT];
  uriel_parts parts = {0};
  uriel_ref ref;
  if (self->scheme.name) {
    build_of_scheme(&self->scheme, record);
    return;
  }
  if (self->local) {
    build_of_path(self, record->input, record);
    return;
  }
  if (record->input.ptr && !record_parse(record, &ref, record->input))
    return;
  if (record->input.ptr && record->reading.spec == URIEL_SPEC_WHATWG) {
    if (edit_url(&self->edits, &self->work, &ref, record))
      *result = (uriel_text){ref.text, ref.length};
    return;
  }
  if (record->input.ptr)
    parts = uriel_parts_of(&ref);
  if (edit_apply_all(&self->edits, &self->work, &parts, record) &&
      edit_build(&parts, &self->work, record))
    *result = buffer_text(&self->work.reference);
}

/* The edits are only read, so copies share them. */
static void build_begin(void *copy)
{
  struct build *const self = copy;
  self->work = (struct edit_work){0};
  build_scheme_begin(&self->scheme);
}

static void build_end(void *copy)
{
  struct build *const self = copy;
  edit_work_free(&self->work, &self->edits);
  build_scheme_end(&self->scheme);
}

static const struct stage build_stage = {
    .help =
        {
            .usage = "build --set NAME=VALUE... [OPTION...]\n"
                     "build [OPTION...] REFERENCE...\n"
                     "build --stdin|--file=FILE [OPTION...]\n"
                     "build --scheme=SCHEME --part NAME=VALUE... [OPTION...]\n"
                     "build --local [--windows] [OPTION...] [PATH...]",
            .about = "Makes a reference from components, or changes components of each operand or\n"
                     "line of standard input and leaves every other byte unchanged. Options take\n"
                     "effect in their order. If the result would parse into other components, it is\n"
                     "an error. VALUE may be empty, which differs from --unset: \"http://h?\" has an\n"
                     "empty query, \"http://h\" has no query. With --spec, operands are parsed and\n"
                     "references made by that document, including partial forms;\n"
                     "--spec=whatwg changes URLs as the setters of a browser's URL class do.\n\n"
                     "With --scheme, makes a URI from the parts that the scheme defines, and encodes\n"
                     "them as the scheme needs. Give http's path and query, file's path and all parts\n"
                     "of tag already encoded.\n\n"
                     "With --local, makes a file URI from each absolute path: an operand or a line of\n"
                     "standard input, of any bytes. uriel schemes --local is the inverse.\n\n"
                     "Keys: input valid reference, and those of an error (see uriel help check).",
            .examples =
                "uriel build --set scheme=https --set host=example.com --set path=/a\n"
                "uriel build --unset fragment --set scheme=https http://example.com/#top\n"
                "uriel build --encode --set 'query=q=a b' http://example.com/\n"
                "uriel build --spec=url-1994 --set 'path=/a;type=I' ftp://h/b\n"
                "uriel build --spec=whatwg --set host=h:8080 --set hash= 'http://a/#b'\n"
                "uriel build --scheme=gopher --part host=h --part type=0 --part 'selector=/a b'\n"
                "find \"$PWD\" -print0 | uriel build --local --null",
        },
    .schema = &build_schema,
    .options = build_options,
    .spec = SPEC_PARTIAL,
    .newer = NEWER_ALL,
    .ready = build_ready,
    .texts = true,
    .each = build_each,
    .size = sizeof(struct build),
    .begin = build_begin,
    .end = build_end,
};

int cmd_build(int argc, char **argv)
{
  struct build self = {0};
  const int status = stage_run(&build_stage, &self, argc, argv);
  build_end(&self);
  edit_free(&self.edits);
  buffer_free(&self.scheme.parts);
  return status;
}
